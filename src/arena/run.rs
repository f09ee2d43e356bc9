//! Playing a match: several games at once, every finished one written down before it counts.

use std::collections::VecDeque;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::board::Side;
use crate::files;
use crate::journal::{self, Job, Journal, JournalError, Opening as JournalOpening, Shard, crc32};
use crate::lang::{Lang, Say};
use crate::notation::{hub_move, write_fen_full, write_pdn};
use crate::openings::Opening;
use crate::rules::{DrawRule, Variant};

use super::play::{Conditions, Ending, play};
use super::player::{Fault, Player};
use super::record::GameRecord;
use super::schedule::Schedule;
use super::spec::EngineSpec;
use super::standings::Standings;
use super::stats::Sprt;

/// After so many failed starts of an engine in a row the match is given up.
const MOST_FAILED_STARTS: u32 = 3;
/// The kind of job in journals.
const KIND: &str = "match";

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// What the games are called in PDN.
    pub event: String,
    /// The engines, two or more.
    pub engines: Vec<EngineSpec>,
    /// The openings, one or more.
    pub openings: Vec<Opening>,
    /// What holds for every game.
    pub conditions: Conditions,
    /// Games for each pairing; each opening once with both colours where it is not given.
    pub games: Option<usize>,
    /// Draws the order of the openings.
    pub seed: Option<u64>,
    /// Games played at once.
    pub concurrency: usize,
    /// A test that ends the match.
    pub sprt: Option<Sprt>,
    /// The part of the match that is played here.
    pub shard: Shard,
    /// Where finished games are written down, and whether it may be there already.
    pub journal: Option<(PathBuf, JournalOpening)>,
    /// Where games are written as PDN.
    pub pdn: Option<PathBuf>,
}

/// Whoever watches a match. Called from several threads, one at a time but for `interrupted`.
pub trait Watcher: Sync {
    /// Whether the match is to be broken off.
    fn interrupted(&self) -> bool;
    /// So many of so many games have been played.
    fn progress(&self, games: usize, of: usize, standings: &Standings);
    /// A player lost a game by a fault.
    fn fault(&self, game: usize, what: &str);
}

/// Why a match could not be played on.
#[derive(Debug)]
pub enum MatchError {
    /// The journal fails.
    Journal(JournalError),
    /// A record of the journal is no game of the match: its place from 1.
    Record(PathBuf, usize),
    /// The journals lack games: how many.
    GamesMissing(usize),
    /// The PDN cannot be written.
    Pdn(PathBuf, std::io::Error),
    /// An engine cannot be started: its name and why.
    Engine(String, Fault),
    /// A thread cannot be started.
    Thread(std::io::Error),
}

impl Say for MatchError {
    fn say(&self, lang: Lang) -> String {
        match self {
            MatchError::Journal(error) => error.say(lang),
            MatchError::Record(path, place) => lang.pick(
                format!("{}: record {place} is no game of a match of this program's version", path.display()),
                format!("{}: el registro {place} no es una partida de esta versión del programa", path.display()),
            ),
            MatchError::GamesMissing(count) => lang.pick(
                format!("{count} games are still to be played; go on with the unfinished parts by --resume"),
                format!("faltan {count} partidas por jugar; siga las partes sin acabar con --resume"),
            ),
            MatchError::Pdn(path, error) => format!("{}: {error}", path.display()),
            MatchError::Engine(name, fault) => format!("{name}: {}", fault.say(lang)),
            MatchError::Thread(error) => {
                lang.pick(format!("cannot start a thread: {error}"), format!("no se puede iniciar un hilo: {error}"))
            }
        }
    }
}

impl From<JournalError> for MatchError {
    fn from(error: JournalError) -> MatchError {
        MatchError::Journal(error)
    }
}

/// A match as far as it was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The names of the engines.
    pub names: Vec<String>,
    /// The results.
    pub standings: Standings,
    /// Games played, of those that belong to this part of the match.
    pub games: usize,
    /// The games that belong to it.
    pub of: usize,
}

impl Match {
    /// The schedule of the whole match.
    fn schedule(&self) -> Schedule {
        Schedule::new(self.engines.len(), self.openings.len(), self.games, self.seed)
    }

    /// Whether openings come up more than once.
    pub fn repeats_openings(&self) -> bool {
        self.schedule().repeats()
    }

    fn names(&self) -> Vec<String> {
        self.engines.iter().map(|engine| engine.name.clone()).collect()
    }

