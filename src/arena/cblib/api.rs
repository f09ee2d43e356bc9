//! CheckerBoard's C interface, version 2: its structures and how it numbers squares.

use std::ffi::{c_char, c_int};

use crate::board::{Bitboard, Move, Position, Side, Square};
use crate::rules::Variant;

/// A board: `board[x][y]`.
pub(super) type Board = [[c_int; 8]; 8];
/// The length of texts that a library writes, its NUL included.
pub(super) const TEXT: usize = 1024;

const WHITE: c_int = 1;
const BLACK: c_int = 2;
const MAN: c_int = 4;
const KING: c_int = 8;

/// `int getmove(int board[8][8], int color, double maxtime, char str[1024], int *playnow, int info, int moreinfo,
/// struct CBmove *move)`.
pub(super) type GetMove =
    unsafe extern "system" fn(*mut Board, c_int, f64, *mut c_char, *mut c_int, c_int, c_int, *mut CbMove) -> c_int;

/// `int enginecommand(const char *command, char reply[1024])`.
pub(super) type EngineCommand = unsafe extern "system" fn(*const c_char, *mut c_char) -> c_int;

/// A square by its two coordinates.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Coordinates {
    pub x: c_int,
    pub y: c_int,
}

/// A move as libraries give it: `struct CBmove`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct CbMove {
    pub jumps: c_int,
    pub newpiece: c_int,
    pub oldpiece: c_int,
    pub from: Coordinates,
    pub to: Coordinates,
    pub path: [Coordinates; 12],
    pub del: [Coordinates; 12],
    pub delpiece: [c_int; 12],
}

const _: () = assert!(size_of::<CbMove>() == 268);

/// Bits of `getmove`'s `info`: the game is a new one; use exactly the time given.
pub(super) const RESET: c_int = 1;
/// See [`RESET`].
pub(super) const EXACT: c_int = 2;

/// `info` bits and `moreinfo` for a clock in seconds: the finest of the three units in which both numbers fit 16 bits.
pub(super) fn clock(remaining: f64, increment: f64) -> (c_int, c_int) {
    let (unit, size) = [(1, 0.001), (2, 0.01), (3, 0.1)]
        .into_iter()
        .find(|(_, size)| remaining.max(increment) / size < 65_535.0)
        .unwrap_or((3, 0.1));
    let in_units = |seconds: f64| (seconds.max(0.0) / size).min(65_535.0) as u32;
    (unit << 2, (in_units(remaining) << 16 | in_units(increment)) as c_int)
}

/// Where a ruleset's squares are on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    variant: &'static Variant,
}

impl Layout {
    /// The layout of a ruleset; one without a game type has that of the ruleset whose numbers it shares.
    pub fn of(variant: &'static Variant) -> Layout {
        Layout { variant }
    }

    /// The coordinates of a square.
    pub fn coordinates(self, square: Square) -> Coordinates {
        let place = i32::from(self.variant.numbering.number(square)) - 1;
        let (row, column) = (place / 4, place % 4);
        let (x, y) = match self.variant.game_type {
            // Czech: number = 33 - (1 + 4y + x/2).
            Some(29) => (2 * ((31 - place) % 4), (31 - place) / 4),
            Some(22) => (2 * column, row),
            Some(24 | 28) => (2 * (3 - column), 7 - row),
            Some(_) => (2 * (3 - column), row),
            None if self.variant.numbering == crate::rules::Numbering::Italian => (2 * column, row),
            None => (2 * (3 - column), 7 - row),
        };
        Coordinates { x: x + y % 2, y }
    }

    /// The square of coordinates; `None` off the board and on squares that are not played on.
    fn square(self, at: Coordinates) -> Option<Square> {
        Square::all().find(|&square| self.coordinates(square) == at)
    }

    /// A position as a board.
    pub fn board(self, position: &Position) -> Board {
        let mut board = [[0; 8]; 8];
        for square in Square::all() {
            let Coordinates { x, y } = self.coordinates(square);
            board[x as usize][y as usize] = match position.piece_at(square) {
                None => 0,
                Some((side, king)) => colour(side) | if king { KING } else { MAN },
            };
        }
        board
    }

