//! Reads solved slices back from files.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use crate::board::{MoveList, Position};
use crate::egdb::{
    BLOCK, DISTANCE_BLOCK, Distances, EgdbError, EgdbFault, EgdbFile, Kind, Outcomes, Placement, Slice, SliceIndex,
    ValueSet, Wld, is_kept, path_of,
};
use crate::movegen;
use crate::rules::Ruleset;

use super::three_kings::limited_kings;
use crate::solve::best;
use crate::solve::{Endings, Medium, Solved, Store};

/// A slice and its mirror image from the file of one kind; `None` where there is none. Positions that are not kept are
/// worked out, so all slices with fewer pieces must be there and, for outcomes, those to which crowning leads. Slices that
/// have no file in a set are solved. The values are kept on `medium`.
///
/// # Errors
/// If there is a file that cannot be used, or the medium has no room.
pub(crate) fn load<R: Ruleset>(
    folder: &Path,
    set: ValueSet,
    slice: Slice,
    kind: Kind,
    endings: &Endings,
    medium: Medium<'_>,
) -> Result<Option<Vec<Solved>>, EgdbError> {
    let set = set.holding(slice);
    if !set.has_file(slice) {
        return Ok(Some(limited_kings::<R>(kind)));
    }
    let Some(file) = EgdbFile::open(folder, R::LAWS, set, slice, kind)?.map(Arc::new) else { return Ok(None) };
    let loaded: Result<Vec<Solved>, EgdbFault> =
        slice.twins().into_iter().map(|slice| from_file::<R>(&file, slice, kind, endings, medium)).collect();
    let mut loaded = loaded.map_err(|fault| fault.at(path_of(folder, R::LAWS, set, slice, kind)))?;
    if kind == Kind::Outcomes {
        settle::<R>(&mut loaded, endings);
    }
    Ok(Some(loaded))
}

/// Positions that one task looks at.
const CHUNK: usize = DISTANCE_BLOCK;
/// Positions of which as many can be settled at once; of whole chunks.
const PART: usize = CHUNK << 10;

/// What a file keeps of a slice, and what its pending captures come to.
fn from_file<R: Ruleset>(
    file: &Arc<EgdbFile>,
    slice: Slice,
    kind: Kind,
    endings: &Endings,
    medium: Medium<'_>,
) -> Result<Solved, EgdbFault> {
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
    let no_room = |error: io::Error| EgdbFault::Unwritable(error.to_string());
    let mut values: Store<u8> = Store::new(index.positions(), medium).map_err(no_room)?;
    values.par_chunks_mut(size).enumerate().for_each(|(block, values)| {
        values.iter_mut().zip(kept(block)).for_each(|(value, kept)| *value = kept);
        let mut cursor = index.cursor();
        for (value, number) in values.iter_mut().zip(block * size..) {
            let position = cursor.at(number).position();
            if movegen::has_capture::<R>(&position) {
                *value = best_move::<R>(&position, |next| endings.byte(next));
            }
        }
    });
    Ok(Solved { index, values })
}

/// The byte of a position by those of the positions that its moves lead to; lost in 0 plies without a move.
pub(super) fn best_move<R: Ruleset>(position: &Position, byte: impl Fn(&Position) -> u8) -> u8 {
    let mut moves = MoveList::new();
    movegen::generate::<R>(position, &mut moves);
    if moves.is_empty() { 1 } else { best(moves.iter().map(|&played| byte(&position.play(played)))) }
}

/// Works out the outcomes of a slice and its mirror image that files leave out beside those with a capture pending. What
/// their moves lead to is kept or has a capture pending, so it is known.
fn settle<R: Ruleset>(loaded: &mut [Solved], endings: &Endings) {
    for i in 0..loaded.len() {
        let key = loaded[(i + 1) % loaded.len()].index.slice().key();
        let positions = loaded[i].values.len();
        // In parts, since what is settled takes many times the memory of what is kept.
        for part in (0..positions).step_by(PART) {
            let (solved, twin) = (&loaded[i], &loaded[(i + 1) % loaded.len()]);
            let byte = |next: &Position| {
                let placement = Placement::of(next);
                if placement.key() == key {
                    twin.values[twin.index.rank(&placement)]
                } else {
                    endings.byte_of(&placement)
                }
            };
            let settled: Vec<Vec<(usize, u8)>> = (part..positions.min(part + PART))
                .into_par_iter()
                .step_by(CHUNK)
                .map(|first| settle_chunk::<R>(&solved.index, first..positions.min(first + CHUNK), byte))
                .collect();
            settled.into_iter().flatten().for_each(|(number, byte)| loaded[i].values[number] = byte);
        }
    }
}

/// The numbers and bytes of the positions of a chunk that are left out beside those with a capture pending.
fn settle_chunk<R: Ruleset>(
    index: &SliceIndex,
    numbers: Range<usize>,
    byte: impl Fn(&Position) -> u8,
) -> Vec<(usize, u8)> {
    let mut cursor = index.cursor();
    let left_out = numbers.filter_map(|number| {
        let position = cursor.at(number).position();
        let left_out = !movegen::has_capture::<R>(&position) && !is_kept::<R>(&position, Kind::Outcomes);
        left_out.then(|| (number, Wld::of_byte(best_move::<R>(&position, &byte))))
    });
    left_out.collect()
}
