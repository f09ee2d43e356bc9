//! Where the blocks of a slice lie: the directory that stands before them in a file.
//!
//! The directory has an entry a block, in numbers of seven bits a byte, the lowest first, the highest bit set in all but
//! the last: 0, 1 or 2 says that the next blocks, as many as the number that follows, hold nothing but draws, losses or
//! wins; any larger number is three more than the bytes of one block.

#![deny(clippy::indexing_slicing)]

/// Where a block's values are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Block {
    /// All are the same: 0 draw, 1 loss, 2 win.
    All(u8),
    /// In these bytes of the data: from the first to before the second.
    Bytes(u32, u32),
}

/// Writes a number.
fn put(mut number: u64, to: &mut Vec<u8>) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// Reads a number that [`put`] wrote and takes it off the bytes.
fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let byte = *bytes.split_off_first()?;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// Writes blocks, each either one value or the bytes of a coded one, as directory and data.
pub(crate) fn write_blocks(blocks: &[Result<u8, Vec<u8>>], to: &mut Vec<u8>) {
    let mut rest = blocks;
    while let Some((first, others)) = rest.split_first() {
        rest = others;
        match first {
            Ok(value) => {
                let mut run = 1;
                while let Some((_, others)) = rest.split_first().filter(|(next, _)| *next == first) {
                    (rest, run) = (others, run + 1);
                }
                put(u64::from(*value), to);
                put(run, to);
            }
            Err(bytes) => put(bytes.len() as u64 + 3, to),
        }
    }
    blocks.iter().filter_map(|block| block.as_ref().err()).for_each(|bytes| to.extend_from_slice(bytes));
}

/// Reads the directory of so many blocks from the start of some bytes, the rest of which are the data: the blocks, and the
/// data. `None` if they are not as they should be.
pub(crate) fn read_directory(mut bytes: &[u8], count: usize) -> Option<(Vec<Block>, &[u8])> {
    let mut blocks = Vec::with_capacity(count);
    let mut end = 0u32;
    while blocks.len() < count {
        match take(&mut bytes)? {
            value @ 0..=2 => {
                let run = usize::try_from(take(&mut bytes)?).ok()?;
                if run > count - blocks.len() {
                    return None;
                }
                blocks.resize(blocks.len() + run, Block::All(value as u8));
            }
            length => {
                let start = end;
                end = end.checked_add(u32::try_from(length - 3).ok()?)?;
                blocks.push(Block::Bytes(start, end));
            }
        }
    }
    (bytes.len() as u64 == u64::from(end)).then_some((blocks, bytes))
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test may fail so")]
mod tests {
    use super::*;

    #[test]
    fn directories_are_read_back_and_bad_ones_refused() {
        let blocks = [Ok(1), Ok(1), Err(vec![7; 300]), Err(Vec::new()), Ok(0), Ok(2), Err(vec![9])];
        let mut bytes = Vec::new();
        write_blocks(&blocks, &mut bytes);
        let (read, data) = read_directory(&bytes, 7).unwrap();
        assert_eq!(
            read,
            [
                Block::All(1),
                Block::All(1),
                Block::Bytes(0, 300),
                Block::Bytes(300, 300),
                Block::All(0),
                Block::All(2),
                Block::Bytes(300, 301)
            ]
        );
        assert_eq!((data.len(), data[300]), (301, 9));
        assert!(read_directory(&bytes, 6).is_none());
        assert!(read_directory(&bytes, 8).is_none());
        for length in 0..bytes.len() {
            assert!(read_directory(&bytes[..length], 7).is_none());
        }
        // A run that claims more blocks than there are, and a number without an end.
        assert!(read_directory(&[0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], 7).is_none());
        assert!(read_directory(&[0xFF; 20], 7).is_none());
    }
}
