//! Scenes as PNG.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Rect, Stroke, Transform,
};

use super::Colour;
use super::scene::{Layer, Scene, Shape, Step};

/// The widest picture, in pixels.
const WIDEST: u32 = 1 << 14;

/// A scene as a PNG file so many pixels wide; `None` where that cannot be.
pub(super) fn paint(scene: &Scene, width: u32) -> Option<Vec<u8>> {
    if width == 0 || width > WIDEST {
        return None;
    }
    let scale = width as f32 / scene.width;
    let mut picture = Pixmap::new(width, ((scene.height * scale).round() as u32).max(1))?;
    let transform = Transform::from_scale(scale, scale);
    for layer in &scene.layers {
        if layer.opacity >= 1.0 {
            draw(&mut picture, layer, transform);
        } else {
            // Painted apart, so that shapes of one layer do not show through one another.
            let mut apart = Pixmap::new(picture.width(), picture.height())?;
            draw(&mut apart, layer, transform);
            let paint = PixmapPaint { opacity: layer.opacity, ..PixmapPaint::default() };
            picture.draw_pixmap(0, 0, apart.as_ref(), &paint, Transform::identity(), None);
        }
    }
    picture.encode_png().ok()
}

fn draw(picture: &mut Pixmap, layer: &Layer, transform: Transform) {
    for path in layer.shapes.iter().filter_map(path) {
        if let Some(colour) = layer.fill {
            picture.fill_path(&path, &inked(colour), FillRule::Winding, transform, None);
        }
        if let Some((colour, width)) = layer.stroke {
            let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
            picture.stroke_path(&path, &inked(colour), &stroke, transform, None);
        }
    }
}

fn inked(colour: Colour) -> Paint<'static> {
    let [red, green, blue] = colour.parts;
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(Color::from_rgba8(red, green, blue, 255));
    paint
}

fn path(shape: &Shape) -> Option<Path> {
    match shape {
        Shape::Rect { x, y, width, height } => Some(PathBuilder::from_rect(Rect::from_xywh(*x, *y, *width, *height)?)),
        Shape::Circle { x, y, radius } => PathBuilder::from_circle(*x, *y, *radius),
        Shape::Path(steps) => {
            let mut builder = PathBuilder::new();
            for step in steps {
                match *step {
                    Step::Move(x, y) => builder.move_to(x, y),
                    Step::Line(x, y) => builder.line_to(x, y),
                    Step::Curve(x1, y1, x2, y2, x, y) => builder.cubic_to(x1, y1, x2, y2, x, y),
                    Step::Close => builder.close(),
                }
            }
            builder.finish()
        }
    }
}
