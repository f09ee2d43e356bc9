//! Quiet moves that do not lose the moved piece at once.

use crate::board::rays::{self, Direction, RAY};
use crate::board::{Bitboard, Position, Side};
use crate::movegen::forwards;
use crate::rules::Ruleset;

/// Where the other side could capture a piece of this side, by the direction of the capture.
pub(super) struct Threats {
    /// The squares that an enemy piece has just before it, going in a direction in which it may capture.
    before: [Bitboard; 4],
    /// Those of them that have an empty square behind, so that a piece there would be captured.
    hit: [Bitboard; 4],
}

impl Threats {
    /// The threats to the side `WHITE`.
    #[inline(always)]
    pub(super) fn to<R: Ruleset, const WHITE: bool>(position: &Position, to_king: bool) -> Threats {
        let enemy = Side::from_white(!WHITE);
        let empty = position.empty();
        let mut before = [Bitboard::EMPTY; 4];
        if R::SPEC.men_capture_kings || !to_king {
            let men = position.men(enemy);
            for direction in Direction::ALL {
                if R::SPEC.men_capture_backwards || forwards(!WHITE).contains(&direction) {
                    before[direction as usize] = direction.step(men);
                }
            }
        }
        let kings = position.kings(enemy);
        if kings.any() {
            add_kings::<R>(position, kings, &mut before);
        }
        let behind = |direction: Direction| before[direction as usize] & direction.back().step(empty);
        Threats { hit: Direction::ALL.map(behind), before }
    }

    /// The squares that are safe for a piece that comes to them by one step in the direction: its own square, now empty,
    /// lies behind it for an enemy that it meets head on. (A piece that a flying king attacks from behind is not safe there
    /// either; it is in danger already, and left to the search.)
    #[inline(always)]
    pub(super) fn safe_after(&self, direction: Direction) -> Bitboard {
        let way = direction as usize;
        !(self.before[(way + 2) % 4] | self.hit[(way + 1) % 4] | self.hit[(way + 3) % 4])
    }

    /// The squares on which a piece would be captured.
    #[inline(always)]
    pub(super) fn hit(&self) -> Bitboard {
        self.hit[0] | self.hit[1] | self.hit[2] | self.hit[3]
    }
}

/// Adds what kings have before them.
#[inline(always)]
fn add_kings<R: Ruleset>(position: &Position, kings: Bitboard, before: &mut [Bitboard; 4]) {
    if R::SPEC.kings_capture_far {
        for king in kings.squares() {
            let reached = rays::slide(king, position.occupied()) & position.empty();
            for direction in Direction::ALL {
                let way = direction as usize;
                before[way] |= direction.step(reached & RAY[king.index()][way] | king.bit());
            }
        }
    } else {
        for direction in Direction::ALL {
            before[direction as usize] |= direction.step(kings);
        }
    }
}

/// What the kings of a side can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct KingMoves {
    /// Safe quiet moves.
    pub safe: u32,
    /// Kings that have none.
    pub trapped: u32,
}

/// The number of safe quiet moves of a side's men.
#[inline(always)]
pub(super) fn of_men<const WHITE: bool>(position: &Position, threats: &Threats) -> u32 {
    let men = position.men(Side::from_white(WHITE));
    let safe = |direction: Direction| direction.step(men) & position.empty() & threats.safe_after(direction);
    let [first, second] = forwards(WHITE);
    safe(first).count() + safe(second).count()
}

/// The safe quiet moves of a side's kings.
#[inline(always)]
pub(super) fn of_kings<R: Ruleset, const WHITE: bool>(position: &Position, threats: &Threats) -> KingMoves {
    let kings = position.kings(Side::from_white(WHITE));
    if R::SPEC.kings_fly { of_flying_kings(position, kings, threats) } else { of_short_kings(position, kings, threats) }
}

#[inline(always)]
fn of_short_kings(position: &Position, kings: Bitboard, threats: &Threats) -> KingMoves {
    let mut moves = KingMoves::default();
    let mut free = Bitboard::EMPTY;
    for direction in Direction::ALL {
        let safe = direction.step(kings) & position.empty() & threats.safe_after(direction);
        moves.safe += safe.count();
        free |= direction.back().step(safe);
    }
    moves.trapped = kings.without(free).count();
    moves
}

/// An enemy that a flying king meets head on at once has the king's own square, now empty, to land on; one that it meets
/// further away has empty squares there anyway.
#[inline(always)]
fn of_flying_kings(position: &Position, kings: Bitboard, threats: &Threats) -> KingMoves {
    let mut moves = KingMoves::default();
    let safe_anywhere = position.empty().without(threats.hit());
    for king in kings.squares() {
        let mut head_on = Bitboard::EMPTY;
        for direction in Direction::ALL {
            let way = direction as usize;
            head_on |= direction.step(king.bit()) & threats.before[(way + 2) % 4];
        }
        let safe = (rays::slide(king, position.occupied()) & safe_anywhere).without(head_on);
        moves.safe += safe.count();
        moves.trapped += safe.is_empty() as u32;
    }
    moves
}
