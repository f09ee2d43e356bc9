//! A session: what each command does. It takes events one by one, from the input and from the searching thread, and is
//! the only one that writes; so no command waits for a search.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, sync_channel};
use std::time::Instant;

use crate::engine::{EngineOptions, Strength};
use crate::openings::BookSource;
use crate::protocol::dialect::Dialect;
use crate::protocol::lines::MOST;
use crate::protocol::log::{Level as LogLevel, Log, Mark};
use crate::protocol::worker::{Event, Job, Search};
use crate::search::{Limits, SearchResult, StopHandle};

use super::level::Level;
use super::params::{self, ParamError, Settings};
use super::record::Record;
use super::report::{Pacer, Writer, error};
use super::syntax::{Line, Reply};

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Think,
    Ponder,
    Analyze,
}

/// A search that goes on.
struct Running {
    stop: StopHandle,
    writer: Writer,
    pacer: Pacer,
    ponder: bool,
    multipv: bool,
}

/// A session with one client.
pub(super) struct Session<W> {
    output: W,
    log: Log,
    jobs: Sender<Job>,
    settings: Settings,
    record: Record,
    level: Level,
    running: Option<Running>,
    /// By which moves are drawn at a limited strength; another one for each game.
    seed: u64,
    /// Set by `quit` and by the end of the input: the session is over once no search is running.
    ending: bool,
}

impl<W: Write> Session<W> {
    /// A session in which nothing was said yet.
    pub fn new(settings: Settings, output: W, log: Log, jobs: Sender<Job>) -> Session<W> {
        let record = Record::new(settings.variant, settings.draw_rules());
        let seed = Strength::FULL.seeded_anew().seed();
        Session { output, log, jobs, settings, record, level: Level::default(), running: None, seed, ending: false }
    }

