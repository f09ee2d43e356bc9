//! `damero study FEN`: solves a study and says whether it is sound.

mod json;
mod text;

use std::time::Duration;

use crate::board::Move;
use crate::lang::Say;
use crate::notation::pdn_move;
use crate::rules::{State, Variant};
use crate::search::StopHandle;
use crate::study::{Goal, Setup, Watch, study};

use super::analyse;
use super::args::Args;
use super::board::{Style, board, caption};
use super::interrupt;
use super::live::LiveLine;
use super::options::Text;
use super::outcome::{Done, Failure, Out, tell};

/// What the help says of the method, the marks and the keys.
pub(super) const NOTES: Text = Text(
    "Where endgame databases reach (four pieces; --egdb for more), all is exact. Beyond them a win is proven by search, \
     a draw only by play that is forced into the databases; the rest is said not to be proven. Of the draw rules only \
     that of three kings against one (filipino, --three-kings) plays a part.\n\n\
     Marks: ! the only way, losses of time aside. A dual is another move of the solver that also does it; one after which the \
     shortest win leads back to a position of the solution is a loss of time and no dual. Defences after which the solver has \
     several ways at once do not matter and are only counted. Verdicts: sound (one way, in the main line), cooked (another first move), duals \
     (later ones), open (no other way found, but not all are refuted), unproven, refuted (it is not what --goal says).\n\n\
     Examples:\n  damero study 'W:WK15,20:BK28,12'\n  damero study --rules russian --egdb DIR --json FEN\n\n\
     JSON: one object of type 'study': schema, type, rules, fen, goal, solver, value (winner, plies, proof), verdict, cooks, \
     duals and open (places in the main line, from 0), main (steps: move, by_solver, choices, open, fails, variations), end, \
     shortest, plies, points, loose, interrupted.",
    "Donde llegan las bases de finales (cuatro piezas; más con --egdb), todo es exacto. Más allá, una victoria se demuestra \
     por búsqueda y unas tablas solo por juego forzado hasta las bases; de lo demás se dice que no está demostrado. De las reglas \
     de tablas solo entra la de tres damas contra una (filipino, --three-kings).\n\n\
     Signos: ! el único camino, salvo pérdidas de tiempo. Un dual es otra jugada de quien resuelve que también lo logra; si la \
     victoria más corta tras ella vuelve a una posición de la solución, es pérdida de tiempo y no dual. Las defensas tras las que hay varios caminos \
     a la vez no importan y solo se cuentan. Veredictos: sound, correcto (un solo camino en la línea principal); cooked, \
     demolido (otra primera jugada); duals, con duales (más tarde); open, abierto (no se halló otro camino, pero no todos \
     están refutados); unproven, sin demostrar; refuted, refutado (no es lo que dice --goal).\n\n\
     Ejemplos:\n  damero study 'W:WK15,20:BK28,12'\n  damero study --rules russian --egdb CARPETA --json FEN\n\n\
     JSON: un objeto de tipo 'study': schema, type, rules, fen, goal, solver, value (winner, plies, proof), verdict, cooks, \
     duals y open (lugares de la línea principal, desde 0), main (pasos: move, by_solver, choices, open, fails, \
     variations), end, shortest, plies, points, loose, interrupted.",
);

/// The time for each position that has to be searched.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// How many of the solver's positions are looked at.
const DEFAULT_POINTS: usize = 300;

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let position = args.parse_fen(args.positional("FEN").unwrap_or(""), variant)?;
    let goal = args.text("goal").map(|goal| if goal == "win" { Goal::Win } else { Goal::Draw });
    let setup = Setup {
        variant,
        draws: args.draw_rules(variant)?,
        options: analyse::engine_options(args)?,
        time: args.seconds("time").unwrap_or(DEFAULT_TIME),
        goal,
        most_points: args.whole("points").unwrap_or(DEFAULT_POINTS),
    };
    let is_json = args.flag("json");
    if !is_json && !args.flag("quiet") {
        let style = Style::of(args, variant, out);
        if out.is_terminal() {
            out.lines(&board(&position.position, variant.numbering, style))?;
        }
        out.lines(&caption(&position.state(), variant, position.move_number, args.lang))?;
        out.line("")?;
    }
    interrupt::listen();
    let state = position.state();
    let mut waiting = Waiting { line: LiveLine::new(args), variant, state, args };
    let (solved, faults) = study(state, &setup, &mut waiting);
    waiting.line.clear();
    faults.iter().for_each(|fault| tell(&fault.say(args.lang)));
    if is_json {
        out.line(json::study(&solved, variant).to_string())?;
    } else {
        out.lines(&text::study(&solved, variant, args.lang))?;
    }
    Ok(if solved.interrupted { Done::Interrupted } else { Done::Well })
}

/// The person at the terminal, who waits.
struct Waiting<'a> {
    line: LiveLine,
    variant: &'static Variant,
    state: State,
    args: &'a Args<'a>,
}

impl Watch for Waiting<'_> {
    fn stop_handle(&mut self) -> StopHandle {
        interrupt::stop_handle()
    }

    fn is_over(&self) -> bool {
        interrupt::came()
    }

    fn looked_at(&mut self, points: usize, line: &[Move]) {
        let mut position = *self.state.position();
        let mut texts = Vec::new();
        for &played in line {
            texts.push(pdn_move(&position, played, self.variant));
            position = position.play(played);
        }
        let last = texts.split_off(texts.len().saturating_sub(6)).join(" ");
        let text = self.args.lang.pick(
            format!("{points} positions, ply {}: ... {last}", line.len()),
            format!("{points} posiciones, media jugada {}: ... {last}", line.len()),
        );
        self.line.show(&text);
    }
}
