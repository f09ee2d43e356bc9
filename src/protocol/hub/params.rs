//! The parameters of the Hub protocol as one table: what `hub` lists and `set-param` sets.

use std::fmt;

use std::path::PathBuf;

use crate::egdb::EgdbChoice;
use crate::engine::{EngineOptions, Objective, Strength};
use crate::openings::BookChoice;
use crate::rules::{DrawChoice, DrawRule, DrawRules, UnknownVariant, VARIANTS, Variant};

use crate::protocol::dialect::Style;

/// Bytes of an entry of the transposition table, by which `tt-size` counts.
const ENTRY: usize = 16;
/// The largest table that can be asked for, in MiB (a tebibyte), and the powers of two of entries that `tt-size` takes.
const MOST_HASH: i64 = 1 << 20;
const LEAST_TT_SIZE: i64 = 16;
const MOST_TT_SIZE: i64 = 36;
/// The most threads that can be asked for.
const MOST_THREADS: i64 = 1024;
/// The most best lines; no position has as many moves.
const MOST_LINES: i64 = 500;
/// Stands for "as the draw rules have it" in the parameters that change one number of them.
const OWN: i64 = -1;

/// What the parameters are set to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Settings {
    /// The ruleset.
    pub variant: &'static Variant,
    /// Threads, table, contempt in games, and objective.
    pub engine: EngineOptions,
    /// The draw rules.
    pub draws: DrawChoice,
    /// How the client writes positions and moves.
    pub style: Style,
    /// Whether the client ponders, so that more of our own time can be used.
    pub ponder: bool,
    /// The number of best lines.
    pub multipv: usize,
    /// Milliseconds kept back for whatever lies between us and the clock.
    pub move_overhead_ms: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            variant: &VARIANTS[0],
            engine: EngineOptions { contempt: 10, book: BookChoice::SHIPPED, ..EngineOptions::default() },
            draws: DrawChoice::default(),
            style: Style::Standard,
            ponder: false,
            multipv: 1,
            move_overhead_ms: 30,
        }
    }
}

impl Settings {
    /// The draw rules in force.
    pub fn draw_rules(&self) -> DrawRules {
        // Every part was checked when it was set.
        self.draws.rules(self.variant).unwrap_or_else(|_| self.variant.draws.clone())
    }

    /// Sets a parameter; nothing is changed by a value that is wrong.
    ///
    /// # Errors
    /// If there is no parameter of the name or the value is none it takes.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let param = PARAMS.iter().find(|param| param.name == name).ok_or(ParamError::Unknown)?;
        let wrong = |kind| ParamError::Value { name: param.name, value: value.to_owned(), kind };
        match &param.access {
            Access::Bool { set, .. } => {
                let value = match value.to_ascii_lowercase().as_str() {
                    "true" => true,
                    "false" => false,
                    _ => return Err(wrong(Wanted::Bool)),
                };
                set(self, value);
            }
            Access::Int { range: (min, max), set, .. } => {
                let number = value.parse().ok().filter(|number| (*min..=*max).contains(number));
                set(self, number.ok_or_else(|| wrong(Wanted::Int(*min, *max)))?);
            }
            Access::Enum { values, set, .. } => {
                let values = values();
                let found = values.iter().find(|known| known.eq_ignore_ascii_case(value));
                set(self, found.ok_or_else(|| wrong(Wanted::OneOf(values.join(", "))))?);
            }
            Access::Text { set, .. } => set(self, value),
            Access::Variant => self.variant = Variant::named(value).map_err(ParamError::Variant)?,
        }
        Ok(())
    }
}

/// A parameter: its name and how it is read and set.
struct Param {
    name: &'static str,
    access: Access,
}

type Get<T> = fn(&Settings) -> T;
type Set<T> = fn(&mut Settings, T);

