//! Endgame databases: built and asked as users do, and compared with a plain solver value by value.

#[allow(dead_code, reason = "tests of endings count what this one only compares")]
mod solver;

#[path = "program/folder.rs"]
mod folder;
mod program;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "reference/random.rs"]
mod random;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use damero::{
    Bitboard, Egdb, EgdbFault, Laws, MoveGen, Position, Side, Slice, Square, VARIANTS, Value, Variant, Wld, hub_move,
    parse_fen, write_fen,
};
use folder::Folder;
use program::text;
use random::Random;
use solver::Endings;

impl Folder {
    fn path(&self) -> &str {
        self.0.to_str().expect("a path of UTF-8")
    }

    /// The files in it, sorted by name.
    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).expect("the folder is there");
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
        files.sort();
        files
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

/// `damero egdb` with some arguments.
fn command(args: &[&str]) -> Command {
    program::command(&[&["egdb"], args].concat())
}

fn run(args: &[&str]) -> Output {
    program::run(&[&["egdb"], args].concat())
}

fn output(args: &[&str]) -> String {
    program::output(&[&["egdb"], args].concat())
}

fn build(folder: &Folder, rules: &str, pieces: &str) -> String {
    output(&["build", "--rules", rules, "--pieces", pieces, "--egdb", folder.path()])
}

fn name_of(laws: Laws) -> &'static str {
    VARIANTS.iter().find(|variant| variant.laws == laws).expect("a ruleset of these laws").name
}

fn as_value(value: solver::Value) -> Value {
    match value {
        solver::Value::Win(plies) => Value::Win(plies),
        solver::Value::Loss(plies) => Value::Loss(plies),
        solver::Value::Draw => Value::Draw,
    }
}

#[test]
fn every_value_of_two_and_three_pieces_is_that_of_a_plain_solver() {
    let folder = Folder::new("egdb-plain");
    for laws in Laws::ALL {
        assert!(build(&folder, name_of(laws), "3").starts_with("slices 16 bytes "));
    }
    std::thread::scope(|scope| {
        for laws in Laws::ALL {
            let folder = &folder.0;
            scope.spawn(move || {
                let (egdb, faults) = Egdb::open(folder, laws).expect("databases are there");
                assert_eq!(faults, []);
                assert_eq!((egdb.laws(), egdb.complete_to()), (laws, 4));
                let mut compared = 0;
                for (position, &value) in Endings::solve(laws, 3).iter() {
                    let value = as_value(value);
                    // The other side's positions are the same ones, seen from the other end of the board.
                    for position in [*position, position.mirrored()] {
                        assert_eq!(egdb.value(&position), Some(value), "{laws:?} {position:?}");
                        assert_eq!(egdb.outcome(&position), Some(value.outcome()), "{laws:?} {position:?}");
                    }
                    compared += 1;
                }
                assert_eq!(compared, 3_488 + 196_032);
            });
        }
    });
}

/// Win, loss and draw of four pieces, and the longest win and loss.
const FOUR: [u64; 5] = [2_574_304, 1_917_090, 1_717_922, 109, 108];

#[test]
fn english_endings_of_four_pieces_come_to_what_is_known() {
    // Solved on the spot, without a folder.
    let csv = output(&["info", "--pieces", "4", "--slices"]);
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("own_men,own_kings,other_men,other_kings,total,win,loss,draw,longest_win,longest_loss")
    );
    let rows: Vec<Vec<u64>> =
        lines.map(|line| line.split(',').map(|cell| cell.parse().expect("a number")).collect()).collect();
    assert_eq!(rows.len(), 25);
    let mut all = [0; 5];
    for row in &rows {
        let slice = Slice::new(row[0] as u8, row[1] as u8, row[2] as u8, row[3] as u8).expect("a slice");
        assert_eq!((slice.pieces(), slice.positions()), (4, row[4]));
        assert_eq!(row[5] + row[6] + row[7], row[4], "{slice}");
        for (sum, cell) in all.iter_mut().zip(&row[5..8]) {
            *sum += cell;
        }
        all[3] = all[3].max(row[8]);
        all[4] = all[4].max(row[9]);
    }
    assert_eq!(all, FOUR);
    let summary = output(&["info", "--pieces", "4"]);
    for line in ["positions 6209316", "win 2574304", "loss 1917090", "draw 1717922", "longest_win 109"] {
        assert!(summary.lines().any(|found| found == line), "{line}: {summary}");
    }
}

