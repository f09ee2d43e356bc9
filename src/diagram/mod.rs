//! Pictures of boards, as the players of a ruleset see them: SVG for pages, PNG for everything else.
//!
//! A [`Diagram`] is drawn into a [`scene::Scene`] of plain shapes, which [`svg`] writes and [`png`] paints; so both look the
//! same, and neither needs a font: the few signs there are, are strokes of [`glyphs`].

mod arrow;
mod glyphs;
mod png;
mod scene;
mod svg;
mod theme;

use crate::board::{Bitboard, Move, Position};
use crate::rules::{Numbering, Variant};

pub use arrow::Arrow;
pub use theme::{Colour, Theme};

/// How the squares are named in a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labels {
    /// By the ruleset's own numbers, each in the corner of its square.
    Numbers,
    /// By files and ranks along the edges.
    Letters,
    /// Not at all.
    None,
}

impl Labels {
    /// As the ruleset writes moves.
    pub const fn of(variant: &Variant) -> Labels {
        if variant.algebraic { Labels::Letters } else { Labels::Numbers }
    }
}

/// A board to be drawn, with what is to be pointed at.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    /// The position.
    pub position: Position,
    /// How the ruleset's players see and number the board.
    pub numbering: Numbering,
    /// The names of the squares.
    pub labels: Labels,
    /// Black at the bottom, in place of White.
    pub flip: bool,
    /// A small piece beside the board shows who is to move.
    pub turn: bool,
    /// The move that led to the position: its squares are tinted.
    pub last_move: Option<Move>,
    /// Moves, each drawn as an arrow through its landing squares; what they capture is tinted.
    pub arrows: Vec<Arrow>,
    /// Squares to be ringed.
    pub marked: Bitboard,
    /// The colours.
    pub theme: Theme,
}

impl Diagram {
    /// A position of a ruleset, White at the bottom, squares named as the ruleset writes moves, nothing pointed at.
    pub const fn new(position: Position, variant: &Variant) -> Diagram {
        Diagram {
            position,
            numbering: variant.numbering,
            labels: Labels::of(variant),
            flip: false,
            turn: true,
            last_move: None,
            arrows: Vec::new(),
            marked: Bitboard::EMPTY,
            theme: Theme::WOOD,
        }
    }

    /// The picture as an SVG element, which can stand in a page as it is (nothing in it has an id) or be a file of its own.
    ///
    /// `title` is what a reader of the screen says in its place. `width` is that of the picture in pixels; without one it takes
    /// the room it is given. Every part has a class (`squares`, `light`, `dark`, `white`, `black`, `king`, `name`, `last`,
    /// `captured`, `arrow`, `mark`), so that a page's style can say other colours.
    pub fn svg(&self, title: &str, width: Option<u32>) -> String {
        svg::write(&scene::Scene::of(self), title, width)
    }

    /// The picture as a PNG file, so many pixels wide.
    ///
    /// # Errors
    /// If `width` is 0 or larger than a picture can be, or there is not so much memory.
    pub fn png(&self, width: u32) -> Result<Vec<u8>, TooLarge> {
        png::paint(&scene::Scene::of(self), width).ok_or(TooLarge(width))
    }
}

