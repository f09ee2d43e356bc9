//! Captures: whether there are any, and a depth-first hunt through all of them.

use std::marker::PhantomData;

use crate::board::rays::{self, Direction, RAY};
use crate::board::{Bitboard, Position, Side, Square};
use crate::rules::Ruleset;

use super::{forwards, promotion_row};

/// A complete capture as the hunt finds it.
pub(super) struct Capture {
    pub from: Square,
    pub to: Square,
    pub captured: Bitboard,
    /// One bit a captured piece, the first one highest, set where it was a king. Kept up only where a law asks for it.
    pub order: u32,
    pub by_king: bool,
    pub crowns: bool,
}

/// What captures are given to: each route of each capture, before any law of priority.
pub(super) trait CaptureSink {
    fn capture(&mut self, capture: Capture);

    /// Men that capture one piece each in one direction and cannot go on: where they land.
    fn singles<const WHITE: bool>(&mut self, direction: Direction, landings: Bitboard, kings: Bitboard);
}

/// The landing squares of single jumps of a set of pieces in one direction. Pieces that can be captured stand on inner
/// squares, so the two steps need no mask.
#[inline(always)]
fn jumps(direction: Direction, pieces: Bitboard, targets: Bitboard, empty: Bitboard) -> Bitboard {
    direction.rotate(direction.rotate(pieces) & targets) & empty
}

/// The pieces of the other side that men may capture and that kings may capture, those on the edge left out.
#[inline(always)]
fn targets<R: Ruleset, const WHITE: bool>(position: &Position) -> (Bitboard, Bitboard) {
    let all = position.pieces(Side::from_white(!WHITE)) & Bitboard::INNER;
    (if R::SPEC.men_capture_kings { all } else { all.without(position.all_kings()) }, all)
}

/// Whether the side can capture.
#[inline(always)]
pub(super) fn any<R: Ruleset, const WHITE: bool>(position: &Position) -> bool {
    let side = Side::from_white(WHITE);
    let empty = position.empty();
    let (for_men, for_kings) = targets::<R, WHITE>(position);
    let [first, second] = forwards(WHITE);
    let men = position.men(side);
    let mut found = jumps(first, men, for_men, empty) | jumps(second, men, for_men, empty);
    if R::SPEC.men_capture_backwards {
        found |= jumps(first.back(), men, for_men, empty) | jumps(second.back(), men, for_men, empty);
    }
    let kings = position.kings(side);
    if kings.any() {
        for direction in Direction::ALL {
            let reached = if R::SPEC.kings_capture_far { fill(direction, kings, empty) } else { kings };
            found |= jumps(direction, reached, for_kings, empty);
        }
    }
    found.any()
}

/// The pieces and all empty squares they slide over in one direction.
#[inline(always)]
fn fill(direction: Direction, pieces: Bitboard, empty: Bitboard) -> Bitboard {
    let mut reached = pieces;
    let mut through = empty & direction.reachable();
    reached |= direction.rotate(reached) & through;
    through &= direction.rotate(through);
    let two = |set| direction.rotate(direction.rotate(set));
    reached |= two(reached) & through;
    through &= two(through);
    reached | two(two(reached)) & through
}

/// Whether captures by men can be counted without being followed one by one: where men only go forwards they never
/// come to a square or a piece twice, and without priorities each route is a move.
pub(super) const fn can_count<R: Ruleset>() -> bool {
    !R::SPEC.men_capture_backwards && !R::SPEC.has_priority()
}

/// The number of captures by men, under the laws that [`can_count`] names.
#[inline(always)]
pub(super) fn count_by_men<R: Ruleset, const WHITE: bool>(position: &Position) -> u32 {
    let (targets, _) = targets::<R, WHITE>(position);
    let [first, second] = forwards(WHITE);
    let men = position.men(Side::from_white(WHITE));
    let jump = |direction, men| jumps(direction, men, targets, position.empty());
    let (left, right) = (jump(first, men), jump(second, men));
    let further = jump(first, left) | jump(second, left) | jump(first, right) | jump(second, right);
    if further.is_empty() {
        return left.count() + right.count();
    }
    count_routes::<WHITE>(left, targets, position.empty()) + count_routes::<WHITE>(right, targets, position.empty())
}

