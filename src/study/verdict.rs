//! What is to be said of a study as a whole.

use super::solution::{Branch, End, Point, Rank, Step, Verdict};

/// The verdict on a main line of which the start is proven.
pub(super) fn verdict(main: &Branch, solver_begins: bool) -> Verdict {
    let points: Vec<(usize, &Point)> = (0..).zip(&main.steps).filter_map(point).collect();
    let duals: Vec<usize> = places(&points, Point::has_dual);
    if let Some((0, first)) = points.first()
        && solver_begins
        && first.has_dual()
    {
        return Verdict::Cooked(first.ranked(Rank::Dual).map(|choice| choice.played).collect());
    }
    if !duals.is_empty() {
        return Verdict::Duals(duals);
    }
    let mut open = places(&points, Point::is_open);
    if matches!(main.end, End::Cut | End::Unproven) {
        open.push(main.steps.len());
    }
    if open.is_empty() { Verdict::Sound } else { Verdict::Open(open) }
}

fn point((place, step): (usize, &Step)) -> Option<(usize, &Point)> {
    step.point.as_ref().map(|point| (place, point))
}

/// The steps at which something holds of the point.
fn places(points: &[(usize, &Point)], holds: impl Fn(&Point) -> bool) -> Vec<usize> {
    points.iter().filter(|(_, point)| holds(point)).map(|&(place, _)| place).collect()
}
