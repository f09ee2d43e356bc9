//! What makes the data that the program is given: endgame databases, opening sets.

pub(crate) mod egdb;
pub(crate) mod unbalanced;
