//! Counting the leaves of the game tree.

use crate::board::rays::Direction;
use crate::board::{Bitboard, Move, MoveList, Position, Side};
use crate::rules::{Laws, Ruleset};

use super::captures::{Capture, CaptureSink};
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

#[inline(always)]
fn moves<R: Ruleset, const WHITE: bool>(position: &Position, depth: u32) -> u64 {
    if depth == 1 { leaves::<R, WHITE>(position) } else { inner::<R, WHITE>(position, depth) }
}

/// The number of moves: the last ply, counted in bulk. Most of the time goes by here, so it is made part of its caller.
#[inline(always)]
fn leaves<R: Ruleset, const WHITE: bool>(position: &Position) -> u64 {
    if captures::can_count::<R>() && position.kings(Side::from_white(WHITE)).is_empty() {
        // Which of the two is the number cannot be foretold, so both are counted rather than branched between.
        let (captures, quiet) = (captures::count_by_men::<R, WHITE>(position), quiet::count::<R, WHITE>(position));
        return u64::from(if captures == 0 { quiet } else { captures });
    }
    if captures::any::<R, WHITE>(position) {
        return capture_leaves::<R, WHITE>(*position);
    }
    u64::from(quiet::count::<R, WHITE>(position))
}

#[inline(never)]
fn capture_leaves<R: Ruleset, const WHITE: bool>(position: Position) -> u64 {
    after_captures::<R, WHITE>(&position, 1)
}

#[inline(never)]
fn inner<R: Ruleset, const WHITE: bool>(position: &Position, depth: u32) -> u64 {
    if captures::any::<R, WHITE>(position) {
        return after_captures::<R, WHITE>(position, depth);
    }
    let mut below = Below::<R, WHITE> { position, depth: depth - 1, leaves: 0, laws: std::marker::PhantomData };
    quiet::each::<R, WHITE>(position, &mut below);
    below.leaves
}

/// Where no law chooses among captures, each is counted as it is found; if not, they are listed first.
#[inline(always)]
fn after_captures<R: Ruleset, const WHITE: bool>(position: &Position, depth: u32) -> u64 {
    if R::SPEC.has_priority() {
        return after_listed::<R, WHITE>(position, depth);
    }
    let mut found = Free::<R, WHITE> {
        position,
        depth: depth - 1,
        leaves: 0,
        twofold: MoveList::new(),
        laws: std::marker::PhantomData,
    };
    captures::each::<R, WHITE>(position, &mut found);
    found.leaves
}

#[inline(never)]
fn after_listed<R: Ruleset, const WHITE: bool>(position: &Position, depth: u32) -> u64 {
    let mut list = MoveList::new();
    list::captures::<R, WHITE>(position, &mut list);
    if depth == 1 {
        return list.len() as u64;
    }
    list.iter().map(|&played| child::<R, WHITE>(&position.play(played), depth - 1)).sum()
}

/// Counts the leaves below each capture.
struct Free<'a, R, const WHITE: bool> {
    position: &'a Position,
    depth: u32,
    leaves: u64,
    /// The captures so far that could be found again by another route.
    twofold: MoveList,
    laws: std::marker::PhantomData<R>,
}

impl<R: Ruleset, const WHITE: bool> CaptureSink for Free<'_, R, WHITE> {
    #[inline(always)]
    fn capture(&mut self, found: Capture) {
        let played = Move::new(found.from, found.to, found.captured, found.by_king, found.crowns);
        if found.captured.count() >= list::least_twofold::<R>() {
            if self.twofold.contains(&played) {
                return;
            }
            self.twofold.push(played);
        }
        self.leaves += if self.depth == 0 { 1 } else { child::<R, WHITE>(&self.position.play(played), self.depth) };
    }

    #[inline(always)]
    fn singles<const SIDE: bool>(&mut self, direction: Direction, mut landings: Bitboard, kings: Bitboard) {
        if self.depth == 0 {
            self.leaves += u64::from(landings.count());
            return;
        }
        let before = self.position;
        let (own, other) = (before.pieces(Side::from_white(WHITE)), before.pieces(Side::from_white(!WHITE)));
        while landings.any() {
            let to = landings.lowest();
            let captured = direction.back().rotate(to);
            let own = own ^ (to | direction.back().rotate(captured));
            let (other, kings) = (other ^ captured, kings.without(captured) | to & promotion_row(WHITE));
            let next = if WHITE {
                Position::from_parts(own, other, kings, Side::Black)
            } else {
                Position::from_parts(other, own, kings, Side::White)
            };
            self.leaves += child::<R, WHITE>(&next, self.depth);
            landings = landings.without_lowest();
        }
    }
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
