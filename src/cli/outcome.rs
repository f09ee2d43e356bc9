//! How a command ends, and writing to standard output.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::lang::Lang;

/// How a command that ran to its end ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Done {
    /// Exit 0.
    Well,
    /// Some of the input was bad; each bad piece has been reported, the rest was done. Exit 2.
    WithBadInput,
    /// The answer is no. Exit 1.
    No,
    /// Ctrl-C ended it early; what was done is kept. Exit 130, as of a program that the signal ended.
    Interrupted,
}

/// Why a command did not run to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// Bad usage or input, in one line that says what, where, and what would be right. Exit 2.
    Input(String),
    /// A fault of ours, in one line. Exit 3.
    Fault(String),
    /// Nobody reads standard output any more: no reason to go on, and none to complain. Exit 0.
    Closed,
}

/// Exit status: done.
pub(super) const WELL: u8 = 0;
/// Exit status: the answer is no.
pub(super) const NO: u8 = 1;
/// Exit status: ended by Ctrl-C.
pub(super) const INTERRUPTED: u8 = 130;
/// Exit status: bad usage or input.
pub(super) const BAD_INPUT: u8 = 2;
/// Exit status: a fault of ours.
pub(super) const FAULT: u8 = 3;

/// A bad input, said in one of two languages.
pub(super) fn bad(lang: Lang, english: String, spanish: String) -> Failure {
    Failure::Input(lang.pick(english, spanish))
}

/// Standard output as the commands write to it, flushed after every line.
pub(super) struct Out<'a> {
    writer: &'a mut (dyn Write + Send),
    terminal: bool,
    lang: Lang,
}

impl<'a> Out<'a> {
    /// Output to a writer; `terminal` says that a person watches it.
    pub fn new(writer: &'a mut (dyn Write + Send), terminal: bool, lang: Lang) -> Out<'a> {
        Out { writer, terminal, lang }
    }

    /// Whether a person watches.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Writes a line.
    pub fn line(&mut self, line: impl AsRef<str>) -> Result<(), Failure> {
        let written = writeln!(self.writer, "{}", line.as_ref()).and_then(|()| self.writer.flush());
        written.map_err(|error| self.failure(&error))
    }

    /// Writes lines.
    pub fn lines(&mut self, lines: &[String]) -> Result<(), Failure> {
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// Writes bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.writer.write_all(bytes).and_then(|()| self.writer.flush());
        written.map_err(|error| self.failure(&error))
    }

    fn failure(&self, error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::Closed;
        }
        bad(
            self.lang,
            format!("cannot write standard output: {error}"),
            format!("no se puede escribir la salida: {error}"),
        )
    }
}

/// Whether colours may be used: on a terminal that has them, unless NO_COLOR is set and not empty.
pub(super) fn colours_are_welcome(out: &Out<'_>) -> bool {
    let is_unset = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    out.is_terminal() && is_unset && !has_no_commands()
}

/// Whether the terminal says of itself that it knows no commands, such as those that move the cursor.
pub(super) fn has_no_commands() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// The longest message, in characters.
const LONGEST: usize = 800;

/// Tells the person at the terminal something that is no result.
pub(super) fn tell(message: &str) {
    // A message that cannot be written is lost: there is nobody to tell.
    let _ = writeln!(io::stderr(), "damero: {}", short(&one_line(message)));
}

/// A message without its middle where it is too long. It is some text of the user's that makes it so; what is wrong
/// stands before that, and what would be right after.
fn short(message: &str) -> Cow<'_, str> {
    let count = message.chars().count();
    if count <= LONGEST {
        return Cow::Borrowed(message);
    }
    let (head, tail) = (message.chars().take(LONGEST / 2), message.chars().skip(count - LONGEST / 2));
    Cow::Owned(head.chain(" ... ".chars()).chain(tail).collect())
}

/// A text with whatever would break a line, or make a terminal do something, written visibly.
pub(super) fn one_line(text: &str) -> String {
    let visible = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(visible).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Broken(io::ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_is_no_complaint_but_a_full_disk_is() {
        let mut pipe = Broken(io::ErrorKind::BrokenPipe);
        assert_eq!(Out::new(&mut pipe, false, Lang::En).line("x"), Err(Failure::Closed));
        let mut full = Broken(io::ErrorKind::StorageFull);
        assert!(matches!(Out::new(&mut full, false, Lang::En).line("x"), Err(Failure::Input(_))));
    }

    #[test]
    fn long_messages_keep_both_ends() {
        let long = format!("--depth: '{}' is no number", "ñ".repeat(100_000));
        let told = short(&long);
        assert!(told.starts_with("--depth: 'ñ") && told.ends_with("ñ' is no number"), "{told}");
        assert!(told.chars().count() <= LONGEST + 5);
        assert_eq!(short("a b"), "a b");
    }

    #[test]
    fn messages_stay_on_their_line() {
        assert_eq!(one_line("a\nb\u{1b}[2Jñ"), "a\\nb\\u{1b}[2Jñ");
    }
}
