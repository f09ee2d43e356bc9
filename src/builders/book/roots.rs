//! Where work on a book starts from: the start position and the openings.

use std::collections::HashSet;

use crate::board::{Position, Side};
use crate::game::Game;
use crate::openings::{read_openings, seen_by_mover};
use crate::rules::{Laws, Variant};

/// A position below which a book is to grow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Root {
    /// The position, seen by its side to move.
    pub position: Position,
    /// The positions before it, from the start position on, seen so.
    pub before: Vec<Position>,
    /// Its share of the work, against those of the others.
    pub weight: u64,
}

/// All roots of some laws, each position once: the start position, and in english the 156 played three-move openings,
/// elsewhere each first move. A quarter of the work is for the start position in english, elsewhere half.
pub(super) fn roots(laws: Laws) -> Vec<Root> {
    let variant = Variant::of_laws(laws);
    let openings: Vec<Vec<Position>> = if laws == Laws::English {
        let read = read_openings("english-3move", variant).unwrap_or_default();
        read.iter().map(|opening| path(&opening.game(variant, &variant.draws))).collect()
    } else {
        let game = Game::new(variant);
        let first = game.legal_moves().into_iter().filter_map(|played| {
            let mut game = game.clone();
            game.play(played).ok().map(|()| path(&game))
        });
        first.collect()
    };
    let mut seen = HashSet::from([Position::start(Side::White)]);
    let mut others = Vec::new();
    for mut path in openings {
        if let Some(position) = path.pop().filter(|position| seen.insert(*position)) {
            others.push(Root { position, before: path, weight: 1 });
        }
    }
    let count = others.len() as u64;
    let weight = if laws == Laws::English { count.div_ceil(3) } else { count };
    let start = Root { position: Position::start(Side::White), before: Vec::new(), weight };
    std::iter::once(start).chain(others).collect()
}

/// The positions of a game.
fn path(game: &Game) -> Vec<Position> {
    game.states().iter().map(|state| seen_by_mover(state.position())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_is_a_root_once() {
        for laws in Laws::ALL {
            let roots = roots(laws);
            let positions: HashSet<Position> = roots.iter().map(|root| root.position).collect();
            assert_eq!(positions.len(), roots.len());
            let plies = if laws == Laws::English { 3 } else { 1 };
            assert!(roots[1..].iter().all(|root| root.before.len() == plies));
            let others = roots.len() as u64 - 1;
            if laws == Laws::English {
                // Some of the 156 transpose into others.
                assert!((100..=156).contains(&others) && roots[0].weight == others.div_ceil(3));
            } else {
                assert_eq!((others, roots[0].weight), (7, 7), "{laws:?}");
            }
        }
    }
}
