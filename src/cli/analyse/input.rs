//! The positions to be analysed: one, or a file of them, read as it is needed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use crate::board::Move;
use crate::lang::{Lang, Say};
use crate::notation::{FenError, PdnError, PdnReader, PdnRecord, Setup, looks_like_pdn, parse_fen};
use crate::rules::{DrawRules, Numbering, State, Variant};

use crate::cli::args::Args;
use crate::cli::outcome::{Failure, bad};

/// A position and where it comes from.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Task {
    /// Where the game begins of which the position is part; the position itself where no game is known.
    pub start: State,
    /// The moves from there to the position.
    pub moves: Vec<Move>,
    /// The number of the move to come, where it is said.
    pub move_number: Option<u32>,
    /// The place in the file.
    pub place: Option<String>,
    /// The name that stands after the FEN, or who played the game.
    pub name: Option<String>,
    /// Where in a game it is.
    pub spot: Option<Spot>,
}

/// A place in a game of a PDN file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spot {
    /// Which game of the file, from 1; those that cannot be read count.
    pub game: usize,
    /// What was played there; `None` at the end.
    pub played: Option<Move>,
}

impl Task {
    fn new(setup: &Setup) -> Task {
        let state = setup.state();
        Task { start: state, moves: Vec::new(), move_number: setup.move_number, place: None, name: None, spot: None }
    }
}

/// The positions that the arguments ask for, one after another; in place of one that cannot be read, what is wrong with it.
pub(super) enum Tasks<'a> {
    /// The position of `--fen`.
    One(Option<Task>),
    /// A file with a FEN a line.
    Lines(Lines<'a>),
    /// A PDN file: each position of each game.
    Games(Box<Games<'a>>),
}

impl<'a> Tasks<'a> {
    /// The positions that the arguments ask for.
    ///
    /// # Errors
    /// If there is no file of that name, or the position of `--fen` is none.
    pub fn of(args: &Args<'a>, variant: &'static Variant, draws: &DrawRules) -> Result<Tasks<'a>, Failure> {
        let Some(file) = args.text("file") else {
            return Ok(Tasks::One(Some(Task::new(&args.setup(variant)?))));
        };
        let unreadable = |error: io::Error| cannot_read(file, &error, args.lang);
        let mut input = open(file).map_err(unreadable)?;
        let beginning = String::from_utf8_lossy(input.fill_buf().map_err(unreadable)?).into_owned();
        let (lang, allow_odd) = (args.lang, args.flag("allow-odd"));
        Ok(if looks_like_pdn(&beginning) {
            let reader = PdnReader::new(input, variant).allow_odd(allow_odd);
            let draws = draws.clone();
            Tasks::Games(Box::new(Games { file, reader, draws, lang, game: 0, current: None }))
        } else {
            Tasks::Lines(Lines { file, input: Some(input), number: 0, numbering: variant.numbering, allow_odd, lang })
        })
    }

    /// Leaves out so many positions, or all there are: how many. `is_over` is asked often; once it says so, no more are.
    pub fn leave_out(&mut self, count: usize, is_over: &dyn Fn() -> bool) -> usize {
        match self {
            Tasks::Games(games) => games.leave_out(count, is_over),
            others => (0..count).take_while(|_| !is_over() && others.next().is_some()).count(),
        }
    }
}

impl Iterator for Tasks<'_> {
    type Item = Result<Task, String>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Tasks::One(task) => task.take().map(Ok),
            Tasks::Lines(lines) => lines.next_task(),
            Tasks::Games(games) => games.next_task(),
        }
    }
}

type Input = Box<dyn BufRead>;

/// A file, or standard input for `-`.
fn open(file: &str) -> io::Result<Input> {
    let input: Box<dyn Read> = if file == "-" { Box::new(io::stdin()) } else { Box::new(File::open(file)?) };
    Ok(Box::new(BufReader::with_capacity(1 << 16, input)))
}

fn cannot_read(file: &str, error: &io::Error, lang: Lang) -> Failure {
    bad(lang, format!("cannot read {file}: {error}"), format!("no se puede leer {file}: {error}"))
}

/// The longest line, in bytes: a source without an end must not fill the memory.
const LONGEST_LINE: u64 = 1 << 16;

