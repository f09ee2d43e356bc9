//! Openings that games are begun from: ballots and decks by name, and files of positions or games.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod decks;
mod names;
mod random;
mod read;

pub use decks::laws_name;
pub use names::opening_name;
pub use random::Random;
#[cfg(test)]
pub(crate) use read::parse_openings;
pub use read::{Opening, read_openings};
