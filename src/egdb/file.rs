//! Database files.
//!
//! A file holds a slice and its mirror image (one slice, where that is its own), either outcomes (`.wld`) or distances
//! (`.dtw`), and is named by laws and slice: `english.21-10.wld`. Values that count the three-kings rule of twelve moves are
//! named so too: `brazilian-three-kings-12.21-10.wld`. It starts with a header; numbers are little-endian:
//!
//! | at | bytes | |
//! |---|---|---|
//! | 0 | 8 | `DameroEG` |
//! | 8 | 2 | version of the format: [`FORMAT_VERSION`] |
//! | 10 | 1 | 1 for outcomes, 2 for distances |
//! | 11 | 1 | draw rules the values were made under: 0 for none, 12 for three kings against one within twelve moves |
//! | 12 | 4 | the laws of movement, a bit each: see [`fingerprint`] |
//! | 16 | 4 | the slice: own men, own kings, other men, other kings |
//! | 20 | 8 | bytes of the first part, for this slice |
//! | 28 | 8 | bytes of the second part, for its mirror image; 0 where there is none |
//! | 36 | 4 | CRC-32 of both parts |
//! | 40 | 4 | CRC-32 of the 40 bytes before |
//!
//! Then come the parts. Outcomes: a model, a directory and data (see [`super::model`], [`super::blocks`]). Distances: a
//! directory and data, whose blocks [`super::distance`] describes. Positions that a probe can work out are not kept, as
//! [`super::kept`] says: whatever codes shortest stands for them.

#![deny(clippy::indexing_slicing)]

use std::fs::{self, File};
use std::ops::{Deref, Range};
use std::path::{Path, PathBuf};

use memmap2::Mmap;

use crate::files::{self, write_whole};
use crate::journal::crc32;
use crate::rules::{Laws, RuleSpec, VARIANTS, Variant};

use super::error::{EgdbError, EgdbFault};
use super::limits::ValueSet;
use super::slice::Slice;

/// The version of the format that is written and read here.
pub(crate) const FORMAT_VERSION: u16 = 1;
const MAGIC: &[u8; 8] = b"DameroEG";
const HEADER: usize = 44;
/// Where the counts of pieces and the lengths of the parts stand in it.
const COUNTS_AT: usize = 16;
const LENGTHS_AT: usize = 20;

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    /// Win, loss and draw.
    Outcomes = 1,
    /// Distances to the win, or loss, in plies.
    Distances = 2,
}

/// The laws of movement as a number: a bit for each field of [`RuleSpec`] in its order, the first lowest.
pub(crate) fn fingerprint(spec: &RuleSpec) -> u32 {
    let RuleSpec {
        men_capture_backwards,
        men_capture_kings,
        kings_fly,
        kings_capture_far,
        crowned_in_passing,
        most_pieces,
        by_king,
        most_kings,
        kings_earliest,
    } = *spec;
    [
        men_capture_backwards,
        men_capture_kings,
        kings_fly,
        kings_capture_far,
        crowned_in_passing,
        most_pieces,
        by_king,
        most_kings,
        kings_earliest,
    ]
    .into_iter()
    .rev()
    .fold(0, |bits, law| bits << 1 | u32::from(law))
}

/// The name of the first ruleset that has some laws.
pub(crate) fn laws_name(laws: Laws) -> String {
    Variant::of_laws(laws).name.to_owned()
}

/// What `--rules` is to say for a set of values: the name of the first ruleset that has the laws and, by its own draw rules,
/// the set; and the draw rule where there is none.
pub(crate) fn rules_name(laws: Laws, set: ValueSet) -> String {
    let has_set = |variant: &&Variant| variant.laws == laws && ValueSet::of(&variant.draws) == set;
    match (set, VARIANTS.iter().find(has_set)) {
        (_, Some(variant)) => variant.name.to_owned(),
        (ValueSet::Abstract, None) => laws_name(laws),
        (ValueSet::Limited, None) => format!("{} --draw three-kings={}", laws_name(laws), set.number()),
    }
}

