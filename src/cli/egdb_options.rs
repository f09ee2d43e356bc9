//! The options that only `damero egdb` has.

use super::options::{Kind, Opt, Text, opt};

const EGDB: &[&str] = &["egdb"];
const N: Text = Text("N", "N");

/// The options, in the order in which the help lists them.
pub(super) const OPTIONS: &[Opt] = &[
    opt(
        "egdb",
        Kind::File(Text("DIR", "CARPETA")),
        EGDB,
        Text(
            "The folder of the databases: build and verify need it; info, longest and probe solve up to 4 pieces without it",
            "La carpeta de las bases: build y verify la necesitan; info, longest y probe resuelven hasta 4 piezas sin ella",
        ),
    ),
    Opt {
        defaults: &[(&[], Text("4", "4"))],
        ..opt(
            "pieces",
            Kind::Whole(N, 2, 7),
            EGDB,
            Text(
                "build, verify: up to so many pieces; info, longest: with exactly so many",
                "build, verify: hasta tantas piezas; info, longest: con tantas exactamente",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("5", "5"))],
        ..opt(
            "dtw",
            Kind::Whole(N, 0, 7),
            EGDB,
            Text(
                "build: up to how many pieces with distances, not only outcomes",
                "build: hasta cuántas piezas con distancias, no solo resultados",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("half of the machine's", "la mitad de la del equipo"))],
        ..opt(
            "memory",
            Kind::Whole(Text("MIB", "MIB"), 1, 1 << 24),
            EGDB,
            Text("build: the most memory in MiB", "build: la memoria máxima en MiB"),
        )
    },
    opt(
        "slices",
        Kind::Flag,
        EGDB,
        Text("info: a line of CSV for each slice", "info: una línea de CSV por cada parte"),
    ),
    opt(
        "with-draws",
        Kind::Flag,
        EGDB,
        Text(
            "info, longest: with three kings against one drawn where the rule in force draws it, not without draw rules",
            "info, longest: con las tablas de tres damas contra una según la regla en vigor, no sin reglas de tablas",
        ),
    ),
    Opt {
        conflicts: &["slices"],
        ..opt(
            "three-kings",
            Kind::Flag,
            EGDB,
            Text(
                "info: what the three-kings rule in force makes of three kings against one",
                "info: qué hace la regla de las tres damas en vigor de tres damas contra una",
            ),
        )
    },
    Opt {
        conflicts: &["slices", "three-kings"],
        ..opt(
            "road",
            Kind::Flag,
            EGDB,
            Text(
                "info: what the last ply of the road rule (russian) makes of its balances",
                "info: qué hace la última jugada de la regla de la gran diagonal (russian) de sus finales",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("all positions", "todas las posiciones"))],
        ..opt(
            "sample",
            Kind::Whole(N, 1, i64::MAX),
            EGDB,
            Text("verify: look at so many positions of each slice", "verify: mira tantas posiciones de cada parte"),
        )
    },
];
