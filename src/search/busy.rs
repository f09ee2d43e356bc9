//! Which moves are being searched by some thread, so that others do something else first.
//!
//! T. Kerrigan, "Simplified ABDADA" (2013), after J.-C. Weill, "The ABDADA distributed minimax search algorithm" (1996): a
//! thread that comes to a move in another's hands puts it off until its other moves are done. By then the table mostly knows
//! the answer.

use std::sync::atomic::{AtomicU64, Ordering};

/// Marks that can be held at once; two that fall on one place cost a little time and no more.
const SLOTS: usize = 1 << 12;

/// The marks, shared by the threads of one search.
pub(super) struct Busy(Box<[AtomicU64]>);

/// A move in a position, as it is marked; never 0.
#[derive(Clone, Copy)]
pub(super) struct Mark(u64);

impl Mark {
    /// The mark of a move, by its code, in a position, by its key.
    #[inline(always)]
    pub fn new(key: u64, code: u16) -> Mark {
        Mark((key ^ u64::from(code)).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
}

impl Busy {
    pub fn new() -> Busy {
        Busy((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline(always)]
    fn slot(&self, mark: Mark) -> &AtomicU64 {
        &self.0[(mark.0 >> 52) as usize % SLOTS]
    }

    /// Whether a thread is searching the move.
    #[inline(always)]
    pub fn has(&self, mark: Mark) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark.0
    }

    /// Marks a move that is about to be searched.
    #[inline(always)]
    pub fn begin(&self, mark: Mark) {
        self.slot(mark).store(mark.0, Ordering::Relaxed);
    }

    /// Takes the mark away, unless another has taken its place.
    #[inline(always)]
    pub fn end(&self, mark: Mark) {
        if self.has(mark) {
            self.slot(mark).store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_and_go() {
        let busy = Busy::new();
        let (one, two) = (Mark::new(0x1234_5678, 9), Mark::new(0x1234_5678, 10));
        assert!(!busy.has(one));
        busy.begin(one);
        assert!(busy.has(one) && !busy.has(two));
        busy.end(two);
        assert!(busy.has(one));
        busy.end(one);
        assert!(!busy.has(one));
    }
}
