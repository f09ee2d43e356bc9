//! Which book an engine is to use, the books that the program holds, and the draw among a book's moves.

use std::path::PathBuf;
use std::sync::Arc;

use crate::board::Move;
use crate::game::{Game, Outcome};
use crate::openings::Random;
use crate::rules::{Laws, PerLaws};
use crate::score::Score;

use super::graph::BookMove;
use super::{Book, BookError, format};

/// Where a book comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum BookSource {
    /// There is to be none.
    #[default]
    Off,
    /// The one that the program holds for the laws played.
    Shipped,
    /// A file.
    File(PathBuf),
}

/// The book that an engine is to use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookChoice {
    /// Where it comes from.
    pub source: BookSource,
    /// How much worse than the best, in hundredths of a man, a move may be that is still drawn among; 0 for the best alone.
    pub margin: i32,
    /// What the draws come from: the same seed gives the same moves in the same games; 0 for other ones each time.
    pub seed: u64,
}

impl Default for BookChoice {
    fn default() -> BookChoice {
        BookChoice::OFF
    }
}

impl BookChoice {
    /// The margin unless another is asked for.
    pub const MARGIN: i32 = 5;
    /// The largest margin.
    pub const MOST_MARGIN: i32 = 1_000;
    /// No book.
    pub const OFF: BookChoice = BookChoice { source: BookSource::Off, margin: BookChoice::MARGIN, seed: 0 };
    /// The book that the program holds.
    pub const SHIPPED: BookChoice = BookChoice { source: BookSource::Shipped, ..BookChoice::OFF };

    /// Sets the source by a word: `off` (or `false`, as other programs say), `on` (`true`), or else a file.
    pub fn set_source(&mut self, text: &str) {
        self.source = match text.to_ascii_lowercase().as_str() {
            "off" | "false" => BookSource::Off,
            "on" | "true" | "" => BookSource::Shipped,
            _ => BookSource::File(PathBuf::from(text)),
        };
    }

    /// The word for the source that [`BookChoice::set_source`] takes.
    pub fn source_text(&self) -> String {
        match &self.source {
            BookSource::Off => "off".to_owned(),
            BookSource::Shipped => "on".to_owned(),
            BookSource::File(path) => path.display().to_string(),
        }
    }

    /// The book for some laws; `None` where there is to be none, or the program holds none for them.
    ///
    /// # Errors
    /// If its file cannot be used.
    pub(crate) fn open(&self, laws: Laws) -> Result<Option<Arc<Book>>, BookError> {
        match &self.source {
            BookSource::Off => Ok(None),
            BookSource::Shipped => Ok(shipped(laws)),
            BookSource::File(path) => Book::load(path, laws).map(|book| Some(Arc::new(book))),
        }
    }

    /// What is wrong with the book's file, if anything is.
    pub fn fault(&self, laws: Laws) -> Option<BookError> {
        self.open(laws).err()
    }
}

/// The books of `openings/`, in the order of [`Laws::ALL`].
static SHIPPED: [&[u8]; Laws::ALL.len()] = [
    include_bytes!("../../../openings/english.book"),
    include_bytes!("../../../openings/italian.book"),
    include_bytes!("../../../openings/spanish.book"),
    include_bytes!("../../../openings/russian.book"),
    include_bytes!("../../../openings/brazilian.book"),
    include_bytes!("../../../openings/pool.book"),
    include_bytes!("../../../openings/czech.book"),
    include_bytes!("../../../openings/damas-short.book"),
    include_bytes!("../../../openings/damas-mixed.book"),
];

/// The book that the program holds for some laws, read once. (A test reads all of them.)
pub(crate) fn shipped(laws: Laws) -> Option<Arc<Book>> {
    static READ: PerLaws<Option<Arc<Book>>> = PerLaws::new();
    let bytes = SHIPPED.get(laws.place())?;
    READ.get(laws, || format::decode(bytes, laws).ok().map(Arc::new)).clone()
}

/// A move that a book plays.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Chosen {
    /// The line through the book, the move first.
    pub line: Vec<Move>,
    /// The move's value for the side that plays it.
    pub value: Score,
}

impl Book {
    /// The moves of the present position of a game that may be played, each with its weight in the draw.
    ///
    /// These are the moves within a margin of the best, the closer to it the likelier, that the book goes on after: where
    /// it ends, a search of one's own knows more. Left out are moves after which the game is drawn by a rule or a
    /// position of the game comes round again. (A book knows nothing of what was played before.) If the best move is
    /// among these, no other is played in its place.
    pub(crate) fn choices(&self, game: &Game, margin: i32) -> Vec<(BookMove, u64)> {
        let moves = self.moves(game.position());
        let Some(best) = moves.first().copied() else { return Vec::new() };
        if !may_play(game, best.played) {
            return Vec::new();
        }
        let margin = if best.value.is_decided() { 0 } else { margin.clamp(0, BookChoice::MOST_MARGIN) };
        let weighed = moves.into_iter().filter_map(|book_move| {
            let left = margin - (best.value.raw() - book_move.value.raw());
            let weight = u64::try_from(left + 1).ok().filter(|&weight| weight > 0)?;
            (book_move.plies > 0).then_some((book_move, weight))
        });
        weighed.filter(|(book_move, _)| may_play(game, book_move.played)).collect()
    }

