//! `damero tune`: games against itself, and what is learnt from them.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::eval::Network;
use crate::journal::Shard;
use crate::lang::Say;
use crate::notation::write_fen;
use crate::rules::{Laws, Variant};
use crate::tuner;
use crate::tuner::data::{DataError, Sample, read};
use crate::tuner::fill::Progress;
use crate::tuner::fit::{Checked, Epoch, Material, Plan, STEPS, scale_of};
use crate::tuner::rescore::Rescoring;
use crate::tuner::selfplay::Recipe;

use super::args::Args;
use super::files::write_whole;
use super::interrupt;
use super::live::LiveLine;
use super::options::Text;
use super::outcome::{Done, Failure, Out, bad, tell};

/// What the help says of the actions.
pub(super) const NOTES: Text = Text(
    "selfplay: plays games at --nodes a move from random openings and writes the quiet positions, with score and result, \
     to --output; the same seed, games, nodes and weights make the same positions. Interrupted, --resume goes on. The last \
     line is 'games N positions N'.\n\
     rescore FILE: searches the positions of a file of self-play again, at --nodes each, and writes them with the new scores \
     to --output. Interrupted, --resume goes on. The last line is 'positions N'.\n\
     fit: learns weights from files of self-play and writes the best so far to --output after each epoch; a twentieth is held \
     out. The same files and seed make the same weights. The last line is 'best epoch N held out LOSS'.\n\
     check: what weights expect against what came, in ten steps of the expectation, and the largest errors. The last line is \
     'positions N loss LOSS'.",
    "selfplay: juega partidas con --nodes por jugada desde aperturas aleatorias y escribe las posiciones tranquilas, con \
     valor y resultado, en --output; las mismas semilla, partidas, nodos y pesos dan las mismas posiciones. Si se interrumpe, \
     --resume sigue. La última línea es 'games N positions N'.\n\
     rescore FICHERO: busca de nuevo las posiciones de un fichero de partidas, con --nodes cada una, y las escribe con los \
     valores nuevos en --output. Si se interrumpe, --resume sigue. La última línea es 'positions N'.\n\
     fit: aprende pesos de ficheros de partidas y escribe los mejores en --output tras cada vuelta; aparta una vigésima \
     parte. Los mismos ficheros y semilla dan los mismos pesos. La última línea es 'best epoch N held out LOSS'.\n\
     check: lo que unos pesos esperan y lo que pasó, en diez tramos, y los mayores errores. La última línea es \
     'positions N loss LOSS'.",
);

/// Fewer positions than this teach nothing.
const LEAST_SAMPLES: usize = 10_000;
/// How often a fit goes through all positions.
const DEFAULT_EPOCHS: usize = 20;
/// How much of what is wanted is the game's result, in per cent.
const DEFAULT_RESULT: u32 = 30;

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let words = args.positionals("ACTION");
    interrupt::listen();
    match words[..] {
        ["selfplay"] => selfplay(args, out),
        ["rescore", file] => rescore(args, file, out),
        ["fit", ref data @ ..] if !data.is_empty() => fit(args, data, out),
        ["check", weights, ref data @ ..] if !data.is_empty() => check(args, weights, data, out),
        _ => Err(bad(
            args.lang,
            "tune: say 'selfplay', 'rescore' and a file of self-play, 'fit' and such files, or 'check', weights and such files".to_owned(),
            "tune: diga 'selfplay', 'rescore' y un fichero de partidas, 'fit' y tales ficheros, o 'check', pesos y tales ficheros".to_owned(),
        )),
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
    let shard =
        args.text("shard").map_or(Ok(Shard::WHOLE), Shard::parse).map_err(|error| args.wrong("shard", &error))?;
    let recipe = Recipe {
        variant: args.variant()?,
        seed: args.whole("seed").unwrap_or(1),
        games: args.whole("games").unwrap_or(50_000),
        nodes: args.whole("nodes").unwrap_or(1_000),
        shard,
        threads: args.threads(),
        file: output(args, "selfplay")?,
        weights: args.weights()?,
        resume: args.flag("resume"),
    };
    let Some(made) = carry_out(args, &recipe.file, |progress| recipe.make(&interrupt::came, progress))? else {
        return Ok(Done::Interrupted);
    };
    out.line(format!("games {} positions {}", recipe.games_of_part(), made.samples))?;
    Ok(Done::Well)
}

/// Does work that goes on block by block, with a line that says how far it is; how far it came, `None` if not to its end.
fn carry_out(
    args: &Args<'_>,
    file: &Path,
    work: impl FnOnce(&(dyn Fn(Progress) + Sync)) -> Result<Progress, DataError>,
) -> Result<Option<Progress>, Failure> {
    let lang = args.lang;
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
    let made = work(&progress);
    drop(screen);
    let made = made.map_err(|error| Failure::Input(error.say(lang)))?;
    if made.blocks < made.of {
        let file = file.display();
        tell(&lang.pick(
            format!("interrupted: what is done is in {file}; the same command with --resume goes on"),
            format!("interrumpido: lo hecho está en {file}; la misma orden con --resume sigue"),
        ));
        return Ok(None);
    }
    Ok(Some(made))
}

