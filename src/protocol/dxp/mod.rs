//! DXP, the DamExchange protocol: games between two programs, over TCP or standard input and output.
//!
//! One side asks for games (initiator), the other follows. What the protocol leaves open, and how it is here:
//!
//! - A listener has one peer at a time. Another waits a quarter of a second for the first to be gone, and is then told that
//!   there is no game.
//! - The start position `A` has the side to move that moves first in the ruleset: Black in english and pool.
//! - A number of moves is that of each side after which the game is broken off as undecided, by reason 0; our time for
//!   the game is shared out among them.
//! - Without minutes there is no clock: we think for the time of `--time`, and wait for a move as long as `--timeout`
//!   says. With a clock a peer may be late by `grace`, for the network's sake, and then loses. The seconds in moves are
//!   for people; what counts is the time that we measure.
//! - A message that begins with no known letter is ignored, and so are answers to what was not asked. A known one that is
//!   broken, too long, not legal or out of turn loses the game and ends the session; a game request that is broken is
//!   refused. A peer that asks for a game in the midst of one breaks that off, and gets the new one.
//! - GAMEEND is taken at any time and acknowledged. The rules decide the result where they do; then a peer that gives up
//!   has lost, one that says `draw` has drawn, and one that says `I win` has not shown it: the result is `*`.
//! - A take-back is done at any time in a game, also several moves back; the clocks go back with the moves.
//! - Chat is shown and answered by nothing.
//!
//! Three threads: one reads messages, one searches, and the session takes what both have to tell and writes.

mod breach;
mod message;
mod play;
mod record;
mod serve;
mod session;
mod terms;
mod turns;
mod wire;

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::board::Side;
use crate::engine::{EngineOptions, Objective};
use crate::lang::{Lang, Say};
use crate::openings::BookChoice;
use crate::rules::{DrawRules, State, Variant};

use super::dialect::Style;
use super::log::LogError;

pub(crate) use breach::Breach;
pub(crate) use message::{BackAnswer, EndReason, GameRequest, Message, Refusal};
pub(crate) use serve::run;
pub(crate) use terms::Terms;
pub(crate) use wire::{Framer, address, connect};

/// How long is thought about a move where nothing else says.
pub(crate) const MOVE_TIME: Duration = Duration::from_secs(5);

/// Who asks for games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// The peer does.
    Follow,
    /// We do.
    Initiate,
}

/// Where the peer is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// On standard input and output, of which this was read already.
    Standard(Vec<u8>),
    /// Whoever connects to this address.
    Listen(String),
    /// At this address.
    Connect(String),
}

/// Our side in games that we ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colour {
    /// The side to move in the first game, then the other, and so on.
    Alternating,
    /// This one.
    Always(Side),
}

/// When the scores of our own moves end a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Threshold {
    /// A score in men; proven and database losses are beyond 80.
    pub men: f64,
    /// In how many moves of ours in a row it must hold, from 1.
    pub moves: u32,
}

/// How games are played.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct DxpSettings {
    /// The ruleset.
    pub variant: &'static Variant,
    /// The draw rules.
    pub draws: DrawRules,
    /// Threads, table, contempt, objective.
    pub engine: EngineOptions,
    /// How the peer writes positions and moves.
    pub style: Style,
    /// Our name.
    pub name: String,
    /// Who asks for games.
    pub role: Role,
    /// After how many games we end; `None` for never.
    pub games: Option<u32>,
    /// Minutes of each side in games that we ask for; 0 for no limit.
    pub minutes: u16,
    /// Moves of each side in games that we ask for; 0 for no limit.
    pub moves: u16,
    /// Our side in games that we ask for.
    pub colour: Colour,
    /// Where games that we ask for start, if not at the start position.
    pub start: Option<State>,
    /// The most time for a move.
    pub move_time: Option<Duration>,
    /// The most plies that are searched.
    pub depth: Option<u32>,
    /// The most positions that are visited for a move.
    pub nodes: Option<u64>,
    /// Whether we think on the peer's time.
    pub ponder: bool,
    /// Whether a peer may take moves back.
    pub take_back: bool,
    /// When we give up.
    pub resign: Option<Threshold>,
    /// When we call a game drawn.
    pub draw: Option<Threshold>,
    /// How long is waited where no clock runs.
    pub timeout: Duration,
    /// How much a peer may overrun its clock.
    pub grace: Duration,
    /// A file to which games are appended.
    pub pdn: Option<PathBuf>,
    /// A file for the log.
    pub log: Option<PathBuf>,
}

