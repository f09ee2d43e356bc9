//! The longest lists of moves that hill climbing finds, against the capacity of [`MoveList`].

#[path = "reference/random.rs"]
mod random;

use damero::{Bitboard, Laws, MoveGen, MoveList, Position, Side, Square};
use random::Random;

/// The pieces of a board on the climb; White is to move.
#[derive(Clone, Copy, Default)]
struct Pieces {
    white: Bitboard,
    black: Bitboard,
    kings: Bitboard,
}

impl Pieces {
    fn random(random: &mut Random) -> Pieces {
        let mut pieces = Pieces::default();
        for square in Square::all().map(Square::bit) {
            match random.below(6) {
                0 => pieces.set(square, Bitboard::EMPTY, random.chance(50)),
                1 | 2 => pieces.set(Bitboard::EMPTY, square, random.chance(30)),
                _ => {}
            }
        }
        pieces
    }

    fn set(&mut self, white: Bitboard, black: Bitboard, king: bool) {
        let square = white | black;
        self.clear(square);
        self.white |= white;
        self.black |= black;
        if king {
            self.kings |= square;
        }
    }

    fn clear(&mut self, square: Bitboard) {
        for set in [&mut self.white, &mut self.black, &mut self.kings] {
            *set = set.without(square);
        }
    }

    fn exchange(&mut self, one: Bitboard, other: Bitboard) {
        for set in [&mut self.white, &mut self.black, &mut self.kings] {
            if set.meets(one) != set.meets(other) {
                *set ^= one | other;
            }
        }
    }

    /// The board after a few small changes.
    fn changed(mut self, random: &mut Random) -> Pieces {
        let squares: Vec<Bitboard> = Square::all().map(Square::bit).collect();
        for _ in 0..1 + random.below(3) {
            let (square, other) = (*random.pick(&squares), *random.pick(&squares));
            match random.below(6) {
                0 => self.clear(square),
                1 => self.set(square, Bitboard::EMPTY, true),
                2 => self.set(Bitboard::EMPTY, square, random.chance(50)),
                3 => self.kings ^= square & (self.white | self.black),
                _ => self.exchange(square, other),
            }
        }
        self
    }

    fn position(self, most: u32) -> Option<Position> {
        let fits = self.white.count() <= most && self.black.count() <= most;
        Position::new(self.white, self.black, self.kings, Side::White, true).ok().filter(|_| fits)
    }
}

/// The longest list found in some climbs with up to `most` pieces a side.
fn longest(laws: Laws, most: u32, random: &mut Random) -> (usize, Option<Position>) {
    let movegen = MoveGen::of(laws);
    let (climbs, steps) = (8, 12_000);
    let mut best = (0, None);
    for _ in 0..climbs {
        let mut here = Pieces::default();
        for _ in 0..50 {
            let start = Pieces::random(random);
            if start.position(most).is_some() {
                here = start;
                break;
            }
        }
        let mut height = 0;
        for step in 0..steps {
            let there = here.changed(random);
            let Some(position) = there.position(most) else { continue };
            let length = movegen.legal_moves(&position).len();
            // Simulated annealing: a step down by one or two, less and less often.
            let down = length + 1 + random.below(2) >= height && random.below(steps) > step * 2 && random.chance(30);
            if length >= height || down {
                (here, height) = (there, length);
            }
            if length > best.0 {
                best = (length, Some(position));
            }
        }
    }
    best
}

/// Longer climbs, over tens of millions of positions, found 68 moves with up to twelve pieces a side (twelve flying
/// kings on the edges, or six that capture among nine pieces) and 72 with any number; 42 and 49 where kings step.
#[test]
fn the_longest_lists_of_moves_are_far_below_the_capacity() {
    let capacity = MoveList::new().capacity();
    for laws in Laws::ALL {
        let mut random = Random::new(laws as u64);
        for (most, high, record) in [(12, [38, 60], [42, 68]), (31, [42, 64], [49, 72])] {
            let (length, position) = longest(laws, most, &mut random);
            println!("{laws:?}, up to {most} pieces a side: {length} moves, {position:?}");
            let kings_fly = usize::from(laws.spec().kings_fly);
            assert!(length >= high[kings_fly], "{laws:?}: a climb that only gets to {length} proves nothing");
            assert!(length <= record[kings_fly], "{laws:?}: {length} moves are a record: {position:?}");
            assert!(length * 3 <= capacity, "{laws:?}: {length} moves come near the capacity: {position:?}");
        }
    }
}
