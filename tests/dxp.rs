//! DXP: the program as follower and as initiator, with honest peers and with others.

#[path = "dxp/peer.rs"]
mod peer;

use std::io::Write;
use std::net::TcpListener;
use std::process::Stdio;
use std::time::{Duration, Instant};

use damero::{Game, PdnResult, Variant, parse_move, read_pdn};
use peer::{Listener, PATIENCE, Peer, Scratch, damero, request, wait};

const FAST: [&str; 2] = ["--nodes", "100"];

fn with<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&FAST[..], args].concat()
}

/// Pieces of a position request: those on these squares.
fn board(pieces: &[(usize, char)]) -> String {
    let on = |square| pieces.iter().find(|piece| piece.0 == square).map_or('e', |piece| piece.1);
    (1..=32).map(on).collect()
}

fn variant(name: &str) -> &'static Variant {
    Variant::named(name).unwrap()
}

#[test]
fn two_of_ours_play_every_ruleset_to_the_end() {
    for ruleset in ["english", "italian", "spanish", "russian", "filipino", "damas:short"] {
        let (ours, theirs) =
            (Scratch::new(&format!("{}-a", &ruleset[..4])), Scratch::new(&format!("{}-b", &ruleset[..4])));
        let args = with(&["--rules", ruleset, "--games", "2", "--name", "follower", "-o", ours.path()]);
        let mut listener = Listener::start(&args);
        let more = with(&["--rules", ruleset, "--games", "2", "--name", "initiator", "-o", theirs.path()]);
        let ran =
            damero(&[&["dxp", "--hash", "1", "--connect", &listener.address][..], &more].concat()).output().unwrap();
        let text = String::from_utf8(ran.stdout).unwrap();
        assert_eq!(ran.status.code(), Some(0), "{ruleset}: {text}");
        assert_eq!(text.lines().count(), 2, "{ruleset}: {text}");
        assert_eq!(listener.wait().code(), Some(0));
        let [ours, theirs] = [&ours, &theirs].map(|file| read_pdn(&file.text(), variant(ruleset)));
        assert_eq!(ours.len(), 2);
        for (one, other) in ours.into_iter().zip(theirs) {
            let (one, other) = (one.unwrap(), other.unwrap());
            assert_eq!((&one.moves, one.result), (&other.moves, other.result), "{ruleset}: both saw the same game");
            assert_ne!(one.result, PdnResult::Unknown, "{ruleset}: {:?}", one.tags);
            assert!(one.moves.len() > 20);
        }
    }
}

#[test]
fn many_games_in_a_row_with_take_back_chat_and_positions() {
    let mut listener = Listener::start(&with(&["--games", "3"]));
    let mut peer = listener.connect();
    // English: Black, who moves first, is the peer's; it takes its first move back, and then both.
    peer.ask("W010000A");
    peer.send("M0003111500");
    peer.expect("M");
    peer.send("Chello there");
    peer.send("B002Z");
    peer.expect("K0");
    peer.send("B001Z");
    peer.expect("K0");
    peer.send("B009W");
    peer.expect("K2");
    peer.send("M0001121600");
    peer.expect("M");
    while !listener.error().contains("the peer says: hello there") {}
    peer.send("E10");
    peer.expect("E00");
    assert!(listener.result().contains("game 1 Damero"));
    // A position in which the program is to move and takes the last piece.
    peer.ask(&format!("Z000000BZ{}", board(&[(6, 'z'), (10, 'w')])));
    assert_eq!(&peer.expect("M0000")[5..], "06150110");
    peer.send("E10");
    peer.expect("E00");
    assert!(listener.result().contains("1-0"));
    peer.ask("Z000000A");
    peer.expect("M");
    peer.send("E20");
    peer.expect("E01");
    assert!(listener.result().contains("1/2-1/2"));
    assert_eq!(listener.wait().code(), Some(0));
}

