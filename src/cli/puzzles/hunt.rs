//! Looking for puzzles in many games at once, with a journal to go on from.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, stdin};
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};

use crate::cli::args::Args;
use crate::cli::interrupt;
use crate::cli::live::LiveLine;
use crate::cli::outcome::{Failure, bad, tell};
use crate::engine::EngineOptions;
use crate::journal::{Job, Journal, JournalError, Opening, Shard, join_fields, split_fields};
use crate::lang::{Lang, Say};
use crate::notation::{PdnReader, PdnRecord, hub_move, parse_fen, parse_move, write_fen_full};
use crate::rules::Variant;
use crate::study::{Puzzle, Seeker};

use super::Found;

/// The kind of job in journals.
const KIND: &str = "puzzles";
/// The table of each thread, in MiB.
const HASH_MIB: usize = 16;
/// Positions visited to make sure, where nothing is said.
const NODES: u64 = 200_000;
/// Fields of a puzzle in a journal.
const FIELDS: usize = 7;

/// What came of it.
pub(super) struct Hunt {
    pub found: Vec<Found>,
    /// Games that were looked through, in all runs.
    pub games: usize,
    pub unreadable: usize,
    pub interrupted: bool,
}

/// A game to be looked through, with its number from 1.
struct Game {
    number: usize,
    record: PdnRecord,
}

/// What was found in a game.
struct Done {
    number: usize,
    found: Vec<Found>,
}

/// Looks through the games of the files that the arguments name.
pub(super) fn hunt(args: &Args<'_>, journal: Option<&Path>) -> Result<Hunt, Failure> {
    let files = args.positionals("GAMES");
    let nodes = args.whole("nodes").unwrap_or(NODES);
    let default = args.variant()?;
    let only = args.text("rules").is_some().then_some(default);
    let options = EngineOptions { hash_mib: HASH_MIB, egdb: args.egdb(), ..EngineOptions::default() };
    let fail = |error: JournalError| Failure::Input(error.say(args.lang));
    let opening = if args.flag("resume") { Opening::Resume } else { Opening::New };
    let (mut journal, lines) = match journal {
        Some(path) => {
            let (journal, lines) = Journal::open(path, &job(args, &files, nodes), opening).map_err(fail)?;
            (Some(journal), lines)
        }
        None => (None, Vec::new()),
    };
    let mut hunt = Hunt { found: Vec::new(), games: 0, unreadable: 0, interrupted: false };
    let mut done = HashSet::new();
    for line in &lines {
        let (number, found) = read_record(line).ok_or_else(|| damaged(args.lang))?;
        done.insert(number);
        hunt.found.extend(found);
    }
    hunt.games = done.len();
    // Opened before any work is done: a name that is wrong is said at once.
    let inputs: Vec<(&str, Box<dyn BufRead + Send>)> =
        files.iter().map(|&file| open(file, args.lang).map(|input| (file, input))).collect::<Result<_, _>>()?;
    let mut line = LiveLine::new(args);
    let mut trouble = None;
    let (games, waiting) = sync_channel::<Game>(2 * args.threads());
    let (results, ready) = channel::<Done>();
    let waiting = Mutex::new(waiting);
    std::thread::scope(|scope| {
        for _ in 0..args.threads() {
            let results = results.clone();
            scope.spawn(|| work(&waiting, results, &options, nodes));
        }
        drop(results);
        let reader = scope.spawn(|| {
            let mut unreadable = 0;
            let mut number = 0;
            for (file, input) in inputs {
                let reader = match only {
                    Some(variant) => PdnReader::new(input, variant),
                    None => PdnReader::by_game_type(input, default),
                };
                for game in reader {
                    number += 1;
                    if interrupt::came() {
                        return unreadable;
                    }
                    match game {
                        Ok(_) if done.contains(&number) => {}
                        Ok(record) => {
                            if games.send(Game { number, record }).is_err() {
                                return unreadable;
                            }
                        }
                        Err(error) => {
                            unreadable += 1;
                            tell(&format!("{file}: {}", error.say(args.lang)));
                        }
                    }
                }
            }
            drop(games);
            unreadable
        });
        trouble = gather(&ready, &mut journal, &mut hunt, &mut line, args.lang);
        // Nobody takes the games that are left; the reader ends.
        hunt.unreadable = reader.join().unwrap_or(0);
    });
    line.clear();
    hunt.interrupted = interrupt::came();
    match trouble {
        Some(error) => Err(fail(error)),
        None => Ok(hunt),
    }
}

/// Looks through games until there are no more.
fn work(games: &Mutex<Receiver<Game>>, results: Sender<Done>, options: &EngineOptions, nodes: u64) {
    let mut seekers: HashMap<&'static str, Seeker> = HashMap::new();
    loop {
        let next = games.lock().map(|games| games.recv());
        let Ok(Ok(Game { number, record })) = next else { return };
        let variant = record.variant;
        let seeker =
            seekers.entry(variant.name).or_insert_with(|| Seeker::new(variant, variant.draws.clone(), options, nodes));
        // Once interrupted, what is left is only taken off the reader's hands.
        let Some(puzzles) = seeker.seek(&record.start, &record.moves, &interrupt::came) else { continue };
        let source = source(&record);
        let found =
            puzzles.into_iter().map(|puzzle| Found { game: number, variant, source: source.clone(), puzzle }).collect();
        if results.send(Done { number, found }).is_err() {
            return;
        }
    }
}

