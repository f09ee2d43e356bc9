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

/// White's gain in kings against kings alone, for driving the weaker side's kings out; 0 in other positions.
#[inline(always)]
pub(super) fn hunt(position: &Position, weights: &Weights) -> i32 {
    if position.occupied() != position.all_kings() {
        return 0;
    }
    let (white, black) = (position.pieces(Side::White), position.pieces(Side::Black));
    match white.count().cmp(&black.count()) {
        std::cmp::Ordering::Greater => hunted(white, black, weights),
        std::cmp::Ordering::Less => -hunted(black, white, weights),
        std::cmp::Ordering::Equal => 0,
    }
}

#[inline]
fn hunted(strong: Bitboard, weak: Bitboard, weights: &Weights) -> i32 {
    let on_road: i32 = weak.squares().map(|king| 3 - i32::from(OFF_ROAD[king.index()])).sum();
    let steps = |hunter: Square| weak.squares().map(|king| STEPS[king.index()][hunter.index()]).min().unwrap_or(7);
    let near: i32 = strong.squares().map(|hunter| 7 - i32::from(steps(hunter))).sum();
    weights.refuge * on_road + weights.chase * near
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