/// The type of a parameter with its access.
enum Access {
    Bool {
        get: Get<bool>,
        set: Set<bool>,
    },
    Int {
        range: (i64, i64),
        get: Get<i64>,
        set: Set<i64>,
    },
    Enum {
        values: fn() -> Vec<&'static str>,
        get: Get<String>,
        set: Set<&'static str>,
    },
    Text {
        get: Get<String>,
        set: fn(&mut Settings, &str),
    },
    /// An enum that takes synonyms as well.
    Variant,
}

/// All parameters, in the order in which they are listed.
static PARAMS: [Param; 19] = [
    Param { name: "variant", access: Access::Variant },
    int("threads", (1, MOST_THREADS), |at| at.engine.threads as i64, |at, n| at.engine.threads = n as usize),
    int("hash", (1, MOST_HASH), |at| at.engine.hash_mib as i64, |at, n| at.engine.hash_mib = n as usize),
    int("tt-size", (LEAST_TT_SIZE, MOST_TT_SIZE), tt_size, |at, n| at.engine.hash_mib = ENTRY << n >> 20),
    int(
        "bb-size",
        (0, EgdbChoice::MOST_PIECES as i64),
        |at| i64::from(at.engine.egdb.most_pieces),
        |at, n| at.engine.egdb.most_pieces = n as u32,
    ),
    Param {
        name: "bb-path",
        access: Access::Text {
            get: |at| at.engine.egdb.folder.as_ref().map_or(String::new(), |path| path.display().to_string()),
            set: |at, path| at.engine.egdb.folder = Some(PathBuf::from(path)).filter(|_| !path.is_empty()),
        },
    },
    // A text, as it may be a file; `true` and `false` are taken too, as for programs where it is no more than that.
    Param {
        name: "book",
        access: Access::Text {
            get: |at| at.engine.book.source_text(),
            set: |at, source| at.engine.book.set_source(source),
        },
    },
    int(
        "book-margin",
        (0, BookChoice::MOST_MARGIN as i64),
        |at| i64::from(at.engine.book.margin),
        |at, n| at.engine.book.margin = n as i32,
    ),
    int("book-seed", (0, i64::MAX), |at| at.engine.book.seed as i64, |at, n| at.engine.book.seed = n as u64),
    Param { name: "ponder", access: Access::Bool { get: |at| at.ponder, set: |at, ponder| at.ponder = ponder } },
    int("multipv", (1, MOST_LINES), |at| at.multipv as i64, |at, n| at.multipv = n as usize),
    int("move-overhead", (0, 10_000), |at| at.move_overhead_ms as i64, |at, n| at.move_overhead_ms = n as u64),
    int(
        "limit-strength",
        (0, Strength::MOST as i64),
        |at| at.engine.strength.level().into(),
        |at, n| at.engine.strength = Strength::new(n as u8).unwrap_or_default(),
    ),
    Param {
        name: "draw-rules",
        access: Access::Enum {
            values: draw_sets,
            get: |at| at.draws.set.clone(),
            set: |at, set| at.draws.set = set.to_owned(),
        },
    },
    int(
        "draw-plies",
        (OWN, DrawRule::Quiet.max() as i64),
        |at| at.draws.plies.map_or(OWN, i64::from),
        |at, n| at.draws.plies = u16::try_from(n).ok(),
    ),
    int(
        "three-kings",
        (OWN, DrawRule::ThreeKings.max() as i64),
        |at| at.draws.three_kings.map_or(OWN, i64::from),
        |at, n| at.draws.three_kings = u16::try_from(n).ok(),
    ),
    Param {
        name: "objective",
        access: Access::Enum {
            values: || vec!["win", "giveaway"],
            get: |at| if at.engine.objective == Objective::Win { "win" } else { "giveaway" }.to_owned(),
            set: |at, name| at.engine.objective = if name == "win" { Objective::Win } else { Objective::Giveaway },
        },
    },
    int("contempt", (-1000, 1000), |at| i64::from(at.engine.contempt), |at, n| at.engine.contempt = n as i32),
    Param {
        name: "position-style",
        access: Access::Enum {
            values: || Style::ALL.map(Style::name).to_vec(),
            get: |at| at.style.name().to_owned(),
            set: |at, name| at.style = Style::named(name).unwrap_or(at.style),
        },
    },
];

