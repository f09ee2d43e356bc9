//! Three pieces against one king under the road rule: the answers of the databases against a plain solver that has the plies
//! left in its states, and what the engine makes of them.
//!
//! `DAMERO_ROAD=1` takes two men and a king too (with `cargo test --release --test road`).

mod program;

use std::collections::HashMap;

use damero::{
    Bitboard, DrawRule, DrawRules, Egdb, EgdbLimits, EngineOptions, Game, Laws, Limits, MoveGen, Position, Side,
    Silent, Square, State, StopHandle, Value, Variant, Wld, engine, write_fen,
};

/// The squares of the main road.
const ROAD: [u32; 8] = [4, 8, 11, 15, 18, 22, 25, 29];

fn road() -> Bitboard {
    squares()
        .filter(|square| ROAD.contains(&u32::from(square.number())))
        .fold(Bitboard::EMPTY, |set, square| set | square.bit())
}

fn squares() -> impl Iterator<Item = Square> {
    Square::all()
}

/// All sets of so many of some squares.
fn sets(count: usize, of: &[Square], found: &mut Vec<Bitboard>, set: Bitboard) {
    if count == 0 {
        return found.push(set);
    }
    for (i, square) in of.iter().enumerate() {
        sets(count - 1, &of[i + 1..], found, set | square.bit());
    }
}

/// All positions of so many men and kings of White against a black king, whoever is to move.
fn positions(men: usize, kings: usize) -> Vec<Position> {
    let with = |count, free: &dyn Fn(&Square) -> bool| {
        let (of, mut found): (Vec<Square>, _) = (squares().filter(free).collect(), Vec::new());
        sets(count, &of, &mut found, Bitboard::EMPTY);
        found
    };
    let mut all = Vec::new();
    for men in with(men, &|square| square.number() > 4) {
        for kings in with(kings, &|square| !men.meets(square.bit())) {
            for lone in with(1, &|square| !(men | kings).meets(square.bit())) {
                let of = |side| Position::new(men | kings, lone, kings | lone, side, false).expect("pieces anywhere");
                all.extend([of(Side::White), of(Side::Black)]);
            }
        }
    }
    all
}

/// A move of the plain solver.
#[derive(Clone, Copy)]
enum Step {
    /// Nothing is left of the other side.
    Ends,
    /// To a position, by its place.
    To(u32),
    /// The same, made while the lone king holds the road.
    Counted(u32),
}

/// Positions of up to three pieces against a king, and their moves.
struct Graph {
    positions: Vec<Position>,
    /// Whether the road rule counts in a position.
    counts: Vec<bool>,
    steps: Vec<Vec<Step>>,
    /// Where moves lead to a position from.
    back: Vec<Vec<u32>>,
}

impl Graph {
    /// With so many men at most.
    fn new(laws: Laws, most_men: usize) -> Graph {
        let shares = (1..=3).flat_map(|of| (0..=of.min(most_men)).map(move |men| (men, of - men)));
        let positions: Vec<Position> = shares.flat_map(|(men, kings)| positions(men, kings)).collect();
        let key = |at: &Position| (at.pieces(Side::White), at.pieces(Side::Black), at.all_kings(), at.side());
        let places: HashMap<_, u32> = positions.iter().map(key).zip(0..).collect();
        let movegen = MoveGen::of(laws);
        let in_balance = |at: &Position| at.occupied().count() == 4 && at.kings(Side::White).any();
        let alone = |at: &Position| at.occupied() & road() == at.pieces(Side::Black);
        let mut back = vec![Vec::new(); positions.len()];
        let mut steps = Vec::with_capacity(positions.len());
        for (from, position) in (0..).zip(&positions) {
            let step = |played: &damero::Move| {
                let next = position.play(*played);
                let Some(&to) = places.get(&key(&next)) else { return Step::Ends };
                let is_counted = in_balance(position) && in_balance(&next) && alone(position) && alone(&next);
                if is_counted { Step::Counted(to) } else { Step::To(to) }
            };
            let of: Vec<Step> = movegen.legal_moves(position).iter().map(step).collect();
            for step in &of {
                if let Step::To(to) | Step::Counted(to) = step {
                    back[*to as usize].push(from);
                }
            }
            steps.push(of);
        }
        let counts = positions.iter().map(in_balance).collect();
        Graph { positions, counts, steps, back }
    }

    /// The values where the road rule leaves some plies, from those where it leaves one less; without any, those without the
    /// rule. Plies of distance are gone through one after another, and where something becomes known, what leads there is
    /// looked at again.
    fn values(&self, one_less: Option<&[Value]>) -> Vec<Value> {
        let mut values = vec![Value::Draw; self.positions.len()];
        let mut due: Vec<Vec<u32>> = vec![(0..self.positions.len() as u32).collect()];
        let mut plies = 0;
        while let Some(now) = due.get_mut(plies).map(std::mem::take) {
            for at in now {
                let best = self.best(at as usize, one_less, &values);
                if values[at as usize] != Value::Draw || best == Value::Draw {
                    continue;
                }
                let length = usize::from(best.plies().expect("decided"));
                due.resize(due.len().max(length + 2), Vec::new());
                if length > plies {
                    // By what was known before: its turn comes.
                    due[length].push(at);
                } else {
                    values[at as usize] = best;
                    due[length + 1].extend(&self.back[at as usize]);
                }
            }
            plies += 1;
        }
        values
    }

