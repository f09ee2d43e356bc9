//! `info` and `done`: what a search found, as lines.

use std::time::{Duration, Instant};

use crate::board::Move;
use crate::game::Game;
use crate::notation::hub_move;
use crate::search::{Info, SearchResult};

use super::syntax::Reply;
use crate::protocol::dialect::Dialect;

/// Time between two reports that are written. Searches of small endings go through dozens of depths in no time.
const PACE: Duration = Duration::from_millis(25);

/// Writes moves as the client does.
pub(super) struct Writer {
    pub game: Game,
    pub dialect: Dialect,
}

impl Writer {
    fn played(&self, played: Move) -> String {
        self.dialect.played(&hub_move(played, self.game.variant().numbering)).into_owned()
    }

    /// An `info` line; `multipv` says whether it is one of several.
    pub fn info(&self, info: &Info, multipv: bool) -> String {
        let pv: Vec<String> = info.pv.iter().map(|&played| self.played(played)).collect();
        let line = Reply::new("info")
            .with("depth", info.depth)
            .with("mean-depth", format_args!("{:.1}", info.mean_depth))
            .with("score", format_args!("{:.2}", info.score.hub()))
            .with("nodes", info.nodes)
            .with("time", format_args!("{:.3}", info.time.as_secs_f64()))
            .with("nps", format_args!("{:.2}", info.nodes_per_second() / 1e6));
        let line = if multipv { line.with("multipv", info.multipv) } else { line };
        line.quoted("pv", &pv.join(" ")).into_text()
    }

    /// The lines that end a search: an error where there is no move, then exactly one `done`.
    pub fn done(&self, result: Option<&SearchResult>) -> Vec<String> {
        let legal = self.game.legal_moves();
        let Some(&first) = legal.first() else {
            let text = no_move(&self.game);
            return vec![error(&text), Reply::new("done").with("move", "none").into_text()];
        };
        let mut lines = Vec::new();
        if result.is_none() {
            lines.push(error("the search failed by a fault of the program; please report it"));
        }
        let best = result.and_then(|result| result.best).filter(|best| legal.contains(best)).unwrap_or(first);
        let done = Reply::new("done").with("move", self.played(best));
        // A client may look the reply up among the legal ones and fail if it is none.
        let next = self.game.position().play(best);
        let replies = self.game.movegen().legal_moves(&next);
        let reply = result.and_then(|result| result.ponder).filter(|reply| replies.contains(reply));
        let done = match reply {
            Some(reply) => done.with("ponder", self.played(reply)),
            None => done,
        };
        lines.push(done.into_text());
        lines
    }
}

/// An error line.
pub(super) fn error(message: &str) -> String {
    Reply::new("error").quoted("message", message).into_text()
}

fn no_move(game: &Game) -> String {
    let side = game.position().side();
    let what = if game.position().pieces(side).is_empty() { "piece" } else { "legal move" };
    format!("{side} has no {what}")
}

/// Which of the reports of a search are written, and when.
///
/// A report is one line, or `multipv` lines of one depth. One that comes too soon after another is held back, until
/// something newer takes its place, enough time has passed, or the search ends. The last is always written.
#[derive(Default)]
pub(super) struct Pacer {
    /// The newest lines, best first, and whether they are held back.
    lines: Vec<Info>,
    held: bool,
    written: Option<Instant>,
}

impl Pacer {
    /// Takes a line; whether it is to be written now.
    pub fn take(&mut self, info: &Info) -> bool {
        if info.multipv <= 1 {
            self.lines.clear();
            self.held = self.written.is_some_and(|written| written.elapsed() < PACE);
        }
        self.lines.push(info.clone());
        if !self.held {
            self.written = Some(Instant::now());
        }
        !self.held
    }

    /// How long until what is held back is due; `None` where nothing is.
    pub fn due(&self) -> Option<Duration> {
        let written = self.written.filter(|_| self.held)?;
        Some(PACE.saturating_sub(written.elapsed()))
    }

    /// What was held back, which is written now.
    pub fn release(&mut self) -> Vec<Info> {
        if !self.held {
            return Vec::new();
        }
        self.held = false;
        self.written = Some(Instant::now());
        self.lines.clone()
    }

