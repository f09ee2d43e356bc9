//! Random positions: any, with three or more kings a side, with a capture of three or more pieces, with both.

use damero::RuleSpec;

use super::random::Random;
use super::slow::{Board, Piece, Place, is_last_row, is_square};

/// What a position must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Three or more kings on each side.
    pub kings: bool,
    /// A capture of three or more pieces for the side to move, whatever the priorities say.
    pub long_capture: bool,
}

impl Wanted {
    /// What the position of an index in a series must have: every second one kings, every third one a long capture.
    pub fn at(index: u64) -> Wanted {
        Wanted { kings: index.is_multiple_of(2), long_capture: index.is_multiple_of(3) }
    }

    /// Whether a position has it.
    pub fn is_met(self, board: &Board, laws: &RuleSpec) -> bool {
        let kings = |white| board.count(white, true) >= 3;
        (!self.kings || kings(true) && kings(false)) && (!self.long_capture || longest_capture(board, laws) >= 3)
    }
}

/// The most pieces that a capture takes, whatever the priorities say; 0 where there is none.
pub fn longest_capture(board: &Board, laws: &RuleSpec) -> usize {
    let free = RuleSpec { most_pieces: false, by_king: false, most_kings: false, kings_earliest: false, ..*laws };
    board.legal_moves(&free).iter().map(|legal| legal.played.captured.len()).max().unwrap_or(0)
}

/// A random position with what is wanted: built towards it, and thrown away until it has it.
pub fn position(random: &mut Random, laws: &RuleSpec, wanted: Wanted) -> Board {
    loop {
        let board = attempt(random, laws, wanted);
        if wanted.is_met(&board, laws) {
            return board;
        }
    }
}

fn attempt(random: &mut Random, laws: &RuleSpec, wanted: Wanted) -> Board {
    let mut board = Board::empty(random.chance(50));
    // Squares that stay empty so that the capture built stays possible.
    let mut kept_empty = Vec::new();
    if wanted.long_capture {
        build_capture(random, laws, &mut board, &mut kept_empty);
    }
    let king_percent = *random.pick(&[5, 20, 50, 80, 100]);
    for white in [true, false] {
        let present = board.count(white, false) + board.count(white, true);
        let most = if random.chance(30) { 4 } else { 12 };
        let pieces = (1 + random.below(most)).max(if wanted.kings { 3 } else { 0 });
        // Once in a while a side that has nothing left.
        let pieces = if !wanted.kings && random.chance(1) { 0 } else { pieces };
        for number in present..pieces.max(present) {
            let king = wanted.kings && number < 3 || random.chance(king_percent);
            add(random, &mut board, &kept_empty, Piece { white, king });
        }
    }
    if wanted.kings {
        crown_up_to_three(random, &mut board);
    }
    board
}

/// Puts a piece on a random free square where it may stand, if a few tries find one.
fn add(random: &mut Random, board: &mut Board, kept_empty: &[Place], piece: Piece) {
    for _ in 0..20 {
        let at = (random.below(8) as i8, random.below(8) as i8);
        let man_astray = !piece.king && is_last_row(piece.white, at);
        if is_square(at) && board.at(at).is_none() && !kept_empty.contains(&at) && !man_astray {
            board.put(at, Some(piece));
            return;
        }
    }
}

fn crown_up_to_three(random: &mut Random, board: &mut Board) {
    for white in [true, false] {
        while board.count(white, true) < 3 {
            let men: Vec<Place> = board
                .pieces()
                .into_iter()
                .filter(|(_, piece)| *piece == Piece { white, king: false })
                .map(|p| p.0)
                .collect();
            if men.is_empty() {
                return;
            }
            board.put(*random.pick(&men), Some(Piece { white, king: true }));
        }
    }
}

/// Puts a piece of the side to move somewhere and walks it through jumps over pieces put in its way.
fn build_capture(random: &mut Random, laws: &RuleSpec, board: &mut Board, kept_empty: &mut Vec<Place>) {
    let white = board.white_to_move;
    let piece = Piece { white, king: random.chance(60) };
    let other_king_percent = *random.pick(&[0, 30, 60, 100]);
    let start = loop {
        let start = (random.below(8) as i8, random.below(8) as i8);
        if is_square(start) && (piece.king || !is_last_row(white, start)) {
            break start;
        }
    };
    kept_empty.push(start);
    // Several walks of the same length from one square give the laws of priority something to choose from.
    let length = 3 + random.below(4);
    for _ in 0..*random.pick(&[1, 1, 2, 3]) {
        walk(random, laws, board, kept_empty, (piece, start), length, other_king_percent);
    }
    board.put(start, Some(piece));
}

/// Walks a piece through up to `length` jumps over pieces put in its way.
fn walk(
    random: &mut Random,
    laws: &RuleSpec,
    board: &mut Board,
    kept_empty: &mut Vec<Place>,
    (mut piece, mut at): (Piece, Place),
    length: usize,
    other_king_percent: usize,
) {
    let mut captured = Vec::new();
    for _ in 0..length {
        let Some((over, landing)) = random_jump(random, laws, board, kept_empty, piece, at) else { return };
        if captured.contains(&over) {
            return;
        }
        captured.push(over);
        if board.at(over).is_none() {
            let king = (laws.men_capture_kings || piece.king) && random.chance(other_king_percent);
            board.put(over, Some(Piece { white: !piece.white, king }));
        }
        at = landing;
        piece.king |= laws.crowned_in_passing && is_last_row(piece.white, at);
    }
}

/// A jump over a piece of the other side or a square on which one can be put; the square jumped and where the piece
/// lands. All squares passed are kept empty.
fn random_jump(
    random: &mut Random,
    laws: &RuleSpec,
    board: &Board,
    kept_empty: &mut Vec<Place>,
    piece: Piece,
    at: Place,
) -> Option<(Place, Place)> {
    let far = piece.king && laws.kings_capture_far;
    for _ in 0..12 {
        let ahead = if piece.white { -1 } else { 1 };
        let row = if piece.king || laws.men_capture_backwards { *random.pick(&[-1, 1]) } else { ahead };
        let col = *random.pick(&[-1, 1]);
        let before = if far { random.below(3) as i8 } else { 0 };
        let after = if far { random.below(3) as i8 } else { 0 };
        let on_way = |steps: i8| (at.0 + row * steps, at.1 + col * steps);
        let over = on_way(before + 1);
        let landing = on_way(before + 2 + after);
        let passed: Vec<Place> = (1..=before).chain(before + 2..=before + 2 + after).map(on_way).collect();
        let free = |place: &Place| is_square(*place) && board.at(*place).is_none();
        if is_square(landing) && passed.iter().all(free) && !kept_empty.contains(&over) {
            kept_empty.extend(passed);
            return Some((over, landing));
        }
    }
    None
}
