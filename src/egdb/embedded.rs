//! The databases that the program holds: who wins with up to four pieces, for all laws of movement; the same where three
//! kings must win within twelve moves, for filipino; and how soon, with kings alone.
//!
//! Each set is the files of `damero egdb build --pieces 4`, one after another; `tuning/README.md` says how they are made.

use crate::rules::Laws;

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
