//! Small endings: what all of them come to, and that the search finds it.

mod solver;

use std::sync::OnceLock;

use damero::{
    DrawRules, EngineOptions, Game, Laws, Limits, Meaning, Position, Side, Silent, State, StopHandle, VARIANTS,
    Variant, engine,
};
use solver::{Counts, Endings, Value};

/// Win, loss, draw, longest win, longest loss of two pieces and of three (two independent solvers agree on them).
const FACTS: &[(Laws, [u32; 5], [u32; 5])] = &[
    (Laws::English, [716, 402, 2370, 13, 12], [100_250, 87_305, 8_477, 61, 62]),
    (Laws::Italian, [866, 535, 2087, 13, 12], [96_116, 82_712, 17_204, 65, 66]),
    (Laws::Spanish, [1200, 673, 1615, 13, 12], [63_007, 30_783, 102_242, 25, 24]),
    (Laws::Czech, [1200, 673, 1615, 13, 12], [63_007, 30_783, 102_242, 25, 24]),
    (Laws::Russian, [1291, 690, 1507, 13, 12], [67_475, 33_413, 95_144, 25, 24]),
    (Laws::Brazilian, [1291, 690, 1507, 13, 12], [67_461, 33_413, 95_158, 25, 24]),
    (Laws::Pool, [1291, 690, 1507, 13, 12], [67_461, 33_413, 95_158, 25, 24]),
    (Laws::DamasMixed, [972, 551, 1965, 13, 12], [47_528, 25_825, 122_679, 23, 24]),
    (Laws::DamasShort, [716, 402, 2370, 13, 12], [100_251, 87_315, 8_466, 61, 62]),
];

fn counts([win, loss, draw, longest_win, longest_loss]: [u32; 5]) -> Counts {
    Counts { win, loss, draw, longest_win: longest_win as u16, longest_loss: longest_loss as u16 }
}

fn english() -> &'static Endings {
    static ENDINGS: OnceLock<Endings> = OnceLock::new();
    ENDINGS.get_or_init(|| Endings::solve(Laws::English, 3))
}

fn russian() -> &'static Endings {
    static ENDINGS: OnceLock<Endings> = OnceLock::new();
    ENDINGS.get_or_init(|| Endings::solve(Laws::Russian, 3))
}

#[test]
fn endings_of_two_and_three_pieces_are_as_known() {
    std::thread::scope(|scope| {
        for &(laws, two, three) in FACTS {
            scope.spawn(move || {
                let solved;
                let endings = match laws {
                    Laws::English => english(),
                    Laws::Russian => russian(),
                    _ => {
                        solved = Endings::solve(laws, 3);
                        &solved
                    }
                };
                assert_eq!(endings.counts(2), counts(two), "{laws:?}, two pieces");
                assert_eq!(endings.counts(3), counts(three), "{laws:?}, three pieces");
            });
        }
    });
    assert_eq!(FACTS.len(), Laws::ALL.len());
}

/// A game from a position without draw rules.
fn game(name: &str, position: Position) -> Game {
    let variant = Variant::named(name).expect("a ruleset");
    Game::from_state(variant, State::new(position), DrawRules::NONE)
}

/// Some positions with a wanted value, spread evenly over all of them.
fn sample(endings: &Endings, count: usize, wanted: impl Fn(Value) -> bool) -> Vec<(Position, Value)> {
    let mut all: Vec<(Position, Value)> =
        endings.iter().filter(|&(_, &value)| wanted(value)).map(|(&position, &value)| (position, value)).collect();
    let order = |position: &Position| {
        (position.pieces(Side::White).bits(), position.pieces(Side::Black).bits(), position.all_kings().bits())
    };
    all.sort_by_key(|(position, _)| order(position));
    let step = (all.len() / count).max(1);
    all.into_iter().step_by(step).collect()
}

