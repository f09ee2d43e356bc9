//! What draw rules that count from the moment a balance of pieces arose make of values that know no draw rules.
//!
//! Two facts make exact answers of distances. Under the three-kings rule (three kings against one, so many moves of the lone
//! king, to the end of the game) sides take turns, so the plies to the end say how many moves the lone king makes until
//! then, and the shortest way in plies is the shortest in his moves; [`within`] compares them with the moves he has left.
//! Under rules that count plies while a balance lasts, a win that ends the game before the count runs out is one; and one
//! that cannot even leave the balance in time is none. What lies between, tables decide (see [`super::counted`]).
//!
//! The road rule counts plies now and then, and a distance does not say how many; but where kings fly only its last ply
//! changes anything (see [`super::road`]).
//!
//! In larger slices a win stays one if no balance that is counted and can arise from it has a win for which its limit is
//! too short, for who wins can always go the shortest way. [`Enough`] has these lengths; a test solves the endings again.

use crate::board::Position;
use crate::rules::{DrawRule, DrawRules, Ending, Laws, State};

use super::counted::CountedList;
use super::road;
use super::slice::{KEYS, MAX_PIECES, Slice};
use super::value::{Value, Wld};

/// The lone king's moves within which three kings must win in the limited set of values (source S3).
pub(crate) const LIMITED_MOVES: u16 = 12;

/// Which draw rules the values of a database count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueSet {
    /// None.
    Abstract,
    /// The three-kings rule with twelve moves of the lone king; no other.
    Limited,
}

impl ValueSet {
    /// The number by which a file's header names the set: the lone king's moves, or 0 for no limit.
    pub(crate) const fn number(self) -> u8 {
        match self {
            ValueSet::Abstract => 0,
            ValueSet::Limited => LIMITED_MOVES as u8,
        }
    }

    /// The set that is for some draw rules.
    pub const fn of(draws: &DrawRules) -> ValueSet {
        if draws.limit(DrawRule::ThreeKings).number == LIMITED_MOVES { ValueSet::Limited } else { ValueSet::Abstract }
    }

    /// The set in whose files the values of a slice stand: those without a way to three kings against one are the same in
    /// both sets, and have files in the abstract one alone.
    #[must_use]
    pub(crate) const fn holding(self, slice: Slice) -> ValueSet {
        if slice.leads_to_three_kings() { self } else { ValueSet::Abstract }
    }
}

impl ValueSet {
    /// Whether a slice has files in the set. Three kings against one need none in the limited one: what their moves come to
    /// depends on the count, and follows from the abstract distances.
    pub(crate) fn has_file(self, slice: Slice) -> bool {
        self.holding(slice) == self && !(self == ValueSet::Limited && slice.is_three_kings())
    }
}

/// The value of a position in which the count of three kings against one has begun and the lone king has so many moves
/// `left`, from its value without limits. His opponents must win before he has made the last of them; he may win by it.
#[must_use]
pub(crate) const fn within(value: Value, lone_to_move: bool, left: u16) -> Value {
    let (lone_wins, moves) = match (value, lone_to_move) {
        // Who has no move has lost, whatever was counted.
        (Value::Draw | Value::Loss(0), _) => return value,
        (Value::Win(plies), true) => (true, plies.div_ceil(2)),
        (Value::Loss(plies), false) => (true, plies / 2),
        (Value::Win(plies), false) | (Value::Loss(plies), true) => (false, plies / 2),
    };
    let fits = if lone_wins { moves <= left } else { moves < left };
    if fits { value } else { Value::Draw }
}

/// A balance of pieces: men and kings of one side and of the other.
type Balance = [u8; 4];

const fn balance(ending: Ending) -> Option<Balance> {
    match ending {
        Ending::Other => None,
        Ending::KingKing => Some([0, 1, 0, 1]),
        Ending::KingManKing => Some([1, 1, 0, 1]),
        Ending::TwoKingsOne => Some([0, 2, 0, 1]),
        Ending::TwoKingsKingMan => Some([0, 2, 1, 1]),
        Ending::TwoKingsTwoKings => Some([0, 2, 0, 2]),
        Ending::ThreeKingsOne => Some([0, 3, 0, 1]),
        Ending::ManyKingsOne => Some([0, 4, 0, 1]),
    }
}

