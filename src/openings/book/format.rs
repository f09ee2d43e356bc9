//! Book files.
//!
//! A file holds one book. Numbers are little-endian:
//!
//! | bytes | |
//! |---|---|
//! | 8 | `DameroBk` |
//! | 2 | version of the format: [`FORMAT_VERSION`] |
//! | 2 | the place of the laws among [`Laws::ALL`] |
//! | 4 | the laws of movement, a bit for each field of `RuleSpec` |
//! | 4 | number of positions |
//! | 4 | bytes of the text that says how it was made |
//! | 4 | bytes of the positions |
//! | | the text, UTF-8, a line for each time that work was put into the book |
//! | | the positions |
//! | 4 | CRC-32 of everything before |
//!
//! The positions themselves are not kept: a reader finds them by playing. It begins with the start position, takes the
//! positions in the order in which it meets them and, for each that is expanded, its legal moves in the order of
//! [`sorted_moves`](super::sorted_moves). Whenever a move leads to a position that was not met before, there is one number
//! for it (seven bits a byte, the lowest first, the highest bit set on all bytes but the last). Its lowest bit says
//! whether the position is expanded; the others are its score less what the position before it leads one to expect (the
//! negative of that one's score; nothing for the start position), with the sign as the lowest bit. So every move of a book
//! is legal whatever the file says, a position takes little more than a byte, and a file has as many bytes at least as its
//! book has positions.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use crate::board::{Position, Side};
use crate::egdb::fingerprint;
use crate::files::write_whole;
use crate::journal::{Bytes, crc32};
use crate::rules::{Laws, Variant};
use crate::score::Score;

use super::graph::{Book, is_expandable};
use super::{BookError, BookFault};

/// The version of the format that is written and read here.
pub(super) const FORMAT_VERSION: u16 = 1;
/// The most bytes that a file can have, so that reading one has an end in good time.
pub(super) const MOST_BYTES: u64 = 16 << 20;
const MAGIC: &[u8; 8] = b"DameroBk";
/// Bytes before the text, and of the checksum.
const HEADER: usize = 28;
const CHECKSUM: usize = 4;

/// Reads a file.
pub(super) fn load(path: &Path, laws: Laws) -> Result<Book, BookError> {
    let unreadable = |error: std::io::Error| BookFault::Unreadable(error.to_string()).at(path);
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    // A byte more than there can be, so that a file that never ends (or grows) is told from one that fits.
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MOST_BYTES {
        let size = fs::metadata(path).map_or(0, |data| data.len()).max(MOST_BYTES + 1);
        return Err(BookFault::TooLarge(size).at(path));
    }
    decode(&bytes, laws).map_err(|fault| fault.at(path))
}

