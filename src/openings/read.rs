//! Reading openings.

use std::fmt;
use std::path::Path;

use crate::board::Move;
use crate::game::Game;
use crate::lang::{Lang, Say};
use crate::notation::{FenError, MoveError, PdnError, parse_fen, parse_move, read_pdn};
use crate::rules::{DrawRules, State, Variant};

use super::decks::{EMBEDDED, UNBALANCED, deck_names, laws_name, unbalanced_file};

/// An opening: a position, and moves from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// What it is called.
    pub name: String,
    /// Where games begin.
    pub start: State,
    /// The moves that are played for both sides.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The start position alone.
    pub fn none(variant: &Variant) -> Opening {
        Opening { name: "start position".to_owned(), start: State::new(variant.start()), moves: Vec::new() }
    }

    /// A game with the opening played.
    pub fn game(&self, variant: &'static Variant, draws: &DrawRules) -> Game {
        let mut game = Game::from_state(variant, self.start, draws.clone());
        for &played in &self.moves {
            // The reader has played them before.
            if game.play(played).is_err() {
                break;
            }
        }
        game
    }
}

/// Why openings could not be read.
#[derive(Debug)]
pub enum OpeningsError {
    /// Neither a deck nor a file has the name: it, the decks of the ruleset, and what the system says of the file.
    Unknown(String, Vec<String>, std::io::Error),
    /// The deck has not been made yet: its name.
    NotMade(String),
    /// The deck is of another ruleset: its name and that ruleset.
    OtherRuleset(String, &'static str),
    /// A position is wrong: file, line, why.
    Fen(String, usize, FenError),
    /// A move is wrong: file, line, why.
    Move(String, usize, MoveError),
    /// A line is none of a list of ballots: file, line.
    Ballot(String, usize),
    /// A game is wrong: file, why.
    Pdn(String, PdnError),
    /// A game is over once the opening is played: file, the opening's name.
    Over(String, String),
    /// There is none in the file.
    Empty(String),
}

impl Say for OpeningsError {
    fn say(&self, lang: Lang) -> String {
        match self {
            OpeningsError::Unknown(name, decks, error) => {
                let decks = decks.join(", ");
                lang.pick(
                    format!("'{name}' is no deck of openings ({decks}) and no file: {error}"),
                    format!("'{name}' no es un mazo de aperturas ({decks}) ni un fichero: {error}"),
                )
            }
            OpeningsError::NotMade(name) => lang.pick(
                format!("{name}.fen is not in a folder 'openings' here or above the program; 'damero openings make' makes it"),
                format!("{name}.fen no está en una carpeta 'openings' aquí ni sobre el programa; lo hace 'damero openings make'"),
            ),
            OpeningsError::OtherRuleset(name, ruleset) => lang.pick(
                format!("the deck {name} is of another ruleset; give --rules {ruleset} or other openings"),
                format!("el mazo {name} es de otro juego; dé --rules {ruleset} u otras aperturas"),
            ),
            OpeningsError::Fen(file, line, error) => format!("{file}:{line}: {}", error.say(lang)),
            OpeningsError::Move(file, line, error) => format!("{file}:{line}: {}", error.say(lang)),
            OpeningsError::Ballot(file, line) => lang.pick(
                format!("{file}:{line}: not a ballot; write number, 'played' or 'barred', and moves, with tabs between"),
                format!("{file}:{line}: no es una apertura; escriba número, 'played' o 'barred' y jugadas, con tabuladores"),
            ),
            OpeningsError::Pdn(file, error) => format!("{file}: {}", error.say(lang)),
            OpeningsError::Over(file, name) => lang.pick(
                format!("{file}: the game is over after the opening {name}"),
                format!("{file}: la partida ha terminado tras la apertura {name}"),
            ),
            OpeningsError::Empty(file) => lang.pick(
                format!("{file}: no opening in it; give a FEN a line, games as PDN, or ballots"),
                format!("{file}: no contiene aperturas; dé un FEN por línea, partidas en PDN o sorteos"),
            ),
        }
    }
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for OpeningsError {}

/// The openings of a deck or a file. A deck is meant where one has the name; `unbalanced` is that of the ruleset's laws.
///
/// # Errors
/// If there is none of that name, or it cannot be read.
pub fn read_openings(name: &str, variant: &'static Variant) -> Result<Vec<Opening>, OpeningsError> {
    if let Some(deck) = EMBEDDED.iter().find(|deck| deck.name == name) {
        if deck.variant != variant.name {
            return Err(OpeningsError::OtherRuleset(name.to_owned(), deck.variant));
        }
        return parse_openings(deck.text, name, variant);
    }
    let own = format!("{UNBALANCED}-{}", laws_name(variant.laws));
    if name == UNBALANCED || name == own {
        let file = unbalanced_file(variant.laws).ok_or(OpeningsError::NotMade(own))?;
        // Rulesets that share laws need not share square numbers; the file has those of the first.
        let numbers = Variant::of_laws(variant.laws);
        return parse_openings(&read(&file)?, &file.display().to_string(), numbers);
    }
    let file = Path::new(name);
    let text =
        std::fs::read(file).map_err(|error| OpeningsError::Unknown(name.to_owned(), deck_names(variant), error))?;
    parse_openings(&decoded(&text), name, variant)
}

fn read(file: &Path) -> Result<String, OpeningsError> {
    let unknown = |error| OpeningsError::Unknown(file.display().to_string(), Vec::new(), error);
    std::fs::read(file).map(|bytes| decoded(&bytes)).map_err(unknown)
}

/// The text of bytes that are UTF-8 or, failing that, Latin-1.
fn decoded(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{FEFF}').to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Reads openings from a text, which is one of:
///
/// - a FEN a line, with a name after a semicolon or white space;
/// - ballots, a line each: number, `played` or `barred`, and moves, with tabs between; the barred ones are left out;
/// - games as PDN, whose main lines are the openings.
///
/// Empty lines and, outside PDN, lines from `#` on are skipped. `file` is what errors call it.
///
/// # Errors
/// If a line or a game is wrong, a game would be over at once, or there is no opening.
pub fn parse_openings(text: &str, file: &str, variant: &'static Variant) -> Result<Vec<Opening>, OpeningsError> {
    let content = |line: &str| line.split('#').next().unwrap_or("").trim().to_owned();
    let lines = || text.lines().map(content).zip(1..).filter(|(line, _)| !line.is_empty());
    let first = lines().next().map(|(line, _)| line).unwrap_or_default();
    let openings = if first.starts_with('[') {
        pdn(text, file, variant)?
    } else if first.contains('\t') && first.starts_with(|c: char| c.is_ascii_digit()) {
        let ballots = lines().map(|(line, number)| ballot(&line, number, file, variant));
        ballots.filter_map(Result::transpose).collect::<Result<_, _>>()?
    } else {
        lines().map(|(line, number)| position(&line, number, file, variant)).collect::<Result<_, _>>()?
    };
    if openings.is_empty() {
        return Err(OpeningsError::Empty(file.to_owned()));
    }
    for opening in &openings {
        if opening.game(variant, &variant.draws).legal_moves().is_empty() {
            return Err(OpeningsError::Over(file.to_owned(), opening.name.clone()));
        }
    }
    Ok(openings)
}

fn pdn(text: &str, file: &str, variant: &'static Variant) -> Result<Vec<Opening>, OpeningsError> {
    let mut openings = Vec::new();
    for game in read_pdn(text, variant) {
        let game = game.map_err(|error| OpeningsError::Pdn(file.to_owned(), error))?;
        let tag = |name: &str| game.tag(name).filter(|text| !matches!(text.trim(), "" | "?")).map(str::to_owned);
        let name = tag("Opening").or_else(|| tag("Event")).unwrap_or_else(|| format!("{}", openings.len() + 1));
        openings.push(Opening { name, start: game.start, moves: game.moves });
    }
    Ok(openings)
}

/// The opening of a ballot's line; `None` for a barred one.
fn ballot(line: &str, number: usize, file: &str, variant: &Variant) -> Result<Option<Opening>, OpeningsError> {
    let mut fields = line.split('\t').map(str::trim);
    let (ballot, status, text) = (fields.next(), fields.next(), fields.next());
    let (Some(ballot), Some(text)) = (ballot, text) else {
        return Err(OpeningsError::Ballot(file.to_owned(), number));
    };
    match status {
        Some("played") => {}
        Some("barred") => return Ok(None),
        _ => return Err(OpeningsError::Ballot(file.to_owned(), number)),
    }
    let (mut position, mut moves) = (variant.start(), Vec::new());
    for word in text.split_whitespace() {
        let played = parse_move(word, variant, &position);
        let played = played.map_err(|error| OpeningsError::Move(file.to_owned(), number, error))?;
        position = position.play(played);
        moves.push(played);
    }
    Ok(Some(Opening { name: format!("{ballot}: {text}"), start: State::new(variant.start()), moves }))
}

/// The opening of a line with a FEN. White space may stand in a FEN as well as before a name, so the longest beginning of
/// the line that is a FEN is taken as one, unless a semicolon parts the two.
fn position(line: &str, number: usize, file: &str, variant: &Variant) -> Result<Opening, OpeningsError> {
    let parse = |text: &str| parse_fen(text, variant.numbering, false);
    let opening = |setup: crate::notation::Setup, name: &str| {
        let name = name.trim();
        let name = if name.is_empty() { number.to_string() } else { name.to_owned() };
        Opening { name, start: setup.state(), moves: Vec::new() }
    };
    let wrong = |error| OpeningsError::Fen(file.to_owned(), number, error);
    if let Some((fen, name)) = line.split_once(';') {
        return parse(fen).map(|setup| opening(setup, name)).map_err(wrong);
    }
    let whole = parse(line);
    if let Ok(setup) = whole {
        return Ok(opening(setup, ""));
    }
    for (at, _) in line.rmatch_indices(char::is_whitespace) {
        let (fen, name) = line.split_at(at);
        if let Ok(setup) = parse(fen) {
            return Ok(opening(setup, name));
        }
    }
    // The first word is likely to be the FEN that was meant.
    let first = line.split_whitespace().next().unwrap_or("");
    let error = if first.contains(':') { parse(first).err() } else { None };
    match (error, whole) {
        (Some(error), _) | (None, Err(error)) => Err(wrong(error)),
        (None, Ok(setup)) => Ok(opening(setup, "")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::write_fen;

    fn variant(name: &str) -> &'static Variant {
        Variant::named(name).unwrap()
    }

    fn parsed(text: &str, name: &str) -> Result<Vec<Opening>, String> {
        parse_openings(text, "f", variant(name)).map_err(|error| error.to_string())
    }

    #[test]
    fn a_fen_a_line_with_names() {
        let text = "# a comment\nW:W21,22:B1,2 first one\n\nB:WK3:B 4, 5;second # c\nW:W21:BK1.\n";
        let openings = parsed(text, "english").unwrap();
        let names: Vec<&str> = openings.iter().map(|opening| opening.name.as_str()).collect();
        assert_eq!(names, ["first one", "second", "5"]);
        assert_eq!(write_fen(openings[1].start.position(), variant("english").numbering), "B:WK3:B4,5");
    }

    #[test]
    fn games_are_openings() {
        let text = "[Event \"ballot 1\"]\n[Opening \"?\"]\n1. 9-13 21-17 2. 5-9 *\n\n[FEN \"W:W21:B1\"]\n*";
        let openings = parsed(text, "english").unwrap();
        assert_eq!((openings[0].name.as_str(), openings[0].moves.len()), ("ballot 1", 3));
        assert_eq!((openings[1].name.as_str(), openings[1].moves.len()), ("2", 0));
        let game = openings[0].game(variant("english"), &DrawRules::NONE);
        assert_eq!((game.moves().len(), game.draws()), (3, &DrawRules::NONE));
    }

    #[test]
    fn ballots_are_lines_with_tabs() {
        let openings = parsed("# x\n1\tplayed\t9-13 21-17\n2\tbarred\t9-13 21-17 10-14\n", "english").unwrap();
        assert_eq!(openings.len(), 1);
        assert_eq!((openings[0].name.as_str(), openings[0].moves.len()), ("1: 9-13 21-17", 2));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, said) in [
            ("", "f: no opening in it"),
            ("W:W21:B1\nW:W21,21:B1 name", "f:2: FEN: two pieces stand on square 21"),
            ("nonsense", "f:1: "),
            ("1\tplayed\t9-14\n2\tplayed\t9-13 9-13", "f:2: 9-13:"),
            ("1\tplayed\t9-14\n2\tlost\t9-13", "f:2: not a ballot"),
            ("[Event \"x\"]\n1. 9-12 *", "f: line 2, column 4: move 1: 9-12"),
            ("W:W:B1", "f: the game is over"),
        ] {
            let error = parsed(text, "english").unwrap_err();
            assert!(error.starts_with(said), "{text}: {error}");
        }
    }

    #[test]
    fn decks_are_known_by_name_and_ruleset() {
        assert_eq!(read_openings("english-3move", variant("english")).unwrap().len(), 156);
        let other = read_openings("english-3move", variant("pool")).unwrap_err().to_string();
        assert!(other.contains("--rules english"), "{other}");
        let unknown = read_openings("no-such", variant("pool")).unwrap_err().to_string();
        assert!(unknown.contains("unbalanced-pool") && unknown.contains("no-such"), "{unknown}");
    }

    #[test]
    fn latin_1_is_read() {
        assert_eq!(decoded(b"W:W21:B1 Espa\xF1a"), "W:W21:B1 España");
        assert_eq!(decoded("\u{FEFF}ñ".as_bytes()), "ñ");
    }
}