#[test]
fn three_flying_kings_against_one_come_to_what_is_known() {
    // With three to move: positions, won, drawn, lost. With one to move: the lone king wins, loses, draws.
    for rules in ["brazilian", "spanish", "russian", "pool", "czech"] {
        let csv = output(&["info", "--rules", rules, "--pieces", "4", "--slices"]);
        let row = |start: &str| {
            let line = csv.lines().find(|line| line.starts_with(start)).expect("the slice");
            line.split(',').skip(4).take(4).map(|cell| cell.parse().expect("a number")).collect::<Vec<u32>>()
        };
        assert_eq!(row("0,3,0,1,"), [143_840, 132_240, 0, 11_600], "{rules}");
        assert_eq!(row("0,1,0,3,"), [143_840, 1_854, 56_518, 85_468], "{rules}");
    }
}

#[test]
fn english_files_are_small() {
    let folder = Folder::new("egdb-small");
    build(&folder, "english", "4");
    let outcomes = folder.files().into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "wld"));
    let bytes: u64 = outcomes.map(|path| fs::metadata(path).expect("a file").len()).sum();
    assert!(bytes <= 180 * 1024, "{bytes}");
    // Whole, read back, every value follows from those a move further on.
    let checked = output(&["verify", "--pieces", "4", "--egdb", folder.path()]);
    assert_eq!(checked, format!("checked {} wrong 0\n", 3_488 + 196_032 + 6_209_316));
}

#[test]
fn the_embedded_databases_are_those_that_are_built() {
    let folder = Folder::new("egdb-embedded");
    for laws in Laws::ALL {
        output(&["build", "--rules", name_of(laws), "--pieces", "4", "--egdb", folder.path()]);
        let name = name_of(laws).replace(':', "-");
        let files = folder.files().into_iter().filter(|path| {
            let found = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            found.starts_with(&format!("{name}.")) && found.ends_with(".wld")
        });
        let built: Vec<u8> = files.flat_map(|path| fs::read(path).expect("a file")).collect();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/egdb/data/{name}.egdb"));
        assert!(fs::read(path).expect("the embedded file") == built, "{name}: make it again, see tuning/README.md");
        assert_eq!(Egdb::embedded(laws).complete_to(), 4);
        let (built, faults) = Egdb::open(&folder.0, laws).expect("databases are there");
        assert_eq!(faults, []);
        values_agree(&Egdb::embedded(laws), &built);
    }
}

/// Compares how soon positions of up to four pieces are won and lost, by what the program holds and by files.
fn values_agree(embedded: &Egdb, built: &Egdb) {
    let mut random = Random::new(3);
    let squares: Vec<Square> = Square::all().collect();
    let mut decided = 0;
    for _ in 0..12_000 {
        let (mut sides, mut kings) = ([Bitboard::EMPTY; 2], Bitboard::EMPTY);
        for place in 0..4 {
            let square = random.pick(&squares).bit();
            sides = sides.map(|side| side.without(square));
            sides[place % 2] |= square;
            kings = if random.chance(40) { kings | square } else { kings.without(square) };
        }
        let Ok(position) = Position::new(sides[0], sides[1], kings, Side::White, false) else { continue };
        let value = built.value(&position);
        assert_eq!(embedded.value(&position), value, "{:?} {position:?}", built.laws());
        decided += u32::from(value.is_some_and(|value| value != Value::Draw));
    }
    assert!(decided > 1_000, "{decided}");
}

#[test]
fn embedded_outcomes_are_those_of_a_plain_solver() {
    for laws in [Laws::Italian, Laws::DamasMixed] {
        let egdb = Egdb::embedded(laws);
        for (position, &value) in Endings::solve(laws, 3).iter() {
            assert_eq!(egdb.outcome(position), Some(as_value(value).outcome()), "{laws:?} {position:?}");
        }
    }
}

