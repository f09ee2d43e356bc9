//! Men that nothing can stop from being crowned.

use crate::board::rays::Direction;
use crate::board::{Bitboard, Position, Side};
use crate::movegen::{forwards, promotion_row};
use crate::rules::Ruleset;

use super::mobility::Threats;

/// The most moves ahead that are looked at.
const FURTHEST: usize = 6;

/// The number of moves in which some man of the side is crowned whatever the other side does, 1 to 6; 0 where no such man
/// is found.
///
/// All men run at once, a row a move, each over every way that is open. The other side is given more than it has: after
/// each of its moves it is taken to stand on every square that any of its pieces can have reached. So a man that is
/// found does get through, unless the other side makes his side capture elsewhere, and some are missed.
#[inline(always)]
pub(super) fn moves_to_crown<R: Ruleset, const WHITE: bool>(position: &Position, threats: &Threats) -> usize {
    let side = Side::from_white(WHITE);
    let to_move = position.side() == side;
    let men = position.men(side);
    if R::SPEC.kings_fly && position.kings(!side).any() {
        return next_to_last_row::<WHITE>(position, men, to_move, threats) as usize;
    }
    let mut enemies =
        Zone::<R, WHITE> { men: position.men(!side), kings: position.kings(!side), laws: std::marker::PhantomData };
    let own = position.pieces(side);
    if !to_move {
        enemies.spread();
    }
    let mut front = men;
    for moves in 1..=FURTHEST {
        front = advance::<WHITE>(front).without(own | enemies.held() | enemies.danger());
        if front.meets(promotion_row(WHITE)) {
            return moves;
        }
        if front.is_empty() {
            return 0;
        }
        enemies.spread();
    }
    0
}

/// The squares one step forward.
#[inline(always)]
fn advance<const WHITE: bool>(men: Bitboard) -> Bitboard {
    let [first, second] = forwards(WHITE);
    first.step(men) | second.step(men)
}

/// Against flying kings only a man who needs one more move counts, and he must not be captured before it.
#[inline(always)]
fn next_to_last_row<const WHITE: bool>(position: &Position, men: Bitboard, to_move: bool, threats: &Threats) -> bool {
    let runners = if to_move { men } else { men.without(threats.hit()) };
    (advance::<WHITE>(runners) & promotion_row(WHITE)).meets(position.empty())
}

/// The squares on which the enemies of the side `WHITE` can have come to stand.
struct Zone<R, const WHITE: bool> {
    men: Bitboard,
    kings: Bitboard,
    laws: std::marker::PhantomData<R>,
}

impl<R: Ruleset, const WHITE: bool> Zone<R, WHITE> {
    /// One more move of every enemy piece.
    #[inline(always)]
    fn spread(&mut self) {
        if self.flies() {
            self.kings = Bitboard::ALL;
        }
        self.men |= ahead::<WHITE>(self.men);
        self.kings |= around(self.kings);
    }

    /// Whether an enemy man can have been crowned and fly. One that steps comes too late to matter.
    #[inline(always)]
    fn flies(&self) -> bool {
        R::SPEC.kings_fly && self.men.meets(promotion_row(!WHITE))
    }

    #[inline(always)]
    fn held(&self) -> Bitboard {
        self.men | self.kings
    }

    /// The squares on which a man could be captured.
    #[inline(always)]
    fn danger(&self) -> Bitboard {
        if self.flies() {
            return !promotion_row(WHITE);
        }
        let by_men = if R::SPEC.men_capture_backwards { around(self.men) } else { ahead::<WHITE>(self.men) };
        (by_men | around(self.kings)) & Bitboard::INNER
    }
}

/// The squares one step before the enemy men of the side `WHITE`.
#[inline(always)]
fn ahead<const WHITE: bool>(men: Bitboard) -> Bitboard {
    let [first, second] = forwards(!WHITE);
    first.step(men) | second.step(men)
}

/// The squares one step away.
#[inline(always)]
fn around(set: Bitboard) -> Bitboard {
    Direction::ALL.into_iter().fold(Bitboard::EMPTY, |near, direction| near | direction.step(set))
}
