//! The inner nodes of the search: principal variation search in small steps.

use crate::board::{Move, MoveList};
use crate::movegen;
use crate::rules::{Ruleset, State};
use crate::score::Score;

use super::busy::{Busy, Mark};
use super::goal::Goal;
use super::params::*;
use super::picker::{Picker, Scores};
use super::tt::{self, Bound, Entry, NO_EVAL};
use super::worker::Worker;

/// A window of scores and the depth to which they are wanted.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
    pub depth: i32,
}

impl<'a, R: Ruleset, G: Goal> Worker<'a, R, G> {
    /// The score of a state for its side to move, within the window (fail soft). 0 once the search has been stopped.
    pub fn search<const PV: bool>(&mut self, state: &State, window: Window, ply: usize) -> i32 {
        if window.depth <= 0 {
            return self.quiesce(state, window.alpha, window.beta, 0, ply);
        }
        if PV {
            self.memory.lines.clear(ply);
        }
        if self.visit() {
            return 0;
        }
        if let Some(score) = self.drawn(state, ply) {
            return score;
        }
        // No line from here wins or loses faster than this.
        let alpha = window.alpha.max(Score::loss_in(ply as u32).raw());
        let beta = window.beta.min(Score::win_in(ply as u32).raw());
        if alpha >= beta {
            return alpha;
        }
        if ply >= MAX_PLY {
            return self.evaluate(state, ply);
        }
        let window = Window { alpha, beta, ..window };
        let key = self.table_key(state);
        let entry = self.shared.table.probe(key);
        if !PV && let Some(score) = entry.and_then(|entry| self.cutoff(state, entry, window, ply)) {
            return score;
        }
        let mut moves = MoveList::new();
        movegen::generate::<R>(state.position(), &mut moves);
        if moves.first().is_some_and(|first| !first.is_capture())
            && let Some(score) = self.known(state, ply)
        {
            return score;
        }
        match moves.as_slice() {
            [] => self.no_move(ply),
            // A single move costs no depth: there is nothing to choose.
            &[only] => self.search_only::<PV>(state, only, window, ply),
            _ => self.search_moves::<PV>(state, &mut moves, key, entry, window, ply),
        }
    }

    fn search_only<const PV: bool>(&mut self, state: &State, only: Move, window: Window, ply: usize) -> i32 {
        let child = self.play(state, only);
        self.prefetch(&child);
        let below = Window { alpha: -window.beta, beta: -window.alpha, ..window };
        let score = -self.search::<PV>(&child, below, ply + 1);
        self.undo();
        if PV && !self.stopped {
            self.memory.lines.set(ply, only);
        }
        score
    }

