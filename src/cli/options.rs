//! The table of options, from which the parser and the help are built.

use crate::lang::Lang;

use super::{
    annotate_options, book_options, diagram_options, dxp_options, egdb_options, general_options, match_options,
    play_options, puzzles_options, strength_options, study_options, tune_options,
};

/// A text in English and in Spanish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Text(pub &'static str, pub &'static str);

impl Text {
    /// The text in a language.
    pub const fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.0,
            Lang::Es => self.1,
        }
    }
}

/// What an option takes. All values come once, the last one counting, unless it says otherwise.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
    /// Nothing: it is there or not.
    Flag,
    /// Any text.
    Text(Text),
    /// Numbers with commas between, the first of which may be negative.
    Numbers(Text),
    /// A file's name.
    File(Text),
    /// A whole number within these limits.
    Whole(Text, i64, i64),
    /// A time in seconds, above zero.
    Seconds(Text),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A text; the option may come more than once.
    Many(Text),
    /// One or more texts, up to the next option; the option may come more than once.
    List(Text),
}

impl Kind {
    /// What stands for the value in the help, in a language; `None` for a flag.
    pub fn value_name(self, lang: Lang) -> Option<String> {
        match self {
            Kind::Flag => None,
            Kind::Choice(words) => Some(words.join("|")),
            Kind::Text(name)
            | Kind::Numbers(name)
            | Kind::File(name)
            | Kind::Whole(name, ..)
            | Kind::Seconds(name)
            | Kind::Many(name)
            | Kind::List(name) => Some(name.get(lang).to_owned()),
        }
    }
}

/// A default: the commands for which it holds (none: all others) and what the help says.
pub(super) type Default = (&'static [&'static str], Text);

/// An option of one or more commands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opt {
    /// The name after two dashes.
    pub long: &'static str,
    /// The letter after one dash.
    pub short: Option<char>,
    /// What it takes.
    pub kind: Kind,
    /// The commands that have it; none for all.
    pub commands: &'static [&'static str],
    /// What holds without it.
    pub defaults: &'static [Default],
    /// What it does, without a full stop.
    pub help: Text,
    /// Options that must not come with it.
    pub conflicts: &'static [&'static str],
    /// Whether it must be given.
    pub required: bool,
}

