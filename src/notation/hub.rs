//! Positions, counts and moves as the Hub protocol writes them.

use crate::board::{Bitboard, Move, Position, PositionError, Side, Square};
use crate::lang::{Lang, Say};
use crate::rules::{DrawRule, Numbering};

use super::Naming;
use super::naming::{quoted, read_count};

/// Why a text is no Hub position or no counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HubError {
    /// A position of this many characters.
    Length(usize),
    /// The first character is not `W` or `B`.
    SideToMove(char),
    /// A character that is no piece, and the own number of its square.
    Piece(char, u8),
    /// The pieces are no position.
    Position(PositionError, Numbering),
    /// A count that is not `H` or `T` with a number in its range, or stands twice.
    Count(String),
}

impl Say for HubError {
    fn say(&self, lang: Lang) -> String {
        match self {
            HubError::Length(length) => lang.pick(
                format!("a position has 33 characters, W or B and 32 of wWbBe, not {length}"),
                format!("una posición tiene 33 caracteres, W o B y 32 de wWbBe, no {length}"),
            ),
            HubError::SideToMove(c) => lang.pick(
                format!("'{}' is no side to move; the first character is W or B", c.escape_debug()),
                format!("'{}' no dice quién juega; el primer carácter es W o B", c.escape_debug()),
            ),
            HubError::Piece(c, number) => lang.pick(
                format!("'{}' for square {number} is no piece; write one of wWbBe", c.escape_debug()),
                format!("'{}' para la casilla {number} no es una pieza; escriba una de wWbBe", c.escape_debug()),
            ),
            HubError::Position(error, numbering) => {
                error.say_naming(lang, |square| numbering.number(square).to_string())
            }
            HubError::Count(text) => {
                let (quiet, lone) = (u16::MAX, DrawRule::ThreeKings.max());
                lang.pick(
                    format!("'{text}' is no count; write H0-H{quiet} and T0-T{lone}, each once"),
                    format!("'{text}' no es una cuenta; escriba H0-H{quiet} y T0-T{lone}, cada una una vez"),
                )
            }
        }
    }
}

spoken_error!(HubError);

/// Reads a Hub position: `W` or `B` for the side to move, then one of `w W b B e` for each square from own number 1 to
/// 32 (capitals are kings, `e` is empty).
///
/// # Errors
/// If the length or a character is wrong, or the pieces are no position.
pub fn parse_hub_position(text: &str, numbering: Numbering) -> Result<Position, HubError> {
    let mut characters = text.chars();
    let length = text.chars().count();
    if length != 33 {
        return Err(HubError::Length(length));
    }
    let side = match characters.next() {
        Some('W') => Side::White,
        Some('B') => Side::Black,
        other => return Err(HubError::SideToMove(other.unwrap_or(' '))),
    };
    let (mut white, mut black, mut kings) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
    for (number, c) in (1..=32).zip(characters) {
        let bit = numbering.square(number).map_or(Bitboard::EMPTY, Square::bit);
        match c {
            'w' | 'W' => white |= bit,
            'b' | 'B' => black |= bit,
            'e' => {}
            other => return Err(HubError::Piece(other, number)),
        }
        if c.is_ascii_uppercase() {
            kings |= bit;
        }
    }
    Position::new(white, black, kings, side, false).map_err(|error| HubError::Position(error, numbering))
}

/// Writes a position as [`parse_hub_position`] reads it.
pub fn write_hub_position(position: &Position, numbering: Numbering) -> String {
    let mut text = String::from(position.side().letter());
    text.extend((1..=32).filter_map(|number| numbering.square(number)).map(|square| match position.piece_at(square) {
        None => 'e',
        Some((side, true)) => side.letter(),
        Some((side, false)) => side.letter().to_ascii_lowercase(),
    }));
    text
}

/// Reads counts such as `H12 T3`: plies without progress and moves of the lone king against three; `None` for one that
/// is not said. Case does not matter.
///
/// # Errors
/// If there is anything else, a number is out of range, or a count stands twice.
pub fn parse_counts(text: &str) -> Result<(Option<u16>, Option<u8>), HubError> {
    let (mut quiet, mut lone_moves) = (None, None);
    for word in text.split_whitespace() {
        let wrong = || HubError::Count(quoted(word));
        if let (Some(number), None) = (word.strip_prefix(['H', 'h']), quiet) {
            let count = read_count(number, u32::from(u16::MAX)).and_then(|count| u16::try_from(count).ok());
            quiet = Some(count.ok_or_else(wrong)?);
        } else if let (Some(number), None) = (word.strip_prefix(['T', 't']), lone_moves) {
            let count = read_count(number, u32::from(DrawRule::ThreeKings.max()));
            lone_moves = Some(count.and_then(|count| u8::try_from(count).ok()).ok_or_else(wrong)?);
        } else {
            return Err(wrong());
        }
    }
    Ok((quiet, lone_moves))
}

/// Writes a move for the Hub protocol: `22-18`, or `22x8x11x18` for a capture from 22 to 8 of the pieces on 11 and 18,
/// which stand in ascending order of their own numbers.
pub fn hub_move(played: Move, numbering: Numbering) -> String {
    Naming::numbers(numbering).full_move(played)
}
