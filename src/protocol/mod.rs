//! The protocols through which other programs drive the engine: syntax apart from behaviour.
//!
//! Nothing here may panic, whatever the other side sends.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub(crate) mod cb;
mod dialect;
pub(crate) mod dxp;
#[cfg(test)]
mod heard;
pub(crate) mod hub;
mod lines;
mod log;
mod worker;

pub(crate) use dialect::Style;
