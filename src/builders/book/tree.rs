//! Which position of a book to expand next: drop-out expansion.
//!
//! The idea is Thomas Lincke's ("Strategies for the automatic construction of opening books", 2000). A line costs a little
//! for each ply and, for each move that is not the best, as much as it is worse. The next position to expand is the one
//! at the end of the cheapest line. So long lines of best play and short lines of bad play get like attention, and where
//! moves are close all of them are followed; a move that turns out bad drops out by its own cost.

use std::collections::{BinaryHeap, HashSet};

use crate::board::Position;
use crate::openings::{Book, back_up, depth_order, is_expandable};
use crate::score::Score;

/// What a ply costs, in hundredths of a man. Forced moves cost nothing.
const PLY: u32 = 4;
/// No move is worse than this, in hundredths of a man: more would only look for ways to lose.
const MOST_LOSS: i32 = 2_000;
/// The cost where nothing can be expanded.
const NEVER: u32 = u32::MAX / 2;

/// The part of a book below a position, with what is needed to let it grow.
pub(super) struct Tree {
    book: Book,
    /// The positions before each, by their places.
    parents: Vec<Vec<u32>>,
    /// The cost of the cheapest line from each position to one that can be expanded.
    costs: Vec<u32>,
    /// Positions that were added.
    added: u64,
}

impl Tree {
    /// The tree of a book, whose first position is its root.
    pub fn new(book: Book) -> Tree {
        let count = book.nodes().len();
        let mut tree = Tree { book, parents: vec![Vec::new(); count], costs: vec![NEVER; count], added: 0 };
        let mut order: Vec<u32> = (0..count as u32).collect();
        order.sort_by_cached_key(|&at| std::cmp::Reverse(depth_order(&tree.position(at))));
        for at in order {
            if tree.is_expanded(at) {
                for next in tree.next_places(at) {
                    tree.parents[next as usize].push(at);
                }
            }
            tree.work_out(at);
        }
        tree
    }

    /// Positions that were added since the tree was made.
    pub fn added(&self) -> u64 {
        self.added
    }

    fn position(&self, at: u32) -> Position {
        self.book.nodes()[at as usize].position
    }

    fn is_expanded(&self, at: u32) -> bool {
        self.book.nodes()[at as usize].expanded
    }

    /// The places of the positions that the moves of an expanded one lead to.
    fn next_places(&self, at: u32) -> Vec<u32> {
        let next = self.book.successors(&self.position(at));
        next.iter().filter_map(|(_, next)| self.book.place(next)).collect()
    }

    /// Works out value and cost of a position from those after it; whether they have changed.
    fn work_out(&mut self, at: u32) -> bool {
        let node = self.book.nodes()[at as usize];
        let (value, cost) = if node.expanded {
            let value = self.book.minimax(&node.position).0;
            (value, self.cheapest(at, value).map_or(NEVER, |(cost, _)| cost))
        } else {
            (node.score, if is_expandable(&node.position, node.score) { 0 } else { NEVER })
        };
        let is_new = value != node.value || cost != self.costs[at as usize];
        self.costs[at as usize] = cost;
        if let Some(node) = self.book.node_mut(at) {
            node.value = value;
        }
        is_new
    }

    /// The cheapest way on from an expanded position of a value: its cost, and where it leads.
    fn cheapest(&self, at: u32, value: Score) -> Option<(u32, u32)> {
        let next = self.next_places(at);
        let ply = if next.len() == 1 { 0 } else { PLY };
        let cost = |next: u32| {
            let worse = value.raw() - back_up(self.book.nodes()[next as usize].value).raw();
            ply + worse.clamp(0, MOST_LOSS) as u32 + self.costs[next as usize]
        };
        next.into_iter().map(|next| (cost(next), next)).min().filter(|&(cost, _)| cost < NEVER)
    }

    /// The position to be expanded next; `None` where there is none.
    pub fn next(&self) -> Option<Position> {
        let mut at = 0;
        while self.is_expanded(at) {
            at = self.cheapest(at, self.book.nodes()[at as usize].value)?.1;
        }
        (self.costs[at as usize] == 0).then(|| self.position(at))
    }

