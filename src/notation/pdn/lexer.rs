//! Takes PDN apart.

use std::io::BufRead;

use crate::notation::movetext::goes_on;
use crate::notation::naming::quoted;

use super::PdnFault;
use super::source::{At, Source};

/// A piece of PDN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag(String, String),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// What stands in braces or after a semicolon, on one line. The flag says that it runs over lines that look like
    /// tags.
    Comment(String, bool),
    /// `$5`.
    Nag(u8),
    /// A move, a move number, a result, signs of praise or blame.
    Word(String),
    /// A closing sign that closes nothing.
    Stray(char),
}

/// A token and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    pub token: Token,
    pub at: At,
    /// Whether an empty line stands before it.
    pub after_gap: bool,
}

/// The most bytes of a comment; nobody writes one as long, but a brace that is never closed makes one.
const LONGEST_COMMENT: usize = 1 << 18;
/// The most bytes of a tag's value.
const LONGEST_VALUE: usize = 1 << 16;
/// The most bytes that are kept of a word. No move has as many.
const LONGEST_WORD: usize = 1 << 10;

type Lexed = Result<Option<Placed>, (PdnFault, At)>;

/// Takes a text apart, with one token's view ahead.
pub(super) struct Lexer<R> {
    source: Source<R>,
    ahead: Option<Lexed>,
}

impl<R: BufRead> Lexer<R> {
    pub fn new(input: R) -> Lexer<R> {
        Lexer { source: Source::new(input), ahead: None }
    }

    /// The next token, which stays; `None` at the end and where there is something else.
    pub fn peek(&mut self) -> Option<&Placed> {
        if self.ahead.is_none() {
            self.ahead = Some(self.read());
        }
        self.ahead.as_ref()?.as_ref().ok()?.as_ref()
    }

    /// The next token; `None` at the end. After an error it goes on behind it. The signs of a move can have spaces round
    /// them, so words that belong together are put together.
    pub fn next(&mut self) -> Lexed {
        let mut placed = match self.ahead.take().unwrap_or_else(|| self.read()) {
            Ok(Some(placed)) => placed,
            other => return other,
        };
        if let Token::Word(word) = &mut placed.token {
            while let Some(Placed { token: Token::Word(next), .. }) = self.peek() {
                if !goes_on(word, next) || word.len() > LONGEST_WORD {
                    break;
                }
                let next = next.clone();
                word.push_str(&next);
                self.ahead = None;
            }
        }
        Ok(Some(placed))
    }

    fn read(&mut self) -> Lexed {
        let mut line_breaks = 0;
        loop {
            line_breaks += self.skip_space();
            let at = self.source.at();
            let Some(c) = self.source.peek() else {
                return match self.source.take_fault() {
                    Some(error) => Err((PdnFault::Io(error.to_string()), at)),
                    None => Ok(None),
                };
            };
            let token = match c {
                '{' => self.comment().map(Some),
                ';' => Ok(Some(self.line_comment())),
                // PDN's escape: such a line is for other programs.
                '%' if at.column == 1 => {
                    self.source.skip_while(|c| c != '\n');
                    Ok(None)
                }
                '$' => Ok(Some(self.nag())),
                '[' => self.tag().map(Some),
                '(' | ')' | '}' | ']' | '"' => {
                    self.source.bump();
                    Ok(Some(match c {
                        '(' => Token::Open,
                        ')' => Token::Close,
                        c => Token::Stray(c),
                    }))
                }
                _ => Ok(Some(Token::Word(self.word()))),
            };
            match token {
                Ok(Some(token)) => return Ok(Some(Placed { token, at, after_gap: line_breaks > 1 })),
                Ok(None) => {}
                Err(fault) => return Err((fault, at)),
            }
        }
    }

    /// Skips white space: how many lines it ends.
    fn skip_space(&mut self) -> usize {
        let before = self.source.at().line;
        self.source.skip_while(is_space);
        self.source.at().line - before
    }

    fn line_comment(&mut self) -> Token {
        self.source.bump();
        let mut text = String::new();
        loop {
            let rest = self.source.rest();
            let length = rest.find('\n').unwrap_or(rest.len());
            let ends = length < rest.len() || length == 0;
            let keep = text.len() < LONGEST_COMMENT;
            self.source.take(length, |piece| text.push_str(if keep { piece } else { "" }));
            if ends {
                return Token::Comment(on_one_line(&text), false);
            }
        }
    }

    /// A comment in braces: up to the brace that matches; where none does, up to the first that closes, if it comes before
    /// anything that looks like a tag. Else it is not closed, and reading goes on with that tag.
    fn comment(&mut self) -> Result<Token, PdnFault> {
        // Most are short; only where a brace is not closed is all looked at.
        let mut found = Err(Fallback::default());
        for size in [1 << 10, 1 << 14, LONGEST_COMMENT] {
            let held = self.source.look(size);
            found = find_end(held);
            if found.is_ok() || held.len() < size {
                break;
            }
        }
        let (end, over_tags) = match found {
            Ok(end) => (end.at, end.over_tags),
            Err(Fallback { close: Some(at), .. }) => (at, false),
            Err(Fallback { tag: Some(tag), .. }) => {
                self.source.take(tag, |_| {});
                return Err(PdnFault::Unclosed('{'));
            }
            Err(_) => {
                self.skip_to_tag();
                return Err(PdnFault::Unclosed('{'));
            }
        };
        let mut text = String::new();
        self.source.take(end + 1, |piece| text = on_one_line(piece.get(1..end).unwrap_or("")));
        Ok(Token::Comment(text, over_tags))
    }

