//! The two sides.

use std::fmt;
use std::ops::Not;

use crate::lang::{Lang, Say};

/// A side of the board, named by the colour of its pieces.
///
/// White's men move up the board (towards row 0), Black's down (towards row 7), in every ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// Starts on the inner squares 21-32 and moves up.
    White = 0,
    /// Starts on the inner squares 1-12 and moves down.
    Black = 1,
}

impl Side {
    /// `White` where the flag is set, else `Black`: the form in which code is specialised by side at compile time.
    #[inline(always)]
    pub(crate) const fn from_white(white: bool) -> Side {
        if white { Side::White } else { Side::Black }
    }

    /// 0 for White, 1 for Black: for tables.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of FEN and of the Hub protocol: `W` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'W',
            Side::Black => 'B',
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline(always)]
    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl Say for Side {
    fn say(&self, lang: Lang) -> String {
        let name = match self {
            Side::White => lang.pick("White", "las blancas"),
            Side::Black => lang.pick("Black", "las negras"),
        };
        name.to_owned()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}
