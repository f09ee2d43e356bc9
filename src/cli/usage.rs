//! Errors in the use of the command line, each in one line and in the language of the user.

use std::ffi::OsString;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::lang::Lang;

use super::commands::COMMANDS;
use super::options::{OPTIONS, Opt};
use super::parser::PROGRAM;

/// What an error says: what is wrong, where, and what would be right.
pub(super) fn explain(error: &Error, args: &[OsString], lang: Lang) -> String {
    let command = command_in(args);
    let place = command.map_or(String::new(), |command| format!("{command}: "));
    let help = command.map_or(format!("{PROGRAM} --help"), |command| format!("{PROGRAM} {command} --help"));
    place + &Explainer { error, command, help, lang }.explain()
}

/// The command that the arguments name.
fn command_in(args: &[OsString]) -> Option<&'static str> {
    let named = |word: &OsString| COMMANDS.iter().map(|command| command.name).find(|&name| word == name);
    args.iter().skip(1).find_map(named)
}

struct Explainer<'a> {
    error: &'a Error,
    command: Option<&'static str>,
    help: String,
    lang: Lang,
}

impl Explainer<'_> {
    fn explain(&self) -> String {
        match self.error.kind() {
            ErrorKind::UnknownArgument => self.unknown_argument(),
            ErrorKind::InvalidSubcommand => self.unknown_command(),
            ErrorKind::InvalidValue => self.bad_value(),
            ErrorKind::TooManyValues => self.unwanted_value(),
            ErrorKind::ArgumentConflict => self.conflict(),
            ErrorKind::MissingRequiredArgument => self.missing(),
            ErrorKind::InvalidUtf8 => {
                self.pick("an argument is not valid UTF-8", "un argumento no es UTF-8 válido").to_owned()
            }
            _ => self.anything_else(),
        }
    }

    const fn pick<'t>(&self, english: &'t str, spanish: &'t str) -> &'t str {
        match self.lang {
            Lang::En => english,
            Lang::Es => spanish,
        }
    }

    /// All texts of a piece of the error's context.
    fn texts(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            Some(ContextValue::StyledStr(text)) => vec![text.to_string()],
            _ => Vec::new(),
        }
    }

    /// The first text of a piece of the error's context; empty if there is none.
    fn text(&self, kind: ContextKind) -> String {
        self.texts(kind).into_iter().next().unwrap_or_default()
    }

    /// The option the error is about, such as `--depth`; a positional argument by its name.
    fn argument(&self) -> String {
        short_form(&self.text(ContextKind::InvalidArg))
    }

    /// `; did you mean 'x'?`, or where to read what there is.
    fn hint(&self, suggestion: &str) -> String {
        match (suggestion, self.lang) {
            ("", Lang::En) => format!("; see '{}'", self.help),
            ("", Lang::Es) => format!("; véase '{}'", self.help),
            (_, Lang::En) => format!("; did you mean '{suggestion}'?"),
            (_, Lang::Es) => format!("; ¿quería decir '{suggestion}'?"),
        }
    }

    fn unknown_argument(&self) -> String {
        let given = self.text(ContextKind::InvalidArg);
        let command = self.command.unwrap_or(PROGRAM);
        let longs = OPTIONS.iter().filter(|option| option.is_of(command)).map(|option| format!("--{}", option.long));
        let suggested = Some(short_form(&self.text(ContextKind::SuggestedArg))).filter(|text| !text.is_empty());
        let hint = self.hint(&suggested.or_else(|| nearest(&given, longs)).unwrap_or_default());
        let what = if given.starts_with('-') {
            self.pick("there is no option", "no hay ninguna opción")
        } else {
            self.pick("nothing is expected here:", "no se espera nada aquí:")
        };
        format!("{what} '{given}'{hint}")
    }

    fn unknown_command(&self) -> String {
        let given = self.text(ContextKind::InvalidSubcommand);
        let names = COMMANDS.iter().map(|command| command.name.to_owned());
        let suggested = Some(self.text(ContextKind::SuggestedSubcommand)).filter(|text| !text.is_empty());
        let hint = self.hint(&suggested.or_else(|| nearest(&given, names)).unwrap_or_default());
        format!("{} '{given}'{hint}", self.pick("there is no command", "no hay ninguna orden"))
    }

    fn bad_value(&self) -> String {
        let argument = self.argument();
        let given = self.text(ContextKind::InvalidValue);
        if given.is_empty() {
            let name = argument.trim_start_matches('-');
            let option = self.command.and_then(|command| Opt::of(command, name)).or_else(|| Opt::of(PROGRAM, name));
            let value = option.and_then(|option| option.kind.value_name(self.lang)).unwrap_or_default();
            return match self.lang {
                Lang::En => format!("{argument} needs a value: {argument} {value}"),
                Lang::Es => format!("{argument} necesita un valor: {argument} {value}"),
            };
        }
        let valid = self.texts(ContextKind::ValidValue).join(", ");
        match self.lang {
            Lang::En => format!("{argument}: '{given}' is none of: {valid}"),
            Lang::Es => format!("{argument}: '{given}' no es ninguno de: {valid}"),
        }
    }

    /// A flag was given a value.
    fn unwanted_value(&self) -> String {
        let (argument, given) = (self.argument(), self.text(ContextKind::InvalidValue));
        match self.lang {
            Lang::En => format!("{argument} takes no value, but '{given}' is given"),
            Lang::Es => format!("{argument} no lleva valor, pero se ha dado '{given}'"),
        }
    }

    fn conflict(&self) -> String {
        let argument = self.argument();
        let others: Vec<String> = self.texts(ContextKind::PriorArg).iter().map(|text| short_form(text)).collect();
        let others = others.join(", ");
        match self.lang {
            Lang::En => format!("{argument} cannot be used together with {others}"),
            Lang::Es => format!("{argument} no se puede usar junto con {others}"),
        }
    }

    fn missing(&self) -> String {
        // Each is written as in clap's usage lines: `--depth <N>`, `<NAME>`.
        let plain = |text: String| text.replace(['<', '>'], "");
        let missing: Vec<String> = self.texts(ContextKind::InvalidArg).into_iter().map(plain).collect();
        let missing = missing.join(", ");
        match self.lang {
            Lang::En => format!("{missing} is missing; see '{}'", self.help),
            Lang::Es => format!("falta {missing}; véase '{}'", self.help),
        }
    }

    /// What the tables of options leave no way to reach; said in clap's own words rather than not at all.
    fn anything_else(&self) -> String {
        let text = self.error.to_string();
        let line = text.lines().next().unwrap_or("").trim_start_matches("error: ");
        format!("{line}; {} '{}'", self.pick("see", "véase"), self.help)
    }
}

