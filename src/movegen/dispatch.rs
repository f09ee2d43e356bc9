//! Move generation for laws that are known at run time only.

use crate::board::{Move, MoveList, Position};
use crate::rules::{Laws, LawsVisitor, Ruleset};

use super::Path;

/// The generator of one set of laws, chosen once at run time.
#[derive(Clone, Copy, Debug)]
pub struct MoveGen {
    generate: fn(&Position, &mut MoveList),
    has_capture: fn(&Position) -> bool,
    has_move: fn(&Position) -> bool,
    paths: fn(&Position, Move) -> Vec<Path>,
}

impl MoveGen {
    /// The generator of these laws.
    pub fn of(laws: Laws) -> MoveGen {
        struct Choose;
        impl LawsVisitor for Choose {
            type Output = MoveGen;
            fn visit<R: Ruleset>(self) -> MoveGen {
                MoveGen {
                    generate: super::generate::<R>,
                    has_capture: super::has_capture::<R>,
                    has_move: super::has_move::<R>,
                    paths: super::paths::paths::<R>,
                }
            }
        }
        laws.visit(Choose)
    }

    /// The legal moves of a position, each once, in no particular order.
    pub fn legal_moves(&self, position: &Position) -> MoveList {
        let mut list = MoveList::new();
        (self.generate)(position, &mut list);
        list
    }

    /// Whether the side to move can, and so must, capture.
    pub fn has_capture(&self, position: &Position) -> bool {
        (self.has_capture)(position)
    }

    /// Whether the side to move has a legal move; if not, it has lost.
    pub fn has_move(&self, position: &Position) -> bool {
        (self.has_move)(position)
    }

    /// All routes of a legal move; see [`Path`].
    pub fn paths(&self, position: &Position, wanted: Move) -> Vec<Path> {
        (self.paths)(position, wanted)
    }
}
