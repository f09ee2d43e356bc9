//! The game before a position, by which repetitions are known.

use crate::board::Position;
use crate::game::Game;
use crate::notation::{Setup, parse_fen, parse_move};
use crate::rules::Variant;
use crate::score::Score;

/// A game nobody makes progress in is called drawn after so many plies without a capture or a man's move, half of the
/// English limit, ...
const QUIET: u16 = 40;
/// ... once so many of our moves in a row had a level score, one no further from 0 in men.
const LEVEL_MOVES: u32 = 10;
const LEVEL_SCORE: f64 = 0.2;

/// What is known of the game that is played.
#[derive(Default)]
pub(super) struct Record {
    /// What `set gamehist` told, until the next `getmove`.
    told: Option<Game>,
    /// The game after our last move.
    seen: Option<Game>,
    /// How many of our last moves had a level score.
    level: u32,
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
        let seen = self.seen.take().filter(|game| !is_new && game.variant() == variant);
        let seen = seen.and_then(|game| followed(game, &setup.position));
        if seen.is_none() {
            self.level = 0;
        }
        let fits = |game: &Game| game.variant() == variant && game.position() == &setup.position;
        if let Some(told) = self.told.take().filter(fits) {
            return told;
        }
        let counts_given = setup.quiet.is_some() || setup.lone_moves.is_some();
        seen.filter(|_| !counts_given)
            .unwrap_or_else(|| Game::from_state(variant, setup.state(), variant.draws.clone()))
    }

    /// Keeps the game after our move.
    pub fn keep(&mut self, game: Game) {
        self.seen = Some(game);
    }

    /// Counts a move of ours, after which a game stands, and its score, if it has one; whether nobody has made progress for
    /// so long that the game may be called drawn.
    pub fn has_come_to_nothing(&mut self, game: &Game, score: Option<Score>) -> bool {
        if let Some(score) = score {
            // What is decided is far from level.
            self.level = if score.hub().abs() <= LEVEL_SCORE { self.level.saturating_add(1) } else { 0 };
        }
        self.level >= LEVEL_MOVES && game.state().counters().quiet() >= QUIET
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
