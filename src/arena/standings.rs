//! How a match stands.

use std::collections::BTreeMap;

use super::play::Ending;
use super::record::GameRecord;
use super::stats::{Sprt, Tally, Verdict};

/// The results of a match so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    engines: usize,
    /// Results of each engine (row) against each other one.
    tallies: Vec<Tally>,
    /// Results by opening, in the order of their names' first game: for the engine that comes first in its pairing.
    openings: BTreeMap<usize, (String, Tally)>,
    /// Games lost by faults, by engine and kind.
    faults: BTreeMap<(usize, String), u64>,
    /// Games ended by scores, and by endgame databases.
    adjudicated: (u64, u64),
    /// Half points of the games of pairs that are half finished, by the pair's number, with the earlier engine.
    halves: BTreeMap<usize, u8>,
    /// Finished pairs by number whose predecessors are not all finished.
    ahead: BTreeMap<usize, (u8, u8)>,
    /// The pairs before this one are all finished.
    unbroken: usize,
    test: Option<Test>,
}

/// A test of the first engine against the second. It looks at pairs in the order of their numbers and at no pair after one
/// that is not finished: so neither the length of games, nor how many are played at once, nor an interruption weighs on
/// its verdict.
#[derive(Clone, PartialEq, Debug)]
struct Test {
    sprt: Sprt,
    pairs: [u64; 5],
    verdict: Verdict,
}

/// How a test stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TestState {
    /// The test.
    pub sprt: Sprt,
    /// The pairs it has looked at.
    pub pairs: u64,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// What it says. Once it has said yes or no, it looks at no more pairs.
    pub verdict: Verdict,
}

impl Standings {
    /// Before the first game.
    pub fn new(engines: usize, sprt: Option<Sprt>) -> Standings {
        Standings {
            engines,
            tallies: vec![Tally::default(); engines * engines],
            openings: BTreeMap::new(),
            faults: BTreeMap::new(),
            adjudicated: (0, 0),
            halves: BTreeMap::new(),
            ahead: BTreeMap::new(),
            unbroken: 0,
            test: sprt.map(|sprt| Test { sprt, pairs: [0; 5], verdict: Verdict::Open }),
        }
    }

    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) {
        let [white, black] = record.engines;
        let (one, other) = (white.min(black), white.max(black));
        let points = record.points(one);
        let pair = record.number / 2;
        let earlier = self.halves.remove(&pair);
        let mut result = Tally::default();
        result.add_game(points);
        match earlier {
            Some(earlier) => {
                result.add_pair(earlier, points);
                self.ahead.insert(pair, (earlier, points));
            }
            None => {
                self.halves.insert(pair, points);
            }
        }
        self.tallies[one * self.engines + other] += result;
        self.tallies[other * self.engines + one] += result.turned();
        let place = self.openings.iter().find(|(_, (name, _))| *name == record.opening.name).map(|(place, _)| *place);
        let place = place.unwrap_or(record.number);
        self.openings.entry(place).or_insert_with(|| (record.opening.name.clone(), Tally::default())).1 += result;
        match &record.game.ending {
            Ending::Fault(side, kind, _) => {
                *self.faults.entry((record.engines[side.index()], kind.clone())).or_default() += 1;
            }
            Ending::Adjudicated => self.adjudicated.0 += 1,
            Ending::Database => self.adjudicated.1 += 1,
            Ending::NoMove | Ending::Rule(_) | Ending::TooLong => {}
        }
        self.advance_test();
    }

    fn advance_test(&mut self) {
        while let Some((first, second)) = self.ahead.remove(&self.unbroken) {
            self.unbroken += 1;
            if let Some(test) = self.test.as_mut().filter(|test| test.verdict == Verdict::Open) {
                test.pairs[usize::from(first + second)] += 1;
                test.verdict = test.sprt.verdict(&test.pairs);
            }
        }
    }

    /// The results of one engine against another.
    pub fn between(&self, one: usize, other: usize) -> Tally {
        self.tallies[one * self.engines + other]
    }

    /// The results of one engine against all others.
    pub fn of(&self, engine: usize) -> Tally {
        let mut sum = Tally::default();
        (0..self.engines).for_each(|other| sum += self.between(engine, other));
        sum
    }

    /// Results by opening, each for the engine that was named first.
    pub fn by_opening(&self) -> impl Iterator<Item = (&str, Tally)> {
        self.openings.values().map(|(name, tally)| (name.as_str(), *tally))
    }

    /// Games lost by faults: engine, kind, number.
    pub fn faults(&self) -> impl Iterator<Item = (usize, &str, u64)> {
        self.faults.iter().map(|((engine, kind), count)| (*engine, kind.as_str(), *count))
    }

    /// How many games scores ended, and how many endgame databases.
    pub fn adjudicated(&self) -> (u64, u64) {
        self.adjudicated
    }

    /// How the test stands, if there is one.
    pub fn test(&self) -> Option<TestState> {
        self.test.as_ref().map(|test| TestState {
            sprt: test.sprt,
            pairs: test.pairs.iter().sum(),
            llr: test.sprt.llr(&test.pairs),
            verdict: test.verdict,
        })
    }

    /// Whether a test has come to its verdict.
    pub fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.verdict != Verdict::Open)
    }
}
