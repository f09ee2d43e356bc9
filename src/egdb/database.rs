//! Databases as they are asked.

#![deny(clippy::indexing_slicing)]

use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::board::Position;
use crate::movegen::MoveGen;
use crate::rules::Laws;

use super::embedded::embedded_files;
use super::error::{EgdbError, EgdbFault};
use super::file::{EgdbFile, Kind, laws_name};
use super::index::Placement;
use super::slice::{KEYS, MAX_PIECES, Slice};
use super::slices::{Distances, Outcomes};
use super::value::{Value, Wld};

/// The databases of one set of laws: those that the program holds and, perhaps, those of a folder.
///
/// Any number of threads can ask at once. Files are mapped into memory; a block is decoded when it is first asked for and
/// then kept, a quarter of a byte a position for outcomes.
#[derive(Debug)]
pub struct Egdb {
    laws: Laws,
    movegen: MoveGen,
    outcomes: Vec<Option<Box<Outcomes>>>,
    distances: Vec<Option<Box<Distances>>>,
    complete: u32,
}

impl Egdb {
    /// The databases that the program holds: who wins with up to four pieces.
    pub fn embedded(laws: Laws) -> Egdb {
        let mut egdb = Egdb::none(laws);
        let mut files = embedded_files(laws);
        while let Ok((file, slice)) = EgdbFile::take_embedded(&mut files, laws) {
            // What made no sense would be left out, and missed by the tests.
            let _ = egdb.add(file, slice, Kind::Outcomes);
        }
        egdb.count();
        egdb
    }

