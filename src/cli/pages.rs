//! `help`, `completions` and `man`: texts made from the tables.

use clap_complete::Shell;
use clap_mangen::Man;

use crate::lang::{Lang, Say};

use super::args::Args;
use super::commands::Cmd;
use super::outcome::{Done, Failure, Out};
use super::parser::{PROGRAM, parser};

/// The parser of the command that the arguments name, or the whole one.
fn wanted(args: &Args<'_>) -> Result<clap::Command, Failure> {
    let mut root = parser(args.lang);
    root.build();
    let Some(name) = args.positional("COMMAND") else { return Ok(root) };
    let command = Cmd::named(name).map_err(|error| Failure::Input(error.say(args.lang)))?;
    let found = root.find_subcommand(command.name).cloned();
    found.ok_or_else(|| Failure::Fault(format!("command {name} has no parser")))
}

/// `damero help [COMMAND]`.
pub(super) fn help(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let text = wanted(args)?.render_help().to_string();
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
    Ok(Done::Well)
}

/// The headings of a manual page that its writer knows in English only.
const HEADINGS: [(&str, &str); 6] = [
    (".SH NAME", ".SH NOMBRE"),
    (".SH SYNOPSIS", ".SH SINOPSIS"),
    (".SH DESCRIPTION", ".SH DESCRIPCIÓN"),
    (".SH OPTIONS", ".SH OPCIONES"),
    (".SH EXTRA", ".SH NOTAS"),
    (".SH VERSION", ".SH VERSIÓN"),
];

/// `damero man [COMMAND]`.
pub(super) fn man(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let command = wanted(args)?;
    let title = match command.get_name() {
        PROGRAM => PROGRAM.to_owned(),
        name => format!("{PROGRAM}-{name}"),
    };
    let mut page = Vec::new();
    let rendered = Man::new(command).title(title).render(&mut page);
    rendered.map_err(|error| Failure::Fault(format!("manual page: {error}")))?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    if args.lang == Lang::Es {
        for (english, spanish) in HEADINGS {
            page = page.replace(english, spanish);
        }
    } else {
        page = page.replace(".SH EXTRA", ".SH NOTES");
    }
    out.bytes(page.as_bytes())?;
    Ok(Done::Well)
}
