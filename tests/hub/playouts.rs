//! Won endings played out through Hub at ten milliseconds a move, against the longest resistance; and lost ones.
//!
//! `DAMERO_PLAYOUTS=N` takes N positions of three pieces and N of four a ruleset in place of a few (10000 for the full proof,
//! with `cargo test --release`); `DAMERO_PLAYOUT_RULES` names rulesets in place of all. Under a ruleset's draw rules those are
//! played out that are won by them: what counts a balance of pieces lets them be won, and plies without progress suffice.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use damero::{
    Bitboard, DrawRule, DrawRules, Egdb, EgdbLimits, Game, Move, Outcome, Position, Side, Square, State, VARIANTS,
    Value, ValueSet, Variant, Wld, hub_move, parse_move,
};

use crate::client::Hub;
use crate::random::Random;

/// How far over the shortest way a win may go, in plies.
const SLACK: usize = 2;

fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|text| !text.is_empty())
}

/// How many endings of a number of pieces are played out a ruleset, if not a few.
fn full() -> Option<usize> {
    setting("DAMERO_PLAYOUTS").map(|text| text.parse().expect("a number"))
}

/// Databases with distances up to so many pieces, built by the program into a folder of their own: tests run at once.
fn databases(variant: &Variant, pieces: u32) -> Egdb {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("playouts-{}-{number}", std::process::id());
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let args = ["egdb", "build", "--quiet", "--rules", variant.name, "--pieces", &pieces.to_string(), "--egdb"];
    let built = crate::program::command(&args).arg(&folder).output().expect("the program runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let (egdb, faults) = Egdb::open(&folder, variant.laws).expect("what was built can be read");
    assert!(faults.is_empty(), "{faults:?}");
    // Files stay mapped; their names are needed no more.
    let _ = std::fs::remove_dir_all(&folder);
    egdb
}

/// A random position of so many pieces that both sides have a share in.
fn placed(random: &mut Random, pieces: usize) -> Option<Position> {
    let squares: Vec<Square> = Square::all().collect();
    let (mut white, mut black, mut kings) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
    while (white | black).count() < pieces as u32 {
        let square = random.pick(&squares).bit();
        if square.meets(white | black) {
            continue;
        }
        if random.chance(50) {
            white |= square
        } else {
            black |= square
        }
        if random.chance(60) {
            kings |= square;
        }
    }
    let side = if random.chance(50) { Side::White } else { Side::Black };
    Position::new(white, black, kings, side, false)
        .ok()
        .filter(|position| position.pieces(Side::White).any() && position.pieces(Side::Black).any())
}

/// What positions come to under some draw rules.
struct Truth {
    variant: &'static Variant,
    egdb: Egdb,
    draws: DrawRules,
    limits: EgdbLimits,
}

impl Truth {
    /// For the full proof databases are built; else those that the program holds serve, which other tests compare.
    fn new(variant: &'static Variant, draws: &DrawRules) -> Truth {
        let limits = EgdbLimits::new(draws, variant.laws);
        let egdb = if full().is_some() { databases(variant, 4) } else { Egdb::embedded(variant.laws) };
        Truth { variant, egdb, draws: draws.clone(), limits }
    }

    fn game(&self, position: Position) -> Game {
        Game::from_state(self.variant, State::new(position), self.draws.clone())
    }

    /// The value of a state; `None` where rules that count a balance leave it open.
    fn value(&self, state: &State) -> Option<Value> {
        if let Some(value) = self.egdb.value_within(state, &self.limits) {
            return Some(value);
        }
        let value = self.egdb.value_in(ValueSet::of(&self.draws), state.position()).expect("a value");
        let outcome = self.egdb.outcome_within(state, &self.limits)?;
        Some(if outcome == Wld::Draw { Value::Draw } else { value })
    }

    /// What a move is worth to who makes it.
    fn worth(&self, game: &Game, played: Move) -> Value {
        let mut after = game.clone();
        after.play(played).expect("legal");
        match after.outcome() {
            Some(Outcome::Drawn(_)) => Value::Draw,
            Some(Outcome::Won(_)) => Value::Win(1),
            None => self.value(after.state()).map_or(Value::Draw, Value::before),
        }
    }

    /// Whether so many plies without progress draw nothing.
    fn is_in_time(&self, plies: u16) -> bool {
        let counted = [DrawRule::Quiet, DrawRule::Kings4To5, DrawRule::Kings6To7];
        counted.iter().map(|&rule| self.draws.limit(rule).number).all(|limit| limit == 0 || plies <= limit)
    }

    /// Random positions with a value that is wanted.
    fn positions(&self, pieces: usize, count: usize, wanted: impl Fn(Value) -> bool) -> Vec<(Position, Value)> {
        let mut random = Random::new(pieces as u64 + 7);
        let mut found = Vec::new();
        while found.len() < count {
            let Some(position) = placed(&mut random, pieces) else { continue };
            let value = self.value(&State::new(position)).filter(|&value| wanted(value));
            if let Some(value) = value.filter(|value| self.is_in_time(value.plies().unwrap_or(0))) {
                found.push((position, value));
            }
        }
        found
    }
}

/// The engine's move in a game.
fn move_of(hub: &mut Hub, game: &Game, time: &str) -> Move {
    let variant = game.variant();
    let position = game.states()[0].position();
    let moves: Vec<String> = game.moves().iter().map(|&played| hub_move(played, variant.numbering)).collect();
    let place =
        format!("pos pos={} moves=\"{}\"", damero::write_hub_position(position, variant.numbering), moves.join(" "));
    let answer = hub.go(&[&place, &format!("level move-time={time}"), "go think"]);
    parse_move(&answer.best, variant, game.position()).expect("a legal move")
}

/// Plays a won position out against the longest resistance; the plies it took, or `None` if they became too many.
fn play_out(hub: &mut Hub, truth: &Truth, start: &Game, most: usize, time: &str) -> Option<usize> {
    hub.send("new-game");
    let mut game = start.clone();
    loop {
        match game.outcome() {
            Some(Outcome::Won(_)) => return Some(game.moves().len()),
            None if game.moves().len() < most => {}
            _ => return None,
        }
        let ours = game.moves().len().is_multiple_of(2);
        let played = if ours {
            move_of(hub, &game, time)
        } else {
            let moves = game.legal_moves();
            moves.iter().copied().max_by_key(|&played| truth.worth(&game, played)).expect("a move")
        };
        game.play(played).expect("legal");
    }
}

/// Plays some won positions out; those that took too long.
fn failures(truth: &Truth, hub: &mut Hub, pieces: usize, count: usize, time: &str) -> usize {
    let variant = truth.variant;
    let won = truth.positions(pieces, count, |value| matches!(value, Value::Win(_)));
    let (mut late, mut exact) = (0, 0);
    for (number, (position, value)) in won.iter().enumerate() {
        let shortest = usize::from(value.plies().expect("a win has a distance"));
        match play_out(hub, truth, &truth.game(*position), shortest + SLACK, time) {
            Some(plies) if plies == shortest => exact += 1,
            Some(_) => {}
            None => {
                late += 1;
                println!("{}: number {number}, {position:?}: not won in {shortest} + {SLACK} plies", variant.name);
            }
        }
    }
    println!("{}: {pieces} pieces: {count} played out, {exact} in the shortest way, {late} late", variant.name);
    late
}

fn variants() -> impl Iterator<Item = &'static Variant> {
    let named = setting("DAMERO_PLAYOUT_RULES");
    VARIANTS
        .iter()
        .filter(move |variant| named.as_ref().is_none_or(|names| names.split(',').any(|name| name == variant.name)))
}

