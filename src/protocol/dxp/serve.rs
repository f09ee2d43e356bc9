//! Where peers come from: standard input and output, a connection that we make, or connections that are made to us, one
//! at a time.

use std::io::{self, Cursor, Read};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::protocol::log::{Level as LogLevel, Log, Mark};
use crate::protocol::worker::{self, Event};

use super::breach::Breach;
use super::message::{Message, Refusal};
use super::session::{Context, Session};
use super::wire::{self, Ending, Wire};
use super::{DxpError, DxpSettings, Place, Report, Role, Tally};

/// How many events may wait to be taken; whoever sends more waits.
const EVENTS: usize = 64;
/// How often a wait for peers looks whether the user ends the program.
const SLICE: Duration = Duration::from_millis(50);
/// How long a second peer has to ask for its game before it is sent away without an answer, and how many are answered at
/// once.
const REFUSING: Duration = Duration::from_secs(5);
const REFUSED_AT_ONCE: usize = 4;
/// How long a second peer waits for the first to be gone.
const LEAVING: Duration = Duration::from_millis(250);
/// How long is waited after a connection could not be taken.
const RECOVERY: Duration = Duration::from_millis(200);

/// Plays games; whether all came to a regular end.
///
/// # Errors
/// If none could be played at all.
pub(crate) fn run(
    settings: &DxpSettings,
    place: Place,
    tell: &mut dyn FnMut(&Report),
    interrupted: &dyn Fn() -> bool,
) -> Result<bool, DxpError> {
    let log = settings.log.as_deref().map_or(Ok(Log::none()), |path| Log::open(path, "dxp")).map_err(DxpError::Log)?;
    let mut tally = Tally { of: settings.games, ..Tally::default() };
    let mut context = Context { settings, log, tell, interrupted, tally: &mut tally };
    match place {
        Place::Standard(read) => {
            let ending: Ending = Arc::new(AtomicU8::new(0));
            let wire = Wire::local(Box::new(io::stdout()), ending.clone());
            let input = Cursor::new(read).chain(io::stdin());
            session(&mut context, wire, false, move |events| wire::read_messages(input, true, &ending, &events))?;
        }
        Place::Connect(address) => {
            let stream = wire::connect(&address).map_err(|error| DxpError::Connect(address.clone(), error))?;
            (context.tell)(&Report::Connected(address));
            let ended = over_network(&mut context, &stream);
            let _ = stream.shutdown(Shutdown::Both);
            ended?;
        }
        Place::Listen(address) => listen(&mut context, &address)?,
    }
    Ok(tally.broken == 0 && !tally.failed)
}

