//! How distances are coded.
//!
//! The bytes of a slice (see [`super::Value::from_byte`]) are coded in blocks of [`DISTANCE_BLOCK`], each with probabilities
//! that start even and adapt. Of a position first its outcome is coded, in the context of the four outcomes before it, then
//! the difference between its distance and that of the win, or loss, last met: whether there is any, its sign, and its size
//! in a code of Elias (gamma). Coder and decoder are one function, so they cannot disagree.

use super::coder::{Adaptive, Decoder, Encoder};
use super::value::Wld;

/// Positions in a block of distances.
pub(crate) const DISTANCE_BLOCK: usize = 1 << 14;

/// Where bits go to or come from.
trait Bits {
    /// Codes a bit; the answer is the bit. A decoder does not know the bit before, and does not look at it.
    fn bit(&mut self, bit: bool, odds: &mut Adaptive) -> bool;
}

impl Bits for Encoder {
    #[inline(always)]
    fn bit(&mut self, bit: bool, odds: &mut Adaptive) -> bool {
        self.encode(bit, odds.probability());
        odds.learn(bit);
        bit
    }
}

impl Bits for Decoder<'_> {
    #[inline(always)]
    fn bit(&mut self, _: bool, odds: &mut Adaptive) -> bool {
        let bit = self.decode(odds.probability());
        odds.learn(bit);
        bit
    }
}

/// What the distances of one outcome are predicted from.
#[derive(Clone, Copy)]
struct Distances {
    last: u8,
    /// How far the last one was from the one before: 0, 1, or 2 for more.
    class: usize,
    same: [Adaptive; 3],
    lower: [Adaptive; 3],
    /// By the number of bits of the size.
    length: [Adaptive; 8],
    /// By the bits of the size that came before.
    size: [Adaptive; 256],
}

impl Distances {
    fn new(last: u8) -> Distances {
        let even = Adaptive::EVEN;
        Distances { last, class: 0, same: [even; 3], lower: [even; 3], length: [even; 8], size: [even; 256] }
    }

    /// Codes a byte of this outcome.
    #[inline(always)]
    fn code(&mut self, byte: u8, bits: &mut impl Bits) -> u8 {
        let known = self.last;
        if bits.bit(byte == known, &mut self.same[self.class]) {
            self.class = 0;
            return known;
        }
        let lower = bits.bit(byte < known, &mut self.lower[self.class]);
        let size = self.code_size(byte.abs_diff(known) / 2, bits);
        self.class = if size == 1 { 1 } else { 2 };
        let step = size.wrapping_mul(2);
        self.last = if lower { known.wrapping_sub(step) } else { known.wrapping_add(step) };
        self.last
    }

    /// Codes a number from 1 to 127.
    #[inline(always)]
    fn code_size(&mut self, size: u8, bits: &mut impl Bits) -> u8 {
        let wanted = 7u32.saturating_sub(size.leading_zeros());
        let mut length = 0;
        while length < 6 && bits.bit(length < wanted, &mut self.length[length as usize]) {
            length += 1;
        }
        let mut coded = 1u8;
        for place in (0..length).rev() {
            let bit = bits.bit(size >> place & 1 != 0, &mut self.size[usize::from(coded)]);
            coded = coded << 1 | u8::from(bit);
        }
        coded
    }
}

/// Codes the bytes of a block one after another; a decoder fills them in.
fn code(values: &mut [u8], bits: &mut impl Bits) {
    let mut drawn = [Adaptive::EVEN; 256];
    let mut won = [Adaptive::EVEN; 256];
    let (mut wins, mut losses) = (Distances::new(2), Distances::new(1));
    let mut context = 0u8;
    for value in values {
        let outcome = Wld::of_byte(*value);
        let place = usize::from(context);
        let coded = if bits.bit(outcome == 0, &mut drawn[place]) {
            *value = 0;
            0
        } else if bits.bit(outcome == 2, &mut won[place]) {
            *value = wins.code(*value, bits);
            2
        } else {
            *value = losses.code(*value, bits);
            1
        };
        context = context << 2 | coded;
    }
}

/// Codes a block.
pub(crate) fn encode_distances(values: &[u8]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    code(&mut values.to_vec(), &mut encoder);
    encoder.finish()
}

/// Decodes a block of so many values.
pub(crate) fn decode_distances(bytes: &[u8], count: usize) -> Vec<u8> {
    let mut values = vec![0; count];
    code(&mut values, &mut Decoder::new(bytes));
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_come_back() {
        let all: Vec<u8> = (0..=255).flat_map(|a: u8| [a, a.wrapping_mul(7), 255 - a, 0, 2, 1, 2]).collect();
        assert_eq!(decode_distances(&encode_distances(&all), all.len()), all);
        let mut state = 1u32;
        let noise: Vec<u8> = (0..DISTANCE_BLOCK)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        assert_eq!(decode_distances(&encode_distances(&noise), noise.len()), noise);
        assert!(encode_distances(&[0; DISTANCE_BLOCK]).len() < 10);
    }

    #[test]
    fn any_bytes_decode_to_something() {
        for seed in 0..50u8 {
            let bytes: Vec<u8> = (0..3_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8 ^ seed).collect();
            assert_eq!(decode_distances(&bytes, DISTANCE_BLOCK).len(), DISTANCE_BLOCK);
        }
    }
}
