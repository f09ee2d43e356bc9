//! Which law a move breaks that is not legal.
//!
//! The text is followed as far as the laws let it; where they stop it, they are compared with the same laws less one.

use crate::board::{Bitboard, Move, Position, Side, Square};
use crate::movegen::MoveGen;
use crate::rules::{RuleSpec, Variant};

use super::MoveFault;
use super::jumps::{Jumper, Stop, promotion_row};
use super::movetext::{MoveText, Reading};

/// Why a text fits no legal move of a position. `legal` are its legal moves in the order in which they are listed.
pub(super) fn broken(text: &MoveText, variant: &Variant, position: &Position, legal: &[Move]) -> MoveFault {
    let side = position.side();
    let Some(&example) = legal.first() else { return MoveFault::GameOver(side) };
    let king = match position.piece_at(text.from) {
        None => return MoveFault::NoPiece(text.from),
        Some((owner, _)) if owner != side => return MoveFault::NotYours(text.from, side),
        Some((_, king)) => king,
    };
    let reading = text.reading(position);
    let case = Case { text, position, spec: variant.laws.spec(), side, king, reading, end: text.end(reading), legal };
    if let Some(fault) = case.misplaced() {
        return fault;
    }
    if !case.means_capture() {
        return case.step().unwrap_or_else(|| case.step_refused());
    }
    let must = example.is_capture().then_some(example);
    (case.capture_refused(must, &MoveGen::of(variant.laws)))
        .or_else(|| case.other_pieces())
        .or_else(|| case.lifted())
        .or_else(|| (reading == Reading::Ends && case.step().is_none()).then(|| case.step_refused()))
        .or_else(|| case.hops())
        .unwrap_or(MoveFault::CannotReach(text.from, case.end))
}

/// The question: what is wrong with this text here.
struct Case<'a> {
    text: &'a MoveText,
    position: &'a Position,
    spec: RuleSpec,
    side: Side,
    /// Whether the piece is a king.
    king: bool,
    reading: Reading,
    end: Square,
    legal: &'a [Move],
}

