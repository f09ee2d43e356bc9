//! Positions and moves as text: every accepted form, every refusal, round trips over random games, hostile input.

use damero::{
    Bitboard, Counters, DrawReason, DrawRule, DrawRules, FenError, HubError, IllegalMove, Lang, Laws, Move, MoveFault,
    MoveGen, Naming, Numbering, Position, PositionError, Say, Setup, Side, Square, State, VARIANTS, Variant, hub_move,
    parse_counts, parse_fen, parse_hub_position, parse_move, pdn_move, sort_moves, write_fen, write_fen_full,
    write_hub_position,
};

/// A small generator of random numbers, so that every run is the same.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 11) as usize % bound
    }

    fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A position of up to `most` pieces, half of them kings.
    fn position(&mut self, most: usize) -> Position {
        loop {
            let (mut white, mut black, mut kings) = (0u32, 0u32, 0u32);
            for _ in 0..=self.below(most) {
                let bit = 1 << self.below(32);
                match self.below(2) {
                    0 => white |= bit,
                    _ => black |= bit,
                }
                kings |= if self.below(2) == 0 { bit } else { 0 };
            }
            let set = Bitboard::from_bits;
            let side = self.one_of(&[Side::White, Side::Black]);
            if let Ok(position) = Position::new(set(white & !black), set(black), set(kings), side, false) {
                return position;
            }
        }
    }
}

