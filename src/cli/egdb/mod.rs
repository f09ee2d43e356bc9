//! `damero egdb`: builds endgame databases and asks them.

mod probe;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::builders::egdb::{BuildError, Census, Endings, Plan, Progress, build, first_with, gather, verify};
use crate::egdb::{Slice, Value};
use crate::lang::{Lang, Say};
use crate::notation::write_fen;
use crate::rules::Variant;

use super::args::Args;
use super::interrupt;
use super::live::LiveLine;
use super::options::Text;
use super::outcome::{Done, Failure, Out, bad, tell};

/// What the help says of the actions.
pub(super) const NOTES: Text = Text(
    "build: makes what is missing of the databases of up to --pieces pieces in --egdb; interrupted, the same command goes \
     on. The last line is 'slices N bytes N'.\n\
     info: what the positions of exactly --pieces pieces come to; with --slices as CSV: own_men, own_kings, other_men, \
     other_kings, total, win, loss, draw, longest_win, longest_loss ('own' is the side to move, distances in plies).\n\
     longest: the longest win and loss of each slice, with a position.\n\
     verify: whether each value follows from those a move further on; exit 1 if one does not or a file is bad or missing. \
     The last line is 'checked N wrong N'.\n\
     probe FEN: the value, every move's value and a line of best play, distances in plies. JSON keys: schema, rules, fen, \
     value, dtw, moves (move, value, dtw), line.\n\
     No draw rules are counted: a win is one without move limits.",
    "build: hace lo que falta de las bases de hasta --pieces piezas en --egdb; si se interrumpe, la misma orden sigue. La \
     última línea es 'slices N bytes N'.\n\
     info: qué resulta de las posiciones de --pieces piezas exactamente; con --slices en CSV: own_men, own_kings, other_men, \
     other_kings, total, win, loss, draw, longest_win, longest_loss ('own' es quien juega, distancias en medias jugadas).\n\
     longest: la victoria y la derrota más largas de cada parte, con una posición.\n\
     verify: si cada valor se sigue de los de una jugada después; estado 1 si alguno no, o si falta un fichero o está mal. \
     La última línea es 'checked N wrong N'.\n\
     probe FEN: el valor, el de cada jugada y una línea de mejor juego, distancias en medias jugadas. Claves JSON: schema, \
     rules, fen, value, dtw, moves (move, value, dtw), line.\n\
     No se cuentan reglas de tablas: una victoria lo es sin límites de jugadas.",
);

/// Up to how many pieces are solved on the spot where no folder is given: they take a second or two.
const SOLVED_HERE: u32 = 4;

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let words = args.positionals("ACTION");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads()).build();
    let pool = pool.map_err(|error| Failure::Fault(error.to_string()))?;
    interrupt::listen();
    pool.install(|| match words[..] {
        ["build"] => make(args, out),
        ["info"] => info(args, out),
        ["longest"] => longest(args, out),
        ["verify"] => check(args, out),
        ["probe", fen] => probe::run(args, fen, out),
        _ => Err(bad(
            args.lang,
            "egdb: say 'build', 'info', 'longest', 'verify', or 'probe' and a FEN".to_owned(),
            "egdb: diga 'build', 'info', 'longest', 'verify', o 'probe' y un FEN".to_owned(),
        )),
    })
}

/// The folder of `--egdb`.
fn folder(args: &Args<'_>) -> Option<PathBuf> {
    args.text("egdb").map(PathBuf::from)
}

/// The folder of `--egdb`, for an action that needs it.
fn needed_folder(args: &Args<'_>, action: &str) -> Result<PathBuf, Failure> {
    folder(args).ok_or_else(|| {
        bad(
            args.lang,
            format!("egdb {action}: --egdb DIR is missing, the folder of the databases"),
            format!("egdb {action}: falta --egdb CARPETA, la de las bases de datos"),
        )
    })
}

/// The number of `--pieces`.
fn pieces(args: &Args<'_>) -> u32 {
    args.whole("pieces").unwrap_or(4)
}

/// A failure to build or to read databases.
fn failure(error: &BuildError, lang: Lang) -> Failure {
    Failure::Input(error.say(lang))
}

/// Half of the machine's memory in bytes, or 4 GiB where the system does not tell.
fn half_of_memory() -> u64 {
    let told = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?.trim().to_owned();
        line.strip_suffix("kB")?.trim().parse::<u64>().ok()
    });
    told.map_or(4 << 30, |kib| kib * 1024 / 2)
}

/// A time as minutes and seconds, or hours too.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

fn make(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let lang = args.lang;
    let folder = needed_folder(args, "build")?;
    let memory = args.whole::<u64>("memory").map_or_else(half_of_memory, |mib| mib << 20);
    let plan = Plan {
        laws: args.variant()?.laws,
        pieces: pieces(args),
        distances: args.whole("dtw").unwrap_or(5),
        folder: folder.clone(),
        memory,
    };
    let mut screen = LiveLine::new(args);
    let mut show = |progress: Progress| {
        let percent = progress.done * 100 / progress.of.max(1);
        let left = progress.remaining().map_or_else(String::new, |left| {
            lang.pick(format!(", {} left", clock(left)), format!(", quedan {}", clock(left)))
        });
        screen.show(&format!("{} {percent}%{left}", progress.slice));
    };
    let built = build(&plan, &interrupt::came, &mut show);
    drop(screen);
    match built {
        Ok(built) => {
            out.line(format!("slices {} bytes {}", built.slices + built.found, built.bytes))?;
            Ok(Done::Well)
        }
        Err(BuildError::Stopped) => {
            tell(&lang.pick(
                format!("interrupted: the slices that are done are in {}; the same command goes on", folder.display()),
                format!("interrumpido: las partes hechas están en {}; la misma orden sigue", folder.display()),
            ));
            Ok(Done::Interrupted)
        }
        Err(error) => Err(failure(&error, lang)),
    }
}

