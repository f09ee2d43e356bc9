//! What the person types, heard beside the clock and Ctrl-C.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::cli::interrupt;

/// The longest line that is read, in bytes; of a longer one the rest is a line of its own.
const LONGEST: u64 = 4096;
/// How often Ctrl-C is looked for.
const TICK: Duration = Duration::from_millis(50);

/// What was heard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Heard {
    /// A line, without its end.
    Line(String),
    /// The end of the input, or Ctrl-D.
    End,
    /// Ctrl-C.
    Interrupted,
    /// The time is up.
    Flag,
}

/// Whoever listens to standard input.
pub(super) struct Ears(Receiver<String>);

impl Ears {
    /// Begins to listen.
    pub fn open() -> Ears {
        // One line at a time: what is typed ahead waits in the terminal.
        let (send, receive) = sync_channel(1);
        // The thread ends with the input, or with the program.
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            let mut line = Vec::new();
            loop {
                line.clear();
                match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
                    Ok(0) => return,
                    Ok(_) => {}
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(_) => return,
                }
                if send.send(String::from_utf8_lossy(&line).trim_end().to_owned()).is_err() {
                    return;
                }
            }
        });
        Ears(receive)
    }

    /// Waits for a line, until a moment if there is one.
    pub fn hear(&self, until: Option<Instant>) -> Heard {
        loop {
            if interrupt::came() {
                return Heard::Interrupted;
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                return Heard::Flag;
            }
            match self.0.recv_timeout(TICK) {
                Ok(line) => return Heard::Line(line),
                Err(RecvTimeoutError::Disconnected) if interrupt::came() => return Heard::Interrupted,
                Err(RecvTimeoutError::Disconnected) => return Heard::End,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
