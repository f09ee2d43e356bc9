//! A program that is talked to by lines, and that is never waited for without a limit.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::player::Fault;

/// How many lines a program may be ahead of us before it has to wait.
const LINES_AHEAD: usize = 4096;
/// The longest line that is read, in bytes; the rest of a longer one is dropped.
const LONGEST_LINE: u64 = 1 << 20;
/// How often a wait looks whether the match is to be broken off.
const SLICE: Duration = Duration::from_millis(20);
/// How long a program that was told to end may take before it is killed, and a killed one before it is given up.
const FAREWELL: Duration = Duration::from_millis(500);

/// What is to be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Program {
    /// The file.
    pub path: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The folder in which it runs, if not ours.
    pub folder: Option<PathBuf>,
}

/// A running program. Dropping it kills it.
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// If the system cannot.
    pub fn start(program: &Program) -> Result<Process, Fault> {
        let failed = |error: std::io::Error| Fault::NotStarted(format!("{}: {error}", program.path.display()));
        let mut command = Command::new(&program.path);
        command.args(&program.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        group::separate(&mut command);
        let mut child = command.spawn().map_err(failed)?;
        let (sender, lines) = sync_channel(LINES_AHEAD);
        if let Some(output) = child.stdout.take() {
            // Not joined: a descendant of the program may hold its output open for ever.
            let reader = thread::Builder::new().name("engine-output".to_owned());
            let started = reader.spawn(move || pass_on_lines(BufReader::new(output), &sender));
            if let Err(error) = started {
                end(&mut child);
                return Err(failed(error));
            }
        }
        let input = child.stdin.take();
        Ok(Process { child, input, lines })
    }

    /// Writes a line. What is written between two answers is far less than a pipe holds, so it does not wait for a
    /// program that does not read.
    ///
    /// # Errors
    /// If the program is gone.
    pub fn write(&mut self, line: &str) -> Result<(), Fault> {
        let written = match &mut self.input {
            Some(input) => input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).is_ok(),
            None => false,
        };
        if written { Ok(()) } else { Err(self.crashed()) }
    }

    /// The next line that `wanted` makes something of; others are dropped.
    ///
    /// # Errors
    /// If none comes before the deadline, the program ends, or the match is broken off.
    pub fn expect<T>(
        &mut self,
        patience: Duration,
        interrupted: &dyn Fn() -> bool,
        wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        await_line(&self.lines, patience, interrupted, wanted).map_err(|fault| fault.unwrap_or_else(|| self.crashed()))
    }

    /// Drops the lines that have come and that nobody waits for any more.
    pub fn forget_lines(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// How the program ended.
    fn crashed(&mut self) -> Fault {
        match wait(&mut self.child, FAREWELL) {
            Some(status) => Fault::Crashed(status.to_string()),
            None => Fault::Crashed("it closed its input or output".to_owned()),
        }
    }

    /// Tells the program to end by a last line and the end of its input, and kills it if it does not.
    pub fn end(mut self, farewell: &str) {
        let _ = self.write(farewell);
        self.input = None;
        let _ = wait(&mut self.child, FAREWELL);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        end(&mut self.child);
    }
}

/// The next line that `wanted` makes something of; others are dropped.
///
/// # Errors
/// If none comes before the deadline or the match is broken off; `None` if no more can come.
pub(super) fn await_line<T>(
    lines: &Receiver<String>,
    patience: Duration,
    interrupted: &dyn Fn() -> bool,
    mut wanted: impl FnMut(&str) -> Option<T>,
) -> Result<T, Option<Fault>> {
    let deadline = Instant::now() + patience;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match lines.recv_timeout(left.min(SLICE)) {
            Ok(line) => {
                if let Some(found) = wanted(&line) {
                    return Ok(found);
                }
                // A program that never stops talking must not hold us either.
                if left.is_zero() {
                    return Err(Some(Fault::Hung(patience)));
                }
            }
            Err(RecvTimeoutError::Timeout) if interrupted() => return Err(Some(Fault::Interrupted)),
            Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Some(Fault::Hung(patience))),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(None),
        }
    }
}

/// Waits for a program to end; `None` if it has not by then.
fn wait(child: &mut Child, patience: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + patience;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Err(_) => return None,
            Ok(None) if Instant::now() >= deadline => return None,
            Ok(None) => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Kills a program and whatever it started.
fn end(child: &mut Child) {
    if !matches!(child.try_wait(), Ok(Some(_))) {
        group::kill(child);
        let _ = child.kill();
        let _ = wait(child, FAREWELL);
    }
}

fn pass_on_lines(mut output: BufReader<impl Read>, sender: &SyncSender<String>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match (&mut output).take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// A program and its descendants as a group of their own: Ctrl-C at the terminal is for us and not for them, and they
/// can be killed together.
#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    pub fn separate(command: &mut Command) {
        command.process_group(0);
    }

    pub fn kill(child: &Child) {
        unsafe extern "C" {
            fn kill(pid: i32, signal: i32) -> i32;
        }
        const SIGKILL: i32 = 9;
        if let Ok(pid) = i32::try_from(child.id())
            && pid > 1
        {
            // SAFETY: kill(2) touches no memory of ours. The child has not been waited for, so its number, which is that
            // of its group, is not anyone else's.
            unsafe { kill(-pid, SIGKILL) };
        }
    }
}

#[cfg(windows)]
mod group {
    use std::os::windows::process::CommandExt;
    use std::process::{Child, Command};

    pub fn separate(command: &mut Command) {
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        command.creation_flags(CREATE_NEW_PROCESS_GROUP);
    }

    pub fn kill(_: &Child) {}
}

#[cfg(not(any(unix, windows)))]
mod group {
    use std::process::{Child, Command};

    pub fn separate(_: &mut Command) {}

    pub fn kill(_: &Child) {}
}
