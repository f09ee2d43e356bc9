//! Games of a match as journal records and as PDN.

use std::time::Duration;

use crate::board::{Move, Side};
use crate::journal::{join_fields, split_fields};
use crate::notation::{PdnGame, PdnResult, hub_move, parse_fen, parse_move, write_fen_full};
use crate::openings::Opening;
use crate::rules::{DrawRule, Variant};

use super::play::{Ending, PlayedGame, PlayedMove};

/// A game of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// Its number in the match, from 0. Games 2n and 2n + 1 are a pair.
    pub number: usize,
    /// The engines that were White and Black, by their numbers from 0.
    pub engines: [usize; 2],
    /// The opening.
    pub opening: Opening,
    /// What was played.
    pub game: PlayedGame,
}

/// What stands where there is nothing.
const NONE: &str = "-";

impl GameRecord {
    /// The record for the journal.
    pub fn write(&self, variant: &Variant) -> String {
        let numbering = variant.numbering;
        let [white, black] = self.engines.map(|engine| engine.to_string());
        let winner = self.game.winner.map_or(NONE.to_owned(), |side| side.letter().to_string());
        let (code, detail) = write_ending(&self.game.ending);
        let opening: Vec<String> = self.opening.moves.iter().map(|&played| hub_move(played, numbering)).collect();
        let moves: Vec<String> = self.game.moves.iter().map(|played| write_move(played, variant)).collect();
        join_fields([
            self.number.to_string().as_str(),
            &white,
            &black,
            &winner,
            &code,
            &detail,
            &self.opening.name,
            &write_fen_full(&self.opening.start, numbering, None),
            &opening.join(" "),
            &moves.join(" "),
        ])
    }

    /// Reads a record; `None` if it is none of this ruleset.
    pub fn read(record: &str, variant: &Variant) -> Option<GameRecord> {
        let fields = split_fields(record);
        let [number, white, black, winner, code, detail, name, fen, opening, moves] = fields.as_slice() else {
            return None;
        };
        let start = parse_fen(fen, variant.numbering, true).ok()?.state();
        let mut position = *start.position();
        let mut play = |text: &str| -> Option<Move> {
            let played = parse_move(text, variant, &position).ok()?;
            position = position.play(played);
            Some(played)
        };
        let opening = opening.split_whitespace().map(&mut play).collect::<Option<Vec<Move>>>()?;
        let moves = moves.split_whitespace().map(|text| read_move(text, &mut play)).collect::<Option<_>>()?;
        let winner = match winner.as_str() {
            NONE => None,
            letter => Some(read_side(letter)?),
        };
        Some(GameRecord {
            number: number.parse().ok()?,
            engines: [white.parse().ok()?, black.parse().ok()?],
            opening: Opening { name: name.clone(), start, moves: opening },
            game: PlayedGame { moves, winner, ending: read_ending(code, detail)? },
        })
    }

    /// The half points of one of its two engines.
    pub fn points(&self, engine: usize) -> u8 {
        match self.game.winner {
            None => 1,
            Some(side) if self.engines[side.index()] == engine => 2,
            Some(_) => 0,
        }
    }

    /// The game as PDN.
    pub fn pdn(&self, names: &[String], event: &str, control: &str) -> PdnGame {
        let name = |side: Side| names.get(self.engines[side.index()]).map_or("?", String::as_str);
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let tags = vec![
            tag("Event", event),
            tag("Round", &format!("{}.{}", self.number / 2 + 1, self.number % 2 + 1)),
            tag("White", name(Side::White)),
            tag("Black", name(Side::Black)),
            tag("Opening", &self.opening.name),
            tag("TimeControl", control),
            tag("Termination", &self.termination(names)),
        ];
        let opening = self.opening.moves.iter().map(|&played| (played, String::new()));
        let mut moves: Vec<(Move, String)> =
            opening.chain(self.game.moves.iter().map(|played| (played.played, comment(played)))).collect();
        let termination = self.termination(names);
        match moves.last_mut() {
            Some((_, comment)) if comment.is_empty() => *comment = termination,
            Some((_, comment)) => *comment = format!("{comment}, {termination}"),
            None => {}
        }
        let result = self.game.winner.map_or(PdnResult::Drawn, PdnResult::Won);
        PdnGame { tags, start: self.opening.start, moves, result }
    }

    /// Why the game ended, in words. (In PDN nothing is translated.)
    pub fn termination(&self, names: &[String]) -> String {
        match &self.game.ending {
            Ending::NoMove => "no legal move".to_owned(),
            Ending::Rule(rule) => format!("drawn by rule {}", rule.name()),
            Ending::TooLong => "drawn, too long".to_owned(),
            Ending::Adjudicated => "adjudicated".to_owned(),
            Ending::Database => "adjudicated by endgame database".to_owned(),
            Ending::Fault(side, kind, what) => {
                let name = names.get(self.engines[side.index()]).map_or("?", String::as_str);
                format!("{name} loses by {kind}: {what}")
            }
        }
    }
}

/// What is said of a move: clock before it, score and depth, time.
fn comment(played: &PlayedMove) -> String {
    let mut parts = Vec::new();
    if let Some(left) = played.left {
        let millis = left.as_millis();
        let (hours, minutes, seconds) = (millis / 3_600_000, millis / 60_000 % 60, millis % 60_000);
        parts.push(format!("[%clk {hours}:{minutes:02}:{:02}.{:03}]", seconds / 1000, seconds % 1000));
    }
    match (played.score, played.depth) {
        (Some(score), Some(depth)) => parts.push(format!("{score:+.2}/{depth}")),
        (Some(score), None) => parts.push(format!("{score:+.2}")),
        (None, Some(depth)) => parts.push(format!("/{depth}")),
        (None, None) => {}
    }
    parts.push(format!("{:.3}s", played.time.as_secs_f64()));
    parts.join(" ")
}

