//! The options of `damero study`.

use super::options::{Kind, Opt, Text, opt};
use super::{diagram_options, general_options};

const STUDY: &[&str] = &["study"];

/// The options, in the order in which the help lists them.
pub(super) const OPTIONS: &[Opt] = &[
    shared("rules", "analyse", STUDY),
    opt(
        "goal",
        Kind::Choice(&["win", "draw"]),
        STUDY,
        Text(
            "What is to be done [default: what the position comes to]",
            "Qué hay que lograr [por defecto: lo que da la posición]",
        ),
    ),
    Opt {
        defaults: &[(&[], Text("1", "1"))],
        ..opt(
            "time",
            Kind::Seconds(Text("S", "S")),
            STUDY,
            Text(
                "Seconds for each position that has to be searched",
                "Segundos para cada posición que haya que buscar",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("300", "300"))],
        ..opt(
            "points",
            Kind::Whole(Text("N", "N"), 1, 1_000_000),
            STUDY,
            Text("Look at so many of the solver's positions", "Mira tantas posiciones de quien resuelve"),
        )
    },
    shared("threads", "analyse", STUDY),
    shared("hash", "analyse", STUDY),
    shared("egdb", "analyse", STUDY),
    shared("three-kings", "analyse", STUDY),
    shared("objective", "analyse", STUDY),
    shared("ascii", "analyse", STUDY),
    shared("flip", "analyse", STUDY),
    shared("allow-odd", "analyse", STUDY),
    shared("json", "analyse", STUDY),
    shared("no-color", "analyse", STUDY),
    shared("quiet", "analyse", STUDY),
];

/// An option that another command has, for other commands as well.
///
/// # Panics
/// If there is none; as constants are made of it, the program is not built then.
pub(super) const fn shared(long: &str, command: &str, commands: &'static [&'static str]) -> Opt {
    let tables = [general_options::OPTIONS, diagram_options::OPTIONS];
    let mut table = 0;
    while table < tables.len() {
        let mut i = 0;
        while i < tables[table].len() {
            let option = tables[table][i];
            if is_same(option.long, long) && has(option.commands, command) {
                return Opt { commands, ..option };
            }
            i += 1;
        }
        table += 1;
    }
    panic!("no command has the option")
}

const fn has(words: &[&str], wanted: &str) -> bool {
    let mut i = 0;
    while i < words.len() {
        if is_same(words[i], wanted) {
            return true;
        }
        i += 1;
    }
    false
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut i = 0;
    while i < one.len() && i < other.len() && one[i] == other[i] {
        i += 1;
    }
    i == one.len() && i == other.len()
}
