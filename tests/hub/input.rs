//! Input that is odd, comes at the wrong time, or ends.

use std::time::Duration;

use crate::client::{Hub, value};

#[test]
fn odd_input_is_ignored_or_refused_and_the_session_goes_on() {
    let mut hub = Hub::new("english", &[]);
    for line in ["", " ", "\t\r", "foo", "Hub", "PING", "go=think", "pos=", "=", "\"", "\"\"\"", "info depth=3", "done"]
    {
        hub.send(line);
    }
    hub.send_bytes(b"\0\0\0\n\xFF\xFE\x80\n\xEF\xBB\xBFping\r\n");
    hub.expect("pong");
    let mut garbage: Vec<u8> = (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    garbage.push(b'\n');
    hub.send_bytes(&garbage);
    hub.send("stop");
    hub.send("ponder-hit");
    assert!(hub.ping() < Duration::from_secs(5));
    hub.quit();
}

#[test]
fn lines_of_a_megabyte_are_survived() {
    let mut hub = Hub::new("english", &[]);
    hub.send(&"x".repeat(1 << 20));
    hub.send(&format!("{} {}", "foo", "y=\"z ".repeat(1 << 18)));
    hub.ping();
    // So many moves fit into a line that is read; the first illegal one is named.
    hub.send(&format!("pos start moves=\"{}\"", "11-15 ".repeat(150_000)));
    hub.expect("error message=\"moves: number 2, 11-15");
    hub.send(&format!("pos start moves=\"{}\"", "11-15 ".repeat(400_000)));
    hub.expect("error message=\"pos: the line is too long");
    hub.send(&format!("pos pos={}", "w".repeat(1 << 19)));
    hub.expect("error message=\"pos: a position has 33 characters");
    hub.quit();
}

#[test]
fn wrong_positions_are_refused_by_name_and_never_searched() {
    let mut hub = Hub::new("english", &[]);
    for (line, part) in [
        ("pos", "write pos=, fen= or start"),
        ("pos moves=\"11-15\"", "write pos=, fen= or start"),
        ("pos pos=", "33 characters"),
        ("pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwww", "33 characters"),
        ("pos pos=?bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "side to move"),
        ("pos pos=Wbbbbbbbbbbbbeeeexeeewwwwwwwwwwww", "square 17"),
        ("pos pos=Wbbbbbbbbbbbbbeeeeeeewwwwwwwwwwww", "12"),
        ("pos pos=Wwbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "square 1"),
        ("pos fen=", "fen: "),
        ("pos fen=W:W33:B1", "33"),
        ("pos fen=\"W:W1:B2\"", "square 1"),
        ("pos start moves=\"11-15 11-16\"", "moves: number 2, 11-16"),
        ("pos start moves=\"hello\"", "moves: number 1, hello"),
        ("pos start moves=\"11-15 22-18 9-13\"", "compulsory"),
        ("pos start moves=\"11-15", "a quote is opened"),
        ("pos start counts=\"H-1\"", "counts: "),
        ("pos start counts=\"H99999999999\"", "counts: "),
    ] {
        hub.send(line);
        let (_, answer) = hub.next();
        assert!(answer.starts_with("error message=\"") && answer.contains(part), "{line}: {answer}");
        assert_eq!(answer.matches('"').count(), 2, "{answer}");
    }
    let answer = hub.go(&["pos start moves=\"11-16 11-16\"", "level depth=1", "go think"]);
    assert_eq!((&*answer.best, answer.errors.len()), ("none", 2), "no move in a wrong position");
    let answer = hub.go(&["pos start", "go think"]);
    assert!(answer.errors.is_empty() && answer.best != "none");
    hub.quit();
}

#[test]
fn what_comes_during_a_search_holds_from_the_next_on() {
    let mut hub = Hub::new("english", &[]);
    hub.send("level infinite");
    hub.send("go think");
    hub.send("go think");
    loop {
        match hub.next().1 {
            line if line.starts_with("info ") => {}
            line => {
                assert!(line.starts_with("error message=\"go: a search is running"), "{line}");
                break;
            }
        }
    }
    for line in [
        "pos fen=W:W32:B1",
        "level depth=2",
        "set-param name=threads value=2",
        "set-param name=hash value=4",
        "ponder-hit",
        "new-game",
        "pos fen=W:W32:B1",
    ] {
        hub.send(line);
    }
    hub.expect_silence(Duration::from_millis(100));
    for (asked, answered) in [("init", "ready"), ("hub", "wait")] {
        hub.send(asked);
        while hub.next().1 != answered {}
    }
    hub.send("stop");
    let first = hub.answer();
    assert!(
        first.best.split('-').next().and_then(|n| n.parse().ok()).is_some_and(|from: u8| from <= 12),
        "Black's move"
    );
    hub.send("stop");
    let second = hub.go(&["go think"]);
    assert!(second.best.starts_with("32-"), "the position that came meanwhile: {}", second.best);
    assert!(second.infos.iter().all(|line| value(line, "depth").is_some_and(|depth| depth <= "2")));
    hub.quit();
}

#[test]
fn a_variant_that_changes_during_a_search_does_not_touch_its_answer() {
    let mut hub = Hub::new("spanish", &[]);
    hub.send("level infinite");
    hub.send("go think");
    hub.send("set-param name=variant value=pool");
    hub.send("stop");
    let spanish = hub.answer().best;
    assert!(spanish.split('-').next().and_then(|n| n.parse().ok()).is_some_and(|from: u8| from <= 12), "{spanish}");
    let pool = hub.go(&["level depth=3", "go think"]).best;
    assert!(pool.split('-').next().and_then(|n| n.parse().ok()).is_some_and(|from: u8| from <= 12), "{pool}");
    hub.quit();
}

#[test]
fn the_end_of_the_input_stops_a_search_whose_answer_is_still_written() {
    for go in ["go think", "go ponder", "go analyze"] {
        let mut hub = Hub::new("russian", &["threads=2"]);
        hub.send("level infinite");
        hub.send(go);
        hub.expect_silence(Duration::from_millis(60));
        hub.close_input();
        let rest = hub.ended();
        assert_eq!(rest.iter().filter(|line| line.starts_with("done move=")).count(), 1, "{go}: {rest:?}");
        assert!(rest.last().is_some_and(|line| line.starts_with("done move=")), "{go}: {rest:?}");
    }
}

#[test]
fn half_a_line_and_the_end_are_no_trouble() {
    for half in ["go thi", "pos start moves=\"11-", "set-par", "qui", "\0", "ping"] {
        let mut hub = Hub::new("english", &[]);
        hub.send_bytes(half.as_bytes());
        hub.close_input();
        let rest = hub.ended();
        assert!(rest.len() <= 40, "{half}: {rest:?}");
    }
    let mut hub = Hub::with(&[], "");
    hub.close_input();
    assert!(hub.ended().is_empty());
}

#[test]
fn quit_during_a_search_ends_it() {
    let mut hub = Hub::new("english", &[]);
    hub.send("level infinite");
    hub.send("go think");
    hub.expect_silence(Duration::from_millis(50));
    hub.send("quit");
    hub.send("ping");
    let rest = hub.ended();
    assert!(rest.last().is_some_and(|line| line.starts_with("done move=")), "{rest:?}");
}

#[test]
fn the_log_has_the_traffic_and_its_level() {
    let folder = std::env::temp_dir().join(format!("damero-hub-log-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for logs");
    let logged = |level: &str| {
        let path = folder.join(format!("{level}.log"));
        let mut hub = Hub::with(&["--log", path.to_str().expect("a path")], level);
        hub.send("pos start moves=wrong");
        hub.expect("error ");
        let answer = hub.go(&["pos start", "level depth=3", "go think"]);
        assert!(!answer.infos.is_empty());
        hub.send("no-such-command");
        hub.quit();
        std::fs::read_to_string(path).expect("a log")
    };
    let info = logged("info");
    for part in [" < pos start moves=wrong", " > error message=", " > done move=", " < quit"] {
        assert!(info.contains(part), "{part} in\n{info}");
    }
    assert!(!info.contains("unknown command quit") && info.contains("unknown command no-such-command"));
    let debug = logged("damero=debug");
    assert!(debug.contains("Think about") && debug.lines().count() > info.lines().count());
    let error = logged("error");
    assert!(error.contains("error message=") && !error.contains("done move="));
    let _ = std::fs::remove_dir_all(&folder);
}
