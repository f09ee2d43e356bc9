//! The library's move generator against a second one that is slow and obviously right, on random positions.
//!
//! `DAMERO_REFERENCE_POSITIONS` sets how many positions each set of laws is compared on; `DAMERO_REFERENCE_SEED`
//! chooses another series of them.

#[path = "reference/mod.rs"]
mod slow_generator;

use damero::{Count, Laws, MoveGen, RuleSpec, Side, VARIANTS, Variant};
use slow_generator::compare::{self, compare};
use slow_generator::positions::{Wanted, longest_capture, position};
use slow_generator::random::Random;
use slow_generator::slow::{Board, Legal};

/// Positions compared for each set of laws unless the environment says otherwise.
const POSITIONS: u64 = if cfg!(debug_assertions) { 10_000 } else { 60_000 };

fn from_environment(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}: '{text}' is no number")),
        Err(_) => default,
    }
}

/// The series of random positions of a set of laws.
fn series(laws: Laws, spec: &RuleSpec) -> impl Iterator<Item = (Wanted, Board)> {
    let seed = from_environment("DAMERO_REFERENCE_SEED", 1);
    let mut random = Random::new(seed << 8 | laws as u64);
    (0..).map(Wanted::at).map(move |wanted| (wanted, position(&mut random, spec, wanted)))
}

/// Counts the moves, and the replies to them, from lists; perft counts the last ply in ways of its own.
fn perft_agrees(laws: Laws, movegen: &MoveGen, board: &Board) {
    let position = compare::position(board);
    let moves = movegen.legal_moves(&position);
    let replies = moves.iter().map(|&played| movegen.legal_moves(&position.play(played)).len() as u64).sum();
    let perft = [1, 2].map(|depth| laws.perft(&position, depth, Count::Moves));
    assert_eq!(perft, [moves.len() as u64, replies], "{laws:?} {position:?}");
}

fn generators_agree(laws: Laws) {
    let (movegen, spec) = (MoveGen::of(laws), laws.spec());
    let positions = from_environment("DAMERO_REFERENCE_POSITIONS", POSITIONS) as usize;
    let (mut with_kings, mut with_long_captures, mut ways, mut longest) = (0, 0, 0, 0);
    for (index, (_, board)) in series(laws, &spec).take(positions).enumerate() {
        if let Err(difference) = compare(&movegen, &spec, &board) {
            panic!("{laws:?}, position {index}: {difference}\n{:?}", compare::position(&board));
        }
        perft_agrees(laws, &movegen, &board);
        with_kings += usize::from(board.count(true, true) >= 3 && board.count(false, true) >= 3);
        with_long_captures += usize::from(longest_capture(&board, &spec) >= 3);
        let legal = board.legal_moves(&spec);
        ways += usize::from(legal.iter().any(|legal| legal.routes.len() > 1));
        longest = longest.max(legal.len());
    }
    println!(
        "{laws:?}: {positions} positions agree; {with_kings} with three or more kings a side, {with_long_captures} with \
         captures of three or more, {ways} with a move of several ways, at most {longest} moves"
    );
    assert!(with_kings * 2 >= positions, "half of the positions must have three or more kings a side");
    assert!(with_long_captures * 3 >= positions, "a third must have a capture of three or more pieces");
}

/// The field of a [`RuleSpec`] by number, with its name.
fn field(spec: &mut RuleSpec, number: usize) -> (&'static str, &mut bool) {
    // No `..`: a new field must be listed here.
    let RuleSpec {
        men_capture_backwards,
        men_capture_kings,
        kings_fly,
        kings_capture_far,
        crowned_in_passing,
        most_pieces,
        by_king,
        most_kings,
        kings_earliest,
    } = spec;
    match number {
        0 => ("men_capture_backwards", men_capture_backwards),
        1 => ("men_capture_kings", men_capture_kings),
        2 => ("kings_fly", kings_fly),
        3 => ("kings_capture_far", kings_capture_far),
        4 => ("crowned_in_passing", crowned_in_passing),
        5 => ("most_pieces", most_pieces),
        6 => ("by_king", by_king),
        7 => ("most_kings", most_kings),
        _ => ("kings_earliest", kings_earliest),
    }
}

/// Whether the comparison would find out if the library had any one law wrong: it is made with each law in turn turned
/// round in the reference, and must fail.
fn every_law_shows(laws: Laws) {
    let movegen = MoveGen::of(laws);
    let mut unseen = Vec::new();
    for number in 0..9 {
        let mut turned = laws.spec();
        let (name, value) = field(&mut turned, number);
        *value = !*value;
        let differs = |(_, (_, board)): &(usize, (Wanted, Board))| compare(&movegen, &turned, board).is_err();
        match series(laws, &laws.spec()).take(POSITIONS as usize).enumerate().find(differs) {
            Some((index, _)) => println!("{laws:?} with {name} turned round: seen at position {}", index + 1),
            None => unseen.push(name),
        }
    }
    assert!(unseen.is_empty(), "{laws:?}: {POSITIONS} positions do not tell whether {unseen:?} is as it should be");
}

