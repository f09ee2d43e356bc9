//! What positions come to.

use std::cmp::Ordering;

/// What a position comes to with best play and without draw rules, for the side to move: a win is as short as possible,
/// a loss as long as possible. Distances are plies until a side has no piece or no move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The side to move wins in so many plies, an odd number.
    Win(u16),
    /// The side to move loses in so many plies, an even number.
    Loss(u16),
    /// Neither side can win.
    Draw,
}

impl Value {
    /// The value of a byte: 0 for a draw, else one more than the distance, whose parity says who wins.
    #[inline(always)]
    pub(crate) const fn from_byte(byte: u8) -> Value {
        match byte {
            0 => Value::Draw,
            even if even % 2 == 0 => Value::Win(even as u16 - 1),
            odd => Value::Loss(odd as u16 - 1),
        }
    }

    /// The value without its distance.
    pub const fn outcome(self) -> Wld {
        match self {
            Value::Win(_) => Wld::Win,
            Value::Loss(_) => Wld::Loss,
            Value::Draw => Wld::Draw,
        }
    }

    /// The value, for the side that moves, of a move to a position of this value.
    #[must_use]
    pub const fn before(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Loss(plies) => Value::Win(plies + 1),
            Value::Draw => Value::Draw,
        }
    }

    /// How good the value is: the larger the better.
    const fn worth(self) -> i32 {
        match self {
            Value::Win(plies) => 1 << 17 | (u16::MAX - plies) as i32,
            Value::Draw => 1 << 16,
            Value::Loss(plies) => plies as i32,
        }
    }

    /// The plies to the end; `None` for a draw.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }
}

impl Ord for Value {
    /// By how good the values are for the side to move: a short win is best, a short loss is worst.
    fn cmp(&self, other: &Value) -> Ordering {
        self.worth().cmp(&other.worth())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Win, loss or draw for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Wld {
    /// Neither side can win.
    Draw = 0,
    /// The side to move loses.
    Loss = 1,
    /// The side to move wins.
    Win = 2,
}

impl Wld {
    /// The value of the lowest two bits of a byte; there is no fourth, and 3 reads as 2.
    #[inline(always)]
    pub(crate) const fn from_bits(bits: u8) -> Wld {
        match bits & 3 {
            0 => Wld::Draw,
            1 => Wld::Loss,
            _ => Wld::Win,
        }
    }

    /// What a byte as [`Value`] has it comes to, as a number: 0 draw, 1 loss, 2 win.
    #[inline(always)]
    pub(crate) const fn of_byte(byte: u8) -> u8 {
        if byte == 0 { 0 } else { 2 - byte % 2 }
    }

    /// The value for the side that moved before.
    #[must_use]
    pub const fn turned(self) -> Wld {
        match self {
            Wld::Draw => Wld::Draw,
            Wld::Loss => Wld::Win,
            Wld::Win => Wld::Loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_stand_for_values() {
        assert_eq!(Value::from_byte(0), Value::Draw);
        assert_eq!(Value::from_byte(1), Value::Loss(0));
        assert_eq!(Value::from_byte(2), Value::Win(1));
        assert_eq!(Value::from_byte(255), Value::Loss(254));
        for byte in 0..=255 {
            assert_eq!(Value::from_byte(byte).outcome() as u8, Wld::of_byte(byte));
            assert_eq!(Wld::from_bits(Wld::of_byte(byte)), Value::from_byte(byte).outcome());
        }
    }

    #[test]
    fn values_are_ordered_by_how_good_they_are() {
        let values = [
            Value::Loss(0),
            Value::Loss(2),
            Value::Loss(u16::MAX - 1),
            Value::Draw,
            Value::Win(u16::MAX),
            Value::Win(3),
            Value::Win(1),
        ];
        assert!(values.is_sorted_by(|one, next| one < next));
        assert_eq!(Value::Loss(4).before(), Value::Win(5));
        assert_eq!(Value::Win(5).before(), Value::Loss(6));
    }
}