/// A picture of so many pixels width cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge(pub u32);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_fen, parse_move};

    fn diagram(fen: &str, rules: &str) -> (Diagram, &'static Variant) {
        let variant = Variant::named(rules).unwrap();
        (Diagram::new(parse_fen(fen, variant.numbering, false).unwrap().position, variant), variant)
    }

    /// The centres of the circles of a class in an SVG, in squares from the top left one.
    fn circles(svg: &str, class: &str) -> Vec<(i32, i32)> {
        let group = svg.split("<g ").find(|group| group.starts_with(&format!("class=\"{class}\""))).unwrap_or("");
        let number = |circle: &str, name: &str| -> f32 {
            circle.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
        };
        let square = |pixels: f32| (pixels / scene::SQUARE).floor() as i32;
        let pieces = group.split("<circle").skip(1).filter(|circle| number(circle, "r") > 30.0);
        pieces.map(|circle| (square(number(circle, "cx")), square(number(circle, "cy")))).collect()
    }

    #[test]
    fn pieces_stand_where_the_players_see_them() {
        for (rules, fen, at) in [
            ("english", "B:W32:B1", [(6, 7), (1, 0)]),
            ("italian", "W:W32:B1", [(7, 7), (0, 0)]),
            ("spanish", "W:W1:B32", [(7, 7), (0, 0)]),
            ("russian", "W:Wg1:Bb8", [(6, 7), (1, 0)]),
        ] {
            let (mut diagram, _) = diagram(fen, rules);
            (diagram.labels, diagram.turn) = (Labels::None, false);
            let svg = diagram.svg("", None);
            assert_eq!((circles(&svg, "white"), circles(&svg, "black")), (vec![at[0]], vec![at[1]]), "{rules}");
            diagram.flip = true;
            let (svg, turned) = (diagram.svg("", None), at.map(|(x, y)| (7 - x, 7 - y)));
            assert_eq!((circles(&svg, "white"), circles(&svg, "black")), (vec![turned[0]], vec![turned[1]]), "{rules}");
        }
    }

    #[test]
    fn arrows_go_through_the_landing_squares() {
        let (mut diagram, variant) = diagram("B:W7,15,16:B3,12", "english");
        let played = parse_move("3x10x19x12", variant, &diagram.position);
        assert!(played.is_err(), "12 is occupied");
        let played = parse_move("3x10x19", variant, &diagram.position).unwrap();
        let arrow = Arrow::of(&diagram.position, played, variant, None);
        let numbers: Vec<u8> = arrow.squares.iter().map(|&square| variant.numbering.number(square)).collect();
        assert_eq!((numbers, arrow.captured.count()), (vec![3, 10, 19], 2));
        diagram.arrows.push(arrow);
        let svg = diagram.svg("a <b> & \"c\"", Some(300));
        assert!(svg.contains("class=\"arrow\"") && svg.contains("class=\"captured\""), "{svg}");
        assert!(
            svg.contains("<title>a &lt;b&gt; &amp; &quot;c&quot;</title>") && svg.contains("width=\"300\""),
            "{svg}"
        );
    }

    #[test]
    fn the_route_that_is_written_is_drawn() {
        // Both ways round the king takes the same two men and ends on the same square.
        let (diagram, variant) = diagram("W:WK2:B6,14,15,7", "english");
        let routes: Vec<Vec<u8>> = ["2x9x18x11x2", "2x11x18x9x2"]
            .iter()
            .map(|text| {
                let played = parse_move(text, variant, &diagram.position).unwrap();
                let arrow = Arrow::of(&diagram.position, played, variant, Some(text));
                arrow.squares.iter().map(|&square| variant.numbering.number(square)).collect()
            })
            .collect();
        assert_eq!(routes, [vec![2, 9, 18, 11, 2], vec![2, 11, 18, 9, 2]]);
    }

    #[test]
    fn a_png_has_the_colours_of_the_board() {
        let (mut diagram, _) = diagram("W:W32:B1", "english");
        (diagram.labels, diagram.turn) = (Labels::None, false);
        let bytes = diagram.png(400).unwrap();
        let picture = tiny_skia::Pixmap::decode_png(&bytes).unwrap();
        assert_eq!((picture.width(), picture.height()), (400, 400));
        let colour = |x: f32, y: f32| {
            let size = 400.0 / scene::Scene::of(&diagram).width;
            let at = |squares: f32| ((squares * scene::SQUARE + scene::FRAME) * size) as u32;
            let pixel = picture.pixel(at(x), at(y)).unwrap();
            Colour::rgb(pixel.red(), pixel.green(), pixel.blue())
        };
        assert_eq!(colour(0.1, 0.1), diagram.theme.light);
        assert_eq!(colour(0.1, 1.1), diagram.theme.dark);
        assert_eq!(colour(6.5, 7.5), diagram.theme.white);
        assert_eq!(colour(1.5, 0.5), diagram.theme.black);
        assert_eq!(diagram.png(0), Err(TooLarge(0)));
        assert!(diagram.png(u32::MAX).is_err());
    }
}
