//! Playing below full strength.
#![cfg(feature = "engine")]

use std::time::{Duration, Instant};

use damero::{
    AnyEngine, EngineOptions, Game, Limits, Move, Outcome, Position, SearchResult, Side, Silent, State, StopHandle,
    Strength, VARIANTS, Variant, engine, parse_fen,
};

fn options(level: u8, seed: u64) -> EngineOptions {
    let strength = Strength::new(level).unwrap().with_seed(seed);
    EngineOptions { hash_mib: 1, strength, ..EngineOptions::default() }
}

/// One engine for all searches of a test: to make one takes longer than many of them.
struct Player(Box<dyn AnyEngine>);

impl Player {
    fn of(name: &str) -> Player {
        Player(engine(Variant::named(name).unwrap().laws, &options(1, 0)))
    }

    fn found(&mut self, game: &Game, options: &EngineOptions, limits: &Limits) -> SearchResult {
        self.0.set_options(options);
        self.0.search(game, limits, &StopHandle::new(), &mut Silent)
    }
}

fn game(name: &str, fen: &str) -> Game {
    let variant = Variant::named(name).unwrap();
    let setup = parse_fen(fen, variant.numbering, false).unwrap();
    Game::from_state(variant, State::new(setup.position), variant.draws.clone())
}

/// Men and kings of a side, in men.
fn material(position: &Position, side: Side) -> i32 {
    let pieces = position.pieces(side);
    (pieces.count() + 2 * (pieces & position.all_kings()).count()) as i32
}

/// The material after so many plies of best play by material alone, for the side to move.
fn by_material(game: &mut Game, plies: u32) -> i32 {
    let side = game.position().side();
    let legal = game.legal_moves();
    if legal.is_empty() {
        return -100;
    }
    if plies == 0 {
        return material(game.position(), side) - material(game.position(), !side);
    }
    let mut best = i32::MIN;
    for &played in &legal {
        game.play(played).unwrap();
        best = best.max(-by_material(game, plies - 1));
        game.undo();
    }
    best
}

/// What a search of two plies that counts pieces plays: of equal moves one by a number.
fn material_move(game: &Game, number: usize) -> Move {
    let mut after = game.clone();
    let mut scored: Vec<(i32, Move)> = Vec::new();
    for &played in &game.legal_moves() {
        after.play(played).unwrap();
        scored.push((-by_material(&mut after, 1), played));
        after.undo();
    }
    let most = scored.iter().map(|&(score, _)| score).max().unwrap();
    let best: Vec<Move> = scored.into_iter().filter(|&(score, _)| score == most).map(|(_, played)| played).collect();
    best[number * 7 % best.len()]
}

#[test]
fn levels_are_from_1_to_10() {
    assert!(Strength::new(11).is_none() && !Strength::new(10).unwrap().is_full());
    assert_eq!(Strength::new(0), Some(Strength::FULL));
    assert!(Strength::default().is_full());
    assert_eq!((Strength::new(3).unwrap().with_seed(7).level(), Strength::FULL.with_seed(7).seed()), (3, 7));
}

#[test]
fn every_level_plays_legally_and_at_once_in_every_ruleset() {
    for variant in &VARIANTS {
        let mut engine = engine(variant.laws, &options(1, 1));
        for level in [1, 5, 10] {
            engine.set_options(&options(level, 1));
            let mut game = Game::new(variant);
            for _ in 0..2 {
                let began = Instant::now();
                let limits = Limits { move_time: Some(Duration::from_secs(60)), ..Limits::default() };
                let result = engine.search(&game, &limits, &StopHandle::new(), &mut Silent);
                assert!(began.elapsed() < Duration::from_secs(10), "{} {level}", variant.name);
                assert_eq!(result.lines.len(), 1);
                assert_eq!(result.best, result.lines[0].pv.first().copied());
                game.play(result.best.unwrap()).unwrap();
            }
        }
    }
}

