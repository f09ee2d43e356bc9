//! How an analysis is written in lines: one a depth, then the best lines and the best move.

use crate::board::{Move, Position, Side};
use crate::engine::expectation;
use crate::eval::Weights;
use crate::game::{Game, Outcome};
use crate::lang::{Lang, Say};
use crate::notation::{hub_move, pdn_move};
use crate::rules::{State, Variant};
use crate::score::{Meaning, Score};
use crate::search::{Info, SearchResult};

use super::Task;

/// A position being analysed and how scores and moves of it are written.
pub(super) struct View<'a> {
    pub lang: Lang,
    pub variant: &'static Variant,
    pub task: &'a Task,
    /// The position, with the counts of the draw rules.
    pub state: State,
    /// Which of the positions it is, from 1.
    pub number: usize,
    /// Scores are for White, not for the side to move.
    pub for_white: bool,
    /// The side without a move has won.
    pub giveaway: bool,
    /// The weights in place of the program's own.
    pub weights: Option<&'a Weights>,
}

/// A game that is over before a move is made.
pub(super) struct Over {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why, in the language of messages.
    pub reason: String,
    /// Why, for programs.
    pub rule: &'static str,
}

/// What a score says about the end of the game.
pub(super) struct Verdict {
    /// It comes from the endgame databases.
    pub from_database: bool,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Plies to the end, where they are known.
    pub plies: Option<u32>,
    /// The moves that the winner makes until then, where that is known.
    pub moves: Option<u32>,
}

