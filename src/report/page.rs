//! Games with comments as one page that needs nothing else: boards, moves, scores, accuracy.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::board::{Move, Position, Side, Square};
use crate::lang::Lang;
use crate::notation::{PdnMove, pdn_move};
use crate::rules::Variant;

use super::annotated::Annotated;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The most moves of a better line that can be gone through.
const LONGEST_LINE: usize = 20;

/// Forbids the page to load anything, whatever stands in it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// A page that is being written, game by game.
pub struct Page<W> {
    writer: W,
    lang: Lang,
}

impl<W: Write> Page<W> {
    /// Begins a page with a title.
    ///
    /// # Errors
    /// If it cannot be written, here and below.
    pub fn begin(mut writer: W, title: &str, lang: Lang) -> io::Result<Page<W>> {
        let title = escaped(title);
        write!(
            writer,
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
             <body>\n<main id=\"page\"></main>\n<noscript>{}</noscript>\n<script type=\"application/json\" id=\"words\">{}</script>\n",
            lang.pick("en", "es"),
            lang.pick("This page needs JavaScript.", "Esta página necesita JavaScript."),
            words(lang),
        )?;
        Ok(Page { writer, lang })
    }

    /// Adds a game.
    pub fn game(&mut self, game: &Annotated) -> io::Result<()> {
        let title = escaped(&title(game, self.lang));
        writeln!(
            self.writer,
            "<script type=\"application/json\" class=\"game\" data-title=\"{title}\">{}</script>",
            data(game, self.lang)
        )
    }

