//! What lives from one search to the next: the table, the threads and what they remember.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::board::{Move, Side, keys};
use crate::egdb::{EgdbChoice, EgdbError, SharedEgdb};
use crate::eval::{Network, Weights};
use crate::game::Game;
use crate::rules::{DrawReason, DrawRules, Ruleset, State};
use crate::score::Score;

use super::busy::Busy;
use super::goal::{Giveaway, Goal, Win};
use super::known::{Known, is_choice};
use super::limits::{Info, Limits, Observer, SearchResult, Silent, StopHandle};
use super::pool::Pool;
use super::root::RootMove;
use super::time::Timer;
use super::tt::Table;
use super::verdict::{Verdict, verdict};
use super::worker::{Counter, Memory, Shared, Worker};

/// How often a finished search that must keep its answer back looks for the word to give it.
const WAIT: Duration = Duration::from_millis(1);

/// The most threads that search, however many are asked for: a few more than there are processors. Threads that wait for
/// a processor find nothing, and the one that minds the clock would be kept waiting among them.
fn most_threads() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    (2 * processors).max(4)
}

/// The part of the time of a move that showing how an ending goes on may take.
const SHOWING: f64 = 0.5;

/// How a searcher is set up.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Setup {
    /// Threads asked for; see [`most_threads`].
    pub threads: usize,
    pub hash_mib: usize,
    pub contempt: i32,
    pub giveaway: bool,
    /// Weights in place of the embedded ones, if they are for the laws played.
    pub weights: Option<Weights>,
    pub egdb: EgdbChoice,
}

/// The search of one set of laws.
pub(crate) struct Searcher<R: Ruleset> {
    setup: Setup,
    /// Read when the searcher is made, not in the time of its first move; `None` where there are to be none.
    egdb: Option<SharedEgdb>,
    egdb_faults: Vec<EgdbError>,
    table: Table,
    pool: Option<Pool>,
    memories: Vec<Memory>,
    laws: PhantomData<R>,
}

impl<R: Ruleset> Searcher<R> {
    pub fn new(setup: Setup) -> Searcher<R> {
        let threads = setup.threads;
        let (egdb, egdb_faults) = setup.egdb.open(R::LAWS);
        let mut searcher = Searcher {
            egdb,
            egdb_faults,
            table: Table::new(setup.hash_mib),
            setup,
            pool: None,
            memories: Vec::new(),
            laws: PhantomData,
        };
        searcher.set_threads(threads);
        searcher
    }

    fn set_threads(&mut self, threads: usize) {
        self.pool = None;
        let threads = threads.clamp(1, most_threads());
        // Fewer threads than asked for search as well; without any, the caller's own does.
        self.pool = Pool::new(threads).ok();
        self.memories.resize_with(if self.pool.is_some() { threads } else { 1 }, Memory::new);
    }

    /// Changes the set-up.
    pub fn set_up(&mut self, setup: Setup) {
        if setup.threads != self.setup.threads {
            self.set_threads(setup.threads);
        }
        if setup.hash_mib != self.setup.hash_mib {
            // The old table goes first: there may not be room for both.
            self.table = Table::new(1);
            self.table = Table::new(setup.hash_mib);
        }
        let other_egdb = setup.egdb != self.setup.egdb;
        if other_egdb {
            (self.egdb, self.egdb_faults) = setup.egdb.open(R::LAWS);
        }
        if other_egdb || setup.giveaway != self.setup.giveaway || setup.weights != self.setup.weights {
            self.new_game();
        }
        self.setup = setup;
    }

    /// What is wrong with the files of the databases that were asked for.
    pub fn egdb_faults(&self) -> &[EgdbError] {
        &self.egdb_faults
    }

    /// Forgets earlier searches.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Ends the threads until the next search, which starts them again. What was found is kept.
    pub fn rest(&mut self) {
        self.pool = None;
    }

    /// Searches the present position of a game.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &StopHandle,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        if self.setup.giveaway {
            self.search_for::<Giveaway>(game, limits, stop, observer)
        } else {
            self.search_for::<Win>(game, limits, stop, observer)
        }
    }

    fn search_for<G: Goal>(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &StopHandle,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        let timer = Timer::start(limits);
        if self.pool.is_none() {
            self.set_threads(self.setup.threads);
        }
        self.table.next_age();
        self.memories.iter_mut().for_each(Memory::fade);
        let draws = rules_to_play_by(game);
        let egdb = self.egdb.as_deref().filter(|_| !G::NO_MOVE_WINS);
        let most_pieces = self.setup.egdb.most_pieces;
        let known = egdb.map(|egdb| Known::new(egdb, most_pieces, game.state(), &draws, limits));
        let enough = || stop.is_stopped() || timer.has_used(SHOWING, stop);
        if let Some(lines) = known.as_ref().and_then(|known| verdict(game, limits, known, &enough)) {
            return answer(lines, &timer, limits, stop, observer);
        }
        let own = self.setup.weights.as_ref().filter(|weights| weights.laws() == R::LAWS);
        let network = own.map(Weights::network).or_else(|| Network::embedded(R::LAWS));
        let roots = root_moves(game, limits, known.as_ref());
        let shared = Shared {
            table: &self.table,
            draws: &draws,
            stop,
            over: AtomicBool::new(false),
            counters: self.memories.iter().map(|_| Counter::default()).collect(),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            network,
            known,
            busy: (self.memories.len() > 1).then(Busy::new),
            contempt: self.setup.contempt,
            salt: salt(&draws, self.setup.contempt, game.position().side()),
        };
        let (states, memories) = (game.states(), &mut self.memories);
        let search = || all_threads::<R, G>(&shared, memories, states, roots, timer, limits, observer);
        let (lines, time) = run_on(&self.pool, search);
        wait_for_word(limits, stop);
        SearchResult::new(lines, shared.nodes(), time)
    }
}

