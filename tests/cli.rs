//! Runs the program as users do: what it writes where, and how it exits.

mod program;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use program::{command, output, run, text};

/// All rulesets, by their names.
const RULESETS: [&str; 12] = [
    "english",
    "italian",
    "spanish",
    "portuguese",
    "russian",
    "brazilian",
    "pool",
    "czech",
    "filipino",
    "damas:short",
    "damas:mixed",
    "damas:long",
];

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or("")
}

/// A refused run: exit 2, nothing on standard output, one line on standard error, which is returned.
fn refusal(args: &[&str]) -> String {
    let ran = run(args);
    let said = text(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{args:?}: {said}");
    assert_eq!(text(&ran.stdout), "", "{args:?}");
    assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
    assert!(said.starts_with("damero: ") && said.ends_with('\n'), "{args:?}: {said}");
    said
}

/// A file of this name, in a folder of this test run's own.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli");
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder.join(name)
}

fn scratch_text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

#[test]
fn rules_lists_and_explains() {
    let list = output(&["rules"]);
    assert_eq!(list.lines().count(), RULESETS.len() + 1);
    for name in RULESETS {
        assert!(list.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}");
        let told = output(&["rules", name]);
        assert!(told.contains("Laws of movement") && told.contains("Draws in force"), "{name}");
        assert!(told.contains("a b c d e f g h") && told.contains("⛀") && told.contains("⛂"), "{name}");
    }
    let filipino = output(&["rules", "dama"]);
    assert!(filipino.starts_with("filipino, dama: White moves first"), "{filipino}");
    assert!(filipino.contains("[three-kings: S3]") && filipino.contains("[quiet: convention]"), "{filipino}");
    assert!(filipino.contains("S3 Filipino dama"), "what S3 is must be said: {filipino}");
    // The board is mirrored: square 1 is in the corner.
    assert!(filipino.contains("\n 1⛂      2⛂"), "{filipino}");
    assert!(output(&["rules", "english"]).contains("\n     1⛂      2⛂"));
    assert!(output(&["rules", "spanish", "--ascii"]).contains("\n32b     31b"));
}

