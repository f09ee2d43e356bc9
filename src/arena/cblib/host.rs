//! The child process: it loads a CheckerBoard library and answers lines of text.

use std::cell::UnsafeCell;
use std::ffi::{CString, OsString, c_char, c_int};
use std::io::{BufRead, Write, stdin, stdout};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use libloading::Library;

use crate::movegen::MoveGen;
use crate::notation::{hub_move, parse_fen, write_fen};
use crate::protocol::cb::api::{Board, CbMove, EXACT, EngineCommand, GetMove, Layout, RESET, TEXT, clock, colour};
use crate::rules::Variant;

/// The stack of the thread in which a library thinks, as large as CheckerBoard's.
const STACK: usize = 8 << 20;
/// How often its status is looked at while it thinks.
const LOOK: Duration = Duration::from_millis(100);
/// How long a library that was told to play may take once nobody listens any more.
const FAREWELL: Duration = Duration::from_secs(1);

/// Runs the child process: the library's path and the ruleset's name. The exit status.
pub(crate) fn host(args: &[OsString]) -> u8 {
    let [path, rules] = args else { return 2 };
    let variant = rules.to_str().and_then(|name| Variant::named(name).ok());
    let loaded = match variant {
        Some(variant) => Hosted::load(Path::new(path), variant),
        None => Err("no such ruleset".to_owned()),
    };
    match loaded {
        Ok(hosted) => {
            say(&format!("loaded {}", hosted.command("name").unwrap_or_default()));
            hosted.serve();
            0
        }
        Err(error) => {
            say(&format!("error {error}"));
            2
        }
    }
}

/// Writes a line. A library may have left a line of its own unfinished, so ours begins with a line's end. Nobody listens
/// where it cannot be written.
fn say(line: &str) {
    let mut out = stdout().lock();
    let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = out.write_all(format!("\n{line}\n").as_bytes());
    let _ = out.flush();
}

/// What the library and we both reach while it thinks.
struct Shared {
    status: UnsafeCell<[c_char; TEXT]>,
    play_now: UnsafeCell<c_int>,
}

// SAFETY: the library writes the one and reads the other through the pointers it is given, as the interface asks; we read
// and write them by volatile accesses of single elements, and take any text that comes of a torn one for what it is worth.
unsafe impl Sync for Shared {}

impl Shared {
    fn new() -> Shared {
        Shared { status: UnsafeCell::new([0; TEXT]), play_now: UnsafeCell::new(0) }
    }

    fn status(&self) -> String {
        let start = self.status.get().cast::<c_char>();
        // SAFETY: the indices are within the array, which lives as long as we do.
        let bytes = (0..TEXT).map(|at| unsafe { start.add(at).read_volatile() } as u8);
        String::from_utf8_lossy(&bytes.take_while(|&byte| byte != 0).collect::<Vec<u8>>()).into_owned()
    }

    fn play_now(&self) {
        // SAFETY: the pointer is to a living integer.
        unsafe { self.play_now.get().write_volatile(1) };
    }
}

/// A library that is loaded.
struct Hosted {
    get_move: GetMove,
    engine_command: Option<EngineCommand>,
    variant: &'static Variant,
    /// Never unloaded: a library may have threads of its own, and the process ends soon enough.
    _library: &'static Library,
}

/// What `getmove` found.
struct Found {
    result: c_int,
    board: Board,
    named: CbMove,
}

impl Hosted {
    fn load(path: &Path, variant: &'static Variant) -> Result<Hosted, String> {
        let failed = |error: libloading::Error| format!("{}: {error}", path.display());
        // SAFETY: loading runs the library's own code, which the user asked for; that is why it is done in a process of
        // its own.
        let library: &'static Library = Box::leak(Box::new(unsafe { Library::new(path) }.map_err(failed)?));
        // SAFETY: CheckerBoard's interface gives these names these types.
        let get_move = unsafe { library.get::<GetMove>(b"getmove\0") }.map_err(failed)?;
        // SAFETY: as above.
        let engine_command = unsafe { library.get::<EngineCommand>(b"enginecommand\0") }.ok();
        let engine_command = engine_command.map(|symbol| *symbol);
        Ok(Hosted { get_move: *get_move, engine_command, variant, _library: library })
    }