const ENDINGS: [Ending; 7] = [
    Ending::KingKing,
    Ending::KingManKing,
    Ending::TwoKingsOne,
    Ending::TwoKingsKingMan,
    Ending::TwoKingsTwoKings,
    Ending::ThreeKingsOne,
    Ending::ManyKingsOne,
];

/// With how many plies small endings lose no win and no loss, whoever is to move and whether or not crowning keeps the count.
#[derive(Debug)]
pub(crate) struct Enough {
    /// In the order of [`ENDINGS`].
    endings: [u16; ENDINGS.len()],
    /// The longest win or loss of three kings against one.
    pub hunt: u16,
}

impl Enough {
    /// Those of some laws; where kings do not fly, the longest win or loss. The road rule, by its last ply, makes wins of
    /// three kings against one longer.
    pub fn of(laws: Laws, has_road: bool) -> Enough {
        let spec = laws.spec();
        let road = if has_road { 3 } else { 0 };
        let (endings, hunt) = match (spec.kings_fly, spec.kings_capture_far) {
            (true, true) => ([3, 9, 8, 10, 3, 23 + road, 26], 26 + road),
            (true, false) => ([3, 15, 17, 15, 3, 22 + road, u16::MAX], 22 + road),
            _ => ([11, 52, 34, 95, 49, 34 + road, u16::MAX], 34 + road),
        };
        Enough { endings, hunt }
    }

    /// That of an ending; more than any limit where it is not known.
    pub fn in_ending(&self, ending: Ending) -> u16 {
        let known = ENDINGS.iter().zip(self.endings).find(|&(&of, _)| of == ending);
        known.map_or(u16::MAX, |(_, plies)| plies)
    }
}

/// How far the outcomes of a slice can be believed under some draw rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// All stand.
    All,
    /// All stand in the limited set.
    Limited,
    /// All stand while the balance has just arisen; distances decide later.
    WhenFresh,
    /// All stand but for the last ply of the road rule.
    OnRoad,
    /// Distances decide; see [`Standing`].
    ByDistance,
    /// Draws alone.
    Draws,
}

/// How what the databases say of a state stands under some draw rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// As the abstract set has it.
    Abstract,
    /// As the limited set has it.
    Limited,
    /// As [`Limits::judge`] says by the distance.
    ByDistance,
    /// As the abstract set has it, but for what [`Limits::at_last_ply`] says.
    LastPly,
    /// A draw is one; a win without limits can be a draw.
    DrawsOnly,
}

/// Draw rules as the databases of some laws look at them. Rules that begin to count anew with each capture, man's move or
/// crowning are left out: a distance does not answer for them.
#[derive(Debug)]
pub struct Limits {
    draws: DrawRules,
    laws: Laws,
    enough: Enough,
    /// By [`Slice::key`]; `None` where no rule counts a balance, so that all outcomes stand.
    verdicts: Option<Box<[Verdict]>>,
}

impl Limits {
    /// The view of some draw rules for some laws.
    pub fn new(draws: &DrawRules, laws: Laws) -> Limits {
        let enough = Enough::of(laws, draws.limit(DrawRule::Road).number != 0);
        let mut limits = Limits { draws: draws.clone(), laws, enough, verdicts: None };
        let counted = [DrawRule::ThreeAgainstOne, DrawRule::Road, DrawRule::Ending, DrawRule::ThreeKings];
        if counted.iter().any(|&rule| draws.limit(rule).number != 0) {
            let mut verdicts = vec![Verdict::Draws; KEYS];
            for slice in (2..=MAX_PIECES).flat_map(Slice::all) {
                if let Some(verdict) = verdicts.get_mut(slice.key()) {
                    *verdict = limits.verdict_on(slice);
                }
            }
            limits.verdicts = Some(verdicts.into());
        }
        limits
    }

    /// The draw rules.
    pub fn draws(&self) -> &DrawRules {
        &self.draws
    }