/// `--depth` of `--depth <N>`, `-o` of `-o, --output <FILE>`; the name of a positional argument without its brackets.
fn short_form(argument: &str) -> String {
    let long = argument.split([' ', ',', '=']).find(|word| word.starts_with("--"));
    long.unwrap_or_else(|| argument.split(' ').next().unwrap_or(argument)).replace(['<', '>', '[', ']'], "")
}

/// The word that one or two slips of the fingers (one for short words) would turn into what was given.
fn nearest(given: &str, words: impl Iterator<Item = String>) -> Option<String> {
    let slips = |word: &String| distance(word, given);
    words.min_by_key(slips).filter(|word| distance(word, given) <= if word.len() < 6 { 1 } else { 2 })
}

/// The number of letters to be added, left out, replaced or exchanged with their neighbour between two words ("optimal
/// string alignment").
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        for (one, other, slips) in [
            ("fen", "fen", 0),
            ("fen", "fne", 1),
            ("fen", "fe", 1),
            ("fen", "fens", 1),
            ("depth", "deptg", 1),
            ("", "ab", 2),
        ] {
            assert_eq!(distance(one, other), slips, "{one} {other}");
        }
    }

    #[test]
    fn only_near_words_are_suggested() {
        let words = || ["--fen", "--depth"].map(str::to_owned).into_iter();
        assert_eq!(nearest("--fne", words()).as_deref(), Some("--fen"));
        assert_eq!(nearest("--detph", words()).as_deref(), Some("--depth"));
        assert_eq!(nearest("--quite", words()), None);
    }
}
