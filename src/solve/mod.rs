//! Solving slices of positions in memory, which both the builder of databases and the search do.

mod retrograde;
mod solved;

pub(crate) use retrograde::{Solving, Trouble, Wanted, best, solve};
pub(crate) use solved::{Endings, Solved};
