//! Databases as they are asked.

#![deny(clippy::indexing_slicing)]

use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;

use crate::board::{Move, Position};
use crate::movegen::MoveGen;
use crate::rules::{Laws, PerLaws, State};

use super::embedded::{LIMITED, embedded_files, embedded_kings};
use super::error::{EgdbError, EgdbFault};
use super::file::{EgdbFile, Kind, laws_name, path_of};
use super::index::Placement;
use super::limits::{LIMITED_MOVES, Limits, Standing, ValueSet, within};
use super::losses::Losses;
use super::slice::{KEYS, MAX_PIECES, Slice};
use super::slices::{Distances, Outcomes};
use super::value::{Value, Wld};

/// The slices of one set of values that are there, by their keys.
#[derive(Debug)]
struct Tables {
    outcomes: Vec<Option<Box<Outcomes>>>,
    distances: Vec<Option<Box<Distances>>>,
}

impl Tables {
    fn none() -> Tables {
        let (mut outcomes, mut distances) = (Vec::new(), Vec::new());
        outcomes.resize_with(KEYS, || None);
        distances.resize_with(KEYS, || None);
        Tables { outcomes, distances }
    }

    fn add(&mut self, file: EgdbFile, slice: Slice, kind: Kind) -> Result<(), EgdbFault> {
        let file = Arc::new(file);
        for slice in slice.twins() {
            let missing = || EgdbFault::Malformed;
            match kind {
                Kind::Outcomes => {
                    let place = self.outcomes.get_mut(slice.key()).ok_or_else(missing)?;
                    *place = Some(Box::new(Outcomes::new(Arc::clone(&file), slice)?));
                }
                Kind::Distances => {
                    let place = self.distances.get_mut(slice.key()).ok_or_else(missing)?;
                    *place = Some(Box::new(Distances::new(Arc::clone(&file), slice)?));
                }
            }
        }
        Ok(())
    }

    /// Adds files that are embedded one after another. What made no sense would be left out, and missed by the tests.
    fn embed(&mut self, (laws, mut files): (Laws, &'static [u8]), set: ValueSet, kind: Kind) {
        while let Ok((file, slice)) = EgdbFile::take_embedded(&mut files, laws, set, kind) {
            let _ = self.add(file, slice, kind);
        }
    }

    /// What is kept for a position; it means nothing where a probe has to look further: see [`is_kept`](super::is_kept).
    #[inline(always)]
    fn outcome(&self, placement: &Placement, pieces: u32) -> Option<Wld> {
        let outcomes = self.outcomes.get(placement.key())?.as_ref()?;
        (outcomes.index().slice().pieces() == pieces).then(|| outcomes.get(outcomes.index().rank(placement)))
    }

    fn distance(&self, placement: &Placement, pieces: u32) -> Option<Value> {
        let distances = self.distances.get(placement.key())?.as_ref()?;
        (distances.index().slice().pieces() == pieces).then(|| distances.get(distances.index().rank(placement)))
    }
}

/// The databases of one set of laws: those that the program holds and, perhaps, those of a folder.
///
/// Any number of threads can ask at once. Files are mapped into memory; a block is decoded when it is first asked for and
/// then kept, a quarter of a byte a position for outcomes.
#[derive(Debug)]
pub struct Egdb {
    laws: Laws,
    movegen: MoveGen,
    free: Tables,
    /// The slices that are different in the limited set, see [`ValueSet`].
    limited: Tables,
    complete: u32,
}

/// How many positions one question looks at before it is left open. Most take fewer than a hundred, seven pieces with flying
/// kings now and then some thousands, and some would never have ended.
const MOST_SETTLED: u32 = 20_000;
/// The most pieces of the positions whose values the program holds.
const EMBEDDED: u32 = 4;

impl Egdb {
    /// The databases that the program holds: who wins with up to four pieces, and how soon.
    pub fn embedded(laws: Laws) -> Egdb {
        let (free, limited) = (Tables::none(), Tables::none());
        let mut egdb = Egdb { laws, movegen: MoveGen::of(laws), free, limited, complete: 0 };
        egdb.free.embed((laws, embedded_files(laws)), ValueSet::Abstract, Kind::Outcomes);
        egdb.free.embed(embedded_kings(laws), ValueSet::Abstract, Kind::Distances);
        if LIMITED.0 == laws {
            egdb.limited.embed(LIMITED, ValueSet::Limited, Kind::Outcomes);
        }
        egdb.count();
        egdb
    }

