//! scratch
use damero::*;
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let depth: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    let count = if std::env::args().nth(3).is_some() { Count::Paths } else { Count::Moves };
    let v = Variant::named(&name).unwrap();
    let t = std::time::Instant::now();
    let n = v.laws.perft(&v.start(), depth, count);
    let s = t.elapsed().as_secs_f64();
    println!("{name} {depth} {n} {:.1} M/s", n as f64 / s / 1e6);
}
