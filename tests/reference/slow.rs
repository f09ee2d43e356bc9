//! A second generator of legal moves: slow, on an array of rows and columns, written from the rules page alone.
//!
//! It takes the laws as run-time data and shares nothing with the library's generator but [`Square`] and [`RuleSpec`];
//! positions and moves of the library are read through their plain accessors, only to be compared.

use damero::{Move, Position, RuleSpec, Side, Square};

/// A row and a column, both from 0, as on the rules page: row 0 at the top, where White's men are crowned.
pub type Place = (i8, i8);

/// A step of one square: rows and columns.
type Step = (i8, i8);

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    pub white: bool,
    pub king: bool,
}

/// A position as an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    rows: [[Option<Piece>; 8]; 8],
    pub white_to_move: bool,
}

/// A way through a move: where the piece touches down, and what it captures, in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Route {
    pub landings: Vec<Square>,
    pub captured: Vec<Square>,
}

/// A legal move. Squares captured ascend.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Played {
    pub from: Square,
    pub to: Square,
    pub captured: Vec<Square>,
    pub king_before: bool,
    pub king_after: bool,
}

/// A legal move with every way through it, ascending.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Legal {
    pub played: Played,
    pub routes: Vec<Route>,
}

/// A single jump: the piece jumped and every square on which the jumping piece may land.
struct Jump {
    over: Place,
    landings: Vec<Place>,
}

/// A capture on its way.
#[derive(Clone)]
struct Capture {
    from: Place,
    started_as_king: bool,
    /// The moving piece as it is now.
    piece: Piece,
    landings: Vec<Place>,
    captured: Vec<Place>,
    /// For each captured piece whether it is a king.
    kings_met: Vec<bool>,
}

const STEPS: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// Whether a place is on the board and is played on.
pub fn is_square((row, col): Place) -> bool {
    (0..8).contains(&row) && (0..8).contains(&col) && (row + col) % 2 == 1
}

fn next((row, col): Place, step: Step) -> Place {
    (row + step.0, col + step.1)
}

/// The square of a place, which must be one.
pub fn square((row, col): Place) -> Square {
    Square::from_row_col(row as u8, col as u8).expect("a playing square")
}

/// The place of a square.
pub fn place(square: Square) -> Place {
    (square.row() as i8, square.col() as i8)
}

/// Whether a step goes forward for a man.
fn is_forward(white: bool, step: Step) -> bool {
    if white { step.0 < 0 } else { step.0 > 0 }
}

/// Whether a place is in the row where a side's men are crowned.
pub fn is_last_row(white: bool, (row, _): Place) -> bool {
    row == if white { 0 } else { 7 }
}

impl Board {
    /// A board without a piece.
    pub fn empty(white_to_move: bool) -> Board {
        Board { rows: [[None; 8]; 8], white_to_move }
    }

    /// The piece on a place.
    pub fn at(&self, (row, col): Place) -> Option<Piece> {
        self.rows[row as usize][col as usize]
    }

    /// Puts a piece, or nothing, on a place.
    pub fn put(&mut self, (row, col): Place, piece: Option<Piece>) {
        self.rows[row as usize][col as usize] = piece;
    }

    /// All pieces with their places.
    pub fn pieces(&self) -> Vec<(Place, Piece)> {
        let places = (0..8).flat_map(|row| (0..8).map(move |col| (row, col)));
        places.filter_map(|place| self.at(place).map(|piece| (place, piece))).collect()
    }

    /// The number of a side's pieces that are (not) kings.
    pub fn count(&self, white: bool, king: bool) -> usize {
        self.pieces().iter().filter(|(_, piece)| *piece == Piece { white, king }).count()
    }

    fn is_empty(&self, place: Place) -> bool {
        is_square(place) && self.at(place).is_none()
    }

    /// A position of the library as an array, for comparison.
    pub fn of(position: &Position) -> Board {
        let mut board = Board::empty(position.side() == Side::White);
        for square in Square::all() {
            let piece = position.piece_at(square).map(|(side, king)| Piece { white: side == Side::White, king });
            board.put(place(square), piece);
        }
        board
    }

    /// The legal moves, ascending.
    pub fn legal_moves(&self, laws: &RuleSpec) -> Vec<Legal> {
        let captures = self.captures(laws);
        // Capturing is compulsory.
        if captures.is_empty() { self.quiet_moves(laws) } else { as_moves(preferred(captures, laws)) }
    }

    /// The board after a legal move.
    pub fn play(&self, played: &Played) -> Board {
        let mut board = *self;
        board.put(place(played.from), None);
        for &captured in &played.captured {
            board.put(place(captured), None);
        }
        board.put(place(played.to), Some(Piece { white: self.white_to_move, king: played.king_after }));
        board.white_to_move = !self.white_to_move;
        board
    }

    fn own_pieces(&self) -> impl Iterator<Item = (Place, Piece)> {
        self.pieces().into_iter().filter(|(_, piece)| piece.white == self.white_to_move)
    }

    fn quiet_moves(&self, laws: &RuleSpec) -> Vec<Legal> {
        let mut moves = Vec::new();
        for (from, piece) in self.own_pieces() {
            for step in STEPS {
                if !piece.king && !is_forward(piece.white, step) {
                    continue;
                }
                let mut to = next(from, step);
                while self.is_empty(to) {
                    moves.push(Legal {
                        played: Played {
                            from: square(from),
                            to: square(to),
                            captured: Vec::new(),
                            king_before: piece.king,
                            king_after: piece.king || is_last_row(piece.white, to),
                        },
                        routes: vec![Route { landings: vec![square(to)], captured: Vec::new() }],
                    });
                    if !(piece.king && laws.kings_fly) {
                        break;
                    }
                    to = next(to, step);
                }
            }
        }
        moves.sort();
        moves
    }

