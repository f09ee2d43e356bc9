//! DXP peers as players: a program that listens somewhere, or one that we start.
//!
//! We ask for the games. DXP tells a peer its side, the position and a clock of whole minutes, and no more: ruleset, draw
//! rules and thinking time without a clock are for the user to set in the peer.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::protocol::Style;
use crate::protocol::dxp::{BackAnswer, EndReason, Framer, GameRequest, Message, Refusal, Terms, connect};

use super::control::Level;
use super::player::{Answer, Fault, Player, Table, Turn};
use super::process::{Process, Program, await_line};

/// Our name in games.
const NAME: &str = "Damero match";
/// How many messages a peer may be ahead of us before it has to wait.
const AHEAD: usize = 256;
/// How long a peer may leave unread what we write.
const UNREAD: Duration = Duration::from_secs(10);
/// How often a program that is starting is tried.
const TRYING: Duration = Duration::from_millis(50);

/// Where a peer is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Peer {
    /// The program to be started.
    pub program: Option<Program>,
    /// Where to connect; without it the program speaks on its standard input and output, a message a line.
    pub address: Option<String>,
}

/// A DXP peer.
pub(super) struct DxpPlayer {
    peer: Peer,
    table: Table,
    terms: Terms,
    link: Option<Link>,
    /// Whether the peer is in a game.
    playing: bool,
}

impl DxpPlayer {
    /// A peer; it is started, or connected to, when the first game begins.
    pub fn new(peer: Peer, table: Table) -> DxpPlayer {
        let terms = Terms::new(table.variant, Style::Standard);
        DxpPlayer { peer, table, terms, link: None, playing: false }
    }

    fn open(&self) -> Result<Link, Fault> {
        let program = self.peer.program.as_ref().map(Process::start).transpose()?;
        let Some(address) = &self.peer.address else {
            return program.map(Link::Program).ok_or_else(|| Fault::NotStarted("no peer is named".to_owned()));
        };
        let deadline = Instant::now() + self.table.patience.start;
        loop {
            match connect(address) {
                Ok(stream) => return Link::over(stream, program),
                // A program that was started just now may not listen yet.
                Err(_) if program.is_some() && Instant::now() < deadline => thread::sleep(TRYING),
                Err(error) => return Err(Fault::NotStarted(format!("{address}: {error}"))),
            }
        }
    }

    /// Asks for a game from the present position.
    fn ask(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let position = turn.game.position();
        let is_start = *position == self.table.variant.start();
        let request = Message::GameRequest(GameRequest {
            name: NAME.to_owned(),
            follower: position.side(),
            minutes: minutes(turn.level),
            moves: 0,
            position: (!is_start).then(|| self.terms.write_position(position)),
        });
        let link = self.link.as_mut().ok_or_else(|| Fault::Crashed("it is not connected".to_owned()))?;
        link.send(&request)?;
        let refusal = link.expect(self.table.patience.start, turn.interrupted, |message| match message {
            Message::GameAnswer(_, refusal) => Some(refusal),
            _ => None,
        })?;
        match refusal {
            None => {
                self.playing = true;
                Ok(())
            }
            Some(Refusal::Version) => Err(Fault::NotStarted("it refuses: another version".to_owned())),
            Some(Refusal::ThisGame) => Err(Fault::NotStarted("it refuses this game or position".to_owned())),
            Some(Refusal::AnyGame) => Err(Fault::NotStarted("it refuses: no game now".to_owned())),
        }
    }

    fn play(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        if self.playing {
            let last =
                turn.game.moves().last().copied().ok_or_else(|| Fault::Crashed("no move was made".to_owned()))?;
            let message = Message::Move(self.terms.write_move(last, 0));
            self.link()?.send(&message)?;
        } else {
            self.ask(turn)?;
        }
        let terms = self.terms;
        let link = self.link()?;
        loop {
            let heard = link.expect(turn.patience, turn.interrupted, |message| match message {
                Message::Move(_) | Message::GameEnd(..) | Message::BackRequest(..) => Some(message),
                _ => None,
            })?;
            match heard {
                Message::Move(message) => {
                    let played = terms.read_move(&message, turn.game).map_err(Fault::Illegal)?;
                    return Ok(Answer { played, score: None, depth: None });
                }
                Message::GameEnd(reason, _) => {
                    self.playing = false;
                    // It has had its say; whether it hears ours does not matter.
                    let _ = self.link()?.send(&Message::GameEnd(EndReason::Unknown, true));
                    return Err(match reason {
                        EndReason::IGiveUp => Fault::Resigned,
                        EndReason::Draw => Fault::Illegal("it calls the game drawn".to_owned()),
                        EndReason::IWin => Fault::Illegal("it says that it has won".to_owned()),
                        EndReason::Unknown => Fault::Illegal("it ends the game".to_owned()),
                    });
                }
                _ => link.send(&Message::BackAnswer(BackAnswer::Refused))?,
            }
        }
    }

