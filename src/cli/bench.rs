//! `damero bench`: fixed positions searched to a fixed depth on one thread; the node counts are a signature of the
//! search.

use std::time::Duration;

use crate::engine::{EngineOptions, engine};
use crate::eval::Weights;
use crate::game::Game;
use crate::lang::Say;
use crate::notation::parse_fen;
use crate::rules::{VARIANTS, Variant};
use crate::search::{Limits, Silent, StopHandle};

use super::args::Args;
use super::bench_positions::POSITIONS;
use super::outcome::{Done, Failure, Out, bad};

/// The depth where none is asked for.
pub(super) const DEFAULT_DEPTH: u32 = 13;

/// The transposition table, always of one size, as the node counts depend on it.
const HASH_MIB: usize = 16;

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let depth = args.whole("depth").unwrap_or(DEFAULT_DEPTH);
    let all = args.text("rules").is_some_and(|name| name.eq_ignore_ascii_case("all"));
    let variants: Vec<&'static Variant> = if all { VARIANTS.iter().collect() } else { vec![args.variant()?] };
    if all && args.text("weights").is_some() {
        return Err(bad(
            args.lang,
            "--weights: weights are for one set of laws; give --rules NAME instead of all".to_owned(),
            "--weights: los pesos son para unas leyes; dé --rules NOMBRE en vez de all".to_owned(),
        ));
    }
    let weights = args.weights()?;
    let (mut total, mut time) = (0, Duration::ZERO);
    for variant in variants {
        let (nodes, spent) = bench(variant, depth, weights.clone())?;
        out.line(format!("{} nodes {nodes}", variant.name))?;
        total += nodes;
        time += spent;
    }
    out.line(format!("nodes {total} nps {:.0}", total as f64 / time.as_secs_f64().max(1e-6)))?;
    Ok(Done::Well)
}

/// Searches a ruleset's positions, each with nothing remembered of the others; the nodes and the time.
fn bench(variant: &'static Variant, depth: u32, weights: Option<Weights>) -> Result<(u64, Duration), Failure> {
    let options = EngineOptions { threads: 1, hash_mib: HASH_MIB, weights, ..EngineOptions::default() };
    let mut engine = engine(variant.laws, &options);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for fen in positions(variant) {
        let fault = |error: &dyn Say| Failure::Fault(format!("bench: {fen}: {}", error.say(crate::lang::Lang::En)));
        let setup = parse_fen(fen, variant.numbering, false).map_err(|error| fault(&error))?;
        engine.new_game();
        let game = Game::from_state(variant, setup.state(), variant.draws.clone());
        let result = engine.search(&game, &limits, &StopHandle::new(), &mut Silent);
        nodes += result.nodes;
        time += result.time;
    }
    Ok((nodes, time))
}

/// The positions of a ruleset.
fn positions(variant: &Variant) -> &'static [&'static str] {
    POSITIONS.iter().find(|(name, _)| *name == variant.name).map_or(&[], |(_, positions)| positions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, Side};
    use crate::movegen::MoveGen;
    use crate::notation::{sort_moves, write_fen};
    use crate::openings::Random;

    /// What a position is chosen by: the ply at which it arises, or the most pieces of an ending in which both sides
    /// have kings.
    #[derive(Clone, Copy)]
    enum Wanted {
        Ply(usize),
        Kings(u32),
    }

    const WANTED: [Wanted; 9] = [
        Wanted::Ply(0),
        Wanted::Ply(6),
        Wanted::Ply(12),
        Wanted::Ply(18),
        Wanted::Ply(24),
        Wanted::Ply(32),
        Wanted::Kings(10),
        Wanted::Kings(7),
        Wanted::Kings(5),
    ];

    /// Plays random legal moves until a wanted position arises: one with a choice of moves and no capture; `None` if the
    /// game ends before.
    fn random_game(variant: &Variant, wanted: Wanted, random: &mut Random) -> Option<Position> {
        let movegen = MoveGen::of(variant.laws);
        let mut position = variant.start();
        for ply in 0..300 {
            let mut moves = movegen.legal_moves(&position);
            sort_moves(&mut moves, variant.numbering);
            let here = match wanted {
                Wanted::Ply(wanted) => ply == wanted,
                Wanted::Kings(most) => {
                    position.occupied().count() <= most
                        && position.kings(Side::White).any()
                        && position.kings(Side::Black).any()
                }
            };
            if here && moves.len() > 2 && !movegen.has_capture(&position) {
                return Some(position);
            }
            if moves.is_empty() {
                return None;
            }
            position = position.play(moves[(random.bits() % moves.len() as u64) as usize]);
        }
        None
    }

    fn generated(variant: &Variant, number: u64) -> Vec<String> {
        let position = |(i, &wanted): (u64, &Wanted)| {
            let mut random = Random::new(number << 32 | i << 16);
            let found = std::iter::repeat_with(|| random_game(variant, wanted, &mut random)).flatten().next().unwrap();
            write_fen(&found, variant.numbering)
        };
        (0..).zip(&WANTED).map(position).collect()
    }

    #[test]
    fn positions_come_from_random_play() {
        let (mut text, mut all_right) = (String::new(), true);
        for (number, variant) in (0..).zip(&VARIANTS) {
            let fens = generated(variant, number);
            text += &format!("    (\"{}\", &[\n", variant.name);
            fens.iter().for_each(|fen| text += &format!("        \"{fen}\",\n"));
            text += "    ]),\n";
            all_right &= positions(variant) == fens;
        }
        assert!(all_right && POSITIONS.len() == VARIANTS.len(), "the table should be\n{text}");
    }

    #[test]
    fn node_counts_repeat() {
        for name in ["english", "russian"] {
            let variant = Variant::named(name).unwrap();
            let (one, other) = (bench(variant, 5, None).unwrap().0, bench(variant, 5, None).unwrap().0);
            assert_eq!(one, other);
            assert!(one > 9 * 5, "{one} nodes are no search of nine positions");
        }
    }
}
