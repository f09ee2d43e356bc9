//! Lines of the Hub protocol, both ways: `command key=value key="value with spaces" flag`.

use std::fmt::{Display, Write};

/// A line that came in, taken apart. What it means is not known here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line<'a> {
    /// The first word.
    pub command: &'a str,
    arguments: Vec<Argument<'a>>,
    /// Whether a quote was opened and not closed.
    pub is_cut: bool,
}

/// An argument; a flag has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Argument<'a> {
    key: &'a str,
    value: Option<&'a str>,
}

impl<'a> Line<'a> {
    /// Takes a line apart; `None` if it is blank. Any text is a line. A quote stands only right after `=`, and ends at the
    /// next one or, if there is none, with the line.
    pub fn parse(text: &'a str) -> Option<Line<'a>> {
        let text = text.trim_start_matches('\u{FEFF}').trim();
        let (command, mut rest) = split_at(text, char::is_whitespace);
        if command.is_empty() {
            return None;
        }
        let mut line = Line { command, arguments: Vec::new(), is_cut: false };
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return Some(line);
            }
            let (key, after) = split_at(rest, |c| c == '=' || c.is_whitespace());
            let Some(after) = after.strip_prefix('=') else {
                line.arguments.push(Argument { key, value: None });
                rest = after;
                continue;
            };
            let value;
            (value, rest) = match after.strip_prefix('"') {
                None => split_at(after, char::is_whitespace),
                Some(quoted) => quoted.split_once('"').unwrap_or_else(|| {
                    line.is_cut = true;
                    (quoted, "")
                }),
            };
            line.arguments.push(Argument { key, value: Some(value) });
        }
    }

    /// The value of a key; of a key that stands twice, the last.
    pub fn value(&self, key: &str) -> Option<&'a str> {
        self.arguments.iter().rev().filter(|argument| argument.key == key).find_map(|argument| argument.value)
    }

    /// Whether a flag stands in the line.
    pub fn has(&self, flag: &str) -> bool {
        self.arguments.iter().any(|argument| argument.key == flag && argument.value.is_none())
    }
}

/// Splits before the first character that ends a word.
fn split_at(text: &str, ends: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(ends).unwrap_or(text.len()))
}

/// A line to be written.
pub(super) struct Reply(String);

impl Reply {
    /// A line with a command alone.
    pub fn new(command: &str) -> Reply {
        Reply(command.to_owned())
    }

    /// Adds an argument whose value is one word.
    pub fn with(mut self, key: &str, value: impl Display) -> Reply {
        // Writing to a string does not fail.
        let _ = write!(self.0, " {key}={value}");
        self
    }

    /// Adds an argument with any value, in quotes. Quotes inside are written as `'`, control characters as spaces.
    pub fn quoted(mut self, key: &str, value: &str) -> Reply {
        let tame = |c: char| match c {
            '"' => '\'',
            c if c.is_control() => ' ',
            c => c,
        };
        self.0.extend([" ", key, "=\""]);
        self.0.extend(value.chars().map(tame));
        self.0.push('"');
        self
    }

    /// The line, without its end.
    pub fn into_text(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        let line = Line::parse("\u{FEFF}  pos pos=Wbb  moves=\"12-16 24-20\"\tstart x= y=\"\" moves\r\n").unwrap();
        assert_eq!(line.command, "pos");
        assert_eq!(line.value("pos"), Some("Wbb"));
        assert_eq!(line.value("moves"), Some("12-16 24-20"));
        assert_eq!((line.value("x"), line.value("y"), line.value("z")), (Some(""), Some(""), None));
        assert!(line.has("start") && line.has("moves") && !line.has("pos") && !line.is_cut);
    }

    #[test]
    fn the_last_of_two_values_counts() {
        assert_eq!(Line::parse("level depth=3 depth=5 depth").unwrap().value("depth"), Some("5"));
    }

    #[test]
    fn odd_lines_are_lines() {
        assert_eq!(Line::parse(" \t\r\n"), None);
        assert_eq!(Line::parse("\u{FEFF}"), None);
        assert_eq!(Line::parse("=").unwrap().command, "=");
        assert_eq!(Line::parse("a\0b c").unwrap().command, "a\0b");
        let cut = Line::parse("pos moves=\"11-15 22-18").unwrap();
        assert!(cut.is_cut);
        assert_eq!(cut.value("moves"), Some("11-15 22-18"));
        let glued = Line::parse("x a=\"b\"c=d =e =\"f g\" h=i=j").unwrap();
        assert_eq!((glued.value("a"), glued.value("c"), glued.value("h")), (Some("b"), Some("d"), Some("i=j")));
        assert_eq!(glued.value(""), Some("f g"));
        assert!(Line::parse("x \"a b\"").unwrap().has("\"a"));
    }

    #[test]
    fn what_is_written_can_be_read() {
        let text = Reply::new("info").with("depth", 3).quoted("pv", "1-2 \"3\"\n").into_text();
        assert_eq!(text, "info depth=3 pv=\"1-2 '3' \"");
        assert_eq!(Line::parse(&text).unwrap().value("pv"), Some("1-2 '3' "));
    }
}
