//! The Hub protocol through the program: handshake, parameters, games of every ruleset, pondering, stopping, odd input.
#![cfg(feature = "engine")]

#[path = "hub/client.rs"]
mod client;
#[path = "hub/games.rs"]
mod games;
#[path = "hub/input.rs"]
mod input;
#[path = "hub/playouts.rs"]
mod playouts;
#[allow(dead_code, reason = "other tests run more of it")]
mod program;
#[path = "reference/random.rs"]
mod random;
#[path = "hub/timing.rs"]
mod timing;

use damero::VARIANTS;

use client::{Hub, number, value};

/// The lines from `id` to `wait`.
fn introduction(hub: &mut Hub) -> Vec<String> {
    hub.send("hub");
    let mut lines = Vec::new();
    loop {
        match hub.next().1 {
            line if line == "wait" => return lines,
            line => lines.push(line),
        }
    }
}

fn param<'a>(lines: &'a [String], name: &str) -> &'a str {
    let start = format!("param name={name} ");
    lines.iter().find(|line| line.starts_with(&start)).unwrap_or_else(|| panic!("no parameter {name}"))
}

/// Splits a line at spaces outside quotes, as clients do.
fn pieces(line: &str) -> Vec<String> {
    let mut quoted = false;
    let split = |c: char| {
        quoted ^= c == '"';
        c == ' ' && !quoted
    };
    line.split(split).map(str::to_owned).collect()
}

#[test]
fn the_handshake_can_be_read_by_simple_clients() {
    let mut hub = Hub::with(&[], "");
    let lines = introduction(&mut hub);
    assert_eq!(value(&lines[0], "name"), Some("Damero"));
    assert_eq!(value(&lines[0], "version"), Some(env!("CARGO_PKG_VERSION")));
    for line in &lines {
        // pydraughts splits at spaces outside quotes, then each piece at every `=`.
        for piece in &pieces(line)[1..] {
            assert_eq!(piece.matches('=').count(), 1, "{line}");
        }
    }
    for line in &lines[1..] {
        let pieces = pieces(line);
        assert!(pieces[1].starts_with("name=") && pieces[2].starts_with("value=") && pieces[3].starts_with("type="));
        let kind = value(line, "type").expect("a type");
        match kind {
            "bool" => assert!(matches!(value(line, "value"), Some("true" | "false"))),
            "int" => {
                let at = number(line, "value");
                assert!(number(line, "min") <= at && at <= number(line, "max"), "{line}");
            }
            "enum" => {
                let mut values = value(line, "values").expect("values").split(' ');
                assert!(values.any(|known| Some(known) == value(line, "value")), "{line}");
            }
            "string" => assert!(pieces[2].starts_with("value=\"") && pieces[2].ends_with('"'), "{line}"),
            other => panic!("{other} is no type"),
        }
    }
    hub.send("init");
    hub.expect("ready");
    hub.send("init");
    hub.expect("ready");
    assert_eq!(introduction(&mut hub), lines, "it can be had again");
    hub.quit();
}

#[test]
fn every_ruleset_can_be_chosen_and_is_listed() {
    let mut hub = Hub::with(&[], "");
    let lines = introduction(&mut hub);
    let listed: Vec<&str> = value(param(&lines, "variant"), "values").expect("values").split(' ').collect();
    assert!(listed.iter().copied().eq(VARIANTS.iter().map(|variant| variant.name)));
    for variant in &VARIANTS {
        for &name in [variant.name].iter().chain(variant.synonyms) {
            hub.send(&format!("set-param name=variant value={name}"));
            let lines = introduction(&mut hub);
            assert_eq!(value(param(&lines, "variant"), "value"), Some(variant.name));
        }
    }
    hub.quit();
}

