//! The search.

mod limits;

pub use limits::{Clock, Info, Limits, Observer, SearchResult, Silent, StopHandle};
