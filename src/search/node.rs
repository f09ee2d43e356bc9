//! The inner nodes of the search: principal variation search in small steps.

use crate::board::{Move, MoveList};
use crate::movegen;
use crate::rules::{Ruleset, State};
use crate::score::Score;

use super::goal::Goal;
use super::params::*;
use super::picker::Picker;
use super::tt::{self, Bound, Entry, NO_EVAL};
use super::worker::Worker;

/// A window of scores and the depth to which they are wanted.
#[derive(Clone, Copy)]
pub(super) struct Goalposts {
    pub alpha: i32,
    pub beta: i32,
    pub depth: i32,
}

impl<R: Ruleset, G: Goal> Worker<'_, R, G> {
    /// The score of a state for its side to move, within the window (fail soft). 0 once the search has been stopped.
    pub fn search<const PV: bool>(&mut self, state: &State, posts: Goalposts, ply: usize) -> i32 {
        if posts.depth <= 0 {
            return self.quiesce(state, posts.alpha, posts.beta, 0, ply);
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
        let alpha = posts.alpha.max(Score::loss_in(ply as u32).raw());
        let beta = posts.beta.min(Score::win_in(ply as u32).raw());
        if alpha >= beta {
            return alpha;
        }
        if ply >= MAX_PLY {
            return self.evaluate(state, ply);
        }
        let posts = Goalposts { alpha, beta, ..posts };
        let key = state.search_key(self.shared.draws);
        let entry = self.shared.table.probe(key);
        if !PV && let Some(score) = entry.and_then(|entry| cutoff(entry, posts, ply)) {
            return score;
        }
        let mut moves = MoveList::new();
        movegen::generate::<R>(state.position(), &mut moves);
        match moves.as_slice() {
            [] => self.no_move(ply),
            // A single move costs no depth: there is nothing to choose.
            &[only] => self.search_only::<PV>(state, only, posts, ply),
            _ => self.search_moves::<PV>(state, &mut moves, key, entry, posts, ply),
        }
    }

    fn search_only<const PV: bool>(&mut self, state: &State, only: Move, posts: Goalposts, ply: usize) -> i32 {
        let child = self.play(state, only);
        let below = Goalposts { alpha: -posts.beta, beta: -posts.alpha, ..posts };
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
        posts: Goalposts,
        ply: usize,
    ) -> i32 {
        let quiet = !moves[0].is_capture();
        let eval = match entry {
            _ if !quiet => NO_EVAL,
            Some(Entry { eval, .. }) if eval != NO_EVAL => eval,
            _ => self.evaluate(state, ply),
        };
        if !PV
            && quiet
            && let Some(score) = self.prune(state, eval, posts, ply)
        {
            return score;
        }
        let code = entry.map_or(0, |entry| entry.code);
        let side = state.position().side();
        let killers = *self.killers(ply);
        let mut picker = Picker::new(moves, code, killers, &self.memory.history, side);
        let (mut best, mut best_move, mut alpha) = (Score::MIN.raw(), None, posts.alpha);
        for (index, played) in picker.by_ref().enumerate() {
            let reduction = self.reduction::<PV>(played, index, posts.depth, quiet);
            let window = Goalposts { alpha, ..posts };
            let score = self.search_move::<PV>(state, played, index, reduction, window, ply);
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
                    if score >= posts.beta {
                        break;
                    }
                }
            }
        }
        if best >= posts.beta && quiet {
            self.learn(state, picker.given(), posts.depth, ply);
        }
        let bound = if best >= posts.beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let code = best_move.map_or(0, Move::code);
        let score = tt::to_node(best, ply as i32);
        self.shared.table.store(key, Entry { code, score, eval, depth: posts.depth, bound });
        best
    }

    /// Searches one move: the first in the full window, the others in an empty one and again where they surprise.
    #[inline]
    fn search_move<const PV: bool>(
        &mut self,
        state: &State,
        played: Move,
        index: usize,
        reduction: i32,
        posts: Goalposts,
        ply: usize,
    ) -> i32 {
        let child = self.play(state, played);
        let Goalposts { alpha, beta, depth } = posts;
        let depth = depth - 1;
        let empty = |depth| Goalposts { alpha: -alpha - 1, beta: -alpha, depth };
        let full = Goalposts { alpha: -beta, beta: -alpha, depth };
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

    /// Ways out of a node that has a quiet move: a static score far above beta, or a shallower search above it.
    #[inline]
    fn prune(&mut self, state: &State, eval: i32, posts: Goalposts, ply: usize) -> Option<i32> {
        let Goalposts { beta, depth, .. } = posts;
        if beta.abs() >= Score::LEAST_DATABASE_WIN {
            return None;
        }
        let reachable = depth <= REVERSE_FUTILITY_DEPTH && eval - REVERSE_FUTILITY * depth >= beta;
        // A capture that the other side threatens can change much.
        if reachable && !self.threatened(state) {
            return Some(eval - REVERSE_FUTILITY * depth);
        }
        if depth >= PROBCUT_DEPTH && eval >= beta {
            let raised = beta + PROBCUT_MARGIN;
            let shallow = Goalposts { alpha: raised - 1, beta: raised, depth: depth - PROBCUT_REDUCTION };
            let score = self.search::<false>(state, shallow, ply);
            if score >= raised && !self.stopped {
                return Some(if score.abs() >= Score::LEAST_DATABASE_WIN { score } else { score - PROBCUT_MARGIN });
            }
        }
        None
    }

    /// Whether the side not to move could capture if it were its turn.
    #[inline(always)]
    pub fn threatened(&self, state: &State) -> bool {
        let position = state.position();
        movegen::has_capture::<R>(&position.with_side(!position.side()))
    }

    /// By how many plies a move is searched less deeply.
    #[inline(always)]
    fn reduction<const PV: bool>(&self, played: Move, index: usize, depth: i32, quiet: bool) -> i32 {
        let from = REDUCTION_MOVE + usize::from(PV);
        if !quiet || depth < REDUCTION_DEPTH || index < from || played.crowns() {
            return 0;
        }
        1 + i32::from(index >= from + 2 && depth >= 6) + i32::from(index >= from + 4 && depth >= 10)
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
}

/// The score of a table entry where it decides the node.
#[inline(always)]
fn cutoff(entry: Entry, posts: Goalposts, ply: usize) -> Option<i32> {
    if entry.depth < posts.depth {
        return None;
    }
    let score = tt::from_node(entry.score, ply as i32);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= posts.beta,
        Bound::Upper => score <= posts.alpha,
    };
    decides.then_some(score)
}
