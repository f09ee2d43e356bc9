//! The sums of a network, for a processor with AVX-512 and its instructions for networks, for one with AVX2, and for any.

use super::{BUCKETS, FIRST, FIRST_ONE, Network, SECOND, SECOND_FULL, SECOND_SHIFT, rows};

const _: () = assert!(BUCKETS.is_power_of_two() && FIRST.is_multiple_of(32) && SECOND == 16);

/// The sum of the last layer.
#[inline(always)]
pub(super) fn last_sum(network: &Network, sets: &[u32; 4], bucket: usize) -> i32 {
    // Two loads and branches, which are always foretold.
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx512vnni") && std::is_x86_feature_detected!("avx512bw") {
        // SAFETY: AVX-512 VNNI and BW are there.
        return unsafe { avx512::last_sum(network, sets, bucket % BUCKETS) };
    }
    // No question asked in a program that is built for AVX2.
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        // SAFETY: AVX2 is there.
        return unsafe { avx2::last_sum(network, sets, bucket % BUCKETS) };
    }
    last_sum_anywhere(network, sets, bucket % BUCKETS)
}

/// The same without instructions of any one processor.
pub(super) fn last_sum_anywhere(network: &Network, sets: &[u32; 4], bucket: usize) -> i32 {
    let mut first = network.first_bias;
    for (kind, &set) in sets.iter().enumerate() {
        for row in rows(kind, set) {
            for (sum, weight) in first.iter_mut().zip(&network.first[row]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
    }
    let first = first.map(|sum| i32::from(sum).clamp(0, FIRST_ONE));
    let mut second = network.second_bias[bucket];
    for (pair, weights) in first.as_chunks::<2>().0.iter().zip(&network.second[bucket]) {
        for (sum, weight) in second.iter_mut().zip(weights) {
            *sum += pair[0] * i32::from(weight[0]) + pair[1] * i32::from(weight[1]);
        }
    }
    let cut = second.map(|sum| (sum >> SECOND_SHIFT).clamp(0, SECOND_FULL));
    let products = cut.iter().zip(&network.last[bucket]).map(|(value, weight)| value * i32::from(*weight));
    network.last_bias[bucket] + products.sum::<i32>()
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use super::{FIRST, FIRST_ONE, Network, SECOND, SECOND_FULL, SECOND_SHIFT, rows};

    /// Registers of the first layer.
    const WIDTH: usize = FIRST / 32;
    /// Sums of each unit of the second layer, so that additions need not wait for one another.
    const SUMS: usize = 4;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub(super) fn last_sum(network: &Network, sets: &[u32; 4], bucket: usize) -> i32 {
        // SAFETY: All loads and stores stay within the arrays: rows have FIRST numbers, a register holds 32 of them; a
        // pair of units has SECOND times two, one register. Loads need no alignment.
        unsafe {
            let mut first = [_mm512_setzero_si512(); WIDTH];
            for (i, sum) in first.iter_mut().enumerate() {
                *sum = load(network.first_bias.as_ptr().add(32 * i));
            }
            for (kind, &set) in sets.iter().enumerate() {
                for row in rows(kind, set) {
                    let row = network.first[row].as_ptr();
                    for (i, sum) in first.iter_mut().enumerate() {
                        *sum = _mm512_add_epi16(*sum, load(row.add(32 * i)));
                    }
                }
            }
            let (least, most) = (_mm512_setzero_si512(), _mm512_set1_epi16(FIRST_ONE as i16));
            let mut cut = [0i32; FIRST / 2];
            for (i, &sum) in first.iter().enumerate() {
                let sum = _mm512_min_epi16(_mm512_max_epi16(sum, least), most);
                _mm512_storeu_si512(cut.as_mut_ptr().add(16 * i).cast(), sum);
            }
            second(network, &cut, bucket)
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    fn second(network: &Network, cut: &[i32; FIRST / 2], bucket: usize) -> i32 {
        // SAFETY: as above.
        unsafe {
            let mut sums = [_mm512_setzero_si512(); SUMS];
            sums[0] = load(network.second_bias[bucket].as_ptr());
            let weights = network.second[bucket].as_ptr().cast::<i16>();
            for (group, units) in cut.as_chunks::<SUMS>().0.iter().enumerate() {
                for (i, sum) in sums.iter_mut().enumerate() {
                    let row = weights.add((group * SUMS + i) * 2 * SECOND);
                    *sum = _mm512_dpwssd_epi32(*sum, _mm512_set1_epi32(units[i]), load(row));
                }
            }
            let halves = [_mm512_add_epi32(sums[0], sums[1]), _mm512_add_epi32(sums[2], sums[3])];
            let sums = _mm512_srai_epi32::<{ SECOND_SHIFT as u32 }>(_mm512_add_epi32(halves[0], halves[1]));
            let full = _mm512_set1_epi32(SECOND_FULL);
            let sums = _mm512_min_epi32(_mm512_max_epi32(sums, _mm512_setzero_si512()), full);
            let last = _mm512_cvtepi16_epi32(_mm256_loadu_si256(network.last[bucket].as_ptr().cast()));
            network.last_bias[bucket] + _mm512_reduce_add_epi32(_mm512_mullo_epi32(sums, last))
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    unsafe fn load<T>(from: *const T) -> __m512i {
        // SAFETY: the caller's: 64 bytes can be read there.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{FIRST, FIRST_ONE, Network, SECOND, SECOND_FULL, SECOND_SHIFT, rows};

    /// Registers of the first layer.
    const WIDTH: usize = FIRST / 16;

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn last_sum(network: &Network, sets: &[u32; 4], bucket: usize) -> i32 {
        // SAFETY: All loads and stores stay within the arrays: rows have FIRST
        // numbers, a register holds 16 of them; a pair of units has SECOND times two, two registers. Loads need no alignment.
        unsafe {
            let mut first = [_mm256_setzero_si256(); WIDTH];
            for (i, sum) in first.iter_mut().enumerate() {
                *sum = load(network.first_bias.as_ptr().add(16 * i));
            }
            for (kind, &set) in sets.iter().enumerate() {
                for row in rows(kind, set) {
                    let row = network.first[row].as_ptr();
                    for (i, sum) in first.iter_mut().enumerate() {
                        *sum = _mm256_add_epi16(*sum, load(row.add(16 * i)));
                    }
                }
            }
            let (least, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(FIRST_ONE as i16));
            let mut cut = [0i32; FIRST / 2];
            for (i, &sum) in first.iter().enumerate() {
                let sum = _mm256_min_epi16(_mm256_max_epi16(sum, least), most);
                _mm256_storeu_si256(cut.as_mut_ptr().add(8 * i).cast(), sum);
            }
            second(network, &cut, bucket)
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn second(network: &Network, cut: &[i32; FIRST / 2], bucket: usize) -> i32 {
        // SAFETY: as above.
        unsafe {
            let bias = network.second_bias[bucket].as_ptr();
            // Two sums of each unit, so that additions need not wait for one another.
            let mut sums = [load(bias), load(bias.add(8)), _mm256_setzero_si256(), _mm256_setzero_si256()];
            let weights = network.second[bucket].as_ptr().cast::<i16>();
            let mut pair = 0;
            while pair < FIRST / 2 {
                for half in 0..2 {
                    let units = _mm256_set1_epi32(cut[pair + half]);
                    let row = weights.add((pair + half) * 2 * SECOND);
                    for part in 0..2 {
                        let products = _mm256_madd_epi16(units, load(row.add(16 * part)));
                        sums[2 * half + part] = _mm256_add_epi32(sums[2 * half + part], products);
                    }
                }
                pair += 2;
            }
            let low = shifted(_mm256_add_epi32(sums[0], sums[2]));
            let high = shifted(_mm256_add_epi32(sums[1], sums[3]));
            // Packing swaps the middle quarters; the permutation puts them back.
            let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(low, high));
            let products = _mm256_madd_epi16(packed, load(network.last[bucket].as_ptr()));
            network.last_bias[bucket] + total(products)
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn load<T>(from: *const T) -> __m256i {
        // SAFETY: the caller's: 32 bytes can be read there.
        unsafe { _mm256_loadu_si256(from.cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn shifted(sums: __m256i) -> __m256i {
        let sums = _mm256_srai_epi32::<SECOND_SHIFT>(sums);
        _mm256_min_epi32(_mm256_max_epi32(sums, _mm256_setzero_si256()), _mm256_set1_epi32(SECOND_FULL))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn total(sums: __m256i) -> i32 {
        let halves = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
        let pairs = _mm_add_epi32(halves, _mm_shuffle_epi32::<0b00_00_11_10>(halves));
        _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32::<0b00_00_00_01>(pairs)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::{INPUTS, bucket};

    /// A network of random weights of the sizes that a fit can give.
    fn random_network(seed: u64) -> Box<Network> {
        let mut state = seed;
        let mut below = |most: i32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) as i32).rem_euclid(2 * most + 1) - most
        };
        let mut network = Network::zeroed();
        network.first.as_flattened_mut().iter_mut().for_each(|weight| *weight = below(200) as i16);
        network.first_bias.iter_mut().for_each(|weight| *weight = below(200) as i16);
        let second = network.second.as_flattened_mut().as_flattened_mut().as_flattened_mut();
        second.iter_mut().for_each(|weight| *weight = below(1_000) as i16);
        network.second_bias.as_flattened_mut().iter_mut().for_each(|weight| *weight = below(60_000));
        network.last.as_flattened_mut().iter_mut().for_each(|weight| *weight = below(8_000) as i16);
        network.last_bias.iter_mut().for_each(|weight| *weight = below(1_000_000));
        network.scale = 100;
        network
    }

    #[test]
    fn all_ways_to_add_agree() {
        assert_eq!(INPUTS, 128);
        let network = random_network(7);
        let mut state = 1u32;
        let mut bits = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        };
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..2_000 {
            let (own, other, kings) = (bits() & bits(), bits() & bits(), bits());
            let other = other & !own;
            let sets = [own & !kings, other & !kings, own & kings, other & kings];
            let bucket = bucket((own | other).count_ones(), (own | other) & kings != 0);
            let sum = last_sum_anywhere(&network, &sets, bucket);
            assert_eq!(last_sum(&network, &sets, bucket), sum, "{sets:?}");
            #[cfg(target_arch = "x86_64")]
            if std::is_x86_feature_detected!("avx2") {
                // SAFETY: AVX2 is there. (Where AVX-512 is too, it is what `last_sum` takes.)
                assert_eq!(unsafe { avx2::last_sum(&network, &sets, bucket) }, sum, "{sets:?}");
            }
            seen.insert(sum);
        }
        assert!(seen.len() > 1_000, "the test network says nearly the same of all: {}", seen.len());
    }
}
