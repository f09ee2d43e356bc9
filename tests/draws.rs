//! Every draw rule of the rulesets: at which ply it draws, that it does not a ply earlier, and which rule comes first.
//!
//! All squares are inner numbers, whatever the ruleset. The scripts move kings to and fro between squares on the edge,
//! where nothing can be captured under any laws: White's between 32 and 28, Black's between 1 and 5.

#[path = "reference/fen.rs"]
mod fen;

use damero::DrawRule::{
    Ending as SmallEnding, Kings4To5, Kings6To7, Quiet, Repetition, Road, ThreeAgainstOne, ThreeKings,
};
use damero::{
    Counters, DrawReason, DrawRule, DrawRules, DrawRulesError, Game, Numbering, Outcome, Position, Side, State,
    VARIANTS, Variant,
};

/// Both kings to and fro, White first.
const TO_AND_FRO: [&str; 4] = ["32-28", "1-5", "28-32", "5-1"];

/// The same, Black first.
const BLACK_FIRST: [&str; 4] = ["1-5", "32-28", "5-1", "28-32"];
/// White's king between 12 and 3, Black's from end to end of the line from 28 to 1, White first.
const ALONG_THE_LINE: [&str; 4] = ["12-3", "28-1", "3-12", "1-28"];

/// A king and three men a side, none of which can ever be captured where it stands: eight pieces.
const EIGHT: &str = "W:WK32,13,21,29:BK1,4,12,20";
/// Three kings of White against one.
const THREE: &str = "W:WK32,K12,K20:BK1";

fn position(fen: &str) -> Position {
    fen::position(Numbering::English, fen)
}

fn own(name: &str) -> DrawRules {
    Variant::named(name).expect("a ruleset").draws.clone()
}

/// A ruleset's own rules with some limits changed.
fn changed(name: &str, limits: &[(DrawRule, u16)]) -> DrawRules {
    let mut rules = own(name);
    for &(rule, number) in limits {
        rules.set(rule, number).expect("a fit number");
    }
    rules
}

fn game(name: &str, fen: &str, rules: DrawRules) -> Game {
    Game::from_state(Variant::named(name).expect("a ruleset"), State::new(position(fen)), rules)
}

/// A game that comes from elsewhere with its counts.
fn game_with_counts(name: &str, fen: &str, quiet: u16, lone_moves: Option<u8>) -> Game {
    let position = position(fen);
    let state = State::with_counters(position, Counters::given(&position, quiet, lone_moves));
    Game::from_state(Variant::named(name).expect("a ruleset"), state, own(name))
}

/// Plays the legal move from one square to another.
fn play(game: &mut Game, text: &str) {
    let (from, to) = text.split_once(['-', 'x']).expect("two squares");
    let number = |text: &str| text.parse::<u8>().expect("a number");
    let legal = game.legal_moves();
    let mut fitting = legal.iter().filter(|legal| {
        (legal.from().number(), legal.to().number(), legal.is_capture())
            == (number(from), number(to), text.contains('x'))
    });
    let played = fitting.next().unwrap_or_else(|| panic!("{text} is not legal in {:?}: {legal:?}", game.position()));
    assert!(fitting.next().is_none(), "{text} can be several moves: {legal:?}");
    game.play(*played).expect("a legal move");
}

/// Plays moves, none of which may end the game.
fn play_on(game: &mut Game, moves: &[&str]) {
    for text in moves {
        assert_eq!(game.outcome(), None, "before {text}, ply {}", game.moves().len());
        play(game, text);
    }
    assert_eq!(game.outcome(), None, "after {moves:?}");
}

/// Plays a cycle of moves until the game is over; how many plies that took, and the rule by which it is drawn.
fn drawn_after(game: &mut Game, cycle: &[&str]) -> (usize, DrawRule) {
    for (plies, text) in cycle.iter().cycle().take(400).enumerate() {
        match game.outcome() {
            None => play(game, text),
            Some(Outcome::Drawn(DrawReason(rule))) => return (plies, rule),
            Some(won) => panic!("{won:?}"),
        }
    }
    panic!("no end in 400 plies");
}

