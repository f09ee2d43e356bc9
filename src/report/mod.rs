//! Games with comments: each move searched and judged, and what is found written as PDN and as a page.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod annotated;
mod judge;
mod page;
mod page_data;
mod record;
mod run;
mod search;
mod wire;

pub use annotated::Annotated;
pub use page::Page;
pub use run::{Ended, Event, Plan, run};
pub use search::Work;