    /// The best that the moves of a position come to by what is known.
    fn best(&self, at: usize, one_less: Option<&[Value]>, values: &[Value]) -> Value {
        let reply = |step: &Step| match (*step, one_less) {
            (Step::Ends, _) => Value::Win(1),
            (Step::Counted(to), Some(one_less)) => one_less[to as usize].before(),
            (Step::To(to) | Step::Counted(to), _) => values[to as usize].before(),
        };
        self.steps[at].iter().map(reply).max().unwrap_or(Value::Loss(0))
    }

    /// The values where no ply is left: drawn, but for a side that cannot move.
    fn exhausted(&self) -> Vec<Value> {
        self.steps.iter().map(|steps| if steps.is_empty() { Value::Loss(0) } else { Value::Draw }).collect()
    }
}

/// The road rule with so many plies, and nothing else.
fn rule(plies: u16) -> DrawRules {
    let mut draws = DrawRules::NONE;
    draws.set(DrawRule::Road, plies).expect("a limit");
    draws
}

/// Compares what the databases say where so many plies are left; how many outcomes and values without men.
fn compare(graph: &Graph, values: &[Value], left: u16) -> [usize; 2] {
    let egdb = Egdb::shared(Laws::Russian);
    let limits = EgdbLimits::new(&rule(left), Laws::Russian);
    let mut compared = [0; 2];
    for at in (0..values.len()).filter(|&at| graph.counts[at]) {
        for position in [graph.positions[at], graph.positions[at].mirrored()] {
            let state = State::new(position);
            assert_eq!(egdb.outcome_within(&state, &limits), Some(values[at].outcome()), "{left} left: {position:?}");
            compared[0] += 1;
            if position.all_kings() == position.occupied() {
                assert_eq!(egdb.value_within(&state, &limits), Some(values[at]), "{left} left: {position:?}");
                compared[1] += 1;
            }
        }
    }
    compared
}

#[test]
fn three_pieces_against_a_king_are_valued_by_the_plies_left_on_the_road() {
    let men = if std::env::var_os("DAMERO_ROAD").is_some() { 2 } else { 1 };
    let graph = Graph::new(Laws::Russian, men);
    let free = graph.values(None);
    let last = graph.values(Some(&graph.exhausted()));
    let two = graph.values(Some(&last));
    // With two plies nothing is different, so nor is it with more.
    assert!(two == free);
    let kings = 2 * 2 * 143_840;
    for (values, left) in [(&last, 1), (&free, 2), (&free, 10)] {
        let compared = compare(&graph, values, left);
        assert!(compared[0] > kings && compared[1] == kings, "{compared:?}");
    }
    let changed = |at: &usize| last[*at] != free[*at];
    let all: Vec<usize> = (0..free.len()).filter(changed).collect();
    assert!(all.len() > 50_000, "{}", all.len());
    both_counts_run_out(&graph, &free);
    the_census_agrees(&graph, &free, &last, men);
    probes_are_labelled(&graph, &free, &last, &all);
    the_engine_knows(&graph, &free, &last);
}

/// Three kings against one where plies are counted since that arose too, with one ply left on the road and with more.
fn both_counts_run_out(graph: &Graph, free: &[Value]) {
    let egdb = Egdb::shared(Laws::Russian);
    let is_hunt = |at: usize| graph.counts[at] && graph.positions[at].all_kings() == graph.positions[at].occupied();
    let hunts: Vec<usize> = (0..free.len()).filter(|&at| is_hunt(at)).collect();
    let mut none = free.to_vec();
    let exhausted = graph.exhausted();
    hunts.iter().for_each(|&at| none[at] = exhausted[at]);
    // By plies left on the road: one, and more than can be used.
    let mut values = [none.clone(), none.clone()];
    for left in 1..=28u16 {
        for (road, values) in [1u16, 30].into_iter().zip(&mut values) {
            let before = values.clone();
            for &at in &hunts {
                let reply = |step: &Step| match *step {
                    Step::Ends => Value::Win(1),
                    Step::Counted(to) if road == 1 => none[to as usize].before(),
                    Step::To(to) | Step::Counted(to) => before[to as usize].before(),
                };
                values[at] = graph.steps[at].iter().map(reply).max().unwrap_or(Value::Loss(0));
            }
            let mut draws = rule(road);
            draws.set(DrawRule::ThreeAgainstOne, left).expect("a limit");
            let limits = EgdbLimits::new(&draws, Laws::Russian);
            for &at in hunts.iter().step_by(7) {
                let position = graph.positions[at];
                let found = egdb.value_within(&State::new(position), &limits);
                assert_eq!(found, Some(values[at]), "{road} on the road, {left} left: {position:?}");
            }
        }
    }
}

