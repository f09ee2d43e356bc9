//! The networks that the program holds, one for each set of laws; `tuning/README.md` says how they are made.

use std::sync::OnceLock;

use crate::rules::Laws;

use super::Network;

/// The files.
static FILES: [(Laws, &[u8]); 0] = [];

impl Network {
    /// The network of some laws; `None` where there is none.
    pub fn embedded(laws: Laws) -> Option<&'static Network> {
        static READ: [OnceLock<Option<Box<Network>>>; 9] = [const { OnceLock::new() }; 9];
        let place = Laws::ALL.iter().position(|of| *of == laws)?;
        let read = || {
            let (_, bytes) = FILES.iter().find(|(of, _)| *of == laws)?;
            Network::of_bytes(bytes).ok().map(|(_, network)| network)
        };
        READ[place].get_or_init(read).as_deref()
    }
}