/// The file of a slice, or of its mirror image, in a folder.
pub(crate) fn path_of(folder: &Path, laws: Laws, set: ValueSet, slice: Slice, kind: Kind) -> PathBuf {
    let ending = match kind {
        Kind::Outcomes => "wld",
        Kind::Distances => "dtw",
    };
    let rules = match set.holding(slice) {
        ValueSet::Abstract => String::new(),
        limited => format!("-three-kings-{}", limited.number()),
    };
    // A colon is no part of a file's name everywhere.
    folder.join(format!("{}{rules}.{}.{ending}", laws_name(laws).replace(':', "-"), slice.leading()))
}

/// The bytes of a file, however they are held.
#[derive(Debug)]
enum Bytes {
    Mapped(Mmap),
    Embedded(&'static [u8]),
}

impl Deref for Bytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Embedded(bytes) => bytes,
        }
    }
}

/// A file whose header and checksums are right.
#[derive(Debug)]
pub(crate) struct EgdbFile {
    bytes: Bytes,
    parts: [Range<usize>; 2],
}

impl EgdbFile {
    /// Opens the file of a slice; `None` where there is none.
    ///
    /// # Errors
    /// If it cannot be read, or is not what its name says.
    pub fn open(
        folder: &Path,
        laws: Laws,
        set: ValueSet,
        slice: Slice,
        kind: Kind,
    ) -> Result<Option<EgdbFile>, EgdbError> {
        let path = path_of(folder, laws, set, slice, kind);
        // Asked before it is opened: opening a pipe would wait for a writer.
        if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            return Err(EgdbFault::NoFile.at(path));
        }
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(EgdbFault::Unreadable(error.to_string()).at(path)),
        };
        // SAFETY: files of databases are never written in place, only put in place whole under their name, so what is
        // mapped does not change.
        let mapped = unsafe { Mmap::map(&file) };
        let mapped = mapped.map_err(|error| EgdbFault::Unreadable(error.to_string()).at(&path))?;
        let parts = check(&mapped, laws, set, slice.leading(), kind).map_err(|fault| fault.at(path))?;
        Ok(Some(EgdbFile { bytes: Bytes::Mapped(mapped), parts }))
    }

    /// The first of some files that are embedded one after another, with its slice; the rest stay in `bytes`.
    ///
    /// # Errors
    /// If it is not sound.
    pub fn take_embedded(
        bytes: &mut &'static [u8],
        laws: Laws,
        set: ValueSet,
        kind: Kind,
    ) -> Result<(EgdbFile, Slice), EgdbFault> {
        let mut rest = bytes.get(LENGTHS_AT..HEADER).ok_or(EgdbFault::Foreign)?;
        let parts: [Option<u64>; 2] = [take(&mut rest), take(&mut rest)].map(|length| length.map(u64::from_le_bytes));
        let length = parts.into_iter().try_fold(HEADER as u64, |sum, part| sum.checked_add(part?));
        let length = length.and_then(|length| usize::try_from(length).ok()).ok_or(EgdbFault::Malformed)?;
        let file = bytes.split_off(..length).ok_or(EgdbFault::Malformed)?;
        let slice = match file.get(COUNTS_AT..LENGTHS_AT) {
            Some(&[own_men, own_kings, other_men, other_kings]) => {
                Slice::new(own_men, own_kings, other_men, other_kings).ok_or(EgdbFault::Malformed)?
            }
            _ => return Err(EgdbFault::Malformed),
        };
        let parts = check(file, laws, set, slice, kind)?;
        Ok((EgdbFile { bytes: Bytes::Embedded(file), parts }, slice))
    }

    /// The part of the slice that leads the pair, or of its mirror image.
    pub fn part(&self, leading: bool) -> &[u8] {
        let [first, second] = &self.parts;
        self.bytes.get(if leading { first.clone() } else { second.clone() }).unwrap_or(&[])
    }
}

