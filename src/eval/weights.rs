//! The weights of the hand-written evaluation: one block a family of rulesets, chosen by the laws and not by names.
//!
//! The numbers began as guesses and were fitted to the results of 17,000 games that the engine played against itself at
//! 1,000 nodes a move (logistic regression, held near the guesses). Where a fit and the mean of fit and guess played
//! alike, the mean was taken. What is left of scores in drawn endings agrees with solved ones, see `endings`. The weights
//! of the hunt for lone kings were chosen by how many won endings were won within 100 plies at 20,000 nodes a move.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use crate::rules::RuleSpec;

/// A weight that changes in the course of a game: its value with all 24 pieces on the board and its value with none, in
/// hundredths of a man. What lies between is interpolated by the number of pieces.
///
/// Both halves sit in one word, so that sums and multiples of both cost one operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(transparent)]
pub(super) struct Pair(i64);

impl Pair {
    /// The number of pieces at which the opening value holds in full.
    const PIECES: i32 = 24;
    pub(super) const ZERO: Pair = Pair(0);

    pub(super) const fn new(opening: i32, ending: i32) -> Pair {
        Pair(((opening as i64) << 32) + ending as i64)
    }

    const fn ending(self) -> i32 {
        self.0 as i32
    }

    const fn opening(self) -> i32 {
        // A negative ending half has borrowed from the opening half.
        ((self.0 - self.ending() as i64) >> 32) as i32
    }

    /// The value with so many pieces on the board. The value of the negated pair is the negated value.
    #[inline(always)]
    pub(super) const fn at(self, pieces: u32) -> i32 {
        let pieces = if pieces as i32 > Self::PIECES { Self::PIECES } else { pieces as i32 };
        (self.opening() * pieces + self.ending() * (Self::PIECES - pieces)) / Self::PIECES
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0)
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Pair) {
        self.0 += other.0;
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0)
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline(always)]
    fn neg(self) -> Pair {
        Pair(-self.0)
    }
}

impl Mul<u32> for Pair {
    type Output = Pair;
    #[inline(always)]
    fn mul(self, times: u32) -> Pair {
        Pair(self.0 * i64::from(times))
    }
}

/// What each feature is worth to the side that has it, in hundredths of a man unless a field says otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// A man, wherever he stands.
    pub man: Pair,
    /// A king, wherever he stands.
    pub king: Pair,
    /// A man so many rows on from his own back row (0), the last before he is crowned being 6.
    pub row: [Pair; 7],
    /// The men left on the side's own back row while the other side has men, by the set of them: bit 0 is the square at
    /// the double corner (inner 32 for White, 1 for Black), bit 3 the one at the single corner (29, 4). Set 5, 32 and 30
    /// (1 and 3), is the bridge.
    pub back_rank: [Pair; 16],
    /// A man on one of the eight squares in the middle.
    pub man_in_centre: Pair,
    /// A man on the left or right edge, where he cannot be captured.
    pub man_on_edge: Pair,
    /// Two men diagonally next to each other, so that one backs the other.
    pub backing: Pair,
    /// A quiet move of a man to a square where he cannot be captured at once.
    pub man_move: Pair,
    /// The side has no quiet move that does not give a piece away at once.
    pub no_safe_move: Pair,
    /// A man one step from crowning (White on 5, Black on 28) whose only way is held by an enemy man in the corner (1,
    /// 32): the dog hole.
    pub dog_hole: Pair,
    /// A king on one of the eight squares in the middle.
    pub king_in_centre: Pair,
    /// A king on an edge.
    pub king_on_edge: Pair,
    /// A square that a king can move to without being captured at once.
    pub king_move: Pair,
    /// A king that has no such square.
    pub trapped_king: Pair,
    /// A king on the main road (4-29) while the other side has none there.
    pub road: Pair,
    /// Pieces in equal number, and the side to move has the move (the opposition).
    pub the_move: Pair,
    /// A man that nothing can stop from being crowned, by the moves he needs; 0 is for none. One man a side counts.
    pub runaway: [i32; 7],
    /// Being to move.
    pub tempo: i32,
    /// A lead in material is worth more with fewer pieces about: it grows by this many hundredths of itself, divided by
    /// the number of pieces on the board.
    pub trade: i32,
    /// Against kings alone, for the side with more pieces: each step (of up to 7) by which a king of its own is nearer to
    /// the nearest king of the other side.
    pub chase: i32,
    /// Against kings alone, for the side with more pieces: each diagonal (of up to 3) by which a king of the other side is
    /// nearer to the main road, and so further from the double corners.
    pub refuge: i32,
    /// Against a lone flying king, for the other side: each square (of up to 13) that the lone king cannot go to,
    /// or where it would be captured.
    pub net: i32,
    /// Against a lone flying king, for the other side: a king on one of the squares 10, 14, 19 and 23.
    pub beside_road: i32,
    /// What is left of the stronger side's score in endings that are drawn as a rule.
    pub drawn: Drawn,
}

