//! Games as PDN 3.0.

use std::fmt::Write;

use crate::board::{Move, Position};
use crate::rules::{State, Variant};

use crate::notation::{pdn_move, write_fen_full};

use super::{PdnLine, PdnMove, PdnRecord, PdnResult, nag_sign};

/// The longest line of moves, in characters.
const LINE: usize = 100;

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
    let mut play = PdnLine::default();
    for (played, comment) in &game.moves {
        let comments = Some(comment.clone()).filter(|comment| !comment.is_empty()).into_iter().collect();
        play.moves.push(PdnMove { comments, ..PdnMove::new(*played) });
    }
    write(&game.tags, &game.start, 1, &play, game.result, variant)
}

/// Writes a game with its comments, marks and variations as PDN, with an empty line after it. The moves must be legal.
pub fn write_record(game: &PdnRecord) -> String {
    write(&game.tags, &game.start, game.first_number, &game.play, game.result, game.variant)
}

/// Tags that say what other fields of a game say.
const OWN_TAGS: [&str; 4] = ["Result", "GameType", "SetUp", "FEN"];

fn write(
    tags: &[(String, String)],
    start: &State,
    first_number: u32,
    play: &PdnLine,
    result: PdnResult,
    variant: &Variant,
) -> String {
    let mut text = String::new();
    let token = result.token(variant);
    for (name, value) in tags.iter().filter(|(name, _)| !OWN_TAGS.iter().any(|own| own.eq_ignore_ascii_case(name))) {
        tag(&mut text, name, value);
    }
    tag(&mut text, "Result", token);
    tag(&mut text, "GameType", variant.pdn_game_type);
    if *start != State::new(variant.start()) {
        tag(&mut text, "SetUp", "1");
        let number = Some(first_number).filter(|&number| number != 1);
        tag(&mut text, "FEN", &write_fen_full(start, variant.numbering, number));
    }
    text.push('\n');
    let mut page = Page { text, column: 0, opened: String::new() };
    Writer { page: &mut page, variant }.line(start.position(), play, first_number);
    page.put(token);
    page.text.push_str("\n\n");
    page.text
}

/// Text broken into lines.
struct Page {
    text: String,
    column: usize,
    /// Parentheses that wait for the word they stand before.
    opened: String,
}

impl Page {
    /// Adds a word after a space or a line break.
    fn put(&mut self, word: &str) {
        let opened = std::mem::take(&mut self.opened);
        let length = opened.len() + word.chars().count();
        if self.column > 0 {
            let breaks = self.column + 1 + length > LINE;
            self.text.push(if breaks { '\n' } else { ' ' });
            self.column = if breaks { 0 } else { self.column + 1 };
        }
        self.text.push_str(&opened);
        self.text.push_str(word);
        self.column += length;
    }

    /// Adds something to the last word.
    fn glue(&mut self, more: &str) {
        self.text.push_str(more);
        self.column += more.chars().count();
    }

    /// Adds a comment, which can be broken at its spaces. Braces in it become parentheses: PDN has no comments in comments,
    /// and most readers end one at the first brace.
    fn comment(&mut self, comment: &str) {
        let comment = format!("{{{}}}", comment.trim().replace('{', "(").replace('}', ")"));
        comment.split_whitespace().for_each(|word| self.put(word));
    }
}

/// Writes lines of moves.
struct Writer<'a> {
    page: &'a mut Page,
    variant: &'a Variant,
}

impl Writer<'_> {
    /// Writes a line. A move of the side that moves second has its number only at the beginning of a line: nothing else
    /// needs one, and some readers are put off by a number that comes twice.
    fn line(&mut self, start: &Position, line: &PdnLine, first_number: u32) {
        let (mut position, mut number) = (*start, first_number);
        line.comments.iter().for_each(|comment| self.page.comment(comment));
        for (place, of) in line.moves.iter().enumerate() {
            let first = position.side() == self.variant.first;
            let numbered = match first {
                true => format!("{number}. "),
                false if place == 0 => format!("{number}... "),
                false => String::new(),
            };
            let marks: String = of.nags.iter().filter_map(|&nag| nag_sign(nag)).collect();
            self.page.put(&(numbered + &pdn_move(&position, of.played, self.variant) + &marks));
            of.nags.iter().filter(|&&nag| nag_sign(nag).is_none()).for_each(|nag| self.page.put(&format!("${nag}")));
            of.comments.iter().for_each(|comment| self.page.comment(comment));
            for variation in &of.variations {
                self.page.opened.push('(');
                self.line(&position, variation, number);
                self.page.glue(")");
            }
            number = number.saturating_add(u32::from(!first));
            position = position.play(of.played);
        }
    }
}

/// Writes a tag; quotes and backslashes are escaped, control characters become spaces.
fn tag(text: &mut String, name: &str, value: &str) {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    // Writing to a string does not fail.
    let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
}
