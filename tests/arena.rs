//! Matches played by the program: interrupted, in parts, and with engines that misbehave.

#[path = "arena/mocks.rs"]
mod mocks;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use mocks::Manner;

/// Two engines that play the same games every time, fast.
const FAST: [&str; 6] = ["--engine", "a=damero:hash=1", "--engine", "b=damero:hash=1,contempt=40", "--nodes", "400"];

/// A folder of its own for a test, gone afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("damero-arena-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn damero(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damero"));
    command.args(args).env(mocks::ENVIRONMENT, "1").env_remove("LC_ALL").env_remove("LANG").stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    damero(args).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs a match and returns its standard output; it must end well.
fn played(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}\n{}\n{}", stdout(&output), stderr(&output));
    stdout(&output)
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or("")
}

/// PDN without the times that moves took, which differ from run to run.
fn timeless(path: &str) -> String {
    let text = fs::read_to_string(path).unwrap();
    let is_time = |word: &str| word.strip_suffix('s').is_some_and(|number| number.parse::<f64>().is_ok());
    text.split_whitespace().filter(|word| !is_time(word.trim_end_matches(['}', ',']))).collect::<Vec<_>>().join(" ")
}

fn records(journal: &str) -> usize {
    fs::read_to_string(journal).unwrap_or_default().lines().count().saturating_sub(1)
}

/// Waits until something holds, but not for ever.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits for a program, but not for ever.
fn wait_for(mut child: Child) -> Output {
    wait_until("the program does not end", || child.try_wait().unwrap().is_some());
    child.wait_with_output().unwrap()
}

#[test]
fn a_match_killed_again_and_again_plays_each_game_once() {
    let scratch = Scratch::new("killed");
    let (whole, pdn) = (scratch.file("whole.pdn"), scratch.file("killed.pdn"));
    let common =
        [&["match"][..], &FAST, &["--openings", "english-3move", "--games", "60", "--concurrency", "2"]].concat();
    let expected = played(&[&common[..], &["-o", &whole]].concat());
    let journal = format!("{pdn}.journal");
    let mut killed = 0;
    for goal in [1, 13, 14, 30, 45] {
        let resume: &[&str] = if records(&journal) > 0 || Path::new(&journal).exists() { &["--resume"] } else { &[] };
        let mut child = damero(&[&common[..], &["-o", &pdn], resume].concat())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_until("no game is finished", || records(&journal) >= goal);
        child.kill().unwrap();
        child.wait().unwrap();
        killed += usize::from(records(&journal) < 60);
    }
    assert!(killed >= 3, "the match was over too soon to be killed");
    let resumed = played(&[&common[..], &["-o", &pdn, "--resume"]].concat());
    assert_eq!(resumed, expected);
    assert_eq!(timeless(&pdn), timeless(&whole));
    let numbers: HashSet<String> = fs::read_to_string(&journal)
        .unwrap()
        .lines()
        .skip(1)
        .map(|line| line.split(' ').nth(2).unwrap().split('\t').next().unwrap().to_owned())
        .collect();
    assert_eq!((numbers.len(), records(&journal)), (60, 60));
    // There is nothing left to do; the results are the same.
    assert_eq!(played(&[&common[..], &["-o", &pdn, "--resume"]].concat()), expected);
}

#[test]
fn parts_join_to_what_one_run_plays() {
    let scratch = Scratch::new("parts");
    let common =
        [&["match"][..], &FAST, &["--openings", "english-2move", "--games", "26", "--seed", "5", "--sprt", "-500,500"]]
            .concat();
    let whole = scratch.file("whole.pdn");
    let expected = played(&[&common[..], &["-o", &whole]].concat());
    let journals = [1, 2, 3].map(|part| scratch.file(&format!("{part}.journal")));
    for (part, journal) in (1..).zip(&journals) {
        played(&[&common[..], &["--shard", &format!("{part}/3"), "--journal", journal, "--concurrency", "2"]].concat());
    }
    let joined = scratch.file("joined.pdn");
    let [one, two, three] = journals.each_ref().map(String::as_str);
    assert_eq!(played(&["match", "merge", three, one, two, "-o", &joined]), expected);
    assert_eq!(timeless(&joined), timeless(&whole));
    let missing = run(&["match", "merge", one, three]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("2/3"), "{}", stderr(&missing));
    // A part that is not finished is not joined.
    let text = fs::read_to_string(two).unwrap();
    let shorter = text.lines().count() - 1;
    fs::write(two, text.split_inclusive('\n').take(shorter).collect::<String>()).unwrap();
    let unfinished = run(&["match", "merge", one, two, three]);
    assert_eq!(unfinished.status.code(), Some(2));
    assert!(stderr(&unfinished).contains("1 games are still to be played"), "{}", stderr(&unfinished));
}

