//! Which databases an engine is to ask, and folders that are open.

#![deny(clippy::indexing_slicing)]

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::rules::Laws;

use super::database::Egdb;
use super::error::EgdbError;
use super::slice::MAX_PIECES;

/// The endgame databases that an engine asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EgdbChoice {
    /// A folder of databases, beside those that the program holds.
    pub folder: Option<PathBuf>,
    /// Positions with more pieces are not looked up; 0 for no databases at all.
    pub most_pieces: u32,
}

impl EgdbChoice {
    /// The most pieces that any database has.
    pub const MOST_PIECES: u32 = MAX_PIECES;

    /// No databases.
    pub const OFF: EgdbChoice = EgdbChoice { folder: None, most_pieces: 0 };

    /// The choice of a word: `off`, `embedded`, or else a folder.
    pub fn named(text: &str) -> EgdbChoice {
        match text {
            "off" => EgdbChoice::OFF,
            "embedded" | "" => EgdbChoice::default(),
            folder => EgdbChoice { folder: Some(PathBuf::from(folder)), ..EgdbChoice::default() },
        }
    }

    /// What is wrong with the folder's files for some laws. They are left aside, or the whole folder; the others and those
    /// that the program holds serve.
    pub fn faults(&self, laws: Laws) -> Vec<EgdbError> {
        self.open(laws).1
    }

    /// The databases for some laws; `None` where there are to be none; and what is wrong with the folder's files.
    pub(crate) fn open(&self, laws: Laws) -> (Option<SharedEgdb>, Vec<EgdbError>) {
        if self.most_pieces == 0 {
            return (None, Vec::new());
        }
        match &self.folder {
            None => (Some(SharedEgdb::Embedded(Egdb::shared(laws))), Vec::new()),
            Some(folder) => match open_folder(folder, laws) {
                Ok(opened) => {
                    let faults = opened.faults.clone();
                    (Some(SharedEgdb::Folder(opened)), faults)
                }
                Err(error) => (Some(SharedEgdb::Embedded(Egdb::shared(laws))), vec![error]),
            },
        }
    }
}

impl Default for EgdbChoice {
    fn default() -> EgdbChoice {
        EgdbChoice { folder: None, most_pieces: MAX_PIECES }
    }
}

/// Databases that several engines ask.
#[derive(Clone, Debug)]
pub(crate) enum SharedEgdb {
    /// Those that the program holds.
    Embedded(&'static Egdb),
    /// Those of a folder as well.
    Folder(Arc<OpenFolder>),
}

impl Deref for SharedEgdb {
    type Target = Egdb;

    fn deref(&self) -> &Egdb {
        match self {
            SharedEgdb::Embedded(egdb) => egdb,
            SharedEgdb::Folder(folder) => &folder.egdb,
        }
    }
}

/// A folder that is open, for some laws.
#[derive(Debug)]
pub(crate) struct OpenFolder {
    egdb: Egdb,
    faults: Vec<EgdbError>,
}

/// Folders that some engine has open: every file is read once and decoded once, however many engines ask it.
static OPEN: Mutex<Vec<(PathBuf, Laws, Weak<OpenFolder>)>> = Mutex::new(Vec::new());

fn open_folder(folder: &Path, laws: Laws) -> Result<Arc<OpenFolder>, EgdbError> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    open.retain(|(_, _, opened)| opened.strong_count() > 0);
    let same = open.iter().find(|(path, of, _)| path == folder && *of == laws);
    if let Some(opened) = same.and_then(|(_, _, opened)| opened.upgrade()) {
        return Ok(opened);
    }
    let (egdb, faults) = Egdb::open(folder, laws)?;
    let opened = Arc::new(OpenFolder { egdb, faults });
    open.push((folder.to_owned(), laws, Arc::downgrade(&opened)));
    Ok(opened)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_says_which() {
        assert_eq!(EgdbChoice::named("off"), EgdbChoice::OFF);
        assert_eq!(EgdbChoice::named("embedded"), EgdbChoice::default());
        assert_eq!(EgdbChoice::named("a/b").folder, Some(PathBuf::from("a/b")));
    }

    #[test]
    fn what_the_program_holds_is_there_whatever_the_folder() {
        let (off, _) = EgdbChoice::OFF.open(Laws::English);
        assert!(off.is_none());
        let (embedded, faults) = EgdbChoice::default().open(Laws::English);
        assert!(faults.is_empty() && embedded.unwrap().complete_to() == 4);
        let (missing, faults) = EgdbChoice::named("no/such/folder").open(Laws::English);
        assert!(missing.unwrap().complete_to() == 4);
        assert_eq!(faults.len(), 1);
    }
}
