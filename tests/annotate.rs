//! `damero annotate` as its users run it: what it says of games, where it leaves it, how it goes on.

#[path = "program/folder.rs"]
mod folder;
mod program;

use std::fs;
use std::path::PathBuf;

use damero::{
    EngineOptions, Game, Limits, PdnGame, PdnReader, PdnRecord, PdnResult, Silent, State, StopHandle, Variant, engine,
    parse_fen, parse_move, read_pdn, write_pdn, write_record,
};
use folder::Folder;
use program::{command, run, text};

fn variant(name: &str) -> &'static Variant {
    Variant::named(name).unwrap()
}

/// A folder for a test, made.
fn made(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir_all(&folder.0).unwrap();
    folder
}

fn path(folder: &Folder, name: &str) -> String {
    folder.0.join(name).to_str().unwrap().to_owned()
}

/// Runs `annotate`; its standard output, and the games of the PDN it wrote.
fn annotate(file: &str, options: &[&str]) -> (String, Vec<PdnRecord>) {
    let output = format!("{file}.out.pdn");
    let args = [&["annotate", file, "-o", &output], options].concat();
    let told = program::output(&args);
    (told, games(&output))
}

fn games(file: &str) -> Vec<PdnRecord> {
    let bytes = fs::read(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let games = PdnReader::by_game_type(bytes.as_slice(), variant("english"));
    games.map(|game| game.unwrap_or_else(|error| panic!("{file}: {error}"))).collect()
}

fn accuracy(game: &PdnRecord) -> [Option<f64>; 2] {
    ["WhiteAccuracy", "BlackAccuracy"].map(|name| game.tag(name).map(|text| text.parse().unwrap()))
}

/// A game as PDN in which each move is chosen by a function.
fn game(name: &str, plies: usize, mut choose: impl FnMut(&Game) -> damero::Move) -> String {
    let variant = variant(name);
    let mut game = Game::new(variant);
    while game.moves().len() < plies && game.outcome().is_none() {
        let played = choose(&game);
        game.play(played).unwrap();
    }
    let moves = game.moves().iter().map(|&played| (played, String::new())).collect();
    write_pdn(
        &PdnGame { tags: Vec::new(), start: State::new(variant.start()), moves, result: PdnResult::Unknown },
        variant,
    )
}

fn random_game(name: &str, seed: u64, plies: usize) -> String {
    let mut bits = seed;
    game(name, plies, |game| {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let legal = game.legal_moves();
        legal[(bits >> 33) as usize % legal.len()]
    })
}

#[test]
fn our_own_moves_are_accurate_and_random_ones_are_not() {
    let folder = made("accuracy");
    for name in ["english", "russian", "italian"] {
        let options = EngineOptions { hash_mib: 4, ..EngineOptions::default() };
        let mut engine = engine(variant(name).laws, &options);
        // The first moves are random, so that there is something to play for.
        let mut bits = 5u64;
        let ours = game(name, 60, |game| {
            let legal = game.legal_moves();
            if game.moves().len() < 4 {
                bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                return legal[(bits >> 33) as usize % legal.len()];
            }
            engine.new_game();
            // Two lines, as it is searched below: the search is the same, so its best move is.
            let multipv = game.legal_moves().len().min(2);
            let limits = Limits { nodes: Some(4000), multipv, ..Limits::default() };
            engine.search(game, &limits, &StopHandle::new(), &mut Silent).best.unwrap()
        });
        // Those first moves are no moves of ours: they come off.
        let record = read_pdn(&ours, variant(name)).remove(0).unwrap();
        let start = record.states(&variant(name).draws)[4];
        let moves = record.moves[4..].iter().map(|&played| (played, String::new())).collect();
        let ours = write_pdn(&PdnGame { tags: Vec::new(), start, moves, result: PdnResult::Unknown }, variant(name));
        let random: String = (1..=8).map(|seed| random_game(name, seed, 60)).collect();
        let file = path(&folder, &format!("{name}.pdn"));
        fs::write(&file, ours + &random).unwrap();
        let (_, games) = annotate(&file, &["--nodes", "4000", "--hash", "4", "--threads", "2"]);
        assert_eq!(games.len(), 9);
        let accuracies: Vec<[Option<f64>; 2]> = games.iter().map(accuracy).collect();
        println!("{name}: {accuracies:?}");
        assert!(accuracies[0].iter().all(|of| of.is_some_and(|of| of >= 97.0)), "{name}: {accuracies:?}");
        // Every player at random, not only most of them.
        let random: Vec<f64> = accuracies[1..].iter().flatten().flatten().copied().collect();
        assert!(random.len() >= 8 && random.iter().all(|&of| of < 60.0), "{name}: {accuracies:?}");
    }
}

#[test]
fn mistakes_are_marked_and_mended_and_the_rest_is_kept() {
    let folder = made("mistakes");
    let file = path(&folder, "games.pdn");
    // In the second game White lets a king be taken, and the draw with it.
    let text = "[White \"one\"]\n[Black \"two\"]\n[Result \"1/2-1/2\"]\n\n\
                1. 9-13 {a {nested} word} 21-17 (21-14 {no move}) 2. 5-9 25-21 1/2-1/2\n\n\
                [FEN \"W:WK10,K28:BK1,K4\"]\n\n1. 10-6! 1x10 *\n";
    fs::write(&file, text).unwrap();
    let output = path(&folder, "out.pdn");
    let ran = run(&["annotate", &file, "-o", &output, "--nodes", "20000", "--hash", "4"]);
    // The variation that cannot be played is told of, and the game is done all the same.
    assert_eq!(ran.status.code(), Some(2), "{}", text_of(&ran.stderr));
    let said = text_of(&ran.stderr);
    assert!(said.contains("games.pdn:5:34: variation kept as a comment: 21-14"), "{said}");
    let told = text_of(&ran.stdout);
    assert_eq!(told.lines().last(), Some("games 2 moves 6"), "{told}");
    let records = games(&output);
    let record = &records[0];
    assert_eq!(record.tag("Opening"), Some("1: 9-13 21-17 5-9"));
    assert!(record.tag("Annotator").unwrap().contains("20000 nodes"));
    assert_eq!(record.result, PdnResult::Drawn);
    assert_eq!(record.play.moves[0].comments[0], "a (nested) word");
    assert_eq!(record.play.moves[1].comments[0], "(21-14 no move)");
    let given = &records[1].play.moves[0];
    assert_eq!(given.nags, [4], "{given:?}");
    let better = &given.variations[0];
    assert!(better.moves[0].played != given.played, "{better:?}");
    assert!(given.comments[0].ends_with(", loses 50%, was !"), "{given:?}");
    assert!(better.moves.last().unwrap().comments == ["database: draw"], "{better:?}");
    for record in &records {
        let again = write_record(record);
        assert_eq!(write_record(&read_pdn(&again, variant("english")).remove(0).unwrap()), again);
    }
}

fn text_of(bytes: &[u8]) -> String {
    text(bytes)
}

#[test]
fn small_endings_have_the_databases_truth() {
    let folder = made("endings");
    let file = path(&folder, "ending.pdn");
    // Two kings against one in the double corner's shadow: won; a king against a king: drawn.
    let fen = "[SetUp \"1\"]\n[FEN \"W:WK18,K15:BK1\"]\n\n";
    fs::write(&file, format!("{fen}1. 15-10 1-5 2. 10-6 *\n\n[FEN \"W:WK32:BK1\"]\n\n1. 32-28 1-6 *\n")).unwrap();
    let (_, games) = annotate(&file, &["--nodes", "2000", "--hash", "1"]);
    let said = |game: usize, place: usize| games[game].play.moves[place].comments[0].clone();
    assert!(said(0, 0) == "database: White wins in 10", "{}", said(0, 0));
    assert!(said(1, 0) == "database: draw", "{}", said(1, 0));
    assert!(said(1, 1) == "database: draw", "{}", said(1, 1));
    let from_white = annotate(&file, &["--nodes", "2000", "--hash", "1", "--score-from", "white", "--egdb", "off"]).1;
    assert!(!from_white[0].play.moves[0].comments[0].contains("database"));
}

#[test]
fn each_game_has_its_own_rules_and_the_same_work_gives_the_same_text() {
    let folder = made("rules");
    let file = path(&folder, "mixed.pdn");
    let text: String =
        ["russian", "english", "filipino", "spanish"].iter().map(|name| random_game(name, 3, 12)).collect();
    fs::write(&file, text + "1. 11-15 99-1 *\n").unwrap();
    let out = |threads: &str| {
        let output = path(&folder, &format!("{threads}.pdn"));
        let ran = run(&["annotate", &file, "-o", &output, "--depth", "5", "--hash", "1", "--threads", threads]);
        assert_eq!(ran.status.code(), Some(2));
        assert!(
            text_of(&ran.stderr).contains("mixed.pdn:") && text_of(&ran.stderr).contains("99"),
            "{}",
            text_of(&ran.stderr)
        );
        fs::read_to_string(&output).unwrap()
    };
    let (one, three) = (out("1"), out("3"));
    assert_eq!(one, three);
    let names: Vec<&str> = games(&path(&folder, "1.pdn")).iter().map(|game| game.variant.name).collect();
    assert_eq!(names, ["russian", "english", "filipino", "spanish"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on_where_it_was() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = made("interrupt");
    let file = path(&folder, "games.pdn");
    fs::write(&file, (1..=12).map(|seed| random_game("english", seed, 4)).collect::<String>()).unwrap();
    let (whole, part) = (path(&folder, "whole.pdn"), path(&folder, "part.pdn"));
    let args = |out: &str, more: &[&str]| -> Vec<String> {
        let fixed = ["annotate", &file, "-o", out, "--nodes", "20000", "--hash", "1", "--threads", "1"];
        fixed.iter().chain(more).map(|&word| word.to_owned()).collect()
    };
    let words = |args: &[String]| args.iter().map(|word| word.to_owned()).collect::<Vec<String>>();
    let run_all = |args: Vec<String>| run(&words(&args).iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(run_all(args(&whole, &[])).status.code(), Some(0));
    let journal = PathBuf::from(format!("{part}.journal"));
    assert!(!PathBuf::from(format!("{whole}.journal")).exists(), "a run that is done leaves no journal");

    let begin = args(&part, &[]);
    let mut begin = command(&begin.iter().map(String::as_str).collect::<Vec<_>>());
    let mut child = begin.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    while lines() < 7 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is written down");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // The games that were done are there to be read; what a crash would leave of a record does no harm.
    assert!(games(&part).len() < 12);
    let records = fs::read_to_string(&journal).unwrap();
    let kept: String = records.split_inclusive('\n').take(6).collect();
    fs::write(&journal, kept + "6 half").unwrap();
    let refused = run_all(args(&part, &[]));
    assert!(text_of(&refused.stderr).contains("--resume"), "{}", text_of(&refused.stderr));
    let other = run_all(args(&part, &["--resume", "--depth", "9"]));
    assert!(text_of(&other.stderr).contains("search"), "{}", text_of(&other.stderr));
    let resumed = run_all(args(&part, &["--resume"]));
    assert_eq!(resumed.status.code(), Some(0), "{}", text_of(&resumed.stderr));
    assert_eq!(fs::read_to_string(&part).unwrap(), fs::read_to_string(&whole).unwrap());
    assert!(!journal.exists());
    assert_eq!(run_all(args(&part, &["--resume"])).status.code(), Some(2), "there is nothing to go on with");
}

#[test]
fn the_page_holds_everything_and_loads_nothing() {
    let folder = made("page");
    let file = path(&folder, "games.pdn");
    let hostile = "</script><script>document.title='gone'</script><!-- \\\" ' & \u{2028}";
    let first = "1. 11-15 {</script><img src=x onerror=alert(1)>} 22-18 (22-17 {</title>}) 2. 15x22 25x18 *\n";
    let text = format!("[White \"{hostile}\"]\n[Event \"{hostile}\"]\n[{}x \"y\"]\n\n{first}\n", "a".repeat(50));
    fs::write(&file, text + &random_game("spanish", 4, 20) + &random_game("russian", 4, 20)).unwrap();
    let page = path(&folder, "games.html");
    let told = program::output(&["annotate", &file, "--html", &page, "--depth", "4", "--hash", "1"]);
    assert!(told.ends_with("games 3 moves 44\n"), "{told}");
    assert!(!PathBuf::from(format!("{file}.out.pdn")).exists());
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"));
    // As many scripts as the page has itself, nothing from outside, nothing of the file's outside its strings.
    assert_eq!(html.matches("<script").count(), 3 + 2);
    assert_eq!(html.matches("</script").count(), 3 + 2);
    assert!(!html.contains("<img") && !html.contains("<!--"), "{html}");
    for word in ["src=", "href=", "url(", "@import"] {
        assert!(!html.contains(word) || word == "src=" && !html.contains("<img"), "{word}");
    }
    assert!(
        html.contains("default-src 'none'")
            && html.contains("width=device-width")
            && html.contains("prefers-color-scheme: dark")
    );
    // What the file says is on the page: its variation, of which the text is kept safe.
    assert!(
        html.contains("\\u003c/title\\u003e")
            && html.contains("\"variations\":[{\"comments\":[],\"moves\":[{\"text\":\"22-17\"")
    );
    for game in html.split("class=\"game\"").skip(1) {
        let data = game.split_once('>').unwrap().1.split("</script>").next().unwrap();
        assert!(data.starts_with('{') && data.ends_with('}') && !data.contains('<'), "{data}");
        assert!(data.matches("\"white\":").count() > 0);
        // The squares that are lit up are those that the move names.
        let names = data.split_once("\"names\":[").unwrap().1.split_once(']').unwrap().0;
        let names: Vec<&str> = names.split(',').map(|name| name.trim_matches('"')).collect();
        for step in data.split("\"text\":\"").skip(1) {
            let text = step.split('"').next().unwrap();
            let end =
                |key: &str| -> usize { step.split_once(key).unwrap().1.split(',').next().unwrap().parse().unwrap() };
            let ends: Vec<&str> = text.split(['-', 'x', ':']).collect();
            let (first, last) = (ends[0], ends[ends.len() - 1]);
            assert_eq!((names[end("\"from\":")], names[end("\"to\":")]), (first, last), "{text}");
        }
    }
    let spanish = program::output(&["annotate", &file, "--html", &page, "--depth", "2", "--hash", "1", "--lang", "es"]);
    assert!(spanish.ends_with("games 3 moves 44\n"));
    assert!(fs::read_to_string(&page).unwrap().contains("precisión"));
}

#[test]
fn bad_usage_is_refused_in_one_line() {
    let folder = made("usage");
    let file = path(&folder, "games.pdn");
    fs::write(&file, "1. 11-15 *\n").unwrap();
    let refused = |args: &[&str], said: &str| {
        let ran = run(args);
        let told = text_of(&ran.stderr);
        assert_eq!((ran.status.code(), told.lines().count()), (Some(2), 1), "{args:?}: {told}");
        assert!(told.contains(said), "{args:?}: {told}");
    };
    refused(&["annotate", "no-such.pdn"], "no-such.pdn");
    refused(&["annotate", &file, "-o", &file], "holds the games that are read");
    refused(&["annotate", "-", "--resume"], "--resume");
    refused(&["annotate", &file, "--rules", "chess"], "chess");
    refused(&["annotate", &file, "-o", "/no/such/folder/x.pdn"], "/no/such/folder");
    assert_eq!(fs::read_to_string(&file).unwrap(), "1. 11-15 *\n");
    // Standard input to standard output.
    let mut child = command(&["annotate", "-", "--depth", "3", "--hash", "1"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"1. 11-15 *\n").unwrap();
    let ran = child.wait_with_output().unwrap();
    let record = read_pdn(&text(&ran.stdout), variant("english")).remove(0).unwrap();
    assert_eq!(
        record.moves,
        [parse_move(
            "11-15",
            variant("english"),
            &parse_fen("B:W21-32:B1-12", variant("english").numbering, false).unwrap().position
        )
        .unwrap()]
    );
}
