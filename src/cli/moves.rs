//! `damero moves`: the legal moves.

use crate::movegen::MoveGen;
use crate::notation::{hub_move, sort_moves, write_fen_full};

use super::args::Args;
use super::options::Text;
use super::outcome::{Done, Failure, Out};
use crate::json::Json;

/// What the help says of the order and the keys.
pub(super) const NOTES: Text = Text(
    "Moves ascend by start, end and captured squares, in the ruleset's own numbers; nothing is written where there is \
     none. JSON keys: schema, rules, fen, moves.",
    "Las jugadas van en orden ascendente de salida, llegada y casillas capturadas, con los números propios del juego; \
     no se escribe nada si no hay ninguna. Claves JSON: schema, rules, fen, moves.",
);

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let setup = args.setup(variant)?;
    let mut moves = MoveGen::of(variant.laws).legal_moves(&setup.position);
    sort_moves(&mut moves, variant.numbering);
    let mut texts = moves.iter().map(|&played| hub_move(played, variant.numbering));
    if args.flag("json") {
        let fen = write_fen_full(&setup.state(), variant.numbering, setup.move_number);
        out.line(
            Json::line(vec![
                ("rules", Json::text(variant.name)),
                ("fen", Json::text(fen)),
                ("moves", Json::texts(texts)),
            ])
            .to_string(),
        )?;
    } else {
        texts.try_for_each(|text| out.line(text))?;
    }
    Ok(Done::Well)
}
