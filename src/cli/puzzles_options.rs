//! The options of `damero puzzles`.

use super::options::{Kind, Opt, Text, opt, shared};

const PUZZLES: &[&str] = &["puzzles"];
const FILE: Text = Text("FILE", "FICHERO");

/// The options, in the order in which the help lists them.
pub(super) const OPTIONS: &[Opt] = &[
    Opt {
        short: Some('o'),
        ..opt(
            "output",
            Kind::File(FILE),
            PUZZLES,
            Text(
                "Write the puzzles to this PDN file; without it and --html they go to standard output",
                "Escribe los problemas en este fichero PDN; sin ella ni --html van a la salida estándar",
            ),
        )
    },
    opt(
        "html",
        Kind::File(FILE),
        PUZZLES,
        Text(
            "Write a sheet of boards, to print or to look at, its solutions apart; it needs no network",
            "Escribe una hoja de tableros, para imprimir o mirar, con las soluciones aparte; no necesita red",
        ),
    ),
    Opt {
        defaults: &[(
            &[],
            Text("that of the game's GameType, else english", "el del GameType de la partida, o english"),
        )],
        ..shared("rules", "analyse", PUZZLES)
    },
    Opt {
        defaults: &[(&[], Text("200000", "200000"))],
        ..opt(
            "nodes",
            Kind::Whole(Text("N", "N"), 1_000, i64::MAX),
            PUZZLES,
            Text("Positions to visit to make sure of a puzzle", "Posiciones que se visitan para asegurar un problema"),
        )
    },
    shared("threads", "analyse", PUZZLES),
    shared("egdb", "analyse", PUZZLES),
    opt(
        "resume",
        Kind::Flag,
        PUZZLES,
        Text(
            "Go on with an interrupted run, from the journal beside the output",
            "Sigue una ejecución interrumpida, desde el diario junto a la salida",
        ),
    ),
    shared("quiet", "analyse", PUZZLES),
];
