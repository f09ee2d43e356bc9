//! The living display on a terminal: board, best lines, and what the search has done, redrawn in place.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::cli::board::{Style, board, caption, side_by_side, visible_width};
use crate::cli::live::{Block, terminal_size};
use crate::cli::outcome::{Failure, Out};
use crate::search::{Info, Observer, SearchResult, StopHandle};

use super::report::{View, speed};

/// How often the numbers are brought up to date.
const TICK: Duration = Duration::from_millis(200);
/// The shortest time between two drawings: more than that nobody sees.
const PAUSE: Duration = Duration::from_millis(40);
/// What follows a board, and how wide its neighbour must be to stand beside it.
const GAP: usize = 3;
const NARROWEST: usize = 38;
/// The most rows that a line of play takes.
const MOST_ROWS: usize = 3;

/// A display of one search.
pub(super) struct Display<'a, 'b> {
    view: &'a View<'a>,
    style: Style,
    stop: StopHandle,
    inner: Mutex<Inner<'a, 'b>>,
    /// Woken when the search is over.
    over: Condvar,
}

struct Inner<'a, 'b> {
    out: &'a mut Out<'b>,
    block: Block,
    /// The best lines by their ranks, from 1, as last reported.
    lines: Vec<Option<Info>>,
    since: Instant,
    drawn: Option<Instant>,
    is_over: bool,
    failure: Option<Failure>,
}

/// What the search has done so far.
struct Work {
    nodes: u64,
    egdb_hits: u64,
    time: Duration,
}