#[test]
fn an_interrupted_build_is_gone_on_with() {
    let folder = Folder::new("egdb-resume");
    build(&folder, "russian", "3");
    let whole: Vec<(PathBuf, Vec<u8>)> =
        folder.files().into_iter().map(|path| (path.clone(), fs::read(path).expect("a file"))).collect();
    // What a build that was killed leaves: some files, in any order, and one not yet in place.
    for (i, (path, _)) in whole.iter().enumerate() {
        if i % 3 == 0 {
            fs::remove_file(path).expect("it was there");
        }
    }
    let part = folder.file("russian.11-10.wld.1-0.part");
    fs::write(&part, b"half").expect("it can be written");
    build(&folder, "russian", "3");
    fs::remove_file(part).expect("it is not looked at");
    assert_eq!(folder.files(), whole.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>());
    for (path, bytes) in &whole {
        assert!(fs::read(path).expect("a file") == *bytes, "{}", path.display());
    }
    // With outcomes of three pieces alone, read back where distances are not there.
    for path in folder.files() {
        let name = path.to_str().expect("UTF-8").to_owned();
        if name.ends_with(".dtw") || name.ends_with("10-20.wld") || name.ends_with("20-10.wld") {
            fs::remove_file(path).expect("it was there");
        }
    }
    output(&["build", "--rules", "russian", "--pieces", "3", "--dtw", "0", "--egdb", folder.path()]);
    for (path, bytes) in whole.iter().filter(|(path, _)| path.extension().is_some_and(|ending| ending == "wld")) {
        assert!(fs::read(path).expect("a file") == *bytes, "{}", path.display());
    }
}

/// Slices that are larger than memory may be go through the disk, when they are solved and when they are read again.
#[test]
fn memory_changes_no_file() {
    let (whole, small) = (Folder::new("egdb-memory"), Folder::new("egdb-disk"));
    build(&whole, "spanish", "4");
    let args = ["build", "--rules", "spanish", "--pieces", "4", "--memory", "1", "--egdb", small.path()];
    for _ in 0..2 {
        output(&args);
        let [expected, made] = [&whole, &small].map(|folder| {
            let named = folder.files().into_iter().map(|path| (path.file_name().map(ToOwned::to_owned), path));
            named.map(|(name, path)| (name, fs::read(path).expect("a file"))).collect::<Vec<_>>()
        });
        assert!(expected == made, "{} files, {} of them", made.len(), expected.len());
        // Some to be made again, with the help of those that stay.
        for name in ["spanish.02-02.wld", "spanish.12-01.dtw"] {
            fs::remove_file(small.file(name)).expect("a file");
        }
    }
}

