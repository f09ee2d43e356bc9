//! The 8x8 board with its 32 playing squares: squares, bitboards, sides, positions, moves, keys and ray tables.
//!
//! Nothing here knows a ruleset.

mod bitboard;
pub(crate) mod keys;
mod moves;
mod position;
pub(crate) mod rays;
mod side;
mod square;

pub use bitboard::Bitboard;
#[cfg(feature = "engine")]
pub(crate) use moves::MAX_MOVES;
pub use moves::{Move, MoveList};
pub use position::{Position, PositionError};
pub use side::Side;
pub use square::Square;
