//! The option that limits the strength of play.

use super::options::{Kind, Opt, Text, opt};

/// The options, in the order in which the help lists them.
pub(super) const OPTIONS: &[Opt] = &[Opt {
    defaults: &[(&[], Text("0, full strength", "0, toda la fuerza"))],
    ..opt(
        "limit-strength",
        Kind::Whole(Text("LEVEL", "NIVEL"), 0, 10),
        &["hub", "dxp", "cb"],
        Text(
            "Play at a level from 1 (a beginner's) to 10: it thinks little and makes mistakes on purpose; 0 plays as well as it can",
            "Juega a un nivel de 1 (principiante) a 10: piensa poco y se equivoca a propósito; con 0 juega lo mejor que sabe",
        ),
    )
}];
