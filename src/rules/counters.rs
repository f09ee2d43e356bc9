//! The counters that draw rules look at.

use crate::board::{Bitboard, Move, Position, Side};

use super::{DrawReason, DrawRule, DrawRules};

/// The balance of a small ending of kings, whichever side is the stronger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Ending {
    /// None of those below.
    Other,
    /// One king against one.
    KingKing,
    /// King and man against a king.
    KingManKing,
    /// Two kings against one.
    TwoKingsOne,
    /// Two kings against king and man.
    TwoKingsKingMan,
    /// Two kings against two.
    TwoKingsTwoKings,
    /// Three kings against one.
    ThreeKingsOne,
    /// Four or more kings against one.
    ManyKingsOne,
}

impl DrawRules {
    /// After how many plies an ending is drawn that is counted from when it arose; 0 if it is not counted.
    pub const fn limit_in(&self, ending: Ending) -> u16 {
        match ending.under(self) {
            Ending::Other => 0,
            Ending::ThreeKingsOne => self.limit(DrawRule::ThreeAgainstOne).number,
            ending => {
                let mut i = 0;
                while i < self.endings.len() {
                    if self.endings[i] as u8 == ending as u8 {
                        return self.limit(DrawRule::Ending).number;
                    }
                    i += 1;
                }
                0
            }
        }
    }
}

impl Ending {
    /// The ending a position belongs to.
    pub const fn of(position: &Position) -> Ending {
        Ending::of_pieces(
            (position.men(Side::White).count(), position.kings(Side::White).count()),
            (position.men(Side::Black).count(), position.kings(Side::Black).count()),
        )
    }

    /// The ending to which men and kings of one side and of the other belong.
    pub(crate) const fn of_pieces(white: (u32, u32), black: (u32, u32)) -> Ending {
        let (strong, weak) =
            if white.0 + white.1 > black.0 + black.1 || white.0 + white.1 == black.0 + black.1 && white.1 >= black.1 {
                (white, black)
            } else {
                (black, white)
            };
        match (strong, weak) {
            ((0, 1), (0, 1)) => Ending::KingKing,
            ((1, 1), (0, 1)) => Ending::KingManKing,
            ((0, 2), (0, 1)) => Ending::TwoKingsOne,
            ((0, 2), (1, 1)) => Ending::TwoKingsKingMan,
            ((0, 2), (0, 2)) => Ending::TwoKingsTwoKings,
            ((0, 3), (0, 1)) => Ending::ThreeKingsOne,
            ((0, 4..), (0, 1)) => Ending::ManyKingsOne,
            _ => Ending::Other,
        }
    }

    /// The ending as a set of draw rules tells endings apart.
    const fn under(self, rules: &DrawRules) -> Ending {
        match self {
            Ending::ManyKingsOne if rules.three_or_more => Ending::ThreeKingsOne,
            Ending::KingManKing if rules.crowning_keeps_ending => Ending::TwoKingsOne,
            ending => ending,
        }
    }
}

/// What a game must remember beside its position for the draw rules other than repetition. All counts are plies, but
/// for the moves of the lone king against three.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counters {
    quiet: u16,
    unchanged: u16,
    ending: Ending,
    ending_plies: u8,
    road: u8,
    /// [`NOT_BEGUN`], or the lone king's moves, with [`LONE_IS_BLACK`] set where he is black.
    three_kings: u8,
}

const _: () = assert!(size_of::<Counters>() == 8);

const NOT_BEGUN: u8 = 0xFF;
const LONE_IS_BLACK: u8 = 0x80;

impl Counters {
    /// The counters of a position that arises now, with nothing counted.
    pub fn fresh(position: &Position) -> Counters {
        let mut counters = Counters {
            quiet: 0,
            unchanged: 0,
            ending: Ending::of(position),
            ending_plies: 0,
            road: 0,
            three_kings: NOT_BEGUN,
        };
        counters.begin_three_kings(position);
        counters
    }