    /// Ends the page.
    pub fn end(mut self) -> io::Result<()> {
        write!(self.writer, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n")?;
        self.writer.flush()
    }
}

fn title(game: &Annotated, lang: Lang) -> String {
    match game.record.title() {
        title if title.is_empty() => {
            let line = game.record.line;
            lang.pick(format!("Game on line {line}"), format!("Partida de la línea {line}"))
        }
        title => title,
    }
}

/// The words of the page in a language, as JSON.
fn words(lang: Lang) -> String {
    let words = [
        ("accuracy", "accuracy", "precisión"),
        ("white", "White", "Blancas"),
        ("black", "Black", "Negras"),
        ("better", "Better", "Mejor"),
        ("loses", "loses", "pierde"),
        ("start", "Start", "Inicio"),
        ("first", "First move", "Primera jugada"),
        ("back", "Back", "Atrás"),
        ("on", "Forward", "Adelante"),
        ("last", "Last move", "Última jugada"),
        ("flip", "Turn the board", "Girar el tablero"),
        ("game", "Game", "Partida"),
        ("moves", "Moves", "Jugadas"),
        ("graph", "White's expected points after each move", "Puntos esperados de las blancas tras cada jugada"),
        ("board", "Board", "Tablero"),
        ("none", "no game", "ninguna partida"),
        ("keys", "Arrow keys: moves and games", "Flechas: jugadas y partidas"),
        ("man", "man", "peón"),
        ("king", "king", "dama"),
    ];
    let pairs = words.map(|(key, english, spanish)| format!("{}:{}", json(key), json(lang.pick(english, spanish))));
    format!("{{{}}}", pairs.join(","))
}

/// A game as JSON.
fn data(game: &Annotated, lang: Lang) -> String {
    let record = &game.record;
    let variant = record.variant;
    let tags = record.tags.iter().map(|(name, value)| format!("[{},{}]", json(name), json(value)));
    let squares: String = Square::all().map(|square| variant.numbering.letters(square)).collect();
    let names = Square::all().map(|square| match variant.algebraic {
        true => json(&variant.numbering.letters(square)),
        false => json(&variant.numbering.number(square).to_string()),
    });
    let accuracy = game.accuracy.map(|of| of.map_or("null".to_owned(), |of| format!("{of:.1}")));
    let comments = record.play.comments.iter().map(|text| json(text));
    format!(
        "{{\"tags\":[{}],\"rules\":{},\"first\":\"{}\",\"squares\":\"{squares}\",\"names\":[{}],\"start\":\"{}\",\"result\":\"{}\",\
         \"opening\":{},\"accuracy\":[{}],\"comments\":[{}],\"moves\":[{}]}}",
        list(tags),
        json(variant.name),
        variant.first.letter(),
        list(names),
        pieces(record.start.position()),
        record.result.token(variant),
        game.opening.as_deref().map_or("null".to_owned(), json),
        accuracy.join(","),
        list(comments),
        list(moves(game, lang).into_iter()),
    )
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<String>>().join(",")
}

/// The moves of a game as JSON.
fn moves(game: &Annotated, lang: Lang) -> Vec<String> {
    let record = &game.record;
    let positions = game.positions();
    let about = positions.iter().zip(&game.found).zip(&game.judged).zip(&record.play.moves);
    let one = |(place, (((position, found), judged), of)): (usize, (((&Position, _), _), &PdnMove))| {
        let found: &super::search::Found = found;
        let judged: &super::judge::Judged = judged;
        let side = position.side();
        let white = if side == Side::White { judged.after } else { 1.0 - judged.after };
        let mut text = step(position, of.played, record.variant);
        let number = record.move_number(place);
        let _ = write!(
            text,
            ",\"n\":\"{number}\",\"side\":\"{}\",\"white\":{white:.3},\"score\":{},\"lost\":{:.3},\"mark\":\"{}\",\"comments\":[{}]",
            side.letter(),
            json(&found.played.text(side, side, lang)),
            judged.lost,
            judged.mark.map_or("", super::judge::Mark::sign),
            list(of.comments.iter().map(|text| json(text))),
        );
        if judged.lost > 0.0 {
            let mut at = *position;
            let steps = found.line.iter().take(LONGEST_LINE).map(|&played| {
                let step = step(&at, played, record.variant);
                at = at.play(played);
                format!("{{{step}}}")
            });
            let (steps, score) = (list(steps), json(&found.best.text(side, side, lang)));
            let _ = write!(text, ",\"better\":{{\"score\":{score},\"line\":[{steps}]}}");
        }
        format!("{{{text}}}")
    };
    about.enumerate().map(one).collect()
}

/// A move as JSON, without its braces: text, squares from 0 in the order of `squares`, and the board after it.
fn step(position: &Position, played: Move, variant: &Variant) -> String {
    let captured = played.captured().squares().map(|square| square.index().to_string());
    format!(
        "\"text\":{},\"from\":{},\"to\":{},\"takes\":[{}],\"board\":\"{}\"",
        json(&pdn_move(position, played, variant)),
        played.from().index(),
        played.to().index(),
        list(captured),
        pieces(&position.play(played)),
    )
}

/// The pieces of a position, a character a square.
fn pieces(position: &Position) -> String {
    let sign = |square: Square| match position.piece_at(square) {
        Some((Side::White, false)) => 'w',
        Some((Side::White, true)) => 'W',
        Some((Side::Black, false)) => 'b',
        Some((Side::Black, true)) => 'B',
        None => '.',
    };
    Square::all().map(sign).collect()
}

/// A text as a JSON string that can stand in a page's script: nothing in it can end the script or begin anything else.
fn json(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    written.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => written.extend(['\\', c]),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\u{7F}' => {
                let _ = write!(written, "\\u{:04x}", u32::from(c));
            }
            c if c.is_control() => {
                let _ = write!(written, "\\u{:04x}", u32::from(c));
            }
            c => written.push(c),
        }
    }
    written.push('"');
    written
}

/// A text as it can stand in an element or an attribute.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '&' => written.push_str("&amp;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&#39;"),
            c if c.is_control() => written.push(' '),
            c => written.push(c),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_gets_out_of_its_place() {
        let hostile = "</script><script>alert(1)</script>\"'&\\\u{2028}\n\u{0}ñ";
        let written = json(hostile);
        assert!(!written.contains(['<', '>', '&', '\n', '\u{2028}', '\u{0}']), "{written}");
        assert!(written.starts_with("\"\\u003c/script\\u003e") && written.ends_with("ñ\""), "{written}");
        assert_eq!(escaped("<a \"b\" 'c' & d\n>"), "&lt;a &quot;b&quot; &#39;c&#39; &amp; d &gt;");
    }

    #[test]
    fn the_page_s_own_parts_load_nothing() {
        for part in [STYLE, SCRIPT] {
            for word in
                ["url(", "@import", "src=", "fetch(", "XMLHttpRequest", "innerHTML", "eval(", "</script", "</style"]
            {
                assert!(!part.contains(word), "{word}");
            }
        }
        // The one address is the name of a kind of markup, which nothing loads.
        assert_eq!(SCRIPT.matches("http").count(), SCRIPT.matches("http://www.w3.org/2000/svg").count());
    }
}
