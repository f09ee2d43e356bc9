//! Positions of self-play, searched again: a deeper search, by better weights, is a better teacher than the game that a
//! position comes from had.
//!
//! A block is searched in its order with a table that is empty at its beginning, so that the same file, nodes and weights
//! give the same scores whatever the number of threads or interruptions.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::engine::{AnyEngine, EngineOptions, engine};
use crate::eval::Weights;
use crate::game::Game;
use crate::rules::{State, Variant};
use crate::score::Meaning;
use crate::search::{Limits, Silent, StopHandle};

use super::data::{Block, DataError, DataFile, Ending, Header, Sample};
use super::selfplay::Progress;

/// The table of the search, in MiB.
const HASH_MIB: usize = 2;
/// The score of what is proven won, in hundredths of a man: its expectation is as good as 1.
const PROVEN: i16 = 3_000;

/// A file to be searched again.
pub(crate) struct Rescoring {
    /// What the file says of itself.
    pub header: Header,
    /// Its blocks.
    pub blocks: Vec<Block>,
    /// Nodes a position.
    pub nodes: u64,
    /// Threads, each with its own blocks.
    pub threads: usize,
    /// The file that is written.
    pub file: PathBuf,
    /// The weights that search, in place of the program's own.
    pub weights: Option<Weights>,
    /// Whether the file may be there already, to be gone on with.
    pub resume: bool,
}

impl Rescoring {
    /// Searches what is still to be searched; how far that came.
    ///
    /// # Errors
    /// If the file fails or was begun otherwise.
    pub fn make(
        &self,
        interrupted: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Progress, DataError> {
        let weights = self.weights.as_ref().map_or(0, Weights::sum);
        let header = Header { nodes: self.nodes, weights, again: true, ..self.header };
        let (file, done) = DataFile::open(&self.file, &header, self.resume)?;
        let pending = self.blocks.iter().rev().filter(|block| !done.contains(&block.number)).collect();
        let desk = Mutex::new(Desk { pending, file, blocks: done.len() as u64, error: None });
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    self.work(&desk, &|| over.load(Ordering::Relaxed) || interrupted(), &|desk| {
                        over.fetch_or(desk.error.is_some(), Ordering::Relaxed);
                        progress(self.reached(desk));
                    });
                });
            }
        });
        let desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        let reached = self.reached(&desk);
        desk.error.map_or(Ok(reached), Err)
    }

    fn reached(&self, desk: &Desk<'_>) -> Progress {
        Progress { blocks: desk.blocks, of: self.blocks.len() as u64, samples: desk.file.samples }
    }

    fn work(&self, desk: &Mutex<Desk<'_>>, over: &dyn Fn() -> bool, report: &dyn Fn(&Desk<'_>)) {
        let lock = || desk.lock().unwrap_or_else(PoisonError::into_inner);
        let variant = Variant::of_laws(self.header.laws);
        let options = EngineOptions { hash_mib: HASH_MIB, weights: self.weights.clone(), ..EngineOptions::default() };
        let mut engine = engine(variant.laws, &options);
        loop {
            let Some(block) = lock().pending.pop() else { return };
            engine.new_game();
            let mut samples = Vec::with_capacity(block.samples.len());
            for sample in &block.samples {
                if over() {
                    return;
                }
                samples.push(searched(sample, variant, self.nodes, engine.as_mut()));
            }
            let mut desk = lock();
            match desk.file.append(block.number, &samples) {
                Ok(()) => desk.blocks += 1,
                Err(error) => desk.error = Some(error),
            }
            report(&desk);
        }
    }
}

/// A sample with the score of a search of its own. What that proves is also how the game ends.
fn searched(sample: &Sample, variant: &'static Variant, nodes: u64, engine: &mut dyn AnyEngine) -> Sample {
    let game = Game::from_state(variant, State::new(sample.position()), variant.draws.clone());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let found = engine.search(&game, &limits, &StopHandle::new(), &mut Silent);
    let Some(line) = found.lines.first() else { return *sample };
    match line.score.meaning() {
        Meaning::Heuristic(score) => {
            let score = score.clamp(-i32::from(PROVEN), i32::from(PROVEN)) as i16;
            Sample { score, ..*sample }
        }
        _ if line.score.raw() > 0 => Sample { score: PROVEN, ending: Ending::Win, ..*sample },
        _ => Sample { score: -PROVEN, ending: Ending::Loss, ..*sample },
    }
}

/// What the threads share.
struct Desk<'a> {
    /// Blocks to be searched, the next one last.
    pending: Vec<&'a Block>,
    file: DataFile,
    blocks: u64,
    error: Option<DataError>,
}
