//! The game at the table: whose turn it is, what the person says, and what is done about it.

use std::time::Duration;

use crate::board::{Move, Side};
use crate::cli::args::Args;
use crate::cli::board::{Style, board};
use crate::cli::interrupt;
use crate::cli::outcome::{Done, Failure, Out, one_line};
use crate::engine::{AnyEngine, EngineOptions};
use crate::game::Game;
use crate::lang::{Lang, Say};
use crate::notation::{MoveFault, parse_move, pdn_move};
use crate::rules::{State, Variant};
use crate::search::{Limits, Silent};

use super::ears::{Ears, Heard};
use super::files;
use super::keep::Keep;
use super::told::{Ending, counts, how_strongly, record, typed};
use super::watch::Watch;
use super::words::{self, Word};

/// The time for a move where nothing else bounds the search.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// What is kept of a clock for what lies between.
const OVERHEAD: Duration = Duration::from_millis(20);
/// A game and all that belongs to it.
pub(super) struct Table<'a> {
    pub args: &'a Args<'a>,
    pub variant: &'static Variant,
    pub game: Game,
    /// The side that the person plays.
    pub person: Side,
    pub engine: Box<dyn AnyEngine>,
    pub options: EngineOptions,
    pub giveaway: bool,
    pub watch: Option<Watch>,
    pub style: Style,
    /// The person's side stands above.
    pub turned: bool,
    /// The moves that the person is asked to choose from.
    pub choice: Vec<Move>,
    pub ended: Option<Ending>,
    /// Nothing has happened since the game was kept last.
    pub kept: bool,
    pub keep: Keep,
    pub ears: Ears,
}

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Then {
    GoOn,
    Leave,
}

