//! Zobrist keys (A. Zobrist, "A New Hashing Method with Application for Game Playing", 1970).

use super::{Bitboard, Position, Side};

/// The next value of the splitmix64 sequence: (state, value).
const fn splitmix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ z >> 31)
}

/// The key of a piece on a square, by [`kind`] and bit index.
pub(crate) const PIECE: [[u64; 32]; 4] = {
    let mut table = [[0; 32]; 4];
    let mut state = 0x00DA_3E20;
    let mut kind = 0;
    while kind < 4 {
        let mut square = 0;
        while square < 32 {
            let (next, value) = splitmix(state);
            state = next;
            table[kind][square] = value;
            square += 1;
        }
        kind += 1;
    }
    table
};

/// The key of Black to move.
pub(crate) const BLACK_TO_MOVE: u64 = splitmix(0xB1AC).1;

/// A key for a number that must be told apart, such as a draw counter; 0 gives 0.
#[inline]
pub(crate) const fn of_number(number: u64) -> u64 {
    if number == 0 { 0 } else { splitmix(number.wrapping_mul(0xD6E8_FEB8_6659_FD93)).1 }
}

/// The row of [`PIECE`] for a piece.
#[inline(always)]
pub(crate) const fn kind(side: Side, king: bool) -> usize {
    side.index() + 2 * king as usize
}

/// The key of a position, made from scratch; play keeps it up by differences.
pub(crate) fn of_position(position: &Position) -> u64 {
    let of_set = |set: Bitboard, kind: usize| set.squares().fold(0, |key, square| key ^ PIECE[kind][square.index()]);
    let mut key = if position.side() == Side::Black { BLACK_TO_MOVE } else { 0 };
    for side in [Side::White, Side::Black] {
        key ^= of_set(position.men(side), kind(side, false)) ^ of_set(position.kings(side), kind(side, true));
    }
    key
}
