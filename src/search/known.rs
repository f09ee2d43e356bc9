//! What endgame databases say, in the search.
//!
//! Where no draw rule counts from the moment a balance of pieces arose, a win there is taken for one. Where one does,
//! [`Egdb::quiet_outcome_within`] and [`Egdb::value_within`] say what is left of it with the counts of the state; what they
//! leave open is left to the search.
//!
//! Who wins does not say how: once the game itself has come into the databases, moves that keep the outcome are told apart by
//! search, and only what departs from it is cut.

use crate::board::{Move, Side};
use crate::egdb::{Egdb, Limits, Value, Wld};
use crate::movegen;
use crate::rules::{DrawRules, Ruleset, State};
use crate::score::Score;

use super::goal::Goal;
use super::worker::Worker;

/// The databases as one search asks them.
pub(super) struct Known<'a> {
    egdb: &'a Egdb,
    /// Up to how many pieces they are asked.
    pieces: u32,
    /// The draw rules in force as the databases look at them.
    limits: Limits,
    /// Where the root is in the databases: its side to move, and what it comes to.
    root: Option<(Side, Wld)>,
}

impl<'a> Known<'a> {
    /// The databases for a search from a state under some draw rules, asked up to so many pieces.
    pub fn new(egdb: &'a Egdb, most_pieces: u32, root: &State, draws: &DrawRules) -> Known<'a> {
        let limits = Limits::new(draws, egdb.laws());
        let pieces = egdb.complete_to().min(most_pieces);
        let is_inside = root.position().occupied().count() <= pieces;
        let outcome = if is_inside { egdb.outcome_within(root, &limits) } else { None };
        Known { egdb, pieces, limits, root: outcome.map(|outcome| (root.position().side(), outcome)) }
    }

    /// Whether a root move keeps what the root comes to; true where that is not known.
    pub fn keeps_outcome(&self, root: &State, played: Move) -> bool {
        let Some((_, outcome)) = self.root else { return true };
        let next = root.play(played, self.limits.draws());
        self.egdb.outcome_within(&next, &self.limits).is_none_or(|next| next.turned() == outcome)
    }

    /// An outcome for a side to move, if it decides the node: what the root comes to itself does not.
    #[inline]
    fn deciding(&self, side: Side, outcome: Wld) -> Option<Wld> {
        match self.root {
            Some((root, at_root)) => {
                let seen_from_root = if side == root { outcome } else { outcome.turned() };
                (seen_from_root != at_root).then_some(outcome)
            }
            None => Some(outcome),
        }
    }
}

impl<R: Ruleset, G: Goal> Worker<'_, R, G> {
    /// The score that the databases give a state whose side to move has a quiet move, if they decide it.
    #[inline(always)]
    pub fn known(&self, state: &State, ply: usize) -> Option<i32> {
        let known = self.shared.known.as_ref()?;
        if state.position().occupied().count() > known.pieces { None } else { self.look_up(known, state, ply) }
    }

    fn look_up(&self, known: &Known, state: &State, ply: usize) -> Option<i32> {
        let side = state.position().side();
        let outcome = match known.egdb.value_within(state, &known.limits) {
            Some(Value::Win(plies)) => return Some(Score::win_in(ply as u32 + u32::from(plies)).raw()),
            Some(Value::Loss(plies)) => return Some(Score::loss_in(ply as u32 + u32::from(plies)).raw()),
            Some(Value::Draw) => Wld::Draw,
            // What is threatened is left to the search: databases do not keep all of it.
            None if movegen::is_threatened::<R>(state.position()) => return None,
            None => known.egdb.quiet_outcome_within(state, &known.limits)?,
        };
        Some(match known.deciding(side, outcome)? {
            Wld::Draw => self.draw_score(ply),
            Wld::Win => Score::database(true, ply as u32).raw(),
            Wld::Loss => Score::database(false, ply as u32).raw(),
        })
    }
}
