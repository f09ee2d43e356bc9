//! Games from files and to files.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::board::Side;
use crate::cli::args::Args;
use crate::cli::outcome::{Failure, bad};
use crate::game::Game;
use crate::lang::{Lang, Say};
use crate::notation::{PdnGame, PdnRecord, PdnResult, read_pdn, write_pdn};
use crate::rules::Variant;

use super::keep::Keep;
use super::told::Ending;

/// The name by which Damero goes in PDN.
pub(super) const NAME: &str = "Damero";
/// The tag that names the ruleset as options do; GameTypes are shared by several, or are none.
const RULESET: &str = "Ruleset";
/// The most that a file may hold, in bytes.
const MOST: u64 = 256 << 20;

/// The game that was left unfinished last, and its ruleset.
pub(super) fn unfinished(keep: &Keep, args: &Args<'_>) -> Result<(PathBuf, &'static Variant), Failure> {
    let path = keep.latest().ok_or_else(|| {
        bad(
            args.lang,
            "--resume: no unfinished game is kept; begin one with 'damero play'".to_owned(),
            "--resume: no hay ninguna partida sin acabar; empiece una con 'damero play'".to_owned(),
        )
    })?;
    let text = read(&path.display().to_string(), args.lang).map_err(Failure::Input)?;
    let named = ruleset_of(&text);
    let variant = match named.filter(|_| args.text("rules").is_none()) {
        Some(variant) => variant,
        None => args.variant()?,
    };
    Ok((path, variant))
}

/// The ruleset that a PDN text names.
fn ruleset_of(text: &str) -> Option<&'static Variant> {
    let tag = text.lines().find_map(|line| line.trim().strip_prefix('[')?.strip_prefix(RULESET))?;
    Variant::named(tag.split('"').nth(1)?).ok()
}

/// The text of a file.
fn read(file: &str, lang: Lang) -> Result<String, String> {
    let fail = |why: String| lang.pick(format!("cannot read {file}: {why}"), format!("no se puede leer {file}: {why}"));
    let size = std::fs::metadata(file).map_err(|error| fail(error.to_string()))?.len();
    if size > MOST {
        return Err(fail(format!("> {} MiB", MOST >> 20)));
    }
    let bytes = std::fs::read(file).map_err(|error| fail(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A game of a PDN file, the last one or that of a number from 1.
///
/// # Errors
/// If it is not there or cannot be read; the message says why.
pub(super) fn game_of(
    file: &str,
    number: Option<usize>,
    variant: &'static Variant,
    lang: Lang,
) -> Result<PdnRecord, String> {
    let text = read(file, lang)?;
    let mut games = read_pdn(&text, variant);
    let count = games.len();
    let wanted = number.unwrap_or(count);
    if wanted == 0 || wanted > count {
        return Err(lang.pick(
            format!("{file} has {count} games, there is no game {wanted}"),
            format!("{file} tiene {count} partidas, no hay partida {wanted}"),
        ));
    }
    games.swap_remove(wanted - 1).map_err(|error| format!("{file}: {}", error.say(lang)))
}

/// The side that Damero played in a game that was read, if its tags say so.
pub(super) fn side_of_ours(record: &PdnRecord) -> Option<Side> {
    let is_ours = |name: &str| record.tag(name).is_some_and(|name| name.starts_with(NAME));
    match (is_ours("White"), is_ours("Black")) {
        (true, false) => Some(Side::White),
        (false, true) => Some(Side::Black),
        _ => None,
    }
}

/// The game as PDN.
pub(super) fn pdn(game: &Game, person: Side, ended: Option<Ending>, giveaway: bool) -> String {
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let name = |side: Side| if side == person { "Player" } else { NAME };
    let mut tags = vec![
        tag("Event", if giveaway { "Damero play (giveaway)" } else { "Damero play" }),
        tag("Date", &today()),
        tag("White", name(Side::White)),
        tag("Black", name(Side::Black)),
        tag(RULESET, game.variant().name),
    ];
    let result = match ended {
        None => PdnResult::Unknown,
        Some(ended) => ended.winner(giveaway).map_or(PdnResult::Drawn, PdnResult::Won),
    };
    if let Some(ended) = ended {
        tags.push(tag("Termination", &ended.say(game, giveaway, Lang::En)));
    }
    let start = game.states().first().copied().unwrap_or(*game.state());
    let moves = game.moves().iter().map(|&played| (played, String::new())).collect();
    write_pdn(&PdnGame { tags, start, moves, result }, game.variant())
}

/// Adds a game to a file.
pub(super) fn save(file: &str, pdn: &str, lang: Lang) -> Result<(), String> {
    super::keep::append(Path::new(file), pdn).map_err(|error| {
        lang.pick(format!("cannot write {file}: {error}"), format!("no se puede escribir {file}: {error}"))
    })
}

/// The date by Greenwich, as PDN writes it.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (mut year, mut left) = (1970u64, seconds / 86_400);
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    while left >= 365 + u64::from(is_leap(year)) {
        left -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let months = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for days in months {
        if left < days {
            break;
        }
        left -= days;
        month += 1;
    }
    format!("{year:04}.{month:02}.{:02}", left + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_comes_back_with_its_sides_and_ruleset() {
        let variant = Variant::named("filipino").unwrap();
        let mut game = Game::new(variant);
        for _ in 0..5 {
            let played = game.legal_moves()[0];
            game.play(played).unwrap();
        }
        let text = pdn(&game, Side::Black, Some(Ending::Resigned(Side::Black)), false);
        assert_eq!(ruleset_of(&text).map(|variant| variant.name), Some("filipino"));
        let read = read_pdn(&text, variant).remove(0).unwrap();
        assert_eq!((read.moves.as_slice(), read.result), (game.moves(), PdnResult::Won(Side::White)));
        assert_eq!(side_of_ours(&read), Some(Side::White));
        assert!(text.contains("[Termination \"Black resigns: White wins\"]"), "{text}");
    }
}
