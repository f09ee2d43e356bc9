//! Reading PDN: tags and main lines, as people and programs write them.

use crate::board::{Move, Position, Side};
use crate::lang::{Lang, Say};
use crate::rules::{State, Variant};

use super::movetext::may_join;
use super::naming::quoted;
use super::{FenError, MoveError, MoveFault, PdnResult, parse_fen, parse_move};

/// A game that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct PdnRecord {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// All tags, in their order.
    pub tags: Vec<(String, String)>,
    /// Where it began: the `FEN` tag, or the start position.
    pub start: State,
    /// The moves of the main line.
    pub moves: Vec<Move>,
    /// The result, from the end of the moves or else from the tag.
    pub result: PdnResult,
}

impl PdnRecord {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// Why a game could not be read, and the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnError {
    /// The line on which the fault stands, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: PdnFault,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PdnFault {
    /// The `FEN` tag is wrong.
    Fen(FenError),
    /// A move is wrong: its place from 1, and why.
    Move(usize, MoveError),
    /// A comment, a variation or a tag is not closed.
    Unclosed(char),
    /// A tag is not of the form `[Name "value"]`.
    Tag(String),
    /// The game is of another ruleset: its `GameType`.
    GameType(String),
}

impl Say for PdnError {
    fn say(&self, lang: Lang) -> String {
        let line = self.line;
        let what = match &self.fault {
            PdnFault::Fen(error) => format!("FEN: {}", error.say(lang)),
            PdnFault::Move(place, error) => {
                let error = error.say(lang);
                lang.pick(format!("move {place}: {error}"), format!("jugada {place}: {error}"))
            }
            PdnFault::Unclosed(c) => {
                lang.pick(format!("'{c}' is opened and not closed"), format!("'{c}' se abre y no se cierra"))
            }
            PdnFault::Tag(text) => lang.pick(
                format!("'{text}' is no tag; write [Name \"value\"]"),
                format!("'{text}' no es una etiqueta; escriba [Nombre \"valor\"]"),
            ),
            PdnFault::GameType(text) => lang.pick(
                format!("GameType \"{text}\" is another game; choose its ruleset by --rules"),
                format!("GameType \"{text}\" es otro juego; elíjalo con --rules"),
            ),
        };
        lang.pick(format!("line {line}: {what}"), format!("línea {line}: {what}"))
    }
}

spoken_error!(PdnError);

/// Reads the games of a PDN text. Comments (nested braces, and from `;` to the end of the line), NAGs and variations are
/// skipped. A capture whose text fits several moves means the one with which the rest of the game is legal, if there is
/// just one. For a game that cannot be read, why; the reader goes on with the next.
pub fn read_pdn(text: &str, variant: &Variant) -> Vec<Result<PdnRecord, PdnError>> {
    let mut lexer = Lexer::new(text);
    let mut games = Vec::new();
    let mut raw = Raw::default();
    loop {
        let line = lexer.line;
        let token = lexer.next();
        // A tag after moves begins the next game, also where the last had no result.
        if (matches!(token, Ok(Some(Token::Tag(..)))) && raw.has_moves) || matches!(token, Ok(None)) {
            games.extend(std::mem::take(&mut raw).read(variant));
        }
        match token {
            Ok(None) => return games,
            Ok(Some(token)) => {
                if raw.line == 0 {
                    raw.line = lexer.token_line;
                }
                if raw.take(token, lexer.token_line, variant) {
                    games.extend(std::mem::take(&mut raw).read(variant));
                }
            }
            Err(fault) => {
                raw.line = if raw.line == 0 { line } else { raw.line };
                raw.fault.get_or_insert(PdnError { line: lexer.token_line, fault });
            }
        }
    }
}

/// A game taken apart and not yet understood.
#[derive(Default)]
struct Raw {
    line: usize,
    fen_line: usize,
    tags: Vec<(String, String)>,
    /// Words of the main line that can be moves, each with its line.
    words: Vec<(String, usize)>,
    has_moves: bool,
    depth: usize,
    result: Option<PdnResult>,
    fault: Option<PdnError>,
}