fn maybe<T: ToString>(value: Option<T>) -> String {
    value.map_or(NONE.to_owned(), |value| value.to_string())
}

/// `MOVE/SCORE/DEPTH/MICROSECONDS/LEFT`.
fn write_move(played: &PlayedMove, variant: &Variant) -> String {
    let text = hub_move(played.played, variant.numbering);
    let left = maybe(played.left.map(|left| left.as_micros()));
    format!("{text}/{}/{}/{}/{left}", maybe(played.score), maybe(played.depth), played.time.as_micros())
}

fn read_move(text: &str, play: &mut impl FnMut(&str) -> Option<Move>) -> Option<PlayedMove> {
    fn maybe<T: std::str::FromStr>(text: &str) -> Option<Option<T>> {
        if text == NONE { Some(None) } else { text.parse().ok().map(Some) }
    }
    let parts: Vec<&str> = text.split('/').collect();
    let &[text, score, depth, time, left] = parts.as_slice() else { return None };
    Some(PlayedMove {
        played: play(text)?,
        score: maybe(score)?,
        depth: maybe(depth)?,
        time: Duration::from_micros(time.parse().ok()?),
        left: maybe(left)?.map(Duration::from_micros),
    })
}

fn read_side(letter: &str) -> Option<Side> {
    [Side::White, Side::Black].into_iter().find(|side| letter == side.letter().to_string())
}

/// The ending as a code and what more there is to say.
fn write_ending(ending: &Ending) -> (String, String) {
    match ending {
        Ending::NoMove => ("no-move".to_owned(), String::new()),
        Ending::Rule(rule) => ("rule".to_owned(), rule.name().to_owned()),
        Ending::TooLong => ("too-long".to_owned(), String::new()),
        Ending::Adjudicated => ("adjudicated".to_owned(), String::new()),
        Ending::Database => ("database".to_owned(), String::new()),
        Ending::Fault(side, kind, what) => (format!("fault {} {kind}", side.letter()), what.clone()),
    }
}

fn read_ending(code: &str, detail: &str) -> Option<Ending> {
    match code {
        "no-move" => Some(Ending::NoMove),
        "rule" => DrawRule::ALL.into_iter().find(|rule| rule.name() == detail).map(Ending::Rule),
        "too-long" => Some(Ending::TooLong),
        "adjudicated" => Some(Ending::Adjudicated),
        "database" => Some(Ending::Database),
        fault => {
            let (side, kind) = fault.strip_prefix("fault ")?.split_once(' ')?;
            Some(Ending::Fault(read_side(side)?, kind.to_owned(), detail.to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::write_pdn;
    use crate::openings::parse_openings;

    fn record(ending: Ending, winner: Option<Side>) -> (GameRecord, &'static Variant) {
        let variant = Variant::named("english").unwrap();
        let opening = parse_openings("1\tplayed\t11-15", "", variant).unwrap().remove(0);
        let mut position = opening.start.position().play(opening.moves[0]);
        let mut play = |text: &str, score, depth, left| {
            let played = parse_move(text, variant, &position).unwrap();
            position = position.play(played);
            PlayedMove { played, score, depth, time: Duration::from_micros(1234), left }
        };
        let second = Some(Duration::from_millis(61_500));
        let moves = vec![play("22-18", Some(-0.25), Some(13), second), play("15x22", None, None, None)];
        let game = PlayedGame { moves, winner, ending };
        (GameRecord { number: 7, engines: [1, 0], opening, game }, variant)
    }

    #[test]
    fn records_come_back() {
        let fault = Ending::Fault(Side::Black, "illegal move".to_owned(), "it\tsaid \"9-99\"".to_owned());
        for (ending, winner) in [
            (Ending::NoMove, Some(Side::White)),
            (Ending::Rule(DrawRule::ThreeKings), None),
            (Ending::TooLong, None),
            (Ending::Adjudicated, Some(Side::Black)),
            (Ending::Database, None),
            (fault, Some(Side::White)),
        ] {
            let (record, variant) = record(ending, winner);
            assert_eq!(GameRecord::read(&record.write(variant), variant), Some(record));
        }
        let (record, variant) = record(Ending::NoMove, None);
        assert_eq!(GameRecord::read(&record.write(variant).replace("22-18", "22-19"), variant), None);
        assert_eq!(GameRecord::read("", variant), None);
    }

    #[test]
    fn points_go_to_engines_not_colours() {
        let (won, _) = record(Ending::NoMove, Some(Side::White));
        assert_eq!((won.points(1), won.points(0)), (2, 0));
        let (drawn, _) = record(Ending::TooLong, None);
        assert_eq!((drawn.points(1), drawn.points(0)), (1, 1));
    }

    #[test]
    fn pdn_says_what_happened() {
        let (record, variant) =
            record(Ending::Fault(Side::White, "hang".to_owned(), "no answer".to_owned()), Some(Side::Black));
        let text = write_pdn(&record.pdn(&["one".to_owned(), "two".to_owned()], "a match", "10+0"), variant);
        for line in [
            "[Event \"a match\"]",
            "[Round \"4.2\"]",
            "[White \"two\"]",
            "[Black \"one\"]",
            "[Termination \"two loses by hang: no answer\"]",
            "[Result \"1-0\"]",
            "[GameType \"21,B,8,8,N1,0\"]",
            "1. 11-15 22-18 {[%clk 0:01:01.500] -0.25/13 0.001s} 2. 15x22",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
    }
}
