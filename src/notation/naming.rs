//! How squares and moves are written for people.

use std::cmp::Ordering;

use crate::board::{Bitboard, Move, Square};
use crate::rules::{Numbering, Variant};

/// How a ruleset's players write squares: by their own numbers or by letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Naming {
    /// Which corner the numbers start from, and whether the board is mirrored.
    pub numbering: Numbering,
    /// Whether squares are named `a1` and so on, not numbered.
    pub letters: bool,
}

impl Naming {
    /// The naming of a ruleset.
    pub const fn of(variant: &Variant) -> Naming {
        Naming { numbering: variant.numbering, letters: variant.algebraic }
    }

    /// Own numbers.
    pub const fn numbers(numbering: Numbering) -> Naming {
        Naming { numbering, letters: false }
    }

    /// A square, such as `22` or `c3`.
    pub fn square(self, square: Square) -> String {
        if self.letters { self.numbering.letters(square) } else { self.numbering.number(square).to_string() }
    }

    /// A move with its captured squares, such as `22-18` or `22x8x11x18` (from 22 to 8, capturing 11 and 18), those in
    /// ascending order of their numbers. With numbers this is the form of the Hub protocol.
    pub fn full_move(self, played: Move) -> String {
        let mut text = self.square(played.from());
        text.push(if played.is_capture() { 'x' } else { '-' });
        text.push_str(&self.square(played.to()));
        for square in ascending(played.captured(), self.numbering) {
            text.push('x');
            text.push_str(&self.square(square));
        }
        text
    }
}

/// The squares of a set in ascending order of their own numbers.
pub(super) fn ascending(set: Bitboard, numbering: Numbering) -> Vec<Square> {
    let mut squares: Vec<Square> = set.squares().collect();
    squares.sort_by_key(|&square| numbering.number(square));
    squares
}

/// Sorts moves by the squares they start on, then those they end on, then the captured squares in ascending order, all
/// by own numbers: the order in which moves are listed everywhere.
pub fn sort_moves(moves: &mut [Move], numbering: Numbering) {
    let ends = |played: &Move| (numbering.number(played.from()), numbering.number(played.to()));
    moves.sort_by(|one, other| {
        ends(one).cmp(&ends(other)).then_with(|| {
            if one.captured() == other.captured() {
                return Ordering::Equal;
            }
            let numbers = |played: &Move| {
                let squares = ascending(played.captured(), numbering).into_iter();
                squares.map(|square| numbering.number(square)).collect::<Vec<u8>>()
            };
            numbers(one).cmp(&numbers(other))
        })
    });
}

/// The square of a text that is nothing but its own number (leading zeros allowed) or its letters, in either case.
pub(super) fn read_square(text: &str, numbering: Numbering) -> Option<Square> {
    match text.as_bytes() {
        [file, rank @ b'1'..=b'8'] if file.is_ascii_alphabetic() => {
            numbering.square_at(file.to_ascii_lowercase().checked_sub(b'a')?, rank - b'1')
        }
        digits => numbering.square(u8::try_from(read_number(digits)?).ok()?),
    }
}

/// The number that ASCII digits write; `u32::MAX` for any larger one, `None` where there is anything else or nothing.
pub(super) fn read_number(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let grow = |number: u32, digit: &u8| number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
    Some(digits.iter().fold(0, grow))
}

/// The number that a text writes, if it is no larger than `max`.
pub(super) fn read_count(text: &str, max: u32) -> Option<u32> {
    // A saturated number is one too large, unless `max` is the largest of all and the text says just that.
    match read_number(text.as_bytes()) {
        Some(u32::MAX) => text.parse().ok().filter(|&number| number <= max),
        number => number.filter(|&number| number <= max),
    }
}

/// The longest text that is quoted in a message, in characters.
const QUOTED: usize = 40;

/// A text as messages quote it: on one line, without control characters, cut where it is long.
pub(super) fn quoted(text: &str) -> String {
    let mut characters = text.trim().chars();
    let mut shown: String = characters
        .by_ref()
        .take(QUOTED)
        .map(|c| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c })
        .collect();
    if characters.next().is_some() {
        shown.push_str("...");
    }
    shown
}

/// Whether the character is a hyphen, a dash or a minus sign.
pub(super) const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_by_number_and_by_letters() {
        let read = |text: &str| read_square(text, Numbering::Spanish).map(Square::number);
        assert_eq!(read("1"), Some(29));
        assert_eq!(read("032"), Some(4));
        assert_eq!(read("h1"), Some(29));
        assert_eq!(read("A8"), Some(4));
        for wrong in ["", "0", "33", "a1", "i1", "h9", "h", "1h", "-1", "+1", "288", "4294967329", "²", "h1 "] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn counts_keep_to_their_range() {
        assert_eq!(read_count("12", 12), Some(12));
        assert_eq!(read_count("13", 12), None);
        assert_eq!(read_count("", 12), None);
        assert_eq!(read_count("4294967295", u32::MAX), Some(u32::MAX));
        assert_eq!(read_count("4294967296", u32::MAX), None);
    }

    #[test]
    fn quotes_are_short_and_on_one_line() {
        assert_eq!(quoted(" 22-18\n"), "22-18");
        assert_eq!(quoted("a\nb\u{7}c"), "a b c");
        assert_eq!(quoted(&"x".repeat(1_000_000)).len(), QUOTED + 3);
    }
}
