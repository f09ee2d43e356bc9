//! Bytes to messages and back, over a network or standard input and output.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

use crate::protocol::worker::Event;

use super::message::{LONGEST, Message};

/// The port of DXP.
pub(crate) const PORT: u16 = 27531;
/// Two messages of ours with none of the peer's between them are this far apart: some peers (pydraughts 0.6.7) take
/// whatever one read brings for one message.
const PACE: Duration = Duration::from_millis(100);
/// How long a peer may leave unread what we write.
const UNREAD: Duration = Duration::from_secs(10);
/// How long each address of a host is tried.
const CONNECTING: Duration = Duration::from_secs(10);

/// Cuts a stream of bytes into messages.
#[derive(Default)]
pub(crate) struct Framer {
    /// Whether a line end ends a message too.
    pub by_lines: bool,
    pending: Vec<u8>,
    /// Whether the message is longer than any may be; the rest of it is dropped.
    cut: bool,
}

impl Framer {
    /// Takes bytes as they come. `found` gets each message, whether its end is missing, and the byte that ended it;
    /// empty messages are left out.
    pub fn push(&mut self, bytes: &[u8], mut found: impl FnMut(Vec<u8>, bool, u8)) {
        for &byte in bytes {
            if byte == 0 || self.by_lines && byte == b'\n' {
                self.end(|message, cut| found(message, cut, byte));
            } else if self.pending.len() < LONGEST {
                self.pending.push(byte);
            } else {
                // A line end before the end is no character too many.
                self.cut |= !matches!(byte, b'\r' | b'\n');
            }
        }
    }

    /// The message so far is whole.
    pub fn end(&mut self, found: impl FnOnce(Vec<u8>, bool)) {
        let message = std::mem::take(&mut self.pending);
        let cut = std::mem::take(&mut self.cut);
        if !message.trim_ascii().is_empty() {
            found(message, cut);
        }
    }
}

/// How the peer ends its messages, as far as is known; ours end likewise.
pub(super) type Ending = Arc<AtomicU8>;

/// Reads messages and sends them on until the input ends or nobody listens.
pub(super) fn read_messages(mut input: impl Read, by_lines: bool, ending: &Ending, events: &SyncSender<Event>) {
    let mut framer = Framer { by_lines, ..Framer::default() };
    let mut buffer = [0; 1024];
    let mut heard = true;
    while heard {
        let count = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        framer.push(buffer.get(..count).unwrap_or_default(), |message, cut, end| {
            ending.store(end, Ordering::Relaxed);
            // A full channel makes us wait, and so in the end a peer that floods us.
            heard = heard && events.send(Event::Line(message, cut)).is_ok();
        });
    }
    if by_lines {
        framer.end(|message, cut| {
            let _ = events.send(Event::Line(message, cut));
        });
    }
    let _ = events.send(Event::End);
}

/// Where messages go.
pub(super) struct Wire {
    output: Box<dyn Write + Send>,
    ending: Ending,
    pace: Duration,
    /// When the last message went, if none has come since.
    sent: Option<Instant>,
}

impl Wire {
    /// Messages on an output that is fast and local.
    pub fn local(output: Box<dyn Write + Send>, ending: Ending) -> Wire {
        Wire { output, ending, pace: Duration::ZERO, sent: None }
    }

    /// Messages over a connection.
    ///
    /// # Errors
    /// If the connection is gone already.
    pub fn network(stream: &TcpStream, ending: Ending) -> io::Result<Wire> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(UNREAD))?;
        Ok(Wire { output: Box::new(stream.try_clone()?), ending, pace: PACE, sent: None })
    }

    /// A message has come.
    pub fn heard(&mut self) {
        self.sent = None;
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the peer is gone, or has not read for a long time.
    pub fn send(&mut self, message: &Message) -> io::Result<String> {
        if let Some(sent) = self.sent {
            thread::sleep(self.pace.saturating_sub(sent.elapsed()));
        }
        let text = message.write();
        let mut bytes = text.clone().into_bytes();
        bytes.push(self.ending.load(Ordering::Relaxed));
        self.output.write_all(&bytes)?;
        self.output.flush()?;
        self.sent = Some(Instant::now());
        Ok(text)
    }
}

/// `HOST:PORT` from what a user writes: either part can be left out, the host then being this machine.
pub(crate) fn address(text: &str) -> String {
    const HERE: &str = "127.0.0.1";
    let text = text.trim();
    let is_port = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.rsplit_once(':') {
        _ if text.is_empty() => format!("{HERE}:{PORT}"),
        // An address of version 6 without a port.
        _ if text.ends_with(']') => format!("{text}:{PORT}"),
        Some((host, _)) if host.contains(':') && !host.starts_with('[') => format!("[{text}]:{PORT}"),
        Some(("", port)) => format!("{HERE}:{}", if port.is_empty() { PORT.to_string() } else { port.to_owned() }),
        Some((host, "")) => format!("{host}:{PORT}"),
        Some(_) => text.to_owned(),
        None if is_port(text) => format!("{HERE}:{text}"),
        None => format!("{text}:{PORT}"),
    }
}

/// Connects to a peer.
///
/// # Errors
/// If the address is none, or nobody answers there in time.
pub(crate) fn connect(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "no address of that name");
    for found in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&found, CONNECTING) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(chunks: &[&[u8]], by_lines: bool) -> Vec<(String, bool)> {
        let mut framer = Framer { by_lines, ..Framer::default() };
        let mut found = Vec::new();
        for chunk in chunks {
            framer.push(chunk, |message, cut, _| found.push((String::from_utf8(message).unwrap(), cut)));
        }
        found
    }

    #[test]
    fn messages_are_found_however_the_bytes_come() {
        let stream = b"M0001111500\0\0CHello\nyou\0E00\0half";
        let expected = ["M0001111500", "CHello\nyou", "E00"].map(|text| (text.to_owned(), false));
        for size in [1, 2, 3, 7, 100] {
            let chunks: Vec<&[u8]> = stream.chunks(size).collect();
            assert_eq!(framed(&chunks, false), expected);
        }
        let lines = ["M0001111500", "CHello", "you", "E00"].map(|text| (text.to_owned(), false));
        assert_eq!(framed(&[stream], true), lines);
    }

    #[test]
    fn long_messages_are_cut_and_cost_no_memory() {
        let long = vec![b'C'; 1 << 20];
        let found = framed(&[&long, b"\0E00\0"], false);
        assert_eq!(found.len(), 2);
        assert!(found[0].0.len() == LONGEST && found[0].1 && found[1] == ("E00".to_owned(), false));
        let full = [&b"C".repeat(LONGEST)[..], b"\r\n\0"].concat();
        assert_eq!(framed(&[&full], false), [("C".repeat(LONGEST), false)]);
    }

    #[test]
    fn addresses_have_their_defaults() {
        for (text, whole) in [
            ("", "127.0.0.1:27531"),
            ("27532", "127.0.0.1:27532"),
            (":0", "127.0.0.1:0"),
            ("0.0.0.0", "0.0.0.0:27531"),
            ("example.org:99", "example.org:99"),
            ("::1", "[::1]:27531"),
            ("[::1]", "[::1]:27531"),
            ("[::1]:5", "[::1]:5"),
        ] {
            assert_eq!(address(text), whole);
        }
    }
}