fn rescore(args: &Args<'_>, data: &str, out: &mut Out<'_>) -> Result<Done, Failure> {
    let (header, blocks) = read(Path::new(data)).map_err(|error| Failure::Input(error.say(args.lang)))?;
    let weights = args.text("weights").map(|file| args.weights_of(file, header.laws)).transpose()?;
    let rescoring = Rescoring {
        header,
        blocks,
        nodes: args.whole("nodes").unwrap_or(1_000),
        threads: args.threads(),
        file: output(args, "rescore")?,
        weights,
        resume: args.flag("resume"),
    };
    let Some(made) = carry_out(args, &rescoring.file, |progress| rescoring.make(&interrupt::came, progress))? else {
        return Ok(Done::Interrupted);
    };
    out.line(format!("positions {}", made.samples))?;
    Ok(Done::Well)
}

/// The positions of all files, which must be of the same laws.
fn samples(args: &Args<'_>, files: &[&str]) -> Result<(Laws, Vec<Sample>), Failure> {
    let (mut laws, mut samples) = (None, Vec::new());
    for file in files {
        let (header, more) = read(Path::new(file)).map_err(|error| Failure::Input(error.say(args.lang)))?;
        if laws.is_some_and(|laws| laws != header.laws) {
            return Err(bad(
                args.lang,
                format!("{file} is of other laws than the files before; give files of one ruleset"),
                format!("{file} es de otras leyes que los ficheros anteriores; dé ficheros de un solo juego"),
            ));
        }
        laws = Some(header.laws);
        samples.extend(more.into_iter().flat_map(|block| block.samples));
    }
    match laws {
        Some(laws) if samples.len() >= LEAST_SAMPLES => Ok((laws, samples)),
        _ => Err(bad(
            args.lang,
            format!("{} positions are too few; give {LEAST_SAMPLES} or more", samples.len()),
            format!("{} posiciones son pocas; dé {LEAST_SAMPLES} o más", samples.len()),
        )),
    }
}

fn fit(args: &Args<'_>, files: &[&str], out: &mut Out<'_>) -> Result<Done, Failure> {
    let file = output(args, "fit")?;
    let (laws, samples) = samples(args, files)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads()).build();
    let pool = pool.map_err(|error| Failure::Fault(error.to_string()))?;
    let plan = Plan {
        seed: args.whole("seed").unwrap_or(1),
        epochs: args.whole("epochs").unwrap_or(DEFAULT_EPOCHS),
        rate: 1e-3,
        result: args.whole::<u32>("result").unwrap_or(DEFAULT_RESULT) as f32 / 100.0,
    };
    let best = pool.install(|| {
        let scale = scale_of(&samples);
        let material = Material::new(samples);
        out.line(format!("positions {} held out {} scale {scale}", material.learn.len(), material.held_out.len()))?;
        let mut written = Ok(());
        let best = tuner::fit::fit(&material, scale, &plan, &mut |epoch, network| {
            let Epoch { number, loss, held_out } = epoch;
            written = out.line(format!("epoch {number} loss {loss:.6} held out {held_out:.6}")).and_then(|()| {
                let keep = |network: &Network| write_whole(&file, &network.to_bytes(laws), args.lang);
                network.map_or(Ok(()), keep)
            });
            written.is_ok() && !interrupt::came()
        });
        written.map(|()| best)
    })?;
    out.line(format!("best epoch {} held out {:.6}", best.number, best.held_out))?;
    Ok(if interrupt::came() { Done::Interrupted } else { Done::Well })
}

fn check(args: &Args<'_>, weights: &str, files: &[&str], out: &mut Out<'_>) -> Result<Done, Failure> {
    let (laws, samples) = samples(args, files)?;
    let weights = args.weights_of(weights, laws)?;
    let Checked { loss, steps, worst } = Checked::of(weights.network(), &samples);
    for (step, (count, expected, came)) in steps.into_iter().enumerate() {
        let mean = |sum: f64| sum / (count as f64).max(1.0);
        let (from, to) = (step as f64 / STEPS as f64, (step + 1) as f64 / STEPS as f64);
        let (expected, came) = (mean(expected), mean(came));
        out.line(format!("expected {from:.1}-{to:.1} positions {count} mean {expected:.3} came {came:.3}"))?;
    }
    let variant = Variant::of_laws(laws);
    for (sample, expected) in worst {
        let fen = write_fen(&sample.position(), variant.numbering);
        out.line(format!("error expected {expected:.3} came {} {fen}", sample.ending.points()))?;
    }
    out.line(format!("positions {} loss {loss:.6}", samples.len()))?;
    Ok(Done::Well)
}
