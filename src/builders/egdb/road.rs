//! Three pieces against one king: what the last ply of the road rule changes.
//!
//! Values without rules are the starting point: under the rule a win can only become longer, or a draw. Level by level, as
//! in retrograde analysis, each position whose turn has come by its distance without the rule is looked at; where its moves
//! do not bear it out, it comes up again two plies later. What never is borne out is drawn.

use rayon::prelude::*;

use crate::board::{Bitboard, Position};
use crate::egdb::{DRAWN, Placement, Slice, Wld};
use crate::movegen;
use crate::rules::{Laws, LawsVisitor, Ruleset};
use crate::solve::{Endings, Medium, Solved, Wanted, solve};

use super::load::best_move;

/// The highest byte of a value that is looked for.
const MOST: usize = 254;

/// A slice without the rule, and where one ply more makes a draw.
pub(crate) struct Road {
    /// The values without the rule.
    pub free: Solved,
    /// The values with one ply left.
    pub last: Vec<u8>,
}

/// The balances of the road rule, each with the values that its last ply leaves. It takes a second or two.
pub(crate) fn roads(laws: Laws) -> Vec<Road> {
    struct Run;
    impl LawsVisitor for Run {
        type Output = Vec<Road>;
        fn visit<R: Ruleset>(self) -> Self::Output {
            roads_of::<R>()
        }
    }
    laws.visit(Run)
}

fn roads_of<R: Ruleset>() -> Vec<Road> {
    let mut endings = Endings::new();
    let mut solve_free = |slice: Slice| {
        let solved = solve::<R>(slice.leading(), &endings, Wanted::Distances, Medium::Memory, &|| false);
        // Nobody stops it, and no win of so few pieces is near the longest that can be kept.
        solved.unwrap_or_default().into_iter().for_each(|solved| endings.insert(solved));
    };
    (2..=3).flat_map(Slice::pairs).for_each(&mut solve_free);
    Slice::road_balances().filter(|slice| slice.own_kings + slice.own_men == 3).for_each(&mut solve_free);
    // As they come, men are crowned to slices before.
    let mut last = Endings::new();
    for slice in Slice::road_balances().filter(|slice| slice.own_kings + slice.own_men == 3) {
        for solved in last_ply::<R>(slice, &endings, &last) {
            last.insert(solved);
        }
    }
    let road = |slice: Slice| {
        let free = Solved::clone(endings.get(slice)?);
        Some(Road { free, last: last.get(slice)?.values.to_vec() })
    };
    Slice::road_balances().filter_map(road).collect()
}

/// A slice and its mirror image with one ply left, from all values without the rule and those of the slices to which men
/// are crowned.
fn last_ply<R: Ruleset>(slice: Slice, free: &Endings, crowned: &Endings) -> Vec<Solved> {
    let fields: Vec<&Solved> =
        slice.twins().into_iter().filter_map(|slice| free.get(slice).map(AsRef::as_ref)).collect();
    let mut last: Vec<Vec<u8>> = fields.iter().map(|field| vec![0; field.values.len()]).collect();
    let mut due: Vec<Vec<(usize, u32)>> = vec![Vec::new(); MOST + 3];
    for (place, field) in fields.iter().enumerate() {
        for (number, &byte) in (0..).zip(field.values.iter()).filter(|(_, byte)| **byte > 0) {
            due[usize::from(byte)].push((place, number));
        }
    }
    for level in 1..=MOST {
        let now = std::mem::take(&mut due[level]);
        let is_borne_out = |&(place, number): &(usize, u32)| {
            let position = fields[place].index.cursor().at(number as usize).position();
            let byte = |next: &Position| {
                if next.pieces(next.side()).is_empty() || next.occupied().count() < 4 {
                    return free.byte(next);
                }
                if holds_road(&position) && holds_road(next) {
                    // The last ply: a draw, but for a side that cannot move.
                    return u8::from(!movegen::has_move::<R>(next));
                }
                let placement = Placement::of(next);
                let there = (place + 1) % fields.len();
                let twin = &fields[there].index;
                if placement.key() == twin.slice().key() {
                    last[there][twin.rank(&placement)]
                } else {
                    crowned.byte(next)
                }
            };
            usize::from(best_move::<R>(&position, byte)) == level
        };
        let found: Vec<bool> = now.par_iter().with_min_len(256).map(is_borne_out).collect();
        for (&(place, number), found) in now.iter().zip(found) {
            if found {
                last[place][number as usize] = level as u8;
            } else {
                due[level + 2].push((place, number));
            }
        }
    }
    let solved = |(field, values): (&Solved, Vec<u8>)| Solved { index: field.index.clone(), values: values.into() };
    fields.into_iter().zip(last).map(solved).collect()
}

/// Whether the lone king of three pieces against one stands alone on the main road.
pub(super) fn holds_road(position: &Position) -> bool {
    let [own, other] = [position.pieces(position.side()), position.pieces(!position.side())];
    let lone = if own.count() == 1 { own } else { other };
    position.occupied() & Bitboard::MAIN_ROAD == lone
}

impl Road {
    /// What becomes of each position, as the list that the program holds has it.
    fn changes(&self) -> impl Iterator<Item = u8> {
        self.free.values.iter().zip(&self.last).map(|(&free, &last)| match (free, last) {
            (free, last) if free == last => 0,
            (_, 0) => DRAWN,
            (free, last) => last - free,
        })
    }

    /// The slice.
    pub fn slice(&self) -> Slice {
        self.free.index.slice()
    }

    /// How many positions are won and lost without the rule, and of both how many the last ply makes draws of and how many
    /// longer.
    pub fn count(&self) -> [usize; 4] {
        let of = |outcome: Wld| self.free.values.iter().filter(|byte| Wld::of_byte(**byte) == outcome as u8).count();
        let drawn = self.changes().filter(|&change| change == DRAWN).count();
        let longer = self.changes().filter(|&change| change > DRAWN).count();
        [of(Wld::Win), of(Wld::Loss), drawn, longer]
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::egdb::table_bytes;

    /// `DAMERO_WRITE=1` writes the list instead.
    #[test]
    fn the_list_that_the_program_holds_is_what_comes_out() {
        let mut list = Vec::new();
        for road in roads(Laws::Russian) {
            list.extend_from_slice(&table_bytes(&road.changes().collect::<Vec<u8>>()));
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/egdb/data/russian-road.last");
        if std::env::var_os("DAMERO_WRITE").is_some() {
            std::fs::write(&path, &list).unwrap();
        }
        assert!(std::fs::read(&path).unwrap() == list, "make it again, see tuning/README.md");
    }
}
