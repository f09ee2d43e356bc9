//! Limits that count from the moment a balance of kings arose: the answers of the databases against a plain solver that has
//! the count in its states, and what the engine makes of them.

#[allow(dead_code, reason = "other tests of the program need more")]
#[path = "program/folder.rs"]
mod folder;
mod program;

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use folder::Folder;

use damero::{
    Bitboard, Counters, DrawReason, DrawRule, DrawRules, Egdb, EgdbLimits, EngineOptions, Game, Laws, Limits, MoveGen,
    Outcome, Position, Side, Silent, Square, State, StopHandle, Value, ValueSet, Variant, Wld, engine, write_fen,
};

/// All ways to put so many kings on some squares that are not taken.
fn sets(count: usize, taken: Bitboard) -> Vec<Bitboard> {
    fn add(squares: &[Square], count: usize, set: Bitboard, found: &mut Vec<Bitboard>) {
        if count == 0 {
            found.push(set);
            return;
        }
        for (i, square) in squares.iter().enumerate() {
            add(&squares[i + 1..], count - 1, set | square.bit(), found);
        }
    }
    let squares: Vec<Square> = Square::all().filter(|square| !taken.meets(square.bit())).collect();
    let mut found = Vec::new();
    add(&squares, count, Bitboard::EMPTY, &mut found);
    found
}

/// All positions of so many kings of White, who is to move, and so many of Black.
fn placements(own: usize, other: usize) -> Vec<Position> {
    balance([0, own, 0, other])
}

/// A move of the plain solver: to a position by its place, or taking the last piece.
type Step = Option<u32>;

/// Positions of up to three kings against one, White to move, and their moves.
struct Graph {
    positions: Vec<Position>,
    /// Whether the lone king is to move; one against one is there twice, once for each.
    lone_to_move: Vec<bool>,
    steps: Vec<Vec<Step>>,
}

impl Graph {
    fn new(laws: Laws) -> Graph {
        let (mut positions, mut lone_to_move) = (Vec::new(), Vec::new());
        for kings in 1..=3 {
            for lone in [false, true] {
                let found = if lone { placements(1, kings) } else { placements(kings, 1) };
                lone_to_move.resize(lone_to_move.len() + found.len(), lone);
                positions.extend(found);
            }
        }
        let key = |(at, &lone): (&Position, &bool)| (at.pieces(Side::White), at.pieces(Side::Black), lone);
        let places: HashMap<_, u32> = positions.iter().zip(&lone_to_move).map(key).zip(0..).collect();
        let movegen = MoveGen::of(laws);
        let steps = positions.iter().zip(&lone_to_move).map(|(position, &lone)| {
            let step = |played: &damero::Move| {
                let next = position.play(*played).mirrored();
                places.get(&key((&next, &!lone))).copied()
            };
            movegen.legal_moves(position).iter().map(step).collect()
        });
        let steps = steps.collect();
        Graph { positions, lone_to_move, steps }
    }

    /// The best that the moves of a position come to, where the values after them are known.
    fn best(&self, at: usize, after: &dyn Fn(usize) -> Value) -> Value {
        let reply = |step: &Step| step.map_or(Value::Loss(0), |next| after(next as usize)).before();
        self.steps[at].iter().map(reply).max().unwrap_or(Value::Loss(0))
    }

    /// The values where the lone king has so many moves left, from those where he has one less.
    fn with_one_more(&self, before: &[Value]) -> Vec<Value> {
        let mut values = vec![Value::Draw; self.positions.len()];
        for lone in [true, false] {
            for at in (0..values.len()).filter(|&at| self.lone_to_move[at] == lone) {
                // His move is counted; one of the three changes nothing, and is looked at once his replies are known.
                let value = self.best(at, &|next| if lone { before[next] } else { values[next] });
                values[at] = value;
            }
        }
        values
    }

    /// The values where he has no move left: drawn, but for a side that cannot move.
    fn exhausted(&self) -> Vec<Value> {
        self.steps.iter().map(|steps| if steps.is_empty() { Value::Loss(0) } else { Value::Draw }).collect()
    }
}

fn hunt(position: Position, made: u8) -> State {
    State::with_counters(position, Counters::given(&position, 0, Some(made)))
}

