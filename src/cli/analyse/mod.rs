//! `damero analyse`: searches positions and tells what it finds.

mod display;
mod input;
mod json;
mod report;

use std::time::Duration;

use crate::board::{Move, MoveList};
use crate::engine::{AnyEngine, EngineOptions, Objective, engine};
use crate::game::Game;
use crate::lang::Say;
use crate::notation::parse_move;
use crate::openings::BookChoice;
use crate::rules::{DrawRules, Variant};
use crate::search::{Info, Limits, Observer, SearchResult, StopHandle};

use super::args::Args;
use super::board::{Style, board, caption};
use super::interrupt;
use super::live::LiveLine;
use super::options::Text;
use super::outcome::{Done, Failure, Out, bad, has_no_commands, one_line, tell};

use display::Display;
use input::{Task, Tasks};
use report::View;

/// What the help says of the last line and the keys.
pub(super) const NOTES: Text = Text(
    "The last line for each position is 'bestmove MOVE' in Hub notation, or 'bestmove none'. On a terminal the search is \
     shown as it goes; elsewhere a line is written for each depth. Ctrl-C ends the search and writes what it found. win% is \
     the result that the score promises, 100% for a win and 50% for a draw; 'wins in 14' counts moves of the winner.\n\nOf a \
     PDN file each position of each game is searched. Where Ctrl-C ends a file early, the exit status is 130 and a message \
     says with which --skip to go on.\n\nJSON: an object of type 'info' for each line of the search, one of type 'result' \
     last. Keys of both: schema, type, rules, position (from 1), name, fen; game (from 1), move and played in a game, else \
     null. A line: depth, mean_depth, multipv, score, nodes, nps, time (seconds), hash_full (thousandths), egdb_hits, pv. \
     Score: men, from (mover, white), expectation (0 to 1), exactness (heuristic, database, proven), winner, plies, moves (of \
     the winner). Result: complete (false after Ctrl-C), bestmove, ponder, nodes, time, over (null, or winner and rule), \
     lines.",
    "La última línea de cada posición es 'bestmove JUGADA' en notación Hub, o 'bestmove none'. En un terminal se ve la \
     búsqueda según avanza; si no, se escribe una línea por profundidad. Ctrl-C acaba la búsqueda y escribe lo encontrado. \
     gana es el resultado que promete el valor, 100% si se gana y 50% en tablas; 'ganan en 14' cuenta jugadas del \
     ganador.\n\nDe un fichero PDN se analiza cada posición de cada partida. Si Ctrl-C acaba antes de tiempo, el estado de \
     salida es 130 y un mensaje dice con qué --skip seguir.\n\nJSON: un objeto de tipo 'info' por línea de búsqueda y uno de \
     tipo 'result' al final. Claves de ambos: schema, type, rules, position (desde 1), name, fen; game (desde 1), move y \
     played en una partida, o null. Una línea: depth, mean_depth, multipv, score, nodes, nps, time (segundos), hash_full \
     (milésimas), egdb_hits, pv. Score: men, from (mover, white), expectation (0 a 1), exactness (heuristic, database, \
     proven), winner, plies, moves (del ganador). Result: complete (false tras Ctrl-C), bestmove, ponder, nodes, time, over \
     (null, o winner y rule), lines.",
);

/// The time for each position where nothing bounds the search.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// How an analysis is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// Redrawn in place on a terminal.
    Living,
    /// A line for each depth.
    Lines,
    /// Results only.
    Quiet,
    /// Objects for programs.
    Json,
    /// Of those, results only.
    QuietJson,
}

impl Manner {
    fn of(args: &Args<'_>, out: &Out<'_>) -> Manner {
        match (args.flag("json"), args.flag("quiet")) {
            (true, true) => Manner::QuietJson,
            (true, false) => Manner::Json,
            (false, true) => Manner::Quiet,
            (false, false) if out.is_terminal() && !has_no_commands() => Manner::Living,
            (false, false) => Manner::Lines,
        }
    }

    fn is_json(self) -> bool {
        matches!(self, Manner::Json | Manner::QuietJson)
    }
}