#[test]
fn rules_shows_the_draws_in_force() {
    let draws = |args: &[&str]| -> String {
        let line = output(&[&["rules", "--json"], args].concat());
        let from = line.find(r#""draws":"#).expect("draws are told");
        let to = line.find(r#","draw_endings""#).expect("endings follow");
        line[from + 8..to].to_owned()
    };
    let english = r#"{"repetition":{"number":3,"source":"WCDF 1.32.1 (2012)"},"quiet":{"number":80,"source":"WCDF 1.32.2 (2012)"}}"#;
    assert_eq!(draws(&["english"]), english);
    assert_eq!(draws(&["english", "--draw-rules", "none"]), "{}");
    let changed = draws(&["english", "--draw-plies", "50", "--draw", "repetition=0", "--three-kings", "9"]);
    assert_eq!(changed, r#"{"three-kings":{"number":9,"source":"option"},"quiet":{"number":50,"source":"option"}}"#);
    assert!(draws(&["english", "--draw-rules", "fmjd64"]).contains(r#""road":{"number":10"#));
    // Pool's own limit makes way for the other rule, whatever its number.
    assert!(draws(&["pool"]).contains("3v1") && !draws(&["pool", "--three-kings", "0"]).contains("3v1"));
    let all = output(&["rules", "--json"]);
    assert_eq!(all.lines().count(), RULESETS.len());
    assert!(all.lines().all(|line| line.starts_with(r#"{"schema":1,"name":""#) && line.ends_with('}')));
}

#[test]
fn moves_are_listed_in_order() {
    assert_eq!(output(&["moves"]), "9-13\n9-14\n10-14\n10-15\n11-15\n11-16\n12-16\n");
    assert_eq!(output(&["moves", "--rules", "spanish"]).lines().next(), Some("9-13"));
    // Captures of one piece by its two ends, each with the captured squares.
    assert_eq!(output(&["moves", "--fen", "W:W18,K26:B14,15,22"]), "18x9x14\n18x11x15\n26x19x14x15x22\n");
    assert_eq!(output(&["moves", "--rules", "russian", "--fen", "W:Wc3:Bb4,d4"]), "22x13x17\n22x15x18\n");
    assert_eq!(output(&["moves", "--fen", "W:W5:B1"]), "", "nothing where there is no move");
    assert_eq!(
        output(&["moves", "--fen", "W:W32:B1:H3", "--json"]),
        "{\"schema\":1,\"rules\":\"english\",\"fen\":\"W:W32:B1:H3\",\"moves\":[\"32-27\",\"32-28\"]}\n"
    );
}

#[test]
fn perft_ends_with_the_total() {
    for (depth, leaves) in [("0", "1"), ("1", "7"), ("8", "845931")] {
        for threads in ["1", "2"] {
            assert_eq!(output(&["perft", "--depth", depth, "--threads", threads]), format!("{leaves}\n"));
        }
    }
    let divided = output(&["perft", "--depth", "6", "--divide", "--threads", "2"]);
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!((lines.len(), last_line(&divided)), (8, "36768"));
    let below = |line: &&str| -> u64 { line.split(' ').nth(1).expect("a count").parse().expect("a number") };
    assert_eq!(lines[..7].iter().map(below).sum::<u64>(), 36_768);
    assert!(lines[0].starts_with("9-13 ") && lines[6].starts_with("12-16 "));
    // A ring of four men that a king can take in either sense: one move, two paths.
    let ring = ["perft", "--fen", "W:WK6,32:B9,10,17,18,28", "--depth", "1", "--count"];
    assert_eq!(output(&[&ring[..], &["moves"]].concat()), "1\n");
    assert_eq!(output(&[&ring[..], &["paths"]].concat()), "2\n");
    // The speed goes to standard error, and not at all with --quiet.
    assert!(text(&run(&["perft", "--depth", "5"]).stderr).contains("leaves a second"));
    assert!(run(&["perft", "--depth", "5", "--quiet"]).stderr.is_empty());
}

#[test]
fn diagram_draws_the_players_board() {
    let english = output(&["diagram", "B:W32,K1:B4,K29:H7", "--ascii"]);
    let lines: Vec<&str> = english.lines().collect();
    assert_eq!(lines[0], "     1W      2.      3.      4b");
    assert_eq!(lines[7], "29B     30.     31.     32w");
    assert_eq!(lines[9..], ["Black to move", "FEN B:WK1,32:B4,K29:H7"]);
    assert_eq!(english, output(&["diagram", "--fen", "B:W32,K1:B4,K29:H7", "--ascii"]));
    let letters = output(&["diagram", "--rules", "czech"]);
    assert_eq!(letters.lines().nth(8), Some("  a b c d e f g h"));
    let flipped = output(&["diagram", "--rules", "czech", "--flip"]);
    assert_eq!(flipped.lines().nth(8), Some("  h g f e d c b a"));
    assert_eq!(output(&["diagram", "--squares", "none"]).lines().next(), Some("  ⛂   ⛂   ⛂   ⛂"));
    // Thirteen pieces are odd.
    let odd = "W:W20,21,22,23,24,25,26,27,28,29,30,31,32:B1";
    assert!(refusal(&["diagram", odd]).contains("13"));
    assert!(output(&["diagram", odd, "--allow-odd"]).contains(odd));
}

#[test]
fn diagram_writes_files() {
    let file = scratch("board.txt");
    assert_eq!(output(&["diagram", "-o", scratch_text(&file)]), "");
    assert_eq!(fs::read_to_string(&file).expect("the file is there"), output(&["diagram"]));
    let said = refusal(&["diagram", "-o", "x.gif"]);
    assert!(said.contains("x.gif") && said.contains(".txt"), "{said}");
    assert!(refusal(&["diagram", "-o", "no such folder/x.txt"]).contains("no such folder/x.txt"));
}

#[test]
fn analyse_ends_with_the_best_move() {
    for name in RULESETS {
        let told = output(&["analyse", "--rules", name, "--depth", "5", "--threads", "1", "--hash", "1"]);
        let best = last_line(&told).strip_prefix("bestmove ").expect("a best move");
        let legal = output(&["moves", "--rules", name]);
        assert!(legal.lines().any(|line| line == best), "{name}: {best}");
        let depths: Vec<&str> = told.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert!(["1", "2", "3", "4", "5"].iter().all(|depth| depths.contains(depth)), "{name}: {told}");
    }
}

#[test]
fn analyse_says_what_is_proven() {
    // The white king shuts the black man in.
    let args = ["analyse", "--fen", "W:WK7:B4", "--depth", "8", "--threads", "1", "--hash", "1"];
    let told = output(&args);
    assert!(told.contains(" 100%  database: White wins in 2  "), "{told}");
    let spanish = output(&[&args[..], &["--lang", "es"]].concat());
    assert!(spanish.contains(" 100%  base de datos: ganan las blancas en 2  "), "{spanish}");
    // Seen from White a lost black position is good.
    let black = ["analyse", "--fen", "B:WK7,32:B4", "--depth", "6", "--threads", "1", "--hash", "1"];
    assert!(output(&black).contains(" -99.94    0%  database: White wins in 3"));
    assert!(
        output(&[&black[..], &["--score-from", "white"]].concat()).contains(" +99.94  100%  database: White wins in 3")
    );
    let json = output(&[&args[..], &["--json"]].concat());
    assert!(last_line(&json).starts_with(r#"{"schema":1,"type":"result""#), "{json}");
    assert!(last_line(&json).contains(r#""exactness":"database","winner":"white","plies":3,"moves":2"#), "{json}");
    let searched = output(&[&args[..], &["--json", "--egdb", "off"]].concat());
    assert!(last_line(&searched).contains(r#""exactness":"proven","winner":"white","plies":3"#), "{searched}");
    let given =
        ["analyse", "--fen", "B:W5:B1,K32", "--objective", "giveaway", "--depth", "9", "--threads", "1", "--hash", "1"];
    assert!(
        output(&given).contains("  -  heuristic") || output(&given).contains("proven: "),
        "no expectation is known"
    );
}

#[test]
fn analyse_knows_when_the_game_is_over() {
    let stuck = output(&["analyse", "--fen", "W:W5:B1"]);
    assert!(stuck.contains("White has no legal move: Black wins"), "{stuck}");
    assert_eq!(last_line(&stuck), "bestmove none");
    let given = output(&["analyse", "--fen", "W:W5:B1", "--objective", "giveaway"]);
    assert!(given.contains("White has no legal move: White wins"), "{given}");
    let drawn = output(&["analyse", "--fen", "W:WK1:BK32:H80"]);
    assert!(drawn.contains("the game is drawn: too many plies"), "{drawn}");
    assert_eq!(last_line(&drawn), "bestmove none");
    let agreed = output(&["analyse", "--fen", "W:WK1:BK32:H80", "--draw-rules", "none", "--depth", "2"]);
    assert_ne!(last_line(&agreed), "bestmove none");
    assert!(
        output(&["analyse", "--fen", "W:W5:B1", "--json"]).contains(r#""over":{"winner":"black","rule":"no-move"}"#)
    );
}

#[test]
fn analyse_looks_at_the_moves_it_is_told() {
    let depth = ["analyse", "--depth", "4", "--threads", "1", "--hash", "1"];
    let best = |args: &[&str]| last_line(&output(&[&depth[..], args].concat())).to_owned();
    assert_eq!(best(&["--searchmoves", "12-16"]), "bestmove 12-16");
    let others = "9-13,9-14,10-14,10-15,11-15";
    assert_eq!(best(&["--exclude", others, "--exclude", "12-16"]), "bestmove 11-16");
    assert_eq!(best(&["--searchmoves", "12-16", "11-16", "--exclude", "12-16"]), "bestmove 11-16");
    let ranks = |args: &[&str]| {
        let told = output(&[&depth[..], args, &["--quiet"]].concat());
        told.lines()
            .filter(|line| line.trim_start().split_once(". ").is_some_and(|(n, _)| n.parse::<u32>().is_ok()))
            .count()
    };
    assert_eq!((ranks(&[]), ranks(&["--multipv", "3"]), ranks(&["--all-scores"])), (1, 3, 7));
    assert_eq!(ranks(&["--all-scores", "--searchmoves", "12-16", "11-16"]), 2);
}

#[test]
fn options_that_say_nothing_are_refused() {
    for list in ["--searchmoves", "--exclude"] {
        for empty in ["", ",", " , "] {
            assert!(refusal(&["analyse", list, empty]).contains(&format!("{list}: no move is named")));
        }
    }
    // An option is not taken for the value of the one before it.
    assert!(refusal(&["analyse", "--threads", "--lang", "es"]).contains("--threads necesita"));
    assert!(refusal(&["analyse", "--contempt", "-2000"]).contains("'-2000' is not a whole number"));
    assert!(refusal(&["analyse", "--time", "-0.5"]).contains("'-0.5' is not a number of seconds"));
}

#[test]
fn a_long_value_makes_no_long_message() {
    let long = "7".repeat(100_000);
    for args in [["analyse", "--depth", &long], ["moves", "--fen", &long], ["moves", "--rules", &long]] {
        assert!(refusal(&args).len() < 2_000);
    }
    let odd = refusal(&["analyse", "--depth", &long]);
    assert!(odd.contains("--depth: '777") && odd.ends_with("is not a whole number from 1 to 200\n"), "{odd}");
}

#[test]
fn analyse_reads_a_file() {
    let file = scratch("positions.txt");
    let text = "# positions\n\nW:W32:B1 first one\nW:W33:B1\nB:W21:B17,K20 ; second: \"one\"\nW:W5:B1\n";
    fs::write(&file, text).expect("the file can be written");
    let ran = run(&["analyse", "--file", scratch_text(&file), "--depth", "3", "--threads", "1", "--hash", "1"]);
    let (out, said) = (self::text(&ran.stdout), self::text(&ran.stderr));
    assert_eq!(ran.status.code(), Some(2), "one line is bad");
    assert!(said.lines().count() == 1 && said.contains("positions.txt:4: ") && said.contains("33"), "{said}");
    assert_eq!(out.lines().filter(|line| line.starts_with("bestmove ")).count(), 3);
    assert_eq!(last_line(&out), "bestmove none");
    assert!(
        out.contains("positions.txt:3): first one\n") && out.contains("positions.txt:5): second: \"one\"\n"),
        "{out}"
    );

    let json = run(&["analyse", "--file", scratch_text(&file), "--depth", "3", "--json", "--quiet"]);
    let lines = self::text(&json.stdout);
    assert_eq!(lines.lines().count(), 3, "a result for each good line: {lines}");
    assert!(lines.contains(r#""position":3,"name":"second: \"one\"","fen":"B:W21:B17,K20""#), "{lines}");

    let empty = scratch("empty.txt");
    fs::write(&empty, "# nothing\n").expect("the file can be written");
    assert!(refusal(&["analyse", "--file", scratch_text(&empty)]).contains("no position"));
}

#[test]
fn analyse_reads_standard_input() {
    let mut child = command(&["analyse", "--file", "-", "--depth", "2", "--threads", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(b"W:W32:B1\n").expect("it listens");
    let ran = child.wait_with_output().expect("it ends");
    assert!(last_line(&text(&ran.stdout)).starts_with("bestmove 32-2"));
}

/// Starts an endless analysis and reads its output until a depth has been reached.
fn endless(args: &[&str]) -> (Child, BufReader<std::process::ChildStdout>) {
    let mut child = command(&[&["analyse", "--infinite", "--threads", "2", "--hash", "8"], args].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    while !line.trim_start().starts_with("5 ") {
        line.clear();
        assert_ne!(out.read_line(&mut line).expect("it writes"), 0, "an endless search ended");
    }
    (child, out)
}

#[cfg(unix)]
#[test]
fn analyse_ends_well_at_ctrl_c() {
    let (child, out) = endless(&[]);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let since = Instant::now();
    let rest: Vec<String> = out.lines().map(|line| line.expect("it writes")).collect();
    let ran = child.wait_with_output().expect("it ends");
    assert_eq!(ran.status.code(), Some(0));
    assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");
    assert!(rest.iter().any(|line| line.starts_with("best at depth ")), "{rest:?}");
    assert!(since.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    // A search that nobody listens to any more stops by itself.
    let (child, out) = endless(&[]);
    drop(out);
    let ran = child.wait_with_output().expect("it ends");
    assert_eq!((ran.status.code(), text(&ran.stderr)), (Some(0), String::new()));
    // The same for a list that is longer than its reader's patience.
    let mut child = command(&["moves"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let ran = child.wait_with_output().expect("it ends");
    assert_eq!((ran.status.code(), text(&ran.stderr)), (Some(0), String::new()));
}

#[test]
fn bench_gives_the_same_nodes_every_time() {
    let told = output(&["bench", "--depth", "5", "--rules", "all"]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), RULESETS.len() + 1);
    let nodes = |line: &str| -> u64 {
        let mut words = line.split(' ').skip_while(|word| *word != "nodes").skip(1);
        words.next().expect("a count").parse().expect("a number")
    };
    let sum: u64 = lines[..RULESETS.len()].iter().map(|line| nodes(line)).sum();
    let last = last_line(&told);
    assert!(last.starts_with("nodes ") && last.contains(" nps "), "{last}");
    assert_eq!(nodes(last), sum);
    for (line, name) in lines.iter().zip(RULESETS) {
        assert!(line.starts_with(&format!("{name} nodes ")), "{line}");
    }
    let again = output(&["bench", "--depth", "5", "--rules", "filipino"]);
    let (first, index) = (again.lines().next().expect("a line"), 8);
    assert_eq!(first, lines[index], "each ruleset is searched by itself");
}

#[test]
fn refusals_say_what_where_and_what_would_be_right() {
    let cases: &[(&[&str], &[&str], &[&str])] = &[
        (&["moves", "--fne", "x"], &["moves", "'--fne'", "did you mean '--fen'?"], &["quería decir '--fen'?"]),
        (&["moves", "--frobnicate"], &["'--frobnicate'", "damero moves --help"], &["véase 'damero moves --help'"]),
        (&["moev"], &["no command 'moev'", "did you mean 'moves'?"], &["ninguna orden 'moev'"]),
        (&["frobnicate"], &["no command 'frobnicate'", "damero --help"], &["ninguna orden"]),
        (&["moves", "--fen"], &["--fen needs a value: --fen FEN"], &["--fen necesita un valor"]),
        (&["analyse", "--searchmoves"], &["--searchmoves needs a value: --searchmoves MOVE"], &["MOVE", "JUGADA"]),
        (&["perft"], &["--depth N is missing"], &["falta --depth N"]),
        (&["perft", "--depth", "x"], &["--depth: 'x'", "from 0 to 60"], &["'x'", "de 0 a 60"]),
        (&["perft", "--depth", "-1"], &["--depth: '-1'", "from 0 to 60"], &["de 0 a 60"]),
        (&["perft", "--depth", "3", "--count", "x"], &["--count: 'x'", "moves, paths"], &["ninguno de: moves, paths"]),
        (&["perft", "--depth", "3", "--threads", "0"], &["--threads: '0'", "from 1"], &["de 1 a"]),
        (&["moves", "--json=1"], &["--json takes no value", "'1'"], &["--json no lleva valor"]),
        (&["moves", "x"], &["nothing is expected here: 'x'"], &["no se espera nada aquí: 'x'"]),
        (&["analyse", "--infinite", "--time", "3"], &["--infinite", "--time"], &["no se puede usar junto con --time"]),
        (&["analyse", "--time", "0"], &["--time: '0'", "seconds above 0"], &["segundos mayor que 0"]),
        (&["analyse", "--time", "inf"], &["--time: 'inf'"], &["'inf'"]),
        (&["analyse", "--file", "/no/such/file"], &["cannot read /no/such/file"], &["no se puede leer"]),
        (&["analyse", "--searchmoves", "11-20"], &["--searchmoves: 11-20: "], &["--searchmoves: 11-20: "]),
        (
            &["analyse", "--exclude", "9-13,9-14,10-14,10-15,11-15,11-16,12-16"],
            &["leaves no move"],
            &["no deja ninguna"],
        ),
        (&["moves", "--rules", "x"], &["--rules: ", "'x'", "english"], &["'x'", "english"]),
        (&["rules", "x"], &["'x'", "damas:long"], &["'x'", "damas:long"]),
        (&["rules", "english", "--draw", "quiet"], &["--draw: 'quiet'", "quiet=80"], &["'quiet'"]),
        (&["rules", "english", "--draw", "x=1"], &["--draw: ", "'x'", "repetition"], &["'x'", "repetition"]),
        (&["rules", "english", "--draw-rules", "x"], &["--draw-rules: ", "'x'", "fmjd64"], &["'x'", "fmjd64"]),
        (&["rules", "--draw-plies", "9"], &["--draw-plies", "rules NAME"], &["rules NOMBRE"]),
        (&["moves", "--fen", "W:W33:B1"], &["FEN", "'33'", "1-32"], &["'33'", "1-32"]),
        (&["moves", "--fen", "W:W1:\n\u{1b}[2J"], &["FEN"], &["FEN"]),
        (&["diagram", "W:W32:B1", "--fen", "W:W32:B1"], &["FEN", "--fen"], &["junto con --fen"]),
        (&["completions"], &["SHELL is missing"], &["falta INTÉRPRETE"]),
        (&["completions", "tcsh"], &["'tcsh'", "bash"], &["'tcsh'", "bash"]),
        (&["help", "x"], &["'x'", "moves"], &["'x'", "moves"]),
        (&["bench", "--rules", "x"], &["'x'", "english"], &["'x'"]),
        (&["rules", "--lang", "fr"], &["--lang: 'fr'", "en, es"], &[]),
        (&["rules", "--lang"], &["--lang needs a value"], &[]),
    ];
    for (args, english, spanish) in cases {
        let said = refusal(args);
        assert!(english.iter().all(|part| said.contains(part)), "{args:?}: {said}");
        if !spanish.is_empty() {
            let told = refusal(&[&["--lang", "es"], *args].concat());
            assert!(spanish.iter().any(|part| told.contains(part)), "{args:?}: {told}");
            assert_ne!(told, said, "{args:?} is not translated");
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let bad = std::ffi::OsStr::from_bytes(b"\xff");
    for first in [&["moves", "--fen"][..], &["moves"], &[]] {
        let ran = command(first).arg(bad).output().expect("the program starts");
        let said = text(&ran.stderr);
        assert_eq!((ran.status.code(), said.lines().count()), (Some(2), 1), "{said}");
    }
}

#[test]
fn the_language_is_the_users() {
    let told = |lang: Option<&str>, all: Option<&str>, args: &[&str]| {
        let mut command = command(args);
        lang.map(|value| command.env("LANG", value));
        all.map(|value| command.env("LC_ALL", value));
        text(&command.output().expect("the program starts").stdout)
    };
    let spanish = |text: &str| text.contains("Uso: damero");
    assert!(!spanish(&told(Some("C.UTF-8"), None, &["--help"])));
    assert!(spanish(&told(Some("es_PH.UTF-8"), None, &["--help"])));
    assert!(!spanish(&told(Some("es_ES.UTF-8"), Some("en_GB.UTF-8"), &["--help"])));
    assert!(spanish(&told(Some("es_ES.UTF-8"), Some(""), &["--help"])), "an empty variable counts as not set");
    assert!(spanish(&told(Some("en_GB.UTF-8"), None, &["--help", "--lang=es"])));
    assert!(!spanish(&told(Some("es_ES.UTF-8"), None, &["--lang", "en", "moves", "--help"])));
}

#[test]
fn the_help_names_every_command_and_option() {
    let root = output(&["--help"]);
    assert_eq!(root, output(&[]), "without a command the help is printed");
    let commands: Vec<&str> = root
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next().filter(|word| !word.starts_with('-')))
        .collect();
    assert_eq!(
        commands,
        [
            "rules",
            "moves",
            "perft",
            "analyse",
            "annotate",
            "diagram",
            "play",
            "study",
            "puzzles",
            "hub",
            "dxp",
            "cb",
            "bench",
            "match",
            "openings",
            "egdb",
            "book",
            "ballot",
            "tune",
            "completions",
            "man",
            "help"
        ]
    );
    let options: &[(&str, &[&str])] = &[
        ("rules", &["--draw-rules", "--draw", "--draw-plies", "--three-kings", "--json", "--ascii", "--no-color"]),
        (
            "match",
            &[
                "--engine",
                "--time-per-move",
                "--tc",
                "--nodes",
                "--depth",
                "--openings",
                "--games",
                "--concurrency",
                "--sprt",
            ],
        ),
        (
            "match",
            &["--output", "--journal", "--resume", "--shard", "--rules", "--draw-rules", "--objective", "--quiet"],
        ),
        ("openings", &["--rules", "--seed", "--count", "--nodes", "--output", "--journal", "--resume", "--shard"]),
        (
            "egdb",
            &["--rules", "--egdb", "--pieces", "--dtw", "--memory", "--slices", "--sample", "--threads", "--json"],
        ),
        ("moves", &["--rules", "--fen", "--json", "--allow-odd"]),
        ("perft", &["--rules", "--fen", "--depth", "--divide", "--count", "--threads", "--quiet"]),
        (
            "analyse",
            &[
                "--rules",
                "--fen",
                "--file",
                "--time",
                "--depth",
                "--nodes",
                "--infinite",
                "--multipv",
                "--all-scores",
                "--searchmoves",
                "--exclude",
                "--threads",
                "--hash",
                "--draw-rules",
                "--three-kings",
                "--objective",
                "--contempt",
                "--score-from",
                "--flip",
                "--json",
                "--quiet",
                "--no-color",
            ],
        ),
        ("diagram", &["--rules", "-o, --output", "--squares", "--ascii", "--flip", "--no-color"]),
        ("hub", &["--rules", "--threads", "--hash", "--draw", "--contempt", "--position-style", "--log"]),
        ("cb", &["--rules", "--threads", "--hash", "--log"]),
        ("bench", &["--rules", "--depth"]),
    ];
    for (command, options) in options {
        for lang in ["en", "es"] {
            let help = output(&[command, "--help", "--lang", lang]);
            assert_eq!(help, output(&["help", command, "--lang", lang]));
            for option in options.iter().chain(&["--lang", "-h, --help"]) {
                assert!(help.contains(option), "{command} {option}: {help}");
            }
            let english =
                ["Usage:", "Options:", "default:", "Print "].iter().filter(|word| help.contains(**word)).count();
            assert_eq!(english == 0, lang == "es", "{command}: {help}");
        }
    }
    assert_eq!(output(&["--version"]), format!("damero {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn pages_are_written() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&["completions", shell]);
        assert!(script.contains("score-from") && script.contains("analyse"), "{shell}");
    }
    let page = output(&["man"]);
    assert!(page.contains(".TH damero") && page.contains(".SH SYNOPSIS"), "{page}");
    let page = output(&["man", "analyse", "--lang", "es"]);
    assert!(page.contains(".SH SINOPSIS") && page.contains(".SH OPCIONES") && !page.contains(".SH OPTIONS"), "{page}");
    assert!(page.contains("score"), "{page}");
}

#[test]
fn nothing_but_a_terminal_gets_colours() {
    assert!(!output(&["diagram"]).contains('\u{1b}'));
    assert!(!output(&["rules", "english"]).contains('\u{1b}'));
}

#[test]
#[ignore = "needs qemu-x86_64 (Debian: qemu-user) to play the older processor"]
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
fn an_older_processor_is_told_so() {
    let program = env!("CARGO_BIN_EXE_damero");
    let ran = Command::new("qemu-x86_64").args(["-cpu", "Nehalem", program, "moves"]).output().expect("qemu runs");
    let said = text(&ran.stderr);
    assert_eq!((ran.status.code(), said.lines().count()), (Some(2), 1), "{said}");
    assert!(said.starts_with("damero: this processor lacks ") && said.contains("avx2"), "{said}");
}
