//! How win, loss and draw are predicted, for compression.
//!
//! The values of a slice are coded one after another in blocks of [`BLOCK`]. Each is predicted from up to six values
//! before it, at distances that are chosen for the slice (its template); what comes after each combination of these (a
//! context) is counted over the slice, and the probabilities are kept with it. Values before the start of the block count
//! as draws, so a block can be decoded without the others.
//!
//! Reading a model checks what it reads; what is indexed afterwards is in range by the types or by what was checked.

use super::coder::Decoder;

/// Positions in a block.
pub(crate) const BLOCK: usize = 4096;
/// Bytes that the values of a block take, four a byte.
pub(crate) const PACKED: usize = BLOCK / 4;
/// The most values that a prediction looks at.
pub(crate) const MOST_OFFSETS: usize = 6;

/// The values of a block, four a byte, the first lowest.
pub(crate) type Packed = [u8; PACKED];

/// The probabilities, in 1/65536, of the codes 0-255: each is the 16th root of 2 less likely than the one before.
static PROBABILITIES: [u16; 256] = {
    // 2^(-1/16) in 1/2^32.
    const STEP: u64 = 4_112_874_773;
    let mut table = [0; 256];
    let mut value: u64 = 65_535 << 16;
    let mut code = 0;
    while code < 256 {
        let rounded = (value + (1 << 15)) >> 16;
        table[code] = if rounded < 1 { 1 } else { rounded as u16 };
        value = (value * STEP) >> 32;
        code += 1;
    }
    table
};

/// The six orders of the three values, likeliest first.
const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// What comes after a context.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Odds {
    /// The three values, likeliest first.
    pub order: [u8; 3],
    /// The probability that it is not the first of them, in 1/65536.
    pub other: u16,
    /// The probability that it is then the third, in 1/65536.
    pub third: u16,
}

impl Odds {
    /// Odds of which nothing is known; they are never met.
    const NONE: Odds = Odds { order: [0, 1, 2], other: 1, third: 1 };

    /// The odds that three bytes stand for.
    fn from_bytes([order, other, third]: [u8; 3]) -> Option<Odds> {
        let order = *ORDERS.get(usize::from(order))?;
        Some(Odds { order, other: PROBABILITIES[usize::from(other)], third: PROBABILITIES[usize::from(third)] })
    }

    /// The three bytes that stand best for some counts of draws, losses and wins.
    pub fn bytes_of(counts: [u64; 3]) -> [u8; 3] {
        let rank = |order: &[u8; 3]| order.map(|value| std::cmp::Reverse(counts[usize::from(value)]));
        let best = (0..6).min_by_key(|&i| rank(&ORDERS[i])).unwrap_or(0);
        let [first, second, third] = ORDERS[best].map(|value| counts[usize::from(value)]);
        let code = |part: u64, of: u64| {
            let wanted = (part * 65_536 + of / 2).checked_div(of).unwrap_or(0);
            let error = |code: &u8| u64::from(PROBABILITIES[usize::from(*code)]).abs_diff(wanted);
            (0..=255).min_by_key(error).unwrap_or(255)
        };
        [best as u8, code(second + third, first + second + third), code(third, second + third)]
    }
}

/// The distances to the values that a prediction looks at, and the odds of each context.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    offsets: Vec<usize>,
    /// By context, two bits a value.
    odds: Vec<Odds>,
}

/// The contexts of so many values, ascending.
fn contexts(values: usize) -> impl Iterator<Item = usize> {
    (0..1 << (2 * values)).filter(move |context| (0..values).all(|i| context >> (2 * i) & 3 < 3))
}

