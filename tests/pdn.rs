//! PDN as people and programs write it, and as they should not.

use std::io::{BufReader, Read};

use damero::{
    MoveGen, PdnError, PdnFault, PdnReader, PdnRecord, PdnResult, Side, State, VARIANTS, Variant, looks_like_pdn,
    parse_fen, read_pdn, write_fen_full, write_record,
};

fn variant(name: &str) -> &'static Variant {
    Variant::named(name).unwrap()
}

fn read(text: &str) -> Vec<Result<PdnRecord, PdnError>> {
    read_pdn(text, variant("english"))
}

fn game(text: &str) -> PdnRecord {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}: {games:?}");
    games.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The moves of a line as text, with all that is said about them.
fn told(record: &PdnRecord) -> String {
    let text = write_record(record);
    let moves = text.split("\n\n").nth(1).unwrap();
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A small generator of random numbers, so that every run is the same.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

#[test]
fn everything_said_about_moves_is_kept() {
    let record = game(
        "{before {all} of it} 1. 11-15! {first} $14 22-18?! (22-17 {other} 9-13 (9-14?? 25-22) 17-14) (1... 23-19!?)\n\
         2. 15x22* {[%clk 0:01:02]} ; to the end { of the line\n 25x18 (!) 1/2-1/2 {agreed}",
    );
    assert_eq!(
        told(&record),
        "{before (all) of it} 1. 11-15! $14 {first} 22-18?! (1... 22-17 {other} 2. 9-13 (2. 9-14?? 25-22) 17-14) \
         (1... 23-19!?) 2. 15x22 $7 {[%clk 0:01:02]} {to the end ( of the line} 25x18! {agreed} 1/2-1/2"
    );
    assert!(record.notes.is_empty(), "{:?}", record.notes);
    assert_eq!(told(&game(&write_record(&record))), told(&record), "and once more");
}

#[test]
fn habits_of_real_files_are_understood() {
    let moves = "1. 11-15 22-18 2. 15x22 25x18";
    for text in [
        "1. 11-15 22-18 2. 15x22 25x18 *",
        "1 . 11-15 1 ... 22-18 2… 15x22 25x18",
        "1 11-15 22-18 2 15x22 25x18",
        "1.11-15 1...22-18 2.15:22 2...25x18x22",
        "1.\u{A0}11–15\u{A0}22—18\r\n2.\u{A0}15×22 25 x 18\r\n",
        "1. 11-15 22-18 * 2. 15x22 25x18 *",
        "1. 11-15 {1-0} 22-18 (1-0) 2. 15x22 25x18",
        "%an escape for other programs 1-0\n1. 11-15 22-18\n%9-14\n2. 15x22 25x18 *",
        "\u{FEFF}1. f6-e5 c3d4 2. E5:C3 b2:d4 *",
    ] {
        let games: Vec<PdnRecord> =
            read(text).into_iter().map(|game| game.unwrap_or_else(|e| panic!("{text}: {e}"))).collect();
        assert_eq!(games.len(), 1, "{text}");
        let bare = PdnRecord { play: bare(&games[0]), ..games[0].clone() };
        assert!(told(&bare).starts_with(moves), "{text}: {}", told(&bare));
    }
    let latin = b"[Event \"Espa\xF1a \x93abierta\x94\"]\r\r1. 11-15 {se\xF1or} *\r";
    let record = PdnReader::new(&latin[..], variant("english")).next().unwrap().unwrap();
    assert_eq!(record.tag("Event"), Some("España \u{201C}abierta\u{201D}"));
    assert_eq!(record.play.moves[0].comments, ["señor"]);
}

/// The main line without anything else.
fn bare(record: &PdnRecord) -> damero::PdnLine {
    let moves = record.moves.iter().map(|&played| damero::PdnMove::new(played)).collect();
    damero::PdnLine { comments: Vec::new(), moves }
}

#[test]
fn tags_are_read_however_they_are_quoted() {
    let record = game(
        "[Event \"a ] [b] \\\"c\\\" \\\\ d\"] [Site \u{201C}e\u{201D}]\n[ White  \"the \"f\" man\" ]\n[Black bare]\n[Round \"\"]\n\
         [Open \"no bracket\"\n[Result \"0-2\"]\n\n1. 11-15 *",
    );
    let tag = |name| record.tag(name);
    assert_eq!(tag("Event"), Some("a ] [b] \"c\" \\ d"));
    assert_eq!(tag("site"), Some("e"));
    assert_eq!(tag("White"), Some("the \"f\" man"));
    assert_eq!(tag("Black"), Some("bare"));
    assert_eq!((tag("Round"), tag("Open")), (Some(""), Some("no bracket")));
    assert_eq!(record.result, PdnResult::Won(Side::White));
    let again = game(&write_record(&record));
    assert_eq!(again.tag("Event"), tag("Event"));
    assert_eq!(again.tag("White"), tag("White"));
}

#[test]
fn results_are_told_from_moves() {
    for (token, result) in [
        ("1-0", PdnResult::Won(Side::Black)),
        ("2-0", PdnResult::Won(Side::Black)),
        ("0-1", PdnResult::Won(Side::White)),
        ("0-2", PdnResult::Won(Side::White)),
        ("1 - 0", PdnResult::Won(Side::Black)),
        ("1/2-1/2", PdnResult::Drawn),
        ("1/2 - 1/2", PdnResult::Drawn),
        ("1-1", PdnResult::Drawn),
        ("0-0", PdnResult::BothLost),
        ("*", PdnResult::Unknown),
    ] {
        let record = game(&format!("11-15 {token}"));
        assert_eq!(record.result, result, "{token}");
        assert_eq!(game(&write_record(&record)).result, result, "{token}");
        assert_eq!(game(&format!("[Result \"{token}\"]\n1. 11-15").replace(" - ", "-")).result, result, "{token}");
    }
}

/// What is told of each game of a text: `ok`, or line, column and what is wrong.
fn outcomes(text: &str) -> Vec<String> {
    let say = |game: Result<PdnRecord, PdnError>| match game {
        Ok(record) => format!("ok {}", record.moves.len()),
        Err(error) => format!("{}:{}", error.line, error.column),
    };
    read(text).into_iter().map(say).collect()
}

#[test]
fn each_unreadable_game_is_named_and_no_other_is_lost() {
    let sound = "[Event \"next\"]\n\n1. 11-15 *\n";
    for (bad, place) in [
        ("1. 11-15 22-19 *\n", "1:10"),
        ("1. 11-15\n  {c} 5-5 *\n", "2:7"),
        ("[FEN \"W:W1:B2\"]\n*\n", "1:1"),
        ("[White \"x\"]\n[FEN \"?:W31:B2\"]\n*\n", "2:1"),
        ("[SetUp \"1\"]\n1. 11-15 *\n", "1:1"),
        ("[GameType \"20,W,10,10,N2,0\"]\n1. 32-28 *\n", "1:1"),
        ("[White\"x\n1. 11-15 *\n", "1:1"),
        ("1. 11-15 (22-18 *\n", "1:10"),
        ("1. 11-15) 22-18 *\n", "1:9"),
        ("1. 11-15 {not closed\n22-18 *\n\n", "1:10"),
        ("1. 11-15 hello *\n", "1:10"),
        ("1. 11-15 $300 22-18 *\n", "1:10"),
        ("1. 11 15 *\n", "1:4"),
    ] {
        let told = outcomes(&format!("{bad}{sound}{sound}"));
        assert_eq!(told, [place, "ok 1", "ok 1"], "{bad}");
        let told = outcomes(&format!("{sound}{bad}"));
        assert_eq!((told.len(), told[0].as_str()), (2, "ok 1"), "{bad}: {told:?}");
        assert!(told[1].contains(':'), "{bad}: {told:?}");
    }
    assert_eq!(outcomes(&("(".repeat(1000) + "1. 11-15 *\n" + sound))[0], "1:41");
    assert_eq!(outcomes("[Event \"a\"]\n\n[Event \"b\"]\n\n[Event \"c\"]\n*"), ["ok 0"; 3], "tags alone are games too");
    assert_eq!(outcomes("\n ; nothing\n{here}\n"), [""; 0]);
}

#[test]
fn comments_end_where_they_can() {
    // A brace too many inside, a comment over what looks like tags, one that is never closed.
    let record = game("1. 11-15 {a { b} 22-18 *");
    assert_eq!((record.moves.len(), record.play.moves[0].comments[0].as_str()), (2, "a { b"));
    let record = game("1. 11-15 {see\n[Event \"this\"]\n} 22-18 *");
    assert_eq!(record.moves.len(), 2);
    assert_eq!(record.notes[0].fault, PdnFault::OverTags);
    let long = "x ".repeat(400_000);
    let told = outcomes(&format!("1. 11-15 {{{long}\n[Event \"next\"]\n1. 11-15 *\n"));
    assert_eq!(told, ["1:10", "ok 1"]);
}

#[test]
fn what_is_no_variation_stays_as_a_comment_with_a_note() {
    let record = game("(before) 1. 11-15 (1. 11-19 {no}) 22-18 (better was\n23-19) *");
    assert_eq!(told(&record), "{before} 1. 11-15 {(11-19 no)} 22-18 {(better was 23-19)} *");
    let notes: Vec<(usize, usize)> = record.notes.iter().map(|note| (note.line, note.column)).collect();
    assert_eq!(notes, [(1, 1), (1, 23), (1, 42)]);
}

#[test]
fn a_game_is_read_by_its_game_type_or_not_at_all() {
    let text = "[GameType \"25\"]\n1. c3-d4 *\n[GameType \"Italian\"]\n1. 21-17 *\n[GameType \"40\"]\n*\n1. 11-15 *\n";
    let games: Vec<_> = PdnReader::by_game_type(text.as_bytes(), variant("english")).collect();
    let names: Vec<Option<&str>> = games.iter().map(|game| game.as_ref().ok().map(|game| game.variant.name)).collect();
    assert_eq!(names, [Some("russian"), Some("italian"), None, Some("english")]);
    assert!(games[2].as_ref().unwrap_err().to_string().contains("another game"));
    assert_eq!(read_pdn(text, variant("russian")).iter().filter(|game| game.is_ok()).count(), 1);
}

#[test]
fn games_of_every_ruleset_come_back_with_all_that_is_said() {
    let mut random = Random(7);
    for variant in &VARIANTS {
        let generator = MoveGen::of(variant.laws);
        for round in 0..6 {
            let start = if round % 2 == 0 { variant.start() } else { odd_start(variant, &mut random) };
            let (mut position, mut moves) = (start, Vec::new());
            for _ in 0..80 {
                let legal = generator.legal_moves(&position);
                if legal.is_empty() {
                    break;
                }
                let played = legal[random.below(legal.len())];
                let mut of = damero::PdnMove::new(played);
                if random.below(3) == 0 {
                    of.nags.push(1 + random.below(20) as u8);
                    of.comments.push(format!(
                        "{} \"said\" \\ ; $ [x] {}",
                        random.below(99),
                        "long ".repeat(random.below(40)).trim()
                    ));
                    let other = legal[random.below(legal.len())];
                    of.variations
                        .push(damero::PdnLine { comments: Vec::new(), moves: vec![damero::PdnMove::new(other)] });
                }
                moves.push(of);
                position = position.play(played);
            }
            let record = PdnRecord {
                line: 1,
                variant,
                tags: vec![("White".to_owned(), "a \"b\" \\".to_owned())],
                start: State::new(start),
                first_number: 1,
                moves: moves.iter().map(|of| of.played).collect(),
                play: damero::PdnLine { comments: vec!["first".to_owned()], moves },
                result: PdnResult::Drawn,
                notes: Vec::new(),
            };
            let text = write_record(&record);
            assert!(text.lines().all(|line| line.chars().count() <= 120), "{text}");
            let read = PdnReader::new(text.as_bytes(), variant)
                .next()
                .unwrap()
                .unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(read.moves, record.moves, "{text}");
            assert_eq!(read.start, record.start, "{text}");
            let trimmed = |record: &PdnRecord| told(record);
            assert_eq!(trimmed(&read), trimmed(&record), "{text}");
            assert!(read.notes.is_empty(), "{:?} {text}", read.notes);
        }
    }
}

/// A position some random moves from the start.
fn odd_start(variant: &Variant, random: &mut Random) -> damero::Position {
    let generator = MoveGen::of(variant.laws);
    let mut position = variant.start();
    for _ in 0..=random.below(30) {
        let legal = generator.legal_moves(&position);
        if legal.is_empty() {
            break;
        }
        position = position.play(legal[random.below(legal.len())]);
    }
    position
}

/// A text again and again, without end, of which so many bytes are given.
struct Repeated<'a> {
    text: &'a [u8],
    at: usize,
    left: usize,
}