    /// Whether no rule counts a balance.
    #[inline(always)]
    pub(crate) fn is_none(&self) -> bool {
        self.verdicts.is_none()
    }

    /// How far the outcomes of a slice stand, by its key.
    #[inline(always)]
    fn verdict(&self, key: usize) -> Verdict {
        self.verdicts.as_ref().map_or(Verdict::All, |verdicts| verdicts.get(key).copied().unwrap_or(Verdict::Draws))
    }

    /// How what the databases say of a state, of a slice of this key, stands.
    #[inline(always)]
    pub(crate) fn standing(&self, state: &State, key: usize) -> Standing {
        match self.verdict(key) {
            Verdict::All => Standing::Abstract,
            Verdict::Limited => Standing::Limited,
            Verdict::WhenFresh if state.counters().ending_plies() == 0 => Standing::Abstract,
            Verdict::ByDistance | Verdict::WhenFresh => Standing::ByDistance,
            Verdict::OnRoad if self.road_left(state) > 1 => Standing::Abstract,
            Verdict::OnRoad => Standing::LastPly,
            Verdict::Draws => Standing::DrawsOnly,
        }
    }

    /// As [`Limits::standing`], for a state of any slice.
    pub(crate) fn standing_of(&self, state: &State) -> Standing {
        let slice = Slice::of(state.position());
        slice.map_or(Standing::DrawsOnly, |slice| self.standing(state, slice.key()))
    }

    /// The lone king's moves of the three-kings rule; 0 where it is off.
    fn three_kings(&self) -> u16 {
        self.draws.limit(DrawRule::ThreeKings).number
    }

    /// The plies of the road rule; 0 where it is off.
    fn road(&self) -> u16 {
        self.draws.limit(DrawRule::Road).number
    }

    /// How many plies the road rule leaves, in a state of one of its balances.
    fn road_left(&self, state: &State) -> u16 {
        self.road().saturating_sub(state.counters().road())
    }

    /// Whether the road rule has drawn the game, unless the side to move cannot move.
    pub(crate) fn is_past_road(&self, state: &State) -> bool {
        self.road() != 0 && state.counters().road() >= self.road()
    }

    /// Whether kings fly, so that only the last ply of the road rule changes anything.
    fn only_last_ply(&self) -> bool {
        Slice::road_balances().any(|slice| road::is_known(self.laws, slice))
    }

    /// Whether distances decide in a position, of which the state has the counts.
    pub(crate) fn are_by_distance(&self, position: &Position) -> bool {
        let is_by_distance =
            |slice: Slice| matches!(self.verdict(slice.key()), Verdict::ByDistance | Verdict::WhenFresh);
        // Asked at every node of few pieces, and most rulesets count nothing.
        !self.is_none() && Slice::of(position).is_some_and(is_by_distance)
    }

    fn verdict_on(&self, slice: Slice) -> Verdict {
        let here = ending_of(slice);
        if slice.pieces() <= 4 && (slice.men() == 0 || self.draws.limit_in(here) != 0) {
            return Verdict::ByDistance;
        }
        let mut verdict = Verdict::All;
        let lone_moves = self.enough.hunt / 2;
        if self.three_kings() != 0 && slice.leads_to_three_kings() && lone_moves >= self.three_kings() {
            verdict = match ValueSet::of(&self.draws) {
                ValueSet::Limited => Verdict::Limited,
                ValueSet::Abstract => return Verdict::Draws,
            };
        }
        for ending in ENDINGS.into_iter().filter(|&ending| self.draws.limit_in(ending) != 0) {
            if !balance(ending).is_some_and(|to| leads_to(slice, to)) {
                continue;
            }
            if self.enough.in_ending(ending) > self.draws.limit_in(ending) {
                return Verdict::Draws;
            }
            if ending == here {
                verdict = if verdict == Verdict::All { Verdict::WhenFresh } else { return Verdict::Draws };
            }
        }
        let counts = |of: Slice| [of.own_men, of.own_kings, of.other_men, of.other_kings];
        if self.road() == 0 || !Slice::road_balances().any(|to| leads_to(slice, counts(to))) {
            return verdict;
        }
        match (verdict, slice.is_road_balance()) {
            (Verdict::All, true) if self.only_last_ply() => Verdict::OnRoad,
            (Verdict::All | Verdict::WhenFresh, false) if self.only_last_ply() && self.road() > 1 => verdict,
            _ => Verdict::Draws,
        }
    }

