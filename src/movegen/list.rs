//! Sinks that fill move lists.

use crate::board::rays::Direction;
use crate::board::{Bitboard, Move, MoveList, Position, Square};
use crate::rules::Ruleset;

use super::captures::{self, Capture, CaptureSink};
use super::promotion_row;
use super::quiet::QuietSink;

/// Adds quiet moves to a list.
pub(super) struct Quiet<'a, const WHITE: bool>(pub &'a mut MoveList);

#[inline(always)]
fn square(bit: Bitboard) -> Square {
    Square::from_bit(bit.bits().trailing_zeros())
}

#[inline(always)]
fn push(list: &mut MoveList, found: Move) {
    let pushed = list.try_push(found).is_ok();
    debug_assert!(pushed, "more moves than any known position has");
}

impl<const WHITE: bool> QuietSink for Quiet<'_, WHITE> {
    #[inline(always)]
    fn man(&mut self, from: Bitboard, to: Bitboard) {
        let crowns = to.meets(promotion_row(WHITE));
        push(self.0, Move::new(square(from), square(to), Bitboard::EMPTY, false, crowns));
    }

    #[inline(always)]
    fn king(&mut self, from: Bitboard, to: Bitboard) {
        push(self.0, Move::new(square(from), square(to), Bitboard::EMPTY, true, false));
    }
}

/// Keeps the captures that the laws of priority leave, each once.
struct Best<'a, R: Ruleset> {
    list: &'a mut MoveList,
    kings: Bitboard,
    best: u64,
    laws: std::marker::PhantomData<R>,
}

/// What the laws of priority compare, the first law in the highest bits; 0 where there are none.
#[inline(always)]
pub(super) fn priority<R: Ruleset>(captured: Bitboard, kings: Bitboard, order: u32, by_king: bool) -> u64 {
    let spec = R::SPEC;
    let mut priority = 0;
    if spec.most_pieces {
        priority |= u64::from(captured.count()) << 48;
    }
    if spec.by_king {
        priority |= u64::from(by_king) << 40;
    }
    if spec.most_kings {
        priority |= u64::from((captured & kings).count()) << 32;
    }
    if spec.kings_earliest {
        // Aligned so that the first piece met is the highest bit, however many follow.
        priority |= u64::from(order << (32 - captured.count()));
    }
    priority
}

/// The least number of captured pieces for which two routes can be one move: two in line before a flying king, or four
/// round a square.
#[inline(always)]
pub(super) const fn least_twofold<R: Ruleset>() -> u32 {
    if R::SPEC.kings_capture_far { 2 } else { 4 }
}

impl<R: Ruleset> CaptureSink for Best<'_, R> {
    #[inline(always)]
    fn singles<const WHITE: bool>(&mut self, direction: Direction, mut landings: Bitboard, kings: Bitboard) {
        while landings.any() {
            let to = landings.lowest();
            let captured = direction.back().rotate(to);
            let from = direction.back().rotate(captured);
            let (from, to, crowns) = (square(from), square(to), to.meets(promotion_row(WHITE)));
            let order = u32::from(R::SPEC.kings_earliest && kings.meets(captured));
            self.capture(Capture { from, to, captured, order, by_king: false, crowns });
            landings = landings.without_lowest();
        }
    }

    #[inline(always)]
    fn capture(&mut self, found: Capture) {
        if R::SPEC.has_priority() {
            let priority = priority::<R>(found.captured, self.kings, found.order, found.by_king);
            if priority < self.best {
                return;
            }
            if priority > self.best {
                self.best = priority;
                self.list.clear();
            }
        }
        let capture = Move::new(found.from, found.to, found.captured, found.by_king, found.crowns);
        if found.captured.count() < least_twofold::<R>() || !self.list.contains(&capture) {
            push(self.list, capture);
        }
    }
}

/// Adds the legal captures to a list.
#[inline(always)]
pub(super) fn captures<R: Ruleset, const WHITE: bool>(position: &Position, list: &mut MoveList) {
    let kings = position.all_kings();
    let mut best = Best::<R> { list, kings, best: 0, laws: std::marker::PhantomData };
    captures::each::<R, WHITE>(position, &mut best);
}
