//! When answers come: stop, ping, pondering, clocks, and many searches in a row.

use std::time::{Duration, Instant};

use damero::VARIANTS;

use crate::client::{Hub, number};

/// What the protocol promises for `stop`, `ping` and `quit`.
const PROMISED: Duration = Duration::from_millis(50);
/// What one answer may take where other tests keep the processor busy; the median must keep the promise.
const SLACK: Duration = Duration::from_millis(500);

/// Checks times against the promise and says what they were.
fn judge(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{what}: median {median:?}, worst {worst:?} of {}", times.len());
    assert!(median <= PROMISED && worst <= SLACK, "{what}: median {median:?}, worst {worst:?}");
}

#[test]
fn stop_and_ping_are_answered_within_50_ms_in_every_ruleset() {
    let (mut stops, mut pings) = (Vec::new(), Vec::new());
    for (i, variant) in VARIANTS.iter().enumerate() {
        let mut hub = Hub::new(variant.name, &[&format!("threads={}", 1 + i % 2), "multipv=2"]);
        hub.send("level infinite");
        for go in ["go think", "go analyze"] {
            hub.send(go);
            hub.expect_silence(Duration::from_millis(40));
            pings.push(hub.ping());
            let asked = Instant::now();
            hub.send("stop");
            stops.push(hub.answer().at.duration_since(asked));
        }
        hub.quit();
    }
    judge("stop", stops);
    judge("ping", pings);
}

#[test]
fn quit_ends_a_search_within_50_ms() {
    let times = (0..7).map(|i| {
        // A small table: how long the system takes to hand out and take back the memory of a large one, with other tests
        // asking for theirs, is not the search's doing.
        let mut hub = Hub::new(VARIANTS[i].name, &["hash=32", "threads=2"]);
        hub.send("level infinite");
        hub.send("go think");
        hub.expect_silence(Duration::from_millis(60));
        let asked = Instant::now();
        hub.send("quit");
        hub.ended();
        asked.elapsed()
    });
    judge("quit", times.collect());
}

#[test]
fn more_threads_than_processors_keep_no_answer_waiting() {
    let mut hub = Hub::new("english", &["threads=1024"]);
    let mut stops = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..5 {
        hub.send("level infinite");
        hub.send("go think");
        hub.expect_silence(Duration::from_millis(40));
        let asked = Instant::now();
        hub.send("stop");
        stops.push(hub.answer().at.duration_since(asked));
        hub.send("level move-time=0.05");
        let asked = Instant::now();
        hub.send("go think");
        moves.push(hub.answer().at.duration_since(asked).saturating_sub(Duration::from_millis(50)));
    }
    hub.quit();
    judge("stop of many threads", stops);
    judge("move of many threads, past its time", moves);
}

#[test]
fn a_stop_right_after_go_still_gives_a_move() {
    let mut hub = Hub::new("brazilian", &[]);
    hub.send("level infinite");
    for _ in 0..50 {
        let answer = hub.go(&["go think", "stop"]);
        assert!(answer.best != "none" && !answer.infos.is_empty());
    }
    hub.quit();
}

#[test]
fn pondering_answers_on_a_hit_or_a_stop_and_not_before() {
    let mut hub = Hub::new("english", &["ponder=true"]);
    for level in ["level depth=2", "level nodes=10", "level move-time=0.01", "level time=0", "level time=1 inc=1"] {
        for end in ["ponder-hit", "stop"] {
            hub.send(level);
            hub.send("pos start moves=\"11-15 22-18\"");
            hub.send("go ponder");
            hub.expect_silence(Duration::from_millis(70));
            hub.ping();
            hub.send(end);
            let answer = hub.answer();
            assert!(answer.best != "none" && answer.errors.is_empty());
            hub.send("stop");
            hub.send("ponder-hit");
            hub.ping();
        }
    }
    // A hit does not end a search without bounds.
    hub.send("level infinite");
    hub.send("pos fen=W:W32:B1");
    hub.send("go ponder");
    hub.expect_silence(Duration::from_millis(50));
    hub.send("ponder-hit");
    hub.expect_silence(Duration::from_millis(50));
    hub.send("stop");
    assert_eq!(hub.answer().best.split('-').next(), Some("32"));
    // A hit is of no use to a search that is no pondering.
    hub.send("go think");
    hub.send("ponder-hit");
    hub.expect_silence(Duration::from_millis(50));
    hub.send("stop");
    hub.answer();
    hub.quit();
}

#[test]
fn the_clock_runs_from_the_ponder_hit_on() {
    let mut hub = Hub::new("english", &["move-overhead=0"]);
    hub.send("level move-time=0.3");
    hub.send("pos start moves=\"11-15\"");
    hub.send("go ponder");
    hub.expect_silence(Duration::from_millis(400));
    let hit = Instant::now();
    hub.send("ponder-hit");
    let took = hub.answer().at.duration_since(hit);
    assert!(took >= Duration::from_millis(280) && took < Duration::from_millis(300) + SLACK, "{took:?}");
    hub.quit();
}

#[test]
fn pondering_is_no_slower_under_load() {
    let mut hub = Hub::new("english", &["threads=1024", "ponder=true", "move-overhead=0"]);
    let (mut pings, mut stops, mut hits) = (Vec::new(), Vec::new(), Vec::new());
    for end in ["ponder-hit", "stop", "ponder-hit", "stop", "ponder-hit", "stop"] {
        hub.send("level move-time=0.02");
        hub.send("pos start moves=\"11-15 22-18\"");
        hub.send("go ponder");
        hub.expect_silence(Duration::from_millis(50));
        pings.push(hub.ping());
        let asked = Instant::now();
        hub.send(end);
        let took = hub.answer().at.duration_since(asked);
        if end == "stop" { stops.push(took) } else { hits.push(took.saturating_sub(Duration::from_millis(20))) }
    }
    hub.quit();
    judge("ping while pondering", pings);
    judge("stop of pondering", stops);
    judge("move after a ponder-hit, past its time", hits);
}