/// Whether a cycle of moves can go on for 400 plies.
fn goes_on(game: &mut Game, cycle: &[&str]) -> bool {
    cycle.iter().cycle().take(400).all(|text| {
        play(game, text);
        game.outcome().is_none()
    })
}

const fn drawn(rule: DrawRule) -> Option<Outcome> {
    Some(Outcome::Drawn(DrawReason(rule)))
}

/// The table of the rulesets, in the order of [`DrawRule::ALL`].
const LIMITS: [(&str, [u16; 8]); 12] = [
    ("english", [3, 80, 0, 0, 0, 0, 0, 0]),
    ("italian", [4, 80, 0, 0, 0, 0, 0, 0]),
    ("spanish", [3, 40, 0, 0, 0, 0, 0, 0]),
    ("portuguese", [3, 40, 0, 0, 0, 0, 0, 0]),
    ("damas:short", [3, 40, 0, 0, 0, 0, 0, 0]),
    ("damas:mixed", [3, 40, 0, 0, 0, 0, 0, 0]),
    ("damas:long", [3, 40, 0, 0, 0, 0, 0, 0]),
    ("brazilian", [3, 40, 0, 0, 0, 0, 10, 0]),
    ("pool", [3, 30, 26, 0, 0, 0, 0, 0]),
    ("russian", [3, 30, 30, 10, 60, 120, 10, 0]),
    ("czech", [3, 60, 0, 0, 0, 0, 0, 0]),
    ("filipino", [3, 80, 0, 0, 0, 0, 0, 12]),
];

#[test]
fn limits_are_those_of_the_rules_page() {
    let mut names: Vec<&str> = VARIANTS.iter().map(|variant| variant.name).collect();
    for (name, limits) in LIMITS {
        let rules = own(name);
        assert_eq!(DrawRule::ALL.map(|rule| rules.limit(rule).number), limits, "{name}");
        for rule in DrawRule::ALL {
            let limit = rules.limit(rule);
            assert_eq!(limit.number == 0, limit.source.is_empty(), "{name} {}: each number has a source", rule.name());
        }
        names.retain(|other| *other != name);
    }
    assert_eq!(names, [""; 0]);
}

#[test]
fn repetition_draws_the_third_or_fourth_time() {
    for (name, limits) in LIMITS {
        // The position at the start is the first time; each cycle brings it back once.
        let plies = usize::from(limits[0] - 1) * 4;
        let mut game = game(name, EIGHT, own(name));
        assert_eq!(drawn_after(&mut game, &TO_AND_FRO), (plies, Repetition), "{name}");
        assert_eq!(game.repetitions(), usize::from(limits[0]), "{name}");
        game.undo();
        assert_eq!(game.outcome(), None, "{name}, one ply earlier");
    }
}

#[test]
fn repetition_asks_for_the_side_to_move() {
    // White takes three moves to come back, Black two: the same pieces, but the other side to move.
    let mut game = game("brazilian", "W:WK12:BK1", changed("brazilian", &[(SmallEnding, 0)]));
    play_on(&mut game, &["12-8", "1-5", "8-3", "5-1", "3-12"]);
    assert_eq!(game.position().occupied(), game.states()[0].position().occupied());
    assert_eq!(game.repetitions(), 1);
    play_on(&mut game, &["1-5", "12-8", "5-1", "8-12"]);
    assert_eq!(game.repetitions(), 2, "with Black to move");
}

#[test]
fn quiet_plies_draw_at_their_limit() {
    for (name, limits) in LIMITS {
        let rules = changed(name, &[(Repetition, 0)]);
        let mut game = game(name, EIGHT, rules);
        assert_eq!(drawn_after(&mut game, &TO_AND_FRO), (usize::from(limits[1]), Quiet), "{name}");
    }
}

