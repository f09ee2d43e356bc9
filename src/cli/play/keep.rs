//! Where games are kept, so that none is lost: the one being played after every move, those that ended one after another.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::files::write_whole;

/// The folder of a program's state, as the systems have it.
fn folder_of_state() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("XDG_STATE_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local").join("state")))
        .or_else(|| set("LOCALAPPDATA"))
        .map(|folder| folder.join("damero"))
}

/// Whoever keeps the games of one run.
#[derive(Debug)]
pub(super) struct Keep {
    folder: Option<PathBuf>,
    /// The file of the game being played, once it has one.
    unfinished: Option<PathBuf>,
}

impl Keep {
    /// Keeps games in the folder of a text, in the usual one where there is none, or nowhere for `off`.
    pub fn new(text: Option<&str>) -> Keep {
        let folder = match text {
            Some("off") => None,
            Some(folder) => Some(PathBuf::from(folder)),
            None => folder_of_state(),
        };
        Keep { folder, unfinished: None }
    }

    /// The newest game that was left unfinished.
    pub fn latest(&self) -> Option<PathBuf> {
        let files = fs::read_dir(self.folder.as_ref()?).ok()?.flatten().map(|entry| entry.path());
        let is_one = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
            name.starts_with("unfinished") && name.ends_with(".pdn")
        };
        let age =
            |path: &PathBuf| fs::metadata(path).and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        files.filter(is_one).max_by_key(age)
    }

    /// Takes a file for that of the game being played, which comes from it.
    pub fn go_on(&mut self, path: PathBuf) {
        self.unfinished = Some(path);
    }

    /// Writes the game as it stands. Whatever happens, the file holds the game of before or this one.
    pub fn note(&mut self, pdn: &str) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        fs::create_dir_all(folder)?;
        let path = match &self.unfinished {
            Some(path) => path.clone(),
            None => self.unfinished.insert(new_file(folder)?).clone(),
        };
        write_whole(&path, pdn.as_bytes())
    }

    /// Adds a game that has ended, or was given up for another, to the others; it is unfinished no more.
    pub fn finish(&mut self, pdn: &str) -> io::Result<()> {
        if let Some(folder) = &self.folder {
            fs::create_dir_all(folder)?;
            append(&folder.join("games.pdn"), pdn)?;
        }
        if let Some(path) = self.unfinished.take() {
            fs::remove_file(path)?;
        }
        Ok(())
    }

    /// The file of the game being played, if it has one.
    pub fn unfinished(&self) -> Option<&Path> {
        self.unfinished.as_deref()
    }
}

/// A file that was not there, made by this program.
fn new_file(folder: &Path) -> io::Result<PathBuf> {
    for number in 1..10_000 {
        let name = if number == 1 { "unfinished.pdn".to_owned() } else { format!("unfinished-{number}.pdn") };
        let path = folder.join(name);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Appends a text to a file, in one write.
pub(super) fn append(path: &Path, text: &str) -> io::Result<()> {
    OpenOptions::new().create(true).append(true).open(path)?.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_kept_until_they_end_and_after() {
        let folder = std::env::temp_dir().join(format!("damero-keep-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let name = folder.to_str().unwrap();
        let (mut one, mut other) = (Keep::new(Some(name)), Keep::new(Some(name)));
        assert_eq!(one.latest(), None);
        one.note("a").unwrap();
        one.note("ab").unwrap();
        other.note("c").unwrap();
        assert_eq!(fs::read_to_string(one.unfinished().unwrap()).unwrap(), "ab");
        assert_ne!(one.unfinished(), other.unfinished());
        one.finish("ab*").unwrap();
        other.finish("c*").unwrap();
        assert_eq!((one.latest(), one.unfinished()), (None, None));
        assert_eq!(fs::read_to_string(folder.join("games.pdn")).unwrap(), "ab*c*");
        let mut off = Keep::new(Some("off"));
        off.note("x").unwrap();
        assert_eq!(off.latest(), None);
        fs::remove_dir_all(&folder).unwrap();
    }
}