    /// Skips to the next line that looks like a tag, or to the end.
    fn skip_to_tag(&mut self) {
        loop {
            self.source.skip_while(|c| c != '\n');
            self.source.bump();
            let line = self.source.look(LONGEST_WORD);
            if line.is_empty() || looks_like_tag(line) {
                return;
            }
        }
    }

    /// `$` and a number; any other is left for the reader to refuse.
    fn nag(&mut self) -> Token {
        self.source.bump();
        let mut digits = String::new();
        while let Some(c) = self.source.peek().filter(char::is_ascii_digit) {
            self.source.bump();
            if digits.len() < 4 {
                digits.push(c);
            }
        }
        digits.parse().map_or_else(|_| Token::Word(format!("${digits}")), Token::Nag)
    }

    fn tag(&mut self) -> Result<Token, PdnFault> {
        let line = self.source.look(LONGEST_WORD).lines().next().unwrap_or("");
        let shown = quoted(line);
        let tag = self.tag_parts();
        if tag.is_none() {
            self.source.skip_while(|c| c != '\n');
        }
        tag.map(|(name, value)| Token::Tag(name, value)).ok_or(PdnFault::Tag(shown))
    }

    /// Name and value of a tag; `None` where it is none. A value without quotation marks goes up to the bracket.
    fn tag_parts(&mut self) -> Option<(String, String)> {
        let blank = |c: char| is_space(c) && c != '\n';
        self.source.bump();
        self.source.skip_while(blank);
        let mut name = String::new();
        while let Some(c) = self.source.peek().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-')) {
            name.push(c);
            self.source.bump();
            if name.len() > LONGEST_WORD {
                return None;
            }
        }
        self.source.skip_while(blank);
        if name.is_empty() {
            return None;
        }
        let opened = self.source.peek().is_some_and(is_quote);
        if opened {
            self.source.bump();
        }
        let value = if opened { self.quoted_value()? } else { self.bare_value()? };
        Some((name, value))
    }

    /// The rest of a value in quotation marks, and the bracket. A quotation mark ends it that has the bracket behind it;
    /// others belong to the value, as do those with a backslash before them.
    fn quoted_value(&mut self) -> Option<String> {
        let mut value = String::new();
        loop {
            // A line end is left where it is: what follows is no part of the tag.
            if self.source.peek()? == '\n' {
                return None;
            }
            match self.source.bump()? {
                '\\' => match self.source.peek()? {
                    c if is_quote(c) || c == '\\' => {
                        value.push(c);
                        self.source.bump();
                    }
                    _ => value.push('\\'),
                },
                c if is_quote(c) => {
                    let after = self.source.look(LONGEST_WORD);
                    let after = after.trim_start_matches(|c| is_space(c) && c != '\n');
                    if after.starts_with(']') {
                        self.source.skip_while(|c| c != ']');
                        self.source.bump();
                        return Some(value);
                    }
                    // The bracket was forgotten.
                    if after.starts_with('\n') || after.is_empty() {
                        return Some(value);
                    }
                    value.push(c);
                }
                c => value.push(c),
            }
            if value.len() > LONGEST_VALUE {
                return None;
            }
        }
    }

    fn bare_value(&mut self) -> Option<String> {
        let mut value = String::new();
        loop {
            if self.source.peek()? == '\n' {
                return None;
            }
            match self.source.bump()? {
                ']' => return Some(value.trim().to_owned()).filter(|value| !value.is_empty()),
                c => value.push(c),
            }
            if value.len() > LONGEST_VALUE {
                return None;
            }
        }
    }

    /// A word. A full stop ends one, as in `1.9-13`, but for those that follow another.
    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(c) = self.source.peek().filter(|&c| !is_space(c) && !"{}()[];$\"".contains(c)) {
            if word.ends_with(is_stop) && !is_stop(c) {
                break;
            }
            if word.len() < LONGEST_WORD {
                word.push(c);
            }
            self.source.bump();
        }
        word
    }
}

/// Where a comment ends.
struct End {
    /// The place of its closing brace, in bytes.
    at: usize,
    over_tags: bool,
}

/// What there is to go by where no brace matches.
#[derive(Default)]
struct Fallback {
    /// The first closing brace, if nothing before it looks like a tag.
    close: Option<usize>,
    /// The first line that looks like a tag.
    tag: Option<usize>,
}

/// Finds the end of the comment with which a text begins.
fn find_end(text: &str) -> Result<End, Fallback> {
    let (mut depth, mut fallback) = (0, Fallback::default());
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Ok(End { at: place, over_tags: fallback.tag.is_some() });
                }
                if fallback.tag.is_none() {
                    fallback.close.get_or_insert(place);
                }
            }
            b'\n' if fallback.tag.is_none() && looks_like_tag(text.get(place + 1..).unwrap_or("")) => {
                fallback.tag = Some(place + 1);
            }
            _ => {}
        }
    }
    Err(fallback)
}

/// Whether a text begins with a line such as `[Event "..."]`.
fn looks_like_tag(text: &str) -> bool {
    let line = text.lines().next().unwrap_or("").trim_end();
    let Some((name, value)) = line.strip_prefix('[').and_then(|line| line.split_once([' ', '\t'])) else {
        return false;
    };
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name && value.trim_start().starts_with(is_quote) && line.ends_with(']')
}

/// A text with each run of white space as one space, and none at its ends.
fn on_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// White space, and what is as good as it: a byte order mark between joined files, spaces of no width.
fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{FEFF}' | '\u{200B}')
}

/// A full stop, or three in one.
const fn is_stop(c: char) -> bool {
    matches!(c, '.' | '…')
}

/// Whether the character is a quotation mark round a tag's value.
const fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201C}' | '\u{201D}' | '\u{201E}')
}
