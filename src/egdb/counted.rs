//! Balances of pieces whose plies are counted since they arose (russian, pool, brazilian): wins for which too few are left.
//!
//! Where the distance fits into the plies that are left, a win stands. Where it is longer it can stand all the same, or be
//! longer still: a capture or crowning before the count runs out ends the balance. What a value comes to by how many plies
//! are missing of it is a *pattern*, and the program holds which one each position has.
//!
//! A list starts with its patterns: their number in a byte, and for each a byte that says of how many missing plies it tells
//! and by how many plies the way is longer with one missing, with two, and so on; with more than it tells of the position is
//! drawn. Then comes a [`Table`](super::table::Table) for each slice of [`CountedList::slices`], of twice the number of each
//! position's pattern: the coder predicts odd and even bytes apart, as losses and wins.

#![deny(clippy::indexing_slicing)]

use std::sync::OnceLock;

use crate::board::Position;
use crate::rules::{Ending, Laws};

use super::embedded::{embedded_counted, kings_move_alike};
use super::slice::Slice;
use super::table::TableList;
use super::value::Value;

/// The lists that the program holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CountedList {
    /// Flying kings alone: a capture ends the count.
    Kings,
    /// Three of them against one of whom the road rule leaves one ply: what becomes of the values of [`super::road`].
    LastOfRoad,
    /// King and man against a king, where crowning the man keeps the count (russian).
    ManKept,
    /// A king and a man against one king or two, where crowning the man ends the count (brazilian).
    ManAnew,
}

impl CountedList {
    /// All of them.
    pub const ALL: [CountedList; 4] =
        [CountedList::Kings, CountedList::LastOfRoad, CountedList::ManKept, CountedList::ManAnew];

    /// The laws for which it was solved. Kings alone move alike wherever they fly.
    pub const fn laws(self) -> Laws {
        match self {
            CountedList::ManAnew => Laws::Brazilian,
            _ => Laws::Russian,
        }
    }

    /// The list that has an ending under some laws: whether crowning keeps a count, and whether the road rule leaves but
    /// a ply.
    pub fn of(laws: Laws, ending: Ending, crowning_keeps: bool, last_of_road: bool) -> Option<CountedList> {
        let list = match ending {
            Ending::ThreeKingsOne if last_of_road => CountedList::LastOfRoad,
            Ending::ThreeKingsOne | Ending::TwoKingsTwoKings | Ending::TwoKingsOne | Ending::KingKing => {
                CountedList::Kings
            }
            Ending::KingManKing if crowning_keeps => CountedList::ManKept,
            Ending::KingManKing | Ending::TwoKingsKingMan if !crowning_keeps => CountedList::ManAnew,
            _ => return None,
        };
        let is_for = match list {
            CountedList::Kings | CountedList::LastOfRoad => kings_move_alike(laws, list.laws()),
            CountedList::ManKept | CountedList::ManAnew => laws == list.laws(),
        };
        is_for.then_some(list)
    }

    /// Its slices.
    pub fn slices(self) -> impl Iterator<Item = Slice> {
        let balances: &[[u8; 4]] = match self {
            CountedList::Kings => &[[0, 3, 0, 1], [0, 2, 0, 2], [0, 2, 0, 1], [0, 1, 0, 1]],
            CountedList::LastOfRoad => &[[0, 3, 0, 1]],
            CountedList::ManKept => &[[1, 1, 0, 1]],
            CountedList::ManAnew => &[[1, 1, 0, 1], [0, 2, 1, 1]],
        };
        balances.iter().filter_map(|&counts| Slice::of_counts(counts)).flat_map(Slice::twins)
    }

    /// The value of a position of which the count ends so many plies before it has come to its end, from the value that it
    /// has with enough plies (at the last ply of the road rule, from that). `None` for positions that it does not have.
    pub fn with_missing(self, position: &Position, value: Value, missing: u16) -> Option<Value> {
        static SHARED: [OnceLock<Patterns>; CountedList::ALL.len()] = [const { OnceLock::new() }; 4];
        let patterns = SHARED.get(self as usize)?.get_or_init(|| Patterns::read(embedded_counted(self), self));
        patterns.with_missing(position, value, missing)
    }
}

/// A list as it is asked.
#[derive(Debug)]
struct Patterns {
    /// How much longer the way is, by the plies that are missing less one.
    longer: Vec<&'static [u8]>,
    tables: TableList,
}

impl Patterns {
    /// Reads a list, as far as it makes sense.
    fn read(bytes: &'static [u8], list: CountedList) -> Patterns {
        let take = |bytes: &mut &'static [u8]| {
            let (&length, rest) = bytes.split_first()?;
            let (pattern, rest) = rest.split_at_checked(length.into())?;
            *bytes = rest;
            Some(pattern)
        };
        let (&count, mut rest) = bytes.split_first().unwrap_or((&0, &[]));
        let longer = (0..count).map_while(|_| take(&mut rest)).collect();
        Patterns { longer, tables: TableList::read(rest, list.slices()) }
    }

    fn with_missing(&self, position: &Position, value: Value, missing: u16) -> Option<Value> {
        let Some(before) = missing.checked_sub(1) else { return Some(value) };
        let pattern = self.longer.get(usize::from(self.tables.byte(position)? / 2))?;
        Some(match (pattern.get(usize::from(before)), value) {
            (Some(&longer), Value::Win(plies)) => Value::Win(plies + u16::from(longer)),
            (Some(&longer), Value::Loss(plies)) => Value::Loss(plies + u16::from(longer)),
            _ => Value::Draw,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_whole() {
        for list in CountedList::ALL {
            let patterns = Patterns::read(embedded_counted(list), list);
            assert!(patterns.longer.len() > 3, "{list:?}");
            assert_eq!(patterns.tables.count(), list.slices().count(), "{list:?}");
        }
    }

    #[test]
    fn endings_are_found_in_the_list_that_has_them() {
        let of = CountedList::of;
        assert_eq!(of(Laws::Pool, Ending::ThreeKingsOne, false, false), Some(CountedList::Kings));
        assert_eq!(of(Laws::Russian, Ending::ThreeKingsOne, true, true), Some(CountedList::LastOfRoad));
        assert_eq!(of(Laws::Russian, Ending::KingManKing, true, false), Some(CountedList::ManKept));
        assert_eq!(of(Laws::Brazilian, Ending::TwoKingsKingMan, false, false), Some(CountedList::ManAnew));
        assert_eq!(of(Laws::Russian, Ending::KingManKing, false, false), None);
        assert_eq!(of(Laws::Brazilian, Ending::KingManKing, true, false), None);
        assert_eq!(of(Laws::English, Ending::ThreeKingsOne, false, false), None);
    }
}
