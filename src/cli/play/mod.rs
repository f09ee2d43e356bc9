//! `damero play`: a game against a person at the terminal, or against whatever writes lines.

mod deeds;
mod ears;
mod files;
mod keep;
mod table;
mod told;
mod watch;
mod words;

use std::time::{SystemTime, UNIX_EPOCH};

use crate::board::Side;
use crate::engine::{Objective, Strength, engine};
use crate::game::Game;
use crate::lang::Say;
use crate::openings::BookChoice;
use crate::rules::Variant;

use super::analyse;
use super::args::Args;
use super::board::Style;
use super::interrupt;
use super::options::Text;
use super::outcome::{Done, Failure, Out, tell};

use ears::Ears;
use keep::Keep;
use table::Table;
use watch::Watch;

/// What the help says of the words and of where games are kept.
pub(super) const NOTES: Text = Text(
    "Type moves with numbers or letters; 'help' lists what else can be typed. Ctrl-C, Ctrl-D and 'quit' end; the game is \
     kept then, and --resume goes on with it.\n\n\
     Examples:\n  damero play\n  damero play --rules russian --color black --clock 10+5\n  damero play --fen 'W:WK15,20:BK28,12'",
    "Escriba jugadas con números o letras; 'ayuda' enumera lo demás que puede escribirse. Ctrl-C, Ctrl-D y 'salir' terminan; \
     la partida se guarda entonces, y --resume sigue con ella.\n\n\
     Ejemplos:\n  damero play\n  damero play --rules spanish --color black --clock 10+5\n  damero play --fen 'W:WK15,20:BK28,12'",
);

/// How much less than equality a draw is worth to Damero, in hundredths of a man.
const CONTEMPT: i32 = 10;

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let mut keep = Keep::new(args.text("keep"));
    let resumed = if args.flag("resume") { Some(files::unfinished(&keep, args)?) } else { None };
    let variant = match &resumed {
        Some((_, variant)) => variant,
        None => args.variant()?,
    };
    let draws = args.draw_rules(variant)?;
    let watch = args.text("clock").map(Watch::read).transpose().map_err(|error| args.wrong("clock", &error))?;
    let mut options = analyse::engine_options(args)?;
    options.book = args.book(BookChoice::SHIPPED);
    options.contempt = CONTEMPT;
    let level = args.whole("level").and_then(Strength::new).unwrap_or(DEFAULT_LEVEL);
    options.strength = level.with_seed(seed());
    let engine = engine(variant.laws, &options);
    engine.egdb_faults().iter().for_each(|fault| tell(&fault.say(args.lang)));
    let setup = args.setup(variant)?;
    let mut table = Table {
        args,
        variant,
        game: Game::from_state(variant, setup.state(), draws),
        person: person(args, variant),
        engine,
        giveaway: options.objective == Objective::Giveaway,
        options,
        watch,
        style: Style::of(args, variant, out),
        turned: args.flag("flip"),
        choice: Vec::new(),
        ended: None,
        kept: true,
        keep: Keep::new(Some("off")),
        ears: Ears::open(),
    };
    let file = resumed.as_ref().map(|(path, _)| path.display().to_string());
    if let Some(file) = file.as_deref().or(args.text("load")) {
        table.load(file, None).map_err(Failure::Input)?;
    }
    if let Some((path, _)) = resumed {
        keep.go_on(path);
    }
    let left = keep.latest().filter(|_| !args.flag("resume"));
    table.keep = keep;
    interrupt::listen();
    table.run(left.is_some(), out)
}

/// The level where none is asked for.
const DEFAULT_LEVEL: Strength = Strength::new(5).unwrap();

/// A number that is another each time, so that games differ.
fn seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}

/// The side that the person plays.
fn person(args: &Args<'_>, variant: &Variant) -> Side {
    match args.text("color") {
        Some("white") => Side::White,
        Some("black") => Side::Black,
        Some(_) => {
            if (seed() / 1_000).is_multiple_of(2) {
                Side::White
            } else {
                Side::Black
            }
        }
        None => variant.first,
    }
}
