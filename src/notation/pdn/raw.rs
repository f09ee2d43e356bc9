//! A game taken apart and not yet understood.

use crate::rules::Variant;

use super::lexer::{Placed, Token};
use super::source::At;
use super::{PdnError, PdnFault, PdnResult};

/// How deep variations can lie in one another.
const DEEPEST: usize = 40;
/// The most bytes of words, comments and tags in a game, and what is kept with each of them.
const MOST_BYTES: usize = 1 << 23;
const BYTES_EACH: usize = 64;

/// A word that should be a move, with what is said of it.
#[derive(Debug)]
pub(super) struct RawMove {
    pub word: String,
    pub at: At,
    pub nags: Vec<u8>,
    pub comments: Vec<String>,
    pub variations: Vec<RawLine>,
}

/// A line of moves.
#[derive(Default, Debug)]
pub(super) struct RawLine {
    pub at: Option<At>,
    pub comments: Vec<String>,
    pub moves: Vec<RawMove>,
}

/// A tag and its place.
#[derive(Debug)]
pub(super) struct RawTag {
    pub name: String,
    pub value: String,
    pub at: At,
}

/// A game.
#[derive(Default, Debug)]
pub(super) struct Raw {
    pub at: Option<At>,
    pub tags: Vec<RawTag>,
    /// The main line, and inside it the variations that are open, each in its place from the outermost in.
    pub line: RawLine,
    open: Vec<RawLine>,
    /// The token of the result.
    pub result: Option<String>,
    pub fault: Option<PdnError>,
    pub notes: Vec<PdnError>,
    bytes: usize,
}

