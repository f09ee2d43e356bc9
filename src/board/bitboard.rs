//! Sets of squares as 32-bit words.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;

/// A set of playing squares, one bit each, in the order that [`Square`] describes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub(crate) u32);

/// The bits of some inner numbers.
const fn of_numbers(numbers: &[u8]) -> Bitboard {
    let mut set = 0;
    let mut i = 0;
    while i < numbers.len() {
        match Square::from_number(numbers[i]) {
            Some(square) => set |= square.bit().0,
            None => panic!("no such square"),
        }
        i += 1;
    }
    Bitboard(set)
}

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 32 squares.
    pub const ALL: Bitboard = Bitboard(u32::MAX);
    /// Row 0, where White's men are crowned.
    pub const TOP_ROW: Bitboard = of_numbers(&[1, 2, 3, 4]);
    /// Row 7, where Black's men are crowned.
    pub const BOTTOM_ROW: Bitboard = of_numbers(&[29, 30, 31, 32]);
    /// The left column.
    pub const LEFT_COLUMN: Bitboard = of_numbers(&[5, 13, 21, 29]);
    /// The right column.
    pub const RIGHT_COLUMN: Bitboard = of_numbers(&[4, 12, 20, 28]);
    /// The squares that are not on an edge: only pieces on these can be captured.
    pub const INNER: Bitboard =
        Bitboard(!(Self::TOP_ROW.0 | Self::BOTTOM_ROW.0 | Self::LEFT_COLUMN.0 | Self::RIGHT_COLUMN.0));
    /// The main diagonal ("main road"), which joins 4 and 29.
    pub const MAIN_ROAD: Bitboard = of_numbers(&[4, 8, 11, 15, 18, 22, 25, 29]);
    /// The eight squares in the middle.
    pub const CENTRE: Bitboard = of_numbers(&[10, 11, 14, 15, 18, 19, 22, 23]);

    /// The set with the given bits.
    pub const fn from_bits(bits: u32) -> Bitboard {
        Bitboard(bits)
    }

    /// The word itself.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The squares of a row, 0 (top) to 7 (bottom); empty for any other number.
    pub const fn row(row: u8) -> Bitboard {
        if row > 7 {
            return Bitboard::EMPTY;
        }
        let first = row * 4 + 1;
        of_numbers(&[first, first + 1, first + 2, first + 3])
    }

    /// Whether no square is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any square is in the set.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// The number of squares, 0-32.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// The squares of this set that are not in the other.
    #[inline(always)]
    pub const fn without(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }

    /// One square of the set (the one with the lowest bit), if there is any.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_bit(self.0.trailing_zeros())) }
    }

    /// The lowest bit alone; empty for the empty set.
    #[inline(always)]
    pub(crate) const fn lowest(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_neg())
    }

    /// The set with its lowest bit removed.
    #[inline(always)]
    pub(crate) const fn without_lowest(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_sub(1))
    }

    /// The squares one step up and right of these; steps off the board are dropped.
    #[inline(always)]
    pub const fn up_right(self) -> Bitboard {
        Bitboard(self.0.rotate_left(1) & !(Self::LEFT_COLUMN.0 | Self::BOTTOM_ROW.0))
    }

    /// The squares one step up and left of these; steps off the board are dropped.
    #[inline(always)]
    pub const fn up_left(self) -> Bitboard {
        Bitboard(self.0.rotate_left(7) & !(Self::RIGHT_COLUMN.0 | Self::BOTTOM_ROW.0))
    }

    /// The squares one step down and left of these; steps off the board are dropped.
    #[inline(always)]
    pub const fn down_left(self) -> Bitboard {
        Bitboard(self.0.rotate_right(1) & !(Self::RIGHT_COLUMN.0 | Self::TOP_ROW.0))
    }

    /// The squares one step down and right of these; steps off the board are dropped.
    #[inline(always)]
    pub const fn down_right(self) -> Bitboard {
        Bitboard(self.0.rotate_right(7) & !(Self::LEFT_COLUMN.0 | Self::TOP_ROW.0))
    }

    /// The set seen from the other side of the board (a half turn).
    #[inline]
    pub const fn turned(self) -> Bitboard {
        Bitboard(self.0.reverse_bits().rotate_left(12))
    }

    /// The squares of the set; in the order of the bits, not of the numbers.
    #[inline]
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let square = rest.first()?;
            rest = rest.without_lowest();
            Some(square)
        })
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.bit())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut squares: Vec<Square> = self.squares().collect();
        squares.sort();
        f.debug_set().entries(squares).finish()
    }
}
