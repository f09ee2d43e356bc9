//! A book in memory.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::board::{Bitboard, Move, Position, Side};
use crate::movegen::MoveGen;
use crate::rules::Laws;
use crate::score::{Meaning, Score};

use super::BookError;

/// The position as its side to move sees it: with White to move.
pub(crate) fn seen_by_mover(position: &Position) -> Position {
    match position.side() {
        Side::White => *position,
        Side::Black => position.mirrored(),
    }
}

/// The legal moves of a position in the order in which books keep what they lead to: by the numbers of the squares they
/// start on, then those they end on, then the captured squares as 32 bits with square 1 lowest.
pub(crate) fn sorted_moves(movegen: &MoveGen, position: &Position) -> Vec<Move> {
    let numbers = |set: Bitboard| set.squares().fold(0u32, |bits, square| bits | 1 << (square.number() - 1));
    let mut moves: Vec<Move> = movegen.legal_moves(position).into_iter().collect();
    moves.sort_by_cached_key(|played| (played.from().number(), played.to().number(), numbers(played.captured())));
    moves
}

/// A number that grows with every move from a position without kings: captured pieces first, then rows that men have
/// gone forward.
pub(crate) fn depth_order(position: &Position) -> u32 {
    let rows = |side: Side| -> u32 {
        let gone = |row: u8| u32::from(if side == Side::White { 7 - row } else { row });
        position.men(side).squares().map(|square| gone(square.row())).sum()
    };
    // A capture adds more than the rows of all men can take away.
    (24u32.saturating_sub(position.occupied().count())) * 256 + rows(Side::White) + rows(Side::Black)
}

/// The value of a move from the value, for the side then to move, of the position it leads to: a win or a loss is a ply
/// further off.
pub(crate) fn back_up(value: Score) -> Score {
    match value.meaning() {
        Meaning::Heuristic(_) => -value,
        Meaning::WinIn(plies) => Score::loss_in(plies + 1),
        Meaning::LossIn(plies) => Score::win_in(plies + 1),
        Meaning::Database { win, plies } => Score::database(!win, plies + 1),
    }
}

/// Whether a position with a score can be expanded: without kings, with the game not decided.
pub(crate) fn is_expandable(position: &Position, score: Score) -> bool {
    position.all_kings().is_empty() && !score.is_decided()
}

/// A position of a book.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The position, with White to move.
    pub position: Position,
    /// What its own search said, for the side to move.
    pub score: Score,
    /// What minimax says.
    pub value: Score,
    /// Whether all its moves lead to positions of the book.
    pub expanded: bool,
    /// Plies of the longest line that the book goes on for.
    pub plies: u16,
}

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct BookMove {
    /// The move.
    pub played: Move,
    /// Its value for the side that plays it.
    pub value: Score,
    /// Plies of the longest line that the book goes on for after it; 0 where a search looked at the position and no more.
    pub plies: u16,
}

/// A book.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    laws: Laws,
    movegen: MoveGen,
    /// How it was made, a line for each time that work was put into it.
    pub made: Vec<String>,
    /// The positions in the order in which they are met, going through the book in breadth from the start position.
    nodes: Vec<Node>,
    index: HashMap<Position, u32>,
}

impl Book {
    /// A book of the start position alone.
    pub fn new(laws: Laws, score: Score) -> Book {
        let mut book = Book::without_positions(laws);
        book.add(Position::start(Side::White), score);
        book
    }

    /// A book of positions whose scores and expansions are given. A position to be expanded is left a leaf if it cannot be
    /// expanded or a score is missing; whatever is not reached from `root` is left out. `None` if the root has no score.
    pub fn gather(
        laws: Laws,
        root: &Position,
        scores: &HashMap<Position, Score>,
        expanded: &HashSet<Position>,
    ) -> Option<Book> {
        let mut book = Book::without_positions(laws);
        book.add(*root, *scores.get(root)?);
        let mut at = 0;
        while let Some(&node) = book.nodes.get(at) {
            let position = &node.position;
            if expanded.contains(position) && is_expandable(position, node.score) {
                let next = book.successors(position);
                let known: Option<Vec<(Position, Score)>> =
                    next.iter().map(|(_, next)| Some((*next, *scores.get(next)?))).collect();
                if let Some(known) = known.filter(|known| !known.is_empty()) {
                    known.into_iter().for_each(|(next, score)| {
                        book.add(next, score);
                    });
                    book.mark_expanded(at);
                }
            }
            at += 1;
        }
        book.settle();
        Some(book)
    }

    /// A book with nothing in it yet.
    pub(super) fn without_positions(laws: Laws) -> Book {
        let movegen = MoveGen::of(laws);
        Book { laws, movegen, made: Vec::new(), nodes: Vec::new(), index: HashMap::new() }
    }

    /// Reads a book's file, which must be of these laws.
    ///
    /// # Errors
    /// If it cannot be read, is no book, is damaged or is of other laws.
    pub fn load(path: &Path, laws: Laws) -> Result<Book, BookError> {
        super::format::load(path, laws)
    }