#[test]
fn a_move_of_a_man_and_a_capture_begin_the_quiet_plies_anew() {
    let mut game = game("spanish", EIGHT, changed("spanish", &[(Repetition, 0)]));
    for _ in 0..9 {
        play_on(&mut game, &TO_AND_FRO);
    }
    assert_eq!(game.state().counters().quiet(), 36);
    play_on(&mut game, &["29-25"]);
    assert_eq!(game.state().counters().quiet(), 0);
    assert_eq!(drawn_after(&mut game, &["1-5", "32-28", "5-1", "28-32"]), (40, Quiet));

    let mut game = game_with_counts("spanish", "W:WK29,13,21:BK1,4,12,20,25", 39, None);
    play_on(&mut game, &["29x22"]);
    assert_eq!(game.state().counters().quiet(), 0);
}

#[test]
fn a_move_that_ends_the_game_goes_before_every_count() {
    // White blocks Black's last man with the move that fills the quiet plies; another move of a king draws.
    let mut game = game_with_counts("english", "W:WK27,K5:B28", 79, None);
    play(&mut game, "27-32");
    assert_eq!(game.outcome(), Some(Outcome::Won(Side::White)));
    assert_eq!(game.state().draw(game.draws()), Some(DrawReason(Quiet)), "the count alone would draw");
    game.undo();
    play(&mut game, "5-1");
    assert_eq!(game.outcome(), drawn(Quiet));
}

#[test]
fn a_side_without_a_piece_or_a_move_has_lost() {
    for (name, _) in LIMITS {
        let lost = |fen: &str| game(name, fen, own(name)).outcome();
        assert_eq!(lost("W:W:B1"), Some(Outcome::Won(Side::Black)), "{name}");
        assert_eq!(lost("B:W32:B"), Some(Outcome::Won(Side::White)), "{name}");
        assert_eq!(lost("W:W13:B6,9"), Some(Outcome::Won(Side::Black)), "{name}");
    }
}

#[test]
fn the_hunted_king_draws_with_his_twelfth_move() {
    // White moves first, so his twelfth move is ply 24; where he is the first to move it is ply 23.
    let mut hunted = game("filipino", THREE, own("filipino"));
    assert_eq!(hunted.state().counters().lone_moves(), Some(0));
    assert_eq!(hunted.state().counters().lone_side(), Some(Side::Black));
    assert_eq!(drawn_after(&mut hunted, &TO_AND_FRO), (24, ThreeKings));
    assert_eq!(hunted.state().counters().lone_moves(), Some(12));
    let mut first = game("filipino", "B:WK32,K12,K20:BK1", own("filipino"));
    assert_eq!(drawn_after(&mut first, &BLACK_FIRST), (23, ThreeKings));
    // The same with the colours changed.
    let mut white = game("filipino", "W:WK32:BK1,K13,K21", own("filipino"));
    assert_eq!(white.state().counters().lone_side(), Some(Side::White));
    assert_eq!(drawn_after(&mut white, &TO_AND_FRO), (23, ThreeKings));
}

#[test]
fn a_position_of_the_hunt_does_not_come_again_as_the_count_runs_on() {
    let mut hunted = game("filipino", THREE, own("filipino"));
    for _ in 0..5 {
        play_on(&mut hunted, &TO_AND_FRO);
        assert_eq!(hunted.repetitions(), 1);
    }
    let mut uncounted = game("filipino", THREE, changed("filipino", &[(ThreeKings, 0)]));
    assert_eq!(drawn_after(&mut uncounted, &TO_AND_FRO), (8, Repetition));
}

#[test]
fn the_hunt_begins_when_three_kings_stand_against_one_and_nothing_else() {
    let lone_moves = |fen: &str| game("filipino", fen, own("filipino")).state().counters().lone_moves();
    assert_eq!(lone_moves(THREE), Some(0));
    for other in [
        "W:WK32,K12,K20,K28:BK1", // four kings
        "W:WK32,K12:BK1",         // two
        "W:WK32,K12,K20:B1",      // against a man
        "W:WK32,K12,20:BK1",      // a man among the three
        "W:WK32,K12,K20,21:BK1",  // a man beside the three
        "W:WK32,K12,K20:BK1,4",   // a man beside the one
        "W:WK32,K12,K20:BK1,K5",  // against two
    ] {
        assert_eq!(lone_moves(other), None, "{other}");
    }
}

