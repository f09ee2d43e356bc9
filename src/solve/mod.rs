//! Solving slices of positions which both the builder of databases and the search do.

mod retrograde;
mod solved;
mod store;

pub(crate) use retrograde::{Solving, Trouble, Wanted, best, solve};
pub(crate) use solved::{Endings, Solved};
pub(crate) use store::{Medium, Store};
