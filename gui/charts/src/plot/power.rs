//! Power of the nodes of runs over time, and the cap on it.

use cosched_core::Time;

use super::figure::FigureKind;
use super::figure::{Axis, Curve, Figure, Mark, Scale, Series, curves_having, series};
use super::series::Point;
use laboratory::record::Run;
use laboratory::record::colour::AS_RECORDED;
use laboratory::record::power::{PowerData, PowerDraw};

/// Milliwatts, and watts, in a kilowatt.
const KILOWATT: f64 = 1e6;
const WATTS: f64 = 1e3;

impl FigureKind {
    /// Power.
    pub const POWER: Self = Self {
        name: "power",
        summary: "What nodes draw over time, and the cap on it",
        draw: Figure::power,
    };
}

impl Figure {
    /// Returns power over time of those runs of which it is known, and the cap if there is one.
    pub fn power(curves: &[Curve<'_>]) -> Self {
        let known = curves_having(curves, |run| run.power().is_some());
        let mut series: Vec<Series> = known
            .iter()
            .map(|curve| series(curve, Mark::Step, power(curve.run)))
            .collect();
        let cap = known.first().map(|curve| cap(curve.run));
        series.extend(
            cap.filter(|points| !points.is_empty())
                .map(|points| Series {
                    label: "cap".into(),
                    // The slot of no run.
                    slot: AS_RECORDED,
                    mark: Mark::Dashes,
                    points,
                }),
        );
        Self {
            title: "Power".into(),
            x: Axis::of_time(curves),
            y: Axis::new("power", Scale::Linear).in_unit("kW"),
            series,
            notes: Vec::new(),
            bands: Vec::new(),
        }
    }
}

/// Returns the first and last instant in view of `run`.
fn span(run: &Run) -> [Time; 2] {
    let first = run.metrics.first_submit;
    [first, first.after(run.metrics.makespan())]
}

/// Returns power in kW over time, in steps, from the first submission to the last end.
pub fn power(run: &Run) -> Vec<Point> {
    let (Some(power), Some(record)) = (&run.experiment.power, run.power()) else {
        return Vec::new();
    };
    let [first, last] = span(run);
    let drawn = |at: Time, busy: PowerDraw| power.watts(run.nodes_at(at), busy) / WATTS;
    let before = record.busy.partition_point(|(at, _)| *at <= first);
    let busy = before
        .checked_sub(1)
        .map_or(PowerDraw::default(), |index| record.busy[index].1);
    let mut points = vec![[first.seconds(), drawn(first, busy)]];
    let inside = record.busy[before..].iter();
    points.extend(inside.map(|&(at, busy)| [at.seconds(), drawn(at, busy)]));
    // After the last end all nodes are idle.
    if points.last().is_some_and(|point| point[0] < last.seconds()) {
        points.push([last.seconds(), drawn(last, PowerDraw::default())]);
    }
    points
}

/// Returns the cap in kW, in steps, while `run` lasts.
fn cap(run: &Run) -> Vec<Point> {
    let [first, last] = span(run);
    let power: Option<&PowerData> = run.experiment.power.as_ref();
    let Some(steps) = power.and_then(|power| power.cap.as_ref()) else {
        return Vec::new();
    };
    let instants = [first]
        .into_iter()
        .chain(steps.changes(first, last))
        .chain([last]);
    let point = |at: Time| Some([at.seconds(), steps.at(at)? as f64 / KILOWATT]);
    instants.filter_map(point).collect()
}
