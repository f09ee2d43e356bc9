//! Whole databases in memory, and what they come to.

use std::path::Path;

use rayon::prelude::*;

use crate::board::Position;
use crate::egdb::{EgdbFault, Kind, Slice, Value, ValueSet, rules_name};
use crate::rules::{Laws, LawsVisitor, Ruleset};

use super::build::BuildError;
use super::load::load;
use super::three_kings::limited_kings;
use crate::solve::{Endings, Medium, Solved, Wanted, solve};

/// What the positions of a slice come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Census {
    /// Positions won for the side to move.
    pub win: u64,
    /// Positions lost for it.
    pub loss: u64,
    /// Drawn positions.
    pub draw: u64,
    /// The longest win in plies; 0 where there is none.
    pub longest_win: u16,
    /// The longest loss in plies; 0 where there is none.
    pub longest_loss: u16,
}

impl Census {
    /// Counts a slice.
    pub fn of(solved: &Solved) -> Census {
        let count = |values: &[u8]| {
            let mut times = [0u64; 256];
            values.iter().for_each(|&byte| times[usize::from(byte)] += 1);
            let mut census = Census::default();
            for (byte, &times) in (0..=255).zip(&times).filter(|(_, times)| **times > 0) {
                census = census.with(&Census::of_value(Value::from_byte(byte), times));
            }
            census
        };
        solved.values.par_chunks(1 << 16).map(count).reduce(Census::default, |one, other| one.with(&other))
    }

    fn of_value(value: Value, times: u64) -> Census {
        let none = Census::default();
        match value {
            Value::Win(plies) => Census { win: times, longest_win: plies, ..none },
            Value::Loss(plies) => Census { loss: times, longest_loss: plies, ..none },
            Value::Draw => Census { draw: times, ..none },
        }
    }

    /// Two counts together.
    #[must_use]
    pub fn with(&self, other: &Census) -> Census {
        Census {
            win: self.win + other.win,
            loss: self.loss + other.loss,
            draw: self.draw + other.draw,
            longest_win: self.longest_win.max(other.longest_win),
            longest_loss: self.longest_loss.max(other.longest_loss),
        }
    }

    /// All positions.
    pub fn total(&self) -> u64 {
        self.win + self.loss + self.draw
    }
}

/// The first position of a slice that has this value, White to move; `None` if none has.
pub(crate) fn first_with(solved: &Solved, value: Value) -> Option<Position> {
    let number = solved.values.iter().position(|&byte| Value::from_byte(byte) == value)?;
    Some(solved.index.cursor().at(number).position())
}

/// All slices of up to so many pieces, from a folder or, where none is given, solved on the spot, on the rayon pool of the
/// caller; and whether they hold distances.
///
/// # Errors
/// If a file is missing or bad, or `stopped` says so.
pub(crate) fn gather(
    laws: Laws,
    set: ValueSet,
    folder: Option<&Path>,
    pieces: u32,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<(Endings, bool), BuildError> {
    struct Run<'a>(ValueSet, Option<&'a Path>, u32, &'a (dyn Fn() -> bool + Sync));
    impl LawsVisitor for Run<'_> {
        type Output = Result<(Endings, bool), BuildError>;
        fn visit<R: Ruleset>(self) -> Self::Output {
            let Run(set, folder, pieces, stopped) = self;
            match folder {
                Some(folder) => gather_from::<R>(set, folder, pieces, stopped),
                None => gather_here::<R>(set, pieces, stopped),
            }
        }
    }
    laws.visit(Run(set, folder, pieces, stopped))
}

fn gather_here<R: Ruleset>(
    set: ValueSet,
    pieces: u32,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<(Endings, bool), BuildError> {
    let mut endings = Endings::new();
    for slice in (2..=pieces).flat_map(Slice::pairs) {
        if !set.holding(slice).has_file(slice) {
            limited_kings::<R>(Kind::Distances).into_iter().for_each(|solved| endings.insert(solved));
            continue;
        }
        let solved = solve::<R>(slice, &endings, Wanted::Distances, Medium::Memory, stopped)
            .map_err(|trouble| BuildError::of(trouble, slice, 0))?;
        solved.into_iter().for_each(|solved| endings.insert(solved));
    }
    Ok((endings, true))
}

fn gather_from<R: Ruleset>(
    set: ValueSet,
    folder: &Path,
    pieces: u32,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<(Endings, bool), BuildError> {
    let mut endings = Endings::new();
    let mut exact = true;
    for slice in (2..=pieces).flat_map(Slice::pairs) {
        if stopped() {
            return Err(BuildError::Stopped);
        }
        let mut solved =
            if exact { load::<R>(folder, set, slice, Kind::Distances, &endings, Medium::Memory)? } else { None };
        if solved.is_none() {
            solved = load::<R>(folder, set, slice, Kind::Outcomes, &endings, Medium::Memory)?;
            if solved.is_some() && exact {
                endings.forget_distances();
                exact = false;
                // Captures must be worked out again, now that only outcomes are known.
                solved = load::<R>(folder, set, slice, Kind::Outcomes, &endings, Medium::Memory)?;
            }
        }
        let missing = || EgdbFault::Missing(rules_name(R::LAWS, set.holding(slice)), slice).at(folder);
        solved.ok_or_else(missing)?.into_iter().for_each(|solved| endings.insert(solved));
    }
    Ok((endings, exact))
}