/// The book in the bytes of a file.
pub(super) fn decode(bytes: &[u8], laws: Laws) -> Result<Book, BookFault> {
    let mut header = Bytes(bytes);
    if &header.take::<8>() != MAGIC {
        return Err(BookFault::Foreign);
    }
    let version = u16::from_le_bytes(header.take());
    if version != FORMAT_VERSION {
        return Err(BookFault::Version(version));
    }
    let (place, spec) = (u16::from_le_bytes(header.take()), u32::from_le_bytes(header.take()));
    let [count, text, body] = [(); 3].map(|()| u32::from_le_bytes(header.take()));
    let due = HEADER as u64 + u64::from(text) + u64::from(body) + CHECKSUM as u64;
    if due != bytes.len() as u64 {
        return Err(BookFault::Length(due, bytes.len() as u64));
    }
    let (content, sum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(BookFault::Damaged)?;
    if crc32(0, content) != u32::from_le_bytes(*sum) {
        return Err(BookFault::Damaged);
    }
    let of = Laws::at(usize::from(place)).filter(|of| fingerprint(&of.spec()) == spec).ok_or(BookFault::Malformed)?;
    if of != laws {
        let [of, wanted] = [of, laws].map(|laws| Variant::of_laws(laws).name.to_owned());
        return Err(BookFault::OtherLaws(of, wanted));
    }
    let (text, body) =
        content.get(HEADER..).and_then(|rest| rest.split_at_checked(text as usize)).ok_or(BookFault::Malformed)?;
    let text = std::str::from_utf8(text).map_err(|_| BookFault::Malformed)?;
    let mut book = positions(body, laws).ok_or(BookFault::Malformed)?;
    if book.nodes().len() != count as usize {
        return Err(BookFault::Malformed);
    }
    book.made = text.lines().map(str::to_owned).collect();
    book.settle();
    Ok(book)
}

/// The positions in the bytes that hold them; `None` if they make no sense.
fn positions(mut body: &[u8], laws: Laws) -> Option<Book> {
    let mut book = Book::without_positions(laws);
    let start = Position::start(Side::White);
    read_position(&mut body, &mut book, start, Score::DRAW)?;
    let mut at = 0;
    while let Some(&node) = book.nodes().get(at) {
        if node.expanded {
            let next = book.successors(&node.position);
            if next.is_empty() {
                return None;
            }
            for (_, next) in next {
                if book.place(&next).is_none() {
                    read_position(&mut body, &mut book, next, -node.score)?;
                }
            }
        }
        at += 1;
    }
    body.is_empty().then_some(book)
}

/// Reads what is said of a position that is met for the first time.
fn read_position(body: &mut &[u8], book: &mut Book, position: Position, expected: Score) -> Option<()> {
    let code = read_number(body)?;
    let (expanded, difference) = (code & 1 == 1, code >> 1);
    let difference = (difference >> 1) as i32 ^ -((difference & 1) as i32);
    let score = expected.raw().checked_add(difference)?;
    let score = (Score::MIN.raw() < score && score < Score::MAX.raw()).then(|| Score::from_raw(score))?;
    let place = book.add(position, score);
    if expanded {
        if !is_expandable(&position, score) {
            return None;
        }
        book.mark_expanded(place as usize);
    }
    Some(())
}

/// The largest number has three bytes: a difference of scores is below 2^17 with its sign, and one bit more.
fn read_number(body: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in [0, 7, 14] {
        let (&byte, rest) = body.split_first()?;
        *body = rest;
        number |= u32::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn write_number(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The bytes of a book's file.
pub(crate) fn encode(book: &Book) -> Vec<u8> {
    let mut body = Vec::new();
    let mut met = std::collections::HashSet::new();
    let mut write = |position: &Position, expected: Score, body: &mut Vec<u8>| {
        if let Some(node) = book.find(position).filter(|node| met.insert(node.position)) {
            let difference = node.score.raw() - expected.raw();
            let signed = (difference << 1 ^ difference >> 31) as u32;
            write_number(signed << 1 | u32::from(node.expanded), body);
        }
    };
    write(&Position::start(Side::White), Score::DRAW, &mut body);
    for node in book.nodes().iter().filter(|node| node.expanded) {
        for (_, next) in book.successors(&node.position) {
            write(&next, -node.score, &mut body);
        }
    }
    let text = book.made.join("\n");
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT_VERSION.to_le_bytes());
    bytes.extend((book.laws().place() as u16).to_le_bytes());
    bytes.extend(fingerprint(&book.laws().spec()).to_le_bytes());
    for number in [book.nodes().len(), text.len(), body.len()] {
        bytes.extend((number as u32).to_le_bytes());
    }
    bytes.extend(text.as_bytes());
    bytes.extend(body);
    bytes.extend(crc32(0, &bytes).to_le_bytes());
    bytes
}

/// Writes a book's file, whole or not at all. The number of bytes.
///
/// # Errors
/// If it cannot be written, or would be larger than a book can be.
pub(crate) fn put_in_place(book: &Book, path: &Path) -> Result<u64, BookError> {
    let bytes = encode(book);
    if bytes.len() as u64 > MOST_BYTES {
        return Err(BookFault::TooLarge(bytes.len() as u64).at(path));
    }
    write_whole(path, &bytes).map_err(|error| BookFault::Unwritable(error.to_string()).at(path))?;
    Ok(bytes.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Random;
    use crate::openings::book::graph::made_up as book;

    fn with_sum(mut bytes: Vec<u8>) -> Vec<u8> {
        let end = bytes.len() - CHECKSUM;
        let sum = crc32(0, &bytes[..end]);
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    #[test]
    fn books_come_back_as_they_were() {
        for laws in Laws::ALL {
            let book = book(laws);
            assert!(book.nodes().len() > 300, "{}", book.nodes().len());
            let bytes = encode(&book);
            let read = decode(&bytes, laws).unwrap();
            assert_eq!(read.made, book.made);
            assert_eq!(read.nodes().len(), book.nodes().len());
            for (one, other) in read.nodes().iter().zip(book.nodes()) {
                assert_eq!((one.position, one.score, one.value), (other.position, other.score, other.value));
                assert_eq!((one.expanded, one.plies), (other.expanded, other.plies));
            }
            assert_eq!(encode(&read), bytes);
            let each = bytes.len() as f64 / book.nodes().len() as f64;
            assert!(each < 2.5, "{each} bytes a position");
        }
    }

    #[test]
    fn damage_is_told() {
        let bytes = encode(&book(Laws::Czech));
        let fault = |bytes: &[u8]| decode(bytes, Laws::Czech).unwrap_err();
        for length in 0..bytes.len() {
            let fault = fault(&bytes[..length]);
            assert!(matches!(fault, BookFault::Foreign | BookFault::Length(..) | BookFault::Version(_)), "{fault:?}");
        }
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            fault(&flipped);
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(matches!(fault(&longer), BookFault::Length(..)));
        assert_eq!(fault(b"GIF89a something else"), BookFault::Foreign);
        let mut newer = bytes.clone();
        newer[8] = 9;
        assert_eq!(fault(&newer), BookFault::Version(9));
        let other = decode(&bytes, Laws::Pool).unwrap_err();
        assert_eq!(other, BookFault::OtherLaws("czech".to_owned(), "pool".to_owned()));
    }

    #[test]
    fn nonsense_with_a_right_checksum_does_no_harm() {
        let sound = encode(&book(Laws::Russian));
        let mut random = Random::new(5);
        let (mut refused, mut read) = (0, 0);
        for _ in 0..1_500 {
            let mut bytes = sound.clone();
            for _ in 0..=random.below(6) {
                let at = 8 + random.below(bytes.len() as u64 - 12) as usize;
                bytes[at] = random.bits() as u8;
            }
            match decode(&with_sum(bytes), Laws::Russian) {
                Ok(book) => {
                    read += 1;
                    assert!(book.nodes().len() <= sound.len());
                }
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 500 && read > 0, "{refused} {read}");
    }

    #[test]
    fn files_are_put_in_place_whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("damero-book-format-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.book");
        let book = book(Laws::English);
        let bytes = put_in_place(&book, &path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().len(), bytes);
        assert_eq!(load(&path, Laws::English).unwrap().nodes().len(), book.nodes().len());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        let missing = put_in_place(&book, &folder.join("no/a.book")).unwrap_err();
        assert!(matches!(missing.fault, BookFault::Unwritable(_)));
        File::create(&path).unwrap().set_len(MOST_BYTES + 5).unwrap();
        assert_eq!(load(&path, Laws::English).unwrap_err().fault, BookFault::TooLarge(MOST_BYTES + 5));
        fs::remove_dir_all(folder).unwrap();
    }
}
