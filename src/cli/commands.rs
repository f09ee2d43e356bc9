//! The table of commands.

use crate::lang::{Lang, Say};

use super::args::Args;
use super::options::Text;
use super::outcome::{Done, Failure, Out};
use super::{
    analyse, annotate, ballot, bench, book, cb, diagram, dxp, egdb, hub, matches, moves, openings, pages, perft, play,
    puzzles, rules, study, tune,
};

/// An argument that stands by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Positional {
    /// What the code calls it.
    pub id: &'static str,
    /// What the help calls it.
    pub name: Text,
    /// What it is, without a full stop.
    pub help: Text,
    /// Whether it must be given.
    pub required: bool,
    /// The words it can be; none for any.
    pub choices: &'static [&'static str],
    /// Options that must not come with it.
    pub conflicts: &'static [&'static str],
    /// Whether it can come more than once.
    pub many: bool,
}

/// A command.
pub(super) struct Cmd {
    /// Its name.
    pub name: &'static str,
    /// What it does, without a full stop.
    pub about: Text,
    /// Its argument, if it has one.
    pub positional: Option<Positional>,
    /// What the help adds below the options; can be empty.
    pub notes: Text,
    /// Runs it.
    pub run: fn(&Args<'_>, &mut Out<'_>) -> Result<Done, Failure>,
}

const NO_NOTES: Text = Text("", "");
/// The shells that completions can be written for.
const SHELLS: &[&str] = &["bash", "elvish", "fish", "powershell", "zsh"];

