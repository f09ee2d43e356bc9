//! The options that only `damero dxp` has.

use super::options::{Kind, Opt, Text, opt};

const DXP: &[&str] = &["dxp"];
const N: Text = Text("N", "N");
const SECONDS: Text = Text("S", "S");
const ADDRESS: Text = Text("ADDR:PORT", "DIR:PUERTO");

/// The options, in the order in which the help lists them.
pub(super) const OPTIONS: &[Opt] = &[
    Opt {
        conflicts: &["connect"],
        ..opt(
            "listen",
            Kind::Text(ADDRESS),
            DXP,
            Text(
                "Wait for programs that connect here, one at a time; either part can be left out (127.0.0.1, 27531)",
                "Espera programas que se conecten aquí, uno a la vez; se puede omitir una parte (127.0.0.1, 27531)",
            ),
        )
    },
    opt(
        "connect",
        Kind::Text(ADDRESS),
        DXP,
        Text("Connect to a program that listens there", "Se conecta a un programa que escucha ahí"),
    ),
    Opt {
        defaults: &[(&[], Text("initiate with --connect, else follow", "initiate con --connect, si no follow"))],
        ..opt(
            "role",
            Kind::Choice(&["follow", "initiate"]),
            DXP,
            Text("Whether to wait for games or to ask for them", "Si espera partidas o las pide"),
        )
    },
    Opt {
        defaults: &[(&[], Text("1 with --role initiate, else no end", "1 con --role initiate, si no sin fin"))],
        ..opt("games", Kind::Whole(N, 1, 1_000_000), DXP, Text("Games until the end", "Partidas hasta el final"))
    },
    Opt {
        defaults: &[(&[], Text("0, no clock", "0, sin reloj"))],
        ..opt(
            "minutes",
            Kind::Whole(N, 0, 999),
            DXP,
            Text("Minutes for each side, in games asked for", "Minutos de cada bando, al pedir partidas"),
        )
    },
    Opt {
        defaults: &[(&[], Text("0, no end", "0, sin fin"))],
        ..opt(
            "moves",
            Kind::Whole(N, 0, 999),
            DXP,
            Text(
                "Moves of each side after which a game asked for is undecided",
                "Jugadas de cada bando tras las que una partida pedida queda sin decidir",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("alternate, first the side to move", "alternate, primero quien juega"))],
        ..opt(
            "color",
            Kind::Choice(&["white", "black", "alternate"]),
            DXP,
            Text("Our side, in games asked for", "Nuestro bando, al pedir partidas"),
        )
    },
    Opt {
        defaults: &[(&[], Text("by the clock, or 5 without one", "según el reloj, o 5 sin él"))],
        ..opt(
            "time",
            Kind::Seconds(SECONDS),
            DXP,
            Text("The most seconds for a move", "Segundos para una jugada, como mucho"),
        )
    },
    opt(
        "depth",
        Kind::Whole(N, 1, 200),
        DXP,
        Text("The most plies to search", "Medias jugadas que se buscan, como mucho"),
    ),
    opt(
        "nodes",
        Kind::Whole(N, 1, i64::MAX),
        DXP,
        Text("The most positions to visit for a move", "Posiciones por jugada, como mucho"),
    ),
    opt(
        "ponder",
        Kind::Flag,
        DXP,
        Text("Think in the other program's time too", "Piensa también en el tiempo del otro programa"),
    ),
    Opt {
        defaults: &[(&[], Text("Damero and its version", "Damero y su versión"))],
        ..opt("name", Kind::Text(Text("NAME", "NOMBRE")), DXP, Text("Our name in games", "Nuestro nombre"))
    },
    Opt {
        defaults: &[(&[], Text("never", "nunca"))],
        ..opt(
            "resign",
            Kind::Numbers(Text("MEN,MOVES", "PEONES,N")),
            DXP,
            Text(
                "Give up once so many moves in a row have a score of MEN below zero or worse; 80 means lost for certain",
                "Abandona tras N jugadas seguidas con un valor de -PEONES o peor; 80 es perdida con certeza",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("by the draw rules alone", "solo según las reglas de tablas"))],
        ..opt(
            "call-draw",
            Kind::Numbers(Text("MEN,MOVES", "PEONES,N")),
            DXP,
            Text(
                "Call a game drawn once so many moves in a row have a score within MEN of zero",
                "Da por tablas la partida tras N jugadas seguidas con un valor de PEONES o menos",
            ),
        )
    },
    opt("no-take-back", Kind::Flag, DXP, Text("Let nobody take moves back", "No permite retirar jugadas")),
    Opt {
        defaults: &[(&[], Text("600", "600"))],
        ..opt(
            "timeout",
            Kind::Seconds(SECONDS),
            DXP,
            Text(
                "How long to wait for the other program where no clock runs",
                "Cuánto se espera al otro programa si no corre un reloj",
            ),
        )
    },
    Opt {
        short: Some('o'),
        ..opt(
            "output",
            Kind::File(Text("FILE", "FICHERO")),
            DXP,
            Text("A file to which games are appended as PDN", "Un fichero al que se añaden las partidas en PDN"),
        )
    },
];
