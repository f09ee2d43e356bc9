//! Numbers of leaves of the game tree, against the tables under `tests/data/perft`: the start positions, and 150
//! positions of each ruleset.
//!
//! `DAMERO_PERFT_DEPTH` sets how deep the start positions are counted, as far as the tables go.

#[path = "reference/fen.rs"]
mod fen;

use damero::{Count, Variant};

/// How deep start positions are counted unless the environment says otherwise.
const DEPTH: usize = if cfg!(debug_assertions) { 8 } else { 11 };

fn depth() -> usize {
    match std::env::var("DAMERO_PERFT_DEPTH") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("DAMERO_PERFT_DEPTH: '{text}' is no number")),
        Err(_) => DEPTH,
    }
}

fn named(name: &str) -> &'static Variant {
    Variant::named(name).unwrap_or_else(|error| panic!("{error}"))
}

/// The lines of a table, each split into its first field and its numbers.
fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, Vec<u64>)> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (first, numbers) = line.split_once('\t').unwrap_or_else(|| panic!("{line}: no number"));
        let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{line}: '{text}' is no number"));
        (first, numbers.split('\t').map(number).collect())
    })
}

fn start_position(name: &str) {
    let variant = named(name);
    let (_, numbers) =
        rows(include_str!("data/perft/start.tsv")).find(|(first, _)| *first == name).expect("a line of this ruleset");
    assert!(numbers.len() >= 10, "{name}: the table is cut short");
    for (depth, expected) in (1..=depth()).zip(numbers) {
        let leaves = variant.laws.perft(&variant.start(), depth as u32, Count::Moves);
        assert_eq!(leaves, expected, "{name}, depth {depth}");
    }
}

fn sample_positions(name: &str, table: &'static str) {
    let variant = named(name);
    let mut positions = 0;
    for (fen, numbers) in rows(table) {
        let position = fen::position(variant.numbering, fen);
        assert_eq!(numbers.len(), 4, "{name} {fen}");
        for (depth, expected) in (1..).zip(numbers) {
            assert_eq!(variant.laws.perft(&position, depth, Count::Moves), expected, "{name} {fen}, depth {depth}");
        }
        positions += 1;
    }
    assert_eq!(positions, 150, "{name}: the table is cut short");
}

macro_rules! rulesets {
    ($($module:ident: $name:literal, $table:literal;)*) => {
        $(mod $module {
            #[test]
            fn start_position() {
                super::start_position($name);
            }

            #[test]
            fn sample_positions() {
                super::sample_positions($name, include_str!(concat!("data/perft/", $table, ".tsv")));
            }
        })*

        #[test]
        fn every_ruleset_is_counted() {
            let counted = [$($name),*];
            assert!(damero::VARIANTS.iter().all(|variant| counted.contains(&variant.name)));
        }
    };
}

rulesets! {
    english: "english", "english";
    italian: "italian", "italian";
    spanish: "spanish", "spanish";
    portuguese: "portuguese", "spanish";
    russian: "russian", "russian";
    brazilian: "brazilian", "brazilian";
    pool: "pool", "pool";
    czech: "czech", "czech";
    filipino: "filipino", "filipino";
    damas_short: "damas:short", "damas-short";
    damas_mixed: "damas:mixed", "damas-mixed";
    damas_long: "damas:long", "damas-long";
}

fn from_the_start(name: &str, depth: u32, count: Count) -> u64 {
    let variant = named(name);
    variant.laws.perft(&variant.start(), depth, count)
}

/// The first depth at which paths and moves differ from the English start, as published.
#[test]
fn paths_from_the_english_start() {
    // Without optimisation that takes minutes.
    if !cfg!(debug_assertions) {
        assert_eq!(from_the_start("english", 12, Count::Moves), 388_617_999);
        assert_eq!(from_the_start("english", 12, Count::Paths), 388_623_673);
    }
    assert_eq!(from_the_start("english", 9, Count::Paths), 3_963_680);
}

/// The first depth at which paths and moves differ from the start under other laws; the paths as the second generator
/// of `tests/reference.rs` counts them too.
#[test]
fn paths_from_other_starts() {
    for (name, depth, moves, paths) in [
        ("russian", 8, 929_899, 929_905),
        ("brazilian", 8, 907_830, 907_836),
        ("pool", 8, 929_896, 929_902),
        ("spanish", 10, 17_743_464, 17_743_481),
        ("czech", 10, 18_368_918, 18_368_935),
    ] {
        let above = depth - 1;
        let same = from_the_start(name, above, Count::Moves);
        assert_eq!(from_the_start(name, above, Count::Paths), same, "{name}, depth {above}");
        assert_eq!(from_the_start(name, depth, Count::Moves), moves, "{name}, depth {depth}");
        assert_eq!(from_the_start(name, depth, Count::Paths), paths, "{name}, depth {depth}");
    }
}

/// Positions with more paths than moves, counted by hand: the ruleset, the FEN, moves and paths at depths 1 and 2.
#[test]
fn paths_counted_by_hand() {
    for (name, fen, moves, paths) in [
        // Four men round one square: the king comes back to where he started, one way round or the other. Then the man
        // on 4 has one move.
        ("english", "W:WK26:B4,14,15,22,23", [1, 1], [2, 2]),
        // The same seen by Black's king on a mirrored board, and by kings of other laws that jump neighbours only.
        ("italian", "B:BK6:W31,10,11,18,19", [1, 2], [2, 4]),
        ("damas:mixed", "W:WK6:B10,11,18,19,32", [1, 1], [2, 2]),
        // A man goes the same way round where he may capture backwards, as the most pieces ...
        ("brazilian", "W:W26:B4,14,15,22,23", [1, 1], [2, 2]),
        // ... and where he may not, he has two captures of two men that end on one square but are two moves; five
        // replies to each.
        ("english", "W:W26:B4,14,15,22,23", [2, 10], [2, 10]),
        // Two men in line with two empty squares between them: two places to touch down between, three to end on (11, 8
        // and 4).
        ("russian", "W:WK29:B15,25", [3, 0], [6, 0]),
        // With a man on 12, who moves on 16 or captures: from 11 none, he steps to 16; from 8 the king stands where 12
        // cannot reach; so one reply each.
        ("pool", "W:WK29:B12,15,25", [3, 3], [6, 6]),
        // A king that flies but captures neighbours lands just behind the first man and is done; the
        // other man has two replies.
        ("damas:mixed", "W:WK1:B5,19", [1, 2], [1, 2]),
    ] {
        let variant = named(name);
        let position = fen::position(variant.numbering, fen);
        for (depth, (moves, paths)) in (1..).zip(moves.into_iter().zip(paths)) {
            assert_eq!(variant.laws.perft(&position, depth, Count::Moves), moves, "{name} {fen}, moves at {depth}");
            assert_eq!(variant.laws.perft(&position, depth, Count::Paths), paths, "{name} {fen}, paths at {depth}");
        }
    }
}
