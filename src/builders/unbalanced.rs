//! Unbalanced openings: positions in which one side stands better and nothing is decided, since engines draw nearly all
//! games from even ones.
//!
//! Every opening of a set has a number and draws candidates of its own until one will do, so a set is the same whatever
//! the number of threads, parts or interruptions. A candidate is the start position, half of the time with a random man
//! taken from each side, after some random plies. It is one of number `i` only if its key leaves `i` when divided by the
//! size of the set, so no two openings of a set are the same. It will do if nobody must capture and a search of a given
//! number of nodes, on one thread with a fresh table, says that a side is ahead by a quarter of a man to one man.

use std::path::PathBuf;

use crate::board::{Bitboard, Position, Side, Square};
use crate::crew::Crew;
use crate::engine::{AnyEngine, EngineOptions, engine};
use crate::game::Game;
use crate::journal::{
    Job, Journal, JournalError, Opening as JournalOpening, Shard, join_fields, read_shards, split_fields,
};
use crate::lang::{Lang, Say};
use crate::movegen::MoveGen;
use crate::notation::{parse_fen, write_fen};
use crate::openings::{Random, laws_name};
use crate::rules::{State, Variant};
use crate::score::Meaning;
use crate::search::{Limits, Silent, StopHandle};

/// The kind of job in journals.
const KIND: &str = "openings";
/// The table of the search, in MiB: a part of what makes a set what it is. Small, as it is emptied for every candidate.
const HASH_MIB: usize = 16;
/// How many random plies a candidate has at least and at most.
const PLIES: (u64, u64) = (4, 9);
/// The scores that will do, in hundredths of a man.
const WANTED: std::ops::RangeInclusive<i32> = 25..=100;
/// The scores that a first search must give, which looks at a part of the nodes.
const PROMISING: std::ops::RangeInclusive<i32> = 10..=160;
/// The part of the nodes that the first search looks at.
const FIRST_LOOK: u64 = 32;
/// After so many candidates in a row without one of the right number, the set is too large for the game.
const MOST_DRAWS: u32 = 2_000_000;

/// A set to be made.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    /// The ruleset; its laws and its square numbers count.
    pub variant: &'static Variant,
    /// What the random numbers come from.
    pub seed: u64,
    /// How many openings.
    pub count: usize,
    /// The nodes of the search that judges them.
    pub nodes: u64,
    /// The part to be made.
    pub shard: Shard,
    /// Threads, each with its own search.
    pub threads: usize,
    /// Where finished openings are written down, and whether it may be there already.
    pub journal: Option<(PathBuf, JournalOpening)>,
}

/// An opening that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Made {
    /// Its number, from 0.
    pub number: usize,
    /// The position.
    pub position: Position,
    /// Its score for the side to move, in hundredths of a man.
    pub score: i32,
}

/// Why a set could not be made.
#[derive(Debug)]
pub(crate) enum MakeError {
    /// The journal fails.
    Journal(JournalError),
    /// A record of the journal is no opening.
    Record(String),
    /// There are not so many openings of this kind.
    TooMany(usize),
    /// Openings are missing: how many.
    Unfinished(usize),
}

impl Say for MakeError {
    fn say(&self, lang: Lang) -> String {
        match self {
            MakeError::Journal(error) => error.say(lang),
            MakeError::Record(text) => lang.pick(
                format!("'{text}' in a journal is no opening of this program's version"),
                format!("'{text}' en un diario no es una apertura de esta versión del programa"),
            ),
            MakeError::TooMany(count) => lang.pick(
                format!("no {count} different openings of this kind can be found; give a smaller --count"),
                format!("no se encuentran {count} aperturas distintas de esta clase; dé un --count menor"),
            ),
            MakeError::Unfinished(count) => lang.pick(
                format!("{count} openings are still to be made; go on with the unfinished parts by --resume"),
                format!("faltan {count} aperturas por hacer; siga las partes sin acabar con --resume"),
            ),
        }
    }
}

impl From<JournalError> for MakeError {
    fn from(error: JournalError) -> MakeError {
        MakeError::Journal(error)
    }
}

impl Recipe {
    /// The job for the journal. The program's version stands for its search and evaluation.
    fn job(&self) -> Job {
        let settings = [
            ("rules", self.variant.name.to_owned()),
            ("seed", self.seed.to_string()),
            ("count", self.count.to_string()),
            ("nodes", self.nodes.to_string()),
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ];
        let settings = settings.map(|(name, value)| (name.to_owned(), value)).to_vec();
        Job { kind: KIND.to_owned(), settings, shard: self.shard }
    }

    fn of_job(job: &Job) -> Option<Recipe> {
        let value = |name: &str| job.settings.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        Some(Recipe {
            variant: Variant::named(value("rules")?).ok()?,
            seed: value("seed")?.parse().ok()?,
            count: value("count")?.parse().ok()?,
            nodes: value("nodes")?.parse().ok()?,
            shard: job.shard,
            threads: 1,
            journal: None,
        })
    }