/// All slices of up to so many pieces, from the folder or solved here; and whether they hold distances.
fn endings(args: &Args<'_>, variant: &Variant, pieces: u32) -> Result<(Endings, bool), Failure> {
    let folder = folder(args);
    if folder.is_none() && pieces > SOLVED_HERE {
        return Err(bad(
            args.lang,
            format!("without --egdb DIR positions of up to {SOLVED_HERE} pieces can be answered, not {pieces}"),
            format!("sin --egdb CARPETA se responde hasta {SOLVED_HERE} piezas, no {pieces}"),
        ));
    }
    gather(variant.laws, folder.as_deref(), pieces, &interrupt::came).map_err(|error| failure(&error, args.lang))
}

fn info(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let pieces = pieces(args);
    let (endings, exact) = endings(args, variant, pieces)?;
    let counted: Vec<(Slice, Census)> = Slice::all(pieces)
        .into_iter()
        .filter_map(|slice| endings.get(slice).map(|solved| (slice, Census::of(solved))))
        .collect();
    // Where only outcomes are known, the longest way is not.
    let plies = |plies: u16, none: &str| if exact { plies.to_string() } else { none.to_owned() };
    if args.flag("slices") {
        out.line("own_men,own_kings,other_men,other_kings,total,win,loss,draw,longest_win,longest_loss")?;
        for (slice, census) in &counted {
            let Slice { own_men, own_kings, other_men, other_kings } = slice;
            let Census { win, loss, draw, longest_win, longest_loss } = census;
            let (longest_win, longest_loss) = (plies(*longest_win, ""), plies(*longest_loss, ""));
            out.line(format!(
                "{own_men},{own_kings},{other_men},{other_kings},{},{win},{loss},{draw},{longest_win},{longest_loss}",
                census.total()
            ))?;
        }
        return Ok(Done::Well);
    }
    let all = counted.iter().fold(Census::default(), |all, (_, census)| all.with(census));
    let Census { win, loss, draw, longest_win, longest_loss } = all;
    out.line(format!("rules {}", variant.name))?;
    out.line(format!("pieces {pieces}"))?;
    out.line(format!("slices {}", counted.len()))?;
    out.line(format!("positions {}", all.total()))?;
    out.line(format!("win {win}"))?;
    out.line(format!("loss {loss}"))?;
    out.line(format!("draw {draw}"))?;
    out.line(format!("longest_win {}", plies(longest_win, "unknown")))?;
    out.line(format!("longest_loss {}", plies(longest_loss, "unknown")))?;
    Ok(Done::Well)
}

fn longest(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let pieces = pieces(args);
    let (endings, exact) = endings(args, variant, pieces)?;
    if !exact {
        return Err(bad(
            args.lang,
            format!(
                "the databases hold no distances for {pieces} pieces; 'damero egdb build --dtw {pieces}' adds them"
            ),
            format!("las bases no tienen distancias de {pieces} piezas; 'damero egdb build --dtw {pieces}' las añade"),
        ));
    }
    for slice in Slice::all(pieces) {
        let Some(solved) = endings.get(slice) else { continue };
        let census = Census::of(solved);
        let mut wanted = Vec::new();
        if census.win > 0 {
            wanted.push(("win", Value::Win(census.longest_win), census.longest_win));
        }
        if census.loss > 0 {
            wanted.push(("loss", Value::Loss(census.longest_loss), census.longest_loss));
        }
        for (name, value, plies) in wanted {
            if let Some(position) = first_with(solved, value) {
                out.line(format!("{slice} {name} {plies} {}", write_fen(&position, variant.numbering)))?;
            }
        }
    }
    Ok(Done::Well)
}

fn check(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let lang = args.lang;
    let variant = args.variant()?;
    let folder = needed_folder(args, "verify")?;
    if !Path::new(&folder).is_dir() {
        return Err(bad(
            lang,
            format!("--egdb: {} is no folder", folder.display()),
            format!("--egdb: {} no es una carpeta", folder.display()),
        ));
    }
    let mut screen = LiveLine::new(args);
    let mut show = |slice: Slice| screen.show(&slice.to_string());
    let report = verify(variant.laws, &folder, pieces(args), args.whole("sample"), &interrupt::came, &mut show);
    drop(screen);
    let report = match report {
        Ok(report) => report,
        Err(BuildError::Stopped) => return Ok(Done::Interrupted),
        Err(error) => return Err(failure(&error, lang)),
    };
    for wrong in &report.examples {
        let fen = write_fen(&wrong.position, variant.numbering);
        out.line(format!("wrong {fen} found {} due {}", probe::spoken(wrong.found), probe::spoken(wrong.due)))?;
    }
    report.bad.iter().for_each(|error| tell(&error.say(lang)));
    out.line(format!("checked {} wrong {}", report.checked, report.wrong))?;
    Ok(if report.wrong == 0 && report.bad.is_empty() { Done::Well } else { Done::No })
}
