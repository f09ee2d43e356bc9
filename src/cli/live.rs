//! The line of progress that long commands keep at the bottom of a terminal.

use std::io::{IsTerminal, Write, stderr};

use super::args::Args;

/// A line on standard error, written again and again; nothing where that is no terminal, or with `--quiet`.
pub(super) struct LiveLine {
    live: bool,
    /// How long the line is that stands there, in characters.
    width: usize,
}

impl LiveLine {
    /// No line yet.
    pub fn new(args: &Args<'_>) -> LiveLine {
        LiveLine { live: stderr().is_terminal() && !args.flag("quiet"), width: 0 }
    }

    /// Shows a text in place of the one before.
    pub fn show(&mut self, text: &str) {
        if self.live {
            let width = text.chars().count();
            let padding = " ".repeat(self.width.saturating_sub(width));
            // A line that cannot be written is lost: there is nobody to tell.
            let _ = write!(stderr(), "\r{text}{padding}{}", if text.is_empty() { "\r" } else { "" });
            let _ = stderr().flush();
            self.width = width;
        }
    }

    /// Takes the line away.
    pub fn clear(&mut self) {
        if self.width > 0 {
            self.show("");
        }
    }
}

impl Drop for LiveLine {
    fn drop(&mut self) {
        self.clear();
    }
}
