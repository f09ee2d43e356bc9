//! Scenes as SVG.

use std::fmt::Write;

use crate::markup::escaped;

use super::scene::{Layer, Scene, Shape, Step};

/// A scene as an SVG element.
pub(super) fn write(scene: &Scene, title: &str, width: Option<u32>) -> String {
    let size = width.map_or(String::new(), |width| {
        let height = (f64::from(width) * f64::from(scene.height / scene.width)).round();
        format!(" width=\"{width}\" height=\"{height}\"")
    });
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\"{size} role=\"img\" class=\"board\">\n",
        number(scene.width),
        number(scene.height)
    );
    if !title.is_empty() {
        text += &format!("<title>{}</title>\n", escaped(title));
    }
    scene.layers.iter().for_each(|layer| text += &group(layer));
    text + "</svg>\n"
}

fn group(layer: &Layer) -> String {
    let mut text = format!("<g class=\"{}\"", layer.class);
    match layer.fill {
        Some(colour) => text += &format!(" fill=\"{colour}\""),
        None => text += " fill=\"none\"",
    }
    if let Some((colour, width)) = layer.stroke {
        text += &format!(" stroke=\"{colour}\" stroke-width=\"{}\"", number(width));
        text += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    }
    if layer.opacity < 1.0 {
        text += &format!(" opacity=\"{}\"", number(layer.opacity));
    }
    text.push('>');
    layer.shapes.iter().for_each(|shape| text += &element(shape));
    text + "</g>\n"
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Rect { x, y, width, height } => format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            number(*x),
            number(*y),
            number(*width),
            number(*height)
        ),
        Shape::Circle { x, y, radius } => {
            format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>", number(*x), number(*y), number(*radius))
        }
        Shape::Path(steps) => format!("<path d=\"{}\"/>", steps.iter().map(step).collect::<String>()),
    }
}

fn step(step: &Step) -> String {
    let (letter, numbers): (char, &[f32]) = match step {
        Step::Move(x, y) => ('M', &[*x, *y]),
        Step::Line(x, y) => ('L', &[*x, *y]),
        Step::Curve(x1, y1, x2, y2, x, y) => ('C', &[*x1, *y1, *x2, *y2, *x, *y]),
        Step::Close => ('Z', &[]),
    };
    let numbers: Vec<String> = numbers.iter().map(|&value| number(value)).collect();
    format!("{letter}{}", numbers.join(" "))
}

/// A number, to a hundredth of a unit and without needless zeros.
fn number(value: f32) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write!(text, "{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}
