//! Reading PDN game by game.

use std::io::BufRead;

use crate::notation::parse_fen;
use crate::rules::{State, Variant};

use super::follow::follow;
use super::game_type::{fits, named_game_type};
use super::lexer::{Lexer, Placed, Token};
use super::raw::{Raw, is_later_number};
use super::source::At;
use super::{PdnError, PdnFault, PdnRecord};

/// Which ruleset games are read by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ruleset {
    /// All are of this one; a game whose `GameType` is another is not read.
    Only(&'static Variant),
    /// That of each game's `GameType`, or else this.
    ByTag(&'static Variant),
}

/// Reads the games of a PDN file, one after another: an iterator that holds one game at a time, however large the file.
///
/// In place of a game that cannot be read it gives the reason, with line and column, and goes on with the next. Where the
/// file itself breaks off, that is the last error. A comment is what stands in braces, with braces inside it in pairs, or
/// behind a semicolon up to the end of the line. A capture whose text fits several moves means the one with which the rest
/// of the game is legal, if there is just one.
///
/// ```
/// use damero::{PdnReader, Variant};
/// let text = "[White \"a\"]\n1. 11-15 22-19 *\n\n[White \"b\"]\n1. 11-15 23-19! {as usual} 1/2-1/2\n";
/// let mut games = PdnReader::new(text.as_bytes(), Variant::named("english")?);
/// let wrong = games.next().unwrap().unwrap_err();
/// assert_eq!((wrong.line, wrong.column), (2, 10));
/// assert_eq!(games.next().unwrap()?.play.moves[1].comments, ["as usual"]);
/// assert!(games.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PdnReader<R> {
    lexer: Lexer<R>,
    ruleset: Ruleset,
    allow_odd: bool,
    /// A token that was found to belong to the next game.
    ended: bool,
}

impl<R: BufRead> PdnReader<R> {
    /// Reads games of one ruleset. A game whose `GameType` is another is an error.
    pub fn new(input: R, variant: &'static Variant) -> PdnReader<R> {
        PdnReader { lexer: Lexer::new(input), ruleset: Ruleset::Only(variant), allow_odd: false, ended: false }
    }

    /// Reads each game by the ruleset of its `GameType`, or else the given one.
    pub fn by_game_type(input: R, default: &'static Variant) -> PdnReader<R> {
        PdnReader { ruleset: Ruleset::ByTag(default), ..PdnReader::new(input, default) }
    }

    /// Also takes positions of more than twelve pieces a side.
    #[must_use]
    pub fn allow_odd(mut self, allow: bool) -> PdnReader<R> {
        self.allow_odd = allow;
        self
    }

    /// The next game, taken apart; `None` at the end.
    fn raw(&mut self) -> Option<Raw> {
        let mut raw = Raw::default();
        loop {
            if self.lexer.peek().is_some_and(|placed| raw.ends_before(placed)) {
                break;
            }
            let placed = match self.lexer.next() {
                Ok(Some(placed)) => placed,
                Ok(None) => {
                    self.ended = true;
                    break;
                }
                Err((fault, at)) => {
                    self.ended |= matches!(fault, PdnFault::Io(_));
                    raw.fail(at, fault);
                    // A brace that is never closed hides the end of the game: what follows is the next.
                    if self.ended || matches!(raw.fault, Some(PdnError { fault: PdnFault::Unclosed('{'), .. })) {
                        break;
                    }
                    continue;
                }
            };
            let goes_on = placed.token == Token::Word("*".to_owned()) && self.goes_on();
            if raw.take(placed, goes_on) {
                self.trailing_comments(&mut raw);
                break;
            }
        }
        raw.finish();
        (!raw.is_empty()).then_some(raw)
    }

    /// Whether a `*` that stands alone is the mark of an only move: a later move follows.
    fn goes_on(&mut self) -> bool {
        matches!(self.lexer.peek(), Some(Placed { token: Token::Word(word), .. }) if is_later_number(word))
    }

    /// Takes the comments that follow the result, up to an empty line.
    fn trailing_comments(&mut self, raw: &mut Raw) {
        while let Some(Placed { token: Token::Comment(..), after_gap: false, .. }) = self.lexer.peek() {
            let Ok(Some(placed)) = self.lexer.next() else { return };
            raw.take(placed, false);
        }
    }

    fn understand(&self, mut raw: Raw) -> Result<PdnRecord, PdnError> {
        if let Some(error) = raw.fault {
            return Err(error);
        }
        let at = raw.at.unwrap_or(At { line: 1, column: 1 });
        let variant = match (self.ruleset, raw.tag("GameType")) {
            (Ruleset::ByTag(default), None) => default,
            (Ruleset::ByTag(default), Some(tag)) => named_game_type(&tag.value).unwrap_or(default),
            (Ruleset::Only(variant), _) => variant,
        };
        if let Some(tag) = raw.tag("GameType").filter(|tag| !fits(&tag.value, variant)) {
            let text = crate::notation::naming::quoted(&tag.value);
            return Err(PdnError::new(tag.at, PdnFault::GameType(text)));
        }
        let (start, first_number) = self.start(&raw, variant)?;
        let result = raw.told_result(variant);
        let mut notes = std::mem::take(&mut raw.notes);
        let play = follow(start.position(), std::mem::take(&mut raw.line), variant, &mut notes)?;
        notes.sort_by_key(|note| (note.line, note.column));
        Ok(PdnRecord {
            line: at.line,
            variant,
            tags: raw.tags.into_iter().map(|tag| (tag.name, tag.value)).collect(),
            start,
            first_number,
            moves: play.moves.iter().map(|of| of.played).collect(),
            play,
            result,
            notes,
        })
    }

