//! Ourselves as a player, in this process.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::{EngineOptions, engine};
use crate::game::Game;
use crate::rules::Laws;
use crate::search::{Clock, Limits, SearchResult, Silent, StopHandle};

use super::control::Level;
use super::player::{Answer, Fault, Patience, Player, Turn};

/// How often a wait looks whether the match is to be broken off.
const SLICE: Duration = Duration::from_millis(20);
/// How long a search that was told to stop may take to do so.
const STOPPING: Duration = Duration::from_secs(2);

enum Task {
    NewGame,
    Search(Box<Game>, Limits, StopHandle),
}

enum Done {
    NewGame,
    Search(SearchResult),
}

/// The engine on a thread of its own, so that a search that does not end holds nobody.
struct Running {
    tasks: Sender<Task>,
    done: Receiver<Done>,
}

/// Our engine.
pub(super) struct Ours {
    laws: Laws,
    options: EngineOptions,
    patience: Patience,
    running: Option<Running>,
}

impl Ours {
    /// An engine for some laws; it is made when the first game begins.
    pub fn new(laws: Laws, options: EngineOptions, patience: Patience) -> Ours {
        Ours { laws, options, patience, running: None }
    }
}

impl Running {
    fn start(laws: Laws, options: EngineOptions) -> std::io::Result<Running> {
        let (tasks, inbox) = channel();
        let (outbox, done) = channel();
        let work = move || {
            let mut engine = engine(laws, &options);
            while let Ok(task) = inbox.recv() {
                let finished = match task {
                    Task::NewGame => {
                        engine.new_game();
                        Done::NewGame
                    }
                    Task::Search(game, limits, stop) => Done::Search(engine.search(&game, &limits, &stop, &mut Silent)),
                };
                if outbox.send(finished).is_err() {
                    return;
                }
            }
        };
        // Not joined: it ends when the tasks do, unless its search never does.
        thread::Builder::new().name("match-engine".to_owned()).spawn(work)?;
        Ok(Running { tasks, done })
    }

    fn give(&self, task: Task) -> Result<(), Fault> {
        self.tasks.send(task).map_err(|_| broken())
    }

    fn wait(&self, patience: Duration, interrupted: &dyn Fn() -> bool) -> Result<Done, Fault> {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.done.recv_timeout(left.min(SLICE)) {
                Ok(done) => return Ok(done),
                Err(RecvTimeoutError::Disconnected) => return Err(broken()),
                Err(RecvTimeoutError::Timeout) if interrupted() => return Err(Fault::Interrupted),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Fault::Hung(patience)),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// The engine's thread ended, which it does only by a panic.
fn broken() -> Fault {
    Fault::Crashed("a fault of the engine".to_owned())
}

impl Player for Ours {
    fn new_game(&mut self) -> Result<(), Fault> {
        let running = match self.running.take() {
            Some(running) => running,
            None => {
                Running::start(self.laws, self.options.clone()).map_err(|error| Fault::NotStarted(error.to_string()))?
            }
        };
        running.give(Task::NewGame)?;
        running.wait(self.patience.start, &|| false)?;
        self.running = Some(running);
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let Some(running) = &self.running else { return Err(broken()) };
        let stop = StopHandle::new();
        let game = Box::new(turn.game.clone());
        running.give(Task::Search(game, limits(turn.level), stop.clone()))?;
        let done = running.wait(turn.patience, turn.interrupted);
        if done.is_err() {
            stop.stop();
            // So that a later game finds the engine idle; an engine that does not even stop is replaced.
            if running.wait(STOPPING, &|| false).is_err() {
                self.running = None;
            }
        }
        match done? {
            Done::Search(result) => {
                let line = result.lines.first();
                let played = result.best.ok_or_else(|| Fault::Illegal("none".to_owned()))?;
                Ok(Answer { played, score: line.map(|line| line.score.hub()), depth: line.map(|line| line.depth) })
            }
            Done::NewGame => Err(broken()),
        }
    }

    fn stop(&mut self) {
        self.running = None;
    }
}

/// The limits of a level. Nothing lies between us and the clock, so no time is kept back.
fn limits(level: Level) -> Limits {
    let mut limits = Limits { play_forced_at_once: true, ..Limits::default() };
    match level {
        Level::MoveTime(time) => limits.move_time = Some(time),
        Level::Clock(time, increment) => limits.clock = Some(Clock { time, increment, moves: None }),
        Level::Nodes(nodes) => limits.nodes = Some(nodes),
        Level::Depth(depth) => limits.depth = Some(depth),
    }
    limits
}