impl DxpSettings {
    /// The defaults, for a ruleset.
    pub fn new(variant: &'static Variant) -> DxpSettings {
        DxpSettings {
            variant,
            draws: variant.draws.clone(),
            engine: EngineOptions { contempt: 10, book: BookChoice::SHIPPED, ..EngineOptions::default() },
            style: Style::Standard,
            name: format!("Damero {}", env!("CARGO_PKG_VERSION")),
            role: Role::Follow,
            games: None,
            minutes: 0,
            moves: 0,
            colour: Colour::Alternating,
            start: None,
            move_time: None,
            depth: None,
            nodes: None,
            ponder: false,
            take_back: true,
            resign: None,
            draw: None,
            timeout: Duration::from_secs(600),
            grace: Duration::from_secs(10),
            pdn: None,
            log: None,
        }
    }

    fn giveaway(&self) -> bool {
        self.engine.objective == Objective::Giveaway
    }
}

/// The games so far, of all sessions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Tally {
    /// How many were begun.
    played: u32,
    /// How many came to no regular end.
    broken: u32,
    /// How many are to be played.
    of: Option<u32>,
    /// Whether a session failed in which we were to ask for games.
    failed: bool,
}

impl Tally {
    fn wants_more(&self) -> bool {
        self.of.is_none_or(|of| self.played < of)
    }
}

/// Something to tell the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Report {
    /// Peers can connect to this address.
    Listening(String),
    /// A peer has connected, from this address.
    Connected(String),
    /// The peer says something.
    Chat(String),
    /// A game is over.
    Game { number: u32, white: String, black: String, result: &'static str, why: String },
    /// A session ended before its time.
    Broken(Breach),
    /// A game could not be written: where, and why.
    NotWritten(String, String),
}

impl Say for Report {
    fn say(&self, lang: Lang) -> String {
        match self {
            Report::Listening(address) => {
                lang.pick(format!("listening on {address}"), format!("a la escucha en {address}"))
            }
            Report::Connected(address) => {
                lang.pick(format!("connected with {address}"), format!("conectado con {address}"))
            }
            Report::Chat(text) => lang.pick(format!("the peer says: {text}"), format!("el otro dice: {text}")),
            // The same in both languages, as programs may read it.
            Report::Game { number, white, black, result, why } => {
                format!("game {number} {white} - {black} {result} ({why})")
            }
            Report::Broken(breach) => breach.say(lang),
            Report::NotWritten(path, error) => lang.pick(
                format!("{path}: the game cannot be written there: {error}"),
                format!("{path}: no se puede escribir ahí la partida: {error}"),
            ),
        }
    }
}

/// Why no game could be played at all.
#[derive(Debug)]
pub(crate) enum DxpError {
    /// The log cannot be opened.
    Log(LogError),
    /// The address cannot be listened on.
    Listen(String, io::Error),
    /// Nobody answers at the address.
    Connect(String, io::Error),
    /// A thread cannot be started.
    Thread(io::Error),
}

impl Say for DxpError {
    fn say(&self, lang: Lang) -> String {
        match self {
            DxpError::Log(error) => format!("--log: {}", error.say(lang)),
            DxpError::Listen(address, error) => lang.pick(
                format!("--listen: {address}: {error}; give ADDR:PORT of this machine"),
                format!("--listen: {address}: {error}; dé DIRECCIÓN:PUERTO de esta máquina"),
            ),
            DxpError::Connect(address, error) => lang.pick(
                format!("--connect: {address}: {error}; give ADDR:PORT where a program listens"),
                format!("--connect: {address}: {error}; dé DIRECCIÓN:PUERTO donde escuche un programa"),
            ),
            DxpError::Thread(error) => {
                lang.pick(format!("no thread can be started: {error}"), format!("no se puede crear un hilo: {error}"))
            }
        }
    }
}

impl fmt::Display for DxpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for DxpError {}
