//! The search as its users see it: limits, stopping, several lines, draw rules, and sense at the board.

use std::time::{Duration, Instant};

use damero::{
    AnyEngine, Bitboard, Counters, DrawRules, Egdb, EngineOptions, Game, Info, Limits, Meaning, Move, Objective,
    Position, Score, SearchResult, Side, Silent, Square, State, StopHandle, VARIANTS, Variant, Wld, engine,
};

fn variant(name: &str) -> &'static Variant {
    Variant::named(name).expect("a ruleset")
}

fn squares(numbers: &[u8]) -> Bitboard {
    numbers.iter().map(|&number| Square::from_number(number).expect("a square")).collect()
}

/// A position by inner numbers: White's men and kings, Black's men and kings.
fn position(side: Side, white: (&[u8], &[u8]), black: (&[u8], &[u8])) -> Position {
    let all = |(men, kings): (&[u8], &[u8])| squares(men) | squares(kings);
    let kings = squares(white.1) | squares(black.1);
    Position::new(all(white), all(black), kings, side, false).expect("a position")
}

fn game(name: &str, position: Position) -> Game {
    Game::from_state(variant(name), State::new(position), variant(name).draws.clone())
}

fn new_engine(name: &str) -> Box<dyn AnyEngine> {
    engine(variant(name).laws, &EngineOptions { hash_mib: 16, ..EngineOptions::default() })
}

fn search(name: &str, game: &Game, limits: &Limits) -> SearchResult {
    new_engine(name).search(game, limits, &StopHandle::new(), &mut Silent)
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn numbers(played: Move) -> (u8, u8) {
    (played.from().number(), played.to().number())
}

#[test]
fn one_thread_is_deterministic_in_every_ruleset() {
    for variant in &VARIANTS {
        let game = Game::new(variant);
        for limits in [depth(9), Limits { nodes: Some(20_000), ..Limits::default() }] {
            let first = search(variant.name, &game, &limits);
            let second = search(variant.name, &game, &limits);
            assert_eq!(first.nodes, second.nodes, "{}", variant.name);
            assert_eq!(first.best, second.best, "{}", variant.name);
            let pv = |result: &SearchResult| result.lines[0].pv.clone();
            assert_eq!(pv(&first), pv(&second), "{}", variant.name);
        }
    }
}

#[test]
fn limits_are_kept() {
    let game = Game::new(variant("english"));
    let nodes = search("english", &game, &Limits { nodes: Some(12_345), ..Limits::default() });
    assert_eq!(nodes.nodes, 12_345);
    let deep = search("english", &game, &depth(7));
    assert_eq!(deep.lines[0].depth, 7);
    let time = Duration::from_millis(100);
    let begun = Instant::now();
    search("english", &game, &Limits { move_time: Some(time), ..Limits::default() });
    assert!(begun.elapsed() >= time && begun.elapsed() < time * 8, "{:?}", begun.elapsed());
    // The fewest nodes and the least time still give a legal move.
    for limits in [
        Limits { nodes: Some(1), ..Limits::default() },
        Limits { move_time: Some(Duration::ZERO), ..Limits::default() },
    ] {
        let result = search("english", &game, &limits);
        assert!(game.legal_moves().contains(&result.best.expect("a move")));
        assert_eq!(result.lines.len(), 1);
    }
}

#[test]
fn a_stop_is_heeded_at_once_by_all_threads() {
    let options = EngineOptions { threads: 2, hash_mib: 16, ..EngineOptions::default() };
    let mut engine = engine(variant("russian").laws, &options);
    let game = Game::new(variant("russian"));
    let stop = StopHandle::new();
    let stopper = stop.clone();
    let told = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(150));
        stopper.stop();
        Instant::now()
    });
    let result = engine.search(&game, &Limits { wait_for_stop: true, ..Limits::default() }, &stop, &mut Silent);
    let late = told.join().expect("the stopper ends").elapsed();
    assert!(late < Duration::from_millis(250), "{late:?} after the stop");
    assert!(result.best.is_some() && result.nodes > 1000);
}

