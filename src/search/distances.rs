//! Distances to the win in endings of up to four pieces, at hand within the time of a move.
//!
//! Two and three pieces are solved when the searcher is made: it takes a hundredth of a second or two, no longer than decoding
//! them would. Of four pieces only what the root can lead to is solved, in a part of the time of the moves that are made
//! there; what is not finished goes on with the next move, and what is solved is kept.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Position, Side};
use crate::egdb::{Slice, Value};
use crate::rules::Ruleset;
use crate::solve::{Endings, Medium, Solving, Trouble, Wanted};

/// The most pieces that are solved.
pub(crate) const MOST: u32 = 4;
/// The most pieces that are solved before there is a game.
const AT_ONCE: u32 = 3;

/// What is solved so far, and what is being solved.
pub(crate) struct Distances {
    endings: Endings,
    /// What was broken off: games come and go between endings, and no work on one is lost.
    solving: BTreeMap<Slice, Solving>,
}

impl Distances {
    /// Nothing solved yet.
    pub fn none() -> Distances {
        Distances { endings: Endings::new(), solving: BTreeMap::new() }
    }

    /// The endings of two and three pieces.
    pub fn new<R: Ruleset>() -> Distances {
        let mut distances = Distances::none();
        for slice in (2..=AT_ONCE).flat_map(Slice::pairs) {
            // Nothing stops it, and no distance of so few pieces is too long.
            let _ = distances.solve::<R>(slice, &|| false);
        }
        distances
    }

    /// The value of a position, if it is solved.
    pub fn value(&self, position: &Position) -> Option<Value> {
        if position.occupied().count() > MOST { None } else { self.endings.value(position) }
    }

    /// Solves what a position can lead to, until `stopped` says so.
    pub fn work<R: Ruleset>(&mut self, position: &Position, stopped: &(dyn Fn() -> bool + Sync)) {
        let Some(slice) = slice_of(position).filter(|slice| slice.pieces() <= MOST) else { return };
        for slice in needed(slice) {
            if self.endings.get(slice).is_none() && self.solve::<R>(slice, stopped).is_err() {
                return;
            }
        }
    }

    /// Solves a slice and its mirror image, or goes on with it.
    fn solve<R: Ruleset>(&mut self, slice: Slice, stopped: &(dyn Fn() -> bool + Sync)) -> Result<(), Trouble> {
        let begun = self.solving.remove(&slice);
        let mut solving = begun.map_or_else(|| Solving::new(slice, Wanted::Distances), Ok)?;
        match solving.go_on::<R>(&self.endings, Medium::Memory, stopped) {
            Ok(solved) => {
                solved.into_iter().for_each(|solved| self.endings.insert(solved));
                Ok(())
            }
            Err(trouble) => {
                self.solving.insert(slice, solving);
                Err(trouble)
            }
        }
    }
}

/// The slice of a position, seen by its side to move; `None` where there are too many pieces, or a side has none.
fn slice_of(position: &Position) -> Option<Slice> {
    let counts = |side: Side| (position.men(side).count() as u8, position.kings(side).count() as u8);
    let (own, other) = (counts(position.side()), counts(!position.side()));
    Slice::new(own.0, own.1, other.0, other.1)
}

/// The slices that a slice leads to and itself, one of each mirror pair, in an order in which they can be solved.
fn needed(slice: Slice) -> Vec<Slice> {
    let mut found = BTreeSet::new();
    let mut to_do = vec![slice.leading()];
    while let Some(slice) = to_do.pop() {
        if found.insert((slice.pieces(), slice.men(), slice)) {
            to_do.extend(slice.crowned());
            to_do.extend(captured(slice));
        }
    }
    found.into_iter().map(|(.., slice)| slice).collect()
}

/// The slices to which the capture of a piece leads, perhaps with a man crowned, who is then to be had from
/// [`Slice::crowned`].
fn captured(slice: Slice) -> impl Iterator<Item = Slice> {
    let Slice { own_men, own_kings, other_men, other_kings } = slice;
    [
        (own_men.checked_sub(1), Some(own_kings), Some(other_men), Some(other_kings)),
        (Some(own_men), own_kings.checked_sub(1), Some(other_men), Some(other_kings)),
        (Some(own_men), Some(own_kings), other_men.checked_sub(1), Some(other_kings)),
        (Some(own_men), Some(own_kings), Some(other_men), other_kings.checked_sub(1)),
    ]
    .into_iter()
    .filter_map(|(men, kings, others, other_kings)| Slice::new(men?, kings?, others?, other_kings?))
    .map(Slice::leading)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use super::*;
    use crate::rules::English;

    #[test]
    fn work_that_was_broken_off_goes_on_and_comes_to_the_same() {
        let position = |slice: Slice| crate::egdb::SliceIndex::new(slice).cursor().at(12_345).position();
        let slice = Slice::new(1, 0, 1, 1).unwrap();
        let mut whole = Distances::new::<English>();
        let four = Slice::new(1, 1, 1, 1).unwrap();
        whole.work::<English>(&position(four), &|| false);
        let mut parts = Distances::new::<English>();
        let mut calls = 0;
        while parts.value(&position(four)).is_none() {
            let left = AtomicU32::new(3);
            parts.work::<English>(&position(four), &|| left.fetch_sub(1, Relaxed) <= 1);
            calls += 1;
            assert!(calls < 100_000, "it does not come on");
        }
        assert!(calls > 20, "it was hardly broken off: {calls}");
        for slice in needed(four).into_iter().chain(needed(slice)) {
            let values = |of: &Distances| of.endings.get(slice).map(|solved| solved.values.to_vec());
            assert!(values(&whole).is_some() && values(&whole) == values(&parts), "{slice}");
        }
    }
}
