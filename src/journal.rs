//! Append-only, crash-safe journals: what long jobs write down so that an interruption loses nothing, and parts of a job
//! done on several machines can be joined exactly.
//!
//! A journal is a text file with a record a line: `NUMBER CHECKSUM CONTENT`. Numbers count from 0; the checksum (CRC-32
//! in hexadecimal) covers number and content. Record 0 says which job the journal belongs to, so that it is not gone on
//! with under other settings. A record counts once its line is whole: what a crash left of the last one is cut off when
//! the journal is opened again. While a program writes to a journal, no other can.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod bytes;
mod crc;
mod job;

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::lang::{Lang, Say};

pub use bytes::Bytes;
pub use crc::crc32;
use job::unescape;
pub use job::{Job, Shard, join_fields, split_fields};

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// It cannot be opened, read or written.
    Io(PathBuf, io::Error),
    /// Another program is writing to it.
    Busy(PathBuf),
    /// It is there already, and nobody asked to go on with it.
    Exists(PathBuf),
    /// It is not there, so that there is nothing to go on with.
    Missing(PathBuf),
    /// The file is something else.
    NotAJournal(PathBuf),
    /// A line in its middle is not what was written: the line, from 1.
    Damaged(PathBuf, usize),
    /// It belongs to a job with other settings.
    OtherJob {
        /// The journal.
        path: PathBuf,
        /// The setting.
        name: String,
        /// Its value in the journal.
        was: String,
        /// Its value now.
        now: String,
    },
    /// Two journals hold the same part of a job.
    ShardTwice(PathBuf, Shard),
    /// The parts of a job of so many that no journal holds.
    ShardsMissing(Vec<u32>, u32),
}

impl Say for JournalError {
    fn say(&self, lang: Lang) -> String {
        match self {
            JournalError::Io(path, error) => format!("{}: {error}", path.display()),
            JournalError::Busy(path) => lang.pick(
                format!("{}: another program is writing to this journal; wait for it or take another", path.display()),
                format!("{}: otro programa escribe en este diario; espere o elija otro", path.display()),
            ),
            JournalError::Exists(path) => lang.pick(
                format!("{}: there already; --resume goes on with it, or remove it", path.display()),
                format!("{}: ya existe; --resume sigue con él, o bórrelo", path.display()),
            ),
            JournalError::Missing(path) => lang.pick(
                format!("{}: there is no such journal to go on with; leave --resume out to begin", path.display()),
                format!("{}: no hay tal diario con el que seguir; quite --resume para empezar", path.display()),
            ),
            JournalError::NotAJournal(path) => lang.pick(
                format!("{}: not a journal of damero; give another name", path.display()),
                format!("{}: no es un diario de damero; dé otro nombre", path.display()),
            ),
            JournalError::Damaged(path, line) => lang.pick(
                format!("{}:{line}: this line is not as it was written, though later ones are", path.display()),
                format!("{}:{line}: esta línea no está como se escribió, aunque las siguientes sí", path.display()),
            ),
            JournalError::OtherJob { path, name, was, now } => lang.pick(
                format!("{}: belongs to a job with {name} {was}, not {now}; give the same settings", path.display()),
                format!("{}: es de un trabajo con {name} {was}, no {now}; dé los mismos ajustes", path.display()),
            ),
            JournalError::ShardTwice(path, shard) => lang.pick(
                format!("{}: holds part {shard}, as another of the journals does; give each part once", path.display()),
                format!(
                    "{}: contiene la parte {shard}, como otro de los diarios; dé cada parte una vez",
                    path.display()
                ),
            ),
            JournalError::ShardsMissing(parts, of) => {
                let parts = parts.iter().map(|part| format!("{part}/{of}")).collect::<Vec<_>>().join(", ");
                lang.pick(
                    format!("parts of the job are missing: {parts}; give the journals of all parts"),
                    format!("faltan partes del trabajo: {parts}; dé los diarios de todas"),
                )
            }
        }
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for JournalError {}

/// A journal open for writing. No other program can open it so until it is dropped.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// The number of the next record.
    next: u64,
    /// The length of what is whole, in bytes.
    length: u64,
}

/// How a journal is to be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// It must be new.
    New,
    /// It must be there; its job is gone on with.
    Resume,
}