#[test]
fn pondering_waits_for_the_hit_and_then_minds_its_clock() {
    let game = Game::new(variant("english"));
    let limits =
        Limits { ponder: true, move_time: Some(Duration::from_millis(50)), depth: Some(4), ..Limits::default() };
    let stop = StopHandle::new();
    let hitter = stop.clone();
    let begun = Instant::now();
    let hit = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        hitter.ponder_hit();
    });
    new_engine("english").search(&game, &limits, &stop, &mut Silent);
    assert!(begun.elapsed() >= Duration::from_millis(200), "answered before the hit");
    assert!(begun.elapsed() < Duration::from_millis(1_500), "did not answer after the hit");
    hit.join().expect("the hitter ends");
}

#[test]
fn several_best_lines_are_distinct_sorted_and_exact() {
    for name in ["english", "brazilian"] {
        let game = Game::new(variant(name));
        let all = game.legal_moves().len();
        let result = search(name, &game, &Limits { multipv: 99, ..depth(9) });
        assert_eq!(result.lines.len(), all);
        let first = |line: &Info| line.pv[0];
        for pair in result.lines.windows(2) {
            assert!(pair[0].score >= pair[1].score, "{name}: not sorted");
            assert_ne!(first(&pair[0]), first(&pair[1]));
        }
        // Each has a score of its own, no bound that another move's score left: near that of a search of it alone.
        for line in &result.lines {
            let alone = search(name, &game, &Limits { moves: Some(vec![first(line)]), ..depth(9) });
            let difference = alone.lines[0].score.raw() - line.score.raw();
            assert!(difference.abs() <= 25, "{name} {:?}: {:?} alone", line, alone.lines[0].score);
        }
    }
}

