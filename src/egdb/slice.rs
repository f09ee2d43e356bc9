//! Slices: all positions with the same numbers of men and kings on both sides.

use std::fmt;

use arrayvec::ArrayVec;

use crate::board::Position;

/// The most pieces that a slice can have here.
pub(crate) const MAX_PIECES: u32 = 7;

/// The squares on which a side's men can stand: all but its promotion row.
const MEN_SQUARES: u32 = 28;

/// How many slices [`Slice::key`] tells apart.
pub(crate) const KEYS: usize = 1 << 12;

/// Binomial coefficients: `CHOOSE[k][n]` is the number of k-sets of n things, for n up to 32 and k up to 8.
pub(crate) static CHOOSE: [[u32; 33]; 9] = {
    let mut table = [[0; 33]; 9];
    let mut n = 0;
    while n <= 32 {
        table[0][n] = 1;
        let mut k = 1;
        while k <= 8 && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of k-sets of n things.
pub(crate) const fn choose(n: u32, k: u32) -> u64 {
    if n > 32 || k > 8 { 0 } else { CHOOSE[k as usize][n as usize] as u64 }
}

/// A slice: how many men and kings the side to move ("own") and the other side have. Both sides have a piece, and there
/// are at most seven pieces in all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slice {
    /// Men of the side to move.
    pub own_men: u8,
    /// Kings of the side to move.
    pub own_kings: u8,
    /// Men of the other side.
    pub other_men: u8,
    /// Kings of the other side.
    pub other_kings: u8,
}

impl Slice {
    /// The slice of a position; `None` where a side has no piece or there are too many.
    pub fn of(position: &Position) -> Option<Slice> {
        let own = position.side();
        let men = |side| position.men(side).count() as u8;
        let kings = |side| position.kings(side).count() as u8;
        Slice::new(men(own), kings(own), men(!own), kings(!own))
    }

    /// A slice, if both sides have a piece and there are not too many in all.
    pub const fn new(own_men: u8, own_kings: u8, other_men: u8, other_kings: u8) -> Option<Slice> {
        let (own, other) = (own_men as u32 + own_kings as u32, other_men as u32 + other_kings as u32);
        if own == 0 || other == 0 || own + other > MAX_PIECES {
            return None;
        }
        Some(Slice { own_men, own_kings, other_men, other_kings })
    }

    /// The same from own men and kings, and the other side's.
    pub(crate) const fn of_counts([own_men, own_kings, other_men, other_kings]: [u8; 4]) -> Option<Slice> {
        Slice::new(own_men, own_kings, other_men, other_kings)
    }

    /// The number of pieces, 2-7.
    pub const fn pieces(self) -> u32 {
        self.men() + self.own_kings as u32 + self.other_kings as u32
    }

    /// The number of men of both sides.
    pub const fn men(self) -> u32 {
        self.own_men as u32 + self.other_men as u32
    }

    /// The slice to which a quiet move leads that crowns nobody: the same pieces with the other side to move.
    #[must_use]
    pub const fn mirrored(self) -> Slice {
        Slice {
            own_men: self.other_men,
            own_kings: self.other_kings,
            other_men: self.own_men,
            other_kings: self.own_kings,
        }
    }

    /// The slice and its mirror image; the slice alone where that is its own.
    pub(crate) fn twins(self) -> ArrayVec<Slice, 2> {
        let mut twins = ArrayVec::from([self, self.mirrored()]);
        if self == self.mirrored() {
            twins.pop();
        }
        twins
    }

    /// The slice that stands for itself and its mirror image, which are solved and kept together.
    #[must_use]
    pub(crate) fn leading(self) -> Slice {
        self.max(self.mirrored())
    }

    /// Whether three kings can come to stand against one: a side has three pieces, so captures and crowning can lead there.
    pub(crate) const fn leads_to_three_kings(self) -> bool {
        self.own_men + self.own_kings >= 3 || self.other_men + self.other_kings >= 3
    }

    /// Whether three kings stand against one here.
    pub(crate) const fn is_three_kings(self) -> bool {
        matches!((self.own_men, self.own_kings, self.other_men, self.other_kings), (0, 3, 0, 1) | (0, 1, 0, 3))
    }

    /// The slices of the road rule's balances, three pieces with a king among them against one king, whoever is to move.
    pub(crate) fn road_balances() -> impl Iterator<Item = Slice> {
        let of_three = (0..=2).filter_map(|men| Slice::new(men, 3 - men, 0, 1));
        of_three.flat_map(|slice| [slice, slice.mirrored()])
    }

    /// Whether three pieces, a king among them, stand against one king here.
    pub(crate) fn is_road_balance(self) -> bool {
        let is_it =
            |of: Slice| of.own_men + of.own_kings == 3 && of.own_kings > 0 && (of.other_men, of.other_kings) == (0, 1);
        is_it(self) || is_it(self.mirrored())
    }

    /// A number below [`KEYS`] that tells slices apart.
    pub(crate) const fn key(self) -> usize {
        key(self.own_men as u32, self.own_kings as u32, self.other_men as u32, self.other_kings as u32)
    }

    /// The number of positions: every placement without a man on his own promotion row.
    pub fn positions(self) -> u64 {
        let (own, other) = (u32::from(self.own_men), u32::from(self.other_men));
        // Own men on the row where the other side is crowned take no square from its men.
        let men: u64 = (0..=own.min(4))
            .map(|apart| {
                let among = own - apart;
                choose(4, apart) * choose(MEN_SQUARES - 4, among) * choose(MEN_SQUARES - among, other)
            })
            .sum();
        men * self.king_placements(false) * self.king_placements(true)
    }

    /// How the kings of a side can stand, once the pieces that are ranked before them do: men, then the other kings, then
    /// own kings.
    pub(crate) fn king_placements(self, own: bool) -> u64 {
        let free = 32 - self.men();
        if own {
            choose(free - u32::from(self.other_kings), u32::from(self.own_kings))
        } else {
            choose(free, u32::from(self.other_kings))
        }
    }

    /// All slices of so many pieces, ascending.
    pub fn all(pieces: u32) -> Vec<Slice> {
        let most = pieces as u8;
        let mut found = Vec::new();
        for own_men in 0..=most {
            for own_kings in 0..=most - own_men {
                for other_men in 0..=most - own_men - own_kings {
                    let other_kings = most - own_men - own_kings - other_men;
                    found.extend(Slice::new(own_men, own_kings, other_men, other_kings));
                }
            }
        }
        found
    }

    /// One slice of each mirror pair of so many pieces, in the order in which they can be solved: crowning leads to fewer
    /// men.
    pub(crate) fn pairs(pieces: u32) -> Vec<Slice> {
        let mut found: Vec<Slice> = Slice::all(pieces).into_iter().filter(|slice| slice.leading() == *slice).collect();
        found.sort_by_key(|slice| (slice.men(), *slice));
        found
    }

    /// The pairs of the same number of pieces to which crowning leads from this pair; they must be solved before.
    pub(crate) fn crowned(self) -> Vec<Slice> {
        let mut found = Vec::new();
        let Slice { own_men, own_kings, other_men, other_kings } = self;
        if own_men > 0 {
            found.extend(Slice::new(own_men - 1, own_kings + 1, other_men, other_kings).map(Slice::leading));
        }
        if other_men > 0 {
            found.extend(Slice::new(own_men, own_kings, other_men - 1, other_kings + 1).map(Slice::leading));
        }
        found.dedup();
        found
    }
}

impl fmt::Display for Slice {
    /// Own men and kings, a hyphen, the other side's: `21-10` is two men and a king, to move, against a man.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}-{}{}", self.own_men, self.own_kings, self.other_men, self.other_kings)
    }
}

/// The number of a slice by its counts, each below 8.
#[inline(always)]
pub(crate) const fn key(own_men: u32, own_kings: u32, other_men: u32, other_kings: u32) -> usize {
    (own_men << 9 | own_kings << 6 | other_men << 3 | other_kings) as usize & (KEYS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_hold_as_many_positions_as_are_known() {
        let known =
            [(2, 3_488), (3, 196_032), (4, 6_209_316), (5, 139_450_808), (6, 2_426_085_676), (7, 34_243_113_624)];
        for (pieces, positions) in known {
            assert_eq!(Slice::all(pieces).into_iter().map(Slice::positions).sum::<u64>(), positions, "{pieces}");
        }
    }

    #[test]
    fn what_crowning_leads_to_comes_before() {
        for pieces in 2..=MAX_PIECES {
            let pairs = Slice::pairs(pieces);
            for (i, slice) in pairs.iter().enumerate() {
                assert!(slice.crowned().iter().all(|next| pairs[..i].contains(next)), "{slice}");
            }
            let both: Vec<Slice> = pairs.iter().flat_map(|slice| [*slice, slice.mirrored()]).collect();
            assert!(Slice::all(pieces).iter().all(|slice| both.contains(slice)));
        }
    }
}
