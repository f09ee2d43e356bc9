//! The learned evaluation: a small network over the pieces as the side to move sees them.
//!
//! Inputs are 128: for each of own men, the other side's men, own kings, its kings, the 32 squares by their bits, the board
//! turned so that the side to move goes up. So a position and its mirror image have the same value by construction. The
//! first layer adds up a row of [`FIRST`] weights for each piece; what comes of it, cut to 0-1, goes through a second layer
//! of [`SECOND`] units and a last of one, of which there are [`BUCKETS`] by the number of pieces and whether there are
//! kings. All weights are whole numbers, so the value is the same on every machine.

mod embedded;
mod file;
mod forward;

pub use file::WeightsError;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::board::{Position, Side};
use crate::journal::crc32;
use crate::rules::Laws;

/// Inputs: four kinds of pieces on 32 squares.
pub(crate) const INPUTS: usize = 128;
/// Units of the first layer.
pub(crate) const FIRST: usize = 128;
/// Units of the second layer.
pub(crate) const SECOND: usize = 16;
/// Second and last layers.
pub(crate) const BUCKETS: usize = 8;

/// What 1 is in the first layer.
pub(crate) const FIRST_ONE: i32 = 255;
/// What 1 is as a weight of the second layer.
pub(crate) const SECOND_ONE: i32 = 512;
/// By how many bits sums of the second layer are shifted down.
pub(crate) const SECOND_SHIFT: i32 = 7;
/// What 1 is in the second layer.
pub(crate) const SECOND_FULL: i32 = (FIRST_ONE * SECOND_ONE) >> SECOND_SHIFT;
/// What 1 is as a weight of the last layer.
pub(crate) const LAST_ONE: i32 = 1024;

/// The weights of a network.
#[repr(C, align(64))]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Network {
    /// A row for each input.
    pub first: [[i16; FIRST]; INPUTS],
    pub first_bias: [i16; FIRST],
    /// For each bucket and each two units of the first layer: their weights for each unit of the second.
    pub second: [[[[i16; 2]; SECOND]; FIRST / 2]; BUCKETS],
    pub second_bias: [[i32; SECOND]; BUCKETS],
    pub last: [[i16; SECOND]; BUCKETS],
    pub last_bias: [i32; BUCKETS],
    /// What a logit of 1 is in hundredths of a man.
    pub scale: i32,
}

/// Which of the last layers a position goes through, by its pieces and whether there is a king.
#[inline(always)]
pub(crate) const fn bucket(pieces: u32, any_king: bool) -> usize {
    let by_pieces = match pieces {
        0..=7 => 0,
        8..=11 => 1,
        12..=15 => 2,
        _ => 3,
    };
    2 * by_pieces + any_king as usize
}

/// The four sets of pieces as the side to move sees them: own men, other men, own kings, other kings.
#[inline(always)]
pub(crate) fn inputs(position: &Position) -> [u32; 4] {
    let side = position.side();
    let [own, other] = [position.pieces(side), position.pieces(!side)];
    let kings = position.all_kings();
    let sets = [own.without(kings), other.without(kings), own & kings, other & kings];
    if side == Side::White { sets.map(|set| set.bits()) } else { sets.map(|set| set.turned().bits()) }
}

/// The rows of the first layer that a set of pieces of one kind switches on. (Of one kind, as one iterator over all four made
/// the search slower by a hundredth.)
#[inline(always)]
pub(crate) fn rows(kind: usize, mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(kind * 32 + bit)
    })
}

impl Network {
    /// A network of zeros, without using the stack.
    pub fn zeroed() -> Box<Network> {
        let layout = std::alloc::Layout::new::<Network>();
        // SAFETY: all fields are integers, for which zeros are a value; the layout is that of the type and not empty.
        unsafe {
            let place = std::alloc::alloc_zeroed(layout).cast::<Network>();
            if place.is_null() {
                std::alloc::handle_alloc_error(layout);
            }
            Box::from_raw(place)
        }
    }

    /// The value of a position for its side to move, in hundredths of a man.
    #[inline(always)]
    pub fn evaluate(&self, position: &Position) -> i32 {
        let sets = inputs(position);
        let bucket = bucket(position.occupied().count(), position.all_kings().any());
        let sum = forward::last_sum(self, &sets, bucket);
        // Halves and the rest in 64 bits: sums of odd weights can be large.
        ((i64::from(sum) * i64::from(self.scale)) / i64::from(SECOND_FULL * LAST_ONE)) as i32
    }
}

/// A network from a file, and the laws that it is for.
#[derive(Clone)]
pub struct Weights(Arc<(Laws, Box<Network>)>);

impl Weights {
    /// Reads a file that `damero tune fit` wrote.
    ///
    /// # Errors
    /// If it cannot be read, or holds no sound weights of this program's version.
    pub fn load(path: &Path) -> Result<Weights, WeightsError> {
        Network::load(path).map(|loaded| Weights(Arc::new(loaded)))
    }

    /// The laws that they are for.
    pub fn laws(&self) -> Laws {
        self.0.0
    }

    /// The check sum of the weights.
    pub(crate) fn sum(&self) -> u32 {
        crc32(0, &self.network().to_bytes(self.laws()))
    }

    /// The network itself.
    pub(crate) fn network(&self) -> &Network {
        &self.0.1
    }
}

impl PartialEq for Weights {
    fn eq(&self, other: &Weights) -> bool {
        self.0 == other.0
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Weights({:?})", self.laws())
    }
}
