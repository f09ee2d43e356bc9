//! Engines that misbehave in every way a match must survive. They are tests of this program that are ignored, so that the
//! program itself can be started as an engine: `PROGRAM mock_hang --ignored --exact --nocapture`. What the test harness
//! prints besides is no line of any protocol.

use std::io::{BufRead, Write, stdin, stdout};
use std::time::Duration;

use damero::{Game, Move, Setup, State, Variant, hub_move, parse_fen, parse_hub_position, parse_move};

/// Set for the engines of a match, so that running all ignored tests by hand does not wait for input.
pub const ENVIRONMENT: &str = "DAMERO_MOCK";

/// How an engine behaves from its fourth move in a game on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Manner {
    Honest,
    Crashes,
    Hangs,
    PlaysIllegally,
    IsSlow,
    /// It talks without end and never gives a move.
    Babbles,
    /// It never says anything at all.
    IsMute,
}

/// The engine of a match for this manner, as `--engine` has it.
pub fn engine(name: &str, kind: &str, test: &str) -> String {
    let program = std::env::current_exe().unwrap();
    format!("{name}={kind}:\"{}\" {test} --ignored --exact --nocapture", program.display())
}

fn say(line: &str) {
    let mut out = stdout().lock();
    // Whoever listened may be gone; then the input ends as well.
    let _ = out.write_all(format!("\n{line}\n").as_bytes()).and_then(|()| out.flush());
}

fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let after = line.split_once(&format!(" {key}="))?.1;
    match after.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => after.split(' ').next(),
    }
}

/// Some legal move, not always the first.
fn choose(game: &Game) -> Move {
    let legal = game.legal_moves();
    legal[(game.state().key() % legal.len() as u64) as usize]
}

/// Misbehaves; an honest engine returns.
fn misbehave(manner: Manner) {
    match manner {
        Manner::Honest | Manner::PlaysIllegally => {}
        Manner::Crashes => std::process::exit(7),
        Manner::Hangs | Manner::IsMute => loop {
            std::thread::sleep(Duration::from_secs(1));
        },
        Manner::IsSlow => std::thread::sleep(Duration::from_millis(700)),
        Manner::Babbles => loop {
            say("info depth=1 score=0.00");
        },
    }
}

/// A Hub engine.
pub fn hub(manner: Manner) {
    if std::env::var_os(ENVIRONMENT).is_none() {
        return;
    }
    if manner == Manner::IsMute {
        misbehave(manner);
    }
    let variant = Variant::named("english").unwrap();
    let mut game = Game::new(variant);
    for line in stdin().lock().lines().map_while(Result::ok) {
        match line.split(' ').next().unwrap_or("") {
            "hub" => {
                say("id name=mock version=1");
                say("param name=variant value=english type=enum values=\"english\"");
                say("wait");
            }
            "init" => say("ready"),
            "ping" => say("pong"),
            "pos" => {
                let start = parse_hub_position(value(&line, "pos").unwrap(), variant.numbering).unwrap();
                game = Game::from_state(variant, State::new(start), variant.draws.clone());
                for text in value(&line, "moves").unwrap_or("").split_whitespace() {
                    game.play(parse_move(text, variant, game.position()).unwrap()).unwrap();
                }
            }
            "go" => {
                let late = game.moves().len() >= 8;
                if late {
                    misbehave(manner);
                }
                say("info depth=3 score=0.10 nodes=5");
                let illegal = late && manner == Manner::PlaysIllegally;
                let text = if illegal { "9-32".to_owned() } else { hub_move(choose(&game), variant.numbering) };
                say(&format!("done move={text}"));
            }
            "quit" => break,
            _ => {}
        }
    }
    std::process::exit(0);
}

/// An engine that speaks CheckerBoard's text.
pub fn cb() {
    if std::env::var_os(ENVIRONMENT).is_none() {
        return;
    }
    let variant = Variant::named("english").unwrap();
    for line in stdin().lock().lines().map_while(Result::ok) {
        let mut words = line.split(' ');
        match (words.next(), words.next()) {
            (Some("getmove"), Some(fen)) => {
                let setup: Setup = parse_fen(fen, variant.numbering, false).unwrap();
                assert!(line.contains("maxtime="), "{line}");
                let game = Game::from_state(variant, setup.state(), variant.draws.clone());
                say("status depth 4 value=3");
                say(&format!("move {} result=3 fen=x", hub_move(choose(&game), variant.numbering)));
            }
            (Some("set"), Some("gametype")) => say("1 gametype set"),
            (Some("quit"), _) => break,
            _ => say("0"),
        }
    }
    std::process::exit(0);
}
