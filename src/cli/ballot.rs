//! `damero ballot`: draws an opening.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::notation::{pdn_move, write_fen_full};
use crate::openings::{Random, deck_names, read_openings};

use super::args::Args;
use super::options::Text;
use super::outcome::{Done, Failure, Out};
use crate::json::Json;

/// What the help says of the output.
pub(super) const NOTES: Text = Text(
    "Draws one of a deck's openings, each as likely as any other. The last line is the FEN of the position after it. \
     openings/README.md lists the decks. JSON keys: schema, rules, deck, openings, seed, name, moves, fen.",
    "Sortea una de las aperturas de un mazo, todas con igual probabilidad. La última línea es el FEN de la posición \
     resultante. openings/README.md enumera los mazos. Claves JSON: schema, rules, deck, openings, seed, name, moves, fen.",
);

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let first = deck_names(variant).into_iter().next().unwrap_or_default();
    let deck = args.text("deck").unwrap_or(&first);
    let openings = read_openings(deck, variant).map_err(|error| args.wrong("deck", &error))?;
    let by_clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros() as u64);
    let seed = args.whole("seed").unwrap_or_else(by_clock);
    let drawn = Random::of(seed, variant.laws, 0).below(openings.len() as u64) as usize;
    // A deck has an opening at least, and the number is below their count.
    let Some(opening) = openings.get(drawn) else { return Err(Failure::Fault("an empty deck".to_owned())) };
    let mut at = *opening.start.position();
    let mut moves = Vec::new();
    for &played in &opening.moves {
        moves.push(pdn_move(&at, played, variant));
        at = at.play(played);
    }
    let game = opening.game(variant, &variant.draws);
    let fen = write_fen_full(game.state(), variant.numbering, None);
    if args.flag("json") {
        let line = Json::line(vec![
            ("rules", Json::text(variant.name)),
            ("deck", Json::text(deck)),
            ("openings", Json::Whole(openings.len() as u64)),
            ("seed", Json::Whole(seed)),
            ("name", Json::text(opening.name.as_str())),
            ("moves", Json::texts(moves)),
            ("fen", Json::text(fen)),
        ]);
        out.line(line.to_string())?;
        return Ok(Done::Well);
    }
    out.line(args.lang.pick(
        format!("one of {} openings of {deck}, by seed {seed}:", openings.len()),
        format!("una de {} aperturas de {deck}, con la semilla {seed}:", openings.len()),
    ))?;
    out.line(&opening.name)?;
    out.line(fen)?;
    Ok(Done::Well)
}
