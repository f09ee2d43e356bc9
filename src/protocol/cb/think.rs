//! `getmove`: what is played, and what is told meanwhile.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::{Move, Position};
use crate::egdb::Wld;
use crate::engine::Objective;
use crate::game::{Game, Outcome};
use crate::notation::{Setup, pdn_move};
use crate::protocol::worker::{Ready, made_ready};
use crate::rules::Variant;
use crate::score::Meaning;
use crate::search::{Clock, Info, Limits, SearchResult, StopHandle};

use super::record::Record;
use super::settings::Settings;

/// How often a search looks whether it should end.
const LOOK: Duration = Duration::from_millis(4);
/// Bytes of stack for the searching thread.
const STACK: usize = 32 << 20;
/// The most seconds that are told apart (three years).
const MOST_SECONDS: f64 = 1e8;
/// The most bytes of a status line, its NUL left out.
const MOST_STATUS: usize = 1000;

/// What `getmove` returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The game is drawn.
    Draw = 0,
    /// The side that moved wins.
    Win = 1,
    /// The side that moved, or cannot, loses.
    Loss = 2,
    /// Nothing is proven.
    Unknown = 3,
}

/// What is asked of `getmove`.
#[derive(Clone, Debug)]
pub(super) struct Request {
    /// The position.
    pub setup: Setup,
    /// Seconds for the move.
    pub max_time: f64,
    /// Whether exactly so many are to be used, and no clock.
    pub exact: bool,
    /// Seconds left on the clock and added for each move.
    pub clock: Option<(f64, f64)>,
    /// Whether the game is a new one.
    pub new_game: bool,
}

/// What `getmove` answers.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// The move; `None` where there is none.
    pub played: Option<Move>,
    /// How the game stands.
    pub verdict: Verdict,
    /// The last status line.
    pub status: String,
}

/// Everything that lives between two calls.
pub(super) struct Core {
    settings: Mutex<Settings>,
    record: Mutex<Record>,
    engine: Mutex<Option<Ready>>,
    /// Where the settings are kept, if anywhere.
    pub(super) kept_in: Option<PathBuf>,
    /// The file of the library, if this is one.
    pub(super) engine_file: Option<PathBuf>,
}

