//! How a ruleset's players number and name the squares.

use crate::board::Square;

/// A way to number the 32 squares and to name them by letters. Notation, not rules: only reading and writing use it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Numbering {
    /// Square 1 at the top, second column from the left: the inner numbers themselves. White's a1 is square 29.
    English,
    /// A mirrored board with square 1 at the top left: Italian and Filipino. White's a8 is square 1.
    Italian,
    /// A mirrored board with square 1 at the bottom right, so that White starts on 1-12: Spanish, Portuguese, damas.
    /// White's h1 is square 1.
    Spanish,
}

impl Numbering {
    /// The square of an own number 1-32; `None` for any other number.
    pub const fn square(self, number: u8) -> Option<Square> {
        if number < 1 || number > 32 {
            return None;
        }
        let (row, place) = ((number - 1) / 4, (number - 1) % 4);
        Square::from_number(match self {
            Numbering::English => number,
            Numbering::Italian => 4 * row + 4 - place,
            Numbering::Spanish => 29 - 4 * row + place,
        })
    }

    /// The own number of a square, 1-32.
    pub const fn number(self, square: Square) -> u8 {
        let inner = square.number();
        let (row, place) = ((inner - 1) / 4, (inner - 1) % 4);
        match self {
            Numbering::English => inner,
            Numbering::Italian => 4 * row + 4 - place,
            Numbering::Spanish => 29 - 4 * row + place,
        }
    }

    /// Whether the players see the board mirrored, with the double corner on the left.
    pub const fn is_mirrored(self) -> bool {
        !matches!(self, Numbering::English)
    }

    /// The file (0 = a, at White's left) and rank (0 = 1, nearest White) of a square as the players see it.
    pub const fn file_rank(self, square: Square) -> (u8, u8) {
        let col = square.col();
        (if self.is_mirrored() { 7 - col } else { col }, 7 - square.row())
    }

    /// The square on a file (0 = a) and rank (0 = 1) as the players see them; `None` where no piece stands.
    pub const fn square_at(self, file: u8, rank: u8) -> Option<Square> {
        if file > 7 || rank > 7 {
            return None;
        }
        Square::from_row_col(7 - rank, if self.is_mirrored() { 7 - file } else { file })
    }

    /// The square's name in letters, such as `a1`.
    pub fn letters(self, square: Square) -> String {
        let (file, rank) = self.file_rank(square);
        format!("{}{}", char::from(b'a' + file), rank + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_agree_for_every_square() {
        for numbering in [Numbering::English, Numbering::Italian, Numbering::Spanish] {
            for square in Square::all() {
                assert_eq!(numbering.square(numbering.number(square)), Some(square));
                let (file, rank) = numbering.file_rank(square);
                assert_eq!(numbering.square_at(file, rank), Some(square));
            }
            assert_eq!(numbering.square(0), None);
            assert_eq!(numbering.square(33), None);
        }
    }

    #[test]
    fn corners_are_where_the_players_see_them() {
        let name = |numbering: Numbering, own: u8| numbering.square(own).map(|square| numbering.letters(square));
        for (numbering, own, letters) in [
            (Numbering::English, 29, "a1"),
            (Numbering::English, 1, "b8"),
            (Numbering::English, 32, "g1"),
            (Numbering::Italian, 1, "a8"),
            (Numbering::Italian, 29, "b1"),
            (Numbering::Italian, 32, "h1"),
            (Numbering::Spanish, 1, "h1"),
            (Numbering::Spanish, 4, "b1"),
            (Numbering::Spanish, 32, "a8"),
        ] {
            assert_eq!(name(numbering, own).as_deref(), Some(letters), "{numbering:?} {own}");
        }
        assert_eq!(Numbering::Italian.square(1).map(Square::number), Some(4));
        assert_eq!(Numbering::Italian.square(5).map(Square::number), Some(8));
        assert_eq!(Numbering::Spanish.square(1).map(Square::number), Some(29));
        assert_eq!(Numbering::Spanish.square(32).map(Square::number), Some(4));
    }
}
