//! What can be wrong with a FEN.

use crate::board::{PositionError, Side};
use crate::lang::{Lang, Say};

use super::Naming;

/// Why a text is no FEN of an 8x8 board. Squares are kept as they were written, cut short where they are long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// There is nothing.
    Empty,
    /// The text before the first colon is not `W` or `B`.
    SideToMove(String),
    /// A field starts with none of `W`, `B`, `H`, `F`, `T`.
    UnknownField(String),
    /// There are two lists for this side.
    ListTwice(Side),
    /// There is no list for this side, not even an empty one.
    ListMissing(Side),
    /// Nothing stands before or after a comma in the list of this side.
    EmptyEntry(Side),
    /// A square that the board does not have.
    NoSuchSquare(String),
    /// A range that runs from a higher number to a lower one: both ends.
    Backwards(String, String),
    /// A second piece on a square.
    SquareTwice(String),
    /// The pieces are no position.
    Position(PositionError, Naming),
    /// A count is no number or too large: its letter, what follows it, and the largest number it takes.
    Count(char, String, u32),
    /// A count stands twice: its letter.
    CountTwice(char),
    /// `T` at one king against one, without a side.
    LoneSideMissing,
    /// `T` with a side that is not the one of the lone king.
    LoneSide(Side),
}

impl Say for FenError {
    fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.in_english(),
            Lang::Es => self.in_spanish(),
        }
    }
}

spoken_error!(FenError);

impl FenError {
    fn in_english(&self) -> String {
        match self {
            FenError::Empty => "the FEN is empty; write it like W:W21-32:B1-12".to_owned(),
            FenError::SideToMove(text) => {
                format!("FEN: '{text}' is no side to move; W or B must stand before the first colon")
            }
            FenError::UnknownField(text) => {
                format!("FEN: '{text}' is no field; a field is W or B and squares, or H, F or T and a number")
            }
            FenError::ListTwice(side) => {
                format!("FEN: {side} has two lists of squares; put all of them into one, after {}", side.letter())
            }
            FenError::ListMissing(side) => {
                format!("FEN: no list for {side}; write :{} where it has no piece", side.letter())
            }
            FenError::EmptyEntry(side) => {
                format!("FEN: a comma in the list for {side} has no square on one side of it")
            }
            FenError::NoSuchSquare(text) => {
                format!("FEN: '{text}' is no square; squares are 1-32, or letters such as c3, after K for a king")
            }
            FenError::Backwards(from, to) => format!("FEN: the range {from}-{to} runs backwards; write {to}-{from}"),
            FenError::SquareTwice(text) => {
                format!("FEN: two pieces stand on square {text}, where there can be one")
            }
            FenError::Position(error, naming) => {
                let allow = if matches!(error, PositionError::TooManyPieces(..)) {
                    " (unless odd positions are allowed)"
                } else {
                    ""
                };
                format!("FEN: {}{allow}", error.say_naming(Lang::En, |square| naming.square(square)))
            }
            FenError::Count(letter, text, max) => format!("FEN: {letter} takes a number from 0 to {max}, not '{text}'"),
            FenError::CountTwice(letter) => format!("FEN: {letter} stands twice"),
            FenError::LoneSideMissing => {
                "FEN: with one king against one, T must say whose moves it counts; write TW5 or TB5".to_owned()
            }
            FenError::LoneSide(side) => {
                format!("FEN: T counts the moves of the lone king, who is not {side}'s; leave the letter out")
            }
        }
    }

    fn in_spanish(&self) -> String {
        match self {
            FenError::Empty => "el FEN está vacío; escríbalo como W:W21-32:B1-12".to_owned(),
            FenError::SideToMove(text) => {
                format!(
                    "FEN: '{text}' no dice quién juega; antes de los primeros dos puntos va W (blancas) o B (negras)"
                )
            }
            FenError::UnknownField(text) => {
                format!("FEN: '{text}' no es un campo; un campo es W o B y casillas, o H, F o T y un número")
            }
            FenError::ListTwice(side) => {
                let (who, letter) = (side.say(Lang::Es), side.letter());
                format!("FEN: {who} tienen dos listas de casillas; póngalas en una sola, tras {letter}")
            }
            FenError::ListMissing(side) => {
                let (who, letter) = (side.say(Lang::Es), side.letter());
                format!("FEN: falta la lista de {who}; escriba :{letter} si no tienen piezas")
            }
            FenError::EmptyEntry(side) => {
                format!("FEN: en la lista de {} hay una coma sin casilla a un lado", side.say(Lang::Es))
            }
            FenError::NoSuchSquare(text) => {
                format!("FEN: '{text}' no es una casilla; son 1-32, o letras como c3, tras K si es dama")
            }
            FenError::Backwards(from, to) => format!("FEN: el intervalo {from}-{to} va al revés; escriba {to}-{from}"),
            FenError::SquareTwice(text) => format!("FEN: hay dos piezas en la casilla {text} y solo cabe una"),
            FenError::Position(error, naming) => {
                let allow = if matches!(error, PositionError::TooManyPieces(..)) {
                    " (salvo que se permitan posiciones raras)"
                } else {
                    ""
                };
                format!("FEN: {}{allow}", error.say_naming(Lang::Es, |square| naming.square(square)))
            }
            FenError::Count(letter, text, max) => format!("FEN: {letter} lleva un número de 0 a {max}, no '{text}'"),
            FenError::CountTwice(letter) => format!("FEN: {letter} aparece dos veces"),
            FenError::LoneSideMissing => {
                "FEN: con una dama contra una, T debe decir de quién son las jugadas; escriba TW5 o TB5".to_owned()
            }
            FenError::LoneSide(side) => {
                let who = side.say(Lang::Es);
                format!("FEN: T cuenta las jugadas de la dama sola, que no es de {who}; quite la letra")
            }
        }
    }
}
