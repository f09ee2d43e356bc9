//! Boards in text, as the players of a ruleset see them.

use crate::board::{Bitboard, Position, Side};
use crate::lang::Lang;
use crate::notation::write_fen_full;
use crate::rules::{Numbering, State, Variant};

use super::args::Args;
use super::outcome::{Out, colours_are_welcome};

/// How the squares are named on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Squares {
    /// By the ruleset's own numbers, each in its square.
    Numbers,
    /// By files and ranks along the edges.
    Letters,
    /// Not at all.
    Unnamed,
}

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Style {
    /// The names of the squares.
    pub squares: Squares,
    /// Letters for pieces, in place of the signs of Unicode.
    pub ascii: bool,
    /// Black at the bottom, in place of White.
    pub flip: bool,
    /// With the colours of a terminal.
    pub colour: bool,
}

/// Colours of a terminal that knows 256: background and foreground.
const LIGHT: &str = "\u{1b}[48;5;223m\u{1b}[38;5;240m";
const DARK: &str = "\u{1b}[48;5;65m\u{1b}[38;5;253m";
const WHITE_PIECE: &str = "\u{1b}[38;5;231m\u{1b}[1m";
const BLACK_PIECE: &str = "\u{1b}[38;5;16m\u{1b}[1m";
const PLAIN: &str = "\u{1b}[0m";
/// Backgrounds of squares of the last move, of moves, and of what they capture.
const LAST: &str = "\u{1b}[48;5;137m\u{1b}[38;5;253m";
const MOVED: &str = "\u{1b}[48;5;25m\u{1b}[38;5;253m";
const CAPTURED: &str = "\u{1b}[48;5;124m\u{1b}[38;5;253m";

/// Squares with another background, where there are colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tints {
    /// The ends of the last move.
    pub last: Bitboard,
    /// Where moves begin, touch down and end.
    pub moves: Bitboard,
    /// What they capture.
    pub captured: Bitboard,
}

impl Style {
    /// The style that the arguments ask for; squares are named as the ruleset writes moves unless `--squares` says
    /// how.
    pub fn of(args: &Args<'_>, variant: &Variant, out: &Out<'_>) -> Style {
        let squares = match args.text("squares") {
            Some("numbers") => Squares::Numbers,
            Some("letters") => Squares::Letters,
            Some("none") => Squares::Unnamed,
            _ if variant.algebraic => Squares::Letters,
            _ => Squares::Numbers,
        };
        let colour = !args.flag("no-color") && colours_are_welcome(out);
        Style { squares, ascii: args.flag("ascii"), flip: args.flag("flip"), colour }
    }

    /// The sign of a piece, or of an empty playing square.
    const fn sign(self, piece: Option<(Side, bool)>) -> char {
        match (piece, self.ascii) {
            (Some((Side::White, false)), false) => '⛀',
            (Some((Side::White, true)), false) => '⛁',
            (Some((Side::Black, false)), false) => '⛂',
            (Some((Side::Black, true)), false) => '⛃',
            (Some((Side::White, false)), true) => 'w',
            (Some((Side::White, true)), true) => 'W',
            (Some((Side::Black, false)), true) => 'b',
            (Some((Side::Black, true)), true) => 'B',
            (None, false) => '·',
            (None, true) => '.',
        }
    }
}

/// A board, row by row from the top, without trailing spaces.
pub(super) fn board(position: &Position, numbering: Numbering, style: Style) -> Vec<String> {
    board_with(position, numbering, style, Tints::default())
}

/// The same with some squares tinted.
pub(super) fn board_with(position: &Position, numbering: Numbering, style: Style, tints: Tints) -> Vec<String> {
    let ranks = (0..8).map(|row| if style.flip { row } else { 7 - row });
    let mut lines: Vec<String> = ranks.map(|rank| row(position, numbering, style, rank, tints)).collect();
    if style.squares == Squares::Letters {
        let files = (0..8u8).map(|col| char::from(b'a' + if style.flip { 7 - col } else { col }));
        lines.push(files.fold(" ".to_owned(), |line, file| line + " " + &file.to_string()));
    }
    lines
}

fn row(position: &Position, numbering: Numbering, style: Style, rank: u8, tints: Tints) -> String {
    let mut line = if style.squares == Squares::Letters { format!("{} ", rank + 1) } else { String::new() };
    let numbered = style.squares == Squares::Numbers;
    for col in 0..8 {
        let file = if style.flip { 7 - col } else { col };
        let Some(square) = numbering.square_at(file, rank) else {
            line += &tinted(LIGHT, "", if numbered { "    " } else { "  " }, style);
            continue;
        };
        let piece = position.piece_at(square);
        let number = if numbered { format!("{:>2}", numbering.number(square)) } else { String::new() };
        // The sign has a space after it, as some terminals draw it wider than a letter.
        let ink = match piece {
            Some((Side::White, _)) => WHITE_PIECE,
            Some((Side::Black, _)) => BLACK_PIECE,
            None => "",
        };
        let background = match square {
            square if tints.captured.has(square) => CAPTURED,
            square if tints.moves.has(square) => MOVED,
            square if tints.last.has(square) => LAST,
            _ => DARK,
        };
        line += &tinted(background, "", &number, style);
        line += &tinted(background, ink, &format!("{} ", style.sign(piece)), style);
    }
    if style.colour { line } else { line.trim_end().to_owned() }
}