    /// Gives a command to the library: its reply, if it knows the command.
    fn command(&self, command: &str) -> Option<String> {
        let (call, text) = (self.engine_command?, CString::new(command).ok()?);
        // Libraries may write a little more than they should.
        let mut reply = [0 as c_char; 2 * TEXT];
        // SAFETY: both pointers are to memory as the interface asks for: a text with a NUL, and 1024 bytes and more.
        let handled = unsafe { call(text.as_ptr(), reply.as_mut_ptr()) };
        let bytes: Vec<u8> = reply.iter().map(|&c| c as u8).take_while(|&byte| byte != 0).collect();
        (handled != 0).then(|| String::from_utf8_lossy(&bytes).replace('\n', "\\n"))
    }

    /// Answers lines until the input ends or says `quit`.
    fn serve(&self) {
        let (sender, lines) = channel();
        // Not joined: it may wait for input when the process ends.
        thread::spawn(move || stdin().lock().lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        while let Ok(line) = lines.recv() {
            match line.split_once(' ') {
                Some(("getmove", rest)) => {
                    if !self.think(rest, &lines) {
                        return;
                    }
                }
                _ if line.trim() == "quit" => return,
                _ => match self.command(&line) {
                    Some(reply) => say(&format!("1 {reply}")),
                    None => say("0"),
                },
            }
        }
    }

    /// `getmove FEN [maxtime=S] [exact] [remaining=S inc=S] [reset]`: whether there is more to be served.
    fn think(&self, request: &str, lines: &Receiver<String>) -> bool {
        let mut words = request.split_whitespace();
        let fen = words.next().unwrap_or("");
        let position = match parse_fen(fen, self.variant.numbering, true) {
            Ok(setup) => setup.position,
            Err(error) => {
                say(&format!("error {error}"));
                return true;
            }
        };
        let words: Vec<&str> = words.collect();
        let number =
            |name: &str| words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('=')?.parse::<f64>().ok());
        let mut info = if words.contains(&"exact") { EXACT } else { 0 };
        info |= if words.contains(&"reset") { RESET } else { 0 };
        let mut more = 0;
        if let Some(remaining) = number("remaining") {
            let (bits, packed) = clock(remaining, number("inc").unwrap_or(0.0));
            (info, more) = (info | bits, packed);
        }
        let layout = Layout::of(self.variant);
        let board = layout.board(&position);
        let call = (self.get_move, colour(position.side()), number("maxtime").unwrap_or(1.0), info, more);
        let shared = Arc::new(Shared::new());
        let Some((found, goes_on)) = run(call, board, &shared, lines) else { return false };
        let legal = MoveGen::of(self.variant.laws).legal_moves(&position);
        match layout.played(&position, &legal, &found.board, &found.named) {
            Some(played) => {
                let fen = write_fen(&position.play(played), self.variant.numbering);
                let text = hub_move(played, self.variant.numbering);
                say(&format!("status {}", shared.status()));
                say(&format!("move {text} result={} fen={fen}", found.result));
            }
            None => say("error the library's board and move are those of no legal move"),
        }
        goes_on
    }
}

/// Lets the library think on a thread of its own: what it found, and whether anybody still listens. `None` where nobody
/// does and it does not end.
fn run(
    call: (GetMove, c_int, f64, c_int, c_int),
    board: Board,
    shared: &Arc<Shared>,
    lines: &Receiver<String>,
) -> Option<(Found, bool)> {
    let (sender, found) = channel();
    let theirs = Arc::clone(shared);
    let think = move || {
        let (get_move, colour, time, info, more) = call;
        let (mut board, mut named) = (board, CbMove::default());
        let (status, play_now) = (theirs.status.get().cast::<c_char>(), theirs.play_now.get());
        // SAFETY: all pointers are to living memory of the types that the interface asks for.
        let result = unsafe { get_move(&mut board, colour, time, status, play_now, info, more, &mut named) };
        let _ = sender.send(Found { result, board, named });
    };
    if thread::Builder::new().stack_size(STACK).spawn(think).is_err() {
        return None;
    }
    let (mut goes_on, mut ended, mut told) = (true, None, String::new());
    loop {
        match found.recv_timeout(LOOK) {
            Ok(found) => return Some((found, goes_on)),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
        let status = shared.status();
        if status != told {
            say(&format!("status {status}"));
            told = status;
        }
        loop {
            match lines.try_recv() {
                Ok(line) if line.trim() == "playnow" => shared.play_now(),
                Ok(line) if line.trim() != "quit" => {}
                Err(std::sync::mpsc::TryRecvError::Empty) => break,
                Ok(_) | Err(_) => {
                    shared.play_now();
                    goes_on = false;
                    ended.get_or_insert_with(Instant::now);
                    break;
                }
            }
        }
        if ended.is_some_and(|at| at.elapsed() > FAREWELL) {
            return None;
        }
    }
}