/// All commands, in the order in which the help lists them.
pub(super) static COMMANDS: &[Cmd] = &[
    Cmd {
        name: "rules",
        about: Text(
            "List the rulesets, or explain one: laws, draws in force, sources, squares",
            "Enumera los juegos, o explica uno: leyes, tablas en vigor, fuentes, casillas",
        ),
        positional: Some(Positional {
            id: "NAME",
            name: Text("NAME", "NOMBRE"),
            help: Text("The ruleset to explain", "El juego que se explica"),
            required: false,
            choices: &[],
            conflicts: &[],
            many: false,
        }),
        notes: rules::NOTES,
        run: rules::run,
    },
    Cmd {
        name: "moves",
        about: Text(
            "List the legal moves, one a line in Hub notation",
            "Enumera las jugadas legales, una por línea en notación Hub",
        ),
        positional: None,
        notes: moves::NOTES,
        run: moves::run,
    },
    Cmd {
        name: "perft",
        about: Text("Count the leaves of the game tree", "Cuenta las hojas del árbol de juego"),
        positional: None,
        notes: Text("The last line is the total alone.", "La última línea es el total, solo."),
        run: perft::run,
    },
    Cmd {
        name: "analyse",
        about: Text(
            "Search positions: scores, best lines, best move",
            "Analiza posiciones: valores, mejores líneas, mejor jugada",
        ),
        positional: None,
        notes: analyse::NOTES,
        run: analyse::run,
    },
    Cmd {
        name: "annotate",
        about: Text(
            "Search every move of games: scores, better moves, marks, accuracy, as PDN and as a page",
            "Busca cada jugada de partidas: valores, jugadas mejores, signos, precisión, en PDN y en una página",
        ),
        positional: Some(Positional {
            id: "FILE",
            name: Text("GAMES.pdn", "PARTIDAS.pdn"),
            help: Text("The games; '-' is standard input", "Las partidas; '-' es la entrada estándar"),
            required: true,
            choices: &[],
            conflicts: &[],
            many: false,
        }),
        notes: annotate::NOTES,
        run: annotate::run,
    },
    Cmd {
        name: "diagram",
        about: Text("Draw a board", "Dibuja un tablero"),
        positional: Some(Positional {
            id: "FEN",
            name: Text("FEN", "FEN"),
            help: Text("The position [default: the start position]", "La posición [por defecto: la inicial]"),
            required: false,
            choices: &[],
            conflicts: &["fen"],
            many: false,
        }),
        notes: diagram::NOTES,
        run: diagram::run,
    },
    Cmd {
        name: "play",
        about: Text("Play a game against Damero in the terminal", "Juega una partida contra Damero en el terminal"),
        positional: None,
        notes: play::NOTES,
        run: play::run,
    },
    Cmd {
        name: "study",
        about: Text(
            "Solve a study: every move that wins (or draws), duals, shortest and longest line, whether it is sound",
            "Resuelve un estudio: toda jugada que gana (o entabla), duales, línea más corta y más larga, si es correcto",
        ),
        positional: Some(Positional {
            id: "FEN",
            name: Text("FEN", "FEN"),
            help: Text("The position", "La posición"),
            required: true,
            choices: &[],
            conflicts: &[],
            many: false,
        }),
        notes: study::NOTES,
        run: study::run,
    },
    Cmd {
        name: "puzzles",
        about: Text(
            "Find positions in games in which one move wins, graded, as PDN and as a sheet",
            "Halla en partidas posiciones en que gana una sola jugada, por grados, en PDN y como hoja",
        ),
        positional: Some(Positional {
            id: "GAMES",
            name: Text("GAMES.pdn...", "PARTIDAS.pdn..."),
            help: Text("The games; '-' is standard input", "Las partidas; '-' es la entrada"),
            required: true,
            choices: &[],
            conflicts: &[],
            many: true,
        }),
        notes: puzzles::NOTES,
        run: puzzles::run,
    },
    Cmd {
        name: "hub",
        about: Text(
            "Play and analyse for a program that speaks the Hub protocol",
            "Juega y analiza para un programa que habla el protocolo Hub",
        ),
        positional: None,
        notes: hub::NOTES,
        run: hub::run,
    },
    Cmd {
        name: "dxp",
        about: Text(
            "Play against a program that speaks DXP, over a network or standard input and output",
            "Juega contra un programa que habla DXP, por la red o por la entrada y la salida",
        ),
        positional: None,
        notes: dxp::NOTES,
        run: dxp::run,
    },
    Cmd {
        name: "cb",
        about: Text(
            "Play for a program that speaks CheckerBoard's interface as text",
            "Juega para un programa que habla la interfaz de CheckerBoard como texto",
        ),
        positional: None,
        notes: cb::NOTES,
        run: cb::run,
    },
    Cmd {
        name: "bench",
        about: Text(
            "Search fixed positions to a fixed depth at one thread; the node counts are a signature",
            "Analiza posiciones fijas a profundidad fija con un hilo; los nodos son una firma",
        ),
        positional: None,
        notes: Text(
            "The last line is 'nodes TOTAL nps N'; the total is the same on every machine.",
            "La última línea es 'nodes TOTAL nps N'; el total es el mismo en toda máquina.",
        ),
        run: bench::run,
    },
    Cmd {
        name: "match",
        about: Text("Play matches between engines", "Juega encuentros entre motores"),
        positional: Some(Positional {
            id: "ACTION",
            name: Text("merge JOURNAL...", "merge DIARIO..."),
            help: Text(
                "Join the journals of all parts of a match",
                "Une los diarios de todas las partes de un encuentro",
            ),
            required: false,
            choices: &[],
            conflicts: &["engine"],
            many: true,
        }),
        notes: matches::NOTES,
        run: matches::run,
    },
    Cmd {
        name: "openings",
        about: Text("Make a set of unbalanced openings", "Hace un conjunto de aperturas desequilibradas"),
        positional: Some(Positional {
            id: "ACTION",
            name: Text("make|merge JOURNAL...", "make|merge DIARIO..."),
            help: Text(
                "Make a set, or join the journals of its parts",
                "Hace un conjunto, o une los diarios de sus partes",
            ),
            required: false,
            choices: &[],
            conflicts: &[],
            many: true,
        }),
        notes: openings::NOTES,
        run: openings::run,
    },
    Cmd {
        name: "egdb",
        about: Text("Build and ask endgame databases", "Hace y consulta bases de datos de finales"),
        positional: Some(Positional {
            id: "ACTION",
            name: Text("build|info|longest|verify|probe FEN", "build|info|longest|verify|probe FEN"),
            help: Text("What to do", "Qué hacer"),
            required: true,
            choices: &[],
            conflicts: &[],
            many: true,
        }),
        notes: egdb::NOTES,
        run: egdb::run,
    },
    Cmd {
        name: "book",
        about: Text("Build and ask opening books", "Hace y consulta libros de aperturas"),
        positional: Some(Positional {
            id: "ACTION",
            name: Text("build|merge BOOK...|probe [MOVE...]|info", "build|merge LIBRO...|probe [JUGADA...]|info"),
            help: Text("What to do", "Qué hacer"),
            required: true,
            choices: &[],
            conflicts: &[],
            many: true,
        }),
        notes: book::NOTES,
        run: book::run,
    },
    Cmd {
        name: "ballot",
        about: Text("Draw an opening, as tournaments do", "Sortea una apertura, como en los torneos"),
        positional: None,
        notes: ballot::NOTES,
        run: ballot::run,
    },
    Cmd {
        name: "tune",
        about: Text("Play against itself and learn the evaluation", "Juega contra sí mismo y aprende la evaluación"),
        positional: Some(Positional {
            id: "ACTION",
            name: Text("selfplay|fit FILE...|check WEIGHTS FILE...", "selfplay|fit FICHERO...|check PESOS FICHERO..."),
            help: Text("What to do", "Qué hacer"),
            required: true,
            choices: &[],
            conflicts: &[],
            many: true,
        }),
        notes: tune::NOTES,
        run: tune::run,
    },
    Cmd {
        name: "completions",
        about: Text("Write completions for a shell", "Escribe las terminaciones para un intérprete de órdenes"),
        positional: Some(Positional {
            id: "SHELL",
            name: Text("SHELL", "INTÉRPRETE"),
            help: Text("One of: bash, elvish, fish, powershell, zsh", "Uno de: bash, elvish, fish, powershell, zsh"),
            required: true,
            choices: SHELLS,
            conflicts: &[],
            many: false,
        }),
        notes: NO_NOTES,
        run: pages::completions,
    },
    Cmd {
        name: "man",
        about: Text("Write the manual page, in roff", "Escribe la página de manual, en roff"),
        positional: Some(COMMAND),
        notes: NO_NOTES,
        run: pages::man,
    },
    Cmd {
        name: "help",
        about: Text("Print this help, or that of a command", "Muestra esta ayuda, o la de una orden"),
        positional: Some(COMMAND),
        notes: NO_NOTES,
        run: pages::help,
    },
];

const COMMAND: Positional = Positional {
    id: "COMMAND",
    name: Text("COMMAND", "ORDEN"),
    help: Text("The command [default: all in brief]", "La orden [por defecto: todas en breve]"),
    required: false,
    choices: &[],
    conflicts: &[],
    many: false,
};

/// No command has the name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct UnknownCommand(pub String);

impl Say for UnknownCommand {
    fn say(&self, lang: Lang) -> String {
        let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
        let names = names.join(", ");
        match lang {
            Lang::En => format!("there is no command '{}'; there are {names}", self.0),
            Lang::Es => format!("no hay ninguna orden '{}'; hay {names}", self.0),
        }
    }
}

impl Cmd {
    /// The command of a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<&'static Cmd, UnknownCommand> {
        COMMANDS.iter().find(|command| command.name == name).ok_or_else(|| UnknownCommand(name.to_owned()))
    }
}
