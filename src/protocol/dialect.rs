//! The dialects in which clients write positions and moves.
//!
//! pydraughts (found by experiment with its version 0.6.7) writes positions of the English game as seen by the other
//! player: turned by 180 degrees, with the colours swapped, and the side to move with them. Its moves there have the usual
//! numbers. In the Russian and the Brazilian game its positions are the usual ones, but its moves number the squares from
//! a1: a1 = 1, c1 = 2, b2 = 5 ... h8 = 32. Both hold for Hub and for DXP, but that DXP has the usual side to move beside
//! the turned pieces of the English game.

use std::borrow::Cow;

use crate::rules::Variant;

/// GameType numbers (PDN 3.0).
const ENGLISH: Option<u8> = Some(21);
const RUSSIAN: Option<u8> = Some(25);
const BRAZILIAN: Option<u8> = Some(26);

/// How a client writes positions and moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// In the ruleset's own numbers, everywhere.
    Standard,
    /// As pydraughts' own boards do.
    Pydraughts,
}

impl Style {
    /// All of them.
    pub const ALL: [Style; 2] = [Style::Standard, Style::Pydraughts];

    /// The name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Standard => "standard",
            Style::Pydraughts => "pydraughts",
        }
    }

    /// The style of a name.
    pub fn named(name: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|style| style.name() == name)
    }
}

/// The way between a client's texts and the standard ones, for one ruleset. Every change is its own inverse, so the
/// same calls serve both directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dialect {
    turns_positions: bool,
    numbers_from_a1: bool,
}

impl Dialect {
    /// The dialect of a style in a ruleset. pydraughts has three games of its own way, which their GameType numbers tell
    /// apart; with the others a style changes nothing.
    pub fn new(style: Style, variant: &Variant) -> Dialect {
        let pydraughts = style == Style::Pydraughts;
        Dialect {
            turns_positions: pydraughts && variant.game_type == ENGLISH,
            numbers_from_a1: pydraughts && matches!(variant.game_type, RUSSIAN | BRAZILIAN),
        }
    }

    /// A position of 33 characters in the other way of writing. Text that is no position stays none.
    pub fn position(self, text: &str) -> Cow<'_, str> {
        if !self.turns_positions {
            return Cow::Borrowed(text);
        }
        let swap = |c: char| match c {
            'w' => 'b',
            'b' => 'w',
            'W' => 'B',
            'B' => 'W',
            other => other,
        };
        let mut characters = text.chars();
        let side = characters.next();
        Cow::Owned(side.into_iter().chain(characters.rev()).map(swap).collect())
    }

    /// The pieces of a DXP position, one a square from 1 to 32, in the other way of writing. In DXP the side to move
    /// beside them is as usual, unlike in Hub.
    pub fn pieces(self, text: &str) -> Cow<'_, str> {
        if !self.turns_positions {
            return Cow::Borrowed(text);
        }
        let swap = |c: char| match c {
            'w' => 'z',
            'z' => 'w',
            'W' => 'Z',
            'Z' => 'W',
            other => other,
        };
        Cow::Owned(text.chars().rev().map(swap).collect())
    }

    /// A square's number in moves, in the other way of writing; what is no square stays what it is.
    pub const fn number(self, number: u8) -> u8 {
        if self.numbers_from_a1 && 1 <= number && number <= 32 { from_a1(number) } else { number }
    }

    /// A move in the other way of writing. Letters (`c3-d4`) name the same squares in both.
    pub fn played(self, text: &str) -> Cow<'_, str> {
        let is_numbers = text.chars().all(|c| !c.is_ascii_alphabetic() || matches!(c, 'x' | 'X'));
        if !self.numbers_from_a1 || !is_numbers {
            return Cow::Borrowed(text);
        }
        let mut turned = String::with_capacity(text.len() + 4);
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
            let (before, from_digit) = rest.split_at(start);
            let end = from_digit.find(|c: char| !c.is_ascii_digit()).unwrap_or(from_digit.len());
            let (number, after) = from_digit.split_at(end);
            turned.push_str(before);
            match number.parse::<u8>() {
                Ok(n @ 1..=32) => turned.push_str(&from_a1(n).to_string()),
                _ => turned.push_str(number),
            }
            rest = after;
        }
        turned.push_str(rest);
        Cow::Owned(turned)
    }
}

