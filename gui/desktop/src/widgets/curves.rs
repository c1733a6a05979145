//! Curves over time of the runs in sight, as figures that need little memory.

use std::sync::Arc;

use crate::shared::Shared;
use crate::shared::runs::Entry;
use charts::plot::figure::{Figure, Mark, Series};
use charts::plot::series::utilisation;
use charts::time::curves::Line;
use charts::time::timeline::CurveKind;
use laboratory::record::Run;
use laboratory::record::unit::unit_of;

/// Returns busy nodes or waiting jobs of all runs in sight, and the source of the values of series
/// without points: hundreds of thousands of jobs would have too many.
pub(crate) fn light(shared: &Shared, what: CurveKind) -> (Figure, Vec<Line>) {
    let mut figure = match what {
        CurveKind::Busy => {
            let runs: Vec<&Run> = shared.runs.visible().map(|entry| &*entry.run).collect();
            Figure::busy(&runs)
        }
        CurveKind::Waiting => Figure::queue_length(&[]),
    };
    let on_servers = shared.runs_in_sight().any(|run| run.placements().is_some());
    if what == CurveKind::Busy && !on_servers {
        // As beside the schedule: on a cluster cores are counted.
        figure.title = unit_of(shared.runs_in_sight()).busy().to_owned();
    }
    let needs_points = |run: &Run| {
        // With quanta or a background, busy nodes are fewer than held ones.
        what == CurveKind::Busy && (run.quanta().is_some() || run.molds().is_some())
    };
    let entries = shared.runs.visible();
    let of = |entry: &Entry| Series {
        label: entry.label.clone(),
        slot: entry.slot,
        mark: Mark::Step,
        points: if needs_points(&entry.run) {
            utilisation(&entry.run)
        } else {
            Vec::new()
        },
    };
    figure.series = entries.map(of).collect();
    let line = |entry: &Entry| Line {
        timeline: Arc::clone(&entry.timeline),
        what,
    };
    (figure, shared.runs.visible().map(line).collect())
}
