//! What the search proves is what the databases know.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::board::Move;
use crate::egdb::{Egdb, EgdbChoice, Value, Wld};
use crate::engine::{EngineOptions, Objective};
use crate::notation::{parse_fen, pdn_move};
use crate::rules::Variant;
use crate::search::StopHandle;

use super::*;

/// Nobody waits.
struct Nobody;

impl Watch for Nobody {
    fn stop_handle(&mut self) -> StopHandle {
        StopHandle::new()
    }

    fn is_over(&self) -> bool {
        false
    }

    fn looked_at(&mut self, _points: usize, _line: &[Move]) {}
}

fn setup(rules: &str, egdb: EgdbChoice) -> Setup {
    let variant = Variant::named(rules).unwrap();
    let options = EngineOptions { hash_mib: 4, egdb, ..EngineOptions::default() };
    let time = Duration::from_millis(150);
    Setup { variant, draws: variant.draws.clone(), options, time, goal: None, most_points: 40 }
}

fn solve(fen: &str, setup: &Setup) -> Study {
    let start = parse_fen(fen, setup.variant.numbering, false).unwrap();
    study(start.state(), setup, &mut Nobody).0
}

/// Checks every step: moves follow one another and are legal, and what is said of the solver's moves is what the databases
/// say.
fn check(branch: &Branch, solved: &Study, setup: &Setup) -> BTreeMap<&'static str, usize> {
    let egdb = Egdb::shared(setup.variant.laws);
    let mut counts = BTreeMap::new();
    let mut state = None;
    for step in &branch.steps {
        let position = step.before.position();
        assert!(state.is_none_or(|state| state == *position));
        let moves = crate::movegen::MoveGen::of(setup.variant.laws).legal_moves(position);
        assert!(moves.contains(&step.played));
        state = Some(position.play(step.played));
        let Some(point) = &step.point else {
            assert_ne!(position.side(), solved.solver);
            step.variations.iter().for_each(|variation| drop(check(variation, solved, setup)));
            continue;
        };
        assert_eq!(point.choices.len() + point.open.len() + point.fails, moves.len());
        let truth = |played: Move| egdb.outcome(&position.play(played)).unwrap().turned();
        let keeps = |outcome| outcome == Wld::Win || solved.goal == Goal::Draw && outcome == Wld::Draw;
        for choice in &point.choices {
            assert!(keeps(truth(choice.played)), "{}", pdn_move(position, choice.played, setup.variant));
        }
        let keeping = moves.iter().filter(|&&played| keeps(truth(played))).count();
        let open = point.open.iter().filter(|&&(played, _)| keeps(truth(played))).count();
        assert_eq!(point.choices.len() + open, keeping);
        *counts.entry(if point.is_open() { "open" } else { "closed" }).or_default() += 1;
    }
    counts
}

#[test]
fn the_first_position_is_a_win_as_it_is_taught() {
    // "Winning 1st position", standard positions of the American Checker Federation: 15-19, then the man is crowned.
    let setup = setup("english", EgdbChoice::default());
    let solved = solve("W:WK15,20:B12,K28", &Setup { most_points: 12, ..setup });
    let known = solved.known.unwrap();
    assert_eq!((known.outcome, known.proof, solved.goal), (Wld::Win, Proof::Database, Goal::Win));
    let main = solved.main.as_ref().unwrap();
    let first = main.steps[0].point.as_ref().unwrap();
    let taught: Vec<String> =
        first.choices.iter().map(|choice| pdn_move(solved.start.position(), choice.played, setup_variant())).collect();
    assert!(taught.contains(&"15-19".to_owned()), "{taught:?}");
    assert_eq!(main.end, End::Cut, "it takes long, and no more than 12 positions were allowed");
}

fn setup_variant() -> &'static Variant {
    Variant::named("english").unwrap()
}

