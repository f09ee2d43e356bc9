//! Compresses solved slices into the parts of files.

use std::io;

use rayon::prelude::*;

use crate::egdb::{
    BLOCK, DISTANCE_BLOCK, Encoder, Kind, MOST_OFFSETS, Model, SliceIndex, Wld, encode_distances, is_kept, write_blocks,
};
use crate::rules::Ruleset;

use crate::solve::{Medium, Solved, Store};

/// Blocks that are looked at to choose a template.
const SAMPLE: usize = 256;
/// A value that does not matter.
const ANY: u8 = 3;

/// Counts of draws, losses and wins by context.
type Counts = Vec<[u64; 3]>;

/// The outcomes of a slice as a part of a file. A byte a position is kept on `medium` meanwhile.
///
/// # Errors
/// If the medium has no room.
pub(crate) fn pack_outcomes<R: Ruleset>(solved: &Solved, medium: Medium<'_>) -> io::Result<Vec<u8>> {
    let mut outcomes: Store<u8> = Store::new(solved.values.len(), medium)?;
    outcomes.par_chunks_mut(BLOCK).enumerate().for_each(|(block, outcomes)| {
        let kept = kept::<R>(solved, Kind::Outcomes, block, BLOCK);
        outcomes.iter_mut().zip(kept).for_each(|(to, value)| *to = value.map_or(ANY, Wld::of_byte));
    });
    let same: Vec<Option<u8>> = outcomes.par_chunks(BLOCK).map(only).collect();
    let mixed: Vec<&[u8]> =
        outcomes.chunks(BLOCK).zip(&same).filter_map(|(block, same)| same.is_none().then_some(block)).collect();
    let (offsets, counts) = choose_template(&solved.index, &mixed);
    let counts = count_all(&mixed, &offsets, &counts);
    let mut part = Vec::new();
    Model::write(&offsets, &counts, &mut part);
    let model = Model::read(&mut part.as_slice()).expect("a model that was just written");
    let coded: Vec<Result<u8, Vec<u8>>> = outcomes
        .par_chunks(BLOCK)
        .zip(&same)
        .map(|(block, same)| same.ok_or_else(|| encode_block(block, &offsets, &model)))
        .collect();
    write_blocks(&coded, &mut part);
    Ok(part)
}

/// The distances of a slice as a part of a file.
///
/// # Errors
/// None; as [`pack_outcomes`] has them.
pub(crate) fn pack_distances<R: Ruleset>(solved: &Solved, _: Medium<'_>) -> io::Result<Vec<u8>> {
    let blocks: Vec<Result<u8, Vec<u8>>> = (0..solved.values.len().div_ceil(DISTANCE_BLOCK))
        .into_par_iter()
        .map(|block| {
            let mut last = 0;
            let filled = kept::<R>(solved, Kind::Distances, block, DISTANCE_BLOCK).map(|value| {
                last = value.unwrap_or(last);
                last
            });
            let filled: Vec<u8> = filled.collect();
            if filled.iter().all(|&value| value == 0) { Ok(0) } else { Err(encode_distances(&filled)) }
        })
        .collect();
    let mut part = Vec::new();
    write_blocks(&blocks, &mut part);
    Ok(part)
}

/// The bytes of the positions of a block; `None` for those that files of the kind do not keep.
fn kept<R: Ruleset>(solved: &Solved, kind: Kind, block: usize, size: usize) -> impl Iterator<Item = Option<u8>> {
    let numbers = block * size..((block + 1) * size).min(solved.values.len());
    let mut cursor = solved.index.cursor();
    numbers.map(move |number| is_kept::<R>(&cursor.at(number).position(), kind).then(|| solved.values[number]))
}

/// The value of a block in which all values that matter are the same.
fn only(block: &[u8]) -> Option<u8> {
    let mut kept = block.iter().copied().filter(|&value| value != ANY);
    let first = kept.next().unwrap_or(0);
    kept.all(|value| value == first).then_some(first)
}

