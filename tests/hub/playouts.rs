//! Won endings played out through Hub at ten milliseconds a move, against the longest resistance; and lost ones.
//!
//! `DAMERO_PLAYOUTS=N` takes N positions of three pieces and N of four a ruleset in place of a few (10000 for the full proof,
//! with `cargo test --release`); `DAMERO_PLAYOUT_RULES` names rulesets in place of all.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use damero::{
    Bitboard, Egdb, Game, Move, Position, Side, Square, State, VARIANTS, Value, Variant, hub_move, parse_move,
};

use crate::client::Hub;
use crate::random::Random;

/// How far over the shortest way a win may go, in plies.
const SLACK: usize = 2;

fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|text| !text.is_empty())
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

/// Random positions with a value that is wanted.
fn positions(egdb: &Egdb, pieces: usize, count: usize, wanted: impl Fn(Value) -> bool) -> Vec<(Position, Value)> {
    let mut random = Random::new(pieces as u64 + 7);
    let mut found = Vec::new();
    while found.len() < count {
        let Some(position) = placed(&mut random, pieces) else { continue };
        if let Some(value) = egdb.value(&position).filter(|&value| wanted(value)) {
            found.push((position, value));
        }
    }
    found
}

/// What a move is worth to who makes it.
fn worth(egdb: &Egdb, game: &Game, played: Move) -> Value {
    egdb.value(&game.position().play(played)).expect("a value").before()
}

fn game(variant: &'static Variant, position: Position) -> Game {
    Game::from_state(variant, State::new(position), damero::DrawRules::NONE)
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
fn play_out(hub: &mut Hub, egdb: &Egdb, start: &Game, most: usize, time: &str) -> Option<usize> {
    hub.send("new-game");
    let mut game = start.clone();
    loop {
        if game.legal_moves().is_empty() {
            return Some(game.moves().len());
        }
        if game.moves().len() >= most {
            return None;
        }
        let ours = game.moves().len().is_multiple_of(2);
        let played = if ours {
            move_of(hub, &game, time)
        } else {
            let moves = game.legal_moves();
            moves.iter().copied().max_by_key(|&played| worth(egdb, &game, played)).expect("a move")
        };
        game.play(played).expect("legal");
    }
}

/// Plays some won positions out; those that took too long.
fn failures(variant: &'static Variant, egdb: &Egdb, hub: &mut Hub, pieces: usize, count: usize, time: &str) -> usize {
    let won = positions(egdb, pieces, count, |value| matches!(value, Value::Win(_)));
    let (mut late, mut exact) = (0, 0);
    for (number, (position, value)) in won.iter().enumerate() {
        let shortest = usize::from(value.plies().expect("a win has a distance"));
        match play_out(hub, egdb, &game(variant, *position), shortest + SLACK, time) {
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

#[test]
fn won_endings_are_won_in_the_shortest_way() {
    let full: Option<usize> = setting("DAMERO_PLAYOUTS").map(|text| text.parse().expect("a number"));
    for variant in variants() {
        let mut hub = Hub::new(variant.name, &["draw-rules=none", "move-overhead=0"]);
        if let Some(count) = full {
            let egdb = databases(variant, 4);
            let late: usize =
                [3, 4].into_iter().map(|pieces| failures(variant, &egdb, &mut hub, pieces, count, "0.01")).sum();
            // Endings of four pieces are solved in the first games that come to them; see the module `distances`.
            assert!(late * 200 <= count, "{}: {late} late", variant.name);
        } else {
            let egdb = databases(variant, 3);
            assert_eq!(failures(variant, &egdb, &mut hub, 3, 12, "0.01"), 0, "{}", variant.name);
        }
        hub.quit();
    }
}

#[test]
fn lost_endings_are_held_for_the_longest_way() {
    for variant in variants() {
        let egdb = databases(variant, 3);
        let mut hub = Hub::new(variant.name, &["draw-rules=none", "move-overhead=0"]);
        for (position, value) in positions(&egdb, 3, 20, |value| matches!(value, Value::Loss(2..))) {
            hub.send("new-game");
            let game = game(variant, position);
            let played = move_of(&mut hub, &game, "0.01");
            assert_eq!(worth(&egdb, &game, played), value, "{}: {position:?}", variant.name);
        }
        hub.quit();
    }
}

#[test]
fn four_pieces_are_played_exactly_once_they_are_solved() {
    let variant = Variant::named("russian").expect("a ruleset");
    let egdb = databases(variant, 4);
    let mut hub = Hub::new(variant.name, &["draw-rules=none", "move-overhead=0"]);
    for (position, value) in positions(&egdb, 4, 6, |value| matches!(value, Value::Win(5..))) {
        let game = game(variant, position);
        // A search without a limit of time solves what it needs.
        let place = damero::write_hub_position(&position, variant.numbering);
        let answer = hub.go(&[&format!("pos pos={place}"), "level depth=1", "go think"]);
        let score = 100.0 - f64::from(value.plies().expect("a win has a distance")) / 100.0;
        let told = answer.infos.last().and_then(|info| crate::client::value(info, "score")).map(str::to_owned);
        assert_eq!(told, Some(format!("{score:.2}")), "{position:?}");
        let shortest = usize::from(value.plies().expect("a win has a distance"));
        assert_eq!(play_out(&mut hub, &egdb, &game, shortest + SLACK, "0.01"), Some(shortest), "{position:?}");
    }
    hub.quit();
}