/// What is the same for all positions.
struct Plan<'a> {
    args: &'a Args<'a>,
    variant: &'static Variant,
    draws: DrawRules,
    options: EngineOptions,
    style: Style,
    manner: Manner,
}

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let draws = args.draw_rules(variant)?;
    let tasks = Tasks::of(args, variant, &draws)?;
    let options = engine_options(args)?;
    interrupt::listen();
    let mut engine = engine(variant.laws, &options);
    engine.egdb_faults().iter().for_each(|fault| tell(&fault.say(args.lang)));
    engine.book_fault().iter().for_each(|fault| tell(&fault.say(args.lang)));
    let (style, manner) = (Style::of(args, variant, out), Manner::of(args, out));
    let plan = Plan { args, variant, draws, options, style, manner };
    plan.analyse_all(tasks, engine.as_mut(), out)
}

/// The engine that the arguments ask for; an option that the command has not counts as not given.
pub(super) fn engine_options(args: &Args<'_>) -> Result<EngineOptions, Failure> {
    let default = EngineOptions::default();
    let options = EngineOptions {
        threads: args.threads(),
        hash_mib: args.whole("hash").unwrap_or(default.hash_mib),
        contempt: args.whole("contempt").unwrap_or(0),
        objective: objective(args),
        weights: args.weights()?,
        egdb: args.egdb(),
        strength: default.strength,
        book: args.book(BookChoice::OFF),
    };
    // Asked for here, as an engine that gets no memory can only give up.
    let bytes = options.hash_mib.saturating_mul(1 << 20);
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        let mib = options.hash_mib;
        return Err(bad(
            args.lang,
            format!("--hash {mib}: there is not so much memory; give less"),
            format!("--hash {mib}: no hay tanta memoria; dé menos"),
        ));
    }
    Ok(options)
}

fn objective(args: &Args<'_>) -> Objective {
    if args.text("objective") == Some("giveaway") { Objective::Giveaway } else { Objective::Win }
}

