//! Positions of self-play as files.
//!
//! A file is a header and blocks; numbers are little-endian. The header:
//!
//! | at | bytes | |
//! |---|---|---|
//! | 0 | 8 | `DameroSP` |
//! | 8 | 2 | version of the format: [`FORMAT_VERSION`] |
//! | 10 | 1 | the laws of movement: their place in [`Laws::ALL`] |
//! | 11 | 1 | 1 where positions have been searched again, 0 where scores are those of the games |
//! | 12 | 8 | seed |
//! | 20 | 8 | games in all |
//! | 28 | 8 | nodes a move |
//! | 36 | 4 | part |
//! | 40 | 4 | of so many parts |
//! | 44 | 4 | CRC-32 of the weights that played, 0 for the hand-written evaluation |
//! | 48 | 4 | CRC-32 of the 48 bytes before |
//!
//! A block holds the positions of [`GAMES_A_BLOCK`] games: its number, the number of positions and the CRC-32 of these two
//! and of the positions (4 bytes each), then the positions, 16 bytes each (see [`Sample`]). Blocks stand in no order. What
//! is broken off at the end of a file, by an interruption, is cut off when the work goes on.

#![deny(clippy::indexing_slicing)]

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::board::{Bitboard, Position, Side};
use crate::journal::{Bytes, Shard, crc32};
use crate::lang::{Lang, Say};
use crate::rules::Laws;

/// The version of the format that is written and read here.
const FORMAT_VERSION: u16 = 2;
const MAGIC: &[u8; 8] = b"DameroSP";
const HEADER: usize = 52;
const BLOCK_HEADER: usize = 12;
const SAMPLE: usize = 16;
/// Games in a block.
pub(crate) const GAMES_A_BLOCK: u64 = 32;
/// The most positions that a block can hold: what says more is no block.
const MOST_SAMPLES: u32 = 1 << 20;

/// How a game ended for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Ending {
    /// Lost.
    Loss = 0,
    /// Drawn.
    Draw = 1,
    /// Won.
    Win = 2,
}

impl Ending {
    /// The points for it: 1, 0.5 or 0.
    pub const fn points(self) -> f32 {
        match self {
            Ending::Loss => 0.0,
            Ending::Draw => 0.5,
            Ending::Win => 1.0,
        }
    }

    /// The same seen from the other side.
    pub const fn turned(self) -> Ending {
        match self {
            Ending::Loss => Ending::Win,
            Ending::Draw => Ending::Draw,
            Ending::Win => Ending::Loss,
        }
    }
}

/// A position as its side to move sees it, going up the board; what a search said of it and what came of it. As bytes: the
/// three sets (4 bytes each), the score (2), the ending (1), the pieces (1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Sample {
    /// The pieces of the side to move.
    pub own: u32,
    /// The pieces of the other side.
    pub other: u32,
    /// The kings of both.
    pub kings: u32,
    /// What a search said, in hundredths of a man, for the side to move.
    pub score: i16,
    /// What came of it.
    pub ending: Ending,
}

impl Sample {
    /// A sample from a position.
    pub fn new(position: &Position, score: i16, ending: Ending) -> Sample {
        let seen = if position.side() == Side::White { *position } else { position.mirrored() };
        Sample {
            own: seen.pieces(Side::White).bits(),
            other: seen.pieces(Side::Black).bits(),
            kings: seen.all_kings().bits(),
            score,
            ending,
        }
    }

    /// The position, White to move.
    pub fn position(&self) -> Position {
        let [own, other, kings] = [self.own, self.other, self.kings].map(Bitboard::from_bits);
        Position::from_parts(own, other, kings, Side::White)
    }

    fn to_bytes(self) -> [u8; SAMPLE] {
        let mut bytes = [0; SAMPLE];
        let pieces = (self.own | self.other).count_ones() as u8;
        let parts: [&[u8]; 6] = [
            &self.own.to_le_bytes(),
            &self.other.to_le_bytes(),
            &self.kings.to_le_bytes(),
            &self.score.to_le_bytes(),
            &[self.ending as u8],
            &[pieces],
        ];
        for (to, from) in bytes.iter_mut().zip(parts.into_iter().flatten()) {
            *to = *from;
        }
        bytes
    }

    fn of_bytes(bytes: &[u8; SAMPLE]) -> Option<Sample> {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, ending, _] = *bytes;
        Some(Sample {
            own: u32::from_le_bytes([a, b, c, d]),
            other: u32::from_le_bytes([e, f, g, h]),
            kings: u32::from_le_bytes([i, j, k, l]),
            score: i16::from_le_bytes([m, n]),
            ending: match ending {
                0 => Ending::Loss,
                1 => Ending::Draw,
                2 => Ending::Win,
                _ => return None,
            },
        })
    }
}

