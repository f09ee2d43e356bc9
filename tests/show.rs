//! What people look at: diagrams as pictures, the analysis of files and games, and the pages about the program.

mod program;

use std::fs;
use std::path::{Path, PathBuf};

use program::{output, run, text};

/// A file of this name, in a folder of this test run's own.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("show");
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder.join(name)
}

fn name(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

/// What a refused run says in its one line.
fn refusal(args: &[&str]) -> String {
    let ran = run(args);
    let said = text(&ran.stderr);
    assert_eq!((ran.status.code(), said.lines().count()), (Some(2), 1), "{args:?}: {said}");
    assert!(ran.stdout.is_empty(), "{args:?}");
    said
}

#[test]
fn pictures_are_written_by_their_ending() {
    let (svg, png) = (scratch("board.svg"), scratch("board.PNG"));
    let capture = ["diagram", "B:W7,15,16:B3,12", "--move", "3x10x19", "--mark", "12"];
    assert_eq!(output(&[&capture[..], &["-o", name(&svg)]].concat()), "");
    let picture = fs::read_to_string(&svg).expect("the file is there");
    assert!(
        picture.starts_with("<svg ") && picture.ends_with("</svg>\n") && picture.contains(" width=\"640\""),
        "{picture}"
    );
    assert!(picture.contains("<title>Black to move. FEN B:W7,15,16:B3,12</title>"), "{picture}");
    assert!(
        ["arrow", "captured", "mark", "name", "turn"]
            .iter()
            .all(|class| picture.contains(&format!("class=\"{class}\"")))
    );
    assert_eq!(picture, output(&[&capture[..], &["--format", "svg"]].concat()));
    assert!(!output(&["diagram", "--format", "svg", "--squares", "none"]).contains("class=\"name\""));

    assert_eq!(output(&["diagram", "--size", "321", "-o", name(&png)]), "");
    let bytes = fs::read(&png).expect("the file is there");
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().expect("four bytes")), 321, "the width in its header");
    assert_eq!(bytes, run(&["diagram", "--size", "321", "--format", "png"]).stdout);
}

#[test]
fn files_are_replaced_whole_or_not_at_all() {
    let file = scratch("kept.svg");
    fs::write(&file, "old").expect("the file can be written");
    assert!(refusal(&["diagram", "--move", "11-20", "-o", name(&file)]).contains("--move: 11-20: "));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "old");
    output(&["diagram", "-o", name(&file)]);
    let folder = file.parent().expect("it has one");
    // Other tests write files there at the same time.
    let beside = fs::read_dir(folder).expect("it is there").filter_map(Result::ok).map(|entry| entry.file_name());
    let ours = beside.filter(|other| other.to_string_lossy().starts_with("kept.svg"));
    assert_eq!(ours.collect::<Vec<_>>(), ["kept.svg"]);
    assert!(refusal(&["diagram", "-o", "no such folder/x.png"]).contains("no such folder/x.png"));
}

#[test]
fn diagrams_refuse_what_they_cannot_draw() {
    for (args, says) in [
        (&["--mark", "33"][..], "--mark: '33' is no square"),
        (&["--mark", "i1"], "--mark: 'i1' is no square"),
        (&["--play", "11-15", "11-15"], "--play: 11-15: "),
        (&["--size", "400"], "--size is for pictures"),
        (&["--format", "png", "-o", "x.svg"], "another format than --format"),
        (&["--move", ","], "--move: nothing is named"),
    ] {
        assert!(refusal(&[&["diagram"][..], args].concat()).contains(says), "{args:?}");
    }
}

#[test]
fn moves_are_played_before_a_board_is_drawn() {
    let played = output(&["diagram", "--play", "11-15", "23-19", "--move", "8-11,9-14", "--ascii"]);
    assert!(played.contains("Black to move\n") && played.contains("\nLast move 23-19\n"), "{played}");
    assert!(played.ends_with("Moves 8-11, 9-14\n"), "{played}");
    let captures = output(&["diagram", "W:W18,K26:B14,15,22", "--captures"]);
    assert!(captures.ends_with("Moves 18x9, 18x11, 26x19\n"), "{captures}");
}

const GAMES: &str = "[Event \"Club\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\n1. 11-15 22-18 2. 15x22 *\n\n[White \"C\"]\n1. \
                     11-20 *\n\n1. 9-13 *\n";