impl Table<'_> {
    /// Plays until the person leaves.
    pub fn run(&mut self, left_unfinished: bool, out: &mut Out<'_>) -> Result<Done, Failure> {
        let lang = self.lang();
        let (name, how) = (self.person.say(lang), how_strongly(self.options.strength, lang));
        out.line(lang.pick(
            format!("Damero, {}: you play {name}, Damero {how}. Type 'help' for what can be typed.", self.variant.name),
            format!(
                "Damero, {}: usted juega con {name}, Damero {how}. Escriba 'ayuda' para ver qué puede escribirse.",
                self.variant.name
            ),
        ))?;
        if left_unfinished {
            out.line(lang.pick(
                "(An unfinished game is kept: 'damero play --resume' goes on with it.)",
                "(Hay una partida sin acabar: 'damero play --resume' sigue con ella.)",
            ))?;
        }
        self.show(out)?;
        loop {
            self.see_end(out)?;
            if self.ended.is_none() && self.game.position().side() != self.person {
                if self.our_move(out)? == Then::Leave {
                    break;
                }
                continue;
            }
            self.start_clock();
            out.bytes(self.prompt().as_bytes())?;
            match self.ears.hear(self.flag()) {
                Heard::Line(line) => {
                    if !out.is_terminal() {
                        // Nothing echoes what was typed.
                        out.line(one_line(&line))?;
                    }
                    if self.answer(&line, out)? == Then::Leave {
                        break;
                    }
                }
                Heard::Flag => {
                    out.line("")?;
                    self.end(Ending::Flag(self.person));
                }
                Heard::End | Heard::Interrupted => {
                    out.line("")?;
                    break;
                }
            }
        }
        self.leave(out)
    }

    pub(super) const fn lang(&self) -> Lang {
        self.args.lang
    }

    fn prompt(&self) -> String {
        let lang = self.lang();
        if self.ended.is_some() {
            return lang.pick("new, undo, save, quit> ", "nueva, deshacer, guardar, salir> ").to_owned();
        }
        let name = self.person.say(lang);
        let clock = self.watch.map_or(String::new(), |watch| format!(" [{}]", watch.told(lang)));
        lang.pick(format!("{name} to move{clock}> "), format!("juegan {name}{clock}> "))
    }

    /// The board and what is to be known of the position.
    pub(super) fn show(&self, out: &mut Out<'_>) -> Result<(), Failure> {
        let flip = (self.person == Side::Black) != self.turned;
        out.line("")?;
        out.lines(&board(self.game.position(), self.variant.numbering, Style { flip, ..self.style }))?;
        if self.ended.is_none() {
            out.lines(&counts(&self.game, self.lang()))?;
        }
        out.line("")
    }

    fn start_clock(&mut self) {
        let side = self.game.position().side();
        if let Some(watch) = &mut self.watch
            && self.ended.is_none()
            && watch.flag().is_none()
        {
            watch.start(side);
        }
    }

    fn flag(&self) -> Option<std::time::Instant> {
        self.watch.as_ref().filter(|_| self.ended.is_none()).and_then(Watch::flag)
    }

    /// Notes that the game is over, where the rules say so.
    fn see_end(&mut self, out: &mut Out<'_>) -> Result<(), Failure> {
        if self.ended.is_none()
            && let Some(outcome) = self.game.outcome()
        {
            self.end(Ending::Over(outcome));
        }
        if let Some(ended) = self.ended.filter(|_| !self.kept) {
            out.line(ended.say(&self.game, self.giveaway, self.lang()))?;
            self.put_away(out)?;
        }
        Ok(())
    }

    pub(super) fn end(&mut self, ended: Ending) {
        if let Some(watch) = &mut self.watch {
            watch.stop(false);
        }
        (self.ended, self.kept) = (Some(ended), false);
        self.choice.clear();
    }

    pub(super) fn pdn(&self) -> String {
        files::pdn(&self.game, self.person, self.ended, self.giveaway)
    }

    /// Keeps a game that is over, or is left for another.
    pub(super) fn put_away(&mut self, out: &mut Out<'_>) -> Result<(), Failure> {
        self.kept = true;
        if self.game.moves().is_empty() && self.keep.unfinished().is_none() {
            return Ok(());
        }
        let pdn = self.pdn();
        let done = self.keep.finish(&pdn);
        self.complain(done, out)
    }

    /// Keeps the game as it stands.
    pub(super) fn note(&mut self, out: &mut Out<'_>) -> Result<(), Failure> {
        let pdn = self.pdn();
        let done = self.keep.note(&pdn);
        self.complain(done, out)
    }

    fn complain(&mut self, done: std::io::Result<()>, out: &mut Out<'_>) -> Result<(), Failure> {
        let Err(error) = done else { return Ok(()) };
        // Once is enough.
        self.keep = Keep::new(Some("off"));
        out.line(self.lang().pick(
            format!("The game cannot be kept ({error}); 'save FILE' writes it elsewhere."),
            format!("La partida no se puede guardar ({error}); 'guardar FICHERO' la escribe en otro sitio."),
        ))
    }

    /// The person goes: the game stays.
    fn leave(&mut self, out: &mut Out<'_>) -> Result<Done, Failure> {
        if self.ended.is_none()
            && let Some(file) = self.keep.unfinished()
        {
            let file = file.display();
            out.line(self.lang().pick(
                format!("The game is kept in {file}; 'damero play --resume' goes on with it."),
                format!("La partida queda en {file}; 'damero play --resume' sigue con ella."),
            ))?;
        }
        Ok(Done::Well)
    }

    fn limits(&self) -> Limits {
        let clock = self.watch.map(|watch| watch.of(!self.person));
        let (depth, nodes) = (self.args.whole("depth"), self.args.whole("nodes"));
        let is_bounded = depth.is_some() || nodes.is_some() || clock.is_some();
        let time = self.args.seconds("time").or((!is_bounded).then_some(DEFAULT_TIME));
        Limits {
            depth,
            nodes,
            move_time: time,
            clock,
            move_overhead: OVERHEAD,
            play_forced_at_once: true,
            ..Limits::default()
        }
    }

    fn our_move(&mut self, out: &mut Out<'_>) -> Result<Then, Failure> {
        let lang = self.lang();
        self.start_clock();
        let limits = self.limits();
        let stop = interrupt::stop_handle();
        let found = self.engine.search(&self.game, &limits, &stop, &mut Silent);
        if interrupt::came() {
            out.line("")?;
            return Ok(Then::Leave);
        }
        if let Some(watch) = &mut self.watch {
            watch.stop(true);
            if watch.left(!self.person).is_zero() {
                self.end(Ending::Flag(!self.person));
                return Ok(Then::GoOn);
            }
        }
        let Some(best) = found.best else { return Ok(Then::Leave) };
        let text = pdn_move(self.game.position(), best, self.variant);
        if self.game.play(best).is_err() {
            return Err(Failure::Fault(format!("the engine plays {text}, which is not legal")));
        }
        self.note(out)?;
        out.line(lang.pick(format!("Damero plays {text}"), format!("Damero juega {text}")))?;
        self.show(out)?;
        Ok(Then::GoOn)
    }

    /// Does what the person says.
    fn answer(&mut self, line: &str, out: &mut Out<'_>) -> Result<Then, Failure> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(Then::GoOn);
        }
        if let Some(played) = self.chosen(line) {
            self.their_move(played, out)?;
        } else if let Some((word, rest)) = Word::read(line) {
            return self.obey(word, rest, out);
        } else if self.ended.is_some() {
            out.line(self.lang().pick("The game is over.", "La partida ha terminado."))?;
        } else {
            self.read_move(line, out)?;
        }
        Ok(Then::GoOn)
    }

    /// The move that a number chooses of those that were asked about; any other line ends the question.
    fn chosen(&mut self, line: &str) -> Option<Move> {
        let choice = std::mem::take(&mut self.choice);
        let number: usize = line.parse().ok()?;
        choice.get(number.checked_sub(1)?).copied()
    }

    fn read_move(&mut self, line: &str, out: &mut Out<'_>) -> Result<(), Failure> {
        let lang = self.lang();
        match parse_move(&joined(line), self.variant, self.game.position()) {
            Ok(played) => self.their_move(played, out),
            Err(error) => {
                if let MoveFault::Ambiguous(moves) = &error.fault {
                    out.line(lang.pick("Which one? Type its number:", "¿Cuál? Escriba su número:"))?;
                    let texts = typed(self.game.position(), moves, self.variant);
                    for (number, text) in (1..).zip(&texts) {
                        out.line(format!("  {number}) {text}"))?;
                    }
                    self.choice = moves.clone();
                    return Ok(());
                }
                let what = error.say(lang);
                let hint = if matches!(error.fault, MoveFault::Malformed | MoveFault::NoSuchSquare(_)) {
                    lang.pick(" ('help' lists what can be typed)", " ('ayuda' dice qué puede escribirse)")
                } else {
                    ""
                };
                out.line(format!("{what}{hint}"))
            }
        }
    }

    fn their_move(&mut self, played: Move, out: &mut Out<'_>) -> Result<(), Failure> {
        if let Some(watch) = &mut self.watch {
            watch.stop(true);
            if watch.left(self.person).is_zero() {
                self.end(Ending::Flag(self.person));
                return Ok(());
            }
        }
        if self.game.play(played).is_err() {
            return out.line(self.lang().pick("That move is not legal.", "Esa jugada no es legal."));
        }
        self.kept = false;
        self.note(out)?;
        self.show(out)
    }

    fn obey(&mut self, word: Word, rest: &str, out: &mut Out<'_>) -> Result<Then, Failure> {
        let lang = self.lang();
        match word {
            Word::Help => out.lines(&words::help(lang, self.variant.algebraic))?,
            Word::Moves => self.list_moves(rest, out)?,
            Word::Hint => self.hint(out)?,
            Word::Undo => self.undo(rest, out)?,
            Word::Draw => self.offer_draw(out)?,
            Word::Resign if self.ended.is_none() => self.end(Ending::Resigned(self.person)),
            Word::Resign => {}
            Word::Board => self.show(out)?,
            Word::Flip => {
                self.turned = !self.turned;
                self.show(out)?;
            }
            Word::Swap if self.ended.is_none() => self.swap(out)?,
            Word::Swap => {}
            Word::Record => out.lines(&record(&self.game))?,
            Word::Rules => self.tell_rules(out)?,
            Word::Clock => out.line(match &self.watch {
                Some(watch) => watch.told(lang),
                None => lang.pick("There is no clock.", "No hay reloj.").to_owned(),
            })?,
            Word::Fen => self.set_up(rest, out)?,
            Word::Level => self.set_level(rest, out)?,
            Word::Save => self.save(rest, out)?,
            Word::Load => self.load_here(rest, out)?,
            Word::New => {
                let start = State::new(self.variant.start());
                self.begin(Game::from_state(self.variant, start, self.game.draws().clone()), out)?;
            }
            Word::Quit => return Ok(Then::Leave),
        }
        Ok(Then::GoOn)
    }
}

/// A line of squares with nothing but spaces between them as a move: `11 15` is `11-15`.
fn joined(line: &str) -> String {
    let is_square = |word: &str| word.len() <= 2 && word.chars().all(|c| c.is_ascii_alphanumeric());
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.len() > 1 && words.iter().all(|word| is_square(word)) { words.join("-") } else { line.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_without_a_sign_make_a_move() {
        assert_eq!(joined("11 15"), "11-15");
        assert_eq!(joined(" c3  d4 "), "c3-d4");
        assert_eq!(joined("11 - 15"), "11 - 15");
        assert_eq!(joined("11-15"), "11-15");
    }
}
