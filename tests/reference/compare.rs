//! The comparison of the two generators on one position.

use damero::{Bitboard, MoveGen, Path, Position, RuleSpec, Side};

use super::slow::{self, Board, Legal, Piece, Played, Route};

/// A position of the reference for the library.
pub fn position(board: &Board) -> Position {
    let set = |wanted: &dyn Fn(Piece) -> bool| -> Bitboard {
        let pieces = board.pieces().into_iter().filter(|&(_, piece)| wanted(piece));
        pieces.map(|(place, _)| slow::square(place)).collect()
    };
    let side = if board.white_to_move { Side::White } else { Side::Black };
    Position::new(set(&|piece| piece.white), set(&|piece| !piece.white), set(&|piece| piece.king), side, true)
        .expect("a sound position")
}

/// A route of the library, for comparison.
fn route(fast: &Path) -> Route {
    Route { landings: fast.landings.to_vec(), captured: fast.captured.to_vec() }
}

/// Compares everything that the library says about the moves of a position with what the reference says under `laws`.
///
/// # Errors
/// What differs, in words.
pub fn compare(movegen: &MoveGen, laws: &RuleSpec, board: &Board) -> Result<(), String> {
    let position = position(board);
    let expected = board.legal_moves(laws);
    let fast = movegen.legal_moves(&position);
    let mut found: Vec<Played> = fast.iter().map(|&fast| slow::played(fast)).collect();
    found.sort();
    if !found.iter().eq(expected.iter().map(|legal| &legal.played)) {
        return Err(difference(
            "moves",
            &found,
            &expected.iter().map(|legal| legal.played.clone()).collect::<Vec<_>>(),
        ));
    }
    if movegen.has_move(&position) == expected.is_empty() {
        return Err(format!("has_move says {}", expected.is_empty()));
    }
    let captures = expected.iter().any(|legal| !legal.played.captured.is_empty());
    if movegen.has_capture(&position) != captures {
        return Err(format!("has_capture says {}", !captures));
    }
    for &fast in &fast {
        let played = slow::played(fast);
        let legal = find(&expected, &played);
        let (after, expected_after) = (Board::of(&position.play(fast)), board.play(&played));
        if after != expected_after {
            return Err(format!("after {played:?}: {after:?}, but expected {expected_after:?}"));
        }
        if fast.is_irreversible() != (fast.is_capture() || !played.king_before) {
            return Err(format!("{played:?} is (ir)reversible"));
        }
        let mut routes: Vec<Route> = movegen.paths(&position, fast).iter().map(route).collect();
        routes.sort();
        if routes != legal.routes {
            return Err(difference(&format!("routes of {played:?}"), &routes, &legal.routes));
        }
    }
    Ok(())
}

fn find<'a>(expected: &'a [Legal], played: &Played) -> &'a Legal {
    expected.iter().find(|legal| legal.played == *played).expect("the lists are equal")
}

fn difference<T: std::fmt::Debug + PartialEq>(what: &str, found: &[T], expected: &[T]) -> String {
    let missing: Vec<&T> = expected.iter().filter(|thing| !found.contains(thing)).collect();
    let too_many: Vec<&T> = found.iter().filter(|thing| !expected.contains(thing)).collect();
    let (has, should) = (found.len(), expected.len());
    format!("{what}: {has} found, {should} expected; missing {missing:?}; not legal {too_many:?}")
}