impl Read for Repeated<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(self.left).min(self.text.len() - self.at);
        buffer[..count].copy_from_slice(&self.text[self.at..self.at + count]);
        self.at = (self.at + count) % self.text.len();
        self.left -= count;
        Ok(count)
    }
}

#[test]
fn a_file_is_read_as_a_stream() {
    let text = b"[Event \"a\"]\n\n1. 11-15 22-18 2. 15x22 25x18 {and so on} 1/2-1/2\n\n";
    let input = Repeated { text, at: 0, left: text.len() * 20_000 };
    let mut reader = PdnReader::new(BufReader::new(input), variant("english"));
    assert!((0..20_000).all(|_| reader.next().is_some_and(|game| game.is_ok_and(|game| game.moves.len() == 4))));
    assert!(reader.next().is_none());
    // An input without end and without sense must neither hang nor fill the memory: it gives errors one after another.
    for (text, expected) in
        [(&b"{ "[..], 1), (b"a ", 1), (b"( ", 1), (b"[x ", 1), (b"\"", 1), (b"x", 1), (b"[E \"", 1), (b"1-0 ", 1)]
    {
        let input = Repeated { text, at: 0, left: 2 << 20 };
        let count = PdnReader::new(BufReader::new(input), variant("english")).take(1000).count();
        assert!(count >= expected, "{text:?} {count}");
    }
}