#[test]
fn ctrl_c_saves_and_says_how_to_go_on() {
    if !cfg!(unix) {
        return;
    }
    let scratch = Scratch::new("ctrl-c");
    let pdn = scratch.file("x.pdn");
    let journal = format!("{pdn}.journal");
    let common = [&["match"][..], &FAST, &["--openings", "english-3move", "-o", &pdn]].concat();
    let child = damero(&common).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until("no game is finished", || records(&journal) >= 2);
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = wait_for(child);
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).contains("--resume"), "{}", stderr(&output));
    assert!(last_line(&stdout(&output)).starts_with("W-L-D "), "{}", stdout(&output));
    let games = records(&journal);
    assert!((2..312).contains(&games), "{games}");
    let written = fs::read_to_string(&pdn).unwrap();
    assert_eq!(written.matches("[Event ").count(), games);
}

#[test]
fn only_the_same_match_goes_on_and_only_once_at_a_time() {
    let scratch = Scratch::new("same");
    let journal = scratch.file("x.journal");
    let common = [&["match"][..], &FAST[..4], &["--journal", &journal, "--openings", "english-3move"]].concat();
    let child = damero(&[&common[..], &["--time-per-move", "0.3"]].concat()).stdout(Stdio::null()).spawn().unwrap();
    wait_until("no journal", || fs::metadata(&journal).is_ok_and(|file| file.len() > 0));
    let second = run(&[&common[..], &["--time-per-move", "0.3", "--resume"]].concat());
    let mut child = child;
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(stderr(&second).contains("another program is writing"), "{}", stderr(&second));
    for (changed, said) in [
        (&["--time-per-move", "0.2", "--resume"][..], "time 0.3 s/move, not 0.2 s/move"),
        (&["--time-per-move", "0.3", "--resume", "--max-plies", "80"], "max-plies 500, not 80"),
        (&["--time-per-move", "0.3", "--resume", "--games", "2"], "games 312, not 2"),
        (&["--time-per-move", "0.3", "--resume", "--draw-rules", "none"], "draws"),
        (&["--time-per-move", "0.3", "--resume", "--shard", "1/2"], "shard 1/1, not 1/2"),
        (&["--time-per-move", "0.3"], "--resume"),
    ] {
        let refused = run(&[&common[..], changed].concat());
        assert_eq!(refused.status.code(), Some(2), "{changed:?}");
        assert!(stderr(&refused).contains(said), "{changed:?}: {}", stderr(&refused));
    }
}

/// Plays an honest engine against one with a fault; what must be said of the games it lost.
fn match_with(scratch: &Scratch, test: &str, kind: &str) {
    let pdn = scratch.file(&format!("{test}.pdn"));
    let (honest, faulty) = (mocks::engine("honest", "hub", "mock_honest"), mocks::engine("faulty", "hub", test));
    let args = [
        "match",
        "--engine",
        &faulty,
        "--engine",
        &honest,
        "--time-per-move",
        "0.1",
        "--hang-timeout",
        "1.5",
        "--games",
        "4",
        "-o",
        &pdn,
    ];
    let begun = Instant::now();
    let output = run(&args);
    assert_eq!(output.status.code(), Some(0), "{test}: {}\n{}", stdout(&output), stderr(&output));
    assert!(begun.elapsed() < Duration::from_secs(60), "{test}: waited too long");
    let text = stdout(&output);
    assert!(last_line(&text).starts_with("W-L-D 0-4-0 score 0.0% elo -inf"), "{test}: {text}");
    assert!(text.contains(&format!("faulty lost 4 by {kind}")), "{test}: {text}");
    let pdn = fs::read_to_string(&pdn).unwrap();
    assert_eq!(pdn.matches(&format!("[Termination \"faulty loses by {kind}: ")).count(), 4, "{test}: {pdn}");
    assert_eq!((pdn.matches("[Result \"1-0\"]").count(), pdn.matches("[Result \"0-1\"]").count()), (2, 2), "{pdn}");
    assert!(stderr(&output).contains(&format!("game 1: faulty loses by {kind}")), "{test}: {}", stderr(&output));
}

