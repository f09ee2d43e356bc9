//! Scores of positions and the bands they fall into.

use std::fmt;
use std::ops::Neg;

/// The value of a position for the side to move.
///
/// Four bands, from the middle out: a heuristic score in hundredths of a man; a win or loss by an endgame database at an
/// unknown distance; a proven win or loss in a number of plies. Ordinary order of numbers is the order of goodness.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i16);

/// What kind of knowledge a score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// An estimate, in hundredths of a man.
    Heuristic(i32),
    /// A database win (or, if not `win`, loss) reached in `plies`, from where its distance is not known.
    Database {
        /// Whether the side to move wins.
        win: bool,
        /// Plies to the position that the database knows.
        plies: u32,
    },
    /// A proven win in so many plies: the other side is then without a move.
    WinIn(u32),
    /// A proven loss in so many plies.
    LossIn(u32),
}

impl Score {
    /// A draw, or equality.
    pub const DRAW: Score = Score(0);
    /// The least score there is; worse than any loss.
    pub const MIN: Score = Score(-32_001);
    /// The greatest score there is; better than any win.
    pub const MAX: Score = Score(32_001);
    /// The most plies ahead that exact wins and losses are counted.
    pub const MAX_PLIES: u32 = 1_000;
    /// Heuristic scores lie within this on both sides, in hundredths of a man.
    pub const MAX_HEURISTIC: i32 = 20_000;

    const WIN: i16 = 32_000;
    const DATABASE_WIN: i16 = 30_000;
    pub(crate) const LEAST_WIN: i32 = Self::WIN as i32 - Self::MAX_PLIES as i32;
    pub(crate) const LEAST_DATABASE_WIN: i32 = Self::DATABASE_WIN as i32 - Self::MAX_PLIES as i32;

    /// A heuristic score, in hundredths of a man; cut to the band.
    pub const fn heuristic(centimen: i32) -> Score {
        let cut = if centimen > Self::MAX_HEURISTIC {
            Self::MAX_HEURISTIC
        } else if centimen < -Self::MAX_HEURISTIC {
            -Self::MAX_HEURISTIC
        } else {
            centimen
        };
        Score(cut as i16)
    }

    /// A proven win in so many plies (0: won on the spot).
    pub const fn win_in(plies: u32) -> Score {
        Score(Self::WIN - if plies > Self::MAX_PLIES { Self::MAX_PLIES } else { plies } as i16)
    }

    /// A proven loss in so many plies (0: lost on the spot).
    pub const fn loss_in(plies: u32) -> Score {
        Score(-Score::win_in(plies).0)
    }

    /// A database win (or loss) that is reached in so many plies.
    pub const fn database(win: bool, plies: u32) -> Score {
        let plies = if plies > Self::MAX_PLIES { Self::MAX_PLIES } else { plies } as i16;
        Score(if win { Self::DATABASE_WIN - plies } else { plies - Self::DATABASE_WIN })
    }

    /// A score from the number a search works with.
    pub(crate) const fn from_raw(raw: i32) -> Score {
        Score(raw as i16)
    }

    /// The number a search works with.
    pub const fn raw(self) -> i32 {
        self.0 as i32
    }

    /// What the score says.
    pub const fn meaning(self) -> Meaning {
        let size = self.0.unsigned_abs() as i32;
        let win = self.0 > 0;
        if size >= Self::LEAST_WIN {
            let plies = (Self::WIN as i32 - size).unsigned_abs();
            if win { Meaning::WinIn(plies) } else { Meaning::LossIn(plies) }
        } else if size >= Self::LEAST_DATABASE_WIN {
            Meaning::Database { win, plies: (Self::DATABASE_WIN as i32 - size).unsigned_abs() }
        } else {
            Meaning::Heuristic(self.0 as i32)
        }
    }

    /// Whether the score is a win or loss that is proven or comes from a database.
    pub const fn is_decided(self) -> bool {
        self.0.unsigned_abs() as i32 >= Self::LEAST_DATABASE_WIN
    }

    /// The score as the Hub protocol writes it, in men: a win in n plies is 100 - n/100, a database win 90 - n/100.
    pub fn hub(self) -> f64 {
        let signed = |win: bool, size: f64| if win { size } else { -size };
        match self.meaning() {
            Meaning::Heuristic(centimen) => f64::from(centimen) / 100.0,
            Meaning::Database { win, plies } => signed(win, 90.0 - f64::from(plies) / 100.0),
            Meaning::WinIn(plies) => signed(true, 100.0 - f64::from(plies) / 100.0),
            Meaning::LossIn(plies) => signed(false, 100.0 - f64::from(plies) / 100.0),
        }
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.meaning())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_keep_what_they_hold() {
        assert_eq!(Score::win_in(13).meaning(), Meaning::WinIn(13));
        assert_eq!(Score::loss_in(14).meaning(), Meaning::LossIn(14));
        assert_eq!(Score::win_in(5_000).meaning(), Meaning::WinIn(1_000));
        assert_eq!(Score::database(true, 1_000).meaning(), Meaning::Database { win: true, plies: 1_000 });
        assert_eq!(Score::database(false, 3).meaning(), Meaning::Database { win: false, plies: 3 });
        assert_eq!(Score::heuristic(99_999).meaning(), Meaning::Heuristic(20_000));
        assert!(Score::win_in(3) > Score::win_in(5) && Score::win_in(1_000) > Score::database(true, 0));
        assert!(Score::database(true, 1_000) > Score::heuristic(20_000));
        assert!(Score::loss_in(5) > Score::loss_in(3));
    }

    #[test]
    fn hub_scores_follow_scan() {
        assert_eq!(format!("{:.2}", Score::win_in(13).hub()), "99.87");
        assert_eq!(format!("{:.2}", Score::loss_in(14).hub()), "-99.86");
        assert_eq!(format!("{:.2}", Score::database(true, 7).hub()), "89.93");
        assert_eq!(format!("{:.2}", Score::heuristic(-25).hub()), "-0.25");
    }
}
