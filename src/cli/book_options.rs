//! The options of `damero book` and `damero ballot`, and those of the book in other commands.

use super::options::{Kind, Opt, Text, opt, shared};

const BOOK: &[&str] = &["book"];
const BALLOT: &[&str] = &["ballot"];
const BOTH: &[&str] = &["book", "ballot"];
/// The commands that can play by a book.
const PLAYERS: &[&str] = &["analyse", "play", "hub", "dxp"];
const N: Text = Text("N", "N");
const S: Text = Text("S", "S");
const FILE: Text = Text("FILE", "FICHERO");

/// The options, in the order in which the help lists them.
pub(super) const OPTIONS: &[Opt] = &[
    shared("rules", "analyse", BOTH),
    Opt {
        defaults: &[
            (&["analyse"], Text("off", "off")),
            (&[], Text("the one in the program", "el incluido en el programa")),
        ],
        ..opt(
            "book",
            Kind::File(Text("FILE|on|off", "FICHERO|on|off")),
            &["analyse", "play", "hub", "dxp", "cb"],
            Text(
                "The opening book: a file, the program's own (on), or none",
                "El libro de aperturas: un fichero, el del programa (on) o ninguno",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("the one in the program", "el incluido en el programa"))],
        ..opt("book", Kind::File(FILE), BOOK, Text("probe, info: a book", "probe, info: un libro"))
    },
    Opt {
        defaults: &[(&[], Text("5", "5"))],
        ..opt(
            "book-margin",
            Kind::Whole(Text("CENTIMEN", "CENTIPEONES"), 0, 1000),
            PLAYERS,
            Text(
                "Draw among the book's moves that are no more worse than this than the best, in hundredths of a man",
                "Sortea entre las jugadas del libro que no sean peores que la mejor en más de esto, en centésimas de peón",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("0: by the clock", "0: según el reloj"))],
        ..opt(
            "book-seed",
            Kind::Whole(Text("SEED", "SEMILLA"), 0, i64::MAX),
            PLAYERS,
            Text(
                "What the draws among the book's moves come from",
                "De dónde salen los sorteos entre jugadas del libro",
            ),
        )
    },
    Opt {
        short: Some('o'),
        ..opt(
            "output",
            Kind::File(FILE),
            BOOK,
            Text(
                "build, merge: the book; if it is there already, build goes on from it",
                "build, merge: el libro; si ya existe, build sigue desde él",
            ),
        )
    },
    opt(
        "from",
        Kind::File(Text("FILE|on", "FICHERO|on")),
        BOOK,
        Text(
            "build: go on from this book (on: the program's own), not from that of --output",
            "build: sigue desde este libro (on: el del programa), no desde el de --output",
        ),
    ),
    Opt {
        conflicts: &["time-per-position"],
        defaults: &[(&[], Text("250000", "250000"))],
        ..opt(
            "nodes",
            Kind::Whole(N, 1, i64::MAX),
            BOOK,
            Text("build: positions to visit in each search", "build: posiciones que se visitan en cada búsqueda"),
        )
    },
    opt(
        "time-per-position",
        Kind::Seconds(S),
        BOOK,
        Text("build: seconds for each search, in place of --nodes", "build: segundos por búsqueda, en vez de --nodes"),
    ),
    opt(
        "time",
        Kind::Seconds(S),
        BOOK,
        Text("build: seconds that it may take in all", "build: segundos que puede tardar en total"),
    ),
    opt(
        "positions",
        Kind::Whole(N, 1, 10_000_000),
        BOOK,
        Text("build: how many positions to add", "build: cuántas posiciones se añaden"),
    ),
    Opt { help: Text("build: searches at once", "build: búsquedas a la vez"), ..shared("threads", "analyse", BOOK) },
    opt(
        "shard",
        Kind::Text(Text("K/N", "K/N")),
        BOOK,
        Text(
            "build: only part K of N of the openings; 'merge' joins the books of the parts",
            "build: solo la parte K de N de las aperturas; 'merge' une los libros de las partes",
        ),
    ),
    Opt {
        defaults: &[(&[], Text("the book's name with .journal", "el nombre del libro con .journal"))],
        ..opt(
            "journal",
            Kind::File(FILE),
            BOOK,
            Text("build: where scores are written down", "build: dónde se anotan los valores"),
        )
    },
    opt("resume", Kind::Flag, BOOK, Text("build: go on after an interruption", "build: sigue tras una interrupción")),
    Opt {
        defaults: &[(&[], Text("the start position", "la posición inicial"))],
        ..opt("fen", Kind::Text(Text("FEN", "FEN")), BOOK, Text("probe: the position", "probe: la posición"))
    },
    Opt {
        defaults: &[(&[], Text("by the clock", "según el reloj"))],
        ..opt(
            "seed",
            Kind::Whole(Text("SEED", "SEMILLA"), 0, i64::MAX),
            BALLOT,
            Text("The same seed draws the same opening", "La misma semilla sortea la misma apertura"),
        )
    },
    Opt {
        defaults: &[(&[], Text("the ruleset's first", "el primero del juego"))],
        ..opt(
            "deck",
            Kind::Text(Text("DECK|FILE", "MAZO|FICHERO")),
            BALLOT,
            Text(
                "The openings: a deck by name, or a file as 'damero match --openings' takes it",
                "Las aperturas: un mazo por su nombre, o un fichero como los de 'damero match --openings'",
            ),
        )
    },
    shared("json", "analyse", BOTH),
    opt("quiet", Kind::Flag, BOOK, Text("No progress", "Sin progreso")),
];