#[test]
fn analyse_goes_through_games() {
    let file = scratch("games.pdn");
    fs::write(&file, GAMES).expect("the file can be written");
    let args = ["analyse", "--file", name(&file), "--depth", "2", "--threads", "1", "--hash", "1", "--quiet"];
    let ran = run(&args);
    let (out, said) = (text(&ran.stdout), text(&ran.stderr));
    assert_eq!(ran.status.code(), Some(2), "a game is bad");
    assert!(said.lines().count() == 1 && said.contains("games.pdn: game 2: line 8, "), "{said}");
    let heads: Vec<&str> = out.lines().filter(|line| line.starts_with("position ")).collect();
    assert_eq!(heads.len(), 6, "{out}");
    assert!(heads[0].ends_with("games.pdn: game 1, move 1, 11-15 was played): Ann - Bob, Club"), "{out}");
    assert!(heads[3].ends_with("games.pdn: game 1, move 2...): Ann - Bob, Club"), "{out}");
    assert!(heads[4].starts_with("position 6 (") && heads[4].contains("game 3, move 1, 9-13 was played"), "{out}");
    assert_eq!(out.lines().filter(|line| line.starts_with("bestmove ")).count(), 6);

    let json = text(&run(&[&args[..], &["--json"]].concat()).stdout);
    assert_eq!(json.lines().count(), 6);
    assert!(json.contains(r#":F1","game":1,"move":1,"played":"22-18","complete":true,"bestmove":""#), "{json}");
    // To go on is to leave out what is done; numbers stay.
    let rest = text(&run(&[&args[..], &["--json", "--skip", "5"]].concat()).stdout);
    let key = |line: &str, key: &str| -> String {
        let after = line.split(key).nth(1).expect("the key");
        after.split([',', '}']).next().expect("a value").to_owned()
    };
    let told = |lines: &str| -> Vec<[String; 2]> {
        lines.lines().map(|line| [key(line, "\"position\":"), key(line, "\"bestmove\":")]).collect()
    };
    assert_eq!(told(&rest), told(&json)[4..], "{rest}");
    assert!(refusal(&[&args[..], &["--skip", "7"]].concat()).contains("holds 7 positions"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_file_says_how_to_go_on() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let file = scratch("long.txt");
    fs::write(&file, "W:W32:B1\n".repeat(2) + "B:W21,22,23,24,25:B1,2,3,4,5\n").expect("the file can be written");
    let args = ["analyse", "--file", name(&file), "--time", "30", "--threads", "1", "--hash", "1", "--quiet"];
    let mut child = program::command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    assert!(lines.by_ref().any(|line| line.expect("it writes").starts_with("position 3 ")));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    assert!(lines.any(|line| line.expect("it writes").starts_with("bestmove ")), "what it found is written");
    let ran = child.wait_with_output().expect("it ends");
    assert_eq!(ran.status.code(), Some(130));
    assert!(text(&ran.stderr).contains("interrupted at position 3; go on with the same command and --skip 2"));
}

#[test]
fn scores_of_several_moves_are_those_of_each() {
    // A lost man, so that scores differ by more than what is left to chance in a table.
    let base = [
        "analyse",
        "--fen",
        "W:W21,22,25,29,K10:B5,6,12,K32",
        "--depth",
        "7",
        "--threads",
        "1",
        "--hash",
        "4",
        "--json",
        "--quiet",
    ];
    let scores = |line: &str| -> Vec<(String, f64)> {
        let lines = line.split("\"multipv\":").skip(1);
        let one = |part: &str| {
            let after = |key: &str| part.split(key).nth(1).expect("the key").to_owned();
            let men = after("\"men\":").split(',').next().expect("a number").parse().expect("a number");
            (after("\"pv\":[\"").split('"').next().expect("a move").to_owned(), men)
        };
        lines.map(one).collect()
    };
    let all = scores(&output(&[&base[..], &["--all-scores"]].concat()));
    let legal = output(&["moves", "--fen", "W:W21,22,25,29,K10:B5,6,12,K32"]);
    assert_eq!(all.len(), legal.lines().count());
    assert!(all.windows(2).all(|pair| pair[0].1 >= pair[1].1), "the best comes first: {all:?}");
    for (played, score) in &all {
        let alone = scores(&output(&[&base[..], &["--searchmoves", played]].concat()));
        assert!((alone[0].1 - score).abs() <= 0.5, "{played}: {score} among all, {} alone", alone[0].1);
    }
}

#[test]
fn the_manual_page_is_sound() {
    let page = output(&["man", "analyse"]);
    assert!(
        page.contains(".TH damero-analyse 1 ") && page.contains(concat!("damero ", env!("CARGO_PKG_VERSION"))),
        "{page}"
    );
    let order: Vec<usize> = [".SH NAME", ".SH OPTIONS", ".SH NOTES", ".SH EXAMPLES", ".SH VERSION"]
        .map(|head| page.find(head).expect(head))
        .into();
    assert!(order.is_sorted(), "{page}");
    assert!(page.contains("\ndamero analyse \\-\\-time 30\n"), "{page}");
    assert!(output(&["man", "--lang", "es"]).contains(".SH \u{d3}RDENES"));
}

#[test]
fn completions_offer_values() {
    let script = output(&["completions", "bash"]);
    for value in ["damas:long", "fmjd64", "mover white", "text svg png", "longest"] {
        assert!(script.contains(value), "{value}");
    }
    // Words that are no options' values; fish would offer files for them.
    let script = output(&["completions", "fish"]);
    for (command, word) in [("egdb", "build"), ("book", "probe"), ("completions", "zsh"), ("help", "puzzles")] {
        let begin = format!("complete -c damero -n \"__fish_damero_using_subcommand {command}; and not ");
        assert!(script.lines().any(|line| line.starts_with(&begin) && line.contains(word)), "{command}");
    }
}
