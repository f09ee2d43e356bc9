//! Databases as engines are told to use them: by analyse, by Hub's parameters, and by whoever ends the games of a match.
#![cfg(feature = "engine")]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

mod program;

use program::{command, output, run, text};

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

#[test]
fn files_that_cannot_be_used_are_told_and_left_aside() {
    let folder = scratch("egdb-use");
    let name = folder.to_str().expect("a plain path");
    let analyse = ["analyse", "--fen", "W:WK15,K18:BK3", "--depth", "6", "--threads", "1", "--quiet", "--egdb", name];
    let ran = run(&analyse);
    assert_eq!(ran.status.code(), Some(0));
    assert!(text(&ran.stderr).contains(name), "{}", text(&ran.stderr));
    assert!(text(&ran.stdout).contains("bestmove "));
    output(&["egdb", "build", "--rules", "english", "--pieces", "2", "--egdb", name, "--quiet"]);
    let ran = run(&analyse);
    assert_eq!((ran.status.code(), text(&ran.stderr).as_str()), (Some(0), ""));
    let file = fs::read_dir(&folder)
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some() && fs::metadata(path).is_ok_and(|file| file.len() > 64));
    let file = file.expect("a database");
    let bytes = fs::read(&file).expect("it can be read");
    fs::write(&file, &bytes[..bytes.len() / 2]).expect("it can be written");
    let ran = run(&analyse);
    let told = text(&ran.stderr);
    assert!(ran.status.code() == Some(0) && told.contains(file.to_str().expect("a plain path")), "{told}");
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn hub_tells_of_a_folder_that_is_not_there() {
    let mut child = command(&["hub"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
    let mut input = child.stdin.take().expect("input");
    let lines = "hub\nset-param name=bb-path value=no/such/folder\ninit\npos start\nlevel depth=2\ngo think\n";
    input.write_all(lines.as_bytes()).expect("it reads");
    drop(input);
    let written = text(&child.wait_with_output().expect("it ends").stdout);
    assert!(written.contains("param name=bb-path value=\"\" type=string"), "{written}");
    assert!(written.contains("param name=bb-size value=7 type=int min=0 max=7"), "{written}");
    let error = written.lines().find(|line| line.starts_with("error ")).unwrap_or_default();
    assert!(error.contains("no/such/folder"), "{written}");
    assert!(written.lines().last().is_some_and(|line| line.starts_with("done move=")), "{written}");
}

#[test]
fn a_match_is_ended_by_databases_where_that_is_asked_for() {
    let openings = scratch("egdb-openings").with_extension("txt");
    fs::write(&openings, "B:WK32,28:BK1,5 even\n").expect("it can be written");
    let pdn = openings.with_extension("pdn");
    let (openings, pdn_name) = (openings.to_str().expect("a path"), pdn.to_str().expect("a path"));
    let play = ["match", "--engine", "a=damero:hash=1", "--engine", "b=damero:hash=1,egdb=off", "--nodes", "200"];
    let told = output(&[&play[..], &["--openings", openings, "--adjudicate-egdb", "-o", pdn_name]].concat());
    let games = fs::read_to_string(&pdn).expect("the games");
    assert!(games.contains("adjudicated by endgame database"), "{games}");
    assert!(told.contains("by endgame databases"), "{told}");
    let resumed =
        output(&[&play[..], &["--openings", openings, "--adjudicate-egdb", "-o", pdn_name, "--resume"]].concat());
    assert_eq!(told.lines().last(), resumed.lines().last());
}
