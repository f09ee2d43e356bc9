//! The options that only `damero match` and `damero openings` have.

use super::options::{Kind, Opt, Text, opt};

const MATCH: &[&str] = &["match"];
const OPENINGS: &[&str] = &["openings"];
const BOTH: &[&str] = &["match", "openings"];
const N: Text = Text("N", "N");
const SECONDS: Text = Text("S", "S");
const FILE: Text = Text("FILE", "FICHERO");

/// The options, in the order in which the help lists them.
pub(super) const OPTIONS: &[Opt] = &[
    opt(
        "engine",
        Kind::Many(Text("ENGINE", "MOTOR")),
        MATCH,
        Text(
            "An engine, twice or more: [NAME=]damero[:threads=N,hash=MIB,contempt=C,weights=FILE,egdb=DIR,book=FILE|on,book-margin=C,book-seed=N,strength=0-10,seed=N], damero:PATH[,PARAMETER=VALUE...] \
             (another build), hub:PATH, cb:PATH or cblib:PATH, these three with arguments and param:NAME=VALUE after \
             the path, dxp:HOST:PORT, or dxp:PATH with arguments and at:HOST:PORT",
            "Un motor, dos veces o más: [NOMBRE=]damero[:threads=N,hash=MIB,contempt=C,weights=FICHERO,egdb=DIR,book=FICHERO|on,book-margin=C,book-seed=N,strength=0-10,seed=N], damero:RUTA[,PARÁMETRO=VALOR...] \
             (otra versión), hub:RUTA, cb:RUTA o cblib:RUTA, estos tres con argumentos y param:NOMBRE=VALOR tras la \
             ruta, dxp:HOST:PUERTO, o dxp:RUTA con argumentos y at:HOST:PUERTO",
        ),
    ),
    Opt {
        conflicts: &["tc", "nodes", "depth"],
        ..opt(
            "time-per-move",
            Kind::Seconds(SECONDS),
            MATCH,
            Text("Seconds for each move", "Segundos para cada jugada"),
        )
    },
    Opt {
        conflicts: &["nodes", "depth"],
        ..opt(
            "tc",
            Kind::Text(Text("BASE+INC", "BASE+INC")),
            MATCH,
            Text("A clock: seconds for the game, and for each move", "Un reloj: segundos para la partida y por jugada"),
        )
    },
    Opt {
        conflicts: &["depth"],
        ..opt(
            "nodes",
            Kind::Whole(N, 1, i64::MAX),
            MATCH,
            Text("Positions to visit for each move", "Posiciones que se visitan por jugada"),
        )
    },
    opt("depth", Kind::Whole(N, 1, 200), MATCH, Text("Plies to search for each move", "Medias jugadas por jugada")),
    Opt {
        defaults: &[(&[], Text("the start position", "la posición inicial"))],
        ..opt(
            "openings",
            Kind::Text(Text("FILE|DECK", "FICHERO|MAZO")),
            MATCH,
            Text(
                "Openings: a file (a FEN a line with a name, PDN, or ballots) or a deck of \
                 openings/README.md, such as english-3move or unbalanced",
                "Aperturas: un fichero (un FEN por línea con nombre, PDN o sorteos) o un mazo de \
                 openings/README.md, como english-3move o unbalanced",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("each opening with both colours", "cada apertura con ambos colores"))],
        ..opt(
            "games",
            Kind::Whole(N, 1, 10_000_000),
            MATCH,
            Text("Games for each two engines, in whole pairs", "Partidas por cada dos motores, en parejas enteras"),
        )
    },
    Opt {
        defaults: &[(&[], Text("the openings in their order", "las aperturas en su orden"))],
        ..opt(
            "seed",
            Kind::Whole(Text("SEED", "SEMILLA"), 0, i64::MAX),
            MATCH,
            Text(
                "Play the openings in an order drawn by this seed",
                "Juega las aperturas en un orden sorteado con esta semilla",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("1", "1"))],
        ..opt(
            "concurrency",
            Kind::Whole(N, 1, 1024),
            BOTH,
            Text("Games, or searches, at once", "Partidas o búsquedas a la vez"),
        )
    },
    Opt {
        defaults: &[(&[], Text("500", "500"))],
        ..opt(
            "max-plies",
            Kind::Whole(N, 1, 100_000),
            MATCH,
            Text("Plies after which a game is drawn", "Medias jugadas tras las que son tablas"),
        )
    },
    opt(
        "adjudicate-win",
        Kind::Numbers(Text("MEN,PLIES", "PEONES,N")),
        MATCH,
        Text(
            "End a game as won once both engines have agreed on a lead of so many men for so many plies",
            "Da por ganada la partida si ambos motores ven esa ventaja durante esas medias jugadas",
        ),
    ),
    opt(
        "adjudicate-draw",
        Kind::Numbers(Text("MEN,PLIES", "PEONES,N")),
        MATCH,
        Text(
            "End a game as drawn once both engines have been within so many men of equality for so many plies",
            "Da por tablas la partida si ambos motores ven esa igualdad durante esas medias jugadas",
        ),
    ),
    opt(
        "adjudicate-egdb",
        Kind::Flag,
        MATCH,
        Text(
            "End a game once the endgame databases (of --egdb) know it: a draw, or a win that no draw rule can prevent",
            "Acaba la partida cuando las bases de finales (las de --egdb) la conocen: tablas, o victoria que ninguna regla de tablas impide",
        ),
    ),
    opt(
        "sprt",
        Kind::Numbers(Text("ELO0,ELO1[,ALPHA,BETA]", "ELO0,ELO1[,ALFA,BETA]")),
        MATCH,
        Text(
            "Stop once a sequential test says whether the first engine is ELO1 better rather than ELO0; exit 1 if not",
            "Para cuando una prueba secuencial dice si el primer motor es ELO1 mejor y no ELO0; estado 1 si no",
        ),
    ),
    Opt {
        defaults: &[(&[], Text("normalised", "normalised"))],
        ..opt(
            "elo-model",
            Kind::Choice(&["normalised", "logistic"]),
            MATCH,
            Text("What Elo means in --sprt", "Qué significa Elo en --sprt"),
        )
    },
    Opt {
        defaults: &[(&[], Text("0.2", "0.2"))],
        ..opt(
            "time-margin",
            Kind::Seconds(SECONDS),
            MATCH,
            Text("How much more than its time an engine may use", "Cuánto puede pasarse un motor de su tiempo"),
        )
    },
    Opt {
        defaults: &[(&[], Text("30", "30"))],
        ..opt(
            "hang-timeout",
            Kind::Seconds(SECONDS),
            MATCH,
            Text(
                "When an engine counts as hung: so long after its time for a move is up, or twice as long at its start",
                "Cuándo se da un motor por colgado: tanto después de agotar su tiempo, o el doble al arrancar",
            ),
        )
    },
    Opt {
        short: Some('o'),
        ..opt("output", Kind::File(FILE), MATCH, Text("Write the games as PDN", "Escribe las partidas en PDN"))
    },
    Opt {
        defaults: &[(&[], Text("the name of --output with '.journal'", "el nombre de --output con '.journal'"))],
        ..opt(
            "journal",
            Kind::File(FILE),
            MATCH,
            Text(
                "Where finished games are written down, for --resume and merge",
                "Dónde se apuntan las partidas acabadas, para --resume y merge",
            ),
        )
    },
    opt("resume", Kind::Flag, BOTH, Text("Go on after an interruption", "Sigue tras una interrupción")),
    Opt {
        defaults: &[(&[], Text("the whole", "el total"))],
        ..opt(
            "shard",
            Kind::Text(Text("K/N", "K/N")),
            BOTH,
            Text(
                "Do every Nth piece of work only, from the Kth on, as one of N parts on several machines",
                "Hace solo una de cada N piezas, desde la K, como una de N partes en varias máquinas",
            ),
        )
    },
    opt("event", Kind::Text(Text("NAME", "NOMBRE")), MATCH, Text("What the games are called in PDN", "Nombre en PDN")),
    opt(
        "by-opening",
        Kind::Flag,
        MATCH,
        Text("Also list the results by opening", "Da también resultados por apertura"),
    ),
    Opt {
        defaults: &[(&[], Text("1", "1"))],
        ..opt(
            "seed",
            Kind::Whole(Text("SEED", "SEMILLA"), 0, i64::MAX),
            OPENINGS,
            Text("What the random numbers come from", "De dónde salen los números al azar"),
        )
    },
    Opt {
        defaults: &[(&[], Text("300", "300"))],
        ..opt("count", Kind::Whole(N, 1, 100_000), OPENINGS, Text("How many openings", "Cuántas aperturas"))
    },
    Opt {
        defaults: &[(&[], Text("4000000, about a second", "4000000, alrededor de un segundo"))],
        ..opt(
            "nodes",
            Kind::Whole(N, 1, i64::MAX),
            OPENINGS,
            Text("Positions to visit to judge an opening", "Posiciones que se visitan para juzgar una apertura"),
        )
    },
    Opt {
        short: Some('o'),
        defaults: &[(&[], Text("standard output", "la salida"))],
        ..opt(
            "output",
            Kind::File(FILE),
            OPENINGS,
            Text("Write the openings to a file", "Escribe las aperturas en un fichero"),
        )
    },
    opt(
        "journal",
        Kind::File(FILE),
        OPENINGS,
        Text(
            "Where finished openings are written down, for --resume and merge",
            "Dónde se apuntan las aperturas acabadas, para --resume y merge",
        ),
    ),
];
