//! One game: what was played, the clocks, and whether it is over.

use std::time::Duration;

use crate::board::{Move, Side};
use crate::game::{Game, Outcome};
use crate::notation::PdnResult;
use crate::rules::DrawReason;
use crate::search::Clock;

use super::breach::Breach;
use super::message::EndReason;

/// A move that was played.
#[derive(Clone, Debug)]
pub(super) struct Noted {
    pub played: Move,
    /// How long it took, as we measured it.
    pub time: Duration,
    /// Our score in men, and its depth; of our moves alone.
    pub thought: Option<(f64, u32)>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Verdict {
    pub result: PdnResult,
    /// Why, for the game's record (in English, as PDN is).
    pub why: String,
    /// Whether it came to its end by the rules or by agreement.
    pub regular: bool,
    /// Whether the peer would like another.
    pub more: bool,
    /// What ends the session with the peer, if something does.
    pub breach: Option<Breach>,
}

impl Verdict {
    /// A game that came to its end.
    pub fn regular(result: PdnResult, why: impl Into<String>) -> Verdict {
        Verdict { result, why: why.into(), regular: true, more: true, breach: None }
    }
}

/// A game that goes on.
#[derive(Debug)]
pub(super) struct Play {
    pub game: Game,
    /// Our side.
    pub us: Side,
    pub opponent: String,
    /// Minutes of each side; 0 for no limit.
    pub minutes: u16,
    /// Moves of each side after which the game is broken off; 0 for no limit.
    pub moves: u16,
    /// Whether the side that is left without a move has won.
    pub giveaway: bool,
    pub noted: Vec<Noted>,
    /// The ply at which the rules ended the game, and how: a peer that does not know the rule may play on.
    over: Option<(usize, Outcome)>,
}

impl Play {
    /// A game in which nothing was played yet.
    pub fn new(game: Game, us: Side, opponent: String, limits: (u16, u16), giveaway: bool) -> Play {
        let (minutes, moves) = limits;
        let mut play = Play { game, us, opponent, minutes, moves, giveaway, noted: Vec::new(), over: None };
        play.judge();
        play
    }

    fn judge(&mut self) {
        if self.over.is_none() {
            self.over = self.game.outcome().map(|outcome| (self.noted.len(), outcome));
        }
    }

    pub fn is_our_turn(&self) -> bool {
        self.game.position().side() == self.us
    }

    /// Notes a legal move; whether it was one.
    pub fn note(&mut self, played: Move, time: Duration, thought: Option<(f64, u32)>) -> bool {
        let legal = self.game.play(played).is_ok();
        if legal {
            self.noted.push(Noted { played, time, thought });
            self.judge();
        }
        legal
    }

    /// Goes back to where a side is to make its move of a number, counted as PDN counts; whether there is such a place.
    pub fn go_back(&mut self, number: u16, side: Side) -> bool {
        let first = self.game.variant().first;
        let start = self.game.states().first().map_or(first, |state| state.position().side());
        // In plies from the first side's move 1.
        let at = (usize::from(number) * 2 + usize::from(side != first)).checked_sub(2 + usize::from(start != first));
        let Some(ply) = at.filter(|&ply| ply <= self.noted.len()) else { return false };
        while self.noted.len() > ply {
            self.noted.pop();
            self.game.undo();
        }
        self.over = self.over.filter(|&(over, _)| over <= ply);
        true
    }

    /// The result by the rules, if they have ended the game.
    pub fn result(&self) -> Option<(PdnResult, String)> {
        let (_, outcome) = self.over?;
        Some(match outcome {
            Outcome::Won(side) => {
                let winner = if self.giveaway { !side } else { side };
                (PdnResult::Won(winner), format!("{} has no move", !side))
            }
            Outcome::Drawn(DrawReason(rule)) => (PdnResult::Drawn, format!("drawn by the rule {}", rule.name())),
        })
    }

    /// What we say in place of a move, if the game is over.
    pub fn end(&self) -> Option<(EndReason, Verdict)> {
        if let Some((result, why)) = self.result() {
            let reason = match result {
                PdnResult::Won(side) if side == self.us => EndReason::IWin,
                PdnResult::Won(_) => EndReason::IGiveUp,
                PdnResult::Drawn => EndReason::Draw,
                PdnResult::BothLost | PdnResult::Unknown => EndReason::Unknown,
            };
            return Some((reason, Verdict::regular(result, why)));
        }
        let all_played = self.moves > 0 && self.noted.len() >= 2 * usize::from(self.moves);
        all_played.then(|| {
            let why = format!("undecided after {} moves, as agreed", self.moves);
            (EndReason::Unknown, Verdict::regular(PdnResult::Unknown, why))
        })
    }

    /// The game is ended by the peer.
    pub fn ended_by_peer(&self, reason: EndReason, more: bool) -> Verdict {
        let peer = &self.opponent;
        let (result, why) = self.result().unwrap_or_else(|| match reason {
            EndReason::IGiveUp => (PdnResult::Won(self.us), format!("{peer} gives up")),
            EndReason::Draw => (PdnResult::Drawn, format!("drawn, as {peer} says")),
            EndReason::IWin => (PdnResult::Unknown, format!("{peer} says that it has won")),
            EndReason::Unknown => {
                let agreed = self.end().map(|(_, verdict)| verdict.why);
                (PdnResult::Unknown, agreed.unwrap_or_else(|| format!("ended by {peer}")))
            }
        });
        Verdict { more, ..Verdict::regular(result, why) }
    }