#[test]
fn messages_may_come_in_any_pieces() {
    let listener = Listener::start(&FAST);
    let mut peer = listener.connect();
    for byte in format!("{}\0", request("W000000A")).bytes() {
        peer.send_bytes(&[byte]);
        std::thread::sleep(Duration::from_millis(1));
    }
    peer.expect("A");
    peer.send_bytes(b"Cone\0\0CTwo\0M0000111500\0Cthree\0C");
    peer.expect("M");
    peer.send_bytes(b"four\0E10\0");
    peer.expect("E0");
    assert!(listener.result().contains("a peer gives up"));
}

#[test]
fn requests_that_cannot_be_met_have_their_code() {
    let listener = Listener::start(&with(&["--rules", "italian"]));
    let mut peer = listener.connect();
    for (message, code) in [
        ("R02whatever".to_owned(), '1'),
        (request(&format!("W000000BW{}", "e".repeat(50))), '2'),
        (request(&format!("W000000BW{}", "w".repeat(32))), '2'),
        (request("Q000000A"), '2'),
        (request("W0x0000A"), '2'),
        ("R01".to_owned(), '2'),
    ] {
        peer.send(&message);
        let answer = peer.expect("A");
        assert!(answer.len() == 34 && answer.ends_with(code), "{message}: {answer}");
    }
    peer.ask("W000000A");
    peer.expect("M");
}

#[test]
fn a_second_peer_is_refused_politely_and_a_third_can_follow() {
    let listener = Listener::start(&FAST);
    let mut first = listener.connect();
    first.ask("Z000000A");
    let mut second = listener.connect();
    second.send(&request("Z000000A"));
    assert!(second.expect("A").ends_with('3'));
    second.close();
    first.expect("M");
    first.close();
    assert!(listener.result().contains("the connection is gone"));
    let began = Instant::now();
    loop {
        let mut third = listener.connect();
        third.send(&request("Z000000A"));
        if third.expect("A").ends_with('0') {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "nobody else is let in");
    }
}

/// What a peer does wrong once its game has begun, and what is said of it.
fn wrong(deed: &[u8], said: &str, result: &str) {
    let file = Scratch::new(&said.replace(|c: char| !c.is_alphanumeric(), ""));
    let mut listener = Listener::start(&with(&["--games", "1", "-o", file.path()]));
    let mut peer = listener.connect();
    peer.ask("W000000A");
    peer.send_bytes(deed);
    peer.expect_closed();
    let line = listener.result();
    assert!(line.contains(said) && line.contains(result), "{said}: {line}");
    assert_eq!(listener.wait().code(), Some(1), "{said}");
    assert!(file.text().contains(said), "{}", file.text());
}

#[test]
fn whoever_breaks_the_rules_loses() {
    for (deed, said) in [
        (&b"M0000111400\0"[..], "illegal move: 11-14"),
        (b"M0000991500\0", "illegal move: 99-15"),
        (b"M000011150118\0", "illegal move: 11x15x18"),
        (b"M0000111\0", "broken message"),
        (b"M00001115990102\0", "twelve pieces"),
        (b"E\0", "a reason is"),
        (b"E97\0", "a reason is"),
        (b"Bxyz\0", "three digits"),
        (&[&b"M0000111500"[..], &b"0".repeat(500), b"\0"].concat(), "more squares"),
    ] {
        // Black moves first in english; the program is White.
        wrong(deed, said, "0-1");
    }
}

#[test]
fn garbage_and_floods_end_in_time() {
    let mut listener = Listener::start(&with(&["--games", "1", "--timeout", "2"]));
    let mut peer = listener.connect();
    peer.ask("W000000A");
    let began = Instant::now();
    // Garbage, answers to nothing, chat without end: none of it buys time.
    let noise = [&b"\xFF\xFE\0zzz\0Chello\0K0\0"[..], &b"C".repeat(3000), b"\0"].concat();
    while began.elapsed() < Duration::from_secs(20) && peer.stream.write_all(&noise).is_ok() {}
    assert!(began.elapsed() < Duration::from_secs(15), "it took {:?}", began.elapsed());
    assert!(listener.result().contains("nothing came for 2 s"));
    assert_eq!(listener.wait().code(), Some(1));
}