/// What is left of the stronger side's score in endings that are drawn as a rule, in 64ths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    /// Up to two pieces against any number with a king.
    pub two_on_king: i32,
    /// Three pieces, none of them a king on the main road, against one on it.
    pub three_on_road: i32,
    /// Three pieces against one king and any men, neither side's kings holding the main road.
    pub three_off_road: i32,
    /// Three pieces against two kings or more off the main road, and four against two kings or more anywhere.
    pub four_on_two_kings: i32,
    /// More pieces than that, but one more than the other side at most, which has a king.
    pub one_up: i32,
}

/// Nothing is drawn as a rule.
const ALL_LEFT: Drawn =
    Drawn { two_on_king: 64, three_on_road: 64, three_off_road: 64, four_on_two_kings: 64, one_up: 64 };

const fn p(opening: i32, ending: i32) -> Pair {
    Pair::new(opening, ending)
}

/// Kings that step, and men that can capture them: English draughts, damas with short kings.
const SHORT: Weights = Weights {
    man: p(99, 100),
    king: p(159, 125),
    row: [p(37, 8), p(22, -8), p(-1, 11), p(-8, 16), p(-14, 15), p(-29, 15), p(3, 2)],
    back_rank: [
        p(9, 11),
        p(14, -5),
        p(4, 2),
        p(17, 8),
        p(9, 10),
        p(34, 39),
        p(12, 15),
        p(44, 35),
        p(-21, -31),
        p(-14, -20),
        p(0, -1),
        p(7, 5),
        p(-5, -4),
        p(9, 1),
        p(10, 12),
        p(19, 12),
    ],
    man_in_centre: p(17, -12),
    man_on_edge: p(16, 9),
    backing: p(7, 3),
    man_move: p(6, 12),
    no_safe_move: p(-19, -24),
    dog_hole: p(-24, -40),
    king_in_centre: p(15, -11),
    king_on_edge: p(-4, 8),
    king_move: p(6, 1),
    trapped_king: p(-19, -16),
    road: p(0, 0),
    the_move: p(2, 5),
    runaway: [0, 30, 28, 20, 14, 12, 10],
    tempo: 0,
    trade: 129,
    chase: 2,
    refuge: 4,
    net: 0,
    beside_road: 0,
    drawn: ALL_LEFT,
};

/// Kings that step, and men that may not capture them: Italian draughts.
const SHORT_KINGS_SAFE: Weights = Weights {
    man: p(98, 100),
    king: p(185, 160),
    row: [p(16, -8), p(6, -12), p(1, -6), p(-1, 5), p(-3, 13), p(-1, 18), p(3, 19)],
    back_rank: [
        p(6, 5),
        p(7, 5),
        p(8, 8),
        p(14, 7),
        p(5, 12),
        p(18, 14),
        p(12, 10),
        p(31, 22),
        p(-4, -4),
        p(3, 2),
        p(4, -1),
        p(17, 10),
        p(-4, -6),
        p(7, 10),
        p(10, 5),
        p(16, 12),
    ],
    man_in_centre: p(5, -5),
    man_on_edge: p(11, 1),
    backing: p(8, 1),
    man_move: p(6, 7),
    no_safe_move: p(-16, -21),
    dog_hole: p(-21, -30),
    king_in_centre: p(10, -1),
    king_on_edge: p(-4, 0),
    king_move: p(5, 2),
    trapped_king: p(-17, -25),
    road: p(0, 0),
    the_move: p(0, 7),
    runaway: [0, 43, 32, 23, 18, 14, 10],
    tempo: 0,
    trade: 132,
    chase: 2,
    refuge: 4,
    net: 0,
    beside_road: 0,
    drawn: ALL_LEFT,
};