#[test]
fn the_hunt_begins_by_capture_or_crowning_and_that_move_is_not_counted() {
    for (fen, begins, cycle, plies) in [
        // The hunters take the man beside the king.
        ("W:WK32,K12,K29:BK1,25", "29x4", BLACK_FIRST, 23),
        // The king himself takes the fourth king, or the man beside the three.
        ("B:WK32,K12,K20,K6:BK1", "1x28", ALONG_THE_LINE, 24),
        ("B:WK32,K12,K20,6:BK1", "1x28", ALONG_THE_LINE, 24),
        // A man becomes the third king.
        ("W:WK32,K12,5:BK13", "5-1", ["13-31", "32-28", "31-13", "28-32"], 23),
    ] {
        let mut game = game("filipino", fen, own("filipino"));
        assert_eq!(game.state().counters().lone_moves(), None, "{fen}");
        play_on(&mut game, &[begins]);
        assert_eq!(game.state().counters().lone_moves(), Some(0), "{fen}");
        assert_eq!(drawn_after(&mut game, &cycle), (plies, ThreeKings), "{fen}");
    }
}

#[test]
fn taking_one_of_the_three_is_a_move_and_does_not_stop_the_count() {
    // His fifth move, and seven more.
    let mut one = game_with_counts("filipino", "B:WK32,K12,K6:BK1", 0, Some(4));
    play_on(&mut one, &["1x28"]);
    assert_eq!(one.position().occupied().count(), 3);
    assert_eq!(one.state().counters().lone_moves(), Some(5));
    assert_eq!(one.state().counters().lone_side(), Some(Side::Black));
    assert_eq!(drawn_after(&mut one, &ALONG_THE_LINE), (14, ThreeKings));
    // Two at once: one king against one, and the count is still his.
    let mut two = game_with_counts("filipino", "B:WK32,K6,K15:BK1", 0, Some(10));
    play_on(&mut two, &["1x28", "32-5"]);
    assert_eq!(two.position().occupied().count(), 2);
    assert_eq!(two.state().counters().lone_moves(), Some(11));
    play(&mut two, "28-1");
    assert_eq!(two.outcome(), drawn(ThreeKings));
}

#[test]
fn the_twelfth_move_draws_at_once_unless_it_wins() {
    // He steps where he can be taken, but there is no reply.
    let mut exposed = game_with_counts("filipino", "B:WK32,K12,K20:BK1", 0, Some(11));
    play(&mut exposed, "1-24");
    assert!(exposed.movegen().has_capture(exposed.position()));
    assert_eq!(exposed.outcome(), drawn(ThreeKings));
    // One move earlier he would be lost.
    let mut earlier = game_with_counts("filipino", "B:WK32,K12,K20:BK1", 0, Some(10));
    play_on(&mut earlier, &["1-24"]);
    play(&mut earlier, "20x27");
    assert_eq!(earlier.outcome(), Some(Outcome::Won(Side::White)));
    // He takes all three with his twelfth.
    let mut wins = game_with_counts("filipino", "B:WK25,K18,K11:BK29", 0, Some(11));
    play(&mut wins, "29x4");
    assert_eq!(wins.state().draw(wins.draws()), Some(DrawReason(ThreeKings)), "the count alone would draw");
    assert_eq!(wins.outcome(), Some(Outcome::Won(Side::Black)));
}

#[test]
fn the_three_kings_rule_goes_before_other_counts() {
    let mut game = game_with_counts("filipino", "B:WK32,K12,K20:BK1", 79, Some(11));
    play(&mut game, "1-5");
    assert_eq!(game.state().counters().quiet(), 80);
    assert_eq!(game.outcome(), drawn(ThreeKings));
}