#[test]
fn pdn_is_told_from_positions() {
    for text in ["[Event \"a\"]", "\u{FEFF}\n [Event", "{a} 1. 11-15", "1. 11-15", "1.11-15", "12... 3-7"] {
        assert!(looks_like_pdn(text), "{text}");
    }
    for text in ["W:W31:B2", "# a comment\nB:W31:B2", "", "B:Wa1:Bh8 1."] {
        assert!(!looks_like_pdn(text), "{text}");
    }
}

#[test]
fn the_hunt_of_a_lone_king_can_be_written_at_one_against_one() {
    let filipino = variant("filipino");
    for (fen, lone) in [("W:WK1:BK32:TB5", Some(Side::Black)), ("W:WK1:BK32:H3:TW11", Some(Side::White))] {
        let state = parse_fen(fen, filipino.numbering, false).unwrap().state();
        assert_eq!(state.counters().lone_side(), lone, "{fen}");
        assert_eq!(write_fen_full(&state, filipino.numbering, None), fen);
    }
    for (fen, said) in [("W:WK1:BK32:T5", "TW5 or TB5"), ("W:WK1:BK30,K31,K32:TB5", "not Black's")] {
        let error = parse_fen(fen, filipino.numbering, false).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
    // Through a game: three kings against one, two taken.
    let state = parse_fen("W:WK1:BK30,K31,K32:TW5", filipino.numbering, false).unwrap().state();
    assert_eq!((state.counters().lone_moves(), state.counters().lone_side()), (Some(5), Some(Side::White)));
    let record =
        PdnRecord { start: parse_fen("W:WK1:BK32:TB5", filipino.numbering, false).unwrap().state(), ..game("*") };
    let record = PdnRecord { variant: filipino, ..record };
    let again = PdnReader::new(write_record(&record).as_bytes(), filipino).next().unwrap().unwrap();
    assert_eq!(again.start, record.start);
}