    /// What is left to write at the end of a search: its last lines, unless they stand there. The best is the very last,
    /// as some clients keep the last of each value.
    pub fn last(&mut self, result: &SearchResult) -> Vec<Info> {
        let stand_there = !self.held && self.lines == result.lines;
        let mut rest = if stand_there { Vec::new() } else { result.lines.clone() };
        if let [best, _, ..] = &result.lines[..] {
            rest.push(best.clone());
        }
        self.held = false;
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::dialect::Style;
    use crate::rules::{State, Variant};
    use crate::score::Score;

    fn writer(name: &str, style: Style) -> Writer {
        let variant = Variant::named(name).unwrap();
        Writer { game: Game::new(variant), dialect: Dialect::new(style, variant) }
    }

    fn info(writer: &Writer, depth: u32, multipv: usize) -> Info {
        Info {
            depth,
            mean_depth: 7.25,
            multipv,
            score: Score::win_in(13),
            is_known: false,
            nodes: 300,
            time: Duration::from_micros(1500),
            pv: writer.game.legal_moves().into_iter().take(1).collect(),
            hash_full: 0,
            egdb_hits: 0,
        }
    }

    fn result(lines: Vec<Info>) -> SearchResult {
        let best = lines.first().and_then(|line| line.pv.first().copied());
        SearchResult { best, ponder: None, lines, nodes: 300, time: Duration::ZERO }
    }

    #[test]
    fn info_lines_have_what_clients_read() {
        let english = writer("english", Style::Standard);
        let mut line = info(&english, 3, 1);
        line.pv.truncate(0);
        let text = english.info(&line, false);
        assert_eq!(text, "info depth=3 mean-depth=7.2 score=99.87 nodes=300 time=0.002 nps=0.20 pv=\"\"");
        assert!(english.info(&info(&english, 3, 2), true).contains(" multipv=2 pv=\""));
    }

    #[test]
    fn moves_are_written_as_the_client_writes_them() {
        let standard = writer("russian", Style::Standard);
        let pydraughts = writer("russian", Style::Pydraughts);
        let played = standard.game.legal_moves()[0];
        let text = standard.played(played);
        assert_eq!(pydraughts.played(played), standard_to_a1(&text));
        let found = result(vec![info(&pydraughts, 1, 1)]);
        assert_eq!(pydraughts.done(Some(&found)), [format!("done move={}", standard_to_a1(&text))]);
    }

    fn standard_to_a1(text: &str) -> String {
        let turned = |number: &str| {
            let number: u32 = number.parse().unwrap();
            (29 - 4 * ((number - 1) / 4) + (number - 1) % 4).to_string()
        };
        text.split('-').map(turned).collect::<Vec<_>>().join("-")
    }

    #[test]
    fn a_reply_is_given_only_where_it_is_legal() {
        let english = writer("english", Style::Standard);
        let mut found = result(vec![info(&english, 1, 1)]);
        let next = english.game.position().play(found.best.unwrap());
        let replies = english.game.movegen().legal_moves(&next);
        found.ponder = Some(replies[0]);
        assert!(english.done(Some(&found))[0].contains(" ponder="));
        found.ponder = found.best;
        assert!(!english.done(Some(&found))[0].contains("ponder"));
    }

    #[test]
    fn there_is_a_move_whenever_one_is_legal() {
        let english = writer("english", Style::Standard);
        let lines = english.done(None);
        assert!(lines.len() == 2 && lines[0].starts_with("error message=\"") && lines[1].starts_with("done move="));
        let mut stuck = writer("english", Style::Standard);
        let fen = crate::notation::parse_fen("W:W:B1", stuck.game.variant().numbering, false).unwrap();
        stuck.game = Game::from_state(stuck.game.variant(), State::new(fen.position), stuck.game.draws().clone());
        let lines = stuck.done(Some(&result(Vec::new())));
        assert_eq!(lines, ["error message=\"White has no piece\"", "done move=none"]);
    }

    #[test]
    fn fast_reports_are_held_back_and_the_last_is_written() {
        let english = writer("english", Style::Standard);
        let mut pacer = Pacer::default();
        assert!(pacer.take(&info(&english, 1, 1)));
        assert!(!pacer.take(&info(&english, 2, 1)) && !pacer.take(&info(&english, 3, 1)));
        assert!(pacer.due().is_some());
        assert_eq!(pacer.release(), [info(&english, 3, 1)]);
        assert_eq!((pacer.due(), pacer.release()), (None, Vec::new()));
        assert!(pacer.last(&result(vec![info(&english, 3, 1)])).is_empty(), "it stands there");
        assert!(!pacer.take(&info(&english, 4, 1)));
        assert_eq!(pacer.last(&result(vec![info(&english, 4, 1)])), [info(&english, 4, 1)]);
        std::thread::sleep(PACE);
        assert!(pacer.take(&info(&english, 5, 1)));
    }

    #[test]
    fn of_several_lines_the_best_is_the_very_last() {
        let english = writer("english", Style::Standard);
        let (first, second) = (info(&english, 1, 1), info(&english, 1, 2));
        let mut pacer = Pacer::default();
        assert!(pacer.take(&first) && pacer.take(&second));
        assert_eq!(pacer.last(&result(vec![first.clone(), second.clone()])), [first]);
        let deeper = info(&english, 2, 1);
        assert!(!pacer.take(&deeper));
        let rest = pacer.last(&result(vec![deeper.clone(), second.clone()]));
        assert_eq!(rest, [deeper.clone(), second, deeper]);
    }
}
