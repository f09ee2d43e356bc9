//! Builds endgame databases, and looks through whole ones.

mod build;
mod census;
mod load;
mod pack;
mod three_kings;
mod verify;

pub(crate) use build::{BuildError, Plan, Progress, build};
pub(crate) use census::{Census, first_with, gather};
pub(crate) use three_kings::{three_kings_census, three_kings_within};
pub(crate) use verify::{Report, verify};
