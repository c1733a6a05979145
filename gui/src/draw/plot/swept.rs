//! The figure of a sweep: what a metric comes to along a parameter, with how sure that is.

use crate::draw::plot::figure::{Axis, Band, Figure, Mark, Note, Scale, Series};
use crate::record::metric::Metric;
use crate::run::sweep::{Curve, Known};

impl Figure {
    /// Of `metric` along the parameter `name`, whose values are `values`: a curve for each of
    /// `curves`, of which those of one policy have one colour, with its name at its end.
    pub fn swept(curves: &[Curve], metric: &Metric, name: &str, values: &[String]) -> Self {
        let numbers: Option<Vec<f64>> = values.iter().map(|text| text.parse().ok()).collect();
        let place = |value: usize| match &numbers {
            Some(numbers) => numbers[value],
            None => value as f64,
        };
        let x = match (name, &numbers) {
            ("", _) => "no parameter is varied".to_owned(),
            (name, Some(_)) => name.to_owned(),
            // Words have no places of their own.
            (name, None) => {
                let words = values.iter().enumerate();
                let words: Vec<_> = words.map(|(at, word)| format!("{at} {word}")).collect();
                format!("{name}: {}", words.join(", "))
            }
        };
        // The longest time says in what all are.
        let means = curves.iter().flat_map(|curve| &curve.points);
        let greatest = means.fold(0.0, |most: f64, point| most.max(point.mean.mean.abs()));
        let (unit, size) = match metric.unit {
            "s" if greatest >= 7200.0 => ("hours", 3600.0),
            "s" if greatest >= 120.0 => ("minutes", 60.0),
            "s" => ("seconds", 1.0),
            unit => (unit, 1.0),
        };
        let y = match unit {
            "" => metric.title.to_owned(),
            unit => format!("{}, {unit}", metric.title),
        };
        let half = |point: &Known| point.mean.half_width.unwrap_or(0.0);
        let series = curves.iter().map(|curve| Series {
            label: curve.label.clone(),
            slot: curve.slot,
            mark: Mark::Path,
            points: curve
                .points
                .iter()
                .map(|point| [place(point.value), point.mean.mean / size])
                .collect(),
        });
        let series: Vec<_> = series.collect();
        let bands = curves.iter().map(|curve| Band {
            slot: curve.slot,
            points: curve
                .points
                .iter()
                .map(|point| {
                    let [low, high] = [-1.0, 1.0].map(|sign| point.mean.mean + sign * half(point));
                    [place(point.value), low / size, high / size]
                })
                .collect(),
        });
        let scale = if numbers.is_some() {
            Scale::Near
        } else {
            Scale::Linear
        };
        let mut figure = Self {
            title: format!("{}, with 95 % intervals", metric.title),
            x: Axis::new(&x, scale),
            y: Axis::new(&y, Scale::Linear),
            notes: Vec::new(),
            bands: bands.collect(),
            series,
        };
        figure.notes = figure.names_at_ends();
        figure
    }

    /// The names of curves where they end, moved apart if need be.
    fn names_at_ends(&self) -> Vec<Note> {
        let [_, [low, high]] = self.extent();
        let apart = (high - low) / 22.0;
        let ends = self.series.iter().filter_map(|series| {
            let end = series.points.last()?;
            Some((*end, series.label.clone()))
        });
        let mut ends: Vec<_> = ends.collect();
        ends.sort_by(|([_, one], _), ([_, other], _)| one.total_cmp(other));
        let mut below = f64::NEG_INFINITY;
        let notes = ends.into_iter().map(|([x, y], words)| {
            let y = y.max(below + apart);
            below = y;
            Note { at: [x, y], words }
        });
        notes.collect()
    }
}
