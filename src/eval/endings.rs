//! Endings: driving a lone king out, and what is drawn as a rule.
//!
//! What is said of kings alone was counted over all quiet positions, solved by retrograde analysis. Short kings: two
//! against one win from 99.6% (the double corner is no refuge), three against one from all, two against two from 3%.
//! Flying kings that capture at a distance: two against one win from 3%, three against one from 99.9% if only they stand
//! on the main road and from 9% if only the lone king does, two against two from 1%. Flying kings that capture their
//! neighbours: two against one win from 8%, three against one from 99%, on the main road or off it.

use crate::board::{Bitboard, Position, Side, Square};
use crate::rules::Ruleset;

use super::features::holds_road;
use super::mobility::{self, Threats};
use super::weights::{Drawn, Weights};

/// The steps of a short king from square to square on an empty board, by bit index.
const STEPS: [[u8; 32]; 32] = {
    let mut table = [[0; 32]; 32];
    let mut from = 0;
    while from < 32 {
        let mut to = 0;
        while to < 32 {
            let (a, b) = (Square::from_bit(from), Square::from_bit(to));
            let (rows, cols) = (a.row().abs_diff(b.row()), a.col().abs_diff(b.col()));
            table[from as usize][to as usize] = if rows > cols { rows } else { cols };
            to += 1;
        }
        from += 1;
    }
    table
};

/// How far a square lies from the main road, in diagonals: 0 to 3. The double corners lie furthest.
const OFF_ROAD: [u8; 32] = {
    let mut table = [0; 32];
    let mut at = 0;
    while at < 32 {
        let square = Square::from_bit(at);
        table[at as usize] = (square.row() + square.col()).abs_diff(7) / 2;
        at += 1;
    }
    table
};

/// The squares in the middle but for those of the main road: from there a flying king cuts the most ways to it.
const BESIDE_ROAD: Bitboard = Bitboard::CENTRE.without(Bitboard::MAIN_ROAD);

/// The most squares that a flying king can move to.
const FULL_REACH: i32 = 13;

/// White's gain from the hunt for kings: where the side with fewer pieces has no man. 0 in other positions.
#[inline(always)]
pub(super) fn hunt<R: Ruleset>(position: &Position, weights: &Weights) -> i32 {
    let (white, black) = (position.pieces(Side::White), position.pieces(Side::Black));
    let kings = position.all_kings();
    if white.count() > black.count() && black.without(kings).is_empty() {
        hunted::<R, false>(position, weights)
    } else if black.count() > white.count() && white.without(kings).is_empty() {
        -hunted::<R, true>(position, weights)
    } else {
        0
    }
}

/// What the hunt for the kings of the weaker side, White if `WHITE`, is worth to the other side.
fn hunted<R: Ruleset, const WHITE: bool>(position: &Position, weights: &Weights) -> i32 {
    let side = Side::from_white(WHITE);
    let (weak, strong) = (position.kings(side), position.kings(!side));
    let on_road: i32 = weak.squares().map(|king| 3 - i32::from(OFF_ROAD[king.index()])).sum();
    let steps = |hunter: Square| weak.squares().map(|king| STEPS[king.index()][hunter.index()]).min().unwrap_or(7);
    let near: i32 = strong.squares().map(|hunter| 7 - i32::from(steps(hunter))).sum();
    let mut value = weights.refuge * on_road + weights.chase * near;
    if R::SPEC.kings_fly && weak.count() == 1 {
        let threats = Threats::to::<R, WHITE>(position, true);
        let reach = mobility::of_kings::<R, WHITE>(position, &threats).safe as i32;
        value += weights.net * (FULL_REACH - reach);
        value += weights.beside_road * (strong & BESIDE_ROAD).count() as i32;
    }
    value
}

/// The value for the side to move, brought near to 0 where the stronger side cannot win as a rule: against flying kings
/// it takes many pieces.
#[inline(always)]
pub(super) fn scaled<R: Ruleset>(position: &Position, value: i32, weights: &Weights) -> i32 {
    if !R::SPEC.kings_fly {
        return value;
    }
    let strong = if value >= 0 { position.side() } else { !position.side() };
    if position.kings(!strong).is_empty() {
        return value;
    }
    value * left(position, strong, &weights.drawn) / 64
}

/// What is left of the stronger side's score against a side with kings, in 64ths.
#[inline(always)]
fn left(position: &Position, strong: Side, drawn: &Drawn) -> i32 {
    let (kings, weak_kings) = (position.kings(strong), position.kings(!strong));
    match (position.pieces(strong).count(), weak_kings.count()) {
        (0..=2, _) => drawn.two_on_king,
        (3, _) if holds_road(weak_kings, kings) => drawn.three_on_road,
        (3, 1) if !holds_road(kings, weak_kings) => drawn.three_off_road,
        (3..=4, 2..) => drawn.four_on_two_kings,
        (pieces, _) if pieces <= position.pieces(!strong).count() + 1 => drawn.one_up,
        _ => 64,
    }
}
