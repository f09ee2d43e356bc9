//! The engine behind every protocol and command: one object-safe trait over the searches of all sets of laws.

mod book;
mod perft;
mod strength;

pub use perft::perft_by_move;
pub use strength::Strength;

use crate::board::Position;
use crate::egdb::{EgdbChoice, EgdbError};
use crate::eval::{Network, Weights, evaluate, logit};
use crate::game::Game;
use crate::openings::{BookChoice, BookError};
use crate::rules::{Laws, LawsVisitor, Ruleset};
use crate::score::{Meaning, Score};
use crate::search::{Limits, Observer, SearchResult, Searcher, Setup, StopHandle};

use book::EngineBook;

/// What the side that moves last wants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Objective {
    /// To leave the other side without a move.
    #[default]
    Win,
    /// To be left without a piece or a move oneself (poddavki, antidraughts).
    Giveaway,
}

/// How an engine is set up.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineOptions {
    /// Threads that search, from 1.
    pub threads: usize,
    /// Size of the transposition table in MiB, from 1.
    pub hash_mib: usize,
    /// How much a draw is worth less than equality to the side to move at the root, in hundredths of a man.
    pub contempt: i32,
    /// What is aimed at.
    pub objective: Objective,
    /// Weights of the evaluation in place of those that the program holds; left aside where they are for other laws.
    pub weights: Option<Weights>,
    /// The endgame databases that are asked. The lower levels of strength ask none.
    pub egdb: EgdbChoice,
    /// How strongly to play. Below full strength one thread searches, in a small table, whatever was asked for.
    pub strength: Strength,
    /// The opening book that moves are played by; none in giveaway, which is another game, nor below full strength.
    pub book: BookChoice,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            threads: 1,
            hash_mib: 128,
            contempt: 0,
            objective: Objective::Win,
            weights: None,
            egdb: EgdbChoice::default(),
            strength: Strength::FULL,
            book: BookChoice::OFF,
        }
    }
}

/// An engine of some set of laws.
pub trait AnyEngine: Send {
    /// Searches the present position of a game. The game's ruleset must have the laws of this engine; its
    /// draw rules may be others than those of the game before.
    fn search(&mut self, game: &Game, limits: &Limits, stop: &StopHandle, observer: &mut dyn Observer) -> SearchResult;

    /// Forgets what earlier searches found, as a new game begins.
    fn new_game(&mut self);

    /// Ends the threads that search, until the next search starts them again; what searches found is kept.
    fn rest(&mut self);

    /// Changes the set-up; what earlier searches found is kept where it can be.
    fn set_options(&mut self, options: &EngineOptions);

    /// What was found wrong with the files of the databases that the options name. The engine plays on without them.
    fn egdb_faults(&self) -> &[EgdbError];

    /// What is wrong with the file of the book that the options name, if anything is. The engine plays on without it.
    fn book_fault(&self) -> Option<&BookError>;
}

/// An engine for a set of laws.
pub fn engine(laws: Laws, options: &EngineOptions) -> Box<dyn AnyEngine> {
    struct Make<'a>(&'a EngineOptions);
    impl LawsVisitor for Make<'_> {
        type Output = Box<dyn AnyEngine>;
        fn visit<R: Ruleset>(self) -> Box<dyn AnyEngine> {
            let book = EngineBook::new(R::LAWS, &book_choice(self.0));
            Box::new(Engine::<R> { searcher: Searcher::new(setup(self.0)), strength: self.0.strength, book })
        }
    }
    laws.visit(Make(options))
}

/// The points that the side a score is for may expect, from 0 (a loss) over 0.5 (a draw) to 1 (a win).
///
/// A heuristic score is the logit of just that, as the evaluation learnt it from games: those of the weights, or else of the
/// embedded ones of the laws.
pub fn expectation(laws: Laws, weights: Option<&Weights>, score: Score) -> f64 {
    let own = weights.filter(|weights| weights.laws() == laws);
    let logit = own.map_or_else(|| logit(laws), |weights| f64::from(weights.network().scale));
    match score.meaning() {
        Meaning::Heuristic(centimen) => 1.0 / (1.0 + (-f64::from(centimen) / logit).exp()),
        Meaning::Database { win, .. } => f64::from(u8::from(win)),
        Meaning::WinIn(_) => 1.0,
        Meaning::LossIn(_) => 0.0,
    }
}

/// The evaluation of a position without any search, for its side to move.
pub(crate) fn static_evaluation(laws: Laws, position: &Position) -> Score {
    struct Evaluate<'a>(&'a Position);
    impl LawsVisitor for Evaluate<'_> {
        type Output = i32;
        fn visit<R: Ruleset>(self) -> i32 {
            evaluate::<R>(self.0, Network::embedded(R::LAWS))
        }
    }
    Score::heuristic(laws.visit(Evaluate(position)))
}

/// The engine of one set of laws.
struct Engine<R: Ruleset> {
    searcher: Searcher<R>,
    strength: Strength,
    book: EngineBook,
}

fn book_choice(options: &EngineOptions) -> BookChoice {
    let is_ours = options.objective == Objective::Win && options.strength.is_full();
    if is_ours { options.book.clone() } else { BookChoice::OFF }
}

fn setup(options: &EngineOptions) -> Setup {
    let is_full = options.strength.is_full();
    let egdb = if options.strength.asks_databases() { options.egdb.clone() } else { EgdbChoice::OFF };
    Setup {
        threads: if is_full { options.threads } else { 1 },
        hash_mib: if is_full { options.hash_mib } else { 1 },
        contempt: options.contempt,
        giveaway: options.objective == Objective::Giveaway,
        weights: options.weights.clone(),
        egdb,
    }
}

impl<R: Ruleset> AnyEngine for Engine<R> {
    fn search(&mut self, game: &Game, limits: &Limits, stop: &StopHandle, observer: &mut dyn Observer) -> SearchResult {
        debug_assert_eq!(game.variant().laws, R::LAWS);
        if let Some(by_book) = self.book.answer(game, limits, stop, observer) {
            return by_book;
        }
        let (searcher, strength) = (&mut self.searcher, self.strength);
        if !strength.is_full() {
            // So that the move hangs on the game and the seed alone.
            searcher.new_game();
        }
        strength.search(game, limits, observer, |limits, observer| searcher.search(game, limits, stop, observer))
    }

    fn new_game(&mut self) {
        self.searcher.new_game();
        self.book.new_game();
    }

    fn rest(&mut self) {
        self.searcher.rest();
    }

    fn set_options(&mut self, options: &EngineOptions) {
        self.searcher.set_up(setup(options));
        self.strength = options.strength;
        self.book.set(&book_choice(options));
    }

    fn egdb_faults(&self) -> &[EgdbError] {
        self.searcher.egdb_faults()
    }

    fn book_fault(&self) -> Option<&BookError> {
        self.book.fault()
    }
}
