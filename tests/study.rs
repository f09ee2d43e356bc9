//! Studies on the command line.
#![cfg(feature = "engine")]

mod program;

use program::{output, run, text};

#[test]
fn a_study_is_told_and_written_as_json() {
    let args = ["study", "W:W7:B3", "--threads", "1", "--hash", "1"];
    let told = output(&args);
    let last = told.lines().last().expect("a verdict");
    assert!(told.contains("FEN W:W7:B3"), "{told}");
    assert!(told.lines().any(|line| line.starts_with("verdict ")), "{told}");
    let json = output(&[&args[..], &["--json"]].concat());
    assert_eq!(json.lines().count(), 1);
    for part in
        ["{\"schema\":1,\"type\":\"study\",\"rules\":\"english\",\"fen\":\"W:W7:B3\"", "\"verdict\":", "\"main\":["]
    {
        assert!(json.contains(part), "{part}: {json}");
    }
    assert!(!last.is_empty());
}

#[test]
fn what_a_study_is_asked_for_is_answered() {
    let refuted = output(&["study", "W:WK18,K19:BK27", "--goal", "draw", "--threads", "1"]);
    assert!(refuted.contains("verdict refuted"), "{refuted}");
    let open = output(&["study", "W:WK32:BK5", "--egdb", "off", "--time", "0.2", "--threads", "1"]);
    assert!(open.contains("not proven") && open.contains("verdict unproven"), "{open}");
    let spanish = output(&["study", "W:WK18,K19:BK27", "--lang", "es", "--points", "3", "--threads", "1"]);
    assert!(spanish.contains("juegan las blancas y ganan") && spanish.contains("por base de datos"), "{spanish}");
    let wrong = run(&["study", "W:W33:B1"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("33"));
}
