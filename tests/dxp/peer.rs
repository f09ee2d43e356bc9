//! The program as a DXP listener, and a peer that says whatever a test wants. Every wait has a limit.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long anything may take that should not.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A file of its own for a test, gone afterwards.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("damero-dxp-{}-{name}.pdn", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Scratch(path)
    }

    pub fn path(&self) -> &str {
        self.0.to_str().expect("the path is text")
    }

    pub fn text(&self) -> String {
        std::fs::read_to_string(&self.0).unwrap_or_default()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

pub fn damero(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damero"));
    command.args(args).env_remove("LC_ALL").env("LANG", "C").stdin(Stdio::null());
    command
}

/// The program, waiting for peers.
pub struct Listener {
    pub child: Child,
    pub address: String,
    /// What it writes to standard output, and to standard error after the line with its address.
    pub out: Receiver<String>,
    pub errors: Receiver<String>,
}

fn lines(from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

impl Listener {
    pub fn start(args: &[&str]) -> Listener {
        let fixed = ["dxp", "--listen", "127.0.0.1:0", "--hash", "1", "--book", "off"];
        let mut command = damero(&[&fixed[..], args].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let out = lines(child.stdout.take().expect("a pipe"));
        let errors = lines(child.stderr.take().expect("a pipe"));
        let first = errors.recv_timeout(PATIENCE).expect("it says where it listens");
        let address = first.strip_prefix("damero: listening on ").unwrap_or_else(|| panic!("{first}")).to_owned();
        Listener { child, address, out, errors }
    }

    pub fn connect(&self) -> Peer {
        Peer::over(TcpStream::connect(&self.address).expect("it listens"))
    }

    /// The next line of results.
    pub fn result(&self) -> String {
        self.out.recv_timeout(PATIENCE).expect("a game is over")
    }

    /// The next line of messages.
    pub fn error(&self) -> String {
        self.errors.recv_timeout(PATIENCE).expect("it has something to say")
    }

    pub fn wait(&mut self) -> ExitStatus {
        wait(&mut self.child)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn wait(child: &mut Child) -> ExitStatus {
    let asked = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            return status;
        }
        assert!(asked.elapsed() < PATIENCE, "the program does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A connection to the program.
pub struct Peer {
    pub stream: TcpStream,
    pending: Vec<u8>,
}

impl Peer {
    pub fn over(stream: TcpStream) -> Peer {
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        stream.set_write_timeout(Some(PATIENCE)).expect("a socket");
        Peer { stream, pending: Vec::new() }
    }

    /// Whoever connects to us next.
    pub fn accept(listener: &TcpListener) -> Peer {
        Peer::over(listener.accept().expect("someone connects").0)
    }

    pub fn send(&mut self, message: &str) {
        self.send_bytes(format!("{message}\0").as_bytes());
    }

    /// Sends bytes; a program that has closed the connection is no failure here.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes);
    }

    /// The next message; `None` if the program has closed the connection.
    pub fn next(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.pending.iter().position(|&byte| byte == 0) {
                let message: Vec<u8> = self.pending.drain(..=end).collect();
                return Some(String::from_utf8(message[..end].to_vec()).expect("messages are ASCII"));
            }
            let mut buffer = [0; 512];
            match self.stream.read(&mut buffer) {
                Ok(0) => return None,
                Ok(count) => self.pending.extend(&buffer[..count]),
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("no message within {PATIENCE:?}: {error}"),
            }
        }
    }

    pub fn expect(&mut self, start: &str) -> String {
        let message = self.next().unwrap_or_else(|| panic!("{start} was expected, the connection is closed"));
        assert!(message.starts_with(start), "{start} was expected, not {message}");
        message
    }

    /// The program closes the connection, perhaps after some words.
    pub fn expect_closed(&mut self) {
        while let Some(message) = self.next() {
            assert!(message.starts_with('C'), "the end was expected, not {message}");
        }
    }

    pub fn close(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    /// Asks for a game and is accepted. `rest` follows the name.
    pub fn ask(&mut self, rest: &str) {
        self.send(&request(rest));
        assert!(self.expect("A").ends_with('0'), "the game is accepted");
    }
}

/// A game request; `rest` is what follows the name.
pub fn request(rest: &str) -> String {
    format!("R01{:32}{rest}", "a peer")
}
