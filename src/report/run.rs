//! Searching all moves of all games, on as many threads as there are.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::board::Move;
use crate::egdb::EgdbError;
use crate::engine::EngineOptions;
use crate::game::Game;
use crate::journal::{Journal, JournalError};
use crate::notation::PdnRecord;
use crate::rules::Laws;
use crate::search::StopHandle;

use super::annotated::{Annotated, annotated};
use super::record::Unfinished;
use super::search::{Bench, Found, Work};
use super::wire;

/// How games are to be searched.
pub struct Plan {
    /// Threads, each of which searches a move at a time.
    pub threads: usize,
    /// What bounds the search of a move.
    pub work: Work,
    /// The engine of each thread.
    pub engine: EngineOptions,
}

/// What happens on the way.
pub enum Event {
    /// A game is done; they come in their order.
    Game(Box<Annotated>),
    /// A move was searched.
    Moved,
    /// Files of databases are of no use.
    Databases(Vec<EgdbError>),
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All games are done.
    All,
    /// It was interrupted.
    Stopped,
}

/// A move to be searched.
struct Unit {
    number: usize,
    place: usize,
    game: Game,
    played: Move,
}

/// What a thread sends.
enum Sent {
    Found(usize, usize, Found),
    Faults(Vec<EgdbError>),
    /// The move was not searched, as the search was stopped.
    Nothing,
    /// The thread can do no more.
    Lost,
}

/// Sends word if its thread panics, so that nobody waits for it.
struct Alarm<'a>(&'a Sender<Sent>);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            // Where nobody listens, nobody waits.
            let _ = self.0.send(Sent::Lost);
        }
    }
}

/// The moves that wait for a thread, and the searches that run.
#[derive(Default)]
struct Board {
    waiting: VecDeque<Unit>,
    closed: bool,
    running: Vec<Option<StopHandle>>,
}

#[derive(Default)]
struct Desk {
    board: Mutex<Board>,
    news: Condvar,
}

