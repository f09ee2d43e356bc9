//! The positions to be analysed: one, or a file of them.

use std::fs::File;
use std::io::{self, Read};

use crate::lang::{Lang, Say};
use crate::notation::{FenError, Setup, parse_fen};
use crate::rules::{Numbering, Variant};

use crate::cli::args::Args;
use crate::cli::outcome::{Failure, bad};

/// A position and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Task {
    /// The position.
    pub setup: Setup,
    /// File and line.
    pub place: Option<String>,
    /// The name that stands after the FEN.
    pub name: Option<String>,
}

/// The positions that the arguments ask for; in place of one that cannot be read, what is wrong with it.
///
/// # Errors
/// If there is no file of that name, or no position in it.
pub(super) fn tasks(args: &Args<'_>, variant: &Variant) -> Result<Vec<Result<Task, String>>, Failure> {
    let Some(file) = args.text("file") else {
        return Ok(vec![Ok(Task { setup: args.setup(variant)?, place: None, name: None })]);
    };
    let lang = args.lang;
    let text = read(file, MOST).map_err(|error| {
        bad(lang, format!("cannot read {file}: {error}"), format!("no se puede leer {file}: {error}"))
    })?;
    let Some(text) = text else {
        let mib = MOST >> 20;
        return Err(bad(
            lang,
            format!("{file} holds more than {mib} MiB; give smaller files, one after another"),
            format!("{file} contiene más de {mib} MiB; dé ficheros menores, uno tras otro"),
        ));
    };
    if is_pdn(&text) {
        return Err(bad(
            lang,
            format!("{file} is a PDN file; give a file with a FEN a line"),
            format!("{file} es un fichero PDN; dé un fichero con un FEN por línea"),
        ));
    }
    let reader = Reader { file, numbering: variant.numbering, allow_odd: args.flag("allow-odd"), lang };
    let tasks = reader.tasks(&text);
    if tasks.is_empty() {
        return Err(bad(
            lang,
            format!("{file} holds no position; give a FEN a line"),
            format!("{file} no contiene ninguna posición; dé un FEN por línea"),
        ));
    }
    Ok(tasks)
}

/// The most that a file may hold, in bytes: some millions of positions. A source without an end must not fill the memory.
const MOST: u64 = 256 << 20;

/// The text of a file, or of standard input for `-`; `None` if it holds more than so many bytes. What is not UTF-8 can
/// stand in names and comments only, where nothing depends on it.
fn read(file: &str, most: u64) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if file == "-" {
        io::stdin().take(most + 1).read_to_end(&mut bytes)?;
    } else {
        File::open(file)?.take(most + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > most {
        return Ok(None);
    }
    let text = String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    Ok(Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)))
}

/// What a line says once its comment is gone.
fn content(line: &str) -> &str {
    line.split('#').next().unwrap_or("").trim()
}

/// Whether a text begins with a PDN tag.
fn is_pdn(text: &str) -> bool {
    text.lines().map(content).find(|line| !line.is_empty()).is_some_and(|line| line.starts_with('['))
}

struct Reader<'a> {
    file: &'a str,
    numbering: Numbering,
    allow_odd: bool,
    lang: Lang,
}

impl Reader<'_> {
    fn tasks(&self, text: &str) -> Vec<Result<Task, String>> {
        let lines = text.lines().map(content).zip(1..).filter(|(line, _)| !line.is_empty());
        lines.map(|(line, number)| self.task(line, number)).collect()
    }

    fn task(&self, line: &str, number: usize) -> Result<Task, String> {
        let place = format!("{}:{number}", self.file);
        match self.fen_and_name(line) {
            Ok((setup, name)) => Ok(Task { setup, place: Some(place), name }),
            Err(error) => Err(format!("{place}: {}", error.say(self.lang))),
        }
    }

    fn parse(&self, text: &str) -> Result<Setup, FenError> {
        parse_fen(text, self.numbering, self.allow_odd)
    }

    /// The position of a line, and the name after it. A semicolon parts the two, or else white space; as that may also
    /// stand inside a FEN, the longest beginning of the line that is a FEN is taken as one.
    fn fen_and_name(&self, line: &str) -> Result<(Setup, Option<String>), FenError> {
        let name = |text: &str| Some(text.trim()).filter(|text| !text.is_empty()).map(str::to_owned);
        if let Some((fen, rest)) = line.split_once(';') {
            return Ok((self.parse(fen)?, name(rest)));
        }
        let whole = self.parse(line);
        if let Ok(setup) = whole {
            return Ok((setup, None));
        }
        for (at, _) in line.rmatch_indices(char::is_whitespace) {
            let (fen, rest) = line.split_at(at);
            if let Ok(setup) = self.parse(fen) {
                return Ok((setup, name(rest)));
            }
        }
        // Of the two readings, the error in the first word says more where that looks like a whole FEN.
        let first = line.split_whitespace().next().unwrap_or(line);
        let told = if first.matches(':').count() >= 2 { self.parse(first) } else { whole };
        told.map(|setup| (setup, None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn position(text: &str) -> Position {
        parse_fen(text, Numbering::English, false).unwrap().position
    }

    fn read_all(text: &str) -> Vec<Result<Task, String>> {
        Reader { file: "f.txt", numbering: Numbering::English, allow_odd: false, lang: Lang::En }.tasks(text)
    }

    #[test]
    fn lines_give_positions_with_names() {
        let text =
            "# a comment\n\nW:W32:B1\r\nB:W32:B1 a name # more\nW:W 32, 31 : B 1 ; other: name\nW:W32:B1:H4  x\n";
        let tasks: Vec<Task> = read_all(text).into_iter().map(Result::unwrap).collect();
        let names: Vec<Option<&str>> = tasks.iter().map(|task| task.name.as_deref()).collect();
        assert_eq!(names, [None, Some("a name"), Some("other: name"), Some("x")]);
        let places: Vec<&str> = tasks.iter().filter_map(|task| task.place.as_deref()).collect();
        assert_eq!(places, ["f.txt:3", "f.txt:4", "f.txt:5", "f.txt:6"]);
        assert_eq!(tasks[1].setup.position, position("B:W32:B1"));
        assert_eq!(tasks[2].setup.position, position("W:W31,32:B1"));
        assert_eq!(tasks[3].setup.quiet, Some(4));
    }

    #[test]
    fn bad_lines_name_their_place_and_spare_the_others() {
        let tasks = read_all("W:W32:B1\nW:W33:B1 name\nnonsense\nB:W32:B1\n");
        assert!(tasks[0].is_ok() && tasks[3].is_ok());
        let error = tasks[1].clone().unwrap_err();
        assert!(error.starts_with("f.txt:2: ") && error.contains("33") && !error.contains("name"), "{error}");
        assert!(tasks[2].clone().unwrap_err().starts_with("f.txt:3: "));
    }

    #[test]
    fn a_source_without_an_end_is_given_up() {
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let size = std::fs::metadata(here).unwrap().len();
        assert!(read(here, size).unwrap().is_some_and(|text| text.len() as u64 == size));
        assert_eq!(read(here, size - 1).unwrap(), None);
        if cfg!(unix) {
            assert_eq!(read("/dev/zero", 1 << 16).unwrap(), None);
        }
    }

    #[test]
    fn pdn_is_known_by_its_first_tag() {
        assert!(is_pdn("\n [Event \"x\"]\n"));
        assert!(!is_pdn("W:W32:B1\n[Event \"x\"]\n"));
    }
}
