//! Counting the leaves of the game tree on several threads.

use rayon::prelude::*;

use crate::board::{Move, Position};
use crate::movegen::{Count, MoveGen};
use crate::rules::Laws;
use crate::search::Pool;

/// Subtrees each thread gets on average: enough that the last ones to finish leave little idle time.
const JOBS_PER_THREAD: usize = 200;

/// Plies that a subtree keeps below it, so that handing it out costs nothing beside counting it.
const LEAST_JOB_DEPTH: u32 = 3;

/// A subtree to be counted.
struct Job {
    /// Which of the root's moves it lies under.
    root: usize,
    position: Position,
    /// The number of ways that lead to it: 1, or the product of the routes of the captures on the way.
    weight: u64,
}

/// The leaves below each legal move of a position at a depth in plies, from 1, counted on a private pool of threads
/// (from 1) that is gone when this returns. The moves are in no particular order.
///
/// # Errors
/// If the threads cannot be started.
pub fn perft_by_move(
    laws: Laws,
    position: &Position,
    depth: u32,
    count: Count,
    threads: usize,
) -> Result<Vec<(Move, u64)>, rayon::ThreadPoolBuildError> {
    let movegen = MoveGen::of(laws);
    let weigh = |position: &Position, played: Move| match count {
        Count::Paths if played.is_capture() => movegen.paths(position, played).len() as u64,
        Count::Paths | Count::Moves => 1,
    };
    let mut leaves: Vec<(Move, u64)> = movegen.legal_moves(position).into_iter().map(|played| (played, 0)).collect();
    let mut left = depth.max(1) - 1;
    let mut jobs: Vec<Job> = leaves
        .iter()
        .enumerate()
        .map(|(root, &(played, _))| Job { root, position: position.play(played), weight: weigh(position, played) })
        .collect();
    while threads > 1 && jobs.len() < JOBS_PER_THREAD * threads && left > LEAST_JOB_DEPTH {
        let below = |job: &Job| -> Vec<Job> {
            let moves = movegen.legal_moves(&job.position);
            let play = |&played: &Move| Job {
                root: job.root,
                position: job.position.play(played),
                weight: job.weight * weigh(&job.position, played),
            };
            moves.iter().map(play).collect()
        };
        jobs = jobs.iter().flat_map(below).collect();
        left -= 1;
    }
    let run = |job: &Job| job.weight * laws.perft(&job.position, left, count);
    let counted: Vec<u64> = if threads > 1 {
        // Jobs are taken one by one, as some are many times as large as others.
        Pool::new(threads)?.run(|| jobs.par_iter().with_max_len(1).map(run).collect())
    } else {
        jobs.iter().map(run).collect()
    };
    for (job, counted) in jobs.iter().zip(counted) {
        leaves[job.root].1 += counted;
    }
    Ok(leaves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{VARIANTS, Variant};

    fn total(position: &Position, laws: Laws, depth: u32, count: Count, threads: usize) -> u64 {
        perft_by_move(laws, position, depth, count, threads).unwrap().iter().map(|(_, leaves)| leaves).sum()
    }

    #[test]
    fn threads_count_what_one_counts() {
        for variant in &VARIANTS {
            let start = variant.start();
            for (depth, threads) in [(1, 2), (3, 2), (6, 3), (7, 2)] {
                let one = variant.laws.perft(&start, depth, Count::Moves);
                assert_eq!(total(&start, variant.laws, depth, Count::Moves, threads), one, "{} {depth}", variant.name);
                assert_eq!(total(&start, variant.laws, depth, Count::Moves, 1), one, "{} {depth}", variant.name);
            }
        }
    }

    #[test]
    fn weights_count_every_route() {
        // A white king beside a ring of men, which it can capture in either sense.
        let english = Variant::named("english").unwrap();
        let numbers = |list: &[u8]| {
            list.iter().fold(crate::Bitboard::EMPTY, |set, &n| set | crate::Square::from_number(n).unwrap().bit())
        };
        let white = numbers(&[6, 31, 32]);
        let black = numbers(&[9, 10, 17, 18, 12, 28]);
        let kings = numbers(&[6, 12, 28]);
        let position = Position::new(white, black, kings, crate::Side::White, false).unwrap();
        for depth in 1..=7 {
            let (moves, paths) =
                [Count::Moves, Count::Paths].map(|count| english.laws.perft(&position, depth, count)).into();
            assert_eq!(total(&position, english.laws, depth, Count::Moves, 2), moves);
            assert_eq!(total(&position, english.laws, depth, Count::Paths, 2), paths);
            assert!(paths > moves, "depth {depth}: no capture of two routes here, so nothing is tested");
        }
    }

    #[test]
    fn no_move_no_leaf() {
        let english = Variant::named("english").unwrap();
        let square = |n: u8| crate::Square::from_number(n).unwrap().bit();
        let position =
            Position::new(square(32), crate::Bitboard::EMPTY, square(32), crate::Side::Black, false).unwrap();
        assert!(perft_by_move(english.laws, &position, 5, Count::Moves, 2).unwrap().is_empty());
    }
}
