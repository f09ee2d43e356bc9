//! A position with its counters and its key, advanced together in one place.

use crate::board::{Move, Position, keys};

use super::{Counters, DrawReason, DrawRule, DrawRules};

/// A position, the counters of the draw rules, and the key of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    position: Position,
    counters: Counters,
    key: u64,
}

const _: () = assert!(size_of::<State>() == 32);

impl State {
    /// A position that arises now.
    pub fn new(position: Position) -> State {
        State::with_counters(position, Counters::fresh(&position))
    }

    /// A position with counters given from outside.
    pub fn with_counters(position: Position, counters: Counters) -> State {
        State { position, counters, key: keys::of_position(&position) }
    }

    /// The position.
    #[inline(always)]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The counters.
    #[inline(always)]
    pub const fn counters(&self) -> &Counters {
        &self.counters
    }

    /// The key of the position and the side to move; counters are not in it, as repetition does not ask for them.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key for stored search results: the position's, and whatever of the counters can change the answer.
    #[inline(always)]
    pub(crate) fn search_key(&self, rules: &DrawRules) -> u64 {
        self.key ^ keys::of_number(self.counters.bucket(rules))
    }

    /// The state after a move, which must be legal here.
    #[inline]
    #[must_use]
    pub fn play(&self, played: Move, rules: &DrawRules) -> State {
        let side = self.position.side();
        let after = self.position.play(played);
        let own = keys::kind(side, played.by_king());
        let own_after = keys::kind(side, played.by_king() || played.crowns());
        let mut key = self.key ^ keys::BLACK_TO_MOVE;
        key ^= keys::PIECE[own][played.from().index()] ^ keys::PIECE[own_after][played.to().index()];
        for square in played.captured().squares() {
            let king = self.position.all_kings().has(square);
            key ^= keys::PIECE[keys::kind(!side, king)][square.index()];
        }
        let mut counters = self.counters;
        counters.advance(&self.position, played, &after, rules);
        let state = State { position: after, counters, key };
        debug_assert_eq!(state.key, keys::of_position(&after), "key of {after:?}");
        state
    }

    /// The key made from scratch, to be compared with [`State::key`].
    pub fn recomputed_key(&self) -> u64 {
        keys::of_position(&self.position)
    }

    /// The key by which repetition tells positions apart: that of the position and, where the three-kings rule is in
    /// force and has begun to count, of the lone king's moves. (That count runs on, so from then on no position comes
    /// round again.)
    #[inline]
    pub fn repetition_key(&self, rules: &DrawRules) -> u64 {
        match self.counters.lone_moves() {
            Some(moves) if rules.limit(DrawRule::ThreeKings).number != 0 => {
                self.key ^ keys::of_number(u64::from(moves) + 1)
            }
            _ => self.key,
        }
    }

    /// Whether this is an earlier state of the game come round again, as the repetition rule asks: the same pieces, the
    /// same side to move, and the same count where [`State::repetition_key`] has it.
    #[inline]
    pub fn repeats(&self, earlier: &State, rules: &DrawRules) -> bool {
        self.position == earlier.position && self.repetition_key(rules) == earlier.repetition_key(rules)
    }

    /// The draw rule (repetition left out) under which the game ends here, if the side to move is not lost by the laws
    /// of movement.
    #[inline]
    pub fn draw(&self, rules: &DrawRules) -> Option<DrawReason> {
        self.counters.draw(&self.position, rules)
    }
}
