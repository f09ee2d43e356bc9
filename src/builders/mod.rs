//! What makes the data that the program is given: opening sets.

pub(crate) mod unbalanced;
