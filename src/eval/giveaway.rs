//! Evaluation for the objective in which the side without a piece or a move wins.

use crate::board::rays::{self, Direction};
use crate::board::{Position, Side};
use crate::movegen::forwards;
use crate::rules::{RuleSpec, Ruleset};

use super::LIMIT;
use super::mobility::Threats;

/// What is counted against the side that has it, in hundredths of a man; what is negative is good to have.
#[derive(Clone, Copy, Debug)]
struct Burdens {
    /// A man.
    man: i32,
    /// A king.
    king: i32,
    /// A quiet move, but for those of men into capture.
    quiet_move: i32,
    /// A quiet move of a man to a square where he can be captured at once.
    offer: i32,
}

/// Kings that step: fewer pieces and fewer moves are good.
const SHORT: Burdens = Burdens { man: 100, king: 60, quiet_move: 6, offer: -3 };

/// Flying kings that capture their neighbours only.
const FLYING_NEAR: Burdens = Burdens { man: 100, king: -60, quiet_move: -3, offer: -3 };

/// Flying kings that capture at a distance: such a king can always go where it must be captured, or where it leaves the
/// other side no choice, so it is good to have, and so are moves. In matches of 400 games at 2,000 nodes a move, a king
/// counted as worth 150 scored 70% (russian) and 61% (spanish) against one counted as a burden of 40.
const FLYING: Burdens = Burdens { man: 100, king: -200, quiet_move: -5, offer: -5 };

const fn burdens(spec: &RuleSpec) -> &'static Burdens {
    match (spec.kings_fly, spec.kings_capture_far) {
        (false, _) => &SHORT,
        (true, false) => &FLYING_NEAR,
        (true, true) => &FLYING,
    }
}

/// The static value for the side to move where the side without a piece or a move wins, in hundredths of a man; less
/// than 20000 either way. Fewer men are good; what kings and moves are worth depends on the family.
#[inline]
pub(crate) fn evaluate_giveaway<R: Ruleset>(position: &Position) -> i32 {
    let burdens = const { burdens(&R::SPEC) };
    let white = burden::<R, true>(position, burdens);
    let black = burden::<R, false>(position, burdens);
    let value = if position.side() == Side::White { black - white } else { white - black };
    value.clamp(-LIMIT, LIMIT)
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
    burdens.man * men.count() as i32
        + burdens.king * kings.count() as i32
        + burdens.quiet_move * safe as i32
        + burdens.offer * offers as i32
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