impl Plan<'_> {
    /// Analyses one position after another. Those that cannot be read are told of, and the others go on.
    fn analyse_all(
        &self,
        mut tasks: Tasks<'_>,
        engine: &mut dyn AnyEngine,
        out: &mut Out<'_>,
    ) -> Result<Done, Failure> {
        let skipped: usize = self.args.whole("skip").unwrap_or(0);
        let (mut seen, mut done) = (tasks.leave_out(skipped, &interrupt::came), Done::Well);
        let mut progress = (!out.is_terminal()).then(|| LiveLine::new(self.args));
        for task in tasks {
            seen += 1;
            let analysed = match task {
                // A signal can come before the first search, or between two.
                Ok(_) if interrupt::came() => return Ok(self.broke_off(seen.max(skipped + 1))),
                Ok(task) => {
                    if let Some((progress, place)) = progress.as_mut().zip(task.place.as_ref()) {
                        progress.show(&one_line(&format!("{seen}: {place}")));
                    }
                    self.analyse(&task, seen, seen == skipped + 1, engine, out)?
                }
                Err(error) => Err(error),
            };
            if analysed.is_err() || interrupt::came() {
                // Messages stand on lines of their own.
                progress.iter_mut().for_each(LiveLine::clear);
            }
            if let Err(error) = analysed {
                tell(&error);
                done = Done::WithBadInput;
            } else if interrupt::came() && self.args.text("file").is_some() {
                return Ok(self.broke_off(seen));
            }
        }
        let Some(file) = self.args.text("file").filter(|_| seen <= skipped) else { return Ok(done) };
        let lang = self.args.lang;
        Err(match seen {
            0 => bad(
                lang,
                format!("{file} holds no position; give a FEN a line, or PDN"),
                format!("{file} no contiene ninguna posición; dé un FEN por línea, o PDN"),
            ),
            all => bad(
                lang,
                format!("--skip {skipped}: {file} holds {all} positions, so none is left"),
                format!("--skip {skipped}: {file} contiene {all} posiciones, así que no queda ninguna"),
            ),
        })
    }

    /// Says how far it got. The position at which the signal came is not done.
    fn broke_off(&self, at: usize) -> Done {
        let lang = self.args.lang;
        tell(&match at - 1 {
            0 => lang.pick("interrupted at the first position", "interrumpido en la primera posición").to_owned(),
            done => lang.pick(
                format!("interrupted at position {at}; go on with the same command and --skip {done}"),
                format!("interrumpido en la posición {at}; siga con la misma orden y --skip {done}"),
            ),
        });
        Done::Interrupted
    }

    /// Analyses a position; the inner error is one in the position's input, after which the others can go on.
    fn analyse(
        &self,
        task: &Task,
        number: usize,
        is_first: bool,
        engine: &mut dyn AnyEngine,
        out: &mut Out<'_>,
    ) -> Result<Result<(), String>, Failure> {
        let game = match self.game(task) {
            Ok(game) => game,
            Err(error) => return Ok(Err(error)),
        };
        let view = View {
            lang: self.args.lang,
            variant: self.variant,
            task,
            state: *game.state(),
            number,
            for_white: self.args.text("score-from") == Some("white"),
            giveaway: self.options.objective == Objective::Giveaway,
            weights: self.options.weights.as_ref(),
        };
        let limits = match self.limits(&game) {
            Ok(limits) => limits,
            Err(error) => {
                let place = task.place.as_ref().map_or(String::new(), |place| format!("{place}: "));
                return Ok(Err(place + &error));
            }
        };
        self.introduce(&view, is_first, out)?;
        if let Some(over) = view.over(&game) {
            if self.manner.is_json() {
                out.line(view.json_result(Err(&over), true))?;
            } else {
                self.picture(&view, out)?;
                out.line(&over.reason)?;
                out.line(view.best_move(None))?;
            }
            return Ok(Ok(()));
        }
        engine.new_game();
        let stop = interrupt::stop_handle();
        if self.manner == Manner::Living {
            let display = Display::new(&view, self.style, stop.clone(), out);
            let result = display.around(|observer| engine.search(&game, &limits, &stop, observer))?;
            display.conclude(&result)?;
            return Ok(Ok(()));
        }
        self.picture(&view, out)?;
        if self.manner == Manner::Lines {
            out.line(view.headings())?;
        }
        let several = limits.multipv > 1;
        let mut listener =
            Listener { manner: self.manner, view: &view, several, out, stop: stop.clone(), failure: None };
        let result = engine.search(&game, &limits, &stop, &mut listener);
        match listener.failure {
            Some(failure) => Err(failure),
            None => self.conclude(&view, &result, out).map(Ok),
        }
    }

    /// The game of which a position is part.
    fn game(&self, task: &Task) -> Result<Game, String> {
        let mut game = Game::from_state(self.variant, task.start, self.draws.clone());
        for &played in &task.moves {
            // A game may go on where the rules would have drawn it.
            game.play(played).map_err(|error| {
                let place = task.place.as_deref().unwrap_or_default();
                format!("{place}: {}", error.say(self.args.lang))
            })?;
        }
        Ok(game)
    }

    /// Writes what was found.
    fn conclude(&self, view: &View<'_>, result: &SearchResult, out: &mut Out<'_>) -> Result<(), Failure> {
        if self.manner.is_json() {
            return out.line(view.json_result(Ok(result), !interrupt::came()));
        }
        if interrupt::came() && out.is_terminal() {
            // Below the `^C` that the terminal echoes.
            out.line("")?;
        }
        out.lines(&view.best_lines(result))?;
        out.line(view.best_move(result.best))
    }

    /// Writes where a position comes from.
    fn introduce(&self, view: &View<'_>, is_first: bool, out: &mut Out<'_>) -> Result<(), Failure> {
        let Some(place) = view.task.place.as_ref().filter(|_| !self.manner.is_json()) else { return Ok(()) };
        if !is_first {
            out.line("")?;
        }
        let name = view.task.name.as_ref().map_or(String::new(), |name| format!(": {name}"));
        let position = self.args.lang.pick("position", "posición");
        let played = view.task.spot.and_then(|spot| spot.played).map(|played| {
            let text = view.moves(&[played]);
            self.args.lang.pick(format!(", {text} was played"), format!(", se jugó {text}"))
        });
        let played = played.unwrap_or_default();
        out.line(one_line(&format!("{position} {} ({place}{played}){name}", view.number)))
    }

    /// Draws a position, where that is wanted.
    fn picture(&self, view: &View<'_>, out: &mut Out<'_>) -> Result<(), Failure> {
        if self.manner.is_json() || self.manner == Manner::Quiet {
            return Ok(());
        }
        if out.is_terminal() {
            out.lines(&board(view.position(), self.variant.numbering, self.style))?;
        }
        out.lines(&caption(&view.state, self.variant, view.task.move_number, self.args.lang))
    }

    /// What bounds the search of a position.
    fn limits(&self, game: &Game) -> Result<Limits, String> {
        let args = self.args;
        let legal = game.legal_moves();
        let moves = self.wanted_moves(game, &legal)?;
        let unbounded = args.flag("infinite") || args.text("depth").is_some() || args.text("nodes").is_some();
        let count = moves.as_ref().map_or(legal.len(), Vec::len);
        Ok(Limits {
            depth: args.whole("depth"),
            nodes: args.whole("nodes"),
            move_time: args.seconds("time").or(if unbounded { None } else { Some(DEFAULT_TIME) }),
            multipv: if args.flag("all-scores") { count } else { args.whole("multipv").unwrap_or(1).min(count) },
            moves,
            wait_for_stop: args.flag("infinite"),
            ..Limits::default()
        })
    }

    /// The moves that `--searchmoves` and `--exclude` leave; `None` where neither is given.
    fn wanted_moves(&self, game: &Game, legal: &MoveList) -> Result<Option<Vec<Move>>, String> {
        let (only, without) = (self.moves("searchmoves", game)?, self.moves("exclude", game)?);
        if only.is_empty() && without.is_empty() {
            return Ok(None);
        }
        let wanted = |played: &Move| (only.is_empty() || only.contains(played)) && !without.contains(played);
        let left: Vec<Move> = legal.iter().copied().filter(wanted).collect();
        if left.is_empty() {
            return Err(self
                .args
                .lang
                .pick("--exclude leaves no move to look at", "--exclude no deja ninguna jugada que mirar")
                .to_owned());
        }
        Ok(Some(left))
    }

    /// The moves of an option, which commas may part as well as spaces.
    fn moves(&self, long: &str, game: &Game) -> Result<Vec<Move>, String> {
        let given = self.args.texts(long);
        let texts: Vec<&str> = given.iter().flat_map(|text| text.split([',', ' '])).filter(|t| !t.is_empty()).collect();
        if texts.is_empty() && !given.is_empty() {
            let why = self.args.lang.pick("no move is named", "no se nombra ninguna jugada");
            return Err(format!("--{long}: {why}"));
        }
        let parse = |text| parse_move(text, self.variant, game.position());
        let named = |text| parse(text).map_err(|error| format!("--{long}: {}", error.say(self.args.lang)));
        texts.into_iter().map(named).collect()
    }
}

/// Writes the lines of a search as they come. Where one cannot be written, the search is stopped.
struct Listener<'a, 'b> {
    manner: Manner,
    view: &'a View<'a>,
    several: bool,
    out: &'a mut Out<'b>,
    stop: StopHandle,
    failure: Option<Failure>,
}

impl Observer for Listener<'_, '_> {
    fn report(&mut self, info: &Info) {
        if self.failure.is_some() {
            return;
        }
        let text = match self.manner {
            Manner::Json => self.view.json_line(info),
            Manner::Lines => self.view.line(info, self.several),
            Manner::Living | Manner::Quiet | Manner::QuietJson => return,
        };
        if let Err(failure) = self.out.line(text) {
            self.failure = Some(failure);
            self.stop.stop();
        }
    }
}
