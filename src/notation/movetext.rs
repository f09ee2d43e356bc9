//! Moves as text, both ways.

use crate::board::{Bitboard, Move, Position, Square};
use crate::movegen::{MoveGen, Path};
use crate::rules::{Numbering, Variant};

use super::naming::{is_dash, quoted, read_square};
use super::{MoveError, MoveFault, Naming, laws, sort_moves};

/// PDN's GameType of the Russian game, whose capture sign is `:`; all the others here have `x` (PDN 3.0, table of
/// GameTypes).
const RUSSIAN: Option<u8> = Some(25);

/// Writes a legal move for PDN: `22-18` and `22x15`, in rulesets that use letters `c3-d4` and `c3xe5`, in the Russian
/// one `c3:e5`. Where several captures share their ends, every square on which the piece touches down is written, as
/// PDN 3.0 asks: `22x15x8`. A capture that has several routes is written by the one with the lowest numbers.
pub fn pdn_move(position: &Position, played: Move, variant: &Variant) -> String {
    let naming = Naming::of(variant);
    let sign = match played.is_capture() {
        false => '-',
        true if variant.game_type == RUSSIAN => ':',
        true => 'x',
    };
    let generator = MoveGen::of(variant.laws);
    let same_ends = |other: &Move| other.from() == played.from() && other.to() == played.to() && *other != played;
    let ambiguous = played.is_capture() && generator.legal_moves(position).iter().any(same_ends);
    let numbers = |path: &Path| path.landings.iter().map(|&at| naming.numbering.number(at)).collect::<Vec<u8>>();
    let route = if ambiguous { generator.paths(position, played).into_iter().min_by_key(numbers) } else { None };
    let mut text = naming.square(played.from());
    let ends = [played.to()];
    for &square in route.as_ref().map_or(&ends[..], |route| &route.landings) {
        text.push(sign);
        text.push_str(&naming.square(square));
    }
    text
}

/// Reads a move of a position. Squares are own numbers or letters, in either case, whatever the ruleset; they are
/// joined by `-` (or another dash), `x` or `:`, with spaces round it or not, letters also by nothing (`c3d4`).
///
/// After the two ends of a capture can follow all captured squares in any order (`22x8x11x18`, as in the Hub protocol),
/// or all squares on which the piece touches down can stand between them (`22x15x8`, as in PDN); both can be left out
/// where the ends are enough. The two cannot be mistaken for each other, as the former are occupied and the latter
/// empty. Two squares that are the ends of several captures mean the one that is a single jump, if there is one: PDN
/// has no other way to write it. A capture may be written with a dash, as players of the English game do; a quiet move
/// may not be written with `x`.
///
/// # Errors
/// If the text is no move, fits more than one legal move, or fits none: then the law that the move breaks.
pub fn parse_move(text: &str, variant: &Variant, position: &Position) -> Result<Move, MoveError> {
    let naming = Naming::of(variant);
    let fail = |fault| MoveError { text: quoted(text), naming, fault };
    let read = MoveText::read(text, variant.numbering).map_err(fail)?;
    let generator = MoveGen::of(variant.laws);
    let mut legal = generator.legal_moves(position);
    let mut fitting = read.among(&legal, &generator, position);
    if let [only] = fitting[..] {
        return Ok(only);
    }
    Err(fail(if fitting.is_empty() {
        sort_moves(&mut legal, variant.numbering);
        laws::broken(&read, variant, position, &legal)
    } else {
        sort_moves(&mut fitting, variant.numbering);
        MoveFault::Ambiguous(fitting)
    }))
}

/// Whether a word goes on with the next, white space standing between them: `11 - 15`, `11- 15`, `11 -15`, `1 ...`.
pub(super) fn goes_on(word: &str, next: &str) -> bool {
    let is_sign = |c: char| is_dash(c) || matches!(c, 'x' | 'X' | ':' | '\u{D7}');
    let is_start = |c: char| c.is_ascii_digit() || matches!(c.to_ascii_lowercase(), 'a'..='h');
    let mut following = next.chars();
    let Some(first) = following.next() else { return false };
    match word.chars().next_back() {
        Some(last) if last.is_ascii_digit() && is_sign(first) => following.next().is_none_or(is_start),
        Some(last) if last.is_ascii_digit() && word.bytes().all(|byte| byte.is_ascii_digit()) => {
            next.chars().all(|c| matches!(c, '.' | '\u{2026}'))
        }
        Some(last) if is_sign(last) && word.chars().count() > 1 => is_start(first),
        _ => false,
    }
}

/// The most squares a move's text can have; no capture takes or touches down on as many.
const MOST_SQUARES: usize = 40;

/// A move as its text says it, before anyone asks whether it is legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MoveText {
    pub from: Square,
    /// The second square: where the piece ends, or touches down first.
    pub second: Square,
    /// All squares after the second.
    pub rest: Vec<Square>,
    /// Whether a sign says that it is a capture.
    pub says_capture: bool,
}