impl Journal {
    /// Opens the journal of a job: it, and the records already in it. What a crash left of the last record is cut off.
    ///
    /// # Errors
    /// If it is there or is missing against `opening`, is in use, belongs to another job, is damaged in its middle or is
    /// no journal at all; nothing is changed then.
    pub fn open(path: &Path, job: &Job, opening: Opening) -> Result<(Journal, Vec<String>), JournalError> {
        let failed = |error: io::Error| match (error.kind(), opening) {
            (io::ErrorKind::NotFound, Opening::Resume) => JournalError::Missing(path.to_owned()),
            _ => JournalError::Io(path.to_owned(), error),
        };
        let create = opening != Opening::Resume;
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(create).truncate(false).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(path.to_owned())),
            // Some file systems know no locks; there it is up to the user.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(JournalError::Io(path.to_owned(), error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let mut journal = Journal { file, path: path.to_owned(), next: 0, length: 0 };
        let head = line(0, &job.to_record());
        if head.as_bytes().starts_with(&bytes) && bytes.len() < head.len() {
            // New, or a crash came before the first record was whole.
            journal.cut_tail(bytes.len())?;
            journal.append(&job.to_record())?;
            return Ok((journal, Vec::new()));
        }
        let content = parse(&bytes, path)?;
        if opening == Opening::New {
            return Err(JournalError::Exists(path.to_owned()));
        }
        if let Some((name, was, now)) = content.job.difference(job, true) {
            return Err(JournalError::OtherJob { path: path.to_owned(), name, was, now });
        }
        journal.next = content.records.len() as u64 + 1;
        journal.length = content.length as u64;
        journal.cut_tail(bytes.len())?;
        Ok((journal, content.records))
    }

    /// Cuts off what is not whole, and goes to the end.
    fn cut_tail(&mut self, present: usize) -> Result<(), JournalError> {
        let cut = if present as u64 > self.length { self.file.set_len(self.length) } else { Ok(()) };
        cut.and_then(|()| self.file.seek(SeekFrom::Start(self.length)))
            .map(|_| ())
            .map_err(|error| JournalError::Io(self.path.clone(), error))
    }

    /// Adds a record. When it returns, the record outlives the death of this program; [`Journal::sync`] makes it
    /// outlive that of the machine.
    ///
    /// # Errors
    /// If it cannot be written; the journal is then as before.
    pub fn append(&mut self, record: &str) -> Result<(), JournalError> {
        let line = line(self.next, record);
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // Half a line must not stay in the middle. If it cannot be cut now it will be on the next opening, as no
            // whole line follows it.
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::Start(self.length));
            return Err(JournalError::Io(self.path.clone(), error));
        }
        self.next += 1;
        self.length += line.len() as u64;
        Ok(())
    }

    /// Waits until all records are on the disk.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn sync(&self) -> Result<(), JournalError> {
        self.file.sync_data().map_err(|error| JournalError::Io(self.path.clone(), error))
    }
}

/// A journal that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Content {
    /// The job it belongs to.
    pub job: Job,
    /// Its records.
    pub records: Vec<String>,
    /// The length of what is whole, in bytes.
    length: usize,
}

/// Reads a journal, which may be in use. A last record that is not whole is left out.
///
/// # Errors
/// If it cannot be read, is no journal or is damaged in its middle.
pub fn read(path: &Path) -> Result<Content, JournalError> {
    let bytes = std::fs::read(path).map_err(|error| JournalError::Io(path.to_owned(), error))?;
    parse(&bytes, path)
}

/// Reads the journals of all parts of one job: the job as a whole, and the records part by part.
///
/// # Errors
/// If one cannot be read, they do not belong to one job, or a part is there twice or is missing.
pub fn read_shards(paths: &[PathBuf]) -> Result<(Job, Vec<String>), JournalError> {
    let mut parts: Vec<(Shard, Vec<String>)> = Vec::new();
    let mut whole: Option<Job> = None;
    for path in paths {
        let content = read(path)?;
        let shard = content.job.shard;
        let first = whole.get_or_insert_with(|| content.job.clone());
        let difference = first.difference(&content.job, false);
        let difference = difference.or_else(|| {
            let of = |shard: Shard| shard.of.to_string();
            (first.shard.of != shard.of).then(|| ("shards".to_owned(), of(first.shard), of(shard)))
        });
        if let Some((name, now, was)) = difference {
            return Err(JournalError::OtherJob { path: path.clone(), name, was, now });
        }
        if parts.iter().any(|(known, _)| *known == shard) {
            return Err(JournalError::ShardTwice(path.clone(), shard));
        }
        parts.push((shard, content.records));
    }
    let Some(whole) = whole else { return Err(JournalError::ShardsMissing(vec![1], 1)) };
    let of = whole.shard.of;
    let missing: Vec<u32> = (1..=of).filter(|part| !parts.iter().any(|(shard, _)| shard.part == *part)).collect();
    if !missing.is_empty() {
        return Err(JournalError::ShardsMissing(missing, of));
    }
    parts.sort_by_key(|(shard, _)| *shard);
    Ok((Job { shard: Shard::WHOLE, ..whole }, parts.into_iter().flat_map(|(_, records)| records).collect()))
}

