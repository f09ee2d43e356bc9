//! What can be wrong with a database file.

use std::fmt;
use std::path::PathBuf;

use crate::lang::{Lang, Say};

use super::slice::Slice;

/// A file, or folder, of databases that cannot be used, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EgdbError {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: EgdbFault,
}

/// What is wrong with a file of databases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EgdbFault {
    /// The system says why it cannot be read.
    Unreadable(String),
    /// The system says why it cannot be written.
    Unwritable(String),
    /// Something else stands where the file is due: a folder, a pipe.
    NoFile,
    /// It is a file where a folder is due.
    NoFolder,
    /// The folder holds no database for a ruleset of this name.
    NoneFor(String),
    /// The folder does not hold the database of a slice of a ruleset.
    Missing(String, Slice),
    /// It is no database of ours.
    Foreign,
    /// It has a format of another version: this one.
    Version(u16),
    /// It is shorter, or longer, than it says: bytes that it should have, bytes that it has.
    Length(u64, u64),
    /// It is damaged: a checksum is wrong.
    Damaged,
    /// Its checksums are right but it makes no sense.
    Malformed,
    /// It is for other laws of movement.
    OtherLaws,
    /// It is for other pieces than its name says, or holds distances where outcomes are due, or the other way round.
    OtherContent,
    /// It was built under other draw rules than its name says: those of this number.
    DrawRules(u8),
}

impl EgdbFault {
    /// The fault of a file.
    pub(crate) fn at(self, path: impl Into<PathBuf>) -> EgdbError {
        EgdbError { path: path.into(), fault: self }
    }
}

impl Say for EgdbError {
    fn say(&self, lang: Lang) -> String {
        let path = self.path.display();
        let again = lang.pick(
            "remove it and build it again with 'damero egdb build'",
            "bórrelo y hágalo de nuevo con 'damero egdb build'",
        );
        match &self.fault {
            EgdbFault::Unreadable(why) => {
                lang.pick(format!("{path} cannot be read: {why}"), format!("no se puede leer {path}: {why}"))
            }
            EgdbFault::Unwritable(why) => {
                lang.pick(format!("{path} cannot be written: {why}"), format!("no se puede escribir {path}: {why}"))
            }
            EgdbFault::NoFile => lang.pick(
                format!("{path} is no file, and a database is due there; remove it"),
                format!("{path} no es un fichero, y ahí va una base de datos; bórrelo"),
            ),
            EgdbFault::NoFolder => lang.pick(format!("{path} is no folder"), format!("{path} no es una carpeta")),
            EgdbFault::NoneFor(name) => lang.pick(
                format!("{path} holds no database for {name}; 'damero egdb build --rules {name}' makes them"),
                format!("{path} no tiene bases de datos de {name}; 'damero egdb build --rules {name}' las hace"),
            ),
            EgdbFault::Missing(name, slice) => lang.pick(
                format!("{path} lacks the database {slice} of {name}; 'damero egdb build --rules {name}' makes it"),
                format!(
                    "a {path} le falta la base de datos {slice} de {name}; 'damero egdb build --rules {name}' la hace"
                ),
            ),
            EgdbFault::Foreign => lang.pick(
                format!("{path} is no endgame database of this program; {again}"),
                format!("{path} no es una base de datos de finales de este programa; {again}"),
            ),
            EgdbFault::Version(version) => lang.pick(
                format!("{path} has format {version}, this program reads format {}; {again}", super::FORMAT_VERSION),
                format!("{path} tiene el formato {version} y este programa lee el {}; {again}", super::FORMAT_VERSION),
            ),
            EgdbFault::Length(due, found) => lang.pick(
                format!("{path} has {found} bytes where {due} are due; {again}"),
                format!("{path} tiene {found} bytes y debería tener {due}; {again}"),
            ),
            EgdbFault::Damaged => lang.pick(
                format!("{path} is damaged, its checksum is wrong; {again}"),
                format!("{path} está dañado, su suma de control no es correcta; {again}"),
            ),
            EgdbFault::Malformed => {
                lang.pick(format!("{path} makes no sense; {again}"), format!("{path} no tiene sentido; {again}"))
            }
            EgdbFault::OtherLaws => lang.pick(
                format!("{path} is for other laws of movement than its name says; {again}"),
                format!("{path} es de otras leyes de movimiento que las de su nombre; {again}"),
            ),
            EgdbFault::OtherContent => lang.pick(
                format!("{path} holds another database than its name says; {again}"),
                format!("{path} contiene otra base de datos que la de su nombre; {again}"),
            ),
            EgdbFault::DrawRules(number) => lang.pick(
                format!("{path} was built under other draw rules (number {number}) than its name says; {again}"),
                format!("{path} se hizo con otras reglas de tablas (número {number}) que las de su nombre; {again}"),
            ),
        }
    }
}

impl fmt::Display for EgdbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for EgdbError {}