impl Raw {
    /// Takes a token: whether it ends the game.
    fn take(&mut self, token: Token, line: usize, variant: &Variant) -> bool {
        match token {
            Token::Tag(name, value) => {
                if name.eq_ignore_ascii_case("FEN") {
                    self.fen_line = line;
                }
                self.tags.push((name, value));
            }
            Token::Open => self.depth += 1,
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::Word(_) if self.depth > 0 => {}
            Token::Word(word) => {
                self.has_moves = true;
                if let Some(result) = result(&word, variant) {
                    self.result = Some(result);
                    return true;
                }
                let word = without_number(&word).trim_end_matches(['!', '?', '*']);
                if !word.is_empty() {
                    self.words.push((word.to_owned(), line));
                }
            }
        }
        false
    }

    /// The game; `None` where there was nothing.
    fn read(self, variant: &Variant) -> Option<Result<PdnRecord, PdnError>> {
        if self.tags.is_empty() && !self.has_moves && self.fault.is_none() {
            return None;
        }
        if let Some(error) = self.fault {
            return Some(Err(error));
        }
        Some(self.understand(variant))
    }

    fn understand(self, variant: &Variant) -> Result<PdnRecord, PdnError> {
        let tag = |name: &str| {
            self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
        };
        if let Some(text) = tag("GameType").filter(|text| !is_game_type(text, variant)) {
            let fault = PdnFault::GameType(quoted(text));
            return Err(PdnError { line: self.line, fault });
        }
        let start = match tag("FEN").filter(|fen| !fen.trim().is_empty()) {
            Some(fen) => parse_fen(fen, variant.numbering, false)
                .map_err(|error| PdnError { line: self.fen_line, fault: PdnFault::Fen(error) })?
                .state(),
            None => State::new(variant.start()),
        };
        let moves = follow(start.position(), &self.words, variant)?;
        let from_tag = tag("Result").and_then(|text| result(text.trim(), variant));
        let told = self.result.filter(|result| *result != PdnResult::Unknown).or(from_tag);
        let result = told.unwrap_or(PdnResult::Unknown);
        Ok(PdnRecord { line: self.line, tags: self.tags, start, moves, result })
    }
}

/// The moves of a game. Where a text fits several moves, each is tried, and it must be just one with which the rest goes.
fn follow(start: &Position, words: &[(String, usize)], variant: &Variant) -> Result<Vec<Move>, PdnError> {
    /// How often the game may fork before it counts as ambiguous.
    const MOST_TRIES: usize = 256;
    let mut found: Option<Vec<Move>> = None;
    let mut furthest: Option<(usize, MoveError)> = None;
    let mut ambiguous: Option<(usize, MoveError)> = None;
    let mut tries = vec![(*start, Vec::new())];
    let mut tried = 0;
    let error = |(place, error): (usize, MoveError)| {
        let line = words.get(place).map_or(0, |(_, line)| *line);
        PdnError { line, fault: PdnFault::Move(place + 1, error) }
    };
    while let Some((mut position, mut moves)) = tries.pop() {
        tried += 1;
        let ended = loop {
            let place = moves.len();
            let Some((word, _)) = words.get(place) else { break true };
            match parse_move(word, variant, &position) {
                Ok(played) => {
                    position = position.play(played);
                    moves.push(played);
                }
                Err(fault) => {
                    if let MoveFault::Ambiguous(several) = &fault.fault {
                        for &played in several {
                            let mut moves: Vec<Move> = moves.clone();
                            moves.push(played);
                            tries.push((position.play(played), moves));
                        }
                        ambiguous.get_or_insert((place, fault));
                    } else if furthest.as_ref().is_none_or(|(known, _)| *known < place) {
                        furthest = Some((place, fault));
                    }
                    break false;
                }
            }
        };
        if ended && found.replace(moves).is_some() || tried > MOST_TRIES {
            found = None;
            furthest = None;
            break;
        }
    }
    match (found, furthest.or(ambiguous)) {
        (Some(moves), _) => Ok(moves),
        (None, Some(fault)) => Err(error(fault)),
        (None, None) => Ok(Vec::new()),
    }
}

/// What a result says.
fn result(word: &str, variant: &Variant) -> Option<PdnResult> {
    let first = variant.first;
    match word {
        "1-0" | "2-0" => Some(PdnResult::Won(first)),
        "0-1" | "0-2" => Some(PdnResult::Won(!first)),
        "1/2-1/2" | "1-1" => Some(PdnResult::Drawn),
        "*" | "0-0" => Some(PdnResult::Unknown),
        _ => None,
    }
}

