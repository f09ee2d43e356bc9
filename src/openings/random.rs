//! Random numbers that are the same everywhere.

use crate::rules::Laws;

use super::laws_name;

/// A small generator of random numbers, the same on every machine: splitmix64 (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The generator of a piece of work of some laws, by its number: other seeds, laws and numbers give others.
    pub fn of(seed: u64, laws: Laws, number: u64) -> Random {
        let mix = |sum: u64, byte: u8| Random::new(sum ^ u64::from(byte)).bits();
        let mut all = Random::new(laws_name(laws).bytes().fold(seed, mix));
        Random::new(all.bits() ^ Random::new(number).bits())
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below a bound; the bounds in use are so small that none is favoured noticeably.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_the_published_ones() {
        // The first outputs of splitmix64 for the seed 1234567.
        let mut random = Random::new(1_234_567);
        assert_eq!([random.bits(), random.bits()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn numbers_below_a_bound_come_all_and_evenly() {
        let mut random = Random::new(1);
        let mut seen = [0u32; 10];
        (0..10_000).for_each(|_| seen[random.below(10) as usize] += 1);
        assert!(seen.iter().all(|&count| (800..1200).contains(&count)), "{seen:?}");
    }
}
