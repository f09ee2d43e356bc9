//! The root of the search: iterative deepening, aspiration windows and several best lines.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::board::Move;
use crate::rules::{Ruleset, State};
use crate::score::{Meaning, Score};

use super::goal::Goal;
use super::known::Known;
use super::limits::{Info, Limits, Observer};
use super::node::Window;
use super::params::*;
use super::worker::Worker;

/// How deep a drawn position is searched of which the databases say so: only to give the other side a chance to go wrong.
const DRAWN_DEPTH: i32 = 12;

/// A move at the root and what is known of it.
#[derive(Clone)]
pub(super) struct RootMove {
    pub played: Move,
    /// The score of the present iteration, [`Score::MIN`] where the move has not been found to be among the best.
    pub score: i32,
    /// The score of the last iteration.
    pub before: i32,
    /// The line that begins with the move.
    pub line: Vec<Move>,
}

/// How the iterations of the main thread went, for time management.
#[derive(Default)]
struct Trend {
    best: Option<Move>,
    /// Iterations since the best move changed.
    settled: u32,
    last_score: Option<i32>,
}

impl Trend {
    /// Notes the outcome of an iteration; the factor by which the time planned for the move is to be scaled.
    fn note(&mut self, best: Move, score: i32) -> f64 {
        self.settled = if self.best == Some(best) { self.settled + 1 } else { 0 };
        self.best = Some(best);
        let drop = self.last_score.map_or(0, |last| last - score);
        self.last_score = Some(score);
        let unrest = [1.8, 1.3, 1.1, 1.0, 0.9];
        let by_move = unrest.get(self.settled as usize).copied().unwrap_or(0.75);
        by_move * (1.0 + f64::from(drop.clamp(0, 60)) / 60.0)
    }
}