    /// The outcome of a state in which no more than a ply of the road rule is left, from that without rules; `None` where
    /// it is not known.
    pub(crate) fn at_last_ply(&self, state: &State, outcome: Wld) -> Option<Wld> {
        if self.is_past_road(state) {
            return Some(Wld::Draw);
        }
        // Whatever the distance.
        let value = match outcome {
            Wld::Draw => return Some(Wld::Draw),
            Wld::Win => Value::Win(1),
            Wld::Loss => Value::Loss(0),
        };
        road::value(self.laws, state.position(), value).map(Value::outcome)
    }

    /// The value of a state as the road rule has it, from that without rules; `None` where it is not known.
    fn by_road(&self, state: &State, value: Value) -> Option<Value> {
        let is_balance = || Slice::of(state.position()).is_some_and(Slice::is_road_balance);
        let plies = value.plies().unwrap_or(0);
        if plies == 0 || self.road() == 0 || !is_balance() || plies <= self.road_left(state) {
            return Some(value);
        }
        match self.road_left(state) {
            0 => Some(Value::Draw),
            1 => road::value(self.laws, state.position(), value),
            _ => self.only_last_ply().then_some(value),
        }
    }

    /// The value of a state of an ending that distances decide, by [`Limits::standing`], from its value without rules; `None`
    /// where they do not.
    pub(crate) fn judge(&self, state: &State, value: Value) -> Option<Value> {
        let value = self.by_balance(state, value)?;
        let quiet_left = self.draws.earliest().saturating_sub(state.counters().unchanged());
        value.plies().is_none_or(|plies| plies == 0 || plies <= quiet_left).then_some(value)
    }

    /// As [`Limits::judge`], but that rules which count anew with each capture, man's move or crowning are left out.
    pub(crate) fn by_balance(&self, state: &State, value: Value) -> Option<Value> {
        let counters = state.counters();
        let value = self.by_road(state, value)?;
        let value = match (counters.lone_side(), counters.lone_moves()) {
            (Some(lone), Some(moves)) if self.three_kings() != 0 => {
                within(value, state.position().side() == lone, self.three_kings().saturating_sub(moves.into()))
            }
            _ => value,
        };
        let Some(plies) = value.plies().filter(|&plies| plies > 0) else { return Some(value) };
        if state.draw(&self.draws).is_some() {
            return Some(Value::Draw);
        }
        let ending = counters.ending();
        let limit = self.draws.limit_in(ending);
        if limit != 0 {
            let left = limit.saturating_sub(counters.ending_plies());
            if plies > left {
                return self.with_too_few_plies(state, value, plies - left);
            }
        }
        (plies <= self.least_after(ending)).then_some(value)
    }

    /// The value of a state of a counted balance where so many plies are missing of its value without the count; `None`
    /// where that is not known.
    fn with_too_few_plies(&self, state: &State, value: Value, missing: u16) -> Option<Value> {
        let counters = state.counters();
        let ending = counters.ending();
        if counters.lone_moves().is_some() && self.three_kings() != 0 {
            return None;
        }
        let last_of_road = self.road() != 0 && self.road_left(state) < 2;
        let list = CountedList::of(self.laws, ending, self.draws.crowning_keeps_ending, last_of_road);
        let value = match list {
            Some(list) => list.with_missing(state.position(), value, missing)?,
            // Kings alone leave a balance by a capture, and then the rest takes no longer than the longest way there.
            None if ending != Ending::ManyKingsOne && state.position().all_kings() == state.position().occupied() => {
                let longest = Limits::after(ending).iter().map(|&next| self.enough.in_ending(next)).max().unwrap_or(0);
                if missing > longest { Value::Draw } else { return None }
            }
            None => return None,
        };
        // A draw is one however short the limits of what follows are.
        (value == Value::Draw || self.least_after(ending) == u16::MAX).then_some(value)
    }