/// Takes what the threads found into the journal and together.
fn gather(
    ready: &Receiver<Done>,
    journal: &mut Option<Journal>,
    hunt: &mut Hunt,
    line: &mut LiveLine,
    lang: Lang,
) -> Option<JournalError> {
    let mut trouble = None;
    for Done { number, found } in ready {
        if let Some(journal) = journal.as_mut().filter(|_| trouble.is_none()) {
            trouble = journal.append(&write_record(number, &found)).err();
        }
        hunt.games += 1;
        hunt.found.extend(found);
        let (games, puzzles) = (hunt.games, hunt.found.len());
        line.show(
            &lang.pick(format!("{games} games, {puzzles} puzzles"), format!("{games} partidas, {puzzles} problemas")),
        );
    }
    trouble.or_else(|| journal.as_ref().and_then(|journal| journal.sync().err()))
}

/// What the results depend on. The program's version stands for its search.
fn job(args: &Args<'_>, files: &[&str], nodes: u64) -> Job {
    let settings = [
        ("games", files.join(" ")),
        ("rules", args.text("rules").unwrap_or("-").to_owned()),
        ("nodes", nodes.to_string()),
        ("egdb", args.text("egdb").unwrap_or("-").to_owned()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
    ];
    let settings = settings.map(|(name, value)| (name.to_owned(), value)).to_vec();
    Job { kind: KIND.to_owned(), settings, shard: Shard::WHOLE }
}

fn damaged(lang: Lang) -> Failure {
    bad(
        lang,
        "the journal holds a record that is none of this program's; remove it and begin anew".to_owned(),
        "el diario contiene un registro que no es de este programa; bórrelo y empiece de nuevo".to_owned(),
    )
}

fn open(file: &str, lang: Lang) -> Result<Box<dyn BufRead + Send>, Failure> {
    if file == "-" {
        return Ok(Box::new(BufReader::new(stdin())));
    }
    let opened = File::open(file).map_err(|error| {
        bad(lang, format!("cannot read {file}: {error}"), format!("no se puede leer {file}: {error}"))
    })?;
    Ok(Box::new(BufReader::new(opened)))
}

/// Who played where and when, as far as the tags say it.
fn source(record: &PdnRecord) -> String {
    let tag = |name: &str| record.tag(name).map(str::trim).filter(|text| !text.is_empty() && !text.starts_with('?'));
    let players = match (tag("White"), tag("Black")) {
        (None, None) => None,
        (white, black) => Some(format!("{} - {}", white.unwrap_or("?"), black.unwrap_or("?"))),
    };
    let parts: Vec<String> =
        [players, tag("Event").map(str::to_owned), tag("Date").map(str::to_owned)].into_iter().flatten().collect();
    parts.join(", ")
}

/// A game in the journal: its number, and the fields of each puzzle.
fn write_record(number: usize, found: &[Found]) -> String {
    let mut fields = vec![number.to_string()];
    for Found { variant, source, puzzle, .. } in found {
        let moves: Vec<String> = puzzle.solution.iter().map(|&played| hub_move(played, variant.numbering)).collect();
        fields.extend([
            variant.name.to_owned(),
            source.clone(),
            write_fen_full(&puzzle.state, variant.numbering, None),
            moves.join(" "),
            puzzle.depth.to_string(),
            puzzle.plies.map_or("-".to_owned(), |plies| plies.to_string()),
            puzzle.ply.to_string(),
        ]);
    }
    join_fields(fields.iter().map(String::as_str))
}

/// What [`write_record`] wrote.
fn read_record(record: &str) -> Option<(usize, Vec<Found>)> {
    let fields = split_fields(record);
    let (number, puzzles) = fields.split_first()?;
    let game = number.parse().ok()?;
    let (whole, rest) = puzzles.as_chunks::<FIELDS>();
    if !rest.is_empty() {
        return None;
    }
    let read = |fields: &[String; FIELDS]| {
        let [name, source, fen, moves, depth, plies, ply] = fields;
        let variant = Variant::named(name).ok()?;
        let state = parse_fen(fen, variant.numbering, true).ok()?.state();
        let mut position = *state.position();
        let mut solution = Vec::new();
        for text in moves.split(' ') {
            let played = parse_move(text, variant, &position).ok()?;
            position = position.play(played);
            solution.push(played);
        }
        let plies = if plies == "-" { None } else { Some(plies.parse().ok()?) };
        let puzzle = Puzzle { state, solution, depth: depth.parse().ok()?, plies, ply: ply.parse().ok()? };
        Some(Found { game, variant, source: source.clone(), puzzle })
    };
    Some((game, whole.iter().map(read).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back_from_the_journal() {
        let variant = Variant::named("russian").unwrap();
        let state = parse_fen("W:Wa1,c3:Bb4,h8", variant.numbering, false).unwrap().state();
        let played = crate::movegen::MoveGen::of(variant.laws).legal_moves(state.position())[0];
        let puzzle = Puzzle { state, solution: vec![played], depth: 7, plies: Some(9), ply: 31 };
        let found = vec![Found { game: 12, variant, source: "A\tB - \\".to_owned(), puzzle }; 2];
        assert_eq!(read_record(&write_record(12, &found)), Some((12, found)));
        assert_eq!(read_record(&write_record(3, &[])), Some((3, Vec::new())));
        for wrong in ["", "x", "1\trussian", "1\trussian\ts\tW:W1:B2\t1-5\t3\t-"] {
            assert_eq!(read_record(wrong), None, "{wrong}");
        }
    }
}
