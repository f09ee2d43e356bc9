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
/// The mean loss of expected points that makes an accuracy of 100/e in a long game.
const STEEPNESS: f64 = 0.1;
/// Over so much weight losses count twice as much as in a very long game, and still more over less: few moves without a loss
/// can be luck. Of 360 players at random 33 came out above 60 without it, with it one.
const FEW: f64 = 10.0;
/// With less weight than this, that of four moves in level positions, a player has no accuracy: nothing lost in fewer says
/// nothing.
const LEAST_WEIGHT: f64 = 4.0;

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
        expectation(laws, None, self.score)
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
    /// The points that it could expect after it.
    pub after: f64,
    /// What it lost, from 0; less than [`NOTHING`] counts as 0.
    pub lost: f64,
    /// What is thought of it.
    pub mark: Option<Mark>,
    /// How much it counts in the accuracy of its player: 4 p (1 - p), the most that this is anywhere between what its side
    /// could expect before the move and after it. 1 in a level position and for a move that turns the game, less the nearer
    /// the game is to being decided, 0 where there was nothing to choose.
    pub weight: f64,
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
    // What lies nearest to a level game on the way from one value to the other.
    let nearest = if lost > 0.0 { 0.5_f64.clamp(after.min(before), before) } else { before };
    let weight = if found.choices > 1 { 4.0 * nearest * (1.0 - nearest) } else { 0.0 };
    Judged { after, lost, mark, weight }
}

/// The accuracy of a player, from 0 to 100: 100 e^(-(1 + (10/w)²) loss/0.1), where loss is the mean of what the moves lost, each
/// counted by its weight, and w is the sum of the weights. `None` where hardly any counts.
pub fn accuracy<'a>(moves: impl Iterator<Item = &'a Judged>) -> Option<f64> {
    let (mut lost, mut weight) = (0.0, 0.0);
    for of in moves {
        (lost, weight) = (lost + of.weight * of.lost, weight + of.weight);
    }
    (weight >= LEAST_WEIGHT).then(|| 100.0 * (-(1.0 + (FEW / weight).powi(2)) * lost / weight / STEEPNESS).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_move;
    use crate::rules::Variant;

    /// A move that was played where another may have been better, by what each side of the choice could expect.
    fn found(best: f64, second: f64, played: f64, is_best: bool) -> Found {
        let value = |expected: f64| {
            let laws = Laws::English;
            let scale = crate::eval::logit(laws);
            let centimen = (scale * (expected / (1.0 - expected)).ln()).round() as i32;
            Value { score: Score::heuristic(centimen), known: false }
        };
        let variant = Variant::named("english").unwrap();
        let moves = ["11-15", "9-14"].map(|text| parse_move(text, variant, &variant.start()).unwrap());
        Found {
            choices: 2,
            best: value(best),
            line: vec![moves[0]],
            second: Some(value(second)),
            played: value(played),
            played_line: vec![moves[usize::from(!is_best)]],
            depth: 9,
        }
    }

    #[test]
    fn marks_follow_what_is_lost() {
        let mark = |best, second, played, is_best| judged(&found(best, second, played, is_best), Laws::English).mark;
        assert_eq!(mark(0.5, 0.48, 0.48, false), None);
        assert_eq!(mark(0.5, 0.44, 0.44, false), Some(Mark::Dubious));
        assert_eq!(mark(0.5, 0.39, 0.39, false), Some(Mark::Mistake));
        assert_eq!(mark(0.5, 0.45, 0.29, false), Some(Mark::Blunder));
        assert_eq!(mark(0.5, 0.39, 0.5, true), Some(Mark::Only));
        assert_eq!(mark(0.5, 0.45, 0.5, true), None);
    }

    #[test]
    fn small_losses_and_decided_games_count_for_little() {
        let of = |best, played| judged(&found(best, played, played, false), Laws::English);
        assert_eq!(of(0.5, 0.495).lost, 0.0);
        assert_eq!(of(0.5, 0.55).lost, 0.0, "a search that comes out better loses nothing");
        assert!(of(0.5, 0.4).weight > 0.99 && of(0.04, 0.01).weight < 0.2);
        assert!(of(0.96, 0.4).weight > 0.99, "a move that gives a won game away counts");
        assert!(of(0.96, 0.9).weight < 0.4 && of(0.96, 0.9).weight > of(0.96, 0.96).weight);
        assert_eq!(judged(&Found { choices: 1, ..found(0.5, 0.5, 0.5, true) }, Laws::English).weight, 0.0);
        let all = |moves: &[Judged]| accuracy(moves.iter());
        let moves = |good: usize, bad: usize| [vec![of(0.5, 0.5); good], vec![of(0.5, 0.36); bad]].concat();
        assert_eq!(all(&moves(4, 0)), Some(100.0));
        // Seven points in a hundred lost on average, in a very long game and over ten moves.
        let long = all(&moves(4000, 4000)).unwrap();
        assert!((49.0..51.0).contains(&long), "{long}");
        let short = all(&moves(5, 5)).unwrap();
        assert!((24.0..26.5).contains(&short), "{short}");
        assert_eq!(all(&moves(3, 0)), None);
        assert_eq!(all(&[of(0.04, 0.01)]), None);
        assert_eq!(all(&[]), None);
    }

    #[test]
    fn values_are_told_from_the_side_that_is_asked_for() {
        let value = |score, known| Value { score, known };
        let text = |value: Value, seen_by| value.text(Side::Black, seen_by, Lang::En);
        assert_eq!(text(value(Score::heuristic(-25), false), Side::Black), "-0.25");
        assert_eq!(text(value(Score::heuristic(-25), false), Side::White), "+0.25");
        assert_eq!(text(value(Score::win_in(9), false), Side::White), "Black wins in 5");
        assert_eq!(text(value(Score::loss_in(8), true), Side::White), "database: White wins in 4");
        assert_eq!(text(value(Score::database(false, 3), false), Side::White), "database: White wins");
        assert_eq!(text(value(Score::DRAW, true), Side::White), "database: draw");
        assert_eq!(value(Score::DRAW, true).text(Side::White, Side::White, Lang::Es), "base de datos: tablas");
    }
}
