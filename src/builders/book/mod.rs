//! Builds opening books.
//!
//! A book grows from roots ([`mod@roots`]): the start position and the openings. Each has a tree of its own, in which positions
//! are expanded one after another ([`tree`]); the book is what all trees come to together. As a position's score depends on
//! the position alone (a search of so many nodes on one thread, with an empty table), a root's tree depends on nothing
//! that is done for the others: a book is the same on any number of threads, in any number of parts that are merged, and
//! after any interruption. (Not where the budget is a time, as then it depends on the machine how far each tree gets.)
//!
//! The journal holds the scores. Whoever goes on with it lets the trees grow again by what is known, which takes no time
//! worth mentioning, until they come to positions that are not.

mod roots;
mod tree;
mod work;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::time::Duration;

use crate::board::{Bitboard, Position, Side};
use crate::journal::{Job, Journal, JournalError, Opening as JournalOpening, Shard};
use crate::lang::{Lang, Say};
use crate::openings::Book;
use crate::rules::{Laws, Variant};
use crate::score::Score;

use roots::{Root, roots};
use work::work;

/// The kind of job in journals.
const KIND: &str = "book";

/// What a position's search may take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Effort {
    /// So many positions visited.
    Nodes(u64),
    /// So much time; then a book is not the same twice.
    Time(Duration),
}

impl Effort {
    fn text(self) -> String {
        match self {
            Effort::Nodes(nodes) => format!("nodes {nodes}"),
            Effort::Time(time) => format!("seconds {}", time.as_secs_f64()),
        }
    }
}

/// A book to be built.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The laws.
    pub laws: Laws,
    /// What a position's search may take.
    pub effort: Effort,
    /// How many positions the trees may add, all together; whole expansions are finished.
    pub positions: Option<u64>,
    /// How long it may take, earlier runs that the journal tells of included.
    pub time: Option<Duration>,
    /// Threads, each with its own search.
    pub threads: usize,
    /// The part of the roots.
    pub shard: Shard,
    /// A book to go on from, and the checksum of its file.
    pub base: Option<(Book, u32)>,
    /// Where scores are written down, and whether it may be there already.
    pub journal: Option<(PathBuf, JournalOpening)>,
}

/// How far a book is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    /// Positions that were searched, earlier runs included.
    pub searched: u64,
    /// Time taken, earlier runs included.
    pub elapsed: Duration,
    /// What is left of the budget, as far as one can tell.
    pub remaining: Option<Duration>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub(crate) struct Built {
    /// The book.
    pub book: Book,
    /// Whether it was broken off before the budget was used up.
    pub interrupted: bool,
}

/// Why a book could not be built.
#[derive(Debug)]
pub(crate) enum BuildError {
    /// The journal fails.
    Journal(JournalError),
    /// A record of the journal is no score.
    Record(String),
}

impl Say for BuildError {
    fn say(&self, lang: Lang) -> String {
        match self {
            BuildError::Journal(error) => error.say(lang),
            BuildError::Record(text) => lang.pick(
                format!("'{text}' in a journal is no score of a position; begin anew without it"),
                format!("'{text}' en un diario no es el valor de una posición; empiece de nuevo sin él"),
            ),
        }
    }
}

impl From<JournalError> for BuildError {
    fn from(error: JournalError) -> BuildError {
        BuildError::Journal(error)
    }
}

/// What is known of positions.
#[derive(Debug, Default)]
struct Known {
    /// The scores of their searches.
    scores: HashMap<Position, Score>,
    /// Those that are expanded.
    expanded: HashSet<Position>,
}

impl Known {
    fn of(book: Option<&Book>) -> Known {
        let mut known = Known::default();
        if let Some(book) = book {
            known.add(book);
        }
        known
    }

    /// Adds a book; scores that are known already stay.
    fn add(&mut self, book: &Book) {
        for node in book.nodes() {
            self.scores.entry(node.position).or_insert(node.score);
            if node.expanded {
                self.expanded.insert(node.position);
            }
        }
    }

    /// The book of all that is known, from the start position on.
    fn book(&self, laws: Laws) -> Option<Book> {
        Book::gather(laws, &Position::start(Side::White), &self.scores, &self.expanded)
    }
}

impl Plan {
    fn job(&self) -> Job {
        let settings = [
            ("rules", Variant::of_laws(self.laws).name.to_owned()),
            ("effort", self.effort.text()),
            ("base", self.base.as_ref().map_or("none".to_owned(), |(_, sum)| format!("{sum:08x}"))),
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ];
        let settings = settings.map(|(name, value)| (name.to_owned(), value)).to_vec();
        Job { kind: KIND.to_owned(), settings, shard: self.shard }
    }

