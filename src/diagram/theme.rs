//! The colours of a diagram.

use std::fmt;

/// A colour; written as `#rrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour {
    /// Red, green and blue, 0 to 255.
    pub parts: [u8; 3],
}

impl Colour {
    /// A colour of its parts.
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Colour {
        Colour { parts: [red, green, blue] }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.parts;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The colours of everything that is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// What is behind the board.
    pub frame: Colour,
    /// The squares that nobody plays on.
    pub light: Colour,
    /// The squares that are played on.
    pub dark: Colour,
    /// White's pieces.
    pub white: Colour,
    /// Their rims.
    pub white_rim: Colour,
    /// Black's pieces.
    pub black: Colour,
    /// Their rims.
    pub black_rim: Colour,
    /// The crown of White's kings.
    pub white_crown: Colour,
    /// The crown of Black's kings.
    pub black_crown: Colour,
    /// Numbers on the squares.
    pub number: Colour,
    /// Letters and figures along the edges.
    pub letter: Colour,
    /// The squares of the last move.
    pub last: Colour,
    /// The squares of captured pieces.
    pub captured: Colour,
    /// The first arrow.
    pub arrow: Colour,
    /// All other arrows.
    pub other_arrow: Colour,
    /// Rings round squares.
    pub mark: Colour,
}

impl Theme {
    /// A wooden board.
    pub const WOOD: Theme = Theme {
        frame: Colour::rgb(0xfb, 0xf8, 0xf2),
        light: Colour::rgb(0xf0, 0xdf, 0xbf),
        dark: Colour::rgb(0xa8, 0x77, 0x4f),
        white: Colour::rgb(0xfd, 0xf9, 0xee),
        white_rim: Colour::rgb(0x6b, 0x5b, 0x49),
        black: Colour::rgb(0x2f, 0x2b, 0x29),
        black_rim: Colour::rgb(0x0c, 0x0b, 0x0a),
        white_crown: Colour::rgb(0xb9, 0x82, 0x16),
        black_crown: Colour::rgb(0xf0, 0xc2, 0x4b),
        number: Colour::rgb(0xf8, 0xec, 0xd6),
        letter: Colour::rgb(0x5a, 0x4a, 0x3a),
        last: Colour::rgb(0xf2, 0xd0, 0x3c),
        captured: Colour::rgb(0xd8, 0x3a, 0x2c),
        arrow: Colour::rgb(0x1f, 0x8a, 0x4c),
        other_arrow: Colour::rgb(0x2b, 0x6c, 0xb8),
        mark: Colour::rgb(0x19, 0x9c, 0xc2),
    };
}