    /// The legal move that leads to a board, or else the one that a move names.
    pub fn played(self, position: &Position, legal: &[Move], board: &Board, named: &CbMove) -> Option<Move> {
        let leads_there = |played: &&Move| self.board(&position.play(**played)) == *board;
        let by_board = legal.iter().find(leads_there).copied();
        by_board.or_else(|| {
            let (from, to) = (self.square(named.from)?, self.square(named.to)?);
            let jumps = usize::try_from(named.jumps).ok()?;
            let captured: Bitboard = named.del.iter().take(jumps).map(|&at| self.square(at)).collect::<Option<_>>()?;
            let names = |played: &&Move| played.from() == from && played.to() == to && played.captured() == captured;
            legal.iter().find(names).copied()
        })
    }
}

/// A side's colour.
pub(super) const fn colour(side: Side) -> c_int {
    match side {
        Side::White => WHITE,
        Side::Black => BLACK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::MoveGen;
    use crate::rules::VARIANTS;

    fn at(name: &str, number: u8) -> (c_int, c_int) {
        let variant = Variant::named(name).unwrap();
        let Coordinates { x, y } = Layout::of(variant).coordinates(variant.numbering.square(number).unwrap());
        (x, y)
    }

    #[test]
    fn squares_lie_where_the_published_formulas_say() {
        for (name, number, place) in [
            ("english", 1, (6, 0)),
            ("english", 4, (0, 0)),
            ("english", 5, (7, 1)),
            ("english", 32, (1, 7)),
            ("italian", 1, (0, 0)),
            ("italian", 5, (1, 1)),
            ("filipino", 32, (7, 7)),
            ("russian", 1, (6, 0)),
            ("spanish", 1, (7, 7)),
            ("spanish", 32, (0, 0)),
            ("damas:long", 1, (7, 7)),
            ("portuguese", 5, (6, 6)),
            ("czech", 32, (0, 0)),
            ("czech", 29, (6, 0)),
            ("czech", 28, (1, 1)),
            ("czech", 1, (7, 7)),
        ] {
            assert_eq!(at(name, number), place, "{name} {number}");
        }
    }

    #[test]
    fn every_square_has_its_own_place() {
        for variant in &VARIANTS {
            let layout = Layout::of(variant);
            for square in Square::all() {
                let place = layout.coordinates(square);
                assert_eq!((place.x + place.y) % 2, 0, "{} {square:?}", variant.name);
                assert_eq!(layout.square(place), Some(square), "{} {square:?}", variant.name);
            }
            assert_eq!(layout.square(Coordinates { x: 1, y: 0 }), None);
        }
    }

    #[test]
    fn moves_are_known_by_the_board_and_by_name() {
        let variant = Variant::named("english").unwrap();
        let (layout, start) = (Layout::of(variant), variant.start());
        let legal = MoveGen::of(variant.laws).legal_moves(&start);
        for &played in &legal {
            let board = layout.board(&start.play(played));
            assert_eq!(layout.played(&start, &legal, &board, &CbMove::default()), Some(played));
            let (from, to) = (layout.coordinates(played.from()), layout.coordinates(played.to()));
            let named = CbMove { from, to, ..CbMove::default() };
            assert_eq!(layout.played(&start, &legal, &layout.board(&start), &named), Some(played));
        }
        assert_eq!(layout.played(&start, &legal, &layout.board(&start), &CbMove::default()), None);
    }

    #[test]
    fn clocks_take_the_finest_unit() {
        assert_eq!(clock(60.0, 0.5), (1 << 2, 60_000 << 16 | 500));
        assert_eq!(clock(600.0, 5.0), (2 << 2, (60_000u32 << 16 | 500) as c_int));
        assert_eq!(clock(1e9, 0.0), (3 << 2, (65_535u32 << 16) as c_int));
    }
}