    /// The roots of this part, each with how many positions it may add.
    fn own_roots(&self) -> Vec<(Root, Option<u64>)> {
        let all = roots(self.laws);
        let weights: u64 = all.iter().map(|root| root.weight).sum();
        let share = |root: &Root| {
            let share = |positions: u64| u128::from(positions) * u128::from(root.weight) / u128::from(weights.max(1));
            self.positions.map(|positions| share(positions) as u64)
        };
        let own = all.into_iter().enumerate().filter(|(number, _)| self.shard.takes(*number));
        own.map(|(_, root)| (share(&root), root)).map(|(share, root)| (root, share)).collect()
    }

    /// Adds a record to the journal of work that is done.
    ///
    /// # Errors
    /// If the journal fails.
    pub fn note(&self, record: &str) -> Result<(), BuildError> {
        if let Some((path, _)) = &self.journal {
            let (mut journal, _) = Journal::open(path, &self.job(), JournalOpening::Resume)?;
            journal.append(record)?;
            journal.sync()?;
        }
        Ok(())
    }

    /// Builds the book. `interrupted` is asked all the time whether to break off; `progress` is told how far it is.
    ///
    /// # Errors
    /// If the journal fails.
    pub fn build(
        &self,
        interrupted: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Built, BuildError> {
        let (journal, records) = match &self.journal {
            Some((path, opening)) => {
                Journal::open(path, &self.job(), *opening).map(|(j, records)| (Some(j), records))?
            }
            None => (None, Vec::new()),
        };
        let mut known = Known::of(self.base.as_ref().map(|(book, _)| book));
        let (mut searched, mut before) = (0, Duration::ZERO);
        for record in records.iter().filter(|record| !record.starts_with(WRITTEN)) {
            let (position, score, elapsed) = read(record).ok_or_else(|| BuildError::Record(record.clone()))?;
            known.scores.entry(position).or_insert(score);
            (searched, before) = (searched + 1, elapsed);
        }
        let done = work(self, known, journal, (searched, before), interrupted, progress)?;
        // Where not even the start position was searched, it counts as even.
        let mut book = done.known.book(self.laws).unwrap_or_else(|| Book::new(self.laws, Score::DRAW));
        book.made = self.base.as_ref().map_or(Vec::new(), |(book, _)| book.made.clone());
        if done.searched > 0 {
            book.made.push(format!(
                "damero {} {} searched {} seconds {} part {}",
                env!("CARGO_PKG_VERSION"),
                self.effort.text(),
                done.searched,
                done.elapsed.as_secs(),
                self.shard
            ));
        }
        Ok(Built { book, interrupted: done.interrupted })
    }
}

/// Books joined into one: every position that one of them expands is expanded. Where scores differ, the earlier book's
/// counts. `None` where there is no book.
pub(crate) fn merged(books: &[Book]) -> Option<Book> {
    let mut known = Known::default();
    let mut made: Vec<String> = Vec::new();
    for book in books {
        known.add(book);
        let new: Vec<String> = book.made.iter().filter(|line| !made.contains(line)).cloned().collect();
        made.extend(new);
    }
    let mut book = known.book(books.first()?.laws())?;
    book.made = made;
    Some(book)
}

/// What the record begins with that says that a book is finished; its checksum follows.
pub(crate) const WRITTEN: &str = "written ";

/// The record of a score: the position's white pieces, black pieces and kings in hexadecimal, the score as the search
/// counts, and the time that all has taken so far in milliseconds.
fn record(position: &Position, score: Score, elapsed: Duration) -> String {
    let [white, black] = [Side::White, Side::Black].map(|side| position.pieces(side).bits());
    let kings = position.all_kings().bits();
    format!("{white:x} {black:x} {kings:x} {} {}", score.raw(), elapsed.as_millis())
}

fn read(record: &str) -> Option<(Position, Score, Duration)> {
    let fields: Vec<&str> = record.split(' ').collect();
    let [white, black, kings, score, elapsed] = fields.as_slice() else { return None };
    let set = |text: &str| u32::from_str_radix(text, 16).ok().map(Bitboard::from_bits);
    let position = Position::new(set(white)?, set(black)?, set(kings)?, Side::White, false).ok()?;
    let score: i32 = score.parse().ok()?;
    let score = (Score::MIN.raw() < score && score < Score::MAX.raw()).then(|| Score::from_raw(score))?;
    Some((position, score, Duration::from_millis(elapsed.parse().ok()?)))
}

#[cfg(test)]
mod tests;