/// The number of ways in which men that have landed on these squares can end.
#[inline(never)]
fn count_routes<const WHITE: bool>(landed: Bitboard, targets: Bitboard, empty: Bitboard) -> u32 {
    let [first, second] = forwards(WHITE);
    let (left, right) = (jumps(first, landed, targets, empty), jumps(second, landed, targets, empty));
    if (left | right).is_empty() {
        return landed.count();
    }
    let home = |direction: Direction, landings| direction.back().rotate(direction.back().rotate(landings));
    let stay = landed.without(home(first, left) | home(second, right));
    stay.count() + count_routes::<WHITE>(left, targets, empty) + count_routes::<WHITE>(right, targets, empty)
}

/// Gives every capture of the side to the sink, a route at a time.
#[inline(always)]
pub(super) fn each<R: Ruleset, const WHITE: bool>(position: &Position, sink: &mut impl CaptureSink) {
    let side = Side::from_white(WHITE);
    let empty = position.empty();
    let (for_men, for_kings) = targets::<R, WHITE>(position);
    let mut hunt = Hunt::<R, _, WHITE> {
        sink,
        laws: PhantomData,
        for_men,
        for_kings,
        kings: position.all_kings(),
        vacant: empty,
        empty,
        from: Square::from_bit(0),
        started_as_king: false,
        crowned: false,
    };
    hunt.start_men(position.men(side));
    for king in position.kings(side).squares() {
        hunt.set_off(king, true);
        hunt.king(king.bit(), Bitboard::EMPTY, 0);
    }
}

/// A depth-first search through the captures of one piece after another.
struct Hunt<'a, R, S, const WHITE: bool> {
    sink: &'a mut S,
    laws: PhantomData<R>,
    for_men: Bitboard,
    for_kings: Bitboard,
    kings: Bitboard,
    /// The empty squares of the position.
    vacant: Bitboard,
    /// The empty squares, among them the one from which the hunting piece set off; captured pieces still stand.
    empty: Bitboard,
    from: Square,
    started_as_king: bool,
    /// A man has been crowned in passing and hunts on as a king.
    crowned: bool,
}

