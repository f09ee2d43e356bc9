//! The opening book: positions that were searched, their scores, and what these come to by minimax.
//!
//! Positions are kept as the side to move sees them, with its men going up ([`seen_by_mover`]), so that a book serves all
//! rulesets with the same laws of movement, whoever moves first, and a position reached with the colours exchanged is the
//! same one. From the start position on, a position is either *expanded*, and then each of its legal moves leads to a
//! position of the book, or a *leaf*. Every position has the score of a search of its own; the *value* of a leaf is that
//! score, the value of an expanded position the best that its moves lead to.
//!
//! Only positions without kings are expanded. There every move captures or takes a man forward, so no line of a book can
//! come back to an earlier position: the positions form a graph without cycles, minimax over it is exact, and neither
//! repetition nor a count of quiet moves can arise in it. (What happened before the book is entered can matter; see
//! [`Book::choose`].)
//!
//! `format` says how a file is laid out, `choice` which book an engine is to use and how it draws among the moves.

mod choice;
mod error;
mod format;
mod graph;

pub use choice::{BookChoice, BookSource};
pub use error::{BookError, BookFault};
pub(crate) use format::{encode as encode_book, put_in_place};
#[cfg(test)]
pub(crate) use graph::made_up;
pub(crate) use graph::{Book, back_up, depth_order, is_expandable, seen_by_mover, sorted_moves};