/// A record's line.
fn line(number: u64, record: &str) -> String {
    let content = record.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r");
    format!("{number} {:08x} {content}\n", checksum(number, &content))
}

/// The content of the record of a number, if this line holds it unharmed.
fn content_of_line(line: &[u8], number: u64) -> Option<String> {
    let line = std::str::from_utf8(line).ok()?;
    let mut parts = line.splitn(3, ' ');
    let (own, check, content) = (parts.next()?, parts.next()?, parts.next()?);
    let is_whole = own == number.to_string() && check == format!("{:08x}", checksum(number, content));
    let meaning = |c| match c {
        'n' => '\n',
        'r' => '\r',
        other => other,
    };
    is_whole.then(|| unescape(content, meaning))
}

fn parse(bytes: &[u8], path: &Path) -> Result<Content, JournalError> {
    let mut records = Vec::new();
    let mut length = 0;
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
    for line in lines.by_ref() {
        let whole = line.strip_suffix(b"\n").and_then(|line| content_of_line(line, records.len() as u64));
        let Some(record) = whole else { break };
        records.push(record);
        length += line.len();
    }
    // Whatever a crash left is at the end. A sound line after an unsound one means that something else went wrong.
    let number = |line: &[u8]| std::str::from_utf8(line).ok()?.split(' ').next()?.parse::<u64>().ok();
    let is_sound = |line: &[u8]| {
        let line = line.strip_suffix(b"\n")?;
        content_of_line(line, number(line)?)
    };
    if records.is_empty() {
        return Err(JournalError::NotAJournal(path.to_owned()));
    }
    if lines.any(|line| is_sound(line).is_some()) {
        return Err(JournalError::Damaged(path.to_owned(), records.len() + 1));
    }
    let job = Job::of_record(&records.remove(0)).ok_or_else(|| JournalError::NotAJournal(path.to_owned()))?;
    Ok(Content { job, records, length })
}

