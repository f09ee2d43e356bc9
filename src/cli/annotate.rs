//! `damero annotate`: searches every move of games and writes what it finds beside them.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::engine::EngineOptions;
use crate::files::NewFile;
use crate::journal::{Job, Journal, JournalError, Opening, Shard, crc32};
use crate::lang::{Lang, Say};
use crate::notation::{PdnError, PdnReader, PdnRecord, write_record};
use crate::report::{Annotated, Ended, Event, Page, Plan, Work, run as search_all};
use crate::rules::Variant;

use super::args::Args;
use super::files::unwritable;
use super::interrupt;
use super::live::LiveLine;
use super::options::Text;
use super::outcome::{Done, Failure, Out, bad, one_line, tell};

/// What the help says of marks, accuracy and interruptions.
pub(super) const NOTES: Text = Text(
    "Each move is searched on its own: the best move, the second best, and the move that was played. A score becomes the \
     points that the side may expect (1 a win, 0.5 a draw), as the evaluation has learnt it from games. A move that loses 5 \
     points in a hundred or more is marked ?!, from 10 on ?, from 20 on ??; ! is the only move that does not lose 10 or \
     more. Where a move loses anything (1 or more), the better move stands as a variation. Marks of ours take the place of \
     those in the file, which the comment then tells; all else in it is kept.\n\n\
     Accuracy of a player: 100 e^(-(1 + (10/w)²) loss/0.1), where loss is the mean of the points that the moves lost. A move \
     counts by 4 p (1 - p), the most of it between what could be expected before the move (p) and after: 1 in a level \
     position and for a move that turns the game, next to nothing once the game is decided, and nothing where there was no \
     choice. w is the sum of what the moves count, so that over few moves losses weigh more; with less than 4 there is no \
     accuracy. Our own best moves get 97 or more, levels 6 to 9 mostly 65 to 97, moves at random less than 60.\n\n\
     In small endings the databases have the truth; it is told as 'database: draw' and the like. A game that cannot be read \
     is named with line and column and left out, and the exit status is then 2. Ctrl-C keeps what is done; --resume goes on.\n\n\
     Examples:\n  damero annotate games.pdn -o annotated.pdn --html games.html --time 1\n  \
     damero annotate games.pdn --rules russian --nodes 100000 --egdb egdb -o annotated.pdn\n  damero annotate - < game.pdn",
    "Cada jugada se busca por sí sola: la mejor, la segunda y la jugada hecha. Un valor se convierte en los puntos que el \
     bando puede esperar (1 victoria, 0,5 tablas), como la evaluación aprendió de partidas. Una jugada que pierde 5 \
     centésimas o más lleva ?!, desde 10 ?, desde 20 ??; ! es la única que no pierde 10 o más. Donde una jugada pierde algo \
     (1 o más), la mejor aparece como variante. Nuestros signos sustituyen a los del fichero, que el comentario dice; lo demás se \
     conserva.\n\n\
     Precisión de un jugador: 100 e^(-(1 + (10/w)²) pérdida/0,1), donde la pérdida es la media de los puntos perdidos por \
     jugada. Una jugada cuenta 4 p (1 - p), lo más que esto llega a ser entre lo que se podía esperar antes (p) y después: 1 \
     en una posición igualada y para una jugada que cambia la partida, casi nada cuando está decidida, y nada donde no había \
     elección. w es la suma de lo que cuentan las jugadas, de modo que en pocas las pérdidas pesan más; con menos de 4 no hay \
     precisión. Nuestras mejores jugadas dan 97 o más, los niveles 6 a 9 casi siempre de 65 a 97, las jugadas al azar menos \
     de 60.\n\n\
     En finales pequeños las bases de datos saben la verdad, y se dice. Una partida ilegible se nombra con línea y columna y \
     se omite; el estado de salida es entonces 2. Ctrl-C guarda lo hecho; --resume sigue.\n\n\
     Ejemplos:\n  damero annotate partidas.pdn -o anotadas.pdn --html partidas.html --time 1\n  \
     damero annotate partidas.pdn --rules russian --nodes 100000 --egdb egdb -o anotadas.pdn\n  damero annotate - < partida.pdn",
);

/// The time for each move where nothing bounds the search.
const DEFAULT_TIME: Duration = Duration::from_millis(500);
/// The transposition table of each thread, in MiB.
const DEFAULT_HASH: usize = 16;

