//! The routes of a capture: every sequence of squares on which the piece can touch down to make one move.

use arrayvec::ArrayVec;

use crate::board::rays::Direction;
use crate::board::{Bitboard, Move, Position, Side, Square};
use crate::rules::Ruleset;

use super::{forwards, list, promotion_row};

/// One route of a move: the squares on which the piece touches down, the last one being where it ends, and the pieces
/// it captures in their order. For a quiet move, one square and no piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Path {
    /// Where the piece touches down, the starting square left out.
    pub landings: ArrayVec<Square, 32>,
    /// What it captures on its way to each landing.
    pub captured: ArrayVec<Square, 32>,
}

/// All routes of a legal move, in no particular order. Two routes differ where they touch down on different squares or
/// capture in a different order.
pub(super) fn paths<R: Ruleset>(position: &Position, wanted: Move) -> Vec<Path> {
    if !wanted.is_capture() {
        let mut path = Path::default();
        path.landings.push(wanted.to());
        return vec![path];
    }
    let side = position.side();
    let mut search = Routes::<R> {
        wanted,
        side,
        targets: position.pieces(!side) & Bitboard::INNER,
        kings: position.all_kings(),
        empty: position.empty() | wanted.from().bit(),
        best: 0,
        found: Vec::new(),
        path: Path::default(),
        laws: std::marker::PhantomData,
    };
    search.go(wanted.from().bit(), Bitboard::EMPTY, wanted.by_king(), 0);
    search.found
}

struct Routes<R: Ruleset> {
    wanted: Move,
    side: Side,
    targets: Bitboard,
    kings: Bitboard,
    empty: Bitboard,
    best: u64,
    found: Vec<Path>,
    path: Path,
    laws: std::marker::PhantomData<R>,
}

impl<R: Ruleset> Routes<R> {
    /// Follows every jump from a square that captures what the move captures and no more.
    fn go(&mut self, at: Bitboard, captured: Bitboard, king: bool, order: u32) {
        let left = self.wanted.captured().without(captured);
        for direction in Direction::ALL {
            let Some((over, landings)) = self.jump(at, captured, king, direction) else { continue };
            let Some(piece) = (over & left).first() else { continue };
            let (captured, order) = (captured | over, order << 1 | self.kings.meets(over) as u32);
            let last = captured == self.wanted.captured();
            // Where some landing allows the capture to go on, it may not end on any.
            let goes_on = |landing: Square| {
                let king = king || self.crowned(landing);
                let from = landing.bit();
                Direction::ALL.into_iter().any(|next| self.jump(from, captured, king, next).is_some())
            };
            if last && landings.iter().any(|&landing| goes_on(landing)) {
                continue;
            }
            for landing in landings {
                self.path.landings.push(landing);
                self.path.captured.push(piece);
                if !last {
                    let king = king || self.crowned(landing);
                    self.go(landing.bit(), captured, king, order);
                } else if landing == self.wanted.to() {
                    self.keep(order);
                }
                self.path.landings.pop();
                self.path.captured.pop();
            }
        }
    }

    /// Whether a man that lands here in a capture goes on as a king.
    fn crowned(&self, landing: Square) -> bool {
        R::SPEC.crowned_in_passing && promotion_row(self.side == Side::White).has(landing)
    }

    /// The piece jumped in a direction and the squares behind it.
    fn jump(
        &self,
        at: Bitboard,
        captured: Bitboard,
        king: bool,
        direction: Direction,
    ) -> Option<(Bitboard, ArrayVec<Square, 7>)> {
        let spec = R::SPEC;
        if !king && !spec.men_capture_backwards && !forwards(self.side == Side::White).contains(&direction) {
            return None;
        }
        let far = king && spec.kings_capture_far;
        let mut over = direction.step(at);
        while far && over.meets(self.empty) {
            over = direction.step(over);
        }
        let protected = if king || spec.men_capture_kings { captured } else { captured | self.kings };
        if (over & self.targets.without(protected)).is_empty() {
            return None;
        }
        let mut landings = ArrayVec::new();
        let mut landing = direction.step(over) & self.empty;
        while let Some(square) = landing.first() {
            landings.push(square);
            landing = if far { direction.step(landing) & self.empty } else { Bitboard::EMPTY };
        }
        (!landings.is_empty()).then_some((over, landings))
    }

    /// Keeps a finished route, unless a law of priority prefers another of the same move.
    fn keep(&mut self, order: u32) {
        let wanted = self.wanted;
        let priority = list::priority::<R>(wanted.captured(), self.kings, order, wanted.by_king());
        if priority > self.best {
            self.best = priority;
            self.found.clear();
        }
        if priority == self.best {
            self.found.push(self.path.clone());
        }
    }
}
