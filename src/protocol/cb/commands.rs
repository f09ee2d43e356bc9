//! `enginecommand`: what a command is answered.

use std::path::Path;

use crate::board::{Move, Position};
use crate::egdb::Egdb;
use crate::engine::static_evaluation;
use crate::movegen::MoveGen;
use crate::notation::{parse_fen, sort_moves};
use crate::rules::Variant;

use super::api::{piece, route};
use super::settings::{KEPT, shown};
use super::think::Core;

/// The most bytes of a reply: some callers have no more room. Only a list of moves may be longer.
const MOST: usize = 249;
/// The most bytes that the interface has room for.
const MOST_MOVES: usize = 1023;

const ABOUT: &str = "Damero plays English, Italian, Spanish, Portuguese, Russian, Brazilian, Pool and Czech draughts.";
const HELP: &str = "The file's name (damero_italian.dll) or 'set gametype' chooses the game. Settings: hashsize (MiB), \
                    searchthreads, limit-strength (0-10), allscores, solve.";

/// The page that `help` names where a library has none of its own name beside it.
const HELP_PAGE: &str = "damero.htm";

/// The answer to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    /// It is known and done.
    Handled(String),
    /// It is not known.
    Unknown,
    /// It has a wrong value: what would be right.
    Wrong(String),
}

impl Core {
    /// Answers a command.
    pub fn command(&self, line: &str) -> Reply {
        let reply = self.answer(line.trim());
        let most = if line.trim().starts_with("get movelist") { MOST_MOVES } else { MOST };
        match reply {
            Reply::Handled(text) if text.len() > most && line.trim().starts_with("set") => Reply::Handled(cut(text)),
            Reply::Handled(text) if text.len() > most => Reply::Wrong("the answer is too long for a reply".to_owned()),
            Reply::Wrong(text) => Reply::Wrong(cut(text)),
            reply => reply,
        }
    }

    fn answer(&self, line: &str) -> Reply {
        let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match verb {
            "name" => Reply::Handled(concat!("Damero ", env!("CARGO_PKG_VERSION")).to_owned()),
            "about" => Reply::Handled(ABOUT.to_owned()),
            "help" => Reply::Handled(self.help()),
            "staticevaluation" => {
                let variant = self.settings().variant;
                match position(rest, variant) {
                    Ok(position) => Reply::Handled(format!("{:.2}", static_evaluation(variant.laws, &position).hub())),
                    Err(error) => Reply::Wrong(error),
                }
            }
            "get" => self.get(rest),
            "set" => self.set(rest),
            _ => Reply::Unknown,
        }
    }

    /// What `help` is answered: of the library the name of a file in its folder, which CheckerBoard opens, or nothing where
    /// there is none; elsewhere a sentence.
    fn help(&self) -> String {
        let Some(file) = &self.engine_file else { return HELP.to_owned() };
        let own = file.with_extension("htm");
        let pages = [own, file.with_file_name(HELP_PAGE)];
        let found = pages.iter().find(|page| page.is_file()).and_then(|page| page.file_name()?.to_str());
        found.unwrap_or("").to_owned()
    }

    fn get(&self, what: &str) -> Reply {
        let settings = self.settings();
        match what.split_once(char::is_whitespace) {
            Some(("movelist", fen)) => match move_list(fen, settings.variant) {
                Ok(list) => Reply::Handled(list),
                Err(error) => Reply::Wrong(error),
            },
            _ => settings.get(what).map_or(Reply::Unknown, Reply::Handled),
        }
    }

    fn set(&self, what: &str) -> Reply {
        let (name, value) = what.split_once(char::is_whitespace).unwrap_or((what, ""));
        let value = value.trim();
        let variant = self.settings().variant;
        match name {
            "gamehist" => {
                return match self.record().tell(value, variant) {
                    Ok(()) => Reply::Handled("gamehist".to_owned()),
                    Err(error) => Reply::Wrong(format!("gamehist: {error}")),
                };
            }
            "check_wld_dir" => return databases(value, variant),
            "check_mtc_dir" => return Reply::Wrong("there are no databases of distances to read".to_owned()),
            _ => {}
        }
        let mut settings = self.settings();
        let before = settings.clone();
        match settings.set(name, value) {
            None => Reply::Unknown,
            Some(Err(error)) => Reply::Wrong(error),
            Some(Ok(())) => {
                if KEPT.contains(&name) && before != *settings {
                    self.store(&settings);
                }
                Reply::Handled(format!("{name} {}", shown(value)))
            }
        }
    }
}

/// The answer to `set check_wld_dir`, which changes nothing: what a folder of databases holds for a ruleset. CheckerBoard
/// shows it in a box.
fn databases(folder: &str, variant: &Variant) -> Reply {
    if folder.is_empty() {
        return Reply::Wrong("no folder".to_owned());
    }
    match Egdb::open(Path::new(folder), variant.laws) {
        Ok((found, faults)) => {
            let most = found.complete_to();
            let faults = faults.first().map_or(String::new(), |fault| format!("; left aside: {fault}"));
            Reply::Handled(format!("databases of {} for up to {most} pieces{faults}", variant.name))
        }
        Err(error) => Reply::Wrong(error.to_string()),
    }
}

/// A text that fits a reply.
fn cut(mut text: String) -> String {
    while text.len() > MOST {
        text.pop();
    }
    text
}

fn position(fen: &str, variant: &Variant) -> Result<Position, String> {
    parse_fen(fen, variant.numbering, true).map(|setup| setup.position).map_err(|error| error.to_string())
}

