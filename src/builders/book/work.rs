//! The searches of a book, on as many threads as there are.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::board::{Position, Side};
use crate::engine::{AnyEngine, EngineOptions, engine};
use crate::game::Game;
use crate::journal::Journal;
use crate::movegen::MoveGen;
use crate::openings::{Book, seen_by_mover, sorted_moves};
use crate::rules::{State, Variant};
use crate::score::Score;
use crate::search::{Limits, Silent, StopHandle};

use super::tree::Tree;
use super::{BuildError, Effort, Known, Plan, Progress, record};

/// So many visited positions are worth a MiB of the table, which is emptied for every search.
const NODES_A_MIB: u64 = 32_768;
/// The largest table, in MiB.
const MOST_HASH: u64 = 16;
/// How often the clock, the interruption and the progress are seen to.
const LOOK: Duration = Duration::from_millis(40);
/// How often what is written down is made to outlive the machine.
const SYNC: Duration = Duration::from_secs(5);

/// What came of the work.
pub(super) struct Done {
    pub known: Known,
    pub searched: u64,
    pub elapsed: Duration,
    pub interrupted: bool,
}

/// A root with its tree.
struct Plot {
    tree: Tree,
    weight: u64,
    quota: Option<u64>,
    /// The position that is being expanded, and how many searches it waits for.
    waiting: Option<(Position, usize)>,
    finished: bool,
}

/// Everything that the threads share.
struct Bench {
    known: Known,
    plots: Vec<Plot>,
    /// Positions to be searched, each for a plot; `None` for one that the trees begin with.
    queue: VecDeque<(Option<usize>, Position)>,
    /// The searches that are under way, each with a number of its own.
    running: HashMap<u64, StopHandle>,
    /// Searches that were begun.
    begun: u64,
    journal: Option<Journal>,
    searched: u64,
    /// The time is up: trees grow by what is known alone.
    closed: bool,
    over: bool,
    error: Option<BuildError>,
}

impl Bench {
    /// No search is begun any more, and those under way are broken off. What a journal tells still becomes part of the book,
    /// however little time is left.
    fn close(&mut self) {
        self.closed = true;
        self.queue.clear();
        self.running.values().for_each(StopHandle::stop);
    }

    /// Ends the work.
    fn end(&mut self) {
        self.over = true;
        self.close();
    }
}

/// A position to be searched.
struct Task {
    number: u64,
    plot: Option<usize>,
    position: Position,
    stop: StopHandle,
}

struct Shop<'a> {
    plan: &'a Plan,
    movegen: MoveGen,
    bench: Mutex<Bench>,
    news: Condvar,
    began: Instant,
    before: Duration,
}

/// Does the work of a plan, beginning with what is known; `before` says what earlier runs have done.
pub(super) fn work(
    plan: &Plan,
    known: Known,
    journal: Option<Journal>,
    before: (u64, Duration),
    interrupted: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(Progress),
) -> Result<Done, BuildError> {
    let bench = Bench {
        known,
        plots: Vec::new(),
        queue: VecDeque::new(),
        running: HashMap::new(),
        begun: 0,
        journal,
        searched: before.0,
        closed: false,
        over: false,
        error: None,
    };
    let shop = Shop {
        plan,
        movegen: MoveGen::of(plan.laws),
        bench: Mutex::new(bench),
        news: Condvar::new(),
        began: Instant::now(),
        before: before.1,
    };
    let trunk = shop.trunk();
    shop.queue_trunk(&trunk);
    let mut broken_off = shop.run(interrupted, progress);
    if !broken_off && shop.lock().error.is_none() {
        shop.plant(&trunk);
        broken_off = shop.run(interrupted, progress);
    }
    let elapsed = shop.elapsed();
    let bench = shop.bench.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(journal) = &bench.journal {
        journal.sync()?;
    }
    let done = Done { known: bench.known, searched: bench.searched, elapsed, interrupted: broken_off };
    bench.error.map_or(Ok(done), Err)
}