/// A file with a FEN a line.
pub(super) struct Lines<'a> {
    file: &'a str,
    /// Nothing once it is of no more use.
    input: Option<Input>,
    number: usize,
    numbering: Numbering,
    allow_odd: bool,
    lang: Lang,
}

impl Lines<'_> {
    fn next_task(&mut self) -> Option<Result<Task, String>> {
        loop {
            let line = match self.next_line()? {
                Ok(line) => line,
                Err(why) => {
                    self.input = None;
                    return Some(Err(why));
                }
            };
            let line = content(&line);
            if !line.is_empty() {
                return Some(self.task(line));
            }
        }
    }

    /// The next line; `None` at the end. What is not UTF-8 can stand in names and comments only, where nothing depends on it.
    fn next_line(&mut self) -> Option<Result<String, String>> {
        let input = self.input.as_mut()?;
        let mut bytes = Vec::new();
        if let Err(error) = input.take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            let file = self.file;
            let english = format!("cannot read {file} any further: {error}");
            return Some(Err(self.lang.pick(english, format!("no se puede seguir leyendo {file}: {error}"))));
        }
        self.number += 1;
        if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
            let (file, number) = (self.file, self.number);
            return Some(Err(self.lang.pick(
                format!("{file}:{number}: the line is longer than {LONGEST_LINE} bytes; give a FEN a line"),
                format!("{file}:{number}: la línea pasa de {LONGEST_LINE} bytes; dé un FEN por línea"),
            )));
        }
        if bytes.is_empty() {
            self.input = None;
            return None;
        }
        let line = String::from_utf8_lossy(&bytes);
        Some(Ok(line.strip_prefix('\u{feff}').unwrap_or(&line).to_owned()))
    }

    fn task(&self, line: &str) -> Result<Task, String> {
        let place = format!("{}:{}", self.file, self.number);
        match self.fen_and_name(line) {
            Ok((setup, name)) => Ok(Task { place: Some(place), name, ..Task::new(&setup) }),
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

/// What a line says once its comment is gone.
fn content(line: &str) -> &str {
    line.split('#').next().unwrap_or("").trim()
}

/// A PDN file.
pub(super) struct Games<'a> {
    file: &'a str,
    reader: PdnReader<Input>,
    draws: DrawRules,
    lang: Lang,
    /// How many games have been read, or tried.
    game: usize,
    current: Option<Current>,
}

/// A game being gone through.
struct Current {
    record: PdnRecord,
    /// How many of its moves come before the next position.
    next: usize,
    /// Its position after so many of its moves: to begin with the start each time would take the square of the game's length.
    state: (usize, State),
}

impl Current {
    fn new(record: PdnRecord) -> Current {
        Current { next: 0, state: (0, record.start), record }
    }

    /// How many positions are still to come.
    fn left(&self) -> usize {
        (self.record.moves.len() + 1).saturating_sub(self.next)
    }
}

impl Games<'_> {
    fn next_task(&mut self) -> Option<Result<Task, String>> {
        loop {
            if self.current.as_ref().is_some_and(|current| current.left() > 0) {
                return Some(Ok(self.task()?));
            }
            if let Err(error) = self.next_game()? {
                let game = self.lang.pick("game", "partida");
                return Some(Err(format!("{}: {game} {}: {}", self.file, self.game, error.say(self.lang))));
            }
        }
    }

    fn next_game(&mut self) -> Option<Result<(), PdnError>> {
        self.game += 1;
        let record = self.reader.next()?;
        Some(record.map(|record| self.current = Some(Current::new(record))))
    }

    /// As [`Tasks::leave_out`]; a game that cannot be read counts as one position.
    fn leave_out(&mut self, count: usize, is_over: &dyn Fn() -> bool) -> usize {
        let mut left_out = 0;
        loop {
            if let Some(current) = &mut self.current {
                let here = current.left().min(count - left_out);
                current.next += here;
                left_out += here;
            }
            if left_out == count || is_over() {
                return left_out;
            }
            match self.next_game() {
                Some(Ok(())) => {}
                Some(Err(_)) => left_out += 1,
                None => return left_out,
            }
        }
    }

    /// The next position of the present game.
    fn task(&mut self) -> Option<Task> {
        let current = self.current.as_mut()?;
        let place = current.next;
        current.next += 1;
        let record = &current.record;
        let (before, state) = current.state;
        let on = record.moves.get(before..place)?;
        let state = on.iter().fold(state, |state, &played| state.play(played, &self.draws));
        current.state = (place, state);
        let moves = record.moves.get(..place)?.to_vec();
        let number = record.move_number(place);
        let played = record.moves.get(place).copied();
        let (game, file) = (self.game, self.file);
        let dots = if state.position().side() == record.variant.first { "" } else { "..." };
        let at = self.lang.pick(
            format!("{file}: game {game}, move {number}{dots}"),
            format!("{file}: partida {game}, jugada {number}{dots}"),
        );
        let name = Some(record.title()).filter(|title| !title.is_empty());
        let (spot, place) = (Some(Spot { game, played }), Some(at));
        Some(Task { start: record.start, moves, move_number: Some(number), place, name, spot })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn position(text: &str) -> Position {
        parse_fen(text, Numbering::English, false).unwrap().position
    }

    fn read_all(text: &'static str) -> Vec<Result<Task, String>> {
        let input: Option<Input> = Some(Box::new(text.as_bytes()));
        let (numbering, lang) = (Numbering::English, Lang::En);
        Tasks::Lines(Lines { file: "f.txt", input, number: 0, numbering, allow_odd: false, lang }).collect()
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
        assert_eq!(*tasks[1].start.position(), position("B:W32:B1"));
        assert_eq!(*tasks[2].start.position(), position("W:W31,32:B1"));
        assert_eq!(tasks[3].start.counters().quiet(), 4);
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
        let (numbering, lang) = (Numbering::English, Lang::En);
        let input: Option<Input> = Some(Box::new(BufReader::new(io::repeat(b'x'))));
        let mut lines = Lines { file: "f", input, number: 0, numbering, allow_odd: false, lang };
        assert!(lines.next_task().unwrap().unwrap_err().contains("f:1: the line is longer than"));
        assert_eq!(lines.next_task(), None);
    }

    #[test]
    fn games_give_each_of_their_positions() {
        let text =
            "[White \"A\"]\n[Black \"B\"]\n\n1. 11-15 22-18 2. 15x22 *\n\n[White \"C\"]\n1. 11-20 *\n\n1. 9-13 *\n";
        let variant = Variant::named("english").unwrap();
        let input: Input = Box::new(text.as_bytes());
        let (reader, draws) = (PdnReader::new(input, variant), variant.draws.clone());
        let games = Games { file: "g.pdn", reader, draws, lang: Lang::En, game: 0, current: None };
        let tasks: Vec<Result<Task, String>> = Tasks::Games(Box::new(games)).collect();
        let places: Vec<&str> =
            tasks.iter().filter_map(|task| task.as_ref().ok().and_then(|task| task.place.as_deref())).collect();
        let first =
            ["g.pdn: game 1, move 1", "g.pdn: game 1, move 1...", "g.pdn: game 1, move 2", "g.pdn: game 1, move 2..."];
        assert_eq!(places[..4], first);
        assert_eq!(places[4..], ["g.pdn: game 3, move 1", "g.pdn: game 3, move 1..."]);
        let error = tasks[4].clone().unwrap_err();
        assert!(error.starts_with("g.pdn: game 2: ") && error.contains("11-20"), "{error}");
        let last = tasks[3].as_ref().unwrap();
        assert_eq!((last.moves.len(), last.name.as_deref()), (3, Some("A - B")));
        assert_eq!(last.spot, Some(Spot { game: 1, played: None }));
        assert!(tasks[2].as_ref().unwrap().spot.unwrap().played.is_some_and(|played| played.is_capture()));
        let after = |count: usize| {
            let reader = PdnReader::new(Box::new(text.as_bytes()) as Input, variant);
            let draws = variant.draws.clone();
            let games = Games { file: "g.pdn", reader, draws, lang: Lang::En, game: 0, current: None };
            let mut rest = Tasks::Games(Box::new(games));
            (rest.leave_out(count, &|| false), rest.collect::<Vec<Result<Task, String>>>())
        };
        for count in 0..=tasks.len() {
            assert_eq!(after(count), (count, tasks[count..].to_vec()));
        }
        assert_eq!(after(99).0, tasks.len());
    }
}
