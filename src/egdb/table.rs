//! A byte a position of a slice, as the program holds it beside the databases: a length of four bytes, lowest first, and the
//! blocks, with their directory, coded as distances are.

#![deny(clippy::indexing_slicing)]

use std::sync::OnceLock;

use crate::board::Position;

use super::blocks::{Block, read_directory};
use super::distance::decode_distances;
use super::index::{Placement, SliceIndex};
use super::slice::Slice;

/// Positions in a block: it is decoded in a tenth of a millisecond.
pub(crate) const TABLE_BLOCK: usize = 1 << 12;

/// The bytes of a slice.
#[derive(Debug)]
pub(crate) struct Table {
    index: SliceIndex,
    data: &'static [u8],
    blocks: Box<[(Block, OnceLock<Vec<u8>>)]>,
}

impl Table {
    /// Takes the table of a slice off a list of them; `None` if it makes no sense.
    pub fn take(list: &mut &'static [u8], slice: Slice) -> Option<Table> {
        let (length, rest) = list.split_first_chunk::<4>()?;
        let (part, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let index = SliceIndex::new(slice);
        let (blocks, data) = read_directory(part, index.positions().div_ceil(TABLE_BLOCK))?;
        *list = rest;
        let blocks = blocks.into_iter().map(|block| (block, OnceLock::new())).collect();
        Some(Table { index, data, blocks })
    }

    /// The numbering of the positions.
    pub fn index(&self) -> &SliceIndex {
        &self.index
    }

    /// The byte of a position by its number. A block is decoded when it is first asked for, and kept.
    pub fn get(&self, number: usize) -> u8 {
        let block = number / TABLE_BLOCK;
        let Some((Block::Bytes(start, end), values)) = self.blocks.get(block) else { return 0 };
        let values = values.get_or_init(|| {
            let count = (self.index.positions() - block * TABLE_BLOCK).min(TABLE_BLOCK);
            decode_distances(self.data.get(*start as usize..*end as usize).unwrap_or(&[]), count)
        });
        values.get(number % TABLE_BLOCK).copied().unwrap_or(0)
    }
}

/// The tables of some slices.
#[derive(Debug)]
pub(crate) struct TableList(Vec<Table>);

impl TableList {
    /// Reads the tables of slices, in their order, as far as they make sense.
    pub fn read(mut list: &'static [u8], slices: impl Iterator<Item = Slice>) -> TableList {
        TableList(slices.map_while(|slice| Table::take(&mut list, slice)).collect())
    }

    /// The byte of a position; `None` where its slice has no table.
    pub fn byte(&self, position: &Position) -> Option<u8> {
        let slice = Slice::of(position)?;
        let table = self.0.iter().find(|table| table.index.slice() == slice)?;
        Some(table.get(table.index.rank(&Placement::of(position))))
    }

    /// How many there are.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// The bytes of a slice as [`Table::take`] reads them.
#[cfg(test)]
pub(crate) fn table_bytes(values: &[u8]) -> Vec<u8> {
    let coded = |block: &[u8]| {
        if block.iter().all(|&byte| byte == 0) { Ok(0) } else { Err(super::distance::encode_distances(block)) }
    };
    let blocks: Vec<Result<u8, Vec<u8>>> = values.chunks(TABLE_BLOCK).map(coded).collect();
    let mut part = Vec::new();
    super::blocks::write_blocks(&blocks, &mut part);
    [&(part.len() as u32).to_le_bytes()[..], &part].concat()
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test may fail so")]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_back_and_what_makes_no_sense_is_refused() {
        let slice = Slice::new(0, 2, 1, 0).unwrap();
        let values: Vec<u8> =
            (0..slice.positions()).map(|i| if i % 5 == 0 { 1 + 2 * (i % 30) as u8 } else { 0 }).collect();
        let bytes: &'static [u8] = Vec::leak(table_bytes(&values));
        let mut list = bytes;
        let table = Table::take(&mut list, slice).unwrap();
        assert!(list.is_empty());
        assert!((0..values.len()).all(|number| table.get(number) == values[number]));
        assert_eq!(table.get(values.len() + 100_000), 0);
        for length in [0, 3, 4, 20, bytes.len() - 1] {
            assert!(Table::take(&mut &bytes[..length], slice).is_none());
        }
        assert!(Table::take(&mut &bytes[..], Slice::new(1, 1, 1, 1).unwrap()).is_none());
    }
}
