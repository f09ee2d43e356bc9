//! Work that fills a file block by block, however many threads do it.

use crate::crew::Crew;

use super::data::{DataError, DataFile, Sample};

/// How far the work has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    /// Blocks that are done.
    pub blocks: u64,
    /// Blocks in all, of this part.
    pub of: u64,
    /// Positions in the file.
    pub samples: u64,
}

/// Has a crew make the blocks that are still to be made, each from a job by `work`, which returns its number and positions,
/// or nothing where it is broken off; how far that came.
///
/// # Errors
/// If the file fails.
pub(super) fn fill<J, S>(
    crew: Crew<'_>,
    mut file: DataFile,
    mut reached: Progress,
    jobs: impl Iterator<Item = J> + Send,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, J, &dyn Fn() -> bool) -> Option<(u64, Vec<Sample>)> + Sync,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Progress, DataError> {
    let note = |(block, samples): (u64, Vec<Sample>)| {
        file.append(block, &samples)?;
        reached = Progress { blocks: reached.blocks + 1, samples: file.samples, ..reached };
        progress(reached);
        Ok(())
    };
    crew.share(jobs, begin, |state, job, over| Ok(work(state, job, over)), note)?;
    Ok(reached)
}