    /// Where a game begins, and the number of its first move.
    fn start(&self, raw: &Raw, variant: &Variant) -> Result<(State, u32), PdnError> {
        let told = |name: &str| raw.tag(name).filter(|tag| !tag.value.trim().is_empty());
        let setup = told("SetUp").map(|tag| (tag, tag.value.trim() != "0"));
        match (told("FEN"), setup) {
            (Some(_), Some((_, false))) | (None, None | Some((_, false))) => Ok((State::new(variant.start()), 1)),
            (None, Some((tag, true))) => Err(PdnError::new(tag.at, PdnFault::NoFen)),
            (Some(tag), _) => {
                let setup = parse_fen(&tag.value, variant.numbering, self.allow_odd)
                    .map_err(|error| PdnError::new(tag.at, PdnFault::Fen(error)))?;
                Ok((setup.state(), setup.move_number.unwrap_or(1)))
            }
        }
    }
}

impl<R: BufRead> Iterator for PdnReader<R> {
    type Item = Result<PdnRecord, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            if let Some(raw) = self.raw() {
                return Some(self.understand(raw));
            }
        }
        None
    }
}

/// Reads all games of a text; see [`PdnReader`].
pub fn read_pdn(text: &str, variant: &'static Variant) -> Vec<Result<PdnRecord, PdnError>> {
    PdnReader::new(text.as_bytes(), variant).collect()
}

