//! The points of a curve that can be told apart in sight.

use std::ops::RangeInclusive;

use crate::plot::figure::{Axis, Figure, Scale};
use crate::plot::series::{self, Point};

/// Returns the points that can be told apart in `columns` columns. Values over time that change
/// more often than that would fill the plot: their means do not.
pub(crate) fn visible_points(points: &[Point], x: &Axis, columns: usize) -> Vec<Point> {
    if has_means(points, x, columns) {
        series::means(points, columns / 3)
    } else {
        series::thin(points, columns)
    }
}

/// Whether these are means in `columns` columns.
fn has_means(points: &[Point], x: &Axis, columns: usize) -> bool {
    x.scale == Scale::Time && points.len() > 2 * columns
}

/// The title of the axis of `figure` that is across, which says whether a curve has means in `columns`
/// columns.
pub(crate) fn title_across(figure: &Figure, columns: usize) -> String {
    let title = figure.title_across();
    let mut all = figure.series.iter().map(|series| &series.points);
    if all.any(|points| has_means(points, &figure.x, columns)) {
        format!("{title}; means where changes are dense")
    } else {
        title
    }
}

/// Returns the points from `low` to `high` and one on either side.
pub(crate) fn within(points: &[Point], low: f64, high: f64) -> &[Point] {
    let start = points
        .partition_point(|point| point[0] < low)
        .saturating_sub(1);
    let end = (points.partition_point(|point| point[0] <= high) + 1).min(points.len());
    &points[start..end.max(start)]
}

/// Moves the first and the last point near what is in sight: deep in they may be millions of pixels
/// away, and dashes would go all the way.
pub(super) fn cut(points: &mut [Point], sight: RangeInclusive<f64>, is_sloped: bool) {
    let (low, high) = (*sight.start(), *sight.end());
    let margin = 0.1 * (high - low);
    let (low, high) = (low - margin, high + margin);
    let between = |[from, start]: Point, [until, end]: Point, at: f64| {
        if is_sloped {
            start + (end - start) * (at - from) / (until - from)
        } else {
            start
        }
    };
    if let [first, next, ..] = points
        && first[0] < low
        && low < next[0]
    {
        *first = [low, between(*first, *next, low)];
    }
    if let [.., before, last] = points
        && before[0] < high
        && high < last[0]
    {
        *last = [high, between(*before, *last, high)];
    }
}

/// Returns points that hold each value until the next.
pub(crate) fn stairs(points: &[Point]) -> Vec<Point> {
    let mut stairs: Vec<Point> = Vec::with_capacity(2 * points.len());
    for point in points {
        if let Some(&[_, before]) = stairs.last() {
            stairs.push([point[0], before]);
        }
        stairs.push(*point);
    }
    stairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stairs_hold_each_value() {
        assert_eq!(
            stairs(&[[0.0, 1.0], [2.0, 5.0]]),
            [[0.0, 1.0], [2.0, 1.0], [2.0, 5.0]]
        );
        assert!(stairs(&[]).is_empty());
    }

    #[test]
    fn distant_points_are_cut_at_the_edge_of_sight() {
        let far = [[-1e9, 0.0], [5.0, 4.0], [1e9, 8.0]];
        let mut steps = far;
        cut(&mut steps, 0.0..=10.0, false);
        // A step holds its value until the next: 4 from 5 on.
        assert_eq!(steps, [[-1.0, 0.0], [5.0, 4.0], [11.0, 4.0]]);
        let mut lines = [[-95.0, 0.0], [5.0, 100.0], [25.0, 140.0]];
        cut(&mut lines, 0.0..=10.0, true);
        assert_eq!(lines, [[-1.0, 94.0], [5.0, 100.0], [11.0, 112.0]]);
        let mut near = [[0.0, 1.0], [10.0, 2.0]];
        cut(&mut near, 0.0..=10.0, true);
        assert_eq!(near, [[0.0, 1.0], [10.0, 2.0]]);
    }

    #[test]
    fn a_part_has_a_neighbour_on_either_side() {
        let points: Vec<Point> = (0..10).map(|x| [f64::from(x), 0.0]).collect();
        assert_eq!(within(&points, 3.5, 5.5), &points[3..7]);
        assert_eq!(within(&points, 20.0, 30.0), &points[9..]);
        assert!(within(&[], 0.0, 1.0).is_empty());
    }
}
