//! What is kept up move by move against what is made from scratch: keys, counters, the outcome of a game; and the board
//! turned round against itself.

#[path = "reference/counts.rs"]
mod counts;
#[path = "reference/random.rs"]
mod random;
#[path = "reference/slow.rs"]
mod slow;

use std::collections::HashMap;

use counts::History;
use damero::{
    Bitboard, Count, DrawRule, DrawRules, Game, Move, MoveGen, Outcome, Position, Side, Square, State, VARIANTS,
    Variant,
};
use random::Random;
use slow::{Board, Played};

/// A position of few pieces, most of them kings.
fn small_ending(random: &mut Random) -> Position {
    loop {
        let mut sets = [Bitboard::EMPTY; 2];
        let mut kings = Bitboard::EMPTY;
        let squares: Vec<Square> = Square::all().collect();
        for set in &mut sets {
            for _ in 0..1 + random.below(4) {
                let square = random.pick(&squares).bit();
                *set |= square;
                if random.chance(75) {
                    kings |= square;
                }
            }
        }
        let side = if random.chance(50) { Side::White } else { Side::Black };
        if let Ok(position) = Position::new(sets[0], sets[1], kings, side, false) {
            return position;
        }
    }
}

/// The ruleset's own draw rules or some of their limits changed, low ones more often than not.
fn some_draw_rules(random: &mut Random, variant: &Variant) -> DrawRules {
    let set = ["own", "own", "fmjd64", "brazilian"][random.below(4)];
    let mut rules = variant.draw_rules(set).expect("a set of rules");
    for rule in DrawRule::ALL {
        let number = match random.below(4) {
            0 => 0,
            1 => 2 + random.below(6) as u16,
            2 => 8 + random.below(12) as u16,
            _ => continue,
        };
        rules.set(rule, number).expect("a fit number");
    }
    rules
}

/// A legal move: one that goes back where the side's last move came from now and then, so that positions come again.
fn some_move(random: &mut Random, game: &Game) -> Option<Move> {
    let moves = game.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let last = game.moves().iter().rev().nth(1);
    let back = last.and_then(|last| moves.iter().find(|back| back.from() == last.to() && back.to() == last.from()));
    Some(*back.filter(|_| random.chance(60)).unwrap_or_else(|| random.pick(&moves)))
}

/// The outcome by the slow counts and the slow generator: the winner, or the rules by which the game is drawn.
fn slow_outcome(variant: &Variant, history: &History, rules: &DrawRules) -> Result<(), Result<Side, Vec<DrawRule>>> {
    let now = &history.boards[history.boards.len() - 1];
    if now.legal_moves(&variant.laws.spec()).is_empty() {
        return Err(Ok(if now.white_to_move { Side::Black } else { Side::White }));
    }
    let mut due = history.due(rules);
    if due.contains(&DrawRule::ThreeKings) {
        return Err(Err(vec![DrawRule::ThreeKings]));
    }
    let repetition = usize::from(rules.limit(DrawRule::Repetition).number);
    if repetition != 0 && history.repetitions(rules) >= repetition {
        due = vec![DrawRule::Repetition];
    }
    if due.is_empty() { Ok(()) } else { Err(Err(due)) }
}

/// Compares a game's state with what its history says; the outcomes of both.
fn check(game: &Game, history: &History) -> Option<Outcome> {
    let (state, rules) = (game.state(), game.draws());
    let context = || format!("{} {:?}\n{:?}\nafter {:?}", game.variant().name, state, rules, game.moves());
    assert_eq!(state.key(), state.recomputed_key(), "{}", context());
    let counters = state.counters();
    assert_eq!(usize::from(counters.quiet()), history.quiet(), "{}", context());
    assert_eq!(counters.lone_moves().map(usize::from), history.lone_king_moves(), "{}", context());
    assert_eq!(game.repetitions(), history.repetitions(rules), "{}", context());
    let outcome = game.outcome();
    match (slow_outcome(game.variant(), history, rules), outcome) {
        (Ok(()), None) => {}
        (Err(Ok(winner)), Some(Outcome::Won(side))) if winner == side => {}
        (Err(Err(due)), Some(Outcome::Drawn(reason))) if due.contains(&reason.0) => {}
        (expected, found) => panic!("outcome {found:?}, expected {expected:?}: {}", context()),
    }
    outcome
}

/// How many of a ruleset's random games are played.
const GAMES: u64 = if cfg!(debug_assertions) { 100 } else { 250 };

