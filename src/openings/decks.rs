//! Decks of openings by name.

use std::path::{Path, PathBuf};

use crate::rules::{Laws, Variant};

/// A deck that the program carries in itself.
pub(super) struct Embedded {
    /// Its name.
    pub name: &'static str,
    /// The ruleset it is of.
    pub variant: &'static str,
    /// Its text, in one of the forms that files have.
    pub text: &'static str,
}

/// The decks in the program.
pub(super) static EMBEDDED: [Embedded; 8] = [
    Embedded { name: "english-3move", variant: "english", text: include_str!("../../openings/english-3move.tsv") },
    Embedded { name: "english-2move", variant: "english", text: include_str!("../../openings/english-2move.tsv") },
    Embedded { name: "italian-2move", variant: "italian", text: include_str!("../../openings/italian-2move.tsv") },
    Embedded { name: "russian-fmjd", variant: "russian", text: include_str!("../../openings/russian-fmjd.fen") },
    Embedded { name: "russian-idf", variant: "russian", text: include_str!("../../openings/russian-idf.fen") },
    Embedded {
        name: "russian-idf-basic",
        variant: "russian",
        text: include_str!("../../openings/russian-idf-basic.fen"),
    },
    Embedded { name: "brazilian-fmjd", variant: "brazilian", text: include_str!("../../openings/brazilian-fmjd.fen") },
    Embedded { name: "brazilian-idf", variant: "brazilian", text: include_str!("../../openings/brazilian-idf.fen") },
];

/// The start of the names of unbalanced decks, and the name that means the one of the ruleset played.
pub(super) const UNBALANCED: &str = "unbalanced";

/// The names of all decks of a ruleset: those in the program, and the unbalanced one of its laws.
pub fn deck_names(variant: &Variant) -> Vec<String> {
    let embedded = EMBEDDED.iter().filter(|deck| deck.variant == variant.name).map(|deck| deck.name.to_owned());
    embedded.chain([format!("{UNBALANCED}-{}", laws_name(variant.laws))]).collect()
}

/// The name of a set of laws in the names of files: that of the first ruleset that has them, without a colon.
pub fn laws_name(laws: Laws) -> String {
    Variant::of_laws(laws).name.replace(':', "-")
}