    /// Makes the openings of this part that are still to be made. All that are there, by number; fewer than there should
    /// be only where `interrupted` said so.
    ///
    /// # Errors
    /// If the journal fails or there are not so many.
    pub fn make(
        &self,
        interrupted: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<Made>, MakeError> {
        let (journal, lines) = match &self.journal {
            Some((path, opening)) => Journal::open(path, &self.job(), *opening).map(|(j, lines)| (Some(j), lines))?,
            None => (None, Vec::new()),
        };
        let mut journal = journal;
        let mut made = lines.iter().map(|line| self.read(line)).collect::<Result<Vec<Made>, _>>()?;
        let numbers: Vec<usize> = (0..self.count).filter(|&number| self.shard.takes(number)).collect();
        let mut pending = numbers.clone();
        pending.retain(|number| made.iter().all(|made| made.number != *number));
        progress(made.len(), numbers.len());
        let begin = || {
            let options = EngineOptions { hash_mib: HASH_MIB, ..EngineOptions::default() };
            engine(self.variant.laws, &options)
        };
        let note = |found: Made| {
            if let Some(journal) = &mut journal {
                journal.append(&self.write(&found))?;
                journal.sync()?;
            }
            made.push(found);
            progress(made.len(), numbers.len());
            Ok(())
        };
        let crew = Crew { threads: self.threads.min(pending.len()), interrupted };
        crew.share(pending.into_iter(), begin, |engine, number, over| self.one(number, engine.as_mut(), over), note)?;
        made.sort_by_key(|made| made.number);
        Ok(made)
    }

    /// Makes the opening of a number; `None` where it is broken off.
    fn one(
        &self,
        number: usize,
        engine: &mut dyn AnyEngine,
        over: &dyn Fn() -> bool,
    ) -> Result<Option<Made>, MakeError> {
        let mut random = Random::of(self.seed, self.variant.laws, number as u64);
        let mut draws = 0;
        loop {
            let position = self.candidate(&mut random);
            let position = position.filter(|at| State::new(*at).key() % self.count as u64 == number as u64);
            let Some(position) = position else {
                draws += 1;
                if draws > MOST_DRAWS {
                    return Err(MakeError::TooMany(self.count));
                }
                continue;
            };
            if over() {
                return Ok(None);
            }
            draws = 0;
            let promises = self.score(&position, self.nodes.div_ceil(FIRST_LOOK), engine);
            if !promises.is_some_and(|score| PROMISING.contains(&score.abs())) {
                continue;
            }
            match self.score(&position, self.nodes, engine) {
                Some(score) if WANTED.contains(&score.abs()) => return Ok(Some(Made { number, position, score })),
                _ => {}
            }
        }
    }

    /// Draws a candidate; `None` where the game is over or somebody must capture.
    fn candidate(&self, random: &mut Random) -> Option<Position> {
        let moves = MoveGen::of(self.variant.laws);
        let start = self.variant.start();
        let mut position = start;
        if random.below(2) == 0 {
            let mut man_of = |side: Side| {
                let men: Vec<Square> = start.pieces(side).squares().collect();
                men.get(random.below(men.len() as u64) as usize).map_or(Bitboard::EMPTY, |square| square.bit())
            };
            let (white, black) = (man_of(Side::White), man_of(Side::Black));
            let left = |side: Side, taken: Bitboard| start.pieces(side).without(taken);
            let (white, black) = (left(Side::White, white), left(Side::Black, black));
            position = Position::new(white, black, Bitboard::EMPTY, start.side(), false).ok()?;
        }
        for _ in 0..PLIES.0 + random.below(PLIES.1 - PLIES.0 + 1) {
            let legal = moves.legal_moves(&position);
            position = position.play(*legal.get(random.below(legal.len() as u64) as usize)?);
        }
        let legal = moves.legal_moves(&position);
        (!legal.is_empty() && legal.iter().all(|played| !played.is_capture())).then_some(position)
    }

    /// The score of a position for its side to move, in hundredths of a man; `None` if the game is decided.
    fn score(&self, position: &Position, nodes: u64, engine: &mut dyn AnyEngine) -> Option<i32> {
        engine.new_game();
        let game = Game::from_state(self.variant, State::new(*position), self.variant.draws.clone());
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = engine.search(&game, &limits, &StopHandle::new(), &mut Silent);
        match found.lines.first()?.score.meaning() {
            Meaning::Heuristic(score) => Some(score),
            _ => None,
        }
    }

    fn write(&self, made: &Made) -> String {
        let fen = write_fen(&made.position, self.variant.numbering);
        join_fields([made.number.to_string().as_str(), &made.score.to_string(), &fen])
    }

    fn read(&self, record: &str) -> Result<Made, MakeError> {
        let fields = split_fields(record);
        let read = || {
            let [number, score, fen] = fields.as_slice() else { return None };
            let position = parse_fen(fen, self.variant.numbering, false).ok()?.position;
            Some(Made { number: number.parse().ok()?, score: score.parse().ok()?, position })
        };
        read().ok_or_else(|| MakeError::Record(record.to_owned()))
    }

    /// The set as a file of openings.
    pub fn text(&self, made: &[Made]) -> String {
        let Recipe { variant, seed, count, nodes, .. } = self;
        let mut text = format!(
            "# Unbalanced openings of the laws of {}, made by Damero {}:\n\
             # damero openings make --rules {} --seed {seed} --count {count} --nodes {nodes}\n\
             # A FEN a line; number and score for the side to move, in men.\n",
            laws_name(variant.laws),
            env!("CARGO_PKG_VERSION"),
            variant.name
        );
        for Made { number, position, score } in made {
            let fen = write_fen(position, variant.numbering);
            text.push_str(&format!("{fen}; {} {:+.2}\n", number + 1, f64::from(*score) / 100.0));
        }
        text
    }
}

/// Joins the journals of all parts of a set: what it is, and its openings.
///
/// # Errors
/// If they do not belong together, a part is missing or is not finished.
pub(crate) fn merge(paths: &[PathBuf]) -> Result<(Recipe, Vec<Made>), MakeError> {
    let (job, lines) = read_shards(paths)?;
    let recipe = Recipe::of_job(&job).filter(|_| job.kind == KIND);
    let recipe = recipe
        .ok_or_else(|| MakeError::Journal(JournalError::NotAJournal(paths.first().cloned().unwrap_or_default())))?;
    let mut made = lines.iter().map(|line| recipe.read(line)).collect::<Result<Vec<Made>, _>>()?;
    made.sort_by_key(|made| made.number);
    made.dedup_by_key(|made| made.number);
    if made.len() < recipe.count {
        return Err(MakeError::Unfinished(recipe.count - made.len()));
    }
    Ok((recipe, made))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::openings::parse_openings;

    fn recipe(name: &str, count: usize) -> Recipe {
        let variant = Variant::named(name).unwrap();
        Recipe { variant, seed: 1, count, nodes: 2_000, shard: Shard::WHOLE, threads: 1, journal: None }
    }

    fn made(recipe: &Recipe) -> Vec<Made> {
        recipe.make(&|| false, &|_, _| {}).unwrap()
    }

    #[test]
    fn a_set_is_the_same_in_parts_and_on_threads() {
        let whole = recipe("russian", 6);
        let one = made(&whole);
        assert_eq!(one.len(), 6);
        assert_eq!(made(&Recipe { threads: 2, ..whole.clone() }), one);
        let part = |shard: &str| made(&Recipe { shard: Shard::parse(shard).unwrap(), ..whole.clone() });
        let mut parts = [part("1/2"), part("2/2")].concat();
        parts.sort_by_key(|made| made.number);
        assert_eq!(parts, one);
        assert_ne!(made(&Recipe { seed: 2, ..whole }), one);
    }

    #[test]
    fn openings_are_unbalanced_quiet_and_different() {
        for name in ["english", "italian", "filipino"] {
            let recipe = recipe(name, 5);
            let set = made(&recipe);
            let text = recipe.text(&set);
            let openings = parse_openings(&text, "", recipe.variant).unwrap();
            assert_eq!(openings.len(), 5, "{text}");
            for (opening, made) in openings.iter().zip(&set) {
                assert_eq!(*opening.start.position(), made.position);
                assert!((25..=100).contains(&made.score.abs()), "{text}");
                let game = opening.game(recipe.variant, &recipe.variant.draws);
                assert!(game.legal_moves().iter().all(|played| !played.is_capture()));
                assert!(set.iter().all(|other| other.number == made.number || other.position != made.position));
            }
        }
    }

    #[test]
    fn parts_with_journals_are_gone_on_with_and_joined() {
        let path = |part: u32| std::env::temp_dir().join(format!("damero-unbalanced-{}-{part}", std::process::id()));
        let part = |part: u32, opening| {
            let shard = Shard::parse(&format!("{part}/2")).unwrap();
            Recipe { shard, journal: Some((path(part), opening)), ..recipe("czech", 5) }
        };
        let left = std::sync::atomic::AtomicUsize::new(3);
        let soon = || left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_err();
        let few = part(1, JournalOpening::New).make(&soon, &|_, _| {}).unwrap();
        assert!(few.len() < 3);
        made(&part(2, JournalOpening::New));
        assert!(matches!(merge(&[path(1), path(2)]), Err(MakeError::Unfinished(missing)) if missing == 3 - few.len()));
        assert_eq!(made(&part(1, JournalOpening::Resume)).len(), 3);
        let (recipe, joined) = merge(&[path(1), path(2)]).unwrap();
        assert_eq!(joined, made(&Recipe { journal: None, ..recipe }));
        [1, 2].into_iter().for_each(|part| std::fs::remove_file(path(part)).unwrap());
    }
}
