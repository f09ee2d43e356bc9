use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// Effort of a millisecond or so.
const NODES: u64 = 300;

fn plan(laws: Laws, positions: u64) -> Plan {
    Plan {
        laws,
        effort: Effort::Nodes(NODES),
        positions: Some(positions),
        time: None,
        threads: 1,
        shard: Shard::WHOLE,
        base: None,
        journal: None,
    }
}

fn built(plan: &Plan) -> Book {
    let built = plan.build(&|| false, &mut |_| {}).unwrap();
    assert!(!built.interrupted);
    built.book
}

/// All that a book says of positions.
fn content(book: &Book) -> Vec<(Position, Score, Score, bool, u16)> {
    let all = book.nodes().iter();
    all.map(|node| (node.position, node.score, node.value, node.expanded, node.plies)).collect()
}

#[test]
fn a_book_is_the_same_on_threads_and_in_parts() {
    let whole = plan(Laws::Italian, 140);
    let one = built(&whole);
    assert!((100..300).contains(&one.nodes().len()), "{}", one.nodes().len());
    assert_eq!(content(&built(&Plan { threads: 3, ..whole.clone() })), content(&one));
    let part = |text: &str| built(&Plan { shard: Shard::parse(text).unwrap(), ..whole.clone() });
    let parts = [part("2/3"), part("1/3"), part("3/3")];
    assert!(parts.iter().all(|part| part.nodes().len() < one.nodes().len()));
    let joined = merged(&parts).unwrap();
    assert_eq!(content(&joined), content(&one));
    assert_eq!(joined.made.len(), 3);
    assert!(merged(&[]).is_none());
}

#[test]
fn openings_are_in_the_book_of_their_part() {
    let shard = Shard::parse("40/157").unwrap();
    let book = built(&Plan { shard, ..plan(Laws::English, 157 * 30) });
    let variant = Variant::of_laws(Laws::English);
    let roots = roots(Laws::English);
    let own: Vec<&Root> = roots.iter().enumerate().filter(|(at, _)| shard.takes(*at)).map(|(_, root)| root).collect();
    assert_eq!(own.len(), 1);
    assert!(book.find(&own[0].position).unwrap().plies >= 2 && book.find(&variant.start()).unwrap().expanded);
    let other = roots.iter().filter(|root| book.find(&root.position).is_none_or(|node| !node.expanded)).count();
    assert!(other > 100, "{other}");
}

#[test]
fn a_book_goes_on_after_any_interruption() {
    let whole = plan(Laws::Czech, 120);
    let expected = content(&built(&whole));
    let path = std::env::temp_dir().join(format!("damero-book-{}", std::process::id()));
    let journaled = |opening| Plan { journal: Some((path.clone(), opening)), threads: 2, ..whole.clone() };
    let mut opening = JournalOpening::New;
    let mut lengths = Vec::new();
    for times in 0.. {
        // Broken off after some searches, and the last line is torn as by a kill in the middle of a write.
        let asked = AtomicUsize::new(0);
        let soon = || asked.fetch_add(1, Ordering::SeqCst) >= 40;
        let built = journaled(opening).build(&soon, &mut |_| {}).unwrap();
        if !built.interrupted {
            assert_eq!(content(&built.book), expected);
            break;
        }
        assert!(built.book.nodes().len() <= expected.len() && times < 100);
        let bytes = std::fs::read(&path).unwrap();
        lengths.push(bytes.len());
        std::fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
        opening = JournalOpening::Resume;
    }
    assert!(!lengths.is_empty() && lengths.is_sorted(), "{lengths:?}");
    // Settings that change scores cannot be mixed.
    let other = Plan { effort: Effort::Nodes(NODES + 1), ..journaled(JournalOpening::Resume) };
    assert!(matches!(other.build(&|| false, &mut |_| {}), Err(BuildError::Journal(_))));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn what_is_written_down_is_in_the_book_however_little_time_is_left() {
    let path = std::env::temp_dir().join(format!("damero-book-late-{}", std::process::id()));
    let journaled = |opening| Plan { journal: Some((path.clone(), opening)), ..plan(Laws::Czech, 120) };
    let done = built(&journaled(JournalOpening::New));
    let late = Plan { positions: None, time: Some(Duration::ZERO), ..journaled(JournalOpening::Resume) };
    let late = built(&late);
    std::fs::remove_file(path).unwrap();
    for node in done.nodes() {
        assert!(late.find(&node.position).is_some_and(|now| now.score == node.score && now.expanded >= node.expanded));
    }
}

#[test]
fn more_work_only_adds() {
    let small = built(&plan(Laws::Pool, 120));
    let larger = built(&Plan { base: Some((small.clone(), 1)), ..plan(Laws::Pool, 120) });
    assert!(larger.nodes().len() > small.nodes().len() + 60);
    assert_eq!(larger.made.len(), 2);
    for node in small.nodes() {
        let now = larger.find(&node.position).unwrap();
        assert!(now.score == node.score && now.expanded >= node.expanded);
    }
    // In one go it is the same book: the trees grow in the same order.
    let at_once = built(&plan(Laws::Pool, 120));
    assert_eq!(content(&at_once), content(&small));
}

#[test]
fn time_bounds_the_work() {
    let began = std::time::Instant::now();
    let time = Duration::from_millis(700);
    let plan = Plan {
        positions: None,
        time: Some(time),
        effort: Effort::Time(Duration::from_millis(1)),
        ..plan(Laws::Russian, 0)
    };
    let mut told = 0;
    let done = plan.build(&|| false, &mut |progress| told += usize::from(progress.remaining.is_some())).unwrap();
    assert!(!done.interrupted && told > 0 && began.elapsed() < Duration::from_secs(20));
    assert!(done.book.nodes().len() > 7 && done.book.made.len() == 1, "{:?}", done.book.made);
}

#[test]
fn records_are_read_as_they_were_written() {
    let position = Position::start(Side::White);
    for score in [Score::DRAW, Score::heuristic(-123), Score::win_in(7), Score::database(false, 3)] {
        let line = record(&position, score, Duration::from_millis(1234));
        assert_eq!(read(&line), Some((position, score, Duration::from_millis(1234))));
    }
    for wrong in ["", "1 2 3 4", "x 2 0 1 1", "1 1 0 5 5", "100 200 0 99999 5", "100 200 0 5 5 5"] {
        assert_eq!(read(wrong), None, "{wrong}");
    }
}
