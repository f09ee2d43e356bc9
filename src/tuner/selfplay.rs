//! Games of the engine against itself, at a fixed number of nodes a move, for the positions in them.
//!
//! Every game has a number, and its random numbers come from seed, laws and number; so a set is the same whatever the
//! number of threads, parts or interruptions. A game begins from the start position, in some games with a random man taken
//! from one or both sides, after some random plies; it ends when it is over, when a search says who wins, or when the
//! embedded endgame databases do.

use std::path::PathBuf;

use crate::board::{Position, Side};
use crate::crew::Crew;
use crate::egdb::{Egdb, Wld};
use crate::engine::{AnyEngine, EngineOptions, engine};
use crate::eval::Weights;
use crate::game::{Game, Outcome};
use crate::journal::Shard;
use crate::movegen::MoveGen;
use crate::openings::Random;
use crate::rules::{State, Variant};
use crate::score::Meaning;
use crate::search::{Limits, Silent, StopHandle};

use super::data::{DataError, DataFile, Ending, GAMES_A_BLOCK, Header, Sample};
use super::fill::{Progress, fill};

/// The table of the search, in MiB: a part of what makes a set what it is. Small, so that it stays in the cache.
const HASH_MIB: usize = 1;
/// How many random plies a game has at least and at most.
const PLIES: (u64, u64) = (3, 12);
/// In one game of so many a side begins without one of its men.
const ONE_MAN_LESS: u64 = 6;
/// A game of so many plies is drawn.
const LONGEST: usize = 240;

/// A set to be made.
pub(crate) struct Recipe {
    /// The ruleset; its laws count, and its draw rules end games.
    pub variant: &'static Variant,
    /// What the random numbers come from.
    pub seed: u64,
    /// Games in all.
    pub games: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// The part to be made.
    pub shard: Shard,
    /// Threads, each with its own games.
    pub threads: usize,
    /// The file.
    pub file: PathBuf,
    /// The weights that play, in place of the program's own.
    pub weights: Option<Weights>,
    /// Whether the file may be there already, to be gone on with.
    pub resume: bool,
}

impl Recipe {
    /// The games of this part.
    pub fn games_of_part(&self) -> u64 {
        let header = self.header();
        let of_block = |block: u64| (self.games - block * GAMES_A_BLOCK).min(GAMES_A_BLOCK);
        header.blocks_of_part().map(of_block).sum()
    }

    fn header(&self) -> Header {
        Header {
            laws: self.variant.laws,
            seed: self.seed,
            games: self.games,
            nodes: self.nodes,
            shard: self.shard,
            weights: self.weights.as_ref().map_or(0, Weights::sum),
            again: false,
        }
    }

    /// Plays the games that are still to be played; how far that came.
    ///
    /// # Errors
    /// If the file fails or was begun otherwise.
    pub fn make(
        &self,
        interrupted: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Progress, DataError> {
        let header = self.header();
        let (file, done) = DataFile::open(&self.file, &header, self.resume)?;
        let pending = header.blocks_of_part().filter(|block| !done.contains(block));
        let (blocks, of) = (done.len() as u64, header.blocks_of_part().count() as u64);
        let reached = Progress { blocks, of, samples: file.samples };
        let crew = Crew { threads: self.threads, interrupted };
        let work = |engine: &mut Box<dyn AnyEngine>, block, over: &dyn Fn() -> bool| self.block(block, engine, over);
        fill(crew, file, reached, pending, || self.engine(), work, progress)
    }

    fn engine(&self) -> Box<dyn AnyEngine> {
        let options = EngineOptions { hash_mib: HASH_MIB, weights: self.weights.clone(), ..EngineOptions::default() };
        engine(self.variant.laws, &options)
    }

    /// Plays the games of a block; `None` where it is broken off.
    fn block(
        &self,
        block: u64,
        engine: &mut Box<dyn AnyEngine>,
        over: &dyn Fn() -> bool,
    ) -> Option<(u64, Vec<Sample>)> {
        let first = block * GAMES_A_BLOCK;
        let mut samples = Vec::new();
        for number in first..(first + GAMES_A_BLOCK).min(self.games) {
            if over() {
                return None;
            }
            self.play(number, engine.as_mut(), &mut samples);
        }
        Some((block, samples))
    }

    /// Plays a game and adds its quiet positions.
    fn play(&self, number: u64, engine: &mut dyn AnyEngine, samples: &mut Vec<Sample>) {
        let mut random = Random::of(self.seed, self.variant.laws, number);
        let start = loop {
            if let Some(start) = self.opening(&mut random) {
                break start;
            }
        };
        engine.new_game();
        let mut game = Game::from_state(self.variant, State::new(start), self.variant.draws.clone());
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let (stop, egdb) = (StopHandle::new(), Egdb::shared(self.variant.laws));
        let mut seen: Vec<(Position, i16)> = Vec::new();
        let white = loop {
            if let Some(over) = ended(&game, egdb) {
                break over;
            }
            let found = engine.search(&game, &limits, &stop, &mut Silent);
            let (Some(best), Some(line)) = (found.best, found.lines.first()) else { break Ending::Draw };
            let score = match line.score.meaning() {
                Meaning::Heuristic(score) => score,
                _ => {
                    let ending = if line.score.raw() > 0 { Ending::Win } else { Ending::Loss };
                    break if game.position().side() == Side::White { ending } else { ending.turned() };
                }
            };
            if !best.is_capture() {
                seen.push((*game.position(), score as i16));
            }
            if game.play(best).is_err() {
                break Ending::Draw;
            }
        };
        samples.extend(seen.iter().map(|(position, score)| {
            let ending = if position.side() == Side::White { white } else { white.turned() };
            Sample::new(position, *score, ending)
        }));
    }

    /// Draws an opening; `None` where the game is over.
    fn opening(&self, random: &mut Random) -> Option<Position> {
        let moves = MoveGen::of(self.variant.laws);
        let mut position = self.variant.start();
        for side in [Side::White, Side::Black] {
            if random.below(ONE_MAN_LESS) == 0 {
                position = without_one(&position, side, random)?;
            }
        }
        for _ in 0..PLIES.0 + random.below(PLIES.1 - PLIES.0 + 1) {
            let legal = moves.legal_moves(&position);
            position = position.play(*legal.get(random.below(legal.len() as u64) as usize)?);
        }
        moves.has_move(&position).then_some(position)
    }
}

/// The position without one random man of a side.
fn without_one(position: &Position, side: Side, random: &mut Random) -> Option<Position> {
    let men = position.men(side);
    let taken = men.squares().nth(random.below(u64::from(men.count())) as usize)?.bit();
    let left = |of: Side| position.pieces(of).without(taken);
    Position::new(left(Side::White), left(Side::Black), position.all_kings(), position.side(), false).ok()
}

/// How a game has ended for White: by its rules or by the databases; `None` while it has not.
fn ended(game: &Game, egdb: &Egdb) -> Option<Ending> {
    match game.outcome() {
        Some(Outcome::Won(side)) => return Some(if side == Side::White { Ending::Win } else { Ending::Loss }),
        Some(Outcome::Drawn(_)) => return Some(Ending::Draw),
        None if game.moves().len() >= LONGEST => return Some(Ending::Draw),
        None => {}
    }
    let ending = match egdb.outcome(game.position())? {
        Wld::Win => Ending::Win,
        Wld::Loss => Ending::Loss,
        Wld::Draw => Ending::Draw,
    };
    Some(if game.position().side() == Side::White { ending } else { ending.turned() })
}
