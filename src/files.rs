//! Writing files so that nobody ever finds half of one.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// So many links that lead from one to the next are followed.
const MOST_LINKS: usize = 40;

/// A file in the making. What is written goes to a file of its own beside the place, which it takes in one step once it is
/// whole and on the disk: whoever reads sees the old file or the new one, and whoever writes the same file at the same time
/// is not disturbed. Dropped before it is finished it leaves nothing behind, and the old file as it was.
///
/// What a link points at is replaced, not the link, and keeps its permissions. A pipe or a device is written to directly:
/// there is nothing to put in its place.
#[derive(Debug)]
pub(crate) struct NewFile {
    writer: BufWriter<File>,
    /// Where it is written and where it belongs; `None` for a pipe or a device, and once it is in place.
    places: Option<(PathBuf, PathBuf)>,
}

impl NewFile {
    /// Begins a file.
    ///
    /// # Errors
    /// If nothing can be written there, or the file that is there is read-only.
    pub fn begin(path: &Path) -> io::Result<NewFile> {
        let path = behind_links(path)?;
        let known = match fs::metadata(&path) {
            Ok(known) => Some(known),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        match &known {
            Some(known) if known.is_dir() => return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")),
            Some(known) if !known.is_file() => {
                let writer = BufWriter::new(OpenOptions::new().write(true).open(&path)?);
                return Ok(NewFile { writer, places: None });
            }
            // Another could take its place, but whoever made it so does not want that.
            Some(known) if known.permissions().readonly() => {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
            }
            _ => {}
        }
        let (file, part) = beside(&path)?;
        let new = NewFile { writer: BufWriter::new(file), places: Some((part, path)) };
        if let Some(known) = known {
            // Before anything is in it: what others may not read they never can.
            new.writer.get_ref().set_permissions(known.permissions())?;
        }
        Ok(new)
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// If the disk fails or is full; the old file is there then.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        let Some((part, path)) = &self.places else { return Ok(()) };
        self.writer.get_ref().sync_all()?;
        fs::rename(part, path)?;
        keep_names(path);
        self.places = None;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some((part, _)) = &self.places {
            // What is left of it is of no use; if it cannot be removed either, the error of writing says more.
            let _ = fs::remove_file(part);
        }
    }
}

/// Writes a file, whole or not at all.
///
/// # Errors
/// If it cannot be written; an old file is as it was then.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = NewFile::begin(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// Whether a file could be written now, for those who have one to write after long work.
///
/// # Errors
/// If it could not.
pub(crate) fn try_place(path: &Path) -> io::Result<()> {
    // A pipe is left alone: whoever reads it would take this for its end.
    let special = fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir());
    if special { Ok(()) } else { NewFile::begin(path).map(drop) }
}

/// Where a path leads, whether or not there is something.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().map_or(next.clone(), |folder| folder.join(&next)),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("links lead to one another without end"))
}

/// A new file beside another one. Its name is nobody else's, whatever other programs write there, on whatever machine.
fn beside(path: &Path) -> io::Result<(File, PathBuf)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}-{}.part", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed)));
        let part = PathBuf::from(name);
        match OpenOptions::new().write(true).create_new(true).open(&part) {
            Ok(file) => return Ok((file, part)),
            // What another machine's program of our number writes, or one that was killed has left.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// How long after it was last written to a file that was begun is taken for one that nobody goes on with.
const GIVEN_UP: Duration = Duration::from_secs(600);

/// Removes from a folder what killed programs have left there of files whose names are ours. What cannot be removed stays.
pub(crate) fn clear_remains(folder: &Path, is_ours: impl Fn(&str) -> bool) {
    // The names that `beside` makes.
    let is_part = |name: &str| {
        let whole = name.strip_suffix(".part").and_then(|name| name.rsplit_once('.'));
        whole.is_some_and(|(whole, _)| is_ours(whole))
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if entry.file_name().to_str().is_some_and(is_part) && age().is_some_and(|age| age > GIVEN_UP) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Makes a change of names outlive the death of the machine, where the system can.
fn keep_names(path: &Path) {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for a test, gone afterwards.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let folder = std::env::temp_dir().join(format!("damero-files-{}-{name}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).unwrap();
            Scratch(folder)
        }

        fn names(&self) -> Vec<String> {
            let mut names: Vec<String> =
                fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let scratch = Scratch::new("whole");
        let path = scratch.0.join("a");
        let mut file = NewFile::begin(&path).unwrap();
        file.write_all(b"half").unwrap();
        file.flush().unwrap();
        assert!(!path.exists());
        drop(file);
        assert_eq!(scratch.names(), [""; 0]);
        write_whole(&path, b"one").unwrap();
        let mut file = NewFile::begin(&path).unwrap();
        file.write_all(b"another").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"another");
        assert_eq!(scratch.names(), ["a"]);
    }

    #[test]
    fn what_cannot_be_written_is_said_and_left_as_it_was() {
        let scratch = Scratch::new("faults");
        let kind = |path: &Path| write_whole(path, b"new").unwrap_err().kind();
        assert_eq!(kind(&scratch.0.join("no").join("a")), io::ErrorKind::NotFound);
        assert_eq!(kind(&scratch.0), io::ErrorKind::IsADirectory);
        let path = scratch.0.join("a");
        fs::write(&path, b"old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert_eq!(kind(&path), io::ErrorKind::PermissionDenied);
        assert!(try_place(&path).is_err() && try_place(&scratch.0).is_err());
        try_place(&scratch.0.join("b")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(scratch.names(), ["a"]);
    }

    #[test]
    fn many_writers_at_once_leave_the_file_of_one() {
        let scratch = Scratch::new("many");
        let path = scratch.0.join("a");
        // As if a program of our number had been killed here before.
        fs::write(scratch.0.join(format!("a.{}-0.part", std::process::id())), b"torn").unwrap();
        std::thread::scope(|scope| {
            for letter in b'a'..b'e' {
                let path = &path;
                scope.spawn(move || (0..20).for_each(|_| write_whole(path, &vec![letter; 100_000]).unwrap()));
            }
        });
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.len() == 100_000 && bytes.iter().all(|byte| *byte == bytes[0]));
        assert_eq!(scratch.names().len(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let scratch = Scratch::new("links");
        let (path, link, dangling) = (scratch.0.join("a"), scratch.0.join("link"), scratch.0.join("dangling"));
        fs::write(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("a", &link).unwrap();
        symlink("b", &dangling).unwrap();
        write_whole(&link, b"new").unwrap();
        write_whole(&dangling, b"b").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read(scratch.0.join("b")).unwrap(), b"b");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        symlink("round", scratch.0.join("round")).unwrap();
        assert!(write_whole(&scratch.0.join("round"), b"").is_err());
        write_whole(Path::new("/dev/null"), b"nothing").unwrap();
        assert_eq!(scratch.names(), ["a", "b", "dangling", "link", "round"]);
    }
}
