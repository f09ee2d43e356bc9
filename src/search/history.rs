//! What earlier parts of the search learned about moves: history and killers.

use crate::board::{Move, Side};

/// The most a history value can be, either way.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// How often quiet moves have been best, by side, kind of piece, from and to.
pub(super) struct History {
    quiet: Box<[[[i16; 1024]; 2]; 2]>,
}

impl History {
    pub fn new() -> History {
        History { quiet: Box::new([[[0; 1024]; 2]; 2]) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self.quiet = [[[0; 1024]; 2]; 2];
    }

    /// Halves what was learned: a new search begins nearby.
    pub fn fade(&mut self) {
        for value in self.quiet.iter_mut().flatten().flatten() {
            *value /= 2;
        }
    }

    #[inline(always)]
    pub fn get(&self, side: Side, played: Move) -> i32 {
        i32::from(self.quiet[side.index()][usize::from(played.by_king())][index(played)])
    }

    /// Moves a value towards its bound by a bonus (or a malus): the nearer it is, the less.
    #[inline]
    pub fn update(&mut self, side: Side, played: Move, bonus: i32) {
        let value = &mut self.quiet[side.index()][usize::from(played.by_king())][index(played)];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}

#[inline(always)]
fn index(played: Move) -> usize {
    played.from().index() << 5 | played.to().index()
}

/// Two quiet moves that lately caused cutoffs at a ply.
#[derive(Clone, Copy, Default)]
pub(super) struct Killers(u16, u16);

impl Killers {
    #[inline]
    pub fn add(&mut self, code: u16) {
        if self.0 != code {
            self.1 = self.0;
            self.0 = code;
        }
    }

    /// 2 for the last killer, 1 for the one before, 0 for other moves.
    #[inline(always)]
    pub fn rank(self, code: u16) -> i32 {
        if code == self.0 {
            2
        } else if code == self.1 {
            1
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Square};

    #[test]
    fn history_stays_within_its_bounds() {
        let mut history = History::new();
        let played = Move::new(Square::from_bit(3), Square::from_bit(4), Bitboard::EMPTY, false, false);
        for _ in 0..10_000 {
            history.update(Side::White, played, 1_600);
        }
        let high = history.get(Side::White, played);
        assert!(high > HISTORY_MAX * 9 / 10 && high <= HISTORY_MAX);
        assert_eq!(history.get(Side::Black, played), 0);
        for _ in 0..10_000 {
            history.update(Side::White, played, -1_600);
        }
        assert!(history.get(Side::White, played) < -HISTORY_MAX * 9 / 10);
    }
}
