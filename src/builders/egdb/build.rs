//! Builds the databases of a set of laws into a folder.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::egdb::{
    EgdbError, EgdbFault, EgdbFile, Kind, Slice, ValueSet, clear_remains, file_bytes, path_of, put_in_place,
};
use crate::lang::{Lang, Say};
use crate::rules::{Laws, LawsVisitor, Ruleset};

use super::load::load;
use super::pack::{pack_distances, pack_outcomes};
use crate::solve::{Endings, Medium, Solved, Trouble, Wanted, solve};

/// What is to be built.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The laws of movement.
    pub laws: Laws,
    /// Up to how many pieces, from 2 to 7.
    pub pieces: u32,
    /// Up to how many pieces with distances too, not only outcomes.
    pub distances: u32,
    /// Which values: the limited set needs the abstract one, and so is built after it.
    pub set: ValueSet,
    /// Where the files go; it is made if it is not there.
    pub folder: PathBuf,
    /// The most memory, in bytes. Slices that would take more go through files in the folder.
    pub memory: u64,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    /// The set that is being built.
    pub set: ValueSet,
    /// The slice that is being solved, with its mirror image.
    pub slice: Slice,
    /// Positions done and positions to do in all, those that need not be done again left out.
    pub done: u64,
    /// See `done`.
    pub of: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

impl Progress {
    /// About how long the rest will take, if the positions to come take as long as those before.
    pub fn remaining(&self) -> Option<Duration> {
        (self.done > 0).then(|| self.elapsed.mul_f64((self.of - self.done) as f64 / self.done as f64))
    }
}

/// What a build that ran to its end has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Built {
    /// Slices solved, mirror images counted.
    pub slices: usize,
    /// Slices that were there.
    pub found: usize,
    /// The bytes of all files of the plan.
    pub bytes: u64,
}

/// Why a build did not run to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BuildError {
    /// It was interrupted; slices that are done are in the folder.
    Stopped,
    /// A file is in the way or cannot be written.
    File(EgdbError),
    /// The disk has no room for a slice that is larger than memory may be: the bytes, and what the system says.
    NoRoom(Slice, u64, String),
    /// A win takes more than 251 plies, so distances do not fit.
    TooLong(Slice),
}

impl BuildError {
    /// Why a slice was not solved that takes so many bytes.
    pub(super) fn of(trouble: Trouble, slice: Slice, needed: u64) -> BuildError {
        match trouble {
            Trouble::Stopped => BuildError::Stopped,
            Trouble::TooLong(slice) => BuildError::TooLong(slice),
            Trouble::NoRoom(told) => BuildError::NoRoom(slice, needed, told),
        }
    }
}

impl Say for BuildError {
    fn say(&self, lang: Lang) -> String {
        let mib = |bytes: u64| bytes.div_ceil(1 << 20);
        match self {
            BuildError::Stopped => lang.pick("interrupted", "interrumpido").to_owned(),
            BuildError::File(error) => error.say(lang),
            BuildError::NoRoom(slice, needed, told) => lang.pick(
                format!("slice {slice}: no {} MiB on the disk beside the files; more --memory needs none: {told}", mib(*needed)),
                format!("la parte {slice}: no hay {} MiB en el disco junto a los ficheros; con más --memory no hacen falta: {told}", mib(*needed)),
            ),
            BuildError::TooLong(slice) => lang.pick(
                format!("slice {slice} has wins of more than 251 plies, too long to be kept; use a smaller --dtw"),
                format!("la parte {slice} tiene victorias de más de 251 medias jugadas; use un --dtw menor"),
            ),
        }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for BuildError {}

impl From<EgdbError> for BuildError {
    fn from(error: EgdbError) -> BuildError {
        BuildError::File(error)
    }
}

/// Builds what is missing of a plan, on the rayon pool of the caller. `progress` is told before each slice.
///
/// A slice is in the folder once it is done, so a build that was interrupted goes on where it was; two builds into one
/// folder write the same files, each whole.
///
/// # Errors
/// If it is interrupted or a file or a slice is in the way.
pub(crate) fn build(
    plan: &Plan,
    stopped: &(dyn Fn() -> bool + Sync),
    progress: &mut dyn FnMut(Progress),
) -> Result<Built, BuildError> {
    struct Run<'a>(&'a Plan, &'a (dyn Fn() -> bool + Sync), &'a mut dyn FnMut(Progress));
    impl LawsVisitor for Run<'_> {
        type Output = Result<Built, BuildError>;
        fn visit<R: Ruleset>(self) -> Self::Output {
            let Run(plan, stopped, progress) = self;
            let mut built = build_for::<R>(&Plan { set: ValueSet::Abstract, ..plan.clone() }, stopped, progress)?;
            if plan.set == ValueSet::Limited {
                let limited = build_for::<R>(plan, stopped, progress)?;
                built.slices += limited.slices;
                built.found += limited.found;
                built.bytes += limited.bytes;
            }
            Ok(built)
        }
    }
    plan.laws.visit(Run(plan, stopped, progress))
}

