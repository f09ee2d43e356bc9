//! What plays: one trait over ourselves and every kind of other program.

use std::fmt;
use std::time::Duration;

use crate::board::Move;
use crate::game::Game;
use crate::lang::{Lang, Say};
use crate::rules::{DrawRules, Variant};

use super::control::Level;

/// How long is waited for an engine to do what takes no thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Until it has started and is ready for a game.
    pub start: Duration,
    /// Beyond the time it has for a move; where that is not bounded by time, for the whole move.
    pub thinking: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { start: Duration::from_secs(60), thinking: Duration::from_secs(30) }
    }
}

/// What all games of a match share and a player must know before the first.
#[derive(Clone, Debug)]
pub struct Table {
    /// The ruleset.
    pub variant: &'static Variant,
    /// The draw rules in force.
    pub draws: DrawRules,
    /// What the draw options were, to be passed on: values of the parameters `draw-rules`, `draw-plies`, `three-kings`.
    pub draw_options: Vec<(&'static str, String)>,
    /// Whether the side without a move wins.
    pub giveaway: bool,
    /// How long is waited.
    pub patience: Patience,
}

/// A move to be made.
pub struct Turn<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// What bounds the thinking.
    pub level: Level,
    /// When the player counts as hung.
    pub patience: Duration,
    /// Whether the match is to be broken off.
    pub interrupted: &'a (dyn Fn() -> bool + Sync),
}

/// What a player answers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Answer {
    /// The move, which is legal.
    pub played: Move,
    /// The score in men from the mover's side, where it gave one.
    pub score: Option<f64>,
    /// The depth in plies, where it gave one.
    pub depth: Option<u32>,
}

/// What can go wrong with a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It could not be started or set up: why.
    NotStarted(String),
    /// It ended or broke down: how.
    Crashed(String),
    /// It did not answer for so long.
    Hung(Duration),
    /// It answered something that is no legal move: what, and why it is none.
    Illegal(String),
    /// It used more than its time, by so much.
    Late(Duration),
    /// It gives the game up.
    Resigned,
    /// Nobody's fault: the match is broken off.
    Interrupted,
}

impl Fault {
    /// A short name, for lists.
    pub const fn kind(&self) -> &'static str {
        match self {
            Fault::NotStarted(_) => "not started",
            Fault::Crashed(_) => "crash",
            Fault::Hung(_) => "hang",
            Fault::Illegal(_) => "illegal move",
            Fault::Late(_) => "time",
            Fault::Resigned => "resignation",
            Fault::Interrupted => "interrupted",
        }
    }
}

impl Say for Fault {
    fn say(&self, lang: Lang) -> String {
        match self {
            Fault::NotStarted(why) => {
                lang.pick(format!("could not be started: {why}"), format!("no pudo iniciarse: {why}"))
            }
            Fault::Crashed(how) => lang.pick(format!("crashed: {how}"), format!("se vino abajo: {how}")),
            Fault::Hung(time) => {
                let seconds = time.as_secs_f64();
                lang.pick(format!("did not answer within {seconds:.1} s"), format!("no contestó en {seconds:.1} s"))
            }
            Fault::Illegal(what) => lang.pick(format!("illegal move: {what}"), format!("jugada ilegal: {what}")),
            Fault::Late(over) => {
                let seconds = over.as_secs_f64();
                lang.pick(format!("{seconds:.3} s over its time"), format!("{seconds:.3} s más de su tiempo"))
            }
            Fault::Resigned => lang.pick("gives the game up", "abandona la partida").to_owned(),
            Fault::Interrupted => lang.pick("broken off", "interrumpida").to_owned(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for Fault {}

/// An engine that plays in a match. No call takes longer than the table's patience allows, whatever the engine does.
pub trait Player: Send {
    /// Makes ready for a new game; starts the program where it does not run.
    ///
    /// # Errors
    /// If it cannot be made ready. It is then stopped.
    fn new_game(&mut self) -> Result<(), Fault>;

    /// Thinks about a move.
    ///
    /// # Errors
    /// If there is no legal move from it in time. The caller then calls [`Player::stop`].
    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault>;

    /// Ends the program, by force if need be; [`Player::new_game`] starts it again.
    fn stop(&mut self);
}
