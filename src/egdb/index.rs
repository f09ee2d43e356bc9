//! The numbers of positions within their slice.
//!
//! A position is seen with White to move; with Black to move the board is turned and the colours are swapped. Then four
//! sets are ranked one after another, each among the squares that those before it leave: own men, the other side's men,
//! its kings, and own kings. Own men stand on 28 squares, so do the other side's; how many of these own men have taken
//! depends on where they stand, hence the table `base`. A set of k squares that are numbered from 0 in the order of their
//! bits has the rank `C(first, 1) + C(second, 2) + ...` (the combinatorial number system).
//!
//! Own kings come last, so the positions from which a king could have come lie close together.

use std::sync::OnceLock;

use crate::board::{Bitboard, Position, Side};

use super::slice::{CHOOSE, MAX_PIECES, Slice, choose, key};

/// Where the pieces stand as the side to move sees it: its men move towards row 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placement {
    pub men: Bitboard,
    pub kings: Bitboard,
    pub other_men: Bitboard,
    pub other_kings: Bitboard,
}

impl Placement {
    /// The pieces of a position.
    #[inline(always)]
    pub fn of(position: &Position) -> Placement {
        let side = position.side();
        let (mut own, mut other, mut kings) = (position.pieces(side), position.pieces(!side), position.all_kings());
        if side == Side::Black {
            (own, other, kings) = (own.turned(), other.turned(), kings.turned());
        }
        Placement {
            men: own.without(kings),
            kings: own & kings,
            other_men: other.without(kings),
            other_kings: other & kings,
        }
    }

    /// The position with White to move.
    #[inline(always)]
    pub const fn position(&self) -> Position {
        let (white, black) = (self.men.bits() | self.kings.bits(), self.other_men.bits() | self.other_kings.bits());
        let kings = Bitboard::from_bits(self.kings.bits() | self.other_kings.bits());
        Position::from_parts(Bitboard::from_bits(white), Bitboard::from_bits(black), kings, Side::White)
    }

    /// The same pieces with the other side to move, as that side sees them.
    #[inline(always)]
    pub const fn passed(&self) -> Placement {
        Placement {
            men: self.other_men.turned(),
            kings: self.other_kings.turned(),
            other_men: self.men.turned(),
            other_kings: self.kings.turned(),
        }
    }

    /// The [`key`] of the slice; only for at most seven pieces of a kind.
    #[inline(always)]
    pub const fn key(&self) -> usize {
        key(self.men.count(), self.kings.count(), self.other_men.count(), self.other_kings.count())
    }

    /// All squares that are taken.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        let (men, kings) = (self.men.bits() | self.other_men.bits(), self.kings.bits() | self.other_kings.bits());
        Bitboard::from_bits(men | kings)
    }
}

/// The rank of a set among the sets of as many squares that leave `taken` free.
#[inline(always)]
fn rank(set: Bitboard, taken: Bitboard) -> u32 {
    let mut rest = set.bits();
    let mut rank = 0;
    let mut k = 1;
    while rest != 0 {
        let bit = rest.trailing_zeros();
        let below = taken.bits() & ((1 << bit) - 1);
        // At most seven pieces are ever ranked, so the mask changes nothing but the bounds check.
        rank += CHOOSE[k & 7][(bit - below.count_ones()) as usize & 31];
        k += 1;
        rest &= rest - 1;
    }
    rank
}

/// The sets of k of the bits 0-31 in the order of their ranks, which is that of the words.
fn subsets(k: u32) -> &'static [u32] {
    static TABLES: [OnceLock<Vec<u32>>; MAX_PIECES as usize + 1] = [const { OnceLock::new() }; MAX_PIECES as usize + 1];
    TABLES[k as usize].get_or_init(|| {
        let mut sets = Vec::with_capacity(choose(32, k) as usize);
        let mut set = (1u64 << k) - 1;
        for _ in 0..choose(32, k) {
            sets.push(set as u32);
            // The next word with as many bits (R. W. Gosper, HAKMEM 175).
            let lowest = set & set.wrapping_neg();
            let carried = set + lowest;
            set = carried | ((set ^ carried).checked_div(lowest).unwrap_or(0) >> 2);
        }
        sets
    })
}

