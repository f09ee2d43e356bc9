//! How long a static evaluation takes: quiet positions of random games, each set of laws, both objectives. The time is
//! for all the positions together; the throughput is in evaluations a second.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use damero::{Laws, MoveGen, Position, Side, bench_support};

/// Positions in which the side to move has a move and no capture, from random games.
fn quiet_positions(laws: Laws, count: usize) -> Vec<Position> {
    let movegen = MoveGen::of(laws);
    let mut random = 88_172_645_463_325_252_u64;
    let mut below = |bound: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 33) as usize % bound
    };
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::start(Side::White);
        for _ in 0..120 {
            let moves = movegen.legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[below(moves.len())]);
            let quiet = !movegen.has_capture(&position) && movegen.has_move(&position);
            if quiet && below(4) == 0 && positions.len() < count {
                positions.push(position);
            }
        }
    }
    positions
}

fn evaluations(criterion: &mut Criterion) {
    for laws in Laws::ALL {
        let positions = quiet_positions(laws, 1_000);
        let mut group = criterion.benchmark_group(format!("{laws:?}"));
        group.throughput(Throughput::Elements(positions.len() as u64));
        for (name, evaluate) in ["win", "giveaway"].into_iter().zip(bench_support::evaluations(laws)) {
            group.bench_function(name, |bencher| {
                bencher.iter(|| positions.iter().map(|position| evaluate(black_box(position))).sum::<i32>());
            });
        }
        group.finish();
    }
}

criterion_group!(benches, evaluations);
criterion_main!(benches);
