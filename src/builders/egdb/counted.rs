//! Makes the list of how many plies may be missing of wins of three kings against one, and compares it.

use std::path::Path;

use rayon::prelude::*;

use crate::board::Position;
use crate::egdb::{MOST_MISSING, Patience, Placement, Slice, ValueSet, counted_slices, table_bytes};
use crate::movegen;
use crate::rules::{Laws, Ruleset, Russian};
use crate::solve::Endings;

use super::gather;
use super::load::best_move;

/// The most plies that a win takes once a king has been given up.
const AFTER: u16 = 8;

/// The bytes of both slices where so many plies are left, from those where one less is, and those without limits.
fn with_one_more(endings: &Endings, slices: &[Slice], left: u16, before: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let of = |(place, &slice): (usize, &Slice)| {
        let solved = endings.get(slice).unwrap();
        let twin = (place + 1) % slices.len();
        let byte = |next: &Position| {
            let placement = Placement::of(next);
            let twin_index = &endings.get(slices[twin]).unwrap().index;
            if placement.key() == slices[twin].key() {
                before[twin][twin_index.rank(&placement)]
            } else {
                endings.byte(next)
            }
        };
        let value = |number: usize| match solved.values[number] {
            free if u16::from(free) <= left + 1 => free,
            // Once a king is given up, the rest takes no longer.
            free if u16::from(free) - 1 > left + AFTER => 0,
            _ => best_move::<Russian>(&solved.index.cursor().at(number).position(), byte),
        };
        (0..solved.values.len()).into_par_iter().map(value).collect()
    };
    slices.iter().enumerate().map(of).collect()
}

/// How far a win stands, from its values with so many plies missing as the place says, and one; `None` where that does not
/// say it.
fn patience(free: u8, missing: &[u8]) -> Option<Patience> {
    let same = missing.iter().take_while(|&&byte| byte == free).count();
    let rest = &missing[same..];
    let by = rest.first().map_or(0, |&byte| byte.saturating_sub(free));
    let longer = if by == 0 { 0 } else { rest.iter().take_while(|&&byte| byte == free + by).count() };
    let is_all = rest[longer..].iter().all(|&byte| byte == 0);
    is_all.then_some(Patience { same: same as u8, longer: longer as u8, by })
}

fn list<R: Ruleset>() -> Vec<u8> {
    let endings = gather(R::LAWS, ValueSet::Abstract, None, 3, &|| false).unwrap().0;
    let endings = super::road::with_three_kings::<R>(endings);
    let slices: Vec<Slice> = counted_slices().collect();
    let stuck = |slice: &Slice| {
        let index = &endings.get(*slice).unwrap().index;
        let is_stuck = |number| !movegen::has_move::<R>(&index.cursor().at(number).position());
        (0..index.positions()).map(|number| u8::from(is_stuck(number))).collect()
    };
    // By plies left.
    let mut layers: Vec<Vec<Vec<u8>>> = vec![slices.iter().map(stuck).collect()];
    for left in 1..=28 {
        layers.push(with_one_more(&endings, &slices, left, layers.last().unwrap()));
    }
    let table = |(place, slice): (usize, &Slice)| {
        let free = &endings.get(*slice).unwrap().values;
        let byte = |(number, &free): (usize, &u8)| {
            let plies = usize::from(free.saturating_sub(1));
            let missing: Vec<u8> = (1..=usize::from(AFTER))
                .filter(|&missing| missing < plies)
                .map(|missing| layers[plies - missing][place][number])
                .collect();
            assert!(missing.len() <= usize::from(MOST_MISSING) || missing[usize::from(MOST_MISSING)] == 0);
            if missing.is_empty() {
                return 0;
            }
            let mut found = patience(free, &missing).expect("no other pattern");
            // Where nothing says more, what most positions have.
            if usize::from(found.same) == missing.len() {
                found.same = found.same.max(Patience::USUAL);
            }
            found.byte()
        };
        table_bytes(&free.iter().enumerate().map(byte).collect::<Vec<u8>>())
    };
    slices.iter().enumerate().flat_map(table).collect()
}

/// `DAMERO_WRITE=1` writes the list instead.
#[test]
fn the_list_of_missing_plies_is_what_comes_out() {
    let list = list::<Russian>();
    assert_eq!(Russian::LAWS, Laws::Russian);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/egdb/data/flying-kings.counted");
    if std::env::var_os("DAMERO_WRITE").is_some() {
        std::fs::write(&path, &list).unwrap();
    }
    assert!(std::fs::read(&path).unwrap() == list, "make it again, see tuning/README.md");
}
