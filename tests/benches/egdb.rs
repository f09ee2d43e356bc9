//! Asking the endgame databases: who wins, in positions of random games with the embedded databases, all blocks decoded.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use damero::{Bitboard, Egdb, MoveGen, Position, Side, Square, Variant};

/// Positions of up to four pieces in which neither side could capture, from random games.
fn positions(movegen: &MoveGen, count: usize) -> Vec<Position> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let squares: Vec<Square> = Square::all().collect();
    let mut found = Vec::new();
    while found.len() < count {
        let mut set = || squares[random(32)].bit();
        let (one, two, three, four) = (set(), set(), set(), set());
        let kings: Bitboard = one | three;
        let Ok(mut position) = Position::new(one | two, three | four, kings, Side::White, false) else { continue };
        for _ in 0..100 {
            let moves = movegen.legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let (pieces, kings) = (|side| position.pieces(side), position.all_kings());
            let passed = Position::new(pieces(Side::White), pieces(Side::Black), kings, !position.side(), false);
            if !movegen.has_capture(&position) && passed.is_ok_and(|passed| !movegen.has_capture(&passed)) {
                found.push(position);
            }
            position = position.play(moves[random(moves.len())]);
        }
    }
    found.truncate(count);
    found
}

fn probe(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("outcome");
    let count = 1_000_000;
    group.throughput(Throughput::Elements(count as u64));
    group.sample_size(10);
    for name in ["english", "russian"] {
        let laws = Variant::named(name).expect("a ruleset").laws;
        let egdb = Egdb::embedded(laws);
        let positions = positions(&MoveGen::of(laws), count);
        let wins = || positions.iter().filter_map(|position| egdb.quiet_outcome(position)).count();
        assert_eq!(wins(), count);
        group.bench_function(name, |bencher| bencher.iter(wins));
    }
    group.finish();
}

criterion_group!(benches, probe);
criterion_main!(benches);