/// Whether a `GameType` is that of a ruleset: by number, or by name where it has none. Anything that is no game we know
/// by number is let through, as many programs write it wrongly or not at all.
fn is_game_type(text: &str, variant: &Variant) -> bool {
    let number = text.split(',').next().and_then(|number| number.trim().parse::<u8>().ok());
    match (number, variant.game_type) {
        (Some(number), Some(own)) => number == own || !(20..=50).contains(&number),
        (Some(number), None) => !(20..=50).contains(&number),
        (None, _) => true,
    }
}

/// A word without the move number before it: `12.`, `12...`, `1.9-13`.
fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if digits.starts_with('.') { digits.trim_start_matches('.') } else { word }
}

enum Token {
    Tag(String, String),
    Open,
    Close,
    Word(String),
}

/// Takes PDN apart.
struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    /// The line on which the last token began.
    token_line: usize,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Lexer<'a> {
        Lexer { rest: text.trim_start_matches('\u{FEFF}'), line: 1, token_line: 1 }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let c = characters.next()?;
        self.rest = characters.as_str();
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn skip_while(&mut self, skips: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&skips) {
            self.bump();
        }
    }

    fn next(&mut self) -> Result<Option<Token>, PdnFault> {
        loop {
            self.skip_while(char::is_whitespace);
            self.token_line = self.line;
            let Some(c) = self.peek() else { return Ok(None) };
            match c {
                '{' => self.comment()?,
                ';' | '%' => self.skip_while(|c| c != '\n'),
                '$' => {
                    self.bump();
                    self.skip_while(|c| c.is_ascii_digit());
                }
                '[' => return self.tag().map(Some),
                '(' | ')' => {
                    self.bump();
                    return Ok(Some(if c == '(' { Token::Open } else { Token::Close }));
                }
                '}' | ']' | '"' => {
                    self.bump();
                }
                _ => return Ok(Some(Token::Word(self.word()))),
            }
        }
    }

    fn comment(&mut self) -> Result<(), PdnFault> {
        let mut depth = 0;
        while let Some(c) = self.bump() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
        Err(PdnFault::Unclosed('{'))
    }

    fn tag(&mut self) -> Result<Token, PdnFault> {
        let whole = self.rest;
        let wrong = || PdnFault::Tag(quoted(whole.lines().next().unwrap_or("")));
        self.bump();
        self.skip_while(char::is_whitespace);
        let mut name = String::new();
        while let Some(c) = self.peek().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-')) {
            name.push(c);
            self.bump();
        }
        self.skip_while(|c| c.is_whitespace() && c != '\n');
        if name.is_empty() || !self.peek().is_some_and(is_quote) {
            self.skip_while(|c| c != '\n');
            return Err(wrong());
        }
        self.bump();
        let mut value = String::new();
        loop {
            match self.bump() {
                None | Some('\n') => return Err(wrong()),
                Some('\\') => value.extend(self.bump()),
                Some(c) if is_quote(c) => break,
                Some(c) => value.push(c),
            }
        }
        self.skip_while(|c| c != ']' && c != '\n');
        if self.peek() == Some(']') {
            self.bump();
        }
        Ok(Token::Tag(name, value))
    }

    /// A word; the signs of a move can have spaces round them.
    fn word(&mut self) -> String {
        let mut word = String::new();
        loop {
            while let Some(c) = self.peek().filter(|&c| !c.is_whitespace() && !"{}()[];$\"".contains(c)) {
                word.push(c);
                self.bump();
                // `1.9-13` is two words.
                if c == '.' && self.peek().is_none_or(|next| next != '.') {
                    return word;
                }
            }
            let after = self.rest.trim_start();
            if word.is_empty() || !may_join(&word, after) {
                return word;
            }
            self.skip_while(char::is_whitespace);
        }
    }
}

/// Whether the character is a quotation mark round a tag's value.
const fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201C}' | '\u{201D}')
}

/// The side that a result names the winner; `None` for a draw or no result.
impl PdnResult {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            PdnResult::Won(side) => Some(side),
            PdnResult::Drawn | PdnResult::Unknown => None,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::notation::{PdnGame, write_pdn};

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
        assert!(said[0].starts_with("line 3: move 2: 22-19:"), "{}", said[0]);
        assert!(said[1].starts_with("line 4: FEN:"), "{}", said[1]);
        assert!(said[2].contains("another game"), "{}", said[2]);
        assert!(said[3].starts_with("line 8: '[oops]' is no tag"), "{}", said[3]);
        assert_eq!(said[4], "fine");
        assert_eq!(said[5], "line 11: '{' is opened and not closed");
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