/// A lock whose holder cannot have left anything half done.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Core {
    /// One for a ruleset, with the settings that are kept in a file.
    pub fn new(variant: &'static Variant, kept_in: Option<PathBuf>) -> Core {
        Core::with(Settings::new(variant), kept_in)
    }

    /// One with settings, which those that are kept in a file change.
    pub fn with(settings: Settings, kept_in: Option<PathBuf>) -> Core {
        let (settings, record) = (Mutex::new(settings), Mutex::new(Record::default()));
        let core = Core { settings, record, engine: Mutex::new(None), kept_in, engine_file: None };
        core.restore();
        core
    }

    /// That of a library.
    pub fn of_library(variant: &'static Variant, engine_file: PathBuf, kept_in: Option<PathBuf>) -> Core {
        Core { engine_file: Some(engine_file), ..Core::new(variant, kept_in) }
    }

    /// The settings.
    pub fn settings(&self) -> MutexGuard<'_, Settings> {
        locked(&self.settings)
    }

    /// The game.
    pub fn record(&self) -> MutexGuard<'_, Record> {
        locked(&self.record)
    }

    /// Gives the engine's memory back, if no search runs.
    pub fn release(&self) {
        if let Ok(mut engine) = self.engine.try_lock() {
            *engine = None;
        }
    }

    /// Finds a move. `told` gets each status line, `hurry` is asked all the time whether to answer now.
    pub fn think(&self, request: &Request, told: &mut dyn FnMut(&str), hurry: &mut dyn FnMut() -> bool) -> Answer {
        let began = Instant::now();
        let settings = self.settings().clone();
        let mut game = self.record().game(&request.setup, settings.variant, request.new_game);
        let legal = game.legal_moves();
        let Some(&first) = legal.first() else {
            let status = "no legal move".to_owned();
            return Answer { played: None, verdict: Verdict::Loss, status };
        };
        let limits = limits(request, &settings, legal.len());
        let patience = seconds(request.max_time);
        let (found, mut status) = match self.engine_within(began, patience, hurry) {
            Some(mut engine) => {
                let ready = made_ready(engine.take(), settings.variant.laws, settings.options(), &|_| ());
                let Some(mut ready) = ready else { return plain(&mut game, first, "") };
                // The table is kept as a new game begins: what it holds is of positions, whatever their game, and emptying it
                // would take seconds of a slow machine's time, of which the move has perhaps a tenth.
                let mut tell = |lines: &[Info]| {
                    let status = status(&game, lines, settings.all_scores);
                    told(&status);
                    status
                };
                let (found, status) = search(&mut ready, &game, &lessened(limits, began.elapsed()), &mut tell, hurry);
                ready.engine.rest();
                // After a fault of ours the engine is in no state to be used again.
                *engine = found.is_some().then_some(ready);
                (found, status)
            }
            None => (None, String::new()),
        };
        let best = found.as_ref().and_then(|found| found.best).filter(|best| legal.contains(best));
        let lines = found.map(|found| found.lines).unwrap_or_default();
        if !lines.is_empty() {
            status = self::status(&game, &lines, settings.all_scores);
        }
        let mut answer = plain(&mut game, best.unwrap_or(first), &status);
        if let (Verdict::Unknown, Some(line)) = (answer.verdict, lines.first()) {
            answer.verdict = match line.score.meaning() {
                Meaning::WinIn(_) | Meaning::Database { win: true, .. } => Verdict::Win,
                Meaning::LossIn(_) | Meaning::Database { win: false, .. } => Verdict::Loss,
                Meaning::Heuristic(_) if is_database_draw(&settings, game.position()) => Verdict::Draw,
                Meaning::Heuristic(_) => Verdict::Unknown,
            };
        }
        told(&answer.status);
        let mut record = self.record();
        if record.has_come_to_nothing(&game, lines.first().map(|line| line.score)) && answer.verdict == Verdict::Unknown
        {
            answer.verdict = Verdict::Draw;
        }
        record.keep(game);
        drop(record);
        answer
    }

    /// The engine, as soon as no other call uses it; `None` where that takes too long.
    fn engine_within(
        &self,
        began: Instant,
        patience: Duration,
        hurry: &mut dyn FnMut() -> bool,
    ) -> Option<MutexGuard<'_, Option<Ready>>> {
        loop {
            match self.engine.try_lock() {
                Ok(engine) => return Some(engine),
                Err(TryLockError::Poisoned(engine)) => return Some(engine.into_inner()),
                Err(TryLockError::WouldBlock) if hurry() || began.elapsed() >= patience => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }
}

/// A move is played: what is to be said of the game then, without a search.
fn plain(game: &mut Game, played: Move, status: &str) -> Answer {
    let mover = game.position().side();
    let text = pdn_move(game.position(), played, game.variant());
    // It is legal, so it can be played.
    let _ = game.play(played);
    let verdict = match game.outcome() {
        Some(Outcome::Won(side)) => {
            if side == mover {
                Verdict::Win
            } else {
                Verdict::Loss
            }
        }
        Some(Outcome::Drawn(_)) => Verdict::Draw,
        None => Verdict::Unknown,
    };
    let status = if status.is_empty() { format!("move {text}") } else { status.to_owned() };
    Answer { played: Some(played), verdict, status }
}

/// Whether the databases know that neither side can win any more. CheckerBoard ends a game of a match there; it would else
/// go on until the program counts it as undecided.
fn is_database_draw(settings: &Settings, position: &Position) -> bool {
    let options = settings.options();
    if options.objective != Objective::Win || position.occupied().count() > options.egdb.most_pieces {
        return false;
    }
    let (databases, _) = options.egdb.open(settings.variant.laws);
    databases.is_some_and(|databases| databases.outcome(position) == Some(Wld::Draw))
}

