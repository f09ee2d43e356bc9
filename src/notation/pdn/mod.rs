//! Games as PDN: the reader takes what people and programs write, the writer writes PDN 3.0.

mod fault;
mod follow;
mod game_type;
mod lexer;
mod raw;
mod reader;
mod source;
mod write;

pub use fault::{PdnError, PdnFault};
pub use game_type::named_game_type;
pub use reader::{PdnReader, looks_like_pdn, read_pdn};
pub use write::{PdnGame, write_pdn, write_record};

use crate::board::{Move, Side};
use crate::rules::{DrawRules, State, Variant};

/// The result of a game as PDN writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PdnResult {
    /// A side won. `1-0` means that the side that moves first in the ruleset did.
    Won(Side),
    /// Drawn.
    Drawn,
    /// Lost for both sides: `0-0`.
    BothLost,
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
            PdnResult::BothLost => "0-0",
            PdnResult::Unknown => "*",
        }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            PdnResult::Won(side) => Some(side),
            PdnResult::Drawn | PdnResult::BothLost | PdnResult::Unknown => None,
        }
    }

    /// What a token says.
    fn of_token(token: &str, variant: &Variant) -> Option<PdnResult> {
        let first = variant.first;
        match token {
            "1-0" | "2-0" => Some(PdnResult::Won(first)),
            "0-1" | "0-2" => Some(PdnResult::Won(!first)),
            "1/2-1/2" | "1-1" | "½-½" => Some(PdnResult::Drawn),
            "0-0" => Some(PdnResult::BothLost),
            "*" => Some(PdnResult::Unknown),
            _ => None,
        }
    }
}

/// A move of a game and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnMove {
    /// The move.
    pub played: Move,
    /// Its marks, as numbers: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, 7 the only move, and others of PDN's list.
    pub nags: Vec<u8>,
    /// What is said after it, a text a comment, each on one line.
    pub comments: Vec<String>,
    /// Other moves in its place, each with what follows.
    pub variations: Vec<PdnLine>,
}

impl PdnMove {
    /// A move of which nothing is said.
    pub const fn new(played: Move) -> PdnMove {
        PdnMove { played, nags: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }
}

/// The sign of a mark that PDN has one for: 1 to 6, from `!` to `?!`.
pub const fn nag_sign(nag: u8) -> Option<&'static str> {
    Some(match nag {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        _ => return None,
    })
}

/// A line of moves and what is said about them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PdnLine {
    /// What is said before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PdnMove>,
}

/// A game that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct PdnRecord {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The ruleset.
    pub variant: &'static Variant,
    /// All tags, in their order.
    pub tags: Vec<(String, String)>,
    /// Where it began: the `FEN` tag, or the start position.
    pub start: State,
    /// The number of the first move, from the FEN or 1.
    pub first_number: u32,
    /// The moves of the main line.
    pub moves: Vec<Move>,
    /// The main line with comments, marks and variations.
    pub play: PdnLine,
    /// The result, from the end of the moves or else from the tag.
    pub result: PdnResult,
    /// What could not be understood and does not matter to the main line, such as a variation with an illegal move. It is
    /// kept as a comment where it stood.
    pub notes: Vec<PdnError>,
}

impl PdnRecord {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The states of the main line: the start, and what each move led to.
    pub fn states(&self, draws: &DrawRules) -> Vec<State> {
        let mut states = vec![self.start];
        let mut state = self.start;
        for &played in &self.moves {
            state = state.play(played, draws);
            states.push(state);
        }
        states
    }

    /// The number of a move of the main line, by its place from 0, as players count: both sides' moves share one.
    pub fn move_number(&self, place: usize) -> u32 {
        let second_begins = usize::from(self.start.position().side() != self.variant.first);
        self.first_number.saturating_add(u32::try_from((place + second_begins) / 2).unwrap_or(u32::MAX))
    }

    /// A title in one line: players, event, round and date, as far as they are known.
    pub fn title(&self) -> String {
        let known =
            |name: &str| self.tag(name).map(str::trim).filter(|text| !text.is_empty() && !text.starts_with('?'));
        let players = match (known("White"), known("Black")) {
            (None, None) => None,
            (white, black) => Some(format!("{} - {}", white.unwrap_or("?"), black.unwrap_or("?"))),
        };
        let event = match (known("Event"), known("Round")) {
            (Some(event), Some(round)) => Some(format!("{event} ({round})")),
            (Some(event), None) => Some(event.to_owned()),
            (None, _) => None,
        };
        let parts: Vec<String> = [players, event, known("Date").map(str::to_owned)].into_iter().flatten().collect();
        parts.join(", ")
    }
}
