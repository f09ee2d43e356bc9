//! The parser and the help, built from the tables of commands and options.

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, ArgAction, Command, ValueHint};

use crate::lang::Lang;
use crate::rules::VARIANTS;

use super::commands::{COMMANDS, Cmd, Positional};
use super::examples;
use super::options::{Kind, OPTIONS, Opt, Text};

/// The name of the program.
pub(super) const PROGRAM: &str = "damero";

/// Where the help lists what all commands have: below their own options.
const LAST: usize = 1000;

/// The parser of the whole command line.
pub(super) fn parser(lang: Lang) -> Command {
    parser_with(lang, true)
}

/// The same, with examples in the help or without.
pub(super) fn parser_with(lang: Lang, examples: bool) -> Command {
    let about = lang
        .pick("A draughts (checkers) engine for every 8x8 ruleset", "Un motor de damas para todos los juegos de 8x8");
    let statuses = lang.pick(
        "Exit status: 0 done, 1 the answer is no, 2 bad usage or input, 3 a fault of the program.",
        "Estado de salida: 0 hecho, 1 la respuesta es no, 2 uso o datos erróneos, 3 fallo del programa.",
    );
    let version = Arg::new("version")
        .short('V')
        .long("version")
        .action(ArgAction::Version)
        .help(lang.pick("Print the version", "Muestra la versión"))
        .display_order(LAST)
        .help_heading(options_heading(lang));
    let root = Command::new(PROGRAM)
        .about(about)
        .version(clap::crate_version!())
        .after_help(statuses)
        .override_usage(lang.pick("damero COMMAND [OPTIONS]", "damero ORDEN [OPCIONES]"))
        .subcommand_help_heading(lang.pick("Commands", "Órdenes"))
        .disable_help_flag(true)
        .disable_version_flag(true)
        .disable_help_subcommand(true)
        .args_override_self(true)
        .max_term_width(100)
        .color(clap::ColorChoice::Never)
        .arg(version);
    let shared = OPTIONS.iter().filter(|option| option.commands.is_empty());
    let root = shared.fold(root, |root, option| root.arg(arg(option, PROGRAM, lang).global(true)));
    let root = root.arg(help(lang));
    let commands = COMMANDS.iter().map(|command| subcommand(command, lang, examples));
    with_template(root, lang).subcommands(commands)
}

/// The language of the messages: the last `--lang` among the arguments, else that of LC_ALL or LANG. It is needed
/// before the arguments are parsed, as the help and the errors are in it.
pub(super) fn language(args: &[OsString]) -> Lang {
    let words = args.iter().skip(1).map(|word| word.to_str().unwrap_or("")).take_while(|&word| word != "--");
    let (mut wanted, mut next) = (None, false);
    for word in words {
        if next {
            wanted = Some(word);
        } else if let Some(value) = word.strip_prefix("--lang=") {
            wanted = Some(value);
        }
        next = word == "--lang" && !next;
    }
    match wanted {
        Some("en") => Lang::En,
        Some("es") => Lang::Es,
        _ => language_of_environment(),
    }
}

/// The language of the first of LC_ALL and LANG that is set and not empty.
pub(super) fn language_of_environment() -> Lang {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    set("LC_ALL").or_else(|| set("LANG")).map_or(Lang::En, |locale| Lang::of_locale(&locale))
}

/// How a command is used, in one line.
fn usage(command: &Cmd, lang: Lang) -> String {
    let mut usage = format!("{PROGRAM} {}", command.name);
    if let Some(Positional { name, required, .. }) = &command.positional {
        let name = name.get(lang);
        usage += &if *required { format!(" {name}") } else { format!(" [{name}]") };
    }
    for option in OPTIONS.iter().filter(|option| option.required && option.is_of(command.name)) {
        let value = option.kind.value_name(lang).unwrap_or_default();
        usage += &format!(" --{} {value}", option.long);
    }
    usage + lang.pick(" [OPTIONS]", " [OPCIONES]")
}

fn subcommand(command: &Cmd, lang: Lang, examples: bool) -> Command {
    let mut sub =
        Command::new(command.name).about(command.about.get(lang)).override_usage(usage(command, lang)).arg(help(lang));
    let examples = if examples { examples::help(command.name, lang) } else { String::new() };
    let notes = [command.notes.get(lang), &examples].into_iter().filter(|text| !text.is_empty());
    let notes = notes.collect::<Vec<&str>>().join("\n\n");
    if !notes.is_empty() {
        sub = sub.after_help(notes);
    }
    if let Some(positional) = &command.positional {
        sub = sub.arg(positional_arg(positional, lang));
    }
    let own = OPTIONS.iter().filter(|option| !option.commands.is_empty() && option.is_of(command.name));
    let sub = own.fold(sub, |sub, option| sub.arg(arg(option, command.name, lang)));
    with_template(sub, lang)
}

