//! Three kings against one whose plies are counted since it arose (pool, russian): wins for which too few are left.
//!
//! Where the distance fits into the plies that are left, a win stands. Where it is a few plies longer it can stand all the
//! same: a king is given up before the count runs out, and that ends the balance. For each position a table says how many
//! plies may be missing so, and where that is another, longer way. What follows a capture is short, so that more than
//! [`MOST_MISSING`] missing plies always make a draw. The road rule changes nothing in it but by its last ply; see
//! [`super::road`].
//!
//! The list has a [`Table`](super::table::Table) for three kings to move and one for the lone king. A byte is twice a number of these bits, the
//! lowest first: three bits of how many plies may be missing while the distance stays, turned where
//! [`Patience::USUAL`] has them; two bits of how many more may be missing in which it is longer; then half the plies by which
//! it is.

#![deny(clippy::indexing_slicing)]

use std::sync::OnceLock;

use crate::board::Position;
use crate::rules::Laws;

use super::embedded::{COUNTED, kings_move_alike};
use super::slice::Slice;
use super::table::TableList;
use super::value::Value;

/// The most plies that can be missing of a win that stands.
pub(crate) const MOST_MISSING: u16 = 7;

/// How far a win stands for which plies are missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Patience {
    /// How many plies may be missing while the distance stays what it is.
    pub same: u8,
    /// How many more may be missing while it is longer.
    pub longer: u8,
    /// By how many plies it is.
    pub by: u8,
}

impl Patience {
    /// How many plies may be missing in most positions, with the distance the same: the byte 0.
    pub const USUAL: u8 = 3;

    /// The byte of a table.
    #[cfg(test)]
    pub const fn byte(self) -> u8 {
        2 * ((self.same ^ Patience::USUAL) | self.longer << 3 | (self.by / 2) << 5)
    }

    const fn from_byte(byte: u8) -> Patience {
        let bits = byte / 2;
        Patience { same: (bits & 7) ^ Patience::USUAL, longer: bits >> 3 & 3, by: 2 * (bits >> 5) }
    }
}

/// The slices, three kings to move first.
pub(crate) fn counted_slices() -> impl Iterator<Item = Slice> {
    Slice::new(0, 3, 0, 1).into_iter().flat_map(|slice| [slice, slice.mirrored()])
}

/// Whether the tables are for some laws. Kings alone move alike wherever they fly.
pub(crate) fn is_counted(laws: Laws) -> bool {
    kings_move_alike(laws, COUNTED.0)
}

/// The value of three kings against one of which the count ends so many plies before it has come to its end, from its
/// value without limits; `None` for other positions.
pub(crate) fn with_missing(position: &Position, value: Value, missing: u16) -> Option<Value> {
    if missing > MOST_MISSING {
        return Some(Value::Draw);
    }
    static SHARED: OnceLock<TableList> = OnceLock::new();
    let tables = SHARED.get_or_init(|| TableList::read(COUNTED.1, counted_slices()));
    let patience = Patience::from_byte(tables.byte(position)?);
    let (same, longer) = (u16::from(patience.same), u16::from(patience.longer));
    Some(match value {
        _ if missing <= same => value,
        Value::Win(plies) if missing <= same + longer => Value::Win(plies + u16::from(patience.by)),
        Value::Loss(plies) if missing <= same + longer => Value::Loss(plies + u16::from(patience.by)),
        _ => Value::Draw,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_back() {
        assert_eq!(Patience { same: Patience::USUAL, ..Patience::default() }.byte(), 0);
        for (same, longer, by) in [(0, 0, 0), (7, 0, 0), (0, 1, 6), (3, 2, 2), (1, 2, 4)] {
            let patience = Patience { same, longer, by };
            assert_eq!(Patience::from_byte(patience.byte()), patience);
        }
    }
}
