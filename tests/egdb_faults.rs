//! What stands in the way of databases: builds that are killed, and files and folders that are not what they should be.
#![cfg(unix)]

#[path = "program/folder.rs"]
mod folder;
mod program;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use folder::Folder;
use program::{command, output, run, text};

fn build(folder: &Path, pieces: &str) -> Vec<String> {
    let path = folder.to_str().expect("UTF-8");
    let words = ["egdb", "build", "--quiet", "--rules", "spanish", "--pieces", pieces, "--egdb", path];
    words.map(str::to_owned).to_vec()
}

/// The files of a folder with their bytes.
fn files(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(&folder.0).expect("the folder is there").map(|entry| entry.expect("an entry"));
    entries
        .map(|entry| (entry.file_name().into_string().expect("UTF-8"), fs::read(entry.path()).expect("a file")))
        .collect()
}

/// What a run says that must fail: one line, without a panic, and soon.
fn said(args: &[String]) -> String {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let ran = run(&args);
    let said = text(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{args:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[test]
fn a_build_that_is_killed_again_and_again_comes_to_the_same() {
    let (whole, killed) = (Folder::new("egdb-whole"), Folder::new("egdb-killed"));
    let arguments = |folder: &Folder| build(&folder.0, "4");
    output(&arguments(&whole).iter().map(String::as_str).collect::<Vec<_>>());
    let expected = files(&whole);
    for _ in 0..3 {
        let words = arguments(&killed);
        let start = || {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            command(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
        };
        // Two at once, and both are killed when some more files are there.
        let mut both = [start(), start()];
        let before = fs::read_dir(&killed.0).map_or(0, Iterator::count);
        while fs::read_dir(&killed.0).map_or(0, Iterator::count) < before + 8 {
            if both.iter_mut().all(|child| child.try_wait().expect("a child").is_some()) {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        for mut child in both {
            // It may be done.
            let _ = child.kill();
            child.wait().expect("it ends");
        }
    }
    output(&arguments(&killed).iter().map(String::as_str).collect::<Vec<_>>());
    let mut found = files(&killed);
    // A kill can leave a file half written; it has another name.
    found.retain(|name, _| !name.ends_with(".part"));
    assert!(found == expected, "{:?}", found.keys());
}

#[test]
fn remains_of_killed_builds_are_removed_once_they_are_old() {
    let folder = Folder::new("egdb-remains");
    fs::create_dir_all(&folder.0).expect("a folder");
    let names = ["spanish.01-01.wld.77-0.part", "spanish.01-01.dtw.78-3.part", "letter.part"];
    for (name, age) in names.iter().zip([3_600, 5, 90_000]) {
        let file = File::create(folder.0.join(name)).expect("a file");
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).expect("a time");
    }
    output(&build(&folder.0, "2").iter().map(String::as_str).collect::<Vec<_>>());
    let found = files(&folder);
    assert_eq!(names.map(|name| found.contains_key(name)), [false, true, true]);
}

#[test]
fn what_is_no_file_or_no_folder_is_said() {
    let folder = Folder::new("egdb-odd");
    fs::create_dir_all(folder.0.join("spanish.10-01.wld")).expect("a folder");
    let told = said(&build(&folder.0, "3"));
    assert!(told.contains("spanish.10-01.wld is no file"), "{told}");
    fs::remove_dir(folder.0.join("spanish.10-01.wld")).expect("it was there");
    // A pipe that nobody writes to would be waited for.
    let pipe = folder.0.join("spanish.02-01.wld");
    assert!(Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
    let told = said(&build(&folder.0, "3"));
    assert!(told.contains("spanish.02-01.wld is no file"), "{told}");
    fs::remove_file(&pipe).expect("it was there");
    output(&build(&folder.0, "2").iter().map(String::as_str).collect::<Vec<_>>());
    let told = said(&build(&folder.0.join("spanish.01-01.wld"), "2"));
    assert!(told.contains("is no folder"), "{told}");
    let told = said(&build(Path::new(""), "2"));
    assert!(told.contains("--egdb"), "{told}");
}
