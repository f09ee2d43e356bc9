//! How soon positions of up to four pieces are lost, as the program holds it.
//!
//! Lost positions alone are kept, and of those the ones in which nothing can be captured: whoever wins moves to a lost one, and
//! captures lead to fewer pieces. For most laws only what is different under laws much like them is kept.
//!
//! The same goes for the limited set of values, after the abstract one.
//!
//! The list of some laws has a [`Table`] for each slice of [`kept_slices`]. A byte is 0 for a position that is not lost, else
//! one more than the plies that it takes, as `Value::from_byte` has it; where other laws come first, 0 for the same as
//! there, 1 for not lost, else two more than the plies.

#![deny(clippy::indexing_slicing)]

use std::sync::OnceLock;

use crate::rules::{Laws, PerLaws};

use super::embedded::{LIMITED, LIMITED_LOSSES, embedded_losses};
use super::index::Placement;
use super::limits::ValueSet;
use super::slice::{KEYS, Slice};
use super::table::Table;

/// The byte that says of a position which is lost under the laws that come first that it is not lost.
pub(crate) const NOT_LOST: u8 = 1;

/// The slices of a set, all of up to four pieces with a man among them. (Of kings alone the files of distances are held.)
pub(crate) fn kept_slices(set: ValueSet) -> impl Iterator<Item = Slice> {
    (2..=4).flat_map(Slice::all).filter(move |slice| slice.men() > 0 && set.holding(*slice) == set)
}

/// How soon positions are lost under some laws.
#[derive(Debug)]
pub(crate) struct Losses {
    /// Those of the laws that come first.
    first: Option<&'static Losses>,
    /// By [`Slice::key`].
    tables: Box<[Option<Table>]>,
}

impl Losses {
    /// Those of some laws.
    pub fn shared(laws: Laws) -> &'static Losses {
        static SHARED: PerLaws<Losses> = PerLaws::new();
        SHARED.get(laws, || Losses::embedded(laws))
    }

    /// Those of a set of values; `None` where it is not held for the laws.
    pub fn of(laws: Laws, set: ValueSet) -> Option<&'static Losses> {
        static LIMITED_SET: OnceLock<Losses> = OnceLock::new();
        match set {
            ValueSet::Abstract => Some(Losses::shared(laws)),
            ValueSet::Limited if laws != LIMITED.0 => None,
            ValueSet::Limited => {
                Some(LIMITED_SET.get_or_init(|| Losses::read(set, Some(Losses::shared(laws)), LIMITED_LOSSES)))
            }
        }
    }

    fn embedded(laws: Laws) -> Losses {
        let (first, list) = embedded_losses(laws);
        Losses::read(ValueSet::Abstract, first.map(Losses::shared), list)
    }

    fn read(set: ValueSet, first: Option<&'static Losses>, mut list: &'static [u8]) -> Losses {
        let mut tables = Vec::new();
        tables.resize_with(KEYS, || None);
        for slice in kept_slices(set) {
            // What makes no sense would be missed by the tests.
            let Some(table) = Table::take(&mut list, slice) else { break };
            if let Some(place) = tables.get_mut(slice.key()) {
                *place = Some(table);
            }
        }
        Losses { first, tables: tables.into() }
    }

    /// The byte of a position of at most four pieces in which nothing can be captured: 0 if it is not lost. `None` where
    /// its slice is not kept.
    pub fn byte(&self, placement: &Placement) -> Option<u8> {
        let table = self.tables.get(placement.key())?.as_ref()?;
        let byte = table.get(table.index().rank(placement));
        match self.first {
            None => Some(byte),
            Some(first) if byte == 0 => first.byte(placement),
            Some(_) => Some(byte - NOT_LOST),
        }
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test may fail so")]
mod tests {
    use super::*;

    #[test]
    fn all_lists_are_whole() {
        let is_whole = |laws, set| {
            let losses = Losses::of(laws, set).unwrap();
            kept_slices(set).all(|slice| losses.tables[slice.key()].is_some())
        };
        assert!(Laws::ALL.into_iter().all(|laws| is_whole(laws, ValueSet::Abstract)));
        assert!(is_whole(Laws::Brazilian, ValueSet::Limited));
    }
}
