//! The reference: a second move generator, random positions, and the comparison with the library's own.

pub mod compare;
pub mod positions;
pub mod random;
pub mod slow;
