//! The options of `damero annotate`.

use super::options::{Kind, Opt, Text, opt, shared};

const ANNOTATE: &[&str] = &["annotate"];
const FILE: Text = Text("FILE", "FICHERO");

/// The options, in the order in which the help lists them.
pub(super) const OPTIONS: &[Opt] = &[
    Opt {
        short: Some('o'),
        ..opt(
            "output",
            Kind::File(FILE),
            ANNOTATE,
            Text(
                "Write the games to this PDN file; without it and --html they go to standard output",
                "Escribe las partidas en este fichero PDN; sin ella ni --html van a la salida estándar",
            ),
        )
    },
    opt(
        "html",
        Kind::File(FILE),
        ANNOTATE,
        Text(
            "Write a page with boards, moves, score graph and accuracy, that needs no network",
            "Escribe una página con tableros, jugadas, gráfica y precisión, que no necesita red",
        ),
    ),
    Opt {
        defaults: &[(
            &[],
            Text("that of the game's GameType, else english", "el del GameType de la partida, o english"),
        )],
        help: Text("The ruleset of all games", "El juego de todas las partidas"),
        ..shared("rules", "analyse", ANNOTATE)
    },
    Opt {
        defaults: &[(&[], Text("0.5 where nothing else bounds the search", "0.5 si nada más limita la búsqueda"))],
        ..opt(
            "time",
            Kind::Seconds(Text("S", "S")),
            ANNOTATE,
            Text("Seconds for each move", "Segundos para cada jugada"),
        )
    },
    shared("depth", "analyse", ANNOTATE),
    shared("nodes", "analyse", ANNOTATE),
    Opt {
        help: Text("Threads, each of which searches a move at a time", "Hilos; cada uno busca una jugada a la vez"),
        ..shared("threads", "analyse", ANNOTATE)
    },
    Opt {
        defaults: &[(&[], Text("16", "16"))],
        ..opt(
            "hash",
            Kind::Whole(Text("MIB", "MIB"), 1, 1 << 16),
            ANNOTATE,
            Text("Transposition table of each thread in MiB", "Tabla de transposiciones de cada hilo en MiB"),
        )
    },
    shared("egdb", "analyse", ANNOTATE),
    shared("score-from", "analyse", ANNOTATE),
    opt(
        "resume",
        Kind::Flag,
        ANNOTATE,
        Text(
            "Go on after an interruption, with the same games and options",
            "Sigue tras una interrupción, con las mismas partidas y opciones",
        ),
    ),
    Opt {
        defaults: &[(&[], Text("the output's name with .journal", "el nombre de la salida con .journal"))],
        ..opt(
            "journal",
            Kind::File(FILE),
            ANNOTATE,
            Text("Where what is found is kept until all is done", "Dónde se guarda lo hallado hasta acabar"),
        )
    },
    opt("quiet", Kind::Flag, ANNOTATE, Text("No progress", "Sin progreso")),
    shared("allow-odd", "analyse", ANNOTATE),
];