#[test]
fn the_three_kings_option_takes_the_place_of_the_ruleset_s_own_limit() {
    let no_repetition = (Repetition, 0);
    for (name, limits, expected) in [
        ("english", &[(ThreeKings, 16)][..], (32, ThreeKings)),
        ("filipino", &[(ThreeKings, 5)], (10, ThreeKings)),
        ("filipino", &[(ThreeKings, 0), no_repetition], (80, Quiet)),
        ("pool", &[(ThreeKings, 13), (Quiet, 24)], (24, Quiet)),
        ("pool", &[(ThreeKings, 20), (Quiet, 0)], (40, ThreeKings)),
        ("pool", &[(ThreeKings, 0), no_repetition], (30, Quiet)),
        ("russian", &[(ThreeKings, 12)], (24, ThreeKings)),
        ("russian", &[(ThreeKings, 0), no_repetition], (60, Kings4To5)),
    ] {
        let rules = changed(name, limits);
        assert_eq!(rules.limit(ThreeAgainstOne).number, 0, "{name} {limits:?}");
        assert_eq!(drawn_after(&mut game(name, THREE, rules), &TO_AND_FRO), expected, "{name} {limits:?}");
    }
}

#[test]
fn three_kings_against_one_in_pool_and_russian() {
    for (name, fen, expected) in [
        ("pool", THREE, (26, ThreeAgainstOne)),
        ("pool", "W:WK32,K12,K20,K13:BK1", (30, Quiet)),
        ("pool", "W:WK32,K12,20:BK1", (30, Quiet)),
        ("russian", THREE, (30, ThreeAgainstOne)),
        ("russian", "W:WK32,K12,K20,K13:BK1", (30, ThreeAgainstOne)),
        ("russian", "W:WK32,K12,K20,K13,K21:BK1", (30, ThreeAgainstOne)),
        ("russian", "W:WK32,K12,20:BK1", (60, Kings4To5)),
        ("russian", "W:WK32,K12,K20:BK1,K13", (60, Kings4To5)),
    ] {
        let mut game = game(name, fen, changed(name, &[(Repetition, 0)]));
        assert_eq!(drawn_after(&mut game, &TO_AND_FRO), expected, "{name} {fen}");
    }
    // The king takes one of four with the first ply: then three stand against him anew in pool, but not in russian,
    // where the balance is three kings or more.
    for (name, plies) in [("pool", 26), ("russian", 29)] {
        let mut game = game(name, "B:WK32,K12,K20,K6:BK1", changed(name, &[(Repetition, 0)]));
        play_on(&mut game, &["1x28"]);
        assert_eq!(drawn_after(&mut game, &ALONG_THE_LINE), (plies, ThreeAgainstOne), "{name}");
    }
}

#[test]
fn russian_endings_of_four_to_seven_pieces_with_kings_on_both_sides() {
    for (fen, expected) in [
        ("W:WK32,13:BK1,12", (60, Kings4To5)),
        ("W:WK32,K13:BK1,K12", (60, Kings4To5)),
        ("W:WK32,13,21:BK1,12", (60, Kings4To5)),
        ("W:WK32,13,21:BK1,12,20", (120, Kings6To7)),
        ("W:WK32,13,21,29:BK1,12,20", (120, Kings6To7)),
        (EIGHT, (30, Quiet)),
    ] {
        let mut game = game("russian", fen, changed("russian", &[(Repetition, 0)]));
        assert_eq!(drawn_after(&mut game, &TO_AND_FRO), expected, "{fen}");
    }
    // A man's move does not begin the count anew.
    let mut man = game("russian", "W:WK32,29:BK1,12", changed("russian", &[(Repetition, 0)]));
    for _ in 0..10 {
        play_on(&mut man, &TO_AND_FRO);
    }
    play_on(&mut man, &["29-25"]);
    assert_eq!(drawn_after(&mut man, &BLACK_FIRST), (19, Kings4To5));
    // Crowning does.
    let mut crowned = game("russian", "W:WK32,5:BK13,12", changed("russian", &[(Repetition, 0)]));
    play_on(&mut crowned, &["32-28", "13-31", "28-32", "31-13", "5-1"]);
    assert_eq!(drawn_after(&mut crowned, &["13-31", "32-28", "31-13", "28-32"]), (60, Kings4To5));
    // Without a king on one side thirty quiet plies draw.
    let mut men = game_with_counts("russian", "W:WK32,13:B12,20", 29, None);
    play(&mut men, "32-28");
    assert_eq!(men.outcome(), drawn(Quiet));
    let mut kings = game_with_counts("russian", "W:WK32,13:BK12,20", 29, None);
    play_on(&mut kings, &["32-28"]);
}

