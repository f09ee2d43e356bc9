//! The networks that the program holds, one for each set of laws; `tuning/README.md` says how they are made.

use std::sync::OnceLock;

use crate::rules::Laws;

use super::Network;

/// The files.
static FILES: [(Laws, &[u8]); 9] = [
    (Laws::English, include_bytes!("../data/english.net")),
    (Laws::Italian, include_bytes!("../data/italian.net")),
    (Laws::Spanish, include_bytes!("../data/spanish.net")),
    (Laws::Russian, include_bytes!("../data/russian.net")),
    (Laws::Brazilian, include_bytes!("../data/brazilian.net")),
    (Laws::Pool, include_bytes!("../data/pool.net")),
    (Laws::Czech, include_bytes!("../data/czech.net")),
    (Laws::DamasShort, include_bytes!("../data/damas-short.net")),
    (Laws::DamasMixed, include_bytes!("../data/damas-mixed.net")),
];

impl Network {
    /// The network of some laws; `None` where there is none.
    pub fn embedded(laws: Laws) -> Option<&'static Network> {
        static READ: [OnceLock<Option<Box<Network>>>; 9] = [const { OnceLock::new() }; 9];
        let read = || {
            let (_, bytes) = FILES.iter().find(|(of, _)| *of == laws)?;
            Network::of_bytes(bytes).ok().map(|(_, network)| network)
        };
        READ[laws.place()].get_or_init(read).as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_for_all_laws() {
        for laws in Laws::ALL {
            assert!(Network::embedded(laws).is_some(), "{laws:?}");
        }
        for (laws, bytes) in FILES {
            let (of, network) = Network::of_bytes(bytes).unwrap_or_else(|fault| panic!("{laws:?}: {fault:?}"));
            assert_eq!(of, laws);
            assert_eq!(network.to_bytes(laws), bytes);
        }
    }
}
