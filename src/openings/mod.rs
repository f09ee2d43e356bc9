//! Openings that games are begun from: ballots and decks by name, and files of positions or games.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod decks;
mod read;

pub use decks::{deck_names, laws_name, unbalanced_file};
pub use read::{Opening, OpeningsError, parse_openings, read_openings};
