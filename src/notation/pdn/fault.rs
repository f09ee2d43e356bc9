//! What can be wrong with a game.

use crate::lang::{Lang, Say};
use crate::notation::{FenError, MoveError};

use super::source::At;

/// Why a game, or a part of it, could not be read, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnError {
    /// The line on which the fault stands, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub fault: PdnFault,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PdnFault {
    /// The `FEN` tag is wrong.
    Fen(FenError),
    /// `SetUp` says that there is a position, and no `FEN` tag does.
    NoFen,
    /// A move is wrong: its place from 1, and why.
    Move(usize, MoveError),
    /// A comment or a variation is not closed.
    Unclosed(char),
    /// A sign closes what was never opened.
    Stray(char),
    /// Variations lie in one another too deep.
    TooDeep,
    /// A tag is not of the form `[Name "value"]`.
    Tag(String),
    /// The game is of another ruleset: its `GameType`.
    GameType(String),
    /// What stands in place of a variation cannot be played there.
    Variation(MoveError),
    /// A variation without a move that it could stand in place of, or without moves.
    NoVariation(String),
    /// A comment runs over lines that look like tags: perhaps it should have been closed before.
    OverTags,
    /// The game is longer than anyone could have played or written it.
    TooLong,
    /// The file cannot be read any further: what the system says.
    Io(String),
}

impl PdnError {
    pub(super) fn new(at: At, fault: PdnFault) -> PdnError {
        PdnError { line: at.line, column: at.column, fault }
    }
}

impl Say for PdnFault {
    fn say(&self, lang: Lang) -> String {
        match self {
            PdnFault::Fen(error) => match error.say(lang) {
                text if text.starts_with("FEN") => text,
                text => format!("FEN: {text}"),
            },
            PdnFault::NoFen => lang
                .pick(
                    "SetUp says that a position is given; write it into a FEN tag",
                    "SetUp dice que se da una posición; escríbala en una etiqueta FEN",
                )
                .to_owned(),
            PdnFault::Move(place, error) => {
                let error = error.say(lang);
                lang.pick(format!("move {place}: {error}"), format!("jugada {place}: {error}"))
            }
            PdnFault::Unclosed(c) => {
                lang.pick(format!("'{c}' is opened and not closed"), format!("'{c}' se abre y no se cierra"))
            }
            PdnFault::Stray(c) => lang.pick(format!("'{c}' closes nothing"), format!("'{c}' no cierra nada")),
            PdnFault::TooDeep => lang
                .pick("variations lie too deep in one another", "hay demasiadas variantes una dentro de otra")
                .to_owned(),
            PdnFault::Tag(text) => lang.pick(
                format!("'{text}' is no tag; write [Name \"value\"]"),
                format!("'{text}' no es una etiqueta; escriba [Nombre \"valor\"]"),
            ),
            PdnFault::GameType(text) => lang.pick(
                format!("GameType \"{text}\" is another game; choose its ruleset by --rules"),
                format!("GameType \"{text}\" es otro juego; elíjalo con --rules"),
            ),
            PdnFault::Variation(error) => {
                let error = error.say(lang);
                lang.pick(
                    format!("variation kept as a comment: {error}"),
                    format!("variante guardada como comentario: {error}"),
                )
            }
            PdnFault::NoVariation(text) => lang.pick(
                format!("'({text})' is no variation, kept as a comment"),
                format!("'({text})' no es una variante, se guarda como comentario"),
            ),
            PdnFault::OverTags => lang
                .pick(
                    "this comment runs over lines that look like tags; was it to be closed before?",
                    "este comentario abarca líneas que parecen etiquetas; ¿debía cerrarse antes?",
                )
                .to_owned(),
            PdnFault::TooLong => lang.pick("the game is too long", "la partida es demasiado larga").to_owned(),
            PdnFault::Io(error) => {
                lang.pick(format!("cannot read on: {error}"), format!("no se puede seguir leyendo: {error}"))
            }
        }
    }
}

impl Say for PdnError {
    fn say(&self, lang: Lang) -> String {
        let (line, column, what) = (self.line, self.column, self.fault.say(lang));
        lang.pick(format!("line {line}, column {column}: {what}"), format!("línea {line}, columna {column}: {what}"))
    }
}

spoken_error!(PdnError);
