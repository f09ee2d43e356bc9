//! `damero book build`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::builders::book::{Effort, Plan, Progress, WRITTEN};
use crate::cli::args::Args;
use crate::cli::files::try_place;
use crate::cli::interrupt;
use crate::cli::live::LiveLine;
use crate::cli::outcome::{Done, Failure, Out, bad, tell};
use crate::journal::{Opening as JournalOpening, Shard, crc32, read};
use crate::lang::Say;
use crate::openings::{Book, BookChoice, encode_book};
use crate::rules::Laws;

/// The nodes of a search unless others are asked for.
pub(super) const NODES: u64 = 250_000;

/// Runs the action.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let lang = args.lang;
    let laws = args.variant()?.laws;
    let path = super::output(args, "build")?;
    try_place(&path, lang)?;
    let journal = args.text("journal").map_or_else(|| beside(&path), PathBuf::from);
    let opening = if args.flag("resume") { JournalOpening::Resume } else { JournalOpening::New };
    if opening == JournalOpening::Resume && is_written(&journal, &path) {
        let book = super::load(args, &path, laws)?;
        remove(args, &journal)?;
        super::put(args, &book, &path, out)?;
        return Ok(Done::Well);
    }
    let plan = Plan { journal: Some((journal.clone(), opening)), ..plan(args, laws, &path)? };
    interrupt::listen();
    let mut screen = LiveLine::new(args);
    let mut show = |progress: Progress| {
        let left = progress.remaining.map_or_else(String::new, |left| {
            lang.pick(format!(", {} left", clock(left)), format!(", quedan {}", clock(left)))
        });
        let (searched, elapsed) = (progress.searched, clock(progress.elapsed));
        screen.show(&lang.pick(
            format!("{searched} positions in {elapsed}{left}"),
            format!("{searched} posiciones en {elapsed}{left}"),
        ));
    };
    let built = plan.build(&interrupt::came, &mut show);
    drop(screen);
    let built = built.map_err(|error| Failure::Input(error.say(lang)))?;
    if built.interrupted {
        tell(&lang.pick(
            format!("interrupted: what is done is in {}; the same command with --resume goes on", journal.display()),
            format!("interrumpido: lo hecho está en {}; la misma orden con --resume sigue", journal.display()),
        ));
        return Ok(Done::Interrupted);
    }
    // Whoever is killed between writing the book and removing the journal finds here that all was done.
    let sum = crc32(0, &encode_book(&built.book));
    let finished = plan.note(&format!("{WRITTEN}{sum:08x}"));
    finished.map_err(|error| Failure::Input(error.say(lang)))?;
    super::put(args, &built.book, &path, out)?;
    remove(args, &journal)?;
    Ok(Done::Well)
}

/// What is to be built, without its journal.
fn plan(args: &Args<'_>, laws: Laws, path: &Path) -> Result<Plan, Failure> {
    let effort = match args.seconds("time-per-position") {
        Some(time) => Effort::Time(time),
        None => Effort::Nodes(args.whole("nodes").unwrap_or(NODES)),
    };
    let (positions, time) = (args.whole("positions"), args.seconds("time"));
    if positions.is_none() && time.is_none() {
        return Err(bad(
            args.lang,
            "book build: how long? give --time S, --positions N or both".to_owned(),
            "book build: ¿cuánto? dé --time S, --positions N o ambos".to_owned(),
        ));
    }
    let shard = args.text("shard").map_or(Ok(Shard::WHOLE), Shard::parse);
    let shard = shard.map_err(|error| args.wrong("shard", &error))?;
    let base = base(args, laws, path)?;
    Ok(Plan { laws, effort, positions, time, threads: args.threads(), shard, base, journal: None })
}

/// The book to go on from, with a checksum.
fn base(args: &Args<'_>, laws: Laws, path: &Path) -> Result<Option<(Book, u32)>, Failure> {
    let with_sum = |book: Book| {
        let sum = crc32(0, &encode_book(&book));
        (book, sum)
    };
    match args.text("from") {
        Some("on") => {
            let book = BookChoice::SHIPPED.open(laws).ok().flatten();
            Ok(book.map(|book| with_sum(Book::clone(&book))))
        }
        Some(file) => super::load(args, Path::new(file), laws).map(with_sum).map(Some),
        // An empty file is one that somebody has kept a place with.
        None if fs::metadata(path).is_ok_and(|data| data.len() > 0) => {
            super::load(args, path, laws).map(with_sum).map(Some)
        }
        None => Ok(None),
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".journal");
    PathBuf::from(name)
}

/// Whether a journal says that the book of its work is written, and it is there.
fn is_written(journal: &Path, book: &Path) -> bool {
    let (Ok(content), Ok(bytes)) = (read(journal), fs::read(book)) else { return false };
    content.records.last().is_some_and(|last| *last == format!("{WRITTEN}{:08x}", crc32(0, &bytes)))
}

fn remove(args: &Args<'_>, journal: &Path) -> Result<(), Failure> {
    fs::remove_file(journal).map_err(|error| {
        let path = journal.display();
        bad(args.lang, format!("cannot remove {path}: {error}"), format!("no se puede borrar {path}: {error}"))
    })
}

/// A time as minutes and seconds, or hours too.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}
