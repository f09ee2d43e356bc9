//! What `set` changes and `get` tells.

use std::path::PathBuf;

use crate::egdb::EgdbChoice;
use crate::engine::{EngineOptions, Strength};
use crate::openings::{BookChoice, BookSource};
use crate::rules::{VARIANTS, Variant};

/// The largest table, in MiB (a tebibyte), and the most threads that can be asked for.
const MOST_HASH: usize = 1 << 20;
const MOST_THREADS: usize = 1024;
/// How much a draw is worth less than equality, in hundredths of a man, as in other games we play.
const CONTEMPT: i32 = 10;

/// The settings that are kept from one start to the next.
pub(super) const KEPT: [&str; 10] = [
    "hashsize",
    "searchthreads",
    "allscores",
    "solve",
    "limit-strength",
    "book",
    "bookfile",
    "dbpath",
    "max_dbpieces",
    "enable_wld",
];

/// How wide the draw among a book's moves is for the values of `book`, in hundredths of a man: off, wide, narrow, best.
const BOOK_MARGINS: [Option<i32>; 4] = [None, Some(20), Some(BookChoice::MARGIN), Some(0)];
/// The value of `book` unless another is set.
const NARROW: usize = 2;

/// Settings of which there is one value as yet: the name, the value, and why it can be no other.
const FIXED: [(&str, &str, &str); 3] = [
    ("dbmbytes", "0", "the files of databases are mapped, so the system caches them"),
    ("mtcpath", "", "there are no databases of distances to read"),
    ("enable_mtc", "0", "there are no databases of distances to read"),
];

/// What the engine is set to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Settings {
    /// The ruleset.
    pub variant: &'static Variant,
    /// The engine's options.
    pub engine: EngineOptions,
    /// Whether the status tells the score of every move.
    pub all_scores: bool,
    /// Whether a search goes on until its result is proven or it is told to play.
    pub solve: bool,
    /// The book: how it is used, as a place in [`BOOK_MARGINS`], and which.
    book: usize,
    book_choice: BookChoice,
    /// The databases that are asked while `wld` is set.
    databases: EgdbChoice,
    /// Whether databases are asked.
    wld: bool,
}

impl Settings {
    /// The settings at the start, for a ruleset.
    pub fn new(variant: &'static Variant) -> Settings {
        let engine = EngineOptions { contempt: CONTEMPT, ..EngineOptions::default() };
        Settings {
            variant,
            engine,
            all_scores: false,
            solve: false,
            book: NARROW,
            book_choice: BookChoice::SHIPPED,
            databases: EgdbChoice::default(),
            wld: true,
        }
    }

    /// Chooses the databases that are asked.
    pub fn set_databases(&mut self, databases: EgdbChoice) {
        self.databases = databases;
    }

    /// Takes a book as the command line says it.
    pub fn set_book(&mut self, choice: BookChoice) {
        self.book = match (&choice.source, choice.margin) {
            (BookSource::Off, _) => 0,
            (_, 0) => BOOK_MARGINS.len() - 1,
            (_, margin) if margin > BookChoice::MARGIN => 1,
            _ => NARROW,
        };
        // Whoever sets a book later than that means the program's own.
        let source = if self.book == 0 { BookSource::Shipped } else { choice.source.clone() };
        self.book_choice = BookChoice { source, ..choice };
    }

    /// The engine's options with the databases and the book as they are set.
    pub fn options(&self) -> EngineOptions {
        let egdb = if self.wld { self.databases.clone() } else { EgdbChoice::OFF };
        let margin = BOOK_MARGINS.get(self.book).copied().flatten();
        let book = margin.map_or(BookChoice::OFF, |margin| BookChoice { margin, ..self.book_choice.clone() });
        EngineOptions { egdb, book, ..self.engine.clone() }
    }

    /// The name of the book's file; empty for the one that the program holds.
    fn book_file(&self) -> String {
        if let BookSource::File(_) = self.book_choice.source { self.book_choice.source_text() } else { String::new() }
    }