/// How the squares after the second are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// There are none: the two squares are the ends of the move.
    Ends,
    /// They are the captured squares.
    Captured,
    /// All squares but the first are where the piece touches down.
    Route,
}

impl MoveText {
    fn read(text: &str, numbering: Numbering) -> Result<MoveText, MoveFault> {
        let mut squares = Vec::new();
        let mut says_capture = false;
        let mut rest = text.trim();
        loop {
            let (square, after) = first_word(rest).ok_or(MoveFault::Malformed)?;
            if squares.len() == MOST_SQUARES {
                return Err(MoveFault::Malformed);
            }
            squares.push(read_square(square, numbering).ok_or_else(|| MoveFault::NoSuchSquare(quoted(square)))?);
            let trimmed = after.trim_start();
            let mut characters = trimmed.chars();
            match characters.next() {
                None => break,
                Some('x' | 'X' | ':' | '\u{D7}') => {
                    says_capture = true;
                    rest = characters.as_str().trim_start();
                }
                Some(sign) if is_dash(sign) => rest = characters.as_str().trim_start(),
                // Two squares in letters can follow each other without a sign.
                Some(letter) if letter.is_ascii_alphabetic() && is_letters(square) && after.len() == trimmed.len() => {
                    rest = trimmed;
                }
                Some(_) => return Err(MoveFault::Malformed),
            }
        }
        let mut squares = squares.into_iter();
        match (squares.next(), squares.next()) {
            (Some(from), Some(second)) => Ok(MoveText { from, second, rest: squares.collect(), says_capture }),
            _ => Err(MoveFault::Malformed),
        }
    }

    /// How the squares after the second are meant in a position: captured squares are occupied by the other side, and
    /// no piece touches down on such squares.
    pub fn reading(&self, position: &Position) -> Reading {
        match self.rest.first() {
            None => Reading::Ends,
            Some(&square) if position.pieces(!position.side()).has(square) => Reading::Captured,
            Some(_) => Reading::Route,
        }
    }

    /// Where the piece ends, in a reading.
    pub fn end(&self, reading: Reading) -> Square {
        match (reading, self.rest.last()) {
            (Reading::Route, Some(&last)) => last,
            _ => self.second,
        }
    }

    /// The squares of a route.
    pub fn touched(&self) -> impl Iterator<Item = Square> {
        std::iter::once(self.second).chain(self.rest.iter().copied())
    }

    /// Whether this is the captured set, each square of it once.
    pub fn captures_exactly(&self, captured: Bitboard) -> bool {
        self.rest.len() == captured.count() as usize && self.rest.iter().copied().collect::<Bitboard>() == captured
    }

    /// Whether these are the squares of a route.
    pub fn touches_exactly(&self, landings: &[Square]) -> bool {
        self.touched().eq(landings.iter().copied())
    }

    /// The legal moves that the text fits.
    fn among(&self, legal: &[Move], generator: &MoveGen, position: &Position) -> Vec<Move> {
        let reading = self.reading(position);
        let (end, says_capture) = (self.end(reading), self.says_capture || reading != Reading::Ends);
        let fits = |played: &&Move| {
            played.from() == self.from
                && played.to() == end
                && (played.is_capture() || !says_capture)
                && match reading {
                    Reading::Ends => true,
                    Reading::Captured => self.captures_exactly(played.captured()),
                    Reading::Route => {
                        generator.paths(position, **played).iter().any(|path| self.touches_exactly(&path.landings))
                    }
                }
        };
        let fitting: Vec<Move> = legal.iter().filter(fits).copied().collect();
        // Two squares are also the whole route of a single jump.
        let single = fitting.iter().filter(|played| played.captured().count() == 1).copied().next();
        match (reading, single) {
            (Reading::Ends, Some(single)) => vec![single],
            _ => fitting,
        }
    }

    /// The captured squares that are listed but cannot be: those on which no piece of the other side stands.
    pub fn wrongly_listed(&self, position: &Position) -> Option<Square> {
        let theirs = position.pieces(!position.side());
        self.rest.iter().copied().find(|&square| !theirs.has(square))
    }

    /// A captured square that is listed twice.
    pub fn listed_twice(&self) -> Option<Square> {
        let mut seen = Bitboard::EMPTY;
        self.rest.iter().copied().find(|&square| {
            let twice = seen.has(square);
            seen |= square.bit();
            twice
        })
    }
}

/// Splits off what is meant as a square: a letter and the digit after it, or digits.
fn first_word(text: &str) -> Option<(&str, &str)> {
    let length = match text.as_bytes() {
        [letter, digit, ..] if letter.is_ascii_alphabetic() && digit.is_ascii_digit() => 2,
        bytes => bytes.iter().take_while(|byte| byte.is_ascii_digit()).count(),
    };
    if length == 0 { None } else { text.split_at_checked(length) }
}

fn is_letters(square: &str) -> bool {
    square.starts_with(|c: char| c.is_ascii_alphabetic())
}
