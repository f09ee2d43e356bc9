//! The options of `damero diagram` alone.

use super::options::{Kind, Opt, Text, opt};

const DIAGRAM: &[&str] = &["diagram"];
const MOVE: Text = Text("MOVE", "JUGADA");

/// The width of a picture in pixels where `--size` says nothing.
pub(super) const DEFAULT_SIZE: u32 = 640;

/// The options, in the order in which the help lists them.
pub(super) const OPTIONS: &[Opt] = &[
    Opt {
        short: Some('o'),
        ..opt(
            "output",
            Kind::File(Text("FILE", "FICHERO")),
            DIAGRAM,
            Text(
                "Write to a file, as its ending says: .txt, .svg or .png; '-' is standard output",
                "Escribe en un fichero según su terminación: .txt, .svg o .png; '-' es la salida",
            ),
        )
    },
    Opt {
        defaults: &[(&[], Text("by the ending of --output, else text", "según --output, o si no text"))],
        ..opt("format", Kind::Choice(&["text", "svg", "png"]), DIAGRAM, Text("What to write", "Qué se escribe"))
    },
    opt(
        "play",
        Kind::List(MOVE),
        DIAGRAM,
        Text(
            "Play these moves first; the last one is shown on the board",
            "Juega antes estas jugadas; la última se muestra en el tablero",
        ),
    ),
    opt(
        "move",
        Kind::List(MOVE),
        DIAGRAM,
        Text(
            "Draw these moves as arrows, captures through the squares where the piece touches down",
            "Dibuja estas jugadas como flechas, las capturas por las casillas donde se posa la pieza",
        ),
    ),
    opt(
        "captures",
        Kind::Flag,
        DIAGRAM,
        Text("Draw every capture that can be made", "Dibuja todas las capturas que se pueden hacer"),
    ),
    opt(
        "mark",
        Kind::List(Text("SQUARE", "CASILLA")),
        DIAGRAM,
        Text("Ring these squares", "Rodea estas casillas con un círculo"),
    ),
    Opt {
        defaults: &[(&[], Text("as the ruleset writes moves", "como el juego escribe las jugadas"))],
        ..opt(
            "squares",
            Kind::Choice(&["numbers", "letters", "none"]),
            DIAGRAM,
            Text("How the squares are named on the board", "Cómo se nombran las casillas en el tablero"),
        )
    },
    Opt {
        defaults: &[(&[], Text("640", "640"))],
        ..opt(
            "size",
            Kind::Whole(Text("PIXELS", "PÍXELES"), 32, 8192),
            DIAGRAM,
            Text("The width of a picture", "El ancho de la imagen"),
        )
    },
];