    fn search_moves<const PV: bool>(
        &mut self,
        state: &State,
        moves: &mut MoveList,
        key: u64,
        entry: Option<Entry>,
        window: Window,
        ply: usize,
    ) -> i32 {
        let quiet = !moves[0].is_capture();
        let eval = match entry {
            _ if !quiet => NO_EVAL,
            Some(Entry { eval, .. }) if eval != NO_EVAL => eval,
            _ => G::evaluate::<R>(state.position(), self.shared.network),
        };
        if !PV
            && quiet
            && let Some(score) = self.prune(state, eval, window, ply)
        {
            return score;
        }
        let code = entry.map_or(0, |entry| entry.code);
        // Without a move to begin with, the node is cheap or came up late; and if it counts, it comes again.
        let depth = window.depth - i32::from(code == 0 && window.depth >= TABLE_MOVE_DEPTH);
        let side = state.position().side();
        let killers = *self.killers(ply);
        let mut scores = Scores::new();
        let mut picker = Picker::new(moves, &mut scores, code, killers, &self.memory.history, side);
        let (mut best, mut best_move, mut alpha) = (Score::MIN.raw(), None, window.alpha);
        while let Some(played) = picker.next() {
            let index = picker.given().len() - 1;
            let window = Window { alpha, depth, ..window };
            let late = !PV && quiet && index > 0 && killers.rank(played.code()) == 0;
            if late && let Some(most) = self.futile(state, played, eval, window, best) {
                best = best.max(most);
                continue;
            }
            let reduction = self.reduction::<PV>(played, index, depth, quiet);
            let mark = self.mark(key, played, index, depth);
            if let Some((busy, mark)) = mark {
                if busy.has(mark) && picker.put_off() {
                    continue;
                }
                busy.begin(mark);
            }
            let score = self.search_move::<PV>(state, played, index, reduction, window, ply);
            if let Some((busy, mark)) = mark {
                busy.end(mark);
            }
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(played);
                    if PV {
                        self.memory.lines.set(ply, played);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        if best >= window.beta && quiet {
            self.learn(state, picker.given(), depth, ply);
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let code = best_move.map_or(0, Move::code);
        let score = tt::to_node(best, ply as i32);
        self.shared.table.store(key, Entry { code, score, eval, depth, bound });
        best
    }

    /// The mark of a move that several threads should not search at once: any but the first of a node that is not near the
    /// horizon, if there are several threads.
    #[inline(always)]
    fn mark(&self, key: u64, played: Move, index: usize, depth: i32) -> Option<(&'a Busy, Mark)> {
        let busy = self.shared.busy.as_ref()?;
        (index > 0 && depth >= PUT_OFF_DEPTH).then(|| (busy, Mark::new(key, played.code())))
    }

    /// Searches one move: the first in the full window, the others in an empty one and again where they surprise.
    #[inline]
    fn search_move<const PV: bool>(
        &mut self,
        state: &State,
        played: Move,
        index: usize,
        reduction: i32,
        window: Window,
        ply: usize,
    ) -> i32 {
        let Window { alpha, beta, depth } = window;
        let depth = depth - 1;
        let child = self.play(state, played);
        if depth > reduction {
            self.prefetch(&child);
        }
        let empty = |depth| Window { alpha: -alpha - 1, beta: -alpha, depth };
        let full = Window { alpha: -beta, beta: -alpha, depth };
        let mut score = if index == 0 {
            -self.search::<PV>(&child, full, ply + 1)
        } else {
            if PV {
                // An empty window gives no line; that of a move before must not be taken for this one's.
                self.memory.lines.clear(ply + 1);
            }
            -self.search::<false>(&child, empty(depth - reduction), ply + 1)
        };
        if index > 0 {
            if score > alpha && reduction > 0 {
                score = -self.search::<false>(&child, empty(depth), ply + 1);
            }
            if PV && score > alpha && score < beta {
                score = -self.search::<true>(&child, full, ply + 1);
            }
        }
        self.undo();
        score
    }

    /// Remembers the quiet move that cut and holds the ones before it back.
    #[inline]
    fn learn(&mut self, state: &State, searched: &[Move], depth: i32, ply: usize) {
        let Some((&best, others)) = searched.split_last() else { return };
        let side = state.position().side();
        let bonus = (depth * depth * 16).min(1_600);
        self.killers(ply).add(best.code());
        self.memory.history.update(side, best, bonus);
        for &played in others {
            self.memory.history.update(side, played, -bonus);
        }
    }

    /// The score of a table entry where it decides the node.
    #[inline(always)]
    fn cutoff(&self, state: &State, entry: Entry, window: Window, ply: usize) -> Option<i32> {
        if entry.depth < window.depth {
            return None;
        }
        // A win that was found earlier in the game may come too late now.
        if entry.score.abs() >= Score::LEAST_WIN {
            let plies = Score::win_in(0).raw() - entry.score.abs();
            let left = i32::from(self.shared.draws.earliest()) - i32::from(state.counters().unchanged());
            if plies >= left {
                return None;
            }
        }
        let score = tt::from_node(entry.score, ply as i32);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        decides.then_some(score)
    }
}
