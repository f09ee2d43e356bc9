//! How much sooner more threads reach a depth: over 30 middlegame positions the time with one thread, the time with more,
//! and the median of their ratios.
//!
//! ```text
//! cargo bench --bench threads -- [THREADS [DEPTH [RULES]]]      (2 threads, depth 22, english)
//! ```
//!
//! The positions come from games that the engine plays with itself at 1,000 nodes a move, 12 plies on from random first
//! plies. Each search begins with an empty table; the two searches of a position follow each other at once.

#[path = "../reference/random.rs"]
#[allow(dead_code, reason = "tests use more of it")]
mod random;

use std::error::Error;
use std::time::Duration;

use damero::{EngineOptions, Game, Limits, Silent, StopHandle, Variant, engine};

use random::Random;

const POSITIONS: u64 = 30;
const RANDOM_PLIES: u64 = 4;
const PLIES: usize = 16;

fn options(threads: usize) -> EngineOptions {
    EngineOptions { threads, hash_mib: 128, ..EngineOptions::default() }
}

/// A middlegame position by number.
fn position(variant: &'static Variant, number: u64) -> Result<Game, Box<dyn Error>> {
    let mut engine = engine(variant.laws, &options(1));
    let mut random = Random::new(number);
    let mut game = Game::new(variant);
    while game.moves().len() < PLIES {
        let legal = game.legal_moves();
        let chosen = if (game.moves().len() as u64) < RANDOM_PLIES {
            legal.get(random.bits() as usize % legal.len().max(1)).copied()
        } else {
            let limits = Limits { nodes: Some(1_000), ..Limits::default() };
            engine.search(&game, &limits, &StopHandle::new(), &mut Silent).best
        };
        game.play(chosen.ok_or("the game is over too soon")?)?;
    }
    Ok(game)
}

fn time(game: &Game, depth: u32, threads: usize) -> Duration {
    let mut engine = engine(game.variant().laws, &options(threads));
    // Touches the table's memory.
    engine.new_game();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    engine.search(game, &limits, &StopHandle::new(), &mut Silent).time
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number = |place: usize, otherwise: u32| words.get(place).map_or(Ok(otherwise), |word| word.parse());
    let (threads, depth) = (number(0, 2)? as usize, number(1, 22)?);
    let variant = Variant::named(words.get(2).map_or("english", String::as_str))?;
    let mut ratios = Vec::new();
    for place in 1..=POSITIONS {
        let game = position(variant, place)?;
        let (one, more) = (time(&game, depth, 1), time(&game, depth, threads));
        let ratio = more.as_secs_f64() / one.as_secs_f64().max(1e-9);
        println!(
            "{place:2}  1 thread {:.3} s  {threads} threads {:.3} s  ratio {ratio:.2}",
            one.as_secs_f64(),
            more.as_secs_f64()
        );
        ratios.push(ratio);
    }
    let mean = ratios.iter().map(|ratio: &f64| ratio.ln()).sum::<f64>() / ratios.len() as f64;
    println!("geometric mean {:.3}", mean.exp());
    ratios.sort_by(f64::total_cmp);
    let middle = ratios.len() / 2;
    println!(
        "median {:.3}, from {:.2} to {:.2}",
        (ratios[middle - 1] + ratios[middle]) / 2.0,
        ratios[0],
        ratios[ratios.len() - 1]
    );
    Ok(())
}