impl Shop<'_> {
    fn lock(&self) -> MutexGuard<'_, Bench> {
        self.bench.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Time taken, earlier runs included.
    fn elapsed(&self) -> Duration {
        self.before + self.began.elapsed()
    }

    /// The positions before the roots of this part, the start position among them: they are expanded in any case, so that
    /// the book reaches the roots.
    fn trunk(&self) -> Vec<Position> {
        let roots = self.plan.own_roots();
        let start = Position::start(Side::White);
        let mut trunk = vec![start];
        for position in roots.into_iter().flat_map(|(root, _)| root.before) {
            if !trunk.contains(&position) {
                trunk.push(position);
            }
        }
        trunk
    }

    fn successors(&self, position: &Position) -> Vec<Position> {
        let moves = sorted_moves(&self.movegen, position);
        moves.into_iter().map(|played| seen_by_mover(&position.play(played))).collect()
    }

    /// Queues what has to be searched before trees can grow.
    fn queue_trunk(&self, trunk: &[Position]) {
        let mut bench = self.lock();
        let Bench { known, queue, .. } = &mut *bench;
        let mut wanted: Vec<Position> = trunk.first().copied().into_iter().collect();
        wanted.extend(trunk.iter().flat_map(|position| self.successors(position)));
        for position in wanted {
            if !known.scores.contains_key(&position) && !queue.iter().any(|(_, queued)| *queued == position) {
                queue.push_back((None, position));
            }
        }
    }

    /// Makes the trees.
    fn plant(&self, trunk: &[Position]) {
        let mut bench = self.lock();
        bench.known.expanded.extend(trunk);
        for (root, quota) in self.plan.own_roots() {
            let known = &bench.known;
            let book = Book::gather(self.plan.laws, &root.position, &known.scores, &known.expanded);
            if let Some(book) = book {
                let tree = Tree::new(book);
                bench.plots.push(Plot { tree, weight: root.weight, quota, waiting: None, finished: false });
            }
        }
    }

    /// Works until there is nothing left to do, the time is up or somebody interrupts; whether somebody has.
    fn run(&self, interrupted: &dyn Fn() -> bool, progress: &mut dyn FnMut(Progress)) -> bool {
        self.lock().over = false;
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.plan.threads.max(1)).map(|_| scope.spawn(|| self.worker())).collect();
            let mut synced = Instant::now();
            let mut broken_off = false;
            loop {
                let idle = workers.iter().all(|worker| worker.is_finished());
                progress(self.progress());
                if idle {
                    return broken_off;
                }
                let time_is_up = self.plan.time.is_some_and(|time| self.elapsed() >= time);
                if interrupted() {
                    broken_off = true;
                }
                let mut bench = self.lock();
                if broken_off && !bench.over {
                    bench.end();
                    self.news.notify_all();
                } else if time_is_up && !bench.closed {
                    bench.close();
                    self.news.notify_all();
                }
                if synced.elapsed() >= SYNC {
                    synced = Instant::now();
                    if let Some(Err(error)) = bench.journal.as_ref().map(Journal::sync) {
                        self.fail(&mut bench, error.into());
                    }
                }
                drop(bench);
                // Whoever finishes wakes this thread, so that short jobs are short.
                let bench = self.lock();
                let _ = self.news.wait_timeout(bench, LOOK);
            }
        })
    }

    fn fail(&self, bench: &mut Bench, error: BuildError) {
        bench.error.get_or_insert(error);
        bench.end();
        self.news.notify_all();
    }

    fn progress(&self) -> Progress {
        let bench = self.lock();
        let elapsed = self.elapsed();
        let by_time = self.plan.time.map(|time| time.saturating_sub(elapsed));
        let (added, quota) = bench
            .plots
            .iter()
            .fold((0, 0), |(added, quota), plot| (added + plot.tree.added(), quota + plot.quota.unwrap_or(0)));
        let left = quota.saturating_sub(added) as f64 / added.max(1) as f64;
        let by_count = (quota > 0 && added > 0).then(|| elapsed.mul_f64(left.min(1e6)));
        let remaining = by_time.into_iter().chain(by_count).min();
        Progress { searched: bench.searched, elapsed, remaining }
    }

    /// Takes positions and searches them, until there are none any more.
    fn worker(&self) {
        let hash_mib = match self.plan.effort {
            Effort::Nodes(nodes) => nodes.div_ceil(NODES_A_MIB).clamp(1, MOST_HASH),
            Effort::Time(_) => MOST_HASH,
        };
        let options = EngineOptions { hash_mib: hash_mib as usize, ..EngineOptions::default() };
        let mut engine = engine(self.plan.laws, &options);
        while let Some(task) = self.take() {
            let score = self.search(&task.position, engine.as_mut(), &task.stop);
            let mut bench = self.lock();
            bench.running.remove(&task.number);
            // A search that was broken off says less than it should.
            if !task.stop.is_stopped() {
                self.note(&mut bench, &task, score);
            }
            self.news.notify_all();
        }
        self.news.notify_all();
    }

    /// The next position to be searched; `None` when the work is over.
    fn take(&self) -> Option<Task> {
        let mut bench = self.lock();
        loop {
            if bench.over {
                return None;
            }
            if let Some((plot, position)) = bench.queue.pop_front() {
                let (number, stop) = (bench.begun, StopHandle::new());
                bench.begun += 1;
                bench.running.insert(number, stop.clone());
                return Some(Task { number, plot, position, stop });
            }
            match next_plot(&bench.plots) {
                Some(at) => {
                    self.begin(&mut bench, at);
                    // Where all is known this goes on for long; others may have something to say.
                    drop(bench);
                    bench = self.lock();
                }
                None if bench.running.is_empty() => return None,
                None => bench = self.news.wait_timeout(bench, LOOK).unwrap_or_else(PoisonError::into_inner).0,
            }
        }
    }

    /// Begins to expand the next position of a plot, and finishes it where all is known.
    fn begin(&self, bench: &mut Bench, at: usize) {
        let plot = &mut bench.plots[at];
        let within = plot.quota.is_none_or(|quota| plot.tree.added() < quota);
        let Some(position) = within.then(|| plot.tree.next()).flatten() else {
            plot.finished = true;
            return;
        };
        let next = self.successors(&position);
        let mut unknown: Vec<Position> = Vec::new();
        for next in next {
            if !bench.known.scores.contains_key(&next) && !unknown.contains(&next) {
                unknown.push(next);
            }
        }
        if bench.closed && !unknown.is_empty() {
            plot.finished = true;
            return;
        }
        plot.waiting = Some((position, unknown.len()));
        if unknown.is_empty() {
            self.finish(bench, at);
        } else {
            bench.queue.extend(unknown.into_iter().map(|position| (Some(at), position)));
            self.news.notify_all();
        }
    }

    /// Expands the position that a plot waits for, all of whose moves are known.
    fn finish(&self, bench: &mut Bench, at: usize) {
        let Bench { known, plots, .. } = bench;
        let Some((position, _)) = plots[at].waiting.take() else { return };
        let next = self.successors(&position).into_iter();
        let next: Vec<(Position, Score)> = next.filter_map(|next| Some((next, *known.scores.get(&next)?))).collect();
        plots[at].tree.expand(&position, &next);
        known.expanded.insert(position);
    }

    /// Notes a score, and expands what has waited for it.
    fn note(&self, bench: &mut Bench, task: &Task, score: Score) {
        let position = task.position;
        if !bench.known.scores.contains_key(&position) {
            bench.searched += 1;
            let line = record(&position, score, self.elapsed());
            let written = bench.journal.as_mut().map_or(Ok(()), |journal| journal.append(&line));
            if let Err(error) = written {
                return self.fail(bench, error.into());
            }
            bench.known.scores.insert(position, score);
        }
        let Some(at) = task.plot else { return };
        if let Some((_, left)) = &mut bench.plots[at].waiting {
            *left -= 1;
            if *left == 0 {
                self.finish(bench, at);
            }
        }
    }

    /// The score of a position, by a search that knows nothing of others.
    fn search(&self, position: &Position, engine: &mut dyn AnyEngine, stop: &StopHandle) -> Score {
        engine.new_game();
        let variant = Variant::of_laws(self.plan.laws);
        let game = Game::from_state(variant, State::new(*position), variant.draws.clone());
        let limits = match self.plan.effort {
            Effort::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Effort::Time(time) => Limits { move_time: Some(time), ..Limits::default() },
        };
        let found = engine.search(&game, &limits, stop, &mut Silent);
        found.lines.first().map_or(Score::loss_in(0), |line| line.score)
    }
}

/// The plot whose turn it is: the one that has had the least work for its weight and waits for nothing.
fn next_plot(plots: &[Plot]) -> Option<usize> {
    let ready = plots.iter().enumerate().filter(|(_, plot)| plot.waiting.is_none() && !plot.finished);
    // Fractions added/weight are compared without dividing.
    let least =
        ready.min_by(|(_, one), (_, other)| (one.tree.added() * other.weight).cmp(&(other.tree.added() * one.weight)));
    least.map(|(at, _)| at)
}