impl<'a, 'b> Display<'a, 'b> {
    /// A display that nothing has been drawn of. `stop` is the handle of the search.
    pub fn new(view: &'a View<'a>, style: Style, stop: StopHandle, out: &'a mut Out<'b>) -> Display<'a, 'b> {
        let (since, block) = (Instant::now(), Block::default());
        let inner = Inner { out, block, lines: Vec::new(), since, drawn: None, is_over: false, failure: None };
        Display { view, style, stop, inner: Mutex::new(inner), over: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Inner<'a, 'b>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a search while the display is kept up to date.
    pub fn around(&self, search: impl FnOnce(&mut dyn Observer) -> SearchResult) -> Result<SearchResult, Failure> {
        std::thread::scope(|scope| {
            scope.spawn(|| self.keep_up());
            // Also where the search panics, so that the other thread ends.
            let _end = End(self);
            Ok(search(&mut Reporter(self)))
        })
        .and_then(|result| match self.lock().failure.take() {
            Some(failure) => Err(failure),
            None => Ok(result),
        })
    }

    /// Draws again and again until the search is over.
    fn keep_up(&self) {
        let mut inner = self.lock();
        while !inner.is_over {
            self.draw(&mut inner);
            inner = self.over.wait_timeout(inner, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn draw(&self, inner: &mut Inner<'a, 'b>) {
        if inner.failure.is_some() {
            return;
        }
        let (nodes, egdb_hits) = self.stop.visited();
        let work = Work { nodes, egdb_hits, time: inner.since.elapsed() };
        let window = terminal_size();
        let lines = self.frame(&inner.lines, &work, window);
        let text = inner.block.draw(&lines, window);
        inner.drawn = Some(Instant::now());
        if let Err(failure) = inner.out.bytes(text.as_bytes()) {
            inner.failure = Some(failure);
            self.stop.stop();
        }
    }

    /// What is seen in a window so large.
    fn frame(&self, lines: &[Option<Info>], work: &Work, (columns, rows): (usize, usize)) -> Vec<String> {
        let mut shown = self.head(lines, work, columns);
        // The board makes way where it would leave no room for lines.
        if shown.len() + 4 > rows {
            shown = self.numbers(lines, work);
            shown.truncate(rows.saturating_sub(3).max(1));
        }
        let room = rows.saturating_sub(shown.len() + 1);
        let lines: Vec<&Info> = lines.iter().flatten().collect();
        let each = if lines.is_empty() { 1 } else { (room / lines.len()).clamp(1, MOST_ROWS) };
        let all: Vec<String> = (1..).zip(lines).flat_map(|(rank, line)| self.best(rank, line, columns, each)).collect();
        let left = all.len().saturating_sub(room);
        shown.extend(all.into_iter().take(room));
        if left > 0 {
            shown.pop();
            let left = left + 1;
            shown.push(self.view.lang.pick(format!("     ... {left} more"), format!("     ... {left} más")));
        }
        shown
    }

    /// The board with the numbers beside it, or below it in a narrow window.
    fn head(&self, lines: &[Option<Info>], work: &Work, columns: usize) -> Vec<String> {
        let mut board = board(self.view.position(), self.view.variant.numbering, self.style);
        let numbers = self.numbers(lines, work);
        let width = board.iter().map(|line| visible_width(line)).max().unwrap_or(0);
        let mut shown = if width + GAP + NARROWEST < columns {
            side_by_side(&board, &numbers, GAP)
        } else {
            board.extend(numbers);
            board
        };
        shown.push(String::new());
        shown
    }

    /// What the search has found and done, a line each.
    fn numbers(&self, lines: &[Option<Info>], work: &Work) -> Vec<String> {
        let (view, lang) = (self.view, self.view.lang);
        let state = view.state;
        let mut shown = caption(&state, view.variant, view.task.move_number, lang);
        shown.truncate(1);
        shown.iter_mut().for_each(|line| *line = format!("{line} ({})", view.variant.name));
        let best = lines.iter().flatten().next();
        shown.push(match best {
            None => lang.pick("depth -", "profundidad -").to_owned(),
            Some(info) => {
                let (depth, mean) = (info.depth, info.mean_depth);
                lang.pick(format!("depth {depth}, mean {mean:.1}"), format!("profundidad {depth}, media {mean:.1}"))
            }
        });
        shown.extend(best.map(|info| {
            let (score, share) = (view.seen(info.score).hub(), view.percent(info));
            let whose = match view.for_white {
                true => lang.pick(" for White", " para las blancas"),
                false => "",
            };
            lang.pick(
                format!("score {score:+.2}{whose}, win expectation {share}"),
                format!("valor {score:+.2}{whose}, expectativa {share}"),
            )
        }));
        shown.extend(best.map(|info| view.exactness(info)));
        let seconds = work.time.as_secs_f64();
        let (nodes, speed) = (grouped(work.nodes), speed(work.nodes as f64 / seconds.max(1e-3)));
        shown
            .push(lang.pick(format!("{nodes} nodes, {speed} a second"), format!("{nodes} nodos, {speed} por segundo")));
        shown.push(format!("{seconds:.1} s"));
        let full = f64::from(best.map_or(0, |info| info.hash_full)) / 10.0;
        let hits = grouped(work.egdb_hits);
        shown.push(lang.pick(
            format!("hash {full:.1}% full, database hits {hits}"),
            format!("tabla al {full:.1}%, aciertos de bases {hits}"),
        ));
        shown
    }

    /// A best line, on as many rows as it needs and may have.
    fn best(&self, rank: usize, line: &Info, columns: usize, rows: usize) -> Vec<String> {
        let mut head = self.view.ranked(rank, line);
        // That a score is an estimate goes without saying here.
        if self.view.verdict(line).is_some() {
            head += &(self.view.exactness(line) + "  ");
        }
        let indent = visible_width(&head).min(columns / 2);
        wrapped(&head, &self.view.moves(&line.pv), indent, columns.saturating_sub(1), rows)
    }

    /// Leaves the result on the terminal, with every line in full.
    pub fn conclude(&self, result: &SearchResult) -> Result<(), Failure> {
        let mut inner = self.lock();
        let window = terminal_size();
        let erase = inner.block.erase(window) + "\u{1b}[J";
        inner.out.bytes(erase.as_bytes())?;
        let lines: Vec<Option<Info>> = result.lines.iter().cloned().map(Some).collect();
        let hits = result.lines.iter().map(|line| line.egdb_hits).max().unwrap_or(0);
        let egdb_hits = hits.max(self.stop.visited().1);
        let work = Work { nodes: result.nodes, egdb_hits, time: result.time };
        inner.out.lines(&self.head(&lines, &work, window.0))?;
        for (rank, line) in (1..).zip(&result.lines) {
            inner.out.lines(&self.best(rank, line, window.0, usize::MAX))?;
        }
        let state = &self.view.state;
        let fen = caption(state, self.view.variant, self.view.task.move_number, self.view.lang);
        inner.out.lines(&fen[1..])?;
        inner.out.line(self.view.best_move(result.best))
    }
}

/// Tells the thread that draws that the search is over.
struct End<'d, 'a, 'b>(&'d Display<'a, 'b>);

impl Drop for End<'_, '_, '_> {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.over.notify_all();
    }
}

/// What the search reports to.
struct Reporter<'d, 'a, 'b>(&'d Display<'a, 'b>);

impl Observer for Reporter<'_, '_, '_> {
    fn report(&mut self, info: &Info) {
        let mut inner = self.0.lock();
        let place = info.multipv.saturating_sub(1);
        if inner.lines.len() <= place {
            inner.lines.resize(place + 1, None);
        }
        inner.lines[place] = Some(info.clone());
        if inner.drawn.is_none_or(|drawn| drawn.elapsed() >= PAUSE) {
            self.0.draw(&mut inner);
        }
    }
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A text behind a head, broken between words and indented from the second row on; what does not fit into the rows is cut.
fn wrapped(head: &str, text: &str, indent: usize, columns: usize, rows: usize) -> Vec<String> {
    let mut lines = vec![head.to_owned()];
    for word in text.split(' ') {
        let line = lines.last().map_or("", String::as_str);
        let (used, at_start) = (visible_width(line), line.ends_with(' ') || line.is_empty());
        let needed = used + usize::from(!at_start) + word.chars().count();
        if needed > columns && used > indent {
            if lines.len() == rows {
                break;
            }
            lines.push(" ".repeat(indent));
        }
        if let Some(line) = lines.last_mut() {
            if !line.ends_with(' ') && !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_play_are_broken_between_moves() {
        assert_eq!(wrapped(" 1. ", "11-15 22-18 15x22", 4, 16, 3), [" 1. 11-15 22-18", "    15x22"]);
        assert_eq!(wrapped(" 1. ", "11-15 22-18 15x22", 4, 16, 1), [" 1. 11-15 22-18"]);
        assert_eq!(wrapped("", "11-15", 0, 3, 2), ["11-15"], "a word is not broken");
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([0, 999, 1_000, 12_345_678].map(grouped), ["0", "999", "1 000", "12 345 678"]);
    }
}
