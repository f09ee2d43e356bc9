//! Games at the terminal, driven by what is typed.
#![cfg(feature = "engine")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

mod program;

use program::{command, output, run, text};

/// A folder of a test's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("play-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// Plays with some lines typed; games are kept in a folder.
fn play_in(folder: &Path, args: &[&str], typed: &str) -> Output {
    let keep = folder.to_str().expect("a plain path");
    let common = ["play", "--keep", keep, "--hash", "1", "--threads", "1"];
    let mut child = command(&[&common[..], args].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that ends early reads no further.
    let _ = child.stdin.take().expect("input").write_all(typed.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn play(name: &str, args: &[&str], typed: &str) -> String {
    let folder = folder(name);
    let ran = play_in(&folder, args, typed);
    assert_eq!((ran.status.code(), text(&ran.stderr)), (Some(0), String::new()), "{typed}");
    let _ = fs::remove_dir_all(&folder);
    text(&ran.stdout)
}

fn has(told: &str, wanted: &[&str]) {
    for part in wanted {
        assert!(told.contains(part), "'{part}' is missing in:\n{told}");
    }
}

#[test]
fn moves_are_typed_as_numbers_or_letters_and_answered() {
    let told = play("moves", &["--depth", "2"], "11 15\nmoves\nquit\n");
    has(&told, &["you play Black", "Damero plays ", "Black to move> "]);
    let told = play("letters", &["--rules", "russian", "--depth", "2"], "c3d4\nquit\n");
    has(&told, &["you play White", "Damero plays "]);
    let told = play("wrong", &["--depth", "1"], "11-20\n1-5\nxyzzy\nquit\n");
    has(&told, &["a man moves one square", "square 5 is occupied", "'help' lists what can be typed"]);
    assert!(!told.contains("Damero plays"), "{told}");
}

#[test]
fn a_choice_between_captures_is_asked_back() {
    // Two ways round, each over two men.
    let fen = "W:W31:B18,19,26,27";
    let args = ["--fen", fen, "--color", "white", "--depth", "1"];
    let told = play("choice", &args, "31x15\n2\nrecord\nquit\n");
    has(&told, &["Which one? Type its number:", "1) 31x15x18x26", "2) 31x15x19x27", "Damero plays "]);
    has(&told, &["1... 31x24x15"]);
    let told = play("captured", &args, "31x15x18x26\nrecord\nquit\n");
    has(&told, &["1... 31x22x15", "Damero plays "]);
    let told = play("forgotten", &args, "31x15\nboard\n2\nquit\n");
    assert!(!told.contains("Damero plays "), "{told}");
}

#[test]
fn a_game_is_won_and_explained_and_kept() {
    let folder = folder("won");
    let copy = folder.join("copy.pdn");
    let typed = format!("moves\nhint\n18x25\nsave {}\nquit\n", copy.display());
    let ran = play_in(&folder, &["--fen", "B:W22:BK18", "--depth", "1"], &typed);
    let told = text(&ran.stdout);
    has(&told, &["18x25", "White has no piece left: Black wins", "Added to "]);
    let games = fs::read_to_string(folder.join("games.pdn")).expect("the game is kept");
    has(&games, &["[Result \"1-0\"]", "[Black \"Player\"]", "[Ruleset \"english\"]", "18x25"]);
    assert_eq!(fs::read_to_string(&copy).expect("a copy"), games);
    assert!(!folder.join("unfinished.pdn").exists());
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn an_unfinished_game_is_resumed_where_it_was() {
    let folder = folder("resume");
    let ran = play_in(&folder, &["--rules", "spanish", "--depth", "1"], "10-13\n");
    has(&text(&ran.stdout), &["The game is kept in ", "--resume"]);
    let kept = fs::read_to_string(folder.join("unfinished.pdn")).expect("the game");
    let resumed = play_in(&folder, &["--resume", "--depth", "1"], "record\nundo\nrecord\nresign\n");
    let told = text(&resumed.stdout);
    has(&told, &["Damero, spanish: you play White", "1. 10-13 ", "White resigns: Black wins"]);
    assert!(kept.contains("1. 10-13 "), "{kept}");
    assert!(!folder.join("unfinished.pdn").exists() && folder.join("games.pdn").exists());
    let none = play_in(&folder, &["--resume"], "");
    assert_eq!(none.status.code(), Some(2));
    has(&text(&none.stderr), &["no unfinished game is kept"]);
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn draws_are_offered_counted_and_explained() {
    let told = play("draw", &["--fen", "W:WK32:BK5", "--color", "white", "--depth", "4"], "draw\nquit\n");
    has(&told, &["Damero accepts.", "draw by agreement"]);
    let early = play("early", &["--depth", "4"], "draw\nresign\n");
    has(&early, &["Damero plays on.", "Black resigns: White wins"]);
    let fen = "W:WK1,K2,K3:BK29:T11";
    let three =
        play("three", &["--rules", "filipino", "--fen", fen, "--color", "white", "--depth", "1"], "1-5\nquit\n");
    has(&three, &["Black has made 11 of 12 moves", "draw: the lone king has made his moves"]);
    let quiet = play("quiet", &["--fen", "W:WK32:BK5:H78", "--color", "white", "--depth", "1"], "32-28\n");
    has(&quiet, &["78 of 80 plies", "draw: too many plies without a capture"]);
}

#[test]
fn both_languages_are_understood_and_spoken() {
    let told = play("spanish", &["--lang", "es", "--depth", "1"], "ayuda\n11-15\ndeshacer\ntablas\nabandonar\nsalir\n");
    has(&told, &["usted juega con las negras", "retira su última jugada", "Damero juega ", "ganan las blancas"]);
}

#[test]
fn levels_are_told_and_set() {
    let told = play("level", &["--depth", "1"], "level\nlevel 3\nlevel 0\nnivel 11\n11-15\nhint\nquit\n");
    has(
        &told,
        &[
            "Damero at level 5",
            "plays at level 5 of 10",
            "plays at level 3 of 10",
            "at full strength",
            "Levels go from 1 to 10",
        ],
    );
    assert_eq!(run(&["play", "--level", "11"]).status.code(), Some(2));
}

#[test]
fn clocks_run_and_flags_fall() {
    let told = play("clock", &["--clock", "0.001", "--book", "off"], "hint\n");
    has(&told, &["Black has run out of time: White wins"]);
    let told = play("clock5", &["--clock", "5+2", "--depth", "1"], "clock\n11-15\nquit\n");
    has(&told, &["White 5:00, Black ", "[White "]);
    assert_eq!(run(&["play", "--clock", "soon"]).status.code(), Some(2));
    assert!(output(&["help", "play"]).contains("damero play --rules russian"));
}

#[test]
fn whole_games_come_to_an_end_in_many_rulesets() {
    // Damero plays both sides, as the person changes sides before every move.
    for rules in ["english", "russian", "italian"] {
        let typed = "swap\n".repeat(400);
        let told = play(rules, &["--rules", rules, "--nodes", "60", "--draw-plies", "30"], &typed);
        let ends = ["wins", "draw:"];
        assert!(ends.iter().any(|end| told.contains(end)), "{rules}: {}", &told[told.len().saturating_sub(600)..]);
    }
}
