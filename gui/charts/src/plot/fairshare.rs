//! Accounts' shares of decayed usage over time, and their targets.

use super::figure::FigureKind;
use super::figure::{Axis, Curve, Figure, Mark, Scale, Series, curves_having};
use super::series::Point;
use laboratory::record::priority::FairshareRecord;

/// Most accounts that are drawn: those with the largest usage or target.
const MOST: usize = 6;

impl FigureKind {
    /// Shares of accounts.
    pub const FAIRSHARE: Self = Self {
        name: "fairshare",
        summary: "Which part of usage accounts have over time, and their targets",
        draw: Figure::fairshare,
    };
}

impl Figure {
    /// Returns shares over time and their targets, of the first run of which they are known.
    pub fn fairshare(curves: &[Curve<'_>]) -> Self {
        let known = curves_having(curves, |run| run.fairshare().is_some());
        let first = known.first();
        let record = first.and_then(|curve| curve.run.fairshare());
        let label = match first {
            Some(curve) => format!("part of usage under {}", curve.label),
            None => "part of usage".to_owned(),
        };
        Self {
            title: "Fairshare".into(),
            x: Axis::of_time(curves),
            y: Axis::new(&label, Scale::Linear),
            series: record.map_or_else(Vec::new, series),
            notes: Vec::new(),
            bands: Vec::new(),
        }
    }
}

/// Returns the share of each account in steps, and its target dashed in the same colour.
fn series(record: &FairshareRecord) -> Vec<Series> {
    let mut largest: Vec<(usize, f64)> = (0..record.names.len())
        .map(|index| {
            let parts = record.parts.iter().map(|(_, parts)| parts[index]);
            (index, parts.fold(record.targets[index], f64::max))
        })
        .collect();
    largest.sort_by(|a, b| b.1.total_cmp(&a.1));
    largest.truncate(MOST);
    let ends = record.parts.first().zip(record.parts.last());
    let ends = ends.map(|(first, last)| [first.0.seconds(), last.0.seconds()]);
    let mut all = Vec::new();
    for (slot, (index, _)) in largest.into_iter().enumerate() {
        let parts = record.parts.iter();
        let points: Vec<Point> = parts
            .map(|(at, parts)| [at.seconds(), parts[index]])
            .collect();
        let target = ends.into_iter().flatten();
        let target = target.map(|at| [at, record.targets[index]]).collect();
        let series = |label: String, mark, points| Series {
            label,
            slot,
            mark,
            points,
        };
        let name = &record.names[index];
        all.push(series(name.clone(), Mark::Step, points));
        all.push(series(format!("{name}, target"), Mark::Dashes, target));
    }
    all
}
