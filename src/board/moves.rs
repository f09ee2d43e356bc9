//! Moves and lists of moves.

use arrayvec::ArrayVec;

use super::{Bitboard, Square};

/// A move: where a piece starts and ends, what it captures, and whether it is or becomes a king.
///
/// It holds no path: two ways through the same capture that start and end on the same squares and remove the same
/// pieces are one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Move {
    captured: Bitboard,
    from: Square,
    to: Square,
    flags: u8,
}

const _: () = assert!(size_of::<Move>() == 8);
const _: () = assert!(size_of::<Option<Move>>() <= 12);

/// The moved piece was a king before the move.
const KING: u8 = 1;
/// The move crowns a man.
const CROWNS: u8 = 2;

impl Move {
    /// A move of a piece; `king` says that the piece is one already, `crowns` that this move makes it one.
    #[inline(always)]
    pub(crate) const fn new(from: Square, to: Square, captured: Bitboard, king: bool, crowns: bool) -> Move {
        Move { captured, from, to, flags: ((king as u8) * KING) | ((crowns as u8) * CROWNS) }
    }

    /// Where the piece starts.
    #[inline(always)]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where the piece ends; in a capture that comes round, this may be where it started.
    #[inline(always)]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The captured pieces; empty for a quiet move.
    #[inline(always)]
    pub const fn captured(self) -> Bitboard {
        self.captured
    }

    /// Whether the move captures.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.captured.any()
    }

    /// Whether the piece was a king before the move.
    #[inline(always)]
    pub const fn by_king(self) -> bool {
        self.flags & KING != 0
    }

    /// Whether the move makes a man a king.
    #[inline(always)]
    pub const fn crowns(self) -> bool {
        self.flags & CROWNS != 0
    }

    /// Whether the move can never be taken back by later moves: a capture or a man's move.
    #[inline(always)]
    pub const fn is_irreversible(self) -> bool {
        self.is_capture() || !self.by_king()
    }

    /// Sixteen bits that tell the moves of one position apart, for tables that store moves: from, to and six bits mixed
    /// from the captured pieces. Different captures can share them in rare positions, so a stored code is a hint only.
    /// Never 0.
    #[inline]
    pub(crate) const fn code(self) -> u16 {
        let mixed = self.captured.bits().wrapping_mul(0x9E37_79B1) >> 26;
        let code = (mixed << 10 | (self.from.index() as u32) << 5 | self.to.index() as u32) as u16;
        if code == 0 { 1 } else { code }
    }
}

/// The most moves a list holds.
///
/// The longest lists found by hill climbing have 68 moves with up to twelve pieces a side and 72 with up to 31 (flying
/// kings on the edges of an otherwise empty board; captures come to 68), so this leaves ample room; a test repeats the
/// climb. (Quiet moves cannot be more than 96: a piece has at most 13, and an empty square is reached from at most four
/// sides.)
pub(crate) const MAX_MOVES: usize = 256;

/// A list of moves.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