/// What `damero egdb info --road` counts, for up to so many men.
fn the_census_agrees(graph: &Graph, free: &[Value], last: &[Value], most_men: usize) {
    let csv = program::output(&["egdb", "info", "--rules", "russian", "--road"]);
    let rows = csv.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().expect("a number")).collect());
    let rows: Vec<Vec<usize>> = rows.collect();
    assert_eq!(rows.len(), 6, "{csv}");
    for row in rows {
        let (men, side) = if row[1] == 1 && row[0] == 0 { (row[2], Side::Black) } else { (row[0], Side::White) };
        if men > most_men {
            continue;
        }
        let is_in = |at: &usize| {
            let position = graph.positions[*at];
            graph.counts[*at] && position.side() == side && position.men(Side::White).count() as usize == men
        };
        let count = |of: &dyn Fn(usize) -> bool| (0..free.len()).filter(is_in).filter(|&at| of(at)).count();
        let won = count(&|at| free[at].outcome() == Wld::Win);
        let lost = count(&|at| free[at].outcome() == Wld::Loss);
        let drawn = count(&|at| last[at] == Value::Draw && free[at] != Value::Draw);
        let longer = count(&|at| last[at] != Value::Draw && last[at] != free[at]);
        assert_eq!(row[4..], [count(&|_| true), won, lost, drawn, longer], "{csv}");
    }
}

/// What `damero egdb probe` says of some of the positions that the last ply changes.
fn probes_are_labelled(graph: &Graph, free: &[Value], last: &[Value], changed: &[usize]) {
    let numbering = Variant::named("russian").expect("a ruleset").numbering;
    let probe = |at: usize, road: &str| {
        let fen = write_fen(&graph.positions[at], numbering);
        program::output(&["egdb", "probe", "--rules", "russian", &fen, "--draw", road])
    };
    let spoken = |value: Value| match value {
        Value::Win(plies) => format!("win {plies}"),
        Value::Loss(plies) => format!("loss {plies}"),
        Value::Draw => "draw".to_owned(),
    };
    for drawn in [false, true] {
        let men = |at: usize| graph.positions[at].all_kings() != graph.positions[at].occupied();
        let &at = changed.iter().find(|&&at| men(at) && (last[at] == Value::Draw) == drawn).expect("such a position");
        let said = probe(at, "road=1");
        if drawn {
            assert!(said.starts_with(&format!("value draw\ndtw -\nunlimited {}\n", spoken(free[at]))), "{said}");
        } else {
            let value = spoken(last[at]).replace(' ', "\ndtw ");
            assert!(said.starts_with(&format!("value {value}\n")), "{said}");
        }
        assert!(!said.contains("road="), "it is counted: {said}");
        let value = spoken(free[at]).replace(' ', "\ndtw ");
        assert!(probe(at, "road=10").starts_with(&format!("value {value}\n")));
    }
}

/// The engine plays what the last ply leaves to be won, and holds what it saves.
fn the_engine_knows(graph: &Graph, free: &[Value], last: &[Value]) {
    let variant = Variant::named("russian").expect("a ruleset");
    let mut engine = engine(variant.laws, &EngineOptions { hash_mib: 8, ..EngineOptions::default() });
    let egdb = Egdb::shared(Laws::Russian);
    let limits = EgdbLimits::new(&rule(1), Laws::Russian);
    let mut searched = [0; 2];
    for at in (0..free.len()).filter(|&at| graph.counts[at]).step_by(97) {
        let position = graph.positions[at];
        let state = State::new(position);
        let after = |played: damero::Move| state.play(played, &rule(1));
        let outcome = |played: damero::Move| egdb.outcome_within(&after(played), &limits).map(Wld::turned);
        let moves = MoveGen::of(variant.laws).legal_moves(&position);
        let spoils = |played: &damero::Move| {
            outcome(*played) != Some(last[at].outcome())
                && egdb.outcome(&position.play(*played)) == Some(free[at].outcome().turned())
        };
        // Wins of which a move that wins without the rule gives one away.
        let which = usize::from(last[at] == Value::Draw && free[at].outcome() == Wld::Loss);
        if last[at] == Value::Draw && which == 0 {
            continue;
        }
        let is_wanted = last[at].outcome() == Wld::Win && moves.iter().any(spoils) || which == 1;
        if !is_wanted || searched[which] >= 12 {
            continue;
        }
        let game = Game::from_state(variant, state, rule(1));
        let search = Limits { nodes: Some(2_000), ..Limits::default() };
        let best = engine.search(&game, &search, &StopHandle::new(), &mut Silent).best.expect("a move");
        assert_eq!(outcome(best), Some(last[at].outcome()), "{position:?} {best:?}");
        searched[which] += 1;
    }
    assert!(searched[0] >= 6 && searched[1] >= 1, "{searched:?}");
}
