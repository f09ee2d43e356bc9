//! `damero egdb`: builds endgame databases and asks them.

mod info;
mod probe;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::builders::egdb::{
    BuildError, Census, Plan, Progress, Report, build, first_with, gather, three_kings_within, verify,
};
use crate::egdb::{Slice, Value, ValueSet};
use crate::lang::{Lang, Say};
use crate::notation::write_fen;
use crate::rules::{DrawRule, DrawRules, Variant};
use crate::solve::Endings;

use super::args::Args;
use super::interrupt;
use super::live::LiveLine;
use super::options::Text;
use super::outcome::{Done, Failure, Out, bad, tell};

/// What the help says of the actions.
pub(super) const NOTES: Text = Text(
    "build: makes what is missing of the databases of up to --pieces pieces in --egdb; interrupted, the same command goes \
     on. Where three-kings=12 is in force (filipino), the values under that rule are made after those without rules. The \
     last line is 'slices N bytes N'.\n\
     info: what the positions of exactly --pieces pieces come to; with --slices as CSV: own_men, own_kings, other_men, \
     other_kings, total, win, loss, draw, longest_win, longest_loss ('own' is the side to move, distances in plies). With \
     --three-kings as CSV: to_move, winner (three or one), total, without_limit, within_limit, drawn_by_limit. With --road as \
     CSV: the slice as with --slices, total, win, loss, drawn_by_last_ply (of the wins and losses), longer.\n\
     longest: the longest win and loss of each slice, with a position.\n\
     verify: whether each value follows from those a move further on; exit 1 if one does not or a file is bad or missing. \
     The last line is 'checked N wrong N'.\n\
     probe FEN: the value under the draw rules in force as far as it follows from distances, every move's value and a line \
     of best play, distances in plies. 'uncounted' names the rules by which a win without move limits may still be drawn; \
     'unlimited' is the value without rules, where it is another. JSON keys: schema, rules, fen, value, dtw, uncounted, \
     unlimited (value, dtw), moves (move, value, dtw), line.\n\
     info and longest count no draw rules but with --with-draws.",
    "build: hace lo que falta de las bases de hasta --pieces piezas en --egdb; si se interrumpe, la misma orden sigue. Donde \
     rige three-kings=12 (filipino), tras los valores sin reglas se hacen los de esa regla. La última línea es 'slices N \
     bytes N'.\n\
     info: qué resulta de las posiciones de --pieces piezas exactamente; con --slices en CSV: own_men, own_kings, other_men, \
     other_kings, total, win, loss, draw, longest_win, longest_loss ('own' es quien juega, distancias en medias jugadas). Con \
     --three-kings en CSV: to_move, winner (three o one), total, without_limit, within_limit, drawn_by_limit. Con --road en \
     CSV: la parte como con --slices, total, win, loss, drawn_by_last_ply (de las victorias y derrotas), longer.\n\
     longest: la victoria y la derrota más largas de cada parte, con una posición.\n\
     verify: si cada valor se sigue de los de una jugada después; estado 1 si alguno no, o si falta un fichero o está mal. \
     La última línea es 'checked N wrong N'.\n\
     probe FEN: el valor según las reglas de tablas en vigor en lo que se sigue de las distancias, el de cada jugada y una \
     línea de mejor juego, distancias en medias jugadas. 'uncounted' nombra las reglas que aún podrían hacer tablas de una \
     victoria sin límites de jugadas; 'unlimited' es el valor sin reglas, si es otro. Claves JSON: schema, rules, fen, value, \
     dtw, uncounted, unlimited (value, dtw), moves (move, value, dtw), line.\n\
     info y longest no cuentan reglas de tablas salvo con --with-draws.",
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
        ["info"] => info::run(args, out),
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
    args.text("egdb").filter(|name| !name.is_empty()).map(PathBuf::from)
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
    let variant = args.variant()?;
    let memory = args.whole::<u64>("memory").map_or_else(half_of_memory, |mib| mib << 20);
    let plan = Plan {
        laws: variant.laws,
        set: ValueSet::of(&args.draw_rules(variant)?),
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
        let rule = if progress.set == ValueSet::Limited { "three-kings=12 " } else { "" };
        screen.show(&format!("{rule}{} {percent}%{left}", progress.slice));
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

/// All slices of up to so many pieces in a set of values, from the folder or solved here; and whether they hold distances.
fn endings(args: &Args<'_>, variant: &Variant, set: ValueSet, pieces: u32) -> Result<(Endings, bool), Failure> {
    let folder = folder(args);
    if folder.is_none() && pieces > SOLVED_HERE {
        return Err(bad(
            args.lang,
            format!("without --egdb DIR positions of up to {SOLVED_HERE} pieces can be answered, not {pieces}"),
            format!("sin --egdb CARPETA se responde hasta {SOLVED_HERE} piezas, no {pieces}"),
        ));
    }
    gather(variant.laws, set, folder.as_deref(), pieces, &interrupt::came).map_err(|error| failure(&error, args.lang))
}

/// As [`endings`], without draw rules or, with `--with-draws`, under those in force as far as they are counted: the
/// three-kings rule. What they leave out is told.
fn asked_endings(args: &Args<'_>, variant: &Variant, pieces: u32) -> Result<(Endings, bool), Failure> {
    if !args.flag("with-draws") {
        return endings(args, variant, ValueSet::Abstract, pieces);
    }
    let draws = args.draw_rules(variant)?;
    let set = ValueSet::of(&draws);
    let (mut endings, exact) = endings(args, variant, set, pieces)?;
    let moves = draws.limit(DrawRule::ThreeKings).number;
    let other_limit = moves != 0 && set == ValueSet::Abstract;
    if other_limit && pieces >= 4 {
        three_kings_within(variant.laws, moves, exact).into_iter().for_each(|solved| endings.insert(solved));
    }
    let left_out: Vec<String> = in_force(&draws).into_iter().filter(|rule| !rule.starts_with("three-kings")).collect();
    if !left_out.is_empty() {
        let left_out = left_out.join(", ");
        tell(&args.lang.pick(
            format!("not counted, as they do not follow from distances: {left_out}"),
            format!("no se cuentan, porque no se siguen de las distancias: {left_out}"),
        ));
    }
    if other_limit && pieces >= 4 {
        let limit = ValueSet::Limited.number();
        tell(&args.lang.pick(
            format!(
                "three-kings={moves} is counted in slices 03-01 and 01-03 alone; larger ones are without limits \
                 (databases are made for three-kings={limit})"
            ),
            format!(
                "three-kings={moves} se cuenta solo en las partes 03-01 y 01-03; las mayores van sin límites \
                 (las bases se hacen para three-kings={limit})"
            ),
        ));
    }
    Ok((endings, exact))
}

/// The draw rules in force, repetition left out, as options write them: `quiet=80`.
fn in_force(draws: &DrawRules) -> Vec<String> {
    let rules = DrawRule::ALL.into_iter().filter(|&rule| rule != DrawRule::Repetition);
    let limits = rules.map(|rule| (rule, draws.limit(rule).number)).filter(|&(_, number)| number != 0);
    limits.map(|(rule, number)| format!("{}={number}", rule.name())).collect()
}

fn longest(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let pieces = pieces(args);
    let (endings, exact) = asked_endings(args, variant, pieces)?;
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
    let mut report = Report::default();
    let sets: &[ValueSet] = match ValueSet::of(&args.draw_rules(variant)?) {
        ValueSet::Abstract => &[ValueSet::Abstract],
        ValueSet::Limited => &[ValueSet::Abstract, ValueSet::Limited],
    };
    for &set in sets {
        match verify(variant.laws, set, &folder, pieces(args), args.whole("sample"), &interrupt::came, &mut show) {
            Ok(found) => report.join(found),
            Err(BuildError::Stopped) => return Ok(Done::Interrupted),
            Err(error) => return Err(failure(&error, lang)),
        }
    }
    drop(screen);
    for wrong in &report.examples {
        let fen = write_fen(&wrong.position, variant.numbering);
        out.line(format!("wrong {fen} found {} due {}", probe::spoken(wrong.found), probe::spoken(wrong.due)))?;
    }
    report.bad.iter().for_each(|error| tell(&error.say(lang)));
    out.line(format!("checked {} wrong {}", report.checked, report.wrong))?;
    Ok(if report.wrong == 0 && report.bad.is_empty() { Done::Well } else { Done::No })
}