#[test]
fn silence_ends_in_time() {
    let listener = Listener::start(&with(&["--timeout", "1"]));
    let mut silent = listener.connect();
    let began = Instant::now();
    silent.expect_closed();
    assert!(began.elapsed() < Duration::from_secs(10));
    let mut half = listener.connect();
    half.ask("W000000A");
    half.send_bytes(b"M00001115");
    half.expect_closed();
    assert!(listener.result().contains("nothing came for 1 s"));
}

#[test]
fn a_move_out_of_turn_and_a_new_wish_break_a_game_off() {
    let listener = Listener::start(&["--time", "20"]);
    let mut peer = listener.connect();
    peer.ask("Z000000A");
    peer.send(&request("Z000000A"));
    peer.expect("A");
    assert!(listener.result().contains("asked for another game"));
    peer.send("M0000111500");
    peer.expect_closed();
    assert!(listener.result().contains("not its turn"));
}

#[test]
fn the_end_may_be_said_while_we_think() {
    let listener = Listener::start(&["--time", "60"]);
    let mut peer = listener.connect();
    peer.ask("Z000000A");
    std::thread::sleep(Duration::from_millis(200));
    let began = Instant::now();
    peer.send("E01");
    peer.expect("E00");
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    assert!(listener.result().contains("* (ended by a peer)"));
}

#[test]
fn we_say_the_end_in_place_of_a_move() {
    let listener = Listener::start(&FAST);
    let mut peer = listener.connect();
    // White, the program, loses its last piece to a jump.
    peer.ask(&format!("W000000BZ{}", board(&[(6, 'z'), (10, 'w')])));
    peer.send("M000006150110");
    peer.expect("E1");
    peer.send("E00");
    assert!(listener.result().contains("White has no move"));
    // Ten moves each and no more.
    peer.ask("W000001A");
    peer.send("M0000111500");
    peer.expect("M");
    peer.send("E00");
    peer.expect("E0");
    assert!(listener.result().contains("undecided after 1 moves"));
}

#[test]
fn we_give_up_and_call_draws_by_thresholds() {
    let listener = Listener::start(&with(&["--resign", "2,1", "--call-draw", "0.3,2"]));
    let mut peer = listener.connect();
    // A man against six kings, the program to move.
    peer.ask(&format!("Z000000BZ{}", board(&[(6, 'z'), (27, 'W'), (28, 'W'), (29, 'W'), (30, 'W'), (31, 'W')])));
    peer.expect("E1");
    peer.send("E00");
    assert!(listener.result().contains("gives up"));
    peer.ask(&format!("Z000000BZ{}", board(&[(1, 'Z'), (32, 'W')])));
    let first = peer.expect("M");
    assert!(first.starts_with("M000001"), "{first}");
    peer.send("M0000322800");
    peer.expect("E2");
    peer.send("E00");
    assert!(listener.result().contains("1/2-1/2"));
}

