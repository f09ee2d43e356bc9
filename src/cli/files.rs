//! Writing files, and saying why they cannot be written.

use std::io;
use std::path::Path;

use crate::files;
use crate::lang::Lang;

use super::outcome::{Failure, bad};

/// Writes a file in one step: whoever reads it sees the old one or the new one, and a fault leaves the old one as it was.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write_whole(path: &Path, bytes: &[u8], lang: Lang) -> Result<(), Failure> {
    files::write_whole(path, bytes).map_err(|error| unwritable(lang, path, &error))
}

/// Makes sure, before long work, that its file can be written.
///
/// # Errors
/// If it cannot.
pub(super) fn try_place(path: &Path, lang: Lang) -> Result<(), Failure> {
    files::try_place(path).map_err(|error| unwritable(lang, path, &error))
}

/// Why a file cannot be written.
pub(super) fn unwritable(lang: Lang, path: &Path, error: &io::Error) -> Failure {
    let path = path.display();
    bad(lang, format!("cannot write {path}: {error}"), format!("no se puede escribir {path}: {error}"))
}
