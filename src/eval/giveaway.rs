//! Evaluation for the objective in which the side without a piece or a move wins.

use crate::board::rays::{self, Direction};
use crate::board::{Position, Side};
use crate::movegen::forwards;
use crate::rules::Ruleset;

use super::LIMIT;
use super::mobility::Threats;

/// What a side would rather be rid of, in hundredths of a man, counted against it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Burdens {
    /// A man.
    pub man: i32,
    /// A king.
    pub king: i32,
    /// A quiet move to a square where the piece cannot be captured.
    pub quiet_move: i32,
    /// A quiet move of a man into capture: counted for the side, as it is a way to get rid of him.
    pub offer: i32,
    /// Being to move; negative where it is good.
    pub tempo: i32,
}

const SHORT: Burdens = Burdens { man: 100, king: 110, quiet_move: 3, offer: 3, tempo: 0 };
const FLYING: Burdens = Burdens { man: 100, king: 120, quiet_move: 3, offer: 3, tempo: 0 };

/// The static value for the side to move where the side without a piece or a move wins, in hundredths of a man; less
/// than 20000 either way. Fewer pieces are good, and fewer moves.
#[inline]
pub(crate) fn evaluate_giveaway<R: Ruleset>(position: &Position) -> i32 {
    let burdens = const { if R::SPEC.kings_fly { &FLYING } else { &SHORT } };
    let white = burden::<R, true>(position, burdens);
    let black = burden::<R, false>(position, burdens);
    let value = if position.side() == Side::White { black - white } else { white - black };
    (value - burdens.tempo).clamp(-LIMIT, LIMIT)
}

#[inline(always)]
fn burden<R: Ruleset, const WHITE: bool>(position: &Position, burdens: &Burdens) -> i32 {
    let side = Side::from_white(WHITE);
    let (men, kings) = (position.men(side), position.kings(side));
    let threats = Threats::to::<R, WHITE>(position, false);
    let (mut safe, mut offers) = (0, 0);
    for direction in forwards(WHITE) {
        let moves = direction.step(men) & position.empty();
        safe += (moves & threats.safe_after(direction)).count();
        offers += moves.without(threats.safe_after(direction)).count();
    }
    if kings.any() {
        safe += king_moves::<R>(position, side);
    }
    burdens.man * men.count() as i32 + burdens.king * kings.count() as i32 + burdens.quiet_move * safe as i32
        - burdens.offer * offers as i32
}

/// The quiet moves of the kings, wherever they lead.
#[inline(always)]
fn king_moves<R: Ruleset>(position: &Position, side: Side) -> u32 {
    let (kings, empty) = (position.kings(side), position.empty());
    if R::SPEC.kings_fly {
        kings.squares().map(|king| (rays::slide(king, position.occupied()) & empty).count()).sum()
    } else {
        Direction::ALL.into_iter().map(|direction| (direction.step(kings) & empty).count()).sum()
    }
}
