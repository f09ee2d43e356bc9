//! The 32 playing squares and the order in which bitboards hold them.

use std::cmp::Ordering;
use std::fmt;

use super::Bitboard;

/// A playing square.
///
/// Squares are numbered 1-32 from the top left ("inner numbers", PDN's English order) and stored as the bit that holds
/// them in a [`Bitboard`]. The bits are laid out so that one diagonal step is a rotation of the 32-bit word, the same
/// from every square: up right is a rotation left by 1, up left by 7, down left right by 1, down right right by 7.
/// Only edges need masking. (The layout is the one known as "rotated bitboards for checkers".)
///
/// ```text
///      .  11   .   5   .  31   .  25        bits; the inner numbers of the top row are 1 2 3 4
///     10   .   4   .  30   .  24   .
///      .   3   .  29   .  23   .  17
///      2   .  28   .  22   .  16   .
///      .  27   .  21   .  15   .   9
///     26   .  20   .  14   .   8   .
///      .  19   .  13   .   7   .   1
///     18   .  12   .   6   .   0   .
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Square(u8);

/// The bit of each inner number, 1 first.
const BIT_OF_NUMBER: [u8; 32] = [
    11, 5, 31, 25, 10, 4, 30, 24, 3, 29, 23, 17, 2, 28, 22, 16, 27, 21, 15, 9, 26, 20, 14, 8, 19, 13, 7, 1, 18, 12, 6,
    0,
];

/// The inner number of each bit.
const NUMBER_OF_BIT: [u8; 32] = {
    let mut table = [0; 32];
    let mut number = 0;
    while number < 32 {
        table[BIT_OF_NUMBER[number] as usize] = number as u8 + 1;
        number += 1;
    }
    table
};

impl Square {
    /// The square of an inner number 1-32; `None` for any other number.
    pub const fn from_number(number: u8) -> Option<Square> {
        match number {
            1..=32 => Some(Square(BIT_OF_NUMBER[number as usize - 1])),
            _ => None,
        }
    }

    /// The playing square on a row (0 = top, where White's men are crowned) and a column (0 = left); `None` off the
    /// board or on a square that is not played on.
    pub const fn from_row_col(row: u8, col: u8) -> Option<Square> {
        if row < 8 && col < 8 && (row + col) % 2 == 1 { Square::from_number(row * 4 + col / 2 + 1) } else { None }
    }

    /// The square of a bit index, of which only the lowest five bits count.
    #[inline(always)]
    pub(crate) const fn from_bit(bit: u32) -> Square {
        Square((bit & 31) as u8)
    }

    /// The inner number, 1-32.
    #[inline]
    pub const fn number(self) -> u8 {
        NUMBER_OF_BIT[(self.0 & 31) as usize]
    }

    /// The row, 0 (top) to 7 (bottom).
    #[inline]
    pub const fn row(self) -> u8 {
        (self.number() - 1) / 4
    }

    /// The column, 0 (left) to 7 (right).
    #[inline]
    pub const fn col(self) -> u8 {
        (self.number() - 1) % 4 * 2 + if self.row().is_multiple_of(2) { 1 } else { 0 }
    }

    /// The index of the square's bit, 0-31.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The bitboard of this square alone.
    #[inline(always)]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << self.0)
    }

    /// The square seen from the other side of the board (a half turn): 1 becomes 32.
    #[inline]
    pub const fn turned(self) -> Square {
        Square(43u8.wrapping_sub(self.0) & 31)
    }

    /// The 32 squares in the order of their inner numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        BIT_OF_NUMBER.iter().map(|&bit| Square(bit))
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Square) -> Ordering {
        self.number().cmp(&other.number())
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Square) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_rows_and_columns_agree() {
        for (i, square) in Square::all().enumerate() {
            assert_eq!(square.number() as usize, i + 1);
            assert_eq!(Square::from_row_col(square.row(), square.col()), Some(square));
            assert_eq!(square.turned().number() as usize, 32 - i);
            assert_eq!(square.bit().turned(), square.turned().bit());
        }
        assert_eq!(Square::from_number(0), None);
        assert_eq!(Square::from_number(33), None);
        assert_eq!(Square::from_row_col(0, 0), None);
    }

    #[test]
    fn steps_follow_the_board() {
        for square in Square::all() {
            let (row, col) = (square.row() as i8, square.col() as i8);
            let at = |r: i8, c: i8| {
                let found = if r < 0 || c < 0 { None } else { Square::from_row_col(r as u8, c as u8) };
                found.map_or(Bitboard::EMPTY, Square::bit)
            };
            let bit = square.bit();
            assert_eq!(bit.up_right(), at(row - 1, col + 1), "{square:?}");
            assert_eq!(bit.up_left(), at(row - 1, col - 1), "{square:?}");
            assert_eq!(bit.down_right(), at(row + 1, col + 1), "{square:?}");
            assert_eq!(bit.down_left(), at(row + 1, col - 1), "{square:?}");
        }
    }
}
