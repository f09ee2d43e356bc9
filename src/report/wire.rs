//! What was found, as records of a journal.

use crate::board::{Move, Position};
use crate::journal::{join_fields, split_fields};
use crate::notation::{hub_move, parse_move};
use crate::rules::Variant;
use crate::score::Score;

use super::judge::Value;
use super::search::Found;

/// Writes what was found of a move: the number of the game and the place of the move, both from 0.
pub(super) fn write(game: usize, place: usize, found: &Found, variant: &Variant) -> String {
    let line = |moves: &[Move]| {
        moves.iter().map(|&played| hub_move(played, variant.numbering)).collect::<Vec<String>>().join(" ")
    };
    let value = |of: Value| format!("{}{}", of.score.raw(), if of.known { "k" } else { "" });
    let fields = [
        game.to_string(),
        place.to_string(),
        found.choices.to_string(),
        found.depth.to_string(),
        value(found.best),
        found.second.map_or("-".to_owned(), value),
        value(found.played),
        line(&found.line),
        line(&found.played_line),
    ];
    join_fields(fields.iter().map(String::as_str))
}

/// The number of the game and the place of the move of a record.
pub(super) fn place(record: &str) -> Option<(usize, usize)> {
    let mut fields = record.split('\t');
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

/// Reads what was found of a move in a position; `None` if the record is no such thing.
pub(super) fn read(record: &str, variant: &Variant, position: &Position) -> Option<Found> {
    let fields = split_fields(record);
    let [_, _, choices, depth, best, second, played, line, played_line] = fields.as_slice() else { return None };
    let moves = |text: &str| -> Option<Vec<Move>> {
        let mut position = *position;
        let play = |word: &str| {
            let played = parse_move(word, variant, &position).ok()?;
            position = position.play(played);
            Some(played)
        };
        text.split(' ').map(play).collect()
    };
    let value = |text: &str| -> Option<Value> {
        let number = text.strip_suffix('k').unwrap_or(text);
        let raw: i32 = number.parse().ok()?;
        let in_range = (Score::MIN.raw()..=Score::MAX.raw()).contains(&raw);
        in_range.then(|| Value { score: Score::from_raw(raw), known: text.ends_with('k') })
    };
    Some(Found {
        choices: choices.parse().ok()?,
        depth: depth.parse().ok()?,
        best: value(best)?,
        second: if second == "-" { None } else { Some(value(second)?) },
        played: value(played)?,
        line: moves(line)?,
        played_line: moves(played_line)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back() {
        let variant = Variant::named("spanish").unwrap();
        let start = variant.start();
        let first = parse_move("11-15", variant, &start).unwrap();
        let reply = parse_move("22-18", variant, &start.play(first)).unwrap();
        let value = |score, known| Value { score, known };
        let found = Found {
            choices: 7,
            best: value(Score::heuristic(-25), false),
            line: vec![first, reply],
            second: Some(value(Score::win_in(9), false)),
            played: value(Score::DRAW, true),
            played_line: vec![first],
            depth: 11,
        };
        for found in [found.clone(), Found { second: None, ..found }] {
            let record = write(12, 0, &found, variant);
            assert_eq!(place(&record), Some((12, 0)));
            assert_eq!(read(&record, variant, &start), Some(found));
            assert_eq!(read(&record.replace("11-15", "11-18"), variant, &start), None);
        }
        assert_eq!(read("", variant, &start), None);
        assert_eq!(place("x\t1"), None);
    }
}