#[test]
fn refusals_end_an_initiator() {
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = door.local_addr().unwrap().to_string();
    for (code, said) in [('1', "another version"), ('2', "this game"), ('3', "no game now")] {
        let args = ["dxp", "--connect", &address, "--rules", "russian", "--minutes", "5", "--moves", "75"];
        let child = damero(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut peer = Peer::accept(&door);
        let asked = peer.expect("R01Damero");
        assert_eq!(&asked[35..], "Z005075A");
        peer.send(&format!("A{:32}{code}", "me"));
        let ran = child.wait_with_output().unwrap();
        assert_eq!(ran.status.code(), Some(1));
        let errors = String::from_utf8(ran.stderr).unwrap();
        assert!(errors.contains(said), "{errors}");
    }
    drop(door);
    let ran = damero(&["dxp", "--connect", &address]).output().unwrap();
    assert_eq!(ran.status.code(), Some(2), "nobody is there");
}

#[test]
fn standard_input_speaks_by_lines_or_zeros_and_its_end_is_no_fault() {
    for (command, end) in [(&["dxp", "--nodes", "50"][..], "\n"), (&["dxp", "--nodes", "50"], "\0"), (&[], "\n")] {
        let mut child =
            damero(command).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        // Black moves first and is the program; the end of the input comes while it thinks.
        write!(input, "{}{end}", request("Z000000A")).unwrap();
        drop(input);
        assert_eq!(wait(&mut child).code(), Some(0));
        let ran = child.wait_with_output().unwrap();
        let text = String::from_utf8(ran.stdout).unwrap();
        let messages: Vec<&str> = text.split_terminator(end).collect();
        assert_eq!(messages.len(), 2, "{text:?}");
        assert!(messages[0].starts_with("ADamero") && messages[1].starts_with("M00"), "{text:?}");
        assert!(ran.stderr.is_empty());
    }
}

#[test]
fn an_initiator_also_speaks_on_standard_output() {
    let args = ["dxp", "--role", "initiate", "--nodes", "50", "--fen", "B:W32,31:B1,2", "--rules", "english"];
    let mut child = damero(&args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    write!(input, "A{:32}0\nE10\n", "me").unwrap();
    drop(input);
    assert!(wait(&mut child).code().is_some());
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(text.contains(&format!("W000000BZ{}", board(&[(1, 'z'), (2, 'z'), (31, 'w'), (32, 'w')]))), "{text:?}");
}

#[test]
fn two_of_ours_play_a_match() {
    let file = Scratch::new("match");
    let own = env!("CARGO_BIN_EXE_damero");
    let listener = Listener::start(&with(&["--rules", "russian"]));
    let engines = [
        format!("there=dxp:{}", listener.address),
        format!("started=dxp:\"{own}\" dxp --rules russian --nodes 100 --hash 1"),
    ];
    let args =
        ["match", "--rules", "russian", "--engine", &engines[0], "--engine", &engines[1], "--time-per-move", "2"];
    let more = ["--games", "4", "--openings", "unbalanced", "--quiet", "-o", file.path()];
    let ran = damero(&[&args[..], &more].concat()).output().unwrap();
    let (out, errors) = (String::from_utf8(ran.stdout).unwrap(), String::from_utf8(ran.stderr).unwrap());
    assert_eq!(ran.status.code(), Some(0), "{out}{errors}");
    let games = read_pdn(&file.text(), variant("russian"));
    assert_eq!(games.len(), 4);
    for game in games {
        let game = game.unwrap();
        let end = game.tag("Termination").unwrap();
        assert!(!end.contains("loses by") && game.moves.len() > 10, "{end}");
    }
    let wrong = damero(&[&args[..7], &["--tc", "90"]].concat()).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8(wrong.stderr).unwrap().contains("whole minutes"));
    let _ = std::fs::remove_file(format!("{}.journal", file.path()));
}

#[test]
fn bad_options_get_one_line() {
    for (args, part) in [
        (&["--listen", "nowhere.invalid:1"][..], "--listen"),
        (&["--minutes", "5"], "--connect"),
        (&["--resign", "x"], "MEN,MOVES"),
        (&["--listen", "1", "--connect", "2"], "--connect"),
        (&["--games", "0"], "--games"),
    ] {
        let ran = damero(&[&["dxp"][..], args].concat()).output().unwrap();
        let errors = String::from_utf8(ran.stderr).unwrap();
        assert_eq!((ran.status.code(), errors.lines().count()), (Some(2), 1), "{args:?}: {errors}");
        assert!(errors.contains(part), "{errors}");
    }
}

#[test]
fn the_games_of_a_pdn_log_are_legal() {
    let file = Scratch::new("log");
    let listener = Listener::start(&with(&["--rules", "czech", "-o", file.path()]));
    let mut peer = listener.connect();
    peer.ask("W005000A");
    peer.expect("M");
    peer.close();
    listener.result();
    let record = read_pdn(&file.text(), variant("czech")).remove(0).unwrap();
    assert_eq!((record.tag("TimeControl"), record.tag("Black")), (Some("300"), Some("a peer")));
    let mut game = Game::new(variant("czech"));
    let text = damero::hub_move(record.moves[0], variant("czech").numbering);
    game.play(parse_move(&text, variant("czech"), game.position()).unwrap()).unwrap();
}
