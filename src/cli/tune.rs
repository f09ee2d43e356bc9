//! `damero tune`: games against itself, and what is learnt from them.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::journal::Shard;
use crate::lang::Say;
use crate::tuner::selfplay::{Progress, Recipe};

use super::args::Args;
use super::interrupt;
use super::live::LiveLine;
use super::options::Text;
use super::outcome::{Done, Failure, Out, bad, tell};

/// What the help says of the actions.
pub(super) const NOTES: Text = Text(
    "selfplay: plays games at --nodes a move from random openings and writes the quiet positions, with score and result, \
     to --output; the same seed, games and nodes make the same positions. Interrupted, --resume goes on. The last line is \
     'games N positions N'.",
    "selfplay: juega partidas con --nodes por jugada desde aperturas aleatorias y escribe las posiciones tranquilas, con \
     valor y resultado, en --output; la misma semilla, partidas y nodos dan las mismas posiciones. Si se interrumpe, \
     --resume sigue. La última línea es 'games N positions N'.",
);

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let words = args.positionals("ACTION");
    interrupt::listen();
    match words[..] {
        ["selfplay"] => selfplay(args, out),
        _ => Err(bad(args.lang, "tune: say 'selfplay'".to_owned(), "tune: diga 'selfplay'".to_owned())),
    }
}

/// The file of `--output`, which the action needs.
fn output(args: &Args<'_>, action: &str) -> Result<PathBuf, Failure> {
    args.text("output").map(PathBuf::from).ok_or_else(|| {
        bad(
            args.lang,
            format!("tune {action}: --output FILE is missing, the file to be written"),
            format!("tune {action}: falta --output FICHERO, el que se escribe"),
        )
    })
}

fn selfplay(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let lang = args.lang;
    let shard =
        args.text("shard").map_or(Ok(Shard::WHOLE), Shard::parse).map_err(|error| args.wrong("shard", &error))?;
    let recipe = Recipe {
        variant: args.variant()?,
        seed: args.whole("seed").unwrap_or(1),
        games: args.whole("games").unwrap_or(50_000),
        nodes: args.whole("nodes").unwrap_or(1_000),
        part: shard.numbers(),
        threads: args.threads(),
        file: output(args, "selfplay")?,
        resume: args.flag("resume"),
    };
    let screen = Mutex::new((LiveLine::new(args), Instant::now(), None));
    let progress = |progress: Progress| {
        let (line, begun, first) = &mut *screen.lock().unwrap_or_else(PoisonError::into_inner);
        let first = *first.get_or_insert(progress.blocks - 1);
        let rate = (progress.blocks - first) as f64 / begun.elapsed().as_secs_f64();
        let left = Duration::from_secs_f64((progress.of - progress.blocks) as f64 / rate.max(1e-6));
        let (percent, seconds) = (progress.blocks * 100 / progress.of.max(1), left.as_secs());
        line.show(&lang.pick(
            format!("{percent}%, {} positions, {seconds} s left", progress.samples),
            format!("{percent}%, {} posiciones, quedan {seconds} s", progress.samples),
        ));
    };
    let made = recipe.make(&interrupt::came, &progress);
    drop(screen);
    let made = made.map_err(|error| Failure::Input(error.say(lang)))?;
    if made.blocks < made.of {
        let file = recipe.file.display();
        tell(&lang.pick(
            format!("interrupted: what is played is in {file}; the same command with --resume goes on"),
            format!("interrumpido: lo jugado está en {file}; la misma orden con --resume sigue"),
        ));
        return Ok(Done::Interrupted);
    }
    out.line(format!("games {} positions {}", recipe.games_of_part(), made.samples))?;
    Ok(Done::Well)
}
