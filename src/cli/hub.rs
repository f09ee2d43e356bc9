//! `damero hub`: the Hub protocol.

use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;

use crate::engine::Objective;
use crate::protocol::Style;
use crate::protocol::hub::{self, HubOptions};

use super::args::Args;
use super::cb;
use super::dxp;
use super::options::Text;
use super::outcome::{Done, Failure, Out};

/// What the help says of the parameters.
pub(super) const NOTES: Text = Text(
    "For programs: lines of the Hub protocol on standard input and output. The options are where its parameters start; \
     'set-param' changes them. RUST_LOG (error, warn, info, debug, trace) sets how much --log writes.",
    "Para programas: líneas del protocolo Hub por la entrada y la salida. Las opciones son el valor inicial de sus \
     parámetros; 'set-param' los cambia. RUST_LOG (error, warn, info, debug, trace) dice cuánto escribe --log.",
);

/// The longest first line that can name a protocol, in bytes.
const LONGEST: u64 = 256;

/// Runs the command. What it writes goes out line by line past `_out`.
pub(super) fn run(args: &Args<'_>, _out: &mut Out<'_>) -> Result<Done, Failure> {
    let mut options = HubOptions { log: args.text("log").map(PathBuf::from), ..HubOptions::default() };
    let settings = &mut options.settings;
    settings.variant = args.variant()?;
    // Whatever is wrong with the draw rules is said here.
    args.draw_rules(settings.variant)?;
    settings.draws = args.draw_choice();
    settings.engine.threads = args.whole("threads").unwrap_or(settings.engine.threads);
    settings.engine.hash_mib = args.whole("hash").unwrap_or(settings.engine.hash_mib);
    settings.engine.contempt = args.whole("contempt").unwrap_or(settings.engine.contempt);
    settings.engine.egdb = args.egdb();
    settings.engine.strength = args.strength();
    settings.engine.book = args.book(settings.engine.book.clone());
    if args.text("objective") == Some("giveaway") {
        settings.engine.objective = Objective::Giveaway;
    }
    settings.style = args.text("position-style").and_then(Style::named).unwrap_or(settings.style);
    hub::run(options, Vec::new()).map_err(|error| args.wrong("log", &error))?;
    Ok(Done::Well)
}

/// Where the program was started without a command by another program whose first words are those of a protocol, speaks
/// it: `hub` and a line's end, `R01` of DXP, or a command of CheckerBoard's. Whether it has.
pub(super) fn run_if_asked() -> bool {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        return false;
    }
    let mut line = Vec::new();
    // By single bytes, as whatever follows is for the protocol to read.
    for byte in stdin.lock().bytes().take(LONGEST as usize) {
        let Ok(byte) = byte else { break };
        line.push(byte);
        if byte == b'\n' || line == b"R01" {
            break;
        }
    }
    if line == b"R01" {
        dxp::run_as_asked(line);
        return true;
    }
    let is_hub = line.trim_ascii() == b"hub";
    if is_hub {
        // Only a log can fail, and there is none.
        let _ = hub::run(HubOptions::default(), line);
        return true;
    }
    cb::run_as_asked(line)
}
