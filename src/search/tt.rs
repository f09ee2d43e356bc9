//! The transposition table: shared by all threads without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use memmap2::{MmapMut, MmapRaw};

use crate::score::Score;

/// What a stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Bound {
    /// The score is at most this.
    Upper = 1,
    /// The score is at least this.
    Lower = 2,
    /// The score is this.
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The code of the best move, 0 for none; see `Move::code`.
    pub code: u16,
    /// As seen from the position itself: see [`from_node`] and [`to_node`].
    pub score: i32,
    /// The static evaluation, or [`NO_EVAL`].
    pub eval: i32,
    /// Depth in plies.
    pub depth: i32,
    pub bound: Bound,
}

/// Stands for a static evaluation that was not made.
pub(super) const NO_EVAL: i32 = i16::MIN as i32;

/// Two words: the key xored with the data, and the data. A torn pair fails the check when it is read, so no lock is
/// needed (R. Hyatt and T. Mann, "A lockless transposition-table implementation for parallel search", 2002).
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Slots that share a cache line, and a key's choice among them.
const CLUSTER: usize = 4;

const _: () = assert!(size_of::<Slot>() * CLUSTER == 64);

/// A transposition table.
pub(super) struct Table {
    memory: MmapRaw,
    clusters: usize,
    age: AtomicU8,
}

const AGE_BITS: u8 = 0x3F;

fn pack(entry: Entry, age: u8) -> u64 {
    u64::from(entry.code)
        | u64::from(entry.score as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | u64::from(entry.bound as u8) << 56
        | u64::from(age & AGE_BITS) << 58
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
        code: data as u16,
        score: i32::from((data >> 16) as u16 as i16),
        eval: i32::from((data >> 32) as u16 as i16),
        depth: (data >> 48 & 0xFF) as i32,
        bound,
    })
}

/// The largest table that is emptied and not replaced, in MiB: tens of milliseconds' work. The first moves of a game would
/// pay more for new memory.
const EMPTIED_MIB: usize = 256;

/// The largest table, in MiB: a tebibyte.
const MOST_MIB: usize = 1 << 20;

/// Memory for so many clusters, all zero, unless there is no room for them.
///
/// It is mapped, not allocated: its pages stay untouched until they are used (filling a large table takes long), it can
/// be refused (a size that a user typed must not end the program), and the system can be asked for large pages, which
/// are met for the first time and looked up in a fraction of the time of small ones.
fn zeroed(clusters: usize) -> Option<MmapRaw> {
    let memory = MmapMut::map_anon(clusters.checked_mul(size_of::<Slot>() * CLUSTER)?).ok()?;
    #[cfg(target_os = "linux")]
    {
        // Small pages do as well where there are no large ones.
        let _ = memory.advise(memmap2::Advice::HugePage);
    }
    Some(memory.into())
}

impl Table {
    /// A table of so many MiB, at least one, or of as many as the system gives: half, a quarter and so on.
    pub fn new(mib: usize) -> Table {
        let mut mib = mib.clamp(1, MOST_MIB);
        loop {
            let clusters = (mib << 20) / (size_of::<Slot>() * CLUSTER);
            if let Some(memory) = zeroed(clusters) {
                return Table { memory, clusters, age: AtomicU8::new(0) };
            }
            assert!(mib > 1, "not even one MiB of memory is left");
            mib /= 2;
        }
    }

    /// Forgets everything. A table that is not very large is emptied where it stands, so that its memory is there before
    /// the clock runs. For a larger one new memory is taken: it comes empty, and page by page as it is used; emptying all
    /// of it would take long, and could ask for more memory than there is.
    pub fn clear(&mut self) {
        let mib = (self.clusters * size_of::<Slot>() * CLUSTER) >> 20;
        if mib <= EMPTIED_MIB {
            for slot in self.slots() {
                slot.check.store(0, Ordering::Relaxed);
                slot.data.store(0, Ordering::Relaxed);
            }
            return;
        }
        // The old memory goes first: there may not be room for both.
        *self = Table::new(1);
        *self = Table::new(mib);
    }