fn table(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn position_of(variant: &Variant, fen: &str) -> Position {
    parse_fen(fen, variant.numbering, false).unwrap_or_else(|error| panic!("{fen}: {error}")).position
}

#[test]
fn every_refused_move_names_its_law() {
    let mut seen = Vec::new();
    for row in table(include_str!("data/move_faults.tsv")) {
        let [name, fen, text, fault, english, spanish] = row[..] else { panic!("a row of {} fields", row.len()) };
        let variant = Variant::named(name).unwrap();
        let position = position_of(variant, fen);
        let error = parse_move(text, variant, &position).expect_err(text);
        let debug = format!("{:?}", error.fault);
        assert_eq!(debug.split(['(', ' ']).next(), Some(fault), "{name} {fen} {text}");
        assert_eq!(error.say(Lang::En), english, "{name} {fen} {text}");
        assert_eq!(error.say(Lang::Es), spanish, "{name} {fen} {text}");
        assert_eq!(error.to_string(), english);
        seen.push(fault.to_owned());
    }
    let all = "Malformed NoSuchSquare Ambiguous GameOver NoPiece NotYours Occupied ManSteps ManMovesForwards KingSteps \
               NotOnDiagonal InTheWay CapturesNothing CaptureCompulsory MustGoOn MustLandOn MostPieces ByKing \
               MostKings KingsEarliest ManCapturesForwards ManCapturesKing ManCapturesNeighbour \
               KingCapturesNeighbour CrownedEnds StaysMan JumpsNothing JumpsOwn JumpedTwice TwoInLine NotCapturable \
               CapturesOthers CannotReach";
    for fault in all.split_whitespace() {
        assert!(seen.iter().any(|other| other == fault), "no row for {fault}");
    }
}

#[test]
fn long_lists_of_moves_are_cut() {
    let position = position_of(Variant::named("brazilian").unwrap(), "W:WK29,5:B22");
    let error = parse_move("a7-b8", Variant::named("brazilian").unwrap(), &position).unwrap_err();
    // In the order of the numbers, from h8 = 4.
    let listed = "a7-b8: a capture is compulsory, a1xh8xc3, a1xg7xc3, a1xf6xc3, a1xe5xc3, 1 more";
    assert_eq!(error.to_string(), listed);
    assert!(error.say(Lang::Es).ends_with(", 1 más"));
}

#[test]
fn every_form_of_a_move_is_read() {
    for row in table(include_str!("data/move_forms.tsv")) {
        let [name, fen, hub, texts] = row[..] else { panic!("a row of {} fields", row.len()) };
        let variant = Variant::named(name).unwrap();
        let position = position_of(variant, fen);
        for text in texts.split('|') {
            let played = parse_move(text, variant, &position).unwrap_or_else(|error| panic!("{name} {fen}: {error}"));
            assert_eq!(hub_move(played, variant.numbering), hub, "{name} {fen} {text}");
        }
    }
}

#[test]
fn pdn_has_the_sign_of_its_ruleset() {
    for (name, fen, hub, pdn) in [
        ("english", "W:W22:B11,18", "22x8", "22x8"),
        ("english", "W:W22:B1", "22-18", "22-18"),
        ("russian", "W:W22:B11,18", "22x8", "c3:g7"),
        ("russian", "W:W22:B1", "22-18", "c3-d4"),
        ("brazilian", "W:W22:B11,18", "22x8", "c3xg7"),
        ("czech", "W:W22:B11,18", "22x8", "c3xg7"),
        ("pool", "W:W22:B11,18", "22x8", "22x8"),
        // Two captures with the same ends: the squares between are needed.
        ("pool", "W:WK21,K24,27:B8,K11,K14,26", "21x30x8x14x26", "21x3x12x30"),
        ("russian", "W:WK23:B6,K11,14,K15,19,24,27", "23x32x27", "e3:g1"),
    ] {
        let variant = Variant::named(name).unwrap();
        let position = position_of(variant, fen);
        let played = parse_move(hub, variant, &position).unwrap();
        assert_eq!(pdn_move(&position, played, variant), pdn, "{name} {fen}");
    }
}

/// Checks that each legal move of a position is written and read back in every form.
fn check_round_trips(variant: &Variant, position: &Position, random: &mut Random) -> (usize, usize) {
    let generator = MoveGen::of(variant.laws);
    let numbering = variant.numbering;
    let mut legal = generator.legal_moves(position);
    let (mut ambiguous, count) = (0, legal.len());
    sort_moves(&mut legal, numbering);
    let fen = || format!("{} {}", variant.name, write_fen(position, numbering));
    let read = |text: &str| parse_move(text, variant, position).unwrap_or_else(|error| panic!("{}: {error}", fen()));
    for &played in &legal {
        let hub = hub_move(played, numbering);
        assert_eq!(read(&hub), played, "{} {hub}", fen());
        for letters in [false, true] {
            let full = Naming { numbering, letters }.full_move(played);
            assert_eq!(read(&full), played, "{} {full}", fen());
        }
        let pdn = pdn_move(position, played, variant);
        assert_eq!(read(&pdn), played, "{} {pdn}", fen());
        let same_ends = |other: &&Move| other.from() == played.from() && other.to() == played.to();
        let twins = legal.iter().filter(same_ends).count();
        let parts = pdn.split(['-', 'x', ':']).count();
        if twins == 1 {
            assert_eq!(parts, 2, "{} {pdn} is longer than need be", fen());
        } else {
            ambiguous += 1;
            assert_eq!(parts, played.captured().count() as usize + 1, "{} {pdn}", fen());
            let ends = format!("{}x{}", numbering.number(played.from()), numbering.number(played.to()));
            match parse_move(&ends, variant, position) {
                Ok(single) => assert_eq!(single.captured().count(), 1),
                Err(error) => assert!(matches!(error.fault, MoveFault::Ambiguous(ref all) if all.len() == twins)),
            }
        }
        if played.is_capture() {
            let mut captured: Vec<Square> = played.captured().squares().collect();
            for i in (1..captured.len()).rev() {
                captured.swap(i, random.below(i + 1));
            }
            let listed: Vec<String> = captured.iter().map(|&at| numbering.number(at).to_string()).collect();
            let (from, to) = (numbering.number(played.from()), numbering.number(played.to()));
            assert_eq!(read(&format!("{from}x{to}x{}", listed.join("x"))), played);
            for path in generator.paths(position, played) {
                let route: Vec<String> = path.landings.iter().map(|&at| numbering.letters(at)).collect();
                let text = format!("{}{}", numbering.letters(played.from()), route.concat());
                assert_eq!(read(&text), played, "{} {text}", fen());
            }
        }
    }
    (count, ambiguous)
}

#[test]
fn moves_of_random_games_go_there_and_back() {
    let mut random = Random(0x5EED);
    for variant in &VARIANTS {
        let generator = MoveGen::of(variant.laws);
        for _ in 0..30 {
            let mut position = variant.start();
            for _ in 0..150 {
                check_round_trips(variant, &position, &mut random);
                let legal = generator.legal_moves(&position);
                if legal.is_empty() {
                    break;
                }
                position = position.play(random.one_of(&legal));
            }
        }
    }
}

#[test]
fn moves_of_random_positions_go_there_and_back() {
    let mut random = Random(0xD0E5);
    for variant in &VARIANTS {
        let (mut moves, mut ambiguous) = (0, 0);
        for _ in 0..6_000 {
            let position = random.position(18);
            let (count, twins) = check_round_trips(variant, &position, &mut random);
            moves += count;
            ambiguous += twins;
        }
        assert!(moves > 10_000, "{}: {moves}", variant.name);
        // Captures that share their ends must have come up, or their forms went untried.
        let rare = !variant.laws.spec().kings_capture_far;
        assert!(rare || ambiguous > 0, "{}: {ambiguous}", variant.name);
    }
}

#[test]
fn positions_go_there_and_back() {
    let mut random = Random(0xFE17);
    for numbering in [Numbering::English, Numbering::Italian, Numbering::Spanish] {
        for _ in 0..3_000 {
            let position = random.position(24);
            let fen = write_fen(&position, numbering);
            assert_eq!(parse_fen(&fen, numbering, false), Ok(Setup::new(position)), "{fen}");
            let lower = format!(" \"{}.\" ", fen.to_lowercase().replace(',', " , "));
            assert_eq!(parse_fen(&lower, numbering, false), Ok(Setup::new(position)), "{lower}");
            let hub = write_hub_position(&position, numbering);
            assert_eq!(hub.len(), 33);
            assert_eq!(parse_hub_position(&hub, numbering), Ok(position), "{hub}");
            let letters = Naming { numbering, letters: true };
            let list = |side: Side| {
                let pieces = position.pieces(side).squares().map(|square| {
                    let king = if position.all_kings().has(square) { "K" } else { "" };
                    format!("{king}{}", letters.square(square))
                });
                pieces.collect::<Vec<String>>().join(",")
            };
            let text = format!("{}:B{}:W{}", position.side().letter(), list(Side::Black), list(Side::White));
            assert_eq!(parse_fen(&text, numbering, false), Ok(Setup::new(position)), "{text}");
        }
    }
}

#[test]
fn fens_are_read_in_every_form() {
    let start = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    let ending = "B:W9,K18,K31:B13,K30";
    for (text, numbering, fen) in [
        ("W:W21-32:B1-12", Numbering::English, start),
        ("w:b1-12:w21-32", Numbering::English, start),
        ("\u{FEFF}\u{201C}W:W21-28,29 - 32:B1-12.\u{201D}\r\n", Numbering::English, start),
        ("W : W 21-32 : B 1–12 .", Numbering::English, start),
        ("W:Wa3-g3,b2-h2,a1-g1:Bb8-h6", Numbering::English, start),
        ("B:W9,K18,K31:B13,K30", Numbering::English, ending),
        ("B:WK18,9,k31:BK30,13.", Numbering::English, ending),
        ("'b:b13,k30:w9,k18,k31'", Numbering::English, ending),
        ("B:Wb6,Kd4,Ke1:Ba5,Kc1", Numbering::English, ending),
        ("B:WB6,KD4,KE1:BA5,KC1", Numbering::English, ending),
        ("B:W9,K 18,K31:B13, K 30", Numbering::English, ending),
        ("B:WK5-8:BK9-K10", Numbering::English, "B:WK5,K6,K7,K8:BK9,K10"),
        ("W:W31:B", Numbering::English, "W:W31:B"),
        ("W:W:B3", Numbering::English, "W:W:B3"),
        ("W::B3", Numbering::English, "W:W:B3"),
        ("W:W31:", Numbering::English, "W:W31:B"),
        ("W:W:B", Numbering::English, "W:W:B"),
        ("W:W031:B03", Numbering::English, "W:W31:B3"),
        ("W:Wh1:Ba8", Numbering::Spanish, "W:W1:B32"),
        ("W:Wb1-h1:Ba8", Numbering::Italian, "W:W29,30,31,32:B1"),
    ] {
        let setup = parse_fen(text, numbering, false).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(write_fen(&setup.position, numbering), fen, "{text}");
        assert_eq!(setup, Setup::new(setup.position));
    }
}

#[test]
fn wrong_fens_name_the_square() {
    let long = "9".repeat(5_000);
    for row in table(include_str!("data/wrong_fens.tsv")) {
        let [text, message] = row[..] else { panic!("a row of {} fields", row.len()) };
        let error = parse_fen(text, Numbering::English, false).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
        let spanish = error.say(Lang::Es);
        assert!(spanish != message && !spanish.contains('\n'), "{spanish}");
    }
    let error = parse_fen(&format!("W:W{long}:B1"), Numbering::English, false).unwrap_err();
    assert_eq!(error, FenError::NoSuchSquare(format!("{}...", &long[..40])));
    // Squares are named as the ruleset's players know them.
    let error = parse_fen("W:W32:B1-12", Numbering::Spanish, false).unwrap_err();
    assert!(error.to_string().contains("on square 32"), "{error}");
    assert!(parse_fen("W:W13-25:B1", Numbering::English, true).is_ok());
    assert!(parse_fen("W:W3:B1", Numbering::English, true).is_err(), "a man on his promotion row is never allowed");
}

#[test]
fn fens_carry_the_counts_of_a_game() {
    let numbering = Numbering::Italian;
    let setup = parse_fen("W:WK4,K5,K6:BK32:h12:T3:f40", numbering, false).unwrap();
    assert_eq!((setup.quiet, setup.lone_moves, setup.move_number), (Some(12), Some(3), Some(40)));
    let state = setup.state();
    assert_eq!((state.counters().quiet(), state.counters().lone_moves()), (12, Some(3)));
    assert_eq!(state.counters().lone_side(), Some(Side::Black));
    assert_eq!(write_fen_full(&state, numbering, setup.move_number), "W:WK4,K5,K6:BK32:H12:F40:T3");
    assert_eq!(write_fen_full(&state, numbering, None), "W:WK4,K5,K6:BK32:H12:T3");
    assert_eq!(Setup::new(*state.position()).state(), State::new(*state.position()));
    // What goes without saying is not written.
    assert_eq!(write_fen_full(&State::new(*state.position()), numbering, None), "W:WK4,K5,K6:BK32");
    // The count of the lone king goes on where only two are left to hunt him, even from none.
    for fen in ["W:WK4,K5:BK32:T0", "B:WK4,K5:BK32:H3:T7"] {
        let setup = parse_fen(fen, numbering, false).unwrap();
        assert_eq!(write_fen_full(&setup.state(), numbering, None), fen);
    }
}

#[test]
fn states_of_random_games_keep_their_counts() {
    let mut random = Random(0xC0DE);
    let variant = Variant::named("filipino").unwrap();
    let generator = MoveGen::of(variant.laws);
    let mut counted = 0;
    for _ in 0..150 {
        let mut state = State::new(position_of(variant, "W:WK1,K2,K14:BK31,24"));
        for _ in 0..60 {
            // A position of one against one, or against none, does not say which side is hunted.
            let pieces = |side| state.position().pieces(side).count();
            if state.counters().lone_side().is_some_and(|lone| pieces(lone) != 1 || pieces(!lone) < 2) {
                break;
            }
            let fen = write_fen_full(&state, variant.numbering, None);
            let read = parse_fen(&fen, variant.numbering, false).unwrap().state();
            let counts = |state: &State| (state.counters().quiet(), state.counters().lone_moves());
            assert_eq!((read.position(), counts(&read)), (state.position(), counts(&state)), "{fen}");
            counted += usize::from(state.counters().lone_moves().is_some());
            let legal = generator.legal_moves(state.position());
            if legal.is_empty() {
                break;
            }
            state = state.play(random.one_of(&legal), &variant.draws);
        }
    }
    assert!(counted > 100, "{counted}");
}

#[test]
fn hub_positions_are_strict() {
    let start = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    let english = Variant::named("english").unwrap();
    assert_eq!(write_hub_position(&english.start(), Numbering::English), start);
    // White starts on own 1-12 in the Spanish numbering.
    let spanish = Variant::named("spanish").unwrap();
    let own = write_hub_position(&spanish.start(), Numbering::Spanish);
    assert_eq!(own, "Wwwwwwwwwwwwweeeeeeeebbbbbbbbbbbb");
    assert_eq!(parse_hub_position(&own, Numbering::Spanish), Ok(spanish.start()));
    let with = |place: usize, c: char| start.char_indices().map(|(i, old)| if i == place { c } else { old }).collect();
    let cases: [(String, HubError); 6] = [
        (String::new(), HubError::Length(0)),
        (start[..32].to_owned(), HubError::Length(32)),
        (format!("{start}e"), HubError::Length(34)),
        (with(0, 'w'), HubError::SideToMove('w')),
        (with(20, 'é'), HubError::Piece('é', 20)),
        (
            with(32, 'b'),
            HubError::Position(PositionError::ManOnPromotionRow(Square::from_number(32).unwrap()), Numbering::English),
        ),
    ];
    for (text, error) in cases {
        assert_eq!(parse_hub_position(&text, Numbering::English), Err(error.clone()), "{text}");
        assert_ne!(error.say(Lang::En), error.say(Lang::Es));
    }
    let turned: String = with(13, 'w');
    assert!(matches!(
        parse_hub_position(&turned, Numbering::English),
        Err(HubError::Position(PositionError::TooManyPieces(Side::White, 13), _))
    ));
}

#[test]
fn counts_are_read() {
    assert_eq!(parse_counts(""), Ok((None, None)));
    assert_eq!(parse_counts("H12 T3"), Ok((Some(12), Some(3))));
    assert_eq!(parse_counts(" t0  h65535 "), Ok((Some(u16::MAX), Some(0))));
    for wrong in ["H", "12", "H12T3", "H-1", "H65536", "T121", "H1 H1", "T1 T1", "X1", "H 12", "H99999999999999999999"]
    {
        let error = parse_counts(wrong).expect_err(wrong);
        assert!(error.to_string().contains("is no count"), "{error}");
    }
}

#[test]
fn laws_that_differ_in_one_point_refuse_by_it() {
    let mut random = Random(0x1A35);
    let mut seen = [0; 4];
    for _ in 0..40_000 {
        let position = random.position(10);
        let mut refused = |place: usize, from: Laws, by: &str, fits: &dyn Fn(&MoveFault) -> bool| {
            let variant = Variant::named(by).unwrap();
            let here = MoveGen::of(variant.laws).legal_moves(&position);
            for played in MoveGen::of(from).legal_moves(&position) {
                let text = hub_move(played, variant.numbering);
                if here.iter().any(|&legal| hub_move(legal, variant.numbering) == text) {
                    continue;
                }
                let error = parse_move(&text, variant, &position).expect_err(&text);
                assert!(fits(&error.fault), "{by} {} {error}", write_fen(&position, variant.numbering));
                seen[place] += 1;
            }
        };
        // Pool and Brazilian differ in the law of the most pieces alone.
        refused(0, Laws::Pool, "brazilian", &|fault| matches!(fault, MoveFault::MostPieces(..)));
        // What a king could do by flying only.
        refused(1, Laws::DamasMixed, "damas:short", &|fault| {
            matches!(fault, MoveFault::KingSteps | MoveFault::CaptureCompulsory(_) | MoveFault::MostPieces(..))
        });
        // Russian captures that a man finishes as a king, and those that he could have finished so.
        refused(2, Laws::Russian, "pool", &|fault| {
            matches!(
                fault,
                MoveFault::StaysMan(_)
                    | MoveFault::MustGoOn(..)
                    | MoveFault::CapturesOthers(_)
                    | MoveFault::CannotReach(..)
            )
        });
        refused(3, Laws::Pool, "russian", &|fault| {
            matches!(fault, MoveFault::MustGoOn(..) | MoveFault::MustLandOn(_) | MoveFault::CapturesOthers(_))
        });
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn hostile_text_is_refused_quietly() {
    let mut random = Random(0xBAD);
    let pieces = [
        "W",
        "B",
        ":",
        ",",
        "-",
        "x",
        "K",
        "k",
        "1",
        "2",
        "12",
        "31",
        "32",
        "33",
        "0",
        "4000000000",
        "99999999999999999999",
        "a1",
        "c3",
        "h8",
        "e5",
        "i9",
        "H",
        "T",
        "F",
        " ",
        ".",
        "\"",
        "?",
        "\u{0}",
        "\n",
        "é",
        "\u{202E}",
        "½",
        "²",
        "٣",
        "🂠",
        "\u{FEFF}",
        "–",
        "×",
        "e",
        "b",
        "w",
        "22x15",
        "1-32",
        "d4",
    ];
    let positions: Vec<(&Variant, Position)> =
        VARIANTS.iter().flat_map(|variant| [(variant, variant.start()), (variant, random.position(12))]).collect();
    let try_all = |text: &str, variant: &Variant, position: &Position| {
        let errors = [
            parse_fen(text, variant.numbering, false).err().map(|error| (error.say(Lang::En), error.say(Lang::Es))),
            parse_hub_position(text, variant.numbering).err().map(|error| (error.say(Lang::En), error.say(Lang::Es))),
            parse_counts(text).err().map(|error| (error.say(Lang::En), error.say(Lang::Es))),
            parse_move(text, variant, position).err().map(|error| (error.say(Lang::En), error.say(Lang::Es))),
        ];
        for (english, spanish) in errors.into_iter().flatten() {
            for message in [english, spanish] {
                assert!(message.len() < 400 && !message.contains(['\n', '\r', '\0']), "{message:?}");
            }
        }
    };
    for round in 0..60_000 {
        let (variant, position) = random.one_of(&positions);
        let text: String = match round % 4 {
            0 => (0..random.below(60)).map(|_| char::from(random.next() as u8)).collect(),
            1 => (0..random.below(12)).filter_map(|_| char::from_u32(random.next() as u32 & 0x1F_FFFF)).collect(),
            _ => (0..random.below(14)).map(|_| random.one_of(&pieces)).collect(),
        };
        try_all(&text, variant, &position);
    }
    // A legal move or a FEN with one character changed.
    for _ in 0..20_000 {
        let (variant, position) = random.one_of(&positions);
        let legal = MoveGen::of(variant.laws).legal_moves(&position);
        let mut text = write_fen(&position, variant.numbering);
        if !legal.is_empty() && random.below(2) == 0 {
            text = hub_move(random.one_of(&legal), variant.numbering);
        }
        let mut bytes = text.into_bytes();
        let place = random.below(bytes.len());
        bytes[place] = random.next() as u8;
        try_all(&String::from_utf8_lossy(&bytes), variant, &position);
    }
    let english = Variant::named("english").unwrap();
    for (piece, times) in
        [("1", 1_000_000), ("1-32,", 200_000), (":", 1_000_000), ("22x15x", 200_000), ("a1", 500_000), ("é", 500_000)]
    {
        let long = piece.repeat(times);
        for text in [long.clone(), format!("W:W{long}"), format!("W:W1:B2:H{long}"), format!("11-{long}")] {
            try_all(&text, english, &english.start());
        }
    }
}

#[test]
fn crowded_boards_are_answered_in_time() {
    // Odd positions, in which many routes are open.
    let mut random = Random(0x0DD);
    let set = Bitboard::from_bits;
    for _ in 0..3_000 {
        let white = 1u32 << random.below(32) | 1 << random.below(32);
        let black =
            (random.next() as u32 | random.next() as u32 & random.next() as u32) & Bitboard::INNER.bits() & !white;
        let Ok(position) = Position::new(set(white), set(black), set(white | black), Side::White, true) else {
            continue;
        };
        let variant = random.one_of(&VARIANTS.each_ref());
        for text in ["1x32", "15x18x22", "c3:e5", "14x23x30"] {
            let _ = parse_move(text, variant, &position);
        }
        for played in MoveGen::of(variant.laws).legal_moves(&position) {
            assert_eq!(parse_move(&pdn_move(&position, played, variant), variant, &position), Ok(played));
        }
    }
}

#[test]
fn other_messages_are_in_both_languages() {
    let square = Square::from_number(3).unwrap();
    let mut rules = DrawRules::NONE;
    let messages: Vec<Box<dyn Say>> = vec![
        Box::new(PositionError::Shared(square)),
        Box::new(PositionError::ManOnPromotionRow(square)),
        Box::new(PositionError::TooManyPieces(Side::Black, 13)),
        Box::new(Variant::named("ludo").unwrap_err()),
        Box::new(Variant::named("english").unwrap().draw_rules("ludo").unwrap_err()),
        Box::new(rules.apply("quiet").unwrap_err()),
        Box::new(rules.apply("loud=3").unwrap_err()),
        Box::new(rules.apply("repetition=1").unwrap_err()),
        Box::new(IllegalMove),
        Box::new(Side::White),
    ];
    let reasons = DrawRule::ALL.into_iter().map(|rule| Box::new(DrawReason(rule)) as Box<dyn Say>);
    for message in messages.into_iter().chain(reasons) {
        let (english, spanish) = (message.say(Lang::En), message.say(Lang::Es));
        assert_ne!(english, spanish);
        assert!(!english.ends_with('.') && !spanish.ends_with('.'));
    }
    assert_eq!(PositionError::Shared(square).to_string(), PositionError::Shared(square).say(Lang::En));
    assert_eq!(
        rules.apply("repetition=1").unwrap_err().to_string(),
        "'1' is no number for repetition: 0 (off) or 2 to 100"
    );
    let counters = Counters::fresh(&Position::start(Side::White));
    assert_eq!(counters.lone_moves(), None);
}
