//! Weight files: a header of 64 bytes and the weights, all numbers little-endian.
//!
//! | at | bytes | |
//! |---|---|---|
//! | 0 | 8 | `DameroNN` |
//! | 8 | 2 | version of the format: [`FORMAT_VERSION`] |
//! | 10 | 2 | the laws of movement: their place in [`Laws::ALL`] |
//! | 12 | 2, 2, 2, 2 | inputs, units of the first and of the second layer, buckets |
//! | 20 | 4 | what a logit of 1 is, in hundredths of a man |
//! | 24 | 4 | CRC-32 of the weights |
//! | 28 | 4 | CRC-32 of the 28 bytes before |
//! | 32 | 32 | 0 |
//!
//! Then the weights: first layer (2 bytes each), its biases (2), second layers (2), their biases (4), last layers (2), their
//! biases (4), each in the order of [`Network`]'s fields.

#![deny(clippy::indexing_slicing)]

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::journal::{Bytes, crc32};
use crate::lang::{Lang, Say};
use crate::rules::Laws;

use super::{BUCKETS, FIRST, INPUTS, Network, SECOND};

const FORMAT_VERSION: u16 = 1;
const MAGIC: &[u8; 8] = b"DameroNN";
const HEADER: usize = 64;
const SHAPE: [u16; 4] = [INPUTS as u16, FIRST as u16, SECOND as u16, BUCKETS as u16];
/// Bytes of the weights.
const BODY: usize =
    2 * (INPUTS * FIRST + FIRST + BUCKETS * FIRST * SECOND + BUCKETS * SECOND) + 4 * BUCKETS * (SECOND + 1);
/// The largest scale: beyond it, values would not fit.
const MOST_SCALE: i32 = 1_000;

/// Why weights cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsFault {
    /// The file cannot be read.
    Io(String),
    /// It holds no weights.
    Foreign,
    /// It is of another version of the format, or of another shape of network.
    Version,
    /// It is longer or shorter than it should be, or its bytes are not those that were written.
    Damaged,
}

/// A file whose weights cannot be used, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightsError {
    path: PathBuf,
    fault: WeightsFault,
}

impl Say for WeightsError {
    fn say(&self, lang: Lang) -> String {
        let path = self.path.display();
        match &self.fault {
            WeightsFault::Io(error) => {
                lang.pick(format!("cannot read {path}: {error}"), format!("no se puede leer {path}: {error}"))
            }
            WeightsFault::Foreign => lang.pick(
                format!("{path} holds no weights; 'damero tune fit' makes a file of them"),
                format!("{path} no contiene pesos; 'damero tune fit' hace un fichero de ellos"),
            ),
            WeightsFault::Version => lang.pick(
                format!("{path} holds weights for another version of this program: fit them again"),
                format!("{path} contiene pesos para otra versión de este programa: ajústelos de nuevo"),
            ),
            WeightsFault::Damaged => lang.pick(
                format!("{path} is damaged: it was cut or changed; copy or make it again"),
                format!("{path} está dañado: fue cortado o cambiado; cópielo o hágalo de nuevo"),
            ),
        }
    }
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for WeightsError {}

impl Network {
    /// Reads weights from a file.
    ///
    /// # Errors
    /// If it cannot be read, or holds no sound weights of this program's version.
    pub fn load(path: &Path) -> Result<(Laws, Box<Network>), WeightsError> {
        let fault = |fault| WeightsError { path: path.to_owned(), fault };
        let file = File::open(path).map_err(|error| fault(WeightsFault::Io(error.to_string())))?;
        let mut bytes = Vec::new();
        // A byte more than there should be tells a file that is too long, however long it is.
        let read = file.take((HEADER + BODY) as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| fault(WeightsFault::Io(error.to_string())))?;
        Network::of_bytes(&bytes).map_err(fault)
    }

    /// Reads weights from the bytes of a file.
    ///
    /// # Errors
    /// If they are no sound weights of this program's version.
    pub fn of_bytes(bytes: &[u8]) -> Result<(Laws, Box<Network>), WeightsFault> {
        let (header, body) = bytes.split_first_chunk::<HEADER>().ok_or(WeightsFault::Foreign)?;
        let mut reader = Bytes(header);
        if reader.take::<8>() != *MAGIC {
            return Err(WeightsFault::Foreign);
        }
        if u16::from_le_bytes(reader.take()) != FORMAT_VERSION {
            return Err(WeightsFault::Version);
        }
        let place = u16::from_le_bytes(reader.take());
        let shape = SHAPE.map(|_| u16::from_le_bytes(reader.take()));
        let scale = i32::from_le_bytes(reader.take());
        let [body_sum, head_sum] = [(); 2].map(|()| u32::from_le_bytes(reader.take()));
        let named = header.first_chunk::<28>().map_or(0, |named| crc32(0, named));
        let empty = header.last_chunk::<32>() == Some(&[0; 32]);
        if named != head_sum || !empty {
            return Err(WeightsFault::Damaged);
        }
        if shape != SHAPE {
            return Err(WeightsFault::Version);
        }
        let laws = Laws::at(usize::from(place)).ok_or(WeightsFault::Version)?;
        if body.len() != BODY || crc32(0, body) != body_sum || !(1..=MOST_SCALE).contains(&scale) {
            return Err(WeightsFault::Damaged);
        }
        Ok((laws, weights(body, scale)))
    }