/// What a file says of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    /// The laws played by.
    pub laws: Laws,
    /// What the random numbers came from.
    pub seed: u64,
    /// Games in all, of all parts.
    pub games: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// The part.
    pub shard: Shard,
    /// The weights that played.
    pub weights: u32,
    /// Whether the positions have been searched again, at those nodes and by those weights.
    pub again: bool,
}

impl Header {
    fn to_bytes(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT_VERSION.to_le_bytes());
        bytes.extend([self.laws.place() as u8, u8::from(self.again)]);
        bytes.extend([self.seed, self.games, self.nodes].into_iter().flat_map(u64::to_le_bytes));
        let (part, of) = self.shard.numbers();
        bytes.extend([part, of, self.weights].into_iter().flat_map(u32::to_le_bytes));
        bytes.extend(crc32(0, &bytes).to_le_bytes());
        bytes
    }

    fn of_bytes(bytes: &[u8; HEADER]) -> Result<Header, Fault> {
        let mut reader = Bytes(bytes);
        if reader.take::<8>() != *MAGIC {
            return Err(Fault::Foreign);
        }
        let version = u16::from_le_bytes(reader.take());
        if version != FORMAT_VERSION {
            return Err(Fault::Version(version));
        }
        let [place, again] = reader.take();
        let [seed, games, nodes] = [(); 3].map(|()| u64::from_le_bytes(reader.take()));
        let [part, of, weights, sum] = [(); 4].map(|()| u32::from_le_bytes(reader.take()));
        let whole = bytes.split_last_chunk::<4>().is_some_and(|(head, _)| crc32(0, head) == sum);
        let parsed = Laws::at(usize::from(place)).zip(Shard::of_numbers(part, of)).filter(|_| whole);
        let header = |(laws, shard)| Header { laws, seed, games, nodes, shard, weights, again: again != 0 };
        parsed.map(header).ok_or(Fault::Header)
    }

    /// The number of blocks of all parts.
    pub fn blocks(&self) -> u64 {
        self.games.div_ceil(GAMES_A_BLOCK)
    }

    /// The numbers of the blocks of this part.
    pub fn blocks_of_part(&self) -> impl Iterator<Item = u64> {
        let shard = self.shard;
        (0..self.blocks()).filter(move |&block| shard.takes(block as usize))
    }
}

/// What is wrong with a file.
#[derive(Debug)]
pub(crate) enum Fault {
    /// It cannot be read or written.
    Io(io::Error),
    /// It is no file of ours.
    Foreign,
    /// It is of another version of the format.
    Version(u16),
    /// Its header is damaged.
    Header,
    /// It comes from other settings.
    Settings,
    /// A block is damaged: its place in the file in bytes.
    Block(u64),
}

/// A file that cannot be used, and why.
#[derive(Debug)]
pub(crate) struct DataError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

impl Say for DataError {
    fn say(&self, lang: Lang) -> String {
        let path = self.path.display();
        match &self.fault {
            Fault::Io(error) => {
                lang.pick(format!("{path}: {error}"), format!("{path}: no se puede leer o escribir: {error}"))
            }
            Fault::Foreign => lang.pick(
                format!("{path} is no file of self-play; 'damero tune selfplay' makes one"),
                format!("{path} no es un fichero de partidas propias; 'damero tune selfplay' hace uno"),
            ),
            Fault::Version(version) => lang.pick(
                format!("{path} has format {version}, this program reads {FORMAT_VERSION}: make it again"),
                format!("{path} tiene el formato {version}, este programa lee el {FORMAT_VERSION}: hágalo de nuevo"),
            ),
            Fault::Header => lang.pick(
                format!("the header of {path} is damaged: make the file again"),
                format!("la cabecera de {path} está dañada: haga el fichero de nuevo"),
            ),
            Fault::Settings => lang.pick(
                format!("{path} was begun with other rules, seed, games, nodes, part or weights; give those, or another file"),
                format!("{path} se empezó con otros juego, semilla, partidas, nodos, parte o pesos; dé esos, u otro fichero"),
            ),
            Fault::Block(at) => lang.pick(
                format!("{path}: the block at byte {at} is damaged; 'selfplay --resume' makes what is missing again"),
                format!("{path}: el bloque del byte {at} está dañado; 'selfplay --resume' rehace lo que falta"),
            ),
        }
    }
}

fn at<T>(path: &Path, result: Result<T, impl Into<Fault>>) -> Result<T, DataError> {
    result.map_err(|fault| DataError { path: path.to_owned(), fault: fault.into() })
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Io(error)
    }
}

/// A file that blocks are added to.
pub(crate) struct DataFile {
    path: PathBuf,
    file: File,
    /// Positions written.
    pub samples: u64,
}

