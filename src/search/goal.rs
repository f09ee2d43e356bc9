//! What is aimed at, as a type, so that ordinary play pays nothing for the other.

use crate::board::Position;
use crate::eval::{self, Network};
use crate::rules::Ruleset;

/// An objective of the game.
pub(super) trait Goal: Copy + Send + Sync + 'static {
    /// Whether the side without a move has won.
    const NO_MOVE_WINS: bool;
    /// Whether the static score of a quiet position tells enough to cut shallow nodes by it. In giveaway it does not: a
    /// single forced capture can turn everything, and matches found nothing in it.
    const TRUSTS_STATIC_SCORE: bool;
    /// The static score for the side to move, in hundredths of a man.
    fn evaluate<R: Ruleset>(position: &Position, network: Option<&Network>) -> i32;
}

/// To leave the other side without a move.
#[derive(Clone, Copy)]
pub(super) struct Win;

impl Goal for Win {
    const NO_MOVE_WINS: bool = false;
    const TRUSTS_STATIC_SCORE: bool = true;

    #[inline(always)]
    fn evaluate<R: Ruleset>(position: &Position, network: Option<&Network>) -> i32 {
        eval::evaluate::<R>(position, network)
    }
}

/// To be without a move.
#[derive(Clone, Copy)]
pub(super) struct Giveaway;

impl Goal for Giveaway {
    const NO_MOVE_WINS: bool = true;
    const TRUSTS_STATIC_SCORE: bool = false;

    #[inline(always)]
    fn evaluate<R: Ruleset>(position: &Position, _: Option<&Network>) -> i32 {
        eval::evaluate_giveaway::<R>(position)
    }
}
