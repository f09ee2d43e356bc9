//! A session with one peer: waiting within limits, asking for and accepting games.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::board::{Move, Side};
use crate::game::Game;
use crate::protocol::log::{Level as LogLevel, Log, Mark};
use crate::protocol::worker::{Event, Job};
use crate::rules::State;
use crate::search::{SearchResult, StopHandle};

use super::breach::Breach;
use super::message::{BackAnswer, EndReason, GameRequest, Message, MessageError, MoveMessage, Refusal};
use super::play::{Play, Verdict};
use super::record;
use super::terms::Terms;
use super::wire::Wire;
use super::{Colour, DxpSettings, Report, Tally};

/// How often a wait looks whether the user ends the program.
const SLICE: Duration = Duration::from_millis(50);
/// How long a peer may take to do what takes no thinking.
pub(super) const ANSWER: Duration = Duration::from_secs(30);
/// How long a peer may take to ask for its first game, as meanwhile nobody else can.
const FIRST: Duration = Duration::from_secs(60);
/// How long a search may take to stop.
const STOPPING: Duration = Duration::from_secs(10);
/// How many events are kept for later while a search stops.
const KEPT: usize = 256;
/// How many lines of chat are shown in a session; more are in the log alone.
const CHATS: u32 = 100;

/// What a peer, or our own search, has to tell.
pub(super) enum Heard {
    /// Nothing that matters.
    Nothing,
    /// A wish for a game, or why it cannot be read as one.
    Request(Result<GameRequest, Refusal>),
    Answer(String, Option<Refusal>),
    Move(MoveMessage),
    End(EndReason, bool),
    Back(u16, Side),
    /// A message that is broken.
    Garbled(MessageError),
    /// Our search is over.
    Found(Option<SearchResult>),
}

/// What a session has to do with.
pub(super) struct Context<'a> {
    pub settings: &'a DxpSettings,
    pub log: Log,
    pub tell: &'a mut dyn FnMut(&Report),
    pub interrupted: &'a dyn Fn() -> bool,
    pub tally: &'a mut Tally,
}

/// A session.
pub(super) struct Session<'a> {
    pub context: Context<'a>,
    pub terms: Terms,
    pub jobs: Sender<Job>,
    /// The search that runs.
    pub running: Option<StopHandle>,
    /// The reply that is pondered on.
    pub pondered: Option<Move>,
    wire: Wire,
    inbox: Receiver<Event>,
    /// Events that came while a search was being stopped.
    kept: VecDeque<Event>,
    /// A wish for a game that came in the midst of one.
    pub asked_anew: Option<GameRequest>,
    /// Whether waits between games have limits: on a network, where others wait.
    limited: bool,
    chats: u32,
}

