//! The options of more than one command, and of those that have few.

use super::options::{Default, Kind, MOST_THREADS, Opt, Text, opt};

const N: Text = Text("N", "N");
const NAME: Text = Text("NAME", "NOMBRE");
const FILE: Text = Text("FILE", "FICHERO");
const MOVE: Text = Text("MOVE", "JUGADA");

const START: &[Default] = &[(&[], Text("the start position", "la posición inicial"))];
/// The commands that play or search, to which the ways of drawing matter.
const GAMES: &[&str] = &["rules", "analyse", "hub", "dxp", "match"];
/// Those and the command that asks what draw rules make of endings.
const RULED: &[&str] = &["rules", "analyse", "hub", "dxp", "match", "egdb"];

/// The options, in the order in which the help lists them.
pub(super) const OPTIONS: &[Opt] = &[
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
            "Positions: a PDN file, or a FEN a line with an optional name after it; '#' starts a comment; '-' is standard input",
            "Posiciones: un fichero PDN, o un FEN por línea con un nombre opcional detrás; '#' inicia un comentario; '-' es la entrada",
        ),
    ),
    opt(
        "skip",
        Kind::Whole(N, 0, i64::MAX),
        &["analyse"],
        Text("Leave out the first N positions of the file", "Omite las primeras N posiciones del fichero"),
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
            &["analyse", "hub", "dxp", "cb", "match"],
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