/// Compares every `step`-th position of three and two kings against one, with every number of moves left.
fn hunts_are_exact(laws: Laws, rules: &[(u16, usize)]) {
    let graph = Graph::new(laws);
    let egdb = Egdb::shared(laws);
    let limits: Vec<EgdbLimits> = rules
        .iter()
        .map(|&(number, _)| {
            let mut draws = DrawRules::NONE;
            draws.set(DrawRule::ThreeKings, number).expect("a limit");
            EgdbLimits::new(&draws, laws)
        })
        .collect();
    let most = rules.iter().map(|&(number, _)| number).max().expect("a rule");
    let mut values = graph.exhausted();
    let mut drawn_by_limit = 0;
    for left in 1..=most {
        values = graph.with_one_more(&values);
        for (&(number, step), limits) in rules.iter().zip(&limits).filter(|((number, _), _)| *number >= left) {
            let made = (number - left) as u8;
            // One against one does not say who was hunted.
            let several = |&at: &usize| graph.positions[at].occupied().count() > 2;
            for at in (0..values.len()).step_by(step).filter(several) {
                let position = graph.positions[at];
                for position in [position, position.mirrored()] {
                    let found = egdb.value_within(&hunt(position, made), limits);
                    assert_eq!(found, Some(values[at]), "{laws:?} {number}, {made} made: {position:?}");
                }
                let is_cut = values[at] == Value::Draw && egdb.value(&position) != Some(Value::Draw);
                drawn_by_limit += u32::from(is_cut);
            }
        }
    }
    assert!(drawn_by_limit > 1_000, "{laws:?}: {drawn_by_limit}");
}

#[test]
fn three_kings_against_one_are_valued_by_the_moves_left() {
    std::thread::scope(|scope| {
        scope.spawn(|| hunts_are_exact(Laws::Brazilian, &[(12, 7), (5, 11)]));
        scope.spawn(|| hunts_are_exact(Laws::English, &[(9, 13)]));
    });
}

/// Pool: three kings against one are drawn 26 plies after they arose, and a capture ends the count.
#[test]
fn plies_since_three_kings_arose_are_counted() {
    let laws = Laws::Pool;
    let (graph, egdb) = (Graph::new(laws), Egdb::shared(laws));
    // Plies without a capture are another count, which begins anew with a king given up.
    let mut draws = DrawRules::POOL;
    draws.set(DrawRule::Quiet, 0).expect("a limit");
    let limits = EgdbLimits::new(&draws, laws);
    let three = |at: usize| graph.positions[at].occupied().count() == 4;
    let mut values = graph.exhausted();
    for at in (0..values.len()).filter(|&at| !three(at)) {
        values[at] = egdb.value(&graph.positions[at]).expect("kings alone");
    }
    for left in 1..=26u16 {
        let before = values.clone();
        for at in (0..values.len()).filter(|&at| three(at)) {
            values[at] = graph.best(at, &|next| before[next]);
        }
        for at in (0..values.len()).step_by(5).filter(|&at| three(at)) {
            let position = graph.positions[at];
            let state = State::with_counters(position, Counters::given(&position, 26 - left, None));
            assert_eq!(egdb.value_within(&state, &limits), Some(values[at]), "{left} left: {position:?}");
            if left == 26 {
                assert_eq!(egdb.value_within(&state, &limits), egdb.value(&position), "all are won in time at first");
            }
        }
    }
}

/// All positions of a balance, White to move: White's men and kings, and Black's.
fn balance([men, kings, other_men, other_kings]: [usize; 4]) -> Vec<Position> {
    let crowns = |numbers: [u8; 4]| {
        numbers
            .map(|number| Square::from_number(number).expect("a square").bit())
            .into_iter()
            .fold(Bitboard::EMPTY, |set, bit| set | bit)
    };
    let (top, bottom) = (crowns([1, 2, 3, 4]), crowns([29, 30, 31, 32]));
    let mut found = Vec::new();
    for white_men in sets(men, top) {
        for black_men in sets(other_men, white_men | bottom) {
            for white_kings in sets(kings, white_men | black_men) {
                let white = white_men | white_kings;
                for black_kings in sets(other_kings, white | black_men) {
                    let (black, all_kings) = (black_men | black_kings, white_kings | black_kings);
                    found.push(Position::new(white, black, all_kings, Side::White, false).expect("pieces anywhere"));
                }
            }
        }
    }
    found
}