#[test]
fn russian_main_road() {
    let on_the_road = ["32-28", "4-29", "28-32", "29-4"];
    for (fen, cycle, expected) in [
        ("W:WK32,K12,K20:BK4", &on_the_road[..], (10, Road)),
        ("W:WK32,K12,20:BK4", &on_the_road, (10, Road)),
        ("W:WK32,12,20:BK4", &on_the_road, (10, Road)),
        // Four pieces, or two, are another balance.
        ("W:WK32,K12,K20,K13:BK4", &on_the_road, (30, ThreeAgainstOne)),
        ("W:WK32,12,20,13:BK4", &on_the_road, (60, Kings4To5)),
        ("W:WK32,K12:BK4", &on_the_road, (30, Quiet)),
        // Off the road, or not alone on it.
        ("W:WK32,K12,K20:BK1", &TO_AND_FRO, (30, ThreeAgainstOne)),
        ("W:WK32,K20,29:BK4", &["32-28", "4-8", "28-32", "8-4"], (60, Kings4To5)),
        // Leaves the road and comes back: in eight plies, three before he leaves it and two after are made with him
        // standing there.
        ("W:WK32,K20,K21:BK4", &["32-28", "4-8", "28-32", "8-3", "32-28", "3-8", "28-32", "8-4"], (16, Road)),
    ] {
        let mut game = game("russian", fen, changed("russian", &[(Repetition, 0), (SmallEnding, 0)]));
        assert_eq!(drawn_after(&mut game, cycle), expected, "{fen}");
    }
    // The road by colours changed, and the count begins anew with another balance.
    let mut white = game("russian", "B:WK29:BK1,K13,K21", changed("russian", &[(Repetition, 0)]));
    assert_eq!(drawn_after(&mut white, &["1-5", "29-4", "5-1", "4-29"]), (10, Road));
    let mut fourth = game("russian", "W:WK32,K12,K20,K13:BK4", changed("russian", &[(Repetition, 0)]));
    play_on(&mut fourth, &["32-28", "4-29", "28-32", "29-4", "32-28", "4-29"]);
    play_on(&mut fourth, &["13-22", "29x4"]);
    assert_eq!(drawn_after(&mut fourth, &["28-32", "4-29", "32-28", "29-4"]), (10, Road));
}

#[test]
fn russian_small_endings() {
    for fen in ["W:WK32,K12:BK1", "W:WK32,12:BK1", "W:WK32:BK1", "W:WK32:BK1,13"] {
        let mut game = game("russian", fen, changed("russian", &[(Repetition, 0)]));
        assert_eq!(drawn_after(&mut game, &TO_AND_FRO), (10, SmallEnding), "{fen}");
    }
    // Two kings against two are under (d).
    let mut game = game("russian", "W:WK32,K12:BK1,K13", changed("russian", &[(Repetition, 0)]));
    assert_eq!(drawn_after(&mut game, &TO_AND_FRO), (60, Kings4To5));
}

/// With five plies made in one ending, another arises by crowning: it counts as the same in russian alone.
#[test]
fn crowning_the_man_of_a_small_ending() {
    for (name, plies) in [("russian", 5), ("brazilian", 10)] {
        let mut game = game(name, "W:WK32,5:BK13", changed(name, &[(Repetition, 0)]));
        play_on(&mut game, &["32-28", "13-31", "28-32", "31-13", "5-1"]);
        assert_eq!(drawn_after(&mut game, &["13-31", "32-28", "31-13", "28-32"]), (plies, SmallEnding), "{name}");
    }
}

