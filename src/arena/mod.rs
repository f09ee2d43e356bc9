//! Matches between engines: players, games, results and what they prove.
#![allow(dead_code)]

mod cb;
mod control;
mod hub;
mod ours;
mod player;
mod process;
mod spec;
mod stats;
