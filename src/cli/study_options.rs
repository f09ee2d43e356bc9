//! The options of `damero study`.

use super::options::{Kind, Opt, Text, opt, shared};

const STUDY: &[&str] = &["study"];

/// The options, in the order in which the help lists them.
pub(super) const OPTIONS: &[Opt] = &[
    shared("rules", "analyse", STUDY),
    opt(
        "goal",
        Kind::Choice(&["win", "draw"]),
        STUDY,
        Text(
            "What is to be done [default: what the position comes to]",
            "Qué hay que lograr [por defecto: lo que da la posición]",
        ),
    ),
    Opt {
        defaults: &[(&[], Text("1", "1"))],
        ..opt(
            "time",
            Kind::Seconds(Text("S", "S")),
            STUDY,
            Text(
                "Seconds for each position that has to be searched",
                "Segundos para cada posición que haya que buscar",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("300", "300"))],
        ..opt(
            "points",
            Kind::Whole(Text("N", "N"), 1, 1_000_000),
            STUDY,
            Text("Look at so many of the solver's positions", "Mira tantas posiciones de quien resuelve"),
        )
    },
    shared("threads", "analyse", STUDY),
    shared("hash", "analyse", STUDY),
    shared("egdb", "analyse", STUDY),
    shared("three-kings", "analyse", STUDY),
    shared("objective", "analyse", STUDY),
    shared("ascii", "analyse", STUDY),
    shared("flip", "analyse", STUDY),
    shared("allow-odd", "analyse", STUDY),
    shared("json", "analyse", STUDY),
    shared("no-color", "analyse", STUDY),
    shared("quiet", "analyse", STUDY),
];
