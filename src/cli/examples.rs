//! Examples for the help and the manual pages. A test runs each through the parser.

use crate::lang::Lang;

use super::options::Text;

/// An example: the words after the program's name, and what it does.
type Example = (&'static str, Text);

/// The examples of each command.
const EXAMPLES: &[(&str, &[Example])] = &[
    (
        "rules",
        &[
            ("rules", Text("which rulesets there are", "qué juegos hay")),
            ("rules italian", Text("laws, draws and squares of one", "leyes, tablas y casillas de uno")),
            ("rules english --draw-plies 60 --json", Text("what a change makes of it", "qué resulta de un cambio")),
        ],
    ),
    (
        "book",
        &[
            (
                "book build --rules italian -o it.book --time 600",
                Text("ten minutes of work", "diez minutos de trabajo"),
            ),
            ("book merge a.book b.book -o all.book", Text("two books in one", "dos libros en uno")),
            ("book probe --book en.book 11-15 23-19", Text("the moves there", "las jugadas allí")),
        ],
    ),
    (
        "puzzles",
        &[
            (
                "puzzles games.pdn -o puzzles.pdn --html puzzles.html",
                Text("as PDN and as a sheet to print", "en PDN y como hoja para imprimir"),
            ),
            (
                "puzzles --rules russian games.pdn more.pdn --nodes 1000000",
                Text("of two files, made sure of by longer searches", "de dos ficheros, con búsquedas más largas"),
            ),
        ],
    ),
    (
        "ballot",
        &[
            ("ballot --seed 7", Text("one of the three-move openings", "una de las aperturas de tres jugadas")),
            ("ballot --rules russian --deck russian-idf", Text("one of a table of draw", "una de una tabla de sorteo")),
        ],
    ),
    (
        "moves",
        &[
            (
                "moves --rules russian",
                Text("the first moves of the Russian game", "las primeras jugadas del juego ruso"),
            ),
            ("moves --fen W:W18,K26:B14,15,22", Text("the captures of a position", "las capturas de una posición")),
        ],
    ),
    (
        "perft",
        &[
            ("perft --depth 9", Text("leaves nine plies deep", "hojas a nueve medias jugadas")),
            (
                "perft --rules czech --depth 6 --divide",
                Text("those below each first move", "las de cada primera jugada"),
            ),
        ],
    ),
    (
        "analyse",
        &[
            (
                "analyse --time 30",
                Text("half a minute for the start position", "medio minuto para la posición inicial"),
            ),
            (
                "analyse --rules italian --fen W:W18,22,K4:B3,9,K12 --all-scores --depth 20",
                Text("the score of every move", "el valor de cada jugada"),
            ),
            (
                "analyse --infinite --multipv 3 --exclude 12-16",
                Text("the three best moves but 12-16, until Ctrl-C", "las tres mejores salvo 12-16, hasta Ctrl-C"),
            ),
            (
                "analyse --file games.pdn --time 1 --json",
                Text("every position of every game, for a program", "cada posición de cada partida, para un programa"),
            ),
            (
                "analyse --file games.pdn --depth 18 --quiet --skip 120",
                Text("goes on after 120 positions", "sigue tras 120 posiciones"),
            ),
        ],
    ),
    (
        "diagram",
        &[
            ("diagram --play 11-15 23-19 -o opening.svg", Text("a position of a game", "una posición de una partida")),
            (
                "diagram B:W7,15,16:B3,12 --move 3x10x19 -o capture.png --size 800",
                Text("a capture, drawn through its landing squares", "una captura, por sus casillas"),
            ),
            (
                "diagram --rules italian W:W18,22,K4:B3,9,K12 --squares none --mark 12",
                Text("the Italian board, without numbers", "el tablero italiano, sin números"),
            ),
            (
                "diagram --rules russian --flip --ascii",
                Text("as Black sees it, in plain letters", "como lo ven las negras, en letras"),
            ),
        ],
    ),
    (
        "hub",
        &[
            ("hub", Text("what a Hub program is told to start", "lo que ha de arrancar un programa Hub")),
            (
                "hub --rules brazilian --threads 2 --log hub.log",
                Text("with other parameters and a record", "con otros parámetros y un registro"),
            ),
        ],
    ),
    (
        "dxp",
        &[
            ("dxp --listen :27531 --rules italian", Text("waits for another program", "espera a otro programa")),
            (
                "dxp --connect 192.0.2.7:27531 --games 4 -o games.pdn",
                Text("asks it for four games", "le pide cuatro partidas"),
            ),
        ],
    ),
    (
        "cb",
        &[(
            "cb --rules english --hash 256",
            Text("what CheckerBoard's text engines speak", "lo que hablan los motores de texto de CheckerBoard"),
        )],
    ),
    (
        "bench",
        &[
            ("bench", Text("signature and speed, english", "firma y velocidad, english")),
            ("bench --rules all --depth 11", Text("of all rulesets", "de todos los juegos")),
        ],
    ),
    (
        "match",
        &[
            (
                "match --engine damero:threads=2 --engine hub:scan --rules brazilian --time-per-move 0.1 --games 200",
                Text("against a Hub program", "contra un programa Hub"),
            ),
            (
                "match --engine damero --engine damero:old/damero --nodes 4000 --sprt 0,8 --journal test.journal",
                Text("whether a change is an advance", "si un cambio es un avance"),
            ),
            (
                "match merge part1.journal part2.journal",
                Text("joins the parts of a match", "une las partes de un encuentro"),
            ),
        ],
    ),
    (
        "openings",
        &[(
            "openings make --rules russian --count 500 --seed 7 -o openings.txt",
            Text("five hundred openings", "quinientas aperturas"),
        )],
    ),
    (
        "egdb",
        &[
            (
                "egdb build --rules english --pieces 5 --egdb db",
                Text("all endings of five pieces", "todos los finales de cinco piezas"),
            ),
            ("egdb probe W:WK18,K15:BK1", Text("what a position comes to", "qué resulta de una posición")),
            ("egdb longest --rules russian --pieces 4", Text("the longest wins", "las victorias más largas")),
        ],
    ),
    (
        "tune",
        &[
            (
                "tune selfplay --rules russian --games 10000 --seed 9 -o games.sp",
                Text("makes games to learn from", "hace partidas de las que aprender"),
            ),
            (
                "tune rescore games.sp --nodes 5000 -o deeper.sp",
                Text("has deeper searches value their positions", "valora sus posiciones con búsquedas más hondas"),
            ),
            ("tune fit games.sp -o russian.net", Text("learns weights from them", "aprende pesos de ellas")),
            ("tune check russian.net games.sp", Text("what the weights expect", "lo que los pesos esperan")),
        ],
    ),
    (
        "completions",
        &[
            ("completions bash > ~/.local/share/bash-completion/completions/damero", Text("for bash", "para bash")),
            (
                "completions zsh > ~/.zfunc/_damero",
                Text("for zsh, a folder of fpath", "para zsh, una carpeta de fpath"),
            ),
            ("completions fish > ~/.config/fish/completions/damero.fish", Text("for fish", "para fish")),
        ],
    ),
    (
        "man",
        &[
            ("man | man -l -", Text("reads it", "la lee")),
            ("man analyse > damero-analyse.1", Text("the page of one command", "la página de una orden")),
        ],
    ),
    ("help", &[("help analyse", Text("what --help of that command prints", "lo que --help muestra en esa orden"))]),
];

/// The examples of a command as lines to be typed, each with what it does.
pub(super) fn examples(command: &str, lang: Lang) -> Vec<(String, &'static str)> {
    let own = EXAMPLES.iter().find(|(name, _)| *name == command).map_or(&[][..], |(_, examples)| examples);
    own.iter().map(|(words, what)| (format!("damero {words}"), what.get(lang))).collect()
}

/// The heading over them.
pub(super) const HEADING: Text = Text("Examples", "Ejemplos");

/// The examples of a command as the help shows them; empty where there is none.
pub(super) fn help(command: &str, lang: Lang) -> String {
    let examples = examples(command, lang);
    if examples.is_empty() {
        return String::new();
    }
    let lines = examples.iter().map(|(line, what)| format!("\n  {line}\n      {what}"));
    format!("{}:{}", HEADING.get(lang), lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::commands::COMMANDS;
    use crate::cli::parser::parser;

    #[test]
    fn every_command_has_examples_that_can_be_typed() {
        for command in COMMANDS {
            let examples = examples(command.name, Lang::En);
            assert!(!examples.is_empty() || command.notes.0.contains("Examples:"), "{}", command.name);
            for (line, _) in examples {
                let words = line.split(' ').take_while(|word| !["|", ">"].contains(word));
                let parsed = parser(Lang::En).try_get_matches_from(words);
                let parsed = parsed.unwrap_or_else(|error| panic!("{line}: {error}"));
                assert_eq!(parsed.subcommand_name(), Some(command.name), "{line}");
            }
        }
    }
}
