//! How an analysis is written: a line a depth, then the best lines and the best move; or as JSON.

use crate::board::{Move, Position, Side};
use crate::game::{Game, Outcome};
use crate::lang::{Lang, Say};
use crate::notation::{hub_move, pdn_move, write_fen_full};
use crate::rules::Variant;
use crate::score::{Meaning, Score};
use crate::search::{Info, SearchResult};

use super::Task;
use crate::cli::json::Json;

/// A position being analysed and how scores and moves of it are written.
pub(super) struct View<'a> {
    pub lang: Lang,
    pub variant: &'static Variant,
    pub task: &'a Task,
    /// Which of the positions it is, from 1.
    pub number: usize,
    /// Scores are for White, not for the side to move.
    pub for_white: bool,
    /// The side without a move has won.
    pub giveaway: bool,
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

impl View<'_> {
    fn position(&self) -> &Position {
        &self.task.setup.position
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
    fn seen(&self, score: Score) -> Score {
        if self.for_white && self.position().side() == Side::Black { -score } else { score }
    }

    /// Who wins by a score of the side to move.
    fn winner(&self, win: bool) -> Side {
        let side = self.position().side();
        if win { side } else { !side }
    }

    /// How exact a score is, and what it proves.
    fn exactness(&self, info: &Info) -> String {
        let lang = self.lang;
        let wins = |win: bool, plies: u32| {
            let (winner, moves) = (self.winner(win).say(lang), plies.div_ceil(2));
            let number = |n: u32, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
            let english = [number(plies, "ply", "plies"), number(moves, "move", "moves")].join(" / ");
            let spanish =
                [number(plies, "media jugada", "medias jugadas"), number(moves, "jugada", "jugadas")].join(" / ");
            lang.pick(format!("{winner} wins in {english}"), format!("ganan {winner} en {spanish}"))
        };
        match info.score.meaning() {
            Meaning::Heuristic(_) if info.is_known => lang.pick("database: draw", "base de datos: tablas").to_owned(),
            Meaning::WinIn(plies) | Meaning::LossIn(plies) if info.is_known => {
                let win = matches!(info.score.meaning(), Meaning::WinIn(_));
                format!("{}: {}", lang.pick("database", "base de datos"), wins(win, plies))
            }
            Meaning::Heuristic(_) => lang.pick("heuristic", "heurístico").to_owned(),
            Meaning::Database { win, .. } => {
                let winner = self.winner(win).say(lang);
                lang.pick(format!("database: {winner} wins"), format!("base de datos: ganan {winner}"))
            }
            Meaning::WinIn(plies) => wins(true, plies),
            Meaning::LossIn(plies) => wins(false, plies),
        }
    }

    /// The headings over the lines of [`View::line`].
    pub fn headings(&self) -> String {
        let [depth, score, exact, nodes, speed, time, moves] = self.lang.pick(
            ["depth", "score", "exactness", "nodes", "nps", "time", "line"],
            ["prof.", "valor", "exactitud", "nodos", "nps", "tiempo", "línea"],
        );
        format!("{depth:>5} {score:>7}  {exact:<10} {nodes:>11} {speed:>6} {time:>8}  {moves}")
    }

    /// A line of the search.
    pub fn line(&self, info: &Info, several: bool) -> String {
        let score = self.seen(info.score).hub();
        let exact = self.exactness(info);
        let speed = speed(info.nodes_per_second());
        let seconds = info.time.as_secs_f64();
        let rank = if several { format!("{}. ", info.multipv) } else { String::new() };
        let (depth, nodes, moves) = (info.depth, info.nodes, self.moves(&info.pv));
        format!("{depth:>5} {score:>+7.2}  {exact:<10} {nodes:>11} {speed:>6} {seconds:>8.2}  {rank}{moves}")
    }

    /// A line of play as the ruleset's players write it.
    fn moves(&self, line: &[Move]) -> String {
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
        let head = self.lang.pick(
            format!("best at depth {depth}, {nodes} nodes, {seconds:.2} s, {speed} nodes a second:"),
            format!("lo mejor a profundidad {depth}, {nodes} nodos, {seconds:.2} s, {speed} nodos por segundo:"),
        );
        let line = |(rank, line): (usize, &Info)| {
            let (score, exact) = (self.seen(line.score).hub(), self.exactness(line));
            format!("{rank:>3}. {score:>+7.2}  {exact}  {}", self.moves(&line.pv))
        };
        std::iter::once(head).chain((1..).zip(&result.lines).map(line)).collect()
    }

    /// The last line: the best move in Hub notation.
    pub fn best_move(&self, best: Option<Move>) -> String {
        format!(
            "bestmove {}",
            best.map_or_else(|| "none".to_owned(), |played| hub_move(played, self.variant.numbering))
        )
    }

    /// What all JSON objects of a position hold.
    fn keys(&self, kind: &str) -> Vec<(&'static str, Json)> {
        let setup = &self.task.setup;
        let fen = write_fen_full(&setup.state(), self.variant.numbering, setup.move_number);
        vec![
            ("type", Json::text(kind)),
            ("rules", Json::text(self.variant.name)),
            ("position", Json::Whole(self.number as u64)),
            ("name", Json::maybe(self.task.name.as_deref().map(Json::text))),
            ("fen", Json::text(fen)),
        ]
    }

    fn json_of_line(&self, info: &Info) -> Vec<(&'static str, Json)> {
        let (exactness, decided) = match info.score.meaning() {
            Meaning::Heuristic(_) => (if info.is_known { "database" } else { "heuristic" }, None),
            Meaning::Database { win, plies } => ("database", Some((win, plies))),
            Meaning::WinIn(plies) => (if info.is_known { "database" } else { "proven" }, Some((true, plies))),
            Meaning::LossIn(plies) => (if info.is_known { "database" } else { "proven" }, Some((false, plies))),
        };
        let score = vec![
            ("men", Json::Real(self.seen(info.score).hub(), 2)),
            ("from", Json::text(if self.for_white { "white" } else { "mover" })),
            ("exactness", Json::text(exactness)),
            ("winner", Json::maybe(decided.map(|(win, _)| json_side(self.winner(win))))),
            ("plies", Json::maybe(decided.map(|(_, plies)| Json::Whole(plies.into())))),
        ];
        let moves = info.pv.iter().map(|&played| hub_move(played, self.variant.numbering));
        vec![
            ("depth", Json::Whole(info.depth.into())),
            ("mean_depth", Json::Real(info.mean_depth, 1)),
            ("multipv", Json::Whole(info.multipv as u64)),
            ("score", Json::Object(score)),
            ("nodes", Json::Whole(info.nodes)),
            ("nps", Json::Real(info.nodes_per_second(), 0)),
            ("time", Json::Real(info.time.as_secs_f64(), 3)),
            ("hash_full", Json::Whole(info.hash_full.into())),
            ("pv", Json::texts(moves)),
        ]
    }

    /// A line of the search as JSON.
    pub fn json_line(&self, info: &Info) -> String {
        let mut keys = self.keys("info");
        keys.extend(self.json_of_line(info));
        Json::line(keys).to_string()
    }

    /// What a search found, or why there was nothing to search, as JSON.
    pub fn json_result(&self, found: Result<&SearchResult, &Over>) -> String {
        let written = |played: Option<Move>| {
            Json::maybe(played.map(|played| Json::text(hub_move(played, self.variant.numbering))))
        };
        let mut keys = self.keys("result");
        match found {
            Ok(result) => keys.extend([
                ("bestmove", written(result.best)),
                ("ponder", written(result.ponder)),
                ("nodes", Json::Whole(result.nodes)),
                ("time", Json::Real(result.time.as_secs_f64(), 3)),
                ("over", Json::Null),
                ("lines", Json::List(result.lines.iter().map(|line| Json::Object(self.json_of_line(line))).collect())),
            ]),
            Err(over) => {
                let why = vec![("winner", Json::maybe(over.winner.map(json_side))), ("rule", Json::text(over.rule))];
                keys.extend([
                    ("bestmove", Json::Null),
                    ("ponder", Json::Null),
                    ("nodes", Json::Whole(0)),
                    ("time", Json::Real(0.0, 3)),
                    ("over", Json::Object(why)),
                    ("lines", Json::List(Vec::new())),
                ]);
            }
        }
        Json::line(keys).to_string()
    }
}

fn json_side(side: Side) -> Json {
    Json::text(if side == Side::White { "white" } else { "black" })
}

/// A number of nodes a second, short.
fn speed(nodes_per_second: f64) -> String {
    match nodes_per_second {
        n if n >= 1e8 => format!("{:.0}M", n / 1e6),
        n if n >= 1e6 => format!("{:.2}M", n / 1e6),
        n => format!("{:.0}k", n / 1e3),
    }
}