fn tinted(background: &str, ink: &str, text: &str, style: Style) -> String {
    if style.colour && !text.is_empty() { format!("{background}{ink}{text}{PLAIN}") } else { text.to_owned() }
}

/// What stands below a board: whose move it is, and the FEN.
pub(super) fn caption(state: &State, variant: &Variant, move_number: Option<u32>, lang: Lang) -> Vec<String> {
    let to_move = match state.position().side() {
        Side::White => lang.pick("White to move", "Juegan las blancas"),
        Side::Black => lang.pick("Black to move", "Juegan las negras"),
    };
    vec![to_move.to_owned(), format!("FEN {}", write_fen_full(state, variant.numbering, move_number))]
}

/// Two blocks of lines side by side, the second beginning in one column.
pub(super) fn side_by_side(left: &[String], right: &[String], gap: usize) -> Vec<String> {
    let width = left.iter().map(|line| visible_width(line)).max().unwrap_or(0) + gap;
    let empty = String::new();
    (0..left.len().max(right.len()))
        .map(|i| {
            let (left, right) = (left.get(i).unwrap_or(&empty), right.get(i).unwrap_or(&empty));
            let padding = " ".repeat(width - visible_width(left));
            format!("{left}{padding}{right}").trim_end().to_owned()
        })
        .collect()
}

/// The columns a line takes on a terminal: its characters but for the sequences that set colours.
pub(super) fn visible_width(line: &str) -> usize {
    let mut in_sequence = false;
    let visible = |c: &char| {
        let shown = !in_sequence && *c != '\u{1b}';
        in_sequence = (in_sequence || *c == '\u{1b}') && *c != 'm';
        shown
    };
    line.chars().filter(visible).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;

    const PLAINEST: Style = Style { squares: Squares::Unnamed, ascii: true, flip: false, colour: false };

    fn drawn(fen: &str, numbering: Numbering, style: Style) -> Vec<String> {
        board(&parse_fen(fen, numbering, false).unwrap().position, numbering, style)
    }

    #[test]
    fn players_see_their_own_board() {
        let numbers = Style { squares: Squares::Numbers, ..PLAINEST };
        let english = drawn("B:W32,K1:B4,K29", Numbering::English, numbers);
        assert_eq!(english[0], "     1W      2.      3.      4b");
        assert_eq!(english[1], " 5.      6.      7.      8.");
        assert_eq!(english[7], "29B     30.     31.     32w");
        let italian = drawn("W:W32,K1:B4,K29", Numbering::Italian, numbers);
        assert_eq!(italian[0], " 1W      2.      3.      4b");
        assert_eq!(italian[7], "    29B     30.     31.     32w");
        let spanish = drawn("W:W1,K32:B29,K4", Numbering::Spanish, numbers);
        assert_eq!(spanish[0], "32W     31.     30.     29b");
        assert_eq!(spanish[7], "     4B      3.      2.      1w");
        let flipped = drawn("W:W1,K32:B29,K4", Numbering::Spanish, Style { flip: true, ..numbers });
        assert_eq!(flipped[0], " 1w      2.      3.      4B");
        assert_eq!(flipped[7], "    29b     30.     31.     32W");
    }

    #[test]
    fn letters_stand_along_the_edges() {
        let letters = Style { squares: Squares::Letters, ..PLAINEST };
        let lines = drawn("W:Wa1:BKh8", Numbering::English, letters);
        assert_eq!(lines[0], "8   .   .   .   B");
        assert_eq!(lines[7], "1 w   .   .   .");
        assert_eq!(lines[8], "  a b c d e f g h");
        let lines = drawn("W:Wa1:BKh8", Numbering::English, Style { flip: true, ..letters });
        assert_eq!(lines[0], "1   .   .   .   w");
        assert_eq!(lines[8], "  h g f e d c b a");
    }

    #[test]
    fn colours_add_no_column() {
        let plain = drawn("W:Wa1:BKh8", Numbering::English, Style { ascii: false, ..PLAINEST });
        let colour = drawn("W:Wa1:BKh8", Numbering::English, Style { ascii: false, colour: true, ..PLAINEST });
        assert_eq!(plain[0], "  ·   ·   ·   ⛃");
        assert!(colour[0].contains("\u{1b}[48;5;65m") && colour[0].ends_with(PLAIN));
        assert!(colour.iter().all(|line| visible_width(line) == 16));
        let position = parse_fen("W:Wa1:BKh8", Numbering::English, false).unwrap().position;
        let tints = Tints { captured: position.pieces(Side::Black), ..Tints::default() };
        let style = Style { colour: true, ..PLAINEST };
        let tinted = board_with(&position, Numbering::English, style, tints);
        assert!(tinted[0].contains(CAPTURED) && !tinted[7].contains(CAPTURED));
    }

    #[test]
    fn blocks_stand_side_by_side() {
        let lines = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let joined = side_by_side(&lines(&["ab", "\u{1b}[1mc\u{1b}[0m"]), &lines(&["x", "y", "z"]), 2);
        assert_eq!(joined, lines(&["ab  x", "\u{1b}[1mc\u{1b}[0m   y", "    z"]));
    }
}
