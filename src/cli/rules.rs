//! `damero rules [NAME]`: the rulesets, and one of them explained.

use crate::board::Side;
use crate::lang::{Lang, Say};
use crate::rules::{DrawRules, Numbering, VARIANTS, Variant};

use super::args::Args;
use super::board::{Squares, Style, board, side_by_side};
use super::laws;
use super::options::Text;
use super::outcome::{Done, Failure, Out, bad};
use crate::json::Json;

/// What the help says of the keys.
pub(super) const NOTES: Text = Text(
    "JSON keys: schema, name, synonyms, game_type (a number or null), pdn_game_type, first (white or black), \
     numbering (english, italian, spanish), algebraic, source, laws (an object of truth values), priority (what \
     captures come first, in order), draws (rule -> number and source; only rules in force), draw_endings.",
    "Claves JSON: schema, name, synonyms, game_type (número o null), pdn_game_type, first (white o black), numbering \
     (english, italian, spanish), algebraic, source, laws (un objeto de valores de verdad), priority (qué capturas se \
     prefieren, en orden), draws (regla -> number y source; solo las que rigen), draw_endings.",
);

/// The widest a line of explanation gets.
const WIDTH: usize = 96;

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    match args.positional("NAME") {
        Some(name) => {
            let variant = Variant::named(name).map_err(|error| Failure::Input(error.say(args.lang)))?;
            let draws = args.draw_rules(variant)?;
            if args.flag("json") {
                out.line(json(variant, &draws).to_string())?;
            } else {
                explain(variant, &draws, args, out)?;
            }
        }
        None if args.flag("json") => {
            for variant in &VARIANTS {
                out.line(json(variant, &args.draw_rules(variant)?).to_string())?;
            }
        }
        None => {
            refuse_draw_options(args)?;
            out.lines(&table(args.lang))?;
        }
    }
    Ok(Done::Well)
}

/// The list shows no draw rules, so that options about them would do nothing.
fn refuse_draw_options(args: &Args<'_>) -> Result<(), Failure> {
    let given = |long: &&&str| args.text(long).is_some() || !args.texts(long).is_empty();
    match ["draw-rules", "draw", "draw-plies", "three-kings"].iter().find(given) {
        Some(long) => Err(bad(
            args.lang,
            format!("--{long} needs a ruleset to act on: damero rules NAME --{long} ..."),
            format!("--{long} necesita un juego al que aplicarse: damero rules NOMBRE --{long} ..."),
        )),
        None => Ok(()),
    }
}

const fn side(side: Side, lang: Lang) -> &'static str {
    match side {
        Side::White => Text("White", "blancas").get(lang),
        Side::Black => Text("Black", "negras").get(lang),
    }
}

/// All rulesets, a line each, under a line of headings.
fn table(lang: Lang) -> Vec<String> {
    let headings = lang.pick(
        ["ruleset", "also called", "GameType", "first", "men capture", "kings", "which capture"],
        ["juego", "también", "GameType", "empiezan", "los peones capturan", "damas", "qué captura"],
    );
    let mut rows: Vec<[String; 7]> = vec![headings.map(str::to_owned)];
    rows.extend(VARIANTS.iter().map(|variant| {
        let [men, kings, choice] = laws::brief(&variant.laws.spec(), lang);
        [
            variant.name.to_owned(),
            variant.synonyms.join(", "),
            variant.pdn_game_type.to_owned(),
            side(variant.first, lang).to_owned(),
            men,
            kings,
            choice,
        ]
    }));
    let widths: Vec<usize> =
        (0..7).map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    let line = |row: &[String; 7]| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// A ruleset in sentences, with its boards.
fn explain(variant: &'static Variant, draws: &DrawRules, args: &Args<'_>, out: &mut Out<'_>) -> Result<(), Failure> {
    let lang = args.lang;
    let names: Vec<&str> = std::iter::once(variant.name).chain(variant.synonyms.iter().copied()).collect();
    let first = lang.pick(
        format!("{} moves first", side(variant.first, lang)),
        format!("empiezan las {}", side(variant.first, lang)),
    );
    out.line(format!("{}: {first}; PDN GameType {}", names.join(", "), variant.pdn_game_type))?;
    out.line(format!("{}: {}", lang.pick("Source", "Fuente"), laws::source(variant.source, lang)))?;

    out.line("")?;
    out.line(lang.pick("Laws of movement", "Leyes de movimiento"))?;
    for sentence in laws::movement(&variant.laws.spec(), lang) {
        out.lines(&item(&sentence))?;
    }
    out.line("")?;
    out.line(lang.pick("Draws in force", "Tablas en vigor"))?;
    for line in draw_items(draws, lang) {
        out.lines(&item(&line))?;
    }
    let told = laws::draws(draws, lang);
    if std::iter::once(variant.source).chain(told.iter().map(|(_, limit, _)| limit.source)).any(laws::is_document) {
        out.lines(&item(laws::SOURCE_DOCUMENTS.get(lang)))?;
    }
    out.line("")?;
    out.line(lang.pick("Squares", "Casillas"))?;
    for line in squares(variant, lang) {
        out.lines(&item(&line))?;
    }
    out.line("")?;
    let style = Style::of(args, variant, out);
    let draw = |squares| board(&variant.start(), variant.numbering, Style { squares, ..style });
    out.lines(&side_by_side(&draw(Squares::Numbers), &draw(Squares::Letters), 4))
}

fn draw_items(draws: &DrawRules, lang: Lang) -> Vec<String> {
    let told = laws::draws(draws, lang);
    if told.is_empty() {
        return vec![lang.pick("agreement only", "solo por acuerdo").to_owned()];
    }
    told.iter()
        .map(|(rule, limit, text)| format!("{text} [{}: {}]", rule.name(), laws::source(limit.source, lang)))
        .collect()
}

/// How the squares are numbered and named.
fn squares(variant: &Variant, lang: Lang) -> Vec<String> {
    let numbers = match variant.numbering {
        Numbering::English => Text(
            "Square 1 is at White's top left (b8), 32 at the bottom right (g1); White starts on 21-32.",
            "La casilla 1 está arriba a la izquierda de las blancas (b8), la 32 abajo a la derecha (g1); las blancas \
             salen de 21-32.",
        ),
        Numbering::Italian => Text(
            "The board is mirrored: square 1 is in White's top left corner (a8), 32 in the bottom right (h1); White \
             starts on 21-32.",
            "El tablero está invertido: la casilla 1 es la esquina de arriba a la izquierda de las blancas (a8), la \
             32 la de abajo a la derecha (h1); las blancas salen de 21-32.",
        ),
        Numbering::Spanish => Text(
            "The board is mirrored: square 1 is in White's bottom right corner (h1), 32 in the top left (a8); White \
             starts on 1-12.",
            "El tablero está invertido: la casilla 1 es la esquina de abajo a la derecha de las blancas (h1), la 32 \
             la de arriba a la izquierda (a8); las blancas salen de 1-12.",
        ),
    };
    let written = if variant.algebraic {
        Text(
            "Moves are written with letters (c3-d4); numbers are read, too.",
            "Las jugadas se escriben con letras (c3-d4); también se leen números.",
        )
    } else {
        Text(
            "Moves are written with numbers; letters are read, too.",
            "Las jugadas se escriben con números; también se leen letras.",
        )
    };
    vec![numbers.get(lang).to_owned(), written.get(lang).to_owned()]
}

/// A paragraph under a dash, its lines no longer than the width.
fn item(text: &str) -> Vec<String> {
    let mut lines = vec![" -".to_owned()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(format!("   {word}"));
        } else {
            lines[last] += &format!(" {word}");
        }
    }
    lines
}

