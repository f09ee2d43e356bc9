//! Which positions files leave out, since a probe can work them out.
//!
//! Values change abruptly where pieces are about to be taken, so leaving such positions out makes files much smaller (the
//! outcomes of english with five pieces shrink by 29%). A position is left out if
//!
//! - the side to move can capture, and so must: its value follows from smaller slices;
//! - among outcomes, if the other side could capture if it were to move (the position is threatened), and each move leads
//!   to a position in which a capture is pending or which is not threatened itself. So a probe looks one quiet move ahead
//!   and never needs more.

use crate::board::{MoveList, Position};
use crate::movegen::{self, is_threatened};
use crate::rules::Ruleset;

use super::file::Kind;

/// Whether files of a kind keep the value of a position.
#[inline(always)]
pub(crate) fn is_kept<R: Ruleset>(position: &Position, kind: Kind) -> bool {
    !movegen::has_capture::<R>(position)
        && (kind == Kind::Distances || !is_threatened::<R>(position) || has_unsettled_move::<R>(position))
}

/// Whether a quiet move leads to a position that is threatened and has no capture pending.
#[inline(never)]
fn has_unsettled_move<R: Ruleset>(position: &Position) -> bool {
    let mut moves = MoveList::new();
    movegen::generate::<R>(position, &mut moves);
    moves.iter().any(|&played| {
        let next = position.play(played);
        is_threatened::<R>(&next) && !movegen::has_capture::<R>(&next)
    })
}
