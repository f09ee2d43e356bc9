//! `level`: what bounds the searches to come.

use std::fmt;
use std::time::Duration;

use crate::search::{Clock, Limits};

use super::syntax::Line;

/// Time for a move where no level was given: a search that always ends.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(5);
/// The most seconds that are told apart (three years).
const MOST_SECONDS: f64 = 1e8;

/// What bounds searches, as the last `level` said.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Level {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    clock: Option<Clock>,
    infinite: bool,
}

impl Default for Level {
    /// Five seconds a move.
    fn default() -> Level {
        Level { move_time: Some(DEFAULT_MOVE_TIME), ..Level::BOUNDLESS }
    }
}

/// A value in `level` that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LevelError {
    key: &'static str,
    value: String,
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wanted = match self.key {
            "time" | "inc" | "move-time" => "a number of seconds, such as 2.5",
            _ => "a whole number",
        };
        write!(f, "{}: '{}' should be {wanted}", self.key, super::shown(&self.value))
    }
}

impl Level {
    const BOUNDLESS: Level = Level { depth: None, nodes: None, move_time: None, clock: None, infinite: false };

    /// Reads the arguments of `level`. Bounds that stand together all hold; with none, the default holds again. What is
    /// less than the least there is (`depth=0`, a negative time) counts as the least, as clients work numbers out.
    ///
    /// # Errors
    /// If a value is no number.
    pub fn parse(line: &Line<'_>) -> Result<Level, LevelError> {
        let whole = |key| number(line, key, whole);
        let seconds = |key| number(line, key, real);
        let level = Level {
            depth: whole("depth")?.map(|depth| depth.clamp(1, u64::from(u32::MAX)) as u32),
            nodes: whole("nodes")?.map(|nodes| nodes.max(1)),
            move_time: seconds("move-time")?.map(duration),
            clock: Level::clock(whole("moves")?, seconds("time")?, seconds("inc")?),
            infinite: line.has("infinite"),
        };
        Ok(if level == Level::BOUNDLESS { Level::default() } else { level })
    }

    /// The clock as it stands at this move: the increment for it is added before it, so `time` may come reduced by it.
    fn clock(moves: Option<u64>, time: Option<f64>, inc: Option<f64>) -> Option<Clock> {
        if moves.is_none() && time.is_none() && inc.is_none() {
            return None;
        }
        let (time, inc) = (time.unwrap_or(0.0), inc.unwrap_or(0.0).max(0.0));
        // No moves to go is how some say that the time is for the rest of the game.
        let moves = moves.filter(|&moves| moves > 0).map(|moves| moves.min(u64::from(u32::MAX)) as u32);
        Some(Clock { time: duration(time + inc), increment: duration(inc), moves })
    }

    /// The bounds of a search.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time,
            clock: self.clock,
            wait_for_stop: self.infinite,
            ..Limits::default()
        }
    }
}

/// The value of a key, read by a function that gives `None` for what it cannot read.
fn number<T>(line: &Line<'_>, key: &'static str, read: fn(&str) -> Option<T>) -> Result<Option<T>, LevelError> {
    let parse = |value: &str| read(value).ok_or_else(|| LevelError { key, value: value.to_owned() });
    line.value(key).map(parse).transpose()
}

/// A whole number; a negative one is 0, one without end the greatest.
fn whole(text: &str) -> Option<u64> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() {
        return None;
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        // Some write whole numbers as 1e6 or 40.0.
        let number = real(text).filter(|number| number.fract() == 0.0)?;
        return Some(number.max(0.0) as u64);
    }
    Some(if negative { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

/// A finite number.
fn real(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.clamp(0.0, MOST_SECONDS)).unwrap_or(Duration::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str) -> Limits {
        Level::parse(&Line::parse(text).unwrap()).unwrap().limits()
    }

    fn clock(text: &str) -> (f64, f64, Option<u32>) {
        let clock = limits(text).clock.unwrap();
        (clock.time.as_secs_f64(), clock.increment.as_secs_f64(), clock.moves)
    }

    #[test]
    fn every_kind_of_level_is_read() {
        assert_eq!(limits("level depth=12").depth, Some(12));
        assert_eq!(limits("level nodes=1000000000000").nodes, Some(1_000_000_000_000));
        assert_eq!(limits("level move-time=1e-05").move_time, Some(Duration::from_micros(10)));
        let infinite = limits("level infinite");
        assert!(infinite.wait_for_stop && infinite.move_time.is_none() && infinite.clock.is_none());
        assert_eq!(clock("level time=60"), (60.0, 0.0, None));
        assert_eq!(clock("level moves=40 time=9.75 inc=0.25"), (10.0, 0.25, Some(40)));
        let both = limits("level depth=5 move-time=2");
        assert_eq!((both.depth, both.move_time), (Some(5), Some(Duration::from_secs(2))));
    }

    #[test]
    fn an_absent_time_is_zero() {
        assert_eq!(clock("level inc=2"), (2.0, 2.0, None));
        assert_eq!(clock("level moves=3"), (0.0, 0.0, Some(3)));
    }

    #[test]
    fn less_than_nothing_is_nothing() {
        let reduced = clock("level time=-0.19999999999999998 inc=0.3");
        assert!((reduced.0 - 0.1).abs() < 1e-6 && reduced.1 == 0.3, "{reduced:?}");
        assert_eq!(clock("level time=-5"), (0.0, 0.0, None));
        assert_eq!(clock("level time=1 inc=-3"), (1.0, 0.0, None));
        assert_eq!(clock("level moves=-1 time=0"), (0.0, 0.0, None));
        assert_eq!(limits("level depth=0").depth, Some(1));
        assert_eq!(limits("level depth=-3 nodes=-1").nodes, Some(1));
        assert_eq!(limits("level move-time=-1").move_time, Some(Duration::ZERO));
    }

    #[test]
    fn numbers_may_be_large_or_oddly_written() {
        assert_eq!(limits("level nodes=99999999999999999999999").nodes, Some(u64::MAX));
        assert_eq!(limits("level nodes=1e6").nodes, Some(1_000_000));
        assert_eq!(limits("level depth=9999999999").depth, Some(u32::MAX));
        assert_eq!(clock("level time=1e300 moves=40.0"), (MOST_SECONDS, 0.0, Some(40)));
    }

    #[test]
    fn no_bound_at_all_is_the_default() {
        assert_eq!(limits("level").move_time, Some(DEFAULT_MOVE_TIME));
        assert_eq!(limits("level whatever=3 flag"), Level::default().limits());
    }

    #[test]
    fn what_is_no_number_is_an_error_that_names_it() {
        for text in ["depth=x", "depth=", "nodes=1.5", "depth=-", "time=nan", "time=inf", "inc=1,5", "move-time=abc"] {
            let line = format!("level {text}");
            let error = Level::parse(&Line::parse(&line).unwrap()).unwrap_err().to_string();
            assert!(error.starts_with(text.split('=').next().unwrap()) && error.contains("should be"), "{error}");
        }
    }
}
