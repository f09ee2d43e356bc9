//! Long arrays of cells: in memory or, where they are larger than it may be, in a file that the system pages.

use std::fs::File;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::slice;
use std::sync::atomic::AtomicU16;

use memmap2::MmapMut;

/// Where arrays are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Medium<'a> {
    /// In memory.
    Memory,
    /// In a file in this folder, which nobody else sees and which is gone with the array, even after a kill.
    Disk(&'a Path),
}

/// What arrays hold.
///
/// # Safety
/// Bytes of zero, and any others that were written as a `Self`, must be one; it needs no more alignment than a page has.
pub(crate) unsafe trait Cell: Default + Sync + Send {}
// SAFETY: a whole number.
unsafe impl Cell for u8 {}
// SAFETY: as a u16, which it has the form of.
unsafe impl Cell for AtomicU16 {}

/// An array.
#[derive(Debug)]
pub(crate) struct Store<T>(Kept<T>);

#[derive(Debug)]
enum Kept<T> {
    Memory(Vec<T>),
    Disk { map: MmapMut, len: usize, cells: PhantomData<T> },
}

impl<T: Cell> Store<T> {
    /// So many cells of zero.
    ///
    /// # Errors
    /// If the disk has no room for them, or the file cannot be made.
    pub fn new(len: usize, medium: Medium<'_>) -> io::Result<Store<T>> {
        let kept = match medium {
            Medium::Memory => {
                let mut cells = Vec::new();
                cells.resize_with(len, T::default);
                Kept::Memory(cells)
            }
            Medium::Disk(folder) => {
                Kept::Disk { map: map_zeros(folder, len * size_of::<T>())?, len, cells: PhantomData }
            }
        };
        Ok(Store(kept))
    }

    /// The bytes of memory that it takes; what the system keeps of a file is its own affair.
    pub fn memory(&self) -> u64 {
        match &self.0 {
            Kept::Memory(cells) => size_of_val(cells.as_slice()) as u64,
            Kept::Disk { .. } => 0,
        }
    }
}

/// A new file of so many bytes of zero, mapped. They are written, not only promised: to touch a page for which the disk has
/// no room would end the program.
fn map_zeros(folder: &Path, bytes: usize) -> io::Result<MmapMut> {
    let mut file: File = tempfile::tempfile_in(folder)?;
    let zeros = vec![0; 1 << 20];
    let mut left = bytes.max(1);
    while left > 0 {
        let now = left.min(zeros.len());
        file.write_all(&zeros[..now])?;
        left -= now;
    }
    // SAFETY: the file has no name (or, where files must have one, is locked by it being open), so nobody cuts it short.
    unsafe { MmapMut::map_mut(&file) }
}

impl<T: Cell> Deref for Store<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Kept::Memory(cells) => cells,
            // SAFETY: the map has that many cells, was zeros and is written through this type alone; pages are aligned.
            Kept::Disk { map, len, .. } => unsafe { slice::from_raw_parts(map.as_ptr().cast(), *len) },
        }
    }
}

impl<T: Cell> DerefMut for Store<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Kept::Memory(cells) => cells,
            // SAFETY: as above, and `self` is borrowed alone.
            Kept::Disk { map, len, .. } => unsafe { slice::from_raw_parts_mut(map.as_mut_ptr().cast(), *len) },
        }
    }
}

impl From<Vec<u8>> for Store<u8> {
    fn from(cells: Vec<u8>) -> Store<u8> {
        Store(Kept::Memory(cells))
    }
}

/// A copy in memory.
impl Clone for Store<u8> {
    fn clone(&self) -> Store<u8> {
        self.to_vec().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn an_array_on_disk_is_one_of_zeros_that_keeps_what_is_written() {
        let folder = std::env::temp_dir();
        let mut store: Store<AtomicU16> = Store::new(100_000, Medium::Disk(&folder)).unwrap();
        assert!(store.len() == 100_000 && store.iter().all(|cell| cell.load(Relaxed) == 0) && store.memory() == 0);
        *store[99_999].get_mut() = 0xABCD;
        store[7].store(0x1234, Relaxed);
        assert_eq!([store[99_999].load(Relaxed), store[7].load(Relaxed), store[8].load(Relaxed)], [0xABCD, 0x1234, 0]);
        let none: Store<u8> = Store::new(0, Medium::Disk(&folder)).unwrap();
        assert!(none.is_empty());
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let folder = std::env::temp_dir().join("damero-no-such-folder");
        assert!(Store::<u8>::new(10, Medium::Disk(&folder)).is_err());
    }
}
