//! What is written again and again in one place of a terminal: the line of progress of long commands, and blocks of lines.

use std::io::{IsTerminal, Write, stderr, stdout};

use terminal_size::terminal_size_of;

use super::args::Args;
use super::board::visible_width;

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
            // A line that is wider than the window would be drawn below itself, again and again.
            let columns = terminal_size_of(stderr()).map_or(usize::MAX, |(columns, _)| usize::from(columns.0));
            let text: String = text.chars().take(columns.saturating_sub(1)).collect();
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

/// The size of the terminal that standard output is, as columns and rows.
pub(super) fn terminal_size() -> (usize, usize) {
    // Where nobody can say, as on the oldest of terminals.
    terminal_size_of(stdout()).map_or((80, 24), |(columns, rows)| (columns.0.into(), rows.0.into()))
}

/// A block of lines at the bottom of a terminal, drawn again and again in one place.
#[derive(Default)]
pub(super) struct Block {
    /// How wide the lines are that stand there, in columns.
    drawn: Vec<usize>,
}

impl Block {
    /// What is to be written to put these lines in place of those before, in a window so large. Lines are cut where they are
    /// wider than it, and the last ones left out where there are too many.
    pub fn draw(&mut self, lines: &[String], (columns, rows): (usize, usize)) -> String {
        let mut text = self.erase((columns, rows));
        for line in lines.iter().take(rows.saturating_sub(1)) {
            let line = cut(line, columns.saturating_sub(1));
            self.drawn.push(visible_width(&line));
            text += &line;
            text += "\u{1b}[K\n";
        }
        text + "\u{1b}[J"
    }

    /// What is to be written to go back to where the block begins, in a window so large. The next text written takes its place.
    pub fn erase(&mut self, (columns, rows): (usize, usize)) -> String {
        // A window that has become narrower has broken the lines that were wider.
        let broken = |width: usize| width.div_ceil(columns.max(1)).max(1);
        let up: usize = self.drawn.drain(..).map(broken).sum();
        match up.min(rows.saturating_sub(1)) {
            0 => "\r".to_owned(),
            up => format!("\r\u{1b}[{up}A"),
        }
    }
}

/// A line without what goes beyond so many columns; sequences that set colours are kept.
fn cut(line: &str, columns: usize) -> String {
    let (mut kept, mut width, mut in_sequence) = (String::with_capacity(line.len()), 0, false);
    for c in line.chars() {
        let is_sign = !in_sequence && c != '\u{1b}';
        in_sequence = (in_sequence || c == '\u{1b}') && c != 'm';
        width += usize::from(is_sign);
        if !is_sign || width <= columns {
            kept.push(c);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn a_block_is_drawn_over_itself() {
        let mut block = Block::default();
        let window = (20, 10);
        assert_eq!(block.draw(&lines(&["one", "two"]), window), "\rone\u{1b}[K\ntwo\u{1b}[K\n\u{1b}[J");
        assert_eq!(block.draw(&lines(&["three"]), window), "\r\u{1b}[2Athree\u{1b}[K\n\u{1b}[J");
        assert_eq!(block.erase(window), "\r\u{1b}[1A");
        assert_eq!(block.erase(window), "\r", "nothing stands there any more");
    }

    #[test]
    fn a_block_fits_its_window() {
        let mut block = Block::default();
        let wide = lines(&["0123456789", "\u{1b}[1mabcdefghij\u{1b}[0m", "x", "y"]);
        let text = block.draw(&wide, (9, 4));
        assert_eq!(text, "\r01234567\u{1b}[K\n\u{1b}[1mabcdefgh\u{1b}[0m\u{1b}[K\nx\u{1b}[K\n\u{1b}[J");
        // In a window of half the width each long line has become two.
        assert_eq!(block.erase((4, 50)), "\r\u{1b}[5A");
    }
}
