//! CheckerBoard's interface, version 2: the same commands as lines of text and as a C library.
//!
//! What the interface leaves open, and how it is here:
//!
//! - A command that is not known, or has a wrong value, returns 0; the reply then says what would be right (as text: a
//!   line `error ...` for a wrong value, `0` for an unknown command).
//! - The game before a position is what `set gamehist` tells, if it leads to that position; else what the last `getmove`
//!   left, if the position follows from it by at most one move; else nothing.
//! - `getmove` returns win or loss where the score is proven or from a database, draw where the move ends the game so or the
//!   databases know that neither side can win after it, or where 40 plies have brought no capture and no man's move and our
//!   last ten scores were within 0.2 men of zero.
//! - `help` names a page beside the library, which CheckerBoard opens: that of its own name (`damero_italian.htm`), else
//!   `damero.htm`, else nothing. As a line of text it is answered by a sentence.
//! - `getmove` while another one runs waits for it within its own time, then plays without a search.

pub(crate) mod api;
mod commands;
mod library;
mod module;
mod record;
mod settings;
mod store;
mod text;
mod think;

pub(crate) use settings::Settings;
pub(crate) use text::{is_ours, run};
