//! The plot of bounded slowdown by the size of jobs.

use super::figure::FigureKind;
use super::figure::{Axis, Curve, Figure, Mark, Scale, series};
use super::series::Point;
use laboratory::record::Run;
use laboratory::record::unit::unit_of;

impl FigureKind {
    /// Bounded slowdowns by size.
    pub const SLOWDOWN_BY_SIZE: Self = Self {
        name: "slowdown-by-size",
        summary: "Bounded slowdowns against the sizes of jobs",
        draw: Figure::slowdown_by_size,
    };
}

impl Figure {
    /// Returns the median bounded slowdown of jobs of 1, 2, 3-4, 5-8 … nodes.
    pub fn slowdown_by_size(curves: &[Curve<'_>]) -> Self {
        let units = unit_of(curves.iter().map(|curve| curve.run)).many();
        Self {
            title: "Bounded slowdown by size".into(),
            x: Axis::new(
                &format!("{units} (mean of jobs up to 1, 2, 4, 8 …)"),
                Scale::Log,
            ),
            y: Axis::new("median bounded slowdown", Scale::Log),
            series: curves
                .iter()
                .map(|curve| series(curve, Mark::Dots, by_size(curve.run)))
                .collect(),
            notes: Vec::new(),
            bands: Vec::new(),
        }
    }
}

/// Returns mean size and median bounded slowdown of each class of sizes that has jobs.
fn by_size(run: &Run) -> Vec<Point> {
    let mut classes: Vec<(f64, Vec<f64>)> = vec![(0.0, Vec::new()); 33];
    for job in run.admitted() {
        let spec = &run.experiment.jobs[job];
        let class = spec
            .nodes
            .max(1)
            .next_power_of_two()
            .max(1)
            .trailing_zeros() as usize;
        if let Some((nodes, slowdowns)) = classes.get_mut(class) {
            *nodes += f64::from(spec.nodes);
            slowdowns.push(run.bounded_slowdown(job));
        }
    }
    classes
        .into_iter()
        .filter(|(_, slowdowns)| !slowdowns.is_empty())
        .map(|(nodes, slowdowns)| [nodes / slowdowns.len() as f64, median(slowdowns)])
        .collect()
}

/// Returns the median of `values`, of which there is at least one.
fn median(mut values: Vec<f64>) -> f64 {
    let middle = values.len() / 2;
    let even = values.len().is_multiple_of(2);
    let (below, at, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    let at = *at;
    match below.iter().copied().max_by(f64::total_cmp) {
        Some(before) if even => f64::midpoint(before, at),
        _ => at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn sizes_are_put_in_classes() {
        let run = sample::run(
            8,
            &[
                (0, 0, 10, 0, 3),
                (0, 10, 10, 0, 4),
                (0, 30, 10, 0, 4),
                (0, 50, 10, 0, 8),
            ],
        );
        // 1, 2 and 4 for three or four nodes; 6 for eight.
        let points = by_size(&run);
        assert_eq!(points, [[11.0 / 3.0, 2.0], [8.0, 6.0]]);
    }

    #[test]
    fn a_median_of_two_is_between_them() {
        assert_eq!(median(vec![4.0, 1.0]), 2.5);
        assert_eq!(median(vec![4.0, 1.0, 2.0]), 2.0);
    }
}
