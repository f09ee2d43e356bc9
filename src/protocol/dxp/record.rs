//! Games as PDN, appended to a file.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::board::Side;
use crate::notation::{PdnGame, write_pdn};

use super::play::{Play, Verdict};

/// A game as PDN.
pub(super) fn pdn(play: &Play, verdict: &Verdict, number: u32, our_name: &str) -> String {
    let variant = play.game.variant();
    let name = |side: Side| if side == play.us { our_name } else { play.opponent.as_str() };
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let control = match (play.minutes, play.moves) {
        (0, _) => "-".to_owned(),
        (minutes, 0) => (60 * u32::from(minutes)).to_string(),
        (minutes, moves) => format!("{moves}/{}", 60 * u32::from(minutes)),
    };
    let tags = vec![
        tag("Event", "DXP"),
        tag("Date", &today()),
        tag("Round", &number.to_string()),
        tag("White", name(Side::White)),
        tag("Black", name(Side::Black)),
        tag("TimeControl", &control),
        tag("Termination", &verdict.why),
    ];
    let moves = play.noted.iter().map(|noted| {
        let thought = noted.thought.map(|(score, depth)| format!("{score:+.2}/{depth} ")).unwrap_or_default();
        (noted.played, format!("{thought}{:.3}s", noted.time.as_secs_f64()))
    });
    let start = play.game.states().first().unwrap_or(play.game.state());
    let game = PdnGame { tags, start: *start, moves: moves.collect(), result: verdict.result };
    write_pdn(&game, variant)
}

/// Appends a text to a file, in one write.
pub(super) fn append(path: &Path, text: &str) -> io::Result<()> {
    OpenOptions::new().create(true).append(true).open(path)?.write_all(text.as_bytes())
}

/// The date by Greenwich, as PDN writes it.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The date of a day, counted from 1 January 1970: 400 years have 146,097 days, and a year that begins in March has its
/// leap day last.
const fn date(days: u64) -> (u64, u64, u64) {
    // Days since 1 March of the year 0.
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next_year, month, day)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::game::Game;
    use crate::notation::{PdnResult, parse_move, read_pdn};
    use crate::protocol::dxp::breach::Breach;
    use crate::rules::Variant;

    #[test]
    fn days_have_dates() {
        for (days, expected) in [
            (0, (1970, 1, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (20_787, (2026, 11, 30)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(date(days), expected);
        }
    }

    #[test]
    fn a_game_is_written_with_its_reason() {
        let variant = Variant::named("russian").unwrap();
        let mut play = Play::new(Game::new(variant), Side::White, "their \"X\"".to_owned(), (5, 75), false);
        for (text, thought) in [("22-17", Some((0.25, 11))), ("11-15", None)] {
            let played = parse_move(text, variant, play.game.position()).unwrap();
            assert!(play.note(played, Duration::from_millis(1500), thought));
        }
        let verdict = play.broken(Breach::Illegal("c3-c4: no".to_owned()));
        let text = pdn(&play, &verdict, 3, "Damero");
        for part in ["[Round \"3\"]", "[TimeControl \"75/300\"]", "illegal move: c3-c4: no", "+0.25/11 1.500s", "1-0"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let read = read_pdn(&text, variant).remove(0).unwrap();
        assert_eq!(
            (read.moves.len(), read.result, read.tag("Black")),
            (2, PdnResult::Won(Side::White), Some("their \"X\""))
        );
    }
}
