//! Schedules, one above the other.

use crate::colour::{ColourBy, Shading, WaitScale, colour_of};
use crate::gantt::{Rows, gpus};
use crate::picture::{Outline, Picture, inks};
use laboratory::record::Run;

/// Share of the height between two schedules.
const APART: f64 = 0.06;

/// Returns the schedules of `runs` on one scale of time; colours show `by`, or how long jobs
/// waited, on one scale for all.
pub fn schedules(runs: &[&Run], by: Option<ColourBy>) -> Picture {
    let mut small = Picture::default();
    let end = runs
        .iter()
        .flat_map(|run| run.segments.iter().map(|segment| segment.until));
    let first = runs
        .iter()
        .flat_map(|run| run.segments.iter().map(|segment| segment.from));
    let (Some(first), Some(end)) = (first.min(), end.max()) else {
        return small;
    };
    let span = end.since(first).seconds().max(f64::MIN_POSITIVE);
    let waits = WaitScale::of(runs.iter().copied());
    let count = runs.len() as f64;
    let height = (1.0 - APART * (count - 1.0)) / count;
    for (index, run) in (0..).map(f64::from).zip(runs) {
        let rows = Rows::of(run);
        let top = index * (height + APART);
        let down = |row: f64| top + height * row / rows.height().max(1.0);
        let across = |at: cosched_core::Time| at.since(first).seconds() / span;
        let outline = if run.segments.len() < 40 {
            Outline::Shade
        } else {
            Outline::Sharp
        };
        for segment in gpus::on_rows(run).iter() {
            let [from, until] = rows.span(&segment);
            let inks = inks(|dark| {
                let by = by.unwrap_or(ColourBy::Wait);
                colour_of(run, segment.job as usize, &Shading { by, waits, dark })
            });
            let corners = [
                [across(segment.from), down(from)],
                [across(segment.until), down(until)],
            ];
            small.boxed(corners, inks, outline);
        }
    }
    small
}
