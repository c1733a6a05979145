//! The curves of a figure, without its axes.

use crate::colour::run_colour;
use crate::picture::{Outline, Picture, inks};
use crate::plot::figure::{Figure, Mark, Series};
use crate::plot::stairs;

/// Widths of a curve and of a dot.
const WIDTH: f64 = 1.6;
const DOT: f64 = 0.012;

/// Returns `figure` from its least values to its greatest.
pub fn figure(figure: &Figure) -> Picture {
    let mut small = Picture::default();
    let places = |series: &Series| -> Vec<[f64; 2]> {
        let points = series.points.iter();
        points
            .map(|&[x, y]| [figure.x.even(x), figure.y.even(y)])
            .collect()
    };
    let all: Vec<_> = figure.series.iter().map(places).collect();
    let ends = |axis: usize| {
        let values = all.iter().flatten().map(|point| point[axis]);
        values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
            [low.min(value), high.max(value)]
        })
    };
    let ends = [ends(0), ends(1)];
    let share = |value: f64, axis: usize| {
        let [low, high] = ends[axis];
        ((value - low) / (high - low).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0)
    };
    for (series, points) in figure.series.iter().zip(&all) {
        let inks = inks(|dark| run_colour(series.slot, dark));
        let points = points.iter();
        let points: Vec<[f64; 2]> = points
            .map(|[x, y]| [share(*x, 0), 1.0 - share(*y, 1)])
            .collect();
        match series.mark {
            Mark::Points | Mark::Rings => {
                for [x, y] in points {
                    let corners = [[x - DOT, y - 2.0 * DOT], [x + DOT, y + 2.0 * DOT]];
                    small.boxed(corners.map(inside), inks, Outline::Sharp);
                }
            }
            Mark::Bars(width) => {
                let half = width / (ends[0][1] - ends[0][0]).max(f64::MIN_POSITIVE) / 2.0;
                for [x, y] in points {
                    let corners = [[x - half, y], [x + half, 1.0]];
                    small.boxed(corners.map(inside), inks, Outline::Sharp);
                }
            }
            Mark::Step | Mark::Dashes => small.line(stairs(&points), inks, WIDTH),
            Mark::Line | Mark::Dots | Mark::Path => small.line(points, inks, WIDTH),
        }
    }
    small
}

/// Returns the corner of a box where it is on the picture.
fn inside(corner: [f64; 2]) -> [f64; 2] {
    corner.map(|edge| edge.clamp(0.0, 1.0))
}
