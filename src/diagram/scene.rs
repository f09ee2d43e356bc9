//! A diagram as plain shapes.

use crate::board::{Side, Square};

use super::glyphs::{self, glyph};
use super::{Arrow, Colour, Diagram, Labels};

/// The side of a square, the unit of length being a hundredth of it.
pub(super) const SQUARE: f32 = 100.0;
/// The rim round the board.
pub(super) const FRAME: f32 = 12.0;
/// The rim on the sides where something stands beside the board.
const MARGIN: f32 = 50.0;
/// The radius of a piece.
const PIECE: f32 = 35.5;

/// A step of a pen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Step {
    /// To a point, without drawing.
    Move(f32, f32),
    /// A straight line to a point.
    Line(f32, f32),
    /// A cubic curve by two guides to a point.
    Curve(f32, f32, f32, f32, f32, f32),
    /// Back to where the pen was put down.
    Close,
}

impl Step {
    /// The step enlarged and then moved.
    fn placed(self, scale: f32, dx: f32, dy: f32) -> Step {
        let (x, y) = (|value: f32| value * scale + dx, |value: f32| value * scale + dy);
        match self {
            Step::Move(a, b) => Step::Move(x(a), y(b)),
            Step::Line(a, b) => Step::Line(x(a), y(b)),
            Step::Curve(a, b, c, d, e, f) => Step::Curve(x(a), y(b), x(c), y(d), x(e), y(f)),
            Step::Close => Step::Close,
        }
    }
}

/// A shape.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Shape {
    Rect { x: f32, y: f32, width: f32, height: f32 },
    Circle { x: f32, y: f32, radius: f32 },
    Path(Vec<Step>),
}

/// Shapes that look alike.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Layer {
    /// What they are, for a page's style.
    pub class: &'static str,
    pub fill: Option<Colour>,
    /// Colour and width of their outline.
    pub stroke: Option<(Colour, f32)>,
    /// From 0 (nothing is seen) to 1, of all shapes together.
    pub opacity: f32,
    pub shapes: Vec<Shape>,
}

/// What is drawn, from the back to the front.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Scene {
    pub width: f32,
    pub height: f32,
    pub layers: Vec<Layer>,
}

impl Scene {
    /// The scene of a diagram.
    pub fn of(diagram: &Diagram) -> Scene {
        let letters = diagram.labels == Labels::Letters;
        let left = if letters { MARGIN } else { FRAME };
        let right = if diagram.turn { MARGIN } else { FRAME };
        let bottom = if letters { MARGIN } else { FRAME };
        let board = 8.0 * SQUARE;
        let (width, height) = (left + board + right, FRAME + board + bottom);
        let mut drawing = Drawing { diagram, left, layers: Vec::new() };
        drawing.add("frame", Some(diagram.theme.frame), None, vec![rect(0.0, 0.0, width, height)]);
        drawing.squares();
        drawing.tints();
        drawing.marks();
        drawing.names();
        drawing.pieces();
        drawing.turn();
        drawing.arrows();
        Scene { width, height, layers: drawing.layers }
    }
}

struct Drawing<'a> {
    diagram: &'a Diagram,
    /// Where the board begins.
    left: f32,
    layers: Vec<Layer>,
}