    /// Expands a leaf into the positions that its moves lead to, whose scores are given, and brings values and costs up to
    /// date in all positions from which it can be reached.
    pub fn expand(&mut self, position: &Position, next: &[(Position, Score)]) {
        let Some(at) = self.book.place(position).filter(|&at| !self.is_expanded(at)) else { return };
        let before = self.book.nodes().len();
        for &(next, score) in next {
            let place = self.book.add(next, score);
            if place as usize >= self.parents.len() {
                self.parents.push(Vec::new());
                self.costs.push(NEVER);
                self.work_out(place);
            }
            if !self.parents[place as usize].contains(&at) {
                self.parents[place as usize].push(at);
            }
        }
        self.added += (self.book.nodes().len() - before) as u64;
        self.book.mark_expanded(at as usize);
        // The deepest first, so that each is worked out once, after all those that it depends on.
        let mut pending = BinaryHeap::from([(depth_order(position), at)]);
        let mut noted = HashSet::from([at]);
        while let Some((_, at)) = pending.pop() {
            if self.work_out(at) {
                for &parent in &self.parents[at as usize] {
                    if noted.insert(parent) {
                        pending.push((depth_order(&self.book.nodes()[parent as usize].position), parent));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::board::Side;
    use crate::openings::Random;
    use crate::rules::Laws;

    /// A made-up score of a position, the same each time.
    fn score(position: &Position) -> Score {
        let mut random = Random::new(crate::rules::State::new(*position).key());
        Score::heuristic(random.below(81) as i32 - 40)
    }

    fn grown(laws: Laws, expansions: usize) -> (Tree, HashSet<Position>) {
        let start = Position::start(Side::White);
        let (mut tree, mut expanded) = (Tree::new(Book::new(laws, score(&start))), HashSet::new());
        for _ in 0..expansions {
            let position = tree.next().unwrap();
            let next: Vec<(Position, Score)> =
                tree.book.successors(&position).into_iter().map(|(_, next)| (next, score(&next))).collect();
            tree.expand(&position, &next);
            assert!(expanded.insert(position), "each once");
        }
        (tree, expanded)
    }

    /// Minimax and the cheapest line by going through all lines one by one, as if nothing transposed.
    fn brute(tree: &Tree, position: &Position, expanded: &HashSet<Position>) -> (Score, u32) {
        if !expanded.contains(position) {
            let score = score(position);
            return (score, if is_expandable(position, score) { 0 } else { NEVER });
        }
        let next: Vec<(Score, u32)> =
            tree.book.successors(position).iter().map(|(_, next)| brute(tree, next, expanded)).collect();
        let best = next.iter().map(|(value, _)| back_up(*value)).max().unwrap();
        let ply = if next.len() == 1 { 0 } else { PLY };
        let cost =
            |&(value, cost): &(Score, u32)| ply + (best.raw() - back_up(value).raw()).clamp(0, MOST_LOSS) as u32 + cost;
        (best, next.iter().map(cost).min().unwrap().min(NEVER))
    }

    #[test]
    fn values_and_costs_are_those_of_brute_force() {
        for laws in [Laws::English, Laws::Italian, Laws::Russian] {
            let (tree, expanded) = grown(laws, 250);
            let transposed = tree.parents.iter().filter(|parents| parents.len() > 1).count();
            assert!(transposed > 20, "{laws:?}: lines meet again: {transposed}");
            for node in tree.book.nodes() {
                let at = tree.book.place(&node.position).unwrap() as usize;
                assert_eq!((node.value, tree.costs[at]), brute(&tree, &node.position, &expanded), "{laws:?}");
            }
            // The same by the book alone, and when the tree is made from a finished book.
            let scores: HashMap<Position, Score> =
                tree.book.nodes().iter().map(|node| (node.position, node.score)).collect();
            let book = Book::gather(laws, &Position::start(Side::White), &scores, &expanded).unwrap();
            assert_eq!(book.nodes().len(), tree.book.nodes().len());
            for node in book.nodes() {
                assert_eq!(node.value, tree.book.find(&node.position).unwrap().value);
            }
            let again = Tree::new(book);
            assert_eq!(again.next(), tree.next());
        }
    }

    #[test]
    fn close_moves_are_followed_and_bad_ones_dropped() {
        // One first move is much worse than all others.
        let laws = Laws::English;
        let start = Position::start(Side::White);
        let mut tree = Tree::new(Book::new(laws, Score::DRAW));
        let bad = tree.book.successors(&start)[3].1;
        let judged = |position: &Position| if *position == bad { Score::heuristic(150) } else { Score::DRAW };
        for _ in 0..200 {
            let position = tree.next().unwrap();
            assert_ne!(position, bad);
            let next: Vec<(Position, Score)> =
                tree.book.successors(&position).into_iter().map(|(_, next)| (next, judged(&next))).collect();
            tree.expand(&position, &next);
        }
        for (_, next) in tree.book.successors(&start) {
            assert_eq!(tree.book.find(&next).unwrap().expanded, next != bad);
        }
    }
}
