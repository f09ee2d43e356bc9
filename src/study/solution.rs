//! What a study comes to: a tree of the solver's points and the defences between them.

use crate::board::{Move, Side};
use crate::egdb::Wld;
use crate::rules::State;
use crate::score::Score;

/// What the solver is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// To win.
    Win,
    /// Not to lose.
    Draw,
}

/// What something is known by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Proof {
    /// The game is over.
    Laws,
    /// An endgame database, or distances solved from the laws.
    Database,
    /// A search to the end of the game or into the databases.
    Search,
}

/// What a state comes to for its side to move, or a move for the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// Who wins.
    pub outcome: Wld,
    /// Plies to the end with best play, where they are known; by a search, no more than so many.
    pub plies: Option<u32>,
    /// How it is known.
    pub proof: Proof,
}

impl Known {
    /// The same for who moves to the state.
    pub fn before(self) -> Known {
        Known { outcome: self.outcome.turned(), plies: self.plies.map(|plies| plies + 1), ..self }
    }

    /// The plies, where they are exact.
    pub fn exact(self) -> Option<u32> {
        self.plies.filter(|_| self.proof != Proof::Search)
    }

    /// Whether it is what the solver wants, for the solver.
    pub fn keeps(self, goal: Goal) -> bool {
        self.outcome == Wld::Win || goal == Goal::Draw && self.outcome == Wld::Draw
    }
}

/// How a move of the solver stands to the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// It keeps it.
    Keeps(Known),
    /// It gives it away.
    Fails(Proof),
    /// Neither is proven; what the search thinks of it.
    Open(Score),
}

/// What a move that keeps the goal is to the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rank {
    /// The move of the solution, the only one.
    Only,
    /// The move of the solution, one of several.
    Main,
    /// Another way.
    Dual,
    /// The shortest win after it leads back to a position that the solution has had: no way of its own.
    LossOfTime,
    /// Longer than the solution's move, and it is not known whether it is a way of its own.
    Perhaps,
}

/// A move that keeps the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    pub played: Move,
    /// What it comes to for the solver.
    pub known: Known,
    pub rank: Rank,
}

/// A point at which the solver has to find a move.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Point {
    /// The moves that keep the goal, that of the solution first. Never empty in a solution.
    pub choices: Vec<Choice>,
    /// The moves of which nothing is proven.
    pub open: Vec<(Move, Score)>,
    /// How many moves give the goal away.
    pub fails: usize,
}

impl Point {
    /// The moves of a rank.
    pub fn ranked(&self, rank: Rank) -> impl Iterator<Item = &Choice> {
        self.choices.iter().filter(move |choice| choice.rank == rank)
    }

    /// Whether there is another way.
    pub fn has_dual(&self) -> bool {
        self.ranked(Rank::Dual).next().is_some()
    }

    /// Whether it is not known whether there is another way.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty() || self.ranked(Rank::Perhaps).next().is_some()
    }
}

/// A move of the solution.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Step {
    /// The state in which it is made.
    pub before: State,
    pub played: Move,
    /// What the solver has to choose from; `None` for the other side.
    pub point: Option<Point>,
    /// Other moves of the other side in the same state, each with what follows.
    pub variations: Vec<Branch>,
}

/// Moves one after another.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Branch {
    pub steps: Vec<Step>,
    pub end: End,
}

/// Why a branch ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The game is over.
    Over,
    /// The solver has several ways from here: a branch beside the main line ends with that.
    Several,
    /// A position that stands in the solution already.
    Known,
    /// Every move keeps the draw.
    Quiet,
    /// It could go on, but not within what was asked for.
    Cut,
    /// What follows is not proven.
    Unproven,
}

/// What is to be said of a study.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Verdict {
    /// It is proven that the position is not what was asked for.
    Refuted,
    /// What the position comes to is not proven.
    Unproven,
    /// Other first moves keep the goal as well: these.
    Cooked(Vec<Move>),
    /// The first move is the only one, but there are duals later in the main line: at these steps of it.
    Duals(Vec<usize>),
    /// The main line is the only way.
    Sound,
    /// No other way was found, but that there is none is not proven: at these steps of the main line.
    Open(Vec<usize>),
}

/// A study solved as far as it could be.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Study {
    /// The state it begins with.
    pub start: State,
    /// What the start comes to for its side to move, where that is known.
    pub known: Option<Known>,
    /// What the search thinks of it, for its side to move, where that is not known.
    pub score: Option<Score>,
    pub goal: Goal,
    pub solver: Side,
    /// The main line, the longest defence against the shortest win; `None` where nothing is proven.
    pub main: Option<Branch>,
    /// The quickest end: the solver's best play against the poorest defence. Empty where that is not known.
    pub shortest: Vec<Move>,
    pub verdict: Verdict,
    /// How many points of the solver's were looked at.
    pub points: usize,
    /// How many defences were not followed as they leave the solver several ways.
    pub loose: usize,
    /// Whether it was broken off.
    pub interrupted: bool,
}