impl<R: Ruleset, G: Goal> Worker<'_, R, G> {
    /// Searches deeper and deeper until a limit is met. The lines reported last are returned, best first.
    pub fn iterate(
        &mut self,
        state: &State,
        roots: &mut [RootMove],
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Vec<Info> {
        let count = limits.multipv.clamp(1, roots.len().max(1));
        let mut reported: Vec<Info> = Vec::new();
        let mut trend = Trend::default();
        let most = if self.is_drawn_root() { DRAWN_DEPTH } else { MAX_DEPTH };
        let deepest = limits.depth.map_or(most, |depth| (depth as i32).clamp(1, most));
        // Helper threads begin at different depths, so that not all do the same work.
        for depth in 1 + self.id as i32 % 2..=deepest {
            for root in roots.iter_mut() {
                root.before = root.score;
                root.score = Score::MIN.raw();
            }
            let mut done = 0;
            while done < count && !self.stopped {
                self.aspire(state, &mut roots[done..], depth);
                if !self.stopped {
                    done += 1;
                    // A later line can come out better than an earlier one.
                    roots[..done].sort_by_key(|root| std::cmp::Reverse(root.score));
                }
            }
            self.write_down_nodes();
            self.tell(roots, done, depth, &mut reported, observer);
            if self.stopped || self.is_enough(roots, depth, count, limits, &mut trend) {
                break;
            }
        }
        reported
    }

    /// Brings the lines that an iteration completed or improved into the report. Where the iteration was cut short, the
    /// moves it did not come to keep the lines they had, behind the others.
    fn tell(
        &mut self,
        roots: &mut [RootMove],
        done: usize,
        depth: i32,
        reported: &mut Vec<Info>,
        observer: &mut dyn Observer,
    ) {
        // An iteration cut short counts where it found a better move, or has looked at the old one at least.
        let improved = self.stopped && done == 0 && roots.first().is_some_and(|best| best.score > Score::MIN.raw());
        let lines = done.max(usize::from(improved));
        let new = roots.iter().take(lines).enumerate().map(|(i, root)| self.info(root, i, depth, !self.stopped));
        let mut told: Vec<(Info, bool)> = new.map(|line| (line, true)).collect();
        let count = reported.len().max(lines);
        for mut old in reported.drain(..) {
            if told.len() < count && told.iter().all(|(line, _)| line.pv.first() != old.pv.first()) {
                let rank = told.len() + 1;
                let moved = std::mem::replace(&mut old.multipv, rank) != rank;
                told.push((old, moved));
            }
        }
        for (line, is_news) in told {
            if is_news && self.id == 0 {
                observer.report(&line);
            }
            reported.push(line);
        }
    }

    fn info(&self, root: &RootMove, index: usize, depth: i32, complete: bool) -> Info {
        Info {
            depth: if complete { depth } else { (depth - 1).max(1) } as u32,
            mean_depth: self.leaves.mean(),
            multipv: index + 1,
            score: if self.is_drawn_root() { Score::DRAW } else { Score::from_raw(root.score) },
            is_known: self.is_drawn_root(),
            nodes: self.shared.nodes(),
            time: self.timer.as_ref().map_or(Duration::ZERO, |timer| timer.elapsed()),
            pv: root.line.clone(),
            hash_full: self.shared.table.fullness(),
            egdb_hits: self.shared.egdb_hits(),
        }
    }

    /// Whether to end after a complete iteration.
    fn is_enough(&mut self, roots: &[RootMove], depth: i32, count: usize, limits: &Limits, trend: &mut Trend) -> bool {
        if self.shared.over.load(Ordering::Relaxed) {
            return true;
        }
        let stop = self.shared.stop;
        let Some(timer) = &mut self.timer else { return false };
        if !timer.may_end(stop) {
            return false;
        }
        if roots.len() == 1 && limits.play_forced_at_once {
            return true;
        }
        let timed = limits.clock.is_some() || limits.move_time.is_some();
        let settled = |root: &RootMove| match Score::from_raw(root.score).meaning() {
            // Reductions can hide a shorter way for some plies, not for long.
            Meaning::WinIn(plies) | Meaning::LossIn(plies) => depth >= plies as i32 + 8,
            _ => false,
        };
        if timed && roots.iter().take(count).all(settled) {
            return true;
        }
        let scale = trend.note(roots[0].played, roots[0].score);
        timer.is_spent(stop, scale)
    }

    /// Whether the databases say that the root is drawn, and only moves are looked at that keep it so.
    fn is_drawn_root(&self) -> bool {
        self.shared.known.as_ref().is_some_and(Known::is_drawn_root)
    }

    /// One iteration for the best of some root moves, in a window round the last score that grows until it holds.
    fn aspire(&mut self, state: &State, roots: &mut [RootMove], depth: i32) {
        let last = roots[0].before;
        let mut width = ASPIRATION;
        // A move that beat the window: by how much is not known yet, but it is the better move.
        let mut beaten = None;
        let wide = depth < ASPIRATION_DEPTH || last.abs() >= Score::LEAST_DATABASE_WIN;
        let (mut alpha, mut beta) =
            if wide { (Score::MIN.raw(), Score::MAX.raw()) } else { (last - width, last + width) };
        loop {
            let best = self.search_root(state, roots, Window { alpha, beta, depth });
            if self.stopped {
                if let Some(score) = beaten
                    && roots[0].score == Score::MIN.raw()
                {
                    roots[0].score = score;
                }
                return;
            }
            beaten = (best >= beta).then_some(best);
            width *= 3;
            let give_up = width > 500;
            if best <= alpha {
                alpha = if give_up { Score::MIN.raw() } else { best - width };
            } else if best >= beta {
                beta = if give_up { Score::MAX.raw() } else { best + width };
            } else {
                return;
            }
            alpha = alpha.max(Score::MIN.raw());
            beta = beta.min(Score::MAX.raw());
        }
    }

    /// Searches root moves in a window and sorts them; the best score.
    fn search_root(&mut self, state: &State, roots: &mut [RootMove], window: Window) -> i32 {
        for root in roots.iter_mut() {
            root.score = Score::MIN.raw();
        }
        let (mut best, mut alpha) = (Score::MIN.raw(), window.alpha);
        for (index, root) in roots.iter_mut().enumerate() {
            let score = self.search_root_move(state, root.played, index, Window { alpha, ..window });
            if self.stopped {
                break;
            }
            best = best.max(score);
            if index == 0 || score > alpha {
                root.score = score;
                root.line.clear();
                root.line.push(root.played);
                root.line.extend_from_slice(self.memory.lines.get(1));
                alpha = alpha.max(score);
                if score >= window.beta {
                    break;
                }
            }
        }
        if self.stopped && best <= window.alpha {
            // Only a bound is known of the first move, and nothing of the others: the last iteration stands.
            roots.iter_mut().for_each(|root| root.score = Score::MIN.raw());
        }
        // Stable: moves that were not found better keep the order of the last iteration.
        roots.sort_by_key(|root| std::cmp::Reverse(root.score));
        best
    }

    fn search_root_move(&mut self, state: &State, played: Move, index: usize, window: Window) -> i32 {
        let child = self.play(state, played);
        self.prefetch(&child);
        let Window { alpha, beta, depth } = window;
        let full = Window { alpha: -beta, beta: -alpha, depth: depth - 1 };
        let mut score = alpha + 1;
        if index > 0 {
            let empty = Window { alpha: -alpha - 1, ..full };
            score = -self.search::<false>(&child, empty, 1);
        }
        if score > alpha && !self.stopped {
            score = -self.search::<true>(&child, full, 1);
        }
        self.undo();
        score
    }
}