/// Whether a text is rather PDN than a FEN a line: it begins with a tag, a comment in braces or the number of a move.
pub fn looks_like_pdn(text: &str) -> bool {
    let mut lexer = Lexer::new(text.as_bytes());
    match lexer.next() {
        Ok(Some(Placed { token: Token::Word(word), .. })) => {
            let digits = word.trim_end_matches(['.', '…']);
            digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        }
        Ok(Some(Placed { token: Token::Tag(..), .. })) => true,
        _ => text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}').starts_with(['[', '{']),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::board::{Move, Side};
    use crate::notation::{PdnGame, PdnResult, write_pdn};

    fn variant(name: &str) -> &'static Variant {
        Variant::named(name).unwrap()
    }

    fn one(text: &str, name: &str) -> Result<PdnRecord, PdnError> {
        let mut games = read_pdn(text, variant(name));
        assert_eq!(games.len(), 1, "{text}: {games:?}");
        games.remove(0)
    }

    fn moves(text: &str, name: &str) -> Vec<String> {
        let game = one(text, name).unwrap();
        let mut position = *game.start.position();
        let write = |played: &Move| {
            let text = crate::notation::pdn_move(&position, *played, variant(name));
            position = position.play(*played);
            text
        };
        game.moves.iter().map(write).collect()
    }

    #[test]
    fn moves_are_read_however_they_are_written() {
        for text in [
            "1. 11-15 22-18 2. 15x22 25x18 *",
            "1.11-15 22-18 2.15x22 25x18",
            "1. 11 - 15 22 -18 2. 15 x 22 25x18",
            "11-15! {a {nested} 1-0 comment} 22-18?! $5 (22-17 9-13 (9-14)) 15:22 ; 1-0\n25x18*",
            "\u{FEFF}[Event \"x\"]\r\n\r\n1. 11-15 1... 22-18 2. 15x22x18 25x18x22 1/2-1/2\r\n",
        ] {
            assert_eq!(moves(text, "english"), ["11-15", "22-18", "15x22", "25x18"], "{text}");
        }
        assert_eq!(moves("1. c3-d4 d6c5 2. b2-c3 f6-g5 *", "russian"), ["c3-d4", "d6-c5", "b2-c3", "f6-g5"]);
    }

    #[test]
    fn results_are_of_the_side_that_moves_first() {
        let result = |text: &str, name: &str| one(text, name).unwrap().result;
        assert_eq!(result("11-15 1-0", "english"), PdnResult::Won(Side::Black));
        assert_eq!(result("11-15 0-2", "english"), PdnResult::Won(Side::White));
        assert_eq!(result("c3-d4 2-0", "russian"), PdnResult::Won(Side::White));
        assert_eq!(result("[Result \"1-1\"]\n11-15 *", "english"), PdnResult::Drawn);
        assert_eq!(result("11-15 {1-0}", "english"), PdnResult::Unknown);
        assert_eq!(PdnResult::Won(Side::White).winner(), Some(Side::White));
    }

    #[test]
    fn games_part_at_results_and_at_tags() {
        let text = "[Event \"a \\\"b\\\" ]\"]\n[FEN \"W:W18:B15\"]\n1. 18x11 1-0\n[Event \"c\"]\n11-15\n[Event \"d\"]\n\n*\n9-13 *";
        let games: Vec<PdnRecord> = read_pdn(text, variant("english")).into_iter().map(Result::unwrap).collect();
        assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [1, 1, 0, 1]);
        assert_eq!(games.iter().map(|game| game.line).collect::<Vec<_>>(), [1, 4, 6, 9]);
        assert_eq!(games[0].tag("event"), Some("a \"b\" ]"));
        assert_eq!(games[0].start.position().pieces(Side::White).count(), 1);
        assert_eq!(games[2].tag("Event"), Some("d"));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line_and_the_next_game_is_read() {
        let text = "[Event \"a\"]\n1. 11-15\n22-19 *\n[FEN \"W:W50:B1\"]\n*\n[GameType \"25,W,8,8,A0,0\"]\n*\n[oops]\n*\n11-15 *\n{";
        let games = read_pdn(text, variant("english"));
        let said: Vec<String> = games
            .iter()
            .map(|game| game.as_ref().map_or_else(|error| error.to_string(), |_| "fine".to_owned()))
            .collect();
        assert_eq!(said.len(), 6, "{said:?}");
        assert!(said[0].starts_with("line 3, column 1: move 2: 22-19:"), "{}", said[0]);
        assert!(said[1].starts_with("line 4, column 1: FEN:"), "{}", said[1]);
        assert!(said[2].contains("another game"), "{}", said[2]);
        assert!(said[3].starts_with("line 8, column 1: '[oops]' is no tag"), "{}", said[3]);
        assert_eq!(said[4], "fine");
        assert_eq!(said[5], "line 11, column 1: '{' is opened and not closed");
    }

    #[test]
    fn the_rest_of_the_game_tells_captures_apart() {
        // The man on 31 can take 26 and 18, or 27 and 19, to come to 15 either way.
        let fen = "[FEN \"W:W31:B2,18,19,26,27\"]\n";
        let games = read_pdn(&format!("{fen}31x15 2-6 *"), variant("english"));
        let fits_both = games[0].as_ref().unwrap_err().to_string();
        assert!(fits_both.contains("move 1: 31x15: more than one"), "{fits_both}");
        // The first leaves the man on 19, which then moves.
        let resolved = one(&format!("{fen}31x15 19-23 *"), "english").unwrap();
        assert_eq!(resolved.moves[0].captured().count(), 2);
        assert_eq!(resolved.moves.len(), 2);
    }

    #[test]
    fn what_is_written_is_read_again() {
        for name in ["english", "italian", "russian", "spanish", "filipino"] {
            let variant = variant(name);
            let generator = crate::movegen::MoveGen::of(variant.laws);
            let mut position = variant.start();
            let mut moves = Vec::new();
            for choice in 0..60usize {
                let legal = generator.legal_moves(&position);
                let Some(&played) = legal.get(choice * 7 % legal.len().max(1)) else { break };
                moves.push((played, if choice % 3 == 0 { format!("0.1{{2}}/{choice}") } else { String::new() }));
                position = position.play(played);
            }
            let tags = vec![("Event".to_owned(), "a \"quoted\" \\ name".to_owned())];
            let start = State::new(variant.start());
            let game = PdnGame { tags, start, moves, result: PdnResult::Drawn };
            let text = write_pdn(&game, variant);
            assert!(text.lines().all(|line| line.chars().count() <= LINE_LIMIT), "{text}");
            let read = one(&text, name).unwrap();
            assert_eq!(read.moves, game.moves.iter().map(|(played, _)| *played).collect::<Vec<_>>(), "{text}");
            assert_eq!((read.result, read.tag("Event")), (PdnResult::Drawn, Some("a \"quoted\" \\ name")));
        }
    }

    #[test]
    fn no_text_makes_it_panic_or_lose_its_way() {
        let sound =
            "[Event \"a\"]\n[FEN \"W:W31:B2,18,19,26,27\"]\n1. 31x15 {c} 19-23 (2-6 ; x\n) $1 2. 15 - 10! 1-0\n";
        let odd: Vec<char> = "{}()[];$\"'*.-x:/\\\n\t 019aéK\u{201C}\u{0}".chars().collect();
        let mut bits = 1u64;
        let mut below = |bound: usize| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (bits >> 33) as usize % bound
        };
        for _ in 0..3000 {
            let mut text: Vec<char> = sound.repeat(2).chars().collect();
            for _ in 0..=below(6) {
                let at = below(text.len());
                match below(3) {
                    0 => text[at] = odd[below(odd.len())],
                    1 => text.insert(at, odd[below(odd.len())]),
                    _ => text.truncate(at + 1),
                }
            }
            let text: String = text.into_iter().collect();
            let lines = text.matches('\n').count() + 1;
            for game in read_pdn(&text, variant("english")) {
                let line = game.map_or_else(|error| error.line, |game| game.line);
                assert!((1..=lines).contains(&line), "{line} {text:?}");
            }
        }
    }

    const LINE_LIMIT: usize = 120;
}