#[test]
fn counters_keys_and_outcomes_follow_the_history_of_a_game() {
    let mut outcomes: HashMap<String, u32> = HashMap::new();
    for (index, variant) in VARIANTS.iter().enumerate() {
        for number in 0..GAMES {
            let mut random = Random::new(number << 8 | index as u64);
            let rules = some_draw_rules(&mut random, variant);
            let start = if number % 8 == 0 { variant.start() } else { small_ending(&mut random) };
            let mut game = Game::from_state(variant, State::new(start), rules);
            let mut history = History { boards: vec![Board::of(&start)], moves: Vec::new() };
            // Play goes on after a draw, for the counts do too.
            for _ in 0..80 {
                if let Some(outcome) = check(&game, &history) {
                    let name = match outcome {
                        Outcome::Won(_) => "won".to_owned(),
                        Outcome::Drawn(reason) => reason.0.name().to_owned(),
                    };
                    *outcomes.entry(name).or_default() += 1;
                }
                let Some(played) = some_move(&mut random, &game) else { break };
                game.play(played).expect("a legal move");
                let slow: Played = slow::played(played);
                history.boards.push(history.boards[history.boards.len() - 1].play(&slow));
                history.moves.push(slow);
                assert_eq!(Board::of(game.position()), history.boards[history.boards.len() - 1]);
            }
            let reached = game.state().to_owned();
            while game.undo().is_some() {}
            assert_eq!(game.state(), &State::new(start), "all moves taken back");
            assert_eq!(State::with_counters(*reached.position(), *reached.counters()), reached);
        }
    }
    println!("outcomes seen: {outcomes:?}");
    for expected in DrawRule::ALL.iter().map(|rule| rule.name()).chain(["won"]) {
        let seen = outcomes.get(expected).copied().unwrap_or(0);
        assert!(seen >= 20, "random games ended {seen} times by {expected}: too few to prove anything");
    }
}

#[test]
fn keys_tell_positions_apart() {
    let mut known: HashMap<u64, Position> = HashMap::new();
    let mut random = Random::new(5);
    for variant in &VARIANTS {
        for number in 0..GAMES {
            let start = if number % 2 == 0 { variant.start() } else { small_ending(&mut random) };
            let mut game = Game::from_state(variant, State::new(start), DrawRules::NONE);
            for _ in 0..60 {
                let (key, position) = (game.state().key(), *game.position());
                assert_eq!(*known.entry(key).or_insert(position), position, "two positions with key {key:x}");
                let Some(played) = some_move(&mut random, &game) else { break };
                game.play(played).expect("a legal move");
            }
        }
    }
    assert!(known.len() > 10_000, "{} positions are too few", known.len());
}

fn turned(fast: Move) -> Played {
    let mut turned = slow::played(fast);
    turned.from = turned.from.turned();
    turned.to = turned.to.turned();
    turned.captured = turned.captured.into_iter().map(Square::turned).collect();
    turned.captured.sort();
    turned
}

fn sorted(moves: impl Iterator<Item = Played>) -> Vec<Played> {
    let mut moves: Vec<Played> = moves.collect();
    moves.sort();
    moves
}

#[test]
fn a_turned_board_has_the_turned_moves() {
    for variant in &VARIANTS {
        let movegen = MoveGen::of(variant.laws);
        let mut random = Random::new(9);
        let mut captures = 0;
        for number in 0..GAMES {
            let start = if number % 2 == 0 { variant.start() } else { small_ending(&mut random) };
            let mut game = Game::from_state(variant, State::new(start), DrawRules::NONE);
            for ply in 0..60 {
                let position = game.position();
                let mirrored = position.mirrored();
                assert_eq!(mirrored.mirrored(), *position);
                let here = movegen.legal_moves(position);
                let there = movegen.legal_moves(&mirrored);
                captures += usize::from(movegen.has_capture(position));
                assert_eq!(
                    sorted(here.iter().map(|&fast| turned(fast))),
                    sorted(there.iter().map(|&fast| slow::played(fast))),
                    "{} {position:?}",
                    variant.name
                );
                if ply % 10 == 0 {
                    for count in [Count::Moves, Count::Paths] {
                        let perft = |position| variant.laws.perft(position, 3, count);
                        assert_eq!(perft(position), perft(&mirrored), "{} {position:?}", variant.name);
                    }
                }
                let Some(played) = some_move(&mut random, &game) else { break };
                game.play(played).expect("a legal move");
            }
        }
        assert!(captures > 100, "{}: {captures} positions with captures are too few", variant.name);
    }
}
