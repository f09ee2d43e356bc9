//! The text of a PDN file, decoded block by block.

use std::io::{self, BufRead, ErrorKind};

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct At {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// Decoded text of which only what is being looked at is held. UTF-8; bytes that are none are taken for those of
/// Windows-1252, of which Latin-1 is a part. All line ends are read as `\n`.
pub(super) struct Source<R> {
    input: R,
    /// Bytes of a character that the last block did not end.
    carry: Vec<u8>,
    /// Whether the last block ended in `\r`.
    after_return: bool,
    /// What is decoded.
    text: String,
    /// How much of it is used up, in bytes.
    used: usize,
    at: At,
    ended: bool,
    /// Why the input cannot be read any further.
    fault: Option<io::Error>,
}

impl<R: BufRead> Source<R> {
    pub fn new(input: R) -> Source<R> {
        Source {
            input,
            carry: Vec::new(),
            after_return: false,
            text: String::new(),
            used: 0,
            at: At { line: 1, column: 1 },
            ended: false,
            fault: None,
        }
    }

    /// Where the next character stands.
    pub fn at(&self) -> At {
        self.at
    }

    /// Why the input broke off, once; `None` where it came to its end or has not yet.
    pub fn take_fault(&mut self) -> Option<io::Error> {
        self.fault.take()
    }

    /// What is at hand of the text to come; empty only at its end.
    pub fn rest(&mut self) -> &str {
        while self.used == self.text.len() && self.fill() {}
        self.held()
    }

    /// What is at hand, without reading on.
    fn held(&self) -> &str {
        self.text.get(self.used..).unwrap_or("")
    }

    /// The next character.
    pub fn peek(&mut self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character.
    pub fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.used += c.len_utf8();
        if c == '\n' {
            self.at = At { line: self.at.line + 1, column: 1 };
        } else {
            self.at.column += 1;
        }
        Some(c)
    }

    /// Takes so many bytes of [`Source::held`], which must end a character, and puts their text where it is wanted.
    pub fn take(&mut self, bytes: usize, mut into: impl FnMut(&str)) {
        let taken = self.held().get(..bytes).unwrap_or("");
        let mut at = self.at;
        for piece in taken.split_inclusive('\n') {
            at = match piece.ends_with('\n') {
                true => At { line: at.line + 1, column: 1 },
                false => At { column: at.column + piece.chars().count(), ..at },
            };
        }
        into(taken);
        (self.used, self.at) = (self.used + taken.len(), at);
    }

    /// Takes characters while they are of a kind.
    pub fn skip_while(&mut self, skips: impl Fn(char) -> bool) {
        loop {
            let rest = self.rest();
            let length = rest.find(|c| !skips(c)).unwrap_or(rest.len());
            let goes_on = length == rest.len() && length > 0;
            self.take(length, |_| {});
            if !goes_on {
                return;
            }
        }
    }

    /// At least so many bytes of the text to come, if there are as many, without taking them.
    pub fn look(&mut self, bytes: usize) -> &str {
        while self.held().len() < bytes && self.fill() {}
        self.held()
    }

    /// Decodes another block: whether there was one.
    fn fill(&mut self) -> bool {
        if self.ended {
            return false;
        }
        // Only what is not used up is kept.
        self.text.drain(..self.used);
        self.used = 0;
        let length = loop {
            match self.input.fill_buf() {
                Ok(block) => {
                    self.carry.extend_from_slice(block);
                    break block.len();
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.fault = Some(error);
                    break 0;
                }
            }
        };
        self.input.consume(length);
        self.ended = length == 0;
        self.decode();
        true
    }

    fn decode(&mut self) {
        let bytes = std::mem::take(&mut self.carry);
        let mut left = bytes.as_slice();
        while !left.is_empty() {
            let (valid, bad) = match std::str::from_utf8(left) {
                Ok(text) => (text, 0),
                Err(error) => {
                    let (valid, _) = left.split_at_checked(error.valid_up_to()).unwrap_or_default();
                    let whole = std::str::from_utf8(valid).unwrap_or_default();
                    match error.error_len() {
                        None if !self.ended => {
                            push_lines(&mut self.text, whole, &mut self.after_return);
                            self.carry = left.get(valid.len()..).unwrap_or_default().to_vec();
                            return;
                        }
                        length => (whole, length.unwrap_or(left.len() - valid.len())),
                    }
                }
            };
            push_lines(&mut self.text, valid, &mut self.after_return);
            let (odd, rest) = left.get(valid.len()..).and_then(|rest| rest.split_at_checked(bad)).unwrap_or_default();
            self.text.extend(odd.iter().map(|&byte| windows_1252(byte)));
            self.after_return &= odd.is_empty();
            left = rest;
        }
    }
}

/// Adds text with all line ends as `\n`; `after_return` says that a `\r` has been added as `\n` just before.
fn push_lines(text: &mut String, more: &str, after_return: &mut bool) {
    let mut more = more;
    if more.is_empty() {
        return;
    }
    if std::mem::take(after_return) {
        more = more.strip_prefix('\n').unwrap_or(more);
    }
    let mut pieces = more.split('\r');
    text.push_str(pieces.next().unwrap_or(""));
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        text.push('\n');
        *after_return = piece.is_empty() && pieces.peek().is_none();
        text.push_str(piece.strip_prefix('\n').unwrap_or(piece));
    }
}

/// The character of a byte: that of Latin-1, but for the quotation marks, dashes and other signs that Windows has in its
/// place of control characters.
fn windows_1252(byte: u8) -> char {
    const FROM_80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
    ];
    let place = usize::from(byte.wrapping_sub(0x80));
    FROM_80.get(place).copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn decoded(bytes: &[u8], block: usize) -> String {
        let mut source = Source::new(BufReader::with_capacity(block, bytes));
        let mut text = String::new();
        while let Some(c) = source.bump() {
            text.push(c);
        }
        text
    }

    #[test]
    fn blocks_can_end_anywhere() {
        let bytes = "a\r\nb\rc\n\rñ\u{201C}€\r\n\r\n𝄞".as_bytes();
        for block in 1..20 {
            assert_eq!(decoded(bytes, block), "a\nb\nc\n\nñ\u{201C}€\n\n𝄞", "{block}");
            assert_eq!(
                decoded(b"Espa\xF1a \x93x\x94\xA0\xE2\x82", block),
                "España \u{201C}x\u{201D}\u{A0}â‚",
                "{block}"
            );
        }
    }

    #[test]
    fn places_are_counted_in_characters() {
        let mut source = Source::new("ñb\nc".as_bytes());
        source.take("ñb".len(), |_| {});
        assert_eq!(source.at(), At { line: 1, column: 1 }, "nothing was at hand");
        source.rest();
        source.take("ñb\n".len(), |_| {});
        assert_eq!(source.at(), At { line: 2, column: 1 });
        source.bump();
        assert_eq!(source.at(), At { line: 2, column: 2 });
    }

    #[test]
    fn an_input_that_breaks_off_says_why() {
        struct Broken;
        impl io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let mut source = Source::new(BufReader::new(Broken));
        assert_eq!(source.peek(), None);
        assert_eq!(source.take_fault().unwrap().to_string(), "gone");
        assert!(source.take_fault().is_none());
    }
}
