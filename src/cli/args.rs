//! The arguments of one command, checked and typed by the table of options.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use clap::ArgMatches;

use crate::egdb::EgdbChoice;
use crate::engine::Strength;
use crate::eval::Weights;
use crate::lang::{Lang, Say};
use crate::notation::{Setup, parse_fen};
use crate::openings::BookChoice;
use crate::rules::{DrawChoice, DrawRules, Laws, Variant};

use super::options::{Kind, OPTIONS, Opt};
use super::outcome::{Failure, bad};

/// The longest time that can be asked for, in seconds: a year.
const LONGEST: f64 = 366.0 * 86_400.0;

/// The arguments of a command. An option the command does not have counts as not given.
pub(super) struct Args<'a> {
    matches: &'a ArgMatches,
    command: &'static str,
    /// The language of messages.
    pub lang: Lang,
}

impl<'a> Args<'a> {
    /// The arguments of a command, once their values are found to be of their kind.
    ///
    /// # Errors
    /// If one is not.
    pub fn new(matches: &'a ArgMatches, command: &'static str, lang: Lang) -> Result<Args<'a>, Failure> {
        let args = Args { matches, command, lang };
        OPTIONS.iter().filter(|option| option.is_of(command)).try_for_each(|option| args.check(option))?;
        Ok(args)
    }

    fn check(&self, option: &Opt) -> Result<(), Failure> {
        match (option.kind, self.text(option.long)) {
            (Kind::Whole(_, least, most), Some(text)) => {
                let fits = text.parse::<i64>().is_ok_and(|number| (least..=most).contains(&number));
                if fits { Ok(()) } else { Err(self.not_whole(option.long, text, least, most)) }
            }
            (Kind::Seconds(_), Some(text)) => {
                let fits = text.parse::<f64>().is_ok_and(|seconds| seconds > 0.0 && seconds <= LONGEST);
                if fits { Ok(()) } else { Err(self.not_seconds(option.long, text)) }
            }
            _ => Ok(()),
        }
    }

    fn not_whole(&self, long: &str, text: &str, least: i64, most: i64) -> Failure {
        if most == i64::MAX {
            return bad(
                self.lang,
                format!("--{long}: '{text}' is not a whole number from {least}"),
                format!("--{long}: '{text}' no es un número entero desde {least}"),
            );
        }
        bad(
            self.lang,
            format!("--{long}: '{text}' is not a whole number from {least} to {most}"),
            format!("--{long}: '{text}' no es un número entero de {least} a {most}"),
        )
    }

    fn not_seconds(&self, long: &str, text: &str) -> Failure {
        bad(
            self.lang,
            format!("--{long}: '{text}' is not a number of seconds above 0, such as 5 or 0.5"),
            format!("--{long}: '{text}' no es un número de segundos mayor que 0, como 5 o 0.5"),
        )
    }

    fn has(&self, long: &str) -> bool {
        Opt::of(self.command, long).is_some()
    }

    /// Whether a flag is there.
    pub fn flag(&self, long: &str) -> bool {
        self.has(long) && self.matches.get_flag(long)
    }

    /// The text of an option.
    pub fn text(&self, long: &str) -> Option<&'a str> {
        let takes_one = |kind| !matches!(kind, Kind::Flag | Kind::Many(_) | Kind::List(_));
        let option = Opt::of(self.command, long).filter(|option| takes_one(option.kind))?;
        self.matches.get_one::<String>(option.long).map(String::as_str)
    }

    /// All texts of an option that can come more than once.
    pub fn texts(&self, long: &str) -> Vec<&'a str> {
        if !self.has(long) {
            return Vec::new();
        }
        self.matches.get_many::<String>(long).into_iter().flatten().map(String::as_str).collect()
    }

    /// The positional argument.
    pub fn positional(&self, id: &str) -> Option<&'a str> {
        self.matches.get_one::<String>(id).map(String::as_str)
    }

    /// The positional arguments, where there can be more than one.
    pub fn positionals(&self, id: &str) -> Vec<&'a str> {
        self.matches.get_many::<String>(id).into_iter().flatten().map(String::as_str).collect()
    }

    /// A whole number, which its option keeps within what `T` holds.
    pub fn whole<T: FromStr>(&self, long: &str) -> Option<T> {
        self.text(long).and_then(|text| text.parse().ok())
    }

    /// A time in seconds.
    pub fn seconds(&self, long: &str) -> Option<Duration> {
        self.text(long).and_then(|text| text.parse().ok()).map(Duration::from_secs_f64)
    }

    /// An error in an option's value.
    pub fn wrong(&self, long: &str, why: &impl Say) -> Failure {
        Failure::Input(format!("--{long}: {}", why.say(self.lang)))
    }

    /// The ruleset of `--rules`, by default english.
    pub fn variant(&self) -> Result<&'static Variant, Failure> {
        let name = self.text("rules").unwrap_or("english");
        Variant::named(name).map_err(|error| self.wrong("rules", &error))
    }

    /// The position of `--fen`, by default the start position.
    pub fn setup(&self, variant: &Variant) -> Result<Setup, Failure> {
        match self.text("fen") {
            Some(text) => {
                parse_fen(text, variant.numbering, self.flag("allow-odd")).map_err(|error| self.wrong("fen", &error))
            }
            None => Ok(Setup::new(variant.start())),
        }
    }

    /// The position of a FEN. (The error says that a FEN is meant.)
    pub fn parse_fen(&self, text: &str, variant: &Variant) -> Result<Setup, Failure> {
        let parsed = parse_fen(text, variant.numbering, self.flag("allow-odd"));
        parsed.map_err(|error| Failure::Input(error.say(self.lang)))
    }

    /// The draw rules that are asked for.
    pub fn draw_choice(&self) -> DrawChoice {
        let own = DrawChoice::default();
        let name =
            |name: &str| Variant::named(name).map_or(name.trim().to_ascii_lowercase(), |set| set.name.to_owned());
        DrawChoice {
            set: self.text("draw-rules").map_or(own.set, name),
            changes: self.texts("draw").into_iter().map(str::to_owned).collect(),
            plies: self.whole("draw-plies"),
            three_kings: self.whole("three-kings"),
        }
    }

    /// The draw rules in force for a ruleset.
    pub fn draw_rules(&self, variant: &Variant) -> Result<DrawRules, Failure> {
        self.draw_choice().rules(variant).map_err(|(option, error)| self.wrong(option, &error))
    }

    /// The weights of `--weights`, if it is there; they must be for the laws of `--rules`.
    pub fn weights(&self) -> Result<Option<Weights>, Failure> {
        let Some(file) = self.text("weights") else { return Ok(None) };
        let laws = self.variant()?.laws;
        self.weights_of(file, laws).map(Some)
    }

    /// The weights of a file, which must be for some laws.
    pub fn weights_of(&self, file: &str, laws: Laws) -> Result<Weights, Failure> {
        let weights = Weights::load(Path::new(file)).map_err(|error| Failure::Input(error.say(self.lang)))?;
        if weights.laws() == laws {
            return Ok(weights);
        }
        let [of, wanted] = [weights.laws(), laws].map(|laws| Variant::of_laws(laws).name);
        Err(bad(
            self.lang,
            format!("{file} holds weights for {of}; give weights for {wanted}"),
            format!("{file} contiene pesos para {of}; dé pesos para {wanted}"),
        ))
    }

    /// The level of `--limit-strength`, by default full strength, with a seed of its own.
    pub fn strength(&self) -> Strength {
        let level: Option<u8> = self.whole("limit-strength");
        level.and_then(Strength::new).unwrap_or_default().seeded_anew()
    }

    /// The databases of `--egdb`, by default those that the program holds.
    pub fn egdb(&self) -> EgdbChoice {
        self.text("egdb").map_or_else(EgdbChoice::default, EgdbChoice::named)
    }

    /// The book of `--book`, `--book-margin` and `--book-seed`, by default this one.
    pub fn book(&self, default: BookChoice) -> BookChoice {
        let mut choice = default;
        if let Some(source) = self.text("book") {
            choice.set_source(source);
        }
        choice.margin = self.whole("book-margin").unwrap_or(choice.margin);
        choice.seed = self.whole("book-seed").unwrap_or(choice.seed);
        choice
    }

    /// The number of threads, by default all cores.
    pub fn threads(&self) -> usize {
        self.whole("threads").unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }
}
