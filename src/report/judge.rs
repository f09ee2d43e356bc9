//! What a move was worth: points expected and lost, marks, accuracy.

use crate::board::Side;
use crate::engine::expectation;
use crate::lang::{Lang, Say};
use crate::rules::Laws;
use crate::score::{Meaning, Score};

use super::search::Found;

/// A loss below this is within what searches differ by and counts as none.
pub const NOTHING: f64 = 0.01;
/// From this loss of expected points on a move is dubious, `?!`.
pub const DUBIOUS: f64 = 0.05;
/// From this loss on it is a mistake, `?`.
pub const MISTAKE: f64 = 0.10;
/// From this loss on it is a blunder, `??`.
pub const BLUNDER: f64 = 0.20;
/// A side that can expect less than this has nothing to lose: its moves count for no accuracy.
const HOPELESS: f64 = 0.05;
/// The loss of expected points in a move that makes its accuracy 100/e.
const STEEPNESS: f64 = 0.10;

/// A score and whether the databases make it exact.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// For the side to move.
    pub score: Score,
    /// The databases know it, a draw included.
    pub known: bool,
}

impl Value {
    /// The points that the side to move may expect.
    pub fn expected(self, laws: Laws) -> f64 {
        expectation(laws, self.score)
    }

    /// The score in men for a side, or what is proven; `mover` is the side that the value is for.
    pub fn text(self, mover: Side, seen_by: Side, lang: Lang) -> String {
        let seen = if mover == seen_by { self.score } else { -self.score };
        let winner = |win: bool| if win { mover } else { !mover }.say(lang);
        let wins = |win: bool, plies: u32| {
            let (who, moves) = (winner(win), plies.div_ceil(2));
            lang.pick(format!("{who} wins in {moves}"), format!("ganan {who} en {moves}"))
        };
        let database = if self.known { lang.pick("database: ", "base de datos: ") } else { "" };
        match self.score.meaning() {
            Meaning::Heuristic(_) if self.known => lang.pick("database: draw", "base de datos: tablas").to_owned(),
            Meaning::Heuristic(_) => format!("{:+.2}", seen.hub()),
            Meaning::Database { win, .. } => {
                let who = winner(win);
                lang.pick(format!("database: {who} wins"), format!("base de datos: ganan {who}"))
            }
            Meaning::WinIn(plies) => database.to_owned() + &wins(true, plies),
            Meaning::LossIn(plies) => database.to_owned() + &wins(false, plies),
        }
    }
}

/// What is thought of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The only move: all others lose [`MISTAKE`] or more.
    Only,
    /// It loses [`DUBIOUS`] or more.
    Dubious,
    /// It loses [`MISTAKE`] or more.
    Mistake,
    /// It loses [`BLUNDER`] or more.
    Blunder,
}

impl Mark {
    /// Its sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Only => "!",
            Mark::Dubious => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// Its number in PDN.
    pub const fn nag(self) -> u8 {
        match self {
            Mark::Only => 1,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
            Mark::Dubious => 6,
        }
    }
}

/// A move as it is judged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    /// The points that its side could expect before it.
    pub before: f64,
    /// The points that it could expect after it.
    pub after: f64,
    /// What it lost, from 0; less than [`NOTHING`] counts as 0.
    pub lost: f64,
    /// What is thought of it.
    pub mark: Option<Mark>,
    /// Its accuracy from 0 to 100; `None` where there was nothing to choose or to lose.
    pub accuracy: Option<f64>,
}

/// Judges a move.
pub fn judged(found: &Found, laws: Laws) -> Judged {
    let (before, after) = (found.best.expected(laws), found.played.expected(laws));
    let is_best = found.is_best();
    let lost = if is_best { 0.0 } else { before - after };
    let lost = if lost < NOTHING { 0.0 } else { lost };
    let only = |second: Value| before - second.expected(laws) >= MISTAKE;
    let mark = match lost {
        _ if lost >= BLUNDER => Some(Mark::Blunder),
        _ if lost >= MISTAKE => Some(Mark::Mistake),
        _ if lost >= DUBIOUS => Some(Mark::Dubious),
        _ if is_best && found.second.is_some_and(only) => Some(Mark::Only),
        _ => None,
    };
    let counts = found.choices > 1 && before >= HOPELESS;
    let accuracy = counts.then(|| 100.0 * (-lost / STEEPNESS).exp());
    Judged { before, after, lost, mark, accuracy }
}

/// The accuracy of a player: the mean of that of all moves that count; `None` where none does.
pub fn accuracy<'a>(moves: impl Iterator<Item = &'a Judged>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0u32);
    for accuracy in moves.filter_map(|of| of.accuracy) {
        (sum, count) = (sum + accuracy, count + 1);
    }
    (count > 0).then(|| sum / f64::from(count))
}
