//! Reads solved slices back from files.

use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use crate::board::MoveList;
use crate::egdb::{BLOCK, DISTANCE_BLOCK, Distances, EgdbError, EgdbFile, Kind, Outcomes, Slice, SliceIndex, path_of};
use crate::movegen;
use crate::rules::Ruleset;

use super::retrograde::best;
use super::solved::{Endings, Solved};

/// A slice and its mirror image from the file of one kind; `None` where there is none. Positions with a capture pending,
/// which are not kept, are worked out, so all slices with fewer pieces must be there.
///
/// # Errors
/// If there is a file that cannot be used.
pub(crate) fn load<R: Ruleset>(
    folder: &Path,
    slice: Slice,
    kind: Kind,
    endings: &Endings,
) -> Result<Option<Vec<Solved>>, EgdbError> {
    let Some(file) = EgdbFile::open(folder, R::LAWS, slice, kind)?.map(Arc::new) else { return Ok(None) };
    let mut twins = vec![slice, slice.mirrored()];
    twins.dedup();
    let loaded: Result<Vec<Solved>, _> =
        twins.into_iter().map(|slice| from_file::<R>(&file, slice, kind, endings)).collect();
    loaded.map(Some).map_err(|fault| fault.at(path_of(folder, R::LAWS, slice, kind)))
}

fn from_file<R: Ruleset>(
    file: &Arc<EgdbFile>,
    slice: Slice,
    kind: Kind,
    endings: &Endings,
) -> Result<Solved, crate::egdb::EgdbFault> {
    let (kept, size): (Box<dyn Fn(usize) -> Vec<u8> + Sync>, usize) = match kind {
        Kind::Outcomes => {
            let outcomes = Outcomes::new(Arc::clone(file), slice)?;
            (Box::new(move |block| outcomes.read_block(block)), BLOCK)
        }
        Kind::Distances => {
            let distances = Distances::new(Arc::clone(file), slice)?;
            (Box::new(move |block| distances.read_block(block)), DISTANCE_BLOCK)
        }
    };
    let index = SliceIndex::new(slice);
    let mut values = vec![0; index.positions()];
    values.par_chunks_mut(size).enumerate().for_each(|(block, values)| {
        values.iter_mut().zip(kept(block)).for_each(|(value, kept)| *value = kept);
        let mut cursor = index.cursor();
        for (value, number) in values.iter_mut().zip(block * size..) {
            let position = cursor.at(number).position();
            if movegen::has_capture::<R>(&position) {
                let mut moves = MoveList::new();
                movegen::generate::<R>(&position, &mut moves);
                *value = best(moves.iter().map(|&played| endings.byte(&position.play(played))));
            }
        }
    });
    Ok(Solved { index, values })
}
