//! Engines as the user names them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::egdb::{EgdbChoice, EgdbError};
use crate::engine::{EngineOptions, Objective, Strength};
use crate::eval::{Weights, WeightsError};
use crate::journal::crc32;
use crate::lang::{Lang, Say};
use crate::openings::{BookChoice, BookError};
use crate::protocol::dxp::address;
use crate::rules::Laws;

use super::cb::CbPlayer;
use super::control::TimeControl;
use super::dxp::{DxpPlayer, Peer};
use super::hub::HubPlayer;
use super::ours::Ours;
use super::player::{Player, Table};
use super::process::Program;

/// What our engine has in a match unless told otherwise: a draw is worth a little less than equality.
const CONTEMPT: i32 = 10;

/// An engine of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSpec {
    /// Its name in results.
    pub name: String,
    kind: Kind,
    /// What was written after the kind, without paths: part of what makes a match the same one.
    options: String,
    /// The check sum of the program's or library's file.
    file_sum: u32,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    /// Ourselves, in this process.
    Ours(EngineOptions),
    /// A program that speaks Hub, and parameters for it.
    Hub(Program, Vec<(String, String)>),
    /// Another build of ours, and parameters for it.
    Build(Program, Vec<(String, String)>),
    /// A program that speaks CheckerBoard's text, and settings for it.
    Cb(Program, Vec<(String, String)>),
    /// A DXP peer.
    Dxp(Peer),
    /// A CheckerBoard library, and settings for it.
    CbLibrary(PathBuf, Vec<(String, String)>),
}

/// Why a text names no engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// Of no kind that is known: the whole text.
    Kind(String),
    /// The file of an engine is not there.
    File(String, String),
    /// Our engine has no such option.
    Option(String),
    /// Not of the form `NAME=VALUE`, or a value that the option does not take.
    Value(String),
    /// Weights cannot be used.
    Weights(WeightsError),
    /// The engine cannot play under this time control.
    TimeControl(String),
    /// A DXP peer, by its name, under a clock that DXP cannot tell it.
    Minutes(String),
}

impl Say for SpecError {
    fn say(&self, lang: Lang) -> String {
        match self {
            SpecError::Kind(text) => lang.pick(
                format!(
                    "'{text}' is no engine; write damero[:OPTIONS], damero:PATH[,OPTIONS], hub:PATH, cb:PATH, \
                     cblib:PATH or dxp:HOST:PORT, with NAME= before it if you like"
                ),
                format!(
                    "'{text}' no es un motor; escriba damero[:OPCIONES], damero:RUTA[,OPCIONES], hub:RUTA, cb:RUTA, \
                     cblib:RUTA o dxp:HOST:PUERTO, con NOMBRE= delante si quiere"
                ),
            ),
            SpecError::File(path, error) => lang.pick(
                format!("{path}: {error}; give the path of an engine"),
                format!("{path}: {error}; dé la ruta de un motor"),
            ),
            SpecError::Weights(error) => error.say(lang),
            SpecError::Option(name) => lang.pick(
                format!("'{name}' is no option of an engine of ours; there are threads, hash, contempt, weights, egdb, book, book-margin, \
                     book-seed, strength, seed"),
                format!("'{name}' no es una opción de un motor nuestro; hay threads, hash, contempt, weights, egdb, book, book-margin, \
                     book-seed, strength, seed"),
            ),
            SpecError::Value(text) => lang.pick(
                format!("'{text}' is no option with a value that it takes, such as threads=2"),
                format!("'{text}' no es una opción con un valor que admita, como threads=2"),
            ),
            SpecError::Minutes(name) => lang.pick(
                format!("{name}: DXP tells a clock in whole minutes without an increment; give --tc 60, 120 and so on"),
                format!("{name}: DXP dice el reloj en minutos enteros sin incremento; dé --tc 60, 120 etc."),
            ),
            SpecError::TimeControl(name) => lang.pick(
                format!("{name}: CheckerBoard engines think for a time; give --time-per-move or --tc"),
                format!("{name}: los motores de CheckerBoard piensan un tiempo; dé --time-per-move o --tc"),
            ),
        }
    }
}

