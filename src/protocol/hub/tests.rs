//! Whole sessions in this process, with input and output that are not those of the process.

use std::io::{BufReader, Cursor, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::*;
use crate::protocol::heard::Output;
use crate::protocol::lines::MOST;
use crate::rules::VARIANTS;

/// How long a session may take that should end at once.
const PATIENCE: Duration = Duration::from_secs(20);

/// Runs something that could wait for ever if there were a fault in it.
fn bounded<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, is_done) = channel();
    thread::spawn(move || done.send(work()));
    is_done.recv_timeout(PATIENCE).expect("the session ends, and well")
}

/// A session with a small table whose whole input is known beforehand, and so ends soon after it was read; its lines.
fn talk(input: impl Into<Vec<u8>>) -> Vec<String> {
    let mut settings = Settings::default();
    settings.engine.hash_mib = 1;
    let output = Output::default();
    let (input, written) = (Cursor::new(input.into()), output.clone());
    bounded(move || serve(settings, input, written, Log::none()));
    let bytes = output.0.lock().unwrap().clone();
    let text = String::from_utf8(bytes).expect("text goes out");
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_session_has_its_parts_in_order() {
    let lines =
        talk("hub\nset-param name=variant value=russian\ninit\nping\npos start\nlevel nodes=1\ngo think\nquit\nhub\n");
    assert!(lines[0].starts_with("id name=Damero version="));
    let wait = lines.iter().position(|line| line == "wait").unwrap();
    assert!(lines[1..wait].iter().all(|line| line.starts_with("param name=")));
    assert_eq!(lines[wait + 1..wait + 3], ["ready", "pong"]);
    assert!(lines[wait + 3].starts_with("info depth="));
    assert!(lines.last().unwrap().starts_with("done move="), "nothing after quit but the end of the search");
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    let began = Instant::now();
    for (search, move_is) in [("level infinite\ngo think", ""), ("go ponder", ""), ("pos fen=W:W5:B1\ngo", "none")] {
        let lines = talk(search);
        assert!(lines.last().unwrap().starts_with(&format!("done move={move_is}")), "{search}: {lines:?}");
    }
    assert!(began.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_client_that_stops_listening_ends_the_session() {
    struct Deaf;
    impl Write for Deaf {
        fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    /// Input that never ends.
    struct Endless;
    impl Read for Endless {
        fn read(&mut self, _bytes: &mut [u8]) -> io::Result<usize> {
            thread::park();
            Ok(0)
        }
    }
    let began = Instant::now();
    let input = Cursor::new("level infinite\ngo analyze\nping\n").chain(BufReader::new(Endless));
    bounded(move || serve(Settings::default(), input, Deaf, Log::none()));
    assert!(began.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_client_that_does_not_read_is_not_read_either() {
    /// An output that is full until its client goes.
    struct Full(Receiver<()>);
    impl Write for Full {
        fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    /// Input without end, of which it is known how much was read.
    struct Pings(Arc<AtomicUsize>);
    impl Read for Pings {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.0.fetch_add(bytes.len(), Ordering::SeqCst);
            bytes.iter_mut().zip(b"ping\n".iter().cycle()).for_each(|(byte, letter)| *byte = *letter);
            Ok(bytes.len() / 5 * 5)
        }
    }
    let read = Arc::new(AtomicUsize::new(0));
    let (client, gone) = channel();
    let input = BufReader::with_capacity(100, Pings(read.clone()));
    let session = thread::spawn(move || serve(Settings::default(), input, Full(gone), Log::none()));
    let (began, mut before) = (Instant::now(), 0);
    loop {
        thread::sleep(Duration::from_millis(100));
        let now = read.load(Ordering::SeqCst);
        if now == before && now > 0 {
            break;
        }
        before = now;
        assert!(now < 1000 && began.elapsed() < PATIENCE, "{now} bytes were read");
    }
    drop(client);
    bounded(move || session.join().unwrap());
}

#[test]
fn a_search_that_cannot_be_made_still_answers() {
    let (jobs, work) = channel();
    drop(work);
    let output = Output::default();
    let (events, inbox) = channel();
    events.send(Event::Line(b"init".to_vec(), false)).unwrap();
    events.send(Event::Line(b"go think".to_vec(), false)).unwrap();
    events.send(Event::End).unwrap();
    let written = output.clone();
    bounded(move || Session::new(Settings::default(), written, Log::none(), jobs).serve(&inbox, &|| ()).unwrap());
    let text = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "ready");
    assert!(lines[1].starts_with("error message=") && lines[2].starts_with("done move=") && lines.len() == 3, "{text}");
}

#[test]
fn lines_are_read_whole_or_marked() {
    let read = |bytes: &[u8], buffer: usize| {
        let (events, inbox) = channel();
        let (room, free) = channel();
        (0..bytes.len() + 1).for_each(|_| room.send(()).unwrap());
        read_lines(BufReader::with_capacity(buffer, bytes), &events, &free);
        inbox
            .try_iter()
            .filter_map(|event| match event {
                Event::Line(line, cut) => Some((line, cut)),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    for buffer in [1, 2, 7, 4096] {
        let lines = read(b"hub\r\n\n\xFF\0\nhalf", buffer);
        let expected: [&[u8]; 4] = [b"hub\r", b"", b"\xFF\0", b"half"];
        assert_eq!(lines, expected.map(|line| (line.to_vec(), false)));
    }
    for (length, cut) in [(MOST, false), (MOST + 1, true), (3 * MOST, true)] {
        let mut text = vec![b'x'; length];
        text.extend(b"\nping");
        let lines = read(&text, 8192);
        assert_eq!((lines[0].0.len(), lines[0].1), (MOST, cut), "{length}");
        assert_eq!(lines[1], (b"ping".to_vec(), false));
    }
    assert!(read(b"", 8).is_empty());
}

/// A small generator of numbers that look random (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.below(among.len())]
    }
}

const WORDS: [&str; 44] = [
    "hub",
    "init",
    "set-param",
    "new-game",
    "pos",
    "level",
    "go",
    "ponder-hit",
    "stop",
    "ping",
    "think",
    "ponder",
    "analyze",
    "start",
    "infinite",
    "=",
    "\"",
    "\\",
    "name=variant",
    "name=threads",
    "value=2",
    "name=tt-size",
    "value=16",
    "name=multipv",
    "value=3",
    "name=position-style",
    "value=pydraughts",
    "name=draw-plies",
    "value=0",
    "name=objective",
    "value=giveaway",
    "name=contempt",
    "value=-7",
    "counts=\"H3 T2\"",
    "counts=H999999",
    "pos=",
    "moves=",
    "fen=",
    "depth=3",
    "nodes=50",
    "time=-1",
    "inc=1e-3",
    "moves=\"11-15 22-18\"",
    "moves=\"21-17\"",
];

/// A line of the protocol, or something like one.
fn line(dice: &mut Dice) -> Vec<u8> {
    let mut line = Vec::new();
    match dice.below(8) {
        0 => line.extend((0..dice.below(60)).map(|_| dice.below(256) as u8).filter(|&byte| byte != b'\n')),
        1 => {
            let cells: String = (0..32).map(|_| *dice.pick(&['w', 'b', 'W', 'B', 'e', 'e', 'e', 'e'])).collect();
            line.extend(format!("pos pos={}{cells}", dice.pick(&["W", "B", "?", ""])).bytes());
        }
        2 => line.extend(format!("set-param name=variant value={}", dice.pick(&VARIANTS).name).bytes()),
        3 => line.extend(b"go think"),
        4 => line.extend(b"pos start"),
        _ => {
            for _ in 0..=dice.below(6) {
                line.extend(dice.pick(&WORDS).bytes());
                line.push(*dice.pick(b"  \t="));
            }
        }
    }
    // Now and then a byte is hit.
    if dice.below(4) == 0 && !line.is_empty() {
        let at = dice.below(line.len());
        line[at] = *dice.pick(b"\0 =\"x\xFF-9");
    }
    line.push(b'\n');
    line
}

#[test]
fn no_bytes_crash_a_session_and_every_go_has_its_done() {
    let mut searches = 0;
    for seed in 1..=300u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut input = b"level nodes=50\n".to_vec();
        (0..dice.below(120)).for_each(|_| input.extend(line(&mut dice)));
        let lines = talk(input.clone());
        let known = ["id ", "param ", "wait", "ready", "pong", "info ", "done move=", "error message=\""];
        for line in &lines {
            assert!(known.iter().any(|start| line.starts_with(start)), "seed {seed}: {line}");
            assert!(!line.contains("fault") && !line.chars().any(char::is_control), "seed {seed}: {line}");
        }
        let text = String::from_utf8_lossy(&input).into_owned();
        let asked = text.split('\n').filter_map(syntax::Line::parse).filter(|line| line.command == "go").count();
        let is_refused = |line: &&String| line.contains("\"go: a search is running") || line.contains("\"go: a quote");
        let refused = lines.iter().filter(is_refused).count();
        let done = lines.iter().filter(|line| line.starts_with("done ")).count();
        assert_eq!(done, asked - refused, "seed {seed}");
        assert!(done > 0 || asked == 0, "seed {seed}: the first is never refused");
        searches += asked;
    }
    assert!(searches > 1000, "{searches} searches asked for are too few to say much");
}
