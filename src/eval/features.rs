//! What one side has, feature by feature.

use crate::board::{Bitboard, Position, Side, Square};
use crate::movegen::forwards;
use crate::rules::Ruleset;

use super::mobility::{self, KingMoves, Threats};
use super::weights::{Pair, Weights};

/// The rows from the top.
const ROWS: [Bitboard; 8] = {
    let mut rows = [Bitboard::EMPTY; 8];
    let mut row = 0;
    while row < 8 {
        rows[row as usize] = Bitboard::row(row);
        row += 1;
    }
    rows
};

/// The left and right edges.
const SIDES: Bitboard = Bitboard::from_bits(Bitboard::LEFT_COLUMN.bits() | Bitboard::RIGHT_COLUMN.bits());
/// All four edges.
const EDGES: Bitboard = Bitboard::from_bits(!Bitboard::INNER.bits());

const fn bit(number: u8) -> Bitboard {
    match Square::from_number(number) {
        Some(square) => square.bit(),
        None => panic!("no such square"),
    }
}

/// The row `n` rows on from the side's own back row.
#[inline(always)]
const fn own_row<const WHITE: bool>(n: usize) -> Bitboard {
    if WHITE { ROWS[7 - n] } else { ROWS[n] }
}

/// Everything that the side has but material, and that is not a matter of both sides.
#[inline(always)]
pub(super) fn of_side<R: Ruleset, const WHITE: bool>(
    position: &Position,
    threats: &Threats,
    weights: &Weights,
) -> Pair {
    let side = Side::from_white(WHITE);
    let men = position.men(side);
    let mut sum = placement::<WHITE>(men, weights) + structure::<WHITE>(men, weights);
    if position.men(!side).any() {
        sum += weights.back_rank[back_rank::<WHITE>(men)];
        sum += weights.dog_hole * in_dog_hole::<WHITE>(position) as u32;
    }
    let mut moves = mobility::of_men::<WHITE>(position, threats);
    sum += weights.man_move * moves;
    if position.kings(side).any() {
        let king_moves = of_kings_moves::<R, WHITE>(position, threats);
        moves += king_moves.safe;
        sum += kings::<R, WHITE>(position, king_moves, weights);
    }
    if moves == 0 {
        sum += weights.no_safe_move;
    }
    sum
}

/// Where the men stand.
#[inline(always)]
fn placement<const WHITE: bool>(men: Bitboard, weights: &Weights) -> Pair {
    let mut sum = weights.man_in_centre * (men & Bitboard::CENTRE).count();
    sum += weights.man_on_edge * (men & SIDES).count();
    for (n, &weight) in weights.row.iter().enumerate() {
        sum += weight * (men & own_row::<WHITE>(n)).count();
    }
    sum
}

/// How the men back each other.
#[inline(always)]
fn structure<const WHITE: bool>(men: Bitboard, weights: &Weights) -> Pair {
    let [first, second] = forwards(WHITE);
    weights.backing * ((first.step(men) & men).count() + (second.step(men) & men).count())
}

/// The men on the side's own back row as an index; see [`Weights::back_rank`].
#[inline(always)]
pub(super) fn back_rank<const WHITE: bool>(men: Bitboard) -> usize {
    // The squares of a row lie six bits apart; the multiplications bring them together, and no two of the products'
    // other bits meet.
    let row = (men & own_row::<WHITE>(0)).bits();
    let gathered = if WHITE {
        row.wrapping_mul(1 | 1 << 5 | 1 << 10 | 1 << 15) >> 15
    } else {
        row.rotate_right(25).wrapping_mul(1 | 1 << 7 | 1 << 14 | 1 << 21) >> 18
    };
    (gathered & 15) as usize
}

/// Whether a man of the side is in the dog hole.
#[inline(always)]
fn in_dog_hole<const WHITE: bool>(position: &Position) -> bool {
    let side = Side::from_white(WHITE);
    let (hole, corner) = if WHITE { (bit(5), bit(1)) } else { (bit(28), bit(32)) };
    position.men(side).meets(hole) && position.men(!side).meets(corner)
}

#[inline(always)]
fn of_kings_moves<R: Ruleset, const WHITE: bool>(position: &Position, threats: &Threats) -> KingMoves {
    if R::SPEC.men_capture_kings {
        mobility::of_kings::<R, WHITE>(position, threats)
    } else {
        mobility::of_kings::<R, WHITE>(position, &Threats::to::<R, WHITE>(position, true))
    }
}

/// Where the kings stand and what they can do.
#[inline(always)]
fn kings<R: Ruleset, const WHITE: bool>(position: &Position, moves: KingMoves, weights: &Weights) -> Pair {
    let side = Side::from_white(WHITE);
    let kings = position.kings(side);
    let mut sum = weights.king_move * moves.safe + weights.trapped_king * moves.trapped;
    sum += weights.king_in_centre * (kings & Bitboard::CENTRE).count();
    sum += weights.king_on_edge * (kings & EDGES).count();
    if R::SPEC.kings_fly && holds_road(kings, position.kings(!side)) {
        sum += weights.road;
    }
    sum
}

/// Whether one side's kings hold the main road against the other's.
#[inline(always)]
pub(super) fn holds_road(kings: Bitboard, enemy_kings: Bitboard) -> bool {
    kings.meets(Bitboard::MAIN_ROAD) && !enemy_kings.meets(Bitboard::MAIN_ROAD)
}
