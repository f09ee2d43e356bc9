//! The Hub protocol, version 2, as Scan speaks it: lines of text on standard input and output.
//!
//! What the protocol leaves open, and how it is here:
//!
//! - A line that is not understood is ignored, and so are unknown parameters and arguments. A known command with a wrong
//!   value gets one line `error message="..."`, which says what would be right, and changes nothing; but after a `pos`
//!   that was refused there is no position, so that no move is made in a wrong one: `go` answers an error and
//!   `done move=none`, until the next `pos`, `new-game` or change of ruleset.
//! - Before the first `pos` the position is the start position; before the first `level`, and after one without bounds,
//!   five seconds a move. `init` is not needed, and may come again, as may `hub`.
//! - During a search, `pos`, `level`, `set-param` and `new-game` are taken and hold from the next search on. A `go` is
//!   refused by an error; the search that runs goes on, and the refused one has no `done`. `stop` without a search and
//!   `ponder-hit` without pondering are ignored, as they may cross a `done`.
//! - `go` alone means `go think`. Thinking and pondering play a single legal move at once; analysis searches it like any
//!   other, and sees draws without contempt. `level infinite` holds the answer back until `stop`, even where there is
//!   nothing left to search.
//! - `limit-strength` is for playing: analysis searches at full strength. Each game draws other moves.
//! - A game that a draw rule has ended goes on here if the client wants it to.
//! - `quit` and the end of the input stop a running search; its `done` is still written.
//! - A change of `variant` leads to its start position; a change of draw rules keeps the position and its history.
//! - A position without `counts` goes on with those of the game if it follows from the last: see `record.rs`.
//!
//! Three threads: one reads lines, one searches, and the session itself takes what both have to tell and writes.

mod level;
mod params;
mod record;
mod report;
mod session;
mod syntax;

#[cfg(test)]
mod tests;

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::lines::read_line;
use super::log::{Level as LogLevel, Log, LogError, Mark};
use super::worker::{self, Event};

#[cfg(test)]
pub(crate) use params::names as parameter_names;

use params::Settings;
use session::Session;

/// Who wrote the program and where it comes from, for `id`. No `=` may stand in it: some clients split there.
const AUTHOR: &str = "The Damero authors";
/// They come from nowhere in particular; clients show it to people, and some may count on its being there.
const COUNTRY: &str = "unknown";

/// So many lines wait to be dealt with; whoever sends more waits. A client that reads no answers is not read either.
const MOST_WAITING: usize = 16;

/// How much of a wrong value an error shows, in characters.
const SHOWN: usize = 60;

/// How the program is set up before the client says anything.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct HubOptions {
    /// The parameters. (Contempt is 10 by default here, as games are played.)
    pub settings: Settings,
    /// A file for the log.
    pub log: Option<PathBuf>,
}

/// Speaks the protocol on standard input and output until the client ends it. `already_read` is what was read from
/// standard input before. Panics are logged from here on, and nothing is written to standard error.
///
/// # Errors
/// If the log cannot be opened; nothing was written then.
pub(crate) fn run(options: HubOptions, already_read: Vec<u8>) -> Result<(), LogError> {
    let log = options.log.as_deref().map_or(Ok(Log::none()), |path| Log::open(path, "hub"))?;
    let faults = log.clone();
    std::panic::set_hook(Box::new(move |fault| faults.write(LogLevel::Error, Mark::Note, &fault.to_string())));
    let input = Cursor::new(already_read).chain(BufReader::new(io::stdin()));
    serve(options.settings, input, io::stdout(), log);
    Ok(())
}

/// Speaks the protocol on any input and output.
fn serve(settings: Settings, input: impl BufRead + Send + 'static, output: impl Write, log: Log) {
    let (events, inbox) = channel();
    let (jobs, work) = channel();
    let reports = events.clone();
    // Only lines are held up: a search that is to be waited for must be able to say what it has to.
    let (room, free) = channel();
    let one_more = || {
        // Nobody reads lines any more once the input has ended.
        let _ = room.send(());
    };
    (0..MOST_WAITING).for_each(|_| one_more());
    let spawn = |name: &str, body: Box<dyn FnOnce() + Send>| thread::Builder::new().name(name.to_owned()).spawn(body);
    let searching = spawn(
        "hub-search",
        Box::new(move || {
            worker::work(&work, &|event| {
                let _ = reports.send(event);
            });
        }),
    );
    // Not joined: after `quit` it may wait for input that never comes. Without it the session ends at once, as `events`
    // is gone with the closure.
    let _ = spawn("hub-input", Box::new(move || read_lines(input, &events, &free)));
    let mut session = Session::new(settings, output, log, jobs);
    // An error means that the client does not listen any more; there is nobody to tell.
    let _ = session.serve(&inbox, &one_more);
    session.abandon();
    drop(session);
    if let Ok(thread) = searching {
        // It catches its panics, and they are in the log.
        let _ = thread.join();
    }
}

/// Sends each line of the input to the session, once there is room for it, until the input ends or nobody listens.
fn read_lines(mut input: impl BufRead, events: &Sender<Event>, room: &Receiver<()>) {
    loop {
        let mut line = Vec::new();
        let Ok((more, cut)) = read_line(&mut input, &mut line) else { break };
        if !more && line.is_empty() {
            break;
        }
        if room.recv().is_err() || events.send(Event::Line(line, cut)).is_err() {
            return;
        }
        if !more {
            break;
        }
    }
    let _ = events.send(Event::End);
}

/// Text of the client's as an error shows it: short, and on one line.
fn shown(text: &str) -> String {
    let mut characters = text.chars();
    let mut shown: String = characters.by_ref().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if characters.next().is_some() {
        shown.push_str("...");
    }
    shown
}
