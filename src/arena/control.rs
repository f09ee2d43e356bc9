//! Time controls: what a player gets for a move, and when its time is up.

use std::fmt;
use std::time::Duration;

use crate::lang::{Lang, Say};

/// How thinking is bounded in a match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TimeControl {
    /// So much time for each move.
    PerMove(Duration),
    /// A clock for the game: what is on it at first, and what each move adds.
    Clock(Duration, Duration),
    /// Positions to visit for each move.
    Nodes(u64),
    /// Plies to search for each move.
    Depth(u32),
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::PerMove(time) => write!(f, "{} s/move", time.as_secs_f64()),
            TimeControl::Clock(base, increment) => write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64()),
            TimeControl::Nodes(nodes) => write!(f, "{nodes} nodes"),
            TimeControl::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// A text is no time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeControlError(String);

impl Say for TimeControlError {
    fn say(&self, lang: Lang) -> String {
        lang.pick(
            format!("'{}' is no clock; write BASE+INC in seconds, such as 60+0.5 or 60", self.0),
            format!("'{}' no es un reloj; escriba BASE+INC en segundos, como 60+0.5 o 60", self.0),
        )
    }
}

/// The most seconds a clock can show: a week.
const LONGEST: f64 = 7.0 * 86_400.0;

impl TimeControl {
    /// Reads a clock, `BASE+INC` or `BASE`, in seconds.
    ///
    /// # Errors
    /// If it is anything else, is negative or gives no time at all.
    pub fn parse_clock(text: &str) -> Result<TimeControl, TimeControlError> {
        let wrong = || TimeControlError(text.to_owned());
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |part: &str| {
            let seconds: f64 = part.trim().parse().ok()?;
            (0.0..=LONGEST).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
        };
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !(base + increment).is_zero() => Ok(TimeControl::Clock(base, increment)),
            _ => Err(wrong()),
        }
    }
}

/// What bounds a player's thinking about one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Level {
    /// This time.
    MoveTime(Duration),
    /// A clock that shows so much, to which each move adds the second.
    Clock(Duration, Duration),
    /// So many positions.
    Nodes(u64),
    /// So many plies.
    Depth(u32),
}

/// The clock of one player in one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerClock {
    control: TimeControl,
    left: Duration,
}

/// A player has used more than its time: by so much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overrun(pub Duration);

impl PlayerClock {
    /// The clock at the start of a game. A move's increment is added once it is made; the first move has the base alone,
    /// or the increment where there is no base.
    pub fn new(control: TimeControl) -> PlayerClock {
        let left = match control {
            TimeControl::Clock(base, increment) if base.is_zero() => increment,
            TimeControl::Clock(base, _) => base,
            _ => Duration::ZERO,
        };
        PlayerClock { control, left }
    }

    /// What the next move gets.
    pub fn level(&self) -> Level {
        match self.control {
            TimeControl::PerMove(time) => Level::MoveTime(time),
            TimeControl::Clock(_, increment) => Level::Clock(self.left, increment),
            TimeControl::Nodes(nodes) => Level::Nodes(nodes),
            TimeControl::Depth(depth) => Level::Depth(depth),
        }
    }

    /// The time the next move may take; `None` where it is not bounded by time.
    pub fn allowed(&self) -> Option<Duration> {
        match self.level() {
            Level::MoveTime(time) | Level::Clock(time, _) => Some(time),
            Level::Nodes(_) | Level::Depth(_) => None,
        }
    }

    /// What is on the clock of the game; `None` without one.
    pub fn left(&self) -> Option<Duration> {
        matches!(self.control, TimeControl::Clock(..)).then_some(self.left)
    }

    /// A move took so long. Within `margin` over the time is forgiven (a clock stands at nothing then).
    ///
    /// # Errors
    /// If it took longer.
    pub fn spend(&mut self, time: Duration, margin: Duration) -> Result<(), Overrun> {
        if let Some(allowed) = self.allowed()
            && time > allowed + margin
        {
            return Err(Overrun(time - allowed));
        }
        if let TimeControl::Clock(_, increment) = self.control {
            self.left = self.left.saturating_sub(time) + increment;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    #[test]
    fn clocks_are_read() {
        assert_eq!(TimeControl::parse_clock("60+0.5"), Ok(TimeControl::Clock(seconds(60.0), seconds(0.5))));
        assert_eq!(TimeControl::parse_clock(" 5 "), Ok(TimeControl::Clock(seconds(5.0), Duration::ZERO)));
        assert_eq!(TimeControl::parse_clock("60+0.5").unwrap().to_string(), "60+0.5");
        for wrong in ["", "0", "0+0", "-1", "5+-1", "1e99", "nan", "a+b", "5+"] {
            assert!(TimeControl::parse_clock(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_is_added_to() {
        let mut clock = PlayerClock::new(TimeControl::parse_clock("10+1").unwrap());
        assert_eq!(clock.level(), Level::Clock(seconds(10.0), seconds(1.0)));
        clock.spend(seconds(4.0), Duration::ZERO).unwrap();
        assert_eq!(clock.left(), Some(seconds(7.0)));
        clock.spend(seconds(7.1), seconds(0.2)).unwrap();
        assert_eq!(clock.left(), Some(seconds(1.0)), "what is forgiven is not owed");
        assert_eq!(clock.spend(seconds(1.5), seconds(0.2)), Err(Overrun(seconds(0.5))));
    }

    #[test]
    fn a_move_has_its_own_time() {
        let mut clock = PlayerClock::new(TimeControl::PerMove(seconds(0.1)));
        assert_eq!((clock.allowed(), clock.left()), (Some(seconds(0.1)), None));
        for _ in 0..3 {
            clock.spend(seconds(0.15), seconds(0.05)).unwrap();
        }
        assert!(clock.spend(seconds(0.16), seconds(0.05)).is_err());
        let mut nodes = PlayerClock::new(TimeControl::Nodes(5));
        assert_eq!(nodes.allowed(), None);
        nodes.spend(seconds(1e6), Duration::ZERO).unwrap();
    }
}
