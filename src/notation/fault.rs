//! What can be wrong with a move, and how it is said.

use crate::board::{Bitboard, Move, Side, Square};
use crate::lang::{Lang, Say};

use super::Naming;
use super::naming::ascending;

/// A text that is no legal move of a position, and the law that it breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveError {
    /// What was written, cut short where it is long.
    pub text: String,
    /// How the ruleset's players name squares.
    pub naming: Naming,
    /// What is wrong.
    pub fault: MoveFault,
}

/// What is wrong with a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveFault {
    /// The text has not the form of a move.
    Malformed,
    /// A square that the board does not have.
    NoSuchSquare(String),
    /// Several legal moves fit: these.
    Ambiguous(Vec<Move>),
    /// The side to move has no piece or no legal move.
    GameOver(Side),
    /// No piece stands on the square that the move starts from.
    NoPiece(Square),
    /// The piece that would move is not one of the side to move, which is given.
    NotYours(Square, Side),
    /// A piece stands on a square that the move ends or touches down on.
    Occupied(Square),
    /// A man moves one square.
    ManSteps,
    /// A man moves forwards only.
    ManMovesForwards,
    /// A king moves one square in this ruleset.
    KingSteps,
    /// The two squares are not on one diagonal.
    NotOnDiagonal(Square, Square),
    /// A piece stands in the way of a flying king.
    InTheWay(Square),
    /// The move is written as a capture but is a quiet one, which is legal: its ends.
    CapturesNothing(Square, Square),
    /// A capture is compulsory: the legal ones.
    CaptureCompulsory(Vec<Move>),
    /// The capture must go on from a square with a jump to one of these.
    MustGoOn(Square, Bitboard),
    /// A flying king must land on one of these squares behind the captured piece, as from them it can capture on.
    MustLandOn(Bitboard),
    /// The most pieces must be captured: how many, by one of these.
    MostPieces(usize, Vec<Move>),
    /// A capture by a king comes before one by a man: these.
    ByKing(Vec<Move>),
    /// The most kings must be captured: how many, by one of these.
    MostKings(usize, Vec<Move>),
    /// Kings must be captured as early as can be: by one of these.
    KingsEarliest(Vec<Move>),
    /// A man captures forwards only.
    ManCapturesForwards,
    /// A man may not capture a king: the one on this square.
    ManCapturesKing(Square),
    /// A man captures a neighbouring piece only.
    ManCapturesNeighbour,
    /// A king captures a neighbouring piece only, in this ruleset, and lands just behind it.
    KingCapturesNeighbour,
    /// A man that reaches the last row in a capture is crowned and its move ends: on this square.
    CrownedEnds(Square),
    /// A man that reaches the last row in a capture goes on as a man: through this square.
    StaysMan(Square),
    /// Nothing stands between two squares that a capture would jump between.
    JumpsNothing(Square, Square),
    /// A piece of the same side would be jumped.
    JumpsOwn(Square),
    /// A piece would be jumped twice in one move.
    JumpedTwice(Square),
    /// Two pieces stand in line and cannot be jumped at once.
    TwoInLine(Square, Square),
    /// A square is listed among the captured ones, but no piece of the other side stands on it.
    NotCapturable(Square),
    /// The ends are those of legal captures, which capture other pieces: these.
    CapturesOthers(Vec<Move>),
    /// The piece cannot get from one square to the other by capturing.
    CannotReach(Square, Square),
}

impl Say for MoveError {
    fn say(&self, lang: Lang) -> String {
        let reason = match lang {
            Lang::En => self.in_english(),
            Lang::Es => self.in_spanish(),
        };
        if self.text.is_empty() { reason } else { format!("{}: {reason}", self.text) }
    }
}

spoken_error!(MoveError);

/// The most moves that a message lists.
const LISTED: usize = 4;

impl MoveError {
    fn square(&self, square: Square) -> String {
        self.naming.square(square)
    }

    fn moves(&self, moves: &[Move], and_more: &str) -> String {
        let mut text: Vec<String> = moves.iter().take(LISTED).map(|&played| self.naming.full_move(played)).collect();
        if moves.len() > LISTED {
            text.push(format!("{} {and_more}", moves.len() - LISTED));
        }
        text.join(", ")
    }