/// Takes some bytes off the front.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    bytes.split_off(..N)?.try_into().ok()
}

/// Checks a file: where its parts lie.
fn check(bytes: &[u8], laws: Laws, set: ValueSet, slice: Slice, kind: Kind) -> Result<[Range<usize>; 2], EgdbFault> {
    let mut rest = bytes;
    if rest.get(..MAGIC.len()) != Some(MAGIC) {
        return Err(EgdbFault::Foreign);
    }
    let short = || EgdbFault::Length(HEADER as u64, bytes.len() as u64);
    let head = bytes.get(..HEADER - 4).ok_or_else(short)?;
    let _magic: [u8; 8] = take(&mut rest).ok_or_else(short)?;
    let version = u16::from_le_bytes(take(&mut rest).ok_or_else(short)?);
    if version != FORMAT_VERSION {
        return Err(EgdbFault::Version(version));
    }
    let [is_kind, draws] = take(&mut rest).ok_or_else(short)?;
    let is_laws = u32::from_le_bytes(take(&mut rest).ok_or_else(short)?);
    let counts: [u8; 4] = take(&mut rest).ok_or_else(short)?;
    let lengths = [take(&mut rest).ok_or_else(short)?, take(&mut rest).ok_or_else(short)?].map(u64::from_le_bytes);
    let sums = [take(&mut rest).ok_or_else(short)?, take(&mut rest).ok_or_else(short)?].map(u32::from_le_bytes);
    if sums[1] != crc32(0, head) {
        return Err(EgdbFault::Damaged);
    }
    // Nothing is set aside for these lengths; the file has them or is refused.
    let due = lengths.iter().try_fold(HEADER as u64, |sum, &length| sum.checked_add(length));
    if due != Some(bytes.len() as u64) {
        return Err(EgdbFault::Length(due.unwrap_or(u64::MAX), bytes.len() as u64));
    }
    if is_laws != fingerprint(&laws.spec()) {
        return Err(EgdbFault::OtherLaws);
    }
    let wanted = [slice.own_men, slice.own_kings, slice.other_men, slice.other_kings];
    if is_kind != kind as u8 || counts != wanted {
        return Err(EgdbFault::OtherContent);
    }
    if draws != set.holding(slice).number() {
        return Err(EgdbFault::DrawRules(draws));
    }
    if sums[0] != crc32(0, rest) {
        return Err(EgdbFault::Damaged);
    }
    let middle = HEADER + usize::try_from(lengths[0]).map_err(|_| EgdbFault::Malformed)?;
    Ok([HEADER..middle, middle..bytes.len()])
}

/// The bytes of a file.
pub(crate) fn file_bytes(laws: Laws, set: ValueSet, slice: Slice, kind: Kind, parts: [&[u8]; 2]) -> Vec<u8> {
    let slice = slice.leading();
    let mut bytes = Vec::with_capacity(HEADER + parts.iter().map(|part| part.len()).sum::<usize>());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&FORMAT_VERSION.to_le_bytes());
    bytes.extend_from_slice(&[kind as u8, set.holding(slice).number()]);
    bytes.extend_from_slice(&fingerprint(&laws.spec()).to_le_bytes());
    bytes.extend_from_slice(&[slice.own_men, slice.own_kings, slice.other_men, slice.other_kings]);
    parts.iter().for_each(|part| bytes.extend_from_slice(&(part.len() as u64).to_le_bytes()));
    bytes.extend_from_slice(&[0; 8]);
    parts.iter().for_each(|part| bytes.extend_from_slice(part));
    let (head, body) = bytes.split_at_mut(HEADER);
    let (head, sums) = head.split_at_mut(HEADER - 8);
    let (sum_of_parts, sum_of_head) = sums.split_at_mut(4);
    sum_of_parts.copy_from_slice(&crc32(0, body).to_le_bytes());
    let mut checked = head.to_vec();
    checked.extend_from_slice(sum_of_parts);
    sum_of_head.copy_from_slice(&crc32(0, &checked).to_le_bytes());
    bytes
}