impl Drawing<'_> {
    fn add(&mut self, class: &'static str, fill: Option<Colour>, stroke: Option<(Colour, f32)>, shapes: Vec<Shape>) {
        self.add_seen_through(class, fill, stroke, 1.0, shapes);
    }

    fn add_seen_through(
        &mut self,
        class: &'static str,
        fill: Option<Colour>,
        stroke: Option<(Colour, f32)>,
        opacity: f32,
        shapes: Vec<Shape>,
    ) {
        if !shapes.is_empty() {
            self.layers.push(Layer { class, fill, stroke, opacity, shapes });
        }
    }

    /// The top left corner of a square.
    fn corner(&self, square: Square) -> (f32, f32) {
        let (file, rank) = self.diagram.numbering.file_rank(square);
        let (col, row) = if self.diagram.flip { (7 - file, rank) } else { (file, 7 - rank) };
        (self.left + f32::from(col) * SQUARE, FRAME + f32::from(row) * SQUARE)
    }

    fn centre(&self, square: Square) -> (f32, f32) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2.0, y + SQUARE / 2.0)
    }

    fn square(&self, square: Square) -> Shape {
        let (x, y) = self.corner(square);
        rect(x, y, SQUARE, SQUARE)
    }

    fn squares(&mut self) {
        let theme = self.diagram.theme;
        let whole = rect(self.left, FRAME, 8.0 * SQUARE, 8.0 * SQUARE);
        self.add("light", Some(theme.light), None, vec![whole.clone()]);
        self.add("dark", Some(theme.dark), None, Square::all().map(|square| self.square(square)).collect());
        self.add("edge", None, Some((theme.letter, 3.0)), vec![whole]);
    }

    /// The squares of the last move, and of what the arrows capture.
    fn tints(&mut self) {
        let (theme, diagram) = (self.diagram.theme, self.diagram);
        if let Some(last) = diagram.last_move {
            let ends = (last.from().bit() | last.to().bit()).squares();
            let taken: Vec<Shape> = last.captured().squares().map(|square| self.square(square)).collect();
            let ends = ends.map(|square| self.square(square)).collect();
            self.add_seen_through("last", Some(theme.last), None, 0.55, ends);
            self.add_seen_through("taken", Some(theme.captured), None, 0.3, taken);
        }
        let captured = diagram.arrows.iter().fold(Default::default(), |all, arrow| arrow.captured | all);
        let captured = captured.squares().map(|square| self.square(square)).collect();
        self.add_seen_through("captured", Some(theme.captured), None, 0.6, captured);
    }

    fn names(&mut self) {
        let theme = self.diagram.theme;
        match self.diagram.labels {
            Labels::None => {}
            Labels::Numbers => {
                let named = |square: Square| {
                    let (x, y) = self.corner(square);
                    let text = self.diagram.numbering.number(square).to_string();
                    written(&text, 15.0, x + 4.5, y + 5.5)
                };
                let names = Square::all().flat_map(named).collect();
                self.add("name", None, Some((theme.number, 2.6)), names);
            }
            Labels::Letters => {
                let mut names = Vec::new();
                for place in 0..8u8 {
                    let (file, rank) = if self.diagram.flip { (7 - place, place) } else { (place, 7 - place) };
                    let along = (f32::from(place) + 0.5) * SQUARE;
                    let letter = char::from(b'a' + file).to_string();
                    let x = self.left + along - width(&letter, 26.0) / 2.0;
                    names.extend(written(&letter, 26.0, x, FRAME + 8.0 * SQUARE + 10.0));
                    let figure = (rank + 1).to_string();
                    let x = (self.left - 3.0) / 2.0 - width(&figure, 26.0) / 2.0;
                    names.extend(written(&figure, 26.0, x, FRAME + along - 13.0));
                }
                self.add("name", None, Some((theme.letter, 3.5)), names);
            }
        }
    }

    fn pieces(&mut self) {
        let (theme, position) = (self.diagram.theme, self.diagram.position);
        for side in [Side::White, Side::Black] {
            let (class, body, rim, crown) = match side {
                Side::White => ("white", theme.white, theme.white_rim, theme.white_crown),
                Side::Black => ("black", theme.black, theme.black_rim, theme.black_crown),
            };
            let circles = |squares: Vec<Square>, radius: f32| -> Vec<Shape> {
                squares.into_iter().map(|square| circle(self.centre(square), radius)).collect()
            };
            let all: Vec<Square> = position.pieces(side).squares().collect();
            let men: Vec<Square> = position.men(side).squares().collect();
            let kings = position.kings(side).squares().map(|square| crown_at(self.centre(square))).collect();
            let (bodies, grooves) = (circles(all, PIECE), circles(men, PIECE * 0.66));
            self.add(class, Some(body), Some((rim, 3.0)), bodies);
            let groove = if side == Side::White { rim } else { theme.white_rim };
            self.add_seen_through("groove", None, Some((groove, 3.0)), 0.7, grooves);
            self.add("king", Some(crown), Some((crown, 3.0)), kings);
        }
    }

    /// A small piece beside the board, on the side of the player who is to move.
    fn turn(&mut self) {
        let (theme, diagram) = (self.diagram.theme, self.diagram);
        if !diagram.turn {
            return;
        }
        let white = diagram.position.side() == Side::White;
        let row = if white == diagram.flip { 0.5 } else { 7.5 };
        let at = (self.left + 8.0 * SQUARE + MARGIN / 2.0, FRAME + row * SQUARE);
        let (body, rim) = if white { (theme.white, theme.white_rim) } else { (theme.black, theme.black_rim) };
        self.add("turn", Some(body), Some((rim, 3.0)), vec![circle(at, 15.0)]);
    }

    fn marks(&mut self) {
        let rings = self.diagram.marked.squares().map(|square| circle(self.centre(square), SQUARE * 0.44)).collect();
        self.add("mark", None, Some((self.diagram.theme.mark, 7.0)), rings);
    }

    /// All arrows, the first one on top.
    fn arrows(&mut self) {
        let theme = self.diagram.theme;
        for (place, arrow) in self.diagram.arrows.iter().enumerate().rev() {
            let colour = if place == 0 { theme.arrow } else { theme.other_arrow };
            let [shaft, head] = self.arrow(arrow);
            // Both in one group, as neither may be seen through the other.
            self.add_seen_through("arrow", None, Some((colour, 12.0)), 0.85, vec![shaft, head]);
        }
    }

    /// The shaft, from the rim of the piece to just before the last square's centre, and the head.
    fn arrow(&self, arrow: &Arrow) -> [Shape; 2] {
        let mut points: Vec<(f32, f32)> = arrow.squares.iter().map(|&square| self.centre(square)).collect();
        if let [first, second, ..] = points[..] {
            points[0] = towards(first, second, PIECE * 0.55);
        }
        let (mut tip, mut before) = ((0.0, 0.0), (0.0, 0.0));
        if let [.., last_but_one, last] = points[..] {
            (tip, before) = (last, last_but_one);
        }
        let (dx, dy) = direction(before, tip);
        let wing = |side: f32| (tip.0 - 24.0 * dx - side * 18.0 * dy, tip.1 - 24.0 * dy + side * 18.0 * dx);
        let line = |(x, y): (f32, f32)| Step::Line(x, y);
        let start = points.first().copied().unwrap_or(tip);
        let shaft = std::iter::once(Step::Move(start.0, start.1)).chain(points.iter().skip(1).copied().map(line));
        let (left, right) = (wing(1.0), wing(-1.0));
        let head = vec![Step::Move(left.0, left.1), line(tip), line(right)];
        [Shape::Path(shaft.collect()), Shape::Path(head)]
    }
}