/// A ruleset as JSON.
fn json(variant: &Variant, draws: &DrawRules) -> Json {
    let spec = variant.laws.spec();
    let in_force = laws::draws(draws, Lang::En).into_iter().map(|(rule, limit, _)| {
        let limit = vec![("number", Json::Whole(limit.number.into())), ("source", Json::text(limit.source))];
        (rule.name(), Json::Object(limit))
    });
    let endings = draws.endings.iter().map(|ending| format!("{ending:?}"));
    let numbering = match variant.numbering {
        Numbering::English => "english",
        Numbering::Italian => "italian",
        Numbering::Spanish => "spanish",
    };
    let priority = [
        (spec.most_pieces, "most_pieces"),
        (spec.by_king, "by_king"),
        (spec.most_kings, "most_kings"),
        (spec.kings_earliest, "kings_earliest"),
    ];
    let priority = priority.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name.to_owned());
    Json::line(vec![
        ("name", Json::text(variant.name)),
        ("synonyms", Json::texts(variant.synonyms.iter().map(|&name| name.to_owned()))),
        ("game_type", Json::maybe(variant.game_type.map(|number| Json::Whole(number.into())))),
        ("pdn_game_type", Json::text(variant.pdn_game_type)),
        ("first", Json::text(if variant.first == Side::White { "white" } else { "black" })),
        ("numbering", Json::text(numbering)),
        ("algebraic", Json::Bool(variant.algebraic)),
        ("source", Json::text(variant.source)),
        (
            "laws",
            Json::Object(vec![
                ("men_capture_backwards", Json::Bool(spec.men_capture_backwards)),
                ("men_capture_kings", Json::Bool(spec.men_capture_kings)),
                ("kings_fly", Json::Bool(spec.kings_fly)),
                ("kings_capture_far", Json::Bool(spec.kings_capture_far)),
                ("crowned_in_passing", Json::Bool(spec.crowned_in_passing)),
            ]),
        ),
        ("priority", Json::texts(priority)),
        ("draws", Json::Object(in_force.collect())),
        ("draw_endings", Json::texts(endings)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_wrapped() {
        let lines = item(&"word ".repeat(40));
        assert!(lines.len() > 2 && lines.iter().all(|line| line.chars().count() <= WIDTH));
        assert!(lines[0].starts_with(" - word") && lines[1].starts_with("   word"));
    }

    #[test]
    fn the_table_names_every_ruleset() {
        let lines = table(Lang::En);
        assert_eq!(lines.len(), VARIANTS.len() + 1);
        for (line, variant) in lines[1..].iter().zip(&VARIANTS) {
            assert!(line.starts_with(variant.name) && line.contains(variant.pdn_game_type), "{line}");
        }
    }
}
