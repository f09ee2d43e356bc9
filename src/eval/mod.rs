//! Static evaluation.

use crate::board::{Bitboard, Position, Side};
use crate::rules::Ruleset;

/// The static score of a position for its side to move, in hundredths of a man.
pub(crate) fn evaluate<R: Ruleset>(position: &Position) -> i32 {
    let king = if R::SPEC.kings_fly { 300 } else { 140 };
    let count = |side: Side| {
        let men = position.men(side);
        let mut value = 100 * men.count() as i32 + king * position.kings(side).count() as i32;
        for row in 0..8u8 {
            let advance = i32::from(if side == Side::White { 7 - row } else { row });
            value += advance * 2 * (men & Bitboard::row(row)).count() as i32;
        }
        value
    };
    let value = count(Side::White) - count(Side::Black);
    if position.side() == Side::White { value } else { -value }
}

/// The same where the side without a piece or a move wins.
pub(crate) fn evaluate_giveaway<R: Ruleset>(position: &Position) -> i32 {
    -evaluate::<R>(position)
}