#[test]
fn a_crash_loses_the_game() {
    match_with(&Scratch::new("crash"), "mock_crash", "crash");
}

#[test]
fn a_hang_loses_the_game() {
    match_with(&Scratch::new("hang"), "mock_hang", "hang");
}

#[test]
fn endless_talk_loses_the_game() {
    match_with(&Scratch::new("babble"), "mock_babble", "hang");
}

#[test]
fn an_illegal_move_loses_the_game() {
    match_with(&Scratch::new("illegal"), "mock_illegal", "illegal move");
}

#[test]
fn thinking_too_long_loses_the_game() {
    match_with(&Scratch::new("slow"), "mock_slow", "time");
}

#[test]
fn honest_engines_finish_their_games() {
    let scratch = Scratch::new("honest");
    let pdn = scratch.file("x.pdn");
    let (one, two) = (mocks::engine("one", "hub", "mock_honest"), mocks::engine("two", "cb", "mock_cb"));
    let text = played(&[
        "match",
        "--engine",
        &one,
        "--engine",
        &two,
        "--tc",
        "60+0.1",
        "--games",
        "4",
        "--openings",
        "english-3move",
        "-o",
        &pdn,
        "--by-opening",
    ]);
    assert!(!text.contains("lost"), "{text}");
    assert!(text.starts_with("1: 9-13 21-17 5-9  "), "{text}");
    let pdn = fs::read_to_string(&pdn).unwrap();
    assert_eq!(pdn.matches("[TimeControl \"60+0.1\"]").count(), 4);
    assert!(pdn.contains("{[%clk 0:01:00.000] +0.10/3 "), "{pdn}");
    assert!(pdn.contains(" +0.03/4 "), "the score and the depth in a status line");
}

#[test]
fn another_build_of_ours_plays_as_we_do() {
    let scratch = Scratch::new("build");
    let (one, two) = (scratch.file("one.pdn"), scratch.file("two.pdn"));
    let build = format!("b=damero:{},hash=1,contempt=40", env!("CARGO_BIN_EXE_damero"));
    for (rules, openings) in [("english", "english-3move"), ("filipino", ""), ("russian", "")] {
        let deck: &[&str] = if openings.is_empty() { &[] } else { &["--openings", openings] };
        let common =
            [&["match", "--engine", FAST[1], "--nodes", "400", "--games", "4", "--rules", rules][..], deck].concat();
        let here = played(&[&common[..], &["--engine", FAST[3], "-o", &one]].concat());
        let there = played(&[&common[..], &["--engine", &build, "-o", &two]].concat());
        assert_eq!(here, there, "{rules}");
        assert_eq!(timeless(&one), timeless(&two), "{rules}");
        [&one, &two].into_iter().for_each(|pdn| fs::remove_file(format!("{pdn}.journal")).unwrap());
    }
}

#[test]
fn an_engine_that_never_starts_ends_the_match_at_once() {
    let mute = mocks::engine("mute", "hub", "mock_mute");
    let begun = Instant::now();
    let output =
        run(&["match", "--engine", "damero:hash=1", "--engine", &mute, "--nodes", "100", "--hang-timeout", "0.5"]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).contains("mute: did not answer within 1.0 s"), "{}", stderr(&output));
    assert!(begun.elapsed() < Duration::from_secs(30));
    let unknown = format!("{} param:speed=9", mocks::engine("x", "hub", "mock_honest"));
    let output = run(&["match", "--engine", "damero:hash=1", "--engine", &unknown, "--nodes", "100"]);
    assert!(stderr(&output).contains("x: could not be started: it has no parameter speed"), "{}", stderr(&output));
    let italian = mocks::engine("x", "hub", "mock_honest");
    let output =
        run(&["match", "--engine", "damero:hash=1", "--engine", &italian, "--nodes", "100", "--rules", "italian"]);
    assert!(stderr(&output).contains("x: could not be started: it does not play italian"), "{}", stderr(&output));
}

