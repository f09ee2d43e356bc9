//! What the last ply of the road rule changes.
//!
//! Russian counts the plies that are made while one king, against three pieces with a king among them, stands alone on the
//! main road, and draws at the tenth. Where kings fly he can be beaten only if he is driven from there or taken at once:
//! some shortest way lets him stand there for one ply at most. So with two plies left or more the rule changes neither who
//! wins nor how soon, and a number of plies serves any limit. With one ply left it makes draws of some wins and others longer.
//! Those positions are listed here, and a test solves them all again.
//!
//! The list has a [`Table`](super::table::Table) for each slice of [`Slice::road_balances`], with a byte a position: 0 where nothing changes,
//! [`DRAWN`] where a win or loss becomes a draw, else the plies that it takes longer.

#![deny(clippy::indexing_slicing)]

use std::sync::OnceLock;

use crate::board::Position;
use crate::rules::Laws;

use super::embedded::{ROAD, kings_move_alike};
use super::slice::Slice;
use super::table::TableList;
use super::value::Value;

/// The byte of a position that the last ply makes a draw of.
pub(crate) const DRAWN: u8 = 1;

/// What the program holds.
fn shared() -> &'static TableList {
    static SHARED: OnceLock<TableList> = OnceLock::new();
    SHARED.get_or_init(|| TableList::read(ROAD.1, Slice::road_balances()))
}

/// Whether the changes in a slice are known for some laws.
pub(crate) fn is_known(laws: Laws, slice: Slice) -> bool {
    laws == ROAD.0 || slice.men() == 0 && kings_move_alike(laws, ROAD.0)
}

/// The value of a position in which one ply more makes a draw, from its value without draw rules; `None` where that is not
/// known.
pub(crate) fn value(laws: Laws, position: &Position, value: Value) -> Option<Value> {
    Slice::of(position).filter(|&slice| is_known(laws, slice))?;
    Some(match (shared().byte(position)?, value) {
        (DRAWN, _) => Value::Draw,
        (longer, Value::Win(plies)) => Value::Win(plies + u16::from(longer)),
        (longer, Value::Loss(plies)) => Value::Loss(plies + u16::from(longer)),
        (_, Value::Draw) => Value::Draw,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_whole() {
        assert_eq!(shared().count(), Slice::road_balances().count());
    }
}