#[test]
fn two_builds_into_one_folder_lose_nothing() {
    let folder = Folder::new("egdb-two");
    let start = || {
        let args = ["build", "--rules", "czech", "--pieces", "3", "--egdb", folder.path()];
        command(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts")
    };
    let both = [start(), start()];
    for child in both {
        let done = child.wait_with_output().expect("it ends");
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    }
    assert_eq!(folder.files().len(), 2 * (3 + 6), "{:?}", folder.files());
    assert_eq!(
        output(&["verify", "--rules", "czech", "--pieces", "3", "--egdb", folder.path()]),
        "checked 199520 wrong 0\n"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_build_and_leaves_what_is_done() {
    let folder = Folder::new("egdb-interrupt");
    let args = ["build", "--rules", "brazilian", "--pieces", "5", "--threads", "1", "--egdb", folder.path()];
    let child = command(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
    // Five pieces take half a minute; by then the first slices of three are there.
    let first = folder.file("brazilian.02-01.dtw");
    while !first.exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs").success());
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(130), "{}", text(&ended.stderr));
    assert!(text(&ended.stderr).contains("the same command goes on"), "{}", text(&ended.stderr));
    assert!(folder.files().iter().all(|path| path.extension().is_some_and(|ending| ending != "part")));
    build(&folder, "brazilian", "3");
    assert_eq!(
        output(&["verify", "--rules", "brazilian", "--pieces", "3", "--egdb", folder.path()]),
        "checked 199520 wrong 0\n"
    );
}

/// Sets the checksums of a file right again, and the length of its first part, which is then its only one.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = bytes.len() as u64 - 44;
    bytes[20..28].copy_from_slice(&length.to_le_bytes());
    bytes[28..36].fill(0);
    let parts = crc32(&bytes[44..]);
    bytes[36..40].copy_from_slice(&parts.to_le_bytes());
    let head = crc32(&bytes[..40]);
    bytes[40..44].copy_from_slice(&head.to_le_bytes());
    bytes
}

#[test]
fn files_that_only_look_sound_make_no_trouble() {
    let folder = Folder::new("egdb-crafted");
    build(&folder, "english", "2");
    let positions: Vec<Position> = Endings::solve(Laws::English, 2).iter().map(|(position, _)| *position).collect();
    let mut state = 1u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 16
    };
    let mut malformed = 0;
    for ending in ["wld", "dtw"] {
        // A slice that is its own mirror image has one part.
        let path = folder.file(&format!("english.10-10.{ending}"));
        let good = fs::read(&path).expect("a file");
        assert!(sealed(good.clone()) == good);
        for _ in 0..300 {
            let mut bytes = good.clone();
            match random() % 3 {
                0 => bytes.truncate(44 + random() as usize % (bytes.len() - 44)),
                1 => bytes.extend((0..random() % 50).map(|i| (i * 77) as u8)),
                _ => {}
            }
            for _ in 0..random() % 6 {
                let at = 44 + random() as usize % (bytes.len() - 44).max(1);
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random() as u8;
                }
            }
            fs::write(&path, sealed(bytes)).expect("it can be written");
            let (egdb, faults) = Egdb::open(&folder.0, Laws::English).expect("the others");
            assert!(faults.iter().all(|error| error.fault == EgdbFault::Malformed), "{faults:?}");
            malformed += faults.len();
            for position in &positions {
                assert!(egdb.outcome(position).is_some());
                let _ = egdb.value(position);
            }
        }
        fs::write(&path, good).expect("it can be written");
    }
    assert!(malformed > 100, "{malformed}");
}

#[test]
fn threads_ask_at_once() {
    let egdb = Egdb::embedded(Laws::Russian);
    let endings = Endings::solve(Laws::Russian, 3);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for (position, &value) in endings.iter() {
                    assert_eq!(egdb.outcome(position), Some(as_value(value).outcome()), "{position:?}");
                }
            });
        }
    });
}

/// The faults that opening a folder meets.
fn faults(folder: &Folder, laws: Laws) -> Vec<EgdbFault> {
    Egdb::open(&folder.0, laws).expect("some databases").1.into_iter().map(|error| error.fault).collect()
}

#[test]
fn bad_files_are_told_and_the_others_used() {
    let folder = Folder::new("egdb-bad");
    build(&folder, "english", "3");
    let kings = folder.file("english.02-01.wld");
    let good = fs::read(&kings).expect("a file");
    let two_kings = parse_fen("W:WK1,K2:BK32", Variant::named("english").expect("a ruleset").numbering, false)
        .expect("a position")
        .position;
    let with = |bytes: &[u8], wanted: EgdbFault| {
        fs::write(&kings, bytes).expect("it can be written");
        assert_eq!(faults(&folder, Laws::English), [wanted]);
        let (egdb, faults) = Egdb::open(&folder.0, Laws::English).expect("the others");
        assert!(faults[0].to_string().starts_with(kings.to_str().expect("UTF-8")), "{}", faults[0]);
        // What the program holds stands in.
        assert_eq!((egdb.outcome(&two_kings), egdb.complete_to()), (Some(Wld::Win), 4));
        let ran = run(&["verify", "--pieces", "3", "--egdb", folder.path()]);
        assert_eq!(ran.status.code(), Some(1));
        assert!(text(&ran.stderr).contains("english.02-01.wld"), "{}", text(&ran.stderr));
        let ran = run(&["info", "--pieces", "3", "--egdb", folder.path()]);
        // Distances are there, so nobody asks for the outcomes.
        assert_eq!(ran.status.code(), Some(0), "{}", text(&ran.stderr));
    };
    with(&good[..good.len() - 1], EgdbFault::Length(good.len() as u64, good.len() as u64 - 1));
    with(&good[..20], EgdbFault::Length(44, 20));
    with(b"PK\x03\x04, which is some other file altogether, of no use here", EgdbFault::Foreign);
    with(b"", EgdbFault::Foreign);
    let mut damaged = good.clone();
    *damaged.last_mut().expect("bytes") ^= 4;
    with(&damaged, EgdbFault::Damaged);
    let mut newer = good.clone();
    newer[8] = 9;
    with(&newer, EgdbFault::Version(9));
    // A length beyond all measure, which nobody must try to set aside.
    let mut huge = good.clone();
    huge[20..28].fill(0xFF);
    with(&huge, EgdbFault::Damaged);
    // Another slice's file, and another ruleset's, under this name.
    with(&fs::read(folder.file("english.01-01.wld")).expect("a file"), EgdbFault::OtherContent);
    build(&folder, "italian", "3");
    with(&fs::read(folder.file("italian.02-01.wld")).expect("a file"), EgdbFault::OtherLaws);
    fs::remove_file(&kings).expect("it was there");
    assert_eq!(faults(&folder, Laws::English), []);
    let missing = run(&["verify", "--pieces", "3", "--egdb", folder.path()]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stderr).contains("02-01"), "{}", text(&missing.stderr));
    // And made again.
    build(&folder, "english", "3");
    assert!(fs::read(&kings).expect("a file") == good);
}

