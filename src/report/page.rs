//! Games with comments as one page that needs nothing else: boards, moves, scores, accuracy.

use std::io::{self, Write};

use crate::json::Json;
use crate::lang::Lang;
use crate::markup::escaped;

use super::annotated::Annotated;
use super::page_data::data;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

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

/// The words of the page in a language.
fn words(lang: Lang) -> Json {
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
        ("given", "In the file", "En el fichero"),
        ("tags", "About the game", "Sobre la partida"),
        ("keys", "Arrow keys: moves and games", "Flechas: jugadas y partidas"),
        ("man", "man", "peón"),
        ("king", "king", "dama"),
    ];
    Json::Object(words.map(|(key, english, spanish)| (key, Json::text(lang.pick(english, spanish)))).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

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
