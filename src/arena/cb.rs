//! Programs that speak CheckerBoard's interface as lines of text, as players; through a child process of ours that loads
//! them, CheckerBoard libraries too.

use std::time::Duration;

use crate::board::Side;
use crate::game::Game;
use crate::notation::{hub_move, parse_move, write_fen};
use crate::rules::Variant;

use super::control::Level;
use super::player::{Answer, Fault, Player, Table, Turn};
use super::process::{Process, Program};

/// A CheckerBoard program.
pub(super) struct CbPlayer {
    program: Program,
    /// Names and values for `set`.
    settings: Vec<(String, String)>,
    table: Table,
    /// Whether the program is our host of a library, which knows a few words more.
    hosts_library: bool,
    running: Option<Process>,
    /// Whether the next move is the first of a game.
    fresh: bool,
}

impl CbPlayer {
    /// A program; it is started when the first game begins.
    pub fn new(program: Program, settings: Vec<(String, String)>, table: Table, hosts_library: bool) -> CbPlayer {
        CbPlayer { program, settings, table, hosts_library, running: None, fresh: true }
    }

    fn start(&self) -> Result<Process, Fault> {
        let mut process = Process::start(&self.program)?;
        let patience = self.table.patience.start;
        if self.hosts_library {
            // The host says once whether the library could be loaded.
            let loaded = process.expect(patience, &|| false, |line| match line.split_once(' ') {
                Some(("loaded", _)) => Some(Ok(())),
                Some(("error", why)) => Some(Err(why.to_owned())),
                _ => None,
            })?;
            loaded.map_err(Fault::NotStarted)?;
        }
        if let Some(game_type) = self.table.variant.game_type {
            // Engines of one game do not know the command; that they play this one is for the user to see to.
            ask(&mut process, patience, &format!("set gametype {game_type}"))?;
        }
        for (name, value) in &self.settings {
            if !ask(&mut process, patience, &format!("set {name} {value}"))? {
                return Err(Fault::NotStarted(format!("it does not know 'set {name} {value}'")));
            }
        }
        Ok(process)
    }

    fn play(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let variant = self.table.variant;
        let time = thinking_time(turn.level)?;
        let process = self.running.as_mut().ok_or_else(|| Fault::Crashed("it does not run".to_owned()))?;
        process.forget_lines();
        // The true source for repetitions; programs that do not know it answer 0.
        process.write(&history(turn.game, variant))?;
        let reset = if self.fresh && self.hosts_library { " reset" } else { "" };
        process.write(&format!("getmove {}{time}{reset}", write_fen(turn.game.position(), variant.numbering)))?;
        self.fresh = false;
        let (mut depth, mut score) = (None, None);
        let side = turn.game.position().side();
        let played = process.expect(turn.patience, turn.interrupted, |line| match line.split_once(' ') {
            Some(("status", status)) => {
                depth = depth_in(status).or(depth);
                score = score_in(status, side).or(score);
                None
            }
            Some(("move", rest)) => Some(Ok(rest.split_whitespace().next().unwrap_or("").to_owned())),
            Some(("error", why)) => Some(Err(Fault::Illegal(why.to_owned()))),
            _ => None,
        })??;
        let played = parse_move(&played, variant, turn.game.position());
        Ok(Answer { played: played.map_err(|error| Fault::Illegal(error.to_string()))?, score, depth })
    }
}

impl Player for CbPlayer {
    fn new_game(&mut self) -> Result<(), Fault> {
        let process = match self.running.take() {
            Some(process) => process,
            None => self.start()?,
        };
        self.running = Some(process);
        self.fresh = true;
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.play(turn)
    }

    fn stop(&mut self) {
        if let Some(process) = self.running.take() {
            process.end("quit");
        }
    }
}

/// Gives a command: whether the program knows it.
fn ask(process: &mut Process, patience: Duration, command: &str) -> Result<bool, Fault> {
    process.write(command)?;
    process.expect(patience, &|| false, |line| match line.split(' ').next() {
        Some("1") => Some(true),
        Some("0") => Some(false),
        _ => None,
    })
}

/// The words of `getmove` about time. CheckerBoard engines know of nothing else.
fn thinking_time(level: Level) -> Result<String, Fault> {
    match level {
        Level::MoveTime(time) => Ok(format!(" maxtime={:.6} exact", time.as_secs_f64())),
        Level::Clock(left, increment) => {
            let (left, increment) = (left.as_secs_f64(), increment.as_secs_f64());
            // For engines that know no clock: what a move may take on average.
            let share = left / 24.0 + increment * 0.8;
            Ok(format!(" maxtime={share:.6} remaining={left:.6} inc={increment:.6}"))
        }
        Level::Nodes(_) | Level::Depth(_) => {
            Err(Fault::NotStarted("CheckerBoard engines think for a time, not for nodes or to a depth".to_owned()))
        }
    }
}

/// The longest `set gamehist` that is sent: engines copy commands to buffers of 256 bytes without asking, CheckerBoard's own
/// size.
const HISTORY_BYTES: usize = 255;

/// `set gamehist`: the last position that cannot come again, and the moves since; where that is too long, a later position
/// and the moves since that one.
fn history(game: &Game, variant: &Variant) -> String {
    let after_last = game.moves().iter().rposition(|played| played.is_irreversible()).map_or(0, |at| at + 1);
    (after_last..=game.moves().len())
        .map(|from| history_from(game, variant, from))
        .find(|line| line.len() <= HISTORY_BYTES)
        .unwrap_or_else(|| history_from(game, variant, game.moves().len()))
}