fn with_template(command: Command, lang: Lang) -> Command {
    let usage = lang.pick("Usage", "Uso");
    command.help_template(format!("{{about}}\n\n{usage}: {{usage}}\n\n{{all-args}}{{after-help}}"))
}

const fn options_heading(lang: Lang) -> &'static str {
    Text("Options", "Opciones").get(lang)
}

fn help(lang: Lang) -> Arg {
    Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::Help)
        .help(lang.pick("Print this help", "Muestra esta ayuda"))
        .display_order(LAST)
        .help_heading(options_heading(lang))
}

fn positional_arg(positional: &Positional, lang: Lang) -> Arg {
    let arg = Arg::new(positional.id)
        .value_name(positional.name.get(lang))
        .help(positional.help.get(lang))
        .help_heading(lang.pick("Arguments", "Argumentos"))
        .required(positional.required)
        .conflicts_with_all(positional.conflicts)
        .action(if positional.many { ArgAction::Append } else { ArgAction::Set });
    if positional.choices.is_empty() {
        arg.value_parser(Suggested(suggestions_for(positional))).hide_possible_values(true)
    } else {
        arg.value_parser(PossibleValuesParser::new(positional.choices)).hide_possible_values(true)
    }
}

fn arg(option: &Opt, command: &str, lang: Lang) -> Arg {
    let mut text = option.help.get(lang).to_owned();
    if let Some(default) = option.default_for(command, lang) {
        text += &format!(" [{}: {default}]", lang.pick("default", "por defecto"));
    }
    let mut arg = Arg::new(option.long)
        .long(option.long)
        .help(text)
        .help_heading(options_heading(lang))
        .conflicts_with_all(option.conflicts.iter().filter(|other| Opt::of(command, other).is_some()))
        .required(option.required);
    if option.commands.is_empty() {
        arg = arg.display_order(LAST);
    }
    if let Some(short) = option.short {
        arg = arg.short(short);
    }
    if let Some(name) = option.kind.value_name(lang) {
        arg = arg.value_name(name);
    }
    match option.kind {
        Kind::Flag => arg.action(ArgAction::SetTrue),
        Kind::Text(_) => {
            let suggested = Suggested(suggestions(option.long, command));
            arg.action(ArgAction::Set).value_parser(suggested).hide_possible_values(true)
        }
        Kind::File(_) if option.long == "egdb" => arg.action(ArgAction::Set).value_hint(ValueHint::DirPath),
        Kind::File(_) => arg.action(ArgAction::Set).value_hint(ValueHint::FilePath),
        Kind::Whole(..) | Kind::Seconds(_) => arg.action(ArgAction::Set).allow_negative_numbers(true),
        // `-5,0` is no number that clap knows.
        Kind::Numbers(_) => arg.action(ArgAction::Set).allow_hyphen_values(true),
        Kind::Choice(words) => {
            arg.action(ArgAction::Set).value_parser(PossibleValuesParser::new(words)).hide_possible_values(true)
        }
        Kind::Many(_) => arg.action(ArgAction::Append),
        Kind::List(_) => arg.action(ArgAction::Append).num_args(1..),
    }
}

/// Takes any text, as whoever reads it says best what is wrong with it, and tells the shell what can stand there.
#[derive(Clone)]
struct Suggested(Vec<&'static str>);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        if self.0.is_empty() { None } else { Some(Box::new(self.0.iter().map(PossibleValue::new))) }
    }
}

/// The words that a shell can offer for an option's value.
fn suggestions(long: &str, command: &str) -> Vec<&'static str> {
    let rulesets = VARIANTS.iter().map(|variant| variant.name);
    match long {
        "rules" if command == "bench" => rulesets.chain(["all"]).collect(),
        "rules" => rulesets.collect(),
        "draw-rules" => rulesets.chain(["fmjd64", "agreed", "none", "own"]).collect(),
        _ => Vec::new(),
    }
}

/// The words that a shell can offer for an argument.
fn suggestions_for(positional: &Positional) -> Vec<&'static str> {
    match positional.id {
        "COMMAND" => COMMANDS.iter().map(|command| command.name).collect(),
        "NAME" => suggestions("rules", ""),
        // Its name in the help lists the actions, each with what follows it.
        "ACTION" => positional.name.0.split('|').filter_map(|action| action.split(' ').next()).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_make_a_sound_parser() {
        for lang in [Lang::En, Lang::Es] {
            parser(lang).debug_assert();
        }
    }

    #[test]
    fn the_last_lang_counts() {
        let args = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        assert_eq!(language(&args(&["damero", "rules", "--lang", "es"])), Lang::Es);
        assert_eq!(language(&args(&["damero", "--lang=es", "rules", "--lang=en"])), Lang::En);
        assert_eq!(language(&args(&["damero", "--lang=en", "--lang", "es"])), Lang::Es);
        assert_eq!(language(&args(&["--lang=es"])), language_of_environment(), "the program's name is no option");
        assert_eq!(language(&args(&["damero", "--", "--lang=es"])), language_of_environment());
    }
}
