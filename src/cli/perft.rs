//! `damero perft`: counts the leaves of the game tree.

use std::time::Instant;

use crate::engine::perft_by_move;
use crate::movegen::Count;
use crate::notation::{hub_move, sort_moves};

use super::args::Args;
use super::outcome::{Done, Failure, Out, bad, tell};

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let position = args.setup(variant)?.position;
    let depth: u32 = args.whole("depth").unwrap_or(0);
    let count = if args.text("count") == Some("paths") { Count::Paths } else { Count::Moves };
    let begun = Instant::now();
    let mut total = 1;
    if depth > 0 {
        let threads = args.threads();
        let counted = perft_by_move(variant.laws, &position, depth, count, threads).map_err(|error| {
            let (english, spanish) = ("cannot start so many threads", "no se pueden iniciar tantos hilos");
            bad(
                args.lang,
                format!("--threads {threads}: {english}: {error}"),
                format!("--threads {threads}: {spanish}: {error}"),
            )
        })?;
        total = counted.iter().map(|(_, leaves)| leaves).sum();
        if args.flag("divide") {
            let mut moves: Vec<_> = counted.iter().map(|&(played, _)| played).collect();
            sort_moves(&mut moves, variant.numbering);
            for played in moves {
                let below: u64 = counted.iter().filter(|(other, _)| *other == played).map(|(_, leaves)| leaves).sum();
                out.line(format!("{} {below}", hub_move(played, variant.numbering)))?;
            }
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    out.line(total.to_string())?;
    if !args.flag("quiet") {
        let speed = total as f64 / seconds.max(1e-9) / 1e6;
        tell(&args.lang.pick(
            format!("{seconds:.3} s, {speed:.1} million leaves a second"),
            format!("{seconds:.3} s, {speed:.1} millones de hojas por segundo"),
        ));
    }
    Ok(Done::Well)
}
