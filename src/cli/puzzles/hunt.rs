//! Looking for puzzles in many games at once, with a journal to go on from.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, stdin};
use std::path::Path;

use crate::cli::args::Args;
use crate::cli::interrupt;
use crate::cli::live::LiveLine;
use crate::cli::outcome::{Failure, bad, tell};
use crate::crew::Crew;
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
    let readers = inputs.into_iter().flat_map(|(file, input)| {
        let reader = match only {
            Some(variant) => PdnReader::new(input, variant),
            None => PdnReader::by_game_type(input, default),
        };
        reader.map(move |game| (file, game))
    });
    let mut unreadable = 0;
    let games = readers.zip(1..).filter_map(|((file, game), number)| match game {
        Ok(_) if done.contains(&number) => None,
        Ok(record) => Some(Game { number, record }),
        Err(error) => {
            unreadable += 1;
            tell(&format!("{file}: {}", error.say(args.lang)));
            None
        }
    });
    let mut line = LiveLine::new(args);
    let note = |Done { number, found }: Done| {
        if let Some(journal) = &mut journal {
            journal.append(&write_record(number, &found))?;
        }
        hunt.games += 1;
        hunt.found.extend(found);
        let (games, puzzles) = (hunt.games, hunt.found.len());
        line.show(
            &args
                .lang
                .pick(format!("{games} games, {puzzles} puzzles"), format!("{games} partidas, {puzzles} problemas")),
        );
        Ok(())
    };
    let crew = Crew { threads: args.threads(), interrupted: &interrupt::came };
    let work = |seekers: &mut Seekers, game: Game, over: &dyn Fn() -> bool| {
        let seeker = |variant: &'static Variant| Seeker::new(variant, variant.draws.clone(), &options, nodes);
        Ok(look_through(game, seekers, &seeker, over))
    };
    let ended = crew.share(games, Seekers::new, work, note);
    line.clear();
    ended.and_then(|()| journal.map_or(Ok(()), |journal| journal.sync())).map_err(fail)?;
    hunt.unreadable = unreadable;
    hunt.interrupted = interrupt::came();
    Ok(hunt)
}

/// What a thread looks for puzzles with, by the name of the ruleset.
type Seekers = HashMap<&'static str, Seeker>;

/// Looks through a game; `None` where it is broken off.
fn look_through(
    Game { number, record }: Game,
    seekers: &mut Seekers,
    new: &dyn Fn(&'static Variant) -> Seeker,
    over: &dyn Fn() -> bool,
) -> Option<Done> {
    let variant = record.variant;
    let seeker = seekers.entry(variant.name).or_insert_with(|| new(variant));
    let puzzles = seeker.seek(&record.start, &record.moves, over)?;
    let source = source(&record);
    let found = |puzzle| Found { game: number, variant, source: source.clone(), puzzle };
    Some(Done { number, found: puzzles.into_iter().map(found).collect() })
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
    // A match is often called by its players.
    let event = tag("Event").map(str::to_owned).filter(|event| Some(event) != players.as_ref());
    let parts: Vec<String> = [players, event, tag("Date").map(str::to_owned)].into_iter().flatten().collect();
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