    /// The value of a setting; `None` if there is none of that name.
    pub fn get(&self, name: &str) -> Option<String> {
        Some(match name {
            "protocolversion" => "2".to_owned(),
            "cpus" => std::thread::available_parallelism().map_or(1, usize::from).to_string(),
            "gametype" => self.variant.game_type?.to_string(),
            "hashsize" => self.engine.hash_mib.to_string(),
            "searchthreads" => self.engine.threads.to_string(),
            "allscores" => u8::from(self.all_scores).to_string(),
            "solve" => u8::from(self.solve).to_string(),
            "limit-strength" => self.engine.strength.level().to_string(),
            "book" => self.book.to_string(),
            "bookfile" => self.book_file(),
            "enable_wld" => u8::from(self.wld).to_string(),
            "max_dbpieces" => self.databases.most_pieces.to_string(),
            "dbpath" => self.databases.folder.as_ref().map_or(String::new(), |path| path.display().to_string()),
            _ => FIXED.iter().find(|(fixed, ..)| *fixed == name)?.1.to_owned(),
        })
    }

    /// Changes a setting. `None` if there is none of that name; else whether it could be, and why not.
    pub fn set(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        let wrong = |wanted: &str| Err(format!("{name}: '{}' should be {wanted}", shown(value)));
        let whole = |most: usize| value.parse::<usize>().ok().filter(|number| (1..=most).contains(number));
        let flag = match value {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        };
        Some(match name {
            "gametype" => match VARIANTS.iter().find(|v| v.game_type.is_some_and(|n| n.to_string() == value)) {
                Some(variant) => {
                    self.variant = variant;
                    Ok(())
                }
                None => wrong("21, 22, 23, 24, 25, 26, 28 or 29"),
            },
            "hashsize" => match whole(MOST_HASH) {
                Some(mib) => {
                    self.engine.hash_mib = mib;
                    Ok(())
                }
                None => wrong("MiB from 1 to 1048576"),
            },
            "searchthreads" => match whole(MOST_THREADS) {
                Some(threads) => {
                    self.engine.threads = threads;
                    Ok(())
                }
                None => wrong("from 1 to 1024"),
            },
            "limit-strength" => match value.parse().ok().and_then(Strength::new) {
                Some(strength) => {
                    self.engine.strength = strength.seeded_anew();
                    Ok(())
                }
                None => wrong("a level from 1 to 10, or 0 for full strength"),
            },
            "allscores" | "solve" | "enable_wld" => match flag {
                Some(on) => {
                    let place = match name {
                        "solve" => &mut self.solve,
                        "enable_wld" => &mut self.wld,
                        _ => &mut self.all_scores,
                    };
                    *place = on;
                    Ok(())
                }
                None => wrong("0 or 1"),
            },
            "max_dbpieces" => match value.parse::<u32>() {
                Ok(pieces) => {
                    // Hosts ask for as many as other engines' databases have.
                    self.databases.most_pieces = pieces.min(EgdbChoice::MOST_PIECES);
                    Ok(())
                }
                Err(_) => wrong("a number of pieces"),
            },
            "book" => match value.parse::<usize>() {
                Ok(book) if book < BOOK_MARGINS.len() => {
                    self.book = book;
                    Ok(())
                }
                _ => wrong("0 (off), 1 (wide), 2 (narrow) or 3 (best)"),
            },
            "bookfile" => {
                let file = Some(PathBuf::from(value)).filter(|_| !value.is_empty());
                self.book_choice.source = file.map_or(BookSource::Shipped, BookSource::File);
                Ok(())
            }
            "dbpath" => {
                self.databases.folder = Some(PathBuf::from(value)).filter(|_| !value.is_empty());
                Ok(())
            }
            _ => {
                let (_, fixed, why) = FIXED.iter().find(|(fixed, ..)| *fixed == name)?;
                if value == *fixed { Ok(()) } else { Err(format!("{name}: {why}")) }
            }
        })
    }
}

/// Some of the other side's text, short and on one line.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
