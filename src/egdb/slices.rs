//! Slices as they are read: the values of positions by their numbers.

#![deny(clippy::indexing_slicing)]

use std::sync::{Arc, OnceLock};

use super::blocks::{Block, read_directory};
use super::distance::{DISTANCE_BLOCK, decode_distances};
use super::error::EgdbFault;
use super::file::EgdbFile;
use super::index::SliceIndex;
use super::model::{BLOCK, Model, Packed};
use super::slice::Slice;
use super::value::{Value, Wld};

/// The part of a file that is for a slice.
#[derive(Debug)]
struct Part {
    file: Arc<EgdbFile>,
    leading: bool,
    /// Where the data start in the part.
    data: usize,
}

impl Part {
    fn block(&self, start: u32, end: u32) -> &[u8] {
        let range = self.data + start as usize..self.data + end as usize;
        self.file.part(self.leading).get(range).unwrap_or(&[])
    }
}

/// The outcomes of a slice.
#[derive(Debug)]
pub(crate) struct Outcomes {
    index: SliceIndex,
    model: Model,
    part: Part,
    /// The blocks, and their values once somebody has asked for one.
    blocks: Box<[(Block, OnceLock<Box<Packed>>)]>,
}

impl Outcomes {
    /// The outcomes of a slice in a file.
    ///
    /// # Errors
    /// If they make no sense.
    pub fn new(file: Arc<EgdbFile>, slice: Slice) -> Result<Outcomes, EgdbFault> {
        let leading = slice == slice.leading();
        let count = blocks_of(slice, BLOCK)?;
        let whole = file.part(leading);
        let mut rest = whole;
        let model = Model::read(&mut rest).ok_or(EgdbFault::Malformed)?;
        let (blocks, data) = read_directory(rest, count).ok_or(EgdbFault::Malformed)?;
        let part = Part { data: whole.len() - data.len(), leading, file: Arc::clone(&file) };
        let blocks = blocks.into_iter().map(|block| (block, OnceLock::new())).collect();
        Ok(Outcomes { index: SliceIndex::new(slice), model, part, blocks })
    }

    /// The numbering of the positions.
    pub fn index(&self) -> &SliceIndex {
        &self.index
    }

    /// What is kept for a position by its number; nothing of meaning where `kept` says that it is not. A block is
    /// decoded when it is first asked for and kept; threads do not wait on one another, but for two that want the same
    /// block for the first time.
    #[inline(always)]
    pub fn get(&self, number: usize) -> Wld {
        let Some((block, values)) = self.blocks.get(number / BLOCK) else { return Wld::Draw };
        match *block {
            Block::All(value) => Wld::from_bits(value),
            Block::Bytes(start, end) => {
                let values = match values.get() {
                    Some(values) => values,
                    None => values.get_or_init(|| Box::new(self.model.decode(self.part.block(start, end)))),
                };
                let place = number % BLOCK;
                Wld::from_bits(values.get(place / 4).map_or(0, |byte| byte >> (2 * (place % 4))))
            }
        }
    }

    /// The values of a block as they are kept, a byte each; nothing is remembered.
    pub fn read_block(&self, number: usize) -> Vec<u8> {
        let count = (self.index.positions() - number * BLOCK).min(BLOCK);
        match self.blocks.get(number) {
            Some((Block::Bytes(start, end), _)) => {
                let packed = self.model.decode(self.part.block(*start, *end));
                let unpacked = packed.iter().flat_map(|byte| (0..4).map(move |i| byte >> (2 * i) & 3));
                unpacked.take(count).collect()
            }
            Some((Block::All(value), _)) => vec![*value; count],
            None => Vec::new(),
        }
    }
}

/// The distances of a slice.
#[derive(Debug)]
pub(crate) struct Distances {
    index: SliceIndex,
    part: Part,
    blocks: Box<[(Block, OnceLock<Vec<u8>>)]>,
}

impl Distances {
    /// The distances of a slice in a file.
    ///
    /// # Errors
    /// If they make no sense.
    pub fn new(file: Arc<EgdbFile>, slice: Slice) -> Result<Distances, EgdbFault> {
        let leading = slice == slice.leading();
        let count = blocks_of(slice, DISTANCE_BLOCK)?;
        let whole = file.part(leading);
        let (blocks, data) = read_directory(whole, count).ok_or(EgdbFault::Malformed)?;
        let part = Part { data: whole.len() - data.len(), leading, file: Arc::clone(&file) };
        let blocks = blocks.into_iter().map(|block| (block, OnceLock::new())).collect();
        Ok(Distances { index: SliceIndex::new(slice), part, blocks })
    }

    /// The numbering of the positions.
    pub fn index(&self) -> &SliceIndex {
        &self.index
    }

    /// As [`Outcomes::get`]. Decoding a block takes a millisecond or two.
    pub fn get(&self, number: usize) -> Value {
        let block = number / DISTANCE_BLOCK;
        let Some((_, values)) = self.blocks.get(block) else { return Value::Draw };
        let values = values.get_or_init(|| self.read_block(block));
        Value::from_byte(values.get(number % DISTANCE_BLOCK).copied().unwrap_or(0))
    }

    /// As [`Outcomes::read_block`].
    pub fn read_block(&self, number: usize) -> Vec<u8> {
        let count = (self.index.positions() - number * DISTANCE_BLOCK).min(DISTANCE_BLOCK);
        match self.blocks.get(number) {
            Some((Block::Bytes(start, end), _)) => decode_distances(self.part.block(*start, *end), count),
            // Lost at once or won in one, all of them; it never happens but for draws.
            Some((Block::All(value), _)) => vec![*value; count],
            None => Vec::new(),
        }
    }
}

/// The number of blocks of a slice. (It is the slice that says it, not the file, so no file can make us set aside much.)
fn blocks_of(slice: Slice, size: usize) -> Result<usize, EgdbFault> {
    let positions = usize::try_from(slice.positions()).map_err(|_| EgdbFault::Malformed)?;
    Ok(positions.div_ceil(size))
}