impl View<'_> {
    pub fn position(&self) -> &Position {
        self.state.position()
    }

    /// Whether the game is over in its present position.
    pub fn over(&self, game: &Game) -> Option<Over> {
        let lang = self.lang;
        Some(match game.outcome()? {
            Outcome::Won(stuck_for) => {
                let winner = if self.giveaway { !stuck_for } else { stuck_for };
                let loser = (!stuck_for).say(lang);
                let reason = lang.pick(
                    format!("{loser} has no legal move: {} wins", winner.say(lang)),
                    format!("{loser} no tienen jugada legal: ganan {}", winner.say(lang)),
                );
                Over { winner: Some(winner), reason, rule: "no-move" }
            }
            Outcome::Drawn(why) => {
                let reason = lang.pick("the game is drawn", "la partida es tablas");
                Over { winner: None, reason: format!("{reason}: {}", why.say(lang)), rule: why.0.name() }
            }
        })
    }

    /// The score as the user wants to see it.
    pub fn seen(&self, score: Score) -> Score {
        if self.for_white && self.position().side() == Side::Black { -score } else { score }
    }

    /// What a line promises, from 0 to 1, for the side that scores are given for; `None` for an estimate where the aim is
    /// another than that of the games it was learnt from.
    pub fn expectation(&self, info: &Info) -> Option<f64> {
        let is_estimate = matches!(info.score.meaning(), Meaning::Heuristic(_)) && !info.is_known;
        (!self.giveaway || !is_estimate).then(|| expectation(self.variant.laws, self.weights, self.seen(info.score)))
    }

    /// The same in per cent.
    pub fn percent(&self, info: &Info) -> String {
        self.expectation(info).map_or_else(|| "-".to_owned(), |share| format!("{:.0}%", 100.0 * share))
    }

    /// What a line says about the end of the game; `None` for an estimate.
    pub fn verdict(&self, info: &Info) -> Option<Verdict> {
        let (win, plies, from_database) = match info.score.meaning() {
            Meaning::Heuristic(_) if info.is_known => {
                return Some(Verdict { from_database: true, winner: None, plies: None, moves: None });
            }
            Meaning::Heuristic(_) => return None,
            Meaning::Database { win, .. } => (win, None, true),
            Meaning::WinIn(plies) => (true, Some(plies), info.is_known),
            Meaning::LossIn(plies) => (false, Some(plies), info.is_known),
        };
        let side = self.position().side();
        let winner = Some(if win { side } else { !side });
        // The side to move makes the first of the plies.
        let moves = plies.map(|plies| if win { plies.div_ceil(2) } else { plies / 2 });
        Some(Verdict { from_database, winner, plies, moves })
    }

    /// How exact a score is, and what it proves.
    pub fn exactness(&self, info: &Info) -> String {
        let lang = self.lang;
        let Some(verdict) = self.verdict(info) else { return lang.pick("heuristic", "heurístico").to_owned() };
        let source = match verdict.from_database {
            true => lang.pick("database", "base de datos"),
            false => lang.pick("proven", "demostrado"),
        };
        let what = match (verdict.winner.map(|winner| winner.say(lang)), verdict.moves) {
            (None, _) => lang.pick("draw", "tablas").to_owned(),
            (Some(winner), None) => lang.pick(format!("{winner} wins"), format!("ganan {winner}")),
            (Some(winner), Some(moves)) => {
                lang.pick(format!("{winner} wins in {moves}"), format!("ganan {winner} en {moves}"))
            }
        };
        format!("{source}: {what}")
    }

    /// The headings over the lines of [`View::line`].
    pub fn headings(&self) -> String {
        let [depth, score, share, exact, nodes, speed, time, moves] = self.lang.pick(
            ["depth", "score", "win%", "exactness", "nodes", "nps", "time", "line"],
            ["prof.", "valor", "gana", "exactitud", "nodos", "nps", "tiempo", "línea"],
        );
        format!("{depth:>5} {score:>7} {share:>5}  {exact:<10} {nodes:>11} {speed:>6} {time:>8}  {moves}")
    }

    /// A line of the search.
    pub fn line(&self, info: &Info, several: bool) -> String {
        let (score, share) = (self.seen(info.score).hub(), self.percent(info));
        let exact = self.exactness(info);
        let speed = speed(info.nodes_per_second());
        let seconds = info.time.as_secs_f64();
        let rank = if several { format!("{}. ", info.multipv) } else { String::new() };
        let (depth, nodes, moves) = (info.depth, info.nodes, self.moves(&info.pv));
        format!("{depth:>5} {score:>+7.2} {share:>5}  {exact:<10} {nodes:>11} {speed:>6} {seconds:>8.2}  {rank}{moves}")
    }

    /// A line of play as the ruleset's players write it.
    pub fn moves(&self, line: &[Move]) -> String {
        let mut position = *self.position();
        let mut texts = Vec::with_capacity(line.len());
        for &played in line {
            texts.push(pdn_move(&position, played, self.variant));
            position = position.play(played);
        }
        texts.join(" ")
    }

    /// The best lines, under what they cost.
    pub fn best_lines(&self, result: &SearchResult) -> Vec<String> {
        let depth = result.lines.first().map_or(0, |line| line.depth);
        let (nodes, seconds) = (result.nodes, result.time.as_secs_f64());
        let speed = speed(result.nodes as f64 / seconds.max(1e-6));
        let table = self.table(result);
        let head = self.lang.pick(
            format!("best at depth {depth}, {nodes} nodes, {seconds:.2} s, {speed} nodes a second{table}:"),
            format!("lo mejor a profundidad {depth}, {nodes} nodos, {seconds:.2} s, {speed} nodos por segundo{table}:"),
        );
        let ranked = |(rank, line): (usize, &Info)| {
            format!("{}{}  {}", self.ranked(rank, line), self.exactness(line), self.moves(&line.pv))
        };
        std::iter::once(head).chain((1..).zip(&result.lines).map(ranked)).collect()
    }

    /// The rank of a best line, its score and what that promises.
    pub fn ranked(&self, rank: usize, line: &Info) -> String {
        let (score, share) = (self.seen(line.score).hub(), self.percent(line));
        format!("{rank:>3}. {score:>+7.2} {share:>5}  ")
    }

    /// How full the table got and how often the databases answered, as far as there is something to say.
    fn table(&self, result: &SearchResult) -> String {
        let last = |value: fn(&Info) -> u64| result.lines.iter().map(value).max().filter(|&most| most > 0);
        let full = last(|line| line.hash_full.into()).map(|full| {
            let full = full as f64 / 10.0;
            self.lang.pick(format!(", hash {full:.1}% full"), format!(", tabla al {full:.1}%"))
        });
        let hits = last(|line| line.egdb_hits);
        let hits =
            hits.map(|hits| self.lang.pick(format!(", {hits} database hits"), format!(", {hits} aciertos de bases")));
        [full, hits].into_iter().flatten().collect()
    }

    /// The last line: the best move in Hub notation.
    pub fn best_move(&self, best: Option<Move>) -> String {
        format!(
            "bestmove {}",
            best.map_or_else(|| "none".to_owned(), |played| hub_move(played, self.variant.numbering))
        )
    }
}

/// A number of nodes a second, short.
pub(super) fn speed(nodes_per_second: f64) -> String {
    match nodes_per_second {
        n if n >= 1e8 => format!("{:.0}M", n / 1e6),
        n if n >= 1e6 => format!("{:.2}M", n / 1e6),
        n => format!("{:.0}k", n / 1e3),
    }
}