    /// The job for the journal: all that the games depend on, but for what may differ between machines.
    fn job(&self) -> Job {
        let conditions = &self.conditions;
        let table = &conditions.table;
        let numbering = table.variant.numbering;
        let mut openings = 0;
        for opening in &self.openings {
            let moves: Vec<String> = opening.moves.iter().map(|&played| hub_move(played, numbering)).collect();
            let fen = write_fen_full(&opening.start, numbering, None);
            openings = crc32(openings, format!("{}\n{fen}\n{}\n", opening.name, moves.join(" ")).as_bytes());
        }
        let draws: Vec<String> = DrawRule::ALL
            .iter()
            .map(|&rule| (rule.name(), table.draws.limit(rule).number))
            .filter(|(_, number)| *number != 0)
            .map(|(name, number)| format!("{name}={number}"))
            .collect();
        let mut settings: Vec<(String, String)> = Vec::new();
        let mut set = |name: &str, value: String| settings.push((name.to_owned(), value));
        set("event", self.event.clone());
        set("rules", table.variant.name.to_owned());
        set("draws", draws.join(" "));
        set("objective", if table.giveaway { "giveaway" } else { "win" }.to_owned());
        for (number, engine) in (1..).zip(&self.engines) {
            set(&format!("name {number}"), engine.name.clone());
            set(&format!("engine {number}"), engine.fingerprint());
        }
        set("openings", format!("{} {openings:08x}", self.openings.len()));
        set("games", self.schedule().games().to_string());
        set("seed", self.seed.map_or("none".to_owned(), |seed| seed.to_string()));
        set("time", conditions.control.to_string());
        set("margin", format!("{}", conditions.margin.as_secs_f64()));
        set("max-plies", conditions.max_plies.to_string());
        set("adjudication", format!("{:?}", conditions.adjudication));
        // Without, matches are what they were before there was such a thing.
        if let Some(referee) = &conditions.referee {
            set("adjudicate-egdb", format!("{} pieces", referee.pieces()));
        }
        let test = |sprt: Sprt| format!("{},{},{},{} {:?}", sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta, sprt.model);
        set("sprt", self.sprt.map_or("none".to_owned(), test));
        Job { kind: KIND.to_owned(), settings, shard: self.shard }
    }

    /// Plays the match, or goes on with it.
    ///
    /// # Errors
    /// If it cannot be played, or what was played cannot be written down. What was written down stays.
    pub fn run(&self, watcher: &dyn Watcher) -> Result<Played, MatchError> {
        let schedule = self.schedule();
        let variant = self.conditions.table.variant;
        let numbers: Vec<usize> = (0..schedule.games()).filter(|number| self.shard.takes(number / 2)).collect();
        let (journal, records) = match &self.journal {
            Some((path, opening)) => {
                let (journal, lines) = Journal::open(path, &self.job(), *opening)?;
                (Some(journal), read_records(path, &lines, variant)?)
            }
            None => (None, Vec::new()),
        };
        let names = self.names();
        let mut standings = Standings::new(self.engines.len(), self.sprt.filter(|_| self.shard.is_whole()));
        let mut open = vec![true; schedule.games()];
        for record in &records {
            standings.add(record);
            if let Some(open) = open.get_mut(record.number) {
                *open = false;
            }
        }
        let pending: VecDeque<usize> = numbers.iter().copied().filter(|&number| open[number]).collect();
        let pdn = self.pdn.as_deref().map(|path| PdnFile { path, names: &names, of: self });
        if let Some(pdn) = &pdn {
            pdn.rewrite(&records)?;
        }
        let of = numbers.len();
        watcher.progress(records.len(), of, &standings);
        let state = State { pending, journal, records, standings, error: None, failed: vec![0; self.engines.len()] };
        let floor =
            Floor { plan: self, schedule, state: Mutex::new(state), ended: AtomicBool::new(false), watcher, of, pdn };
        if !floor.lock().pending.is_empty() && !floor.lock().standings.is_decided() {
            self.try_engines()?;
            floor.play_all()?;
        }
        let mut state = floor.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = state.error {
            return Err(error);
        }
        if let Some(pdn) = &floor.pdn {
            state.records.sort_by_key(|record| record.number);
            pdn.rewrite(&state.records)?;
        }
        Ok(Played { names: names.clone(), standings: state.standings, games: state.records.len(), of })
    }

    /// Starts each engine once, so that a wrong path or option is known before the first game.
    fn try_engines(&self) -> Result<(), MatchError> {
        for engine in &self.engines {
            let mut player = engine.player(&self.conditions.table);
            let ready = player.new_game();
            player.stop();
            ready.map_err(|fault| MatchError::Engine(engine.name.clone(), fault))?;
        }
        Ok(())
    }
}

