//! Moves that an engine plays by its book, without a search.

use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::game::Game;
use crate::openings::{Book, BookChoice, BookError, BookSource, Random};
use crate::rules::Laws;
use crate::search::{Info, Limits, Observer, SearchResult, StopHandle, wait_for_word};

/// An engine's book.
pub(super) struct EngineBook {
    laws: Laws,
    choice: BookChoice,
    /// Where what is open comes from: kept while no book is wanted, as it may be wanted again.
    source: BookSource,
    book: Option<Arc<Book>>,
    fault: Option<BookError>,
    /// The seed where none is given.
    own_seed: u64,
    /// Games begun so far.
    games: u64,
}

impl EngineBook {
    /// The book of a choice.
    pub fn new(laws: Laws, choice: &BookChoice) -> EngineBook {
        let own_seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
        let (choice, source) = (choice.clone(), BookSource::Off);
        let mut book = EngineBook { laws, choice, source, book: None, fault: None, own_seed, games: 0 };
        book.open();
        book
    }

    /// Changes the choice.
    pub fn set(&mut self, choice: &BookChoice) {
        self.choice = choice.clone();
        self.open();
    }

    fn open(&mut self) {
        if self.choice.source == BookSource::Off || self.choice.source == self.source {
            return;
        }
        (self.book, self.fault) = match self.choice.open(self.laws) {
            Ok(book) => (book, None),
            Err(fault) => (None, Some(fault)),
        };
        self.source = self.choice.source.clone();
    }

    /// What is wrong with the book that is wanted.
    pub fn fault(&self) -> Option<&BookError> {
        self.fault.as_ref().filter(|_| self.choice.source != BookSource::Off)
    }

    /// A new game begins: other moves may be drawn.
    pub fn new_game(&mut self) {
        self.games += 1;
    }

    /// The book's answer, if one move of a game is wanted and the book has it. Analysis, which has no limits, wants several
    /// lines or asks about certain moves, is none of its business.
    pub fn answer(
        &self,
        game: &Game,
        limits: &Limits,
        stop: &StopHandle,
        observer: &mut dyn Observer,
    ) -> Option<SearchResult> {
        let book = self.book.as_ref().filter(|_| self.choice.source != BookSource::Off)?;
        let bounded =
            limits.depth.is_some() || limits.nodes.is_some() || limits.move_time.is_some() || limits.clock.is_some();
        if !bounded || limits.wait_for_stop || limits.multipv != 1 || limits.moves.is_some() {
            return None;
        }
        let began = Instant::now();
        let seed = if self.choice.seed == 0 { self.own_seed } else { self.choice.seed };
        // By position, so that a move that is taken back is the same when it is asked for again.
        let mut random = Random::of(seed ^ game.state().key(), self.laws, self.games);
        let chosen = book.choose(game, self.choice.margin, &mut random)?;
        let plies = chosen.line.len() as u32;
        let info = Info {
            depth: plies,
            mean_depth: f64::from(plies),
            multipv: 1,
            score: chosen.value,
            is_known: false,
            nodes: 0,
            time: began.elapsed(),
            pv: chosen.line,
            hash_full: 0,
            egdb_hits: 0,
        };
        observer.report(&info);
        wait_for_word(limits, stop);
        Some(SearchResult::new(vec![info], 0, began.elapsed()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{AnyEngine, EngineOptions, engine};
    use crate::openings::{made_up, put_in_place};
    use crate::rules::Variant;
    use crate::search::Silent;

    /// The choice of a made-up book, in a file of a test's own.
    struct Made(std::path::PathBuf);

    impl Made {
        fn new(name: &str) -> Made {
            let path = std::env::temp_dir().join(format!("damero-engine-book-{}-{name}", std::process::id()));
            put_in_place(&made_up(Laws::English), &path).unwrap();
            Made(path)
        }

        fn choice(&self) -> BookChoice {
            BookChoice { source: BookSource::File(self.0.clone()), ..BookChoice::OFF }
        }
    }

    impl Drop for Made {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn with_book(choice: BookChoice) -> Box<dyn AnyEngine> {
        let options = EngineOptions { book: choice, hash_mib: 1, ..EngineOptions::default() };
        engine(Variant::named("english").unwrap().laws, &options)
    }

    fn searched(engine: &mut dyn AnyEngine, limits: &Limits) -> SearchResult {
        let game = Game::new(Variant::named("english").unwrap());
        engine.search(&game, limits, &StopHandle::new(), &mut Silent)
    }

    const SHALLOW: Limits = Limits {
        depth: Some(3),
        nodes: None,
        move_time: None,
        clock: None,
        move_overhead: std::time::Duration::ZERO,
        ponder: false,
        ponders: false,
        wait_for_stop: false,
        play_forced_at_once: true,
        multipv: 1,
        moves: None,
    };

    #[test]
    fn one_move_of_a_game_comes_from_the_book_and_nothing_else_does() {
        let made = Made::new("one");
        let mut engine = with_book(BookChoice { seed: 1, ..made.choice() });
        let found = searched(engine.as_mut(), &SHALLOW);
        assert_eq!(found.nodes, 0);
        assert_eq!(found.best, found.lines[0].pv.first().copied());
        assert!(found.ponder.is_some());
        assert_eq!(searched(engine.as_mut(), &SHALLOW).best, found.best, "the same game, the same draw");
        let several = Limits { multipv: 2, ..SHALLOW };
        assert!(searched(engine.as_mut(), &several).nodes > 0);
        let some = Limits { moves: Some(vec![found.best.unwrap()]), ..SHALLOW };
        assert!(searched(engine.as_mut(), &some).nodes > 0);
        let off = EngineOptions { hash_mib: 1, ..EngineOptions::default() };
        engine.set_options(&off);
        assert!(searched(engine.as_mut(), &SHALLOW).nodes > 0);
        let giveaway =
            EngineOptions { objective: crate::engine::Objective::Giveaway, book: BookChoice::SHIPPED, ..off };
        engine.set_options(&giveaway);
        assert!(searched(engine.as_mut(), &SHALLOW).nodes > 0, "the book is of another game");
    }

    #[test]
    fn games_differ_by_seed_and_number() {
        let made = Made::new("games");
        let wide = |seed| BookChoice { seed, margin: 80, ..made.choice() };
        let moves = |engine: &mut dyn AnyEngine| -> Vec<_> {
            (0..12)
                .map(|_| {
                    engine.new_game();
                    searched(engine, &SHALLOW).best
                })
                .collect()
        };
        let one = moves(with_book(wide(1)).as_mut());
        assert_eq!(moves(with_book(wide(1)).as_mut()), one);
        assert_ne!(moves(with_book(wide(2)).as_mut()), one);
        assert!(one.iter().any(|other| *other != one[0]), "{one:?}");
    }

    #[test]
    fn an_engine_plays_on_without_a_book_that_cannot_be_used() {
        let mut engine =
            with_book(BookChoice { source: BookSource::File("no/such.book".into()), ..BookChoice::SHIPPED });
        assert!(engine.book_fault().unwrap().to_string().starts_with("no/such.book cannot be read"));
        let found = searched(engine.as_mut(), &SHALLOW);
        assert!(found.best.is_some() && found.nodes > 0);
        engine.set_options(&EngineOptions { hash_mib: 1, ..EngineOptions::default() });
        assert!(engine.book_fault().is_none());
    }
}