/// Runs something on the threads that search; on the caller's own where the system gave none.
fn run_on<T: Send>(pool: &Option<Pool>, work: impl FnOnce() -> T + Send) -> T {
    match pool {
        Some(pool) => pool.run(work),
        None => work(),
    }
}

/// The answer to a root of which everything is known.
fn answer(
    lines: Vec<Verdict>,
    timer: &Timer,
    limits: &Limits,
    stop: &StopHandle,
    observer: &mut dyn Observer,
) -> SearchResult {
    let (time, nodes) = (timer.elapsed(), 1);
    let info = |(line, multipv): (Verdict, usize)| Info {
        depth: 1,
        mean_depth: 1.0,
        multipv,
        score: line.score,
        is_known: true,
        nodes,
        time,
        pv: line.line,
        hash_full: 0,
        egdb_hits: 1,
    };
    let lines: Vec<Info> = lines.into_iter().zip(1..).map(info).collect();
    lines.iter().for_each(|line| observer.report(line));
    wait_for_word(limits, stop);
    SearchResult::new(lines, nodes, time)
}

/// The draw rules in force, but for those that have ended the game already: whoever asks for a move all the same has a
/// longer limit, and with ours every move would be as good as any other.
fn rules_to_play_by(game: &Game) -> DrawRules {
    let mut draws = game.draws().clone();
    while let Some(DrawReason(rule)) = game.state().draw(&draws) {
        if draws.set(rule, 0).is_err() {
            break;
        }
    }
    draws
}

/// A number that tells apart the searches whose scores must not be mixed: under other draw rules, or with draws worth
/// something to the other side.
fn salt(draws: &DrawRules, contempt: i32, side: Side) -> u64 {
    let worth = match (contempt, side) {
        (0, _) => 0,
        (contempt, Side::White) => i64::from(contempt),
        (contempt, Side::Black) => i64::from(contempt) + (1 << 40),
    };
    keys::of_number(worth as u64) ^ draws.fingerprint()
}

/// Keeps the answer back while the protocol does not expect one yet.
pub(crate) fn wait_for_word(limits: &Limits, stop: &StopHandle) {
    let early = || limits.wait_for_stop || limits.ponder && !stop.is_ponder_hit();
    while early() && !stop.is_stopped() {
        std::thread::sleep(WAIT);
    }
}

/// The moves to be searched at the root. Where one move is wanted and the databases know the position, those that give
/// nothing away.
fn root_moves(game: &Game, limits: &Limits, known: Option<&Known>) -> Vec<RootMove> {
    let legal = game.legal_moves();
    let choice = is_choice(limits);
    let wanted = |played: &Move| match &limits.moves {
        Some(moves) => moves.contains(played),
        None => !choice || known.is_none_or(|known| known.keeps_outcome(game.state(), *played)),
    };
    let root = |played: Move| RootMove { played, score: 0, before: 0, line: vec![played] };
    legal.into_iter().filter(wanted).map(root).collect()
}

/// Runs the main thread here and the helpers beside it; the main thread's lines and its time.
fn all_threads<R: Ruleset, G: Goal>(
    shared: &Shared,
    memories: &mut [Memory],
    states: &[State],
    mut roots: Vec<RootMove>,
    timer: Timer,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> (Vec<Info>, Duration) {
    let Some((state, (main, helpers))) = states.last().zip(memories.split_first_mut()) else {
        return (Vec::new(), Duration::ZERO);
    };
    if roots.is_empty() {
        return (Vec::new(), timer.elapsed());
    }
    let helper_roots = roots.clone();
    let run_main = || {
        let mut worker = Worker::<R, G>::new(shared, main, 0, Some(timer), states);
        let mut lines = worker.iterate(state, &mut roots, limits, observer);
        shared.over.store(true, Ordering::Relaxed);
        if lines.is_empty() {
            lines.push(fallback(&mut worker, state, &roots[0]));
        }
        let time = worker.timer.as_ref().map_or(Duration::ZERO, Timer::elapsed);
        worker.write_down_nodes();
        (lines, time)
    };
    if helpers.is_empty() {
        return run_main();
    }
    rayon::scope(|scope| {
        for (id, memory) in (1..).zip(helpers) {
            let mut roots = helper_roots.clone();
            scope.spawn(move |_| {
                let mut worker = Worker::<R, G>::new(shared, memory, id, None, states);
                let limits = Limits { multipv: 1, ..limits.clone() };
                worker.iterate(state, &mut roots, &limits, &mut Silent);
                worker.write_down_nodes();
            });
        }
        run_main()
    })
}

/// A line for a search that was stopped before it had looked at anything.
fn fallback<R: Ruleset, G: Goal>(worker: &mut Worker<R, G>, state: &State, root: &RootMove) -> Info {
    let score = Score::heuristic(G::evaluate::<R>(state.position(), worker.shared.network));
    let pv = vec![root.played];
    Info {
        depth: 0,
        mean_depth: 0.0,
        multipv: 1,
        score,
        is_known: false,
        nodes: worker.nodes,
        time: Duration::ZERO,
        pv,
        hash_full: 0,
        egdb_hits: worker.egdb_hits.get(),
    }
}