impl Case<'_> {
    /// Squares on which the piece cannot stand and pieces that it cannot capture.
    fn misplaced(&self) -> Option<MoveFault> {
        let occupied = self.position.occupied().without(self.text.from.bit());
        let mut stands_on: Vec<Square> = vec![self.end];
        match self.reading {
            Reading::Ends => {}
            Reading::Route => stands_on = self.text.touched().collect(),
            Reading::Captured => {
                if let Some(square) = self.text.wrongly_listed(self.position) {
                    return Some(MoveFault::NotCapturable(square));
                }
                if let Some(square) = self.text.listed_twice() {
                    return Some(MoveFault::JumpedTwice(square));
                }
            }
        }
        stands_on.into_iter().find(|&square| occupied.has(square)).map(MoveFault::Occupied)
    }

    /// Captured squares that are not those of the legal captures with the same ends.
    fn other_pieces(&self) -> Option<MoveFault> {
        let same_ends =
            |played: &&Move| played.is_capture() && played.from() == self.text.from && played.to() == self.end;
        let others: Vec<Move> = self.legal.iter().filter(same_ends).copied().collect();
        (self.reading == Reading::Captured && !others.is_empty()).then_some(MoveFault::CapturesOthers(others))
    }

    /// Whether a capture is meant: the text says so, or the piece would cross one of the other side.
    fn means_capture(&self) -> bool {
        let theirs = self.position.pieces(!self.side);
        self.text.says_capture
            || self.reading != Reading::Ends
            || between(self.text.from, self.end).is_some_and(|crossed| crossed.iter().any(|&at| theirs.has(at)))
    }

    /// Why the piece cannot step from one square to the other, captures left aside; `None` if it can.
    fn step(&self) -> Option<MoveFault> {
        let (from, to) = (self.text.from, self.end);
        let Some(crossed) = between(from, to) else {
            return Some(match (self.king, self.spec.kings_fly) {
                (false, _) => MoveFault::ManSteps,
                (true, false) => MoveFault::KingSteps,
                (true, true) => MoveFault::NotOnDiagonal(from, to),
            });
        };
        if self.king && self.spec.kings_fly {
            let in_the_way = |square: &Square| self.position.occupied().has(*square);
            return crossed.into_iter().find(in_the_way).map(MoveFault::InTheWay);
        }
        match (crossed.is_empty(), self.king) {
            (false, false) => Some(MoveFault::ManSteps),
            (false, true) => Some(MoveFault::KingSteps),
            (true, false) if self.is_backwards(from, to) => Some(MoveFault::ManMovesForwards),
            (true, _) => None,
        }
    }

    /// Why a step that the piece can make is not legal.
    fn step_refused(&self) -> MoveFault {
        if self.legal.iter().any(|played| played.is_capture()) {
            MoveFault::CaptureCompulsory(self.legal.to_vec())
        } else {
            MoveFault::CapturesNothing(self.text.from, self.end)
        }
    }

    fn is_backwards(&self, from: Square, to: Square) -> bool {
        match self.side {
            Side::White => to.row() > from.row(),
            Side::Black => to.row() < from.row(),
        }
    }

    /// Whether a landing in the course of a capture is the end of what the text says.
    fn fits(&self, landings: &[Square], captured: &[Square]) -> bool {
        landings.last() == Some(&self.end)
            && match self.reading {
                Reading::Ends => true,
                Reading::Captured => self.text.captures_exactly(captured.iter().copied().collect()),
                Reading::Route => self.text.touches_exactly(landings),
            }
    }

    /// Why a capture that the piece can begin is not legal: a law of priority, or that it must go on. A capture that is
    /// complete counts before one that is not. `must` is a legal capture, if there is any.
    fn capture_refused(&self, must: Option<Move>, generator: &MoveGen) -> Option<MoveFault> {
        let mut complete: Option<Worth> = None;
        let mut unfinished = None;
        Jumper::new(self.position, self.text.from, self.spec).each(|landing| {
            if !self.fits(landing.landings, landing.captured) {
                return;
            }
            match landing.stop {
                Stop::Here => complete = complete.take().max(Some(self.worth(landing.captured, self.king))),
                Stop::GoesOn(next) => {
                    unfinished.get_or_insert(MoveFault::MustGoOn(self.end, next));
                }
                Stop::Elsewhere(better) => {
                    unfinished.get_or_insert(MoveFault::MustLandOn(better));
                }
            }
        });
        if let (Some(worth), Some(must)) = (complete, must) {
            let paths = generator.paths(self.position, must);
            let best = paths.iter().map(|path| self.worth(&path.captured, must.by_king())).max()?;
            return self.priority(&worth, &best);
        }
        unfinished
    }

    /// What the laws of priority weigh, those in force alone.
    fn worth(&self, captured: &[Square], by_king: bool) -> Worth {
        let spec = self.spec;
        let kings = self.position.all_kings();
        let is_king: Vec<bool> = captured.iter().map(|&square| kings.has(square)).collect();
        Worth {
            pieces: if spec.most_pieces { captured.len() } else { 0 },
            by_king: spec.by_king && by_king,
            kings: if spec.most_kings { is_king.iter().filter(|&&king| king).count() } else { 0 },
            order: if spec.kings_earliest { is_king } else { Vec::new() },
        }
    }

    /// The first law of priority by which one capture is better than another.
    fn priority(&self, worth: &Worth, best: &Worth) -> Option<MoveFault> {
        let by = self.legal.to_vec();
        if worth >= best {
            None
        } else if worth.pieces < best.pieces {
            Some(MoveFault::MostPieces(best.pieces, by))
        } else if worth.by_king != best.by_king {
            Some(MoveFault::ByKing(by))
        } else if worth.kings < best.kings {
            Some(MoveFault::MostKings(best.kings, by))
        } else {
            Some(MoveFault::KingsEarliest(by))
        }
    }

    /// The law without which the piece could capture as the text says.
    fn lifted(&self) -> Option<MoveFault> {
        let (spec, man) = (self.spec, !self.king);
        let kings = RuleSpec { men_capture_kings: true, ..spec };
        let backwards = RuleSpec { men_capture_backwards: true, ..spec };
        let both = RuleSpec { men_capture_backwards: true, ..kings };
        let passing = RuleSpec { crowned_in_passing: true, ..spec };
        let far = RuleSpec { kings_capture_far: true, ..spec };
        let lifts = [
            (man && !spec.men_capture_kings, kings, Lift::Kings),
            // Before backwards, as a man that jumps back from the last row thinks himself a king.
            (man && !spec.crowned_in_passing, passing, Lift::Passing),
            (man && !spec.men_capture_backwards, backwards, Lift::Backwards),
            (man && !spec.men_capture_kings && !spec.men_capture_backwards, both, Lift::Backwards),
            (!man && !spec.kings_capture_far, far, Lift::Far),
        ];
        lifts.into_iter().filter(|&(asked, ..)| asked).find_map(|(_, spec, lift)| {
            let mut found = None;
            Jumper::new(self.position, self.text.from, spec).each(|landing| {
                if found.is_none() && self.fits(landing.landings, landing.captured) {
                    found = self.lifted_law(lift, landing.landings, landing.captured);
                }
            });
            found
        })
    }

    fn lifted_law(&self, lift: Lift, landings: &[Square], captured: &[Square]) -> Option<MoveFault> {
        let first_in = |squares: &[Square], set: Bitboard| squares.iter().copied().find(|&square| set.has(square));
        match lift {
            Lift::Kings => first_in(captured, self.position.all_kings()).map(MoveFault::ManCapturesKing),
            Lift::Backwards => Some(MoveFault::ManCapturesForwards),
            Lift::Passing => first_in(landings, promotion_row(self.side)).map(|square| self.on_last_row(square)),
            Lift::Far => Some(MoveFault::KingCapturesNeighbour),
        }
    }

    /// Why a man that has reached the last row in a capture does not go on as a king.
    fn on_last_row(&self, square: Square) -> MoveFault {
        if self.spec.men_capture_backwards { MoveFault::StaysMan(square) } else { MoveFault::CrownedEnds(square) }
    }

    /// Follows a route jump by jump to the first one that cannot be. Two squares alone are followed if they could be
    /// one jump.
    fn hops(&self) -> Option<MoveFault> {
        let route: Vec<Square> = match self.reading {
            Reading::Route => self.text.touched().collect(),
            Reading::Ends if between(self.text.from, self.end).is_some() => vec![self.end],
            Reading::Ends | Reading::Captured => return None,
        };
        let mut hop = Hop { case: self, at: self.text.from, king: self.king, captured: Bitboard::EMPTY, row: None };
        route.into_iter().find_map(|to| hop.to(to))
    }
}