#[test]
fn searches_agree_with_databases() {
    let mut proven = 0;
    for (rules, fen) in [
        ("english", "W:W31,32:B23"),
        ("english", "W:WK18,K19:BK27"),
        ("english", "B:WK6,K10:BK1"),
        ("english", "W:W7:B3"),
        ("russian", "W:WKa1,Kc3,Ke1:BKh4"),
        ("russian", "W:Wa1,Kc1:Bh8"),
        ("italian", "W:WK14,K15:BK23"),
        ("brazilian", "B:WKa1,Kb2,g3:Bh4"),
    ] {
        let with = setup(rules, EgdbChoice::default());
        let without = setup(rules, EgdbChoice::OFF);
        let (exact, searched) = (solve(fen, &with), solve(fen, &without));
        let counts = exact.main.as_ref().map(|main| check(main, &exact, &with)).unwrap();
        assert_eq!(counts.get("open"), None, "{rules} {fen}");
        let Some(known) = searched.known else { continue };
        proven += 1;
        assert_eq!(known.outcome, exact.known.unwrap().outcome, "{rules} {fen}");
        assert!(known.plies.unwrap() >= exact.known.unwrap().plies.unwrap(), "{rules} {fen}");
        check(searched.main.as_ref().unwrap(), &searched, &without);
    }
    assert!(proven >= 4, "the search proves too little: {proven}");
}

#[test]
fn the_main_line_is_as_long_as_the_databases_say() {
    let setup = setup("russian", EgdbChoice::default());
    for fen in ["W:WKa1,Kc3,Ke1:BKh4", "W:WKa1,Kb2,g3:Bh4"] {
        let solved = solve(fen, &setup);
        let known = solved.known.unwrap();
        assert!(known.outcome != Wld::Draw, "{fen}");
        let main = solved.main.as_ref().unwrap();
        assert_eq!((main.end, main.steps.len() as u32), (End::Over, known.plies.unwrap()), "{fen}");
        assert!(!solved.shortest.is_empty() && solved.shortest.len() <= main.steps.len(), "{fen}");
        check(main, &solved, &setup);
    }
}

#[test]
fn steps_aside_and_back_are_no_duals() {
    // Two kings against one in the double corner: the win goes on after any quiet move, but only some come nearer.
    let setup = setup("english", EgdbChoice::default());
    let solved = solve("W:WK18,K19:BK32", &setup);
    let main = solved.main.as_ref().unwrap();
    let points = || main.steps.iter().filter_map(|step| step.point.as_ref().map(|point| (step, point)));
    let losses = points().flat_map(|(_, point)| point.ranked(Rank::LossOfTime)).count();
    assert!(losses > 0);
    let egdb = Egdb::shared(setup.variant.laws);
    for (step, point) in points() {
        let best = point.choices[0].known.exact().unwrap();
        let value = egdb.value(step.before.position());
        assert_eq!(value, Some(Value::Win(best as u16)));
        for choice in point.ranked(Rank::LossOfTime) {
            assert!(choice.known.exact().unwrap() > best && !choice.played.is_irreversible());
        }
        for choice in point.choices.iter().filter(|choice| choice.known.exact() == Some(best)) {
            assert!(matches!(choice.rank, Rank::Only | Rank::Main | Rank::Dual));
        }
    }
}

#[test]
fn draws_come_from_databases_alone() {
    let setup = setup("english", EgdbChoice::default());
    let solved = solve("W:WK32:BK28,5", &setup);
    if solved.known.unwrap().outcome == Wld::Draw {
        assert_eq!(solved.goal, Goal::Draw);
    }
    let kings = solve("W:WK32:BK5", &setup);
    assert_eq!((kings.known.unwrap().outcome, kings.known.unwrap().proof), (Wld::Draw, Proof::Database));
    let off = solve(
        "W:WK32:BK5",
        &Setup { options: EngineOptions { egdb: EgdbChoice::OFF, ..setup.options.clone() }, ..setup },
    );
    assert_eq!((off.known, off.verdict), (None, Verdict::Unproven));
}

#[test]
fn what_is_asked_for_and_is_not_there_is_refuted() {
    let draw = Setup { goal: Some(Goal::Draw), ..setup("english", EgdbChoice::default()) };
    assert_eq!(solve("W:WK18,K19:BK27", &draw).verdict, Verdict::Refuted);
    let win = Setup { goal: Some(Goal::Win), ..draw };
    assert_eq!(solve("W:WK32:BK5", &win).verdict, Verdict::Refuted);
}

#[test]
fn giveaway_is_solved_by_search() {
    let mut setup = setup("english", EgdbChoice::default());
    setup.options.objective = Objective::Giveaway;
    // White gives his last man at once.
    let solved = solve("W:W26:B17,13", &setup);
    let known = solved.known.unwrap();
    assert_eq!((known.outcome, known.proof), (Wld::Win, Proof::Search));
    let main = solved.main.as_ref().unwrap();
    assert_eq!(pdn_move(main.steps[0].before.position(), main.steps[0].played, setup.variant), "26-22");
}
