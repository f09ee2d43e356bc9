//! Legal moves: one generator, compiled once for each set of laws and each side.

mod captures;
mod dispatch;
mod list;
mod paths;
mod perft;
mod quiet;

pub use dispatch::MoveGen;
pub use paths::Path;
pub use perft::Count;

use crate::board::{Bitboard, MoveList, Position, Side, rays::Direction};
use crate::rules::Ruleset;

/// The two forward directions of a side's men.
#[inline(always)]
pub(crate) const fn forwards(white: bool) -> [Direction; 2] {
    if white { [Direction::UpRight, Direction::UpLeft] } else { [Direction::DownLeft, Direction::DownRight] }
}

/// The row on which a side's men are crowned.
#[inline(always)]
pub(crate) const fn promotion_row(white: bool) -> Bitboard {
    if white { Bitboard::TOP_ROW } else { Bitboard::BOTTOM_ROW }
}

/// Fills the list with the legal moves of a position. The list must be empty.
#[inline]
pub(crate) fn generate<R: Ruleset>(position: &Position, list: &mut MoveList) {
    match position.side() {
        Side::White => generate_for::<R, true>(position, list),
        Side::Black => generate_for::<R, false>(position, list),
    }
}

#[inline(always)]
fn generate_for<R: Ruleset, const WHITE: bool>(position: &Position, list: &mut MoveList) {
    if captures::any::<R, WHITE>(position) {
        list::captures::<R, WHITE>(position, list);
    } else {
        quiet::each::<R, WHITE>(position, &mut list::Quiet::<WHITE>(list));
    }
}

/// Whether the side to move can (and so must) capture.
#[inline]
pub(crate) fn has_capture<R: Ruleset>(position: &Position) -> bool {
    match position.side() {
        Side::White => captures::any::<R, true>(position),
        Side::Black => captures::any::<R, false>(position),
    }
}

/// Whether the side that is not to move could capture if it were.
#[inline(always)]
pub(crate) fn is_threatened<R: Ruleset>(position: &Position) -> bool {
    has_capture::<R>(&position.with_side(!position.side()))
}

/// Whether the side to move has a legal move.
#[inline]
pub(crate) fn has_move<R: Ruleset>(position: &Position) -> bool {
    match position.side() {
        Side::White => quiet::any::<true>(position) || captures::any::<R, true>(position),
        Side::Black => quiet::any::<false>(position) || captures::any::<R, false>(position),
    }
}