const fn int(name: &'static str, range: (i64, i64), get: Get<i64>, set: Set<i64>) -> Param {
    Param { name, access: Access::Int { range, get, set } }
}

/// The power of two of entries in the table; where it is no power of two, the next below.
fn tt_size(settings: &Settings) -> i64 {
    i64::from((settings.engine.hash_mib.max(1) << 20).ilog2() - ENTRY.ilog2())
}

fn variant_names() -> Vec<&'static str> {
    VARIANTS.iter().map(|variant| variant.name).collect()
}

fn draw_sets() -> Vec<&'static str> {
    let mut names = vec!["own"];
    names.extend(variant_names());
    names.extend(["fmjd64", "agreed", "none"]);
    names
}

/// The names of all parameters, to be compared with other lists of options.
#[cfg(test)]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    PARAMS.iter().map(|param| param.name)
}

/// What a parameter is, in the words of the protocol.
pub(super) struct Description {
    pub name: &'static str,
    pub value: String,
    pub kind: &'static str,
    pub range: Option<(i64, i64)>,
    /// Of an enum, separated by spaces.
    pub values: Option<String>,
}

/// Describes all parameters as they are set now.
pub(super) fn describe(settings: &Settings) -> impl Iterator<Item = Description> + '_ {
    PARAMS.iter().map(|param| {
        let of = |kind, value| Description { name: param.name, value, kind, range: None, values: None };
        let listed = |names: Vec<&str>| Some(names.join(" "));
        match &param.access {
            Access::Bool { get, .. } => of("bool", get(settings).to_string()),
            Access::Int { range, get, .. } => {
                Description { range: Some(*range), ..of("int", get(settings).to_string()) }
            }
            Access::Enum { values, get, .. } => Description { values: listed(values()), ..of("enum", get(settings)) },
            Access::Text { get, .. } => of("string", get(settings)),
            Access::Variant => {
                Description { values: listed(variant_names()), ..of("enum", settings.variant.name.to_owned()) }
            }
        }
    })
}

/// The values that a parameter takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// `true` or `false`.
    Bool,
    /// A whole number in this range.
    Int(i64, i64),
    /// One of these words.
    OneOf(String),
}

