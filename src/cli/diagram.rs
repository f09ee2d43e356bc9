//! `damero diagram [FEN]`: draws a board in text.

use std::path::Path;

use super::args::Args;
use super::board::{Style, board, caption};
use super::outcome::{Done, Failure, Out, bad};

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let setup = match args.positional("FEN") {
        Some(text) => args.parse_fen(text, variant)?,
        None => args.setup(variant)?,
    };
    let file = args.text("output").map(Path::new);
    if let Some(file) = file {
        refuse_other_formats(file, args)?;
    }
    let mut style = Style::of(args, variant, out);
    style.colour &= file.is_none();
    let mut lines = board(&setup.position, variant.numbering, style);
    lines.push(String::new());
    lines.extend(caption(&setup.state(), variant, setup.move_number, args.lang));
    match file {
        None => out.lines(&lines)?,
        Some(file) => std::fs::write(file, lines.join("\n") + "\n").map_err(|error| {
            let name = file.display();
            bad(args.lang, format!("cannot write {name}: {error}"), format!("no se puede escribir {name}: {error}"))
        })?,
    }
    Ok(Done::Well)
}

/// Boards are written as text; a file that is named otherwise would not hold what its name says.
fn refuse_other_formats(file: &Path, args: &Args<'_>) -> Result<(), Failure> {
    if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt")) {
        return Ok(());
    }
    let name = file.display();
    Err(bad(
        args.lang,
        format!("-o {name}: only text is written so far; give a name that ends in .txt"),
        format!("-o {name}: de momento solo se escribe texto; dé un nombre que acabe en .txt"),
    ))
}