#[test]
fn a_capture_begins_a_small_ending_anew() {
    for name in ["russian", "brazilian"] {
        let mut game = game(name, "W:WK32,K12:BK1", changed(name, &[(Repetition, 0)]));
        play_on(&mut game, &["32-28", "1-5", "28-32", "5-1", "12-19", "1x28"]);
        assert_eq!(drawn_after(&mut game, &["32-5", "28-1", "5-32", "1-28"]), (10, SmallEnding), "{name}");
    }
}

#[test]
fn brazilian_small_endings() {
    for (fen, expected) in [
        ("W:WK32,K12:BK1,K13", (10, SmallEnding)),
        ("W:WK32,K12:BK1", (10, SmallEnding)),
        ("W:WK32:BK1,K13", (10, SmallEnding)),
        ("W:WK32,K12:BK1,13", (10, SmallEnding)),
        ("W:WK32,12:BK1,K13", (10, SmallEnding)),
        ("W:WK32:BK1", (10, SmallEnding)),
        ("W:WK32:BK1,13", (10, SmallEnding)),
        (THREE, (40, Quiet)),
        ("W:WK32,K12,K20:BK1,K13", (40, Quiet)),
        ("W:WK32,12:BK1,13", (40, Quiet)),
        ("W:WK32,12,20:BK1", (40, Quiet)),
    ] {
        let mut game = game("brazilian", fen, changed("brazilian", &[(Repetition, 0)]));
        assert_eq!(drawn_after(&mut game, &TO_AND_FRO), expected, "{fen}");
    }
    // It arises by a capture.
    let mut arisen = game("brazilian", "B:WK32,K12,K6:BK1", changed("brazilian", &[(Repetition, 0)]));
    play_on(&mut arisen, &["1x28"]);
    assert_eq!(drawn_after(&mut arisen, &ALONG_THE_LINE), (10, SmallEnding));
}

#[test]
fn options_change_one_number() {
    let small = "W:WK32,K12:BK1";
    for (name, fen, option, expected) in [
        ("english", EIGHT, "repetition=5", (16, Repetition)),
        ("english", EIGHT, " quiet = 7 ", (7, Quiet)),
        ("russian", THREE, "3v1=6", (6, ThreeAgainstOne)),
        ("english", THREE, "3v1=6", (6, ThreeAgainstOne)),
        ("russian", "W:WK32,K12,K20:BK4", "road=4", (4, Road)),
        ("spanish", "W:WK32,K12:BK1,13", "kings4-5=6", (6, Kings4To5)),
        ("spanish", "W:WK32,K12,K20:BK1,13,21", "kings6-7=5", (5, Kings6To7)),
        ("brazilian", small, "ending=3", (3, SmallEnding)),
        ("czech", small, "ending=3", (3, SmallEnding)),
        ("czech", THREE, "three-kings=2", (4, ThreeKings)),
    ] {
        let mut rules = own(name);
        assert_eq!(rules.apply(option), Ok(()), "{option}");
        let cycle = if fen.contains("BK4") { ["32-28", "4-29", "28-32", "29-4"] } else { TO_AND_FRO };
        assert_eq!(drawn_after(&mut game(name, fen, rules.clone()), &cycle), expected, "{name} {option}");
        let changed = DrawRule::ALL.into_iter().filter(|&rule| rules.limit(rule) != own(name).limit(rule));
        assert_eq!(changed.collect::<Vec<_>>(), [expected.1], "{name} {option}");
        assert_eq!(rules.limit(expected.1).source, "option");
    }
}

