//! The databases that the program holds: who wins with up to four pieces, for all laws of movement.
//!
//! Each set is the outcome files of `damero egdb build --pieces 4 --dtw 0`, one after another; `tuning/README.md` says how
//! they are made.

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
