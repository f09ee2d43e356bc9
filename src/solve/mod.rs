//! Solving slices of positions.

mod retrograde;
mod solved;
mod store;

pub(crate) use retrograde::{Trouble, Wanted, best, solve};
pub(crate) use solved::{Endings, Solved};
pub(crate) use store::{Medium, Store};