/// Joins the journals of all parts of a match.
///
/// # Errors
/// If they do not belong together, a part is missing, or games are still to be played; or the PDN cannot be written.
pub fn merge(paths: &[PathBuf], pdn: Option<&Path>) -> Result<Played, MatchError> {
    let (job, lines) = journal::read_shards(paths)?;
    let of_job = |name: &str| job.settings.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let first = || paths.first().cloned().unwrap_or_default();
    let foreign = || MatchError::Record(first(), 0);
    if job.kind != KIND {
        return Err(MatchError::Journal(JournalError::NotAJournal(first())));
    }
    let variant = of_job("rules").and_then(|name| Variant::named(name).ok()).ok_or_else(foreign)?;
    let of: usize = of_job("games").and_then(|number| number.parse().ok()).ok_or_else(foreign)?;
    let names: Vec<String> = (1..).map_while(|number| of_job(&format!("name {number}"))).map(str::to_owned).collect();
    let sprt = of_job("sprt").and_then(read_test);
    let mut records = read_records(&first(), &lines, variant)?;
    if records.iter().any(|record| record.engines.iter().any(|&engine| engine >= names.len())) {
        return Err(foreign());
    }
    records.sort_by_key(|record| record.number);
    let mut standings = Standings::new(names.len(), sprt);
    records.iter().for_each(|record| standings.add(record));
    if records.len() < of && !standings.is_decided() {
        return Err(MatchError::GamesMissing(of - records.len()));
    }
    if let Some(path) = pdn {
        let event = of_job("event").unwrap_or("?");
        let control = of_job("time").unwrap_or("?");
        write_whole(path, &pdn_of(&records, &names, event, control, variant))?;
    }
    Ok(Played { games: records.len(), names, standings, of })
}

/// The test that a journal's setting tells.
fn read_test(text: &str) -> Option<Sprt> {
    use super::stats::EloModel;
    let (numbers, model) = text.split_once(' ')?;
    let models = [EloModel::Normalised, EloModel::Logistic];
    Sprt::parse(numbers, models.into_iter().find(|known| format!("{known:?}") == model)?).ok()
}

/// The games of a journal; each may be there once.
fn read_records(path: &Path, lines: &[String], variant: &Variant) -> Result<Vec<GameRecord>, MatchError> {
    let mut numbers = std::collections::HashSet::new();
    let read = |(line, place): (&String, usize)| {
        let record = GameRecord::read(line, variant).filter(|record| numbers.insert(record.number));
        record.ok_or_else(|| MatchError::Record(path.to_owned(), place))
    };
    lines.iter().zip(1..).map(read).collect()
}

/// Where the games are played.
struct Floor<'a> {
    plan: &'a Match,
    schedule: Schedule,
    state: Mutex<State>,
    /// Whether no more games are to be begun, and those that run are to be broken off.
    ended: AtomicBool,
    watcher: &'a dyn Watcher,
    of: usize,
    pdn: Option<PdnFile<'a>>,
}

struct State {
    pending: VecDeque<usize>,
    journal: Option<Journal>,
    records: Vec<GameRecord>,
    standings: Standings,
    error: Option<MatchError>,
    /// Failed starts in a row, by engine.
    failed: Vec<u32>,
}

