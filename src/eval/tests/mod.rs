//! Tests of the evaluation, and the positions that they share.

mod knowledge;
mod parts;
mod properties;

use crate::board::{Bitboard, MoveList, Position, Side, Square};
use crate::movegen;
use crate::rules::{Laws, LawsVisitor, Ruleset};

/// A small generator (Vigna, xorshift64*): the same numbers every run.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    /// A set of so many squares out of the given ones, or of all of them if they are fewer.
    fn subset(&mut self, count: usize, of: Bitboard) -> Bitboard {
        let mut squares: Vec<Square> = of.squares().collect();
        let mut set = Bitboard::EMPTY;
        for _ in 0..count.min(squares.len()) {
            set |= squares.swap_remove(self.below(squares.len())).bit();
        }
        set
    }

    /// Up to so many men and kings a side, anywhere they may stand.
    fn placed(&mut self, men: usize, kings: usize) -> Position {
        let mut free = Bitboard::ALL;
        let mut take = |random: &mut Random, most: usize, from: Bitboard| {
            let count = random.below(most + 1);
            let set = random.subset(count, from & free);
            free = free.without(set);
            set
        };
        let white_men = take(self, men, !Bitboard::TOP_ROW);
        let black_men = take(self, men, !Bitboard::BOTTOM_ROW);
        let white_kings = take(self, kings, Bitboard::ALL);
        let black_kings = take(self, kings, Bitboard::ALL);
        let side = Side::from_white(self.below(2) == 0);
        let (white, black) = (white_men | white_kings, black_men | black_kings);
        Position::new(white, black, white_kings | black_kings, side, true).expect("made to be sound")
    }

    /// A position after up to so many random moves from the start.
    fn played<R: Ruleset>(&mut self, plies: usize) -> Position {
        let mut position = Position::start(Side::from_white(self.below(2) == 0));
        for _ in 0..self.below(plies + 1) {
            let mut moves = MoveList::new();
            movegen::generate::<R>(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[self.below(moves.len())]);
        }
        position
    }
}

/// Runs a generic test for every set of laws.
macro_rules! for_all_laws {
    ($test:ident) => {
        for laws in crate::rules::Laws::ALL {
            crate::eval::tests::visit(laws, {
                struct Visitor;
                impl crate::eval::tests::Check for Visitor {
                    fn check<R: crate::rules::Ruleset>() {
                        $test::<R>();
                    }
                }
                Visitor
            });
        }
    };
}
use for_all_laws;

/// A test to be run for some laws.
trait Check {
    fn check<R: Ruleset>();
}

fn visit<C: Check>(laws: Laws, _check: C) {
    struct Adapter<C>(std::marker::PhantomData<C>);
    impl<C: Check> LawsVisitor for Adapter<C> {
        type Output = ();
        fn visit<R: Ruleset>(self) {
            C::check::<R>();
        }
    }
    laws.visit(Adapter::<C>(std::marker::PhantomData));
}

/// A position from text: `W:WK5,12:B20` is White to move, a white king on 5, a white man on 12, a black man on 20.
fn at(text: &str) -> Position {
    let mut parts = text.split(':');
    let side = Side::from_white(parts.next() == Some("W"));
    let mut kings = Bitboard::EMPTY;
    let mut sides = [Bitboard::EMPTY; 2];
    for part in parts {
        let (letter, squares) = part.split_at(1);
        for square in squares.split(',').filter(|square| !square.is_empty()) {
            let number = square.trim_start_matches('K').parse().expect("a number");
            let bit = Square::from_number(number).expect("a square").bit();
            sides[usize::from(letter == "B")] |= bit;
            if square.starts_with('K') {
                kings |= bit;
            }
        }
    }
    Position::new(sides[0], sides[1], kings, side, true).expect("a sound position")
}

/// The static value for White under laws that are known at run time.
fn for_white(laws: Laws, position: &Position) -> i32 {
    struct Value<'a>(&'a Position);
    impl LawsVisitor for Value<'_> {
        type Output = i32;
        fn visit<R: Ruleset>(self) -> i32 {
            super::evaluate_by_hand::<R>(self.0)
        }
    }
    let value = laws.visit(Value(position));
    if position.side() == Side::White { value } else { -value }
}