#[test]
fn wrong_options_change_nothing() {
    for (option, error) in [
        ("quiet", DrawRulesError::Form("quiet".to_owned())),
        ("", DrawRulesError::Form(String::new())),
        ("huff=3", DrawRulesError::UnknownRule("huff".to_owned())),
        ("=3", DrawRulesError::UnknownRule(String::new())),
        ("quiet=", DrawRulesError::Number(Quiet, String::new())),
        ("quiet=-1", DrawRulesError::Number(Quiet, "-1".to_owned())),
        ("quiet=10001", DrawRulesError::Number(Quiet, "10001".to_owned())),
        ("quiet=99999999999999999999", DrawRulesError::Number(Quiet, "99999999999999999999".to_owned())),
        ("repetition=1", DrawRulesError::Number(Repetition, "1".to_owned())),
        ("three-kings=121", DrawRulesError::Number(ThreeKings, "121".to_owned())),
        ("ending=251", DrawRulesError::Number(SmallEnding, "251".to_owned())),
    ] {
        let mut rules = own("pool");
        assert_eq!(rules.apply(option), Err(error), "{option}");
        assert_eq!(rules, own("pool"), "{option}");
    }
}

#[test]
fn the_largest_limits_are_reached() {
    // Counters are kept in few bits: none may stop short of its limit.
    for (fen, rule, plies) in [
        (THREE, ThreeKings, 240),
        (THREE, ThreeAgainstOne, 250),
        ("W:WK32,K12:BK1", SmallEnding, 250),
        ("W:WK32,K12,K20:BK4", Road, 250),
    ] {
        let mut rules = DrawRules::NONE;
        rules.set(rule, rule.max()).expect("the largest number");
        let cycle = if rule == Road { ["32-28", "4-29", "28-32", "29-4"] } else { TO_AND_FRO };
        assert_eq!(drawn_after(&mut game("spanish", fen, rules.clone()), &cycle), (plies, rule));
        assert!(rules.set(rule, rule.max() + 1).is_err());
    }
}

#[test]
fn sets_of_rules_by_name() {
    let english = Variant::named("english").expect("a ruleset");
    assert_eq!(english.draw_rules("own"), Ok(own("english")));
    assert_eq!(english.draw_rules("fmjd64"), Ok(own("russian")));
    assert_eq!(english.draw_rules(" Dama "), Ok(own("filipino")));
    for name in ["agreed", "none"] {
        let rules = english.draw_rules(name).expect("a set");
        for fen in [EIGHT, THREE, "W:WK32:BK1", "W:WK32,K12:BK1,K13", "W:WK32,12,20:BK1"] {
            assert!(goes_on(&mut game("russian", fen, rules.clone()), &TO_AND_FRO), "{name} {fen}");
        }
    }
    assert_eq!(english.draw_rules("fide"), Err(DrawRulesError::UnknownSet("fide".to_owned())));
}

#[test]
fn counts_given_from_outside() {
    let given = |fen: &str, quiet, lone_moves| Counters::given(&position(fen), quiet, lone_moves);
    assert_eq!(given(EIGHT, 0, None), Counters::fresh(&position(EIGHT)));
    assert_eq!(given(EIGHT, 12, None).quiet(), 12);
    // The hunted king's moves, where three kings are or can have been against him.
    assert_eq!(given(THREE, 7, Some(3)).lone_moves(), Some(3));
    assert_eq!(given(THREE, 7, None).lone_moves(), Some(0));
    assert_eq!(given(THREE, 0, Some(200)).lone_moves(), Some(120));
    let two = given("W:WK32:BK1,K13", 0, Some(3));
    assert_eq!((two.lone_moves(), two.lone_side()), (Some(3), Some(Side::White)));
    for elsewhere in [EIGHT, "W:WK32:BK1", "W:WK32,12:BK1", "W:WK32,K12:B1", "W:WK32,K12,K20,K28:BK1"] {
        assert_eq!(given(elsewhere, 0, Some(3)).lone_moves(), None, "{elsewhere}");
    }
    // Quiet plies go on, and a small ending is as old as they are.
    for (name, fen, quiet, expected) in [
        ("english", EIGHT, 78, (2, Quiet)),
        ("brazilian", "W:WK32:BK1", 7, (3, SmallEnding)),
        ("pool", THREE, 20, (6, ThreeAgainstOne)),
        ("russian", "W:WK32,13:BK1,12", 57, (3, Kings4To5)),
    ] {
        let mut game = game_with_counts(name, fen, quiet, None);
        assert_eq!(drawn_after(&mut game, &TO_AND_FRO), expected, "{name} {fen}");
    }
}
