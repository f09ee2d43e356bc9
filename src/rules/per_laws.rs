//! Something for each set of laws.

use std::sync::OnceLock;

use super::ruleset::Laws;

/// Something for each set of laws, made when it is first asked for and then kept.
pub(crate) struct PerLaws<T>([OnceLock<T>; Laws::ALL.len()]);

impl<T> PerLaws<T> {
    /// Nothing made yet.
    pub const fn new() -> PerLaws<T> {
        PerLaws([const { OnceLock::new() }; Laws::ALL.len()])
    }

    /// What is kept for some laws, or what `make` makes of it.
    pub fn get(&self, laws: Laws, make: impl FnOnce() -> T) -> &T {
        self.0[laws.place()].get_or_init(make)
    }
}
