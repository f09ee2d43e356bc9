//! What endgame databases say, in the search.
//!
//! A database knows nothing of draw rules. What it calls a draw is one under all of them. What it calls a win is taken for
//! one only where no rule counts from the moment a balance of pieces arose, since then distances would matter that are not
//! known; there, wins and losses are left to the search, whose state carries the counters.
//!
//! Who wins does not say how: once the game itself has come into the databases, moves that keep the outcome are told apart by
//! search, and only what departs from it is cut.

use crate::board::{Move, Position, Side};
use crate::egdb::{Egdb, Wld};
use crate::movegen;
use crate::rules::{DrawRule, DrawRules, Ruleset, State};
use crate::score::Score;

use super::goal::Goal;
use super::worker::Worker;

/// The databases as one search asks them.
pub(super) struct Known<'a> {
    egdb: &'a Egdb,
    /// Up to how many pieces they are asked.
    pieces: u32,
    /// Whether a win there is a win under the draw rules in force.
    trusts_wins: bool,
    /// Where the root is in the databases: its side to move, and what it comes to.
    root: Option<(Side, Wld)>,
}

impl<'a> Known<'a> {
    /// The databases for a search from a position under some draw rules.
    pub fn new(egdb: &'a Egdb, root: &Position, draws: &DrawRules) -> Known<'a> {
        let pieces = egdb.complete_to();
        let is_inside = root.occupied().count() <= pieces;
        Known {
            egdb,
            pieces,
            trusts_wins: DrawRule::ALL.iter().all(|rule| !rule.counts_a_balance() || draws.limit(*rule).number == 0),
            root: if is_inside { egdb.outcome(root).map(|outcome| (root.side(), outcome)) } else { None },
        }
    }

    /// Whether a root move keeps what the root comes to; true where that is not known.
    pub fn keeps_outcome(&self, root: &Position, played: Move) -> bool {
        let Some((_, outcome)) = self.root else { return true };
        self.egdb.outcome(&root.play(played)).is_none_or(|next| next.turned() == outcome)
    }

    /// The outcome of a position in which neither side could capture, for its side to move, if it decides the node.
    #[inline]
    fn deciding(&self, position: &Position) -> Option<Wld> {
        let outcome = self.egdb.quiet_outcome(position)?;
        if outcome != Wld::Draw && !self.trusts_wins {
            return None;
        }
        match self.root {
            Some((side, at_root)) => {
                let seen_from_root = if side == position.side() { outcome } else { outcome.turned() };
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
        let position = state.position();
        // What is threatened is left to the search: databases do not keep all of it.
        if movegen::is_threatened::<R>(position) {
            return None;
        }
        Some(match known.deciding(position)? {
            Wld::Draw => self.draw_score(ply),
            Wld::Win => Score::database(true, ply as u32).raw(),
            Wld::Loss => Score::database(false, ply as u32).raw(),
        })
    }
}