impl Raw {
    /// Whether nothing has been found yet that makes it a game.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && !self.has_moves() && self.fault.is_none()
    }

    /// Whether the moves, or the result, have begun.
    pub fn has_moves(&self) -> bool {
        !self.line.moves.is_empty() || self.result.is_some() || !self.open.is_empty() || self.bytes > MOST_BYTES
    }

    /// Whether a tag begins another game than this.
    pub fn ends_before(&self, placed: &Placed) -> bool {
        let Token::Tag(name, _) = &placed.token else { return false };
        let again = || self.tags.iter().any(|tag| tag.name.eq_ignore_ascii_case(name));
        self.has_moves() || placed.after_gap && again()
    }

    /// Notes what makes the game unreadable; the first fault counts.
    pub fn fail(&mut self, at: At, fault: PdnFault) {
        self.at.get_or_insert(at);
        self.fault.get_or_insert(PdnError::new(at, fault));
    }

    fn note(&mut self, at: At, fault: PdnFault) {
        self.notes.push(PdnError::new(at, fault));
    }

    /// The line that is being read.
    fn current(&mut self) -> &mut RawLine {
        self.open.last_mut().unwrap_or(&mut self.line)
    }

    /// Takes a token: whether it ends the game. `goes_on` says that what follows is more of the same game.
    pub fn take(&mut self, placed: Placed, goes_on: bool) -> bool {
        let Placed { token, at, .. } = placed;
        self.at.get_or_insert(at);
        self.bytes += BYTES_EACH;
        self.bytes += match &token {
            Token::Tag(name, value) => name.len() + value.len(),
            Token::Comment(text, _) | Token::Word(text) => text.len(),
            _ => 0,
        };
        if self.bytes > MOST_BYTES {
            // That is all that counts from here on; what was read need not be kept.
            self.fail(at, PdnFault::TooLong);
            (self.line, self.open) = (RawLine::default(), Vec::new());
            (self.tags, self.notes) = (Vec::new(), Vec::new());
            return matches!(&token, Token::Word(word) if word != "*" && is_result(word));
        }
        match token {
            Token::Tag(name, value) => self.tags.push(RawTag { name, value, at }),
            Token::Open if self.open.len() == DEEPEST => self.fail(at, PdnFault::TooDeep),
            Token::Open => self.open.push(RawLine { at: Some(at), ..RawLine::default() }),
            Token::Close => self.close(at),
            Token::Comment(text, over_tags) => {
                if over_tags {
                    self.note(at, PdnFault::OverTags);
                }
                self.comment(text);
            }
            Token::Nag(nag) => self.nag(nag),
            Token::Stray(c) => self.note(at, PdnFault::Stray(c)),
            Token::Word(word) => return self.word(word, at, goes_on),
        }
        false
    }

    /// Adds a comment behind the last move.
    pub fn comment(&mut self, text: String) {
        if text.is_empty() {
            return;
        }
        let line = self.current();
        match line.moves.last_mut() {
            Some(last) => last.comments.push(text),
            None => line.comments.push(text),
        }
    }

    /// A mark before any move is one of the position, which nobody asks for; it is kept as a comment.
    fn nag(&mut self, nag: u8) {
        match self.current().moves.last_mut() {
            Some(last) => last.nags.push(nag),
            None => self.comment(format!("${nag}")),
        }
    }

    fn close(&mut self, at: At) {
        let Some(line) = self.open.pop() else {
            // Without its beginning a variation would be taken for moves of the game.
            self.fail(at, PdnFault::Stray(')'));
            return;
        };
        let opened = line.at.unwrap_or(at);
        // `(!)` is a mark.
        if let (true, [text]) = (line.moves.is_empty(), line.comments.as_slice())
            && let Some(nag) = mark(text)
        {
            self.nag(nag);
            return;
        }
        match self.current().moves.last_mut() {
            Some(last) if !line.moves.is_empty() => last.variations.push(line),
            _ => {
                let text = line.text();
                self.note(opened, PdnFault::NoVariation(crate::notation::naming::quoted(&text)));
                self.comment(text);
            }
        }
    }

    fn word(&mut self, word: String, at: At, goes_on: bool) -> bool {
        let is_result = is_result(&word);
        if is_result && self.open.is_empty() && !(word == "*" && goes_on) {
            self.result = Some(word);
            return true;
        }
        if is_result && word != "*" {
            self.comment(word);
            return false;
        }
        if let Some(nag) = mark(&word) {
            // Before any move, as the whole of `(!)`, it is told apart when the parenthesis closes.
            match self.current().moves.last() {
                Some(_) => self.nag(nag),
                None => self.comment(word),
            }
            return false;
        }
        let text = without_number(&word);
        if text.is_empty() || self.is_next_number(text) {
            return false;
        }
        let bare = text.trim_end_matches(['!', '?', '*']);
        let nags = text.get(bare.len()..).and_then(mark).into_iter().collect();
        let bare = if bare.is_empty() { text } else { bare }.to_owned();
        self.current().moves.push(RawMove { word: bare, at, nags, comments: Vec::new(), variations: Vec::new() });
        false
    }

    /// Whether a word is the number of the move to come, without a full stop.
    fn is_next_number(&self, word: &str) -> bool {
        let Ok(number) = word.parse::<usize>() else { return false };
        let played = self.line.moves.len();
        self.open.is_empty() && (played / 2 + 1..=played / 2 + 2).contains(&number)
    }

    /// Closes what is open at the end of the game.
    pub fn finish(&mut self) {
        if let Some(at) = self.open.first().and_then(|line| line.at) {
            self.fail(at, PdnFault::Unclosed('('));
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&RawTag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// The token of the `Result` tag, in a ruleset.
    pub fn told_result(&self, variant: &Variant) -> PdnResult {
        let read = |text: &str| PdnResult::of_token(text.trim(), variant);
        let from_moves = self.result.as_deref().and_then(read).filter(|result| *result != PdnResult::Unknown);
        from_moves.or_else(|| self.tag("Result").and_then(|tag| read(&tag.value))).unwrap_or(PdnResult::Unknown)
    }
}

impl RawLine {
    /// The line as it was written, near enough.
    pub fn text(&self) -> String {
        let mut parts: Vec<String> = self.comments.clone();
        for played in &self.moves {
            parts.push(played.word.clone());
            parts.extend(played.nags.iter().map(|nag| format!("${nag}")));
            parts.extend(played.comments.iter().cloned());
            parts.extend(played.variations.iter().map(|line| format!("({})", line.text())));
        }
        parts.join(" ")
    }
}

/// Whether a word is a result. (Whose, depends on the ruleset.)
fn is_result(word: &str) -> bool {
    crate::rules::VARIANTS.first().is_some_and(|variant| PdnResult::of_token(word, variant).is_some())
}

/// The number of a mark: `!` 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6, `*` (the only move) 7. Longer ones mean as much.
fn mark(text: &str) -> Option<u8> {
    let signs = text.trim_matches('*');
    if signs.is_empty() {
        return (!text.is_empty()).then_some(7);
    }
    let all = |sign: char| signs.chars().all(|c| c == sign);
    match signs {
        _ if signs.contains(|c| !matches!(c, '!' | '?')) => None,
        "!" => Some(1),
        "?" => Some(2),
        _ if all('!') => Some(3),
        _ if all('?') => Some(4),
        _ if signs.starts_with('!') => Some(5),
        _ => Some(6),
    }
}

/// A word without the move number before it: `12.`, `12...`, and dots alone.
fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = digits.trim_start_matches(['.', '…']);
    if rest.len() < digits.len() { rest } else { word }
}

/// Whether a word is the number of a move other than the first.
pub(super) fn is_later_number(word: &str) -> bool {
    let digits = word.trim_end_matches(['.', '…']);
    digits.len() < word.len() && digits.parse::<u32>().is_ok_and(|number| number > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_have_numbers() {
        let marks = ["!", "?", "!!", "??", "!?", "?!", "*", "!!!", "???", "!*", "", "x", "!x"].map(mark);
        let numbers = [1, 2, 3, 4, 5, 6, 7, 3, 4, 1].map(Some);
        assert_eq!(marks[..10], numbers);
        assert_eq!(marks[10..], [None; 3]);
    }

    #[test]
    fn numbers_are_taken_off() {
        for (word, rest) in [("12.", ""), ("12...", ""), ("...", ""), ("3…", ""), ("11-15", "11-15"), ("12", "12")] {
            assert_eq!(without_number(word), rest, "{word}");
        }
        assert!(is_later_number("7.") && is_later_number("12...") && !is_later_number("1.") && !is_later_number("7"));
    }
}
