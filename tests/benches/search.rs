//! The speed of the search: positions a second from start positions, and the time to a depth with one and two threads.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use damero::{EngineOptions, Game, Limits, Silent, StopHandle, Variant, engine};

fn variant(name: &str) -> &'static Variant {
    Variant::named(name).expect("a ruleset")
}

/// A million positions from the start, one thread, the table empty each time.
fn nodes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nodes");
    group.sample_size(10);
    let count = 1_000_000;
    group.throughput(Throughput::Elements(count));
    for name in ["english", "italian", "russian", "brazilian", "spanish"] {
        let game = Game::new(variant(name));
        let mut engine = engine(variant(name).laws, &EngineOptions { hash_mib: 64, ..EngineOptions::default() });
        let limits = Limits { nodes: Some(count), ..Limits::default() };
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                engine.new_game();
                engine.search(&game, &limits, &StopHandle::new(), &mut Silent)
            });
        });
    }
    group.finish();
}

/// The same depth with one thread and with two.
fn threads(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("depth_17");
    group.sample_size(10);
    let game = Game::new(variant("english"));
    for threads in [1, 2] {
        let options = EngineOptions { threads, hash_mib: 64, ..EngineOptions::default() };
        let mut engine = engine(variant("english").laws, &options);
        let limits = Limits { depth: Some(17), ..Limits::default() };
        group.bench_function(BenchmarkId::new("threads", threads), |bencher| {
            bencher.iter(|| {
                engine.new_game();
                engine.search(&game, &limits, &StopHandle::new(), &mut Silent)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, nodes, threads);
criterion_main!(benches);
