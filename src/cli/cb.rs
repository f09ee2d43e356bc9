//! `damero cb`: CheckerBoard's interface as lines of text.

use std::path::PathBuf;

use crate::openings::BookChoice;
use crate::protocol::cb::{self, Settings};
use crate::rules::VARIANTS;

use super::args::Args;
use super::options::Text;
use super::outcome::{Done, Failure, Out};

/// What the help says of the commands.
pub(super) const NOTES: Text = Text(
    "For programs: each line is a command of CheckerBoard's interface, answered by '1 REPLY', '0' (not known) or \
     'error ...'; also 'getmove FEN [maxtime=S] [exact] [remaining=S inc=S]', 'playnow', 'islegal FEN FROM TO', 'quit'.",
    "Para programas: cada línea es una orden de la interfaz de CheckerBoard, con respuesta '1 ...', '0' (desconocida) o \
     'error ...'; además 'getmove FEN [maxtime=S] [exact] [remaining=S inc=S]', 'playnow', 'islegal FEN DE A', 'quit'.",
);

/// Runs the command. What it writes goes out line by line past `_out`.
pub(super) fn run(args: &Args<'_>, _out: &mut Out<'_>) -> Result<Done, Failure> {
    let mut settings = Settings::new(args.variant()?);
    settings.engine.threads = args.whole("threads").unwrap_or(settings.engine.threads);
    settings.engine.hash_mib = args.whole("hash").unwrap_or(settings.engine.hash_mib);
    settings.engine.strength = args.strength();
    settings.set_databases(args.egdb());
    settings.set_book(args.book(BookChoice::SHIPPED));
    cb::run(settings, args.text("log").map(PathBuf::from), Vec::new()).map_err(|error| args.wrong("log", &error))?;
    Ok(Done::Well)
}

/// Speaks this protocol where the first line is one of its own; whether it was.
pub(super) fn run_as_asked(line: Vec<u8>) -> bool {
    let is_ours = cb::is_ours(&line);
    if is_ours {
        // Only a log can fail, and there is none.
        let _ = cb::run(Settings::new(&VARIANTS[0]), None, line);
    }
    is_ours
}