    /// The endings that captures and crowning lead to from one.
    fn after(ending: Ending) -> &'static [Ending] {
        match ending {
            Ending::TwoKingsKingMan => {
                &[Ending::TwoKingsTwoKings, Ending::KingManKing, Ending::TwoKingsOne, Ending::KingKing]
            }
            Ending::ManyKingsOne => &[Ending::ThreeKingsOne, Ending::TwoKingsOne, Ending::KingKing],
            Ending::ThreeKingsOne | Ending::TwoKingsTwoKings => &[Ending::TwoKingsOne, Ending::KingKing],
            Ending::TwoKingsOne => &[Ending::KingKing],
            Ending::KingManKing => &[Ending::TwoKingsOne, Ending::KingKing],
            _ => &[],
        }
    }

    /// The least limit of the endings that can follow and in which it can be too short.
    fn least_after(&self, ending: Ending) -> u16 {
        let limits = Limits::after(ending).iter().map(|&next| (self.draws.limit_in(next), self.enough.in_ending(next)));
        limits.filter(|&(limit, enough)| limit != 0 && enough > limit).map(|(limit, _)| limit).min().unwrap_or(u16::MAX)
    }
}

/// The ending of all positions of a slice.
fn ending_of(slice: Slice) -> Ending {
    let Slice { own_men, own_kings, other_men, other_kings } = slice;
    Ending::of_pieces((own_men.into(), own_kings.into()), (other_men.into(), other_kings.into()))
}

