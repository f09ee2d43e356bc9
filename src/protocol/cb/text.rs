//! The interface as lines of text on standard input and output.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use crate::movegen::MoveGen;
use crate::notation::{Setup, hub_move, parse_fen, sort_moves, write_fen};
use crate::protocol::lines::read_line;
use crate::protocol::log::{Level, Log, LogError, Mark};
use crate::rules::Variant;

use super::commands::{Reply, entry};
use super::settings::{Settings, shown};
use super::think::{Core, Request};

/// So many lines wait to be answered; whoever sends more waits. A client that reads no answers is not read either.
const MOST_WAITING: usize = 16;
/// Seconds for a move where no time is given.
const DEFAULT_TIME: f64 = 5.0;
/// The first words of the lines that this mode knows.
const KNOWN: [&str; 8] = ["name", "about", "help", "staticevaluation", "get", "set", "getmove", "islegal"];

/// Whether a first line is one of this mode's.
pub(crate) fn is_ours(line: &[u8]) -> bool {
    let first = line.split(|byte| byte.is_ascii_whitespace()).find(|word| !word.is_empty());
    first.is_some_and(|first| KNOWN.iter().any(|word| word.as_bytes() == first))
}

/// Speaks on standard input and output until the other side ends it. `already_read` is what was read from standard
/// input before.
///
/// # Errors
/// If the log cannot be opened; nothing was written then.
pub(crate) fn run(settings: Settings, log: Option<PathBuf>, already_read: Vec<u8>) -> Result<(), LogError> {
    let log = log.map_or(Ok(Log::none()), |path| Log::open(&path, "cb"))?;
    let faults = log.clone();
    std::panic::set_hook(Box::new(move |fault| faults.write(Level::Error, Mark::Note, &fault.to_string())));
    let input = Cursor::new(already_read).chain(BufReader::new(io::stdin()));
    serve(settings, input, io::stdout(), log);
    Ok(())
}

fn serve(settings: Settings, mut input: impl BufRead + Send + 'static, output: impl Write, log: Log) {
    let (sender, lines) = sync_channel(MOST_WAITING);
    // Not joined: it may wait for input when the session has ended.
    let reading = thread::Builder::new().spawn(move || {
        loop {
            let mut line = Vec::new();
            // What is cut off a line that is too long is missed by nobody: no command is so long.
            let Ok((more, _)) = read_line(&mut input, &mut line) else { break };
            if !more && line.is_empty() || sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                break;
            }
        }
    });
    if reading.is_err() {
        return;
    }
    let mut session = Session { core: Core::with(settings, None), output, log };
    while let Ok(line) = lines.recv() {
        // An error means that nobody listens any more.
        if !session.answer(&line, &lines).unwrap_or(false) {
            break;
        }
    }
}

struct Session<W> {
    core: Core,
    output: W,
    log: Log,
}

impl<W: Write> Session<W> {
    fn say(&mut self, line: &str) -> io::Result<()> {
        say(&mut self.output, &self.log, line)
    }

    /// Answers a line; whether there is more to be answered.
    fn answer(&mut self, line: &str, lines: &Receiver<String>) -> io::Result<bool> {
        self.log.write(Level::Info, Mark::In, line);
        let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match verb {
            "" => Ok(true),
            "quit" => Ok(false),
            "getmove" => self.get_move(rest, lines),
            "islegal" => {
                let reply = is_legal(self.core.settings().variant, rest);
                self.reply(reply)?;
                Ok(true)
            }
            _ => {
                let reply = self.core.command(line);
                self.reply(reply)?;
                Ok(true)
            }
        }
    }

    fn reply(&mut self, reply: Reply) -> io::Result<()> {
        self.say(&written(reply))
    }

