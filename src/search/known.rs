//! What endgame databases say, in the search.
//!
//! Where no draw rule counts from the moment a balance of pieces arose, a win there is taken for one. Where one does,
//! [`Egdb::quiet_outcome_within`] and [`Egdb::value_within`] say what is left of it with the counts of the state; what they
//! leave open is left to the search.
//!
//! Who wins does not say how: once the game itself has come into the databases, moves that keep the outcome are told apart by
//! search, and only what departs from it is cut.

use crate::board::{Move, Side};
use crate::egdb::{Egdb, Limits, Standing, Value, ValueSet, Wld};
use crate::movegen;
use crate::rules::{DrawRules, Ruleset, State};
use crate::score::Score;

use super::goal::Goal;
use super::worker::Worker;

/// The most pieces of positions whose distances are asked for within the search: of more, too many blocks would be decoded.
const MOST_IN_SEARCH: u32 = 3;

/// The databases as one search asks them.
pub(super) struct Known<'a> {
    pub(super) egdb: &'a Egdb,
    /// Up to how many pieces they are asked.
    pieces: u32,
    /// The draw rules in force as the databases look at them.
    limits: Limits,
    /// Where the root is in the databases: its side to move, and what it comes to.
    root: Option<(Side, Wld)>,
    root_pieces: u32,
    /// Whether the root is drawn and only moves are looked at that keep it so.
    drawn_root: bool,
}

impl<'a> Known<'a> {
    /// The databases for a search from a state under some draw rules, asked up to so many pieces.
    pub fn new(egdb: &'a Egdb, most_pieces: u32, root: &State, draws: &DrawRules, asked: &super::Limits) -> Known<'a> {
        let limits = Limits::new(draws, egdb.laws());
        let pieces = egdb.complete_to().min(most_pieces);
        let root_pieces = root.position().occupied().count();
        let is_inside = root_pieces <= pieces;
        let outcome = if is_inside { egdb.outcome_within(root, &limits) } else { None };
        let drawn_root = outcome == Some(Wld::Draw) && is_choice(asked);
        let root = outcome.map(|outcome| (root.position().side(), outcome));
        Known { egdb, pieces, limits, root, root_pieces, drawn_root }
    }

    /// Whether the root is drawn and only moves are looked at that keep it so.
    pub fn is_drawn_root(&self) -> bool {
        self.drawn_root
    }

    /// What the root comes to under the draw rules that the databases look at, where they know it.
    pub fn root_outcome(&self) -> Option<Wld> {
        self.root.map(|(_, outcome)| outcome)
    }

    /// Whether the root has no more pieces than the databases are asked for.
    pub fn is_inside(&self) -> bool {
        self.root_pieces <= self.pieces
    }

    /// The value of a state with its distance, where that is known, and whether it holds under draw rules that count a
    /// balance of pieces. (Those that count plies without progress are for the caller.)
    pub fn value(&self, state: &State) -> Option<(Value, bool)> {
        if let Some(value) = self.egdb.value_within(state, &self.limits) {
            return Some((value, true));
        }
        let position = state.position();
        let value = self.egdb.value(position)?;
        let counted = match self.limits.standing_of(state) {
            Standing::Abstract => Some(value),
            Standing::ByDistance | Standing::LastPly => self.limits.by_balance(state, value),
            Standing::Limited => self.egdb.value_in(ValueSet::Limited, position),
            Standing::DrawsOnly => None,
        };
        if let Some(value) = counted {
            return Some((value, true));
        }
        match self.egdb.outcome_within(state, &self.limits) {
            Some(outcome) if outcome == value.outcome() => Some((value, false)),
            Some(Wld::Draw) => Some((Value::Draw, true)),
            _ => Some((value, value == Value::Draw)),
        }
    }

    /// As [`Known::value`], of a state that comes to this outcome; `None` for one that is known to come to another, which
    /// is cheaper to say.
    pub fn value_if(&self, outcome: Wld, state: &State) -> Option<(Value, bool)> {
        let found = self.egdb.outcome_within(state, &self.limits);
        if found.is_some_and(|found| found != outcome) { None } else { self.value(state) }
    }

    /// The exact score of a win or loss with fewer pieces than the root has, where the root is in the databases and no draw
    /// rule can come between.
    fn exact(&self, state: &State, ply: usize) -> Option<i32> {
        self.root?;
        let position = state.position();
        let pieces = position.occupied().count();
        if pieces >= self.root_pieces || pieces > MOST_IN_SEARCH {
            return None;
        }
        let value = self.egdb.value(position)?;
        let plies = value.plies()?;
        if plies > state.counters().plies_left(position, self.limits.draws(), true) {
            return None;
        }
        let plies = u32::from(plies) + ply as u32;
        Some(if value.outcome() == Wld::Win { Score::win_in(plies) } else { Score::loss_in(plies) }.raw())
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

/// Whether one move is wanted out of all.
pub(super) fn is_choice(limits: &super::Limits) -> bool {
    limits.multipv == 1 && limits.moves.is_none()
}

impl<R: Ruleset, G: Goal> Worker<'_, R, G> {
    /// The score that the databases give a state whose side to move has a quiet move, if they decide it.
    #[inline(always)]
    pub fn known(&self, state: &State, ply: usize) -> Option<i32> {
        let known = self.shared.known.as_ref()?;
        if state.position().occupied().count() > known.pieces {
            return None;
        }
        let found = self.look_up(known, state, ply);
        self.egdb_hits.set(self.egdb_hits.get() + u64::from(found.is_some()));
        found
    }

    fn look_up(&self, known: &Known, state: &State, ply: usize) -> Option<i32> {
        let side = state.position().side();
        let outcome = match known.egdb.value_within(state, &known.limits) {
            Some(Value::Win(plies)) => return Some(Score::win_in(ply as u32 + u32::from(plies)).raw()),
            Some(Value::Loss(plies)) => return Some(Score::loss_in(ply as u32 + u32::from(plies)).raw()),
            Some(Value::Draw) => Wld::Draw,
            // What is threatened is left to the search: databases do not keep all of it.
            None if movegen::is_threatened::<R>(state.position()) => return None,
            None => match known.exact(state, ply) {
                Some(score) => return Some(score),
                None => known.egdb.quiet_outcome_within(state, &known.limits)?,
            },
        };
        Some(match known.deciding(side, outcome)? {
            Wld::Draw => self.draw_score(ply),
            Wld::Win => Score::database(true, ply as u32).raw(),
            Wld::Loss => Score::database(false, ply as u32).raw(),
        })
    }
}