    /// Draws a move for the present position of a game; `None` where the book has none to be played.
    pub(crate) fn choose(&self, game: &Game, margin: i32, random: &mut Random) -> Option<Chosen> {
        let choices = self.choices(game, margin);
        let all: u64 = choices.iter().map(|(_, weight)| weight).sum();
        if all == 0 {
            return None;
        }
        let mut ticket = random.below(all);
        for (book_move, weight) in choices {
            if ticket < weight {
                let line = self.line(game.position(), book_move.played);
                return Some(Chosen { line, value: book_move.value });
            }
            ticket -= weight;
        }
        None
    }
}

/// Whether a move leads neither to a draw by the rules nor to a position that the game has had already.
fn may_play(game: &Game, played: Move) -> bool {
    let mut after = game.clone();
    after.play(played).is_ok() && after.repetitions() == 1 && !matches!(after.outcome(), Some(Outcome::Drawn(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::openings::made_up;
    use crate::rules::{DrawRule, Limit, Variant};

    #[test]
    fn a_word_says_which() {
        let mut choice = BookChoice::SHIPPED;
        for (word, text) in [("off", "off"), ("true", "on"), ("ON", "on"), ("false", "off"), ("a/b.book", "a/b.book")] {
            choice.set_source(word);
            assert_eq!(choice.source_text(), text);
        }
        assert_eq!(choice.fault(Laws::English).map(|error| error.path), Some(PathBuf::from("a/b.book")));
    }

    #[test]
    fn books_that_the_program_holds_are_sound_and_know_the_start() {
        for (laws, bytes) in Laws::ALL.into_iter().zip(SHIPPED) {
            let book = format::decode(bytes, laws).unwrap();
            assert!(book.nodes()[0].expanded && book.nodes().len() > 50, "{laws:?}");
            assert_eq!(format::encode(&book), bytes, "{laws:?}");
            let game = Game::new(Variant::of_laws(laws));
            assert!(book.choose(&game, BookChoice::MARGIN, &mut Random::new(1)).is_some());
            assert!(shipped(laws).is_some());
        }
    }

    fn english() -> (Book, Game) {
        (made_up(Laws::English), Game::new(Variant::named("english").unwrap()))
    }

    #[test]
    fn the_draw_keeps_within_the_margin_and_gives_each_its_share() {
        let (book, game) = english();
        let best = book.moves(game.position())[0];
        let mut counts = Vec::new();
        for margin in [0, 20, 60] {
            let choices = book.choices(&game, margin);
            counts.push(choices.len());
            assert_eq!(choices[0].0, best);
            let all: u64 = choices.iter().map(|(_, weight)| weight).sum();
            let mut random = Random::new(9);
            let mut drawn = vec![0u64; choices.len()];
            for _ in 0..2_000 {
                let chosen = book.choose(&game, margin, &mut random).unwrap();
                let at = choices.iter().position(|(choice, _)| choice.played == chosen.line[0]).unwrap();
                assert!(best.value.raw() - chosen.value.raw() <= margin);
                drawn[at] += 1;
            }
            for (count, (_, weight)) in drawn.iter().zip(&choices) {
                let due = 2_000.0 * *weight as f64 / all as f64;
                assert!((*count as f64 - due).abs() < 5.0 * due.sqrt().max(1.0), "{drawn:?} {choices:?}");
            }
        }
        assert!(counts[0] < counts[2], "{counts:?}");
    }

    #[test]
    fn the_same_seed_draws_the_same() {
        let (book, game) = english();
        let drawn = |seed: u64| {
            let mut random = Random::new(seed);
            (0..20).map(|_| book.choose(&game, 60, &mut random).unwrap().line[0]).collect::<Vec<_>>()
        };
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
    }

    #[test]
    fn colours_exchanged_the_book_is_the_same() {
        let (book, english) = english();
        let mirrored = Position::start(crate::board::Side::White);
        let values = |position: &Position| book.moves(position).iter().map(|found| found.value).collect::<Vec<_>>();
        assert_eq!(values(&mirrored), values(english.position()));
        for found in book.moves(english.position()) {
            let line = book.line(english.position(), found.played);
            assert!((2..=usize::from(found.plies) + 1).contains(&line.len()));
            let mut game = english.clone();
            assert!(line.iter().all(|played| game.play(*played).is_ok()));
        }
    }

    #[test]
    fn a_move_that_draws_is_not_played() {
        let (book, game) = english();
        assert!(!book.choices(&game, 0).is_empty());
        // Men never come back, so a rule that draws at the first time stands for a game that has had the position.
        let draws = game.draws().clone().with(DrawRule::Repetition, Limit::new(1, "test"));
        let drawn = Game::from_state(game.variant(), *game.state(), draws);
        assert!(book.choices(&drawn, 0).is_empty(), "every move draws");
    }

    #[test]
    fn the_last_ply_is_left_to_a_search() {
        let (book, game) = english();
        let edge = book.nodes().iter().find(|node| node.plies == 1).unwrap().position;
        let at_edge = Game::from_state(game.variant(), crate::rules::State::new(edge), game.draws().clone());
        assert!(!book.moves(&edge).is_empty() && book.choices(&at_edge, 1000).is_empty());
    }
}