/// Puts a file in place, whole or not at all, so readers and other writers of the same file are not disturbed.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn put_in_place(path: &Path, bytes: &[u8]) -> Result<(), EgdbError> {
    write_whole(path, bytes).map_err(|error| EgdbFault::Unwritable(error.to_string()).at(path))
}

/// Removes from a folder what killed builds have left there half written.
pub(crate) fn clear_remains(folder: &Path) {
    files::clear_remains(folder, |name| name.ends_with(".wld") || name.ends_with(".dtw"));
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test may fail so")]
mod tests {
    use super::*;

    #[test]
    fn laws_have_their_own_numbers_and_names() {
        let numbers: Vec<u32> = Laws::ALL.iter().map(|laws| fingerprint(&laws.spec())).collect();
        let names: Vec<String> = Laws::ALL.iter().map(|&laws| laws_name(laws)).collect();
        for i in 0..numbers.len() {
            assert!(!numbers[..i].contains(&numbers[i]), "{}", names[i]);
            assert!(!names[..i].contains(&names[i]));
        }
        assert_eq!(rules_name(Laws::Brazilian, ValueSet::Abstract), "brazilian");
        assert_eq!(rules_name(Laws::Brazilian, ValueSet::Limited), "filipino");
        assert_eq!(rules_name(Laws::Pool, ValueSet::Limited), "pool --draw three-kings=12");
        assert_eq!(fingerprint(&Laws::English.spec()), 2);
        let slice = Slice::new(0, 1, 2, 0).unwrap();
        let path = |set, slice| path_of(Path::new("x"), Laws::DamasShort, set, slice, Kind::Outcomes);
        let inside = |name: &str| Path::new("x").join(name);
        assert_eq!(path(ValueSet::Abstract, slice), inside("damas-short.20-01.wld"));
        // Three pieces never come to three kings against one, so there is one file for both sets.
        assert_eq!(path(ValueSet::Limited, slice), inside("damas-short.20-01.wld"));
        let slice = Slice::new(0, 1, 2, 1).unwrap();
        assert_eq!(path(ValueSet::Limited, slice), inside("damas-short-three-kings-12.21-01.wld"));
    }

    #[test]
    fn only_the_right_file_is_taken() {
        let slice = Slice::new(2, 1, 1, 0).unwrap();
        let set = ValueSet::Limited;
        let bytes = file_bytes(Laws::Pool, set, slice, Kind::Outcomes, [b"first", b"second part"]);
        let checked = |bytes: &[u8]| check(bytes, Laws::Pool, set, slice, Kind::Outcomes);
        let [first, second] = checked(&bytes).unwrap();
        assert_eq!((&bytes[first], &bytes[second]), (b"first".as_slice(), b"second part".as_slice()));
        assert_eq!(check(&bytes, Laws::English, set, slice, Kind::Outcomes), Err(EgdbFault::OtherLaws));
        let other = check(&bytes, Laws::Pool, ValueSet::Abstract, slice, Kind::Outcomes);
        assert_eq!(other, Err(EgdbFault::DrawRules(12)));
        assert_eq!(check(&bytes, Laws::Pool, set, slice, Kind::Distances), Err(EgdbFault::OtherContent));
        let other = Slice::new(3, 0, 1, 0).unwrap();
        assert_eq!(check(&bytes, Laws::Pool, set, other, Kind::Outcomes), Err(EgdbFault::OtherContent));
        for length in 0..bytes.len() {
            assert!(checked(&bytes[..length]).is_err(), "{length}");
        }
        for at in 0..bytes.len() {
            for flip in [1, 0x80] {
                let mut bytes = bytes.clone();
                bytes[at] ^= flip;
                assert!(checked(&bytes).is_err(), "byte {at}");
            }
        }
    }
}