#[test]
fn wrong_values_are_found() {
    let folder = Folder::new("egdb-wrong");
    build(&folder, "english", "2");
    build(&folder, "brazilian", "2");
    // The kings of one ruleset under the name of the other, its header made to fit.
    for ending in ["wld", "dtw"] {
        let mut bytes = fs::read(folder.file(&format!("brazilian.01-01.{ending}"))).expect("a file");
        let english = fs::read(folder.file(&format!("english.01-01.{ending}"))).expect("a file");
        bytes[12..16].copy_from_slice(&english[12..16]);
        let sum = crc32(&bytes[..40]);
        bytes[40..44].copy_from_slice(&sum.to_le_bytes());
        fs::write(folder.file(&format!("english.01-01.{ending}")), bytes).expect("it can be written");
    }
    let ran = run(&["verify", "--pieces", "2", "--egdb", folder.path()]);
    assert_eq!(ran.status.code(), Some(1));
    let said = text(&ran.stdout);
    assert!(said.starts_with("wrong "), "{said}");
    let last = said.lines().last().expect("a line");
    assert!(last.starts_with("checked ") && !last.ends_with(" wrong 0"), "{last}");
    assert_eq!(run(&["verify", "--pieces", "2", "--sample", "400", "--egdb", folder.path()]).status.code(), Some(1));
}

/// CRC-32, a bit at a time.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 != 0 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 })
    })
}

