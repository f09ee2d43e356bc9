//! A game on its way through the search.

use crate::board::Move;
use crate::game::Game;
use crate::notation::PdnRecord;

use super::search::Found;
use super::wire;

/// A game some of whose moves have been searched.
pub(super) struct Unfinished {
    pub record: PdnRecord,
    found: Vec<Option<Found>>,
    left: usize,
}

impl Unfinished {
    pub fn new(record: PdnRecord) -> Unfinished {
        let count = record.moves.len();
        Unfinished { record, found: vec![None; count], left: count }
    }

    /// Keeps what was found of a move.
    pub fn put(&mut self, place: usize, found: Found) {
        if let Some(slot) = self.found.get_mut(place) {
            self.left -= usize::from(slot.is_none());
            *slot = Some(found);
        }
    }

    /// Takes over what a journal holds of a move, unless it is of another.
    pub fn restore(&mut self, record: &str) {
        let Some((_, place)) = wire::place(record) else { return };
        let Some(&played) = self.record.moves.get(place) else { return };
        let before = self.record.moves.iter().take(place);
        let position = before.fold(*self.record.start.position(), |position, &played| position.play(played));
        if let Some(found) = wire::read(record, self.record.variant, &position)
            && found.played_line.first() == Some(&played)
        {
            self.put(place, found);
        }
    }

    /// The moves that are still to be searched: place, the game before it, and the move.
    pub fn left(&self) -> impl Iterator<Item = (usize, Game, Move)> {
        let variant = self.record.variant;
        let mut game = Game::from_state(variant, self.record.start, variant.draws.clone());
        let moves = self.record.moves.iter().zip(&self.found).enumerate();
        moves.filter_map(move |(place, (&played, found))| {
            let unit = found.is_none().then(|| (place, game.clone(), played));
            // The reader has played it before.
            let _ = game.play(played);
            unit
        })
    }

    pub fn is_done(&self) -> bool {
        self.left == 0
    }

    pub fn done(self) -> (PdnRecord, Vec<Found>) {
        (self.record, self.found.into_iter().flatten().collect())
    }
}
