//! CRC-32 as in ISO 3309 (the one of zlib and PNG; polynomial 0x04C11DB7, reflected), eight bytes at a step.

/// What a byte does to the sum, when so many bytes follow it in a step.
#[allow(clippy::indexing_slicing, reason = "worked out by the compiler, which checks it")]
static TABLES: [[u32; 256]; 8] = {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum & 1 != 0 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 };
            bit += 1;
        }
        tables[0][byte] = sum;
        byte += 1;
    }
    let mut after = 1;
    while after < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[after - 1][byte];
            tables[after][byte] = before >> 8 ^ tables[0][(before & 0xFF) as usize];
            byte += 1;
        }
        after += 1;
    }
    tables
};

/// The sum of some bytes, going on from `sum`, which is 0 at first.
#[allow(clippy::indexing_slicing, reason = "every index is below 8 or a byte")]
pub fn crc32(sum: u32, bytes: &[u8]) -> u32 {
    let mut sum = !sum;
    let (steps, rest) = bytes.as_chunks::<8>();
    for step in steps {
        let word = u64::from_le_bytes(*step) ^ u64::from(sum);
        sum = (0..8).fold(0, |sum, i| sum ^ TABLES[7 - i][(word >> (8 * i) & 0xFF) as usize]);
    }
    for &byte in rest {
        sum = sum >> 8 ^ TABLES[0][((sum ^ u32::from(byte)) & 0xFF) as usize];
    }
    !sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_standard() {
        assert_eq!(crc32(0, b""), 0);
        assert_eq!(crc32(0, b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(crc32(0, b"1234"), b"56789"), 0xCBF4_3926);
        assert_eq!(crc32(0, b"The quick brown fox jumps over the lazy dog"), 0x414F_A339);
    }
}