/// The CRC-32 of a record's number and content.
fn checksum(number: u64, content: &str) -> u32 {
    crc32(crc32(0, number.to_string().as_bytes()), content.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(shard: &str, nodes: &str) -> Job {
        let setting = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let settings = vec![setting("engine", "a=b\tc\\t"), setting("nodes", nodes)];
        Job { kind: "match".to_owned(), settings, shard: Shard::parse(shard).unwrap() }
    }

    /// A file of its own for a test, gone afterwards.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("damero-journal-{}-{name}", std::process::id()));
            let _ = std::fs::remove_file(&path);
            Scratch(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    const RECORDS: [&str; 4] = ["one", "", "two\nlines\r\\n", "tab\tñ\\"];

    fn written(scratch: &Scratch, job: &Job) -> Vec<u8> {
        let (mut journal, before) = Journal::open(&scratch.0, job, Opening::New).unwrap();
        assert!(before.is_empty());
        RECORDS.iter().for_each(|record| journal.append(record).unwrap());
        journal.sync().unwrap();
        std::fs::read(&scratch.0).unwrap()
    }

    #[test]
    fn records_come_back_as_they_were() {
        let scratch = Scratch::new("back");
        written(&scratch, &job("1/1", "5"));
        let (mut journal, records) = Journal::open(&scratch.0, &job("1/1", "5"), Opening::Resume).unwrap();
        assert_eq!(records, RECORDS);
        journal.append("more").unwrap();
        let content = read(&scratch.0).unwrap();
        assert_eq!(content.job, job("1/1", "5"));
        assert_eq!(content.records[4], "more");
    }

    #[test]
    fn a_crash_at_any_byte_loses_the_torn_record_only() {
        let scratch = Scratch::new("torn");
        let whole = written(&scratch, &job("1/1", "5"));
        let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').map(|at| at + 1).collect();
        assert_eq!(ends.len(), 1 + RECORDS.len());
        for cut in 0..=whole.len() {
            std::fs::write(&scratch.0, &whole[..cut]).unwrap();
            let (mut journal, records) = Journal::open(&scratch.0, &job("1/1", "5"), Opening::Resume).unwrap();
            let sound = ends.iter().filter(|&&end| end <= cut).count().saturating_sub(1);
            assert_eq!(records, RECORDS[..sound], "cut at {cut}");
            RECORDS[sound..].iter().for_each(|record| journal.append(record).unwrap());
            drop(journal);
            assert_eq!(std::fs::read(&scratch.0).unwrap(), whole, "cut at {cut}");
        }
        // What a file system may leave at the end when the machine goes down.
        std::fs::write(&scratch.0, [&whole[..ends[2]], &[0; 700], b"\n\0\n"].concat()).unwrap();
        assert_eq!(read(&scratch.0).unwrap().records, RECORDS[..2]);
    }

    #[test]
    fn damage_in_the_middle_is_not_taken_for_a_torn_end() {
        let scratch = Scratch::new("damage");
        let whole = String::from_utf8(written(&scratch, &job("1/1", "5"))).unwrap();
        for (from, to, line) in [(" one\n", " two\n", 2), ("ñ", "n", 0), ("two", "2", 4)] {
            std::fs::write(&scratch.0, whole.replacen(from, to, 1)).unwrap();
            match read(&scratch.0) {
                Err(JournalError::Damaged(_, at)) => assert_eq!(at, line),
                Ok(content) => assert_eq!((content.records.len(), line), (3, 0), "the last record is no middle"),
                other => panic!("{other:?}"),
            }
        }
        let mut lines: Vec<&str> = whole.split_inclusive('\n').collect();
        lines.insert(2, lines[1]);
        std::fs::write(&scratch.0, lines.concat()).unwrap();
        assert!(matches!(read(&scratch.0), Err(JournalError::Damaged(_, 3))), "a doubled record");
    }

    #[test]
    fn only_the_same_job_goes_on() {
        let scratch = Scratch::new("job");
        let open = |job: &Job, opening| Journal::open(&scratch.0, job, opening).map(|_| ()).map_err(|e| e.to_string());
        assert!(open(&job("1/1", "5"), Opening::Resume).unwrap_err().contains("no such journal"));
        let whole = written(&scratch, &job("1/2", "5"));
        assert!(open(&job("1/2", "5"), Opening::New).unwrap_err().contains("--resume"));
        assert!(open(&job("1/2", "6"), Opening::Resume).unwrap_err().contains("with nodes 5, not 6"));
        assert!(open(&job("2/2", "5"), Opening::Resume).unwrap_err().contains("with shard 1/2, not 2/2"));
        open(&job("1/2", "5"), Opening::Resume).unwrap();
        assert_eq!(std::fs::read(&scratch.0).unwrap(), whole, "nothing was changed");
        std::fs::write(&scratch.0, "[Event \"a game\"]\n").unwrap();
        assert!(open(&job("1/2", "5"), Opening::Resume).unwrap_err().contains("not a journal"));
        assert_eq!(std::fs::read(&scratch.0).unwrap(), b"[Event \"a game\"]\n");
    }

    #[test]
    fn two_do_not_write_at_once() {
        let scratch = Scratch::new("busy");
        let (journal, _) = Journal::open(&scratch.0, &job("1/1", "5"), Opening::New).unwrap();
        let second = Journal::open(&scratch.0, &job("1/1", "5"), Opening::Resume);
        assert!(matches!(second, Err(JournalError::Busy(_))), "{second:?}");
        drop(journal);
        Journal::open(&scratch.0, &job("1/1", "5"), Opening::Resume).unwrap();
    }

    #[test]
    fn parts_join_to_the_whole() {
        let scratch: Vec<Scratch> = ["a", "b", "c"].map(|name| Scratch::new(&format!("part-{name}"))).into();
        let paths: Vec<PathBuf> = scratch.iter().map(|scratch| scratch.0.clone()).collect();
        for (number, path) in (1..).zip(&paths) {
            let (mut journal, _) = Journal::open(path, &job(&format!("{number}/3"), "5"), Opening::New).unwrap();
            journal.append(&format!("of {number}")).unwrap();
        }
        let joined = read_shards(&[paths[2].clone(), paths[0].clone(), paths[1].clone()]).unwrap();
        assert_eq!(joined, (job("1/1", "5"), ["of 1", "of 2", "of 3"].map(str::to_owned).to_vec()));
        assert!(matches!(read_shards(&paths[..2]), Err(JournalError::ShardsMissing(missing, 3)) if missing == [3]));
        let twice = [paths[0].clone(), paths[0].clone(), paths[2].clone()];
        assert!(matches!(read_shards(&twice), Err(JournalError::ShardTwice(..))));
        std::fs::remove_file(&paths[1]).unwrap();
        Journal::open(&paths[1], &job("2/3", "6"), Opening::New).unwrap();
        assert!(read_shards(&paths).unwrap_err().to_string().contains("nodes"));
    }
}
