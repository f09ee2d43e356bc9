//! Moves as arrows.

use crate::board::{Bitboard, Move, Position, Square};
use crate::movegen::{MoveGen, Path};
use crate::notation::Naming;
use crate::rules::Variant;

/// A move as it is drawn: from its start through every square on which the piece touches down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The squares, the start first; two or more.
    pub squares: Vec<Square>,
    /// The squares of what it captures.
    pub captured: Bitboard,
}

impl Arrow {
    /// The arrow of a legal move. Where a capture has several routes, it is the one that `text` writes, if it does, or else
    /// that with the lowest numbers, as the move is written in PDN.
    pub fn of(position: &Position, played: Move, variant: &Variant, text: Option<&str>) -> Arrow {
        let numbering = variant.numbering;
        let numbers = |path: &Path| path.landings.iter().map(|&at| numbering.number(at)).collect::<Vec<u8>>();
        let written = |path: &Path| text.is_some_and(|text| writes(text, played.from(), path, variant));
        let paths = MoveGen::of(variant.laws).paths(position, played);
        let path = paths.iter().min_by_key(|path| (!written(path), numbers(path)));
        let landings: &[Square] = path.map_or(&[], |path| &path.landings);
        let ends = [played.to()];
        let landings = if landings.is_empty() { &ends[..] } else { landings };
        let squares = std::iter::once(played.from()).chain(landings.iter().copied()).collect();
        Arrow { squares, captured: played.captured() }
    }
}

/// Whether a move's text names all squares on which the piece touches down, by numbers or by letters.
fn writes(text: &str, from: Square, path: &Path, variant: &Variant) -> bool {
    let given: Vec<String> =
        text.split(|c: char| !c.is_ascii_alphanumeric()).flat_map(|part| part.split(['x', 'X'])).map(plain).collect();
    [false, true].into_iter().any(|letters| {
        let naming = Naming { numbering: variant.numbering, letters };
        let route = std::iter::once(&from).chain(&path.landings);
        given.iter().filter(|part| !part.is_empty()).cloned().eq(route.map(|&square| naming.square(square)))
    })
}

/// A square's name without zeros before it, in small letters.
fn plain(name: &str) -> String {
    name.trim_start_matches('0').to_ascii_lowercase()
}
