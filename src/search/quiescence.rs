//! Quiescence: captures are played out before a position is evaluated.
//!
//! Moves that crown a man are not looked at: a match found nothing in it (`tuning/experiments.md`).

use crate::board::MoveList;
use crate::movegen;
use crate::rules::{Ruleset, State};
use crate::score::Score;

use super::goal::Goal;
use super::history::Killers;
use super::params::{MAX_PLY, THREAT_PLIES};
use super::picker::{Picker, Scores};
use super::worker::Worker;

impl<R: Ruleset, G: Goal> Worker<'_, R, G> {
    /// The score of a state once nothing is to be captured (fail soft). `depth` is 0 at the border of the search and
    /// falls by one for each ply of quiet moves.
    pub fn quiesce(&mut self, state: &State, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        self.memory.lines.clear(ply);
        if self.visit() {
            return 0;
        }
        if let Some(score) = self.drawn(state, ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(state, ply);
        }
        if !movegen::has_capture::<R>(state.position()) {
            // A quiet position with something hanging is looked at for a ply: the side to move can save it.
            if depth <= -THREAT_PLIES || !movegen::is_threatened::<R>(state.position()) {
                return self.settle(state, ply);
            }
            return self.quiesce_moves(state, alpha, beta, depth - 1, ply);
        }
        self.quiesce_moves(state, alpha, beta, depth, ply)
    }

    /// The score of a quiet position: a loss where there is no move, what the databases say, or the static score.
    #[inline]
    fn settle(&mut self, state: &State, ply: usize) -> i32 {
        if !movegen::has_move::<R>(state.position()) {
            return self.no_move(ply);
        }
        self.known(state, ply).unwrap_or_else(|| self.evaluate(state, ply))
    }

    fn quiesce_moves(&mut self, state: &State, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        let mut moves = MoveList::new();
        movegen::generate::<R>(state.position(), &mut moves);
        if moves.is_empty() {
            return self.no_move(ply);
        }
        let (mut best, mut alpha) = (Score::MIN.raw(), alpha);
        let side = state.position().side();
        let mut scores = Scores::new();
        let mut picker = Picker::new(&mut moves, &mut scores, 0, Killers::default(), &self.memory.history, side);
        for played in picker.by_ref() {
            let child = self.play(state, played);
            let score = -self.quiesce(&child, -beta, -alpha, depth, ply + 1);
            self.undo();
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
