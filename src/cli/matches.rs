//! `damero match`: matches between engines.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::arena::{
    Adjudication, Conditions, EloModel, EngineSpec, Match, MatchError, Patience, Played, Referee, Sprt, Standings,
    Table, TimeControl, Verdict, Watcher, by_opening, merge, progress_line, summary, table,
};
use crate::journal::{Opening as JournalOpening, Shard};
use crate::lang::{Lang, Say};
use crate::openings::{Opening, read_openings};
use crate::rules::{DrawRule, DrawRules, Variant};

use super::args::Args;
use super::interrupt;
use super::live::LiveLine;
use super::options::Text;
use super::outcome::{Done, Failure, Out, bad, one_line, tell};

/// What the help says of the rest.
pub(super) const NOTES: Text = Text(
    "Each opening is played with both colours. 'damero match merge JOURNAL...' joins the parts that --shard made. \
     An engine that crashes, hangs, answers illegally or overruns its time loses the game and is started again. \
     The last line is 'W-L-D 12-3-45 score 57.5% elo +52 +-31 los 99.1%', for the first engine.",
    "Cada apertura se juega con ambos colores. 'damero match merge DIARIO...' une las partes hechas con --shard. \
     Un motor que se viene abajo, se cuelga, juega ilegalmente o se pasa de tiempo pierde la partida y se reinicia. \
     La última línea es 'W-L-D 12-3-45 score 57.5% elo +52 +-31 los 99.1%', para el primer motor.",
);

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let words = args.positionals("ACTION");
    match words.split_first() {
        None => play(args, out),
        Some((&"merge", journals)) => join(args, journals, out),
        Some((other, _)) => Err(bad(
            args.lang,
            format!("'{other}' is not expected here; 'merge' and journals can stand alone"),
            format!("'{other}' no se espera aquí; puede ir 'merge' y diarios"),
        )),
    }
}

fn join(args: &Args<'_>, journals: &[&str], out: &mut Out<'_>) -> Result<Done, Failure> {
    let paths: Vec<PathBuf> = journals.iter().map(PathBuf::from).collect();
    if paths.is_empty() {
        return Err(bad(
            args.lang,
            "merge: no journal is given; give those of all parts".to_owned(),
            "merge: no se ha dado ningún diario; dé los de todas las partes".to_owned(),
        ));
    }
    let played = merge(&paths, args.text("output").map(Path::new)).map_err(|error| failure(&error, args.lang))?;
    report(args, &played, out)
}

fn play(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let plan = plan(args)?;
    let laws = plan.conditions.table.variant.laws;
    let mut faults: Vec<String> = Vec::new();
    for fault in plan.engines.iter().filter_map(|engine| engine.book_fault(laws)) {
        tell(&fault.say(args.lang));
    }
    for fault in plan.engines.iter().flat_map(|engine| engine.egdb_faults(laws)) {
        let text = fault.say(args.lang);
        if !faults.contains(&text) {
            tell(&text);
            faults.push(text);
        }
    }
    interrupt::listen();
    if plan.repeats_openings() && matches!(plan.conditions.control, TimeControl::Nodes(_) | TimeControl::Depth(_)) {
        tell(args.lang.pick(
            "there are more games than openings with both colours; at fixed nodes or depth the same games may come again",
            "hay más partidas que aperturas con ambos colores; con nodos o profundidad fijos pueden repetirse",
        ));
    }
    let screen = Screen::new(args);
    let played = plan.run(&screen).map_err(|error| failure(&error, args.lang))?;
    screen.clear();
    if played.games < played.of && interrupt::came() {
        tell_how_to_resume(args, &plan, &played);
        report(args, &played, out)?;
        return Ok(Done::Interrupted);
    }
    report(args, &played, out)
}

fn tell_how_to_resume(args: &Args<'_>, plan: &Match, played: &Played) {
    let (games, of) = (played.games, played.of);
    let message = match &plan.journal {
        Some((path, _)) => args.lang.pick(
            format!("{games} of {of} games are in {}; the same command with --resume goes on", path.display()),
            format!("{games} de {of} partidas están en {}; la misma orden con --resume sigue", path.display()),
        ),
        None => args.lang.pick(
            format!("{games} of {of} games played; without --output or --journal they cannot be gone on with"),
            format!("{games} de {of} partidas jugadas; sin --output ni --journal no se puede seguir"),
        ),
    };
    tell(&message);
}

/// Writes the results; the answer is no where a test rejects.
fn report(args: &Args<'_>, played: &Played, out: &mut Out<'_>) -> Result<Done, Failure> {
    if args.flag("by-opening") {
        out.lines(&by_opening(&played.standings))?;
    }
    if !args.flag("quiet") {
        out.lines(&table(&played.names, &played.standings, args.lang))?;
    }
    out.line(summary(&played.standings.of(0)))?;
    let rejected = played.standings.test().is_some_and(|test| test.verdict == Verdict::Rejected);
    Ok(if rejected { Done::No } else { Done::Well })
}

