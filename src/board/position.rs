//! Positions: where the pieces stand and whose turn it is.

use std::fmt;

use crate::lang::{Lang, Say};

use super::{Bitboard, Move, Side, Square};

/// A position: three bitboards and the side to move. It knows no ruleset, no history and no counter.
///
/// ```
/// use damero::{Position, Side};
/// let start = Position::start(Side::Black);
/// assert_eq!(start.pieces(Side::White).count(), 12);
/// assert_eq!(start.side(), Side::Black);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    white: Bitboard,
    black: Bitboard,
    kings: Bitboard,
    side: Side,
}

const _: () = assert!(size_of::<Position>() == 16);

/// Why a set-up is no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// Both sides have a piece on this square.
    Shared(Square),
    /// A man stands on its own promotion row, where it would have been crowned.
    ManOnPromotionRow(Square),
    /// A side has more than twelve pieces: the side and how many it has.
    TooManyPieces(Side, u32),
}

impl PositionError {
    /// The message, with squares as the caller names them: only notation knows a ruleset's own numbers and letters.
    pub(crate) fn say_naming(&self, lang: Lang, name: impl Fn(Square) -> String) -> String {
        match *self {
            PositionError::Shared(square) => {
                let square = name(square);
                lang.pick(
                    format!("two pieces stand on square {square}, where there can be one"),
                    format!("hay dos piezas en la casilla {square} y solo cabe una"),
                )
            }
            PositionError::ManOnPromotionRow(square) => {
                let square = name(square);
                lang.pick(
                    format!("a man stands on its own promotion row, on square {square}; it would be a king there"),
                    format!("hay un peón en su fila de coronación, en la casilla {square}; allí sería dama"),
                )
            }
            PositionError::TooManyPieces(side, count) => {
                let side = side.say(lang);
                lang.pick(
                    format!("{side} has {count} pieces, 12 is the most"),
                    format!("{side} tienen {count} piezas y 12 es el máximo"),
                )
            }
        }
    }
}

impl Say for PositionError {
    /// The message with inner square numbers.
    fn say(&self, lang: Lang) -> String {
        self.say_naming(lang, |square| square.number().to_string())
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// The start position: twelve men a side, `first` to move.
    pub const fn start(first: Side) -> Position {
        let black = Bitboard::from_bits(Bitboard::row(0).bits() | Bitboard::row(1).bits() | Bitboard::row(2).bits());
        Position { white: black.turned(), black, kings: Bitboard::EMPTY, side: first }
    }

    /// A position from its pieces; `kings` says which of them are kings.
    ///
    /// # Errors
    /// If both sides claim a square, a man stands on its own promotion row, or a side has more than twelve pieces.
    /// The last is allowed where `allow_odd` is set.
    pub fn new(
        white: Bitboard,
        black: Bitboard,
        kings: Bitboard,
        side: Side,
        allow_odd: bool,
    ) -> Result<Position, PositionError> {
        let lowest_number = |set: Bitboard| set.squares().min();
        if let Some(square) = lowest_number(white & black) {
            return Err(PositionError::Shared(square));
        }
        let astray = (white & Bitboard::TOP_ROW | black & Bitboard::BOTTOM_ROW).without(kings);
        if let Some(square) = lowest_number(astray) {
            return Err(PositionError::ManOnPromotionRow(square));
        }
        for (who, set) in [(Side::White, white), (Side::Black, black)] {
            if set.count() > 12 && !allow_odd {
                return Err(PositionError::TooManyPieces(who, set.count()));
            }
        }
        Ok(Position { white, black, kings: kings & (white | black), side })
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// All pieces of a side.
    #[inline(always)]
    pub const fn pieces(&self, side: Side) -> Bitboard {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The men of a side.
    #[inline(always)]
    pub const fn men(&self, side: Side) -> Bitboard {
        self.pieces(side).without(self.kings)
    }

    /// The kings of a side.
    #[inline(always)]
    pub const fn kings(&self, side: Side) -> Bitboard {
        Bitboard(self.pieces(side).0 & self.kings.0)
    }

    /// The kings of both sides.
    #[inline(always)]
    pub const fn all_kings(&self) -> Bitboard {
        self.kings
    }

    /// All pieces.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.white.0 | self.black.0)
    }

    /// The empty squares.
    #[inline(always)]
    pub const fn empty(&self) -> Bitboard {
        Bitboard(!(self.white.0 | self.black.0))
    }

    /// The piece on a square, if any: its side and whether it is a king.
    pub const fn piece_at(&self, square: Square) -> Option<(Side, bool)> {
        let king = self.kings.has(square);
        if self.white.has(square) {
            Some((Side::White, king))
        } else if self.black.has(square) {
            Some((Side::Black, king))
        } else {
            None
        }
    }

    /// The position after a move, which must be legal here. (A move says all that play needs, so no ruleset is asked.)
    #[inline]
    #[must_use]
    pub fn play(&self, played: Move) -> Position {
        debug_assert!(self.pieces(self.side).has(played.from()));
        debug_assert!(played.captured().without(self.pieces(!self.side)).is_empty());
        let from = played.from().bit();
        let to = played.to().bit();
        let keep = !played.captured();
        let king_to = if played.by_king() || played.crowns() { to } else { Bitboard::EMPTY };
        // A round trip has from == to, so the piece is taken up before it is set down.
        let own = self.pieces(self.side).without(from) | to;
        let other = self.pieces(!self.side) & keep;
        let kings = self.kings.without(from) & keep | king_to;
        match self.side {
            Side::White => Position { white: own, black: other, kings, side: Side::Black },
            Side::Black => Position { white: other, black: own, kings, side: Side::White },
        }
    }

    /// The same position seen from the other side of the board: colours swapped, the board turned, the same player to
    /// move. Every ruleset treats both alike, but for who moves first.
    #[must_use]
    pub const fn mirrored(&self) -> Position {
        Position {
            white: self.black.turned(),
            black: self.white.turned(),
            kings: self.kings.turned(),
            side: match self.side {
                Side::White => Side::Black,
                Side::Black => Side::White,
            },
        }
    }

    /// The same pieces with the other side to move.
    #[must_use]
    pub(crate) const fn with_side(&self, side: Side) -> Position {
        Position { side, ..*self }
    }

    /// A position from parts that are known to be sound.
    #[inline(always)]
    pub(crate) const fn from_parts(white: Bitboard, black: Bitboard, kings: Bitboard, side: Side) -> Position {
        Position { white, black, kings, side }
    }
}
