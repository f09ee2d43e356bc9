//! Many jobs, each on its own, done by several threads.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many work, and who tells them to stop.
#[derive(Clone, Copy)]
pub(crate) struct Crew<'a> {
    /// Threads; at least one works.
    pub threads: usize,
    /// Whether to stop; asked between jobs, and by them.
    pub interrupted: &'a (dyn Fn() -> bool + Sync),
}

impl Crew<'_> {
    /// Does jobs: each thread makes what it works with by `begin`, then takes one job after another. `work` is also given a
    /// question, whether all is over, that it asks often where a job is long; it returns nothing where it breaks off. What
    /// comes of the jobs is noted one at a time, as it comes. The iterator may take its time: one thread asks it at once.
    ///
    /// # Errors
    /// The first that a job or a note ends in; no job is begun after it.
    pub fn share<J, S, D, E: Send>(
        self,
        jobs: impl Iterator<Item = J> + Send,
        begin: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, J, &dyn Fn() -> bool) -> Result<Option<D>, E> + Sync,
        note: impl FnMut(D) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let (jobs, note, error) = (Mutex::new(jobs), Mutex::new(note), Mutex::new(None));
        let failed = AtomicBool::new(false);
        let over = || failed.load(Ordering::Relaxed) || (self.interrupted)();
        let next = || lock(&jobs).next();
        let one = |state: &mut S, job: J| match work(state, job, &over)? {
            Some(done) => (*lock(&note))(done),
            None => Ok(()),
        };
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let mut state = begin();
                    while !over() {
                        let Some(job) = next() else { return };
                        if let Err(fault) = one(&mut state, job) {
                            failed.store(true, Ordering::Relaxed);
                            lock(&error).get_or_insert(fault);
                        }
                    }
                });
            }
        });
        error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// What a thread that panicked has left is as good as before: it is changed in whole steps.
fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    const NEVER: &(dyn Fn() -> bool + Sync) = &|| false;

    #[test]
    fn every_job_is_done_once() {
        for threads in [0, 1, 3] {
            let begun = AtomicUsize::new(0);
            let mut done = Vec::new();
            let begin = || begun.fetch_add(1, Ordering::SeqCst);
            let note = |number| {
                done.push(number);
                Ok::<(), ()>(())
            };
            Crew { threads, interrupted: NEVER }.share(0..50, begin, |_, job, _| Ok(Some(job)), note).unwrap();
            assert_eq!(begun.into_inner(), threads.max(1));
            if threads < 2 {
                assert_eq!(done, (0..50).collect::<Vec<i32>>());
            }
            done.sort_unstable();
            assert_eq!(done, (0..50).collect::<Vec<i32>>());
        }
    }

    #[test]
    fn an_error_ends_all() {
        for (from_work, wanted) in [(true, "job 7"), (false, "note 7")] {
            let done = AtomicUsize::new(0);
            let work = |_: &mut (), job: usize, over: &dyn Fn() -> bool| {
                if job == 7 && from_work {
                    return Err(format!("job {job}"));
                }
                if job > 7 {
                    // A long one: it sees that all is over.
                    while !over() {
                        thread::yield_now();
                    }
                    return Ok(None);
                }
                Ok(Some(job))
            };
            let note = |job| {
                done.fetch_add(1, Ordering::SeqCst);
                if job == 7 { Err(format!("note {job}")) } else { Ok(()) }
            };
            let ended = Crew { threads: 2, interrupted: NEVER }.share(0.., || (), work, note);
            assert_eq!(ended, Err(wanted.to_owned()));
            assert!(done.into_inner() <= 8);
        }
    }

    #[test]
    fn an_interruption_ends_all_without_an_error() {
        let done = AtomicUsize::new(0);
        let interrupted = || done.load(Ordering::SeqCst) >= 5;
        let note = |_| {
            done.fetch_add(1, Ordering::SeqCst);
            Ok::<(), ()>(())
        };
        let crew = Crew { threads: 2, interrupted: &interrupted };
        crew.share(0.., || (), |(), job, _| Ok(Some(job)), note).unwrap();
        assert!((5..=6).contains(&done.load(Ordering::SeqCst)));
    }
}
