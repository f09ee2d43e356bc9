//! Three kings against one: what a limit on the lone king's moves makes of it.

use rayon::prelude::*;

use crate::egdb::{Kind, LIMITED_MOVES, Slice, Value, Wld, within};
use crate::rules::{Laws, LawsVisitor, Ruleset};

use crate::solve::{Endings, Medium, Solved, Wanted, solve};

/// Three kings against one and its mirror image, with distances and without limits. It takes a tenth of a second.
fn three_kings<R: Ruleset>() -> Vec<Solved> {
    let mut endings = Endings::new();
    for kings in 1..=3 {
        let Some(slice) = Slice::new(0, kings, 0, 1) else { continue };
        // Nobody stops it, and with kings alone no win is near the longest that can be kept.
        let solved =
            solve::<R>(slice.leading(), &endings, Wanted::Distances, Medium::Memory, &|| false).unwrap_or_default();
        if kings == 3 {
            return solved;
        }
        solved.into_iter().for_each(|solved| endings.insert(solved));
    }
    Vec::new()
}

/// The same where the three must win within so many moves of the lone king, who has made none so far.
fn limit(solved: &mut [Solved], moves: u16) {
    for solved in solved {
        let lone_to_move = solved.index.slice().own_kings == 1;
        solved.values.par_iter_mut().for_each(|byte| {
            if within(Value::from_byte(*byte), lone_to_move, moves) == Value::Draw {
                *byte = 0;
            }
        });
    }
}

/// Three kings against one and its mirror image in the limited set, as a file of a kind would have them.
pub(super) fn limited_kings<R: Ruleset>(kind: Kind) -> Vec<Solved> {
    within_moves::<R>(LIMITED_MOVES, kind)
}

fn within_moves<R: Ruleset>(moves: u16, kind: Kind) -> Vec<Solved> {
    let mut solved = three_kings::<R>();
    limit(&mut solved, moves);
    if kind == Kind::Outcomes {
        solved.iter_mut().flat_map(|solved| solved.values.iter_mut()).for_each(|byte| *byte = Wld::of_byte(*byte));
    }
    solved
}

/// Three kings against one and its mirror image where the three must win within so many moves of the lone king; with
/// distances, or outcomes alone.
pub(crate) fn three_kings_within(laws: Laws, moves: u16, exact: bool) -> Vec<Solved> {
    struct Run(u16, Kind);
    impl LawsVisitor for Run {
        type Output = Vec<Solved>;
        fn visit<R: Ruleset>(self) -> Self::Output {
            within_moves::<R>(self.0, self.1)
        }
    }
    laws.visit(Run(moves, if exact { Kind::Distances } else { Kind::Outcomes }))
}

/// What a limit on the lone king's moves makes of the positions that one side wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ThreeKings {
    /// Whether the lone king is to move; else the three are.
    pub lone_to_move: bool,
    /// Whether it is the lone king who wins.
    pub lone_wins: bool,
    /// All positions with this side to move.
    pub total: u64,
    /// Those that the side wins without a limit.
    pub without: u64,
    /// Those that it wins within the limit. The others are drawn because of it.
    pub within: u64,
}

/// What so many moves of the lone king make of three kings against one: for each side to move, the three's wins and his.
pub(crate) fn three_kings_census(laws: Laws, moves: u16) -> Vec<ThreeKings> {
    struct Run(u16);
    impl LawsVisitor for Run {
        type Output = Vec<ThreeKings>;
        fn visit<R: Ruleset>(self) -> Self::Output {
            let solved = three_kings::<R>();
            let sides = solved.iter().flat_map(|solved| [false, true].map(|lone_wins| (solved, lone_wins)));
            sides.map(|(solved, lone_wins)| count(solved, lone_wins, self.0)).collect()
        }
    }
    laws.visit(Run(moves))
}

fn count(solved: &Solved, lone_wins: bool, moves: u16) -> ThreeKings {
    let lone_to_move = solved.index.slice().own_kings == 1;
    let wanted = if lone_to_move == lone_wins { Wld::Win } else { Wld::Loss };
    let values = || solved.values.par_iter().map(|&byte| Value::from_byte(byte));
    let won = || values().filter(|value| value.outcome() == wanted);
    ThreeKings {
        lone_to_move,
        lone_wins,
        total: solved.values.len() as u64,
        without: won().count() as u64,
        within: won().filter(|&value| within(value, lone_to_move, moves) != Value::Draw).count() as u64,
    }
}
