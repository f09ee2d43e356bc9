//! The game before a position, by which repetitions are known.

use crate::board::Position;
use crate::game::Game;
use crate::notation::{Setup, parse_fen, parse_move};
use crate::rules::Variant;

/// What is known of the game that is played.
#[derive(Default)]
pub(super) struct Record {
    /// What `set gamehist` told, until the next `getmove`.
    told: Option<Game>,
    /// The game after our last move.
    seen: Option<Game>,
}

impl Record {
    /// Takes the words of `set gamehist`: a position and the moves since.
    ///
    /// # Errors
    /// If they are no position and legal moves; what was told before is forgotten then, too.
    pub fn tell(&mut self, words: &str, variant: &'static Variant) -> Result<(), String> {
        self.told = None;
        let mut words = words.split_whitespace();
        let setup = parse_fen(words.next().unwrap_or(""), variant.numbering, true).map_err(|e| e.to_string())?;
        let mut game = Game::from_state(variant, setup.state(), variant.draws.clone());
        for word in words {
            let played = parse_move(word, variant, game.position()).map_err(|error| error.to_string())?;
            game.play(played).map_err(|error| error.to_string())?;
        }
        self.told = Some(game);
        Ok(())
    }

    /// The game that has come to a position.
    pub fn game(&mut self, setup: &Setup, variant: &'static Variant, is_new: bool) -> Game {
        let seen = self.seen.take().filter(|_| !is_new);
        let fits = |game: &Game| game.variant() == variant && game.position() == &setup.position;
        if let Some(told) = self.told.take().filter(fits) {
            return told;
        }
        let counts_given = setup.quiet.is_some() || setup.lone_moves.is_some();
        seen.filter(|game| game.variant() == variant && !counts_given)
            .and_then(|game| followed(game, &setup.position))
            .unwrap_or_else(|| Game::from_state(variant, setup.state(), variant.draws.clone()))
    }

    /// Keeps the game after our move.
    pub fn keep(&mut self, game: Game) {
        self.seen = Some(game);
    }
}

/// The game gone on to a position by no move or one.
fn followed(mut game: Game, position: &Position) -> Option<Game> {
    if game.position() == position {
        return Some(game);
    }
    let leads_there = |played: &crate::board::Move| game.position().play(*played) == *position;
    let played = game.legal_moves().into_iter().find(leads_there)?;
    game.play(played).ok()?;
    Some(game)
}