    /// The embedded databases, read once and shared by whoever asks.
    pub fn shared(laws: Laws) -> &'static Egdb {
        static SHARED: PerLaws<Egdb> = PerLaws::new();
        SHARED.get(laws, || Egdb::embedded(laws))
    }

    /// The embedded databases and those that a folder holds for some laws; and which files cannot be used. Every file is
    /// read once, to check it.
    ///
    /// # Errors
    /// If the folder holds none at all.
    pub fn open(folder: &Path, laws: Laws) -> Result<(Egdb, Vec<EgdbError>), EgdbError> {
        let mut egdb = Egdb::embedded(laws);
        let mut faults = Vec::new();
        let mut found = false;
        std::fs::read_dir(folder).map_err(|error| EgdbFault::Unreadable(error.to_string()).at(folder))?;
        for (slice, set) in (2..=MAX_PIECES).flat_map(Slice::pairs).flat_map(in_sets) {
            let tables = if set == ValueSet::Limited { &mut egdb.limited } else { &mut egdb.free };
            for kind in [Kind::Outcomes, Kind::Distances] {
                let path = path_of(folder, laws, set, slice, kind);
                match EgdbFile::open(folder, laws, set, slice, kind) {
                    Ok(None) => {}
                    Ok(Some(file)) => match tables.add(file, slice, kind) {
                        Ok(()) => found = true,
                        Err(fault) => faults.push(fault.at(path)),
                    },
                    Err(error) => faults.push(error),
                }
            }
        }
        if !found {
            return Err(faults.into_iter().next().unwrap_or(EgdbFault::NoneFor(laws_name(laws)).at(folder)));
        }
        egdb.count();
        Ok((egdb, faults))
    }

    /// Notes up to how many pieces the outcomes of all slices are there.
    fn count(&mut self) {
        let there = |slice: Slice| self.free.outcomes.get(slice.key()).is_some_and(Option::is_some);
        let whole = (2..=MAX_PIECES).take_while(|&pieces| Slice::all(pieces).into_iter().all(there));
        self.complete = whole.last().unwrap_or(0);
    }

    /// The laws of movement that the databases are for.
    pub fn laws(&self) -> Laws {
        self.laws
    }

    /// Up to how many pieces every position has its outcome here, captures played out; 0 if not even for two.
    pub fn complete_to(&self) -> u32 {
        self.complete
    }

    /// What is kept for a position in which neither side could capture if it were to move; `None` where its slice is not
    /// here. Elsewhere the answer means nothing: see [`Egdb::outcome`].
    #[inline]
    pub fn quiet_outcome(&self, position: &Position) -> Option<Wld> {
        let pieces = position.occupied().count();
        if pieces > MAX_PIECES { None } else { self.free.outcome(&Placement::of(position), pieces) }
    }

    /// As [`Egdb::quiet_outcome`], under draw rules that count a balance. `None` also where they leave it open.
    #[inline]
    pub fn quiet_outcome_within(&self, state: &State, limits: &Limits) -> Option<Wld> {
        if limits.is_none() { self.quiet_outcome(state.position()) } else { self.outcome_by_verdict(state, limits) }
    }

    fn outcome_by_verdict(&self, state: &State, limits: &Limits) -> Option<Wld> {
        let position = state.position();
        let pieces = position.occupied().count();
        if pieces > MAX_PIECES {
            return None;
        }
        let placement = Placement::of(position);
        match limits.standing(state, placement.key()) {
            Standing::Abstract => self.free.outcome(&placement, pieces),
            Standing::Limited => self.limited.outcome(&placement, pieces),
            Standing::ByDistance => {
                let value = self.value_within(state, limits).map(Value::outcome);
                value.or_else(|| self.free.outcome(&placement, pieces).filter(|&outcome| outcome == Wld::Draw))
            }
            Standing::LastPly => limits.at_last_ply(state, self.free.outcome(&placement, pieces)?),
            Standing::DrawsOnly => self.free.outcome(&placement, pieces).filter(|&outcome| outcome == Wld::Draw),
        }
    }

