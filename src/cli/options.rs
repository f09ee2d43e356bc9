//! The table of options, from which the parser and the help are built.

use crate::lang::Lang;

use super::{dxp_options, egdb_options, match_options, tune_options};

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

const N: Text = Text("N", "N");
const NAME: Text = Text("NAME", "NOMBRE");
const FILE: Text = Text("FILE", "FICHERO");
const MOVE: Text = Text("MOVE", "JUGADA");

/// An option with nothing special.
pub(super) const fn opt(long: &'static str, kind: Kind, commands: &'static [&'static str], help: Text) -> Opt {
    Opt { long, short: None, kind, commands, defaults: &[], help, conflicts: &[], required: false }
}

const START: &[Default] = &[(&[], Text("the start position", "la posición inicial"))];
/// The commands that play or search, to which the ways of drawing matter.
const GAMES: &[&str] = &["rules", "analyse", "hub", "dxp", "match"];
/// Those and the command that asks what draw rules make of endings.
const RULED: &[&str] = &["rules", "analyse", "hub", "dxp", "match", "egdb"];
/// The most threads that can be asked for.
pub(super) const MOST_THREADS: i64 = 1024;

/// All options, in the order in which the help lists them.
pub(super) static OPTIONS: &[Opt] =
    &joined::<
        {
            GENERAL.len()
                + match_options::OPTIONS.len()
                + egdb_options::OPTIONS.len()
                + tune_options::OPTIONS.len()
                + dxp_options::OPTIONS.len()
        },
    >(&[GENERAL, match_options::OPTIONS, egdb_options::OPTIONS, tune_options::OPTIONS, dxp_options::OPTIONS]);

/// Some tables in one. (A table of all commands' options would be too long for one file.)
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

const GENERAL: &[Opt] = &[
    Opt {
        defaults: &[(&[], Text("english", "english"))],
        ..opt(
            "rules",
            Kind::Text(NAME),
            &["moves", "perft", "diagram", "analyse", "hub", "dxp", "cb", "match", "openings", "egdb", "tune"],
            Text("The ruleset, by a name that 'damero rules' lists", "El juego, por un nombre que 'damero rules' da"),
        )
    },
    Opt {
        defaults: &[(&[], Text("english", "english"))],
        ..opt(
            "rules",
            Kind::Text(Text("NAME|all", "NOMBRE|all")),
            &["bench"],
            Text("The ruleset, or all", "El juego, o todos"),
        )
    },
    Opt {
        defaults: START,
        conflicts: &["file"],
        ..opt(
            "fen",
            Kind::Text(Text("FEN", "FEN")),
            &["moves", "perft", "diagram", "analyse", "dxp"],
            Text(
                "The position, in the ruleset's own square numbers or letters",
                "La posición, con los números de casilla propios del juego o con letras",
            ),
        )
    },
    opt(
        "file",
        Kind::File(FILE),
        &["analyse"],
        Text(
            "Positions, a FEN a line with an optional name after it; '#' starts a comment; '-' is standard input",
            "Posiciones, un FEN por línea con un nombre opcional detrás; '#' inicia un comentario; '-' es la entrada",
        ),
    ),
    Opt {
        required: true,
        ..opt(
            "depth",
            Kind::Whole(N, 0, 60),
            &["perft"],
            Text("How deep to count, in plies", "Hasta dónde contar, en medias jugadas"),
        )
    },
    opt(
        "divide",
        Kind::Flag,
        &["perft"],
        Text("Also count below each move, a move a line", "Cuenta también tras cada jugada, una por línea"),
    ),
    Opt {
        defaults: &[(&[], Text("moves", "moves"))],
        ..opt(
            "count",
            Kind::Choice(&["moves", "paths"]),
            &["perft"],
            Text(
                "What counts as a leaf: a move, or each path of a capture",
                "Qué cuenta como hoja: una jugada, o cada camino de una captura",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("5 where nothing else bounds the search", "5 si nada más limita la búsqueda"))],
        ..opt(
            "time",
            Kind::Seconds(Text("S", "S")),
            &["analyse"],
            Text("Seconds for each position", "Segundos para cada posición"),
        )
    },
    opt("depth", Kind::Whole(N, 1, 200), &["analyse"], Text("Plies to search", "Medias jugadas que se buscan")),
    Opt {
        defaults: &[(&[], Text("13", "13"))],
        ..opt(
            "depth",
            Kind::Whole(N, 1, 40),
            &["bench"],
            Text("Plies to search in each position", "Medias jugadas que se buscan en cada posición"),
        )
    },
    opt("nodes", Kind::Whole(N, 1, i64::MAX), &["analyse"], Text("Positions to visit", "Posiciones que se visitan")),
    Opt {
        conflicts: &["time", "depth", "nodes"],
        ..opt("infinite", Kind::Flag, &["analyse"], Text("Search until Ctrl-C", "Busca hasta Ctrl-C"))
    },
    Opt {
        conflicts: &["all-scores"],
        defaults: &[(&[], Text("1", "1"))],
        ..opt(
            "multipv",
            Kind::Whole(N, 1, 500),
            &["analyse"],
            Text("How many best moves to find, each with its score", "Cuántas mejores jugadas, cada una con su valor"),
        )
    },
    opt(
        "all-scores",
        Kind::Flag,
        &["analyse"],
        Text("Find the score of every legal move", "El valor de cada jugada legal"),
    ),
    opt("searchmoves", Kind::List(MOVE), &["analyse"], Text("Look at these moves only", "Mira solo estas jugadas")),
    opt("exclude", Kind::List(MOVE), &["analyse"], Text("Leave these moves out", "Deja fuera estas jugadas")),
    Opt {
        defaults: &[(&["hub", "dxp", "cb"], Text("1", "1")), (&[], Text("all cores", "todos los núcleos"))],
        ..opt(
            "threads",
            Kind::Whole(N, 1, MOST_THREADS),
            &["perft", "analyse", "hub", "dxp", "cb", "egdb", "tune"],
            Text(
                "Threads that work; twice as many as there are processors, or four, are the most that search",
                "Hilos que trabajan; en una búsqueda, como mucho el doble de los procesadores, o cuatro",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("128", "128"))],
        ..opt(
            "hash",
            Kind::Whole(Text("MIB", "MIB"), 1, 1 << 20),
            &["analyse", "hub", "dxp", "cb"],
            Text("Size of the transposition table in MiB", "Tamaño de la tabla de transposiciones en MiB"),
        )
    },
    Opt {
        defaults: &[(&[], Text("the embedded 2-4 pieces only", "solo las incluidas, de 2 a 4 piezas"))],
        ..opt(
            "egdb",
            Kind::File(Text("DIR", "CARPETA")),
            &["analyse", "hub", "match"],
            Text(
                "A folder of endgame databases, or 'off' for none",
                "Una carpeta de bases de finales, u 'off' sin ninguna",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("the ruleset's own", "las del juego"))],
        ..opt(
            "draw-rules",
            Kind::Text(NAME),
            RULED,
            Text(
                "Which draw rules hold: those of a ruleset, fmjd64, agreed, none, or own",
                "Qué reglas de tablas rigen: las de un juego, fmjd64, agreed, none u own (las propias)",
            ),
        )
    },
    opt(
        "draw",
        Kind::Many(Text("RULE=PLIES", "REGLA=N")),
        RULED,
        Text(
            "Changes one number of a draw rule, such as quiet=80 or repetition=3; 0 turns it off; can be repeated",
            "Cambia un número de una regla de tablas, como quiet=80 o repetition=3; 0 la quita; se puede repetir",
        ),
    ),
    opt(
        "draw-plies",
        Kind::Whole(N, 0, 10_000),
        GAMES,
        Text(
            "Draw after so many plies without a capture or a man's move (short for --draw quiet=N)",
            "Tablas tras tantas medias jugadas sin captura ni movimiento de peón (equivale a --draw quiet=N)",
        ),
    ),
    opt(
        "three-kings",
        Kind::Whole(N, 0, 120),
        GAMES,
        Text(
            "Draw after so many moves of a lone king against three; 0 removes that limit",
            "Tablas tras tantas jugadas de una dama sola contra tres; 0 quita ese límite",
        ),
    ),
    Opt {
        defaults: &[(&[], Text("win", "win"))],
        ..opt(
            "objective",
            Kind::Choice(&["win", "giveaway"]),
            &["analyse", "hub", "dxp", "match"],
            Text(
                "What is aimed at: to win, or to lose all one's pieces",
                "Qué se pretende: ganar, o perder todas las piezas",
            ),
        )
    },
    Opt {
        defaults: &[(&["hub", "dxp"], Text("10", "10")), (&[], Text("0", "0"))],
        ..opt(
            "contempt",
            Kind::Whole(Text("CENTIMEN", "CENTIPEONES"), -1000, 1000),
            &["analyse", "hub", "dxp"],
            Text(
                "How much less than equality a draw is worth to the side to move, in hundredths of a man",
                "Cuánto menos que la igualdad valen las tablas para quien juega, en centésimas de peón",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("standard", "standard"))],
        ..opt(
            "position-style",
            Kind::Choice(&["standard", "pydraughts"]),
            &["hub", "dxp"],
            Text(
                "How the client writes positions and moves: in the ruleset's own numbers, or as pydraughts' boards do",
                "Cómo escribe el cliente posiciones y jugadas: con los números propios del juego, o como pydraughts",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("none", "ninguno"))],
        ..opt(
            "log",
            Kind::File(FILE),
            &["hub", "dxp", "cb"],
            Text("A file to which the traffic is appended", "Un fichero al que se añade lo que entra y sale"),
        )
    },
    Opt {
        defaults: &[(&[], Text("mover", "mover"))],
        ..opt(
            "score-from",
            Kind::Choice(&["mover", "white"]),
            &["analyse"],
            Text(
                "Whose side scores are given for: the side to move, or White",
                "Para quién se dan los valores: quien juega, o las blancas",
            ),
        )
    },
    Opt {
        short: Some('o'),
        ..opt(
            "output",
            Kind::File(FILE),
            &["diagram"],
            Text("Write the board to a file (.txt)", "Escribe el tablero en un fichero (.txt)"),
        )
    },
    Opt {
        defaults: &[(&[], Text("as the ruleset writes moves", "como el juego escribe las jugadas"))],
        ..opt(
            "squares",
            Kind::Choice(&["numbers", "letters", "none"]),
            &["diagram"],
            Text("How the squares are named on the board", "Cómo se nombran las casillas en el tablero"),
        )
    },
    opt(
        "ascii",
        Kind::Flag,
        &["rules", "diagram", "analyse"],
        Text("Draw pieces as w, b (men) and W, B (kings)", "Dibuja las piezas como w, b (peones) y W, B (damas)"),
    ),
    opt(
        "flip",
        Kind::Flag,
        &["rules", "diagram", "analyse"],
        Text("Draw the board as Black sees it", "Dibuja el tablero como lo ven las negras"),
    ),
    opt(
        "allow-odd",
        Kind::Flag,
        &["moves", "perft", "diagram", "analyse", "egdb"],
        Text(
            "Accept positions that no game can reach, such as 13 pieces a side",
            "Acepta posiciones a las que ninguna partida llega, como 13 piezas de un bando",
        ),
    ),
    opt(
        "json",
        Kind::Flag,
        &["rules", "moves", "analyse", "egdb"],
        Text("Write a JSON object a line, for programs", "Escribe un objeto JSON por línea, para programas"),
    ),
    opt(
        "no-color",
        Kind::Flag,
        &["rules", "diagram", "analyse"],
        Text(
            "No colours (nor where NO_COLOR is set, nor where the output is no terminal)",
            "Sin colores (tampoco con NO_COLOR, ni si la salida no es un terminal)",
        ),
    ),
    opt(
        "weights",
        Kind::File(Text("FILE", "FICHERO")),
        &["analyse", "bench", "tune"],
        Text(
            "Weights of the evaluation, from 'damero tune fit', in place of the program's own",
            "Pesos de la evaluación, de 'damero tune fit', en vez de los del programa",
        ),
    ),
    opt(
        "quiet",
        Kind::Flag,
        &["perft", "analyse", "dxp", "match", "openings", "egdb", "tune"],
        Text("Only results: no progress, no board", "Solo resultados: ni progreso ni tablero"),
    ),
    Opt {
        defaults: &[(&[], Text("from LC_ALL, LANG", "según LC_ALL, LANG"))],
        ..opt(
            "lang",
            Kind::Choice(&["en", "es"]),
            &[],
            Text("The language of messages: English or Spanish", "El idioma de los mensajes: inglés o español"),
        )
    },
];

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
        ("egdb", "DIR", "the embedded 2-4 pieces only", &["analyse", "hub", "match"]),
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
    ];

    /// Options that the page leaves to the commands, and a second meaning of one that it names.
    const BESIDE: &[(&str, &[&str])] =
        &[("depth", &["bench"]), ("squares", &["diagram"]), ("ascii", &["rules", "diagram", "analyse"])];

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
        for option in GENERAL.iter().filter(|option| !option.commands.is_empty()) {
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