    /// The game cannot go on.
    pub fn broken(&self, breach: Breach) -> Verdict {
        let by_rules = self.result();
        let regular = by_rules.is_some();
        let (result, why) = by_rules.unwrap_or_else(|| {
            let result = if breach.loses() { PdnResult::Won(self.us) } else { PdnResult::Unknown };
            (result, format!("{}: {breach}", self.opponent))
        });
        Verdict { result, why, regular, more: false, breach: Some(breach) }
    }

    /// How long a side has thought in all.
    pub fn used(&self, side: Side) -> Duration {
        let start = self.game.states().first().map_or(side, |state| state.position().side());
        self.noted.iter().skip(usize::from(side != start)).step_by(2).map(|noted| noted.time).sum()
    }

    /// What is left on a side's clock; `None` without one.
    pub fn left(&self, side: Side) -> Option<Duration> {
        let minutes = Duration::from_secs(60 * u64::from(self.minutes));
        (self.minutes > 0).then(|| minutes.saturating_sub(self.used(side)))
    }

    /// Our clock, as a search sees it.
    pub fn clock(&self) -> Option<Clock> {
        let time = self.left(self.us)?;
        let made = self.noted.len().div_ceil(2);
        let to_go = usize::from(self.moves).saturating_sub(made).max(1);
        let moves = if self.moves == 0 { None } else { u32::try_from(to_go).ok() };
        Some(Clock { time, increment: Duration::ZERO, moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_fen, parse_move};
    use crate::rules::{DrawRules, State, Variant};

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn play(name: &str, fen: Option<&str>, limits: (u16, u16)) -> Play {
        let variant = Variant::named(name).unwrap();
        let start = fen.map_or(variant.start(), |fen| parse_fen(fen, variant.numbering, false).unwrap().position);
        let game = Game::from_state(variant, State::new(start), variant.draws.clone());
        Play::new(game, Side::Black, "peer".to_owned(), limits, false)
    }

    fn make(play: &mut Play, moves: &str, time: Duration) {
        for text in moves.split_whitespace() {
            let played = parse_move(text, play.game.variant(), play.game.position()).unwrap();
            assert!(play.note(played, time, None));
        }
    }

    #[test]
    fn clocks_count_down_and_back() {
        let mut play = play("english", None, (1, 3));
        make(&mut play, "11-15 22-18 15x22", seconds(20));
        assert_eq!((play.used(Side::Black), play.used(Side::White)), (seconds(40), seconds(20)));
        assert_eq!(play.left(Side::Black), Some(seconds(20)));
        assert!(play.go_back(2, Side::Black));
        assert_eq!(play.left(Side::Black), Some(seconds(40)));
        assert_eq!(play.clock().unwrap().moves, Some(2));
        assert_eq!(play.noted.len(), 2);
    }

    #[test]
    fn places_are_counted_as_pdn_does() {
        let mut italian = play("italian", None, (0, 0));
        make(&mut italian, "22-18 10-14 18-13", Duration::ZERO);
        assert!(!italian.go_back(3, Side::White) && !italian.go_back(0, Side::White));
        assert!(italian.go_back(2, Side::Black) && italian.noted.len() == 3);
        assert!(italian.go_back(1, Side::Black) && italian.noted.len() == 1);
        assert!(italian.go_back(1, Side::White) && italian.noted.is_empty());
        // White to move at first where Black is the first side: 1... for White.
        let mut english = play("english", Some("W:W32,31:B1,2"), (0, 0));
        make(&mut english, "32-28 1-5 28-24", Duration::ZERO);
        assert!(!english.go_back(1, Side::Black));
        assert!(english.go_back(2, Side::Black) && english.noted.len() == 1);
        assert!(english.go_back(1, Side::White) && english.noted.is_empty());
    }

    #[test]
    fn the_end_is_said_in_place_of_a_move() {
        let stuck = play("english", Some("B:W5:B1"), (0, 0));
        assert!(stuck.end().is_none());
        let mut lost = play("english", Some("W:W10:B6"), (0, 0));
        assert!(lost.end().is_none() && lost.clock().is_none());
        make(&mut lost, "10x1", Duration::ZERO);
        let (reason, verdict) = lost.end().unwrap();
        assert_eq!((reason, verdict.result), (EndReason::IGiveUp, PdnResult::Won(Side::White)));
        assert_eq!(lost.ended_by_peer(EndReason::IGiveUp, true).result, PdnResult::Won(Side::White), "rules first");
        let mut agreed = play("english", None, (5, 1));
        make(&mut agreed, "11-15 22-18", Duration::ZERO);
        assert_eq!(agreed.end().unwrap().0, EndReason::Unknown);
    }

    #[test]
    fn a_draw_stays_one_though_the_peer_plays_on() {
        let mut play = play("english", Some("B:WK32,K31:BK1,K2"), (0, 0));
        let mut draws: DrawRules = play.game.draws().clone();
        draws.apply("quiet=2").unwrap();
        play.game = Game::from_state(play.game.variant(), *play.game.state(), draws);
        make(&mut play, "1-5 32-28 5-1", Duration::ZERO);
        assert_eq!(play.result().unwrap().0, PdnResult::Drawn);
        assert!(play.go_back(1, Side::Black) && play.result().is_none());
    }

    #[test]
    fn what_a_peer_says_is_not_always_so() {
        let play = play("english", None, (0, 0));
        assert_eq!(play.ended_by_peer(EndReason::IGiveUp, true).result, PdnResult::Won(Side::Black));
        assert_eq!(play.ended_by_peer(EndReason::IWin, true).result, PdnResult::Unknown);
        let silent = play.broken(Breach::Gone);
        assert!(!silent.regular && silent.result == PdnResult::Unknown);
        assert_eq!(play.broken(Breach::Illegal("1-2".to_owned())).result, PdnResult::Won(Side::Black));
    }
}
