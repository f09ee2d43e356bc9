//! The log of a protocol: what went in and out and when, in a file of its own. Standard error stays silent, as some
//! clients read it as protocol.

use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::lang::{Lang, Say};

/// How much of a line is written down, in characters; a client can send a line of any length.
const LONGEST: usize = 4_000;

/// How much is logged; each level includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    /// Nothing.
    Off,
    /// Error lines and faults of ours.
    Error,
    /// Lines and words that were not understood, too.
    Warn,
    /// All traffic, too. What holds where `RUST_LOG` says nothing.
    Info,
    /// The limits and results of searches, too.
    Debug,
    /// All that searches report, too, written or not.
    Trace,
}

impl Level {
    /// The level that a text in the form of `RUST_LOG` sets for this program, such as `debug` or `warn,damero=trace`:
    /// of the parts that are a level alone or name `damero` the last counts; the others are about other programs.
    pub fn of_setting(setting: &str) -> Level {
        let ours = |part: &str| match part.split_once('=') {
            Some((module, level)) => (module.trim() == "damero").then(|| Level::named(level)).flatten(),
            None => Level::named(part),
        };
        setting.split(',').filter_map(ours).next_back().unwrap_or(Level::Info)
    }

    fn named(name: &str) -> Option<Level> {
        let level = match name.trim().to_ascii_lowercase().as_str() {
            "off" => Level::Off,
            "error" => Level::Error,
            "warn" => Level::Warn,
            "info" => Level::Info,
            "debug" => Level::Debug,
            "trace" => Level::Trace,
            _ => return None,
        };
        Some(level)
    }
}

/// What a line of the log is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// Came in.
    In,
    /// Went out.
    Out,
    /// A remark of ours.
    Note,
}

/// A log, or none; its clones write to the same place. What cannot be written is lost: a full disk must not end a game.
#[derive(Clone)]
pub(super) struct Log {
    sink: Option<Arc<Mutex<dyn Write + Send>>>,
    level: Level,
    began: Instant,
}

/// A log file could not be opened.
#[derive(Debug)]
pub(crate) struct LogError {
    path: PathBuf,
    error: io::Error,
}

impl Say for LogError {
    fn say(&self, lang: Lang) -> String {
        let (path, error) = (self.path.display(), &self.error);
        lang.pick(
            format!("{path}: no log can be written there: {error}"),
            format!("{path}: no se puede escribir ahí un registro: {error}"),
        )
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for LogError {}

impl Log {
    /// No log.
    pub fn none() -> Log {
        Log { sink: None, level: Level::Off, began: Instant::now() }
    }

    /// A log that goes on at the end of a file, at the level of `RUST_LOG`.
    ///
    /// # Errors
    /// If the file cannot be opened for writing.
    pub fn open(path: &Path, protocol: &str) -> Result<Log, LogError> {
        let level = Level::of_setting(&std::env::var("RUST_LOG").unwrap_or_default());
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|error| LogError { path: path.to_owned(), error })?;
        let log = Log::to(file, level);
        let clock = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let version = env!("CARGO_PKG_VERSION");
        log.write(Level::Error, Mark::Note, &format!("damero {version} {protocol}, Unix time {clock}; milliseconds"));
        Ok(log)
    }

    /// A log that goes anywhere.
    pub fn to(sink: impl Write + Send + 'static, level: Level) -> Log {
        Log { sink: Some(Arc::new(Mutex::new(sink))), level, began: Instant::now() }
    }

    /// Whether lines of a level are wanted, for those that take some making.
    pub fn wants(&self, level: Level) -> bool {
        self.sink.is_some() && level <= self.level
    }

    /// Writes a line with the milliseconds since the log began, if its level is wanted.
    pub fn write(&self, level: Level, mark: Mark, text: &str) {
        if !self.wants(level) {
            return;
        }
        let Some(Ok(mut sink)) = self.sink.as_ref().map(|sink| sink.lock()) else { return };
        let mark = match mark {
            Mark::In => '<',
            Mark::Out => '>',
            Mark::Note => '#',
        };
        let shown: String = text.chars().take(LONGEST).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
        let more = if text.chars().nth(LONGEST).is_some() { " ..." } else { "" };
        let time = self.began.elapsed().as_secs_f64() * 1000.0;
        // One write a line, so that lines of several processes do not mix.
        let _ = sink.write_all(format!("{time:>11.1} {mark} {shown}{more}\n").as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn levels_are_read_as_from_rust_log() {
        for (setting, level) in [
            ("", Level::Info),
            ("debug", Level::Debug),
            ("OFF", Level::Off),
            ("warn,damero=trace", Level::Trace),
            ("damero=error,other=trace", Level::Error),
            ("other=trace", Level::Info),
            ("nonsense,,=", Level::Info),
        ] {
            assert_eq!(Level::of_setting(setting), level, "{setting}");
        }
    }

    #[test]
    fn lines_are_short_marked_and_of_the_level() {
        let sink = Shared::default();
        let log = Log::to(sink.clone(), Level::Info);
        log.write(Level::Info, Mark::In, "ping\0");
        log.write(Level::Debug, Mark::Note, "left out");
        log.write(Level::Warn, Mark::Out, &"é".repeat(LONGEST + 1));
        let text = String::from_utf8(sink.0.lock().unwrap().clone()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].ends_with(" < ping\u{FFFD}"), "{}", lines[0]);
        assert!(lines[1].ends_with("é ...") && lines[1].chars().filter(|&c| c == 'é').count() == LONGEST);
    }

    #[test]
    fn a_log_that_cannot_be_opened_is_an_error() {
        let error = Log::open(Path::new("/nowhere/at/all/hub.log"), "hub").err().unwrap();
        assert!(error.to_string().starts_with("/nowhere/at/all/hub.log: no log"), "{error}");
        assert!(error.say(Lang::Es).contains("registro"));
    }
}
