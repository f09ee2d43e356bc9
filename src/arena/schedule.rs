//! Which games a match consists of.

use crate::openings::Random;

/// The games of a match: every pairing of two engines plays so many pairs of games, each pair one opening with both
/// colours. Games are numbered from 0 so that a match broken off early, or done in parts, is as even as can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    /// Pairs for each pairing.
    rounds: usize,
    /// The order in which openings come.
    order: Vec<usize>,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planned {
    /// The engine that has the move in the opening's start position, and the other.
    pub engines: [usize; 2],
    /// The opening, by its place in the list.
    pub opening: usize,
}

impl Schedule {
    /// A schedule of round robin with `games` for each pairing, rounded up to whole pairs; each opening once with both
    /// colours where it is not given. With a seed, the openings come in an order drawn by it.
    pub fn new(engines: usize, openings: usize, games: Option<usize>, seed: Option<u64>) -> Schedule {
        let later = |first: usize| (first + 1..engines).map(move |second| (first, second));
        let mut order: Vec<usize> = (0..openings).collect();
        if let Some(seed) = seed {
            shuffle(&mut order, seed);
        }
        let rounds = games.map_or(openings, |games| games.div_ceil(2));
        Schedule { pairings: (0..engines).flat_map(later).collect(), rounds, order }
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        2 * self.pairs()
    }

    /// The number of pairs of games.
    pub fn pairs(&self) -> usize {
        self.rounds * self.pairings.len()
    }

    /// The game of a number.
    pub fn game(&self, number: usize) -> Option<Planned> {
        let pair = number / 2;
        let (round, pairing) = (pair / self.pairings.len().max(1), pair % self.pairings.len().max(1));
        let &(one, other) = self.pairings.get(pairing).filter(|_| round < self.rounds)?;
        let opening = *self.order.get(round % self.order.len().max(1))?;
        Some(Planned { engines: if number.is_multiple_of(2) { [one, other] } else { [other, one] }, opening })
    }

    /// Whether openings come up again, so that engines that play alike each time play the same games.
    pub fn repeats(&self) -> bool {
        self.rounds > self.order.len()
    }
}

/// Puts a list into an order drawn by a seed (Fisher and Yates).
fn shuffle(list: &mut [usize], seed: u64) {
    let mut random = Random::new(seed);
    for last in (1..list.len()).rev() {
        list.swap(last, random.below(last as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn two_engines_play_each_opening_with_both_colours() {
        let schedule = Schedule::new(2, 3, None, None);
        assert_eq!((schedule.games(), schedule.pairs()), (6, 3));
        let games: Vec<Planned> = (0..6).map(|number| schedule.game(number).unwrap()).collect();
        assert_eq!(games.iter().map(|game| game.opening).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2]);
        assert!(games.chunks(2).all(|pair| pair[0].engines == [0, 1] && pair[1].engines == [1, 0]));
        assert_eq!(schedule.game(6), None);
        assert!(!schedule.repeats());
    }

    #[test]
    fn a_round_robin_is_even() {
        let schedule = Schedule::new(4, 5, Some(13), None);
        assert_eq!(schedule.games(), 6 * 14);
        assert!(schedule.repeats());
        let mut met: HashMap<[usize; 2], Vec<usize>> = HashMap::new();
        for number in 0..schedule.games() {
            let game = schedule.game(number).unwrap();
            met.entry(game.engines).or_default().push(game.opening);
        }
        assert_eq!(met.len(), 12);
        assert!(met.values().all(|openings| *openings == [0, 1, 2, 3, 4, 0, 1]));
    }

    #[test]
    fn a_seed_draws_the_order_of_all_openings() {
        let order = |seed| Schedule::new(2, 156, None, seed).order;
        let drawn = order(Some(1));
        assert_eq!(drawn, order(Some(1)));
        assert_ne!(drawn, order(Some(2)));
        assert_ne!(drawn, order(None));
        let mut sorted = drawn;
        sorted.sort_unstable();
        assert_eq!(sorted, order(None));
    }
}
