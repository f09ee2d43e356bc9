//! The command line: one file a command; tables of commands and options from which the parser and the help are built.

mod analyse;
mod annotate;
mod annotate_options;
mod args;
mod ballot;
mod bench;
mod bench_positions;
mod board;
mod book;
mod book_options;
mod cb;
mod commands;
mod diagram;
mod diagram_options;
mod dxp;
mod dxp_options;
mod egdb;
mod egdb_options;
mod examples;
mod files;
mod general_options;
mod hub;
mod interrupt;
mod laws;
mod live;
mod match_options;
mod matches;
mod moves;
mod openings;
mod options;
mod outcome;
mod pages;
mod parser;
mod perft;
mod play;
mod play_options;
mod processor;
mod puzzles;
mod puzzles_options;
mod rules;
mod strength_options;
mod study;
mod study_options;
mod tune;
mod tune_options;
mod usage;

use std::any::Any;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::process::ExitCode;

use clap::error::ErrorKind;

use crate::arena::cblib_host;
use crate::lang::Lang;

use args::Args;
use commands::Cmd;
use outcome::{BAD_INPUT, Done, FAULT, Failure, INTERRUPTED, NO, Out, WELL, tell};

/// Runs the program with the arguments of its process; the exit status.
#[inline(never)]
pub fn run() -> ExitCode {
    if processor::is_too_old() {
        return ExitCode::from(BAD_INPUT);
    }
    run_here()
}

/// Runs the program on a processor that can. (Apart from [`run`], in which no code may need a newer one.)
#[inline(never)]
fn run_here() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    // A child process of `match`, for no person's use; so neither the parser nor the help knows it.
    if args.get(1).is_some_and(|command| command == "cblib-host") {
        return ExitCode::from(cblib_host(&args[2..]));
    }
    let lang = parser::language(&args);
    panic::set_hook(Box::new(move |fault| tell(&report(fault, lang))));
    ExitCode::from(guarded(|| start(&args, lang)))
}

/// Runs something; a panic in it, which the hook has reported, becomes the exit status of a fault.
fn guarded(work: impl FnOnce() -> u8) -> u8 {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or(FAULT)
}

/// What is said about a fault of ours: one line that helps to find it.
fn report(fault: &PanicHookInfo<'_>, lang: Lang) -> String {
    let place = fault.location().map_or(String::new(), |place| format!(" ({}:{})", place.file(), place.line()));
    let what = told(fault.payload());
    lang.pick(
        format!("a fault of the program, please report it: {what}{place}"),
        format!("un fallo del programa, por favor comuníquelo: {what}{place}"),
    )
}

/// The text of a panic.
fn told(payload: &dyn Any) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("?")
}

/// Parses the arguments and runs the command.
fn start(args: &[OsString], lang: Lang) -> u8 {
    let mut stdout = io::stdout();
    let terminal = stdout.is_terminal();
    let mut out = Out::new(&mut stdout, terminal, lang);
    match perform(args, lang, &mut out) {
        Ok(Done::Well) | Err(Failure::Closed) => WELL,
        Ok(Done::WithBadInput) => BAD_INPUT,
        Ok(Done::No) => NO,
        Ok(Done::Interrupted) => INTERRUPTED,
        Err(Failure::Input(message)) => {
            tell(&message);
            BAD_INPUT
        }
        Err(Failure::Fault(message)) => {
            tell(&message);
            FAULT
        }
    }
}

fn perform(args: &[OsString], lang: Lang, out: &mut Out<'_>) -> Result<Done, Failure> {
    let matches = match parser::parser(lang).try_get_matches_from(args) {
        Ok(matches) => matches,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            out.bytes(error.to_string().as_bytes())?;
            return Ok(Done::Well);
        }
        Err(error) => return Err(Failure::Input(usage::explain(&error, args, lang))),
    };
    match matches.subcommand() {
        Some((name, matches)) => {
            let command = Cmd::named(name).map_err(|unknown| Failure::Fault(format!("no command {}", unknown.0)))?;
            (command.run)(&Args::new(matches, command.name, lang)?, out)
        }
        None if hub::run_if_asked() => Ok(Done::Well),
        None => {
            out.bytes(parser::parser(lang).render_help().to_string().as_bytes())?;
            Ok(Done::Well)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_the_status_of_a_fault() {
        assert_eq!(guarded(|| 7), 7);
        assert_eq!(guarded(|| panic!("this panic belongs to a test")), FAULT);
    }

    #[test]
    fn the_text_of_a_panic_is_found() {
        assert_eq!(told(&"a"), "a");
        assert_eq!(told(&"b".to_owned()), "b");
        assert_eq!(told(&7), "?");
    }
}
