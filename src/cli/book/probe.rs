//! `damero book probe`.

use crate::board::{Move, Position};
use crate::cli::args::Args;
use crate::cli::outcome::{Done, Failure, Out, tell};
use crate::json::Json;
use crate::lang::Say;
use crate::notation::{parse_move, pdn_move, write_fen};
use crate::rules::Variant;

/// Runs the action.
pub(super) fn run(args: &Args<'_>, moves: &[&str], out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let mut at = args.setup(variant)?.position;
    for text in moves {
        let played = parse_move(text, variant, &at).map_err(|error| Failure::Input(error.say(args.lang)))?;
        at = at.play(played);
    }
    let book = super::asked(args, variant)?;
    let found = book.moves(&at);
    let fen = write_fen(&at, variant.numbering);
    let score = book.find(&at).map(|node| node.value.hub());
    let rows: Vec<(String, f64, u16, usize)> = found
        .iter()
        .map(|found| {
            let below = book.count_below(&at.play(found.played));
            (pdn_move(&at, found.played, variant), found.value.hub(), found.plies, below)
        })
        .collect();
    let line = found.first().map_or(Vec::new(), |best| book.line(&at, best.played));
    let line = texts(&at, &line, variant);
    if args.flag("json") {
        let row = |(text, score, plies, positions): &(String, f64, u16, usize)| {
            Json::Object(vec![
                ("move", Json::text(text.as_str())),
                ("score", Json::Real(*score, 2)),
                ("plies", Json::Whole(u64::from(*plies))),
                ("positions", Json::Whole(*positions as u64)),
            ])
        };
        let object = Json::line(vec![
            ("rules", Json::text(variant.name)),
            ("fen", Json::text(fen)),
            ("score", Json::maybe(score.map(|score| Json::Real(score, 2)))),
            ("moves", Json::List(rows.iter().map(row).collect())),
            ("line", Json::texts(line)),
        ]);
        out.line(object.to_string())?;
        return Ok(if rows.is_empty() { Done::No } else { Done::Well });
    }
    if rows.is_empty() {
        let known = score.map_or_else(String::new, |score| {
            args.lang.pick(format!(" (its own score there is {score:+.2})"), format!(" (su valor allí es {score:+.2})"))
        });
        tell(&args.lang.pick(
            format!("the book has no moves for {fen}{known}"),
            format!("el libro no tiene jugadas para {fen}{known}"),
        ));
        return Ok(Done::No);
    }
    for (text, score, plies, positions) in rows {
        out.line(format!("move {text} score {score:+.2} plies {plies} positions {positions}"))?;
    }
    out.line(format!("line {}", line.join(" ")))?;
    Ok(Done::Well)
}

fn texts(start: &Position, moves: &[Move], variant: &Variant) -> Vec<String> {
    let mut at = *start;
    let mut texts = Vec::new();
    for &played in moves {
        texts.push(pdn_move(&at, played, variant));
        at = at.play(played);
    }
    texts
}
