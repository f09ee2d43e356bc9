//! The speed of the move generator: perft with bulk counting, and move lists over varied positions.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use damero::{Count, Laws, MoveGen, Position, VARIANTS, Variant};

/// Positions met in random games of a ruleset, opening to ending.
fn positions(variant: &Variant, wanted: usize) -> Vec<Position> {
    let movegen = MoveGen::of(variant.laws);
    let mut seed = 0x00DA_3E20_u64;
    let mut draw = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    let mut found = Vec::with_capacity(wanted);
    let mut position = variant.start();
    while found.len() < wanted {
        let moves = movegen.legal_moves(&position);
        if moves.is_empty() || found.len() % 150 == 149 {
            position = variant.start();
        } else {
            position = position.play(moves[draw(moves.len())]);
        }
        found.push(position);
    }
    found
}

/// Leaves a second from the start position, the last ply in bulk.
fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for laws in Laws::ALL {
        let Some(variant) = VARIANTS.iter().find(|variant| variant.laws == laws) else { continue };
        let depth = if laws == Laws::English { 11 } else { 10 };
        let start = variant.start();
        group.throughput(Throughput::Elements(laws.perft(&start, depth, Count::Moves)));
        group.bench_function(BenchmarkId::new(variant.name, depth), |bencher| {
            bencher.iter(|| laws.perft(black_box(&start), depth, Count::Moves));
        });
    }
    group.finish();
}

/// Move lists a second over positions of random games.
fn lists(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal_moves");
    for variant in
        VARIANTS.iter().filter(|variant| ["english", "italian", "russian", "spanish"].contains(&variant.name))
    {
        let positions = positions(variant, 3_000);
        let movegen = MoveGen::of(variant.laws);
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(variant.name, |bencher| {
            bencher.iter(|| -> usize {
                positions.iter().map(|position| movegen.legal_moves(black_box(position)).len()).sum()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, perft, lists);
criterion_main!(benches);
