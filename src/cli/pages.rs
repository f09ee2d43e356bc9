//! `help`, `completions` and `man`: texts made from the tables.

use clap_complete::Shell;
use clap_mangen::Man;

use crate::lang::{Lang, Say};

use super::args::Args;
use super::commands::Cmd;
use super::examples::{self, examples};
use super::outcome::{Done, Failure, Out};
use super::parser::{PROGRAM, parser, parser_with};

/// The parser of the command that the arguments name, or the whole one, out of that of everything.
fn wanted(args: &Args<'_>, mut root: clap::Command) -> Result<clap::Command, Failure> {
    root.build();
    let Some(name) = args.positional("COMMAND") else { return Ok(root) };
    let command = Cmd::named(name).map_err(|error| Failure::Input(error.say(args.lang)))?;
    let found = root.find_subcommand(command.name).cloned();
    found.ok_or_else(|| Failure::Fault(format!("command {name} has no parser")))
}

/// `damero help [COMMAND]`.
pub(super) fn help(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let text = wanted(args, parser(args.lang))?.render_help().to_string();
    out.bytes(text.as_bytes())?;
    Ok(Done::Well)
}

/// `damero completions SHELL`.
pub(super) fn completions(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let name = args.positional("SHELL").unwrap_or_default();
    let shell: Shell = name.parse().map_err(|error: String| Failure::Input(error))?;
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut parser(args.lang), PROGRAM, &mut script);
    out.bytes(&script)?;
    if shell == Shell::Fish {
        fish_words(&parser(args.lang)).iter().try_for_each(|line| out.line(line))?;
    }
    Ok(Done::Well)
}

/// What the generator leaves out for fish: the words that can stand after a command and its options, such as `build` after
/// `egdb`, until one of them stands there.
fn fish_words(root: &clap::Command) -> Vec<String> {
    let offered = |command: &clap::Command| {
        let values = command.get_positionals().next().and_then(|arg| arg.get_value_parser().possible_values());
        let words: Vec<String> = values.into_iter().flatten().map(|value| value.get_name().to_owned()).collect();
        let (name, words) = (command.get_name(), words.join(" "));
        (!words.is_empty()).then(|| {
            format!(
                "complete -c {PROGRAM} -n \"__fish_{PROGRAM}_using_subcommand {name}; and not __fish_seen_subcommand_from \
                 {words}\" -f -a \"{words}\""
            )
        })
    };
    root.get_subcommands().filter_map(offered).collect()
}

/// The headings of a manual page as its writer knows them, and what they are in English and in Spanish.
const HEADINGS: [(&str, &str, &str); 8] = [
    (".SH NAME", ".SH NAME", ".SH NOMBRE"),
    (".SH SYNOPSIS", ".SH SYNOPSIS", ".SH SINOPSIS"),
    (".SH DESCRIPTION", ".SH DESCRIPTION", ".SH DESCRIPCIÓN"),
    (".SH OPTIONS", ".SH OPTIONS", ".SH OPCIONES"),
    (".SH EXTRA", ".SH NOTES", ".SH NOTAS"),
    (".SH VERSION", ".SH VERSION", ".SH VERSIÓN"),
    (".SH Commands", ".SH COMMANDS", ".SH COMMANDS"),
    (".SH Órdenes", ".SH ÓRDENES", ".SH ÓRDENES"),
];

/// `damero man [COMMAND]`.
pub(super) fn man(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let lang = args.lang;
    let command = wanted(args, parser_with(lang, false))?.version(clap::crate_version!());
    let name = command.get_name().to_owned();
    let (title, examples) = match name.as_str() {
        PROGRAM => (PROGRAM.to_owned(), Vec::new()),
        name => (format!("{PROGRAM}-{name}"), examples(name, lang)),
    };
    let mut page = Vec::new();
    let source = format!("{PROGRAM} {}", clap::crate_version!());
    let rendered = Man::new(command).title(title).source(source).render(&mut page);
    rendered.map_err(|error| Failure::Fault(format!("manual page: {error}")))?;
    let page = String::from_utf8_lossy(&page);
    let mut lines: Vec<String> = Vec::new();
    for line in page.lines() {
        let heading = HEADINGS.iter().find(|(written, ..)| *written == line);
        if line == ".SH VERSION" {
            lines.extend(section_of_examples(&examples, lang));
        }
        lines.push(heading.map_or(line, |(_, english, spanish)| lang.pick(english, spanish)).to_owned());
    }
    if name == PROGRAM {
        lines.push(lang.pick(".SH SEE ALSO", ".SH VÉASE TAMBIÉN").to_owned());
        let more = lang.pick(
            "Each command has a page of its own: 'damero man COMMAND | man \\-l \\-'.",
            "Cada orden tiene su página: 'damero man ORDEN | man \\-l \\-'.",
        );
        lines.push(more.replace('\'', "\\(aq"));
    }
    lines.iter().try_for_each(|line| out.line(line))?;
    Ok(Done::Well)
}

/// The examples of a command in roff; their lines are not to be broken.
fn section_of_examples(examples: &[(String, &str)], lang: Lang) -> Vec<String> {
    if examples.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![format!(".SH {}", examples::HEADING.get(lang).to_uppercase())];
    for (line, what) in examples {
        lines.extend([".PP".to_owned(), roff(what) + ":", ".PP".to_owned()]);
        lines.extend([".RS 4".to_owned(), ".nf".to_owned(), roff(line), ".fi".to_owned(), ".RE".to_owned()]);
    }
    lines
}

/// A text in roff, in which hyphens stay what is typed.
fn roff(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq").replace('~', "\\(ti")
}
