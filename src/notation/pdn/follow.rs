//! Plays what a game's words say.

use crate::board::{Move, Position};
use crate::notation::{MoveError, MoveFault, parse_move};
use crate::rules::Variant;

use super::raw::{RawLine, RawMove};
use super::source::At;
use super::{PdnError, PdnFault, PdnLine, PdnMove};

/// How often a line may fork before it counts as ambiguous.
const MOST_TRIES: usize = 256;

/// Plays the words of the main line, and of all variations. Where a text fits several moves, each is tried, and it must
/// be just one with which the rest goes. A variation that cannot be played becomes a comment, and a note says why.
pub(super) fn follow(
    start: &Position,
    line: RawLine,
    variant: &Variant,
    notes: &mut Vec<PdnError>,
) -> Result<PdnLine, PdnError> {
    let moves = moves_of(start, &line.moves, variant)
        .map_err(|(place, at, error)| PdnError::new(at, PdnFault::Move(place + 1, error)))?;
    Ok(understood(start, line, moves, variant, notes))
}

/// A line whose moves are known, with its variations.
fn understood(
    start: &Position,
    line: RawLine,
    moves: Vec<Move>,
    variant: &Variant,
    notes: &mut Vec<PdnError>,
) -> PdnLine {
    let mut position = *start;
    let mut read = PdnLine { comments: line.comments, moves: Vec::with_capacity(moves.len()) };
    for (raw, played) in line.moves.into_iter().zip(moves) {
        let mut of = PdnMove { played, nags: raw.nags, comments: raw.comments, variations: Vec::new() };
        for variation in raw.variations {
            match moves_of(&position, &variation.moves, variant) {
                Ok(moves) => of.variations.push(understood(&position, variation, moves, variant, notes)),
                Err((_, at, error)) => {
                    notes.push(PdnError::new(at, PdnFault::Variation(error)));
                    of.comments.push(format!("({})", variation.text()));
                }
            }
        }
        read.moves.push(of);
        position = position.play(played);
    }
    read
}

/// A fault in a line: the place of the move from 0, where it stands, and why.
type Fault = (usize, At, MoveError);

fn moves_of(start: &Position, words: &[RawMove], variant: &Variant) -> Result<Vec<Move>, Fault> {
    let mut found: Option<Vec<Move>> = None;
    let mut furthest: Option<(usize, MoveError)> = None;
    let mut ambiguous: Option<(usize, MoveError)> = None;
    let mut tries = vec![(*start, Vec::with_capacity(words.len()))];
    let mut tried = 0;
    while let Some((mut position, mut moves)) = tries.pop() {
        tried += 1;
        let ended = loop {
            let place = moves.len();
            let Some(raw) = words.get(place) else { break true };
            match parse_move(&raw.word, variant, &position) {
                Ok(played) => {
                    position = position.play(played);
                    moves.push(played);
                }
                Err(fault) => {
                    if let MoveFault::Ambiguous(several) = &fault.fault {
                        for &played in several {
                            let mut moves: Vec<Move> = moves.clone();
                            moves.push(played);
                            tries.push((position.play(played), moves));
                        }
                        ambiguous.get_or_insert((place, fault));
                    } else if furthest.as_ref().is_none_or(|(known, _)| *known < place) {
                        furthest = Some((place, fault));
                    }
                    break false;
                }
            }
        };
        if ended && found.replace(moves).is_some() || tried > MOST_TRIES {
            found = None;
            furthest = None;
            break;
        }
    }
    match (found, furthest.or(ambiguous)) {
        (Some(moves), _) => Ok(moves),
        (None, Some((place, error))) => {
            let at = words.get(place).map_or(At { line: 0, column: 0 }, |raw| raw.at);
            Err((place, at, error))
        }
        (None, None) => Ok(Vec::new()),
    }
}
