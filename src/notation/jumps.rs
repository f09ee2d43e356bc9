//! Captures under laws that are only asked about, not in force: what a piece could capture if a law were lifted, and
//! where captures could stop. Slow and plain; only messages about illegal moves need it.

use crate::board::rays::Direction;
use crate::board::{Bitboard, Position, Side, Square};
use crate::rules::RuleSpec;

/// Squares that may be landed on before the hunt gives up. No position of twelve pieces a side comes near it.
const MOST_LANDINGS: u32 = 200_000;

/// Everything that one piece could capture under some laws of movement; laws of priority are not asked.
pub(super) struct Jumper {
    spec: RuleSpec,
    side: Side,
    from: Square,
    starts_as_king: bool,
    empty: Bitboard,
    targets: Bitboard,
    kings: Bitboard,
    left: u32,
    landings: Vec<Square>,
    captured: Vec<Square>,
}

/// A landing in the course of a capture.
pub(super) struct Landing<'a> {
    /// Where the piece has touched down so far, here last.
    pub landings: &'a [Square],
    /// What it has captured so far, in order.
    pub captured: &'a [Square],
    /// Whether it may stop here.
    pub stop: Stop,
}

/// Whether a capture may stop on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// It may, as nothing more can be captured.
    Here,
    /// It must go on from here, with a jump to one of these squares.
    GoesOn(Bitboard),
    /// Nothing more can be captured from here, but the piece must land on one of these squares behind the same captured
    /// piece instead, from which it can capture on.
    Elsewhere(Bitboard),
}

impl Jumper {
    /// The captures of the piece of the side to move on a square.
    pub fn new(position: &Position, from: Square, spec: RuleSpec) -> Jumper {
        let side = position.side();
        Jumper {
            spec,
            side,
            from,
            starts_as_king: position.all_kings().has(from),
            empty: position.empty() | from.bit(),
            targets: position.pieces(!side) & Bitboard::INNER,
            kings: position.all_kings(),
            left: MOST_LANDINGS,
            landings: Vec::new(),
            captured: Vec::new(),
        }
    }

    /// Shows every landing of every capture.
    pub fn each(&mut self, mut see: impl FnMut(Landing)) {
        self.go(self.from, self.starts_as_king, &mut see);
    }

    fn go(&mut self, at: Square, king: bool, see: &mut dyn FnMut(Landing)) {
        for direction in Direction::ALL {
            let Some((over, behind)) = self.jump(at, king, direction) else { continue };
            self.captured.push(over);
            let next = |landing: Square| {
                let king = king || self.crowned_on(landing);
                let jumps = Direction::ALL.into_iter().filter_map(|onward| self.jump(landing, king, onward));
                jumps.fold(Bitboard::EMPTY, |all, (_, landings)| all | landings)
            };
            let landings: Vec<(Square, Bitboard)> = behind.squares().map(|square| (square, next(square))).collect();
            let better: Bitboard = landings.iter().filter(|(_, next)| next.any()).map(|&(square, _)| square).collect();
            for (landing, next) in landings {
                if self.left == 0 {
                    break;
                }
                self.left -= 1;
                self.landings.push(landing);
                let stop = match (next.any(), better.any()) {
                    (true, _) => Stop::GoesOn(next),
                    (false, true) => Stop::Elsewhere(better),
                    (false, false) => Stop::Here,
                };
                see(Landing { landings: &self.landings, captured: &self.captured, stop });
                if next.any() {
                    self.go(landing, king || self.crowned_on(landing), see);
                }
                self.landings.pop();
            }
            self.captured.pop();
        }
    }

    /// Whether a piece that lands here in a capture goes on as a king.
    fn crowned_on(&self, landing: Square) -> bool {
        self.spec.crowned_in_passing && promotion_row(self.side).has(landing)
    }

    /// The piece that can be jumped in a direction and the squares behind it.
    fn jump(&self, at: Square, king: bool, direction: Direction) -> Option<(Square, Bitboard)> {
        let forwards = match self.side {
            Side::White => matches!(direction, Direction::UpLeft | Direction::UpRight),
            Side::Black => matches!(direction, Direction::DownLeft | Direction::DownRight),
        };
        if !king && !forwards && !self.spec.men_capture_backwards {
            return None;
        }
        let far = king && self.spec.kings_capture_far;
        let mut over = direction.step(at.bit());
        while far && over.meets(self.empty) {
            over = direction.step(over);
        }
        let piece = (over & self.targets).first()?;
        let protected = !king && !self.spec.men_capture_kings && self.kings.has(piece);
        if protected || self.captured.contains(&piece) {
            return None;
        }
        let mut behind = Bitboard::EMPTY;
        let mut landing = direction.step(over) & self.empty;
        while landing.any() {
            behind |= landing;
            landing = if far { direction.step(landing) & self.empty } else { Bitboard::EMPTY };
        }
        behind.any().then_some((piece, behind))
    }
}

/// The row on which a side's men are crowned.
pub(super) const fn promotion_row(side: Side) -> Bitboard {
    match side {
        Side::White => Bitboard::TOP_ROW,
        Side::Black => Bitboard::BOTTOM_ROW,
    }
}