    /// The embedded databases, read once and shared by whoever asks.
    pub fn shared(laws: Laws) -> &'static Egdb {
        static SHARED: [OnceLock<Egdb>; Laws::ALL.len()] = [const { OnceLock::new() }; Laws::ALL.len()];
        let place = Laws::ALL.iter().position(|of| *of == laws).and_then(|place| SHARED.get(place));
        // Every set of laws is among them all.
        place.unwrap_or(&SHARED[0]).get_or_init(|| Egdb::embedded(laws))
    }

    /// The embedded databases and those that a folder holds for some laws; and which files cannot be used. Every file is
    /// read once, to check it.
    ///
    /// # Errors
    /// If the folder holds none at all.
    pub fn open(folder: &Path, laws: Laws) -> Result<(Egdb, Vec<EgdbError>), EgdbError> {
        let mut egdb = Egdb::embedded(laws);
        let mut faults = Vec::new();
        let mut found = false;
        std::fs::read_dir(folder).map_err(|error| EgdbFault::Unreadable(error.to_string()).at(folder))?;
        for slice in (2..=MAX_PIECES).flat_map(Slice::pairs) {
            for kind in [Kind::Outcomes, Kind::Distances] {
                let path = super::file::path_of(folder, laws, slice, kind);
                match EgdbFile::open(folder, laws, slice, kind) {
                    Ok(None) => {}
                    Ok(Some(file)) => match egdb.add(file, slice, kind) {
                        Ok(()) => found = true,
                        Err(fault) => faults.push(fault.at(path)),
                    },
                    Err(error) => faults.push(error),
                }
            }
        }
        if !found {
            return Err(faults.into_iter().next().unwrap_or(EgdbFault::NoneFor(laws_name(laws)).at(folder)));
        }
        egdb.count();
        Ok((egdb, faults))
    }

    /// Databases of some laws, none so far.
    fn none(laws: Laws) -> Egdb {
        let (mut outcomes, mut distances) = (Vec::new(), Vec::new());
        outcomes.resize_with(KEYS, || None);
        distances.resize_with(KEYS, || None);
        Egdb { laws, movegen: MoveGen::of(laws), outcomes, distances, complete: 0 }
    }

    fn add(&mut self, file: EgdbFile, slice: Slice, kind: Kind) -> Result<(), EgdbFault> {
        let file = Arc::new(file);
        for slice in slice.twins() {
            let missing = || EgdbFault::Malformed;
            match kind {
                Kind::Outcomes => {
                    let place = self.outcomes.get_mut(slice.key()).ok_or_else(missing)?;
                    *place = Some(Box::new(Outcomes::new(Arc::clone(&file), slice)?));
                }
                Kind::Distances => {
                    let place = self.distances.get_mut(slice.key()).ok_or_else(missing)?;
                    *place = Some(Box::new(Distances::new(Arc::clone(&file), slice)?));
                }
            }
        }
        Ok(())
    }

    /// Notes up to how many pieces the outcomes of all slices are there.
    fn count(&mut self) {
        let there = |slice: Slice| self.outcomes.get(slice.key()).is_some_and(Option::is_some);
        let whole = (2..=MAX_PIECES).take_while(|&pieces| Slice::all(pieces).into_iter().all(there));
        self.complete = whole.last().unwrap_or(0);
    }

    /// The laws of movement that the databases are for.
    pub fn laws(&self) -> Laws {
        self.laws
    }

    /// Up to how many pieces every position has its outcome here, captures played out; 0 if not even for two.
    pub fn complete_to(&self) -> u32 {
        self.complete
    }

    /// What is kept for a position in which neither side could capture if it were to move; `None` where its slice is not
    /// here. Elsewhere the answer means nothing: see [`Egdb::outcome`].
    #[inline]
    pub fn quiet_outcome(&self, position: &Position) -> Option<Wld> {
        let pieces = position.occupied().count();
        if pieces > MAX_PIECES {
            return None;
        }
        let placement = Placement::of(position);
        let outcomes = self.outcomes.get(placement.key())?.as_ref()?;
        (outcomes.index().slice().pieces() == pieces).then(|| outcomes.get(outcomes.index().rank(&placement)))
    }

    /// Who wins, with best play and without draw rules, seen from the side to move; captures that are pending are played
    /// out, and those that threaten are looked at. `None` where the databases do not say it.
    pub fn outcome(&self, position: &Position) -> Option<Wld> {
        if position.pieces(position.side()).is_empty() {
            return Some(Wld::Loss);
        }
        if self.movegen.has_capture(position) {
            return self.best_outcome(position, |next| self.outcome(next));
        }
        if !self.is_threatened(position) {
            return self.quiet_outcome(position);
        }
        let moves = self.movegen.legal_moves(position);
        let is_settled = |next: &Position| self.movegen.has_capture(next) || !self.is_threatened(next);
        if moves.iter().all(|&played| is_settled(&position.play(played))) {
            self.best_outcome(position, |next| self.outcome(next))
        } else {
            // Files keep these, as `kept` says.
            self.quiet_outcome(position)
        }
    }

    fn is_threatened(&self, position: &Position) -> bool {
        self.movegen.has_capture(&position.with_side(!position.side()))
    }

    /// The best that the moves of a position come to, a loss where there is none.
    fn best_outcome(&self, position: &Position, of: impl Fn(&Position) -> Option<Wld>) -> Option<Wld> {
        let mut best = Some(Wld::Loss);
        for played in self.movegen.legal_moves(position) {
            match of(&position.play(played)).map(Wld::turned) {
                Some(Wld::Win) => return Some(Wld::Win),
                Some(Wld::Draw) => best = best.map(|_| Wld::Draw),
                Some(Wld::Loss) => {}
                None => best = None,
            }
        }
        best
    }

    /// As [`Egdb::outcome`], with the distance. It can take a millisecond or more: a block of distances is large.
    pub fn value(&self, position: &Position) -> Option<Value> {
        if position.pieces(position.side()).is_empty() {
            return Some(Value::Loss(0));
        }
        if self.movegen.has_capture(position) {
            let moves = self.movegen.legal_moves(position);
            let values: Option<Vec<Value>> =
                moves.iter().map(|&played| self.value(&position.play(played)).map(Value::before)).collect();
            return values?.into_iter().max();
        }
        let pieces = position.occupied().count();
        if pieces > MAX_PIECES {
            return None;
        }
        let placement = Placement::of(position);
        let distances = self.distances.get(placement.key())?.as_ref()?;
        (distances.index().slice().pieces() == pieces).then(|| distances.get(distances.index().rank(&placement)))
    }
}
