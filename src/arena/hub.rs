//! Programs that speak the Hub protocol, as players.

use std::time::Duration;

use crate::board::Move;
use crate::game::Game;
use crate::notation::{hub_move, parse_move, write_hub_position};
use crate::rules::Numbering;

use super::control::Level;
use super::player::{Answer, Fault, Player, Table, Turn};
use super::process::{Process, Program};

/// What another build of ours is told if it has such a parameter and the user says nothing else, so that it plays as we do in
/// this process: nothing is kept back from its times, as the arena is no network, and it plays without a book.
const AS_HERE: &[(&str, &str)] = &[("move-overhead", "0"), ("book", "off")];

/// A Hub program.
pub(super) struct HubPlayer {
    program: Program,
    /// Names and values of parameters that are set where the program has them.
    defaults: &'static [(&'static str, &'static str)],
    /// Names and values of parameters to be set; the program must have them.
    params: Vec<(String, String)>,
    table: Table,
    running: Option<Process>,
}

impl HubPlayer {
    /// A program; it is started when the first game begins.
    pub fn new(program: Program, params: Vec<(String, String)>, table: Table) -> HubPlayer {
        HubPlayer { program, defaults: &[], params, table, running: None }
    }

    /// Another build of ours.
    pub fn build(program: Program, params: Vec<(String, String)>, table: Table) -> HubPlayer {
        HubPlayer { defaults: AS_HERE, ..HubPlayer::new(program, params, table) }
    }

    /// Starts the program and sets it up.
    fn start(&self) -> Result<Process, Fault> {
        let mut process = Process::start(&self.program)?;
        let patience = self.table.patience.start;
        process.write("hub")?;
        let mut declared: Vec<Param> = Vec::new();
        process.expect(patience, &|| false, |line| {
            declared.extend(Param::read(line));
            (command(line) == "wait").then_some(())
        })?;
        for (name, value) in self.settings(&declared)? {
            process.write(&format!("set-param name={name} value={}", quoted(&value)))?;
        }
        process.write("init")?;
        let ready = process.expect(patience, &|| false, |line| match command(line) {
            "ready" => Some(Ok(())),
            "error" => Some(Err(value(line, "message").unwrap_or(line).to_owned())),
            _ => None,
        })?;
        ready.map_err(Fault::NotStarted)?;
        Ok(process)
    }

    /// What must be set: the ruleset, the draw rules and the objective where the program knows them, and what the user
    /// asked for.
    fn settings(&self, declared: &[Param]) -> Result<Vec<(String, String)>, Fault> {
        let variant = self.table.variant;
        let knows = |name: &str| declared.iter().find(|param| param.name == name);
        let mut settings = Vec::new();
        if let Some(param) = knows("variant") {
            let names = || std::iter::once(&variant.name).chain(variant.synonyms);
            let name = names().find(|name| param.values.is_empty() || param.values.iter().any(|known| known == *name));
            let name = name.ok_or_else(|| Fault::NotStarted(format!("it does not play {}", variant.name)))?;
            settings.push(("variant".to_owned(), (*name).to_owned()));
        }
        let asked = self.table.draw_options.iter().map(|(name, value)| (*name, value.as_str()));
        let giveaway = self.table.giveaway.then_some(("objective", "giveaway"));
        for (name, value) in self.defaults.iter().copied().chain(asked).chain(giveaway) {
            if knows(name).is_some() {
                settings.push((name.to_owned(), value.to_owned()));
            }
        }
        for (name, value) in &self.params {
            if knows(name).is_none() {
                return Err(Fault::NotStarted(format!("it has no parameter {name}")));
            }
            settings.push((name.clone(), value.clone()));
        }
        Ok(settings)
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let variant = self.table.variant;
        let process = self.running.as_mut().ok_or_else(|| Fault::Crashed("it does not run".to_owned()))?;
        process.forget_lines();
        process.write(&position(turn.game, variant.numbering))?;
        process.write(&level(turn.level))?;
        process.write("go think")?;
        let (mut score, mut depth) = (None, None);
        let done = process.expect(turn.patience, turn.interrupted, |line| match command(line) {
            "info" => {
                score = value(line, "score").and_then(|text| text.parse().ok()).or(score);
                depth = value(line, "depth").and_then(|text| text.parse().ok()).or(depth);
                None
            }
            "done" => Some(value(line, "move").unwrap_or("").to_owned()),
            _ => None,
        })?;
        let played = parse_move(&done, variant, turn.game.position());
        Ok(Answer { played: played.map_err(|error| Fault::Illegal(error.to_string()))?, score, depth })
    }
}