/// Flying kings that capture at a distance, men that capture forwards: Spanish, Portuguese, Czech, damas with long kings.
const FLYING: Weights = Weights {
    man: p(106, 100),
    king: p(301, 265),
    row: [p(20, 20), p(5, -7), p(-15, -8), p(-7, -6), p(2, -4), p(13, 17), p(12, 22)],
    back_rank: [
        p(0, 5),
        p(8, 6),
        p(4, 3),
        p(9, 5),
        p(1, 1),
        p(20, 13),
        p(10, 7),
        p(34, 23),
        p(-2, -4),
        p(3, 1),
        p(6, 5),
        p(12, 11),
        p(-2, 0),
        p(6, 6),
        p(15, 8),
        p(22, 17),
    ],
    man_in_centre: p(13, 7),
    man_on_edge: p(16, -7),
    backing: p(10, -1),
    man_move: p(7, 7),
    no_safe_move: p(-17, -22),
    dog_hole: p(-7, -20),
    king_in_centre: p(-4, -7),
    king_on_edge: p(8, 6),
    king_move: p(2, 2),
    trapped_king: p(-60, -60),
    road: p(25, 34),
    the_move: p(0, 0),
    runaway: [0, 166, 147, 117, 89, 60, 40],
    tempo: 0,
    trade: 118,
    chase: 0,
    refuge: 0,
    net: 16,
    beside_road: 16,
    drawn: Drawn { two_on_king: 3, three_on_road: 3, three_off_road: 34, four_on_two_kings: 11, one_up: 28 },
};

/// Flying kings that capture their neighbours only: damas with mixed kings.
const FLYING_NEAR: Weights = Weights {
    man: p(106, 100),
    king: p(228, 180),
    row: [p(40, 32), p(29, 7), p(3, 16), p(0, 16), p(4, 21), p(-17, 25), p(1, -7)],
    back_rank: [
        p(0, 1),
        p(1, 3),
        p(5, 6),
        p(16, 13),
        p(3, -3),
        p(34, 36),
        p(13, 13),
        p(59, 37),
        p(-12, -22),
        p(-8, -9),
        p(2, -2),
        p(14, 8),
        p(-9, -6),
        p(-10, -2),
        p(4, 4),
        p(26, 18),
    ],
    man_in_centre: p(16, 3),
    man_on_edge: p(17, 10),
    backing: p(11, 13),
    man_move: p(12, 12),
    no_safe_move: p(-19, -23),
    dog_hole: p(-6, -23),
    king_in_centre: p(2, -15),
    king_on_edge: p(9, 6),
    king_move: p(1, 1),
    trapped_king: p(-55, -56),
    road: p(9, 5),
    the_move: p(0, 0),
    runaway: [0, 110, 106, 98, 86, 60, 40],
    tempo: 0,
    trade: 120,
    chase: 3,
    refuge: 0,
    net: 8,
    beside_road: 8,
    drawn: Drawn { two_on_king: 3, three_on_road: 40, three_off_road: 40, four_on_two_kings: 33, one_up: 39 },
};

/// Flying kings, men that capture both ways: Russian, Brazilian, Filipino, Pool.
const FLYING_BOTH_WAYS: Weights = Weights {
    man: p(106, 100),
    king: p(297, 265),
    row: [p(20, 10), p(11, -7), p(3, -5), p(11, -3), p(10, -2), p(9, 15), p(12, 21)],
    back_rank: [
        p(0, 6),
        p(5, 4),
        p(3, -1),
        p(15, 9),
        p(6, 6),
        p(21, 13),
        p(11, 8),
        p(36, 24),
        p(-2, -4),
        p(7, 5),
        p(9, 4),
        p(14, 9),
        p(-8, -6),
        p(3, 5),
        p(10, 9),
        p(22, 15),
    ],
    man_in_centre: p(15, 3),
    man_on_edge: p(26, -11),
    backing: p(14, -2),
    man_move: p(7, 7),
    no_safe_move: p(-17, -22),
    dog_hole: p(-7, -12),
    king_in_centre: p(-7, -7),
    king_on_edge: p(6, 6),
    king_move: p(2, 2),
    trapped_king: p(-60, -61),
    road: p(26, 18),
    the_move: p(0, 0),
    runaway: [0, 153, 143, 117, 87, 60, 40],
    tempo: 0,
    trade: 105,
    chase: 0,
    refuge: 0,
    net: 16,
    beside_road: 16,
    drawn: Drawn { two_on_king: 3, three_on_road: 3, three_off_road: 25, four_on_two_kings: 13, one_up: 21 },
};

impl Weights {
    /// All of them.
    #[cfg(test)]
    pub(super) const ALL: [&'static Weights; 5] = [&SHORT, &SHORT_KINGS_SAFE, &FLYING, &FLYING_NEAR, &FLYING_BOTH_WAYS];

    /// The weights for these laws.
    pub(super) const fn of(spec: &RuleSpec) -> &'static Weights {
        match (spec.kings_fly, spec.kings_capture_far, spec.men_capture_backwards, spec.men_capture_kings) {
            (false, _, _, true) => &SHORT,
            (false, _, _, false) => &SHORT_KINGS_SAFE,
            (true, false, _, _) => &FLYING_NEAR,
            (true, true, false, _) => &FLYING,
            (true, true, true, _) => &FLYING_BOTH_WAYS,
        }
    }
}