/// A law that is lifted to see whether it is the one that is broken.
#[derive(Clone, Copy)]
enum Lift {
    Kings,
    Backwards,
    Passing,
    Far,
}

/// What the laws of priority weigh, in their order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    pieces: usize,
    by_king: bool,
    kings: usize,
    /// For each captured piece whether it is a king.
    order: Vec<bool>,
}

/// A piece in the course of a route.
struct Hop<'a> {
    case: &'a Case<'a>,
    at: Square,
    king: bool,
    captured: Bitboard,
    /// Where a man has touched the last row.
    row: Option<Square>,
}

impl Hop<'_> {
    /// Why the piece cannot jump from where it is to a square; `None` if it can, and then it is there.
    fn to(&mut self, to: Square) -> Option<MoveFault> {
        let (at, case) = (self.at, self.case);
        let Some(crossed) = between(at, to) else { return Some(MoveFault::NotOnDiagonal(at, to)) };
        let standing = case.position.occupied().without(case.text.from.bit());
        let own = case.position.pieces(case.side);
        let mut pieces = crossed.iter().copied().filter(|&square| standing.has(square));
        let (first, second) = (pieces.next(), pieces.next());
        let Some(piece) = first else { return Some(MoveFault::JumpsNothing(at, to)) };
        for square in [first, second].into_iter().flatten() {
            if own.has(square) {
                return Some(MoveFault::JumpsOwn(square));
            }
            if self.captured.has(square) {
                return Some(MoveFault::JumpedTwice(square));
            }
        }
        if let Some(second) = second {
            return Some(MoveFault::TwoInLine(piece, second));
        }
        let neighbour = crossed.len() == 1;
        let backwards = !self.king && !case.spec.men_capture_backwards && case.is_backwards(at, to);
        if let (Some(square), true) = (self.row, !self.king && (backwards || !neighbour)) {
            return Some(case.on_last_row(square));
        }
        if !neighbour && !self.king {
            return Some(MoveFault::ManCapturesNeighbour);
        }
        if !neighbour && !case.spec.kings_capture_far {
            return Some(MoveFault::KingCapturesNeighbour);
        }
        if backwards {
            return Some(MoveFault::ManCapturesForwards);
        }
        if !self.king && !case.spec.men_capture_kings && case.position.all_kings().has(piece) {
            return Some(MoveFault::ManCapturesKing(piece));
        }
        self.at = to;
        self.captured |= piece.bit();
        if !self.king && promotion_row(case.side).has(to) {
            self.row = Some(to);
            self.king = case.spec.crowned_in_passing;
        }
        None
    }
}

/// The squares between two squares of one diagonal, nearest to the first one first; `None` where they are not on one
/// diagonal or are the same.
fn between(from: Square, to: Square) -> Option<Vec<Square>> {
    let rows = i16::from(to.row()) - i16::from(from.row());
    let cols = i16::from(to.col()) - i16::from(from.col());
    if rows == 0 || rows.abs() != cols.abs() {
        return None;
    }
    let place = |start: u8, way: i16, n: i16| u8::try_from(i16::from(start) + way.signum() * n).ok();
    (1..rows.abs()).map(|n| Square::from_row_col(place(from.row(), rows, n)?, place(from.col(), cols, n)?)).collect()
}
