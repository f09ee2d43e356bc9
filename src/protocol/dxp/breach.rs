//! What ends a session with a peer before its time.

use std::fmt;
use std::time::Duration;

use crate::lang::{Lang, Say};

use super::message::{MessageError, Refusal};

/// Why a session ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Breach {
    /// The peer has closed the connection.
    Gone,
    /// Nothing came for so long.
    Silent(Duration),
    /// Its clock ran out so long ago.
    Late(Duration),
    /// It made a move that is none: which, and why.
    Illegal(String),
    /// It moved when it was not its turn.
    OutOfTurn,
    /// It sent a message that cannot be read.
    Garbled(MessageError),
    /// It does not want the game.
    Refused(Refusal),
    /// It asked for another game in the midst of one.
    AskedAnew,
    /// The user ends the program.
    Interrupted,
    /// The engine does not work.
    Fault,
}

impl Breach {
    /// Whether a peer loses its game by it.
    pub const fn loses(&self) -> bool {
        matches!(self, Breach::Late(_) | Breach::Illegal(_) | Breach::OutOfTurn | Breach::Garbled(_))
    }
}

impl Say for Breach {
    fn say(&self, lang: Lang) -> String {
        match self {
            Breach::Gone => lang.pick("the connection is gone", "se ha perdido la conexión").to_owned(),
            Breach::Silent(time) => {
                let seconds = time.as_secs();
                lang.pick(format!("nothing came for {seconds} s"), format!("no ha llegado nada en {seconds} s"))
            }
            Breach::Late(over) => {
                let seconds = over.as_secs();
                lang.pick(format!("{seconds} s over its time"), format!("{seconds} s más de su tiempo"))
            }
            Breach::Illegal(what) => lang.pick(format!("illegal move: {what}"), format!("jugada ilegal: {what}")),
            Breach::OutOfTurn => {
                lang.pick("a move when it was not its turn", "una jugada cuando no era su turno").to_owned()
            }
            Breach::Garbled(error) => error.say(lang),
            Breach::Refused(Refusal::Version) => {
                lang.pick("refused: it speaks another version", "rechazada: habla otra versión").to_owned()
            }
            Breach::Refused(Refusal::ThisGame) => {
                lang.pick("refused: it does not play this game", "rechazada: no juega a este juego").to_owned()
            }
            Breach::Refused(Refusal::AnyGame) => {
                lang.pick("refused: it plays no game now", "rechazada: ahora no juega").to_owned()
            }
            Breach::AskedAnew => {
                lang.pick("asked for another game in the midst of one", "pidió otra partida en medio de una").to_owned()
            }
            Breach::Interrupted => lang.pick("ended by the user", "terminada por el usuario").to_owned(),
            Breach::Fault => lang.pick("a fault of the engine", "un fallo del motor").to_owned(),
        }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for Breach {}
