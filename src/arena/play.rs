//! One game between two players.

use std::time::{Duration, Instant};

use crate::board::{Move, Side};
use crate::game::{Game, Outcome};
use crate::openings::Opening;
use crate::rules::{DrawReason, DrawRule};

use super::control::{PlayerClock, TimeControl};
use super::player::{Answer, Fault, Player, Table, Turn};
use super::referee::Referee;

/// When a game is ended by what both players think of it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Adjudication {
    /// Won, once the scores of both players have agreed on at least so many men for so many plies in a row.
    pub win: Option<(f64, u32)>,
    /// Drawn, once all scores have been within so many men of equality for so many plies in a row.
    pub draw: Option<(f64, u32)>,
}

/// What holds for every game of a match.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// What the players must know.
    pub table: Table,
    /// The time control.
    pub control: TimeControl,
    /// How much more time than it has a player may use.
    pub margin: Duration,
    /// After so many plies, those of the opening included, a game is drawn.
    pub max_plies: usize,
    /// When scores end a game.
    pub adjudication: Adjudication,
    /// Who ends games by endgame databases; `None` where nobody does.
    pub referee: Option<Referee>,
}

/// A move that a player made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub played: Move,
    /// The score in men, from the mover's side, where it gave one.
    pub score: Option<f64>,
    /// The depth in plies, where it gave one.
    pub depth: Option<u32>,
    /// How long it took.
    pub time: Duration,
    /// What was on the clock before the move; `None` without one.
    pub left: Option<Duration>,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A side had no piece or no legal move.
    NoMove,
    /// Drawn by a rule.
    Rule(DrawRule),
    /// Drawn because it took too long.
    TooLong,
    /// Ended by the players' scores.
    Adjudicated,
    /// Ended by what endgame databases say.
    Database,
    /// Lost by a fault of the side's player: the fault's kind and what happened.
    Fault(Side, String, String),
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Why it ended.
    pub ending: Ending,
}

/// The match is to be broken off; the game does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// Plays a game. `players` are White's and Black's. A player at fault has lost and is stopped.
///
/// # Errors
/// If `interrupted` says so.
pub fn play<'a>(
    players: [&'a mut (dyn Player + 'static); 2],
    opening: &Opening,
    conditions: &'a Conditions,
    interrupted: &'a (dyn Fn() -> bool + Sync),
) -> Result<PlayedGame, Interrupted> {
    let variant = conditions.table.variant;
    let mut game = InPlay {
        game: opening.game(variant, &conditions.table.draws),
        players,
        clocks: [PlayerClock::new(conditions.control); 2],
        moves: Vec::new(),
        agreed: Agreed::default(),
        conditions,
        interrupted,
    };
    for side in [Side::White, Side::Black] {
        if let Err(fault) = game.players[side.index()].new_game() {
            return game.faulted(side, fault);
        }
    }
    loop {
        if let Some((winner, ending)) = game.end() {
            return Ok(PlayedGame { moves: game.moves, winner, ending });
        }
        if interrupted() {
            return Err(Interrupted);
        }
        let side = game.game.position().side();
        if let Err(fault) = game.advance(side) {
            return game.faulted(side, fault);
        }
    }
}

/// A game that goes on.
struct InPlay<'a> {
    game: Game,
    players: [&'a mut (dyn Player + 'static); 2],
    clocks: [PlayerClock; 2],
    moves: Vec<PlayedMove>,
    agreed: Agreed,
    conditions: &'a Conditions,
    interrupted: &'a (dyn Fn() -> bool + Sync),
}

