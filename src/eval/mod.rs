//! Static evaluation.
//!
//! Of two kinds. A [`network`] learnt from the engine's own games values what the endgame databases within the program do not
//! hold (see [`LEARNED`]). The rest is left to an evaluation written by hand: who wins there is known, and what is
//! wanted is a way to see progress, such as how near the hunters are to a lone king; games end before they come there, so a
//! network learns nothing of it. It also plays where other pieces than those of a game are set up, and is the yardstick
//! for networks.
//!
//! By hand there is one set of numbers a family of rulesets. The same code values both sides, and features of a side are read
//! by squares as that side sees them, so a position and its mirror image have the same value. [`weights`] holds the
//! numbers and says what each of them is for.

mod endings;
mod features;
mod giveaway;
mod mobility;
pub(crate) mod network;
mod runaway;
mod weights;

#[cfg(test)]
mod tests;

pub(crate) use giveaway::evaluate_giveaway;
pub(crate) use network::Network;
pub use network::{Weights, WeightsError};

use crate::board::{Bitboard, Position, Side};
use crate::rules::{Laws, Ruleset};
use crate::score::Score;

use mobility::Threats;
use weights::{Pair, Weights as ByHand};

/// The largest value there is, in hundredths of a man. Only set-ups of far more than twelve pieces a side come near it.
const LIMIT: i32 = Score::MAX_HEURISTIC - 1;

/// What was found of one side.
#[derive(Clone, Copy)]
struct Found {
    /// Positional features.
    features: Pair,
    /// The moves in which some man is crowned for certain; 0 if there is none.
    runaway: usize,
}

/// With so many pieces positions are valued by what was learnt: with more than the embedded databases hold, and not with more
/// than a game begins with.
const LEARNED: std::ops::RangeInclusive<u32> = 5..=24;

/// The static value of a position for its side to move, in hundredths of a man; less than 20000 either way.
///
/// Meant for quiet positions: what is about to be captured is left to the search.
#[inline(always)]
pub(crate) fn evaluate<R: Ruleset>(position: &Position, network: Option<&Network>) -> i32 {
    match network {
        Some(network) if LEARNED.contains(&position.occupied().count()) => {
            network.evaluate(position).clamp(-LIMIT, LIMIT)
        }
        _ => evaluate_by_hand::<R>(position),
    }
}

/// What a logit of the expected result is in hundredths of a man, as the network of some laws learnt it.
pub(crate) fn logit(laws: Laws) -> f64 {
    Network::embedded(laws).map_or(100.0, |network| f64::from(network.scale))
}

/// The same by the numbers written by hand.
#[inline(never)]
pub(crate) fn evaluate_by_hand<R: Ruleset>(position: &Position) -> i32 {
    evaluate_with::<R>(position, const { ByHand::of(&R::SPEC) })
}

#[inline(always)]
fn evaluate_with<R: Ruleset>(position: &Position, weights: &ByHand) -> i32 {
    let pieces = position.occupied().count();
    let white = found::<R, true>(position, weights);
    let black = found::<R, false>(position, weights);
    let material = material(position, weights).at(pieces);
    let mut value = with_trade(material, pieces, weights) + (white.features - black.features).at(pieces);
    value += weights.runaway[white.runaway] - weights.runaway[black.runaway];
    value += endings::hunt::<R>(position, weights);
    if position.side() == Side::Black {
        value = -value;
    }
    value += weights.tempo + the_move(position, weights).at(pieces);
    endings::scaled::<R>(position, value, weights).clamp(-LIMIT, LIMIT)
}

#[inline(always)]
fn found<R: Ruleset, const WHITE: bool>(position: &Position, weights: &ByHand) -> Found {
    let threats = Threats::to::<R, WHITE>(position, false);
    Found {
        features: features::of_side::<R, WHITE>(position, &threats, weights),
        runaway: runaway::moves_to_crown::<R, WHITE>(position, &threats),
    }
}

/// White's lead in material.
#[inline(always)]
fn material(position: &Position, weights: &ByHand) -> Pair {
    let of = |side: Side| weights.man * position.men(side).count() + weights.king * position.kings(side).count();
    of(Side::White) - of(Side::Black)
}

/// A lead in material, worth more with fewer pieces about: whoever leads should exchange.
#[inline(always)]
const fn with_trade(lead: i32, pieces: u32, weights: &ByHand) -> i32 {
    let pieces = if pieces == 0 { 1 } else { pieces as i32 };
    lead + lead * weights.trade / (100 * pieces)
}

/// What the move is worth to the side to move: where both sides have as many pieces and the number of pieces on the rows
/// of its system (every second row, its own back row the first) is odd, it will have the opposition, else the other side.
#[inline(always)]
fn the_move(position: &Position, weights: &ByHand) -> Pair {
    if position.pieces(Side::White).count() != position.pieces(Side::Black).count() {
        return Pair::ZERO;
    }
    if has_the_move(position) { weights.the_move } else { -weights.the_move }
}

/// Rows 1, 3, 5 and 7: White's system.
const WHITE_SYSTEM: Bitboard = Bitboard::from_bits(
    Bitboard::row(1).bits() | Bitboard::row(3).bits() | Bitboard::row(5).bits() | Bitboard::row(7).bits(),
);

#[inline(always)]
fn has_the_move(position: &Position) -> bool {
    let system = if position.side() == Side::White { WHITE_SYSTEM } else { !WHITE_SYSTEM };
    (position.occupied() & system).count() % 2 == 1
}
