//! Endgame databases: slices, the numbers of positions in them, files, and probing.
//!
//! A database answers for a set of laws of movement, without draw rules (but for the limited set, see [`ValueSet`]), and
//! always for the side to move; `limits` says what becomes of its answers under draw rules. The positions
//! of a [`Slice`] are numbered without a gap; every placement counts, reachable or not, with no man on his own promotion
//! row. `file` describes the files, `index` the numbers.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod blocks;
mod choice;
mod coder;
mod counted;
mod database;
mod distance;
mod embedded;
mod error;
mod file;
mod index;
mod kept;
mod limits;
mod losses;
mod model;
mod road;
mod slice;
mod slices;
mod table;
mod value;

pub(crate) use blocks::write_blocks;
pub use choice::EgdbChoice;
pub(crate) use choice::SharedEgdb;
pub(crate) use coder::Encoder;
#[cfg(test)]
pub(crate) use counted::CountedList;
pub use database::Egdb;
pub(crate) use distance::{DISTANCE_BLOCK, encode_distances};
pub use error::{EgdbError, EgdbFault};
pub(crate) use file::{
    EgdbFile, FORMAT_VERSION, Kind, clear_remains, file_bytes, fingerprint, path_of, put_in_place, rules_name,
};
pub(crate) use index::{Placement, SliceIndex};
pub(crate) use kept::is_kept;
#[cfg(test)]
pub(crate) use limits::Enough;
pub(crate) use limits::{LIMITED_MOVES, Standing, within};
pub use limits::{Limits, ValueSet};
#[cfg(test)]
pub(crate) use losses::{NOT_LOST, kept_slices};
pub(crate) use model::{BLOCK, MOST_OFFSETS, Model};
pub(crate) use road::DRAWN;
pub(crate) use slice::KEYS;
pub use slice::Slice;
pub(crate) use slices::{Distances, Outcomes};
#[cfg(test)]
pub(crate) use table::table_bytes;
pub use value::{Value, Wld};

#[cfg(test)]
pub(crate) use embedded::{embedded_counted, embedded_losses};
