//! Makes the lists of how soon positions are lost that the program holds, and compares them.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::egdb::{NOT_LOST, Slice, ValueSet, embedded_losses, kept_slices, table_bytes};
use crate::movegen::MoveGen;
use crate::rules::Laws;
use crate::solve::Endings;

use super::gather;

/// The bytes of a slice that are kept, of all its positions.
fn kept(laws: Laws, endings: &Endings, slice: Slice) -> Vec<u8> {
    let solved = endings.get(slice).unwrap();
    let movegen = MoveGen::of(laws);
    let mut cursor = solved.index.cursor();
    let of = |(number, &byte): (usize, &u8)| {
        let is_loss = byte % 2 == 1;
        if is_loss && !movegen.has_capture(&cursor.at(number).position()) { byte } else { 0 }
    };
    solved.values.iter().enumerate().map(of).collect()
}

/// The bytes of a slice where only what is different is kept.
fn differences(own: &[u8], first: &[u8]) -> Vec<u8> {
    let byte = |(&own, &first): (&u8, &u8)| if own == first { 0 } else { own + NOT_LOST };
    own.iter().zip(first).map(byte).collect()
}

fn list(laws: Laws, set: ValueSet) -> Vec<u8> {
    let endings = |laws, set| gather(laws, set, None, 4, &|| false).unwrap().0;
    let own = endings(laws, set);
    let first = if set == ValueSet::Limited { Some(laws) } else { embedded_losses(laws).0 };
    let first = first.map(|laws| (laws, endings(laws, ValueSet::Abstract)));
    let slices: Vec<Slice> = kept_slices(set).collect();
    let tables: Vec<Vec<u8>> = slices
        .into_par_iter()
        .map(|slice| {
            let own = kept(laws, &own, slice);
            match &first {
                Some((laws, first)) => table_bytes(&differences(&own, &kept(*laws, first, slice))),
                None => table_bytes(&own),
            }
        })
        .collect();
    tables.concat()
}

/// `DAMERO_WRITE=all` writes the lists instead, or that of a name; `DAMERO_LAWS=all` takes those of all laws, which takes a
/// minute.
#[test]
fn the_lists_that_the_program_holds_are_what_comes_out() {
    let asked = std::env::var("DAMERO_WRITE").unwrap_or_default();
    let all = !asked.is_empty() || std::env::var_os("DAMERO_LAWS").is_some();
    let sets =
        Laws::ALL.map(|laws| (laws, ValueSet::Abstract)).into_iter().chain([(Laws::Brazilian, ValueSet::Limited)]);
    for (laws, set) in sets.filter(|(laws, _)| all || *laws == Laws::DamasMixed) {
        let name = format!("{laws:?}").chars().fold(String::new(), |name, letter| {
            let hyphen = if letter.is_uppercase() && !name.is_empty() { "-" } else { "" };
            format!("{name}{hyphen}{}", letter.to_lowercase())
        });
        let name = if set == ValueSet::Limited { "filipino".to_owned() } else { name };
        if !["", "all", &name].contains(&asked.as_str()) {
            continue;
        }
        let list = list(laws, set);
        let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/egdb/data/{name}.lost"));
        if !asked.is_empty() {
            println!("{name} {}", list.len());
            std::fs::write(&path, &list).unwrap();
        }
        assert!(std::fs::read(&path).unwrap() == list, "{name}: make it again, see tuning/README.md");
    }
}
