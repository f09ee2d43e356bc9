//! `damero dxp`: games against other programs by the DXP protocol.

use std::path::PathBuf;

use crate::board::Side;
use crate::engine::Objective;
use crate::lang::Say;
use crate::protocol::Style;
use crate::protocol::dxp::{self, Colour, DxpError, DxpSettings, Place, Report, Role, Threshold, address};

use super::args::Args;
use super::interrupt;
use super::options::Text;
use super::outcome::{Done, Failure, Out, bad, one_line, tell};

/// What the help says of the rest.
pub(super) const NOTES: Text = Text(
    "Plays by the DamExchange protocol: on standard input and output, or over a network by --listen or --connect. There \
     each game is a line 'game N WHITE - BLACK RESULT (reason)', and the exit status is 1 if one came to no regular end.",
    "Juega por el protocolo DamExchange: por la entrada y la salida, o por la red con --listen o --connect. Ahí cada \
     partida es una línea 'game N BLANCAS - NEGRAS RESULTADO (motivo)', y el estado es 1 si alguna no acabó bien.",
);

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let settings = settings(args)?;
    let place = match (args.text("listen"), args.text("connect")) {
        (Some(listen), _) => Place::Listen(address(listen)),
        (None, Some(connect)) => Place::Connect(address(connect)),
        (None, None) => Place::Standard(Vec::new()),
    };
    speak(args, &settings, place, out)
}

fn speak(args: &Args<'_>, settings: &DxpSettings, place: Place, out: &mut Out<'_>) -> Result<Done, Failure> {
    let (lang, quiet) = (args.lang, args.flag("quiet"));
    // On standard output there is the protocol then, and some programs take standard error for it too.
    let silent = matches!(place, Place::Standard(_));
    interrupt::listen();
    let mut told = |report: &Report| match report {
        _ if silent => {}
        Report::Game { .. } => {
            // Who does not read the results does not stop the games.
            let _ = out.line(one_line(&report.say(lang)));
        }
        Report::Listening(_) | Report::Connected(_) | Report::Chat(_) if quiet => {}
        report => tell(&report.say(lang)),
    };
    match dxp::run(settings, place, &mut told, &interrupt::came) {
        Ok(_) if interrupt::came() => Ok(Done::Interrupted),
        Ok(true) => Ok(Done::Well),
        Ok(false) => Ok(Done::No),
        Err(error @ DxpError::Thread(_)) => Err(Failure::Fault(error.say(lang))),
        Err(error) => Err(Failure::Input(error.say(lang))),
    }
}

fn settings(args: &Args<'_>) -> Result<DxpSettings, Failure> {
    let variant = args.variant()?;
    let mut settings = DxpSettings::new(variant);
    settings.draws = args.draw_rules(variant)?;
    settings.engine.threads = args.whole("threads").unwrap_or(settings.engine.threads);
    settings.engine.hash_mib = args.whole("hash").unwrap_or(settings.engine.hash_mib);
    settings.engine.contempt = args.whole("contempt").unwrap_or(settings.engine.contempt);
    settings.engine.egdb = args.egdb();
    settings.engine.strength = args.strength();
    if args.text("objective") == Some("giveaway") {
        settings.engine.objective = Objective::Giveaway;
    }
    settings.style = args.text("position-style").and_then(Style::named).unwrap_or(settings.style);
    settings.name = args.text("name").map_or(settings.name, str::to_owned);
    let initiates = args.text("role").map_or(args.text("connect").is_some(), |role| role == "initiate");
    settings.role = if initiates { Role::Initiate } else { Role::Follow };
    settings.games = args.whole("games").or(initiates.then_some(1));
    settings.minutes = args.whole("minutes").unwrap_or(0);
    settings.moves = args.whole("moves").unwrap_or(0);
    settings.colour = match args.text("color") {
        Some("white") => Colour::Always(Side::White),
        Some("black") => Colour::Always(Side::Black),
        _ => Colour::Alternating,
    };
    settings.start = args.text("fen").map(|_| args.setup(variant)).transpose()?.map(|setup| setup.state());
    if !initiates {
        for long in ["minutes", "moves", "color", "fen"] {
            if args.text(long).is_some() {
                return Err(bad(
                    args.lang,
                    format!("--{long}: that is said by the one who asks for games; add --role initiate or --connect"),
                    format!("--{long}: eso lo dice quien pide las partidas; añada --role initiate o --connect"),
                ));
            }
        }
    }
    settings.engine.book = args.book(settings.engine.book.clone());
    settings.move_time = args.seconds("time");
    settings.depth = args.whole("depth");
    settings.nodes = args.whole("nodes");
    settings.ponder = args.flag("ponder");
    settings.take_back = !args.flag("no-take-back");
    settings.resign = threshold(args, "resign")?;
    settings.draw = threshold(args, "call-draw")?;
    settings.timeout = args.seconds("timeout").unwrap_or(settings.timeout);
    settings.pdn = args.text("output").map(PathBuf::from);
    settings.log = args.text("log").map(PathBuf::from);
    Ok(settings)
}

/// `MEN,MOVES`.
fn threshold(args: &Args<'_>, long: &str) -> Result<Option<Threshold>, Failure> {
    let Some(text) = args.text(long) else { return Ok(None) };
    let read = text.split_once(',').and_then(|(men, moves)| {
        let (men, moves): (f64, u32) = (men.trim().parse().ok()?, moves.trim().parse().ok()?);
        ((0.0..=100.0).contains(&men) && moves > 0).then_some(Threshold { men, moves })
    });
    read.map(Some).ok_or_else(|| {
        bad(
            args.lang,
            format!("--{long}: '{text}' is not MEN,MOVES, such as 5,3"),
            format!("--{long}: '{text}' no es PEONES,N, como 5,3"),
        )
    })
}

/// Speaks the protocol where the program was started without a command by another program that has said `R01`, of which
/// this was read already.
pub(super) fn run_as_asked(read: Vec<u8>) {
    let settings = DxpSettings::new(&crate::rules::VARIANTS[0]);
    // Without a log nothing can fail but the start of a thread, and there is nobody to tell.
    let _ = dxp::run(&settings, Place::Standard(read), &mut |_| {}, &|| false);
}