    /// Adds a leaf, unless the position is there; its place.
    pub fn add(&mut self, position: Position, score: Score) -> u32 {
        let place = self.nodes.len() as u32;
        let nodes = &mut self.nodes;
        *self.index.entry(position).or_insert_with(|| {
            nodes.push(Node { position, score, value: score, expanded: false, plies: 0 });
            place
        })
    }

    /// Says that all moves of a node lead to positions that are there.
    pub fn mark_expanded(&mut self, at: usize) {
        if let Some(node) = self.nodes.get_mut(at) {
            node.expanded = true;
        }
    }

    /// Bytes of its file.
    pub fn bytes(&self) -> usize {
        super::format::encode(self).len()
    }

    /// The laws it is of.
    pub fn laws(&self) -> Laws {
        self.laws
    }

    /// All positions, the start position first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A position, by its place.
    pub fn node_mut(&mut self, at: u32) -> Option<&mut Node> {
        self.nodes.get_mut(at as usize)
    }

    /// The place of a position that is seen by its side to move.
    pub fn place(&self, position: &Position) -> Option<u32> {
        self.index.get(position).copied()
    }

    /// The node of a position, whoever is to move.
    pub fn find(&self, position: &Position) -> Option<&Node> {
        self.nodes.get(self.place(&seen_by_mover(position))? as usize)
    }

    /// The moves of a position with the positions that they lead to, as those then to move see them, in the order of books.
    pub fn successors(&self, position: &Position) -> Vec<(Move, Position)> {
        let moves = sorted_moves(&self.movegen, position);
        moves.into_iter().map(|played| (played, seen_by_mover(&position.play(played)))).collect()
    }

    /// Works out all values and how far the book goes on, from the last positions back.
    pub fn settle(&mut self) {
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        order.sort_by_cached_key(|&at| {
            let position = self.nodes.get(at as usize).map(|node| depth_order(&node.position));
            std::cmp::Reverse(position)
        });
        for at in order {
            let Some(node) = self.nodes.get(at as usize).copied() else { continue };
            let (value, plies) = if node.expanded { self.minimax(&node.position) } else { (node.score, 0) };
            if let Some(node) = self.nodes.get_mut(at as usize) {
                (node.value, node.plies) = (value, plies);
            }
        }
    }

    /// The value of an expanded position, and the plies of its longest line, from those that its moves lead to.
    pub fn minimax(&self, position: &Position) -> (Score, u16) {
        let (mut best, mut plies) = (Score::MIN, 0);
        for (_, next) in self.successors(position) {
            if let Some(next) = self.find(&next) {
                best = best.max(back_up(next.value));
                plies = plies.max(next.plies + 1);
            }
        }
        (best, plies)
    }

    /// The moves of a position with their values, the best first; none where the position is not expanded.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        if !self.find(position).is_some_and(|node| node.expanded) {
            return Vec::new();
        }
        let mut moves: Vec<BookMove> = sorted_moves(&self.movegen, position)
            .into_iter()
            .filter_map(|played| {
                let next = self.find(&position.play(played))?;
                Some(BookMove { played, value: back_up(next.value), plies: next.plies })
            })
            .collect();
        moves.sort_by(|one, other| other.value.cmp(&one.value).then(other.plies.cmp(&one.plies)));
        moves
    }

    /// The line of best play through the book after a move, the move first.
    pub fn line(&self, position: &Position, played: Move) -> Vec<Move> {
        let (mut line, mut at) = (vec![played], position.play(played));
        while let Some(best) = self.moves(&at).first() {
            line.push(best.played);
            at = at.play(best.played);
        }
        line
    }

    /// How many different positions the book has below a position, itself left out.
    pub fn count_below(&self, position: &Position) -> usize {
        let mut seen: HashSet<Position> = HashSet::new();
        let mut pending = vec![seen_by_mover(position)];
        while let Some(at) = pending.pop() {
            if !self.find(&at).is_some_and(|node| node.expanded) {
                continue;
            }
            for (_, next) in self.successors(&at) {
                if seen.insert(next) {
                    pending.push(next);
                }
            }
        }
        seen.len()
    }
}

/// A book of made-up scores, for tests: all positions up to two plies from the start, and some further on.
#[cfg(test)]
pub(crate) fn made_up(laws: Laws) -> Book {
    let mut random = crate::openings::Random::new(3);
    let (mut scores, mut expanded) = (HashMap::new(), HashSet::new());
    let start = Position::start(Side::White);
    let from = Book::new(laws, Score::DRAW);
    let mut layer = vec![start];
    scores.insert(start, Score::heuristic(7));
    for ply in 0..5 {
        let mut next_layer = Vec::new();
        for position in layer {
            if ply > 1 && random.below(4) > 0 {
                continue;
            }
            expanded.insert(position);
            for (_, next) in from.successors(&position) {
                let score = match random.below(20) {
                    0 if ply > 1 => Score::win_in(9),
                    1 if ply > 1 => Score::database(false, 4),
                    _ => Score::heuristic(random.below(100) as i32 - 50),
                };
                if scores.insert(next, score).is_none() {
                    next_layer.push(next);
                }
            }
        }
        layer = next_layer;
    }
    let mut book = Book::gather(laws, &start, &scores, &expanded).unwrap_or(from);
    book.made = vec!["damero 0 nodes 1".to_owned(), "ñ".to_owned()];
    book
}