    fn get_move(&mut self, words: &str, lines: &Receiver<String>) -> io::Result<bool> {
        let variant = self.core.settings().variant;
        let request =
            match request(words, |fen| parse_fen(fen, variant.numbering, true).map_err(|error| error.to_string())) {
                Ok(request) => request,
                Err(error) => {
                    self.say(&format!("error {error}"))?;
                    return Ok(true);
                }
            };
        let (mut goes_on, mut now, mut failed) = (true, false, None);
        let Session { core, output, log } = self;
        let output = std::cell::RefCell::new(output);
        let write = |line: &str| say(&mut **output.borrow_mut(), log, line);
        let listening = std::cell::Cell::new(true);
        let mut told = |status: &str| {
            if write(&format!("status {status}")).is_err() {
                listening.set(false);
            }
        };
        let mut hurry = || {
            // Not all that there are: they may come faster than they are answered.
            for _ in 0..MOST_WAITING {
                if now {
                    break;
                }
                match lines.try_recv() {
                    Ok(line) if line == "playnow" => now = true,
                    Ok(line) if line == "quit" => (now, goes_on) = (true, false),
                    Ok(line) if line.starts_with("getmove") => {
                        failed = failed.take().or(write("error getmove: a search is running").err());
                    }
                    Ok(line) if line.is_empty() => {}
                    Ok(line) => {
                        let reply = match line.strip_prefix("islegal ") {
                            Some(words) => is_legal(core.settings().variant, words),
                            None => core.command(&line),
                        };
                        failed = failed.take().or(write(&written(reply)).err());
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => (now, goes_on) = (true, false),
                }
            }
            now || !listening.get()
        };
        let answer = core.think(&request, &mut told, &mut hurry);
        if let Some(error) = failed {
            return Err(error);
        }
        let result = answer.verdict as i32;
        match answer.played {
            Some(played) => {
                let fen = write_fen(&request.setup.position.play(played), variant.numbering);
                self.say(&format!("move {} result={result} fen={fen}", hub_move(played, variant.numbering)))?;
            }
            None => {
                let fen = write_fen(&request.setup.position, variant.numbering);
                self.say(&format!("move none result={result} fen={fen}"))?;
            }
        }
        Ok(goes_on)
    }
}

/// Reads `FEN [maxtime=s] [exact] [remaining=s inc=s] [reset]`.
fn request(words: &str, read: impl FnOnce(&str) -> Result<Setup, String>) -> Result<Request, String> {
    let is_option = |word: &&str| word.contains('=') || matches!(*word, "exact" | "reset");
    let words: Vec<&str> = words.split_whitespace().collect();
    let (options, fen): (Vec<&str>, Vec<&str>) = words.into_iter().partition(is_option);
    let setup = read(&fen.join(" "))?;
    let (mut exact, mut new_game) = (false, false);
    let (mut max_time, mut remaining, mut increment) = (None, None, None);
    for option in options {
        let place = match option.split_once('=').map_or(option, |(name, _)| name) {
            "exact" => {
                exact = true;
                continue;
            }
            "reset" => {
                new_game = true;
                continue;
            }
            "maxtime" => &mut max_time,
            "remaining" => &mut remaining,
            "inc" => &mut increment,
            _ => return Err(format!("getmove: '{}' should be maxtime=, remaining=, inc= or exact", shown(option))),
        };
        let value = option.split_once('=').and_then(|(_, value)| value.parse::<f64>().ok());
        *place = Some(
            value
                .filter(|v| v.is_finite())
                .ok_or_else(|| format!("getmove: '{}' should have a number of seconds", shown(option)))?,
        );
    }
    let clock = remaining.map(|remaining| (remaining, increment.unwrap_or(0.0)));
    let max_time = max_time.or(remaining).unwrap_or(DEFAULT_TIME);
    Ok(Request { setup, max_time, exact, clock, new_game })
}

/// `islegal FEN from to`.
fn is_legal(variant: &Variant, words: &str) -> Reply {
    let words: Vec<&str> = words.split_whitespace().collect();
    let [fen @ .., from, to] = &words[..] else {
        return Reply::Wrong("islegal: write islegal FEN FROM TO".to_owned());
    };
    let (Ok(from), Ok(to)) = (from.parse::<u8>(), to.parse::<u8>()) else {
        return Reply::Wrong("islegal: the two squares should be numbers from 1 to 32".to_owned());
    };
    let position = match parse_fen(&fen.join(" "), variant.numbering, true) {
        Ok(setup) => setup.position,
        Err(error) => return Reply::Wrong(error.to_string()),
    };
    let mut moves = MoveGen::of(variant.laws).legal_moves(&position);
    sort_moves(&mut moves, variant.numbering);
    let number = |square| variant.numbering.number(square);
    let found = moves.into_iter().find(|m| number(m.from()) == from && number(m.to()) == to);
    found.map_or(Reply::Unknown, |played| Reply::Handled(entry(variant, &position, played)))
}

/// Writes a line; a line's end in it is written visibly.
fn say(output: &mut impl Write, log: &Log, line: &str) -> io::Result<()> {
    log.write(Level::Info, Mark::Out, line);
    writeln!(output, "{}", line.replace('\r', "").replace('\n', "\\n"))?;
    output.flush()
}

/// A reply as a line.
fn written(reply: Reply) -> String {
    match reply {
        Reply::Handled(text) => format!("1 {text}"),
        Reply::Unknown => "0".to_owned(),
        Reply::Wrong(text) => format!("error {text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::heard::Output;

    fn talk(name: &str, input: &str) -> Vec<String> {
        let mut settings = Settings::new(Variant::named(name).unwrap());
        settings.engine.hash_mib = 1;
        let output = Output::default();
        serve(settings, Cursor::new(input.as_bytes().to_vec()), output.clone(), Log::none());
        let text = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn lines_are_answered_one_by_one() {
        let lines = talk(
            "italian",
            "name\nget gametype\nget movelist B:W31:B3\nwhat\nset hashsize x\nislegal B:W31:B3 3 6\nislegal B:W31:B3 3 8\nquit\nname\n",
        );
        assert!(lines[0].starts_with("1 Damero "));
        let rest: Vec<&str> = lines[1..].iter().map(String::as_str).collect();
        assert_eq!(rest[..3], ["1 22", "1 movelist 2,0,6,6,3,6;0,6,6,3,7;", "0"]);
        assert!(rest[3].starts_with("error hashsize"));
        assert_eq!(rest[4..], ["1 0,6,6,3,6", "0"]);
    }

    #[test]
    fn a_move_is_written_with_what_it_leads_to() {
        let lines = talk("english", "getmove B:W18:BK15 maxtime=0.02\n");
        assert_eq!(lines.last().unwrap(), "move 15x22x18 result=1 fen=W:W:BK22");
        let lines = talk("english", "getmove W:W5:B1 maxtime=0.02\n");
        assert_eq!(lines.last().unwrap(), "move none result=2 fen=W:W5:B1");
    }

    #[test]
    fn a_flood_of_commands_does_not_keep_a_move_back() {
        /// A getmove, and then `name` for ever.
        struct Flood(Cursor<Vec<u8>>);
        impl Read for Flood {
            fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
                let count = self.0.read(bytes)?;
                if count == 0 {
                    self.0 = Cursor::new(b"name\n".repeat(100));
                }
                if count == 0 { self.0.read(bytes) } else { Ok(count) }
            }
        }
        /// Ends the session once there is a move.
        struct UntilMove;
        impl Write for UntilMove {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                if bytes.starts_with(b"move ") { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(bytes.len()) }
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (done, is_done) = std::sync::mpsc::channel();
        thread::spawn(move || {
            let mut settings = Settings::new(Variant::named("english").unwrap());
            settings.engine.hash_mib = 1;
            let first = Cursor::new(b"getmove B:W21-32:B1-12 maxtime=0.05\n".to_vec());
            serve(settings, BufReader::new(Flood(first)), UntilMove, Log::none());
            done.send(())
        });
        is_done.recv_timeout(std::time::Duration::from_secs(20)).expect("a move comes all the same");
    }

    #[test]
    fn a_search_ends_with_the_input_and_wrong_words_are_told() {
        let lines = talk("english", "getmove B:W21-32:B1-12 maxtime=1000\n");
        assert!(lines.last().unwrap().starts_with("move "));
        for wrong in ["maxtime=x", "inc=nan", "hurry=1"] {
            let lines = talk("english", &format!("getmove B:W21-32:B1-12 {wrong}\n"));
            assert!(lines[0].starts_with("error getmove:") && lines.len() == 1, "{lines:?}");
        }
    }

    #[test]
    fn first_lines_are_told_apart() {
        assert!(is_ours(b"get gametype\n") && is_ours(b"name") && is_ours(b" getmove X"));
        assert!(!is_ours(b"hub\n") && !is_ours(b"") && !is_ours(b"R01\0"));
    }
}
