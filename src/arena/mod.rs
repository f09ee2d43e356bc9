//! Matches between engines: players, games, results and what they prove.
//!
//! A [`Match`] plays every pair of games that is still to be played, several at once, and writes each finished game down
//! in a journal before it counts; so an interruption loses no more than the games that were going on. Players stand
//! behind one trait ([`player::Player`]): ourselves in this process, programs that speak Hub or CheckerBoard's text,
//! CheckerBoard libraries in a child process, and DXP peers.

mod cb;
mod cblib;
mod control;
mod dxp;
mod hub;
mod ours;
mod play;
mod player;
mod process;
mod record;
mod referee;
mod report;
mod run;
mod schedule;
mod spec;
mod standings;
mod stats;

pub(crate) use cblib::host as cblib_host;
pub(crate) use control::TimeControl;
pub(crate) use play::{Adjudication, Conditions};
pub(crate) use player::{Patience, Table};
pub(crate) use referee::Referee;
pub(crate) use report::{by_opening, progress_line, summary, table};
pub(crate) use run::{Match, MatchError, Played, Watcher, merge};
pub(crate) use spec::EngineSpec;
pub(crate) use standings::Standings;
pub(crate) use stats::{EloModel, Sprt, Verdict};