impl<'a> Session<'a> {
    /// A session in which nothing was said yet.
    pub fn new(
        context: Context<'a>,
        wire: Wire,
        inbox: Receiver<Event>,
        jobs: Sender<Job>,
        limited: bool,
    ) -> Session<'a> {
        let terms = Terms::new(context.settings.variant, context.settings.style);
        Session {
            context,
            terms,
            jobs,
            running: None,
            pondered: None,
            wire,
            inbox,
            kept: VecDeque::new(),
            asked_anew: None,
            limited,
            chats: 0,
        }
    }

    /// Plays whatever games the peer asks for, until it leaves or no more are wanted.
    ///
    /// # Errors
    /// If the peer breaks off a game or the protocol, or the user ends the program.
    pub fn follow(&mut self) -> Result<(), Breach> {
        let mut patience = FIRST;
        while self.context.tally.wants_more() {
            let request = match self.asked_anew.take() {
                Some(request) => request,
                None => match self.await_request(patience)? {
                    Some(request) => request,
                    None => return Ok(()),
                },
            };
            let game = match self.game_of(&request) {
                Ok(game) => game,
                Err(refusal) => {
                    self.answer(Some(refusal))?;
                    continue;
                }
            };
            self.answer(None)?;
            let limits = (request.minutes, request.moves);
            let opponent = if request.name.is_empty() { "?".to_owned() } else { request.name };
            let ended = self.play(Play::new(game, request.follower, opponent, limits, self.giveaway()));
            match ended {
                // A new wish is no reason to leave.
                Err(Breach::AskedAnew) => {}
                ended => {
                    ended?;
                }
            }
            patience = self.context.settings.timeout;
        }
        Ok(())
    }

    /// Asks for game after game.
    ///
    /// # Errors
    /// If the peer refuses, breaks off a game or the protocol, or the user ends the program.
    pub fn initiate(&mut self) -> Result<(), Breach> {
        while self.context.tally.wants_more() {
            let settings = self.context.settings;
            let start = settings.start.unwrap_or_else(|| State::new(settings.variant.start()));
            let us = match settings.colour {
                Colour::Always(side) => side,
                Colour::Alternating if self.context.tally.played.is_multiple_of(2) => start.position().side(),
                Colour::Alternating => !start.position().side(),
            };
            let is_start = *start.position() == settings.variant.start();
            self.send(&Message::GameRequest(GameRequest {
                name: settings.name.clone(),
                follower: !us,
                minutes: settings.minutes,
                moves: settings.moves,
                position: (!is_start).then(|| self.terms.write_position(start.position())),
            }))?;
            let opponent = self.await_answer()?;
            let opponent = if opponent.is_empty() { "?".to_owned() } else { opponent };
            let game = Game::from_state(settings.variant, start, settings.draws.clone());
            let limits = (settings.minutes, settings.moves);
            let more = self.play(Play::new(game, us, opponent, limits, self.giveaway()))?;
            if !more {
                break;
            }
        }
        Ok(())
    }

    fn giveaway(&self) -> bool {
        self.context.settings.giveaway()
    }

    /// The next wish for a game; `None` if the peer leaves.
    fn await_request(&mut self, patience: Duration) -> Result<Option<GameRequest>, Breach> {
        let deadline = self.limited.then(|| Instant::now() + patience.min(self.context.settings.timeout));
        loop {
            match self.hear(deadline) {
                Ok(Heard::Request(Ok(request))) => return Ok(Some(request)),
                Ok(Heard::Request(Err(refusal))) => self.answer(Some(refusal))?,
                // What belongs to a game has come too late, or too early.
                Ok(_) => {}
                Err(Breach::Gone) => return Ok(None),
                Err(Breach::Silent(_)) => return Err(Breach::Silent(patience)),
                Err(breach) => return Err(breach),
            }
        }
    }

    /// The game that is asked for.
    fn game_of(&self, request: &GameRequest) -> Result<Game, Refusal> {
        let settings = self.context.settings;
        let start = match &request.position {
            None => settings.variant.start(),
            Some((side, pieces)) => self.terms.read_position(*side, pieces).map_err(|error| {
                self.context.log.write(LogLevel::Warn, Mark::Note, &error.to_string());
                Refusal::ThisGame
            })?,
        };
        Ok(Game::from_state(settings.variant, State::new(start), settings.draws.clone()))
    }

    /// Answers a wish for a game.
    fn answer(&mut self, refusal: Option<Refusal>) -> Result<(), Breach> {
        self.send(&Message::GameAnswer(self.context.settings.name.clone(), refusal))
    }

    /// The name of the peer, once it has accepted.
    fn await_answer(&mut self) -> Result<String, Breach> {
        let patience = self.context.settings.timeout;
        let deadline = Instant::now() + patience;
        loop {
            match self.hear(Some(deadline)) {
                Ok(Heard::Answer(name, None)) => return Ok(name),
                Ok(Heard::Answer(_, Some(refusal))) => return Err(Breach::Refused(refusal)),
                Ok(Heard::Garbled(error)) => return Err(Breach::Garbled(error)),
                Ok(_) => {}
                Err(Breach::Silent(_)) => return Err(Breach::Silent(patience)),
                Err(breach) => return Err(breach),
            }
        }
    }

    /// Plays a game to its end and writes it down; whether the peer would like another.
    fn play(&mut self, mut play: Play) -> Result<bool, Breach> {
        self.context.tally.played += 1;
        self.give(Job::NewGame)?;
        let verdict = loop {
            let turn = if play.is_our_turn() { self.our_turn(&mut play) } else { self.their_turn(&mut play) };
            match turn {
                Ok(None) => {}
                Ok(Some(verdict)) => break verdict,
                Err(breach) => break play.broken(breach),
            }
        };
        self.halt();
        if let Some(breach) = verdict.breach.as_ref().filter(|breach| breach.loses()) {
            // So that whoever looks at the other side knows. It may be gone, which is nothing new.
            let _ = self.send(&Message::Chat(breach.to_string()));
        }
        self.save(&play, &verdict);
        match verdict.breach {
            Some(breach) => Err(breach),
            None => Ok(verdict.more),
        }
    }

    fn save(&mut self, play: &Play, verdict: &Verdict) {
        let Context { settings, tally, tell, .. } = &mut self.context;
        // The end of standard input ends a session well.
        let left = !self.limited && verdict.breach == Some(Breach::Gone);
        if !verdict.regular && !left {
            tally.broken += 1;
        }
        if let Some(path) = &settings.pdn {
            let text = record::pdn(play, verdict, tally.played, &settings.name);
            if let Err(error) = record::append(path, &text) {
                tell(&Report::NotWritten(path.display().to_string(), error.to_string()));
            }
        }
        tell(&Report::Game {
            number: tally.played,
            white: if play.us == Side::White { settings.name.clone() } else { play.opponent.clone() },
            black: if play.us == Side::Black { settings.name.clone() } else { play.opponent.clone() },
            result: verdict.result.token(settings.variant),
            why: verdict.why.clone(),
        });
    }

    /// The next thing to hear. Nothing that a peer sends makes it come later than `deadline`.
    ///
    /// # Errors
    /// If the deadline passes, the peer leaves, or the user ends the program.
    pub fn hear(&mut self, deadline: Option<Instant>) -> Result<Heard, Breach> {
        match self.next(deadline)? {
            Event::Line(bytes, cut) => {
                self.wire.heard();
                self.context.log.write(LogLevel::Info, Mark::In, &String::from_utf8_lossy(&bytes));
                Ok(self.understood(&bytes, cut))
            }
            Event::End => Err(Breach::Gone),
            Event::Report(_) => Ok(Heard::Nothing),
            Event::Warning(text) => {
                self.context.log.write(LogLevel::Error, Mark::Note, &text);
                Ok(Heard::Nothing)
            }
            Event::Done(result) => {
                self.running = None;
                Ok(Heard::Found(result))
            }
        }
    }

    fn understood(&mut self, bytes: &[u8], cut: bool) -> Heard {
        let parsed = Message::parse(bytes);
        if let (true, Ok(message)) = (cut, &parsed)
            && !matches!(message, Message::Chat(_))
        {
            return Heard::Garbled(MessageError::Broken(message.write(), "it is longer than 127 characters"));
        }
        match parsed {
            Ok(Message::GameRequest(request)) => Heard::Request(Ok(request)),
            Ok(Message::GameAnswer(name, refusal)) => Heard::Answer(name, refusal),
            Ok(Message::Move(message)) => Heard::Move(message),
            Ok(Message::GameEnd(reason, more)) => Heard::End(reason, more),
            Ok(Message::BackRequest(number, side)) => Heard::Back(number, side),
            // We never ask to go back.
            Ok(Message::BackAnswer(_)) => Heard::Nothing,
            Ok(Message::Chat(text)) => {
                self.chats += 1;
                if self.chats <= CHATS {
                    (self.context.tell)(&Report::Chat(text));
                }
                Heard::Nothing
            }
            Err(error) => {
                self.context.log.write(LogLevel::Warn, Mark::Note, &error.to_string());
                match error {
                    MessageError::Unknown(_) => Heard::Nothing,
                    MessageError::Version(_) => Heard::Request(Err(Refusal::Version)),
                    MessageError::Broken(..) if bytes.first() == Some(&b'R') => Heard::Request(Err(Refusal::ThisGame)),
                    error => Heard::Garbled(error),
                }
            }
        }
    }

    fn next(&mut self, deadline: Option<Instant>) -> Result<Event, Breach> {
        let begun = Instant::now();
        loop {
            if (self.context.interrupted)() {
                return Err(Breach::Interrupted);
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Err(Breach::Silent(begun.elapsed()));
            }
            if let Some(event) = self.kept.pop_front() {
                return Ok(event);
            }
            match self.inbox.recv_timeout(left.unwrap_or(SLICE).min(SLICE)) {
                Ok(event) => return Ok(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Breach::Gone),
            }
        }
    }

    /// Stops the search that runs, if one does, and drops what it found. What the peer says meanwhile is kept.
    pub fn halt(&mut self) {
        let Some(stop) = self.running.take() else { return };
        stop.stop();
        let deadline = Instant::now() + STOPPING;
        while let Ok(event) = self.inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            match event {
                Event::Done(_) => return,
                Event::Report(_) | Event::Warning(_) => {}
                event if self.kept.len() < KEPT => self.kept.push_back(event),
                _ => {}
            }
        }
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the peer is gone.
    pub fn send(&mut self, message: &Message) -> Result<(), Breach> {
        let text = self.wire.send(message).map_err(|_| Breach::Gone)?;
        self.context.log.write(LogLevel::Info, Mark::Out, &text);
        Ok(())
    }

    /// Gives the searching thread something to do.
    ///
    /// # Errors
    /// If it is gone.
    pub fn give(&self, job: Job) -> Result<(), Breach> {
        self.jobs.send(job).map_err(|_| Breach::Fault)
    }

    /// Answers a wish to go back; whether the game has gone back.
    ///
    /// # Errors
    /// If the peer is gone.
    pub fn take_back(&mut self, play: &mut Play, number: u16, side: Side) -> Result<bool, Breach> {
        let answer = match () {
            () if !self.context.settings.take_back => BackAnswer::NotSupported,
            () if play.go_back(number, side) => BackAnswer::Done,
            () => BackAnswer::Refused,
        };
        let done = answer == BackAnswer::Done;
        if done {
            self.halt();
        }
        self.send(&Message::BackAnswer(answer))?;
        Ok(done)
    }
}