/// Takes peers one by one until enough games are played or the user ends it.
fn listen(context: &mut Context<'_>, address: &str) -> Result<(), DxpError> {
    let failed = |error| DxpError::Listen(address.to_owned(), error);
    let listener = TcpListener::bind(address).map_err(failed)?;
    let here = listener.local_addr().map_err(failed)?;
    (context.tell)(&Report::Listening(here.to_string()));
    let busy = Arc::new(AtomicBool::new(false));
    let (peers, coming) = sync_channel(1);
    let door = Door { busy: busy.clone(), peers, refusing: Arc::default(), name: context.settings.name.clone() };
    // Not joined: it waits for peers for as long as the program runs.
    thread::Builder::new().name("dxp-door".to_owned()).spawn(move || door.keep(&listener)).map_err(DxpError::Thread)?;
    while context.tally.wants_more() && !(context.interrupted)() {
        match coming.recv_timeout(SLICE) {
            Ok(stream) => {
                if let Ok(from) = stream.peer_addr() {
                    (context.tell)(&Report::Connected(from.to_string()));
                }
                let ended = over_network(context, &stream);
                // Before the connection is closed: a peer that sees its end may come again at once.
                busy.store(false, Ordering::Release);
                let _ = stream.shutdown(Shutdown::Both);
                ended?;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    Ok(())
}

/// Lets in one peer at a time, and tells others that no game is to be had.
#[derive(Clone)]
struct Door {
    busy: Arc<AtomicBool>,
    peers: SyncSender<TcpStream>,
    refusing: Arc<AtomicUsize>,
    name: String,
}

impl Door {
    fn keep(&self, listener: &TcpListener) {
        loop {
            let Ok((stream, _)) = listener.accept() else {
                // Too many open files, or a peer that has left: neither lasts.
                thread::sleep(RECOVERY);
                continue;
            };
            if self.busy.swap(true, Ordering::AcqRel) {
                self.send_away(stream);
            } else if self.peers.send(stream).is_err() {
                return;
            }
        }
    }

    /// Whether the place became free, and is taken, while a peer waited: the one before may have left without our
    /// having noticed.
    fn took_the_place(&self) -> bool {
        let asked = Instant::now();
        while self.busy.swap(true, Ordering::AcqRel) {
            if asked.elapsed() > LEAVING {
                return false;
            }
            thread::sleep(LEAVING / 16);
        }
        true
    }

    fn send_away(&self, stream: TcpStream) {
        if self.refusing.fetch_add(1, Ordering::AcqRel) >= REFUSED_AT_ONCE {
            self.refusing.fetch_sub(1, Ordering::AcqRel);
            return;
        }
        let door = self.clone();
        let started = thread::Builder::new().name("dxp-refuse".to_owned()).spawn(move || {
            if door.took_the_place() {
                // Nobody takes it when the program ends.
                let _ = door.peers.send(stream);
            } else {
                // It may have left, which is what is wanted.
                let _ = refuse(&stream, door.name);
            }
            door.refusing.fetch_sub(1, Ordering::AcqRel);
        });
        if started.is_err() {
            self.refusing.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

/// Answers one request of a peer that there is no game now, and waits for it to leave.
fn refuse(mut stream: &TcpStream, name: String) -> io::Result<()> {
    let deadline = Instant::now() + REFUSING;
    let mut wire = Wire::network(stream, Ending::default())?;
    let (mut framer, mut asked) = (wire::Framer::default(), false);
    let mut buffer = [0; 256];
    while Instant::now() < deadline {
        stream.set_read_timeout(Some(deadline.saturating_duration_since(Instant::now()).max(SLICE)))?;
        let count = stream.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        let mut asks = false;
        framer.push(buffer.get(..count).unwrap_or_default(), |message, _, _| asks |= message.starts_with(b"R"));
        if asks && !asked {
            asked = true;
            wire.send(&Message::GameAnswer(name.clone(), Some(Refusal::AnyGame)))?;
        }
    }
    Ok(())
}

/// A session over a connection; closing it, which also ends the thread that reads, is left to the caller.
fn over_network(context: &mut Context<'_>, stream: &TcpStream) -> Result<(), DxpError> {
    let ending: Ending = Arc::new(AtomicU8::new(0));
    let (wire, input) = match Wire::network(stream, ending.clone()).and_then(|wire| Ok((wire, stream.try_clone()?))) {
        Ok(parts) => parts,
        Err(error) => {
            context.log.write(LogLevel::Warn, Mark::Note, &format!("the peer has left: {error}"));
            return Ok(());
        }
    };
    session(context, wire, true, move |events| wire::read_messages(input, false, &ending, &events))
}

/// Plays with one peer until the session ends, and tells how if it ended before its time.
fn session(
    context: &mut Context<'_>,
    wire: Wire,
    limited: bool,
    read: impl FnOnce(SyncSender<Event>) + Send + 'static,
) -> Result<(), DxpError> {
    let (events, inbox) = sync_channel(EVENTS);
    let (jobs, work) = channel();
    let found = events.clone();
    let spawn = |name: &str, body: Box<dyn FnOnce() + Send>| {
        thread::Builder::new().name(name.to_owned()).spawn(body).map_err(DxpError::Thread)
    };
    let searching = spawn(
        "dxp-search",
        Box::new(move || {
            worker::work(&work, &|event| {
                // Nobody waits for it any more if the session has ended.
                let _ = found.send(event);
            });
        }),
    )?;
    // Not joined: on standard input it may wait for ever.
    spawn("dxp-input", Box::new(move || read(events)))?;
    let Context { settings, log, tell, interrupted, tally } = context;
    let role = settings.role;
    let own = Context { settings, log: log.clone(), tell: &mut **tell, interrupted: *interrupted, tally };
    let mut session = Session::new(own, wire, inbox, jobs, limited);
    let ended = match role {
        Role::Follow => session.follow(),
        Role::Initiate => session.initiate(),
    };
    session.halt();
    // With it go the inbox and the jobs, so that the searching thread ends.
    drop(session);
    let _ = searching.join();
    if let Err(breach) = ended {
        context.log.write(LogLevel::Warn, Mark::Note, &breach.to_string());
        if !matches!(breach, Breach::Interrupted) {
            context.tally.failed |= role == Role::Initiate;
            (context.tell)(&Report::Broken(breach));
        }
    }
    Ok(())
}