impl DataFile {
    /// Starts a file, which must not be there yet, or goes on with one; and the numbers of the blocks that it holds.
    ///
    /// # Errors
    /// If it cannot be made or read, is foreign, or was begun with other settings.
    pub fn open(path: &Path, header: &Header, resume: bool) -> Result<(DataFile, Vec<u64>), DataError> {
        let begun = resume && path.metadata().is_ok_and(|found| found.len() >= HEADER as u64);
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        if resume {
            options.create(true).truncate(false)
        } else {
            options.create_new(true)
        };
        let mut file = at(path, options.open(path))?;
        at(path, file.try_lock().map_err(io::Error::from))?;
        let mut whole = HEADER as u64;
        let (mut blocks, mut samples) = (Vec::new(), 0);
        if begun {
            let mut reader = BufReader::new(&file);
            if at(path, read_header(&mut reader))? != *header {
                return at(path, Err(Fault::Settings));
            }
            while let Ok(Some((number, found))) = read_block(&mut reader, whole) {
                whole += (BLOCK_HEADER + found.len() * SAMPLE) as u64;
                samples += found.len() as u64;
                blocks.push(u64::from(number));
            }
        }
        at(path, file.set_len(whole))?;
        if !begun {
            at(path, file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(&header.to_bytes())))?;
        }
        at(path, file.seek(SeekFrom::Start(whole)))?;
        Ok((DataFile { path: path.to_owned(), file, samples }, blocks))
    }

    /// Adds a block.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, number: u64, samples: &[Sample]) -> Result<(), DataError> {
        let mut bytes = Vec::with_capacity(BLOCK_HEADER + samples.len() * SAMPLE);
        let head: Vec<u8> = [number as u32, samples.len() as u32].into_iter().flat_map(u32::to_le_bytes).collect();
        let body: Vec<u8> = samples.iter().flat_map(|sample| sample.to_bytes()).collect();
        bytes.extend(&head);
        bytes.extend(crc32(crc32(0, &head), &body).to_le_bytes());
        bytes.extend(body);
        self.samples += samples.len() as u64;
        at(&self.path, self.file.write_all(&bytes))
    }
}

fn read_header(reader: &mut impl Read) -> Result<Header, Fault> {
    let mut bytes = [0; HEADER];
    reader.read_exact(&mut bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Fault::Foreign,
        _ => Fault::Io(error),
    })?;
    Header::of_bytes(&bytes)
}

/// The next block; `None` at the end of the file.
fn read_block(reader: &mut impl Read, place: u64) -> Result<Option<(u32, Vec<Sample>)>, Fault> {
    let bad = |_| Fault::Block(place);
    let mut head = Vec::new();
    reader.take(BLOCK_HEADER as u64).read_to_end(&mut head)?;
    if head.is_empty() {
        return Ok(None);
    }
    let head: [u8; BLOCK_HEADER] = head.try_into().map_err(bad)?;
    let mut parts = Bytes(&head);
    let [number, count, sum] = [(); 3].map(|()| u32::from_le_bytes(parts.take()));
    if count > MOST_SAMPLES {
        return Err(Fault::Block(place));
    }
    let mut body = Vec::new();
    reader.take(u64::from(count) * SAMPLE as u64).read_to_end(&mut body)?;
    let named = head.first_chunk::<8>().map_or(0, |named| crc32(0, named));
    if body.len() != count as usize * SAMPLE || crc32(named, &body) != sum {
        return Err(Fault::Block(place));
    }
    let (samples, _) = body.as_chunks::<SAMPLE>();
    let samples: Option<Vec<Sample>> = samples.iter().map(Sample::of_bytes).collect();
    samples.map(|samples| Some((number, samples))).ok_or(Fault::Block(place))
}

/// The positions of so many games.
pub(crate) struct Block {
    /// Its number, from 0: the games' order.
    pub number: u64,
    /// The positions.
    pub samples: Vec<Sample>,
}

/// Reads a whole file; its blocks in the order of the games, whatever order they were played in.
///
/// # Errors
/// If it cannot be read, is foreign or damaged.
pub(crate) fn read(path: &Path) -> Result<(Header, Vec<Block>), DataError> {
    let mut reader = BufReader::new(at(path, File::open(path))?);
    let header = at(path, read_header(&mut reader))?;
    let mut place = HEADER as u64;
    let mut blocks = Vec::new();
    while let Some((number, samples)) = at(path, read_block(&mut reader, place))? {
        place += (BLOCK_HEADER + samples.len() * SAMPLE) as u64;
        blocks.push(Block { number: u64::from(number), samples });
    }
    blocks.sort_by_key(|block| block.number);
    Ok((header, blocks))
}
