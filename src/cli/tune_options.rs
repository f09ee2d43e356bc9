//! The options that only `damero tune` has.

use super::options::{Kind, Opt, Text, opt};

const TUNE: &[&str] = &["tune"];
const N: Text = Text("N", "N");

/// The options, in the order in which the help lists them.
pub(super) const OPTIONS: &[Opt] = &[
    Opt {
        defaults: &[(&[], Text("50000", "50000"))],
        ..opt(
            "games",
            Kind::Whole(N, 1, 100_000_000),
            TUNE,
            Text("selfplay: games of all parts", "selfplay: partidas de todas las partes"),
        )
    },
    Opt {
        defaults: &[(&[], Text("1000", "1000"))],
        ..opt(
            "nodes",
            Kind::Whole(N, 1, i64::MAX),
            TUNE,
            Text(
                "selfplay, rescore: positions to visit for each move",
                "selfplay, rescore: posiciones que se visitan por jugada",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("1", "1"))],
        ..opt(
            "seed",
            Kind::Whole(Text("SEED", "SEMILLA"), 0, i64::MAX),
            TUNE,
            Text("What random numbers come from", "De dónde salen los números aleatorios"),
        )
    },
    Opt {
        defaults: &[(&[], Text("20", "20"))],
        ..opt(
            "epochs",
            Kind::Whole(N, 1, 10_000),
            TUNE,
            Text("fit: how often all positions are gone through", "fit: cuántas veces se recorren las posiciones"),
        )
    },
    Opt {
        defaults: &[(&[], Text("30", "30"))],
        ..opt(
            "result",
            Kind::Whole(Text("PERCENT", "PORCIENTO"), 0, 100),
            TUNE,
            Text(
                "fit: how much of what is learnt is the game's result, the rest being the search's score",
                "fit: cuánto de lo que se aprende es el resultado de la partida; el resto es el valor de la búsqueda",
            ),
        )
    },
    opt(
        "shard",
        Kind::Text(Text("K/N", "K/N")),
        TUNE,
        Text("selfplay: play only part K of N", "selfplay: juega solo la parte K de N"),
    ),
    opt("resume", Kind::Flag, TUNE, Text("Go on with a file that was begun", "Sigue con un fichero empezado")),
    Opt {
        short: Some('o'),
        ..opt(
            "output",
            Kind::File(Text("FILE", "FICHERO")),
            TUNE,
            Text("The file that is written", "El fichero que se escribe"),
        )
    },
];