/// Compares every `step`-th position of the first balance with every number of plies left; the count goes on where a move
/// leads to a position of any of the balances, and all others are valued without a count.
fn counts_are_exact(laws: Laws, draws: &DrawRules, balances: &[[usize; 4]], step: usize) {
    let egdb = Egdb::shared(laws);
    // Plies without a capture or a man's move are another count.
    let mut draws = draws.clone();
    draws.set(DrawRule::Quiet, 0).expect("a limit");
    let limits = EgdbLimits::new(&draws, laws);
    let both = balances.iter().flat_map(|&[men, kings, other_men, other_kings]| {
        let turned = [other_men, other_kings, men, kings];
        let here = [men, kings, other_men, other_kings];
        if turned == here { vec![here] } else { vec![here, turned] }
    });
    let sizes: Vec<Vec<Position>> = both.map(balance).collect();
    let own: usize = sizes[..if balances[0][..2] == balances[0][2..] { 1 } else { 2 }].iter().map(Vec::len).sum();
    let positions = sizes.concat();
    let key = |at: &Position| (at.pieces(Side::White), at.pieces(Side::Black), at.all_kings());
    let places: HashMap<_, u32> = positions.iter().map(key).zip(0..).collect();
    let movegen = MoveGen::of(laws);
    let steps: Vec<Vec<Result<u32, Value>>> = positions
        .iter()
        .map(|position| {
            let step = |played: &damero::Move| {
                let next = position.play(*played).mirrored();
                places.get(&key(&next)).copied().ok_or_else(|| egdb.value(&next).expect("four pieces at most"))
            };
            movegen.legal_moves(position).iter().map(step).collect()
        })
        .collect();
    let mut values: Vec<Value> =
        steps.iter().map(|steps| if steps.is_empty() { Value::Loss(0) } else { Value::Draw }).collect();
    let number = draws.limit(DrawRule::Ending).number;
    let mut changed = 0;
    for left in 1..=number {
        let reply = |step: &Result<u32, Value>| step.map_or_else(Value::before, |next| values[next as usize].before());
        values = steps.iter().map(|steps| steps.iter().map(reply).max().unwrap_or(Value::Loss(0))).collect();
        for at in (0..own).step_by(step) {
            let position = positions[at];
            for position in [position, position.mirrored()] {
                let state = State::with_counters(position, Counters::given(&position, number - left, None));
                let found = egdb.value_within(&state, &limits);
                assert_eq!(found, Some(values[at]), "{laws:?}, {left} left: {position:?}");
            }
            changed += u32::from(egdb.value(&position) != Some(values[at]));
        }
    }
    assert!(changed > 0, "{laws:?} {balances:?}");
}

#[test]
fn plies_since_small_endings_arose_are_counted() {
    let (russian, brazilian) = (&DrawRules::RUSSIAN, &DrawRules::BRAZILIAN);
    std::thread::scope(|scope| {
        // Crowning keeps russian's count.
        scope.spawn(|| counts_are_exact(Laws::Russian, russian, &[[1, 1, 0, 1], [0, 2, 0, 1]], 3));
        scope.spawn(|| counts_are_exact(Laws::Russian, russian, &[[0, 2, 0, 1]], 3));
        scope.spawn(|| counts_are_exact(Laws::Russian, russian, &[[0, 1, 0, 1]], 1));
        scope.spawn(|| counts_are_exact(Laws::Brazilian, brazilian, &[[1, 1, 0, 1]], 3));
        scope.spawn(|| counts_are_exact(Laws::Brazilian, brazilian, &[[0, 2, 1, 1]], 17));
        scope.spawn(|| counts_are_exact(Laws::Brazilian, brazilian, &[[0, 2, 0, 2]], 11));
        scope.spawn(|| counts_are_exact(Laws::Brazilian, brazilian, &[[0, 2, 0, 1]], 3));
    });
}

#[test]
fn the_longest_wins_of_three_kings_are_those_that_limits_are_compared_with() {
    for laws in Laws::ALL {
        let egdb = Egdb::shared(laws);
        let longest = |own, other| {
            let plies = |position: &Position| egdb.value(position).and_then(Value::plies).unwrap_or(0);
            placements(own, other).iter().map(plies).max().expect("positions")
        };
        // Three kings win, or one loses, in so many plies at most; the rule of twelve moves cuts some of them.
        let most = [longest(3, 1), longest(1, 3)].into_iter().max().expect("two");
        let known = match laws {
            Laws::DamasMixed => 22,
            Laws::English | Laws::Italian | Laws::DamasShort => 34,
            _ => 26,
        };
        assert_eq!(most, known, "{laws:?}");
    }
}

