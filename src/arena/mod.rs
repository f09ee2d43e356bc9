//! Matches between engines: players, games, results and what they prove.
#![allow(dead_code)]

mod cb;
mod control;
mod hub;
mod ours;
mod play;
mod player;
mod process;
mod record;
mod run;
mod schedule;
mod spec;
mod standings;
mod stats;
