//! Moves without a capture.

use crate::board::rays::{self, Direction};
use crate::board::{Bitboard, Position, Side};
use crate::rules::Ruleset;

use super::forwards;

/// What quiet moves are given to, one call a move; squares come as sets of one.
pub(super) trait QuietSink {
    fn man(&mut self, from: Bitboard, to: Bitboard);
    fn king(&mut self, from: Bitboard, to: Bitboard);
}

/// Gives every quiet move to the sink, whether or not a capture is compulsory.
#[inline(always)]
pub(super) fn each<R: Ruleset, const WHITE: bool>(position: &Position, sink: &mut impl QuietSink) {
    let side = Side::from_white(WHITE);
    let empty = position.empty();
    for direction in forwards(WHITE) {
        each_step(position.men(side), empty, direction, |from, to| sink.man(from, to));
    }
    let kings = position.kings(side);
    if kings.is_empty() {
        return;
    }
    if R::SPEC.kings_fly {
        for king in kings.squares() {
            let mut targets = rays::slide(king, position.occupied()) & empty;
            while targets.any() {
                sink.king(king.bit(), targets.lowest());
                targets = targets.without_lowest();
            }
        }
    } else {
        for direction in Direction::ALL {
            each_step(kings, empty, direction, |from, to| sink.king(from, to));
        }
    }
}

#[inline(always)]
fn each_step(pieces: Bitboard, empty: Bitboard, direction: Direction, mut give: impl FnMut(Bitboard, Bitboard)) {
    let mut targets = direction.step(pieces) & empty;
    while targets.any() {
        let to = targets.lowest();
        // The piece stood one step back; going back there cannot leave the board.
        give(direction.back().rotate(to), to);
        targets = targets.without_lowest();
    }
}

/// The number of quiet moves.
#[inline(always)]
pub(super) fn count<R: Ruleset, const WHITE: bool>(position: &Position) -> u32 {
    let side = Side::from_white(WHITE);
    let empty = position.empty();
    let [first, second] = forwards(WHITE);
    let men = position.men(side);
    let mut count = (first.step(men) & empty).count() + (second.step(men) & empty).count();
    let kings = position.kings(side);
    if kings.any() {
        if R::SPEC.kings_fly {
            for king in kings.squares() {
                count += (rays::slide(king, position.occupied()) & empty).count();
            }
        } else {
            for direction in Direction::ALL {
                count += (direction.step(kings) & empty).count();
            }
        }
    }
    count
}

/// Whether there is a quiet move.
#[inline(always)]
pub(super) fn any<const WHITE: bool>(position: &Position) -> bool {
    let side = Side::from_white(WHITE);
    let [first, second] = forwards(WHITE);
    // A flying king that can move can move by one step.
    let (pieces, kings) = (position.pieces(side), position.kings(side));
    let backwards = first.back().step(kings) | second.back().step(kings);
    (first.step(pieces) | second.step(pieces) | backwards).meets(position.empty())
}
