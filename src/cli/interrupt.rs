//! Ctrl-C while a search runs: the search stops and what it found is written.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::search::StopHandle;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static RUNNING: Mutex<Option<StopHandle>> = Mutex::new(None);

/// The exit status of a program that Ctrl-C ended.
const ENDED_BY_SIGNAL: i32 = 130;

/// Listens for Ctrl-C (and the system's request to end) from now on. Pressed once, it stops the running search; pressed
/// again, it ends the program at once.
pub(super) fn listen() {
    // Where no handler can be set, Ctrl-C ends the program, as it does by default.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(ENDED_BY_SIGNAL);
        }
        if let Some(stop) = &*RUNNING.lock().unwrap_or_else(PoisonError::into_inner) {
            stop.stop();
        }
    });
}

/// Whether Ctrl-C was pressed.
pub(super) fn came() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// A handle for a search that Ctrl-C stops.
pub(super) fn stop_handle() -> StopHandle {
    let stop = StopHandle::new();
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop.clone());
    if came() {
        stop.stop();
    }
    stop
}
