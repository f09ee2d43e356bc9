//! CheckerBoard's C interface, version 2: its structures and how it numbers squares.

use std::ffi::{c_char, c_int};

use crate::board::{Bitboard, Move, Position, Side, Square};
use crate::movegen::{MoveGen, Path};
use crate::rules::Variant;

/// A board: `board[x][y]`.
pub(crate) type Board = [[c_int; 8]; 8];
/// The length of texts that a library writes, its NUL included.
pub(crate) const TEXT: usize = 1024;

const WHITE: c_int = 1;
const BLACK: c_int = 2;
const MAN: c_int = 4;
const KING: c_int = 8;

/// `int getmove(int board[8][8], int color, double maxtime, char str[1024], int *playnow, int info, int moreinfo,
/// struct CBmove *move)`.
pub(crate) type GetMove =
    unsafe extern "system" fn(*mut Board, c_int, f64, *mut c_char, *mut c_int, c_int, c_int, *mut CbMove) -> c_int;

/// `int enginecommand(const char *command, char reply[1024])`.
pub(crate) type EngineCommand = unsafe extern "system" fn(*const c_char, *mut c_char) -> c_int;

/// A square by its two coordinates.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Coordinates {
    pub x: c_int,
    pub y: c_int,
}

/// A move as libraries give it: `struct CBmove`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CbMove {
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
pub(crate) const RESET: c_int = 1;
/// See [`RESET`].
pub(crate) const EXACT: c_int = 2;

/// `info` bits and `moreinfo` for a clock in seconds: the finest of the three units in which both numbers fit 16 bits.
pub(crate) fn clock(remaining: f64, increment: f64) -> (c_int, c_int) {
    let (unit, size) = [(1, 0.001), (2, 0.01), (3, 0.1)]
        .into_iter()
        .find(|(_, size)| remaining.max(increment) / size < 65_535.0)
        .unwrap_or((3, 0.1));
    let in_units = |seconds: f64| (seconds.max(0.0) / size).min(65_535.0) as u32;
    (unit << 2, (in_units(remaining) << 16 | in_units(increment)) as c_int)
}

/// Where a ruleset's squares are on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
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
            if let Some(cell) = board.get_mut(x as usize).and_then(|column| column.get_mut(y as usize)) {
                *cell = position.piece_at(square).map_or(0, |(side, king)| piece(side, king));
            }
        }
        board
    }

    /// The position on a board with a colour to move; `None` where it is none.
    pub fn position(self, board: &Board, to_move: c_int) -> Option<Position> {
        let side = [Side::White, Side::Black].into_iter().find(|&side| colour(side) == to_move)?;
        let (mut white, mut black, mut kings) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        for square in Square::all() {
            let Coordinates { x, y } = self.coordinates(square);
            let cell = *board.get(x as usize)?.get(y as usize)?;
            if cell == 0 {
                continue;
            }
            match cell & !(MAN | KING) {
                WHITE => white |= square.bit(),
                BLACK => black |= square.bit(),
                _ => return None,
            }
            match cell & (MAN | KING) {
                KING => kings |= square.bit(),
                MAN => {}
                _ => return None,
            }
        }
        Position::new(white, black, kings, side, true).ok()
    }

    /// A legal move as libraries give it. `path[0]` is where it starts, `path[1]` the first square on the way; a capture
    /// of twelve pieces fills the path without its last square, which is `to`.
    pub fn named(self, position: &Position, played: Move) -> CbMove {
        let route = route(self.variant, position, played);
        let mover = position.side();
        let (from, to) = (self.coordinates(played.from()), self.coordinates(played.to()));
        let mut named = CbMove {
            jumps: played.captured().count() as c_int,
            newpiece: piece(mover, played.by_king() || played.crowns()),
            oldpiece: piece(mover, played.by_king()),
            from,
            to,
            ..CbMove::default()
        };
        let steps = std::iter::once(from).chain(route.landings.iter().map(|&landing| self.coordinates(landing)));
        named.path.iter_mut().zip(steps).for_each(|(place, step)| *place = step);
        for ((place, kind), &taken) in named.del.iter_mut().zip(&mut named.delpiece).zip(&route.captured) {
            *place = self.coordinates(taken);
            *kind = piece(!mover, position.all_kings().has(taken));
        }
        named
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

/// The route by which a move is told: of several, the one with the lowest own numbers.
pub(crate) fn route(variant: &Variant, position: &Position, played: Move) -> Path {
    let numbers = |path: &Path| path.landings.iter().map(|&at| variant.numbering.number(at)).collect::<Vec<u8>>();
    let mut paths = MoveGen::of(variant.laws).paths(position, played);
    paths.sort_by_key(numbers);
    paths.into_iter().next().unwrap_or_default()
}

/// A piece's number.
pub(crate) const fn piece(side: Side, king: bool) -> c_int {
    colour(side) | if king { KING } else { MAN }
}

/// A side's colour.
pub(crate) const fn colour(side: Side) -> c_int {
    match side {
        Side::White => WHITE,
        Side::Black => BLACK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
