//! Reading and writing: positions as FEN and as Hub strings, moves as text, and what is wrong with a move that is not
//! legal, told by the law it breaks.
//!
//! Nothing here may panic, whatever the text.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

/// `Display` in English, and `Error`, for a type that implements `Say`.
macro_rules! spoken_error {
    ($error:ty) => {
        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&crate::lang::Say::say(self, crate::lang::Lang::En))
            }
        }

        impl std::error::Error for $error {}
    };
}

mod fault;
mod fen;
mod fen_error;
mod hub;
mod jumps;
mod laws;
mod movetext;
mod naming;
mod pdn;
mod setup;

pub use fault::{MoveError, MoveFault};
pub use fen::{parse_fen, write_fen, write_fen_full};
pub use fen_error::FenError;
pub use hub::{HubError, hub_move, parse_counts, parse_hub_position, write_hub_position};
pub use movetext::{parse_move, pdn_move};
pub use naming::{Naming, sort_moves};
pub use pdn::{
    PdnError, PdnFault, PdnGame, PdnLine, PdnMove, PdnReader, PdnRecord, PdnResult, looks_like_pdn, nag_sign,
    named_game_type, read_pdn, write_pdn, write_record,
};
pub use setup::Setup;
