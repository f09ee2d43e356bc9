//! What makes the data that the program is given: endgame databases, opening books, opening sets.

pub(crate) mod book;
pub(crate) mod egdb;
pub(crate) mod unbalanced;