/// The sets of distances among which a slice's template is chosen: values just before, and those in which one piece more
/// stands differently.
fn templates(index: &SliceIndex) -> Vec<Vec<usize>> {
    let free = 32 - index.slice().pieces() as usize + 1;
    let (row, sheet) = (index.row(), index.sheet());
    let sets: [&[usize]; 7] = [
        &[1, 2],
        &[1, 2, 3, 4],
        &[1, 2, 3, 4, 5, 6],
        &[1, 2, free, free - 1],
        &[1, 2, 3, free - 1, free, row],
        &[1, 2, 3, 6, 7, free],
        &[1, 2, 3, 4, row, sheet],
    ];
    let mut found: Vec<Vec<usize>> = Vec::new();
    for set in sets {
        let mut offsets: Vec<usize> = Vec::new();
        for &offset in set {
            if offset <= BLOCK && !offsets.contains(&offset) {
                offsets.push(offset);
            }
        }
        debug_assert!(offsets.len() <= MOST_OFFSETS);
        if !found.contains(&offsets) {
            found.push(offsets);
        }
    }
    found
}

/// The template that codes a sample of the blocks shortest, and its counts there.
fn choose_template(index: &SliceIndex, blocks: &[&[u8]]) -> (Vec<usize>, Counts) {
    let sample: Vec<&[u8]> = blocks.iter().copied().step_by(blocks.len().div_ceil(SAMPLE).max(1)).collect();
    let weight = if sample.is_empty() { 1.0 } else { blocks.len() as f64 / sample.len() as f64 };
    let judged: Vec<(f64, Vec<usize>, Counts)> = templates(index)
        .into_par_iter()
        .map(|offsets| {
            let counts = count_all(&sample, &offsets, &vec![[0; 3]; 1 << (2 * offsets.len())]);
            (cost(&counts, weight), offsets, counts)
        })
        .collect();
    let best = judged.into_iter().min_by(|one, other| one.0.total_cmp(&other.0));
    best.map_or_else(|| (Vec::new(), vec![[0; 3]]), |(_, offsets, counts)| (offsets, counts))
}

/// About how many bits the counted values and their model take, the values so many times over.
fn cost(counts: &Counts, weight: f64) -> f64 {
    let of_context = |counts: &[u64; 3]| {
        let all = counts.iter().sum::<u64>() as f64;
        let of_value = |&count: &u64| if count == 0 { 0.0 } else { count as f64 * (all / count as f64).log2() };
        if all == 0.0 { 0.0 } else { weight * counts.iter().map(of_value).sum::<f64>() + 24.0 }
    };
    counts.iter().map(of_context).sum()
}

/// Counts what comes after each context, twice over: values that do not matter are taken to be the likeliest by the counts
/// before.
fn count_all(blocks: &[&[u8]], offsets: &[usize], known: &Counts) -> Counts {
    (0..2).fold(known.clone(), |known, _| {
        let likeliest: Vec<u8> = known.iter().map(likeliest).collect();
        let none = || vec![[0; 3]; known.len()];
        let count = |mut counts: Counts, block: &&[u8]| {
            walk(block, offsets, |context, value| {
                let value = if value == ANY { likeliest[context] } else { value };
                counts[context][usize::from(value)] += 1;
                value
            });
            counts
        };
        let add = |mut one: Counts, other: Counts| {
            one.iter_mut().flatten().zip(other.iter().flatten()).for_each(|(sum, count)| *sum += count);
            one
        };
        blocks.par_iter().with_min_len(16).fold(none, count).reduce(none, add)
    })
}

/// The value that comes most often.
fn likeliest(counts: &[u64; 3]) -> u8 {
    let best = (0..3).max_by_key(|&value| (counts[value], std::cmp::Reverse(value)));
    best.unwrap_or(0) as u8
}

/// Goes through a block, giving each value's context and value and taking what stands for it.
fn walk(block: &[u8], offsets: &[usize], mut code: impl FnMut(usize, u8) -> u8) {
    let mut values = vec![0u8; BLOCK + block.len()];
    for (i, &value) in block.iter().enumerate() {
        let at = BLOCK + i;
        let context = offsets.iter().fold(0, |context, &offset| context << 2 | usize::from(values[at - offset]));
        values[at] = code(context, value);
    }
}

/// Codes a block.
fn encode_block(block: &[u8], offsets: &[usize], model: &Model) -> Vec<u8> {
    let mut encoder = Encoder::new();
    walk(block, offsets, |context, value| {
        let odds = model.odds(context);
        let value = if value == ANY { odds.order[0] } else { value };
        encoder.encode(value != odds.order[0], odds.other.into());
        if value != odds.order[0] {
            encoder.encode(value == odds.order[2], odds.third.into());
        }
        value
    });
    encoder.finish()
}
