//! Positions as FEN, the form of PDN.

use crate::board::{Bitboard, Position, Side, Square};
use crate::rules::{Counters, DrawRule, Numbering, State};

use super::naming::{ascending, is_dash, quoted, read_count, read_square};
use super::{FenError, Naming, Setup};

/// Reads a FEN such as `W:W21,K30:B1-12:H4:F20`: the side to move, a list of squares for each side in either order,
/// and the extensions `:H` (plies without progress), `:F` (move number) and `:T` (moves of the lone king against
/// three), in any order. At one king against one, where the position does not say whose moves `:T` counts, the side stands
/// before the number: `:TW5`.
///
/// Squares are own numbers or letters; `K` makes a king, or a range of kings. Case, spaces, quotes around the text and
/// full stops after it do not matter. A side without pieces has an empty list (`:B`, or nothing between two colons).
/// Over twelve pieces a side are allowed where `allow_odd` is set.
///
/// ```
/// use damero::{Numbering, parse_fen};
/// let setup = parse_fen("b:w18,K24:bk1-3.", Numbering::English, false)?;
/// assert_eq!(setup.position.all_kings().count(), 4);
/// assert!(parse_fen("W:W21:B21", Numbering::English, false).is_err());
/// # Ok::<(), damero::FenError>(())
/// ```
///
/// # Errors
/// If the text is no FEN or the pieces are no position: which field or square, and what would be right.
pub fn parse_fen(text: &str, numbering: Numbering, allow_odd: bool) -> Result<Setup, FenError> {
    let text = text.trim_matches(is_wrapping);
    if text.is_empty() {
        return Err(FenError::Empty);
    }
    let mut fields = text.split(':').map(str::trim);
    let side = match fields.next().unwrap_or_default() {
        "W" | "w" => Side::White,
        "B" | "b" => Side::Black,
        other => return Err(FenError::SideToMove(quoted(other))),
    };
    let mut reader = Reader::new(numbering);
    for field in fields {
        reader.field(field)?;
    }
    reader.finish(side, allow_odd)
}

/// Whether the character is something that a FEN may be wrapped in: space, quotes, a byte order mark, a full stop.
fn is_wrapping(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '"' | '\'' | '`' | '.' | '\u{FEFF}' | '\u{2018}'..='\u{201F}' | '\u{AB}' | '\u{BB}')
}

/// What has been read so far.
struct Reader {
    naming: Naming,
    /// The pieces by [`Side::index`]; `None` where there has been no list yet.
    lists: [Option<Bitboard>; 2],
    kings: Bitboard,
    /// Fields with nothing in them, each of which can stand for a side without pieces.
    empty_fields: usize,
    quiet: Option<u32>,
    move_number: Option<u32>,
    lone_moves: Option<u32>,
    lone_side: Option<Side>,
}

impl Reader {
    const fn new(numbering: Numbering) -> Reader {
        Reader {
            naming: Naming::numbers(numbering),
            lists: [None, None],
            kings: Bitboard::EMPTY,
            empty_fields: 0,
            quiet: None,
            move_number: None,
            lone_moves: None,
            lone_side: None,
        }
    }

    fn field(&mut self, field: &str) -> Result<(), FenError> {
        let mut characters = field.chars();
        let Some(first) = characters.next() else {
            self.empty_fields += 1;
            return Ok(());
        };
        let rest = characters.as_str().trim();
        match first.to_ascii_uppercase() {
            'W' => self.list(Side::White, rest),
            'B' => self.list(Side::Black, rest),
            'H' => set_count(&mut self.quiet, 'H', rest, u32::from(u16::MAX)),
            'F' => set_count(&mut self.move_number, 'F', rest, u32::MAX),
            'T' => self.lone_count(rest),
            _ => Err(FenError::UnknownField(quoted(field))),
        }
    }

    /// Reads what follows `T`: a number, or the side whose moves they are and a number.
    fn lone_count(&mut self, text: &str) -> Result<(), FenError> {
        let (side, number) = match text.as_bytes().first() {
            Some(b'W' | b'w') => (Some(Side::White), text.get(1..).unwrap_or("").trim()),
            Some(b'B' | b'b') => (Some(Side::Black), text.get(1..).unwrap_or("").trim()),
            _ => (None, text),
        };
        set_count(&mut self.lone_moves, 'T', number, u32::from(DrawRule::ThreeKings.max()))?;
        self.lone_side = side;
        Ok(())
    }

    fn list(&mut self, side: Side, text: &str) -> Result<(), FenError> {
        let [white, black] = &mut self.lists;
        let list = if side == Side::White { white } else { black };
        if list.is_some() {
            return Err(FenError::ListTwice(side));
        }
        *list = Some(Bitboard::EMPTY);
        if text.is_empty() {
            return Ok(());
        }
        for entry in text.split(',').map(str::trim) {
            if entry.is_empty() {
                return Err(FenError::EmptyEntry(side));
            }
            self.entry(side, entry)?;
        }
        Ok(())
    }

