//! Games and positions: every ruleset is played, every answer is legal, draws and contempt are as they should be.

use damero::{
    Bitboard, Counters, Game, Move, Position, Side, Square, State, VARIANTS, Variant, parse_move, write_hub_position,
};

use crate::client::{Answer, Hub, number, value};

fn variant(name: &str) -> &'static Variant {
    Variant::named(name).expect("a ruleset")
}

/// The first moves of a line of the search, which must all be legal.
fn check_line(game: &Game, pv: &str) {
    let mut game = game.clone();
    for text in pv.split_whitespace() {
        play(&mut game, text);
    }
}

/// Plays a move as the engine writes it: all captured squares must be there, in ascending order.
fn play(game: &mut Game, text: &str) -> Move {
    let played = parse_move(text, game.variant(), game.position()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(damero::hub_move(played, game.variant().numbering), text);
    game.play(played).expect("a legal move");
    played
}

/// Checks an answer against the position and plays its move.
fn check(game: &mut Game, answer: &Answer) -> Move {
    assert!(answer.errors.is_empty(), "{:?}", answer.errors);
    assert!(!answer.infos.is_empty(), "no info");
    for info in &answer.infos {
        for key in ["depth", "mean-depth", "score", "nodes", "time", "nps"] {
            assert!(number(info, key).is_finite());
        }
        check_line(game, value(info, "pv").expect("a pv"));
    }
    let last = value(&answer.infos[answer.infos.len() - 1], "pv").expect("a pv");
    assert_eq!(last.split(' ').next(), Some(&*answer.best), "the last line is that of the move");
    let best = play(game, &answer.best);
    if let Some(ponder) = &answer.ponder {
        check_line(game, ponder);
    }
    best
}

fn position(game: &Game) -> String {
    write_hub_position(game.position(), game.variant().numbering)
}

/// A game of the engine against itself. Every other position is told as the start with the moves since, the others by
/// themselves.
fn self_play(hub: &mut Hub, variant: &'static Variant, plies: usize) -> Game {
    let mut game = Game::new(variant);
    let mut moves: Vec<String> = Vec::new();
    let levels =
        ["level nodes=400", "level depth=3", "level move-time=0.002", "level time=0.01 inc=0.01", "level time=0"];
    while moves.len() < plies && !game.legal_moves().is_empty() {
        let told = match moves.len() % 2 {
            0 => format!("pos start moves=\"{}\"", moves.join(" ")),
            _ => format!("pos pos={}", position(&game)),
        };
        let answer = hub.go(&[&told, levels[moves.len() % levels.len()], "go think"]);
        check(&mut game, &answer);
        moves.push(answer.best);
    }
    game
}

#[test]
fn whole_games_are_played_in_every_ruleset() {
    for variant in &VARIANTS {
        let mut hub = Hub::new(variant.name, &["threads=1"]);
        let game = self_play(&mut hub, variant, 80);
        assert!(game.moves().len() >= 20, "{}: over after {} plies", variant.name, game.moves().len());
        hub.quit();
    }
}

#[test]
fn one_session_plays_every_ruleset_in_turn_after_init() {
    let mut hub = Hub::new("english", &["threads=2"]);
    for variant in &VARIANTS {
        hub.send(&format!("set-param name=variant value={}", variant.name));
        // The position of the ruleset before is gone with it.
        let answer = hub.go(&["level depth=2", "go think"]);
        check(&mut Game::new(variant), &answer);
        self_play(&mut hub, variant, 12);
    }
    hub.quit();
}

/// Positions of a random game, the longer the rarer, with random kings; the same ones every time.
fn positions(variant: &'static Variant, count: usize) -> Vec<Game> {
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut dice = |bound: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as usize % bound
    };
    let mut games = Vec::new();
    while games.len() < count {
        let (mut white, mut black, mut kings) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        let pieces = 2 + dice(16);
        for i in 0..pieces {
            let square = Square::from_number(1 + dice(32) as u8).expect("a square");
            if !(white | black).has(square) {
                if i % 2 == 0 {
                    white |= square.bit()
                } else {
                    black |= square.bit()
                }
                if dice(3) == 0 {
                    kings |= square.bit();
                }
            }
        }
        let side = if dice(2) == 0 { Side::White } else { Side::Black };
        if let Ok(position) = Position::new(white, black, kings, side, false) {
            let state = State::with_counters(position, Counters::fresh(&position));
            games.push(Game::from_state(variant, state, variant.draws.clone()));
        }
    }
    games
}