impl Floor<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        self.ended.load(Ordering::Relaxed) || self.watcher.interrupted()
    }

    fn play_all(&self) -> Result<(), MatchError> {
        let waiting = self.lock().pending.len();
        let tables = self.plan.concurrency.clamp(1, waiting.max(1));
        std::thread::scope(|scope| {
            for number in 0..tables {
                let table = std::thread::Builder::new().name(format!("match-{number}"));
                if let Err(error) = table.spawn_scoped(scope, || self.play_some()) {
                    self.ended.store(true, Ordering::Relaxed);
                    return Err(MatchError::Thread(error));
                }
            }
            Ok(())
        })
    }

    /// Plays one game after the other until there is none left.
    fn play_some(&self) {
        let mut players: Vec<Option<Box<dyn Player>>> = self.plan.engines.iter().map(|_| None).collect();
        while !self.is_over() {
            let Some(number) = self.lock().pending.pop_front() else { break };
            match self.play_one(number, &mut players) {
                Some(record) => self.finish(record),
                // Broken off: it is played when the match goes on.
                None => break,
            }
        }
        players.into_iter().flatten().for_each(|mut player| player.stop());
    }

    fn play_one(&self, number: usize, players: &mut [Option<Box<dyn Player>>]) -> Option<GameRecord> {
        let planned = self.schedule.game(number)?;
        let opening = self.plan.openings.get(planned.opening)?;
        let [first, second] = planned.engines;
        let engines = if opening.start.position().side() == Side::White { [first, second] } else { [second, first] };
        for (engine, player) in players.iter_mut().enumerate() {
            // Engines that do not play now give their memory back.
            if !engines.contains(&engine)
                && let Some(mut player) = player.take()
            {
                player.stop();
            }
        }
        let table = &self.plan.conditions.table;
        let mut take =
            |engine: usize| players[engine].take().unwrap_or_else(|| self.plan.engines[engine].player(table));
        let (mut white, mut black) = (take(engines[0]), take(engines[1]));
        let over = || self.is_over();
        let played = play([white.as_mut(), black.as_mut()], opening, &self.plan.conditions, &over);
        players[engines[0]] = Some(white);
        players[engines[1]] = Some(black);
        let game = played.ok()?;
        Some(GameRecord { number, engines, opening: opening.clone(), game })
    }

    /// Writes a game down and counts it.
    fn finish(&self, record: GameRecord) {
        let mut state = self.lock();
        if self.ended.load(Ordering::Relaxed) {
            return;
        }
        if let Err(error) = self.write_down(&mut state, &record) {
            state.error = Some(error);
            self.ended.store(true, Ordering::Relaxed);
            return;
        }
        if let Some(error) = self.note_fault(&mut state, &record) {
            state.error = Some(error);
            self.ended.store(true, Ordering::Relaxed);
        }
        state.standings.add(&record);
        state.records.push(record);
        self.watcher.progress(state.records.len(), self.of, &state.standings);
        if state.standings.is_decided() {
            self.ended.store(true, Ordering::Relaxed);
        }
    }

    fn write_down(&self, state: &mut State, record: &GameRecord) -> Result<(), MatchError> {
        if let Some(journal) = &mut state.journal {
            journal.append(&record.write(self.plan.conditions.table.variant))?;
            journal.sync()?;
        }
        self.pdn.as_ref().map_or(Ok(()), |pdn| pdn.append(record))
    }

    /// Tells of a fault; an error where an engine fails to start again and again.
    fn note_fault(&self, state: &mut State, record: &GameRecord) -> Option<MatchError> {
        let mut failed_side = None;
        if let Ending::Fault(side, kind, what) = &record.game.ending {
            self.watcher.fault(record.number, &record.termination(&self.plan.names()));
            if *kind == Fault::NotStarted(String::new()).kind() {
                failed_side = Some((*side, what));
            }
        }
        for side in [Side::White, Side::Black] {
            let engine = record.engines[side.index()];
            match failed_side {
                Some((failed, what)) if failed == side => {
                    state.failed[engine] += 1;
                    if state.failed[engine] >= MOST_FAILED_STARTS {
                        let name = self.plan.engines[engine].name.clone();
                        return Some(MatchError::Engine(name, Fault::NotStarted(what.clone())));
                    }
                }
                // The other side may not have been started at all.
                Some(_) => {}
                None => state.failed[engine] = 0,
            }
        }
        None
    }
}

/// The PDN file of a match.
struct PdnFile<'a> {
    path: &'a Path,
    names: &'a [String],
    of: &'a Match,
}

impl PdnFile<'_> {
    fn text(&self, records: &[GameRecord]) -> String {
        let conditions = &self.of.conditions;
        pdn_of(records, self.names, &self.of.event, &conditions.control.to_string(), conditions.table.variant)
    }

    /// Writes all games afresh: the journal is what counts.
    fn rewrite(&self, records: &[GameRecord]) -> Result<(), MatchError> {
        write_whole(self.path, &self.text(records))
    }

    /// Adds a game, so that it can be looked at while the match goes on.
    fn append(&self, record: &GameRecord) -> Result<(), MatchError> {
        let file = std::fs::OpenOptions::new().append(true).create(true).open(self.path);
        let written = file.and_then(|mut file| file.write_all(self.text(std::slice::from_ref(record)).as_bytes()));
        written.map_err(|error| MatchError::Pdn(self.path.to_owned(), error))
    }
}

fn pdn_of(records: &[GameRecord], names: &[String], event: &str, control: &str, variant: &Variant) -> String {
    records.iter().map(|record| write_pdn(&record.pdn(names, event, control), variant)).collect()
}

fn write_whole(path: &Path, text: &str) -> Result<(), MatchError> {
    files::write_whole(path, text.as_bytes()).map_err(|error| MatchError::Pdn(path.to_owned(), error))
}
