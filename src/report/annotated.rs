//! A game with what was found of each move.

use crate::board::{Position, Side};
use crate::lang::Lang;
use crate::notation::{PdnLine, PdnMove, PdnRecord, nag_sign};
use crate::openings::opening_name;
use crate::rules::State;

use super::judge::{Judged, Value, accuracy, judged};
use super::search::Found;

/// The most moves of a line that is written.
const LONGEST_LINE: usize = 12;

/// A game that was searched.
#[derive(Clone, Debug)]
pub struct Annotated {
    /// The game as it was read.
    pub record: PdnRecord,
    /// What was found of each move.
    pub found: Vec<Found>,
    /// How each move is judged.
    pub judged: Vec<Judged>,
    /// The accuracy of White and Black, from 0 to 100; `None` where no move counts.
    pub accuracy: [Option<f64>; 2],
    /// The name of the opening, where its ruleset has a deck.
    pub opening: Option<String>,
}

/// Judges a game of which every move was searched.
pub fn annotated(record: PdnRecord, found: Vec<Found>) -> Annotated {
    let laws = record.variant.laws;
    let judged: Vec<Judged> = found.iter().map(|found| judged(found, laws)).collect();
    let first = record.start.position().side();
    let of_side = |side: Side| {
        let parity = usize::from(side != first);
        accuracy(judged.iter().enumerate().filter(|(place, _)| place % 2 == parity).map(|(_, of)| of))
    };
    let accuracy = [of_side(Side::White), of_side(Side::Black)];
    let from_start = record.start == State::new(record.variant.start());
    let opening = if from_start { opening_name(record.variant, &record.moves) } else { None };
    Annotated { record, found, judged, accuracy, opening }
}

impl Annotated {
    /// The positions before each move, and the last.
    pub fn positions(&self) -> Vec<Position> {
        let mut position = *self.record.start.position();
        let mut positions = vec![position];
        for &played in &self.record.moves {
            position = position.play(played);
            positions.push(position);
        }
        positions
    }

    /// The game with marks, comments, and better lines as variations. `annotator` says who did it and how; scores are for
    /// the side that moves, or for White.
    pub fn record(&self, annotator: &str, for_white: bool) -> PdnRecord {
        let mut record = self.record.clone();
        let mut set = |name: &str, value: String| match record
            .tags
            .iter_mut()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
        {
            Some((_, old)) => *old = value,
            None => record.tags.push((name.to_owned(), value)),
        };
        if let Some(opening) = &self.opening
            && self.record.tag("Opening").is_none()
        {
            set("Opening", opening.clone());
        }
        set("Annotator", annotator.to_owned());
        for (side, accuracy) in ["White", "Black"].into_iter().zip(self.accuracy) {
            if let Some(accuracy) = accuracy {
                set(&format!("{side}Accuracy"), format!("{accuracy:.1}"));
            }
        }
        let positions = self.positions();
        let about = positions.iter().zip(&self.found).zip(&self.judged);
        for (of, ((position, found), judged)) in record.play.moves.iter_mut().zip(about) {
            let seen_by = if for_white { Side::White } else { position.side() };
            comment(of, found, judged, position.side(), seen_by);
        }
        record
    }
}

/// Adds to a move what was found of it.
fn comment(of: &mut PdnMove, found: &Found, judged: &Judged, mover: Side, seen_by: Side) {
    let before: String = of.nags.iter().filter_map(|&nag| nag_sign(nag)).collect();
    if let Some(mark) = judged.mark {
        // A judgement of ours takes the place of one that was there, which the comment then tells of.
        of.nags.retain(|&nag| nag_sign(nag).is_none());
        of.nags.insert(0, mark.nag());
    }
    // How deep was searched matters only where it was.
    let told = |value: Value| {
        let depth = if value.known { String::new() } else { format!("/{}", found.depth) };
        value.text(mover, seen_by, Lang::En) + &depth
    };
    let mut text = told(found.played);
    if judged.lost > 0.0 {
        text += &format!(", loses {:.0}%", 100.0 * judged.lost);
        let mut moves: Vec<PdnMove> =
            found.line.iter().take(LONGEST_LINE).map(|&played| PdnMove::new(played)).collect();
        if let Some(last) = moves.last_mut() {
            last.comments.push(told(found.best));
        }
        of.variations.push(PdnLine { comments: Vec::new(), moves });
    }
    if judged.mark.is_some_and(|mark| !before.is_empty() && before != mark.sign()) {
        text += &format!(", was {before}");
    }
    of.comments.push(text);
}