impl Plan {
    /// The kinds of files that a slice has.
    fn kinds(&self, slice: Slice) -> &'static [Kind] {
        if !self.set.holding(slice).has_file(slice) {
            &[]
        } else if slice.pieces() <= self.distances {
            &[Kind::Outcomes, Kind::Distances]
        } else {
            &[Kind::Outcomes]
        }
    }

    /// The file of a slice.
    fn path(&self, slice: Slice, kind: Kind) -> PathBuf {
        path_of(&self.folder, self.laws, self.set, slice, kind)
    }

    /// Whether all files of a slice are there. They are opened, so that a bad one is found before hours of work.
    fn has(&self, slice: Slice) -> Result<bool, EgdbError> {
        for &kind in self.kinds(slice) {
            if EgdbFile::open(&self.folder, self.laws, self.set.holding(slice), slice, kind)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Where a pair of slices is solved, and the bytes that it takes there: two a position for the cells and one for the
    /// values, or for the values and their packing once the cells are gone; and in memory four for each of those decided at
    /// one level in one sheet.
    fn medium(&self, slice: Slice, endings: &Endings) -> (Medium<'_>, u64) {
        let positions = positions_of_pair(slice);
        let needed = positions * 3 + (positions * 4).min(16 << 20);
        if endings.memory() + needed <= self.memory {
            (Medium::Memory, needed)
        } else {
            (Medium::Disk(&self.folder), positions * 3)
        }
    }
}

/// Positions of a slice and its mirror image.
fn positions_of_pair(slice: Slice) -> u64 {
    slice.twins().into_iter().map(Slice::positions).sum()
}

fn build_for<R: Ruleset>(
    plan: &Plan,
    stopped: &(dyn Fn() -> bool + Sync),
    progress: &mut dyn FnMut(Progress),
) -> Result<Built, BuildError> {
    make_folder(&plan.folder)?;
    let pairs: Vec<Slice> = (2..=plan.pieces).flat_map(Slice::pairs).collect();
    let there = pairs.iter().map(|&slice| plan.has(slice)).collect::<Result<Vec<bool>, EgdbError>>()?;
    let missing: Vec<Slice> = pairs.iter().zip(&there).filter(|(_, there)| !**there).map(|(slice, _)| *slice).collect();
    let needed = needed_for(&missing, &pairs);
    let mut built = Built::default();
    let of = missing.iter().map(|&slice| positions_of_pair(slice)).sum();
    let (mut done, begun) = (0, Instant::now());
    let mut endings = Endings::new();
    let mut exact = true;
    for (i, (&slice, there)) in pairs.iter().zip(&there).enumerate() {
        let wanted = if slice.pieces() <= plan.distances { Wanted::Distances } else { Wanted::Outcomes };
        if exact && wanted == Wanted::Outcomes {
            endings.forget_distances();
            exact = false;
        }
        let twins = slice.twins().len();
        if *there {
            built.found += if plan.set.has_file(slice) { twins } else { 0 };
            if needed.contains(&slice) {
                restore::<R>(plan, slice, &mut endings)?;
            }
            continue;
        }
        let (medium, needed) = plan.medium(slice, &endings);
        progress(Progress { set: plan.set, slice, done, of, elapsed: begun.elapsed() });
        let solved = solve::<R>(slice, &endings, wanted, medium, stopped)
            .map_err(|trouble| BuildError::of(trouble, slice, needed))?;
        write::<R>(plan, &solved, medium)?;
        solved.into_iter().for_each(|solved| endings.insert(solved));
        done += positions_of_pair(slice);
        built.slices += twins;
        forget_what_is_done(&mut endings, slice, &pairs[i + 1..]);
    }
    built.bytes = bytes_of_files(plan, &pairs);
    Ok(built)
}

fn make_folder(folder: &Path) -> Result<(), EgdbError> {
    if fs::metadata(folder).is_ok_and(|found| !found.is_dir()) {
        return Err(EgdbFault::NoFolder.at(folder));
    }
    fs::create_dir_all(folder).map_err(|error| EgdbFault::Unwritable(error.to_string()).at(folder))?;
    clear_remains(folder);
    Ok(())
}

/// The slices, of those in the order of solving, that the missing ones are solved with the help of: captures lead to all
/// with fewer pieces, and reading a slice takes those that its men are crowned to.
fn needed_for(missing: &[Slice], pairs: &[Slice]) -> Vec<Slice> {
    let most = missing.iter().map(|slice| slice.pieces()).max().unwrap_or(0);
    let mut needed: Vec<Slice> = Vec::new();
    for slice in pairs.iter().rev() {
        let crowned_to = |others: &[Slice]| others.iter().any(|other| other.crowned().contains(slice));
        if slice.pieces() < most || crowned_to(missing) || crowned_to(&needed) {
            needed.push(*slice);
        }
    }
    needed
}

/// Takes a slice from its file.
fn restore<R: Ruleset>(plan: &Plan, slice: Slice, endings: &mut Endings) -> Result<(), EgdbError> {
    let kind = if slice.pieces() <= plan.distances { Kind::Distances } else { Kind::Outcomes };
    let (medium, _) = plan.medium(slice, endings);
    if let Some(solved) = load::<R>(&plan.folder, plan.set, slice, kind, endings, medium)? {
        solved.into_iter().for_each(|solved| endings.insert(solved));
        return Ok(());
    }
    Err(EgdbFault::Unreadable("it was there a moment ago".to_owned()).at(plan.path(slice, kind)))
}

/// Writes the files of a solved slice and its mirror image; what packing takes is kept on `medium`.
fn write<R: Ruleset>(plan: &Plan, solved: &[Solved], medium: Medium<'_>) -> Result<(), EgdbError> {
    let Some(first) = solved.first() else { return Ok(()) };
    let slice = first.index.slice();
    for &kind in plan.kinds(slice) {
        let pack = match kind {
            Kind::Outcomes => pack_outcomes::<R>,
            Kind::Distances => pack_distances::<R>,
        };
        let unwritable = |error: io::Error| EgdbFault::Unwritable(error.to_string()).at(&plan.folder);
        let parts: Vec<Vec<u8>> =
            solved.iter().map(|solved| pack(solved, medium)).collect::<io::Result<_>>().map_err(unwritable)?;
        let second = parts.get(1).map_or(&[][..], Vec::as_slice);
        let bytes = file_bytes(R::LAWS, plan.set, slice, kind, [&parts[0], second]);
        put_in_place(&plan.path(slice, kind), &bytes)?;
    }
    Ok(())
}

/// Forgets slices of as many pieces to which no slice to come is crowned, once there are none to come of more pieces.
fn forget_what_is_done(endings: &mut Endings, slice: Slice, to_come: &[Slice]) {
    if to_come.iter().any(|other| other.pieces() > slice.pieces()) {
        return;
    }
    for other in Slice::pairs(slice.pieces()) {
        if !to_come.iter().any(|next| next.crowned().contains(&other)) {
            other.twins().into_iter().for_each(|slice| endings.remove(slice));
        }
    }
}

fn bytes_of_files(plan: &Plan, pairs: &[Slice]) -> u64 {
    let own = pairs.iter().filter(|&&slice| plan.set.has_file(slice));
    let paths = own.flat_map(|&slice| plan.kinds(slice).iter().map(move |&kind| plan.path(slice, kind)));
    paths.filter_map(|path| fs::metadata(path).ok()).map(|data| data.len()).sum()
}