fn failure(error: &MatchError, lang: Lang) -> Failure {
    Failure::Input(error.say(lang))
}

/// The match that the arguments ask for.
fn plan(args: &Args<'_>) -> Result<Match, Failure> {
    let variant = args.variant()?;
    let control = control(args)?;
    let engines = engines(args, control)?;
    let sprt = sprt(args, engines.len())?;
    let openings = match args.text("openings") {
        Some(name) => read_openings(name, variant).map_err(|error| args.wrong("openings", &error))?,
        None => vec![Opening::none(variant)],
    };
    let shard =
        args.text("shard").map_or(Ok(Shard::WHOLE), Shard::parse).map_err(|error| args.wrong("shard", &error))?;
    let pdn = args.text("output").map(PathBuf::from);
    Ok(Match {
        event: args.text("event").map_or_else(|| event(&engines), str::to_owned),
        journal: journal(args, pdn.as_deref())?,
        conditions: conditions(args, variant, control)?,
        games: args.whole("games"),
        seed: args.whole("seed"),
        concurrency: args.whole("concurrency").unwrap_or(1),
        engines,
        openings,
        sprt,
        shard,
        pdn,
    })
}

fn event(engines: &[EngineSpec]) -> String {
    let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
    names.join(" - ")
}

fn control(args: &Args<'_>) -> Result<TimeControl, Failure> {
    if let Some(time) = args.seconds("time-per-move") {
        return Ok(TimeControl::PerMove(time));
    }
    if let Some(clock) = args.text("tc") {
        return TimeControl::parse_clock(clock).map_err(|error| args.wrong("tc", &error));
    }
    if let Some(nodes) = args.whole("nodes") {
        return Ok(TimeControl::Nodes(nodes));
    }
    args.whole("depth").map(TimeControl::Depth).ok_or_else(|| {
        bad(
            args.lang,
            "match: no time control; give --time-per-move S, --tc BASE+INC, --nodes N or --depth N".to_owned(),
            "match: falta el ritmo de juego; dé --time-per-move S, --tc BASE+INC, --nodes N o --depth N".to_owned(),
        )
    })
}

/// The engines; those of one name are numbered.
fn engines(args: &Args<'_>, control: TimeControl) -> Result<Vec<EngineSpec>, Failure> {
    let texts = args.texts("engine");
    if texts.len() < 2 {
        return Err(bad(
            args.lang,
            "match: give two engines or more, each by --engine".to_owned(),
            "match: dé dos motores o más, cada uno con --engine".to_owned(),
        ));
    }
    let mut engines: Vec<EngineSpec> = Vec::new();
    for text in texts {
        let spec = EngineSpec::parse(text, &args.egdb()).and_then(|spec| spec.check(control).map(|()| spec));
        let mut spec = spec.map_err(|error| args.wrong("engine", &error))?;
        let mut number = 2;
        let name = spec.name.clone();
        while engines.iter().any(|other| other.name == spec.name) {
            spec.name = format!("{name} ({number})");
            number += 1;
        }
        engines.push(spec);
    }
    Ok(engines)
}

fn sprt(args: &Args<'_>, engines: usize) -> Result<Option<Sprt>, Failure> {
    let model = if args.text("elo-model") == Some("logistic") { EloModel::Logistic } else { EloModel::Normalised };
    let Some(text) = args.text("sprt") else { return Ok(None) };
    if engines != 2 {
        return Err(bad(
            args.lang,
            format!("--sprt tests the first of two engines; there are {engines}"),
            format!("--sprt prueba el primero de dos motores; hay {engines}"),
        ));
    }
    Sprt::parse(text, model).map(Some).map_err(|error| args.wrong("sprt", &error))
}

fn journal(args: &Args<'_>, pdn: Option<&Path>) -> Result<Option<(PathBuf, JournalOpening)>, Failure> {
    let beside = |pdn: &Path| {
        let mut name = pdn.file_name().unwrap_or_default().to_owned();
        name.push(".journal");
        pdn.with_file_name(name)
    };
    let path = args.text("journal").map(PathBuf::from).or_else(|| pdn.map(beside));
    let opening = if args.flag("resume") { JournalOpening::Resume } else { JournalOpening::New };
    match path {
        None if args.flag("resume") => Err(bad(
            args.lang,
            "--resume: no journal is named; give --journal or --output as before".to_owned(),
            "--resume: no se nombra ningún diario; dé --journal o --output como antes".to_owned(),
        )),
        path => Ok(path.map(|path| (path, opening))),
    }
}