#[test]
fn short_wins_and_losses_are_found_at_their_exact_distance() {
    for (name, endings) in [("english", english()), ("russian", russian())] {
        let short = |value| matches!(value, Value::Win(plies) | Value::Loss(plies) if (1..=7).contains(&plies));
        let mut engine = engine(Variant::named(name).expect("a ruleset").laws, &EngineOptions::default());
        for (position, value) in sample(endings, 150, short) {
            engine.new_game();
            let limits = Limits { depth: Some(16), ..Limits::default() };
            let result = engine.search(&game(name, position), &limits, &StopHandle::new(), &mut Silent);
            let found = result.lines[0].score.meaning();
            match value {
                Value::Win(plies) => assert_eq!(found, Meaning::WinIn(plies.into()), "{name} {position:?}"),
                Value::Loss(plies) => assert_eq!(found, Meaning::LossIn(plies.into()), "{name} {position:?}"),
                Value::Draw => unreachable!("only decided positions were asked for"),
            }
        }
    }
}

#[test]
fn a_lost_position_is_defended_for_the_longest_way() {
    for (name, endings) in [("english", english()), ("russian", russian())] {
        let variant = Variant::named(name).expect("a ruleset");
        let mut engine = engine(variant.laws, &EngineOptions::default());
        let short = |value| matches!(value, Value::Loss(plies) if (2..=8).contains(&plies));
        let mut chosen_among_worse = 0;
        for (position, value) in sample(endings, 200, short) {
            let game = game(name, position);
            let replies: Vec<_> = game
                .legal_moves()
                .into_iter()
                .map(|played| (played, position.play(played)))
                .map(|(played, next)| {
                    (played, if next.pieces(next.side()).is_empty() { None } else { Some(endings.value(&next)) })
                })
                .collect();
            let Value::Loss(plies) = value else { continue };
            let longest = |value: Option<Value>| value == Some(Value::Win(plies - 1));
            if replies.iter().all(|&(_, value)| longest(value)) {
                continue;
            }
            engine.new_game();
            let limits = Limits { depth: Some(16), ..Limits::default() };
            let best = engine.search(&game, &limits, &StopHandle::new(), &mut Silent).best;
            let chosen = replies.iter().find(|(played, _)| Some(*played) == best).expect("a legal move");
            assert!(longest(chosen.1), "{name} {position:?}: {chosen:?} is not the longest way");
            chosen_among_worse += 1;
        }
        assert!(chosen_among_worse > 15, "{name}: too few positions in which it shows: {chosen_among_worse}");
    }
}

#[test]
fn won_endings_are_won_without_shuffling() {
    // The defender plays perfectly; the engine may take its time, but not for ever.
    for (name, endings, nodes, longest) in [("english", english(), 40_000, 21), ("russian", russian(), 40_000, 19)] {
        let variant = Variant::named(name).expect("a ruleset");
        let mut engine = engine(variant.laws, &EngineOptions { hash_mib: 8, ..EngineOptions::default() });
        let won = |value| matches!(value, Value::Win(plies) if (9..=longest).contains(&plies));
        for (position, value) in sample(endings, 25, won) {
            let mut game = game(name, position);
            engine.new_game();
            let Value::Win(plies) = value else { continue };
            let patience = 2 * usize::from(plies) + 30;
            while game.outcome().is_none() {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let best = engine.search(&game, &limits, &StopHandle::new(), &mut Silent).best;
                game.play(best.expect("a move")).expect("legal");
                if game.outcome().is_none() {
                    game.play(stubborn(&game, endings)).expect("legal");
                }
                assert!(game.moves().len() <= patience, "{name} {position:?}: not won in {patience} plies");
            }
            assert_eq!(game.outcome(), Some(damero::Outcome::Won(Side::White)), "{name} {position:?}");
        }
    }
}

/// The move that loses last, or does not lose.
fn stubborn(game: &Game, endings: &Endings) -> damero::Move {
    let worth = |played: &damero::Move| {
        let next = game.position().play(*played);
        if next.pieces(next.side()).is_empty() {
            return i32::MAX;
        }
        match endings.value(&next) {
            Value::Win(plies) => i32::from(plies),
            Value::Draw => 10_000,
            Value::Loss(plies) => 20_000 - i32::from(plies),
        }
    };
    game.legal_moves().into_iter().max_by_key(worth).expect("a move")
}

#[test]
fn rulesets_with_the_same_laws_are_covered() {
    for variant in &VARIANTS {
        assert!(FACTS.iter().any(|&(laws, ..)| laws == variant.laws), "{}", variant.name);
    }
}