    /// The bytes of a file.
    pub fn to_bytes(&self, laws: Laws) -> Vec<u8> {
        let mut body = Vec::with_capacity(BODY);
        let mut short = |weights: &[i16]| body.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        short(self.first.as_flattened());
        short(&self.first_bias);
        short(self.second.as_flattened().as_flattened().as_flattened());
        let long =
            |body: &mut Vec<u8>, weights: &[i32]| body.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        long(&mut body, self.second_bias.as_flattened());
        body.extend(self.last.as_flattened().iter().flat_map(|weight| weight.to_le_bytes()));
        long(&mut body, &self.last_bias);
        let place = laws.place() as u16;
        let mut bytes = MAGIC.to_vec();
        bytes.extend([FORMAT_VERSION, place].into_iter().chain(SHAPE).flat_map(u16::to_le_bytes));
        bytes.extend(self.scale.to_le_bytes());
        bytes.extend(crc32(0, &body).to_le_bytes());
        bytes.extend(crc32(0, &bytes).to_le_bytes());
        bytes.resize(HEADER, 0);
        bytes.extend(body);
        bytes
    }
}

/// The weights of a body of the right length.
fn weights(body: &[u8], scale: i32) -> Box<Network> {
    let mut network = Network::zeroed();
    let mut reader = Bytes(body);
    let mut short =
        |weights: &mut [i16]| weights.iter_mut().for_each(|weight| *weight = i16::from_le_bytes(reader.take()));
    short(network.first.as_flattened_mut());
    short(&mut network.first_bias);
    short(network.second.as_flattened_mut().as_flattened_mut().as_flattened_mut());
    network.second_bias.as_flattened_mut().iter_mut().for_each(|weight| *weight = i32::from_le_bytes(reader.take()));
    network.last.as_flattened_mut().iter_mut().for_each(|weight| *weight = i16::from_le_bytes(reader.take()));
    network.last_bias.iter_mut().for_each(|weight| *weight = i32::from_le_bytes(reader.take()));
    network.scale = scale;
    network
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test may fail so")]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let mut network = Network::zeroed();
        for (i, weight) in network.first.as_flattened_mut().iter_mut().enumerate() {
            *weight = (i % 701) as i16 - 350;
        }
        network.second_bias[3][7] = -123_456;
        network.last[BUCKETS - 1][SECOND - 1] = 321;
        network.last_bias[BUCKETS - 1] = 1 << 20;
        network.scale = 112;
        network.to_bytes(Laws::Czech)
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = sample();
        assert_eq!(bytes.len(), HEADER + BODY);
        let (laws, network) = Network::of_bytes(&bytes).unwrap_or_else(|fault| panic!("{fault:?}"));
        assert_eq!(laws, Laws::Czech);
        assert_eq!((network.scale, network.second_bias[3][7], network.last_bias[7]), (112, -123_456, 1 << 20));
        assert_eq!(network.to_bytes(laws), bytes);
    }

    #[test]
    fn whatever_is_cut_is_refused() {
        let bytes = sample();
        for length in (0..HEADER + 40).chain((HEADER..bytes.len()).step_by(997)) {
            assert!(Network::of_bytes(&bytes[..length]).is_err(), "{length} bytes");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(Network::of_bytes(&longer).err(), Some(WeightsFault::Damaged));
    }

    #[test]
    fn whatever_is_changed_is_refused() {
        let bytes = sample();
        for at in (0..HEADER).chain((HEADER..bytes.len()).step_by(1_009)) {
            for bit in [0, 3, 7] {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                assert!(Network::of_bytes(&changed).is_err(), "byte {at} bit {bit}");
            }
        }
    }

    #[test]
    fn a_huge_file_is_refused_at_once() {
        let path = std::env::temp_dir().join(format!("damero-huge-{}.net", std::process::id()));
        File::create(&path).and_then(|file| file.set_len(4 << 30)).expect("a file of holes can be made");
        let begun = std::time::Instant::now();
        let fault = Network::load(&path).err().map(|error| error.fault);
        let took = begun.elapsed();
        std::fs::remove_file(&path).expect("it can be removed");
        assert_eq!(fault, Some(WeightsFault::Foreign));
        assert!(took.as_millis() < 200, "{took:?}");
    }
}
