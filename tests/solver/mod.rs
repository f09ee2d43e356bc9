//! A plain solver of small endings: distances to the end of all positions of up to three pieces, without draw rules, by
//! going over all positions again and again until nothing changes. Slow, and simple enough to be believed.

use std::collections::HashMap;

use damero::{Bitboard, Laws, MoveGen, Position, Side, Square};

/// What a position comes to with best play, for the side to move; in plies until a side has no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Win(u16),
    Loss(u16),
    Draw,
}

/// All positions of two and three pieces of one set of laws, solved.
pub struct Endings {
    values: HashMap<Position, Value>,
}

/// The number of positions that are won, lost and drawn for the side to move, and the longest win and loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub win: u32,
    pub loss: u32,
    pub draw: u32,
    pub longest_win: u16,
    pub longest_loss: u16,
}

/// All placements of `count` pieces, both sides present, White to move (Black's are the same seen from the other side).
fn placements(count: u32) -> Vec<Position> {
    let squares: Vec<Square> = Square::all().collect();
    let mut found = Vec::new();
    let mut chosen: Vec<(Square, u8)> = Vec::new();
    fn place(from: usize, left: u32, squares: &[Square], chosen: &mut Vec<(Square, u8)>, found: &mut Vec<Position>) {
        if left == 0 {
            let set = |wanted: &dyn Fn(u8) -> bool| -> Bitboard {
                chosen.iter().filter(|(_, kind)| wanted(*kind)).map(|&(square, _)| square).collect()
            };
            let (white, black, kings) = (set(&|kind| kind < 2), set(&|kind| kind >= 2), set(&|kind| kind % 2 == 1));
            if white.any() && black.any() {
                found.extend(Position::new(white, black, kings, Side::White, false).ok());
            }
            return;
        }
        for i in from..squares.len() {
            for kind in 0..4 {
                chosen.push((squares[i], kind));
                place(i + 1, left - 1, squares, chosen, found);
                chosen.pop();
            }
        }
    }
    place(0, count, &squares, &mut chosen, &mut found);
    found
}

/// The same position as White sees it if White were to move.
fn as_white(position: Position) -> Position {
    if position.side() == Side::White { position } else { position.mirrored() }
}

impl Endings {
    /// Solves all positions of two pieces, and of three if `most` is 3.
    pub fn solve(laws: Laws, most: u32) -> Endings {
        let movegen = MoveGen::of(laws);
        let positions: Vec<Position> = (2..=most).flat_map(placements).collect();
        let places: HashMap<Position, usize> = positions.iter().enumerate().map(|(i, &p)| (p, i)).collect();
        // A side that has been taken whole has no move: a loss in 0 that is not among the positions.
        let next: Vec<Vec<Option<usize>>> = positions
            .iter()
            .map(|position| {
                let child = |played: &_| places.get(&as_white(position.play(*played))).copied();
                movegen.legal_moves(position).iter().map(child).collect()
            })
            .collect();
        let mut values = vec![Value::Draw; positions.len()];
        for round in 0.. {
            // In round n all wins and losses in n plies are found.
            let solved: Vec<(usize, Value)> = (0..positions.len())
                .filter(|&i| values[i] == Value::Draw)
                .filter_map(|i| Some((i, judge(&next[i], &values, round)?)))
                .collect();
            for &(i, value) in &solved {
                values[i] = value;
            }
            if solved.is_empty() && round > 1 {
                break;
            }
        }
        Endings { values: positions.into_iter().zip(values).collect() }
    }

    /// The value of a position of at most three pieces with both sides present.
    pub fn value(&self, position: &Position) -> Value {
        self.values[&as_white(*position)]
    }

    /// The positions and their values, White to move.
    pub fn iter(&self) -> impl Iterator<Item = (&Position, &Value)> {
        self.values.iter()
    }

    /// What the positions of so many pieces come to.
    pub fn counts(&self, pieces: u32) -> Counts {
        let mut counts = Counts::default();
        for (_, value) in self.values.iter().filter(|(position, _)| position.occupied().count() == pieces) {
            match *value {
                Value::Win(plies) => {
                    counts.win += 1;
                    counts.longest_win = counts.longest_win.max(plies);
                }
                Value::Loss(plies) => {
                    counts.loss += 1;
                    counts.longest_loss = counts.longest_loss.max(plies);
                }
                Value::Draw => counts.draw += 1,
            }
        }
        counts
    }
}

/// The value of a position whose replies are known, if it is decided in exactly `round` plies.
fn judge(next: &[Option<usize>], values: &[Value], round: u16) -> Option<Value> {
    let of = |child: &Option<usize>| child.map_or(Value::Loss(0), |i| values[i]);
    if next.is_empty() {
        return Some(Value::Loss(0));
    }
    if next.iter().any(|child| matches!(of(child), Value::Loss(plies) if plies < round)) {
        return Some(Value::Win(round));
    }
    let all_win = next.iter().all(|child| matches!(of(child), Value::Win(plies) if plies < round));
    all_win.then_some(Value::Loss(round))
}
