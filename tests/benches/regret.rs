//! How much the moves that the search chooses within a few nodes give away, by the word of a deep search: a filter for
//! changes to the search, much finer than a match of the same cost. Not a substitute for one: `tuning/experiments.md`.
//!
//! ```text
//! cargo bench --bench regret -- truth RULES OPENINGS COUNT SEED NODES >truth.txt   (NODES: the deep search's, a legal move)
//! cargo bench --bench regret -- judge RULES truth.txt NODES >old.txt               (with each build: NODES for each position)
//! cargo bench --bench regret -- compare old.txt new.txt
//! ```
//!
//! A position comes from a game that the engine plays with itself from one of the openings (a FEN a line) at 500 to 3,500
//! nodes a move, 2 to 51 plies on; there is a choice of moves and nobody is ahead by more than two men. Scores count as
//! expectations, 1 / (1 + exp(-men / 0.7)); regret is the expectation of the best move less that of the chosen one, in
//! thousandths.

#[path = "../reference/random.rs"]
#[allow(dead_code, reason = "tests use more of it")]
mod random;

use std::error::Error;
use std::fs;

use damero::{
    AnyEngine, EngineOptions, Game, Limits, SearchResult, Silent, State, StopHandle, Variant, engine, hub_move,
    parse_fen, write_fen,
};

use random::Random;

type Fallible<T> = Result<T, Box<dyn Error>>;

/// The scores, in men, beyond which a position is left out.
const DECIDED: f64 = 2.0;
/// The nodes of the search that says so.
const FIRST_LOOK: u64 = 100_000;

fn main() -> Fallible<()> {
    // Cargo adds `--bench`.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["truth", rules, openings, count, seed, nodes] => {
            truth(Variant::named(rules)?, &fs::read_to_string(openings)?, count.parse()?, seed.parse()?, nodes.parse()?)
        }
        ["judge", rules, truth, nodes] => judge(Variant::named(rules)?, &fs::read_to_string(truth)?, nodes.parse()?),
        ["compare", old, new] => compare(&fs::read_to_string(old)?, &fs::read_to_string(new)?),
        _ => {
            println!("truth RULES OPENINGS COUNT SEED NODES | judge RULES TRUTH NODES | compare OLD NEW");
            Ok(())
        }
    }
}

fn fresh(variant: &Variant, hash_mib: usize) -> Box<dyn AnyEngine> {
    engine(variant.laws, &EngineOptions { hash_mib, ..EngineOptions::default() })
}

fn search(engine: &mut dyn AnyEngine, game: &Game, nodes: u64, multipv: usize) -> SearchResult {
    let limits = Limits { nodes: Some(nodes), multipv, ..Limits::default() };
    engine.search(game, &limits, &StopHandle::new(), &mut Silent)
}

fn game_from(variant: &'static Variant, fen: &str) -> Fallible<Game> {
    let state = parse_fen(fen, variant.numbering, false).map_err(|error| format!("{fen}: {error}"))?.state();
    Ok(Game::from_state(variant, State::new(*state.position()), variant.draws.clone()))
}

/// Prints positions with the score of each move, in hundredths of a man.
fn truth(variant: &'static Variant, openings: &str, count: u64, seed: u64, nodes: u64) -> Fallible<()> {
    let fens: Vec<&str> = openings.lines().filter(|line| !line.starts_with('#')).collect();
    let (mut quick, mut deep, mut random) = (fresh(variant, 8), fresh(variant, 32), Random::new(seed));
    let mut made = 0;
    while made < count {
        let line = fens.get((random.bits() % fens.len().max(1) as u64) as usize).ok_or("no openings")?;
        let game = game_from(variant, line.split(';').next().unwrap_or(line))?;
        let Some(game) = played_on(game, quick.as_mut(), &mut random)? else { continue };
        let legal = game.legal_moves().len();
        deep.new_game();
        let look = search(deep.as_mut(), &game, FIRST_LOOK, 1);
        if legal < 2 || look.lines.first().is_none_or(|line| line.score.hub().abs() > DECIDED) {
            continue;
        }
        let found = search(deep.as_mut(), &game, nodes * legal as u64, legal);
        if found.lines.len() == legal {
            let moves = found.lines.iter().filter_map(|line| {
                let first = line.pv.first()?;
                Some(format!("{}={:.0}", hub_move(*first, variant.numbering), line.score.hub() * 100.0))
            });
            println!("{};{}", write_fen(game.position(), variant.numbering), moves.collect::<Vec<_>>().join(" "));
            made += 1;
        }
    }
    Ok(())
}

/// The position some plies of self-play on, without its past; `None` if the game ends before.
fn played_on(mut game: Game, engine: &mut dyn AnyEngine, random: &mut Random) -> Fallible<Option<Game>> {
    engine.new_game();
    for _ in 0..2 + random.bits() % 50 {
        let nodes = 500 + random.bits() % 3_000;
        let Some(best) = search(engine, &game, nodes, 1).best else { return Ok(None) };
        game.play(best)?;
        if game.outcome().is_some() {
            return Ok(None);
        }
    }
    Ok(Some(Game::from_state(game.variant(), State::new(*game.position()), game.variant().draws.clone())))
}

fn expectation(centimen: f64) -> f64 {
    1.0 / (1.0 + (-centimen / 70.0).exp())
}

/// Prints the regret of each position.
fn judge(variant: &'static Variant, truth: &str, nodes: u64) -> Fallible<()> {
    let mut engine = fresh(variant, 2);
    let (mut regrets, mut depths) = (Vec::new(), 0);
    for line in truth.lines() {
        let (fen, moves) =
            line.split_once(';').ok_or("no truth: a FEN, a semicolon and moves with scores are wanted")?;
        engine.new_game();
        let found = search(engine.as_mut(), &game_from(variant, fen)?, nodes, 1);
        let chosen = found.best.map(|best| hub_move(best, variant.numbering));
        depths += found.lines.first().map_or(0, |line| line.depth);
        let (mut best, mut got) = (f64::MIN, f64::MIN);
        for (name, score) in moves.split(' ').filter_map(|word| word.split_once('=')) {
            let score: f64 = score.parse()?;
            best = best.max(score);
            if chosen.as_deref() == Some(name) {
                got = score;
            }
        }
        regrets.push(1_000.0 * (expectation(best) - expectation(got)));
    }
    regrets.iter().for_each(|regret| println!("{regret:.4}"));
    let mean = |sum: f64| sum / regrets.len().max(1) as f64;
    eprintln!("regret {:.3}, mean depth {:.2}", mean(regrets.iter().sum()), mean(f64::from(depths)));
    Ok(())
}

/// Prints by how much regret has fallen, pair by pair, with its standard error.
fn compare(old: &str, new: &str) -> Fallible<()> {
    let numbers = |text: &str| text.lines().map(str::parse).collect::<Result<Vec<f64>, _>>();
    let (old, new) = (numbers(old)?, numbers(new)?);
    if old.len() != new.len() || old.len() < 2 {
        return Err(
            format!("{} and {} positions: two judgements of the same truth are wanted", old.len(), new.len()).into()
        );
    }
    let count = old.len() as f64;
    let gains: Vec<f64> = old.iter().zip(&new).map(|(old, new)| old - new).collect();
    let mean = gains.iter().sum::<f64>() / count;
    let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let error = (variance / count).sqrt();
    println!("gain {mean:+.3} +- {error:.3}, t {:+.2}, {count} positions", mean / error.max(1e-9));
    Ok(())
}