/// Plays endings of three and four pieces out, with the ruleset's draw rules or none.
fn all_are_won_in_time(variant: &'static Variant, draws: &DrawRules, given: &[&str]) {
    let truth = Truth::new(variant, draws);
    let mut hub = Hub::new(variant.name, &[given, &["move-overhead=0"]].concat());
    for pieces in [3, 4] {
        let late = failures(&truth, &mut hub, pieces, full().unwrap_or(6), "0.01");
        assert_eq!(late, 0, "{}: {pieces} pieces", variant.name);
    }
    hub.quit();
}

#[test]
fn won_endings_are_won_in_the_shortest_way() {
    variants().for_each(|variant| all_are_won_in_time(variant, &DrawRules::NONE, &["draw-rules=none"]));
}

#[test]
fn won_endings_are_won_in_the_shortest_way_under_draw_rules() {
    variants().for_each(|variant| all_are_won_in_time(variant, &variant.draws, &[]));
}

#[test]
fn lost_endings_are_held_for_the_longest_way() {
    for variant in variants() {
        let truth = Truth::new(variant, &DrawRules::NONE);
        let mut hub = Hub::new(variant.name, &["draw-rules=none", "move-overhead=0"]);
        for pieces in [3, 4] {
            for (position, value) in truth.positions(pieces, 10, |value| matches!(value, Value::Loss(2..))) {
                hub.send("new-game");
                let game = truth.game(position);
                let played = move_of(&mut hub, &game, "0.01");
                assert_eq!(truth.worth(&game, played), value, "{}: {position:?}", variant.name);
            }
        }
        hub.quit();
    }
}

#[test]
fn values_of_four_pieces_are_exact_from_the_first_move() {
    let variant = Variant::named("russian").expect("a ruleset");
    let truth = Truth::new(variant, &DrawRules::NONE);
    for (position, value) in truth.positions(4, 6, |value| matches!(value, Value::Win(5..))) {
        let mut hub = Hub::new(variant.name, &["draw-rules=none", "move-overhead=0"]);
        let place = damero::write_hub_position(&position, variant.numbering);
        let answer = hub.go(&[&format!("pos pos={place}"), "level nodes=1", "go think"]);
        let score = 100.0 - f64::from(value.plies().expect("a win has a distance")) / 100.0;
        let told = answer.infos.last().and_then(|info| crate::client::value(info, "score")).map(str::to_owned);
        assert_eq!(told, Some(format!("{score:.2}")), "{position:?}");
        hub.quit();
    }
}
