//! The figure of a sweep: a metric along a parameter, with confidence intervals.

use crate::plot::figure::{Axis, Band, Figure, Mark, Note, Scale, Series};
use laboratory::base::problem::Problem;
use laboratory::record::metric::Metric;
use laboratory::run::sweep::{Curve, Plan, ResultStorage, curves, defined_metrics};

impl Figure {
    /// Returns the metric called `name` along the first parameter of `plan`, from what is known.
    ///
    /// # Errors
    /// The metric is not known there, with those that are.
    pub fn of_sweep(plan: &Plan, known: &dyn ResultStorage, name: &str) -> Result<Self, Problem> {
        let metrics = defined_metrics(plan, known);
        let Some(metric) = metrics.iter().find(|metric| metric.name == name) else {
            let names: Vec<&str> = metrics.iter().map(|metric| metric.name).collect();
            return Err(Problem::input(format!(
                "nothing is known of `{name}` here; there are {}",
                names.join(", ")
            )));
        };
        let along = plan.names.first().map_or("", String::as_str);
        let values = plan.first_values();
        let curves = curves(plan, known, name);
        Ok(Self::swept(&curves, metric, (along, &values), false))
    }

    /// Returns `metric` along the parameter `name` with the given `values`: a curve for each of
    /// `curves`, those of one policy in one colour, with the name at its end; logarithmic upwards
    /// if that is wanted and all values are above zero.
    pub fn swept(
        curves: &[Curve],
        metric: &Metric,
        (name, values): (&str, &[String]),
        logarithmic: bool,
    ) -> Self {
        let numbers: Option<Vec<f64>> = values.iter().map(|text| text.parse().ok()).collect();
        let position = |value: usize| match &numbers {
            Some(numbers) => numbers[value],
            None => value as f64,
        };
        let x = match (name, &numbers) {
            ("", _) => "no parameter is varied".to_owned(),
            (name, Some(_)) => name.to_owned(),
            // Words have no positions of their own.
            (name, None) => {
                let words = values.iter().enumerate();
                let words: Vec<_> = words.map(|(at, word)| format!("{at} {word}")).collect();
                format!("{name}: {}", words.join(", "))
            }
        };
        let y = match metric.unit {
            "s" => Axis::new(metric.title, Scale::Duration),
            "" => Axis::new(metric.title, Scale::Linear),
            unit => Axis::new(&format!("{}, {unit}", metric.title), Scale::Linear),
        };
        let points = || curves.iter().flat_map(|curve| &curve.points);
        // A value of zero or less has no position on a logarithmic axis.
        let is_positive = points().all(|point| point.mean.mean > 0.0);
        let y = y.logarithmic(logarithmic && is_positive);
        let means = points().map(|point| point.mean.mean);
        let least = if is_positive && logarithmic {
            means.fold(f64::INFINITY, f64::min) / 2.0
        } else {
            metric.least
        };
        let series = curves.iter().map(|curve| Series {
            label: curve.label.clone(),
            slot: curve.colour,
            mark: Mark::Path,
            points: curve
                .points
                .iter()
                .map(|point| [position(point.value), point.mean.mean])
                .collect(),
        });
        let series: Vec<_> = series.collect();
        // One seed has a mean without an interval.
        let is_sure = |curve: &&Curve| {
            let mut points = curve.points.iter();
            points.any(|point| point.mean.half_width.is_some())
        };
        let has_intervals = curves.iter().any(|curve| is_sure(&curve));
        let bands = curves.iter().filter(is_sure).map(|curve| Band {
            slot: curve.colour,
            points: curve
                .points
                .iter()
                .map(|point| {
                    let ends = point.mean.interval(least);
                    let [low, high] = ends.unwrap_or([point.mean.mean; 2]);
                    [position(point.value), low, high]
                })
                .collect(),
        });
        let scale = if numbers.is_some() {
            Scale::Near
        } else {
            Scale::Linear
        };
        let mut figure = Self {
            title: if has_intervals {
                format!("{}, with 95 % intervals", metric.title)
            } else {
                metric.title.to_owned()
            },
            x: Axis::new(&x, scale),
            y,
            notes: Vec::new(),
            bands: bands.collect(),
            series,
        };
        figure.notes = figure.names_at_ends();
        figure
    }

    /// Returns the names of curves at their ends, moved apart if need be.
    fn names_at_ends(&self) -> Vec<Note> {
        let [_, [low, high]] = self.extent();
        let (low, high) = (self.y.even(low), self.y.even(high));
        let apart = (high - low) / 18.0;
        let ends = self.series.iter().filter_map(|series| {
            let end = series.points.last()?;
            Some((*end, series.label.clone()))
        });
        let mut ends: Vec<_> = ends.collect();
        ends.sort_by(|([_, one], _), ([_, other], _)| one.total_cmp(other));
        let mut below = f64::NEG_INFINITY;
        let notes = ends.into_iter().map(|([x, y], words)| {
            let even = self.y.even(y).max(below + apart);
            below = even;
            let at = [x, self.y.value(even)];
            Note { at, words }
        });
        notes.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::metrics::all;
    use laboratory::metrics::estimate::Estimate;
    use laboratory::run::sweep::CurvePoint;

    /// Of waits of 10 s and 1 000 s; of none at all there is no logarithm.
    #[test]
    fn a_sweep_is_drawn_by_factors_where_that_is_wanted_and_can_be() {
        let wait = all().iter().find(|metric| metric.name == "mean_wait");
        let values = ["0.5", "0.9"].map(str::to_owned);
        let swept = |means: [f64; 2], logarithmic| {
            let point = |value: usize| CurvePoint {
                value,
                point: value,
                policy: 0,
                seeds: 1,
                mean: Estimate {
                    mean: means[value],
                    half_width: None,
                },
            };
            let curve = Curve {
                label: "FCFS".to_owned(),
                colour: 0,
                points: vec![point(0), point(1)],
            };
            Figure::swept(&[curve], wait.unwrap(), ("load", &values), logarithmic)
        };
        assert!(swept([10.0, 1_000.0], true).is_logarithmic());
        assert!(!swept([10.0, 1_000.0], false).is_logarithmic());
        assert!(!swept([0.0, 1_000.0], true).is_logarithmic());
    }
}
