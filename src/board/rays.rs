//! Rays along the diagonals, and how far a flying king slides along them.

use super::{Bitboard, Square};

/// The four diagonal directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Direction {
    UpRight = 0,
    UpLeft = 1,
    DownLeft = 2,
    DownRight = 3,
}

impl Direction {
    pub(crate) const ALL: [Direction; 4] =
        [Direction::UpRight, Direction::UpLeft, Direction::DownLeft, Direction::DownRight];

    /// The opposite direction.
    #[inline(always)]
    pub(crate) const fn back(self) -> Direction {
        match self {
            Direction::UpRight => Direction::DownLeft,
            Direction::UpLeft => Direction::DownRight,
            Direction::DownLeft => Direction::UpRight,
            Direction::DownRight => Direction::UpLeft,
        }
    }

    /// One step of every square of a set; steps off the board are dropped.
    #[inline(always)]
    pub(crate) const fn step(self, set: Bitboard) -> Bitboard {
        match self {
            Direction::UpRight => set.up_right(),
            Direction::UpLeft => set.up_left(),
            Direction::DownLeft => set.down_left(),
            Direction::DownRight => set.down_right(),
        }
    }

    /// The rotation behind [`Direction::step`] without its edge mask: exact where the squares are inner ones or the
    /// squares stepped to are known to be.
    #[inline(always)]
    pub(crate) const fn rotate(self, set: Bitboard) -> Bitboard {
        Bitboard(match self {
            Direction::UpRight => set.0.rotate_left(1),
            Direction::UpLeft => set.0.rotate_left(7),
            Direction::DownLeft => set.0.rotate_right(1),
            Direction::DownRight => set.0.rotate_right(7),
        })
    }

    /// The squares that can be stepped to in this direction.
    #[inline(always)]
    pub(crate) const fn reachable(self) -> Bitboard {
        self.step(Bitboard::ALL)
    }
}

/// The squares from a square to the edge in each direction, the square itself left out.
pub(crate) static RAY: [[Bitboard; 4]; 32] = {
    let mut table = [[Bitboard::EMPTY; 4]; 32];
    let mut square = 0;
    while square < 32 {
        let mut d = 0;
        while d < 4 {
            let direction = Direction::ALL[d];
            let mut at = direction.step(Bitboard(1 << square));
            while at.any() {
                table[square][d].0 |= at.0;
                at = direction.step(at);
            }
            d += 1;
        }
        square += 1;
    }
    table
};

/// Where a piece on one square slides along one of its two diagonals: a table indexed by the blockers on the line,
/// gathered by a multiplication.
struct Line {
    multiplier: u64,
    /// The inner squares of the line but the square itself; a blocker on the edge stops nothing that the edge does not.
    mask: u32,
    reached: [u32; 64],
}

/// The squares reached from `square` in both directions of a diagonal (0 rising, 1 falling), the first blocker each way
/// included.
const fn reached_slowly(square: usize, diagonal: usize, occupied: u32) -> u32 {
    let mut reached = 0;
    let mut way = 0;
    while way < 2 {
        let direction = Direction::ALL[diagonal + 2 * way];
        let mut at = direction.step(Bitboard(1 << square));
        while at.any() {
            reached |= at.0;
            if at.0 & occupied != 0 {
                break;
            }
            at = direction.step(at);
        }
        way += 1;
    }
    reached
}

/// Tries a multiplier: the table it gives, or `None` where two sets of blockers that differ in effect fall together.
const fn try_multiplier(square: usize, diagonal: usize, mask: u32, multiplier: u64) -> Option<[u32; 64]> {
    let mut table = [0; 64];
    let mut subset = 0u32;
    loop {
        let index = ((subset as u64).wrapping_mul(multiplier) >> 58) as usize;
        let reached = reached_slowly(square, diagonal, subset);
        if table[index] != 0 && table[index] != reached {
            return None;
        }
        table[index] = reached;
        subset = subset.wrapping_sub(mask) & mask;
        if subset == 0 {
            return Some(table);
        }
    }
}

const fn line(square: usize, diagonal: usize) -> Line {
    let mask = reached_slowly(square, diagonal, 0) & Bitboard::INNER.0;
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    loop {
        let mut multiplier = u64::MAX;
        let mut draws = 0;
        while draws < 3 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            multiplier &= state;
            draws += 1;
        }
        if let Some(reached) = try_multiplier(square, diagonal, mask, multiplier) {
            return Line { multiplier, mask, reached };
        }
    }
}

#[allow(long_running_const_eval, reason = "128 short searches at compile time")]
static LINES: [[Line; 2]; 32] = {
    const NONE: Line = Line { multiplier: 0, mask: 0, reached: [0; 64] };
    let mut lines = [const { [NONE, NONE] }; 32];
    let mut square = 0;
    while square < 32 {
        lines[square] = [line(square, 0), line(square, 1)];
        square += 1;
    }
    lines
};

/// The squares a sliding piece reaches from a square, the first blocker in each direction included.
#[inline(always)]
pub(crate) fn slide(square: Square, occupied: Bitboard) -> Bitboard {
    let along = |line: &Line| {
        let index = (u64::from(occupied.0 & line.mask).wrapping_mul(line.multiplier) >> 58) as usize;
        line.reached[index]
    };
    let [rising, falling] = &LINES[square.index() & 31];
    Bitboard(along(rising) | along(falling))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_agree_with_steps() {
        let mut state = 7u32;
        for _ in 0..2_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let occupied = state & state.rotate_left(9);
            for square in Square::all() {
                let slow = reached_slowly(square.index(), 0, occupied) | reached_slowly(square.index(), 1, occupied);
                assert_eq!(slide(square, Bitboard(occupied)).0, slow);
            }
        }
    }
}
