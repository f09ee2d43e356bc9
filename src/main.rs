//! scratch
use damero::*;
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let depth: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    let threads: usize = std::env::args().nth(3).map_or(1, |t| t.parse().unwrap());
    let v = Variant::named(&name).unwrap();
    let mut e = engine(v.laws, &EngineOptions { threads, ..Default::default() });
    let game = Game::new(v);
    let limits = Limits { depth: Some(depth), ..Default::default() };
    let r = e.search(&game, &limits, &StopHandle::new(), &mut |i: &Info| {
        println!(
            "{} {:?} {} {:.1} {:.2}M {:?}",
            i.depth,
            i.score,
            i.nodes,
            i.mean_depth,
            i.nodes_per_second() / 1e6,
            i.pv.iter().take(8).map(|m| (m.from(), m.to())).collect::<Vec<_>>()
        )
    });
    println!("{:?} {}", r.best, r.nodes);
}
