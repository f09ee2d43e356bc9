//! `damero book` and `damero ballot` as their users run them.

mod program;

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use program::{command, output, run, text};

/// A folder of a test's own, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("damero-book-test-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

/// A small book; searches of next to nothing make it at once.
fn build<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["book", "build", "--rules", "czech", "-o", file, "--nodes", "300", "--threads", "2"];
    args.extend(more);
    args
}

#[test]
fn a_book_is_built_asked_and_played_by() {
    let folder = Folder::new("built");
    let file = folder.file("czech.book");
    let told = output(&build(&file, &["--positions", "150"]));
    assert!(last_line(&told).starts_with("positions ") && last_line(&told).contains(" expanded "), "{told}");
    assert!(!fs::exists(folder.file("czech.book.journal")).unwrap(), "the journal has done its duty");

    let probed = output(&["book", "probe", "--rules", "czech", "--book", &file]);
    let moves: Vec<&str> = probed.lines().filter(|line| line.starts_with("move ")).collect();
    assert_eq!(moves.len(), 7, "{probed}");
    let best = moves[0].split(' ').nth(1).unwrap();
    assert!(last_line(&probed).starts_with(&format!("line {best}")), "{probed}");
    let after = output(&["book", "probe", "--rules", "czech", "--book", &file, best, "--json"]);
    assert!(after.contains("\"schema\":1") && after.contains("\"moves\":[{\"move\":"), "{after}");
    let unknown = run(&["book", "probe", "--rules", "czech", "--book", &file, "--fen", "W:W21:B1"]);
    assert_eq!(unknown.status.code(), Some(1));

    let info = output(&["book", "info", "--rules", "czech", "--book", &file]);
    assert!(info.contains("rules czech\n") && last_line(&info).starts_with("made damero "), "{info}");

    // An engine plays the best move at once, and none of the book where it is off.
    let by_book = ["analyse", "--rules", "czech", "--depth", "1", "--book", &file, "--book-margin", "0", "--json"];
    let played = output(&by_book);
    assert!(played.contains("\"nodes\":0") && !played.contains("\"bestmove\":null"), "{played}");
    assert!(!output(&["analyse", "--rules", "czech", "--depth", "1", "--json"]).contains("\"nodes\":0"));

    // More work goes on from it.
    let more = output(&build(&file, &["--positions", "150"]));
    let count = |told: &str| last_line(told).split(' ').nth(1).and_then(|n| n.parse::<u32>().ok()).unwrap();
    assert!(count(&more) > count(&told));
}

#[test]
fn a_build_that_is_killed_goes_on_to_the_same_book() {
    let folder = Folder::new("killed");
    let (whole, file) = (folder.file("whole.book"), folder.file("killed.book"));
    let bounds = ["--positions", "400"];
    output(&build(&whole, &bounds));
    let journal = folder.file("killed.book.journal");
    let mut kills = 0;
    for times in 0..50 {
        let mut args = build(&file, &bounds);
        args.extend((times > 0).then_some("--resume"));
        let mut child = command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        let length = || fs::metadata(&journal).map_or(0, |data| data.len());
        let (before, began) = (length(), Instant::now());
        // Killed once something more is written down.
        while length() < before + 1500 && child.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < Duration::from_secs(120));
            std::thread::sleep(Duration::from_millis(1));
        }
        if kills < 3 && child.try_wait().unwrap().is_none() {
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
            kills += 1;
            assert!(!fs::exists(&file).unwrap() || fs::exists(&journal).unwrap());
        } else {
            assert!(child.wait().expect("it ends").success());
            break;
        }
    }
    assert!(kills > 0, "too fast to be killed");
    let probe = |file: &str| output(&["book", "probe", "--rules", "czech", "--book", file]);
    assert_eq!(probe(&file), probe(&whole));
    assert!(!fs::exists(&journal).unwrap());
}