    fn link(&mut self) -> Result<&mut Link, Fault> {
        self.link.as_mut().ok_or_else(|| Fault::Crashed("it is not connected".to_owned()))
    }

    /// Ends the game that the peer is in; whether it would like another. Between its moves it is our turn there, however
    /// the game went on here.
    fn end_game(&mut self, more: bool) -> Result<bool, Fault> {
        self.playing = false;
        let patience = self.table.patience.start;
        let link = self.link()?;
        link.send(&Message::GameEnd(EndReason::Unknown, more))?;
        link.expect(patience, &|| false, |message| match message {
            Message::GameEnd(_, more) => Some(more),
            _ => None,
        })
    }
}

impl Player for DxpPlayer {
    fn new_game(&mut self) -> Result<(), Fault> {
        if self.playing && !self.end_game(true)? {
            // It wants no more games of us; perhaps of the next who connects.
            self.stop();
        }
        if self.link.is_none() {
            self.link = Some(self.open()?);
        }
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.play(turn)
    }

    fn stop(&mut self) {
        if let (true, Some(link)) = (self.playing, &mut self.link) {
            let _ = link.send(&Message::GameEnd(EndReason::Unknown, false));
        }
        self.playing = false;
        self.link = None;
    }
}

/// The minutes that a peer is told: those of a clock, else none.
fn minutes(level: Level) -> u16 {
    match level {
        // What is left at its first move.
        Level::Clock(left, _) => u16::try_from(left.as_secs().div_ceil(60)).unwrap_or(999).clamp(1, 999),
        Level::MoveTime(_) | Level::Nodes(_) | Level::Depth(_) => 0,
    }
}

/// The way to a peer.
enum Link {
    /// Its standard input and output.
    Program(Process),
    /// A connection, to a program of ours perhaps.
    Network { stream: TcpStream, messages: Receiver<String>, _program: Option<Process> },
}

impl Link {
    fn over(stream: TcpStream, program: Option<Process>) -> Result<Link, Fault> {
        let failed = |error: std::io::Error| Fault::NotStarted(error.to_string());
        stream.set_nodelay(true).map_err(failed)?;
        stream.set_write_timeout(Some(UNREAD)).map_err(failed)?;
        let input = stream.try_clone().map_err(failed)?;
        let (sender, messages) = sync_channel(AHEAD);
        // Not joined: it ends with the connection.
        thread::Builder::new().name("dxp-peer".to_owned()).spawn(move || read(input, &sender)).map_err(failed)?;
        Ok(Link::Network { stream, messages, _program: program })
    }

    fn send(&mut self, message: &Message) -> Result<(), Fault> {
        let text = message.write();
        match self {
            Link::Program(process) => process.write(&text),
            Link::Network { stream, .. } => {
                let written = stream.write_all(&[text.as_bytes(), b"\0"].concat());
                written.map_err(|error| Fault::Crashed(format!("the connection is gone: {error}")))
            }
        }
    }

    /// The next message that `wanted` makes something of. Chat and what cannot be read are dropped, but for a broken
    /// move.
    fn expect<T>(
        &mut self,
        patience: Duration,
        interrupted: &dyn Fn() -> bool,
        mut wanted: impl FnMut(Message) -> Option<T>,
    ) -> Result<T, Fault> {
        let take = |line: &str| match Message::parse(line.as_bytes()) {
            Ok(message) => wanted(message).map(Ok),
            Err(error) if line.starts_with('M') => Some(Err(Fault::Illegal(error.to_string()))),
            Err(_) => None,
        };
        match self {
            Link::Program(process) => process.expect(patience, interrupted, take)?,
            Link::Network { messages, .. } => await_line(messages, patience, interrupted, take)
                .map_err(|fault| fault.unwrap_or_else(|| Fault::Crashed("the connection is gone".to_owned())))?,
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Link::Network { stream, .. } = self {
            // Ends the thread that reads, too.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn read(mut input: impl Read, sender: &SyncSender<String>) {
    let (mut framer, mut buffer, mut wanted) = (Framer::default(), [0; 1024], true);
    while let Ok(count @ 1..) = input.read(&mut buffer) {
        framer.push(&buffer[..count], |message, _, _| {
            wanted = wanted && sender.send(String::from_utf8_lossy(&message).into_owned()).is_ok();
        });
        if !wanted {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_told_in_minutes() {
        let clock = |seconds| minutes(Level::Clock(Duration::from_secs(seconds), Duration::ZERO));
        assert_eq!((clock(60), clock(59), clock(300), clock(0), clock(1_000_000)), (1, 1, 5, 1, 999));
        assert_eq!(minutes(Level::Nodes(5)), 0);
    }
}