/// What bounds the search.
fn limits(request: &Request, settings: &Settings, moves: usize) -> Limits {
    let time = seconds(request.max_time);
    let multipv = if settings.all_scores { moves } else { 1 };
    let limits = Limits { multipv, play_forced_at_once: !request.exact && !settings.all_scores, ..Limits::default() };
    // What lies between us and the caller's clock: threads that start and end.
    let overhead = |time: Duration| (time / 10).min(Duration::from_millis(5));
    match request.clock {
        _ if settings.solve => limits,
        Some((remaining, increment)) if !request.exact => {
            let (time, increment) = (seconds(remaining), seconds(increment));
            let clock = Some(Clock { time, increment, moves: None });
            Limits { clock, move_overhead: overhead(time), ..limits }
        }
        _ => Limits { move_time: Some(time), move_overhead: overhead(time), ..limits },
    }
}

/// The limits less the time that has passed.
fn lessened(mut limits: Limits, lost: Duration) -> Limits {
    limits.move_time = limits.move_time.map(|time| time.saturating_sub(lost));
    if let Some(clock) = &mut limits.clock {
        clock.time = clock.time.saturating_sub(lost);
    }
    limits
}

fn seconds(seconds: f64) -> Duration {
    let seconds = if seconds.is_nan() { 0.0 } else { seconds.clamp(0.0, MOST_SECONDS) };
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO)
}

