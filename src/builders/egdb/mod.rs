//! Builds endgame databases, and looks through whole ones.

mod build;
mod census;
#[cfg(test)]
mod counted;
mod load;
#[cfg(test)]
mod losses;
mod pack;
mod road;
mod three_kings;
mod verify;

pub(crate) use build::{BuildError, Plan, Progress, build};
pub(crate) use census::{Census, first_with, gather};
pub(crate) use road::roads;
pub(crate) use three_kings::{three_kings_census, three_kings_within};
pub(crate) use verify::{Report, verify};