/// Runs the command.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let task = Task::of(args)?;
    interrupt::listen();
    let size = task.measure()?;
    let (mut journal, records) = match task.journal(&size)? {
        Some((journal, records)) => (Some(journal), records),
        None => (None, Vec::new()),
    };
    let line = RefCell::new(LiveLine::new(args));
    let mut faults = Faults { file: task.file.clone(), lang: args.lang, line: &line, count: 0 };
    let mut games = task.reader()?.filter_map(|game| faults.sort_out(game));
    let mut files = Files::begin(&task)?;
    let mut desk = Desk::open(args, &task, size, &line, &mut files, out)?;
    let mut tell_desk = |event: Event| desk.take(event);
    let ended = search_all(&mut games, &task.plan, journal.as_mut(), &records, &interrupt::came, &mut tell_desk)?;
    let tally = desk.end()?;
    files.put_in_place(args.lang)?;
    tally.say(ended, journal.is_some(), args, out)?;
    if ended == Ended::Stopped {
        return Ok(Done::Interrupted);
    }
    if let Some(path) = task.journal_path.as_ref().filter(|_| journal.is_some()) {
        drop(journal);
        // What it kept is in the output now; if it cannot be removed, the next run says so.
        let _ = fs::remove_file(path);
    }
    Ok(if faults.count > 0 { Done::WithBadInput } else { Done::Well })
}

/// What is asked for.
struct Task {
    lang: Lang,
    file: String,
    /// The ruleset of all games; `None` where each says its own.
    variant: Option<&'static Variant>,
    allow_odd: bool,
    plan: Plan,
    egdb: String,
    output: Option<PathBuf>,
    html: Option<PathBuf>,
    journal_path: Option<PathBuf>,
    resume: bool,
}

/// What is known of the games before they are searched.
#[derive(Clone, Copy, Default)]
struct Size {
    /// All moves; `None` where the games come from standard input.
    moves: Option<usize>,
    checksum: u32,
}

impl Task {
    fn of(args: &Args<'_>) -> Result<Task, Failure> {
        let lang = args.lang;
        let file = args.positional("FILE").unwrap_or("-").to_owned();
        let bounded = args.text("depth").is_some() || args.text("nodes").is_some();
        let work = Work {
            depth: args.whole("depth"),
            nodes: args.whole("nodes"),
            time: args.seconds("time").or(if bounded { None } else { Some(DEFAULT_TIME) }),
        };
        let engine = EngineOptions {
            threads: 1,
            hash_mib: args.whole("hash").unwrap_or(DEFAULT_HASH),
            egdb: args.egdb(),
            ..EngineOptions::default()
        };
        let path = |long: &str| args.text(long).map(PathBuf::from);
        let (output, html) = (path("output"), path("html"));
        for written in [&output, &html].into_iter().flatten() {
            if is_same(written, Path::new(&file)) {
                let name = written.display();
                return Err(bad(
                    lang,
                    format!("{name} holds the games that are read; give another name for what is written"),
                    format!("{name} contiene las partidas que se leen; dé otro nombre para lo que se escribe"),
                ));
            }
        }
        let beside = output.as_ref().or(html.as_ref()).map(|path| with_ending(path, "journal"));
        let journal_path = path("journal").or(beside).filter(|_| file != "-");
        if args.flag("resume") && journal_path.is_none() {
            return Err(bad(
                lang,
                "--resume: there is no journal to go on with; give --output, --html or --journal, and a file"
                    .to_owned(),
                "--resume: no hay diario con el que seguir; dé --output, --html o --journal, y un fichero".to_owned(),
            ));
        }
        let variant = if args.text("rules").is_some() { Some(args.variant()?) } else { None };
        Ok(Task {
            lang,
            file,
            variant,
            allow_odd: args.flag("allow-odd"),
            plan: Plan { threads: args.threads(), work, engine },
            egdb: args.text("egdb").unwrap_or("embedded").to_owned(),
            output,
            html,
            journal_path,
            resume: args.flag("resume"),
        })
    }

    fn input(&self) -> Result<Box<dyn BufRead>, Failure> {
        if self.file == "-" {
            return Ok(Box::new(BufReader::with_capacity(1 << 16, io::stdin())));
        }
        let file = File::open(&self.file).map_err(|error| self.unreadable(&error))?;
        Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
    }

    fn unreadable(&self, error: &io::Error) -> Failure {
        let file = &self.file;
        bad(self.lang, format!("cannot read {file}: {error}"), format!("no se puede leer {file}: {error}"))
    }

    fn reader(&self) -> Result<PdnReader<Box<dyn BufRead>>, Failure> {
        let input = self.input()?;
        let reader = match self.variant {
            Some(variant) => PdnReader::new(input, variant),
            None => PdnReader::by_game_type(input, Variant::named("english").unwrap_or(&crate::rules::VARIANTS[0])),
        };
        Ok(reader.allow_odd(self.allow_odd))
    }