#[test]
fn parts_are_merged_to_the_whole() {
    let folder = Folder::new("parts");
    let whole = folder.file("whole.book");
    let told = output(&build(&whole, &["--positions", "200"]));
    let parts = [folder.file("1.book"), folder.file("2.book")];
    for (part, shard) in parts.iter().zip(["1/2", "2/2"]) {
        output(&build(part, &["--positions", "200", "--shard", shard]));
    }
    let joined = folder.file("joined.book");
    let merged = output(&["book", "merge", &parts[1], &parts[0], "--rules", "czech", "-o", &joined]);
    let counts = |told: &str| last_line(told).split(" bytes ").next().map(str::to_owned);
    assert_eq!(counts(&merged), counts(&told));
    let probe = |file: &str| output(&["book", "probe", "--rules", "czech", "--book", file]);
    assert_eq!(probe(&joined), probe(&whole));
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let folder = Folder::new("wrong");
    let (torn, foreign) = (folder.file("torn.book"), folder.file("foreign.book"));
    let good = folder.file("good.book");
    output(&build(&good, &["--positions", "20"]));
    let bytes = fs::read(&good).unwrap();
    fs::write(&torn, &bytes[..bytes.len() - 9]).unwrap();
    fs::write(&foreign, "[Event \"no book\"]").unwrap();
    for (args, said) in [
        (vec!["book"], "is missing"),
        (vec!["book", "read"], "say 'build'"),
        (vec!["book", "build", "--time", "1"], "--output FILE is missing"),
        (vec!["book", "build", "-o", "x.book"], "give --time S"),
        (vec!["book", "build", "-o", "x.book", "--time", "1", "--shard", "3/2"], "K/N"),
        (vec!["book", "build", "--rules", "czech", "-o", &foreign, "--time", "1"], "no opening book"),
        (vec!["book", "info", "--rules", "czech", "--book", &torn], "bytes where"),
        (vec!["book", "info", "--rules", "pool", "--book", &good], "is a book of czech; give one of pool"),
        (vec!["book", "probe", "--rules", "czech", "--book", "no/such.book"], "cannot be read"),
        (vec!["book", "probe", "11-16", "1-32"], "1-32"),
        (vec!["book", "merge", &good, &torn, "--rules", "czech", "-o", "x.book"], "bytes where"),
        (vec!["ballot", "--deck", "no-such"], "english-3move, english-2move, unbalanced-english"),
        (vec!["ballot", "--seed", "-1"], "seed"),
    ] {
        let ran = run(&args);
        let errors = text(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{args:?}: {errors}");
        assert!(errors.contains(said) && !errors.contains("panicked"), "{args:?}: {errors}");
    }
    // With such a book an engine says so and plays on.
    let ran = run(&["analyse", "--rules", "czech", "--depth", "2", "--book", &torn, "--quiet"]);
    assert!(text(&ran.stderr).contains("bytes where"));
    assert!(last_line(&text(&ran.stdout)).starts_with("bestmove "));
}

#[test]
fn ballots_are_drawn_by_their_seed_from_all_openings() {
    let draw = |seed: u32, more: &[&str]| {
        let seed = seed.to_string();
        let mut args = vec!["ballot", "--seed", &seed];
        args.extend(more);
        output(&args)
    };
    assert_eq!(draw(7, &[]), draw(7, &[]));
    let told = draw(7, &[]);
    assert!(last_line(&told).starts_with("W:W"), "three moves on it is White's turn: {told}");
    let moves = output(&["moves", "--fen", last_line(&told)]);
    assert!(moves.lines().count() > 0);
    for (rules, deck, many) in [("russian", "russian-fmjd", "734"), ("brazilian", "brazilian-idf", "733")] {
        let told = draw(3, &["--rules", rules, "--deck", deck]);
        assert!(told.contains(&format!("one of {many} openings of {deck}")), "{told}");
    }
    let json = draw(5, &["--rules", "italian", "--json"]);
    assert!(json.contains("\"deck\":\"italian-2move\",\"openings\":47,\"seed\":5"), "{json}");
}
