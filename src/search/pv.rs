//! The best lines below each node of the present line ("triangular" array).

use arrayvec::ArrayVec;

use crate::board::Move;

use super::params::MAX_PLY;

/// A line of moves.
pub(super) type Line = ArrayVec<Move, MAX_PLY>;

/// For each ply the best line found from there.
pub(super) struct Lines(Vec<Line>);

impl Lines {
    pub fn new() -> Lines {
        Lines(vec![Line::new(); MAX_PLY + 2])
    }

    /// No line is known from here.
    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The line from here is a move and the line below it.
    pub fn set(&mut self, ply: usize, first: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let (line, below) = (&mut upper[ply], &lower[0]);
        line.clear();
        line.push(first);
        line.extend(below.iter().copied().take(MAX_PLY - 1));
    }

    pub fn get(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}
