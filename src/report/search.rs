//! Searching one move of a game.

use std::time::Duration;

use crate::board::Move;
use crate::egdb::Wld;
use crate::engine::{AnyEngine, EngineOptions, engine};
use crate::game::Game;
use crate::rules::Laws;
use crate::score::Score;
use crate::search::{Info, Limits, Silent, StopHandle};

use super::judge::Value;

/// What bounds the search of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Work {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

impl Work {
    /// In few words, for tags and journals.
    pub fn text(&self) -> String {
        let parts = [
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.time.map(|time| format!("{} s", time.as_secs_f64())),
        ];
        parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
    }

    fn limits(&self, multipv: usize, moves: Option<Vec<Move>>) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, move_time: self.time, multipv, moves, ..Limits::default() }
    }
}

/// What a search found of a move that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// How many legal moves there were.
    pub choices: usize,
    /// The value of the best move, for the side to move.
    pub best: Value,
    /// The best move and what would follow.
    pub line: Vec<Move>,
    /// The value of the second best move, where there is one.
    pub second: Option<Value>,
    /// The value of the move that was played.
    pub played: Value,
    /// That move and what would follow.
    pub played_line: Vec<Move>,
    /// The depth reached, in plies.
    pub depth: u32,
}

impl Found {
    /// Whether the move that was played is the best.
    pub fn is_best(&self) -> bool {
        self.line.first() == self.played_line.first()
    }
}

/// The engines of a thread that searches: one for each set of laws that came up.
pub(super) struct Bench {
    options: EngineOptions,
    engines: Vec<(Laws, Box<dyn AnyEngine>)>,
}

impl Bench {
    pub fn new(options: EngineOptions) -> Bench {
        Bench { options, engines: Vec::new() }
    }

    /// Searches the present position of a game, in which a move was played. `None` if it was stopped, or the move is not
    /// legal. What earlier searches left is forgotten, so that it does not matter which thread searches what.
    pub fn search(&mut self, game: &Game, played: Move, work: &Work, stop: &StopHandle) -> Option<Found> {
        let laws = game.variant().laws;
        if !self.engines.iter().any(|(of, _)| *of == laws) {
            self.engines.push((laws, engine(laws, &self.options)));
        }
        let (_, engine) = self.engines.iter_mut().find(|(of, _)| *of == laws)?;
        engine.new_game();
        let choices = game.legal_moves().len();
        let egdb = self.options.egdb.open(laws).0;
        let value = |line: &Info| {
            // A draw by the databases is one under any draw rules; of wins the search knows more.
            let after = line.pv.first().map(|&played| game.position().play(played));
            let drawn =
                after.is_some_and(|after| egdb.as_deref().and_then(|egdb| egdb.outcome(&after)) == Some(Wld::Draw));
            match drawn && !line.score.is_decided() {
                true => Value { score: Score::DRAW, known: true },
                false => Value { score: line.score, known: line.is_known },
            }
        };
        let result = engine.search(game, &work.limits(2.min(choices), None), stop, &mut Silent);
        let mut lines = result.lines.into_iter().filter(|line| !line.pv.is_empty());
        let best = lines.next()?;
        let second = lines.next();
        let of_played =
            [Some(&best), second.as_ref()].into_iter().flatten().find(|line| line.pv.first() == Some(&played));
        let of_played = match of_played {
            Some(line) => line.clone(),
            None if stop.is_stopped() => return None,
            None => {
                let limits = work.limits(1, Some(vec![played]));
                engine.search(game, &limits, stop, &mut Silent).lines.into_iter().next()?
            }
        };
        if stop.is_stopped() {
            return None;
        }
        Some(Found {
            choices,
            best: value(&best),
            depth: best.depth,
            second: second.as_ref().map(value),
            played: value(&of_played),
            played_line: of_played.pv,
            line: best.pv,
        })
    }

    /// What is wrong with the databases for some laws.
    pub fn faults(&self, laws: Laws) -> Vec<crate::egdb::EgdbError> {
        self.options.egdb.faults(laws)
    }
}
