//! Damero plays draughts (checkers) on the 8x8 board by every ruleset.

#![cfg_attr(not(feature = "engine"), allow(dead_code, reason = "the search uses what rules and notation alone do not"))]

mod board;
mod game;
#[cfg(feature = "engine")]
mod journal;
#[cfg(feature = "engine")]
mod json;
mod lang;
#[cfg(feature = "engine")]
mod markup;
mod movegen;
mod notation;
mod rules;
mod score;

#[cfg(feature = "engine")]
mod arena;
#[cfg(feature = "engine")]
mod builders;
#[cfg(feature = "engine")]
mod cli;
#[cfg(feature = "engine")]
mod crew;
#[cfg(feature = "engine")]
mod diagram;
#[cfg(feature = "engine")]
mod egdb;
#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "engine")]
mod eval;
#[cfg(feature = "engine")]
mod files;
#[cfg(feature = "engine")]
mod openings;
#[cfg(feature = "engine")]
mod protocol;
#[cfg(feature = "engine")]
mod report;
#[cfg(feature = "engine")]
mod search;
#[cfg(feature = "engine")]
mod solve;
#[cfg(feature = "engine")]
mod study;
#[cfg(feature = "engine")]
mod tuner;

pub use board::{Bitboard, Move, MoveList, Position, PositionError, Side, Square};
pub use game::{Game, IllegalMove, Outcome};
pub use lang::{Lang, Say};
pub use movegen::{Count, MoveGen, Path};
pub use notation::{
    FenError, HubError, MoveError, MoveFault, Naming, PdnError, PdnFault, PdnGame, PdnLine, PdnMove, PdnReader,
    PdnRecord, PdnResult, Setup, hub_move, looks_like_pdn, nag_sign, named_game_type, parse_counts, parse_fen,
    parse_hub_position, parse_move, pdn_move, read_pdn, sort_moves, write_fen, write_fen_full, write_hub_position,
    write_pdn, write_record,
};
pub use rules::*;
pub use score::{Meaning, Score};

#[cfg(feature = "engine")]
pub use diagram::{Arrow, Colour, Diagram, Labels, Theme, TooLarge};
#[cfg(feature = "engine")]
pub use egdb::{Egdb, EgdbChoice, EgdbError, EgdbFault, Limits as EgdbLimits, Slice, Value, ValueSet, Wld};
#[cfg(feature = "engine")]
pub use engine::{AnyEngine, EngineOptions, Objective, Strength, engine, expectation, perft_by_move};
#[cfg(feature = "engine")]
pub use eval::{Weights, WeightsError};
#[cfg(feature = "engine")]
pub use openings::{BookChoice, BookError, BookFault, BookSource};
#[cfg(feature = "engine")]
pub use search::{Clock, Info, Limits, Observer, SearchResult, Silent, StopHandle};

#[cfg(feature = "engine")]
#[doc(hidden)]
pub use cli::run as run_cli;

/// Inner functions for the benches; no part of the API.
#[cfg(feature = "engine")]
#[doc(hidden)]
pub mod bench_support {
    use crate::board::Position;
    use crate::eval;
    use crate::rules::{Laws, LawsVisitor, Ruleset};

    /// A static evaluation: the value for the side to move, in hundredths of a man.
    pub type Evaluation = fn(&Position) -> i32;

    /// The evaluations of some laws, for the ordinary objective and for giveaway.
    pub fn evaluations(laws: Laws) -> [Evaluation; 2] {
        struct Choose;
        impl LawsVisitor for Choose {
            type Output = [Evaluation; 2];
            fn visit<R: Ruleset>(self) -> Self::Output {
                [
                    |position| eval::evaluate::<R>(position, eval::Network::embedded(R::LAWS)),
                    eval::evaluate_giveaway::<R>,
                ]
            }
        }
        laws.visit(Choose)
    }
}