    fn squares(&self, squares: Bitboard, or: &str) -> String {
        let names: Vec<String> =
            ascending(squares, self.naming.numbering).into_iter().map(|square| self.square(square)).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} {or} {last}", rest.join(", ")),
            _ => names.concat(),
        }
    }

    fn in_english(&self) -> String {
        let at = |&square: &Square| self.square(square);
        let moves = |moves: &[Move]| self.moves(moves, "more");
        let any = |&squares: &Bitboard| self.squares(squares, "or");
        match &self.fault {
            MoveFault::Malformed => "not a move; write 22-18, 22x15, or in letters c3-d4, c3xe5".to_owned(),
            MoveFault::NoSuchSquare(text) => {
                format!("'{text}' is no square; squares are 1-32, or letters such as c3 where pieces stand")
            }
            MoveFault::Ambiguous(fitting) => {
                format!("more than one capture fits, write one in full: {}", moves(fitting))
            }
            MoveFault::GameOver(side) => format!("the game is over, {side} has no legal move"),
            MoveFault::NoPiece(from) => format!("there is no piece on {}", at(from)),
            MoveFault::NotYours(from, side) => {
                format!("the piece on {} is not yours, it is {side}'s move", at(from))
            }
            MoveFault::Occupied(square) => format!("square {} is occupied", at(square)),
            MoveFault::ManSteps => "a man moves one square, diagonally forwards".to_owned(),
            MoveFault::ManMovesForwards => "a man moves forwards only".to_owned(),
            MoveFault::KingSteps => "a king moves one square, diagonally".to_owned(),
            MoveFault::NotOnDiagonal(from, to) => format!("{} and {} are not on one diagonal", at(from), at(to)),
            MoveFault::InTheWay(square) => format!("a king flies, but the piece on {} is in the way", at(square)),
            MoveFault::CapturesNothing(from, to) => format!("nothing is captured, write {}-{}", at(from), at(to)),
            MoveFault::CaptureCompulsory(legal) => format!("a capture is compulsory, {}", moves(legal)),
            MoveFault::MustGoOn(from, next) => format!("the capture must go on from {}, to {}", at(from), any(next)),
            MoveFault::MustLandOn(better) => {
                format!("the capture must go on, so the king must land on {}", any(better))
            }
            MoveFault::MostPieces(count, legal) => {
                format!("the most pieces must be captured, {count}, by {}", moves(legal))
            }
            MoveFault::ByKing(legal) => format!("a king that can capture comes before a man, {}", moves(legal)),
            MoveFault::MostKings(count, legal) => {
                format!("the most kings must be captured, {count}, by {}", moves(legal))
            }
            MoveFault::KingsEarliest(legal) => {
                format!("kings must be captured as early as possible, by {}", moves(legal))
            }
            MoveFault::ManCapturesForwards => "a man captures forwards only".to_owned(),
            MoveFault::ManCapturesKing(square) => format!("a man may not capture a king, as stands on {}", at(square)),
            MoveFault::ManCapturesNeighbour => {
                "a man captures a neighbouring piece and lands just behind it".to_owned()
            }
            MoveFault::KingCapturesNeighbour => {
                "a king captures a neighbouring piece and lands just behind it".to_owned()
            }
            MoveFault::CrownedEnds(square) => format!("the man is crowned on {} and the move ends there", at(square)),
            MoveFault::StaysMan(square) => {
                format!("a man that passes the last row, on {}, goes on as a man", at(square))
            }
            MoveFault::JumpsNothing(from, to) => {
                format!("there is no piece to capture between {} and {}", at(from), at(to))
            }
            MoveFault::JumpsOwn(square) => format!("the piece on {} is your own and cannot be jumped", at(square)),
            MoveFault::JumpedTwice(square) => {
                format!("a piece may not be jumped twice, as that on {} would be", at(square))
            }
            MoveFault::TwoInLine(first, second) => {
                format!("two pieces in line, on {} and {}, cannot be jumped at once", at(first), at(second))
            }
            MoveFault::NotCapturable(square) => {
                format!("no piece of the other side stands on {} to be captured", at(square))
            }
            MoveFault::CapturesOthers(legal) => format!("other pieces are captured, {}", moves(legal)),
            MoveFault::CannotReach(from, to) => {
                format!("the piece on {} cannot capture its way to {}", at(from), at(to))
            }
        }
    }

    fn in_spanish(&self) -> String {
        let at = |&square: &Square| self.square(square);
        let moves = |moves: &[Move]| self.moves(moves, "más");
        let any = |&squares: &Bitboard| self.squares(squares, "o");
        match &self.fault {
            MoveFault::Malformed => "no es una jugada; escriba 22-18, 22x15, o con letras c3-d4, c3xe5".to_owned(),
            MoveFault::NoSuchSquare(text) => {
                format!("'{text}' no es una casilla; son 1-32, o letras como c3 donde hay piezas")
            }
            MoveFault::Ambiguous(fitting) => {
                format!("vale más de una captura, escriba una completa: {}", moves(fitting))
            }
            MoveFault::GameOver(side) => {
                format!("la partida ha terminado, {} no tienen jugada legal", side.say(Lang::Es))
            }
            MoveFault::NoPiece(from) => format!("no hay ninguna pieza en {}", at(from)),
            MoveFault::NotYours(from, side) => {
                format!("la pieza de {} no es suya, juegan {}", at(from), side.say(Lang::Es))
            }
            MoveFault::Occupied(square) => format!("la casilla {} está ocupada", at(square)),
            MoveFault::ManSteps => "el peón mueve una casilla, en diagonal hacia delante".to_owned(),
            MoveFault::ManMovesForwards => "el peón solo mueve hacia delante".to_owned(),
            MoveFault::KingSteps => "la dama mueve una casilla, en diagonal".to_owned(),
            MoveFault::NotOnDiagonal(from, to) => format!("{} y {} no están en una misma diagonal", at(from), at(to)),
            MoveFault::InTheWay(square) => {
                format!("la dama vuela, pero la pieza de {} le cierra el paso", at(square))
            }
            MoveFault::CapturesNothing(from, to) => format!("no se captura nada, escriba {}-{}", at(from), at(to)),
            MoveFault::CaptureCompulsory(legal) => format!("la captura es obligatoria, {}", moves(legal)),
            MoveFault::MustGoOn(from, next) => format!("la captura debe seguir desde {}, a {}", at(from), any(next)),
            MoveFault::MustLandOn(better) => format!("la captura debe seguir: la dama debe caer en {}", any(better)),
            MoveFault::MostPieces(count, legal) => {
                format!("hay que capturar el mayor número de piezas, {count}, con {}", moves(legal))
            }
            MoveFault::ByKing(legal) => format!("si una dama puede capturar, va antes que un peón, {}", moves(legal)),
            MoveFault::MostKings(count, legal) => {
                format!("hay que capturar el mayor número de damas, {count}, con {}", moves(legal))
            }
            MoveFault::KingsEarliest(legal) => {
                format!("hay que capturar las damas cuanto antes, con {}", moves(legal))
            }
            MoveFault::ManCapturesForwards => "el peón solo captura hacia delante".to_owned(),
            MoveFault::ManCapturesKing(square) => {
                format!("un peón no puede capturar una dama, como la de {}", at(square))
            }
            MoveFault::ManCapturesNeighbour => "el peón captura una pieza contigua y cae justo detrás".to_owned(),
            MoveFault::KingCapturesNeighbour => "la dama captura una pieza contigua y cae justo detrás".to_owned(),
            MoveFault::CrownedEnds(square) => format!("el peón se corona en {} y ahí acaba la jugada", at(square)),
            MoveFault::StaysMan(square) => {
                format!("un peón que pasa por la última fila, en {}, sigue como peón", at(square))
            }
            MoveFault::JumpsNothing(from, to) => {
                format!("no hay pieza que capturar entre {} y {}", at(from), at(to))
            }
            MoveFault::JumpsOwn(square) => format!("la pieza de {} es propia, no se puede saltar", at(square)),
            MoveFault::JumpedTwice(square) => {
                format!("no se puede saltar dos veces la misma pieza, la de {}", at(square))
            }
            MoveFault::TwoInLine(first, second) => {
                format!("no se pueden saltar a la vez dos piezas seguidas, las de {} y {}", at(first), at(second))
            }
            MoveFault::NotCapturable(square) => format!("en {} no hay pieza contraria que capturar", at(square)),
            MoveFault::CapturesOthers(legal) => format!("se capturan otras piezas, {}", moves(legal)),
            MoveFault::CannotReach(from, to) => {
                format!("la pieza de {} no puede llegar capturando a {}", at(from), at(to))
            }
        }
    }
}
