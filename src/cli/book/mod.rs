//! `damero book`: builds opening books and asks them.

mod build;
mod probe;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::builders::book::merged;
use crate::lang::Say;
use crate::openings::{Book, BookChoice, put_in_place};
use crate::rules::{Laws, Variant};

use super::args::Args;
use super::options::Text;
use super::outcome::{Done, Failure, Out, bad};
use crate::json::Json;

/// What the help says of the actions.
pub(super) const NOTES: Text = Text(
    "build: searches positions from the start position and the openings on, those first that good play leads to, and keeps \
     their scores in --output. It needs a budget, --time or --positions or both. What is done is written down in the \
     journal at once; after an interruption of any kind the same command with --resume goes on. The last line is \
     'positions N expanded N bytes N'.\n\
     merge BOOK...: joins books, such as those of all parts, into --output; where scores differ the earlier book's counts.\n\
     probe [MOVE...]: the moves of a position (the start position or --fen, then the moves) with their scores in men, how \
     many plies the book goes on for after each, and over how many positions; then the line of best play. Exit 1 if the \
     book does not know the position. JSON keys: schema, rules, fen, score, moves (move, score, plies, positions), line.\n\
     info: what a book holds and how it was made. JSON keys: schema, rules, positions, expanded, plies, score, bytes, made.",
    "build: busca posiciones desde la inicial y las aperturas, primero aquellas a que lleva el buen juego, y guarda sus \
     valores en --output. Necesita un límite, --time, --positions o ambos. Lo hecho se anota enseguida en el diario; tras \
     cualquier interrupción, la misma orden con --resume sigue. La última línea es 'positions N expanded N bytes N'.\n\
     merge LIBRO...: une libros, como los de todas las partes, en --output; donde los valores difieren cuenta el del primero.\n\
     probe [JUGADA...]: las jugadas de una posición (la inicial o --fen, tras las jugadas) con sus valores en peones, \
     cuántas medias jugadas sigue el libro tras cada una y por cuántas posiciones; luego la línea de mejor juego. Estado 1 \
     si el libro no conoce la posición. Claves JSON: schema, rules, fen, score, moves (move, score, plies, positions), line.\n\
     info: qué contiene un libro y cómo se hizo. Claves JSON: schema, rules, positions, expanded, plies, score, bytes, made.",
);

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let words = args.positionals("ACTION");
    match words.split_first() {
        Some((&"build", [])) => build::run(args, out),
        Some((&"merge", files)) if !files.is_empty() => merge(args, files, out),
        Some((&"probe", moves)) => probe::run(args, moves, out),
        Some((&"info", [])) => info(args, out),
        _ => Err(bad(
            args.lang,
            "book: say 'build', 'merge' and the books, 'probe' and perhaps moves, or 'info'".to_owned(),
            "book: diga 'build', 'merge' y los libros, 'probe' y quizá jugadas, o 'info'".to_owned(),
        )),
    }
}

/// The file of `--output`, which an action needs.
fn output(args: &Args<'_>, action: &str) -> Result<PathBuf, Failure> {
    args.text("output").map(PathBuf::from).ok_or_else(|| {
        bad(
            args.lang,
            format!("book {action}: --output FILE is missing, the book"),
            format!("book {action}: falta --output FICHERO, el libro"),
        )
    })
}

fn load(args: &Args<'_>, path: &Path, laws: Laws) -> Result<Book, Failure> {
    Book::load(path, laws).map_err(|error| Failure::Input(error.say(args.lang)))
}

/// The book of `--book`, by default the one that the program holds.
fn asked(args: &Args<'_>, variant: &Variant) -> Result<Arc<Book>, Failure> {
    let choice = args.book(BookChoice::SHIPPED);
    let book = choice.open(variant.laws).map_err(|error| args.wrong("book", &error))?;
    book.ok_or_else(|| {
        bad(
            args.lang,
            format!("there is no book of {} in the program; give --book FILE", variant.name),
            format!("no hay libro de {} en el programa; dé --book FICHERO", variant.name),
        )
    })
}

fn expanded(book: &Book) -> usize {
    book.nodes().iter().filter(|node| node.expanded).count()
}

/// Puts a book in its place and says what it holds.
fn put(args: &Args<'_>, book: &Book, path: &Path, out: &mut Out<'_>) -> Result<(), Failure> {
    let bytes = put_in_place(book, path).map_err(|error| Failure::Input(error.say(args.lang)))?;
    out.line(format!("positions {} expanded {} bytes {bytes}", book.nodes().len(), expanded(book)))
}

fn merge(args: &Args<'_>, files: &[&str], out: &mut Out<'_>) -> Result<Done, Failure> {
    let (laws, path) = (args.variant()?.laws, output(args, "merge")?);
    let books: Vec<Book> = files.iter().map(|file| load(args, Path::new(file), laws)).collect::<Result<_, _>>()?;
    // Each of them has the start position, or it would not have been read.
    let book = merged(&books).ok_or_else(|| Failure::Fault("books without a start position".to_owned()))?;
    put(args, &book, &path, out)?;
    Ok(Done::Well)
}

fn info(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let book = asked(args, variant)?;
    let (positions, expanded, bytes) = (book.nodes().len(), expanded(&book), book.bytes());
    let start = book.find(&variant.start());
    let (plies, score) = start.map_or((0, 0.0), |node| (node.plies, node.value.hub()));
    let rules = Variant::of_laws(variant.laws).name;
    if args.flag("json") {
        let line = Json::line(vec![
            ("rules", Json::text(rules)),
            ("positions", Json::Whole(positions as u64)),
            ("expanded", Json::Whole(expanded as u64)),
            ("plies", Json::Whole(u64::from(plies))),
            ("score", Json::Real(score, 2)),
            ("bytes", Json::Whole(bytes as u64)),
            ("made", Json::texts(book.made.iter().cloned())),
        ]);
        out.line(line.to_string())?;
        return Ok(Done::Well);
    }
    for (name, value) in [
        ("rules", rules.to_owned()),
        ("positions", positions.to_string()),
        ("expanded", expanded.to_string()),
        ("plies", plies.to_string()),
        ("score", format!("{score:+.2}")),
        ("bytes", bytes.to_string()),
    ] {
        out.line(format!("{name} {value}"))?;
    }
    book.made.iter().try_for_each(|line| out.line(format!("made {line}")))?;
    Ok(Done::Well)
}