fn conditions(args: &Args<'_>, variant: &'static Variant, control: TimeControl) -> Result<Conditions, Failure> {
    let mut patience = Patience::default();
    if let Some(time) = args.seconds("hang-timeout") {
        patience = Patience { start: 2 * time, thinking: time };
    }
    let draws = args.draw_rules(variant)?;
    let draw_options = draw_options(args, variant, &draws);
    let adjudication =
        Adjudication { win: agreement(args, "adjudicate-win")?, draw: agreement(args, "adjudicate-draw")? };
    let giveaway = args.text("objective") == Some("giveaway");
    Ok(Conditions {
        table: Table { variant, draws, draw_options, giveaway, patience },
        control,
        margin: args.seconds("time-margin").unwrap_or(Duration::from_millis(200)),
        max_plies: args.whole("max-plies").unwrap_or(500),
        adjudication,
        referee: referee(args, variant, giveaway)?,
    })
}

/// Who ends games by databases, where that is asked for.
fn referee(args: &Args<'_>, variant: &Variant, giveaway: bool) -> Result<Option<Referee>, Failure> {
    if !args.flag("adjudicate-egdb") {
        return Ok(None);
    }
    let choice = args.egdb();
    let referee = Referee::new(&choice, variant.laws).filter(|_| !giveaway).ok_or_else(|| {
        bad(
            args.lang,
            "--adjudicate-egdb needs databases, and those are of ordinary play; leave out --egdb off, --objective giveaway"
                .to_owned(),
            "--adjudicate-egdb necesita bases, y son del juego corriente; quite --egdb off, --objective giveaway"
                .to_owned(),
        )
    })?;
    choice.faults(variant.laws).iter().for_each(|fault| tell(&fault.say(args.lang)));
    Ok(Some(referee))
}

/// What other programs are told of the draw rules: the set by name, and what was changed in it, as far as parameters can
/// say it.
fn draw_options(args: &Args<'_>, variant: &Variant, draws: &DrawRules) -> Vec<(&'static str, String)> {
    let set = args.text("draw-rules");
    let unchanged = set.and_then(|name| variant.draw_rules(name).ok()).unwrap_or_else(|| variant.draws.clone());
    let mut options: Vec<(&'static str, String)> =
        set.map(|name| ("draw-rules", name.to_owned())).into_iter().collect();
    for (name, rule) in [("draw-plies", DrawRule::Quiet), ("three-kings", DrawRule::ThreeKings)] {
        if draws.limit(rule) != unchanged.limit(rule) {
            options.push((name, draws.limit(rule).number.to_string()));
        }
    }
    options
}

/// `MEN,PLIES`.
fn agreement(args: &Args<'_>, long: &str) -> Result<Option<(f64, u32)>, Failure> {
    let Some(text) = args.text(long) else { return Ok(None) };
    let read = text.split_once(',').and_then(|(men, plies)| {
        let (men, plies): (f64, u32) = (men.trim().parse().ok()?, plies.trim().parse().ok()?);
        ((0.0..=100.0).contains(&men) && plies > 0).then_some((men, plies))
    });
    read.map(Some).ok_or_else(|| {
        bad(
            args.lang,
            format!("--{long}: '{text}' is not MEN,PLIES, such as 3.5,8"),
            format!("--{long}: '{text}' no es PEONES,N, como 3.5,8"),
        )
    })
}

/// The live line on standard error, where that is a terminal, and messages about faults.
struct Screen {
    lang: Lang,
    quiet: bool,
    line: Mutex<Line>,
}

/// The line of progress, and when it was last written.
struct Line {
    shown: LiveLine,
    at: Option<Instant>,
}

/// The line is written this often at most.
const LIVE: Duration = Duration::from_millis(100);

impl Screen {
    fn new(args: &Args<'_>) -> Screen {
        let line = Line { shown: LiveLine::new(args), at: None };
        Screen { lang: args.lang, quiet: args.flag("quiet"), line: Mutex::new(line) }
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the line away.
    fn clear(&self) {
        self.line().shown.clear();
    }
}

impl Watcher for Screen {
    fn interrupted(&self) -> bool {
        interrupt::came()
    }

    fn progress(&self, games: usize, of: usize, standings: &Standings) {
        let mut line = self.line();
        if games == of || line.at.is_none_or(|at| at.elapsed() >= LIVE) {
            line.shown.show(&one_line(&progress_line(games, of, standings, self.lang)));
            line.at = Some(Instant::now());
        }
    }

    fn fault(&self, game: usize, what: &str) {
        self.clear();
        if !self.quiet {
            let game = game + 1;
            tell(&self.lang.pick(format!("game {game}: {what}"), format!("partida {game}: {what}")));
        }
    }
}
