//! A game with what was found of it, as the page's script reads it.

use crate::board::{Move, Position, Side, Square};
use crate::json::Json;
use crate::lang::Lang;
use crate::notation::{PdnLine, PdnMove, nag_sign, pdn_move};
use crate::rules::Variant;

use super::annotated::Annotated;
use super::judge::{Judged, Mark};
use super::search::Found;

/// The most moves of a better line that can be gone through.
const LONGEST_LINE: usize = 20;

type Keys = Vec<(&'static str, Json)>;

/// A game.
pub(super) fn data(game: &Annotated, lang: Lang) -> Json {
    let record = &game.record;
    let variant = record.variant;
    let tags = record.tags.iter().map(|(name, value)| Json::texts([name.clone(), value.clone()]));
    let squares: String = Square::all().map(|square| variant.numbering.letters(square)).collect();
    let name = |square: Square| match variant.algebraic {
        true => variant.numbering.letters(square),
        false => variant.numbering.number(square).to_string(),
    };
    let accuracy = game.accuracy.map(|of| Json::maybe(of.map(|of| Json::Real(of, 1))));
    Json::Object(vec![
        ("tags", Json::List(tags.collect())),
        ("rules", Json::text(variant.name)),
        ("first", Json::text(variant.first.letter())),
        ("squares", Json::Text(squares)),
        ("names", Json::texts(Square::all().map(name))),
        ("start", pieces(record.start.position())),
        ("result", Json::text(record.result.token(variant))),
        ("opening", Json::maybe(game.opening.clone().map(Json::Text))),
        ("accuracy", Json::List(accuracy.to_vec())),
        ("comments", comments(&record.play.comments)),
        ("moves", moves(game, lang)),
    ])
}

/// The moves of a game.
fn moves(game: &Annotated, lang: Lang) -> Json {
    let record = &game.record;
    let positions = game.positions();
    let about = positions.iter().zip(&game.found).zip(&game.judged).zip(&record.play.moves);
    let mut moves = Vec::new();
    for (ply, (((position, found), judged), of)) in about.enumerate() {
        let mut keys = given(position, of, record.move_number(ply), record.variant);
        keys.extend(searched(position, found, judged, record.variant, lang));
        moves.push(Json::Object(keys));
    }
    Json::List(moves)
}

/// What was found of a move.
fn searched(position: &Position, found: &Found, judged: &Judged, variant: &Variant, lang: Lang) -> Keys {
    let side = position.side();
    let white = if side == Side::White { judged.after } else { 1.0 - judged.after };
    let mut keys = vec![
        ("white", Json::Real(white, 3)),
        ("score", Json::Text(found.played.text(side, side, lang))),
        ("lost", Json::Real(judged.lost, 3)),
        ("mark", Json::text(judged.mark.map_or("", Mark::sign))),
    ];
    if judged.lost > 0.0 {
        let mut at = *position;
        let steps = found.line.iter().take(LONGEST_LINE).map(|&played| {
            let keys = step(&at, played, variant);
            at = at.play(played);
            Json::Object(keys)
        });
        let line = Json::List(steps.collect());
        let score = Json::Text(found.best.text(side, side, lang));
        keys.push(("better", Json::Object(vec![("score", score), ("line", line)])));
    }
    keys
}

/// A move as the file has it, with its number: its marks, what is said of it, and other moves in its place.
fn given(position: &Position, of: &PdnMove, number: u32, variant: &'static Variant) -> Keys {
    let mut keys = step(position, of.played, variant);
    keys.extend([
        ("n", Json::Whole(number.into())),
        ("side", Json::text(position.side().letter())),
        ("nags", Json::texts(of.nags.iter().map(|&nag| nag_sign(nag).map_or(format!("${nag}"), str::to_owned)))),
        ("comments", comments(&of.comments)),
        (
            "variations",
            Json::List(of.variations.iter().map(|line| variation(position, line, number, variant)).collect()),
        ),
    ]);
    keys
}

/// A line that the file gives in place of a move.
fn variation(start: &Position, line: &PdnLine, first_number: u32, variant: &'static Variant) -> Json {
    let (mut at, mut number) = (*start, first_number);
    let moves = line.moves.iter().map(|of| {
        let keys = given(&at, of, number, variant);
        number = number.saturating_add(u32::from(at.side() != variant.first));
        at = at.play(of.played);
        Json::Object(keys)
    });
    let moves = Json::List(moves.collect());
    Json::Object(vec![("comments", comments(&line.comments)), ("moves", moves)])
}

/// A move: text, squares from 0 in the order of `squares`, and the board after it.
fn step(position: &Position, played: Move, variant: &Variant) -> Keys {
    let captured = played.captured().squares().map(place);
    vec![
        ("text", Json::Text(pdn_move(position, played, variant))),
        ("from", place(played.from())),
        ("to", place(played.to())),
        ("takes", Json::List(captured.collect())),
        ("board", pieces(&position.play(played))),
    ]
}

/// The place of a square in [`Square::all`], from 0.
fn place(square: Square) -> Json {
    Json::Whole(u64::from(square.number()) - 1)
}

fn comments(texts: &[String]) -> Json {
    Json::texts(texts.iter().cloned())
}

/// The pieces of a position, a character a square.
fn pieces(position: &Position) -> Json {
    let sign = |square: Square| match position.piece_at(square) {
        Some((Side::White, false)) => 'w',
        Some((Side::White, true)) => 'W',
        Some((Side::Black, false)) => 'b',
        Some((Side::Black, true)) => 'B',
        None => '.',
    };
    Json::Text(Square::all().map(sign).collect())
}
