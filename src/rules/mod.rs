//! The rulesets: laws of movement as compile-time constants, draw rules as data, counters, and square numbering.

#[cfg(feature = "engine")]
mod choice;
mod counters;
mod draws;
mod numbering;
#[cfg(feature = "engine")]
mod per_laws;
mod ruleset;
mod spec;
mod state;
mod variant;

#[cfg(feature = "engine")]
pub(crate) use choice::DrawChoice;
pub use counters::{Counters, Ending};
pub use draws::{DrawReason, DrawRule, DrawRules, DrawRulesError, Limit};
pub use numbering::Numbering;
#[cfg(feature = "engine")]
pub(crate) use per_laws::PerLaws;
pub use ruleset::{
    Brazilian, Czech, DamasMixed, DamasShort, English, Italian, Laws, LawsVisitor, Pool, Ruleset, Russian, Spanish,
};
pub use spec::RuleSpec;
pub use state::State;
pub use variant::{UnknownVariant, VARIANTS, Variant};