    /// Reads `12`, `c3`, `1-12`, and any of them after `K`.
    fn entry(&mut self, side: Side, entry: &str) -> Result<(), FenError> {
        let (king, squares) = match entry.strip_prefix(['K', 'k']) {
            Some(rest) => (true, rest.trim_start()),
            None => (false, entry),
        };
        let Some((from, to)) = squares.split_once(is_dash) else {
            let square = self.square(squares)?;
            return self.put(side, king, square);
        };
        let (from, mut to) = (from.trim(), to.trim());
        // `K5-K8` for `K5-8`.
        if let (true, Some(rest)) = (king, to.strip_prefix(['K', 'k'])) {
            to = rest.trim_start();
        }
        let numbering = self.naming.numbering;
        let first = numbering.number(self.square(from)?);
        let last = numbering.number(self.square(to)?);
        if first > last {
            return Err(FenError::Backwards(quoted(from), quoted(to)));
        }
        (first..=last).filter_map(|number| numbering.square(number)).try_for_each(|square| self.put(side, king, square))
    }

    fn square(&mut self, text: &str) -> Result<Square, FenError> {
        let square = read_square(text, self.naming.numbering).ok_or_else(|| FenError::NoSuchSquare(quoted(text)))?;
        self.naming.letters |= text.starts_with(|c: char| c.is_ascii_alphabetic());
        Ok(square)
    }

    fn put(&mut self, side: Side, king: bool, square: Square) -> Result<(), FenError> {
        let [white, black] = &mut self.lists;
        if (white.unwrap_or_default() | black.unwrap_or_default()).has(square) {
            return Err(FenError::SquareTwice(self.naming.square(square)));
        }
        let list = if side == Side::White { white } else { black };
        *list.get_or_insert_default() |= square.bit();
        if king {
            self.kings |= square.bit();
        }
        Ok(())
    }

    fn finish(mut self, side: Side, allow_odd: bool) -> Result<Setup, FenError> {
        let mut list_of = |side: Side, list: Option<Bitboard>| match list {
            Some(pieces) => Ok(pieces),
            None if self.empty_fields > 0 => {
                self.empty_fields -= 1;
                Ok(Bitboard::EMPTY)
            }
            None => Err(FenError::ListMissing(side)),
        };
        let [white, black] = self.lists;
        let (white, black) = (list_of(Side::White, white)?, list_of(Side::Black, black)?);
        let position = Position::new(white, black, self.kings, side, allow_odd)
            .map_err(|error| FenError::Position(error, self.naming))?;
        if self.lone_moves.is_some() {
            self.check_lone_side(&position)?;
        }
        Ok(Setup {
            position,
            // Both were held to their range when they were read.
            quiet: self.quiet.and_then(|count| u16::try_from(count).ok()),
            lone_moves: self.lone_moves.and_then(|count| u8::try_from(count).ok()),
            lone_side: self.lone_side,
            move_number: self.move_number,
        })
    }
}

impl Reader {
    /// At one king against one the count must say whose it is; elsewhere it may, if it agrees with the position.
    fn check_lone_side(&self, position: &Position) -> Result<(), FenError> {
        let told = Counters::given(position, 0, Some(0)).lone_side();
        match (self.lone_side, told) {
            (None, None) if Counters::needs_lone_side(position) => Err(FenError::LoneSideMissing),
            (Some(side), Some(told)) if side != told => Err(FenError::LoneSide(side)),
            _ => Ok(()),
        }
    }
}

fn set_count(count: &mut Option<u32>, letter: char, text: &str, max: u32) -> Result<(), FenError> {
    if count.is_some() {
        return Err(FenError::CountTwice(letter));
    }
    *count = Some(read_count(text, max).ok_or_else(|| FenError::Count(letter, quoted(text), max))?);
    Ok(())
}

/// Writes a position as FEN in own numbers: White's list first, squares ascending, kings among the men, no full stop.
pub fn write_fen(position: &Position, numbering: Numbering) -> String {
    let mut text = String::from(position.side().letter());
    for side in [Side::White, Side::Black] {
        text.push(':');
        text.push(side.letter());
        for (place, square) in ascending(position.pieces(side), numbering).into_iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            if position.all_kings().has(square) {
                text.push('K');
            }
            text.push_str(&numbering.number(square).to_string());
        }
    }
    text
}

/// Writes a state as FEN with its counts: `:H` where plies have passed without progress, `:F` where a move number is
/// given, `:T` where a lone king has been counted and the position alone would not say so, with his side at one king
/// against one.
pub fn write_fen_full(state: &State, numbering: Numbering, move_number: Option<u32>) -> String {
    let (position, counters) = (state.position(), state.counters());
    let mut text = write_fen(position, numbering);
    if counters.quiet() != 0 {
        text.push_str(&format!(":H{}", counters.quiet()));
    }
    if let Some(number) = move_number {
        text.push_str(&format!(":F{number}"));
    }
    if let Some(moves) = counters.lone_moves()
        && Counters::fresh(position).lone_moves() != Some(moves)
    {
        let side = counters.lone_side().filter(|_| Counters::needs_lone_side(position));
        text.push_str(&format!(":T{}{moves}", side.map_or(String::new(), |side| side.letter().to_string())));
    }
    text
}