    /// Serves until the client or the input ends it; says when a line is dealt with.
    ///
    /// # Errors
    /// If the client does not take what is written.
    pub fn serve(&mut self, events: &Receiver<Event>, dealt_with: &dyn Fn()) -> io::Result<()> {
        while !self.is_over() {
            let due = self.running.as_ref().and_then(|running| running.pacer.due());
            let event = match due {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wait) => events.recv_timeout(wait),
            };
            match event {
                Ok(event) => {
                    let is_line = matches!(event, Event::Line(..));
                    self.take(event)?;
                    if is_line {
                        dealt_with();
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.release()?,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.ending && self.running.is_none()
    }

    /// Tells a search that goes on to stop, for the client is gone.
    pub fn abandon(&self) {
        if let Some(running) = &self.running {
            running.stop.stop();
        }
    }

    /// Deals with an event.
    ///
    /// # Errors
    /// If the client does not take what is written.
    fn take(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Line(..) if self.ending => Ok(()),
            Event::Line(bytes, cut) => self.line(&String::from_utf8_lossy(&bytes), cut),
            Event::End => {
                self.end();
                Ok(())
            }
            Event::Report(info) => {
                self.log_debug(LogLevel::Trace, || format!("{info:?}"));
                let Some(running) = &mut self.running else { return Ok(()) };
                if !running.pacer.take(&info) {
                    return Ok(());
                }
                let text = running.writer.info(&info, running.multipv);
                self.write(&text)
            }
            Event::Warning(text) => self.write(&error(&text)),
            Event::Done(result) => self.done(result.as_ref()),
        }
    }

    fn line(&mut self, text: &str, too_long: bool) -> io::Result<()> {
        let text = text.trim_end_matches(['\r', '\n']);
        self.log.write(LogLevel::Info, Mark::In, text);
        let Some(line) = Line::parse(text) else { return Ok(()) };
        let Some(command) = Command::named(line.command) else {
            self.log_debug(LogLevel::Warn, || format!("unknown command {}", super::shown(line.command)));
            return Ok(());
        };
        if too_long {
            return self.refuse(&format!("{}: the line is too long, {} bytes is the most", line.command, MOST));
        }
        if line.is_cut {
            return self.refuse(&format!("{}: a quote is opened and not closed", line.command));
        }
        match command {
            Command::Hub => self.introduce(),
            Command::Init => self.init(),
            Command::SetParam => self.set_param(&line),
            Command::NewGame => {
                self.reset();
                Ok(())
            }
            Command::Pos => match self.record.set(&line, self.dialect()) {
                Ok(()) => Ok(()),
                Err(error) => self.refuse(&error.to_string()),
            },
            Command::Level => match Level::parse(&line) {
                Ok(level) => {
                    self.level = level;
                    Ok(())
                }
                Err(error) => self.refuse(&error.to_string()),
            },
            Command::Go => self.go(&line),
            Command::PonderHit => {
                match &self.running {
                    Some(running) if running.ponder => running.stop.ponder_hit(),
                    _ => self.log.write(LogLevel::Warn, Mark::Note, "nothing is pondered"),
                }
                Ok(())
            }
            Command::Stop => {
                match &self.running {
                    Some(running) => running.stop.stop(),
                    // A stop may well cross a done.
                    None => self.log.write(LogLevel::Info, Mark::Note, "nothing is searched"),
                }
                Ok(())
            }
            Command::Ping => self.write("pong"),
            Command::Quit => {
                self.end();
                Ok(())
            }
        }
    }

    fn end(&mut self) {
        self.ending = true;
        self.abandon();
    }

    fn dialect(&self) -> Dialect {
        Dialect::new(self.settings.style, self.settings.variant)
    }

    fn introduce(&mut self) -> io::Result<()> {
        let id = Reply::new("id")
            .with("name", "Damero")
            .with("version", env!("CARGO_PKG_VERSION"))
            .quoted("author", super::AUTHOR)
            .with("country", super::COUNTRY);
        self.write(&id.into_text())?;
        let params: Vec<params::Description> = params::describe(&self.settings).collect();
        for param in params {
            let line = Reply::new("param").with("name", param.name);
            // A text may be empty or hold spaces.
            let mut line = if param.kind == "string" {
                line.quoted("value", &param.value)
            } else {
                line.with("value", param.value)
            };
            line = line.with("type", param.kind);
            if let Some((min, max)) = param.range {
                line = line.with("min", min).with("max", max);
            }
            if let Some(values) = param.values {
                line = line.quoted("values", &values);
            }
            self.write(&line.into_text())?;
        }
        self.write("wait")
    }

    /// Gets the engine ready, unless it is at work: then what was set holds from the next search on.
    fn init(&mut self) -> io::Result<()> {
        if self.running.is_none() {
            let (done, is_done) = sync_channel(1);
            let options = self.engine_options(Purpose::Think);
            self.give(Job::Prepare(self.settings.variant.laws, options, done));
            // An error means that the searching thread is gone, which the next search will say.
            let _ = is_done.recv();
        }
        self.write("ready")
    }

    fn set_param(&mut self, line: &Line<'_>) -> io::Result<()> {
        let Some(name) = line.value("name") else {
            return self.refuse("set-param: no name; write set-param name=... value=...");
        };
        let Some(value) = line.value("value") else {
            return self.refuse(&format!("set-param: no value for {}; write value=...", super::shown(name)));
        };
        let before = self.settings.clone();
        match self.settings.set(name, value) {
            Ok(()) => {}
            Err(ParamError::Unknown) => {
                self.log_debug(LogLevel::Warn, || format!("unknown parameter {}", super::shown(name)));
            }
            Err(error) => return self.refuse(&error.to_string()),
        }
        if before.variant != self.settings.variant {
            self.reset();
        } else if before.draws != self.settings.draws {
            // Stored scores of draws are those of the old rules.
            self.give(Job::NewGame);
            self.record.set_draws(&self.settings.draw_rules());
        }
        Ok(())
    }

    /// Begins a new game, from the start position.
    fn reset(&mut self) {
        self.record = Record::new(self.settings.variant, self.settings.draw_rules());
        self.seed = Strength::FULL.seeded_anew().seed();
        self.give(Job::NewGame);
    }

    fn go(&mut self, line: &Line<'_>) -> io::Result<()> {
        if self.running.is_some() {
            return self.refuse("go: a search is running; stop it and wait for its done");
        }
        let Some(game) = self.record.game().cloned() else {
            self.refuse("go: there is no position, as the last pos was refused; send another")?;
            return self.write("done move=none");
        };
        let purpose = match () {
            () if line.has("ponder") => Purpose::Ponder,
            () if line.has("analyze") => Purpose::Analyze,
            () => Purpose::Think,
        };
        let stop = StopHandle::new();
        let limits = self.limits(purpose);
        self.log_debug(LogLevel::Debug, || format!("{purpose:?} about {:?} within {limits:?}", game.state()));
        let multipv = limits.multipv > 1;
        let options = self.engine_options(purpose);
        self.running = Some(Running {
            stop: stop.clone(),
            writer: Writer { game: game.clone(), dialect: self.dialect() },
            pacer: Pacer::default(),
            ponder: purpose == Purpose::Ponder,
            multipv,
        });
        let search = Search { game, limits, options, stop, asked: Instant::now() };
        if self.give(Job::Search(Box::new(search))) { Ok(()) } else { self.done(None) }
    }

    fn limits(&self, purpose: Purpose) -> Limits {
        Limits {
            move_overhead: std::time::Duration::from_millis(self.settings.move_overhead_ms),
            ponder: purpose == Purpose::Ponder,
            ponders: self.settings.ponder,
            play_forced_at_once: purpose != Purpose::Analyze,
            multipv: self.settings.multipv,
            ..self.level.limits()
        }
    }

    fn engine_options(&self, purpose: Purpose) -> EngineOptions {
        let mut options = self.settings.engine.clone();
        options.strength = options.strength.with_seed(self.seed);
        if purpose == Purpose::Analyze {
            options.contempt = 0;
            options.strength = Strength::FULL;
            options.book.source = BookSource::Off;
        }
        options
    }

    /// Ends a search: whatever is left to report, then `done`.
    fn done(&mut self, result: Option<&SearchResult>) -> io::Result<()> {
        let Some(mut running) = self.running.take() else { return Ok(()) };
        self.log_debug(LogLevel::Debug, || format!("{result:?}"));
        let rest = result.map(|result| running.pacer.last(result)).unwrap_or_default();
        for info in rest {
            self.write(&running.writer.info(&info, running.multipv))?;
        }
        for line in running.writer.done(result) {
            self.write(&line)?;
        }
        Ok(())
    }

    /// Writes the reports that were held back.
    fn release(&mut self) -> io::Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        let lines: Vec<String> =
            running.pacer.release().iter().map(|info| running.writer.info(info, running.multipv)).collect();
        lines.iter().try_for_each(|line| self.write(line))
    }

    /// Whether the searching thread has taken a job.
    fn give(&self, job: Job) -> bool {
        let given = self.jobs.send(job).is_ok();
        if !given {
            self.log.write(LogLevel::Error, Mark::Note, "the searching thread is gone");
        }
        given
    }

    fn refuse(&mut self, message: &str) -> io::Result<()> {
        self.write(&error(message))
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        let level = if line.starts_with("error ") { LogLevel::Error } else { LogLevel::Info };
        self.log.write(level, Mark::Out, line);
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()
    }

    fn log_debug(&self, level: LogLevel, text: impl FnOnce() -> String) {
        if self.log.wants(level) {
            self.log.write(level, Mark::Note, &text());
        }
    }
}

/// The commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Command {
    Hub,
    Init,
    SetParam,
    NewGame,
    Pos,
    Level,
    Go,
    PonderHit,
    Stop,
    Ping,
    Quit,
}

impl Command {
    fn named(name: &str) -> Option<Command> {
        let command = match name {
            "hub" => Command::Hub,
            "init" => Command::Init,
            "set-param" => Command::SetParam,
            "new-game" => Command::NewGame,
            "pos" => Command::Pos,
            "level" => Command::Level,
            "go" => Command::Go,
            "ponder-hit" => Command::PonderHit,
            "stop" => Command::Stop,
            "ping" => Command::Ping,
            "quit" => Command::Quit,
            _ => return None,
        };
        Some(command)
    }
}
