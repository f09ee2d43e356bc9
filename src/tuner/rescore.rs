//! Positions of self-play, searched again: a deeper search, by better weights, is a better teacher than the game that a
//! position comes from had.
//!
//! A block is searched in its order with a table that is empty at its beginning, so that the same file, nodes and weights
//! give the same scores whatever the number of threads or interruptions.

use std::path::PathBuf;

use crate::crew::Crew;
use crate::engine::{AnyEngine, EngineOptions, engine};
use crate::eval::Weights;
use crate::game::Game;
use crate::rules::{State, Variant};
use crate::score::Meaning;
use crate::search::{Limits, Silent, StopHandle};

use super::data::{Block, DataError, DataFile, Ending, Header, Sample};
use super::fill::{Progress, fill};

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
        let pending = self.blocks.iter().filter(|block| !done.contains(&block.number));
        let (blocks, of) = (done.len() as u64, self.blocks.len() as u64);
        let reached = Progress { blocks, of, samples: file.samples };
        let variant = Variant::of_laws(self.header.laws);
        let begin = || {
            let weights = self.weights.clone();
            engine(variant.laws, &EngineOptions { hash_mib: HASH_MIB, weights, ..EngineOptions::default() })
        };
        let work = |engine: &mut Box<dyn AnyEngine>, block: &Block, over: &dyn Fn() -> bool| {
            engine.new_game();
            let search = |sample| (!over()).then(|| searched(sample, variant, self.nodes, engine.as_mut()));
            let samples: Option<Vec<Sample>> = block.samples.iter().map(search).collect();
            samples.map(|samples| (block.number, samples))
        };
        fill(Crew { threads: self.threads, interrupted }, file, reached, pending, begin, work, progress)
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