    /// Begins a new search: what earlier ones stored gives way first.
    pub fn next_age(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline(always)]
    fn slots(&self) -> &[Slot] {
        // SAFETY: the mapping is as long as these slots together and begins with a page; it lives as long as the table,
        // and nothing looks at it but through these slots, which are atomic integers, for which all bits make a value.
        unsafe { std::slice::from_raw_parts(self.memory.as_mut_ptr().cast::<Slot>(), self.clusters * CLUSTER) }
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &[Slot] {
        let index = ((u128::from(key) * self.clusters as u128) >> 64) as usize;
        &self.slots()[index * CLUSTER..(index + 1) * CLUSTER]
    }

    /// Brings the cache line of a key nearer.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing and faults on no address, and this one is inside the table.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.cluster(key).as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is stored for a key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key { unpack(data) } else { None }
        })
    }

    /// Stores an entry, in place of an older one of the same key or of the one worth least. A move that is known is
    /// kept where the new entry has none.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed) & AGE_BITS;
        let cluster = self.cluster(key);
        let mut chosen = &cluster[0];
        let mut least = i32::MAX;
        for slot in cluster {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                if entry.code == 0 {
                    entry.code = data as u16;
                }
                chosen = slot;
                break;
            }
            let worth = worth(data, age);
            if worth < least {
                least = worth;
                chosen = slot;
            }
        }
        let data = pack(entry, age);
        chosen.check.store(key ^ data, Ordering::Relaxed);
        chosen.data.store(data, Ordering::Relaxed);
    }

    /// How full the table is with entries of the present search, in thousandths, from a sample.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed) & AGE_BITS;
        let sample = (self.clusters * CLUSTER).min(1000);
        let used = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (data >> 56) & 3 != 0 && (data >> 58) as u8 == age
        };
        let used = self.slots()[..sample].iter().filter(used).count();
        (used * 1000 / sample.max(1)) as u32
    }
}

/// How much an entry deserves to stay: deep and recent ones most.
#[inline(always)]
fn worth(data: u64, age: u8) -> i32 {
    if data >> 56 & 3 == 0 {
        return i32::MIN;
    }
    let searches_ago = age.wrapping_sub((data >> 58) as u8) & AGE_BITS;
    (data >> 48 & 0xFF) as i32 - 4 * i32::from(searches_ago)
}

/// A score counted from the root, as seen from a node `ply` plies below it.
#[inline(always)]
pub(super) const fn to_node(score: i32, ply: i32) -> i32 {
    if score >= Score::LEAST_DATABASE_WIN {
        score + ply
    } else if score <= -Score::LEAST_DATABASE_WIN {
        score - ply
    } else {
        score
    }
}

/// The inverse of [`to_node`].
#[inline(always)]
pub(super) const fn from_node(score: i32, ply: i32) -> i32 {
    if score >= Score::LEAST_DATABASE_WIN {
        score - ply
    } else if score <= -Score::LEAST_DATABASE_WIN {
        score + ply
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1);
        let entry = Entry { code: 77, score: -31_990, eval: NO_EVAL, depth: 12, bound: Bound::Lower };
        assert_eq!(table.probe(0x1234_5678_9ABC_DEF0), None);
        table.store(0x1234_5678_9ABC_DEF0, entry);
        assert_eq!(table.probe(0x1234_5678_9ABC_DEF0), Some(entry));
        assert_eq!(table.probe(0x1234_5678_9ABC_DEF1), None);
        table.store(0x1234_5678_9ABC_DEF0, Entry { code: 0, depth: 3, ..entry });
        assert_eq!(table.probe(0x1234_5678_9ABC_DEF0), Some(Entry { depth: 3, ..entry }), "the move is kept");
    }

    #[test]
    fn a_cleared_table_is_empty_and_as_large() {
        for mib in [3, EMPTIED_MIB + 1] {
            let mut table = Table::new(mib);
            let entry = Entry { code: 1, score: 0, eval: 0, depth: 5, bound: Bound::Exact };
            let keys = || (0..1000u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            keys().for_each(|key| table.store(key, entry));
            assert!(keys().all(|key| table.probe(key) == Some(entry)));
            table.clear();
            assert!(keys().all(|key| table.probe(key).is_none()));
            assert_eq!(table.clusters, (mib << 20) / 64);
        }
    }

    #[test]
    fn the_largest_table_is_made_and_cleared_without_touching_it() {
        let begun = Instant::now();
        let mut table = Table::new(usize::MAX);
        table.clear();
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    }

    #[test]
    fn a_torn_entry_is_not_found() {
        let table = Table::new(1);
        let entry = Entry { code: 5, score: 10, eval: 3, depth: 4, bound: Bound::Exact };
        table.store(99, entry);
        table.cluster(99)[0].data.fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(table.probe(99), None);
    }

    #[test]
    fn deep_entries_stay_until_they_are_old() {
        let table = Table::new(1);
        let entry = |depth| Entry { code: 1, score: 0, eval: 0, depth, bound: Bound::Exact };
        for key in 0..4 {
            table.store(key, entry(20 + key as i32));
        }
        table.store(4, entry(1));
        assert_eq!(table.probe(0), None, "the shallowest of five gave way");
        assert!(table.probe(3).is_some() && table.probe(4).is_some());
        for _ in 0..10 {
            table.next_age();
        }
        for key in 5..9 {
            table.store(key, entry(1));
        }
        assert_eq!(table.probe(3), None, "an old one gives way to a shallow new one");
    }

    #[test]
    fn distances_are_kept_from_the_node() {
        assert_eq!(from_node(to_node(31_980, 7), 7), 31_980);
        assert_eq!(to_node(31_980, 7), 31_987);
        assert_eq!(to_node(-31_980, 7), -31_987);
        assert_eq!(to_node(150, 7), 150);
    }
}
