//! Following a study: the solver's moves point by point, and the defences between them.

use std::collections::HashSet;
use std::time::Duration;

use crate::board::{Move, Position, Side};
use crate::egdb::{EgdbError, Wld};
use crate::engine::{EngineOptions, engine};
use crate::notation::sort_moves;
use crate::rules::{DrawRule, DrawRules, State, Variant};
use crate::score::Score;
use crate::search::StopHandle;

use super::knowledge::Knowledge;
use super::prover::Prover;
use super::ranks::{rank, sort};
use super::solution::{Branch, Choice, End, Goal, Known, Point, Proof, Rank, Standing, Step, Study, Verdict};
use super::verdict::verdict;

/// How deeply variations branch off variations.
const DEEPEST: usize = 2;
/// The longest line that is followed, in plies.
const LONGEST: usize = 300;

/// How a study is to be solved.
pub(crate) struct Setup {
    pub variant: &'static Variant,
    /// Of these only the three-kings rule is kept.
    pub draws: DrawRules,
    /// Of what is aimed at, the databases and what searches.
    pub options: EngineOptions,
    /// The time for each position that has to be searched.
    pub time: Duration,
    /// What the solver is to do; `None` for what the position comes to.
    pub goal: Option<Goal>,
    /// How many of the solver's positions are looked at.
    pub most_points: usize,
}

/// Whoever waits for the solution.
pub(crate) trait Watch {
    /// A handle for a search to come, which may be stopped.
    fn stop_handle(&mut self) -> StopHandle;
    /// Whether to come to an end with what is found.
    fn is_over(&self) -> bool;
    /// So many of the solver's positions have been looked at; these moves lead to the last.
    fn looked_at(&mut self, points: usize, line: &[Move]);
}

/// Solves a study; and what is wrong with the files of the databases.
pub(crate) fn study(start: State, setup: &Setup, watch: &mut dyn Watch) -> (Study, Vec<EgdbError>) {
    let draws = draws_of_studies(&setup.draws);
    let (knowledge, faults) = Knowledge::new(setup.variant.laws, &draws, &setup.options);
    let engine = engine(setup.variant.laws, &setup.options);
    let prover = Prover::new(engine, setup.variant, draws, setup.time);
    let solver = start.position().side();
    let mut follower = Follower {
        setup,
        watch,
        knowledge,
        prover,
        goal: Goal::Win,
        solver,
        had: HashSet::new(),
        points: 0,
        loose: 0,
        quickest: None,
    };
    (follower.solve(start), faults)
}

/// The draw rules that a study keeps.
fn draws_of_studies(draws: &DrawRules) -> DrawRules {
    let mut kept = draws.clone();
    for rule in DrawRule::ALL.into_iter().filter(|&rule| rule != DrawRule::ThreeKings) {
        // 0 is within the limits of every rule.
        let _ = kept.set(rule, 0);
    }
    kept
}

struct Follower<'a> {
    setup: &'a Setup,
    watch: &'a mut dyn Watch,
    knowledge: Knowledge,
    prover: Prover,
    goal: Goal,
    solver: Side,
    /// The solver's positions that have been looked at.
    had: HashSet<Position>,
    points: usize,
    loose: usize,
    /// The quickest end: the plies in all, the moves as far as the poor defence, and the state after them.
    quickest: Option<(u32, Vec<Move>, State)>,
}

/// A defence and what the position after it comes to for the solver, who is to move.
#[derive(Clone, Copy)]
struct Defence {
    played: Move,
    next: State,
    known: Option<Known>,
    /// For a draw: how many of the solver's moves keep it.
    ways: usize,
}

