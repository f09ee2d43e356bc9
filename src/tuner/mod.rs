//! Learning the evaluation: games of the engine against itself, and the fit of a network to them.

pub(crate) mod data;
pub(crate) mod fill;
pub(crate) mod fit;
mod model;
pub(crate) mod rescore;
pub(crate) mod selfplay;
