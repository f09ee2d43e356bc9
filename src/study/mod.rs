//! Studies: what a position comes to, every move that keeps it along the defences that matter, and whether the solution is
//! the only one.
//!
//! Where endgame databases reach, all is exact. Beyond them a win is proven by search, and a draw by play that is forced
//! into the databases; what neither proves is left open and said to be.
//!
//! Of the draw rules only that of three kings against one is kept, which is part of its game; as composers have it, a
//! solution needs no repetition, and how long a side may go on is a matter for players.

mod follow;
mod knowledge;
mod prover;
mod puzzles;
mod ranks;
mod solution;
mod verdict;

#[cfg(test)]
mod tests;

pub(crate) use follow::{Setup, Watch, study};
pub(crate) use puzzles::{Puzzle, Seeker};
pub(crate) use solution::{Branch, Choice, End, Goal, Known, Point, Proof, Rank, Step, Study, Verdict};