/// The answer to `get movelist`.
fn move_list(fen: &str, variant: &Variant) -> Result<String, String> {
    // A side without a piece has no move, whatever the other side's pieces; CheckerBoard asks so at its start, with a man
    // where none can stand.
    if side_is_empty(fen) {
        return Ok("movelist 0".to_owned());
    }
    let position = position(fen, variant)?;
    let mut moves = MoveGen::of(variant.laws).legal_moves(&position);
    if moves.is_empty() {
        return Ok("movelist 0".to_owned());
    }
    sort_moves(&mut moves, variant.numbering);
    // As in the interface's examples: of the pieces that can move, the one with the highest number first.
    moves.sort_by_key(|played| std::cmp::Reverse(variant.numbering.number(played.from())));
    let entries: String = moves.iter().map(|&played| entry(variant, &position, played) + ";").collect();
    Ok(format!("movelist {},{entries}", moves.len()))
}

/// Whether a FEN gives the side to move no piece.
fn side_is_empty(fen: &str) -> bool {
    let fen = fen.trim().trim_matches('"');
    let Some(side) = fen.chars().next().filter(|side| "WwBb".contains(*side)) else { return false };
    let mut fields = fen.split(':').skip(1).map(|field| field.trim().trim_end_matches('.'));
    let ours = fields.find(|field| field.starts_with(side.to_ascii_uppercase()) || field.starts_with(side));
    fen.contains(':') && ours.is_none_or(|field| field.len() == 1)
}

/// A move as `get movelist` lists it: captured pieces, old piece, new piece, from, to, then for each jump where it lands,
/// whom it takes and what that was.
pub(super) fn entry(variant: &Variant, position: &Position, played: Move) -> String {
    let number = |square| variant.numbering.number(square);
    let side = position.side();
    let mut text = format!(
        "{},{},{},{},{}",
        played.captured().count(),
        piece(side, played.by_king()),
        piece(side, played.by_king() || played.crowns()),
        number(played.from()),
        number(played.to())
    );
    if played.is_capture() {
        let route = route(variant, position, played);
        for (&landing, &taken) in route.landings.iter().zip(&route.captured) {
            let kind = piece(!side, position.all_kings().has(taken));
            text += &format!(",{},{},{kind}", number(landing), number(taken));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn core(name: &str) -> Core {
        Core::new(Variant::named(name).unwrap(), None)
    }

    fn handled(core: &Core, line: &str) -> String {
        match core.command(line) {
            Reply::Handled(text) => text,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn move_lists_are_as_published() {
        let italian = core("italian");
        for (fen, list) in [
            ("B:W31:B3", "movelist 2,0,6,6,3,6;0,6,6,3,7;"),
            ("B:W11,13,19,21:B6,9", "movelist 2,2,6,6,9,25,18,13,5,25,21,5;2,6,6,6,22,15,11,5,22,19,5;"),
            ("B:W1:B", "movelist 0"),
        ] {
            assert_eq!(handled(&italian, &format!("get movelist {fen}")), list);
        }
    }

    #[test]
    fn what_is_set_is_told() {
        let english = core("english");
        for (name, value) in [
            ("hashsize", "16"),
            ("searchthreads", "2"),
            ("allscores", "1"),
            ("solve", "1"),
            ("limit-strength", "3"),
            ("gametype", "25"),
        ] {
            assert!(matches!(english.command(&format!("set {name} {value}")), Reply::Handled(_)));
            assert_eq!(handled(&english, &format!("get {name}")), value);
        }
        for wrong in [
            "set hashsize 0",
            "set hashsize x",
            "set limit-strength 11",
            "set gametype 27",
            "set book 4",
            "set gamehist nonsense",
        ] {
            assert!(matches!(english.command(wrong), Reply::Wrong(_)), "{wrong}");
        }
        for unknown in ["", "set", "get", "set whatever 1", "get whatever", "nonsense"] {
            assert_eq!(english.command(unknown), Reply::Unknown, "{unknown}");
        }
        assert_eq!(core("filipino").command("get gametype"), Reply::Unknown);
    }

    #[test]
    fn help_names_a_page_beside_the_library() {
        let folder = std::env::temp_dir().join(format!("damero-cb-help-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let library = Core::of_library(Variant::named("italian").unwrap(), folder.join("damero_italian.dll"), None);
        assert_eq!(handled(&library, "help"), "");
        for page in ["damero.htm", "damero_italian.htm"] {
            std::fs::write(folder.join(page), "").unwrap();
            assert_eq!(handled(&library, "help"), page);
        }
        std::fs::remove_dir_all(folder).unwrap();
        assert!(handled(&core("english"), "help").starts_with("The file's name"));
    }

    #[test]
    fn folders_of_databases_are_checked() {
        let english = core("english");
        for folder in ["", "no such folder", env!("CARGO_MANIFEST_DIR")] {
            let reply = english.command(&format!("set check_wld_dir {folder}"));
            assert!(matches!(&reply, Reply::Wrong(text) if !text.is_empty() && text.len() < 250), "{reply:?}");
        }
        assert_eq!(handled(&english, "get dbpath"), "", "checking a folder does not choose it");
    }

    #[test]
    fn replies_are_short() {
        let english = core("english");
        for line in ["name", "about", "help", "staticevaluation W:W32:BK1"] {
            assert!(handled(&english, line).len() < 250);
        }
        let long = format!("set hashsize {}", "x".repeat(5000));
        assert!(matches!(english.command(&long), Reply::Wrong(text) if text.len() < 250));
    }
}
