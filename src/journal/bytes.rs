//! Numbers out of the bytes of a file.

/// Takes arrays off the front of bytes; zeros beyond their end.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// The next so many bytes.
    pub fn take<const N: usize>(&mut self) -> [u8; N] {
        match self.0.split_first_chunk::<N>() {
            Some((array, rest)) => {
                self.0 = rest;
                *array
            }
            None => [0; N],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_come_one_after_another_and_zeros_after_the_end() {
        let mut bytes = Bytes(&[1, 2, 3, 4, 5]);
        assert_eq!((bytes.take::<1>(), bytes.take::<2>()), ([1], [2, 3]));
        assert_eq!((bytes.take::<3>(), bytes.take::<2>()), ([0, 0, 0], [4, 5]));
    }
}
