//! The databases that the program holds: who wins with up to four pieces, for all laws of movement; the same where three
//! kings must win within twelve moves, for filipino; how soon, with kings alone; and what the last ply of the road rule
//! changes.
//!
//! Each set is the files of `damero egdb build --pieces 4`, one after another; `tuning/README.md` says how they are made.

use crate::rules::Laws;

use super::counted::CountedList;

/// The files of all laws.
static FILES: [(Laws, &[u8]); 9] = [
    (Laws::English, include_bytes!("data/english.egdb")),
    (Laws::Italian, include_bytes!("data/italian.egdb")),
    (Laws::Spanish, include_bytes!("data/spanish.egdb")),
    (Laws::Russian, include_bytes!("data/russian.egdb")),
    (Laws::Brazilian, include_bytes!("data/brazilian.egdb")),
    (Laws::Pool, include_bytes!("data/pool.egdb")),
    (Laws::Czech, include_bytes!("data/czech.egdb")),
    (Laws::DamasShort, include_bytes!("data/damas-short.egdb")),
    (Laws::DamasMixed, include_bytes!("data/damas-mixed.egdb")),
];

/// The files of some laws.
pub(crate) fn embedded_files(laws: Laws) -> &'static [u8] {
    FILES.iter().find(|(of, _)| *of == laws).map_or(&[], |(_, files)| files)
}

/// The files of the limited set, and the laws that they are for.
pub(crate) static LIMITED: (Laws, &[u8]) = (Laws::Brazilian, include_bytes!("data/filipino.egdb"));

/// How soon positions with men are lost under some laws, as [`super::losses`] has it; and the laws, if any, of which only
/// what is different is there.
pub(crate) fn embedded_losses(laws: Laws) -> (Option<Laws>, &'static [u8]) {
    match laws {
        Laws::English => (None, include_bytes!("data/english.lost")),
        Laws::Italian => (None, include_bytes!("data/italian.lost")),
        Laws::Spanish => (None, include_bytes!("data/spanish.lost")),
        Laws::Russian => (None, include_bytes!("data/russian.lost")),
        Laws::DamasMixed => (None, include_bytes!("data/damas-mixed.lost")),
        Laws::DamasShort => (Some(Laws::English), include_bytes!("data/damas-short.lost")),
        Laws::Brazilian => (Some(Laws::Russian), include_bytes!("data/brazilian.lost")),
        Laws::Pool => (Some(Laws::Russian), include_bytes!("data/pool.lost")),
        Laws::Czech => (Some(Laws::Spanish), include_bytes!("data/czech.lost")),
    }
}

/// The same in the limited set, which differs from the abstract one of the laws that it is for.
pub(crate) static LIMITED_LOSSES: &[u8] = include_bytes!("data/filipino.lost");

/// What becomes of values where a count leaves too few plies; see [`super::counted`].
pub(crate) fn embedded_counted(list: CountedList) -> &'static [u8] {
    match list {
        CountedList::Kings => include_bytes!("data/flying-kings.counted"),
        CountedList::LastOfRoad => include_bytes!("data/last-of-road.counted"),
        CountedList::ManKept => include_bytes!("data/man-kept.counted"),
        CountedList::ManAnew => include_bytes!("data/man-anew.counted"),
    }
}

/// What the last ply of the road rule changes, and the laws that it was solved for; see [`super::road`].
pub(crate) static ROAD: (Laws, &[u8]) = (Laws::Russian, include_bytes!("data/russian-road.last"));

/// Whether kings alone move alike under two sets of laws.
pub(crate) fn kings_move_alike(one: Laws, other: Laws) -> bool {
    embedded_kings(one).0 == embedded_kings(other).0
}

/// The distances of one, two and three kings against one and of two against two, and laws that they are solved for. Kings
/// alone move alike under most laws.
pub(crate) fn embedded_kings(laws: Laws) -> (Laws, &'static [u8]) {
    match laws {
        Laws::English => (Laws::English, include_bytes!("data/kings-english.egdb")),
        Laws::Italian | Laws::DamasShort => (Laws::DamasShort, include_bytes!("data/kings-short.egdb")),
        Laws::DamasMixed => (Laws::DamasMixed, include_bytes!("data/kings-mixed.egdb")),
        Laws::Spanish | Laws::Russian | Laws::Brazilian | Laws::Pool | Laws::Czech => {
            (Laws::Russian, include_bytes!("data/kings-flying.egdb"))
        }
    }
}
