//! The options of `damero play`.

use super::options::{Kind, Opt, Text, opt, shared};

const PLAY: &[&str] = &["play"];

/// The options, in the order in which the help lists them.
pub(super) const OPTIONS: &[Opt] = &[
    shared("rules", "analyse", PLAY),
    shared("fen", "analyse", PLAY),
    Opt {
        defaults: &[(&[], Text("the side that moves first", "el bando que empieza"))],
        ..opt(
            "color",
            Kind::Choice(&["white", "black", "random"]),
            PLAY,
            Text("The side you play", "El bando con el que juega usted"),
        )
    },
    Opt {
        defaults: &[(&[], Text("5", "5"))],
        ..opt(
            "level",
            Kind::Whole(Text("N", "N"), 0, 10),
            PLAY,
            Text(
                "How strongly Damero plays, from 1 to 10; 0 is full strength",
                "Con qué fuerza juega Damero, de 1 a 10; 0 es toda la fuerza",
            ),
        )
    },
    opt(
        "clock",
        Kind::Text(Text("MIN[+S]", "MIN[+S]")),
        PLAY,
        Text(
            "A clock for both sides: minutes for the game and, perhaps, seconds added for each move",
            "Un reloj para ambos bandos: minutos para la partida y, si se quiere, segundos añadidos por jugada",
        ),
    ),
    Opt {
        conflicts: &["clock"],
        defaults: &[(&[], Text("1 where nothing else bounds the search", "1 si nada más limita la búsqueda"))],
        ..opt(
            "time",
            Kind::Seconds(Text("S", "S")),
            PLAY,
            Text("Seconds that Damero thinks about a move", "Segundos que Damero piensa cada jugada"),
        )
    },
    shared("depth", "analyse", PLAY),
    shared("nodes", "analyse", PLAY),
    shared("threads", "analyse", PLAY),
    shared("hash", "analyse", PLAY),
    shared("egdb", "analyse", PLAY),
    shared("draw-rules", "analyse", PLAY),
    shared("draw", "analyse", PLAY),
    shared("draw-plies", "analyse", PLAY),
    shared("three-kings", "analyse", PLAY),
    shared("objective", "analyse", PLAY),
    opt(
        "load",
        Kind::File(Text("FILE", "FICHERO")),
        PLAY,
        Text("Go on with the last game of a PDN file", "Sigue con la última partida de un fichero PDN"),
    ),
    Opt {
        conflicts: &["load", "fen"],
        ..opt(
            "resume",
            Kind::Flag,
            PLAY,
            Text("Go on with the game that was left unfinished", "Sigue con la partida que quedó sin acabar"),
        )
    },
    Opt {
        defaults: &[(
            &[],
            Text("a folder of your own for the program's state", "una carpeta suya para el estado del programa"),
        )],
        ..opt(
            "keep",
            Kind::File(Text("DIR|off", "CARPETA|off")),
            PLAY,
            Text(
                "Where games are kept: unfinished.pdn after every move, games.pdn in the end",
                "Dónde se guardan las partidas: unfinished.pdn tras cada jugada, games.pdn al final",
            ),
        )
    },
    shared("squares", "diagram", PLAY),
    shared("ascii", "analyse", PLAY),
    Opt {
        help: Text("Turn the board round, so that your side stands above", "Gira el tablero: su bando queda arriba"),
        ..shared("flip", "analyse", PLAY)
    },
    shared("no-color", "analyse", PLAY),
    shared("allow-odd", "analyse", PLAY),
];
