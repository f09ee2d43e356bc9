//! Time management: how long to think about a move.

use std::time::{Duration, Instant};

use super::limits::{Clock, Limits, StopHandle};

/// The least time that is planned for a move, even with nothing on the clock.
const LEAST: Duration = Duration::from_millis(1);
/// Moves that a clock for the rest of the game is planned for.
const MOVES_TO_GO: u32 = 24;
/// How much more is planned for a move if the opponent's time is thought in too: about every other move then comes
/// with much of its work done.
const PONDERING: f64 = 1.25;

/// The time of one search.
pub(super) struct Timer {
    started: Instant,
    /// When the clock of this move began: later than `started` after pondering.
    clock_started: Instant,
    /// After this no new depth is begun, scaled by how settled the best move is.
    soft: Option<Duration>,
    /// After this the search stops where it is.
    hard: Option<Duration>,
    pondering: bool,
}

impl Timer {
    /// Starts the clock.
    pub fn start(limits: &Limits) -> Timer {
        let now = Instant::now();
        let (soft, hard) = plan(limits);
        Timer { started: now, clock_started: now, soft, hard, pondering: limits.ponder }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search must stop now. Notices a ponder hit.
    pub fn is_up(&mut self, stop: &StopHandle) -> bool {
        self.notice_ponder_hit(stop);
        !self.pondering && self.hard.is_some_and(|hard| self.clock_started.elapsed() >= hard)
    }

    /// Whether so much of the time that is planned for the move has passed; never while the opponent's runs, or without a
    /// plan.
    pub fn has_used(&self, part: f64, stop: &StopHandle) -> bool {
        let planned = match (self.soft, self.hard) {
            (Some(soft), Some(hard)) => Some(soft.min(hard)),
            (soft, hard) => soft.or(hard),
        };
        // A ponder hit is noticed by the search that follows.
        let waits = self.pondering && !stop.is_ponder_hit();
        !waits && planned.is_some_and(|planned| self.clock_started.elapsed() >= planned.mul_f64(part))
    }

    /// Whether another depth is not worth beginning. `scale` above 1 asks for more time than planned, below for less.
    pub fn is_spent(&mut self, stop: &StopHandle, scale: f64) -> bool {
        self.notice_ponder_hit(stop);
        !self.pondering && self.soft.is_some_and(|soft| self.clock_started.elapsed() >= soft.mul_f64(scale))
    }

    /// Whether the search may end by itself: not before a ponder hit.
    pub fn may_end(&mut self, stop: &StopHandle) -> bool {
        self.notice_ponder_hit(stop);
        !self.pondering
    }

    fn notice_ponder_hit(&mut self, stop: &StopHandle) {
        if self.pondering && stop.is_ponder_hit() {
            self.pondering = false;
            self.clock_started = Instant::now();
        }
    }
}

/// The soft and hard bounds under the limits.
fn plan(limits: &Limits) -> (Option<Duration>, Option<Duration>) {
    let fixed = limits.move_time.map(|time| time.saturating_sub(limits.move_overhead).max(LEAST));
    let Some(clock) = limits.clock else { return (None, fixed) };
    let (soft, hard) = plan_clock(clock, limits.move_overhead, if limits.ponders { PONDERING } else { 1.0 });
    (Some(soft), Some(fixed.map_or(hard, |fixed| hard.min(fixed))))
}

fn plan_clock(clock: Clock, overhead: Duration, scale: f64) -> (Duration, Duration) {
    let left = clock.time.saturating_sub(overhead);
    let moves = clock.moves.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO);
    let spendable = left + clock.increment * (moves - 1);
    let share = spendable / moves;
    // Never so much that the clock could run out, and on the last move before a time control all but a little.
    let most = if moves == 1 { left.mul_f64(0.9) } else { left.mul_f64(0.5) };
    let soft = share.mul_f64(0.6 * scale).min(most);
    let hard = share.mul_f64(3.0).min(most);
    (soft.max(LEAST), hard.max(LEAST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time: f64, increment: f64, moves: Option<u32>) -> (f64, f64) {
        let clock = Clock { time: Duration::from_secs_f64(time), increment: Duration::from_secs_f64(increment), moves };
        let (soft, hard) = plan_clock(clock, Duration::from_millis(30), PONDERING);
        (soft.as_secs_f64(), hard.as_secs_f64())
    }

    #[test]
    fn a_clock_never_runs_out() {
        for time in [0.0, 0.001, 0.04, 0.5, 10.0, 3600.0] {
            for increment in [0.0, 0.1, 5.0] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let (soft, hard) = clock(time, increment, moves);
                    assert!(soft <= hard && hard <= f64::max(time - 0.03, 0.001), "{time} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn more_time_is_used_where_there_is_more() {
        assert!(clock(60.0, 0.0, None).0 > clock(30.0, 0.0, None).0);
        assert!(clock(60.0, 0.0, Some(5)).0 > clock(60.0, 0.0, Some(10)).0);
        assert!(clock(60.0, 1.0, None).0 > clock(60.0, 0.0, None).0);
        let plain =
            Limits { clock: Some(Clock { time: Duration::from_secs(60), ..Clock::default() }), ..Limits::default() };
        assert!(plan(&Limits { ponders: true, ..plain.clone() }).0 > plan(&plain).0);
    }
}
