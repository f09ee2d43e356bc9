//! `damero puzzles GAMES.pdn`: positions of games with one winning move.

mod html;
mod hunt;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::board::Move;
use crate::lang::{Lang, Say};
use crate::notation::{PdnGame, PdnResult, write_pdn};
use crate::rules::Variant;
use crate::study::Puzzle;

use super::args::Args;
use super::files::{try_place, write_whole};
use super::interrupt;
use super::options::Text;
use super::outcome::{Done, Failure, Out, bad, tell};

use hunt::{Hunt, hunt};

/// What the help says of the choice and the grades.
pub(super) const NOTES: Text = Text(
    "A position is a puzzle where the best move promises 0.85 points or more (a draw is 0.5) and every other move 0.6 or less, \
     as a search of --nodes positions has it; both are exact where databases reach. Positions with one legal move, the first \
     six plies of a game from the start, and what goes on as the puzzle before it are left out; positions that come again, also \
     with sides turned, come once.\n\n\
     Grades 1 to 5: by the depth at which the search finds the move (the length of the win, where databases know it), three pieces on the board counting as one ply more (up to \
     5, 9, 13, 18 and above).\n\n\
     Ctrl-C ends the run; what was found is written, and --resume goes on. Games that cannot be read are named, and the exit \
     status is 2 then.\n\nExample:\n  damero puzzles games.pdn -o puzzles.pdn --html puzzles.html",
    "Una posición es un problema si la mejor jugada promete 0,85 puntos o más (unas tablas son 0,5) y toda otra 0,6 o menos, \
     según una búsqueda de --nodes posiciones; donde llegan las bases ambas son exactas. Se dejan fuera las posiciones con una \
     sola jugada, las seis primeras medias jugadas desde el comienzo y lo que sigue la solución anterior; las que se repiten, \
     también con los bandos cambiados, salen una vez.\n\n\
     Grados de 1 a 5: por la profundidad a la que la búsqueda halla la jugada (lo que dura la victoria, si la dan las bases), contando tres piezas como una media jugada más \
     (hasta 5, 9, 13, 18 y más).\n\n\
     Ctrl-C termina; lo encontrado se escribe, y --resume sigue. Las partidas ilegibles se nombran, y el estado de salida es \
     entonces 2.\n\nEjemplo:\n  damero puzzles partidas.pdn -o problemas.pdn --html problemas.html",
);

/// A puzzle and the game it comes from.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Found {
    /// The number of the game, from 1.
    pub game: usize,
    pub variant: &'static Variant,
    /// Who played, and when.
    pub source: String,
    pub puzzle: Puzzle,
}

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let (pdn, html) = (args.text("output"), args.text("html"));
    let journal = pdn.or(html).map(journal_beside);
    if args.flag("resume") && journal.is_none() {
        return Err(bad(
            args.lang,
            "--resume: give -o or --html as before".to_owned(),
            "--resume: dé -o o --html como antes".to_owned(),
        ));
    }
    [pdn, html].into_iter().flatten().try_for_each(|file| try_place(Path::new(file), args.lang))?;
    interrupt::listen();
    let hunted = hunt(args, journal.as_deref())?;
    let puzzles = graded(hunted.found.clone());
    if let Some(file) = html {
        write_whole(Path::new(file), html::sheet(&puzzles, args.lang).as_bytes(), args.lang)?;
    }
    let text: String = (1..).zip(&puzzles).map(|(number, found)| pdn_of(number, found)).collect();
    match pdn {
        Some(file) => write_whole(Path::new(file), text.as_bytes(), args.lang)?,
        None if html.is_none() => out.bytes(text.as_bytes())?,
        None => {}
    }
    conclude(args, &hunted, puzzles.len(), journal.as_deref())
}

/// Says what came of it; a journal that is not needed any more goes.
fn conclude(args: &Args<'_>, hunted: &Hunt, count: usize, journal: Option<&Path>) -> Result<Done, Failure> {
    let games = hunted.games;
    if hunted.interrupted {
        tell(&match journal {
            Some(_) => args.lang.pick(
                format!("interrupted after {games} games, {count} puzzles written; go on with --resume"),
                format!("interrumpido tras {games} partidas, {count} problemas escritos; siga con --resume"),
            ),
            None => args.lang.pick(
                format!("interrupted after {games} games; without -o or --html it cannot be gone on with"),
                format!("interrumpido tras {games} partidas; sin -o ni --html no se puede seguir"),
            ),
        });
        return Ok(Done::Interrupted);
    }
    if let Some(journal) = journal {
        // It is of no use any more; that it stays does no harm.
        let _ = std::fs::remove_file(journal);
    }
    if !args.flag("quiet") {
        tell(
            &args
                .lang
                .pick(format!("{count} puzzles from {games} games"), format!("{count} problemas de {games} partidas")),
        );
    }
    Ok(if hunted.unreadable > 0 { Done::WithBadInput } else { Done::Well })
}

/// The journal of an output: its name, and `.journal`.
fn journal_beside(output: &str) -> PathBuf {
    PathBuf::from(format!("{output}.journal"))
}

/// The puzzles in the order of games, each once, then the easy ones first.
fn graded(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_key(|found| (found.game, found.puzzle.ply));
    let mut seen = HashSet::new();
    found.retain(|found| seen.insert((found.variant.laws.place(), found.puzzle.key())));
    found.sort_by_key(|found| (found.puzzle.grade(), found.puzzle.depth));
    found
}

/// A puzzle as a game that begins with its position.
fn pdn_of(number: usize, found: &Found) -> String {
    let puzzle = &found.puzzle;
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let position = puzzle.state.position();
    let tags = vec![
        tag("Event", &format!("Puzzle {number}")),
        tag("Source", &found.source),
        tag("Grade", &puzzle.grade().to_string()),
        tag("Depth", &puzzle.depth.to_string()),
        tag("Pieces", &position.occupied().count().to_string()),
    ];
    let moves: Vec<(Move, String)> = puzzle.solution.iter().map(|&played| (played, String::new())).collect();
    let game = PdnGame { tags, start: puzzle.state, moves, result: PdnResult::Won(position.side()) };
    write_pdn(&game, found.variant)
}

/// What the solver is to do, in words.
fn task(found: &Found, lang: Lang) -> String {
    let puzzle = &found.puzzle;
    let side = puzzle.state.position().side().say(lang);
    match puzzle.plies.map(|plies| plies.div_ceil(2)) {
        Some(1) => lang.pick(format!("{side} to play and win in 1 move"), format!("juegan {side} y ganan en 1 jugada")),
        Some(moves) => lang.pick(
            format!("{side} to play and win in {moves} moves"),
            format!("juegan {side} y ganan en {moves} jugadas"),
        ),
        None => lang.pick(format!("{side} to play and win"), format!("juegan {side} y ganan")),
    }
}