/// An option with nothing special.
pub(super) const fn opt(long: &'static str, kind: Kind, commands: &'static [&'static str], help: Text) -> Opt {
    Opt { long, short: None, kind, commands, defaults: &[], help, conflicts: &[], required: false }
}

/// The most threads that can be asked for.
pub(super) const MOST_THREADS: i64 = 1024;

/// The options that [`shared`] finds. What draws on others by it cannot stand here: the compiler would go in a circle, and
/// says so.
const LENT: &[Opt] = &{
    const FROM: &[&[Opt]] = &[
        general_options::OPTIONS,
        diagram_options::OPTIONS,
        match_options::OPTIONS,
        egdb_options::OPTIONS,
        tune_options::OPTIONS,
        dxp_options::OPTIONS,
        strength_options::OPTIONS,
    ];
    joined::<{ length(FROM) }>(FROM)
};

/// The tables of options, in the order in which the help lists them. (One table would be too long for one file.)
const TABLES: &[&[Opt]] = &[
    LENT,
    annotate_options::OPTIONS,
    study_options::OPTIONS,
    play_options::OPTIONS,
    puzzles_options::OPTIONS,
    book_options::OPTIONS,
];

/// All options.
pub(super) static OPTIONS: &[Opt] = &joined::<{ length(TABLES) }>(TABLES);

/// How many options some tables have.
const fn length(tables: &[&[Opt]]) -> usize {
    let (mut table, mut all) = (0, 0);
    while table < tables.len() {
        all += tables[table].len();
        table += 1;
    }
    all
}

/// Some tables in one.
const fn joined<const N: usize>(tables: &[&[Opt]]) -> [Opt; N] {
    let mut all = [tables[0][0]; N];
    let (mut table, mut i, mut at) = (0, 0, 0);
    while at < N {
        if i == tables[table].len() {
            (table, i) = (table + 1, 0);
        } else {
            all[at] = tables[table][i];
            (i, at) = (i + 1, at + 1);
        }
    }
    all
}

/// An option that another command has, for other commands as well.
///
/// # Panics
/// If there is none; as constants are made of it, the program is not built then.
pub(super) const fn shared(long: &str, command: &str, commands: &'static [&'static str]) -> Opt {
    let mut i = 0;
    while i < LENT.len() {
        let option = LENT[i];
        if is_same(option.long, long) && has(option.commands, command) {
            return Opt { commands, ..option };
        }
        i += 1;
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

impl Opt {
    /// Whether a command has the option.
    pub fn is_of(&self, command: &str) -> bool {
        self.commands.is_empty() || self.commands.contains(&command)
    }

    /// What holds for a command without the option, in a language.
    pub fn default_for(&self, command: &str, lang: Lang) -> Option<&'static str> {
        let named = self.defaults.iter().find(|(commands, _)| commands.contains(&command));
        let others = || self.defaults.iter().find(|(commands, _)| commands.is_empty());
        named.or_else(others).map(|(_, text)| text.get(lang))
    }

    /// The option of a name that a command has.
    pub fn of(command: &str, long: &str) -> Option<&'static Opt> {
        OPTIONS.iter().find(|option| option.long == long && option.is_of(command))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::bench::DEFAULT_DEPTH;
    use crate::cli::commands::COMMANDS;

    /// What the project's page on the command line promises, as far as the commands exist: the option, its value, its
    /// default for a command, and the commands.
    const PROMISED: &[(&str, &str, &str, &[&str])] = &[
        (
            "rules",
            "NAME",
            "english",
            &["moves", "perft", "diagram", "analyse", "hub", "dxp", "cb", "match", "openings", "egdb", "tune"],
        ),
        ("rules", "NAME|all", "english", &["bench"]),
        ("fen", "FEN", "the start position", &["moves", "perft", "diagram", "analyse", "dxp"]),
        ("file", "FILE", "", &["analyse"]),
        ("depth", "N", "", &["perft", "analyse"]),
        ("divide", "", "", &["perft"]),
        ("count", "moves|paths", "moves", &["perft"]),
        ("time", "S", "5 where nothing else bounds the search", &["analyse"]),
        ("nodes", "N", "", &["analyse"]),
        ("infinite", "", "", &["analyse"]),
        ("multipv", "N", "1", &["analyse"]),
        ("all-scores", "", "", &["analyse"]),
        ("searchmoves", "MOVE", "", &["analyse"]),
        ("exclude", "MOVE", "", &["analyse"]),
        ("threads", "N", "all cores", &["perft", "analyse", "egdb", "tune"]),
        ("threads", "N", "1", &["hub", "dxp", "cb"]),
        ("hash", "MIB", "128", &["analyse", "hub", "dxp", "cb"]),
        ("egdb", "DIR", "the embedded 2-4 pieces only", &["analyse", "hub", "dxp", "cb", "match"]),
        ("draw-rules", "NAME", "the ruleset's own", &["rules", "analyse", "hub", "dxp", "match", "egdb"]),
        ("draw", "RULE=PLIES", "", &["rules", "analyse", "hub", "dxp", "match", "egdb"]),
        ("draw-plies", "N", "", &["rules", "analyse", "hub", "dxp", "match"]),
        ("three-kings", "N", "", &["rules", "analyse", "hub", "dxp", "match"]),
        ("objective", "win|giveaway", "win", &["analyse", "hub", "dxp", "match"]),
        ("contempt", "CENTIMEN", "0", &["analyse"]),
        ("contempt", "CENTIMEN", "10", &["hub", "dxp"]),
        ("position-style", "standard|pydraughts", "standard", &["hub", "dxp"]),
        ("log", "FILE", "none", &["hub", "dxp", "cb"]),
        ("score-from", "mover|white", "mover", &["analyse"]),
        (
            "lang",
            "en|es",
            "from LC_ALL, LANG",
            &["rules", "moves", "perft", "diagram", "analyse", "hub", "dxp", "cb", "bench"],
        ),
        ("json", "", "", &["rules", "moves", "analyse", "egdb"]),
        ("quiet", "", "", &["perft", "analyse", "dxp", "match", "openings", "egdb", "tune"]),
        ("weights", "FILE", "", &["analyse", "bench", "tune"]),
        ("no-color", "", "", &["rules", "diagram", "analyse"]),
        ("flip", "", "", &["rules", "diagram", "analyse"]),
        ("allow-odd", "", "", &["moves", "perft", "diagram", "analyse", "egdb"]),
        ("output", "FILE", "", &["diagram"]),
        ("book", "FILE|on|off", "off", &["analyse"]),
        ("book", "FILE|on|off", "the one in the program", &["hub", "dxp", "cb"]),
    ];

    /// Options that the page leaves to the commands, and a second meaning of one that it names.
    const BESIDE: &[(&str, &[&str])] =
        &[("depth", &["bench"]), ("ascii", &["rules", "diagram", "analyse"]), ("skip", &["analyse"])];

    #[test]
    fn the_table_keeps_what_is_promised() {
        for &(long, value, default, commands) in PROMISED {
            for command in commands {
                let option = Opt::of(command, long).unwrap_or_else(|| panic!("{command} has no --{long}"));
                assert_eq!(option.kind.value_name(Lang::En).unwrap_or_default(), value, "{command} --{long}");
                assert_eq!(option.default_for(command, Lang::En).unwrap_or_default(), default, "{command} --{long}");
            }
        }
        let promised = PROMISED.iter().map(|&(long, _, _, commands)| (long, commands)).chain(BESIDE.iter().copied());
        let promised: Vec<(&str, &str)> =
            promised.flat_map(|(long, commands)| commands.iter().map(move |&command| (long, command))).collect();
        for option in general_options::OPTIONS.iter().filter(|option| !option.commands.is_empty()) {
            for &command in option.commands {
                assert!(promised.contains(&(option.long, command)), "nobody promised {command} --{}", option.long);
            }
        }
    }

    #[test]
    fn the_options_of_hub_are_its_parameters() {
        // Three are its own, and four go by other names.
        let own = ["tt-size", "ponder", "move-overhead"];
        for name in crate::protocol::hub::parameter_names() {
            match name {
                name if own.contains(&name) => {}
                "variant" => assert!(Opt::of("hub", "rules").is_some()),
                "bb-path" | "bb-size" => assert!(Opt::of("hub", "egdb").is_some()),
                "multipv" => assert!(Opt::of("analyse", name).is_some()),
                name => assert!(Opt::of("hub", name).is_some(), "--{name}"),
            }
        }
    }

    #[test]
    fn a_command_has_an_option_once() {
        for command in COMMANDS {
            let longs: Vec<&str> =
                OPTIONS.iter().filter(|option| option.is_of(command.name)).map(|option| option.long).collect();
            for (i, long) in longs.iter().enumerate() {
                assert!(!longs[i + 1..].contains(long), "{} --{long}", command.name);
            }
        }
        for option in OPTIONS {
            for command in option.commands {
                assert!(COMMANDS.iter().any(|known| known.name == *command), "--{} of {command}", option.long);
            }
        }
    }

    #[test]
    fn the_help_of_bench_says_its_depth() {
        let depth = Opt::of("bench", "depth").unwrap();
        assert_eq!(depth.default_for("bench", Lang::En), Some(DEFAULT_DEPTH.to_string().as_str()));
    }
}
