//! Counting the leaves of the game tree.

use crate::board::{Bitboard, Move, MoveList, Position, Side};
use crate::rules::{Laws, Ruleset};

use super::quiet::QuietSink;
use super::{captures, list, paths, promotion_row, quiet};

/// What a leaf is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Count {
    /// A move: from, to and the captured pieces.
    #[default]
    Moves,
    /// A path: each route of a capture counts.
    Paths,
}

/// The number of leaves at a depth in plies, 0 being the position itself; the last ply is counted in bulk.
pub(crate) fn perft<R: Ruleset>(position: &Position, depth: u32, count: Count) -> u64 {
    match (depth, position.side(), count) {
        (0, _, _) => 1,
        (_, Side::White, Count::Moves) => moves::<R, true>(position, depth),
        (_, Side::Black, Count::Moves) => moves::<R, false>(position, depth),
        (_, _, Count::Paths) => paths_from::<R>(position, depth),
    }
}

fn moves<R: Ruleset, const WHITE: bool>(position: &Position, depth: u32) -> u64 {
    if captures::any::<R, WHITE>(position) {
        return after_captures::<R, WHITE>(position, depth);
    }
    if depth == 1 {
        return u64::from(quiet::count::<R, WHITE>(position));
    }
    let mut below = Below::<R, WHITE> { position, depth: depth - 1, leaves: 0, laws: std::marker::PhantomData };
    quiet::each::<R, WHITE>(position, &mut below);
    below.leaves
}

#[inline(never)]
fn after_captures<R: Ruleset, const WHITE: bool>(position: &Position, depth: u32) -> u64 {
    let mut list = MoveList::new();
    list::captures::<R, WHITE>(position, &mut list);
    if depth == 1 {
        return list.len() as u64;
    }
    list.iter().map(|&played| child::<R, WHITE>(&position.play(played), depth - 1)).sum()
}

/// Goes on with the other side, of which the compiler cannot compute the negation in a type.
#[inline(always)]
fn child<R: Ruleset, const WHITE: bool>(position: &Position, depth: u32) -> u64 {
    if WHITE { moves::<R, false>(position, depth) } else { moves::<R, true>(position, depth) }
}

/// Counts the leaves below each quiet move, without a list.
struct Below<'a, R, const WHITE: bool> {
    position: &'a Position,
    depth: u32,
    leaves: u64,
    laws: std::marker::PhantomData<R>,
}

impl<R: Ruleset, const WHITE: bool> Below<'_, R, WHITE> {
    #[inline(always)]
    fn go(&mut self, from: Bitboard, to: Bitboard, kings: Bitboard) {
        let before = self.position;
        let step = from | to;
        let (white, black) = (before.pieces(Side::White), before.pieces(Side::Black));
        let next = if WHITE {
            Position::from_parts(white ^ step, black, kings, Side::Black)
        } else {
            Position::from_parts(white, black ^ step, kings, Side::White)
        };
        self.leaves += child::<R, WHITE>(&next, self.depth);
    }
}

impl<R: Ruleset, const WHITE: bool> QuietSink for Below<'_, R, WHITE> {
    #[inline(always)]
    fn man(&mut self, from: Bitboard, to: Bitboard) {
        self.go(from, to, self.position.all_kings() | to & promotion_row(WHITE));
    }

    #[inline(always)]
    fn king(&mut self, from: Bitboard, to: Bitboard) {
        self.go(from, to, self.position.all_kings() ^ (from | to));
    }
}

fn paths_from<R: Ruleset>(position: &Position, depth: u32) -> u64 {
    let mut list = MoveList::new();
    super::generate::<R>(position, &mut list);
    let routes = |played: Move| {
        if played.is_capture() { paths::paths::<R>(position, played).len() as u64 } else { 1 }
    };
    list.iter()
        .map(|&played| {
            let routes = routes(played);
            if depth == 1 { routes } else { routes * paths_from::<R>(&position.play(played), depth - 1) }
        })
        .sum()
}

impl Laws {
    /// The number of leaves of the game tree at a depth in plies (0: the position itself), by the laws of movement
    /// alone.
    ///
    /// ```
    /// use damero::{Count, Laws, Position, Side};
    /// assert_eq!(Laws::English.perft(&Position::start(Side::Black), 5, Count::Moves), 7361);
    /// ```
    pub fn perft(self, position: &Position, depth: u32, count: Count) -> u64 {
        struct Perft<'a>(&'a Position, u32, Count);
        impl crate::rules::LawsVisitor for Perft<'_> {
            type Output = u64;
            fn visit<R: Ruleset>(self) -> u64 {
                perft::<R>(self.0, self.1, self.2)
            }
        }
        self.visit(Perft(position, depth, count))
    }
}