#[test]
fn the_engine_is_ready_within_2_s_of_its_start() {
    let mut times: Vec<Duration> = (0..3)
        .map(|i| {
            let began = Instant::now();
            let mut hub = Hub::with(&[], "");
            hub.send(&format!("set-param name=variant value={}", VARIANTS[3 * i].name));
            hub.send("set-param name=hash value=256");
            hub.send("init");
            let ready = hub.expect("ready").duration_since(began);
            hub.quit();
            ready
        })
        .collect();
    times.sort();
    println!("ready: {times:?}");
    assert!(times[1] < Duration::from_secs(2), "{times:?}");
}

/// The greatest depth that was told.
fn deepest(infos: &[String]) -> Option<u32> {
    infos.iter().map(|info| number(info, "depth") as u32).max()
}

#[test]
fn a_limited_strength_answers_at_once_and_analyses_in_full() {
    let mut hub = Hub::new("russian", &["limit-strength=3"]);
    hub.send("level time=600");
    let asked = Instant::now();
    let answer = hub.go(&["go think"]);
    assert!(answer.at.duration_since(asked) < Duration::from_secs(2) && answer.best != "none");
    assert!(deepest(&answer.infos) <= Some(2), "{:?}", answer.infos);
    let answer = hub.go(&["level depth=5", "go analyze"]);
    assert_eq!(deepest(&answer.infos), Some(5), "{:?}", answer.infos);
    hub.quit();
}

#[test]
fn the_programs_book_answers_at_once_and_is_not_asked_in_analysis() {
    let mut hub = Hub::new("english", &["book=on"]);
    hub.send("level move-time=60");
    hub.send("pos start");
    hub.ping();
    let asked = Instant::now();
    let answer = hub.go(&["go think"]);
    assert!(answer.at.duration_since(asked) < Duration::from_secs(10));
    assert_ne!(answer.best, "none");
    let answer = hub.go(&["level depth=5", "go analyze"]);
    assert_eq!(deepest(&answer.infos), Some(5), "{:?}", answer.infos);
    hub.quit();
}

/// How long an answer takes under a level.
fn time_of(hub: &mut Hub, level: &str) -> Duration {
    hub.send("new-game");
    hub.send(level);
    hub.ping();
    let asked = Instant::now();
    hub.send("go think");
    hub.answer().at.duration_since(asked)
}

#[test]
fn levels_of_every_kind_take_their_time() {
    let mut hub = Hub::new("english", &["move-overhead=0"]);
    let at_once =
        ["level time=0", "level time=-5", "level moves=3", "level inc=0", "level move-time=-1", "level depth=0"];
    for level in at_once.into_iter().chain(["level time=-0.19999999999999998 inc=0.2", "level move-time=1e-05"]) {
        let took = time_of(&mut hub, level);
        assert!(took < Duration::from_millis(20) + SLACK, "{level}: {took:?}");
    }
    let took = time_of(&mut hub, "level move-time=0.2");
    assert!(took >= Duration::from_millis(190) && took < Duration::from_millis(200) + SLACK, "{took:?}");
    // Half a second for one move, the increment included, of which most can be used.
    let took = time_of(&mut hub, "level moves=1 time=-0.5 inc=1");
    assert!(took >= Duration::from_millis(100) && took < Duration::from_millis(500) + SLACK, "{took:?}");
    let took = time_of(&mut hub, "level");
    assert!(took >= Duration::from_secs(4) && took < Duration::from_secs(6), "five seconds by default, not {took:?}");
    hub.quit();
}

/// Many short searches in a row: neither memory nor threads may grow. `DAMERO_HUB_SEARCHES` sets their number.
#[test]
fn many_searches_leave_nothing_behind() {
    let many = std::env::var("DAMERO_HUB_SEARCHES").ok().and_then(|n| n.parse().ok()).unwrap_or(1_000);
    let mut hub = Hub::new("english", &["threads=2", "move-overhead=0", "hash=1"]);
    // The table is touched page by page; a long search brings all of it into memory.
    hub.go(&["level nodes=400000", "go think"]);
    hub.send("level move-time=0.001");
    let search = |hub: &mut Hub, i: usize| {
        // Fresh positions, such that go on, and changes of the set-up.
        match i % 3 {
            0 => hub.send("pos start moves=\"11-15 22-18 15x22x18\""),
            1 => hub.send("pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"),
            _ => hub.send(&format!("set-param name=multipv value={}", 1 + i / 3 % 2)),
        }
        hub.send("go think");
        assert_ne!(hub.answer().best, "none");
    };
    (0..100).for_each(|i| search(&mut hub, i));
    let before = (hub.status("VmRSS:"), hub.status("Threads:"));
    (0..many).for_each(|i| search(&mut hub, i));
    let after = (hub.status("VmRSS:"), hub.status("Threads:"));
    println!("{many} searches: KiB in memory and threads {before:?} before, {after:?} after");
    assert_eq!(before.1, after.1, "threads");
    if let (Some(before), Some(after)) = (before.0, after.0) {
        assert!(after < before + (1 << 10), "{before} KiB before, {after} KiB after");
    }
    hub.quit();
}
