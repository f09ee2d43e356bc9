//! What is known without a search: the laws and the databases.

use crate::board::Move;
use crate::egdb::{EgdbError, Limits, SharedEgdb, Standing, Value, Wld};
use crate::engine::{EngineOptions, Objective};
use crate::movegen::MoveGen;
use crate::rules::{DrawRules, Laws, State};

use super::solution::{Known, Proof};

/// Whoever knows.
pub(super) struct Knowledge {
    movegen: MoveGen,
    draws: DrawRules,
    limits: Limits,
    egdb: Option<SharedEgdb>,
    pieces: u32,
    /// The side without a move has won.
    giveaway: bool,
}

impl Knowledge {
    /// What is to be known under some laws and draw rules; and what is wrong with the databases' files. In giveaway the
    /// databases answer another game and are not asked.
    pub fn new(laws: Laws, draws: &DrawRules, options: &EngineOptions) -> (Knowledge, Vec<EgdbError>) {
        let giveaway = options.objective == Objective::Giveaway;
        let (egdb, faults, pieces) = if giveaway {
            (None, Vec::new(), 0)
        } else {
            let (opened, faults) = options.egdb.open(laws);
            let pieces = opened.as_ref().map_or(0, |opened| opened.complete_to().min(options.egdb.most_pieces));
            (opened, faults, pieces)
        };
        let knowledge = Knowledge {
            movegen: MoveGen::of(laws),
            draws: draws.clone(),
            limits: Limits::new(draws, laws),
            egdb,
            pieces,
            giveaway,
        };
        (knowledge, faults)
    }

    /// The generator of moves.
    pub fn movegen(&self) -> MoveGen {
        self.movegen
    }

    /// The state after a move.
    pub fn play(&self, state: &State, played: Move) -> State {
        state.play(played, &self.draws)
    }

    /// What tells states apart, counts that matter included.
    pub fn key(&self, state: &State) -> u64 {
        state.search_key(&self.draws)
    }

    /// What the laws say: the game is over.
    fn over(&self, state: &State) -> Option<Known> {
        if !self.movegen.has_move(state.position()) {
            let outcome = if self.giveaway { Wld::Win } else { Wld::Loss };
            return Some(Known { outcome, plies: Some(0), proof: Proof::Laws });
        }
        state.draw(&self.draws).map(|_| Known { outcome: Wld::Draw, plies: None, proof: Proof::Laws })
    }

    /// Who wins, without the distance.
    pub fn outcome(&self, state: &State) -> Option<Known> {
        if let Some(over) = self.over(state) {
            return Some(over);
        }
        if state.position().occupied().count() > self.pieces {
            return None;
        }
        let outcome = self.egdb.as_ref()?.outcome_within(state, &self.limits)?;
        Some(Known { outcome, plies: None, proof: Proof::Database })
    }

    /// Who wins, and how soon where distances are to be had.
    pub fn value(&mut self, state: &State) -> Option<Known> {
        let known = self.outcome(state)?;
        if known.proof == Proof::Laws || known.outcome == Wld::Draw {
            return Some(known);
        }
        let plies = self.distance(state, known.outcome).map(u32::from);
        Some(Known { plies, ..known })
    }

    /// The distance of a state of which the outcome is known.
    fn distance(&mut self, state: &State, outcome: Wld) -> Option<u16> {
        let egdb = self.egdb.as_ref()?;
        if let Some(value) = egdb.value_within(state, &self.limits) {
            return value.plies();
        }
        // What the distances without draw rules come to under them.
        let standing = self.limits.standing_of(state);
        if !matches!(standing, Standing::Abstract | Standing::ByDistance | Standing::LastPly) {
            return None;
        }
        let value = egdb.value(state.position())?;
        let value = if standing == Standing::Abstract { value } else { self.limits.by_balance(state, value)? };
        value.plies().filter(|_| Value::outcome(value) == outcome)
    }
}