/// Puts the lowest bits of a word on the squares of a set, in order.
#[inline(always)]
fn deposit(word: u32, squares: Bitboard) -> Bitboard {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: the code is built for processors that have the instruction.
        Bitboard::from_bits(unsafe { std::arch::x86_64::_pdep_u32(word, squares.bits()) })
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        deposit_slowly(word, squares)
    }
}

/// As [`deposit`], on processors without an instruction for it.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn deposit_slowly(mut word: u32, mut squares: Bitboard) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    while word != 0 {
        if word & 1 != 0 {
            found |= squares.lowest();
        }
        squares = squares.without_lowest();
        word >>= 1;
    }
    found
}

/// The numbering of one slice.
#[derive(Clone, Debug)]
pub(crate) struct SliceIndex {
    slice: Slice,
    /// For each placement of own men, by rank: how many placements of both sides' men come before it.
    base: Vec<u32>,
    /// Placements of the other kings for given men.
    other_kings: u32,
    /// Placements of own kings for all else given.
    kings: u32,
    positions: usize,
}

impl SliceIndex {
    /// The numbering of a slice.
    pub fn new(slice: Slice) -> SliceIndex {
        let squares = !Bitboard::TOP_ROW;
        let (own, other) = (u32::from(slice.own_men), u32::from(slice.other_men));
        let placements = choose(28, own) as usize;
        let mut base = Vec::with_capacity(placements + 1);
        let mut before = 0;
        for &word in &subsets(own)[..placements] {
            base.push(before);
            let in_the_way = deposit(word, squares).without(Bitboard::BOTTOM_ROW).count();
            before += choose(28 - in_the_way, other) as u32;
        }
        base.push(before);
        let (other_kings, kings) = (slice.king_placements(false) as u32, slice.king_placements(true) as u32);
        let positions = before as usize * other_kings as usize * kings as usize;
        debug_assert_eq!(positions as u64, slice.positions());
        SliceIndex { slice, base, other_kings, kings, positions }
    }

    /// The slice.
    pub fn slice(&self) -> Slice {
        self.slice
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// How many positions follow one another in which only own kings stand differently.
    pub fn row(&self) -> usize {
        self.kings as usize
    }

    /// How many positions follow one another in which only kings stand differently.
    pub fn sheet(&self) -> usize {
        self.kings as usize * self.other_kings as usize
    }

    /// The number of the first of the positions that differ from this one in where own kings stand only.
    #[inline(always)]
    pub fn row_of(&self, placement: &Placement) -> usize {
        let men = rank(placement.men, Bitboard::TOP_ROW);
        let other_men = rank(placement.other_men, Bitboard::BOTTOM_ROW | placement.men);
        let other_kings = rank(placement.other_kings, placement.men | placement.other_men);
        let both = self.base[men as usize] + other_men;
        (both as usize * self.other_kings as usize + other_kings as usize) * self.kings as usize
    }

    /// The place in its row of a position with own kings on these squares, where the other pieces stand on `others`.
    #[inline(always)]
    pub fn in_row(kings: Bitboard, others: Bitboard) -> usize {
        rank(kings, others) as usize
    }

    /// The number of a position of this slice.
    #[inline(always)]
    pub fn rank(&self, placement: &Placement) -> usize {
        let others = placement.men | placement.other_men | placement.other_kings;
        self.row_of(placement) + SliceIndex::in_row(placement.kings, others)
    }

    /// Something that gives positions by their numbers, fastest in ascending order.
    pub fn cursor(&self) -> Cursor<'_> {
        let nowhere = Placement {
            men: Bitboard::EMPTY,
            kings: Bitboard::EMPTY,
            other_men: Bitboard::EMPTY,
            other_kings: Bitboard::EMPTY,
        };
        let mut cursor = Cursor {
            index: self,
            row: 0,
            men: (0, 0),
            at: nowhere,
            free: Bitboard::EMPTY,
            king_sets: subsets(u32::from(self.slice.own_kings)),
        };
        cursor.seek(0);
        cursor
    }
}

