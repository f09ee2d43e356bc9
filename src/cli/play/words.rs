//! The words of the game at the terminal, in both languages at any time.

use crate::cli::options::Text;
use crate::lang::Lang;

/// What the person asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Help,
    Moves,
    Hint,
    Undo,
    Draw,
    Resign,
    Board,
    Flip,
    Swap,
    Record,
    Rules,
    Clock,
    Fen,
    Level,
    Save,
    Load,
    New,
    Quit,
}

/// A word with its names and what it does.
struct Entry {
    word: Word,
    names: &'static [&'static str],
    usage: Text,
    help: Text,
}

const fn entry(word: Word, names: &'static [&'static str], usage: Text, help: Text) -> Entry {
    Entry { word, names, usage, help }
}

const WORDS: &[Entry] = &[
    entry(Word::Help, &["help", "ayuda", "?", "h"], Text("help", "ayuda"), Text("this list", "esta lista")),
    entry(
        Word::Moves,
        &["moves", "jugadas", "m", "j"],
        Text("moves [SQUARE]", "jugadas [CASILLA]"),
        Text("the legal moves, all or those of a piece", "las jugadas legales, todas o las de una pieza"),
    ),
    entry(
        Word::Hint,
        &["hint", "pista"],
        Text("hint", "pista"),
        Text(
            "what Damero would play in your place, and how it judges the game",
            "qué jugaría Damero en su lugar, y cómo ve la partida",
        ),
    ),
    entry(
        Word::Undo,
        &["undo", "deshacer", "atras", "atrás", "u"],
        Text("undo [N]", "deshacer [N]"),
        Text("takes back your last move (or N of them) and the reply", "retira su última jugada (o N) y la respuesta"),
    ),
    entry(Word::Draw, &["draw", "tablas"], Text("draw", "tablas"), Text("offers a draw", "ofrece tablas")),
    entry(
        Word::Resign,
        &["resign", "abandonar", "abandono"],
        Text("resign", "abandonar"),
        Text("gives the game up", "abandona la partida"),
    ),
    entry(
        Word::Board,
        &["board", "tablero", "b", "t"],
        Text("board", "tablero"),
        Text("shows the board again", "muestra el tablero otra vez"),
    ),
    entry(Word::Flip, &["flip", "girar"], Text("flip", "girar"), Text("turns the board round", "gira el tablero")),
    entry(
        Word::Swap,
        &["swap", "cambiar", "go", "juega"],
        Text("swap", "cambiar"),
        Text("changes sides: Damero moves for you now", "cambia de bando: Damero juega ahora por usted"),
    ),
    entry(
        Word::Record,
        &["record", "partida", "list"],
        Text("record", "partida"),
        Text("the moves so far", "las jugadas hasta ahora"),
    ),
    entry(
        Word::Rules,
        &["rules", "reglas"],
        Text("rules", "reglas"),
        Text("the laws of this game and how it is drawn", "las leyes de este juego y cómo se hacen tablas"),
    ),
    entry(Word::Clock, &["clock", "reloj"], Text("clock", "reloj"), Text("the time left", "el tiempo que queda")),
    entry(
        Word::Fen,
        &["fen", "posicion", "posición"],
        Text("fen [FEN]", "fen [FEN]"),
        Text(
            "the position as FEN; with one, sets it up and begins from there",
            "la posición en FEN; con uno, la pone y empieza desde ahí",
        ),
    ),
    entry(
        Word::Level,
        &["level", "nivel"],
        Text("level [N]", "nivel [N]"),
        Text("how strongly Damero plays, from 1 to 10", "con qué fuerza juega Damero, de 1 a 10"),
    ),
    entry(
        Word::Save,
        &["save", "guardar"],
        Text("save FILE", "guardar FICHERO"),
        Text("adds the game to a PDN file", "añade la partida a un fichero PDN"),
    ),
    entry(
        Word::Load,
        &["load", "cargar"],
        Text("load FILE [N]", "cargar FICHERO [N]"),
        Text(
            "goes on with the last game of a PDN file, or with game N",
            "sigue con la última partida de un fichero PDN, o con la N",
        ),
    ),
    entry(Word::New, &["new", "nueva"], Text("new", "nueva"), Text("begins a new game", "empieza otra partida")),
    entry(
        Word::Quit,
        &["quit", "exit", "salir", "q"],
        Text("quit", "salir"),
        Text("ends; the game is kept", "termina; la partida se guarda"),
    ),
];

impl Word {
    /// The word that a line begins with, and the rest of the line.
    pub fn read(line: &str) -> Option<(Word, &str)> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let first = first.to_lowercase();
        let found = WORDS.iter().find(|entry| entry.names.contains(&first.as_str()))?;
        Some((found.word, rest.trim()))
    }
}

/// What can be typed, a line each.
pub(super) fn help(lang: Lang, letters: bool) -> Vec<String> {
    let example = if letters { "c3-d4, c3xe5" } else { "11-15, 22x15" };
    let mut lines = vec![lang.pick(
        format!("Type a move such as {example}; of a capture the ends are enough, unless several fit. Or:"),
        format!("Escriba una jugada como {example}; de una captura bastan los extremos, si no valen varias. O:"),
    )];
    let width = WORDS.iter().map(|entry| entry.usage.get(lang).chars().count()).max().unwrap_or(0);
    lines.extend(WORDS.iter().map(|entry| format!("  {:<width$}  {}", entry.usage.get(lang), entry.help.get(lang))));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_in_both_languages() {
        assert_eq!(Word::read(" Hint "), Some((Word::Hint, "")));
        assert_eq!(Word::read("PISTA"), Some((Word::Hint, "")));
        assert_eq!(Word::read("save my game.pdn"), Some((Word::Save, "my game.pdn")));
        for move_or_none in ["11-15", "c3d4", "b4", "", "a1 b2"] {
            assert_eq!(Word::read(move_or_none), None, "{move_or_none}");
        }
    }

    #[test]
    fn no_name_means_two_words() {
        let mut names: Vec<&str> = WORDS.iter().flat_map(|entry| entry.names).copied().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
