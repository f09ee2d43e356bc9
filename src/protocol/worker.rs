//! The thread that searches. It owns the engine, takes jobs in order, and tells the session what comes of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::{Duration, Instant};

use crate::engine::{AnyEngine, EngineOptions, engine};
use crate::game::Game;
use crate::rules::Laws;
use crate::search::{Info, Limits, SearchResult, StopHandle};

/// Something for the searching thread to do.
pub(super) enum Job {
    /// Get an engine ready, so that the first search need not; then say so.
    Prepare(Laws, EngineOptions, SyncSender<()>),
    /// Forget what earlier searches found.
    NewGame,
    /// Search.
    Search(Box<Search>),
}

/// A search to be made.
pub(super) struct Search {
    pub game: Game,
    pub limits: Limits,
    pub options: EngineOptions,
    pub stop: StopHandle,
    /// When it was asked for: the client's clock runs from then on.
    pub asked: Instant,
}

/// Something that happened, for the session.
pub(super) enum Event {
    /// A line came in, without its end; `true` if it was too long and its end is missing.
    Line(Vec<u8>, bool),
    /// The input has ended.
    End,
    /// The search has found or improved a line.
    Report(Info),
    /// Something that the client should know.
    Warning(String),
    /// The search is over. `None`: by a fault of ours.
    Done(Option<SearchResult>),
}

/// The engine with what it was made for.
pub(super) struct Ready {
    laws: Laws,
    options: EngineOptions,
    pub engine: Box<dyn AnyEngine>,
}

/// Works until no more jobs can come; `tell` passes on what comes of them.
pub(super) fn work(jobs: &Receiver<Job>, tell: &(dyn Fn(Event) + Sync)) {
    let mut ready: Option<Ready> = None;
    for job in jobs {
        match job {
            Job::Prepare(laws, options, done) => {
                ready = guarded(|| made_ready(ready.take(), laws, options, tell));
                // Nobody waits any more if the session has ended.
                let _ = done.send(());
            }
            Job::NewGame => {
                ready = guarded(|| {
                    let mut forgetful = ready.take();
                    if let Some(Ready { engine, .. }) = &mut forgetful {
                        engine.new_game();
                    }
                    forgetful
                });
            }
            Job::Search(search) => {
                let found = guarded(|| {
                    let mut searching = made_ready(ready.take(), search.game.variant().laws, search.options, tell)?;
                    let limits = without_lost_time(search.limits, search.asked.elapsed());
                    let mut report = |info: &Info| tell(Event::Report(info.clone()));
                    let result = searching.engine.search(&search.game, &limits, &search.stop, &mut report);
                    ready = Some(searching);
                    Some(result)
                });
                tell(Event::Done(found));
            }
        }
    }
}

/// Runs something that uses the engine. A panic in it, which is a fault of ours, leaves no engine behind, and a new one
/// is made for the next job: a game must not be lost by it.
fn guarded<T>(work: impl FnOnce() -> Option<T>) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(None)
}

/// An engine for these laws and options: the present one, if it is. Database files that it cannot use are told once.
pub(super) fn made_ready(
    ready: Option<Ready>,
    laws: Laws,
    options: EngineOptions,
    tell: &dyn Fn(Event),
) -> Option<Ready> {
    let warn = |engine: &dyn AnyEngine| {
        for fault in engine.egdb_faults() {
            tell(Event::Warning(format!("bb-path: {fault}")));
        }
    };
    let warn_of_book = |engine: &dyn AnyEngine| {
        if let Some(fault) = engine.book_fault() {
            tell(Event::Warning(format!("book: {fault}")));
        }
    };
    let Some(mut ready) = ready.filter(|ready| ready.laws == laws) else {
        let engine = engine(laws, &options);
        warn(engine.as_ref());
        warn_of_book(engine.as_ref());
        return Some(Ready { laws, engine, options });
    };
    if ready.options != options {
        ready.engine.set_options(&options);
        if ready.options.egdb != options.egdb {
            warn(ready.engine.as_ref());
        }
        if ready.options.book.source != options.book.source {
            warn_of_book(ready.engine.as_ref());
        }
        ready.options = options;
    }
    Some(ready)
}

/// The limits less the time that has passed since the search was asked for.
fn without_lost_time(mut limits: Limits, lost: Duration) -> Limits {
    if limits.ponder {
        return limits;
    }
    limits.move_time = limits.move_time.map(|time| time.saturating_sub(lost));
    if let Some(clock) = &mut limits.clock {
        clock.time = clock.time.saturating_sub(lost);
    }
    limits
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{channel, sync_channel};

    use super::*;
    use crate::rules::Variant;
    use crate::search::Clock;

    #[test]
    fn time_spent_waiting_is_taken_off() {
        let seconds = Duration::from_secs;
        let clock = Clock { time: seconds(10), increment: seconds(1), moves: None };
        let limits = Limits { move_time: Some(seconds(1)), clock: Some(clock), ..Limits::default() };
        let late = without_lost_time(limits.clone(), seconds(2));
        assert_eq!(late.move_time, Some(Duration::ZERO));
        assert_eq!(late.clock, Some(Clock { time: seconds(8), ..clock }));
        let ponder = Limits { ponder: true, ..limits };
        assert_eq!(without_lost_time(ponder.clone(), seconds(2)), ponder);
    }

    #[test]
    fn a_fault_of_ours_is_survived() {
        let (jobs, inbox) = channel();
        let (events, outbox) = channel();
        let variant = Variant::named("english").unwrap();
        let options = EngineOptions { hash_mib: 1, ..EngineOptions::default() };
        let search = |game: Game| {
            let limits = Limits { depth: Some(1), ..Limits::default() };
            let stop = StopHandle::new();
            Job::Search(Box::new(Search { game, limits, options: options.clone(), stop, asked: Instant::now() }))
        };
        let worker = std::thread::spawn(move || {
            work(&inbox, &|event| {
                let _ = events.send(event);
            });
        });
        let (done, is_done) = sync_channel(1);
        jobs.send(Job::Prepare(variant.laws, options.clone(), done)).unwrap();
        let patience = Duration::from_secs(20);
        is_done.recv_timeout(patience).unwrap();
        jobs.send(Job::NewGame).unwrap();
        jobs.send(search(Game::new(variant))).unwrap();
        let found = loop {
            if let Event::Done(result) = outbox.recv_timeout(patience).unwrap() {
                break result;
            }
        };
        assert!(found.unwrap().best.is_some());
        drop(jobs);
        worker.join().unwrap();
        assert!(outbox.try_recv().is_err(), "one search, one result");
        assert_eq!(guarded::<()>(|| panic!("this panic belongs to a test")), None);
    }
}