/// A game of filipino dama in which three kings have just come to stand against one.
fn filipino(position: Position) -> Game {
    let variant = Variant::named("filipino").expect("a ruleset");
    Game::from_state(variant, State::new(position), variant.draws.clone())
}

/// The best move by the databases: for who wins the shortest way, for who loses the longest.
fn by_distance(game: &Game, limits: &EgdbLimits) -> damero::Move {
    let egdb = Egdb::shared(Laws::Brazilian);
    let value = |played: &damero::Move| {
        let next = game.state().play(*played, game.draws());
        egdb.value_within(&next, limits).expect("kings alone").before()
    };
    game.legal_moves().into_iter().max_by_key(value).expect("a move")
}

/// The best move where nothing is counted.
fn by_distance_alone(game: &Game) -> damero::Move {
    let egdb = Egdb::shared(Laws::Brazilian);
    let value = |played: &damero::Move| egdb.value(&game.position().play(*played)).expect("kings alone").before();
    game.legal_moves().into_iter().max_by_key(value).expect("a move")
}

/// Plays a game to its end, the engine for one side.
fn play_out(mut game: Game, engine_side: Side, other: &dyn Fn(&Game) -> damero::Move) -> Outcome {
    let mut engine = engine(Laws::Brazilian, &EngineOptions { hash_mib: 8, ..EngineOptions::default() });
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let played = if game.position().side() == engine_side {
            let limits = Limits { nodes: Some(3_000), ..Limits::default() };
            engine.search(&game, &limits, &StopHandle::new(), &mut Silent).best.expect("a move")
        } else {
            other(&game)
        };
        game.play(played).expect("legal");
    }
}

/// Some of the positions with a value without limits, spread over all of them.
fn some_with(own: usize, other: usize, wanted: Value, count: usize) -> Vec<Position> {
    let egdb = Egdb::shared(Laws::Brazilian);
    let all: Vec<Position> =
        placements(own, other).into_iter().filter(|position| egdb.value(position) == Some(wanted)).collect();
    assert!(!all.is_empty(), "{own} against {other}: {wanted:?}");
    let step = all.len().div_ceil(count);
    all.into_iter().step_by(step).collect()
}

#[test]
fn what_can_be_won_in_twelve_moves_is_won_and_what_cannot_is_held() {
    let limits = EgdbLimits::new(&filipino(placements(1, 1)[0]).draws().clone(), Laws::Brazilian);
    // The longest wins that fit: eleven moves of the lone king, and the last move of the three.
    for position in some_with(3, 1, Value::Win(23), 4) {
        let outcome = play_out(filipino(position), Side::White, &|game| by_distance(game, &limits));
        assert_eq!(outcome, Outcome::Won(Side::White), "{position:?}");
    }
    // He has used some of his moves already.
    for position in some_with(3, 1, Value::Win(11), 3) {
        let variant = Variant::named("filipino").expect("a ruleset");
        let game = Game::from_state(variant, hunt(position, 6), variant.draws.clone());
        let outcome = play_out(game, Side::White, &|game| by_distance(game, &limits));
        assert_eq!(outcome, Outcome::Won(Side::White), "{position:?}");
    }
    // Lost without the limit, held with it.
    for wanted in [Value::Loss(24), Value::Loss(26)] {
        for position in some_with(1, 3, wanted, 3) {
            let outcome = play_out(filipino(position), Side::White, &by_distance_alone);
            assert_eq!(outcome, Outcome::Drawn(DrawReason(DrawRule::ThreeKings)), "{position:?}");
        }
    }
}

#[test]
fn larger_endings_are_steered_to_three_kings_only_where_they_win_in_time() {
    let egdb = Egdb::shared(Laws::Brazilian);
    let draws = &Variant::named("filipino").expect("a ruleset").draws;
    let limits = EgdbLimits::new(draws, Laws::Brazilian);
    let outcome = |state: &State| egdb.outcome_within(state, &limits);
    let mut engine = engine(Laws::Brazilian, &EngineOptions { hash_mib: 8, ..EngineOptions::default() });
    let mut tried = 0;
    // Two kings and a man a step from crowning, against a king.
    for pair in placements(2, 1).into_iter().step_by(7) {
        for square in [5, 6, 7, 8].map(|number| Square::from_number(number).expect("a square").bit()) {
            let (white, black) = (pair.pieces(Side::White), pair.pieces(Side::Black));
            if pair.occupied().meets(square) {
                continue;
            }
            let position = Position::new(white | square, black, white | black, Side::White, false).expect("fits");
            let state = State::new(position);
            if outcome(&state) != Some(Wld::Win) {
                continue;
            }
            let game = filipino(position);
            let next = |played: damero::Move| state.play(played, draws);
            let spoils = |played: &damero::Move| {
                let next = next(*played);
                outcome(&next) == Some(Wld::Draw) && egdb.outcome(next.position()) == Some(Wld::Loss)
            };
            if !game.legal_moves().iter().any(spoils) {
                continue;
            }
            tried += 1;
            if tried % 20 == 1 {
                let search = Limits { nodes: Some(2_000), ..Limits::default() };
                let best = engine.search(&game, &search, &StopHandle::new(), &mut Silent).best.expect("a move");
                assert_eq!(outcome(&next(best)), Some(Wld::Loss), "{position:?} {best:?}");
            }
        }
    }
    assert!(tried > 20, "{tried}");
}

