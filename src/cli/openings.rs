//! `damero openings`: makes sets of openings.

use std::io::{IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};

use crate::builders::unbalanced::{MakeError, Recipe, merge};
use crate::journal::{Opening as JournalOpening, Shard};
use crate::lang::Say;

use super::args::Args;
use super::files::{try_place, write_whole};
use super::interrupt;
use super::options::Text;
use super::outcome::{Done, Failure, Out, bad, tell};

/// What the help says of the rest.
pub(super) const NOTES: Text = Text(
    "'damero openings make' makes openings in which a search says that a side is ahead by 0.25 to 1.0 men and nothing is \
     decided; the same seed, count and nodes make the same set. 'damero openings merge JOURNAL...' joins the parts that \
     --shard made. The last line is the number of openings.",
    "'damero openings make' hace aperturas en las que una búsqueda ve una ventaja de 0.25 a 1.0 peones y nada decidido; la \
     misma semilla, cantidad y nodos hacen el mismo conjunto. 'damero openings merge DIARIO...' une las partes hechas con \
     --shard. La última línea es el número de aperturas.",
);

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let words = args.positionals("ACTION");
    match words.split_first() {
        Some((&"make", [])) => make(args, out),
        Some((&"merge", journals)) if !journals.is_empty() => {
            let paths: Vec<PathBuf> = journals.iter().map(PathBuf::from).collect();
            let (recipe, made) = merge(&paths).map_err(|error| Failure::Input(error.say(args.lang)))?;
            write(args, &recipe.text(&made), out)?;
            out.line(made.len().to_string())?;
            Ok(Done::Well)
        }
        _ => Err(bad(
            args.lang,
            "openings: say 'make', or 'merge' and the journals of all parts".to_owned(),
            "openings: diga 'make', o 'merge' y los diarios de todas las partes".to_owned(),
        )),
    }
}

fn make(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let lang = args.lang;
    let shard =
        args.text("shard").map_or(Ok(Shard::WHOLE), Shard::parse).map_err(|error| args.wrong("shard", &error))?;
    let opening = if args.flag("resume") { JournalOpening::Resume } else { JournalOpening::New };
    let recipe = Recipe {
        variant: args.variant()?,
        seed: args.whole("seed").unwrap_or(1),
        count: args.whole("count").unwrap_or(300),
        nodes: args.whole("nodes").unwrap_or(DEFAULT_NODES),
        shard,
        threads: args.whole("concurrency").unwrap_or(1),
        journal: args.text("journal").map(|path| (PathBuf::from(path), opening)),
    };
    if recipe.journal.is_none() && (args.flag("resume") || !shard.is_whole()) {
        return Err(bad(
            lang,
            "openings: --resume and --shard need --journal FILE".to_owned(),
            "openings: --resume y --shard necesitan --journal FICHERO".to_owned(),
        ));
    }
    if let Some(file) = args.text("output") {
        try_place(Path::new(file), lang)?;
    }
    interrupt::listen();
    let live = stderr().is_terminal() && !args.flag("quiet");
    let progress = |made: usize, of: usize| {
        if live {
            // A line that cannot be written is lost: there is nobody to tell.
            let _ = write!(stderr(), "\r{made}/{of}{}", if made == of { "\n" } else { "" });
        }
    };
    let made = recipe.make(&interrupt::came, &progress).map_err(|error: MakeError| Failure::Input(error.say(lang)))?;
    let of = (0..recipe.count).filter(|&number| shard.takes(number)).count();
    if made.len() < of {
        let count = made.len();
        tell(&match &recipe.journal {
            Some((path, _)) => lang.pick(
                format!("{count} of {of} openings are in {}; the same command with --resume goes on", path.display()),
                format!("{count} de {of} aperturas están en {}; la misma orden con --resume sigue", path.display()),
            ),
            None => lang.pick(
                format!("{count} of {of} openings made; without --journal they cannot be gone on with"),
                format!("{count} de {of} aperturas hechas; sin --journal no se puede seguir"),
            ),
        });
        return Ok(Done::Interrupted);
    }
    // Of a part, the journal is the result.
    if shard.is_whole() {
        write(args, &recipe.text(&made), out)?;
    }
    out.line(made.len().to_string())?;
    Ok(Done::Well)
}

/// The nodes of a search of about a second.
pub(super) const DEFAULT_NODES: u64 = 4_000_000;

/// Writes the set to the file of `--output`, or to standard output.
fn write(args: &Args<'_>, text: &str, out: &mut Out<'_>) -> Result<(), Failure> {
    let Some(file) = args.text("output") else { return out.bytes(text.as_bytes()) };
    write_whole(Path::new(file), text.as_bytes(), args.lang)
}