    /// Goes through the games once: how many moves there are, and a checksum by which the file is known again.
    fn measure(&self) -> Result<Size, Failure> {
        if self.file == "-" {
            return Ok(Size::default());
        }
        let (mut input, mut checksum, mut block) = (self.input()?, 0, vec![0; 1 << 16]);
        loop {
            match input.read(&mut block).map_err(|error| self.unreadable(&error))? {
                0 => break,
                length => checksum = crc32(checksum, &block[..length]),
            }
        }
        let moves = self.reader()?.flatten().map(|game| game.moves.len()).sum();
        Ok(Size { moves: Some(moves), checksum })
    }

    /// The journal and what is in it, where there is to be one.
    fn journal(&self, size: &Size) -> Result<Option<(Journal, Vec<String>)>, Failure> {
        let Some(path) = &self.journal_path else { return Ok(None) };
        let setting = |name: &str, value: String| (name.to_owned(), value);
        let settings = vec![
            setting("games", format!("{:08x}", size.checksum)),
            setting("rules", self.variant.map_or("by GameType", |variant| variant.name).to_owned()),
            setting("search", self.plan.work.text()),
            setting("hash", self.plan.engine.hash_mib.to_string()),
            setting("egdb", self.egdb.clone()),
        ];
        let job = Job { kind: "annotate".to_owned(), settings, shard: Shard::WHOLE };
        let opening = if self.resume { Opening::Resume } else { Opening::New };
        Journal::open(path, &job, opening).map(Some).map_err(|error| Failure::Input(error.say(self.lang)))
    }
}

/// Whether two names are those of one file.
fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// A file's name with another ending behind it.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{ending}"));
    PathBuf::from(name)
}

/// What cannot be read is told and counted.
struct Faults<'a> {
    file: String,
    lang: Lang,
    line: &'a RefCell<LiveLine>,
    count: usize,
}

impl Faults<'_> {
    fn sort_out(&mut self, game: Result<PdnRecord, PdnError>) -> Option<PdnRecord> {
        match game {
            Ok(game) => {
                game.notes.iter().for_each(|note| self.tell(note));
                Some(game)
            }
            Err(error) => {
                self.tell(&error);
                None
            }
        }
    }

    fn tell(&mut self, error: &PdnError) {
        self.count += 1;
        self.line.borrow_mut().clear();
        tell(&format!("{}:{}:{}: {}", self.file, error.line, error.column, error.fault.say(self.lang)));
    }
}

/// The files that are written, each with its name.
struct Files {
    pdn: Option<(NewFile, PathBuf)>,
    html: Option<(NewFile, PathBuf)>,
}

impl Files {
    fn begin(task: &Task) -> Result<Files, Failure> {
        let begin = |path: &Option<PathBuf>| match path {
            Some(path) => match NewFile::begin(path) {
                Ok(file) => Ok(Some((file, path.clone()))),
                Err(error) => Err(unwritable(task.lang, path, &error)),
            },
            None => Ok(None),
        };
        Ok(Files { pdn: begin(&task.output)?, html: begin(&task.html)? })
    }

    fn put_in_place(self, lang: Lang) -> Result<(), Failure> {
        let finish = |(file, path): (NewFile, PathBuf)| file.finish().map_err(|error| unwritable(lang, &path, &error));
        [self.pdn, self.html].into_iter().flatten().try_for_each(finish)
    }
}

/// What was done.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: usize,
    moves: usize,
    /// Moves that were searched by this run.
    searched: usize,
    /// Whether the games themselves go to the screen.
    to_screen: bool,
}

impl Tally {
    fn say(&self, ended: Ended, resumable: bool, args: &Args<'_>, out: &mut Out<'_>) -> Result<(), Failure> {
        let Tally { games, moves, searched, to_screen } = self;
        match (ended, resumable) {
            (Ended::Stopped, true) => tell(&args.lang.pick(
                format!("interrupted: {games} games are written, {searched} moves kept; the same command with --resume goes on"),
                format!("interrumpido: {games} partidas escritas, {searched} jugadas guardadas; la misma orden con --resume sigue"),
            )),
            (Ended::Stopped, false) => tell(&args.lang.pick(
                format!("interrupted: {games} games are written; without --output or --html nothing else is kept"),
                format!("interrumpido: {games} partidas escritas; sin --output ni --html no se guarda nada más"),
            )),
            (Ended::All, _) if !to_screen => out.line(format!("games {games} moves {moves}"))?,
            (Ended::All, _) => {}
        }
        Ok(())
    }
}