#[test]
fn several_best_lines_stay_distinct_wherever_the_search_is_cut_short() {
    let game = Game::new(variant("english"));
    let mut engine = new_engine("english");
    for nodes in (1..400).chain((400..4_000).step_by(37)) {
        engine.new_game();
        // The line of each rank as it was last reported, which is what a client sees.
        let mut seen: Vec<Info> = Vec::new();
        let mut listen = |info: &Info| {
            assert!(info.multipv <= seen.len() + 1, "{nodes} nodes: rank {} of {}", info.multipv, seen.len());
            if info.multipv > seen.len() { seen.push(info.clone()) } else { seen[info.multipv - 1] = info.clone() }
        };
        let limits = Limits { multipv: 4, nodes: Some(nodes), ..Limits::default() };
        let result = engine.search(&game, &limits, &StopHandle::new(), &mut listen);
        for (i, line) in result.lines.iter().enumerate() {
            assert_eq!(line.multipv, i + 1, "{nodes} nodes");
            assert!(result.lines[..i].iter().all(|other| other.pv[0] != line.pv[0]), "{nodes} nodes: {result:?}");
        }
        if !seen.is_empty() {
            assert_eq!(seen, result.lines, "{nodes} nodes");
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let game = Game::new(variant("english"));
    let wanted = game.legal_moves()[3];
    let result = search("english", &game, &Limits { moves: Some(vec![wanted]), ..depth(6) });
    assert_eq!(result.best, Some(wanted));
}

#[test]
fn a_single_move_is_played_at_once_and_analysed_at_length() {
    // White must capture the one piece there is to capture; what is left is too much for the embedded databases.
    let game = game("english", position(Side::White, (&[22, 27, 31], &[]), (&[18, 1, 3, 12], &[])));
    assert_eq!(game.legal_moves().len(), 1);
    let time = Duration::from_millis(400);
    let limits = |at_once| Limits { move_time: Some(time), play_forced_at_once: at_once, ..Limits::default() };
    let begun = Instant::now();
    let played = search("english", &game, &limits(true));
    assert!(begun.elapsed() < time / 2, "{:?}", begun.elapsed());
    assert_eq!(played.best, Some(game.legal_moves()[0]));
    let begun = Instant::now();
    let analysed = search("english", &game, &limits(false));
    assert!(begun.elapsed() >= time || analysed.lines[0].score.is_decided());
    assert!(analysed.lines[0].depth > 4);
}

#[test]
fn databases_are_asked_in_the_search_and_at_the_root() {
    // 22x15 and what comes of it is a draw, whatever the depth: a handful of positions says so.
    let drawn = game("english", position(Side::White, (&[22, 27], &[]), (&[18, 1, 3], &[])));
    let result = search("english", &drawn, &depth(20));
    assert_eq!((result.lines[0].score.meaning(), result.lines[0].depth), (Meaning::Heuristic(0), 20));
    assert!(result.nodes < 1_000, "{}", result.nodes);
    // Two kings against one in the double corner: a few positions are enough for a move that keeps the win.
    let won = game("english", position(Side::White, (&[], &[18, 27]), (&[], &[1])));
    let result = search("english", &won, &Limits { nodes: Some(200), ..Limits::default() });
    let egdb = Egdb::embedded(won.variant().laws);
    let best = won.position().play(result.best.unwrap());
    assert_eq!((egdb.outcome(won.position()), egdb.outcome(&best)), (Some(Wld::Win), Some(Wld::Loss)));
    // In giveaway they say nothing of use.
    let options = EngineOptions { objective: Objective::Giveaway, ..EngineOptions::default() };
    let result = engine(drawn.variant().laws, &options).search(&drawn, &depth(12), &StopHandle::new(), &mut Silent);
    assert!(result.nodes > 1_000, "{}", result.nodes);
}

#[test]
fn where_there_is_no_move_there_is_no_best_move() {
    let blocked = position(Side::White, (&[29], &[]), (&[25, 22], &[]));
    for name in ["english", "russian"] {
        let game = game(name, blocked);
        assert!(game.legal_moves().is_empty());
        let result = search(name, &game, &depth(5));
        assert_eq!((result.best, result.lines.len()), (None, 0));
    }
    let nobody = Position::new(Bitboard::EMPTY, squares(&[5]), squares(&[5]), Side::White, false).expect("a position");
    assert_eq!(search("english", &game("english", nobody), &depth(5)).best, None);
}

#[test]
fn a_count_about_to_draw_makes_every_move_a_draw() {
    // Two kings against one in the english game, far apart: won, but not once 79 plies have gone by without progress.
    let two_to_one = position(Side::White, (&[], &[18, 23]), (&[], &[10]));
    let with = |quiet| {
        let counters = Counters::given(&two_to_one, quiet, None);
        let state = State::with_counters(two_to_one, counters);
        Game::from_state(variant("english"), state, variant("english").draws.clone())
    };
    let fresh = search("english", &with(0), &depth(20)).lines[0].score;
    let late = search("english", &with(79), &depth(20)).lines[0].score;
    assert!(fresh > Score::heuristic(80), "{fresh:?}");
    assert_eq!(late, Score::DRAW);
}

#[test]
fn three_kings_win_only_within_the_moves_the_lone_king_has_left() {
    // Black's king is shut in at once by 18-22; with the count run out there is no time even for that.
    let three_to_one = position(Side::White, (&[], &[18, 31, 32]), (&[], &[29]));
    let with = |moves| {
        let counters = Counters::given(&three_to_one, 0, Some(moves));
        let state = State::with_counters(three_to_one, counters);
        Game::from_state(variant("filipino"), state, variant("filipino").draws.clone())
    };
    let fresh = search("filipino", &with(0), &depth(14)).lines[0].score;
    let Meaning::WinIn(plies) = fresh.meaning() else { panic!("{fresh:?} is no proven win") };
    // The lone king moves once in two plies; he is taken or stuck before his moves are complete, or it is a draw.
    let needed = plies.div_ceil(2) as u8;
    for made in 0..=11 {
        let score = search("filipino", &with(made), &depth(14)).lines[0].score;
        let left = 12 - made;
        if left >= needed {
            assert!(matches!(score.meaning(), Meaning::WinIn(_)), "{made} made, {needed} needed: {score:?}");
        } else if left + 1 < needed {
            assert!(!matches!(score.meaning(), Meaning::WinIn(_)), "{made} made, {needed} needed: {score:?}");
        }
    }
}

#[test]
fn contempt_plays_on_where_a_draw_is_there_for_the_taking() {
    // One count short of the draw: a king's move draws at once, a man's move plays on in an even position.
    let even = position(Side::White, (&[30, 26], &[32]), (&[3, 7], &[1]));
    let counters = Counters::given(&even, 79, None);
    let game =
        Game::from_state(variant("english"), State::with_counters(even, counters), variant("english").draws.clone());
    let with = |contempt| {
        let mut engine =
            engine(variant("english").laws, &EngineOptions { contempt, hash_mib: 16, ..EngineOptions::default() });
        engine.search(&game, &depth(12), &StopHandle::new(), &mut Silent)
    };
    // With much contempt for a draw it is avoided, with the opposite it is taken.
    let avoided = with(300).best.expect("a move");
    assert!(avoided.is_irreversible(), "{avoided:?} draws at once");
    let taken = with(-300);
    assert!(!taken.best.expect("a move").is_irreversible(), "{taken:?}");
    assert_eq!(taken.lines[0].score, Score::heuristic(300));
}

#[test]
fn giveaway_gives_its_pieces_away() {
    // White's only man can offer himself to 21 or pass by.
    let offer = position(Side::White, (&[30], &[]), (&[21], &[]));
    let state = State::new(offer);
    let game = Game::from_state(variant("english"), state, DrawRules::NONE);
    let options = EngineOptions { objective: Objective::Giveaway, hash_mib: 16, ..EngineOptions::default() };
    let mut engine = engine(variant("english").laws, &options);
    let result = engine.search(&game, &depth(12), &StopHandle::new(), &mut Silent);
    assert_eq!(result.lines[0].score, Score::win_in(2));
    assert_eq!(result.best.map(numbers), Some((30, 25)));
    let won = search("english", &game, &depth(12));
    assert_ne!(won.best.map(numbers), result.best.map(numbers), "the goals ask for different moves");
}

#[test]
fn two_threads_find_what_one_finds() {
    // Proven wins in a few plies: how many is the same for any number of threads.
    let options = EngineOptions { threads: 2, hash_mib: 16, ..EngineOptions::default() };
    let mut two = engine(variant("english").laws, &options);
    for (white, black) in [(&[18, 23, 27][..], 32), (&[23, 26], 31), (&[10, 15], 12)] {
        let game = game("english", position(Side::White, (&[], white), (&[], &[black])));
        let one = search("english", &game, &depth(18)).lines[0].score;
        let found = two.search(&game, &depth(18), &StopHandle::new(), &mut Silent);
        assert!(matches!(one.meaning(), Meaning::WinIn(_)), "{white:?}: {one:?}");
        assert_eq!(found.lines[0].score, one, "{white:?}");
        assert!(game.legal_moves().contains(&found.best.expect("a move")));
    }
}

#[test]
fn a_game_that_a_rule_has_ended_is_played_on_with_sense() {
    // Eighty plies have gone by; whoever asks for a move all the same does not want the king on 18 given away.
    let over = position(Side::White, (&[32], &[18, 31]), (&[1], &[9, 10]));
    let counters = Counters::given(&over, 80, None);
    let state = State::with_counters(over, counters);
    let game = Game::from_state(variant("english"), state, variant("english").draws.clone());
    assert!(game.outcome().is_some());
    let result = search("english", &game, &depth(8));
    let best = result.best.expect("a move");
    let gives_away = |played: Move| game.movegen().has_capture(&game.position().play(played));
    assert!(game.legal_moves().into_iter().any(gives_away), "some move hangs a piece");
    assert!(!gives_away(best), "{best:?}");
    // Were every move a draw on the spot, there would be nothing to search.
    assert!(result.nodes > 1_000, "{} nodes", result.nodes);
}