    /// The same with plies without progress and, where three kings have begun to hunt one, his moves so far. The
    /// second is ignored where the position does not say who is hunted.
    ///
    /// A small ending is taken to be as old as the plies without progress: without a capture or a man's move it cannot
    /// have arisen later.
    pub fn given(position: &Position, quiet: u16, lone_moves: Option<u8>) -> Counters {
        let mut counters = Counters { quiet, unchanged: quiet, ..Counters::fresh(position) };
        if counters.ending != Ending::Other {
            counters.ending_plies = quiet.min(u16::from(u8::MAX)) as u8;
        }
        if let Some(moves) = lone_moves {
            if counters.three_kings == NOT_BEGUN {
                counters.three_kings = match Counters::lone_side_guess(position) {
                    Some(Side::White) => 0,
                    Some(Side::Black) => LONE_IS_BLACK,
                    None => NOT_BEGUN,
                };
            }
            if counters.three_kings != NOT_BEGUN {
                counters.three_kings =
                    counters.three_kings & LONE_IS_BLACK | moves.min(DrawRule::ThreeKings.max() as u8);
            }
        }
        counters
    }

    /// The same where three kings have begun to hunt the lone king of a side, who has made so many moves. For positions that
    /// do not say who is hunted: those of one king against one. Nothing changes in any other.
    #[must_use]
    pub fn hunted(mut self, position: &Position, side: Side, moves: u8) -> Counters {
        if Counters::needs_lone_side(position) {
            let black = if side == Side::Black { LONE_IS_BLACK } else { 0 };
            self.three_kings = black | moves.min(DrawRule::ThreeKings.max() as u8);
        }
        self
    }

    /// Whether a count of the lone king's moves can run in a position that does not say whose they are.
    pub fn needs_lone_side(position: &Position) -> bool {
        Ending::of(position) == Ending::KingKing
    }

    /// Who is hunted in a position in which the count has begun earlier and one of the three has been taken since: the
    /// side with one king against two. (At one against one it could be either.)
    fn lone_side_guess(position: &Position) -> Option<Side> {
        if position.all_kings() != position.occupied() {
            return None;
        }
        let count = |side| position.pieces(side).count();
        match (count(Side::White), count(Side::Black)) {
            (1, 2) => Some(Side::White),
            (2, 1) => Some(Side::Black),
            _ => None,
        }
    }

    /// Plies since the last capture or man's move.
    #[inline(always)]
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Plies since the last capture or crowning.
    #[inline(always)]
    pub const fn unchanged(&self) -> u16 {
        self.unchanged
    }

    /// The small ending that is on the board.
    pub const fn ending(&self) -> Ending {
        self.ending
    }

    /// Plies since that ending arose, as far as draw rules tell endings apart; 0 where it is none of them.
    pub const fn ending_plies(&self) -> u16 {
        self.ending_plies as u16
    }

    /// Plies made while one king against three pieces stood alone on the main road.
    pub const fn road(&self) -> u16 {
        self.road as u16
    }

    /// Moves of the lone king since three kings first stood against him; `None` before that.
    pub const fn lone_moves(&self) -> Option<u8> {
        if self.three_kings == NOT_BEGUN { None } else { Some(self.three_kings & !LONE_IS_BLACK) }
    }

    /// The side of the lone king, once three kings have stood against him.
    pub const fn lone_side(&self) -> Option<Side> {
        match self.three_kings {
            NOT_BEGUN => None,
            count => Some(Side::from_white(count & LONE_IS_BLACK == 0)),
        }
    }

    fn begin_three_kings(&mut self, position: &Position) {
        if self.ending == Ending::ThreeKingsOne && self.three_kings == NOT_BEGUN {
            let lone_is_black = position.pieces(Side::Black).count() == 1;
            self.three_kings = if lone_is_black { LONE_IS_BLACK } else { 0 };
        }
    }