    /// Who wins, with best play and without draw rules, seen from the side to move; captures that are pending are played
    /// out, and those that threaten are looked at. `None` where the databases do not say it.
    pub fn outcome(&self, position: &Position) -> Option<Wld> {
        let play = |position: &Position, played| position.play(played);
        let known = |position: &Position| self.quiet_outcome(position);
        self.settle(position, &|position| position, &play, &|_| false, &known, &Cell::new(MOST_SETTLED))
    }

    /// As [`Egdb::outcome`], under the draw rules of a game that count a balance. `None` also where they leave it open.
    pub fn outcome_within(&self, state: &State, limits: &Limits) -> Option<Wld> {
        let play = |state: &State, played| state.play(played, limits.draws());
        let known = |state: &State| self.quiet_outcome_within(state, limits);
        if let Some(value) = self.value_within(state, limits) {
            return Some(value.outcome());
        }
        let drawn = |state: &State| limits.is_past_road(state);
        self.settle(state, &State::position, &play, &drawn, &known, &Cell::new(MOST_SETTLED))
    }

    /// The outcome of something that has a position: what is known of it where nothing can be captured, else what its
    /// moves come to; and a draw where a rule has made it one. It looks at no more than `left` of them: crowded boards of
    /// kings that can all capture one another have no end of lines.
    fn settle<T>(
        &self,
        at: &T,
        position: &impl Fn(&T) -> &Position,
        play: &impl Fn(&T, Move) -> T,
        drawn: &impl Fn(&T) -> bool,
        known: &impl Fn(&T) -> Option<Wld>,
        left: &Cell<u32>,
    ) -> Option<Wld> {
        left.set(left.get().checked_sub(1)?);
        let here = position(at);
        if here.pieces(here.side()).is_empty() {
            return Some(Wld::Loss);
        }
        if drawn(at) {
            // Who cannot move has lost before any count.
            return Some(if self.movegen.has_move(here) { Wld::Draw } else { Wld::Loss });
        }
        let best =
            || self.best_outcome(here, |played| self.settle(&play(at, played), position, play, drawn, known, left));
        if self.movegen.has_capture(here) {
            return best();
        }
        if here.occupied().count() > MAX_PIECES || !self.is_threatened(here) {
            return known(at);
        }
        let moves = self.movegen.legal_moves(here);
        let is_settled = |next: &Position| self.movegen.has_capture(next) || !self.is_threatened(next);
        // Files keep the others, as `kept` says.
        if moves.iter().all(|&played| is_settled(&here.play(played))) { best() } else { known(at) }
    }

    fn is_threatened(&self, position: &Position) -> bool {
        self.movegen.has_capture(&position.with_side(!position.side()))
    }

    /// The best that the moves of a position come to, a loss where there is none.
    fn best_outcome(&self, position: &Position, of: impl Fn(Move) -> Option<Wld>) -> Option<Wld> {
        let mut best = Some(Wld::Loss);
        for played in self.movegen.legal_moves(position) {
            match of(played).map(Wld::turned) {
                Some(Wld::Win) => return Some(Wld::Win),
                Some(Wld::Draw) => best = best.map(|_| Wld::Draw),
                Some(Wld::Loss) => {}
                None => best = None,
            }
        }
        best
    }

    /// As [`Egdb::outcome`], with the distance. It can take a millisecond or more: blocks of distances are large.
    pub fn value(&self, position: &Position) -> Option<Value> {
        if position.pieces(position.side()).is_empty() {
            return Some(Value::Loss(0));
        }
        if self.movegen.has_capture(position) {
            return self.best_value(position, |next| self.value(next));
        }
        let pieces = position.occupied().count();
        if pieces > MAX_PIECES {
            return None;
        }
        let placement = Placement::of(position);
        self.free.distance(&placement, pieces).or_else(|| self.value_by_losses(ValueSet::Abstract, position))
    }