/// The number that counts rows from the other end of the board: own to a1-style, and back.
const fn from_a1(number: u8) -> u8 {
    29 - 4 * ((number - 1) / 4) + (number - 1) % 4
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialect(style: Style, name: &str) -> Dialect {
        Dialect::new(style, Variant::named(name).unwrap())
    }

    #[test]
    fn english_positions_are_turned_and_swapped() {
        let pydraughts = dialect(Style::Pydraughts, "english");
        // Board('english', 'W:W30:B5') sends this: Black to move in its letters, b on 3, w on 28.
        let empty = |count: usize| "e".repeat(count);
        let sent = format!("B{}b{}w{}", empty(2), empty(24), empty(4));
        let meant = format!("W{}b{}w{}", empty(4), empty(24), empty(2));
        assert_eq!(pydraughts.position(&sent), meant);
        assert_eq!(pydraughts.position(&meant), sent);
        let kings = format!("We{}B{}Ww", empty(2), empty(27));
        assert_eq!(pydraughts.position(&kings), format!("BbB{}W{}", empty(27), empty(3)));
        assert_eq!(pydraughts.played("11-15"), "11-15");
        assert_eq!(dialect(Style::Standard, "english").position(&sent), sent);
    }

    #[test]
    fn english_pieces_of_dxp_are_turned_and_swapped_without_their_side() {
        // What Board('english', 'W:W15,18,30,31,32,K6:B2,3,5,13,K29') sends.
        let sent = "zzzWeeeeeeeeeezeezeweeeeeeZwewwe";
        let pydraughts = dialect(Style::Pydraughts, "english");
        let meant = pydraughts.pieces(sent);
        let at = |number: usize| meant.as_bytes()[number - 1];
        assert!([2, 3, 5, 13].into_iter().all(|n| at(n) == b'z') && at(29) == b'Z' && at(6) == b'W');
        assert!([15, 18, 30, 31, 32].into_iter().all(|n| at(n) == b'w'));
        assert_eq!(pydraughts.pieces(&meant), sent);
        assert_eq!(dialect(Style::Pydraughts, "russian").pieces(sent), sent);
        assert_eq!((pydraughts.number(22), dialect(Style::Pydraughts, "russian").number(22)), (22, 10));
    }

    #[test]
    fn russian_and_brazilian_moves_count_from_a1() {
        for name in ["russian", "brazilian"] {
            let pydraughts = dialect(Style::Pydraughts, name);
            assert_eq!(pydraughts.played("22-18"), "10-14");
            assert_eq!(pydraughts.played("21-17"), "9-13");
            assert_eq!(pydraughts.played("1x32x05"), "29x4x25");
            assert_eq!(pydraughts.played("c3-d4"), "c3-d4");
            for odd in ["", "x", "0-33", "999-1é", "--"] {
                assert_eq!(pydraughts.played(&pydraughts.played(odd)), odd, "{odd}");
            }
            assert_eq!(pydraughts.position("Weew"), "Weew");
            assert_eq!(dialect(Style::Standard, name).played("22-18"), "22-18");
        }
        for number in 1..=32 {
            assert_eq!(from_a1(from_a1(number)), number);
        }
    }

    #[test]
    fn the_style_changes_nothing_elsewhere() {
        for name in ["italian", "spanish", "pool", "czech", "filipino", "damas:short"] {
            assert_eq!(dialect(Style::Pydraughts, name), dialect(Style::Standard, name), "{name}");
        }
    }
}