#[test]
fn a_seed_gives_the_same_moves_and_others_give_others() {
    let start = Game::new(&VARIANTS[0]);
    let mut player = Player::of(VARIANTS[0].name);
    for level in [1, 4, 7, 10] {
        let mut first = |seed| player.found(&start, &options(level, seed), &Limits::default()).best.unwrap();
        let moves: Vec<Move> = (0..10).map(&mut first).collect();
        assert_eq!(moves, (0..10).map(&mut first).collect::<Vec<_>>());
        assert!(moves.iter().any(|&other| other != moves[0]), "level {level} always plays {:?}", moves[0]);
    }
    // What was searched before makes no difference.
    let before = player.found(&start, &options(6, 3), &Limits::default());
    let mut later = start.clone();
    later.play(start.legal_moves()[0]).unwrap();
    player.found(&later, &options(6, 3), &Limits::default());
    let after = player.found(&start, &options(6, 3), &Limits::default());
    assert_eq!((before.best, before.nodes), (after.best, after.nodes));
}

#[test]
fn limits_and_lines_asked_for_hold() {
    let start = Game::new(&VARIANTS[0]);
    let some = start.legal_moves()[2..4].to_vec();
    let limits = Limits { multipv: 2, depth: Some(1), moves: Some(some.clone()), ..Limits::default() };
    let mut told = Vec::new();
    let mut engine = engine(VARIANTS[0].laws, &options(5, 1));
    let result = engine.search(&start, &limits, &StopHandle::new(), &mut |info: &damero::Info| told.push(info.clone()));
    assert!(some.contains(&result.best.unwrap()));
    assert_eq!(result.lines.iter().map(|line| line.multipv).collect::<Vec<_>>(), [1, 2]);
    assert!(!told.is_empty() && told.iter().all(|info| info.depth == 1 && info.multipv <= 2));
}

#[test]
fn a_win_that_is_seen_is_taken() {
    // Black captures the last piece, or wins by the opposition at once.
    for (name, fen) in [("english", "B:W18:BK15,K32"), ("russian", "W:WKa1,Kc1:Bg7"), ("italian", "W:W13,K9:BK4")] {
        let (game, mut player) = (game(name, fen), Player::of(name));
        let best = player.found(&game, &options(0, 0), &Limits { depth: Some(9), ..Limits::default() });
        assert!(best.lines[0].score.is_decided(), "{name}: {best:?}");
        for seed in 0..3 {
            let played = player.found(&game, &options(10, seed), &Limits::default());
            assert!(played.lines[0].score.is_decided() && played.lines[0].score > damero::Score::DRAW, "{name}");
        }
    }
    // The shortest win there is, at every level.
    let (taking, mut player) = (game("english", "B:W18:BK15,K32"), Player::of("english"));
    for level in 0..=10 {
        for seed in 0..4 {
            let mut after = taking.clone();
            let limits = Limits { depth: Some(3), ..Limits::default() };
            after.play(player.found(&taking, &options(level, seed), &limits).best.unwrap()).unwrap();
            assert_eq!(after.outcome(), Some(Outcome::Won(Side::Black)), "level {level}");
        }
    }
}

#[test]
fn the_lowest_level_loses_to_a_plain_search_of_two_plies() {
    for name in ["english", "russian"] {
        let variant = Variant::named(name).unwrap();
        let mut weak = engine(variant.laws, &options(1, 5));
        let (mut wins, mut losses) = (0, 0);
        for number in 0..16 {
            let mut game = Game::new(variant);
            let ours = if number % 2 == 0 { Side::White } else { Side::Black };
            while game.outcome().is_none() && game.moves().len() < 200 {
                let played = if game.position().side() == ours {
                    weak.search(&game, &Limits::default(), &StopHandle::new(), &mut Silent).best.unwrap()
                } else {
                    material_move(&game, number + game.moves().len())
                };
                game.play(played).unwrap();
            }
            let lead = material(game.position(), ours) - material(game.position(), !ours);
            match game.outcome() {
                Some(Outcome::Won(side)) => *(if side == ours { &mut wins } else { &mut losses }) += 1,
                _ if lead.abs() < 3 => {}
                // A search of two plies finds no way to end a game, however far ahead.
                _ => *(if lead > 0 { &mut wins } else { &mut losses }) += 1,
            }
        }
        println!("{name}: {wins} wins, {losses} losses");
        assert!(losses > wins, "{name}: {wins} wins, {losses} losses");
    }
}