impl<R: Ruleset, S: CaptureSink, const WHITE: bool> Hunt<'_, R, S, WHITE> {
    /// Starts the hunts of all men that can capture.
    #[inline(always)]
    fn start_men(&mut self, men: Bitboard) {
        let [first, second] = forwards(WHITE);
        self.start_men_in(first, men);
        self.start_men_in(second, men);
        if R::SPEC.men_capture_backwards {
            self.start_men_in(first.back(), men);
            self.start_men_in(second.back(), men);
        }
    }

    /// Starts the hunts of the men whose first jump is in one direction.
    #[inline(always)]
    fn start_men_in(&mut self, direction: Direction, men: Bitboard) {
        let landings = jumps(direction, men, self.for_men, self.vacant);
        if landings.is_empty() {
            return;
        }
        // A second jump cannot come back to the square that the man left (only over the piece he has just captured), so
        // whether there is one can be asked of all men at once.
        let crowned = R::SPEC.crowned_in_passing && landings.meets(promotion_row(WHITE));
        if !crowned && self.next_jumps(landings).is_empty() {
            self.sink.singles::<WHITE>(direction, landings, self.kings);
        } else {
            self.follow(direction, landings);
        }
    }

    /// Where men that stand on these squares land with another jump.
    #[inline(always)]
    fn next_jumps(&self, men: Bitboard) -> Bitboard {
        let [first, second] = forwards(WHITE);
        let jump = |direction| jumps(direction, men, self.for_men, self.vacant);
        let mut landings = jump(first) | jump(second);
        if R::SPEC.men_capture_backwards {
            landings |= jump(first.back()) | jump(second.back());
        }
        landings
    }

    /// Goes on with men that have landed after a first jump.
    #[inline(never)]
    fn follow(&mut self, direction: Direction, mut landings: Bitboard) {
        while landings.any() {
            let to = landings.lowest();
            let over = direction.back().rotate(to);
            let from = direction.back().rotate(over);
            self.set_off(Square::from_bit(from.bits().trailing_zeros()), false);
            self.man_landed(to, over, self.met(0, over));
            landings = landings.without_lowest();
        }
    }

    /// Takes up the next hunting piece.
    #[inline(always)]
    fn set_off(&mut self, from: Square, king: bool) {
        self.empty = self.vacant | from.bit();
        self.from = from;
        self.started_as_king = king;
    }

    /// The record of kings met, one more piece met.
    #[inline(always)]
    fn met(&self, order: u32, over: Bitboard) -> u32 {
        if R::SPEC.kings_earliest { order << 1 | self.kings.meets(over) as u32 } else { 0 }
    }

    /// Goes on from where a man has landed after a jump.
    #[inline(always)]
    fn man_landed(&mut self, at: Bitboard, captured: Bitboard, order: u32) {
        if R::SPEC.crowned_in_passing && at.meets(promotion_row(WHITE)) {
            // He goes on as a king if he can.
            self.crowned = true;
            if !self.king(at, captured, order) {
                self.give(at, captured, order);
            }
            self.crowned = false;
        } else if !self.man(at, captured, order) {
            self.give(at, captured, order);
        }
    }

    /// All ways to go on as a man; whether there is any.
    fn man(&mut self, at: Bitboard, captured: Bitboard, order: u32) -> bool {
        let targets = self.for_men.without(captured);
        let [first, second] = forwards(WHITE);
        let mut found = false;
        let mut go = |direction: Direction| {
            let over = direction.rotate(at) & targets;
            let to = direction.rotate(over) & self.empty;
            if to.any() {
                found = true;
                self.man_landed(to, captured | over, self.met(order, over));
            }
        };
        go(first);
        go(second);
        if R::SPEC.men_capture_backwards {
            go(first.back());
            go(second.back());
        }
        found
    }

    /// All ways to go on as a king; whether there is any.
    fn king(&mut self, at: Bitboard, captured: Bitboard, order: u32) -> bool {
        let mut found = false;
        if R::SPEC.kings_capture_far {
            let Some(square) = at.first() else { return false };
            let near = rays::slide(square, !self.empty) & self.for_kings.without(captured);
            if near.is_empty() {
                return false;
            }
            for direction in Direction::ALL {
                let over = near & RAY[square.index()][direction as usize];
                if direction.rotate(over).meets(self.empty) {
                    found = true;
                    self.fly_over(direction, over, captured | over, self.met(order, over));
                }
            }
        } else {
            for direction in Direction::ALL {
                let over = direction.rotate(at) & self.for_kings.without(captured);
                let to = direction.rotate(over) & self.empty;
                if to.any() {
                    found = true;
                    let (captured, order) = (captured | over, self.met(order, over));
                    if !self.king(to, captured, order) {
                        self.give(to, captured, order);
                    }
                }
            }
        }
        found
    }

    /// Lands behind a piece that a flying king has jumped: on every square from which he can go on, or, where there is
    /// none, on every empty square.
    fn fly_over(&mut self, direction: Direction, over: Bitboard, captured: Bitboard, order: u32) {
        let mut goes_on = false;
        let mut landings = Bitboard::EMPTY;
        let mut at = direction.rotate(over) & self.empty;
        while at.any() {
            landings |= at;
            goes_on |= self.king(at, captured, order);
            at = direction.step(at) & self.empty;
        }
        if !goes_on {
            while landings.any() {
                self.give(landings.lowest(), captured, order);
                landings = landings.without_lowest();
            }
        }
    }

    #[inline(always)]
    fn give(&mut self, at: Bitboard, captured: Bitboard, order: u32) {
        let to = Square::from_bit(at.bits().trailing_zeros());
        let crowns = !self.started_as_king && (self.crowned || at.meets(promotion_row(WHITE)));
        self.sink.capture(Capture { from: self.from, to, captured, order, by_king: self.started_as_king, crowns });
    }
}
