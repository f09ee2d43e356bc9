//! Slices that are solved, and looking positions up in them.

use std::sync::Arc;

use rayon::prelude::*;

use crate::board::Position;
use crate::egdb::{KEYS, Placement, Slice, SliceIndex, Value, Wld};

use super::store::Store;

/// A solved slice: a byte a position, as [`Value::from_byte`] reads it.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    pub index: SliceIndex,
    pub values: Store<u8>,
}

/// The slices that are solved so far.
#[derive(Clone, Debug)]
pub(crate) struct Endings {
    slices: Vec<Option<Arc<Solved>>>,
}

/// The byte of a side that has no piece left: it has lost.
const NOTHING_LEFT: u8 = 1;

impl Endings {
    /// No slice.
    pub fn new() -> Endings {
        Endings { slices: vec![None; KEYS] }
    }

    /// A slice, if it is solved.
    pub fn get(&self, slice: Slice) -> Option<&Arc<Solved>> {
        self.slices[slice.key()].as_ref()
    }

    /// Adds a solved slice.
    pub fn insert(&mut self, solved: Solved) {
        let key = solved.index.slice().key();
        self.slices[key] = Some(Arc::new(solved));
    }

    /// Forgets a slice.
    pub fn remove(&mut self, slice: Slice) {
        self.slices[slice.key()] = None;
    }

    /// Keeps outcomes alone: bytes become 0 for draws, 1 for losses and 2 for wins.
    pub fn forget_distances(&mut self) {
        for solved in self.slices.iter_mut().flatten() {
            let solved = Arc::make_mut(solved);
            solved.values.par_iter_mut().for_each(|byte| *byte = Wld::of_byte(*byte));
        }
    }

    /// The bytes of memory that the slices take.
    pub fn memory(&self) -> u64 {
        self.slices.iter().flatten().map(|solved| solved.values.memory()).sum()
    }

    /// The byte of a position, whose slice must be solved. The side to move may have no piece.
    ///
    /// # Panics
    /// If the slice is not solved: slices are solved in an order that does not let that happen.
    #[inline(always)]
    pub fn byte(&self, position: &Position) -> u8 {
        if position.pieces(position.side()).is_empty() {
            return NOTHING_LEFT;
        }
        self.byte_of(&Placement::of(position))
    }

    /// As [`Endings::byte`], of a placement in which both sides have a piece.
    #[inline(always)]
    pub fn byte_of(&self, placement: &Placement) -> u8 {
        match &self.slices[placement.key()] {
            Some(solved) => solved.values[solved.index.rank(placement)],
            None => unsolved(placement),
        }
    }

    /// The value of a position, if its slice is solved.
    pub fn value(&self, position: &Position) -> Option<Value> {
        if position.pieces(position.side()).is_empty() {
            return Some(Value::Loss(0));
        }
        let placement = Placement::of(position);
        let solved = self.slices.get(placement.key())?.as_ref()?;
        (placement.occupied().count() == solved.index.slice().pieces())
            .then(|| Value::from_byte(solved.values[solved.index.rank(&placement)]))
    }
}

#[cold]
#[inline(never)]
fn unsolved(placement: &Placement) -> u8 {
    panic!("the slice of {placement:?} is not solved")
}