    /// Counts a move that led from one position to another.
    #[inline]
    pub fn advance(&mut self, before: &Position, played: Move, after: &Position, rules: &DrawRules) {
        let changed = played.is_capture() || played.crowns();
        self.quiet = if played.is_irreversible() { 0 } else { self.quiet.saturating_add(1) };
        self.unchanged = if changed { 0 } else { self.unchanged.saturating_add(1) };
        // All other counters wait for a side to be down to two pieces, and pieces do not come back.
        if few(after) {
            self.advance_endings(before, changed, after, rules);
        }
    }

    #[cold]
    fn advance_endings(&mut self, before: &Position, changed: bool, after: &Position, rules: &DrawRules) {
        let was = self.ending;
        if changed {
            self.ending = Ending::of(after);
        }
        let arose = self.ending.under(rules) != was.under(rules);
        self.ending_plies = if self.ending == Ending::Other || arose { 0 } else { self.ending_plies.saturating_add(1) };
        if self.three_kings != NOT_BEGUN {
            let moved_lone = before.side() == Side::from_white(self.three_kings & LONE_IS_BLACK == 0);
            let moves = self.three_kings & !LONE_IS_BLACK;
            if moved_lone && moves < DrawRule::ThreeKings.max() as u8 {
                self.three_kings += 1;
            }
        } else {
            self.begin_three_kings(after);
        }
        self.road = match (lone_king_on_road(before), lone_king_on_road(after)) {
            (Some(Holds::Road), Some(Holds::Road)) => self.road.saturating_add(1),
            (Some(_), Some(_)) => self.road,
            _ => 0,
        };
    }

    /// How many plies can be played from here before a rule other than repetition can draw: whatever is played, or, unless
    /// `surely`, for as long as the balance of pieces stays as it is.
    pub(crate) fn plies_left(&self, position: &Position, rules: &DrawRules, surely: bool) -> u16 {
        let few = 4..=7;
        let slow = few.contains(&position.occupied().count())
            && position.kings(Side::White).any()
            && position.kings(Side::Black).any();
        let ending = self.ending.under(rules);
        let left = |rule: DrawRule| {
            let number = rules.limit(rule).number;
            let (applies, count) = match rule {
                DrawRule::Repetition => (false, 0),
                DrawRule::Quiet => (surely || !slow || rules.limit(DrawRule::Kings4To5).number == 0, self.quiet),
                DrawRule::Kings4To5 | DrawRule::Kings6To7 => (surely || slow, self.unchanged),
                DrawRule::ThreeAgainstOne => (surely || ending == Ending::ThreeKingsOne, u16::from(self.ending_plies)),
                DrawRule::Ending => (surely || rules.endings.contains(&ending), u16::from(self.ending_plies)),
                DrawRule::Road => (surely || lone_king_on_road(position).is_some(), u16::from(self.road)),
                DrawRule::ThreeKings => {
                    let moves = u16::from(self.lone_moves().unwrap_or(0));
                    // His last move ends the game, so the move before it must.
                    let plies = (2 * number.saturating_sub(moves)).saturating_sub(2);
                    return (number != 0 && (surely || self.lone_moves().is_some())).then_some(plies);
                }
            };
            (number != 0 && applies).then_some(number.saturating_sub(count))
        };
        DrawRule::ALL.into_iter().filter_map(left).min().unwrap_or(u16::MAX)
    }

    /// The rule by which the position is drawn now, repetition left out, if its side to move is not lost by the laws of
    /// movement.
    #[inline]
    pub fn draw(&self, position: &Position, rules: &DrawRules) -> Option<DrawReason> {
        // Nothing is near its limit in most positions of a game.
        if self.unchanged < rules.earliest() && self.no_ending() {
            return None;
        }
        self.draw_slow(position, rules)
    }

    #[inline(always)]
    const fn no_ending(&self) -> bool {
        matches!(self.ending, Ending::Other) && self.three_kings == NOT_BEGUN && self.road == 0
    }

