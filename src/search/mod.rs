//! The search: iterative deepening, principal variation search, quiescence, and lazy SMP over a shared table.
//!
//! It reports to an observer and never prints.

mod busy;
mod goal;
mod history;
mod known;
mod limits;
mod node;
mod params;
mod picker;
mod pool;
mod pruning;
mod pv;
mod quiescence;
mod root;
mod searcher;
mod time;
mod tt;
mod verdict;
mod worker;

pub use limits::{Clock, Info, Limits, Observer, SearchResult, Silent, StopHandle};
pub(crate) use pool::Pool;
pub(crate) use searcher::{Searcher, Setup, wait_for_word};
