//! The options of `damero annotate`.

use super::options::{Kind, MOST_THREADS, Opt, Text, opt};

const ANNOTATE: &[&str] = &["annotate"];
const N: Text = Text("N", "N");
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
        ..opt(
            "rules",
            Kind::Text(Text("NAME", "NOMBRE")),
            ANNOTATE,
            Text("The ruleset of all games", "El juego de todas las partidas"),
        )
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
    opt("depth", Kind::Whole(N, 1, 200), ANNOTATE, Text("Plies to search", "Medias jugadas que se buscan")),
    opt("nodes", Kind::Whole(N, 1, i64::MAX), ANNOTATE, Text("Positions to visit", "Posiciones que se visitan")),
    Opt {
        defaults: &[(&[], Text("all cores", "todos los núcleos"))],
        ..opt(
            "threads",
            Kind::Whole(N, 1, MOST_THREADS),
            ANNOTATE,
            Text("Threads, each of which searches a move at a time", "Hilos; cada uno busca una jugada a la vez"),
        )
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
    Opt {
        defaults: &[(&[], Text("the embedded 2-4 pieces only", "solo las incluidas, de 2 a 4 piezas"))],
        ..opt(
            "egdb",
            Kind::File(Text("DIR", "CARPETA")),
            ANNOTATE,
            Text("A folder of endgame databases; off for none", "Una carpeta de bases de finales; off para ninguna"),
        )
    },
    Opt {
        defaults: &[(&[], Text("mover", "mover"))],
        ..opt(
            "score-from",
            Kind::Choice(&["mover", "white"]),
            ANNOTATE,
            Text(
                "Whose side scores are given for: the side that moves, or White",
                "Para quién se dan los valores: quien juega, o las blancas",
            ),
        )
    },
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
    opt(
        "allow-odd",
        Kind::Flag,
        ANNOTATE,
        Text(
            "Accept positions that no game can reach, such as 13 pieces a side",
            "Acepta posiciones a las que ninguna partida llega, como 13 piezas de un bando",
        ),
    ),
];
