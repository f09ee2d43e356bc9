//! Games as PDN 3.0.

use std::fmt::Write;

use crate::board::{Move, Side};
use crate::rules::{State, Variant};

use super::{pdn_move, write_fen_full};

/// The longest line of moves, in characters.
const LINE: usize = 100;

/// The result of a game as PDN writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PdnResult {
    /// A side won. `1-0` means that the side that moves first in the ruleset did.
    Won(Side),
    /// Drawn.
    Drawn,
    /// Unknown, or not over.
    Unknown,
}

impl PdnResult {
    /// The token, such as `1-0`.
    pub fn token(self, variant: &Variant) -> &'static str {
        match self {
            PdnResult::Won(side) if side == variant.first => "1-0",
            PdnResult::Won(_) => "0-1",
            PdnResult::Drawn => "1/2-1/2",
            PdnResult::Unknown => "*",
        }
    }
}

/// A game to be written.
#[derive(Clone, PartialEq, Debug)]
pub struct PdnGame {
    /// Tags in their order. `Result`, `GameType`, `SetUp` and `FEN` are written from the fields below.
    pub tags: Vec<(String, String)>,
    /// Where it began.
    pub start: State,
    /// The moves, each with a comment (empty for none).
    pub moves: Vec<(Move, String)>,
    /// How it ended.
    pub result: PdnResult,
}

/// Writes a game as PDN, with an empty line after it. The moves must be legal.
pub fn write_pdn(game: &PdnGame, variant: &Variant) -> String {
    let mut text = String::new();
    let result = game.result.token(variant);
    for (name, value) in &game.tags {
        tag(&mut text, name, value);
    }
    tag(&mut text, "Result", result);
    tag(&mut text, "GameType", variant.pdn_game_type);
    if game.start != State::new(variant.start()) {
        tag(&mut text, "SetUp", "1");
        tag(&mut text, "FEN", &write_fen_full(&game.start, variant.numbering, None));
    }
    text.push('\n');
    let mut column = 0;
    let mut put = |word: &str| {
        let length = word.chars().count();
        if column > 0 {
            let breaks = column + 1 + length > LINE;
            text.push(if breaks { '\n' } else { ' ' });
            column = if breaks { 0 } else { column + 1 };
        }
        text.push_str(word);
        column += length;
    };
    let (mut position, mut number) = (*game.start.position(), 1);
    for (place, (played, comment)) in game.moves.iter().enumerate() {
        let first = position.side() == variant.first;
        let after_comment = place > 0 && game.moves.get(place - 1).is_some_and(|(_, comment)| !comment.is_empty());
        let numbered = match first {
            true => format!("{number}. "),
            false if place == 0 || after_comment => format!("{number}... "),
            false => String::new(),
        };
        put(&(numbered + &pdn_move(&position, *played, variant)));
        if !comment.is_empty() {
            put(&format!("{{{}}}", comment.replace(['{', '}'], "'")));
        }
        number += u32::from(!first);
        position = position.play(*played);
    }
    put(result);
    text.push_str("\n\n");
    text
}

/// Writes a tag; quotes and backslashes are escaped, control characters become spaces.
fn tag(text: &mut String, name: &str, value: &str) {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    // Writing to a string does not fail.
    let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
}
