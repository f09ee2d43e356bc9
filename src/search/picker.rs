//! The order in which the moves of a node are searched.

use arrayvec::ArrayVec;

use crate::board::{MAX_MOVES, Move, MoveList, Side};

use super::history::{HISTORY_MAX, History, Killers};

/// The score of a move that was put off; all others are greater.
const PUT_OFF: i32 = i32::MIN;

/// Gives the moves of a node one at a time, the most promising first.
pub(super) struct Picker<'a> {
    /// Borrowed: a list is some kilobytes long, too many to be moved at each node.
    moves: &'a mut MoveList,
    /// Borrowed for the same reason.
    scores: &'a mut Scores,
    next: usize,
}

/// The scores of the moves of a node, by which they are ordered.
pub(super) type Scores = ArrayVec<i32, MAX_MOVES>;

impl<'a> Picker<'a> {
    /// Orders the moves: the one the table knows, then captures by what they take, crownings, killers, history.
    #[inline]
    pub fn new(
        moves: &'a mut MoveList,
        scores: &'a mut Scores,
        table_code: u16,
        killers: Killers,
        history: &History,
        side: Side,
    ) -> Picker<'a> {
        scores.clear();
        for &played in moves.iter() {
            let code = played.code();
            scores.push(if code == table_code {
                i32::MAX
            } else if played.is_capture() {
                (played.captured().count() as i32) << 20 | i32::from(played.crowns()) << 19
            } else {
                let killer = killers.rank(code) * 2 * HISTORY_MAX;
                let crowns = i32::from(played.crowns()) * 8 * HISTORY_MAX;
                crowns + killer + history.get(side, played)
            });
        }
        Picker { moves, scores, next: 0 }
    }

    /// Puts the move given last off until the others have been given: whether that has been done. A move is put off once.
    #[inline(always)]
    pub fn put_off(&mut self) -> bool {
        let Some(last) = self.next.checked_sub(1) else { return false };
        if self.scores[last] == PUT_OFF {
            return false;
        }
        self.scores[last] = PUT_OFF;
        self.next = last;
        true
    }

    /// The moves given so far, but for those put off.
    pub fn given(&self) -> &[Move] {
        &self.moves[..self.next]
    }
}

impl Iterator for Picker<'_> {
    type Item = Move;

    /// The best of the moves that are left; the rest is not sorted, as most nodes look at few.
    #[inline]
    fn next(&mut self) -> Option<Move> {
        let start = self.next;
        let mut best = start;
        for i in start + 1..self.scores.len() {
            if self.scores[i] > self.scores[best] {
                best = i;
            }
        }
        let chosen = *self.moves.get(best)?;
        self.moves.swap(start, best);
        self.scores.swap(start, best);
        self.next += 1;
        Some(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::MoveGen;
    use crate::rules::Variant;

    #[test]
    fn a_move_is_put_off_once_and_comes_last() {
        let english = Variant::named("english").unwrap();
        let legal = MoveGen::of(english.laws).legal_moves(&english.start());
        let mut moves: MoveList = legal.iter().copied().collect();
        let history = History::new();
        let mut scores = Scores::new();
        let mut picker =
            Picker::new(&mut moves, &mut scores, legal[3].code(), Killers::default(), &history, Side::Black);
        assert!(!picker.put_off(), "nothing has been given");
        assert_eq!(picker.next(), Some(legal[3]));
        assert!(picker.put_off());
        assert!(picker.given().is_empty());
        let rest: Vec<Move> = picker.by_ref().collect();
        assert_eq!((rest.len(), rest.last()), (legal.len(), Some(&legal[3])));
        assert!(!picker.put_off(), "it was put off before");
        assert_eq!(picker.given(), rest);
    }
}