impl EngineSpec {
    /// Reads `[NAME=]KIND[:REST]`:
    ///
    /// - `damero[:threads=N,hash=MIB,contempt=CENTIMEN,weights=FILE,egdb=off|embedded|DIR,book=off|on|FILE,
    ///   book-margin=CENTIMEN,book-seed=N,strength=LEVEL,seed=N]`, ourselves, at full strength or at a level from 1 to 10
    ///   with a seed for its errors;
    /// - `damero:PATH[,NAME=VALUE...]`, another build of ours, with Hub parameters;
    /// - `hub:PATH [ARGUMENT...] [param:NAME=VALUE...]`, a Hub program;
    /// - `cb:PATH [ARGUMENT...] [param:NAME=VALUE...]`, a program that speaks CheckerBoard's text;
    /// - `cblib:PATH [param:NAME=VALUE...]`, a CheckerBoard library;
    /// - `dxp:HOST:PORT`, a DXP program that listens there;
    /// - `dxp:PATH [ARGUMENT...] [at:HOST:PORT]`, a DXP program to be started, which listens there or speaks on its
    ///   standard input and output.
    ///
    /// A path or argument with spaces stands in double quotes. `egdb` is for our engine where it names no databases itself.
    ///
    /// # Errors
    /// If the text is none of these, or the file is not there.
    pub fn parse(text: &str, egdb: &EgdbChoice) -> Result<EngineSpec, SpecError> {
        let (head, rest) = match text.split_once(':') {
            Some((head, rest)) => (head, Some(rest)),
            None => (text, None),
        };
        let (name, kind) = match head.rsplit_once('=') {
            Some((name, kind)) => (Some(name.trim()).filter(|name| !name.is_empty()), kind),
            None => (None, head),
        };
        let mut spec = match (kind.trim(), rest) {
            ("damero", rest) => ours(rest.unwrap_or("").trim(), egdb)?,
            ("hub", Some(rest)) => program(rest, "hub", Kind::Hub)?,
            ("cb", Some(rest)) => program(rest, "cb", Kind::Cb)?,
            ("cblib", Some(rest)) => program(rest, "cblib", |program, params| Kind::CbLibrary(program.path, params))?,
            ("dxp", Some(rest)) => dxp(rest)?,
            _ => return Err(SpecError::Kind(text.to_owned())),
        };
        if let Some(name) = name {
            spec.name = name.to_owned();
        }
        Ok(spec)
    }

    /// What makes this engine the one it is, whatever machine it stands on: for the journal.
    pub fn fingerprint(&self) -> String {
        format!("{} {} {:08x}", self.name, self.options, self.file_sum)
    }

    /// Whether it can play under a time control.
    ///
    /// # Errors
    /// If it cannot.
    pub fn check(&self, control: TimeControl) -> Result<(), SpecError> {
        match (&self.kind, control) {
            (Kind::Cb(..) | Kind::CbLibrary(..), TimeControl::Nodes(_) | TimeControl::Depth(_)) => {
                Err(SpecError::TimeControl(self.name.clone()))
            }
            (Kind::Dxp(_), TimeControl::Clock(base, increment)) => {
                let minutes = base.as_secs_f64() / 60.0;
                let fits = increment.is_zero() && minutes.fract() == 0.0 && (1.0..1000.0).contains(&minutes);
                if fits { Ok(()) } else { Err(SpecError::Minutes(self.name.clone())) }
            }
            _ => Ok(()),
        }
    }

    /// What is wrong with the files of the databases that it asks; it plays on without them.
    pub fn egdb_faults(&self, laws: Laws) -> Vec<EgdbError> {
        match &self.kind {
            Kind::Ours(options) => options.egdb.faults(laws),
            _ => Vec::new(),
        }
    }

    /// What is wrong with the book that it plays by; it plays on without.
    pub fn book_fault(&self, laws: Laws) -> Option<BookError> {
        match &self.kind {
            Kind::Ours(options) => options.book.fault(laws),
            _ => None,
        }
    }