macro_rules! for_all_laws {
    ($check:ident: $($name:ident $laws:ident),*) => {
        mod $check {
            use damero::Laws;
            $(#[test] fn $name() { super::$check(Laws::$laws); })*
            #[test]
            fn all_laws_are_listed() {
                assert_eq!([$(Laws::$laws),*], Laws::ALL);
            }
        }
    };
}

for_all_laws!(generators_agree: english English, italian Italian, spanish Spanish, russian Russian,
    brazilian Brazilian, pool Pool, czech Czech, damas_short DamasShort, damas_mixed DamasMixed);
for_all_laws!(every_law_shows: english English, italian Italian, spanish Spanish, russian Russian,
    brazilian Brazilian, pool Pool, czech Czech, damas_short DamasShort, damas_mixed DamasMixed);

/// The laws of each ruleset, as the table of the rulesets has them, in the order of its columns: who moves first;
/// men capture backwards, men capture kings, kings fly, kings capture far, a man is crowned at once and goes on; the
/// priorities in their order.
const RULES_PAGE: [(&str, Side, [bool; 5], [bool; 4]); 12] = {
    const NO: bool = false;
    const YES: bool = true;
    const FREE: [bool; 4] = [NO, NO, NO, NO];
    const MOST: [bool; 4] = [YES, NO, NO, NO];
    const MOST_THEN_KINGS: [bool; 4] = [YES, NO, YES, NO];
    [
        ("english", Side::Black, [NO, YES, NO, NO, NO], FREE),
        ("italian", Side::White, [NO, NO, NO, NO, NO], [YES, YES, YES, YES]),
        ("pool", Side::Black, [YES, YES, YES, YES, NO], FREE),
        ("spanish", Side::White, [NO, YES, YES, YES, NO], MOST_THEN_KINGS),
        ("russian", Side::White, [YES, YES, YES, YES, YES], FREE),
        ("brazilian", Side::White, [YES, YES, YES, YES, NO], MOST),
        ("portuguese", Side::White, [NO, YES, YES, YES, NO], MOST_THEN_KINGS),
        ("czech", Side::White, [NO, YES, YES, YES, NO], [NO, YES, NO, NO]),
        ("filipino", Side::White, [YES, YES, YES, YES, NO], MOST),
        ("damas:short", Side::White, [NO, YES, NO, NO, NO], MOST_THEN_KINGS),
        ("damas:mixed", Side::White, [NO, YES, YES, NO, NO], MOST_THEN_KINGS),
        ("damas:long", Side::White, [NO, YES, YES, YES, NO], MOST_THEN_KINGS),
    ]
};

#[test]
fn rulesets_have_the_laws_of_the_rules_page() {
    assert_eq!(VARIANTS.len(), RULES_PAGE.len());
    for (name, first, movement, priority) in RULES_PAGE {
        let variant = Variant::named(name).expect("a ruleset");
        let mut spec = variant.laws.spec();
        let laws: Vec<bool> = (0..9).map(|number| *field(&mut spec, number).1).collect();
        assert_eq!(laws, [&movement[..], &priority[..]].concat(), "{name}");
        assert_eq!(variant.first, first, "{name}");
        assert_eq!(variant.start().side(), first, "{name}");
    }
}

/// The number of leaves at a depth from 1, by the reference; with `routes`, each way through a move counts.
fn perft(board: &Board, laws: &RuleSpec, depth: u32, routes: bool) -> u64 {
    let moves = board.legal_moves(laws);
    let weight = |legal: &Legal| if routes { legal.routes.len() as u64 } else { 1 };
    let below = |legal: &Legal| if depth == 1 { 1 } else { perft(&board.play(&legal.played), laws, depth - 1, routes) };
    moves.iter().map(|legal| weight(legal) * below(legal)).sum()
}

#[test]
fn reference_has_the_published_numbers() {
    let table = include_str!("data/perft/start.tsv");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let variant = Variant::named(fields.next().expect("a name")).expect("a ruleset");
        let board = Board::of(&variant.start());
        for (depth, leaves) in (1..=6).zip(fields) {
            assert_eq!(
                perft(&board, &variant.laws.spec(), depth, false).to_string(),
                leaves,
                "{} {depth}",
                variant.name
            );
        }
    }
}

/// Both generators count the paths of random positions alike.
#[test]
fn generators_agree_on_paths() {
    for laws in Laws::ALL {
        let mut more_paths = 0;
        for (_, board) in series(laws, &laws.spec()).take(1_000) {
            let position = compare::position(&board);
            let (moves, paths) = (laws.perft(&position, 2, Count::Moves), laws.perft(&position, 2, Count::Paths));
            assert_eq!(moves, perft(&board, &laws.spec(), 2, false), "{laws:?} {position:?}");
            assert_eq!(paths, perft(&board, &laws.spec(), 2, true), "{laws:?} {position:?}");
            more_paths += usize::from(paths > moves);
        }
        assert!(more_paths >= 10, "{laws:?}: {more_paths} positions with more paths than moves");
    }
}

/// The numbers of paths in `tests/perft.rs`, which no publication has.
#[test]
fn reference_has_the_numbers_of_paths() {
    for (name, depth, paths) in [
        ("russian", 8, 929_905),
        ("brazilian", 8, 907_836),
        ("pool", 8, 929_902),
        ("spanish", 10, 17_743_481),
        ("czech", 10, 18_368_935),
    ] {
        let variant = Variant::named(name).expect("a ruleset");
        assert_eq!(perft(&Board::of(&variant.start()), &variant.laws.spec(), depth, true), paths, "{name} {depth}");
    }
}
