//! A private pool of threads that is joined when it is dropped.

use std::thread::JoinHandle;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Bytes of stack for each searching thread: a line of the greatest length, with a move list in each frame, takes a
/// fraction of it.
const STACK: usize = 32 << 20;

/// Threads of our own under rayon. Dropping a rayon pool only tells its threads to end; this one waits for them, as the
/// code they run may be unloaded.
pub(crate) struct Pool {
    pool: Option<ThreadPool>,
    handles: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Starts so many threads, at least one.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn new(threads: usize) -> Result<Pool, ThreadPoolBuildError> {
        let mut handles = Vec::with_capacity(threads);
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads.max(1))
            .spawn_handler(|thread| {
                let name = format!("damero-{}", thread.index());
                handles.push(std::thread::Builder::new().name(name).stack_size(STACK).spawn(|| thread.run())?);
                Ok(())
            })
            .build()?;
        Ok(Pool { pool: Some(pool), handles })
    }

    /// Runs something on a thread of the pool and waits for it; rayon's parallel calls in it use the pool.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.pool = None;
        for handle in self.handles.drain(..) {
            // A thread that panicked has said so already.
            let _ = handle.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_on_its_own_threads() {
        let pool = Pool::new(2).expect("two threads");
        assert_eq!(pool.run(rayon::current_num_threads), 2);
        let (a, b) = pool.run(|| rayon::join(|| 1, || 2));
        assert_eq!((a, b), (1, 2));
        assert_eq!(pool.handles.len(), 2);
    }
}
