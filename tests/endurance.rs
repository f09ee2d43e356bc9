//! Many short searches in a row through the library, and sessions whose input ends in the midst of one.
#![cfg(feature = "engine")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use damero::{EngineOptions, Game, Limits, Silent, StopHandle, VARIANTS, engine};

/// Threads are counted, so that the tests of this file come one by one.
static ALONE: Mutex<()> = Mutex::new(());

/// A number of this process's status, where the system tells it.
fn status(key: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok()
}

/// Neither memory nor threads may grow. `DAMERO_SEARCHES` sets their number.
#[test]
fn many_searches_through_the_library_leave_nothing_behind() {
    let _alone = ALONE.lock();
    let many = std::env::var("DAMERO_SEARCHES").ok().and_then(|n| n.parse().ok()).unwrap_or(1_000);
    let options = EngineOptions { threads: 2, hash_mib: 1, ..EngineOptions::default() };
    let mut engine = engine(VARIANTS[0].laws, &options);
    let mut game = Game::new(&VARIANTS[0]);
    let whole = Limits { nodes: Some(200_000), ..Limits::default() };
    engine.search(&game, &whole, &StopHandle::new(), &mut Silent);
    let limits = Limits { move_time: Some(Duration::from_millis(1)), ..Limits::default() };
    let mut search = || {
        let result = engine.search(&game, &limits, &StopHandle::new(), &mut Silent);
        match result.best {
            Some(best) if game.outcome().is_none() => game.play(best).unwrap(),
            _ => {
                game = Game::new(&VARIANTS[0]);
                engine.new_game();
            }
        }
    };
    // Whole games, so that whatever is kept of endings is there.
    (0..300).for_each(|_| search());
    let before = (status("VmRSS:"), status("Threads:"));
    (0..many).for_each(|_| search());
    let after = (status("VmRSS:"), status("Threads:"));
    println!("{many} searches: KiB in memory and threads {before:?} before, {after:?} after");
    assert_eq!(before.1, after.1, "threads");
    if let (Some(before), Some(after)) = (before.0, after.0) {
        assert!(after < before + (4 << 10), "{before} KiB before, {after} KiB after");
    }
}

fn started(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damero"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Ends the input once the program has begun to answer; all that it wrote, and how long it took from then on.
fn cut_off(args: &[&str], input: &str) -> (String, Duration) {
    let mut child = started(args);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    stdin.flush().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    output.read_line(&mut text).unwrap();
    std::thread::sleep(Duration::from_millis(50));
    drop(stdin);
    let ended = Instant::now();
    while output.read_line(&mut text).unwrap() > 0 {}
    let took = ended.elapsed();
    let end = child.wait().unwrap();
    assert!(end.success(), "{args:?}: {end}");
    (text, took)
}

#[test]
fn the_end_of_the_input_ends_a_search_of_checkerboards() {
    let _alone = ALONE.lock();
    let (text, took) = cut_off(&["cb", "--hash", "1", "--book", "off"], "getmove B:W21-32:B1-12 maxtime=600 exact\n");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("move ")), "{text}");
    assert!(took < Duration::from_secs(2), "{took:?}");
}

#[test]
fn a_limited_strength_answers_at_once_in_checkerboards_text_and_dxp() {
    let _alone = ALONE.lock();
    let (text, _) = cut_off(&["cb", "--limit-strength", "2"], "getmove B:W21-32:B1-12 maxtime=600\n");
    assert!(text.contains("depth 1 ") && text.contains("\nmove ") && !text.contains("depth 2 "), "{text}");
    let request = format!("R01{:<32}W000000A\n", "peer");
    // White moves first and is the program; at full strength it would think for a minute.
    let (text, _) = cut_off(&["dxp", "--rules", "russian", "--limit-strength", "2", "--time", "60"], &request);
    assert!(text.starts_with('A') && text.contains("\nM"), "{text}");
}

#[test]
fn folders_of_databases_are_taken_by_dxp_and_checkerboards_text() {
    let _alone = ALONE.lock();
    let (text, _) = cut_off(&["cb", "--egdb", "some folder"], "get dbpath\nget max_dbpieces\n");
    assert!(text.starts_with("1 some folder\n"), "{text}");
    let (text, _) = cut_off(&["cb", "--egdb", "off"], "get max_dbpieces\n");
    assert_eq!(text, "1 0\n");
    let request = format!("R01{:<32}W000000A\n", "peer");
    let (text, _) = cut_off(&["dxp", "--rules", "russian", "--egdb", "off", "--nodes", "50"], &request);
    assert!(text.starts_with('A') && text.contains("\nM"), "{text}");
}
