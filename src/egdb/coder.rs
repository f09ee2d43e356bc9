//! A binary arithmetic coder (after the carry-less coder of M. Mahoney's PAQ): both ends share an interval of 32 bits that
//! each bit cuts in two by its probability.

/// Writes bits whose probabilities are known.
#[derive(Debug)]
pub(crate) struct Encoder {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

/// The last value of the part of an interval that stands for a set bit of a probability in 1/65536, which must be from 1
/// to 65535.
#[inline(always)]
const fn middle(low: u32, high: u32, probability: u32) -> u32 {
    low + (((high - low) as u64 * probability as u64) >> 16) as u32
}

impl Encoder {
    /// Nothing written yet.
    pub const fn new() -> Encoder {
        Encoder { low: 0, high: u32::MAX, bytes: Vec::new() }
    }

    /// Writes a bit that was set with this probability, in 1/65536, from 1 to 65535.
    #[inline(always)]
    pub fn encode(&mut self, bit: bool, probability: u32) {
        let middle = middle(self.low, self.high, probability);
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 0xFF;
        }
    }

    /// What was written, in as few bytes as the decoder, which reads zeros after them, can tell it by.
    pub fn finish(mut self) -> Vec<u8> {
        for count in 0..=4 {
            let shift = 32 - 8 * count;
            let value = (u64::from(self.low) + (1 << shift) - 1) >> shift << shift;
            if value <= u64::from(self.high) {
                self.bytes.extend_from_slice(&(value as u32).to_be_bytes()[..count]);
                break;
            }
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Reads what an [`Encoder`] has written. Any bytes can be read: those that no encoder wrote give bits without meaning.
#[derive(Debug)]
pub(crate) struct Decoder<'a> {
    low: u32,
    high: u32,
    value: u32,
    rest: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    /// Reads these bytes, and zeros after them.
    pub fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { low: 0, high: u32::MAX, value: 0, rest: bytes.iter() };
        for _ in 0..4 {
            decoder.shift_in();
        }
        decoder
    }

    #[inline(always)]
    fn shift_in(&mut self) {
        self.value = self.value << 8 | u32::from(self.rest.next().copied().unwrap_or(0));
    }

    /// Reads a bit that was written with this probability.
    #[inline(always)]
    pub fn decode(&mut self, probability: u32) -> bool {
        let middle = middle(self.low, self.high, probability);
        let bit = self.value <= middle;
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.low <<= 8;
            self.high = self.high << 8 | 0xFF;
            self.shift_in();
        }
        bit
    }
}

/// A probability that adapts to the bits it has met.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adaptive(u16);

impl Adaptive {
    /// Nothing known: even chances.
    pub const EVEN: Adaptive = Adaptive(1 << 15);
    /// The least probability, in 1/65536: far enough from none.
    const LEAST: u32 = 64;

    /// The probability of a set bit, in 1/65536.
    #[inline(always)]
    pub const fn probability(self) -> u32 {
        let value = self.0 as u32;
        if value < Self::LEAST {
            Self::LEAST
        } else if value > 65_536 - Self::LEAST {
            65_536 - Self::LEAST
        } else {
            value
        }
    }

    /// Takes note of a bit.
    #[inline(always)]
    pub const fn learn(&mut self, bit: bool) {
        if bit {
            self.0 += (65_535 - self.0) >> 4;
        } else {
            self.0 -= self.0 >> 4;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_back() {
        let mut state = 1u32;
        let mut random = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        for round in 0..200 {
            let count = random() as usize % 3_000;
            let bits: Vec<(bool, u32)> = (0..count)
                .map(|_| {
                    let probability = match round % 4 {
                        0 => 1,
                        1 => 65_535,
                        2 => random() % 65_535 + 1,
                        _ => 65_536 >> (random() % 15 + 1),
                    };
                    (random() < probability, probability)
                })
                .collect();
            let mut encoder = Encoder::new();
            bits.iter().for_each(|&(bit, probability)| encoder.encode(bit, probability));
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for (i, &(bit, probability)) in bits.iter().enumerate() {
                assert_eq!(decoder.decode(probability), bit, "round {round}, bit {i} of {count}");
            }
        }
    }

    #[test]
    fn rare_bits_cost_little() {
        let mut encoder = Encoder::new();
        for i in 0..100_000 {
            encoder.encode(i % 1_000 == 0, 66);
        }
        let bytes = encoder.finish().len();
        // By Shannon: 100 set bits of 10 bits each, and the others.
        assert!((135..155).contains(&bytes), "{bytes}");
    }
}
