//! Figures with a bar for each class of jobs.

use super::figure::{Axis, Curve, Figure, Mark, Scale, Series};
use laboratory::family::slicing::classes::{ClassRow, by_class};
use laboratory::record::Run;
use laboratory::record::colour::{AS_RECORDED, POLICIES};

/// Share of the room of a class that its bars take together.
const BAR: f64 = 0.8;

impl Figure {
    /// Returns the shares of short, medium and long jobs among all jobs and all work of `run`.
    pub fn class_mix(run: &Run) -> Self {
        let rows = by_class(run);
        let bars = |share: fn(&ClassRow) -> f64| rows.iter().map(share).collect();
        Self::by_class(
            "Classes",
            "share",
            // Neither is a run, so neither has the hue of one.
            vec![
                (
                    "of jobs",
                    AS_RECORDED + POLICIES,
                    bars(|row| row.share_of_jobs),
                ),
                ("of work", AS_RECORDED, bars(|row| row.share_of_work)),
            ],
        )
    }

    /// Returns the mean relative response time of short, medium and long jobs.
    pub fn response_by_class(curves: &[Curve<'_>]) -> Self {
        let bars = |curve: &Curve<'_>| {
            let rows = by_class(curve.run);
            rows.iter().map(|row| row.mean_relative_response).collect()
        };
        Self::by_class(
            "Relative response by class",
            "mean relative response",
            curves
                .iter()
                .map(|curve| (curve.label, curve.slot, bars(curve)))
                .collect(),
        )
    }

    /// Returns groups of bars by class: for each name and slot, the values of the classes.
    fn by_class(title: &str, label: &str, bars: Vec<(&str, usize, Vec<f64>)>) -> Self {
        let width = BAR / bars.len().max(1) as f64;
        let first = (width - BAR) / 2.0;
        let points = |index: usize, values: Vec<f64>| {
            let offset = first + index as f64 * width;
            let values = values.into_iter().enumerate();
            let points = values.map(|(class, value)| [class as f64 + offset, value]);
            points.collect()
        };
        let series = bars.into_iter().enumerate();
        Self {
            title: title.into(),
            x: Axis::new("class", Scale::Class),
            y: Axis::new(label, Scale::Linear),
            series: series
                .map(|(index, (name, slot, values))| Series {
                    label: name.into(),
                    slot,
                    mark: Mark::Bars(width),
                    points: points(index, values),
                })
                .collect(),
            notes: Vec::new(),
            bands: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn bars_of_a_class_stand_side_by_side() {
        let run = sample::displacing();
        let curve = |slot| Curve {
            run: &run,
            label: "a",
            slot,
        };
        let figure = Figure::response_by_class(&[curve(3), curve(5)]);
        // Job 1 is long: 83 s for 30 s of work; job 2 short: 57 s for 25 s.
        let (short, long) = (57.0 / 25.0, 83.0 / 30.0);
        let expected = [
            (3, [[-0.2, short], [0.8, 0.0], [1.8, long]]),
            (5, [[0.2, short], [1.2, 0.0], [2.2, long]]),
        ];
        for (series, (slot, points)) in figure.series.iter().zip(expected) {
            assert_eq!((series.slot, series.mark), (slot, Mark::Bars(0.4)));
            for (found, expected) in series.points.iter().zip(points) {
                assert!((found[0] - expected[0]).abs() < 1e-9);
                assert!((found[1] - expected[1]).abs() < 1e-9);
            }
        }
        assert_eq!(figure.extent()[0], [-0.5, 2.5]);
        assert_eq!(figure.x.format(1.2), "medium");
    }
}
