//! A game: where it started, what was played, and whether it is over.

use std::fmt;

use crate::board::{Move, MoveList, Position, Side};
use crate::lang::{Lang, Say};
use crate::movegen::MoveGen;
use crate::rules::{DrawReason, DrawRule, DrawRules, State, Variant};

/// A game of one ruleset under given draw rules.
#[derive(Clone, Debug)]
pub struct Game {
    variant: &'static Variant,
    draws: DrawRules,
    movegen: MoveGen,
    /// The state before each move, and the present one last.
    states: Vec<State>,
    moves: Vec<Move>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A side has won: the other has no piece or no legal move on its turn.
    Won(Side),
    /// Drawn by a rule.
    Drawn(DrawReason),
}

/// A move was not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove;

impl Say for IllegalMove {
    fn say(&self, lang: Lang) -> String {
        lang.pick("the move is not legal here", "la jugada no es legal aquí").to_owned()
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for IllegalMove {}

impl Game {
    /// A game from the ruleset's start position under its own draw rules.
    pub fn new(variant: &'static Variant) -> Game {
        Game::from_state(variant, State::new(variant.start()), variant.draws.clone())
    }

    /// A game from any state.
    pub fn from_state(variant: &'static Variant, state: State, draws: DrawRules) -> Game {
        Game { variant, draws, movegen: MoveGen::of(variant.laws), states: vec![state], moves: Vec::new() }
    }

    /// The ruleset.
    pub const fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The draw rules in force.
    pub const fn draws(&self) -> &DrawRules {
        &self.draws
    }

    /// The generator of the ruleset's moves.
    pub const fn movegen(&self) -> &MoveGen {
        &self.movegen
    }

    /// The state now.
    pub fn state(&self) -> &State {
        &self.states[self.states.len() - 1]
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.state().position()
    }

    /// The states from the start of the game to the present one.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The legal moves now, by the laws of movement; there can be some although the game is drawn.
    pub fn legal_moves(&self) -> MoveList {
        self.movegen.legal_moves(self.position())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal; nothing is changed then.
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        if !self.legal_moves().contains(&played) {
            return Err(IllegalMove);
        }
        self.states.push(self.state().play(played, &self.draws));
        self.moves.push(played);
        Ok(())
    }

    /// Takes back the last move; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let undone = self.moves.pop()?;
        self.states.pop();
        Some(undone)
    }

    /// How many times the present position has stood on the board with the same side to move, this time included; see
    /// [`State::repeats`].
    pub fn repetitions(&self) -> usize {
        let now = self.state();
        let reach = usize::from(now.counters().quiet()) + 1;
        let same = |state: &&State| now.repeats(state, &self.draws);
        self.states.iter().rev().take(reach).filter(same).count()
    }

    /// How the game ended, if it has: first by the laws of movement, then by the three-kings rule, then by repetition
    /// and the other counts.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.movegen.has_move(self.position()) {
            return Some(Outcome::Won(!self.position().side()));
        }
        let counted = self.state().draw(&self.draws);
        if let Some(reason @ DrawReason(DrawRule::ThreeKings)) = counted {
            return Some(Outcome::Drawn(reason));
        }
        let repeated = self.draws.limit(DrawRule::Repetition).reached(self.repetitions() as u16);
        if repeated {
            return Some(Outcome::Drawn(DrawReason(DrawRule::Repetition)));
        }
        counted.map(Outcome::Drawn)
    }
}
