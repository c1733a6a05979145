//! Free capacity over time, and the part of it that fits no waiting job.

use super::figure::FigureKind;
use super::figure::{Axis, Curve, Figure, Mark, Scale, Series, curves_having};
use super::series::Point;
use laboratory::metrics::features::fragmentation::{FreeCapacity, fragmentation, is_known};

impl FigureKind {
    /// Free capacity that fits no job.
    pub const FRAGMENTATION: Self = Self {
        name: "fragmentation",
        summary: "What is free over time, and fits nobody who waits",
        draw: Figure::fragmentation,
    };
}

impl Figure {
    /// Returns the part that fits no waiting job over time, and dashed all that is free, of those
    /// runs of which it is known.
    pub fn fragmentation(curves: &[Curve<'_>]) -> Self {
        let known = curves_having(curves, is_known);
        let is_shared = known
            .iter()
            .any(|curve| curve.run.experiment.cluster.is_some());
        let label = if is_shared {
            "cores that fit nobody, and free"
        } else {
            "nodes that fit nobody, and free"
        };
        let series = known.iter().flat_map(|curve| {
            let moments = fragmentation(curve.run).unwrap_or_default();
            let points = |of: fn(&FreeCapacity) -> u32| -> Vec<Point> {
                let each = moments.iter();
                each.map(|moment| [moment.at.seconds(), f64::from(of(moment))])
                    .collect()
            };
            let series = |label: String, mark, points| Series {
                label,
                slot: curve.slot,
                mark,
                points,
            };
            [
                series(
                    curve.label.to_string(),
                    Mark::Step,
                    points(|moment| moment.unfit),
                ),
                series(
                    format!("{}, free", curve.label),
                    Mark::Dashes,
                    stepped(&points(|moment| moment.free)),
                ),
            ]
        });
        Self {
            title: "Fragmentation".into(),
            x: Axis::of_time(curves),
            y: Axis::new(label, Scale::Linear),
            series: series.collect(),
            notes: Vec::new(),
            bands: Vec::new(),
        }
    }
}

/// Returns points whose straight lines are the steps between these.
fn stepped(points: &[Point]) -> Vec<Point> {
    let mut found = Vec::with_capacity(2 * points.len());
    for pair in points.windows(2) {
        found.extend([pair[0], [pair[1][0], pair[0][1]]]);
    }
    found.extend(points.last());
    found
}