#[test]
fn the_limited_set_is_asked_where_it_differs() {
    let egdb = Egdb::shared(Laws::Brazilian);
    let draws = &Variant::named("filipino").expect("a ruleset").draws;
    assert_eq!(ValueSet::of(draws), ValueSet::Limited);
    assert_eq!(ValueSet::of(&DrawRules::BRAZILIAN), ValueSet::Abstract);
    let limits = EgdbLimits::new(draws, Laws::Brazilian);
    let (mut without, mut within) = (0, 0);
    for position in placements(3, 1) {
        let value = egdb.value(&position).expect("kings alone");
        let limited = egdb.value_in(ValueSet::Limited, &position).expect("kings alone");
        assert_eq!(egdb.value_within(&State::new(position), &limits), Some(limited), "{position:?}");
        without += u32::from(value.outcome() == Wld::Win);
        within += u32::from(limited.outcome() == Wld::Win);
    }
    assert_eq!(without, 132_240);
    assert!(within < without, "{within}");
}

impl Folder {
    /// The bytes of the files whose names begin and end so, in the order of the names.
    fn bytes(&self, begins: &str, ends: &str) -> Vec<u8> {
        let entries = fs::read_dir(&self.0).expect("the folder is there");
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.expect("an entry").file_name().into_string().ok()).collect();
        names.sort();
        let wanted = names.iter().filter(|name| name.starts_with(begins) && name.ends_with(ends));
        wanted.flat_map(|name| fs::read(self.0.join(name)).expect("a file")).collect()
    }
}

fn egdb(args: &[&str]) -> String {
    program::output(&[&["egdb"], args].concat())
}

#[test]
fn the_limited_set_is_built_checked_and_counted() {
    let folder = Folder::new("limits");
    let path = folder.0.to_str().expect("UTF-8");
    let build = ["build", "--rules", "filipino", "--pieces", "4", "--egdb", path];
    // All slices without rules, and those with three pieces on a side again; the distances are enough for three kings.
    let built = egdb(&build);
    assert!(built.starts_with("slices 55 bytes "), "{built}");
    assert_eq!(egdb(&build), built, "nothing is left to do");
    assert!(folder.bytes("brazilian-three-kings-12.03-01", "").is_empty());
    let data = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/egdb/data").join(name);
        fs::read(path).expect("the embedded file")
    };
    let embedded = folder.bytes("brazilian-three-kings-12.", ".wld");
    assert!(data("filipino.egdb") == embedded, "make it again, see tuning/README.md");
    let checked = |rules: &str| {
        let said = egdb(&["verify", "--rules", rules, "--pieces", "4", "--egdb", path]);
        let words: Vec<&str> = said.split_whitespace().collect();
        assert_eq!(words[2..], ["wrong", "0"], "{said}");
        words[1].parse::<u64>().expect("a number")
    };
    assert!(checked("filipino") > checked("brazilian"));
    // From the folder and solved on the spot: the same, and what the census of three kings says.
    let counted = ["info", "--rules", "filipino", "--pieces", "4", "--slices", "--with-draws"];
    let csv = egdb(&counted);
    assert_eq!(egdb(&[&counted[..], &["--egdb", path]].concat()), csv);
    let three = egdb(&["info", "--rules", "filipino", "--three-kings"]);
    let rows: Vec<Vec<&str>> = three.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let row = |to_move: &str, winner: &str| {
        let row = rows.iter().find(|row| row[..2] == [to_move, winner]).expect("a row");
        row[2..].iter().map(|cell| cell.parse().expect("a number")).collect::<Vec<u32>>()
    };
    let (three_to_move, lone_to_move, lone_wins) = (row("three", "three"), row("one", "three"), row("one", "one"));
    assert_eq!(three_to_move[..2], [143_840, 132_240]);
    assert_eq!(lone_to_move[..2], [143_840, 56_518]);
    assert_eq!(lone_wins, [143_840, 1_854, 1_854, 0]);
    for row in [&three_to_move, &lone_to_move] {
        assert!(row[3] > 0 && row[1] == row[2] + row[3], "{three}");
    }
    let slice = format!("0,3,0,1,143840,{},0,", three_to_move[2]);
    assert!(csv.lines().any(|line| line.starts_with(&slice)), "{csv}");
    // A position that the rule makes a draw of.
    let position = some_with(3, 1, Value::Win(25), 1)[0];
    let fen = write_fen(&position, Variant::named("filipino").expect("a ruleset").numbering);
    for from in [&[][..], &["--egdb", path]] {
        let said = egdb(&[&["probe", "--rules", "filipino", &fen], from].concat());
        assert!(said.starts_with("value draw\ndtw -\nunlimited win 25\n"), "{said}");
        let said = egdb(&[&["probe", "--rules", "filipino", &fen, "--draw", "three-kings=13"], from].concat());
        assert!(said.starts_with("value win\ndtw 25\nmove "), "{said}");
    }
    // Later in the hunt the same position without the rule's files: eleven moves are left, then ten.
    let position = some_with(3, 1, Value::Win(21), 1)[0];
    let fen = write_fen(&position, Variant::named("filipino").expect("a ruleset").numbering);
    assert!(egdb(&["probe", "--rules", "filipino", &format!("{fen}:T1")]).starts_with("value win\ndtw 21\n"));
    assert!(egdb(&["probe", "--rules", "filipino", &format!("{fen}:T2")]).starts_with("value draw\n"));
}