#[test]
fn a_test_stops_a_match_and_answers_by_its_status() {
    let (strong, weak) = ("strong=damero:hash=1", mocks::engine("weak", "hub", "mock_illegal"));
    let args = |first: &str, second: &str| {
        let args = [
            "match",
            "--engine",
            first,
            "--engine",
            second,
            "--depth",
            "3",
            "--openings",
            "english-3move",
            "--sprt",
            "0,50",
        ];
        run(&args)
    };
    let accepted = args(strong, &weak);
    let text = stdout(&accepted);
    assert_eq!(accepted.status.code(), Some(0), "{text}{}", stderr(&accepted));
    assert!(text.contains(": accepted") && !text.contains("W-L-D 312"), "{text}");
    let rejected = args(&weak, strong);
    assert_eq!(rejected.status.code(), Some(1), "{}", stdout(&rejected));
    assert!(stdout(&rejected).contains(": rejected"));
}

#[test]
fn three_engines_play_each_other() {
    let scratch = Scratch::new("three");
    let pdn = scratch.file("x.pdn");
    let args = [
        "match",
        "--engine",
        "a=damero:hash=1",
        "--engine",
        "b=damero:hash=1",
        "--engine",
        "c=damero:hash=1",
        "--depth",
        "2",
        "--games",
        "2",
        "--openings",
        "english-2move",
        "--concurrency",
        "2",
        "-o",
        &pdn,
    ];
    let text = played(&args);
    assert!(text.lines().filter(|line| line.contains("  - ")).count() == 6, "{text}");
    let pdn = fs::read_to_string(&pdn).unwrap();
    for (white, black) in [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")] {
        assert_eq!(pdn.matches(&format!("[White \"{white}\"]\n[Black \"{black}\"]")).count(), 1, "{white} {black}");
    }
}

#[test]
fn every_ruleset_and_the_other_objective_can_be_played() {
    for rules in
        ["italian", "spanish", "russian", "brazilian", "pool", "czech", "filipino", "damas:short", "damas:mixed"]
    {
        let text = played(
            &[&["match"][..], &FAST[..4], &["--depth", "3", "--games", "2", "--rules", rules, "--quiet"]].concat(),
        );
        assert!(text.starts_with("W-L-D ") && text.lines().count() == 1, "{rules}: {text}");
    }
    played(&[&["match"][..], &FAST[..4], &["--depth", "3", "--objective", "giveaway"]].concat());
}

#[test]
fn adjudication_and_the_longest_game_end_games() {
    let scratch = Scratch::new("adjudicated");
    let pdn = scratch.file("x.pdn");
    let args = [&["match"][..], &FAST, &["-o", &pdn]].concat();
    played(&[&args[..], &["--max-plies", "10"]].concat());
    assert_eq!(fs::read_to_string(&pdn).unwrap().matches("[Termination \"drawn, too long\"]").count(), 2);
    fs::remove_file(format!("{pdn}.journal")).unwrap();
    played(&[&args[..], &["--adjudicate-draw", "100,6"]].concat());
    let text = fs::read_to_string(&pdn).unwrap();
    assert_eq!(text.matches("[Termination \"adjudicated\"]").count(), 2, "{text}");
    let numbered = |number: &str| text.split_whitespace().any(|word| word == number);
    assert!(numbered("3.") && !numbered("4."), "six plies and no more: {text}");
}

