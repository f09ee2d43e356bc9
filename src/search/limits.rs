//! What bounds a search, what it reports and how it is stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::board::Move;
use crate::score::Score;

/// A game clock as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Clock {
    /// Time left for the moves to come.
    pub time: Duration,
    /// Time added for each move.
    pub increment: Duration,
    /// Moves to be made in that time; `None` for the rest of the game.
    pub moves: Option<u32>,
}

/// What bounds a search. Bounds that are given all hold; with none, the search goes on until it is stopped.
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// Depth in plies, from 1.
    pub depth: Option<u32>,
    /// Positions visited, all threads together.
    pub nodes: Option<u64>,
    /// Time for this move, all of which may be used.
    pub move_time: Option<Duration>,
    /// A game clock, from which the time for this move is worked out.
    pub clock: Option<Clock>,
    /// Time kept back for whatever lies between the engine and the clock.
    pub move_overhead: Duration,
    /// Think on the opponent's time: the clock starts with [`StopHandle::ponder_hit`].
    pub ponder: bool,
    /// Whether the opponent's time is thought in as well, as a habit: then more of the clock may be used for a move.
    pub ponders: bool,
    /// Keep the answer back until [`StopHandle::stop`], even where the search has come to an end by itself: what
    /// protocols mean by searching without bounds.
    pub wait_for_stop: bool,
    /// Answer at once where there is one legal move (playing); if not, search it like any other (analysis).
    pub play_forced_at_once: bool,
    /// The number of best lines, each with its own score; from 1.
    pub multipv: usize,
    /// The moves to be looked at; `None` for all legal moves.
    pub moves: Option<Vec<Move>>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            move_time: None,
            clock: None,
            move_overhead: Duration::ZERO,
            ponder: false,
            ponders: false,
            wait_for_stop: false,
            play_forced_at_once: false,
            multipv: 1,
            moves: None,
        }
    }
}

/// A line the search reports.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// Completed depth in plies.
    pub depth: u32,
    /// The mean depth of leaves below the root, in plies.
    pub mean_depth: f64,
    /// Which of the best lines this is, from 1.
    pub multipv: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact because the endgame databases have it: then even a draw is one.
    pub is_known: bool,
    /// Positions visited so far, all threads together.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The line of best play.
    pub pv: Vec<Move>,
    /// How full the transposition table is, in thousandths.
    pub hash_full: u32,
    /// How often the endgame databases have answered so far, all threads together.
    pub egdb_hits: u64,
}

impl Info {
    /// Positions a second.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-6)
    }
}

/// Whoever listens to a search. Called from the searching thread; it should not take long.
pub trait Observer: Send {
    /// A line was completed or improved.
    fn report(&mut self, info: &Info);
}

/// An observer that does not listen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn report(&mut self, _info: &Info) {}
}

impl<F: FnMut(&Info) + Send> Observer for F {
    fn report(&mut self, info: &Info) {
        self(info);
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult {
    /// The best move; `None` where there is no legal move.
    pub best: Option<Move>,
    /// The reply expected to it.
    pub ponder: Option<Move>,
    /// The last complete line of each of the best lines asked for, best first. Empty only where there is no legal move.
    pub lines: Vec<Info>,
    /// Positions visited, all threads together.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl SearchResult {
    /// What the lines come to, best first.
    pub(crate) fn new(lines: Vec<Info>, nodes: u64, time: Duration) -> SearchResult {
        let best = lines.first().and_then(|line| line.pv.first().copied());
        let ponder = lines.first().and_then(|line| line.pv.get(1).copied());
        SearchResult { best, ponder, lines, nodes, time }
    }
}

/// A way to stop a search from another thread, shared by cloning. A handle serves one search: make a new one for each.
#[derive(Clone, Debug, Default)]
pub struct StopHandle(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    nodes: AtomicU64,
    egdb_hits: AtomicU64,
}

impl StopHandle {
    /// A handle for a search to come.
    pub fn new() -> StopHandle {
        StopHandle::default()
    }

    /// Stops the search as soon as it can; it still gives its result.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it has been told to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Positions visited and answers of the endgame databases so far in the search that the handle serves, for whoever
    /// watches from another thread.
    pub fn visited(&self) -> (u64, u64) {
        (self.0.nodes.load(Ordering::Relaxed), self.0.egdb_hits.load(Ordering::Relaxed))
    }

    /// Notes how far the search has come.
    pub(super) fn note(&self, nodes: u64, egdb_hits: u64) {
        self.0.nodes.store(nodes, Ordering::Relaxed);
        self.0.egdb_hits.store(egdb_hits, Ordering::Relaxed);
    }

    /// Tells a pondering search that the expected move was played: its clock runs from now.
    pub fn ponder_hit(&self) {
        self.0.ponder_hit.store(true, Ordering::Release);
    }

    /// Whether the expected move was played.
    #[inline]
    pub fn is_ponder_hit(&self) -> bool {
        self.0.ponder_hit.load(Ordering::Acquire)
    }
}
