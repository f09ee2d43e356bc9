//! One searching thread: what it shares with the others and what it keeps for itself.

use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::board::Move;
use crate::eval::Network;
use crate::rules::{DrawRule, DrawRules, Ruleset, State};
use crate::score::Score;

use super::busy::Busy;
use super::goal::Goal;
use super::history::{History, Killers};
use super::known::Known;
use super::limits::StopHandle;
use super::params::{MAX_PLY, POLL};
use super::pv::Lines;
use super::time::Timer;
use super::tt::Table;

/// What a thread has counted, on a cache line of its own, so that threads that count do not slow one another down.
#[repr(align(64))]
#[derive(Default)]
pub(super) struct Counter {
    nodes: AtomicU64,
    egdb_hits: AtomicU64,
}

/// What the threads of one search share.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub draws: &'a DrawRules,
    /// The user's stop.
    pub stop: &'a StopHandle,
    /// Set once the search is over, for all threads.
    pub over: AtomicBool,
    pub counters: Vec<Counter>,
    pub node_limit: u64,
    /// The learned evaluation; `None` for the hand-written one.
    pub network: Option<&'a Network>,
    /// The endgame databases; `None` where the aim is another than theirs.
    pub known: Option<Known<'a>>,
    /// What the threads are at; `None` where there is only one.
    pub busy: Option<Busy>,
    /// How much a draw is worth less than equality to the side to move at the root.
    pub contempt: i32,
    /// Part of all keys of the table: scores found under other draw rules, or with another contempt, are not for us.
    pub salt: u64,
}

impl Shared<'_> {
    /// Positions visited by all threads, as last written down.
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Answers of the endgame databases to all threads, as last written down.
    pub fn egdb_hits(&self) -> u64 {
        self.counters.iter().map(|counter| counter.egdb_hits.load(Ordering::Relaxed)).sum()
    }
}

/// What a thread remembers from one search to the next.
pub(super) struct Memory {
    pub history: History,
    killers: Box<[Killers; MAX_PLY + 2]>,
    pub lines: Lines,
}

impl Memory {
    pub fn new() -> Memory {
        Memory { history: History::new(), killers: Box::new([Killers::default(); MAX_PLY + 2]), lines: Lines::new() }
    }

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        self.history.clear();
        self.killers.fill(Killers::default());
    }

    /// Forgets what a new search of the same game has no use for.
    pub fn fade(&mut self) {
        self.history.fade();
        self.killers.fill(Killers::default());
    }
}

/// The sum and number of the depths of leaves, for their mean.
#[derive(Clone, Copy, Default)]
pub(super) struct LeafDepths {
    sum: u64,
    count: u64,
}

impl LeafDepths {
    #[inline(always)]
    pub fn add(&mut self, ply: usize) {
        self.sum += ply as u64;
        self.count += 1;
    }

    pub fn mean(self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }
}

/// A searching thread under one set of laws and one goal.
pub(super) struct Worker<'a, R: Ruleset, G: Goal> {
    pub shared: &'a Shared<'a>,
    pub memory: &'a mut Memory,
    /// The main thread's clock; the others stop when it does.
    pub timer: Option<Timer>,
    /// 0 for the main thread.
    pub id: usize,
    pub nodes: u64,
    /// How often the endgame databases answered. (In a cell, as whoever asks them only looks at the worker.)
    pub egdb_hits: Cell<u64>,
    pub stopped: bool,
    pub leaves: LeafDepths,
    /// The keys of the game's positions up to the root and of the line being searched.
    keys: Vec<u64>,
    /// The root's place among the keys.
    root: usize,
    laws: PhantomData<(R, G)>,
}