/// Whether captures and crowning can lead from a slice to a balance, or it is that balance already.
fn leads_to(slice: Slice, to: Balance) -> bool {
    let side = |men: u8, kings: u8, to_men: u8, to_kings: u8| men >= to_men && men + kings >= to_men + to_kings;
    let Slice { own_men, own_kings, other_men, other_kings } = slice;
    let both = |own: [u8; 2], other: [u8; 2]| {
        side(own_men, own_kings, own[0], own[1]) && side(other_men, other_kings, other[0], other[1])
    };
    both([to[0], to[1]], [to[2], to[3]]) || both([to[2], to[3]], [to[0], to[1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_the_lone_king_are_counted_from_plies() {
        // Three to move, won in 23 plies: he makes eleven moves, and must not have made twelve.
        assert_eq!(within(Value::Win(23), false, 12), Value::Win(23));
        assert_eq!(within(Value::Win(23), false, 11), Value::Draw);
        assert_eq!(within(Value::Win(25), false, 12), Value::Draw);
        assert_eq!(within(Value::Loss(22), true, 12), Value::Loss(22));
        assert_eq!(within(Value::Loss(24), true, 12), Value::Draw);
        // He takes the last with his last move.
        assert_eq!(within(Value::Win(1), true, 1), Value::Win(1));
        assert_eq!(within(Value::Win(3), true, 1), Value::Draw);
        assert_eq!(within(Value::Loss(2), false, 1), Value::Loss(2));
        assert_eq!(within(Value::Loss(4), false, 1), Value::Draw);
        // The three take him at once; he is without a move.
        assert_eq!(within(Value::Win(1), false, 1), Value::Win(1));
        assert_eq!(within(Value::Loss(0), true, 0), Value::Loss(0));
        assert_eq!(within(Value::Draw, true, 5), Value::Draw);
    }

    #[test]
    fn outcomes_are_believed_as_far_as_the_rules_let_them() {
        let slice = |counts| Slice::of_counts(counts).unwrap();
        let verdict = |draws: &DrawRules, laws, pieces| Limits::new(draws, laws).verdict(slice(pieces).key());
        assert!(Limits::new(&DrawRules::ENGLISH, Laws::English).is_none());
        let filipino = |pieces| verdict(&DrawRules::FILIPINO, Laws::Brazilian, pieces);
        assert_eq!(filipino([1, 2, 0, 1]), Verdict::Limited);
        assert_eq!(filipino([1, 0, 3, 0]), Verdict::Limited);
        assert_eq!(filipino([1, 1, 2, 0]), Verdict::All);
        assert_eq!(filipino([0, 1, 0, 3]), Verdict::ByDistance);
        let mut longer = DrawRules::FILIPINO;
        longer.set(DrawRule::ThreeKings, 13).unwrap();
        assert_eq!(verdict(&longer, Laws::Brazilian, [1, 2, 0, 1]), Verdict::Draws);
        let mut shorter = DrawRules::BRAZILIAN;
        shorter.set(DrawRule::Ending, 9).unwrap();
        assert_eq!(verdict(&shorter, Laws::Brazilian, [2, 0, 2, 0]), Verdict::Draws);
        longer.set(DrawRule::ThreeKings, 14).unwrap();
        assert_eq!(verdict(&longer, Laws::Brazilian, [1, 2, 0, 1]), Verdict::All);
        // No win of three kings takes longer than pool gives them.
        assert_eq!(verdict(&DrawRules::POOL, Laws::Pool, [1, 2, 0, 1]), Verdict::All);
        assert_eq!(verdict(&DrawRules::POOL, Laws::Pool, [0, 3, 0, 1]), Verdict::ByDistance);
        // Two kings against king and man can take longer than five moves of each side, but leave the balance in time.
        let brazilian = |pieces| verdict(&DrawRules::BRAZILIAN, Laws::Brazilian, pieces);
        assert_eq!(brazilian([0, 2, 1, 1]), Verdict::ByDistance);
        assert_eq!(brazilian([2, 0, 2, 0]), Verdict::All);
        assert_eq!(brazilian([0, 1, 1, 1]), Verdict::ByDistance);
        assert_eq!(brazilian([2, 0, 1, 0]), Verdict::All);
        assert_eq!(brazilian([2, 1, 1, 0]), Verdict::All);
        let russian = |pieces| verdict(&DrawRules::RUSSIAN, Laws::Russian, pieces);
        assert_eq!(russian([2, 0, 2, 0]), Verdict::All);
        assert_eq!(russian([1, 1, 0, 1]), Verdict::ByDistance);
        assert_eq!(russian([1, 2, 0, 1]), Verdict::OnRoad);
        assert_eq!(russian([0, 1, 0, 3]), Verdict::ByDistance);
        assert_eq!(russian([3, 0, 1, 0]), Verdict::All);
        assert_eq!(russian([3, 0, 2, 0]), Verdict::All);
        assert_eq!(russian([0, 4, 0, 1]), Verdict::WhenFresh);
        assert_eq!(russian([0, 1, 0, 5]), Verdict::WhenFresh);
        assert_eq!(russian([4, 0, 1, 0]), Verdict::All);
        // Where the last ply is the first, or kings do not fly, wins can be lost on the way.
        let mut one = DrawRules::RUSSIAN;
        one.set(DrawRule::Road, 1).unwrap();
        assert_eq!(verdict(&one, Laws::Russian, [1, 2, 0, 1]), Verdict::OnRoad);
        assert_eq!(verdict(&one, Laws::Russian, [3, 0, 1, 0]), Verdict::Draws);
        assert_eq!(verdict(&DrawRules::RUSSIAN, Laws::English, [3, 0, 1, 0]), Verdict::Draws);
        // By its last ply the road rule makes longer what 24 plies are else enough for.
        let mut short = DrawRules::RUSSIAN;
        short.set(DrawRule::ThreeAgainstOne, 24).unwrap();
        assert_eq!(verdict(&short, Laws::Russian, [1, 2, 0, 1]), Verdict::Draws);
        short.set(DrawRule::Road, 0).unwrap();
        assert_eq!(verdict(&short, Laws::Russian, [1, 2, 0, 1]), Verdict::All);
        // Two limits at once on four kings against one.
        let mut both = DrawRules::RUSSIAN;
        both.set(DrawRule::ThreeKings, 12).unwrap();
        both.set(DrawRule::ThreeAgainstOne, 30).unwrap();
        assert_eq!(verdict(&both, Laws::Brazilian, [0, 4, 0, 1]), Verdict::Draws);
    }
}
