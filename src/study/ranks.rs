//! Which of the other moves that win are ways of their own.
//!
//! A king can step aside and back in almost any won ending, and the win is still there; composers call that a loss of time
//! and no dual. Here it is one if the shortest win after it leads by force back to a position that the solution has had.
//! Distances shrink along a shortest win, so that what has come nearer to the end than the position left cannot come back
//! to it: only what lies before that is looked at.

use std::collections::{HashMap, HashSet};

use crate::board::{Move, Position};
use crate::egdb::Wld;
use crate::rules::State;

use super::knowledge::Knowledge;
use super::solution::{Choice, Goal, Known, Rank};

/// Positions looked at for one move, at most.
const MOST: usize = 20_000;

/// What a move that keeps the goal is, beside the solution's.
pub(super) fn rank(
    knowledge: &mut Knowledge,
    goal: Goal,
    state: &State,
    best: Known,
    (played, known): (Move, Known),
    had: &HashSet<Position>,
) -> Rank {
    if goal == Goal::Draw || played.is_irreversible() {
        return Rank::Dual;
    }
    match (best.plies, known.plies) {
        (Some(best), Some(plies)) if plies <= best => Rank::Dual,
        _ => match (best.exact(), known.exact()) {
            (Some(target), Some(_)) => {
                let mut ways = Ways { knowledge, target, had, seen: HashMap::new(), left: MOST };
                let next = ways.knowledge.play(state, played);
                match ways.defended(&next) {
                    _ if ways.left == 0 => Rank::Perhaps,
                    true => Rank::Dual,
                    false => Rank::LossOfTime,
                }
            }
            _ => Rank::Perhaps,
        },
    }
}

/// A walk along shortest wins.
struct Ways<'a> {
    knowledge: &'a mut Knowledge,
    /// How many plies the solution's own way takes from the position that was left.
    target: u32,
    /// The positions of the solution, in which the solver is to move.
    had: &'a HashSet<Position>,
    seen: HashMap<u64, bool>,
    left: usize,
}

impl Ways<'_> {
    /// Whether the win goes its own way, with the other side to move.
    fn defended(&mut self, state: &State) -> bool {
        let moves = self.knowledge.movegen().legal_moves(state.position());
        moves.iter().all(|&played| {
            let next = self.knowledge.play(state, played);
            self.goes_on(&next)
        })
    }

    /// The same, with the solver to move.
    fn goes_on(&mut self, state: &State) -> bool {
        if self.had.contains(state.position()) {
            return false;
        }
        let Some(plies) = self.knowledge.value(state).and_then(Known::exact) else { return true };
        if plies <= self.target || self.left == 0 {
            return true;
        }
        let key = self.knowledge.key(state);
        if let Some(&known) = self.seen.get(&key) {
            return known;
        }
        self.left -= 1;
        let moves = self.knowledge.movegen().legal_moves(state.position());
        let own = moves.iter().any(|&played| {
            let next = self.knowledge.play(state, played);
            let value = self.knowledge.value(&next);
            let is_best = value.is_some_and(|value| value.outcome == Wld::Loss && value.exact() == Some(plies - 1));
            is_best && self.defended(&next)
        });
        self.seen.insert(key, own);
        own
    }
}

/// Orders the choices: the solution's move, ways of their own, what may be one, losses of time.
pub(super) fn sort(choices: &mut [Choice]) {
    let place = |rank: Rank| match rank {
        Rank::Only | Rank::Main => 0,
        Rank::Dual => 1,
        Rank::Perhaps => 2,
        Rank::LossOfTime => 3,
    };
    choices.sort_by_key(|choice| (place(choice.rank), choice.known.plies.unwrap_or(u32::MAX)));
}
