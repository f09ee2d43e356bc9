//! Puzzles from games: as PDN, as a sheet, and after an interruption.
#![cfg(feature = "engine")]

use std::fs;

use damero::{Variant, read_pdn};

mod program;

use program::{output, run, text};

/// An ending in which the databases know one winning move, 18-15; the same with sides turned, where it is not played; and a
/// game that cannot be read.
const GAMES: &str = r#"[Event "Lesson"]
[White "A & Co"]
[Black "B"]
[GameType "21"]
[SetUp "1"]
[FEN "W:W9,18:BK23"]

1... 18-15 *

[White "C"]
[Black "D"]
[GameType "21"]
[SetUp "1"]
[FEN "B:WK10:B15,24"]

1. 15-19 *

[White "E"]
[Black "F"]
[GameType "21"]

1. 11-15 99-1 *
"#;

#[test]
fn puzzles_are_found_once_and_written_both_ways() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("puzzles-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("a plain path").to_owned();
    let (games, pdn, html) = (path("games.pdn"), path("out.pdn"), path("out.html"));
    fs::write(&games, GAMES).expect("it can be written");
    let args = ["puzzles", &games, "-o", &pdn, "--html", &html, "--nodes", "20000", "--threads", "2"];
    let ran = run(&args);
    let told = text(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "a game cannot be read: {told}");
    assert!(told.contains("99-1") && told.contains("games.pdn"), "{told}");
    let written = fs::read_to_string(&pdn).expect("the puzzles");
    let variant = Variant::named("english").expect("a ruleset");
    let puzzles = read_pdn(&written, variant);
    let sheet = fs::read_to_string(&html).expect("the sheet");
    assert_eq!(puzzles.len(), 1, "{written}");
    assert!(written.contains("18-15") && written.contains("[Source \"A & Co - B, Lesson\"]"), "{written}");
    assert!(sheet.contains("A &amp; Co - B, Lesson"));
    assert_eq!(sheet.matches("<figure>").count(), puzzles.len());
    assert_eq!(sheet.matches("<li>").count(), puzzles.len());
    for puzzle in puzzles {
        let puzzle = puzzle.expect("it reads back");
        assert!(puzzle.moves.len() % 2 == 1 && puzzle.tag("Grade").is_some(), "{written}");
    }
    for outside in ["http://", "https://", "src=", "@import"] {
        let found = sheet.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(outside), "{outside}");
    }
    assert!(!folder.join("out.pdn.journal").exists());
    let again = run(&[&args[..], &["--resume"]].concat());
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("out.pdn.journal"), "{}", text(&again.stderr));
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn wrong_files_are_named() {
    assert!(output(&["help", "puzzles"]).contains("damero puzzles games.pdn"));
    let ran = run(&["puzzles", "no-such-file.pdn"]);
    assert_eq!(ran.status.code(), Some(2));
    assert!(text(&ran.stderr).contains("no-such-file.pdn"));
    assert_eq!(run(&["puzzles", "no-such-file.pdn", "--resume"]).status.code(), Some(2));
}