impl<'a, R: Ruleset, G: Goal> Worker<'a, R, G> {
    pub fn new(
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        id: usize,
        timer: Option<Timer>,
        game: &[State],
    ) -> Worker<'a, R, G> {
        let mut keys: Vec<u64> = Vec::with_capacity(game.len() + MAX_PLY + 2);
        keys.extend(game.iter().map(|state| state.repetition_key(shared.draws)));
        Worker {
            shared,
            memory,
            timer,
            id,
            nodes: 0,
            egdb_hits: Cell::new(0),
            stopped: false,
            leaves: LeafDepths::default(),
            root: keys.len().saturating_sub(1),
            keys,
            laws: PhantomData,
        }
    }

    /// Counts a position and looks at the limits now and then. Whether to stop.
    #[inline(always)]
    pub fn visit(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) || self.nodes >= self.shared.node_limit {
            self.poll();
        }
        self.stopped
    }

    #[cold]
    fn poll(&mut self) {
        self.write_down_nodes();
        let shared = self.shared;
        if self.id == 0 {
            shared.stop.note(shared.nodes(), shared.egdb_hits());
        }
        let over = shared.over.load(Ordering::Relaxed) || shared.stop.is_stopped();
        let enough = shared.node_limit != u64::MAX && shared.nodes() >= shared.node_limit;
        let late = self.timer.as_mut().is_some_and(|timer| timer.is_up(shared.stop));
        self.stopped = over || enough || late;
    }

    /// Lets the other threads see how many positions this one has visited, and how many the databases knew.
    pub fn write_down_nodes(&self) {
        let counter = &self.shared.counters[self.id];
        counter.nodes.store(self.nodes, Ordering::Relaxed);
        counter.egdb_hits.store(self.egdb_hits.get(), Ordering::Relaxed);
    }

    /// The key under which results for a state are stored.
    #[inline(always)]
    pub fn table_key(&self, state: &State) -> u64 {
        state.search_key(self.shared.draws) ^ self.shared.salt
    }

    /// Plays a move of the search; every call has its [`Worker::undo`].
    #[inline(always)]
    pub fn play(&mut self, state: &State, played: Move) -> State {
        let child = state.play(played, self.shared.draws);
        self.keys.push(child.repetition_key(self.shared.draws));
        child
    }

    /// Brings nearer what the table holds of a state that is about to be searched. Quiescence asks no table: there it would
    /// only push out what others wait for.
    #[inline(always)]
    pub fn prefetch(&self, state: &State) {
        self.shared.table.prefetch(self.table_key(state));
    }

    #[inline(always)]
    pub fn undo(&mut self) {
        self.keys.pop();
    }

    /// What a draw is worth to the side to move: less than nothing to the one that searches, where there is contempt.
    #[inline(always)]
    pub fn draw_score(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { -self.shared.contempt } else { self.shared.contempt }
    }

    /// The score of a game that ends here because the side to move has no move.
    #[inline(always)]
    pub fn no_move(&self, ply: usize) -> i32 {
        if G::NO_MOVE_WINS { Score::win_in(ply as u32).raw() } else { Score::loss_in(ply as u32).raw() }
    }

    /// The score of a position drawn by a rule. A side without a move has lost before any rule draws.
    #[inline(always)]
    pub fn drawn(&self, state: &State, ply: usize) -> Option<i32> {
        if state.draw(self.shared.draws).is_some() || self.repeated(state) {
            let stuck = !crate::movegen::has_move::<R>(state.position());
            return Some(if stuck { self.no_move(ply) } else { self.draw_score(ply) });
        }
        None
    }

    /// Whether the position has stood before: once in the line searched, where going round again changes nothing, or
    /// in the game often enough to be drawn now.
    #[inline(always)]
    fn repeated(&self, state: &State) -> bool {
        let reach = usize::from(state.counters().quiet());
        if reach < 4 { false } else { self.repeated_within(state.repetition_key(self.shared.draws), reach) }
    }

    fn repeated_within(&self, key: u64, reach: usize) -> bool {
        let now = self.keys.len() - 1;
        let limit = usize::from(self.shared.draws.limit(DrawRule::Repetition).number);
        let mut times = 1;
        for back in (4..=reach.min(now)).step_by(2) {
            let place = now - back;
            if self.keys[place] == key {
                times += 1;
                if place >= self.root || times == limit {
                    return true;
                }
            }
        }
        false
    }

    /// The static score for the side to move.
    #[inline(always)]
    pub fn evaluate(&mut self, state: &State, ply: usize) -> i32 {
        self.leaves.add(ply);
        G::evaluate::<R>(state.position(), self.shared.network)
    }

    #[inline(always)]
    pub fn killers(&mut self, ply: usize) -> &mut Killers {
        &mut self.memory.killers[ply]
    }
}
