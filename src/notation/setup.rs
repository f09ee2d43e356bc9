//! A position with what may be known of the game before it.

use crate::board::{Position, Side};
use crate::rules::{Counters, State};

/// A position as a FEN gives it, with the counts that may stand beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The position.
    pub position: Position,
    /// Plies since the last capture or man's move (`:H`); `None` where it is not said.
    pub quiet: Option<u16>,
    /// Moves that the lone king has made against three (`:T`); `None` where it is not said.
    pub lone_moves: Option<u8>,
    /// Whose moves those are (`:TW`, `:TB`); `None` where the position says so.
    pub lone_side: Option<Side>,
    /// The number of the move to come (`:F`); `None` where it is not said.
    pub move_number: Option<u32>,
}

impl Setup {
    /// A position of which nothing else is known.
    pub const fn new(position: Position) -> Setup {
        Setup { position, quiet: None, lone_moves: None, lone_side: None, move_number: None }
    }

    /// The state of the game: counters start from what is said, or from zero.
    pub fn state(&self) -> State {
        if self.quiet.is_none() && self.lone_moves.is_none() {
            return State::new(self.position);
        }
        let mut counters = Counters::given(&self.position, self.quiet.unwrap_or(0), self.lone_moves);
        if let (Some(side), Some(moves)) = (self.lone_side, self.lone_moves) {
            counters = counters.hunted(&self.position, side, moves);
        }
        State::with_counters(self.position, counters)
    }
}