const fn rect(x: f32, y: f32, width: f32, height: f32) -> Shape {
    Shape::Rect { x, y, width, height }
}

const fn circle((x, y): (f32, f32), radius: f32) -> Shape {
    Shape::Circle { x, y, radius }
}

/// The direction from a point to another, of length 1; nothing where they are one.
fn direction(from: (f32, f32), to: (f32, f32)) -> (f32, f32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(f32::MIN_POSITIVE);
    (dx / length, dy / length)
}

/// A point so far from one on the way to another.
fn towards(from: (f32, f32), to: (f32, f32), by: f32) -> (f32, f32) {
    let (dx, dy) = direction(from, to);
    (from.0 + by * dx, from.1 + by * dy)
}

/// A crown with five points and a band below it, round a centre.
fn crown_at((x, y): (f32, f32)) -> Shape {
    const CROWN: [(f32, f32); 7] =
        [(-15.0, 9.0), (-20.0, -13.0), (-8.0, -3.0), (0.0, -19.0), (8.0, -3.0), (20.0, -13.0), (15.0, 9.0)];
    const BAND: [(f32, f32); 4] = [(-15.0, 15.0), (15.0, 15.0), (15.0, 18.0), (-15.0, 18.0)];
    let mut steps = Vec::new();
    for points in [&CROWN[..], &BAND[..]] {
        let at = |&(dx, dy): &(f32, f32)| (x + dx, y + dy);
        let mut points = points.iter().map(at);
        steps.extend(points.next().map(|(x, y)| Step::Move(x, y)));
        steps.extend(points.map(|(x, y)| Step::Line(x, y)));
        steps.push(Step::Close);
    }
    Shape::Path(steps)
}

/// How far signs stand from one another, in the units of glyphs.
const GAP: f32 = 22.0;

/// The width of a text of this height.
fn width(text: &str, height: f32) -> f32 {
    let widths: Vec<f32> = text.chars().filter_map(glyph).map(|glyph| glyph.width).collect();
    let gaps = GAP * widths.len().saturating_sub(1) as f32;
    (widths.iter().sum::<f32>() + gaps) * height / glyphs::HEIGHT
}

/// A text of this height with its top left corner at a point.
fn written(text: &str, height: f32, left: f32, top: f32) -> Vec<Shape> {
    let scale = height / glyphs::HEIGHT;
    let mut x = left;
    let mut shapes = Vec::new();
    for glyph in text.chars().filter_map(glyph) {
        shapes.push(Shape::Path(glyph.steps.iter().map(|step| step.placed(scale, x, top)).collect()));
        x += (glyph.width + GAP) * scale;
    }
    shapes
}