impl InPlay<'_> {
    /// Lets a side make its move.
    fn advance(&mut self, side: Side) -> Result<(), Fault> {
        let clock = &mut self.clocks[side.index()];
        let left = clock.left();
        let patience = clock.allowed().unwrap_or(Duration::ZERO) + self.conditions.table.patience.thinking;
        let turn = Turn { game: &self.game, level: clock.level(), patience, interrupted: self.interrupted };
        let begun = Instant::now();
        let answer = self.players[side.index()].think(&turn);
        let time = begun.elapsed();
        let Answer { played, score, depth } = answer?;
        clock.spend(time, self.conditions.margin).map_err(|overrun| Fault::Late(overrun.0))?;
        self.game.play(played).map_err(|error| Fault::Illegal(error.to_string()))?;
        self.moves.push(PlayedMove { played, score, depth, time, left });
        self.agreed.note(side, score, &self.conditions.adjudication);
        Ok(())
    }

    /// The winner and why the game is over, if it is.
    fn end(&self) -> Option<(Option<Side>, Ending)> {
        let turned = self.conditions.table.giveaway;
        match self.game.outcome() {
            Some(Outcome::Won(side)) => Some((Some(if turned { !side } else { side }), Ending::NoMove)),
            Some(Outcome::Drawn(DrawReason(rule))) => Some((None, Ending::Rule(rule))),
            None if self.game.moves().len() >= self.conditions.max_plies => Some((None, Ending::TooLong)),
            None => {
                let by_scores = self.agreed.verdict(&self.conditions.adjudication);
                let by_databases = || self.conditions.referee.as_ref()?.verdict(&self.game);
                let known = || by_databases().map(|winner| (winner, Ending::Database));
                known().or_else(|| by_scores.map(|winner| (winner, Ending::Adjudicated)))
            }
        }
    }

    /// The game is lost for a side by a fault of its player.
    fn faulted(self, side: Side, fault: Fault) -> Result<PlayedGame, Interrupted> {
        self.players.into_iter().nth(side.index()).into_iter().for_each(Player::stop);
        if fault == Fault::Interrupted {
            return Err(Interrupted);
        }
        let ending = Ending::Fault(side, fault.kind().to_owned(), fault.to_string());
        Ok(PlayedGame { moves: self.moves, winner: Some(!side), ending })
    }
}

/// How long the players have agreed on how the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Agreed {
    white_wins: u32,
    black_wins: u32,
    equal: u32,
}

impl Agreed {
    /// Takes note of a move's score; a move without one ends all agreement.
    fn note(&mut self, side: Side, score: Option<f64>, adjudication: &Adjudication) {
        let for_white = score.map(|score| if side == Side::White { score } else { -score });
        let goes_on = |count: u32, holds: bool| if holds { count + 1 } else { 0 };
        let (win, _) = adjudication.win.unwrap_or((f64::INFINITY, 0));
        let (draw, _) = adjudication.draw.unwrap_or((-1.0, 0));
        self.white_wins = goes_on(self.white_wins, for_white.is_some_and(|score| score >= win));
        self.black_wins = goes_on(self.black_wins, for_white.is_some_and(|score| score <= -win));
        self.equal = goes_on(self.equal, for_white.is_some_and(|score| score.abs() <= draw));
    }

    /// The winner (`None` inside for a draw), once it is settled.
    fn verdict(&self, adjudication: &Adjudication) -> Option<Option<Side>> {
        if let Some((_, plies)) = adjudication.win {
            if self.white_wins >= plies {
                return Some(Some(Side::White));
            }
            if self.black_wins >= plies {
                return Some(Some(Side::Black));
            }
        }
        adjudication.draw.filter(|(_, plies)| self.equal >= *plies).map(|_| None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(scores: &[(Side, Option<f64>)], adjudication: Adjudication) -> Option<Option<Side>> {
        let mut agreed = Agreed::default();
        scores.iter().for_each(|&(side, score)| agreed.note(side, score, &adjudication));
        agreed.verdict(&adjudication)
    }

    #[test]
    fn both_must_agree_and_for_long_enough() {
        let (white, black) = (Side::White, Side::Black);
        let win = Adjudication { win: Some((3.0, 4)), draw: None };
        let agreed = [(white, Some(3.0)), (black, Some(-4.0)), (white, Some(99.0)), (black, Some(-3.1))];
        assert_eq!(verdict(&agreed, win), Some(Some(white)));
        assert_eq!(verdict(&agreed[..3], win), None);
        assert_eq!(verdict(&agreed, Adjudication::default()), None);
        let one_doubts = [(white, Some(5.0)), (black, Some(1.0)), (white, Some(5.0)), (black, Some(-5.0))];
        assert_eq!(verdict(&one_doubts, win), None);
        let one_is_silent = [(white, Some(5.0)), (black, None), (white, Some(5.0)), (black, Some(-5.0))];
        assert_eq!(verdict(&one_is_silent, win), None);
        let black_wins = [(black, Some(4.0)), (white, Some(-4.0)), (black, Some(4.0)), (white, Some(-4.0))];
        assert_eq!(verdict(&black_wins, win), Some(Some(black)));
    }

    #[test]
    fn equality_is_settled_too() {
        let draw = Adjudication { win: None, draw: Some((0.1, 2)) };
        assert_eq!(verdict(&[(Side::White, Some(0.1)), (Side::Black, Some(-0.05))], draw), Some(None));
        assert_eq!(verdict(&[(Side::White, Some(0.2)), (Side::Black, Some(0.0))], draw), None);
    }
}