/// Searches on a thread of its own, which has ended when this returns; the last status.
fn search(
    ready: &mut Ready,
    game: &Game,
    limits: &Limits,
    tell: &mut dyn FnMut(&[Info]) -> String,
    hurry: &mut dyn FnMut() -> bool,
) -> (Option<SearchResult>, String) {
    let stop = StopHandle::new();
    let (sender, reports) = channel();
    let engine = &mut ready.engine;
    thread::scope(|scope| {
        let theirs = stop.clone();
        let work = move || {
            let mut report = |info: &Info| {
                let _ = sender.send(info.clone());
            };
            catch_unwind(AssertUnwindSafe(|| engine.search(game, limits, &theirs, &mut report))).ok()
        };
        let Ok(searching) = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) else {
            return (None, String::new());
        };
        let (mut lines, mut status): (Vec<Info>, String) = (Vec::new(), String::new());
        loop {
            match reports.recv_timeout(LOOK) {
                Ok(info) => {
                    if info.multipv <= 1 {
                        lines.clear();
                    }
                    lines.push(info);
                    status = tell(&lines);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if hurry() {
                stop.stop();
            }
        }
        // Joined by its handle: a scope alone does not wait until the system's thread has gone.
        (searching.join().unwrap_or(None), status)
    })
}

/// The status line.
fn status(game: &Game, lines: &[Info], all_scores: bool) -> String {
    let Some(best) = lines.first() else { return String::new() };
    let mut text = format!(
        "depth {} score {:.2} nodes {} time {:.2} kn/s {:.0}",
        best.depth,
        best.score.hub(),
        best.nodes,
        best.time.as_secs_f64(),
        best.nodes_per_second() / 1000.0
    );
    let pieces: Vec<String> = if all_scores {
        let scored = |line: &Info| {
            let played = line.pv.first()?;
            Some(format!("{} {:.2}", pdn_move(game.position(), *played, game.variant()), line.score.hub()))
        };
        lines.iter().filter_map(scored).collect()
    } else {
        line_of_play(game.position(), &best.pv, game.variant())
    };
    text += if all_scores { " scores" } else { " pv" };
    for piece in pieces {
        if text.len() + 2 + piece.len() > MOST_STATUS {
            break;
        }
        text += if all_scores { "; " } else { " " };
        text += &piece;
    }
    text
}

fn line_of_play(start: &Position, moves: &[Move], variant: &Variant) -> Vec<String> {
    let mut position = *start;
    let mut texts = Vec::new();
    for &played in moves {
        texts.push(pdn_move(&position, played, variant));
        position = position.play(played);
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;
    use crate::rules::DrawRules;

    fn core(name: &str) -> Core {
        let core = Core::new(Variant::named(name).unwrap(), None);
        core.command("set hashsize 1");
        core
    }

    fn request(name: &str, fen: &str, max_time: f64) -> Request {
        let setup = parse_fen(fen, Variant::named(name).unwrap().numbering, true).unwrap();
        Request { setup, max_time, exact: true, clock: None, new_game: false }
    }

    #[test]
    fn a_move_comes_in_time_or_when_asked_for() {
        let core = core("english");
        let start = "B:W21-32:B1-12";
        let began = Instant::now();
        let answer = core.think(&request("english", start, 0.05), &mut |_| (), &mut || false);
        assert!(answer.played.is_some() && answer.status.starts_with("depth "), "{answer:?}");
        assert_eq!(answer.verdict, Verdict::Unknown);
        let answer = core.think(&request("english", start, 1e9), &mut |_| (), &mut || true);
        assert!(answer.played.is_some() && began.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn verdicts_are_proven() {
        let core = core("english");
        for (fen, verdict) in
            [("W:W5:B1", Verdict::Loss), ("B:W18:BK15", Verdict::Win), ("B:W21-32:B1-12", Verdict::Unknown)]
        {
            let answer = core.think(&request("english", fen, 0.05), &mut |_| (), &mut || false);
            assert_eq!(answer.verdict, verdict, "{fen} {answer:?}");
        }
        for (wld, verdict) in [("1", Verdict::Draw), ("0", Verdict::Unknown)] {
            core.command(&format!("set enable_wld {wld}"));
            let answer = core.think(&request("english", "B:WK28:BK5", 0.05), &mut |_| (), &mut || false);
            assert_eq!(answer.verdict, verdict, "with databases {wld}: {answer:?}");
        }
    }

    /// A move of the other side that leads to a position that is new and in which nothing can be captured.
    fn new_and_quiet(game: &Game) -> Move {
        let is_fit = |&played: &Move| {
            let mut next = game.clone();
            next.play(played).unwrap();
            next.repetitions() == 1 && !next.legal_moves().iter().any(|reply| reply.is_capture())
        };
        game.legal_moves().into_iter().find(is_fit).unwrap()
    }

    #[test]
    fn a_level_game_without_progress_is_called_drawn() {
        for (quiet, called) in [(40, Verdict::Draw), (10, Verdict::Unknown)] {
            let core = core("english");
            let mut asked = request("english", &format!("W:WK30,K31,K32:BK1,K2,K3:H{quiet}"), 0.02);
            let mut game = Game::from_state(core.settings().variant, asked.setup.state(), DrawRules::NONE);
            for turn in 1..=10 {
                let answer = core.think(&asked, &mut |_| (), &mut || false);
                assert_eq!(answer.verdict, if turn < 10 { Verdict::Unknown } else { called }, "{turn} {answer:?}");
                game.play(answer.played.unwrap()).unwrap();
                game.play(new_and_quiet(&game)).unwrap();
                asked.setup = Setup::new(*game.position());
            }
        }
    }

    #[test]
    fn a_repetition_that_gamehist_tells_is_a_draw() {
        let core = core("english");
        // The same position twice already; whatever Black plays among his kings' moves, the third time is one of them.
        let moves = "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32";
        core.command(&format!("set gamehist B:WK32:BK1 {moves}"));
        let game =
            core.record().game(&request("english", "B:WK32:BK1", 1.0).setup, Variant::named("english").unwrap(), false);
        assert_eq!(game.repetitions(), 3);
        let other = core.record().game(&request("english", "B:WK31:BK1", 1.0).setup, game.variant(), false);
        assert_eq!(other.repetitions(), 1, "a history of another position says nothing");
    }

    #[test]
    fn all_scores_are_told() {
        let core = core("english");
        core.command("set allscores 1");
        let answer = core.think(&request("english", "B:W21-32:B1-12", 0.2), &mut |_| (), &mut || false);
        assert_eq!(answer.status.matches(';').count(), 7, "{}", answer.status);
        assert!(answer.status.len() < 1024);
    }
}
