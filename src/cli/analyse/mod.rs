//! `damero analyse`: searches positions and tells what it finds.

mod input;
mod report;

use std::time::Duration;

use crate::board::{Move, MoveList};
use crate::engine::{AnyEngine, EngineOptions, Objective, engine};
use crate::game::Game;
use crate::lang::Say;
use crate::notation::parse_move;
use crate::rules::{DrawRules, Variant};
use crate::search::{Info, Limits, Observer, StopHandle};

use super::args::Args;
use super::board::{Style, board, caption};
use super::interrupt;
use super::options::Text;
use super::outcome::{Done, Failure, Out, bad, one_line, tell};

use input::{Task, tasks};
use report::View;

/// What the help says of the last line and the keys.
pub(super) const NOTES: Text = Text(
    "The last line for each position is 'bestmove MOVE' in Hub notation, or 'bestmove none'. Ctrl-C ends the search and \
     writes what it found.\n\nJSON: an object of type 'info' for each line of the search, one of type 'result' last. Keys of \
     both: schema, type, rules, position (from 1), name, fen. A line: depth, mean_depth, multipv, score, nodes, nps, time \
     (seconds), hash_full (thousandths), pv. Score: men, from (mover, white), exactness (heuristic, database, proven), \
     winner, plies. Result: bestmove, ponder, nodes, time, over (null, or winner and rule), lines.",
    "La última línea de cada posición es 'bestmove JUGADA' en notación Hub, o 'bestmove none'. Ctrl-C acaba la búsqueda y \
     escribe lo encontrado.\n\nJSON: un objeto de tipo 'info' por línea de búsqueda y uno de tipo 'result' al final. Claves \
     de ambos: schema, type, rules, position (desde 1), name, fen. Una línea: depth, mean_depth, multipv, score, nodes, \
     nps, time (segundos), hash_full (milésimas), pv. Score: men, from (mover, white), exactness (heuristic, database, \
     proven), winner, plies. Result: bestmove, ponder, nodes, time, over (null, o winner y rule), lines.",
);

/// The time for each position where nothing bounds the search.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// What is the same for all positions.
struct Plan<'a> {
    args: &'a Args<'a>,
    variant: &'static Variant,
    draws: DrawRules,
    style: Style,
    json: bool,
    quiet: bool,
}

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let draws = args.draw_rules(variant)?;
    let tasks = tasks(args, variant)?;
    let options = engine_options(args)?;
    interrupt::listen();
    let mut engine = engine(variant.laws, &options);
    engine.egdb_faults().iter().for_each(|fault| tell(&fault.say(args.lang)));
    let style = Style::of(args, variant, out);
    let plan = Plan { args, variant, draws, style, json: args.flag("json"), quiet: args.flag("quiet") };
    let mut done = Done::Well;
    for (number, task) in (1..).zip(&tasks) {
        if interrupt::came() {
            let left = tasks.len() + 1 - number;
            tell(&args.lang.pick(
                format!("interrupted: the last {left} positions were not analysed"),
                format!("interrumpido: las últimas {left} posiciones no se analizaron"),
            ));
            break;
        }
        let analysed = match task {
            Ok(task) => plan.analyse(task, number, engine.as_mut(), out)?,
            Err(error) => Err(error.clone()),
        };
        if let Err(error) = analysed {
            tell(&error);
            done = Done::WithBadInput;
        }
    }
    Ok(done)
}

fn engine_options(args: &Args<'_>) -> Result<EngineOptions, Failure> {
    let default = EngineOptions::default();
    let options = EngineOptions {
        threads: args.threads(),
        hash_mib: args.whole("hash").unwrap_or(default.hash_mib),
        contempt: args.whole("contempt").unwrap_or(0),
        objective: objective(args),
        weights: args.weights()?,
        egdb: args.egdb(),
        strength: default.strength,
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
    /// Analyses a position; the inner error is one in the position's input, after which the others can go on.
    fn analyse(
        &self,
        task: &Task,
        number: usize,
        engine: &mut dyn AnyEngine,
        out: &mut Out<'_>,
    ) -> Result<Result<(), String>, Failure> {
        let game = Game::from_state(self.variant, task.setup.state(), self.draws.clone());
        let view = View {
            lang: self.args.lang,
            variant: self.variant,
            task,
            number,
            for_white: self.args.text("score-from") == Some("white"),
            giveaway: objective(self.args) == Objective::Giveaway,
        };
        let limits = match self.limits(&game) {
            Ok(limits) => limits,
            Err(error) => {
                let place = task.place.as_ref().map_or(String::new(), |place| format!("{place}: "));
                return Ok(Err(place + &error));
            }
        };
        self.introduce(task, number, out)?;
        if let Some(over) = view.over(&game) {
            if self.json {
                out.line(view.json_result(Err(&over)))?;
            } else {
                out.line(&over.reason)?;
                out.line(view.best_move(None))?;
            }
            return Ok(Ok(()));
        }
        engine.new_game();
        let stop = interrupt::stop_handle();
        let several = limits.multipv > 1;
        if !self.json && !self.quiet {
            out.line(view.headings())?;
        }
        let mut listener = Listener { plan: self, view: &view, several, out, stop: stop.clone(), failure: None };
        let result = engine.search(&game, &limits, &stop, &mut listener);
        if let Some(failure) = listener.failure {
            return Err(failure);
        }
        if self.json {
            out.line(view.json_result(Ok(&result)))?;
        } else {
            if interrupt::came() && out.is_terminal() {
                // Below the `^C` that the terminal echoes.
                out.line("")?;
            }
            out.lines(&view.best_lines(&result))?;
            out.line(view.best_move(result.best))?;
        }
        Ok(Ok(()))
    }

    /// Writes what is to be analysed.
    fn introduce(&self, task: &Task, number: usize, out: &mut Out<'_>) -> Result<(), Failure> {
        if self.json {
            return Ok(());
        }
        if let Some(place) = &task.place {
            if number > 1 {
                out.line("")?;
            }
            let name = task.name.as_ref().map_or(String::new(), |name| format!(": {name}"));
            let position = self.args.lang.pick("position", "posición");
            out.line(one_line(&format!("{position} {number} ({place}){name}")))?;
        }
        if !self.quiet {
            let state = task.setup.state();
            if out.is_terminal() {
                out.lines(&board(state.position(), self.variant.numbering, self.style))?;
            }
            out.lines(&caption(&state, self.variant, task.setup.move_number, self.args.lang))?;
        }
        Ok(())
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
    plan: &'a Plan<'a>,
    view: &'a View<'a>,
    several: bool,
    out: &'a mut Out<'b>,
    stop: StopHandle,
    failure: Option<Failure>,
}

impl Observer for Listener<'_, '_> {
    fn report(&mut self, info: &Info) {
        if self.plan.quiet || self.failure.is_some() {
            return;
        }
        let text = if self.plan.json { self.view.json_line(info) } else { self.view.line(info, self.several) };
        if let Err(failure) = self.out.line(text) {
            self.failure = Some(failure);
            self.stop.stop();
        }
    }
}