#[test]
fn parameters_are_set_and_shown() {
    let mut hub = Hub::with(&[], "");
    for (name, text, shown) in [
        ("threads", "2", "2"),
        ("hash", "64", "64"),
        ("tt-size", "20", "20"),
        ("book", "false", "off"),
        ("book-margin", "20", "20"),
        ("book-seed", "7", "7"),
        ("limit-strength", "3", "3"),
        ("ponder", "true", "true"),
        ("multipv", "3", "3"),
        ("move-overhead", "0", "0"),
        ("draw-rules", "fmjd64", "fmjd64"),
        ("draw-plies", "50", "50"),
        ("three-kings", "\"9\"", "9"),
        ("objective", "giveaway", "giveaway"),
        ("contempt", "-5", "-5"),
        ("position-style", "pydraughts", "pydraughts"),
    ] {
        hub.send(&format!("set-param name={name} value={text}"));
        let lines = introduction(&mut hub);
        assert_eq!(value(param(&lines, name), "value"), Some(shown), "{name}");
    }
    let lines = introduction(&mut hub);
    assert_eq!(value(param(&lines, "hash"), "value"), Some("16"), "the later of hash and tt-size wins");
    hub.quit();
}

#[test]
fn wrong_values_are_refused_with_what_would_be_right() {
    let mut hub = Hub::with(&[], "");
    let before = introduction(&mut hub);
    for (line, part) in [
        ("set-param name=threads value=0", "threads: '0' should be a whole number from 1"),
        ("set-param name=threads value=many", "should be a whole number"),
        ("set-param name=hash value=99999999999999999999", "hash: '99999999999999999999' should be"),
        ("set-param name=tt-size value=5", "from 16 to"),
        ("set-param name=ponder value=maybe", "true or false"),
        ("set-param name=variant value=chess", "chess"),
        ("set-param name=draw-rules value=chess", "one of own, english"),
        ("set-param name=draw-plies value=-2", "-1 for the draw rules' own"),
        ("set-param name=objective value=", "win, giveaway"),
        ("set-param name=position-style value=fen", "standard, pydraughts"),
        ("set-param value=3", "no name"),
        ("set-param name=hash", "no value for hash"),
        ("set-param", "no name"),
        ("level depth=deep", "depth: 'deep' should be"),
    ] {
        hub.send(line);
        let (_, answer) = hub.next();
        assert!(answer.starts_with("error message=\"") && answer.contains(part), "{line}: {answer}");
        assert_eq!(answer.matches('"').count(), 2, "{answer}");
    }
    hub.send("set-param name=colour value=blue");
    assert_eq!(introduction(&mut hub), before, "unknown parameters are ignored, and nothing has changed");
    hub.quit();
}

#[test]
fn options_are_where_the_parameters_start() {
    let arguments = [
        ("--rules=dama", "variant", "filipino"),
        ("--threads=2", "threads", "2"),
        ("--hash=32", "hash", "32"),
        ("--draw-rules=CHECKERS", "draw-rules", "english"),
        ("--draw-plies=12", "draw-plies", "12"),
        ("--three-kings=5", "three-kings", "5"),
        ("--objective=giveaway", "objective", "giveaway"),
        ("--contempt=-3", "contempt", "-3"),
        ("--position-style=pydraughts", "position-style", "pydraughts"),
    ];
    let mut hub = Hub::with(&arguments.map(|(argument, ..)| argument), "");
    let lines = introduction(&mut hub);
    for (argument, name, value_then) in arguments {
        assert_eq!(value(param(&lines, name), "value"), Some(value_then), "{argument}");
    }
    hub.quit();
}

#[test]
fn wrong_options_are_refused_before_anything_is_said() {
    let no_folder = std::env::temp_dir().join("damero-no-such-folder").join("x.log");
    for (argument, part) in [
        ("--rules=chess".to_owned(), "--rules: no ruleset is called 'chess'"),
        ("--draw=quiet".to_owned(), "--draw: 'quiet' is not RULE=PLIES"),
        (format!("--log={}", no_folder.display()), "no log can be written there"),
    ] {
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_damero"))
            .args(["hub", &argument, "--lang=en"])
            .stdin(std::process::Stdio::null())
            .output()
            .expect("the program starts");
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!((ran.status.code(), ran.stdout.len()), (Some(2), 0), "{argument}");
        assert!(said.contains(part) && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn without_a_command_the_first_line_picks_the_protocol() {
    let mut hub = Hub::bare();
    let lines = introduction(&mut hub);
    assert_eq!(value(param(&lines, "variant"), "value"), Some("english"));
    hub.send("level nodes=10");
    hub.send("go think");
    assert_ne!(hub.answer().best, "none");
    hub.quit();
}
