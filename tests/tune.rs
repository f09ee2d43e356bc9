//! `damero tune`: self-play, fits and checks.

#[path = "program/folder.rs"]
mod folder;
mod program;

use std::fs;
use std::path::{Path, PathBuf};

use folder::Folder;
use program::{output, run};

/// Enough games of a few nodes a move for the least number of positions that a fit takes.
const GAMES: &str = "192";

/// A folder of a test's own that is there.
fn made(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir_all(&folder.0).expect("a folder can be made");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("paths of tests are UTF-8")
}

/// Self-play of the tests' settings, with some more.
fn selfplay(file: &Path, more: &[&str]) -> String {
    let words =
        ["tune", "selfplay", "--rules", "english", "--games", GAMES, "--nodes", "60", "--seed", "5", "-o", text(file)];
    output(&[&words[..], more].concat())
}

/// The weights that a short fit learns from files.
fn weights(folder: &Folder, files: &[PathBuf]) -> Vec<u8> {
    let out = folder.0.join("fitted.net");
    let mut words = vec!["tune", "fit", "--epochs", "2", "--threads", "2", "-o", text(&out)];
    words.extend(files.iter().map(|file| text(file)));
    let told = output(&words);
    assert!(told.lines().last().is_some_and(|line| line.starts_with("best epoch ")), "{told}");
    fs::read(&out).expect("the fit has written weights")
}

#[test]
fn positions_are_the_same_in_parts_and_after_a_break() {
    let folder = made("tune-parts");
    let whole = folder.0.join("whole.sp");
    let told = selfplay(&whole, &["--threads", "2"]);
    let count: usize =
        told.trim().rsplit(' ').next().and_then(|count| count.parse().ok()).expect("the number of positions");
    assert!(count > 10_000, "{told}");
    let parts = [folder.0.join("one.sp"), folder.0.join("two.sp")];
    for (file, shard) in parts.iter().zip(["1/2", "2/2"]) {
        selfplay(file, &["--threads", "1", "--shard", shard]);
    }
    let learnt = weights(&folder, std::slice::from_ref(&whole));
    // A file that was cut in the middle of a block is gone on with.
    let mut bytes = fs::read(&whole).expect("it can be read");
    bytes.truncate(bytes.len() / 2);
    let broken = folder.0.join("broken.sp");
    fs::write(&broken, &bytes).expect("it can be written");
    assert_eq!(selfplay(&broken, &["--threads", "1", "--resume"]), told);
    assert_eq!(weights(&folder, &[broken]), learnt, "what was played again is not the same");
    let in_parts: u64 = parts.iter().map(|file| file.metadata().map_or(0, |found| found.len())).sum();
    let header = 52;
    assert_eq!(in_parts, whole.metadata().map_or(0, |found| found.len()) + header);
}

#[test]
fn positions_searched_again_are_the_same_ones_with_other_scores() {
    let folder = made("tune-rescore");
    let data = folder.0.join("data.sp");
    let told = selfplay(&data, &[]);
    let rescored = |name: &str, more: &[&str]| {
        let file = folder.0.join(name);
        let words = ["tune", "rescore", text(&data), "--nodes", "200", "-o", text(&file)];
        (output(&[&words[..], more].concat()), file)
    };
    let (again, one) = rescored("one.sp", &["--threads", "1"]);
    assert_eq!(again.trim().rsplit(' ').next(), told.trim().rsplit(' ').next());
    let learnt = weights(&folder, std::slice::from_ref(&one));
    assert_ne!(weights(&folder, std::slice::from_ref(&data)), learnt, "the scores are as before");
    // A file that was cut in the middle of a block is gone on with, by more threads.
    let bytes = fs::read(&one).expect("it can be read");
    fs::write(folder.0.join("two.sp"), &bytes[..bytes.len() / 3]).expect("it can be written");
    let (resumed, two) = rescored("two.sp", &["--threads", "2", "--resume"]);
    assert_eq!((resumed, weights(&folder, &[two])), (again, learnt));
    assert_eq!(data.metadata().map_or(0, |found| found.len()), bytes.len() as u64);
}

#[test]
fn a_fit_is_the_same_each_time_and_is_checked_and_plays() {
    let folder = made("tune-fit");
    let data = folder.0.join("data.sp");
    selfplay(&data, &[]);
    let learnt = weights(&folder, std::slice::from_ref(&data));
    assert_eq!(weights(&folder, std::slice::from_ref(&data)), learnt);
    let net = folder.0.join("fitted.net");
    let told = output(&["tune", "check", text(&net), text(&data)]);
    assert_eq!(told.lines().filter(|line| line.starts_with("expected ")).count(), 10, "{told}");
    assert_eq!(told.lines().filter(|line| line.starts_with("error ")).count(), 10, "{told}");
    let own = output(&["analyse", "--depth", "6", "--threads", "1"]);
    let other = output(&["analyse", "--depth", "6", "--threads", "1", "--weights", text(&net)]);
    assert!(other.contains("bestmove "), "{other}");
    assert_ne!(own, other, "the weights make no difference");
}

#[test]
fn bad_files_are_told_in_a_line() {
    let folder = made("tune-bad");
    let (data, out) = (folder.0.join("data.sp"), folder.0.join("x.net"));
    selfplay(&data, &[]);
    let refused = |words: &[&str], what: &str| {
        let ran = run(words);
        let stderr = program::text(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{words:?}: {stderr}");
        assert!(stderr.contains(what) && stderr.trim().lines().count() == 1, "{words:?}: {stderr}");
    };
    // Not over what is there.
    refused(&["tune", "selfplay", "--games", "1", "-o", text(&data)], "data.sp");
    refused(&["tune", "selfplay", "--games", "1", "--resume", "-o", text(&data)], "other rules, seed");
    refused(&["tune", "rescore", text(&data)], "--output FILE is missing");
    refused(&["tune", "rescore", "/no/such/file", "-o", text(&out)], "/no/such/file");
    refused(&["tune", "rescore", text(&data), "-o", text(&data)], "data.sp");
    refused(&["tune", "rescore", text(&data), "--resume", "-o", text(&data)], "other rules, seed");
    refused(&["tune", "fit", "-o", text(&out)], "tune: say");
    refused(&["tune", "fit", text(&data)], "--output FILE is missing");
    refused(&["tune", "fit", "/no/such/file", "-o", text(&out)], "/no/such/file");
    let mut bytes = fs::read(&data).expect("it can be read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    let changed = folder.0.join("changed.sp");
    fs::write(&changed, &bytes).expect("it can be written");
    refused(&["tune", "fit", text(&changed), "-o", text(&out)], "is damaged");
    refused(&["tune", "check", text(&data), text(&data)], "holds no weights");
    refused(&["analyse", "--depth", "1", "--weights", text(&data)], "holds no weights");
    refused(&["bench", "--rules", "all", "--weights", text(&data)], "one set of laws");
    assert!(!out.exists());
}
