//! Openings that games are begun from, ballots and decks by name and files of positions or games; and the opening book.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod book;
mod decks;
mod names;
mod random;
mod read;

#[cfg(test)]
pub(crate) use book::made_up;
pub(crate) use book::{
    Book, back_up, depth_order, encode_book, is_expandable, put_in_place, seen_by_mover, sorted_moves,
};
pub use book::{BookChoice, BookError, BookFault, BookSource};
pub use decks::{deck_names, laws_name};
pub use names::opening_name;
pub use random::Random;
#[cfg(test)]
pub(crate) use read::parse_openings;
pub use read::{Opening, read_openings};