/// The file of the unbalanced openings of some laws, if it is there: in a folder `openings` here, or beside the program or
/// in a folder above it.
pub fn unbalanced_file(laws: Laws) -> Option<PathBuf> {
    let name = format!("{UNBALANCED}-{}.fen", laws_name(laws));
    let program = std::env::current_exe().ok();
    let above = program.as_deref().into_iter().flat_map(Path::ancestors).skip(1);
    let folders = std::iter::once(Path::new("")).chain(above);
    folders.map(|folder| folder.join("openings").join(&name)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Move, Position, Side, Square};
    use crate::openings::parse_openings;

    fn english() -> &'static Variant {
        Variant::named("english").unwrap()
    }

    #[test]
    fn the_three_move_openings_are_all_there() {
        let all = EMBEDDED[0].text.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(all, 174);
        let played = parse_openings(EMBEDDED[0].text, "", english()).unwrap();
        assert_eq!(played.len(), 156);
        assert!(played.iter().all(|opening| opening.moves.len() == 3));
        assert_eq!(played[0].name, "1: 9-13 21-17 5-9");
    }

    #[test]
    fn the_two_move_openings_are_those_with_which_they_begin() {
        let rows = |text: &'static str| text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t'));
        let mut derived: Vec<(String, &str)> = Vec::new();
        for mut row in rows(EMBEDDED[0].text) {
            let (_, status, moves) = (row.next(), row.next().unwrap(), row.next().unwrap());
            let start = moves.split(' ').take(2).collect::<Vec<_>>().join(" ");
            match derived.iter_mut().find(|(known, _)| *known == start) {
                None => derived.push((start, status)),
                Some((_, known)) if status == "played" => *known = "played",
                Some(_) => {}
            }
        }
        let written: Vec<(String, &str)> = rows(EMBEDDED[1].text)
            .map(|mut row| {
                let (_, status, moves) = (row.next(), row.next().unwrap(), row.next().unwrap());
                (moves.to_owned(), status)
            })
            .collect();
        assert_eq!(written, derived);
        assert_eq!(parse_openings(EMBEDDED[1].text, "", english()).unwrap().len(), 46);
    }

    /// All ways to play moves such as `ab4` (from a file to a square) from a position.
    fn played(position: Position, moves: &[&str], variant: &'static Variant) -> Vec<Position> {
        let Some((first, rest)) = moves.split_first() else { return vec![position] };
        let name = |square: Square| (char::from(b'a' + square.col()), char::from(b'8' - square.row()));
        let text: Vec<char> = first.chars().collect();
        let legal = crate::movegen::MoveGen::of(variant.laws).legal_moves(&position);
        let meant = legal.iter().filter(|played| {
            name(played.from()).0 == text[0] && name(played.to()) == (text[1], text[2]) && text.len() == 3
        });
        meant.flat_map(|meant| played(position.play(*meant), rest, variant)).collect()
    }

    /// The position with men moved through the air: `a1-a5 d6-g5` a white one and a black one, dashes alone none.
    fn flown(variant: &Variant, men: &[&str]) -> Option<Position> {
        let square = |text: &str| {
            let [file, rank] = text.as_bytes() else { return None };
            Square::from_row_col(b'8' - rank, file - b'a')
        };
        let start = variant.start();
        let mut sets = [start.pieces(Side::White), start.pieces(Side::Black)];
        let mut flights = Vec::new();
        for (side, text) in men.iter().enumerate().filter(|(_, text)| text.chars().any(|c| c != '-')) {
            let (from, to) = text.split_once('-')?;
            let (from, to) = (square(from)?.bit(), square(to)?.bit());
            if !sets[side].meets(from) {
                return None;
            }
            sets[side] = sets[side].without(from);
            flights.push((side, to));
        }
        // Both are off the board by now: one may come to where the other stood.
        for (side, to) in flights {
            if (sets[0] | sets[1]).meets(to) {
                return None;
            }
            sets[side] |= to;
        }
        Position::new(sets[0], sets[1], Bitboard::EMPTY, start.side(), false).ok()
    }

    #[test]
    fn tables_of_draw_hold_what_their_moves_lead_to() {
        let mut faults = Vec::new();
        for deck in EMBEDDED.iter().filter(|deck| deck.text.contains("table of draw")) {
            let variant = Variant::named(deck.variant).unwrap();
            let openings = parse_openings(deck.text, deck.name, variant).unwrap();
            for opening in &openings {
                let words: Vec<&str> = opening.name.split(' ').skip(1).collect();
                let ends = if words.iter().any(|word| word.contains('-')) {
                    flown(variant, &words).into_iter().collect()
                } else {
                    played(variant.start(), &words, variant)
                };
                if words.is_empty() || !ends.contains(opening.start.position()) {
                    faults.push(format!("{}: {}", deck.name, opening.name));
                }
            }
            assert!(openings.len() > 100, "{}", deck.name);
        }
        assert!(faults.is_empty(), "{} {faults:#?}", faults.len());
    }

    #[test]
    fn the_italian_openings_are_all_pairs_but_those_that_lose_a_man() {
        let deck = &EMBEDDED[2];
        let variant = Variant::named(deck.variant).unwrap();
        let played = parse_openings(deck.text, deck.name, variant).unwrap();
        let pairs: std::collections::HashSet<Vec<Move>> = played.iter().map(|opening| opening.moves.clone()).collect();
        assert_eq!((played.len(), pairs.len()), (47, 47));
        assert!(played.iter().all(|opening| opening.moves.len() == 2));
        // After the two others White wins a man by force, within two moves of each side.
        for barred in ["21-18 9-13", "22-18 9-13"] {
            assert!(deck.text.contains(&format!("barred\t{barred}")));
        }
    }

    #[test]
    fn unbalanced_sets_are_whole_and_quiet() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("openings");
        for laws in Laws::ALL {
            let text = std::fs::read_to_string(folder.join(format!("{UNBALANCED}-{}.fen", laws_name(laws)))).unwrap();
            let openings = parse_openings(&text, "", Variant::of_laws(laws)).unwrap();
            assert_eq!(openings.len(), 300, "{laws:?}");
            let moves = crate::movegen::MoveGen::of(laws);
            let mut keys: Vec<u64> = openings.iter().map(|opening| opening.start.key()).collect();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), 300, "{laws:?}: some are the same");
            for opening in &openings {
                let at = opening.start.position();
                let legal = moves.legal_moves(at);
                assert!(!legal.is_empty() && !legal.iter().any(|played| played.is_capture()), "{}", opening.name);
                let men: f64 = opening.name.split(' ').nth(1).and_then(|men| men.parse().ok()).unwrap();
                assert!((0.25..=1.0).contains(&men.abs()), "{}", opening.name);
            }
        }
    }

    #[test]
    fn laws_have_names_for_files() {
        let names: Vec<String> = Laws::ALL.iter().map(|&laws| laws_name(laws)).collect();
        let expected =
            ["english", "italian", "spanish", "russian", "brazilian", "pool", "czech", "damas-short", "damas-mixed"];
        assert_eq!(names, expected);
        assert_eq!(deck_names(english()), ["english-3move", "english-2move", "unbalanced-english"]);
        assert_eq!(deck_names(Variant::named("filipino").unwrap()), ["unbalanced-brazilian"]);
    }
}
