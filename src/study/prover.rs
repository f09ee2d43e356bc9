//! Proofs by search, where nothing is known at once.
//!
//! Wins come from the engine, whose decided scores are proofs: it leaves out no move where a loss is claimed. That a side
//! does not lose is not in its scores; [`Prover::holds`] proves it by play that the other side cannot keep out of what is
//! known.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::board::{Move, Side};
use crate::egdb::Wld;
use crate::engine::AnyEngine;
use crate::game::Game;
use crate::rules::{DrawRules, State, Variant};
use crate::score::{Meaning, Score};
use crate::search::{Info, Limits, Silent, StopHandle};

use super::knowledge::Knowledge;
use super::solution::{Known, Proof};

/// Plies that the engine looks on after a win is found, for a shorter one that reductions may have hidden.
const SETTLING: u32 = 4;
/// The depth to which the engine chooses among moves that are all as good.
const CHOICE_DEPTH: u32 = 10;
/// The part of the time that a proof of not losing may take, as a divisor.
const HOLDING: u32 = 4;
/// Positions that a proof of not losing may visit.
const MOST_VISITED: usize = 200_000;
/// The longest line of such a proof, in plies.
const LONGEST: u32 = 80;

/// What a search has to say of a move, for the side that makes it.
pub(super) struct Judged {
    pub played: Move,
    /// What is proven.
    pub known: Option<Known>,
    /// What is thought.
    pub score: Score,
}

/// Whoever proves.
pub(super) struct Prover {
    engine: Box<dyn AnyEngine>,
    variant: &'static Variant,
    draws: DrawRules,
    time: Duration,
}

impl Prover {
    /// A prover that takes at most so much time for a position.
    pub fn new(engine: Box<dyn AnyEngine>, variant: &'static Variant, draws: DrawRules, time: Duration) -> Prover {
        Prover { engine, variant, draws, time }
    }

    fn game(&self, state: &State) -> Game {
        Game::from_state(self.variant, *state, self.draws.clone())
    }

    /// What the engine finds of some moves, in their order.
    pub fn judge(&mut self, state: &State, moves: &[Move], stop: &StopHandle) -> Vec<Judged> {
        let count = moves.len();
        let limits =
            Limits { move_time: Some(self.time), multipv: count, moves: Some(moves.to_vec()), ..Limits::default() };
        let mut settled = 0;
        let mut enough = |info: &Info| {
            // Lines of a depth come best first.
            settled = if info.multipv == 1 { 0 } else { settled };
            settled += usize::from(is_settled(info));
            if settled == count {
                stop.stop();
            }
        };
        let result = self.engine.search(&self.game(state), &limits, stop, &mut enough);
        let line_of = |&played: &Move| {
            let line = result.lines.iter().find(|line| line.pv.first() == Some(&played));
            let score = line.map_or(Score::DRAW, |line| line.score);
            Judged { played, known: proven(score), score }
        };
        moves.iter().map(line_of).collect()
    }

    /// The move that the engine likes best of some, after a short look.
    pub fn choose(&mut self, state: &State, moves: &[Move], stop: &StopHandle) -> Option<Move> {
        if let [only] = moves {
            return Some(*only);
        }
        let limits = Limits { depth: Some(CHOICE_DEPTH), moves: Some(moves.to_vec()), ..Limits::default() };
        let result = self.engine.search(&self.game(state), &limits, stop, &mut Silent);
        result.best.or_else(|| moves.first().copied())
    }

    /// Whether it is proven that a side does not lose, whatever the other does: play comes to what is known.
    pub fn holds(&self, knowledge: &Knowledge, state: &State, side: Side, stop: &StopHandle) -> bool {
        let end = Instant::now() + self.time / HOLDING;
        let mut depth = 1;
        let mut search = Holding {
            knowledge,
            draws: &self.draws,
            side,
            seen: HashMap::new(),
            visited: 0,
            end,
            stop,
            over: false,
            reached: false,
        };
        while depth <= LONGEST && !search.over {
            search.seen.clear();
            search.reached = false;
            if search.proves(state, depth, 0) {
                return true;
            }
            if !search.reached {
                // Nothing was cut short: there is no such play at any depth.
                return false;
            }
            depth += 2;
        }
        false
    }
}

/// Whether a line is decided, and no longer a question of depth.
fn is_settled(info: &Info) -> bool {
    match info.score.meaning() {
        Meaning::WinIn(plies) | Meaning::LossIn(plies) => info.depth >= plies + SETTLING,
        Meaning::Database { .. } => true,
        Meaning::Heuristic(_) => info.is_known,
    }
}

/// What a score proves for the side to move.
pub(super) fn proven(score: Score) -> Option<Known> {
    let known =
        |win: bool, plies| Some(Known { outcome: if win { Wld::Win } else { Wld::Loss }, plies, proof: Proof::Search });
    match score.meaning() {
        Meaning::WinIn(plies) => known(true, Some(plies)),
        Meaning::LossIn(plies) => known(false, Some(plies)),
        Meaning::Database { win, .. } => known(win, None),
        Meaning::Heuristic(_) => None,
    }
}

/// A search for play by which a side does not lose.
struct Holding<'a> {
    knowledge: &'a Knowledge,
    draws: &'a DrawRules,
    side: Side,
    /// States looked at, with the depth; and whether that was a proof.
    seen: HashMap<(u64, u32), bool>,
    visited: usize,
    end: Instant,
    stop: &'a StopHandle,
    over: bool,
    /// Whether some line was cut short by the depth.
    reached: bool,
}

impl Holding<'_> {
    /// Whether it is proven within a depth; a forced move costs none.
    fn proves(&mut self, state: &State, depth: u32, ply: u32) -> bool {
        if let Some(known) = self.knowledge.outcome(state) {
            let own = if state.position().side() == self.side { known.outcome } else { known.outcome.turned() };
            return own != Wld::Loss;
        }
        if depth == 0 || ply == LONGEST {
            self.reached = true;
            return false;
        }
        self.visited += 1;
        let is_spent =
            |visited: usize| visited.is_multiple_of(256) && (Instant::now() >= self.end || self.stop.is_stopped());
        self.over |= self.visited >= MOST_VISITED || is_spent(self.visited);
        if self.over {
            return false;
        }
        let key = (state.search_key(self.draws), depth);
        if let Some(&proof) = self.seen.get(&key) {
            return proof;
        }
        let moves = self.knowledge.movegen().legal_moves(state.position());
        let below = if moves.len() == 1 { depth } else { depth - 1 };
        let own = state.position().side() == self.side;
        let knowledge = self.knowledge;
        let mut follow = |&played: &Move| self.proves(&knowledge.play(state, played), below, ply + 1);
        let proof = if own { moves.iter().any(&mut follow) } else { moves.iter().all(&mut follow) };
        self.seen.insert(key, proof);
        proof
    }
}
