//! What the words of the game do.

use std::time::Duration;

use crate::board::Move;
use crate::cli::interrupt;
use crate::cli::laws;
use crate::cli::outcome::{Failure, Out};
use crate::engine::{EngineOptions, Strength};
use crate::game::Game;
use crate::lang::Say;
use crate::notation::{Naming, parse_fen, pdn_move, sort_moves, write_fen_full};
use crate::search::{Info, Limits, SearchResult, Silent};

use super::files;
use super::table::Table;
use super::told::{Ending, how_strongly, judged, typed};

/// The time for a hint, and for thinking about a draw.
const ASIDE: Duration = Duration::from_millis(500);
/// Plies before which Damero takes no draw in a position that is even.
const EARLY: usize = 40;
/// A score, in hundredths of a man, up to which an even position is one; and one from which a position is bad.
const EVEN: i32 = 15;
const BAD: i32 = -100;

impl Table<'_> {
    pub(super) fn list_moves(&self, square: &str, out: &mut Out<'_>) -> Result<(), Failure> {
        let mut moves = self.game.legal_moves();
        sort_moves(&mut moves, self.variant.numbering);
        let naming = Naming::of(self.variant);
        let numbers = Naming::numbers(self.variant.numbering);
        let from = |played: &&Move| {
            let names = [
                naming.square(played.from()),
                numbers.square(played.from()),
                self.variant.numbering.letters(played.from()),
            ];
            square.is_empty() || names.iter().any(|name| name.eq_ignore_ascii_case(square))
        };
        let moves: Vec<Move> = moves.iter().filter(from).copied().collect();
        if moves.is_empty() {
            return out.line(self.lang().pick("No piece there can move.", "Ninguna pieza de ahí puede mover."));
        }
        out.line(typed(self.game.position(), &moves, self.variant).join("  "))
    }

    /// A search on the side, at full strength whatever the level.
    fn look(&mut self) -> SearchResult {
        let limits = Limits { move_time: Some(ASIDE), ..Limits::default() };
        let stop = interrupt::stop_handle();
        self.engine.set_options(&EngineOptions { strength: Strength::FULL, ..self.options.clone() });
        let found = self.engine.search(&self.game, &limits, &stop, &mut Silent);
        self.engine.set_options(&self.options);
        found
    }

    pub(super) fn set_level(&mut self, rest: &str, out: &mut Out<'_>) -> Result<(), Failure> {
        let (lang, most) = (self.lang(), Strength::MOST);
        if !rest.is_empty() {
            let Some(strength) = rest.parse().ok().and_then(Strength::new) else {
                return out.line(lang.pick(
                    format!("Levels go from 1 to {most}, such as: level 3; level 0 is full strength"),
                    format!("Los niveles van de 1 a {most}, como: nivel 3; nivel 0 es toda la fuerza"),
                ));
            };
            self.options.strength = strength.with_seed(self.options.strength.seed());
            self.engine.set_options(&self.options);
        }
        let how = how_strongly(self.options.strength, lang);
        out.line(lang.pick(format!("Damero plays {how}."), format!("Damero juega {how}.")))
    }

    pub(super) fn hint(&mut self, out: &mut Out<'_>) -> Result<(), Failure> {
        let lang = self.lang();
        if self.ended.is_some() {
            return out.line(lang.pick("The game is over.", "La partida ha terminado."));
        }
        let found = self.look();
        let mover = self.game.position().side();
        let Some((best, info)) = found.best.zip(found.lines.first()) else { return Ok(()) };
        let text = pdn_move(self.game.position(), best, self.variant);
        let judged = judged(info, mover, lang);
        out.line(lang.pick(format!("{text} ({judged})"), format!("{text} ({judged})")))
    }

    pub(super) fn undo(&mut self, rest: &str, out: &mut Out<'_>) -> Result<(), Failure> {
        let lang = self.lang();
        let Some(times) = (if rest.is_empty() { Some(1) } else { rest.parse::<usize>().ok().filter(|&n| n > 0) })
        else {
            return out.line(lang.pick(
                "Say how many moves to take back, such as: undo 2",
                "Diga cuántas jugadas se retiran, como: deshacer 2",
            ));
        };
        let own = |game: &Game| {
            game.states().iter().zip(game.moves()).filter(|(state, _)| state.position().side() == self.person).count()
        };
        let have = own(&self.game);
        if have == 0 {
            return out.line(lang.pick("You have made no move yet.", "Aún no ha hecho ninguna jugada."));
        }
        let wanted = have.saturating_sub(times);
        while own(&self.game) > wanted && self.game.undo().is_some() {}
        if let Some(watch) = &mut self.watch {
            watch.stop(false);
        }
        (self.ended, self.kept) = (None, false);
        self.choice.clear();
        self.note(out)?;
        self.show(out)
    }

    /// Damero takes a draw that it knows to be one, one that it would be glad of, and, later in the game, an even one.
    pub(super) fn offer_draw(&mut self, out: &mut Out<'_>) -> Result<(), Failure> {
        let lang = self.lang();
        if self.ended.is_some() {
            return out.line(lang.pick("The game is over.", "La partida ha terminado."));
        }
        let found = self.look();
        let accepts = found.lines.first().is_some_and(|info| self.would_draw(info));
        if accepts {
            out.line(lang.pick("Damero accepts.", "Damero acepta."))?;
            self.end(Ending::Agreed);
            return Ok(());
        }
        out.line(lang.pick("Damero plays on.", "Damero sigue jugando."))
    }

    fn would_draw(&self, info: &Info) -> bool {
        let score = -info.score.raw();
        let late = self.game.moves().len() >= EARLY;
        info.is_known && score <= 0 || score <= BAD || late && score <= EVEN
    }

    pub(super) fn swap(&mut self, out: &mut Out<'_>) -> Result<(), Failure> {
        if let Some(watch) = &mut self.watch {
            watch.stop(false);
        }
        self.person = !self.person;
        self.choice.clear();
        let name = self.person.say(self.lang());
        out.line(self.lang().pick(format!("You play {name} now."), format!("Ahora juega usted con {name}.")))
    }

    pub(super) fn tell_rules(&self, out: &mut Out<'_>) -> Result<(), Failure> {
        let lang = self.lang();
        for law in laws::movement(&self.variant.laws.spec(), lang) {
            out.line(format!("- {law}"))?;
        }
        if self.giveaway {
            out.line(lang.pick(
                "- Giveaway: the side without a piece or a move has won.",
                "- Gana pierde: gana el bando sin piezas o sin jugada.",
            ))?;
        }
        out.line(lang.pick("A draw:", "Tablas:"))?;
        let draws = laws::draws(self.game.draws(), lang);
        if draws.is_empty() {
            out.line(lang.pick("- by agreement only", "- solo por acuerdo"))?;
        }
        for (.., text) in draws {
            out.line(format!("- {text}"))?;
        }
        Ok(())
    }

    /// Puts the game away and begins another.
    pub(super) fn begin(&mut self, game: Game, out: &mut Out<'_>) -> Result<(), Failure> {
        if self.ended.is_none() {
            self.put_away(out)?;
        }
        self.game = game;
        (self.ended, self.kept) = (None, true);
        self.choice.clear();
        self.engine.new_game();
        if let Some(watch) = &mut self.watch {
            watch.begin_anew();
        }
        self.show(out)
    }

    pub(super) fn set_up(&mut self, fen: &str, out: &mut Out<'_>) -> Result<(), Failure> {
        if fen.is_empty() {
            let fen = write_fen_full(self.game.state(), self.variant.numbering, None);
            return out.line(fen);
        }
        match parse_fen(fen, self.variant.numbering, self.args.flag("allow-odd")) {
            Ok(setup) => {
                let game = Game::from_state(self.variant, setup.state(), self.game.draws().clone());
                self.begin(game, out)
            }
            Err(error) => out.line(error.say(self.lang())),
        }
    }

    pub(super) fn save(&self, file: &str, out: &mut Out<'_>) -> Result<(), Failure> {
        let lang = self.lang();
        if file.is_empty() {
            return out
                .line(lang.pick("Say where to, such as: save game.pdn", "Diga dónde, como: guardar partida.pdn"));
        }
        match files::save(file, &self.pdn(), lang) {
            Ok(()) => out.line(lang.pick(format!("Added to {file}."), format!("Añadida a {file}."))),
            Err(message) => out.line(message),
        }
    }

    pub(super) fn load_here(&mut self, rest: &str, out: &mut Out<'_>) -> Result<(), Failure> {
        let (file, number) = match rest.rsplit_once(char::is_whitespace) {
            Some((file, number)) if number.parse::<usize>().is_ok() => (file.trim(), number.parse().ok()),
            _ => (rest, None),
        };
        if file.is_empty() {
            return out.line(
                self.lang()
                    .pick("Say which file, such as: load game.pdn", "Diga qué fichero, como: cargar partida.pdn"),
            );
        }
        let before = self.game.clone();
        match self.load(file, number) {
            Ok(()) => {
                let loaded = std::mem::replace(&mut self.game, before);
                self.begin(loaded, out)
            }
            Err(message) => out.line(message),
        }
    }

    /// Takes the game of a file for the present one; what is wrong with the file is the message of the error.
    pub fn load(&mut self, file: &str, number: Option<usize>) -> Result<(), String> {
        let record = files::game_of(file, number, self.variant, self.lang())?;
        let mut game = Game::from_state(self.variant, record.start, self.game.draws().clone());
        for &played in &record.moves {
            game.play(played).map_err(|error| format!("{file}: {}", error.say(self.lang())))?;
        }
        if let Some(ours) = files::side_of_ours(&record) {
            self.person = !ours;
        }
        self.game = game;
        Ok(())
    }
}