/// Writes what comes, and keeps the line of progress.
struct Desk<'a, 'b> {
    lang: Lang,
    out: &'a mut Out<'b>,
    pdn: Option<(&'a mut NewFile, &'a Path)>,
    html: Option<(Page<&'a mut NewFile>, &'a Path)>,
    line: &'a RefCell<LiveLine>,
    annotator: String,
    for_white: bool,
    size: Size,
    begun: Instant,
    done: Tally,
    /// Whether the journal held moves.
    journal_held: bool,
}

impl<'a, 'b> Desk<'a, 'b> {
    fn open(
        args: &Args<'_>,
        task: &Task,
        size: Size,
        line: &'a RefCell<LiveLine>,
        files: &'a mut Files,
        out: &'a mut Out<'b>,
    ) -> Result<Desk<'a, 'b>, Failure> {
        let lang = args.lang;
        let html = match &mut files.html {
            Some((file, path)) => {
                let name = Path::new(&task.file).file_stem().map(|name| name.to_string_lossy().into_owned());
                let title = name.filter(|name| name != "-").unwrap_or_else(|| "Damero".to_owned());
                let page = Page::begin(file, &title, lang).map_err(|error| unwritable(lang, path, &error))?;
                Some((page, path.as_path()))
            }
            None => None,
        };
        let pdn = files.pdn.as_mut().map(|(file, path)| (file, path.as_path()));
        let to_screen = pdn.is_none() && html.is_none();
        Ok(Desk {
            lang,
            out,
            pdn,
            html,
            line,
            annotator: format!("Damero {} ({})", env!("CARGO_PKG_VERSION"), task.plan.work.text()),
            for_white: args.text("score-from") == Some("white"),
            size,
            begun: Instant::now(),
            done: Tally { to_screen, ..Tally::default() },
            journal_held: task.resume,
        })
    }

    fn take(&mut self, event: Event) -> Result<(), Failure> {
        match event {
            Event::Moved => {
                self.done.searched += 1;
                self.show();
                Ok(())
            }
            Event::Databases(faults) => {
                self.line.borrow_mut().clear();
                faults.iter().for_each(|fault| tell(&fault.say(self.lang)));
                Ok(())
            }
            Event::Game(game) => self.game(&game),
        }
    }

    fn show(&mut self) {
        let Tally { games, searched, .. } = self.done;
        let rate = searched as f64 / self.begun.elapsed().as_secs_f64().max(1e-3);
        let left = self.size.moves.filter(|_| !self.journal_held).map(|all| all.saturating_sub(searched));
        let left = left.map_or(String::new(), |left| {
            let seconds = (left as f64 / rate.max(1e-6)).ceil();
            self.lang.pick(format!(", {left} left ({seconds} s)"), format!(", quedan {left} ({seconds} s)"))
        });
        self.line.borrow_mut().show(&self.lang.pick(
            format!("{games} games done, {searched} moves searched, {rate:.1} a second{left}"),
            format!("{games} partidas hechas, {searched} jugadas buscadas, {rate:.1} por segundo{left}"),
        ));
    }

    fn game(&mut self, game: &Annotated) -> Result<(), Failure> {
        self.done.games += 1;
        self.done.moves += game.record.moves.len();
        self.line.borrow_mut().clear();
        let lang = self.lang;
        let to_screen = self.done.to_screen;
        if self.pdn.is_some() || to_screen {
            let text = write_record(&game.record(&self.annotator, self.for_white));
            match &mut self.pdn {
                Some((file, path)) => {
                    file.write_all(text.as_bytes()).map_err(|error| unwritable(lang, path, &error))?
                }
                None => self.out.bytes(text.as_bytes())?,
            }
        }
        if let Some((page, path)) = &mut self.html {
            page.game(game).map_err(|error| unwritable(lang, path, &error))?;
        }
        if !to_screen {
            let accuracy = game.accuracy.map(|of| of.map_or("-".to_owned(), |of| format!("{of:.1}")));
            let [white, black] = accuracy;
            let (number, title) = (self.done.games, game.record.title());
            let result = game.record.result.token(game.record.variant);
            self.out
                .line(one_line(&format!("game {number} {result} accuracy white {white} black {black}  {title}")))?;
        }
        Ok(())
    }

    /// Ends what is written.
    fn end(self) -> Result<Tally, Failure> {
        self.line.borrow_mut().clear();
        if let Some((page, path)) = self.html {
            page.end().map_err(|error| unwritable(self.lang, path, &error))?;
        }
        Ok(self.done)
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Failure {
        Failure::Input(error.to_string())
    }
}