/// What `probe` says of a position under draw rules, up to the moves.
fn probed(rules: &str, fen: &str, draws: &[&str]) -> String {
    let said = egdb(&[&["probe", "--rules", rules, fen], draws].concat());
    said.split("move ").next().expect("a first part").to_owned()
}

#[test]
fn limits_of_ones_own_are_answered_as_far_as_it_follows() {
    // By the last ply of the road rule three kings against one take up to 29 plies: fourteen moves of the lone king.
    let fen = "W:WK17,K21,7:BK20";
    let road = ["--draw", "road=1", "--draw"];
    assert!(probed("russian", fen, &[&road[..], &["3v1=24"]].concat()).contains("uncounted 3v1=24 "));
    assert_eq!(probed("russian", fen, &[&road[..], &["3v1=26"]].concat()), "value win\ndtw 29\n");
    assert!(probed("russian", fen, &[&road[..], &["three-kings=14"]].concat()).contains("uncounted"));
    assert_eq!(probed("russian", fen, &[&road[..], &["three-kings=15"]].concat()), "value win\ndtw 29\n");
    // Limits that are too short for fresh endings as well.
    assert_eq!(probed("russian", "W:WK1,6:BK32", &["--draw", "ending=8"]), "value win\ndtw 7\n");
    assert_eq!(probed("brazilian", "W:WK2,K28:BK9,13", &["--draw", "ending=9"]), "value win\ndtw 13\n");
    assert_eq!(
        probed("brazilian", "W:WK2,K28:BK9,13", &["--draw", "ending=5"]),
        "value draw\ndtw -\nunlimited win 13\n"
    );
    // No table where kings do not fly; but what a capture leaves is not as long as what is missing.
    assert_eq!(probed("english", "W:WK1,K2:BK32", &["--draw", "ending=5"]), "value draw\ndtw -\nunlimited win 33\n");
}

#[test]
fn a_win_that_other_limits_can_spoil_is_labelled() {
    // Sixty plies and more in english, where eighty without progress are a draw and some have been played.
    let english = egdb(&["longest", "--pieces", "3"]);
    let fen = english
        .lines()
        .filter(|line| line.contains(" win "))
        .max_by_key(|line| line.split_whitespace().nth(2).and_then(|plies| plies.parse::<u16>().ok()));
    let fen = fen.and_then(|line| line.split_whitespace().nth(3)).expect("a position");
    assert!(!egdb(&["probe", fen]).contains("uncounted"));
    let said = egdb(&["probe", &format!("{fen}:H60")]);
    assert!(said.starts_with("value win\ndtw 61\nuncounted quiet=80\n"), "{said}");
}