/// Why a parameter was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ParamError {
    /// There is none of that name.
    Unknown,
    /// The value is none that it takes.
    Value { name: &'static str, value: String, kind: Wanted },
    /// There is no such ruleset.
    Variant(UnknownVariant),
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamError::Unknown => f.write_str("there is no parameter of that name"),
            ParamError::Variant(unknown) => write!(f, "variant: {unknown}"),
            ParamError::Value { name, value, kind } => {
                write!(f, "{name}: '{}' should be ", super::shown(value))?;
                match kind {
                    Wanted::Bool => f.write_str("true or false"),
                    Wanted::Int(min, max) if *min == OWN => {
                        write!(f, "a whole number from 0 to {max}, or {OWN} for the draw rules' own")
                    }
                    Wanted::Int(min, max) => write!(f, "a whole number from {min} to {max}"),
                    Wanted::OneOf(values) => write!(f, "one of {values}"),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(settings: &Settings, name: &str) -> String {
        describe(settings).find(|param| param.name == name).unwrap().value
    }

    #[test]
    fn the_parameters_are_those_that_are_documented() {
        let documented = "variant threads hash tt-size bb-size bb-path book book-margin book-seed ponder multipv \
                          move-overhead limit-strength draw-rules \
                          draw-plies three-kings objective contempt position-style";
        assert!(names().eq(documented.split(' ')));
    }

    #[test]
    fn every_parameter_takes_its_own_value_and_no_nonsense() {
        let mut settings = Settings::default();
        for param in describe(&Settings::default()) {
            settings.set(param.name, &param.value).unwrap();
            if param.kind == "string" {
                continue;
            }
            let error = settings.set(param.name, "nonsense \"x\"").unwrap_err().to_string();
            assert!(error.contains("nonsense") && error.starts_with(param.name), "{error}");
        }
        assert_eq!(settings, Settings::default());
        assert_eq!(settings.set("no-such", "1"), Err(ParamError::Unknown));
    }

    #[test]
    fn every_parameter_changes_something() {
        for param in describe(&Settings::default()) {
            let mut settings = Settings::default();
            let other = match param.kind {
                "bool" => "true".to_owned(),
                "int" if param.name == "bb-size" => "0".to_owned(),
                "int" => param.range.unwrap().1.to_string(),
                "string" => "a folder".to_owned(),
                _ => param.values.unwrap().split(' ').next_back().unwrap().to_owned(),
            };
            settings.set(param.name, &other).unwrap();
            assert_ne!(settings, Settings::default(), "{}", param.name);
            assert_eq!(described(&settings, param.name), other);
        }
    }

    #[test]
    fn numbers_keep_to_their_range() {
        let mut settings = Settings::default();
        for param in describe(&Settings::default()) {
            let Some((min, max)) = param.range else { continue };
            let (min, max) = (i128::from(min), i128::from(max));
            for (number, fits) in [(min, true), (max, true), (min - 1, false), (max + 1, false)] {
                assert_eq!(settings.set(param.name, &number.to_string()).is_ok(), fits, "{} {number}", param.name);
            }
            for text in ["", " ", "1.5", "0x10", "99999999999999999999", "1e3"] {
                assert!(settings.set(param.name, text).is_err(), "{} {text}", param.name);
            }
        }
    }

    #[test]
    fn hash_and_tt_size_set_the_same() {
        let mut settings = Settings::default();
        assert_eq!(described(&settings, "tt-size"), "23");
        settings.set("tt-size", "24").unwrap();
        assert_eq!(described(&settings, "hash"), "256");
        settings.set("hash", "48").unwrap();
        assert_eq!(described(&settings, "tt-size"), "21");
        settings.set("tt-size", "16").unwrap();
        assert_eq!(settings.engine.hash_mib, 1);
        settings.set("tt-size", &MOST_TT_SIZE.to_string()).unwrap();
        assert_eq!(settings.engine.hash_mib as i64, MOST_HASH);
    }

    #[test]
    fn synonyms_of_rulesets_are_understood() {
        let mut settings = Settings::default();
        for (name, meant) in [("damas", "damas:long"), ("DAMA", "filipino"), ("checkers", "english")] {
            settings.set("variant", name).unwrap();
            assert_eq!(described(&settings, "variant"), meant);
        }
    }

    #[test]
    fn draw_rules_follow_the_ruleset_and_keep_the_changes() {
        let mut settings = Settings::default();
        settings.set("draw-plies", "7").unwrap();
        assert_eq!(settings.draw_rules().limit(DrawRule::Quiet).number, 7);
        settings.set("variant", "filipino").unwrap();
        assert_eq!(settings.draw_rules().limit(DrawRule::Quiet).number, 7);
        assert_eq!(settings.draw_rules().limit(DrawRule::ThreeKings).number, 12);
        settings.set("draw-plies", "-1").unwrap();
        assert_eq!(settings.draw_rules(), settings.variant.draws);
        settings.set("draw-rules", "none").unwrap();
        assert_eq!(settings.draw_rules(), DrawRules::NONE);
        settings.set("three-kings", "5").unwrap();
        assert_eq!(settings.draw_rules().limit(DrawRule::ThreeKings).number, 5);
    }
}
