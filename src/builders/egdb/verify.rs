//! Checks databases: each value against those a move further on.

use std::path::Path;

use rayon::prelude::*;

use crate::board::Position;
use crate::egdb::{EgdbError, EgdbFault, Kind, Slice, Value, ValueSet, Wld, rules_name};
use crate::rules::{Laws, LawsVisitor, Ruleset};

use super::build::BuildError;
use super::load::{best_move, load};
use crate::solve::{Endings, Medium, Solved};

/// A value that does not follow from those a move further on, or files that do not agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wrong {
    /// The position, White to move.
    pub position: Position,
    /// The value that the database has.
    pub found: Value,
    /// The value that follows, or that the file of outcomes has.
    pub due: Value,
}

/// What a check has found.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Report {
    /// Positions looked at.
    pub checked: u64,
    /// Wrong values.
    pub wrong: u64,
    /// Some of them.
    pub examples: Vec<Wrong>,
    /// Files that are missing or bad. What depends on them was not checked.
    pub bad: Vec<EgdbError>,
}

/// The most wrong values that are kept as examples.
const EXAMPLES: usize = 10;

/// Checks the databases of up to so many pieces in a folder: all positions, or about so many of each slice; of the limited
/// set, the slices that are its own, the abstract one having been checked before. `progress` is told before each slice.
///
/// # Errors
/// If `stopped` says so.
pub(crate) fn verify(
    laws: Laws,
    set: ValueSet,
    folder: &Path,
    pieces: u32,
    sample: Option<u64>,
    stopped: &(dyn Fn() -> bool + Sync),
    progress: &mut dyn FnMut(Slice),
) -> Result<Report, BuildError> {
    struct Run<'a> {
        set: ValueSet,
        folder: &'a Path,
        pieces: u32,
        sample: Option<u64>,
        stopped: &'a (dyn Fn() -> bool + Sync),
        progress: &'a mut dyn FnMut(Slice),
    }
    impl LawsVisitor for Run<'_> {
        type Output = Result<Report, BuildError>;
        fn visit<R: Ruleset>(self) -> Self::Output {
            let mut report = Report::default();
            let mut endings = Endings::new();
            let mut exact = true;
            for slice in (2..=self.pieces).flat_map(Slice::pairs) {
                if (self.stopped)() {
                    return Err(BuildError::Stopped);
                }
                (self.progress)(slice);
                match both_files::<R>(self.folder, self.set, slice, &mut endings, &mut exact, &mut report) {
                    Ok(()) if self.set.has_file(slice) => check::<R>(slice, &endings, exact, self.sample, &mut report),
                    Ok(()) => {}
                    Err(error) => {
                        report.bad.push(error);
                        break;
                    }
                }
            }
            Ok(report)
        }
    }
    laws.visit(Run { set, folder, pieces, sample, stopped, progress })
}

/// Adds a slice and its mirror image from their file of distances, if they have one and those before them had, and else
/// from that of outcomes; where there are both they must agree.
fn both_files<R: Ruleset>(
    folder: &Path,
    set: ValueSet,
    slice: Slice,
    endings: &mut Endings,
    exact: &mut bool,
    report: &mut Report,
) -> Result<(), EgdbError> {
    let distances =
        if *exact { load::<R>(folder, set, slice, Kind::Distances, endings, Medium::Memory)? } else { None };
    if distances.is_none() && *exact {
        *exact = false;
        endings.forget_distances();
    }
    let missing = || EgdbFault::Missing(rules_name(R::LAWS, set.holding(slice)), slice).at(folder);
    let outcomes = load::<R>(folder, set, slice, Kind::Outcomes, endings, Medium::Memory)?.ok_or_else(missing)?;
    for (outcomes, distances) in outcomes.iter().zip(distances.iter().flatten()) {
        let pairs = outcomes.values.iter().zip(distances.values.iter()).enumerate();
        for (number, (&outcome, &distance)) in
            pairs.filter(|(_, (outcome, distance))| Wld::of_byte(**outcome) != Wld::of_byte(**distance))
        {
            report.add(distances, number, distance, outcome);
        }
    }
    distances.unwrap_or(outcomes).into_iter().for_each(|solved| endings.insert(solved));
    Ok(())
}

impl Report {
    /// Takes in what another check has found.
    pub fn join(&mut self, other: Report) {
        self.checked += other.checked;
        self.wrong += other.wrong;
        self.examples.extend(other.examples);
        self.bad.extend(other.bad);
    }

    fn add(&mut self, solved: &Solved, number: usize, found: u8, due: u8) {
        self.wrong += 1;
        if self.examples.len() < EXAMPLES {
            let position = solved.index.cursor().at(number).position();
            self.examples.push(Wrong { position, found: Value::from_byte(found), due: Value::from_byte(due) });
        }
    }
}

/// Checks a slice and its mirror image.
fn check<R: Ruleset>(slice: Slice, endings: &Endings, exact: bool, sample: Option<u64>, report: &mut Report) {
    for solved in slice.twins().into_iter().filter_map(|slice| endings.get(slice)) {
        let positions = solved.values.len();
        let step = sample.map_or(1, |sample| positions.div_ceil(sample.max(1) as usize));
        let numbers: Vec<usize> = (0..positions).step_by(step << 12).collect();
        let wrong: Vec<(usize, u8, u8)> = numbers
            .into_par_iter()
            .flat_map_iter(|first| {
                let mut cursor = solved.index.cursor();
                (first..positions.min(first + (step << 12))).step_by(step).filter_map(move |number| {
                    let found = solved.values[number];
                    let due = best_move::<R>(&cursor.at(number).position(), |next| endings.byte(next));
                    let same = if exact { found == due } else { Wld::of_byte(found) == Wld::of_byte(due) };
                    (!same).then_some((number, found, due))
                })
            })
            .collect();
        wrong.into_iter().for_each(|(number, found, due)| report.add(solved, number, found, due));
        report.checked += positions.div_ceil(step) as u64;
    }
}