#[test]
fn probe_tells_every_move_and_the_way_to_the_end() {
    let folder = Folder::new("egdb-probe");
    build(&folder, "english", "3");
    let english = Variant::named("english").expect("a ruleset");
    let (egdb, _) = Egdb::open(&folder.0, Laws::English).expect("databases");
    let movegen = MoveGen::of(Laws::English);
    for fen in ["W:WK18,K15:BK1", "B:WK18,K15:BK1", "B:WK10,29:BK7", "W:W30:B3", "B:W5:BK32", "W:W10,K11:BK7"] {
        let position = parse_fen(fen, english.numbering, false).expect("a position").position;
        let value = egdb.value(&position).expect("a value");
        // From the folder and solved on the spot: the same.
        let said = output(&["probe", fen, "--egdb", folder.path()]);
        assert_eq!(said, output(&["probe", fen]), "{fen}");
        let plies = value.plies().map_or("-".to_owned(), |plies| plies.to_string());
        let outcome = match value.outcome() {
            Wld::Win => "win",
            Wld::Loss => "loss",
            Wld::Draw => "draw",
        };
        assert!(said.starts_with(&format!("value {outcome}\ndtw {plies}\n")), "{said}");
        let moves = movegen.legal_moves(&position);
        assert_eq!(said.lines().filter(|line| line.starts_with("move ")).count(), moves.len());
        for &played in &moves {
            let wanted = match egdb.value(&position.play(played)).expect("a value").before() {
                Value::Win(plies) => format!("win {plies}"),
                Value::Loss(plies) => format!("loss {plies}"),
                Value::Draw => "draw".to_owned(),
            };
            let line = format!("move {} {wanted}", hub_move(played, english.numbering));
            assert!(said.lines().any(|found| found == line), "{line}: {said}");
        }
        // The line is as long as it says, and each move of it is legal and loses no ply.
        let line = said.lines().find_map(|line| line.strip_prefix("line ")).unwrap_or("");
        let mut at = position;
        let mut left = value.plies().unwrap_or(0);
        for word in line.split_whitespace() {
            let moves = movegen.legal_moves(&at);
            let played = moves.into_iter().find(|&played| hub_move(played, english.numbering) == word);
            at = at.play(played.expect("a legal move"));
            left -= 1;
            assert_eq!(egdb.value(&at).and_then(Value::plies), Some(left), "{fen} {word}");
        }
        assert_eq!(left, 0);
        if value != Value::Draw {
            assert!(!movegen.has_move(&at), "{fen}");
        }
    }
    let json = output(&["probe", "W:WK18,K15:BK1", "--json"]);
    assert!(json.starts_with(r#"{"schema":1,"rules":"english","fen":"W:WK15,K18:BK1","value":"win","dtw":"#), "{json}");
}

#[test]
fn the_longest_ways_are_positions_of_that_value() {
    let listed = output(&["longest", "--rules", "russian", "--pieces", "3"]);
    let endings = Endings::solve(Laws::Russian, 3);
    let russian = Variant::named("russian").expect("a ruleset");
    let mut longest = (0, 0);
    for line in listed.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let plies: u16 = words[2].parse().expect("a number");
        let position = parse_fen(words[3], russian.numbering, false).expect("a position").position;
        assert_eq!(write_fen(&position, russian.numbering), words[3]);
        match words[1] {
            "win" => {
                assert_eq!(endings.value(&position), solver::Value::Win(plies), "{line}");
                longest.0 = longest.0.max(plies);
            }
            _ => {
                assert_eq!(endings.value(&position), solver::Value::Loss(plies), "{line}");
                longest.1 = longest.1.max(plies);
            }
        }
    }
    assert_eq!(longest, (25, 24));
}

#[test]
fn what_cannot_be_done_is_said_in_one_line() {
    let folder = Folder::new("egdb-empty");
    fs::create_dir_all(&folder.0).expect("a folder");
    let missing = folder.file("nowhere");
    let nowhere = missing.to_str().expect("UTF-8");
    for args in [
        &["build"][..],
        &["verify"],
        &["verify", "--egdb", nowhere],
        &["solve"],
        &["probe"],
        &["probe", "W:W1:B32"],
        &["probe", "W:W21,22,23,24:B1,2,3,4"],
        &["probe", "W:WK18:BK1", "--egdb", folder.path()],
        &["probe", "W:WK18:BK1", "--egdb", nowhere],
        &["info", "--pieces", "6"],
        &["info", "--pieces", "3", "--egdb", folder.path()],
        &["build", "--pieces", "8", "--egdb", folder.path()],
    ] {
        let ran = run(args);
        let said = text(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{args:?}: {said}");
        assert_eq!((text(&ran.stdout).as_str(), said.lines().count()), ("", 1), "{args:?}: {said}");
        let mut spanish = args.to_vec();
        spanish.extend(["--lang", "es"]);
        assert_ne!(text(&run(&spanish).stderr), said, "{args:?}");
    }
}

#[test]
fn positions_beyond_the_databases_are_not_answered() {
    let folder = Folder::new("egdb-beyond");
    build(&folder, "pool", "2");
    let (egdb, _) = Egdb::open(&folder.0, Laws::Pool).expect("databases");
    assert_eq!(egdb.outcome(&Position::start(Side::White)), None);
    // Eight kings of a side: more than a slice can have, and than its key can hold.
    let many: Bitboard = Square::all().take(8).collect();
    let lone: Bitboard = Square::all().skip(31).collect();
    let crowd = Position::new(many, lone, many | lone, Side::White, false).expect("a position");
    assert_eq!((egdb.outcome(&crowd), egdb.value(&crowd), egdb.quiet_outcome(&crowd)), (None, None, None));
}
