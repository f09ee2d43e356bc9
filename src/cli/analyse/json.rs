//! An analysis as JSON, an object a line. The keys are told in the command's help.

use crate::board::{Move, Side};
use crate::notation::{hub_move, write_fen_full};
use crate::search::{Info, SearchResult};

use crate::json::Json;

use super::report::{Over, View};

impl View<'_> {
    fn json_move(&self, played: Option<Move>) -> Json {
        Json::maybe(played.map(|played| Json::text(hub_move(played, self.variant.numbering))))
    }

    /// What all JSON objects of a position hold.
    fn keys(&self, kind: &str) -> Vec<(&'static str, Json)> {
        let task = self.task;
        let fen = write_fen_full(&self.state, self.variant.numbering, task.move_number);
        vec![
            ("type", Json::text(kind)),
            ("rules", Json::text(self.variant.name)),
            ("position", Json::Whole(self.number as u64)),
            ("name", Json::maybe(task.name.as_deref().map(Json::text))),
            ("fen", Json::text(fen)),
            ("game", Json::maybe(task.spot.map(|spot| Json::Whole(spot.game as u64)))),
            ("move", Json::maybe(task.move_number.map(|number| Json::Whole(number.into())))),
            ("played", self.json_move(task.spot.and_then(|spot| spot.played))),
        ]
    }

    fn json_of_line(&self, info: &Info) -> Vec<(&'static str, Json)> {
        let verdict = self.verdict(info);
        let exactness = match &verdict {
            None => "heuristic",
            Some(verdict) if verdict.from_database => "database",
            Some(_) => "proven",
        };
        let verdict = verdict.as_ref();
        let whole = |number: Option<u32>| Json::maybe(number.map(|number| Json::Whole(number.into())));
        let score = vec![
            ("men", Json::Real(self.seen(info.score).hub(), 2)),
            ("from", Json::text(if self.for_white { "white" } else { "mover" })),
            ("expectation", Json::maybe(self.expectation(info).map(|share| Json::Real(share, 4)))),
            ("exactness", Json::text(exactness)),
            ("winner", Json::maybe(verdict.and_then(|verdict| verdict.winner).map(json_side))),
            ("plies", whole(verdict.and_then(|verdict| verdict.plies))),
            ("moves", whole(verdict.and_then(|verdict| verdict.moves))),
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
            ("egdb_hits", Json::Whole(info.egdb_hits)),
            ("pv", Json::texts(moves)),
        ]
    }

    /// A line of the search as JSON.
    pub fn json_line(&self, info: &Info) -> String {
        let mut keys = self.keys("info");
        keys.extend(self.json_of_line(info));
        Json::line(keys).to_string()
    }

    /// What a search found, or why there was nothing to search, as JSON. `complete` is false where the search was cut short.
    pub fn json_result(&self, found: Result<&SearchResult, &Over>, complete: bool) -> String {
        let mut keys = self.keys("result");
        match found {
            Ok(result) => keys.extend([
                ("complete", Json::Bool(complete)),
                ("bestmove", self.json_move(result.best)),
                ("ponder", self.json_move(result.ponder)),
                ("nodes", Json::Whole(result.nodes)),
                ("time", Json::Real(result.time.as_secs_f64(), 3)),
                ("over", Json::Null),
                ("lines", Json::List(result.lines.iter().map(|line| Json::Object(self.json_of_line(line))).collect())),
            ]),
            Err(over) => {
                let why = vec![("winner", Json::maybe(over.winner.map(json_side))), ("rule", Json::text(over.rule))];
                keys.extend([
                    ("complete", Json::Bool(complete)),
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
