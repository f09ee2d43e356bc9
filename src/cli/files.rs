//! Writing files so that nobody finds half of one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::lang::Lang;

use super::outcome::{Failure, bad};

/// Writes a file in one step: whoever reads it sees the old one or the new one, and a fault leaves the old one as it was.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write_whole(path: &Path, bytes: &[u8], lang: Lang) -> Result<(), Failure> {
    // A pipe or a device is written to; there is nothing to put in its place.
    let special = fs::metadata(path).is_ok_and(|known| !known.is_file());
    let written = if special { fs::write(path, bytes) } else { replace(path, bytes) };
    written.map_err(|error| {
        let name = path.display();
        bad(lang, format!("cannot write {name}: {error}"), format!("no se puede escribir {name}: {error}"))
    })
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // What a link points at is replaced, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(name);
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        if let Ok(known) = fs::metadata(&path) {
            fs::set_permissions(&part, known.permissions())?;
        }
        fs::rename(&part, &path)
    };
    write().inspect_err(|_| {
        // What is left of it is of no use; if it cannot be removed either, the error of writing says more.
        let _ = fs::remove_file(&part);
    })
}
