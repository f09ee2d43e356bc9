//! What asking a database costs where a search asks: ten million positions in the order in which an alpha-beta search meets
//! them, every block that they lie in decoded before, one thread and two at once.
//!
//! ```text
//! cargo bench --bench probe -- [RULES [DIR]]      (english, the embedded databases of up to four pieces)
//! ```
//!
//! The search is a plain one (material, iterative deepening, captures before other moves) from positions of two to four
//! pieces more than the databases reach to, which random games lead to. It asks where a search does: where neither
//! side could capture; a known outcome ends the line. Means are of whole runs over all positions; percentiles are of single
//! questions, less what reading the clock twice costs.

#[path = "../reference/random.rs"]
#[allow(dead_code, reason = "tests use more of it")]
mod random;

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use damero::{Egdb, MoveGen, Position, Side, Variant, Wld};

use random::Random;

/// Questions asked in all.
const QUESTIONS: usize = 10_000_000;
/// Questions taken from the search of one position.
const OF_ONE: usize = 200_000;
/// What losing is worth; men and kings are worth 100 and 130.
const LOST: i32 = 10_000;

/// A search that notes the questions it asks.
struct Search<'a> {
    movegen: MoveGen,
    egdb: &'a Egdb,
    asked: Vec<Position>,
    /// Where it stops.
    most: usize,
}

impl Search<'_> {
    fn is_full(&self) -> bool {
        self.asked.len() >= self.most
    }

    /// Whether neither side could capture.
    fn is_quiet(&self, position: &Position) -> bool {
        !self.movegen.has_capture(position) && passed(position).is_some_and(|passed| !self.movegen.has_capture(&passed))
    }

    fn value(&mut self, position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if position.occupied().count() <= self.egdb.complete_to() && self.is_quiet(position) {
            self.asked.push(*position);
            match self.egdb.quiet_outcome(position) {
                Some(Wld::Win) => return LOST,
                Some(Wld::Loss) => return -LOST,
                Some(Wld::Draw) => return 0,
                None => {}
            }
        }
        let moves = self.movegen.legal_moves(position);
        if moves.is_empty() {
            return -LOST;
        }
        if self.is_full() || depth == 0 && !self.movegen.has_capture(position) {
            return material(position);
        }
        let mut best = -LOST;
        for &played in &moves {
            let value = -self.value(&position.play(played), depth.saturating_sub(1), -beta, -alpha);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

fn passed(position: &Position) -> Option<Position> {
    let (white, black) = (position.pieces(Side::White), position.pieces(Side::Black));
    Position::new(white, black, position.all_kings(), !position.side(), false).ok()
}

fn material(position: &Position) -> i32 {
    let of = |side| 100 * position.men(side).count() as i32 + 130 * position.kings(side).count() as i32;
    of(position.side()) - of(!position.side())
}

/// A position of so many pieces to which a random game leads.
fn reached(movegen: &MoveGen, variant: &Variant, random: &mut Random, pieces: u32) -> Position {
    loop {
        let mut position = Position::start(variant.first);
        while position.occupied().count() > pieces {
            let moves = movegen.legal_moves(&position);
            let Some(&played) = moves.get(random.bits() as usize % moves.len().max(1)) else { break };
            position = position.play(played);
        }
        let is_level = material(&position).abs() <= 130;
        if position.occupied().count() == pieces && is_level && movegen.has_move(&position) {
            return position;
        }
    }
}

fn questions(variant: &Variant, egdb: &Egdb) -> Vec<Position> {
    let movegen = MoveGen::of(variant.laws);
    let mut random = Random::new(1);
    let mut search = Search { movegen, egdb, asked: Vec::with_capacity(QUESTIONS + OF_ONE), most: 0 };
    for number in 0.. {
        if search.asked.len() >= QUESTIONS {
            break;
        }
        let root = reached(&movegen, variant, &mut random, egdb.complete_to() + 2 + number % 3);
        search.most = search.asked.len() + OF_ONE;
        for depth in 1..=24 {
            search.value(&root, depth, -LOST, LOST);
            if search.is_full() {
                break;
            }
        }
    }
    search.asked.truncate(QUESTIONS);
    search.asked
}

/// Nanoseconds a question, over a run of all of them.
fn mean(egdb: &Egdb, asked: &[Position]) -> f64 {
    let begun = Instant::now();
    for position in asked {
        black_box(egdb.quiet_outcome(black_box(position)));
    }
    begun.elapsed().as_secs_f64() * 1e9 / asked.len() as f64
}

/// Nanoseconds that the slowest of so many in a hundred questions are above.
fn percentiles(egdb: &Egdb, asked: &[Position], of: &[f64]) -> Vec<u128> {
    let time = |work: &dyn Fn()| {
        let begun = Instant::now();
        work();
        begun.elapsed().as_nanos()
    };
    let mut empty: Vec<u128> = (0..100_000).map(|_| time(&|| {})).collect();
    empty.sort_unstable();
    let clock = empty[empty.len() / 2];
    let ask = |position: &Position| {
        time(&|| {
            black_box(egdb.quiet_outcome(black_box(position)));
        })
    };
    let mut times: Vec<u128> = asked.iter().map(ask).collect();
    times.sort_unstable();
    of.iter().map(|part| times[(times.len() as f64 * part) as usize].saturating_sub(clock)).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let variant = Variant::named(words.first().map_or("english", String::as_str))?;
    let egdb = match words.get(1) {
        Some(folder) => Egdb::open(Path::new(folder), variant.laws)?.0,
        None => Egdb::embedded(variant.laws),
    };
    println!("{}: outcomes of up to {} pieces", variant.name, egdb.complete_to());
    let asked = questions(variant, &egdb);
    let mut by_pieces = [0; 8];
    asked.iter().for_each(|position| by_pieces[position.occupied().count() as usize] += 1);
    println!("{} questions; by pieces {:?}", asked.len(), &by_pieces[2..=egdb.complete_to() as usize]);
    mean(&egdb, &asked);
    for run in 1..=5 {
        let one = mean(&egdb, &asked);
        let two = std::thread::scope(|scope| {
            let threads = [0, 1].map(|_| scope.spawn(|| mean(&egdb, &asked)));
            threads.map(|thread| thread.join().expect("a thread that asks"))
        });
        println!("run {run}: mean {one:.0} ns with one thread, {:.0} and {:.0} ns with two at once", two[0], two[1]);
    }
    let found = percentiles(&egdb, &asked, &[0.5, 0.99, 0.999]);
    println!("single questions: half within {} ns, 99% within {} ns, 99.9% within {} ns", found[0], found[1], found[2]);
    Ok(())
}