#[test]
fn positions_of_every_kind_are_understood() {
    for variant in &VARIANTS {
        let mut hub = Hub::new(variant.name, &[]);
        hub.send("level nodes=60");
        let (mut stuck, mut drawn) = (0, 0);
        for mut game in positions(variant, 120) {
            let answer = hub.go(&[&format!("pos pos={}", position(&game)), "go think"]);
            if game.legal_moves().is_empty() {
                stuck += 1;
                assert_eq!((&*answer.best, answer.errors.len(), answer.ponder), ("none", 1, None));
                assert!(answer.errors[0].contains(" has no "), "{}", answer.errors[0]);
            } else {
                drawn += usize::from(game.outcome().is_some());
                check(&mut game, &answer);
            }
        }
        assert!(stuck > 0, "{}: {stuck} without a move, {drawn} drawn", variant.name);
        hub.quit();
    }
}

/// The score of the last line of a search of a FEN.
fn score(hub: &mut Hub, position: &str, go: &str) -> f64 {
    let answer = hub.go(&[&format!("pos {position}"), go]);
    number(answer.infos.last().expect("a line"), "score")
}

/// Two kings against one, which White wins if there is time.
const WON: &str = "fen=W:WK14,K15,K18:BK1";

#[test]
fn drawn_positions_still_get_a_move_and_contempt_is_for_games() {
    let mut hub = Hub::new("english", &[]);
    hub.send("level depth=6");
    assert!(score(&mut hub, WON, "go think") > 1.0);
    let drawn = format!("{WON} counts=\"H79\"");
    assert_eq!(score(&mut hub, &drawn, "go think"), -0.10, "contempt is 10 in games");
    assert_eq!(score(&mut hub, &drawn, "go analyze"), 0.0, "and 0 in analysis");
    let over = format!("{WON} counts=\"H200\"");
    let answer = hub.go(&[&format!("pos {over}"), "go think"]);
    assert_ne!(answer.best, "none");
    hub.send("set-param name=contempt value=25");
    assert_eq!(score(&mut hub, &drawn, "go think"), -0.25);
    hub.send("set-param name=draw-rules value=none");
    assert!(score(&mut hub, &drawn, "go think") > 1.0, "nothing is drawn without draw rules");
    hub.send("set-param name=draw-plies value=200");
    assert!(score(&mut hub, &drawn, "go analyze") > 1.0);
    hub.send("set-param name=draw-plies value=80");
    assert_eq!(score(&mut hub, &drawn, "go analyze"), 0.0);
    hub.quit();
}

#[test]
fn counts_go_on_over_bare_positions() {
    let mut hub = Hub::new("english", &["draw-plies=6"]);
    hub.send("level depth=4");
    let mut game = Game::from_state(
        variant("english"),
        State::new(
            damero::parse_fen("W:WK14,K15,K18:BK1", variant("english").numbering, false).expect("a FEN").position,
        ),
        variant("english").draws.clone(),
    );
    let tell = |hub: &mut Hub, game: &Game| score(hub, &format!("pos={}", position(game)), "go analyze");
    assert!(tell(&mut hub, &game) > 1.0, "with all plies to go");
    for text in ["18-22", "1-5", "22-18", "5-1"] {
        play(&mut game, text);
        if game.position().side() == Side::White {
            tell(&mut hub, &game);
        }
    }
    // Four plies are gone; a fifth and a sixth draw.
    play(&mut game, "18-22");
    assert_eq!(tell(&mut hub, &game), 0.0, "the counts go on");
    hub.send("new-game");
    assert!(tell(&mut hub, &game) < -1.0, "a new game clears them");
    hub.quit();
}