    /// A player.
    pub fn player(&self, table: &Table) -> Box<dyn Player> {
        match &self.kind {
            Kind::Ours(options) => {
                let objective = if table.giveaway { Objective::Giveaway } else { Objective::Win };
                let options = EngineOptions { objective, ..options.clone() };
                Box::new(Ours::new(table.variant.laws, options, table.patience))
            }
            Kind::Hub(program, params) => Box::new(HubPlayer::new(program.clone(), params.clone(), table.clone())),
            Kind::Build(program, params) => Box::new(HubPlayer::build(program.clone(), params.clone(), table.clone())),
            Kind::Cb(program, params) => Box::new(CbPlayer::new(program.clone(), params.clone(), table.clone(), false)),
            Kind::Dxp(peer) => Box::new(DxpPlayer::new(peer.clone(), table.clone())),
            Kind::CbLibrary(path, params) => {
                let args = vec![OsString::from("cblib-host"), path.clone().into(), table.variant.name.into()];
                let host = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("damero"));
                // Libraries look for their data where they are.
                let folder = path.parent().map(Path::to_path_buf);
                let program = Program { path: host, args, folder };
                Box::new(CbPlayer::new(program, params.clone(), table.clone(), true))
            }
        }
    }
}

/// `damero`, by what follows.
fn ours(rest: &str, egdb: &EgdbChoice) -> Result<EngineSpec, SpecError> {
    let (path, options) = match rest.split_once(',') {
        Some((first, options)) if !first.contains('=') => (first, options),
        None if !rest.contains('=') => (rest, ""),
        _ => ("", rest),
    };
    let options = options.split(',').map(str::trim).filter(|option| !option.is_empty());
    let options: Vec<(String, String)> = options.map(pair).collect::<Result<_, _>>()?;
    let written = options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(",");
    if path.is_empty() {
        let mut engine = EngineOptions { contempt: CONTEMPT, egdb: egdb.clone(), ..EngineOptions::default() };
        for (name, value) in &options {
            set(&mut engine, name, value)?;
        }
        let name = if written.is_empty() { "damero".to_owned() } else { format!("damero {written}") };
        let file_sum = own_sum();
        return Ok(EngineSpec { name, kind: Kind::Ours(engine), options: format!("damero {written}"), file_sum });
    }
    let path = absolute(path)?;
    let file_sum = file_sum(&path)?;
    let name = path.file_stem().map_or("damero".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let program = Program { path, args: vec!["hub".into()], folder: None };
    Ok(EngineSpec { name, kind: Kind::Build(program, options), options: format!("damero-file {written}"), file_sum })
}

fn set(engine: &mut EngineOptions, name: &str, value: &str) -> Result<(), SpecError> {
    if name == "weights" {
        engine.weights = Some(Weights::load(Path::new(value)).map_err(SpecError::Weights)?);
        return Ok(());
    }
    let wrong = || SpecError::Value(format!("{name}={value}"));
    if name == "egdb" {
        engine.egdb = if value.is_empty() { return Err(wrong()) } else { EgdbChoice::named(value) };
        return Ok(());
    }
    if name == "book" {
        engine.book.set_source(if value.is_empty() { return Err(wrong()) } else { value });
        return Ok(());
    }
    let number: i64 = value.parse().map_err(|_| wrong())?;
    let within = |least: i64, most: i64| if (least..=most).contains(&number) { Ok(number) } else { Err(wrong()) };
    match name {
        "threads" => engine.threads = within(1, 1024)? as usize,
        "hash" => engine.hash_mib = within(1, 1 << 20)? as usize,
        "book-margin" => engine.book.margin = within(0, i64::from(BookChoice::MOST_MARGIN))? as i32,
        "book-seed" => engine.book.seed = within(0, i64::MAX)? as u64,
        "contempt" => engine.contempt = within(-1000, 1000)? as i32,
        "strength" => {
            let level = within(0, Strength::MOST.into())? as u8;
            engine.strength = Strength::new(level).ok_or_else(wrong)?.with_seed(engine.strength.seed());
        }
        "seed" => engine.strength = engine.strength.with_seed(within(0, i64::MAX)? as u64),
        _ => return Err(SpecError::Option(name.to_owned())),
    }
    Ok(())
}

/// A program with its arguments and parameters.
fn program(
    text: &str,
    kind: &str,
    make: impl FnOnce(Program, Vec<(String, String)>) -> Kind,
) -> Result<EngineSpec, SpecError> {
    let mut words = words(text).into_iter();
    let path = words.next().filter(|path| !path.is_empty()).ok_or_else(|| SpecError::Kind(format!("{kind}:{text}")))?;
    let (params, args): (Vec<String>, Vec<String>) = words.partition(|word| word.starts_with("param:"));
    let written = args.iter().chain(&params).cloned().collect::<Vec<_>>().join(" ");
    let params = params.iter().map(|param| pair(&param["param:".len()..])).collect::<Result<_, _>>()?;
    let path = absolute(&path)?;
    let file_sum = file_sum(&path)?;
    let name = path.file_stem().map_or(kind.to_owned(), |stem| stem.to_string_lossy().into_owned());
    let program = Program { path, args: args.into_iter().map(OsString::from).collect(), folder: None };
    Ok(EngineSpec { name, kind: make(program, params), options: format!("{kind} {written}"), file_sum })
}

/// A DXP peer: an address alone, or a program with its arguments and perhaps an address.
fn dxp(rest: &str) -> Result<EngineSpec, SpecError> {
    let given = words(rest);
    let first = given.first().ok_or_else(|| SpecError::Kind(format!("dxp:{rest}")))?;
    let is_port = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_address = given.len() == 1
        && !Path::new(first).exists()
        && (is_port(first) || first.rsplit_once(':').is_some_and(|(_, port)| is_port(port)));
    if is_address {
        let address = address(first);
        let kind = Kind::Dxp(Peer { program: None, address: Some(address.clone()) });
        return Ok(EngineSpec { name: address, kind, options: "dxp".to_owned(), file_sum: 0 });
    }
    let (places, words): (Vec<String>, Vec<String>) = given.into_iter().partition(|word| word.starts_with("at:"));
    let place = places.last().map(|word| address(&word["at:".len()..]));
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    program(&quoted.join(" "), "dxp", |program, _| Kind::Dxp(Peer { program: Some(program), address: place }))
}

/// `NAME=VALUE` taken apart.
fn pair(text: &str) -> Result<(String, String), SpecError> {
    let wrong = || SpecError::Value(text.to_owned());
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    if name.trim().is_empty() { Err(wrong()) } else { Ok((name.trim().to_owned(), value.trim().to_owned())) }
}

/// The words of a text; double quotes hold one together.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut begun) = (Vec::new(), String::new(), false, false);
    for c in text.chars() {
        match c {
            '"' => (quoted, begun) = (!quoted, true),
            c if c.is_whitespace() && !quoted => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            c => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

/// A path that holds in any folder, with symbolic links left as they are.
fn absolute(path: &str) -> Result<PathBuf, SpecError> {
    std::path::absolute(path).map_err(|error| SpecError::File(path.to_owned(), error.to_string()))
}

/// The check sum of this program's own file: another build is another engine.
fn own_sum() -> u32 {
    static SUM: OnceLock<u32> = OnceLock::new();
    *SUM.get_or_init(|| std::env::current_exe().ok().and_then(|path| file_sum(&path).ok()).unwrap_or(0))
}

fn file_sum(path: &Path) -> Result<u32, SpecError> {
    let bytes = std::fs::read(path);
    bytes.map(|bytes| crc32(0, &bytes)).map_err(|error| SpecError::File(path.display().to_string(), error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> EngineSpec {
        EngineSpec::parse(text, &EgdbChoice::default())
            .unwrap_or_else(|error| panic!("{text}: {}", error.say(Lang::En)))
    }

    #[test]
    fn our_engine_takes_options() {
        let Kind::Ours(options) = spec("damero").kind else { panic!() };
        assert_eq!(options, EngineOptions { contempt: CONTEMPT, ..EngineOptions::default() });
        let other = spec("new=damero:threads=2, hash=64,contempt=-5");
        let Kind::Ours(options) = other.kind else { panic!() };
        assert_eq!((options.threads, options.hash_mib, options.contempt), (2, 64, -5));
        assert_eq!(other.name, "new");
        assert_eq!(spec("damero:hash=64").name, "damero hash=64");
        let egdb_of = |text: &str, given: &str| match EngineSpec::parse(text, &EgdbChoice::named(given)).unwrap().kind {
            Kind::Ours(options) => options.egdb,
            _ => panic!("{text}"),
        };
        assert_eq!(egdb_of("damero:egdb=off", "given"), EgdbChoice::OFF);
        assert_eq!(egdb_of("damero:egdb=own,hash=2", "given"), EgdbChoice::named("own"));
        assert_eq!(egdb_of("damero", "given"), EgdbChoice::named("given"));
    }

    #[test]
    fn programs_have_arguments_and_parameters() {
        let own = std::env::current_exe().unwrap();
        let own = own.to_str().unwrap();
        let EngineSpec { name, kind, .. } =
            spec(&format!("Scan 3=hub:\"{own}\" hub  \"a b\" param:threads=1 param:book=false"));
        let Kind::Hub(program, params) = kind else { panic!() };
        assert_eq!((name.as_str(), program.path.to_str()), ("Scan 3", Some(own)));
        assert_eq!(program.args, ["hub", "a b"]);
        assert_eq!(params, [("threads", "1"), ("book", "false")].map(|(n, v)| (n.to_owned(), v.to_owned())));
        let Kind::Build(program, params) = spec(&format!("damero:{own},hash=64")).kind else { panic!() };
        assert_eq!(program.args, ["hub"]);
        assert_eq!(params, [("hash".to_owned(), "64".to_owned())]);
        assert!(matches!(spec(&format!("cblib:{own}")).kind, Kind::CbLibrary(..)));
        assert!(matches!(spec(&format!("cb:{own}")).kind, Kind::Cb(..)));
    }

    #[test]
    fn the_fingerprint_leaves_paths_out_and_options_in() {
        let own = std::env::current_exe().unwrap();
        let own = own.to_str().unwrap();
        let print = |text: &str| spec(text).fingerprint();
        assert!(!print(&format!("hub:{own} x")).contains(own));
        assert_ne!(print(&format!("hub:{own} x")), print(&format!("hub:{own} y")));
        assert_ne!(print("a=damero"), print("a=damero:hash=64"));
        assert_ne!(print("a=damero"), print("b=damero"));
    }

    #[test]
    fn nonsense_is_no_engine() {
        let parse = |text: &str| EngineSpec::parse(text, &EgdbChoice::default());
        for wrong in [
            "",
            "hub",
            "hub:",
            "uci:x",
            "damero:threads=0",
            "damero:threads=x",
            "damero:speed=9",
            "damero:=1",
            "damero:egdb=",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        assert!(matches!(parse("hub:/no/such/file"), Err(SpecError::File(..))));
        assert!(matches!(parse("damero:/no/such/file,hash=1"), Err(SpecError::File(..))));
    }

    #[test]
    fn dxp_peers_are_somewhere_or_started() {
        let Kind::Dxp(peer) = spec("x=dxp:example.org:99").kind else { panic!() };
        assert_eq!((peer.program, peer.address.as_deref()), (None, Some("example.org:99")));
        assert_eq!(spec("dxp:27532").name, "127.0.0.1:27532");
        let own = std::env::current_exe().unwrap();
        let started = spec(&format!("dxp:\"{}\" dxp --name \"a b\" at::7", own.display()));
        let Kind::Dxp(Peer { program: Some(program), address }) = &started.kind else { panic!() };
        assert_eq!(program.args, ["dxp", "--name", "a b"]);
        assert_eq!(address.as_deref(), Some("127.0.0.1:7"));
        let clock = |text: &str| started.check(TimeControl::parse_clock(text).unwrap());
        assert!(clock("60").is_ok() && clock("300+0").is_ok());
        assert!(clock("90").is_err() && clock("60+1").is_err());
        for wrong in ["dxp", "dxp:", "dxp:no-such-file", "dxp:/no/such/file dxp"] {
            assert!(EngineSpec::parse(wrong, &EgdbChoice::default()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn checkerboard_engines_need_time() {
        let own = std::env::current_exe().unwrap();
        let cb = spec(&format!("cb:{}", own.display()));
        assert!(cb.check(TimeControl::Nodes(5)).is_err());
        assert!(cb.check(TimeControl::PerMove(std::time::Duration::from_secs(1))).is_ok());
        assert!(spec("damero").check(TimeControl::Nodes(5)).is_ok());
    }
}
