//! The curves of a figure, without its axes.

use egui::{Pos2, pos2};

use super::{SmallPicture, inks};
use crate::colour::run_colour;
use crate::plot::figure::{Figure, Mark, Series};

/// Widths of a curve and of a dot.
const WIDTH: f32 = 1.6;
const DOT: f64 = 0.012;

/// Returns `figure` from its least values to its greatest.
pub fn figure(figure: &Figure) -> SmallPicture {
    let mut small = SmallPicture::default();
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
                    let edges = [x - DOT, y - 2.0 * DOT, x + DOT, y + 2.0 * DOT];
                    small.block(edges.map(|edge| edge.clamp(0.0, 1.0)), inks, false);
                }
            }
            Mark::Bars(width) => {
                let half = width / (ends[0][1] - ends[0][0]).max(f64::MIN_POSITIVE) / 2.0;
                for [x, y] in points {
                    let edges = [x - half, y, x + half, 1.0];
                    small.block(edges.map(|edge| edge.clamp(0.0, 1.0)), inks, false);
                }
            }
            Mark::Step | Mark::Dashes => small.line(stairs(&points), inks, WIDTH),
            Mark::Line | Mark::Dots | Mark::Path => {
                let points = points.iter().map(|point| spot(*point)).collect();
                small.line(points, inks, WIDTH);
            }
        }
    }
    small
}

fn spot([x, y]: [f64; 2]) -> Pos2 {
    pos2(x as f32, y as f32)
}

/// Returns a line that keeps each value until the next.
fn stairs(points: &[[f64; 2]]) -> Vec<Pos2> {
    let mut line: Vec<Pos2> = Vec::with_capacity(2 * points.len());
    for point in points {
        if let Some(last) = line.last().copied() {
            line.push(pos2(point[0] as f32, last.y));
        }
        line.push(spot(*point));
    }
    line
}
