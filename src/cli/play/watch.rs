//! The clocks of both sides.

use std::time::{Duration, Instant};

use crate::board::Side;
use crate::lang::{Lang, Say};
use crate::search::Clock;

/// The longest time for a game, in minutes.
const MOST_MINUTES: f64 = 24.0 * 60.0;

/// A clock for each side, of which one runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    whole: Duration,
    increment: Duration,
    left: [Duration; 2],
    running: Option<(Side, Instant)>,
}

/// A text says no clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NoClock(String);

impl Say for NoClock {
    fn say(&self, lang: Lang) -> String {
        lang.pick(
            format!("'{}' is no clock; write minutes and seconds added, such as 5+3, or 10", self.0),
            format!("'{}' no es un reloj; escriba minutos y segundos añadidos, como 5+3, o 10", self.0),
        )
    }
}

impl Watch {
    /// The clocks of a text such as `5+3`: minutes for the game, and seconds added for each move.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(text: &str) -> Result<Watch, NoClock> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str, most: f64| {
            text.trim()
                .parse::<f64>()
                .ok()
                .filter(|number| (0.0..=most).contains(number))
                .ok_or(NoClock(text.to_owned()))
        };
        let fail = |_| NoClock(text.to_owned());
        let whole = number(minutes, MOST_MINUTES).map_err(fail)? * 60.0;
        let increment = number(seconds, 3600.0).map_err(fail)?;
        if whole <= 0.0 {
            return Err(NoClock(text.to_owned()));
        }
        let whole = Duration::from_secs_f64(whole);
        Ok(Watch { whole, increment: Duration::from_secs_f64(increment), left: [whole; 2], running: None })
    }

    /// Both sides have all their time again.
    pub fn begin_anew(&mut self) {
        (self.left, self.running) = ([self.whole; 2], None);
    }

    /// Lets the clock of a side run.
    pub fn start(&mut self, side: Side) {
        self.running = Some((side, Instant::now()));
    }

    /// Stops the clock that runs; with `moved`, the time for a move is added.
    pub fn stop(&mut self, moved: bool) {
        if let Some((side, since)) = self.running.take() {
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(since.elapsed());
            if moved && !left.is_zero() {
                *left += self.increment;
            }
        }
    }

    /// The time that a side has left.
    pub fn left(&self, side: Side) -> Duration {
        let used = self.running.filter(|(of, _)| *of == side).map_or(Duration::ZERO, |(_, since)| since.elapsed());
        self.left[side.index()].saturating_sub(used)
    }

    /// When the time of the side whose clock runs is up.
    pub fn flag(&self) -> Option<Instant> {
        self.running.map(|(side, since)| since + self.left[side.index()])
    }

    /// The clock as a search has it.
    pub fn of(&self, side: Side) -> Clock {
        Clock { time: self.left(side), increment: self.increment, moves: None }
    }

    /// The time that both sides have left, in words.
    pub fn told(&self, lang: Lang) -> String {
        let told = |side: Side| {
            let seconds = self.left(side).as_secs_f64();
            let (minutes, rest) = ((seconds / 60.0).floor(), seconds % 60.0);
            if minutes > 0.0 { format!("{minutes}:{:02}", rest.floor()) } else { format!("0:{rest:04.1}") }
        };
        let (white, black) = (told(Side::White), told(Side::Black));
        lang.pick(format!("White {white}, Black {black}"), format!("blancas {white}, negras {black}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read() {
        let watch = Watch::read("5+3").unwrap();
        assert_eq!((watch.left(Side::White), watch.increment), (Duration::from_secs(300), Duration::from_secs(3)));
        assert_eq!(Watch::read("0.5").unwrap().whole, Duration::from_secs(30));
        for wrong in ["", "0", "-1", "5+", "5+-1", "x", "1e9", "nan", "inf", "5+3+1"] {
            assert!(Watch::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_move_adds_its_time_unless_the_flag_has_fallen() {
        let mut watch = Watch::read("1+2").unwrap();
        watch.start(Side::Black);
        watch.stop(true);
        assert!(
            watch.left(Side::Black) > Duration::from_secs(60) && watch.left(Side::White) == Duration::from_secs(60)
        );
        watch.left[Side::Black.index()] = Duration::ZERO;
        watch.start(Side::Black);
        assert!(watch.flag().is_some_and(|flag| flag <= Instant::now()));
        watch.stop(true);
        assert_eq!(watch.left(Side::Black), Duration::ZERO);
    }
}