impl Model {
    /// Writes a model: the number of distances and each in two bytes, a bit a context that says whether it is met, and
    /// three bytes for each that is.
    pub fn write(offsets: &[usize], counts: &[[u64; 3]], to: &mut Vec<u8>) {
        to.push(offsets.len() as u8);
        offsets.iter().for_each(|&offset| to.extend_from_slice(&(offset as u16).to_le_bytes()));
        let met: Vec<bool> = contexts(offsets.len()).map(|context| counts[context].iter().any(|&n| n > 0)).collect();
        to.extend(met.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit))));
        for (context, _) in contexts(offsets.len()).zip(&met).filter(|(_, met)| **met) {
            to.extend_from_slice(&Odds::bytes_of(counts[context]));
        }
    }

    /// Reads a model from the start of some bytes, which it takes off; `None` if they hold none.
    pub fn read(bytes: &mut &[u8]) -> Option<Model> {
        let count = usize::from(*bytes.split_off_first()?);
        if count > MOST_OFFSETS {
            return None;
        }
        let mut offsets = Vec::with_capacity(count);
        for pair in bytes.split_off(..2 * count)?.chunks_exact(2) {
            let offset = usize::from(u16::from_le_bytes([*pair.first()?, *pair.get(1)?]));
            if offset == 0 || offset > BLOCK {
                return None;
            }
            offsets.push(offset);
        }
        let met = bytes.split_off(..contexts(count).count().div_ceil(8))?;
        let mut odds = vec![Odds::NONE; 1 << (2 * count)];
        for (i, context) in contexts(count).enumerate() {
            if met.get(i / 8)? >> (i % 8) & 1 != 0 {
                let three = bytes.split_off(..3)?;
                *odds.get_mut(context)? = Odds::from_bytes(three.try_into().ok()?)?;
            }
        }
        Some(Model { offsets, odds })
    }

    /// Decodes a block.
    #[inline(never)]
    pub fn decode(&self, bytes: &[u8]) -> Packed {
        let mut values = [0u8; 2 * BLOCK];
        let mut decoder = Decoder::new(bytes);
        for i in BLOCK..2 * BLOCK {
            let mut context = 0;
            for &offset in &self.offsets {
                // The offsets are from 1 to BLOCK, so the place is in the buffer; the mask spares a check.
                context = context << 2 | usize::from(values[(i - offset) & (2 * BLOCK - 1)]);
            }
            let odds = self.odds.get(context).unwrap_or(&Odds::NONE);
            let place = if !decoder.decode(odds.other.into()) {
                0
            } else if decoder.decode(odds.third.into()) {
                2
            } else {
                1
            };
            values[i] = odds.order[place];
        }
        let mut packed = [0; PACKED];
        for (byte, four) in packed.iter_mut().zip(values[BLOCK..].chunks_exact(4)) {
            *byte = four[0] | four[1] << 2 | four[2] << 4 | four[3] << 6;
        }
        packed
    }

    /// The odds of a context.
    pub fn odds(&self, context: usize) -> &Odds {
        &self.odds[context]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stand_for_probabilities() {
        assert!(PROBABILITIES.is_sorted_by(|one, next| one >= next));
        assert_eq!(PROBABILITIES[0], 65_535);
        assert!((32_760..=32_776).contains(&PROBABILITIES[16]));
        assert_eq!(PROBABILITIES[255], 1);
        let odds = Odds::from_bytes(Odds::bytes_of([10, 0, 1_000])).unwrap();
        assert_eq!(odds.order, [2, 0, 1]);
        assert!((600..700).contains(&odds.other) && odds.third == 1);
    }

    #[test]
    fn models_are_read_back_and_bad_ones_refused() {
        let mut counts = vec![[0; 3]; 16];
        counts[0b0110] = [1, 2, 3];
        counts[0b1010] = [500, 0, 20];
        let mut bytes = Vec::new();
        Model::write(&[1, 300], &counts, &mut bytes);
        let read = Model::read(&mut bytes.as_slice()).unwrap();
        assert_eq!(read.offsets, [1, 300]);
        assert_eq!(read.odds(0b0110).order, [2, 1, 0]);
        for length in 0..bytes.len() {
            assert!(Model::read(&mut &bytes[..length]).is_none(), "{length}");
        }
        for (at, wrong) in [(0, 7), (1, 0), (4, 0xFF), (7, 6)] {
            let mut bytes = bytes.clone();
            bytes[at] = wrong;
            if at == 1 {
                bytes[2] = 0;
            }
            assert!(Model::read(&mut bytes.as_slice()).is_none(), "{at}");
        }
    }
}
