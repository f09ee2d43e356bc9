//! Reading of plain FENs, so that the tests of the rules need no notation layer: `W:WK5,18:B7,11` with single squares
//! in a ruleset's own numbers, as the tables under `tests/data` have them.

use damero::{Bitboard, Numbering, Position, Side};

/// The position of a FEN.
///
/// # Panics
/// If it is not of that form.
pub fn position(numbering: Numbering, fen: &str) -> Position {
    let mut fields = fen.split(':');
    let side = match fields.next() {
        Some("W") => Side::White,
        Some("B") => Side::Black,
        _ => panic!("{fen}: no side to move"),
    };
    let mut sets = [Bitboard::EMPTY; 2];
    let mut kings = Bitboard::EMPTY;
    for field in fields {
        let (colour, list) = field.split_at(1);
        let index = ["W", "B"].iter().position(|&letter| letter == colour).expect("W or B");
        for item in list.split(',').filter(|item| !item.is_empty()) {
            let number = item.trim_start_matches('K').parse().expect("a number");
            let square = numbering.square(number).expect("1 to 32").bit();
            assert!(!(sets[0] | sets[1]).meets(square), "{fen}: square {number} twice");
            sets[index] |= square;
            if item.starts_with('K') {
                kings |= square;
            }
        }
    }
    Position::new(sets[0], sets[1], kings, side, true).unwrap_or_else(|error| panic!("{fen}: {error}"))
}