impl Desk {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, units: impl Iterator<Item = Unit>) {
        self.board().waiting.extend(units);
        self.news.notify_all();
    }

    /// No more comes; what waits is dropped, and what runs is stopped, if it is not wanted any more.
    fn close(&self, drop_waiting: bool) {
        let mut board = self.board();
        board.closed = true;
        if drop_waiting {
            board.waiting.clear();
            board.running.iter().flatten().for_each(StopHandle::stop);
        }
        drop(board);
        self.news.notify_all();
    }

    /// The next move for a thread, and the handle that stops its search.
    fn take(&self, thread: usize) -> Option<(Unit, StopHandle)> {
        let mut board = self.board();
        loop {
            if let Some(unit) = board.waiting.pop_front() {
                let stop = StopHandle::new();
                if let Some(running) = board.running.get_mut(thread) {
                    *running = Some(stop.clone());
                }
                return Some((unit, stop));
            }
            if board.closed {
                return None;
            }
            board = self.news.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn work(desk: &Desk, thread: usize, plan: &Plan, send: &Sender<Sent>) {
    let _alarm = Alarm(send);
    let mut bench = Bench::new(plan.engine.clone());
    let mut seen: Vec<Laws> = Vec::new();
    while let Some((unit, stop)) = desk.take(thread) {
        let laws = unit.game.variant().laws;
        if thread == 0 && !seen.contains(&laws) {
            seen.push(laws);
            let faults = bench.faults(laws);
            if !faults.is_empty() && send.send(Sent::Faults(faults)).is_err() {
                return;
            }
        }
        let found = bench.search(&unit.game, unit.played, &plan.work, &stop);
        let sent = match found {
            Some(found) => Sent::Found(unit.number, unit.place, found),
            None if stop.is_stopped() => Sent::Nothing,
            None => Sent::Lost,
        };
        if send.send(sent).is_err() {
            return;
        }
    }
}

/// Searches the moves of games, which come one after another, and tells what is found. `records` is what a journal holds
/// of an earlier run over the same games; each move found is added to the journal. `stop` is asked often.
///
/// # Errors
/// If the journal cannot be written, or whoever is told gives one.
pub fn run<E: From<JournalError>>(
    games: &mut dyn Iterator<Item = PdnRecord>,
    plan: &Plan,
    mut journal: Option<&mut Journal>,
    records: &[String],
    stop: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(Event) -> Result<(), E>,
) -> Result<Ended, E> {
    let threads = plan.threads.max(1);
    let desk = Desk::default();
    desk.board().running = vec![None; threads];
    let mut before: BTreeMap<usize, Vec<&String>> = BTreeMap::new();
    for record in records {
        if let Some((game, _)) = wire::place(record) {
            before.entry(game).or_default().push(record);
        }
    }
    let (send, receive) = channel();
    thread::scope(|scope| {
        for thread in 0..threads {
            let (desk, send) = (&desk, send.clone());
            scope.spawn(move || work(desk, thread, plan, &send));
        }
        let mut floor = Floor { open: BTreeMap::new(), begun: 0, told: 0, all_begun: false };
        let ended = floor.run(games, plan, &mut journal, &before, stop, tell, &desk, &receive);
        desk.close(true);
        ended
    })
}

/// The games that are being searched.
struct Floor {
    open: BTreeMap<usize, Unfinished>,
    /// Games that were begun.
    begun: usize,
    /// Games that are done and told of.
    told: usize,
    all_begun: bool,
}

impl Floor {
    #[allow(clippy::too_many_arguments, reason = "the parts of one loop, none of which belong together")]
    fn run<E: From<JournalError>>(
        &mut self,
        games: &mut dyn Iterator<Item = PdnRecord>,
        plan: &Plan,
        journal: &mut Option<&mut Journal>,
        before: &BTreeMap<usize, Vec<&String>>,
        stop: &dyn Fn() -> bool,
        tell: &mut dyn FnMut(Event) -> Result<(), E>,
        desk: &Desk,
        receive: &Receiver<Sent>,
    ) -> Result<Ended, E> {
        loop {
            if stop() {
                return Ok(Ended::Stopped);
            }
            // Enough waits that no thread is ever idle, and no more games are held than that takes.
            while !self.all_begun && desk.board().waiting.len() < 2 * plan.threads.max(1) {
                match games.next() {
                    Some(record) => self.begin(record, before, desk),
                    None => self.all_begun = true,
                }
                self.tell_finished(tell)?;
            }
            if self.all_begun && self.open.is_empty() {
                return Ok(Ended::All);
            }
            match receive.recv_timeout(Duration::from_millis(50)) {
                Ok(Sent::Found(number, place, found)) => {
                    if let Some(game) = self.open.get_mut(&number) {
                        if let Some(journal) = journal {
                            journal.append(&wire::write(number, place, &found, game.record.variant))?;
                        }
                        game.put(place, found);
                    }
                    tell(Event::Moved)?;
                    self.tell_finished(tell)?;
                }
                Ok(Sent::Faults(faults)) => tell(Event::Databases(faults))?,
                Ok(Sent::Nothing) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Sent::Lost) | Err(RecvTimeoutError::Disconnected) => return Ok(Ended::Stopped),
            }
        }
    }

    /// Begins a game: what the journal does not hold of it goes to the threads.
    fn begin(&mut self, record: PdnRecord, before: &BTreeMap<usize, Vec<&String>>, desk: &Desk) {
        let number = self.begun;
        self.begun += 1;
        let mut game = Unfinished::new(record);
        for record in before.get(&number).into_iter().flatten() {
            game.restore(record);
        }
        let units = game.left().map(|(place, game, played)| Unit { number, place, game, played });
        desk.put(units.collect::<Vec<Unit>>().into_iter());
        self.open.insert(number, game);
    }

    fn tell_finished<E>(&mut self, tell: &mut dyn FnMut(Event) -> Result<(), E>) -> Result<(), E> {
        while self.open.get(&self.told).is_some_and(Unfinished::is_done) {
            if let Some(game) = self.open.remove(&self.told) {
                let (record, found) = game.done();
                tell(Event::Game(Box::new(annotated(record, found))))?;
            }
            self.told += 1;
        }
        Ok(())
    }
}
