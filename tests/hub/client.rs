//! A client of the engine's Hub protocol, for tests: every wait has a limit, and no process outlives its test.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long the engine has for any one answer. Long, as test machines can be slow and busy.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The engine and the lines that it writes, with their times.
pub struct Hub {
    child: Child,
    /// To a thread that writes: a test must not wait for an engine that does not read.
    input: Option<Sender<Vec<u8>>>,
    lines: Receiver<(Instant, String)>,
    errors: Option<JoinHandle<String>>,
}

/// What a search answered.
pub struct Answer {
    /// The `info` lines.
    pub infos: Vec<String>,
    /// The `error` lines.
    pub errors: Vec<String>,
    /// The move of the `done` line.
    pub best: String,
    /// Its reply to ponder on.
    pub ponder: Option<String>,
    /// When it came.
    pub at: Instant,
}

impl Hub {
    /// Starts `damero hub` with further arguments and a level of its log.
    pub fn with(arguments: &[&str], level: &str) -> Hub {
        Hub::start(Command::new(env!("CARGO_BIN_EXE_damero")).arg("hub").args(arguments).env("RUST_LOG", level))
    }

    /// Starts `damero` alone.
    pub fn bare() -> Hub {
        Hub::start(&mut Command::new(env!("CARGO_BIN_EXE_damero")))
    }

    fn start(command: &mut Command) -> Hub {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().expect("output"));
        std::thread::spawn(move || {
            for line in output.lines() {
                if sender.send((Instant::now(), line.expect("text comes out"))).is_err() {
                    return;
                }
            }
        });
        let mut errors = child.stderr.take().expect("errors");
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            text
        });
        let mut stdin = child.stdin.take().expect("input");
        let (input, to_write) = channel::<Vec<u8>>();
        std::thread::spawn(move || {
            for bytes in to_write {
                if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        Hub { child, input: Some(input), lines, errors: Some(errors) }
    }

    /// Starts the engine for a ruleset, with a small table and some parameters (`name=value`).
    pub fn new(variant: &str, params: &[&str]) -> Hub {
        let mut hub = Hub::with(&[], "");
        for param in [&["hash=8", "book=off", &format!("variant={variant}")], params].concat() {
            let (name, value) = param.split_once('=').expect("name=value");
            hub.send(&format!("set-param name={name} value={value}"));
        }
        hub.send("init");
        hub.expect("ready");
        hub
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_ref().expect("the input is open");
        input.send(bytes.to_vec()).expect("the engine listens");
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// The next line, and when it came.
    pub fn next(&mut self) -> (Instant, String) {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("no answer within {PATIENCE:?}"),
            Err(RecvTimeoutError::Disconnected) => panic!("the engine has ended"),
        }
    }

    /// The next line must start like this; when it came.
    pub fn expect(&mut self, start: &str) -> Instant {
        let (at, line) = self.next();
        assert!(line.starts_with(start), "{start} was expected, not {line}");
        at
    }

    /// No line may come for a time, `info` lines apart.
    pub fn expect_silence(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Ok((_, line)) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            assert!(line.starts_with("info "), "{line} came too early");
        }
    }

    /// The round trip of a `ping`; `info` lines may come before the `pong`, a `done` may not.
    pub fn ping(&mut self) -> Duration {
        let asked = Instant::now();
        self.send("ping");
        loop {
            let (at, line) = self.next();
            match line.as_str() {
                "pong" => return at.duration_since(asked),
                line => assert!(line.starts_with("info "), "pong was expected, not {line}"),
            }
        }
    }

    /// The answer to a `go` that was sent.
    pub fn answer(&mut self) -> Answer {
        let (mut infos, mut errors) = (Vec::new(), Vec::new());
        loop {
            let (at, line) = self.next();
            if line.starts_with("info ") {
                infos.push(line);
            } else if line.starts_with("error message=\"") {
                errors.push(line);
            } else {
                let rest = line.strip_prefix("done move=").unwrap_or_else(|| panic!("done was expected, not {line}"));
                let (best, ponder) = match rest.split_once(" ponder=") {
                    Some((best, ponder)) => (best.to_owned(), Some(ponder.to_owned())),
                    None => (rest.to_owned(), None),
                };
                return Answer { infos, errors, best, ponder, at };
            }
        }
    }

    /// Sends lines and a `go`, and takes the answer.
    pub fn go(&mut self, lines: &[&str]) -> Answer {
        lines.iter().for_each(|line| self.send(line));
        self.answer()
    }

    /// The number of a line of Linux's status of the process; `None` elsewhere.
    pub fn status(&self, key: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        line.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok()
    }

    /// Closes the input, once all is written.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Ends the session by `quit`: the engine must end well and soon, and say nothing more.
    pub fn quit(mut self) {
        self.send("quit");
        let rest = self.ended();
        assert!(rest.is_empty(), "after quit: {rest:?}");
    }

    /// Waits for the engine to end by itself, well and soon and with nothing on standard error; the lines left.
    pub fn ended(&mut self) -> Vec<String> {
        let asked = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("the engine can be waited for") {
                break status;
            }
            assert!(asked.elapsed() < PATIENCE, "the engine does not end");
            std::thread::sleep(Duration::from_millis(2));
        };
        assert!(asked.elapsed() < Duration::from_secs(1), "it took {:?} to end", asked.elapsed());
        assert!(status.success(), "{status}");
        let errors = self.errors.take().map(|errors| errors.join().expect("standard error is read"));
        assert_eq!(errors.as_deref().unwrap_or_default(), "", "on standard error");
        self.lines.iter().map(|(_, line)| line).collect()
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The value of a key in a line of the protocol, as a client would read it.
pub fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, after) = line.split_once(&format!(" {key}="))?;
    match after.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').map(|(value, _)| value),
        None => after.split(' ').next(),
    }
}

/// A number of a line.
pub fn number(line: &str, key: &str) -> f64 {
    let text = value(line, key).unwrap_or_else(|| panic!("no {key} in {line}"));
    text.parse().unwrap_or_else(|_| panic!("{key} is no number in {line}"))
}