#[test]
fn wrong_arguments_are_said_in_one_line() {
    for (args, said) in [
        (&["match"][..], "--time-per-move"),
        (&["match", "--nodes", "5"], "two engines or more"),
        (&["match", "--nodes", "5", "--engine", "damero", "--engine", "uci:x"], "--engine: 'uci:x' is no engine"),
        (&["match", "--nodes", "5", "--tc", "5"], "cannot be used"),
        (&["match", "--tc", "0"], "--tc: '0' is no clock"),
        (&["match", "merge"], "no journal is given"),
        (&["match", "join"], "'join' is not expected"),
        (&["match", "--nodes", "5", "--engine", "damero", "--engine", "damero", "--resume"], "--journal"),
        (&["match", "--nodes", "5", "--engine", "damero", "--engine", "damero", "--openings", "x"], "'x' is no deck"),
        (&["match", "--nodes", "5", "--engine", "damero", "--engine", "damero", "--shard", "3/2"], "--shard: '3/2'"),
        (&["match", "--nodes", "5", "--engine", "damero", "--engine", "damero", "--sprt", "5,0"], "--sprt: '5,0'"),
        (&["match", "merge", "/no/such/journal"], "/no/such/journal"),
        (&["openings"], "say 'make'"),
        (&["openings", "make", "--shard", "1/2"], "need --journal"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(said), "{args:?}: {}", stderr(&output));
        assert_eq!(stderr(&output).lines().count(), 1, "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn a_set_of_openings_is_made_and_played_from() {
    let scratch = Scratch::new("openings");
    let make = ["openings", "make", "--rules", "russian", "--seed", "3", "--count", "4", "--nodes", "3000"];
    let whole = scratch.file("whole.fen");
    assert_eq!(last_line(&played(&[&make[..], &["-o", &whole]].concat())), "4");
    let journals = [scratch.file("1"), scratch.file("2")];
    for (shard, journal) in ["1/2", "2/2"].into_iter().zip(&journals) {
        assert_eq!(last_line(&played(&[&make[..], &["--shard", shard, "--journal", journal]].concat())), "2");
    }
    let joined = scratch.file("joined.fen");
    played(&["openings", "merge", &journals[0], &journals[1], "-o", &joined]);
    assert_eq!(fs::read_to_string(&joined).unwrap(), fs::read_to_string(&whole).unwrap());
    let text = played(
        &[&["match"][..], &FAST[..4], &["--depth", "2", "--rules", "russian", "--openings", &whole, "--by-opening"]]
            .concat(),
    );
    assert_eq!(text.lines().take_while(|line| !line.contains("engine")).count(), 4, "{text}");
}

/// The mock library, compiled with some definition; `None` where there is no C compiler.
fn library(scratch: &Scratch, define: &str) -> Option<String> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/arena/mock_engine.c");
    let file = scratch.file(&format!("mock_{define}.so"));
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let compiled =
        Command::new(&compiler).args(["-shared", "-fPIC", "-O1", &format!("-D{define}"), "-o", &file, source]).status();
    match compiled {
        Ok(status) => {
            assert!(status.success(), "{compiler} does not compile {source}");
            Some(file)
        }
        Err(error) => {
            eprintln!("skipped, as there is no C compiler: {compiler}: {error}");
            None
        }
    }
}

#[test]
fn a_library_plays_whole_games() {
    let scratch = Scratch::new("library");
    let Some(library) = library(&scratch, "HONEST") else { return };
    let pdn = scratch.file("x.pdn");
    let engine = format!("lib=cblib:{library}");
    let text = played(&[
        "match",
        "--engine",
        "a=damero:hash=1",
        "--engine",
        &engine,
        "--time-per-move",
        "0.02",
        "--time-margin",
        "2",
        "--games",
        "4",
        "--openings",
        "english-3move",
        "-o",
        &pdn,
    ]);
    assert!(!text.contains("lost"), "{text}");
    assert!(last_line(&text).starts_with("W-L-D 4-0-0"), "{text}");
    let pdn = fs::read_to_string(&pdn).unwrap();
    assert!(pdn.contains("{/5 "), "the depth in the status: {pdn}");
}

#[test]
fn a_library_that_fails_is_started_again() {
    let scratch = Scratch::new("bad-library");
    for (define, kind) in [("HANG", "hang"), ("CRASH", "crash"), ("ILLEGAL", "illegal move")] {
        let Some(library) = library(&scratch, define) else { return };
        let engine = format!("lib=cblib:{library}");
        let text = played(&[
            "match",
            "--engine",
            "a=damero:hash=1",
            "--engine",
            &engine,
            "--time-per-move",
            "0.02",
            "--time-margin",
            "2",
            "--hang-timeout",
            "2",
            "--games",
            "2",
        ]);
        assert!(text.contains(&format!("lib lost 2 by {kind}")), "{define}: {text}");
    }
    let none = run(&[
        "match",
        "--engine",
        "damero:hash=1",
        "--engine",
        &format!("lib=cblib:{}", file!()),
        "--time-per-move",
        "0.1",
    ]);
    assert_eq!(none.status.code(), Some(2));
    assert!(stderr(&none).contains("lib: could not be started"), "{}", stderr(&none));
}

macro_rules! mock {
    ($($name:ident => $manner:expr;)*) => {
        $(
            #[test]
            #[ignore = "an engine for the other tests"]
            fn $name() {
                mocks::hub($manner);
            }
        )*
    };
}

mock! {
    mock_honest => Manner::Honest;
    mock_crash => Manner::Crashes;
    mock_hang => Manner::Hangs;
    mock_illegal => Manner::PlaysIllegally;
    mock_slow => Manner::IsSlow;
    mock_babble => Manner::Babbles;
    mock_mute => Manner::IsMute;
}

#[test]
#[ignore = "an engine for the other tests"]
fn mock_cb() {
    mocks::cb();
}