/// Gives positions by their numbers; see [`SliceIndex::cursor`].
pub(crate) struct Cursor<'a> {
    index: &'a SliceIndex,
    /// The number of the first position of the row in which the cursor is.
    row: usize,
    /// The placements of both sides' men that have own men as here: the first, and the first after them.
    men: (u32, u32),
    at: Placement,
    /// The squares on which own kings can stand.
    free: Bitboard,
    king_sets: &'static [u32],
}

impl Cursor<'_> {
    /// The position of a number, which must be below the number of positions.
    #[inline(always)]
    pub fn at(&mut self, number: usize) -> Placement {
        if number.wrapping_sub(self.row) >= self.index.kings as usize {
            self.seek(number);
        }
        Placement { kings: deposit(self.king_sets[number - self.row], self.free), ..self.at }
    }

    /// Goes to the row of a number.
    #[inline(never)]
    fn seek(&mut self, number: usize) {
        let index = self.index;
        let row = number / index.kings as usize;
        self.row = row * index.kings as usize;
        let (both, other_kings) = (row / index.other_kings as usize, row % index.other_kings as usize);
        let both = both as u32;
        if !(self.men.0..self.men.1).contains(&both) {
            let rank = index.base.partition_point(|&base| base <= both) - 1;
            self.men = (index.base[rank], index.base[rank + 1]);
            self.at.men = deposit(subsets(u32::from(index.slice.own_men))[rank], !Bitboard::TOP_ROW);
        }
        let other_men = subsets(u32::from(index.slice.other_men))[(both - self.men.0) as usize];
        self.at.other_men = deposit(other_men, !(Bitboard::BOTTOM_ROW | self.at.men));
        let free = !(self.at.men | self.at.other_men);
        self.at.other_kings = deposit(subsets(u32::from(index.slice.other_kings))[other_kings], free);
        self.free = free.without(self.at.other_kings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_put_in_place_with_and_without_the_instruction() {
        assert_eq!(deposit_slowly(0b1011, Bitboard::from_bits(0b1101_0100)), Bitboard::from_bits(0b1001_0100));
        let mut state = 1u64;
        for _ in 0..10_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (word, squares) = (state as u32, Bitboard::from_bits((state >> 32) as u32));
            assert_eq!(deposit(word, squares), deposit_slowly(word, squares));
        }
    }

    #[test]
    fn numbers_and_positions_answer_one_another() {
        for slice in (2..=5).flat_map(Slice::all) {
            let index = SliceIndex::new(slice);
            assert_eq!(index.positions() as u64, slice.positions(), "{slice}");
            let mut cursor = index.cursor();
            // All of the small slices, some of the large ones.
            let step = (index.positions() / 5_000).max(1);
            for number in (0..index.positions()).step_by(step).chain([index.positions() - 1, 0]) {
                let placement = cursor.at(number);
                assert_eq!(index.rank(&placement), number, "{slice}");
                assert_eq!(placement.key(), slice.key());
                let position = placement.position();
                assert_eq!(Placement::of(&position), placement);
                assert_eq!(Placement::of(&position.mirrored()), placement);
                assert!(!placement.men.meets(Bitboard::TOP_ROW) && !placement.other_men.meets(Bitboard::BOTTOM_ROW));
                assert_eq!(placement.occupied().count(), slice.pieces());
                assert_eq!(placement.passed().passed(), placement);
            }
        }
    }
}