#[test]
fn the_lone_king_is_counted_in_filipino() {
    let mut hub = Hub::new("filipino", &["contempt=0"]);
    hub.send("level depth=8");
    let hunt = "fen=B:WKa4,Kb1,Kh1:BKg8";
    assert_eq!(score(&mut hub, &format!("{hunt} counts=\"T11\""), "go think"), 0.0, "his twelfth move draws");
    hub.send("set-param name=three-kings value=0");
    assert!(score(&mut hub, &format!("{hunt} counts=\"T11\""), "go think") < -1.0, "the rule is off");
    hub.quit();
}

#[test]
fn the_objective_turns_the_goal_round() {
    let mut hub = Hub::new("english", &[]);
    hub.send("level depth=5");
    let forced = "fen=B:W18:B15";
    assert_eq!(score(&mut hub, forced, "go think"), 99.99);
    hub.send("set-param name=objective value=giveaway");
    assert_eq!(score(&mut hub, forced, "go think"), -99.99);
    hub.quit();
}

#[test]
fn several_lines_are_given_best_first_and_the_best_last() {
    for (name, threads) in [("english", 1), ("russian", 2)] {
        let mut hub = Hub::new(name, &["multipv=4", &format!("threads={threads}")]);
        let answer = hub.go(&["pos start", "level depth=7", "go analyze"]);
        let (again, lines) = answer.infos.split_last().expect("lines");
        assert_eq!((number(again, "multipv"), number(again, "depth")), (1.0, 7.0));
        let last = &lines[lines.len() - 4..];
        let mut seen: Vec<&str> = Vec::new();
        for (place, line) in (1..).zip(last) {
            assert_eq!((number(line, "multipv"), number(line, "depth")), (f64::from(place), 7.0), "{line}");
            let first = value(line, "pv").and_then(|pv| pv.split(' ').next()).expect("a move");
            assert!(!seen.contains(&first), "{first} twice");
            seen.push(first);
        }
        assert!(last.windows(2).all(|pair| number(&pair[0], "score") >= number(&pair[1], "score")));
        assert_eq!(answer.best, seen[0]);
        hub.send("set-param name=multipv value=500");
        let all = hub.go(&["level depth=2", "go analyze"]);
        let places = all.infos.iter().map(|line| number(line, "multipv") as usize).max();
        assert_eq!(places, Some(7), "seven moves, seven lines");
        hub.quit();
    }
}

#[test]
fn a_single_move_is_played_at_once_but_analysed_like_any_other() {
    let mut hub = Hub::new("english", &[]);
    let forced = "pos fen=W:W22,29,30,31:B18,1,2,3,4,5,6";
    for level in ["level depth=9", "level time=30", "level move-time=10"] {
        let played = hub.go(&[forced, level, "go think"]);
        assert!(number(played.infos.last().expect("a line"), "depth") < 3.0, "{level}");
    }
    for level in ["level depth=9", "level time=1 moves=1"] {
        let analysed = hub.go(&[forced, level, "go analyze"]);
        assert!(number(analysed.infos.last().expect("a line"), "depth") >= 9.0, "{level}");
    }
    hub.quit();
}

#[test]
fn pydraughts_style_works_both_ways() {
    let mut hub = Hub::new("russian", &["position-style=pydraughts"]);
    // c3-d4 b6-a5 in numbers from a1; h8 = 32.
    let answer = hub.go(&["pos start moves=\"10-14 21-17\"", "level depth=3", "go think"]);
    let numbers: Vec<u8> = answer.best.split(['-', 'x']).map(|n| n.parse().expect("a number")).collect();
    assert!(numbers[0] <= 14, "White's pieces have the low numbers: {}", answer.best);
    hub.send("set-param name=variant value=english");
    // Black's men on 1-4 alone, Black to move, turned: they are White's on 29-32.
    let turned = format!("pos pos=W{}bbbbeeeewwww", "e".repeat(20));
    let answer = hub.go(&[&turned, "go think"]);
    assert!(answer.best.split('-').next().and_then(|n| n.parse().ok()).is_some_and(|from: u8| from <= 4));
    hub.send("set-param name=position-style value=standard");
    let answer = hub.go(&[&turned, "go think"]);
    assert!(answer.best.split('-').next().and_then(|n| n.parse().ok()).is_some_and(|from: u8| from >= 29));
    hub.quit();
}