    fn draw_slow(&self, position: &Position, rules: &DrawRules) -> Option<DrawReason> {
        let reached = |rule: DrawRule, count: u16| rules.limit(rule).reached(count).then_some(DrawReason(rule));
        if let Some(moves) = self.lone_moves()
            && let Some(reason) = reached(DrawRule::ThreeKings, u16::from(moves))
        {
            return Some(reason);
        }
        let pieces = position.occupied().count();
        let kings_on_both_sides = position.kings(Side::White).any() && position.kings(Side::Black).any();
        let slow_rule = match pieces {
            4..=5 if kings_on_both_sides => Some(DrawRule::Kings4To5),
            6..=7 if kings_on_both_sides => Some(DrawRule::Kings6To7),
            _ => None,
        };
        let slow_rule = slow_rule.filter(|&rule| rules.limit(rule).number != 0);
        let by_quiet = match slow_rule {
            Some(rule) => reached(rule, self.unchanged),
            None => reached(DrawRule::Quiet, self.quiet),
        };
        let by_ending = || match rules.limit_in(self.ending) {
            0 => None,
            _ if self.ending.under(rules) == Ending::ThreeKingsOne => {
                reached(DrawRule::ThreeAgainstOne, self.ending_plies())
            }
            _ => reached(DrawRule::Ending, self.ending_plies()),
        };
        by_quiet.or_else(by_ending).or_else(|| reached(DrawRule::Road, u16::from(self.road)))
    }

    /// A number that tells apart counters between which the answer of a search can differ: the counts of balances exactly,
    /// the others once they are half way to their limit, and exactly only in its last 16 plies.
    #[inline]
    pub(crate) fn bucket(&self, rules: &DrawRules) -> u64 {
        if self.unchanged <= rules.earliest() / 2 && self.no_ending() {
            return 0;
        }
        let coarse = |count: u16, rule: DrawRule| {
            let limit = rules.limit(rule).number;
            if limit == 0 || count <= limit / 2 {
                return 0;
            }
            // Ply by ply near the limit, where each can change the answer.
            let left = u64::from(limit.saturating_sub(count));
            if left < 16 { 1 + left } else { 17 + left / 4 }
        };
        let three = if rules.limit(DrawRule::ThreeKings).number != 0 && self.three_kings != NOT_BEGUN {
            u64::from(self.three_kings) + 1
        } else {
            0
        };
        let ending = match self.ending.under(rules) {
            Ending::Other => 0,
            // What databases say depends on every ply of it.
            _ if rules.limit_in(self.ending) != 0 => u64::from(self.ending_plies),
            _ => 0,
        };
        let road = if rules.limit(DrawRule::Road).number == 0 { 0 } else { u64::from(self.road) };
        let slow = coarse(self.unchanged, DrawRule::Kings4To5).max(coarse(self.unchanged, DrawRule::Kings6To7));
        three | coarse(self.quiet, DrawRule::Quiet) << 8 | ending << 24 | road << 32 | slow << 40
    }
}

/// Whether a side is down to two pieces or fewer.
#[inline(always)]
fn few(position: &Position) -> bool {
    let two = |side| position.pieces(side).without_lowest().without_lowest().is_empty();
    two(Side::White) || two(Side::Black)
}

/// Where the lone king of three pieces against one stands.
#[derive(PartialEq, Eq)]
enum Holds {
    /// Alone on the main road.
    Road,
    /// Elsewhere, or not alone there.
    Not,
}

/// For a balance of exactly three pieces, at least one of them a king, against one king: whether he alone stands on the
/// main road. `None` for any other balance.
fn lone_king_on_road(position: &Position) -> Option<Holds> {
    let weaker = match (position.pieces(Side::White).count(), position.pieces(Side::Black).count()) {
        (1, 3) => Side::White,
        (3, 1) => Side::Black,
        _ => return None,
    };
    if position.kings(weaker).is_empty() || position.kings(!weaker).is_empty() {
        return None;
    }
    let on_road = position.occupied() & Bitboard::MAIN_ROAD;
    Some(if on_road == position.kings(weaker) { Holds::Road } else { Holds::Not })
}