    /// Every way through every capture that goes on as long as it can, before any priority.
    fn captures(&self, laws: &RuleSpec) -> Vec<Capture> {
        let mut complete = Vec::new();
        for (from, piece) in self.own_pieces() {
            // The moving piece's own starting square counts as empty; captured pieces stay until the move is over.
            let mut lifted = *self;
            lifted.put(from, None);
            let start = Capture {
                from,
                started_as_king: piece.king,
                piece,
                landings: Vec::new(),
                captured: Vec::new(),
                kings_met: Vec::new(),
            };
            lifted.go_on(laws, start, &mut complete);
        }
        complete
    }

    /// Follows a capture from where its piece is now.
    fn go_on(&self, laws: &RuleSpec, capture: Capture, complete: &mut Vec<Capture>) {
        let at = *capture.landings.last().unwrap_or(&capture.from);
        let jumps = self.jumps(laws, capture.piece, at, &capture.captured);
        if jumps.is_empty() {
            if !capture.captured.is_empty() {
                complete.push(capture);
            }
            return;
        }
        for jump in jumps {
            let landed = |landing: Place| {
                let mut capture = capture.clone();
                capture.landings.push(landing);
                capture.captured.push(jump.over);
                capture.kings_met.push(self.at(jump.over).is_some_and(|piece| piece.king));
                if laws.crowned_in_passing && is_last_row(capture.piece.white, landing) {
                    capture.piece.king = true;
                }
                capture
            };
            let all: Vec<Capture> = jump.landings.iter().map(|&landing| landed(landing)).collect();
            // If from some of the squares it can capture on, it must choose one of those.
            let can_go_on = |capture: &&Capture| {
                let at = capture.landings[capture.landings.len() - 1];
                !self.jumps(laws, capture.piece, at, &capture.captured).is_empty()
            };
            let chosen: Vec<&Capture> = if all.iter().any(|capture| can_go_on(&capture)) {
                all.iter().filter(can_go_on).collect()
            } else {
                all.iter().collect()
            };
            for capture in chosen {
                self.go_on(laws, capture.clone(), complete);
            }
        }
    }

    /// The single jumps a piece has from a place. No piece is jumped twice; the pieces captured so far still stand.
    fn jumps(&self, laws: &RuleSpec, piece: Piece, at: Place, captured: &[Place]) -> Vec<Jump> {
        let mut jumps = Vec::new();
        for step in STEPS {
            if !piece.king && !laws.men_capture_backwards && !is_forward(piece.white, step) {
                continue;
            }
            let far = piece.king && laws.kings_capture_far;
            let mut over = next(at, step);
            while far && self.is_empty(over) {
                over = next(over, step);
            }
            if !is_square(over) || captured.contains(&over) {
                continue;
            }
            let Some(met) = self.at(over) else { continue };
            if met.white == piece.white || met.king && !piece.king && !laws.men_capture_kings {
                continue;
            }
            let mut landings = Vec::new();
            let mut landing = next(over, step);
            while self.is_empty(landing) {
                landings.push(landing);
                if !far {
                    break;
                }
                landing = next(landing, step);
            }
            if !landings.is_empty() {
                jumps.push(Jump { over, landings });
            }
        }
        jumps
    }
}

/// The captures among which a side may choose, law after law.
fn preferred(mut captures: Vec<Capture>, laws: &RuleSpec) -> Vec<Capture> {
    if laws.most_pieces {
        keep_greatest(&mut captures, |capture| capture.captured.len());
    }
    if laws.by_king {
        keep_greatest(&mut captures, |capture| capture.started_as_king);
    }
    if laws.most_kings {
        keep_greatest(&mut captures, |capture| capture.kings_met.iter().filter(|&&king| king).count());
    }
    if laws.kings_earliest {
        // In the order of lists, the one with a king where the other first has none is the greater.
        keep_greatest(&mut captures, |capture| capture.kings_met.clone());
    }
    captures
}

fn keep_greatest<T: Ord>(captures: &mut Vec<Capture>, value: impl Fn(&Capture) -> T) {
    if let Some(greatest) = captures.iter().map(&value).max() {
        captures.retain(|capture| value(capture) == greatest);
    }
}

/// Puts the ways that are one move together.
fn as_moves(captures: Vec<Capture>) -> Vec<Legal> {
    let mut moves: Vec<Legal> = Vec::new();
    for capture in captures {
        let to = capture.landings[capture.landings.len() - 1];
        let route = Route {
            landings: capture.landings.iter().copied().map(square).collect(),
            captured: capture.captured.iter().copied().map(square).collect(),
        };
        let mut captured = route.captured.clone();
        captured.sort();
        let played = Played {
            from: square(capture.from),
            to: square(to),
            captured,
            king_before: capture.started_as_king,
            king_after: capture.piece.king || is_last_row(capture.piece.white, to),
        };
        let same = |other: &&mut Legal| {
            let other = &other.played;
            (other.from, other.to, &other.captured) == (played.from, played.to, &played.captured)
        };
        match moves.iter_mut().find(same) {
            Some(legal) => {
                assert_eq!(legal.played, played, "two ways through one move that end differently");
                legal.routes.push(route);
            }
            None => moves.push(Legal { played, routes: vec![route] }),
        }
    }
    for legal in &mut moves {
        legal.routes.sort();
    }
    moves.sort();
    moves
}

/// A move of the library, for comparison.
pub fn played(fast: Move) -> Played {
    let mut captured: Vec<Square> = fast.captured().squares().collect();
    captured.sort();
    Played {
        from: fast.from(),
        to: fast.to(),
        captured,
        king_before: fast.by_king(),
        king_after: fast.by_king() || fast.crowns(),
    }
}
