//! `damero diagram [FEN]`: draws a board as text, SVG or PNG.

use std::path::Path;

use crate::board::{Bitboard, Move, Square};
use crate::diagram::{Arrow, Diagram, Labels};
use crate::lang::Lang;
use crate::movegen::MoveGen;
use crate::notation::{parse_move, pdn_move, sort_moves};
use crate::rules::{Numbering, State, Variant};

use super::args::Args;
use super::board::{Squares, Style, Tints, board_with, caption};
use super::diagram_options::DEFAULT_SIZE;
use super::files::write_whole;
use super::options::Text;
use super::outcome::{Done, Failure, Out, bad};

/// What the help says of colours.
pub(super) const NOTES: Text = Text(
    "In pictures the first arrow is green and the others are blue, squares of captured pieces are red, those of the last \
     move yellow; the small piece beside the board shows who is to move. Several moves are alternatives, all from the \
     position that is drawn.",
    "En las imágenes la primera flecha es verde y las otras azules; las casillas de piezas capturadas son rojas y las de \
     la última jugada amarillas; la pieza pequeña junto al tablero indica a quién le toca. Varias jugadas son \
     alternativas, todas desde la posición dibujada.",
);

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Text,
    Svg,
    Png,
}

impl Format {
    const fn named(name: &str) -> Option<Format> {
        match name.as_bytes() {
            b"text" | b"txt" => Some(Format::Text),
            b"svg" => Some(Format::Svg),
            b"png" => Some(Format::Png),
            _ => None,
        }
    }
}

/// What is to be drawn.
struct Picture {
    state: State,
    move_number: Option<u32>,
    /// The move that led to the position, and how it is written.
    last: Option<(Move, String)>,
    /// Moves of the position, and how they are written.
    moves: Vec<(Arrow, String)>,
    marked: Bitboard,
}

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let file = args.text("output").filter(|&name| name != "-").map(Path::new);
    let format = format(args, file)?;
    let picture = Picture::of(args, variant)?;
    let size = args.whole("size");
    let style = Style::of(args, variant, out);
    let bytes = match format {
        Format::Text if size.is_some() => {
            return Err(bad(
                args.lang,
                "--size is for pictures; add --format svg or png".to_owned(),
                "--size es para imágenes; añada --format svg o png".to_owned(),
            ));
        }
        Format::Text => picture.text(variant, Style { colour: style.colour && file.is_none(), ..style }, args.lang),
        Format::Svg => {
            let title = caption(&picture.state, variant, picture.move_number, args.lang).join(". ");
            picture.diagram(variant, style).svg(&title, Some(size.unwrap_or(DEFAULT_SIZE))).into_bytes()
        }
        Format::Png if file.is_none() && out.is_terminal() => {
            return Err(bad(
                args.lang,
                "a PNG file is not for a terminal; give its name: -o board.png".to_owned(),
                "un fichero PNG no es para un terminal; dé su nombre: -o tablero.png".to_owned(),
            ));
        }
        Format::Png => png(&picture.diagram(variant, style), size.unwrap_or(DEFAULT_SIZE), args.lang)?,
    };
    match file {
        Some(file) => write_whole(file, &bytes, args.lang)?,
        None => out.bytes(&bytes)?,
    }
    Ok(Done::Well)
}

fn png(diagram: &Diagram, size: u32, lang: Lang) -> Result<Vec<u8>, Failure> {
    diagram.png(size).map_err(|_| {
        bad(
            lang,
            format!("--size {size}: there is not enough memory; give a smaller size"),
            format!("--size {size}: no hay bastante memoria; dé un tamaño menor"),
        )
    })
}

/// The format that is asked for, in so many words or by the file's ending.
fn format(args: &Args<'_>, file: Option<&Path>) -> Result<Format, Failure> {
    let wanted = args.text("format").and_then(Format::named);
    let Some(file) = file else { return Ok(wanted.unwrap_or(Format::Text)) };
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let name = file.display();
    match (wanted, ending.as_deref().and_then(Format::named)) {
        (Some(wanted), Some(by_name)) if wanted != by_name => Err(bad(
            args.lang,
            format!("-o {name}: its ending says another format than --format; give only one of them"),
            format!("-o {name}: su terminación indica otro formato que --format; dé solo uno de los dos"),
        )),
        (Some(format), _) | (None, Some(format)) => Ok(format),
        (None, None) => Err(bad(
            args.lang,
            format!("-o {name}: give a name that ends in .txt, .svg or .png, or --format"),
            format!("-o {name}: dé un nombre que acabe en .txt, .svg o .png, o --format"),
        )),
    }
}