    /// The value of a position in which nothing can be captured by what the program holds: of up to four pieces.
    fn value_by_losses(&self, set: ValueSet, position: &Position) -> Option<Value> {
        if position.occupied().count() > EMBEDDED {
            return None;
        }
        let losses = Losses::of(self.laws, set)?;
        match losses.byte(&Placement::of(position))? {
            0 => {}
            byte => return Some(Value::from_byte(byte)),
        }
        // A win is as long as the shortest loss that a move leads to. (Who has no move has lost.)
        let loss = |next: &Position| {
            let is_kept = !self.movegen.has_capture(next) && next.pieces(next.side()).any();
            let kept = if is_kept { losses.byte(&Placement::of(next)).map(Value::from_byte) } else { None };
            if let Value::Loss(plies) = kept.or_else(|| self.value_in(set, next))? { Some(plies) } else { None }
        };
        let moves = self.movegen.legal_moves(position);
        let shortest = moves.iter().filter_map(|&played| loss(&position.play(played))).min();
        Some(shortest.map_or(Value::Draw, |plies| Value::Win(plies + 1)))
    }

    /// As [`Egdb::value`], in a set of values. Three kings against one that stand here have just arisen.
    pub fn value_in(&self, set: ValueSet, position: &Position) -> Option<Value> {
        if set == ValueSet::Abstract {
            return self.value(position);
        }
        let Some(slice) = Slice::of(position) else { return self.value(position) };
        if slice.is_three_kings() {
            let lone_to_move = slice.own_kings == 1;
            return self.value(position).map(|value| within(value, lone_to_move, LIMITED_MOVES));
        }
        if !slice.leads_to_three_kings() {
            return self.value(position);
        }
        if self.movegen.has_capture(position) {
            return self.best_value(position, |next| self.value_in(set, next));
        }
        let distance = self.limited.distance(&Placement::of(position), slice.pieces());
        distance.or_else(|| self.value_by_losses(set, position))
    }

    /// The best value that the moves of a position come to; `None` where that of one is not known.
    fn best_value(&self, position: &Position, of: impl Fn(&Position) -> Option<Value>) -> Option<Value> {
        let moves = self.movegen.legal_moves(position);
        let values = moves.iter().map(|&played| of(&position.play(played)).map(Value::before));
        values.collect::<Option<Vec<Value>>>()?.into_iter().max()
    }

    /// The value of a state with kings alone, four at most, or of another ending whose plies are counted, under draw rules
    /// that count a balance; for a state in which three kings hunt one, exactly, with the moves that he has made. `None`
    /// where there is no such rule, or distances do not decide it.
    pub fn value_within(&self, state: &State, limits: &Limits) -> Option<Value> {
        let position = state.position();
        if !limits.are_by_distance(position) {
            return None;
        }
        limits.judge(state, self.value(position)?)
    }
}

/// A slice in the sets in which it has files of its own. (Three kings against one need none where they are limited: the
/// distances are enough.)
fn in_sets(slice: Slice) -> impl Iterator<Item = (Slice, ValueSet)> {
    let sets = [ValueSet::Abstract, ValueSet::Limited].into_iter();
    sets.filter(move |set| set.has_file(slice)).map(move |set| (slice, set))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;
    use crate::rules::Variant;

    #[test]
    fn a_question_that_takes_too_long_is_left_open() {
        // From a game of the engine against itself: every quiet move leads to captures, and these to such positions again.
        let variant = Variant::named("spanish").unwrap();
        let position = parse_fen("B:WK1,K19:BK3,K15,18,K22,K31", variant.numbering, false).unwrap().state();
        let egdb = Egdb::shared(variant.laws);
        let asked = |most: u32| {
            let left = Cell::new(most);
            let play = |position: &Position, played| position.play(played);
            let known = |position: &Position| egdb.quiet_outcome(position);
            let found = egdb.settle(position.position(), &|position| position, &play, &|_| false, &known, &left);
            (found, most - left.get())
        };
        let (found, looked_at) = asked(MOST_SETTLED);
        assert!(looked_at > 5_000 && looked_at < MOST_SETTLED, "{looked_at}");
        assert_eq!(found, egdb.outcome(position.position()));
        assert_eq!(asked(1_000), (None, 1_000));
    }
}