impl Follower<'_> {
    fn solve(&mut self, start: State) -> Study {
        let (known, score) = self.first_look(&start);
        let mover = start.position().side();
        let found = known.map(|known| match known.outcome {
            Wld::Win => (Goal::Win, mover),
            Wld::Loss => (Goal::Win, !mover),
            Wld::Draw => (Goal::Draw, mover),
        });
        let asked = self.setup.goal;
        let (goal, solver) = found.filter(|(goal, _)| asked.is_none_or(|asked| asked == *goal)).unwrap_or_else(|| {
            let seems = if score.is_some_and(|score| score.raw().abs() >= 100) { Goal::Win } else { Goal::Draw };
            (asked.unwrap_or(seems), mover)
        });
        (self.goal, self.solver) = (goal, solver);
        let refuted = found.is_some_and(|(found, _)| found != goal);
        let main = (found.is_some() && !refuted).then(|| self.follow(start, &mut Vec::new(), &HashSet::new(), 0));
        let verdict = match &main {
            _ if refuted => Verdict::Refuted,
            Some(main) if !main.steps.is_empty() => verdict(main, solver == mover),
            Some(main) if main.end == End::Over => Verdict::Sound,
            // Whatever is played draws.
            Some(main) if main.end == End::Quiet => {
                Verdict::Cooked(self.knowledge.movegen().legal_moves(start.position()).to_vec())
            }
            _ => Verdict::Unproven,
        };
        let shortest = self.shortest();
        Study {
            start,
            known,
            score,
            goal,
            solver,
            main,
            shortest,
            verdict,
            points: self.points,
            loose: self.loose,
            interrupted: self.watch.is_over(),
        }
    }

    /// What the start comes to; and if that is not proven, what the search thinks.
    fn first_look(&mut self, start: &State) -> (Option<Known>, Option<Score>) {
        if let Some(known) = self.knowledge.value(start) {
            return (Some(known), None);
        }
        let moves = self.knowledge.movegen().legal_moves(start.position());
        let stop = self.watch.stop_handle();
        let known: Vec<Option<Known>> = moves.iter().map(|&played| self.value_after(start, played)).collect();
        let judged = self.prover.judge(start, &moves, &stop);
        let values = judged.iter().zip(known).map(|(judged, known)| known.or(judged.known));
        let values: Vec<Option<Known>> = values.collect();
        if let Some(win) =
            values.iter().flatten().filter(|known| known.outcome == Wld::Win).min_by_key(|known| worth(known))
        {
            return (Some(Known { proof: Proof::Search, ..*win }), None);
        }
        if values.iter().all(|known| known.is_some_and(|known| known.outcome == Wld::Loss)) {
            let longest = values.iter().flatten().min_by_key(|known| worth(known)).copied();
            return (longest.map(|known| Known { proof: Proof::Search, ..known }), None);
        }
        let side = start.position().side();
        let stop = self.watch.stop_handle();
        let drawn = [side, !side].into_iter().all(|side| self.prover.holds(&self.knowledge, start, side, &stop));
        let score = judged.iter().map(|judged| judged.score).max();
        (drawn.then_some(Known { outcome: Wld::Draw, plies: None, proof: Proof::Search }), score.filter(|_| !drawn))
    }

    /// What a move comes to for who makes it, where it is known at once.
    fn value_after(&mut self, state: &State, played: Move) -> Option<Known> {
        let next = self.knowledge.play(state, played);
        self.knowledge.value(&next).map(Known::before)
    }

    /// Follows play from a state until it ends; `line` leads to it, `had` are the solver's positions on the way.
    fn follow(&mut self, state: State, line: &mut Vec<Move>, had: &HashSet<Position>, deep: usize) -> Branch {
        let (mut state, mut had, length) = (state, had.clone(), line.len());
        let mut steps: Vec<Step> = Vec::new();
        let mut left: Vec<(usize, HashSet<Position>, Defence)> = Vec::new();
        let end = loop {
            let moves = self.knowledge.movegen().legal_moves(state.position());
            if moves.is_empty() {
                break End::Over;
            }
            if self.watch.is_over() || line.len() >= LONGEST {
                break End::Cut;
            }
            let step = if state.position().side() == self.solver {
                match self.at_point(&state, line, &mut had) {
                    Ok(point) => {
                        Step { before: state, played: point.choices[0].played, point: Some(point), variations: vec![] }
                    }
                    Err(end) => break end,
                }
            } else {
                let defences = self.defences(&state, line);
                let Some((main, others)) = defences.split_first() else { break End::Unproven };
                if defences.iter().any(|defence| !self.is_kept(defence)) {
                    break End::Unproven;
                }
                left.extend(others.iter().map(|&other| (steps.len(), had.clone(), other)));
                Step { before: state, played: main.played, point: None, variations: vec![] }
            };
            let several = deep > 0 && step.point.as_ref().is_some_and(Point::has_dual);
            line.push(step.played);
            state = self.knowledge.play(&state, step.played);
            steps.push(step);
            if several {
                break End::Several;
            }
        };
        if deep < DEEPEST {
            for (place, had, defence) in left {
                line.truncate(length);
                line.extend(steps[..place].iter().map(|step| step.played));
                if let Some(branch) = self.variation(&steps[place].before, defence, line, &had, deep + 1) {
                    steps[place].variations.push(branch);
                }
            }
        }
        line.truncate(length);
        Branch { steps, end }
    }

    /// What follows another defence; `None` where it does not matter: the solver has several ways at once, or the position
    /// stands in the solution already.
    fn variation(
        &mut self,
        before: &State,
        defence: Defence,
        line: &mut Vec<Move>,
        had: &HashSet<Position>,
        deep: usize,
    ) -> Option<Branch> {
        if self.had.contains(defence.next.position()) || self.points >= self.setup.most_points {
            return None;
        }
        line.push(defence.played);
        let mut branch = self.follow(defence.next, line, had, deep);
        line.pop();
        let first = branch.steps.first()?.point.as_ref()?;
        if first.has_dual() {
            self.loose += 1;
            return None;
        }
        branch.steps.insert(0, Step { before: *before, played: defence.played, point: None, variations: vec![] });
        Some(branch)
    }

    /// Looks at a point of the solver's; or why the branch ends before it.
    fn at_point(&mut self, state: &State, line: &[Move], had: &mut HashSet<Position>) -> Result<Point, End> {
        if self.had.contains(state.position()) {
            return Err(End::Known);
        }
        if self.points >= self.setup.most_points {
            return Err(End::Cut);
        }
        self.points += 1;
        self.watch.looked_at(self.points, line);
        had.insert(*state.position());
        let point = self.examine(state, had);
        self.had.insert(*state.position());
        match &point {
            _ if self.watch.is_over() => Err(End::Cut),
            point if point.choices.is_empty() => Err(End::Unproven),
            point if self.goal == Goal::Draw && point.fails + point.open.len() == 0 => Err(End::Quiet),
            _ => Ok(point),
        }
    }

    /// How every move of the solver stands to the goal.
    fn examine(&mut self, state: &State, had: &HashSet<Position>) -> Point {
        let mut moves = self.knowledge.movegen().legal_moves(state.position());
        sort_moves(&mut moves, self.setup.variant.numbering);
        let mut standings = Vec::new();
        let mut unknown = Vec::new();
        for &played in &moves {
            match self.value_after(state, played) {
                Some(known) => standings.push((played, self.standing(known))),
                None => unknown.push(played),
            }
        }
        if !unknown.is_empty() {
            let stop = self.watch.stop_handle();
            for judged in self.prover.judge(state, &unknown, &stop) {
                let standing = match judged.known {
                    Some(known) => self.standing(known),
                    None => self.held(state, judged.played, judged.score),
                };
                standings.push((judged.played, standing));
            }
        }
        let keeping = |&(played, standing): &(Move, Standing)| match standing {
            Standing::Keeps(known) => Some((played, known)),
            _ => None,
        };
        let open = standings.iter().filter_map(|&(played, standing)| match standing {
            Standing::Open(score) => Some((played, score)),
            _ => None,
        });
        let fails = standings.iter().filter(|(_, standing)| matches!(standing, Standing::Fails(_))).count();
        let keeping: Vec<(Move, Known)> = standings.iter().filter_map(keeping).collect();
        Point { choices: self.choices(state, &keeping, had), open: open.collect(), fails }
    }

    fn standing(&self, known: Known) -> Standing {
        if known.keeps(self.goal) { Standing::Keeps(known) } else { Standing::Fails(known.proof) }
    }

    /// How a move stands of which the engine proves nothing: whether one of the sides holds by force.
    fn held(&mut self, state: &State, played: Move, score: Score) -> Standing {
        let next = self.knowledge.play(state, played);
        let stop = self.watch.stop_handle();
        let side = if self.goal == Goal::Win { !self.solver } else { self.solver };
        if !self.prover.holds(&self.knowledge, &next, side, &stop) {
            return Standing::Open(score);
        }
        match self.goal {
            Goal::Win => Standing::Fails(Proof::Search),
            Goal::Draw => Standing::Keeps(Known { outcome: Wld::Draw, plies: None, proof: Proof::Search }),
        }
    }

    /// The moves that keep the goal with their ranks, that of the solution first.
    fn choices(&mut self, state: &State, keeping: &[(Move, Known)], had: &HashSet<Position>) -> Vec<Choice> {
        let shortest = keeping.iter().filter(|(_, known)| known.plies.is_some()).min_by_key(|(_, known)| known.plies);
        let moves: Vec<Move> = keeping.iter().map(|&(played, _)| played).collect();
        let main = match shortest {
            Some(&(played, _)) => Some(played),
            None if moves.is_empty() => None,
            None => {
                let stop = self.watch.stop_handle();
                self.prover.choose(state, &moves, &stop)
            }
        };
        let Some(&(_, best)) = keeping.iter().find(|&&(played, _)| Some(played) == main) else { return Vec::new() };
        let mut choices = Vec::new();
        for &(played, known) in keeping {
            let rank = if Some(played) != main {
                rank(&mut self.knowledge, self.goal, state, best, (played, known), had)
            } else if keeping.len() == 1 {
                Rank::Only
            } else {
                Rank::Main
            };
            choices.push(Choice { played, known, rank });
        }
        sort(&mut choices);
        choices
    }

    /// The defences, the hardest first.
    fn defences(&mut self, state: &State, line: &[Move]) -> Vec<Defence> {
        let mut moves = self.knowledge.movegen().legal_moves(state.position());
        sort_moves(&mut moves, self.setup.variant.numbering);
        let mut unknown = Vec::new();
        let mut defences = Vec::new();
        for &played in &moves {
            let next = self.knowledge.play(state, played);
            let known = self.knowledge.value(&next);
            if known.is_none() {
                unknown.push(played);
            }
            let ways = if self.goal == Goal::Draw { self.ways(&next) } else { 0 };
            defences.push(Defence { played, next, known, ways });
        }
        if !unknown.is_empty() {
            self.judge_defences(state, &unknown, &mut defences);
        }
        self.note_quickest(&defences, line);
        match self.goal {
            // Of a win that takes long, the sort keeps the order of the numbers.
            Goal::Win => {
                defences.sort_by_key(|defence| {
                    std::cmp::Reverse(defence.known.map_or(u32::MAX, |known| known.plies.unwrap_or(0)))
                });
                let told = defences.iter().any(|defence| defence.known.is_some_and(|known| known.plies.is_some()));
                if !told && defences.len() > 1 {
                    let stop = self.watch.stop_handle();
                    if let Some(best) = self.prover.choose(state, &moves, &stop) {
                        defences.sort_by_key(|defence| defence.played != best);
                    }
                }
            }
            Goal::Draw => defences.sort_by_key(|defence| {
                let loses = defence.known.is_some_and(|known| known.outcome == Wld::Win);
                (self.had.contains(defence.next.position()), loses, defence.ways)
            }),
        }
        defences
    }

    /// What the search says of defences of which nothing is known.
    fn judge_defences(&mut self, state: &State, unknown: &[Move], defences: &mut [Defence]) {
        let stop = self.watch.stop_handle();
        for judged in self.prover.judge(state, unknown, &stop) {
            let Some(defence) = defences.iter_mut().find(|defence| defence.played == judged.played) else { continue };
            defence.known = judged.known.map(|known| Known {
                outcome: known.outcome.turned(),
                plies: known.plies.map(|plies| plies.saturating_sub(1)),
                ..known
            });
            if defence.known.is_none() && self.goal == Goal::Draw {
                let stop = self.watch.stop_handle();
                let holds = self.prover.holds(&self.knowledge, &defence.next, self.solver, &stop);
                let drawn = Known { outcome: Wld::Draw, plies: None, proof: Proof::Search };
                defence.known = holds.then_some(drawn);
            }
        }
    }

    /// How many of the solver's moves keep the draw, as far as that is known at once.
    fn ways(&mut self, next: &State) -> usize {
        let moves = self.knowledge.movegen().legal_moves(next.position());
        let keeps = |&&played: &&Move| {
            let after = self.knowledge.play(next, played);
            self.knowledge.outcome(&after).is_none_or(|known| known.before().keeps(Goal::Draw))
        };
        moves.iter().filter(keeps).count()
    }

    /// Whether the solver keeps the goal after a defence.
    fn is_kept(&self, defence: &Defence) -> bool {
        defence.known.is_some_and(|known| known.keeps(self.goal))
    }

    fn note_quickest(&mut self, defences: &[Defence], line: &[Move]) {
        for defence in defences.iter().filter(|_| self.goal == Goal::Win) {
            let Some(plies) = defence.known.and_then(Known::exact) else { continue };
            let all = line.len() as u32 + 1 + plies;
            if self.quickest.as_ref().is_none_or(|(least, ..)| all < *least) {
                let moves = line.iter().copied().chain([defence.played]).collect();
                self.quickest = Some((all, moves, defence.next));
            }
        }
    }

    /// The quickest end, played out.
    fn shortest(&mut self) -> Vec<Move> {
        let Some((_, mut line, mut state)) = self.quickest.take() else { return Vec::new() };
        loop {
            let moves = self.knowledge.movegen().legal_moves(state.position());
            let mut best: Option<(Move, i64)> = None;
            for played in moves {
                let Some(known) = self.value_after(&state, played) else { continue };
                let worth = worth(&known);
                if best.is_none_or(|(_, least)| worth < least) {
                    best = Some((played, worth));
                }
            }
            let Some((played, _)) = best.filter(|_| line.len() < LONGEST) else { return line };
            line.push(played);
            state = self.knowledge.play(&state, played);
        }
    }
}

/// The lower the better for who makes the move: short wins first, long losses before short ones.
fn worth(known: &Known) -> i64 {
    let plies = i64::from(known.plies.unwrap_or(0));
    match known.outcome {
        Wld::Win => plies,
        Wld::Draw => 10_000,
        Wld::Loss => 30_000 - plies,
    }
}