impl Picture {
    fn of(args: &Args<'_>, variant: &'static Variant) -> Result<Picture, Failure> {
        let setup = match args.positional("FEN") {
            Some(text) => args.parse_fen(text, variant)?,
            None => args.setup(variant)?,
        };
        let (mut state, mut move_number) = (setup.state(), setup.move_number);
        let mut last = None;
        for text in words(args, "play")? {
            let position = *state.position();
            let played = parse_move(text, variant, &position).map_err(|error| args.wrong("play", &error))?;
            last = Some((played, pdn_move(&position, played, variant)));
            state = state.play(played, &variant.draws);
            if position.side() != variant.first {
                move_number = move_number.map(|number| number + 1);
            }
        }
        let position = *state.position();
        let mut moves = Vec::new();
        for text in words(args, "move")? {
            let played = parse_move(text, variant, &position).map_err(|error| args.wrong("move", &error))?;
            moves.push((Arrow::of(&position, played, variant, Some(text)), pdn_move(&position, played, variant)));
        }
        if args.flag("captures") {
            let mut captures = MoveGen::of(variant.laws).legal_moves(&position);
            captures.retain(|played| played.is_capture());
            sort_moves(&mut captures, variant.numbering);
            let drawn =
                |&played: &Move| (Arrow::of(&position, played, variant, None), pdn_move(&position, played, variant));
            moves.extend(captures.iter().map(drawn));
        }
        let mut marked = Bitboard::EMPTY;
        for text in words(args, "mark")? {
            marked |= square(text, variant.numbering).ok_or_else(|| no_square(args.lang, text))?.bit();
        }
        Ok(Picture { state, move_number, last, moves, marked })
    }

    fn text(&self, variant: &Variant, style: Style, lang: Lang) -> Vec<u8> {
        let bits = |squares: &[Square]| squares.iter().fold(Bitboard::EMPTY, |all, square| all | square.bit());
        let last = self.last.iter().fold(Bitboard::EMPTY, |all, (last, _)| all | last.from().bit() | last.to().bit());
        let moves = self.moves.iter().fold(self.marked, |all, (arrow, _)| all | bits(&arrow.squares));
        let captured = self.moves.iter().fold(Bitboard::EMPTY, |all, (arrow, _)| all | arrow.captured);
        let tints = Tints { last, moves, captured };
        let mut lines = board_with(self.state.position(), variant.numbering, style, tints);
        lines.push(String::new());
        lines.extend(caption(&self.state, variant, self.move_number, lang));
        if let Some((_, text)) = &self.last {
            lines.push(format!("{} {text}", lang.pick("Last move", "Última jugada")));
        }
        if !self.moves.is_empty() {
            let moves: Vec<&str> = self.moves.iter().map(|(_, text)| text.as_str()).collect();
            lines.push(format!("{} {}", lang.pick("Moves", "Jugadas"), moves.join(", ")));
        }
        (lines.join("\n") + "\n").into_bytes()
    }

    fn diagram(&self, variant: &Variant, style: Style) -> Diagram {
        let labels = match style.squares {
            Squares::Numbers => Labels::Numbers,
            Squares::Letters => Labels::Letters,
            Squares::Unnamed => Labels::None,
        };
        Diagram {
            labels,
            flip: style.flip,
            last_move: self.last.as_ref().map(|(last, _)| *last),
            arrows: self.moves.iter().map(|(arrow, _)| arrow.clone()).collect(),
            marked: self.marked,
            ..Diagram::new(*self.state.position(), variant)
        }
    }
}

/// The words of an option, which commas may part as well as spaces.
fn words<'a>(args: &Args<'a>, long: &str) -> Result<Vec<&'a str>, Failure> {
    let given = args.texts(long);
    let words: Vec<&str> =
        given.iter().flat_map(|text| text.split([',', ' '])).filter(|word| !word.is_empty()).collect();
    if words.is_empty() && !given.is_empty() {
        return Err(bad(args.lang, format!("--{long}: nothing is named"), format!("--{long}: no se nombra nada")));
    }
    Ok(words)
}

/// The square of its own number or its letters.
fn square(text: &str, numbering: Numbering) -> Option<Square> {
    match text.as_bytes() {
        [file, rank @ b'1'..=b'8'] if file.is_ascii_alphabetic() => {
            numbering.square_at(file.to_ascii_lowercase().checked_sub(b'a')?, rank - b'1')
        }
        _ => numbering.square(text.parse().ok()?),
    }
}

fn no_square(lang: Lang, text: &str) -> Failure {
    bad(
        lang,
        format!("--mark: '{text}' is no square; give a number from 1 to 32 or letters such as c3"),
        format!("--mark: '{text}' no es una casilla; dé un número de 1 a 32 o letras como c3"),
    )
}
