//! What inner nodes and late moves are spared: cutoffs by the static score or a shallower search, and reductions.

use crate::board::Move;
use crate::movegen;
use crate::rules::{Ruleset, State};
use crate::score::Score;

use super::goal::Goal;
use super::node::Window;
use super::params::*;
use super::worker::Worker;

impl<R: Ruleset, G: Goal> Worker<'_, R, G> {
    /// Ways out of a node that has a quiet move, off the principal variation. Any score will do once the search has been
    /// stopped.
    #[inline]
    pub fn prune(&mut self, state: &State, eval: i32, window: Window, ply: usize) -> Option<i32> {
        let Window { alpha, beta, depth } = window;
        if beta.abs() >= Score::LEAST_DATABASE_WIN {
            return None;
        }
        let (margin, deepest) = if G::TRUSTS_STATIC_SCORE { REVERSE_FUTILITY } else { REVERSE_FUTILITY_GIVEAWAY };
        let least = eval - margin * depth;
        // A capture that the other side threatens can change much.
        if depth <= deepest && least >= beta && !movegen::is_threatened::<R>(state.position()) {
            return Some(least);
        }
        if G::TRUSTS_STATIC_SCORE && depth <= RAZORING_DEPTH && eval + RAZORING_BASE + RAZORING * depth <= alpha {
            let score = self.quiesce(state, alpha, alpha + 1, 0, ply);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        if depth >= PROBCUT_DEPTH && eval >= beta { self.probcut(state, window, ply) } else { None }
    }

    /// ProbCut (M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995): the score of a
    /// shallower search that is above beta by a margin.
    fn probcut(&mut self, state: &State, window: Window, ply: usize) -> Option<i32> {
        let raised = window.beta + PROBCUT_MARGIN;
        let shallow = Window { alpha: raised - 1, beta: raised, depth: window.depth - PROBCUT_REDUCTION };
        let score = self.search::<false>(state, shallow, ply);
        if self.stopped {
            return Some(0);
        }
        if score < raised {
            return None;
        }
        Some(if score.abs() >= Score::LEAST_DATABASE_WIN { score } else { score - PROBCUT_MARGIN })
    }

    /// Whether a late quiet move is not worth a look near the horizon: the static score is too far below alpha, and
    /// nothing happens. If so, the most that it is thought to be worth.
    #[inline(always)]
    pub fn futile(&self, state: &State, played: Move, eval: i32, window: Window, best: i32) -> Option<i32> {
        let Window { alpha, depth, .. } = window;
        let most = eval + FUTILITY_BASE + FUTILITY * depth;
        if !G::TRUSTS_STATIC_SCORE
            || depth > FUTILITY_DEPTH
            || most > alpha
            || best <= -Score::LEAST_DATABASE_WIN
            || played.crowns()
        {
            return None;
        }
        // An exchange or a shot may begin with a piece offered.
        let offers = movegen::has_capture::<R>(&state.position().play(played));
        (!offers).then_some(most)
    }

    /// By how many plies a move is searched less deeply.
    #[inline(always)]
    pub fn reduction<const PV: bool>(&self, played: Move, index: usize, depth: i32, quiet: bool) -> i32 {
        let from = REDUCTION_MOVE + usize::from(PV);
        if !quiet || depth < REDUCTION_DEPTH || index < from || played.crowns() {
            return 0;
        }
        1 + i32::from(index >= from + 2 && depth >= 6) + i32::from(index >= from + 4 && depth >= 10)
    }
}