/// `set gamehist` from the position before a move on.
fn history_from(game: &Game, variant: &Variant, from: usize) -> String {
    let mut line = String::from("set gamehist");
    if let Some(state) = game.states().get(from) {
        line.push_str(&format!(" {}", write_fen(state.position(), variant.numbering)));
    }
    for &played in game.moves().iter().skip(from) {
        line.push_str(&format!(" {}", hub_move(played, variant.numbering)));
    }
    line
}

/// The depth that a status line tells, if it says `depth 12`, `depth: 12`, `depth=12` or `d12`.
fn depth_in(status: &str) -> Option<u32> {
    let lower = status.to_ascii_lowercase();
    let after = lower.split("depth").nth(1)?;
    let digits = after.trim_start_matches([' ', ':', '=']);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits.get(..end)?.parse().ok()
}

/// How engines write scores in their status lines: what stands before the number, what else the line must hold for it to be
/// that engine's, whose side the number is for (`None`: the side to move), and how much of it is a man.
///
/// Seen in Cake 1.89 (`depth 13/44/19.7  time 0.10s  value=88`), GuiNN 2.06 (`Eval: -114  Depth: 14/29 (7/7)`) and DarkHorse
/// (`depth 15/28 eval 561 time 0.033`), whose evaluation counts the first man ahead for about 400.
const SCORES: [(&str, &str, Option<Side>, f64); 3] = [
    (" value=", "depth ", None, 100.0),
    ("Eval: ", "Depth: ", Some(Side::Black), 100.0),
    (" eval ", "depth ", None, 400.0),
];

/// The score that a status line tells, in men for the side to move, where it is written in a way that is known.
fn score_in(status: &str, mover: Side) -> Option<f64> {
    SCORES.iter().filter(|(_, beside, ..)| status.contains(beside)).find_map(|(before, _, side, man)| {
        let number = status.split_once(before)?.1.split_whitespace().next()?;
        let score = f64::from(number.parse::<i32>().ok()?) / man;
        Some(if side.is_none_or(|side| side == mover) { score } else { -score })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_found_in_status_lines() {
        let (white, black) = (Side::White, Side::Black);
        for (status, mover, score) in [
            ("depth 12/42/18.2  time 0.10s  value=88  nodes 688139  6855kN/s  pv 22-18", white, Some(0.88)),
            ("depth 15/25/16.0  time 0.02s  value=-1882  nodes 98203 pv 1-6  Cake claims a loss", black, Some(-18.82)),
            ("Eval: 12  Depth: 16/32 (0/7)  Move: 11-15   Time: 0.10s", black, Some(0.12)),
            (":-)  Eval: -114  Depth: 14/29 (7/7)  Move: 23-18   Time: 0.09s", white, Some(1.14)),
            ("depth 13/28 eval 600 time 0.059 speed 1872 pv 22-17", white, Some(1.5)),
            ("depth 13/28 eval -600 time 0.059 speed 1872 pv 22-17", black, Some(-1.5)),
            ("depth 13 eval good", white, None),
            ("book move", white, None),
            ("value=12", white, None),
            ("", black, None),
        ] {
            assert_eq!(score_in(status, mover), score, "{status}");
        }
    }

    #[test]
    fn depths_are_found_in_status_lines() {
        for (status, depth) in [
            ("depth 12/24 eval 3", Some(12)),
            ("book", None),
            ("Depth: 7", Some(7)),
            ("depth=9, 1.2s", Some(9)),
            ("depth", None),
        ] {
            assert_eq!(depth_in(status), depth, "{status}");
        }
    }

    #[test]
    fn the_history_begins_where_nothing_can_come_again() {
        let variant = Variant::named("english").unwrap();
        let mut game = Game::new(variant);
        assert_eq!(
            history(&game, variant),
            "set gamehist B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
        );
        game.play(parse_move("11-15", variant, game.position()).unwrap()).unwrap();
        assert!(history(&game, variant).ends_with("12,15"), "a man's move does not come again");
    }

    #[test]
    fn a_long_history_begins_later() {
        let variant = Variant::named("english").unwrap();
        let start = crate::notation::parse_fen("B:WK32,K31,21:BK1,K2,5", variant.numbering, false).unwrap();
        let mut game = Game::from_state(variant, start.state(), variant.draws.clone());
        for _ in 0..20 {
            for text in ["1-6", "32-27", "6-1", "27-32"] {
                game.play(parse_move(text, variant, game.position()).unwrap()).unwrap();
            }
        }
        let line = history(&game, variant);
        assert!((230..=HISTORY_BYTES).contains(&line.len()), "{line}");
        assert!(line.ends_with("1-6 32-27 6-1 27-32"), "{line}");
    }

    #[test]
    fn only_time_is_understood() {
        assert_eq!(thinking_time(Level::MoveTime(Duration::from_millis(5))).unwrap(), " maxtime=0.005000 exact");
        assert!(thinking_time(Level::Nodes(5)).is_err());
        let clock = Level::Clock(Duration::from_secs(24), Duration::from_secs(1));
        assert_eq!(thinking_time(clock).unwrap(), " maxtime=1.800000 remaining=24.000000 inc=1.000000");
    }
}