impl Player for HubPlayer {
    fn new_game(&mut self) -> Result<(), Fault> {
        let mut process = match self.running.take() {
            Some(process) => process,
            None => self.start()?,
        };
        // The answer to `ping` shows that it has done what `new-game` means, which is not on its clock.
        process.write("new-game")?;
        process.write("ping")?;
        process.expect(self.table.patience.start, &|| false, |line| (command(line) == "pong").then_some(()))?;
        self.running = Some(process);
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.ask(turn)
    }

    fn stop(&mut self) {
        if let Some(process) = self.running.take() {
            process.end("quit");
        }
    }
}

/// A parameter that a program declares, and the values it can have if it says so.
struct Param {
    name: String,
    values: Vec<String>,
}

impl Param {
    fn read(line: &str) -> Option<Param> {
        let name = value(line, "name").filter(|_| command(line) == "param")?.to_owned();
        let values = value(line, "values").unwrap_or("").split_whitespace().map(str::to_owned).collect();
        Some(Param { name, values })
    }
}

/// The first word of a line.
fn command(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or("")
}

/// The value of a key in `command key=value key="value with spaces"`.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let mut rest = line.trim_start();
    while let Some(at) = rest.find([' ', '\t', '=']) {
        let (word, after) = rest.split_at(at);
        let Some(after) = after.strip_prefix('=') else {
            rest = after.trim_start();
            continue;
        };
        let (found, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
        };
        if word == key {
            return Some(found);
        }
        rest = next.trim_start();
    }
    None
}

fn quoted(value: &str) -> String {
    let plain = !value.is_empty() && !value.contains([' ', '\t', '=']);
    if plain { value.to_owned() } else { format!("\"{}\"", value.replace('"', "'")) }
}

/// `pos` for the game so far: its first position and all moves since.
fn position(game: &Game, numbering: Numbering) -> String {
    let mut line = String::from("pos");
    if let Some(start) = game.states().first() {
        line.push_str(&format!(" pos={}", write_hub_position(start.position(), numbering)));
    }
    if !game.moves().is_empty() {
        let moves: Vec<String> = game.moves().iter().map(|&played: &Move| hub_move(played, numbering)).collect();
        line.push_str(&format!(" moves=\"{}\"", moves.join(" ")));
    }
    line
}

/// `level`. The increment is added by the other side before the move, so the time is sent without it.
fn level(level: Level) -> String {
    match level {
        Level::MoveTime(time) => format!("level move-time={}", seconds(time)),
        Level::Clock(left, increment) => {
            let time = left.as_secs_f64() - increment.as_secs_f64();
            format!("level time={time:.6} inc={}", seconds(increment))
        }
        Level::Nodes(nodes) => format!("level nodes={nodes}"),
        Level::Depth(depth) => format!("level depth={depth}"),
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.6}", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn values_are_found() {
        let line = "param name=variant value=english  type=enum values=\"english damas:long\" flag last=1";
        assert_eq!(command(line), "param");
        assert_eq!(value(line, "name"), Some("variant"));
        assert_eq!(value(line, "values"), Some("english damas:long"));
        assert_eq!((value(line, "last"), value(line, "flag"), value(line, "english")), (Some("1"), None, None));
        assert_eq!(value("done", "move"), None);
        assert_eq!(value("x a=\"open", "a"), Some("open"));
    }

    #[test]
    fn lines_are_written_as_the_protocol_has_them() {
        let variant = Variant::named("english").unwrap();
        let mut game = Game::new(variant);
        let start = "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
        assert_eq!(position(&game, variant.numbering), start);
        for text in ["11-15", "22-18", "15x22"] {
            game.play(parse_move(text, variant, game.position()).unwrap()).unwrap();
        }
        assert_eq!(position(&game, variant.numbering), format!("{start} moves=\"11-15 22-18 15x22x18\""));
        let tenth = Duration::from_millis(100);
        assert_eq!(level(Level::MoveTime(tenth)), "level move-time=0.100000");
        assert_eq!(level(Level::Clock(tenth, tenth * 2)), "level time=-0.100000 inc=0.200000");
        assert_eq!(quoted("a b"), "\"a b\"");
    }
}
