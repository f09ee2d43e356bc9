//! What can be wrong with a book's file.

use std::fmt;
use std::path::PathBuf;

use crate::lang::{Lang, Say};

use super::format::{FORMAT_VERSION, MOST_BYTES};

/// A book that cannot be used, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: BookFault,
}

/// What is wrong with a book's file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookFault {
    /// The system says why it cannot be read.
    Unreadable(String),
    /// The system says why it cannot be written.
    Unwritable(String),
    /// It is no book of ours.
    Foreign,
    /// It has a format of another version: this one.
    Version(u16),
    /// It has more bytes than any book: so many.
    TooLarge(u64),
    /// It is shorter, or longer, than it says: bytes that it should have, bytes that it has.
    Length(u64, u64),
    /// It is damaged: a checksum is wrong.
    Damaged,
    /// Its checksum is right but it makes no sense.
    Malformed,
    /// It is for other laws of movement: those of the ruleset named first, not those of the second.
    OtherLaws(String, String),
}

impl BookFault {
    /// The fault of a file.
    pub(crate) fn at(self, path: impl Into<PathBuf>) -> BookError {
        BookError { path: path.into(), fault: self }
    }
}

impl Say for BookError {
    fn say(&self, lang: Lang) -> String {
        let path = self.path.display();
        let again = lang.pick(
            "give another file, or make one with 'damero book build'",
            "dé otro fichero, o haga uno con 'damero book build'",
        );
        match &self.fault {
            BookFault::Unreadable(why) => {
                lang.pick(format!("{path} cannot be read: {why}"), format!("no se puede leer {path}: {why}"))
            }
            BookFault::Unwritable(why) => {
                lang.pick(format!("{path} cannot be written: {why}"), format!("no se puede escribir {path}: {why}"))
            }
            BookFault::Foreign => lang.pick(
                format!("{path} is no opening book of this program; {again}"),
                format!("{path} no es un libro de aperturas de este programa; {again}"),
            ),
            BookFault::Version(version) => lang.pick(
                format!("{path} has format {version}, this program reads format {FORMAT_VERSION}; {again}"),
                format!("{path} tiene el formato {version} y este programa lee el {FORMAT_VERSION}; {again}"),
            ),
            BookFault::TooLarge(bytes) => lang.pick(
                format!("{path} has {bytes} bytes, more than any book ({MOST_BYTES}); {again}"),
                format!("{path} tiene {bytes} bytes, más que ningún libro ({MOST_BYTES}); {again}"),
            ),
            BookFault::Length(due, found) => lang.pick(
                format!("{path} has {found} bytes where {due} are due; {again}"),
                format!("{path} tiene {found} bytes y debería tener {due}; {again}"),
            ),
            BookFault::Damaged => lang.pick(
                format!("{path} is damaged, its checksum is wrong; {again}"),
                format!("{path} está dañado, su suma de control no es correcta; {again}"),
            ),
            BookFault::Malformed => {
                lang.pick(format!("{path} makes no sense; {again}"), format!("{path} no tiene sentido; {again}"))
            }
            BookFault::OtherLaws(of, wanted) => lang.pick(
                format!("{path} is a book of {of}; give one of {wanted}"),
                format!("{path} es un libro de {of}; dé uno de {wanted}"),
            ),
        }
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for BookError {}
