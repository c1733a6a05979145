//! Intervals of changes from the baseline, job by job, computed a little in each frame.

use std::sync::Arc;

use crate::shared::runs::{Entry, RunId, Runs, same_jobs};
use laboratory::metrics::select::Scope;
use laboratory::metrics::select::paired::{Measure, PairedSummary, Pairs};
use laboratory::record::Run;

/// Measures that are compared job by job.
pub(super) const MEASURES: [Measure; 3] = [Measure::Wait, Measure::Response, Measure::Slowdown];

/// Known intervals of runs.
#[derive(Default)]
pub(super) struct KnownIntervals {
    scope: Scope,
    baseline: Option<*const Run>,
    known: Vec<(RunId, *const Run, usize, PairedSummary)>,
}

impl KnownIntervals {
    /// Compares the next run in the next measure, of the jobs of `scope`; returns whether there was
    /// something left to compare. One in a frame, so that the window never waits.
    pub(super) fn find_out_more(&mut self, scope: &Scope, runs: &Runs) -> bool {
        let baseline = runs.baseline();
        let address = baseline.map(|entry| Arc::as_ptr(&entry.run));
        if self.scope != *scope || self.baseline != address {
            (self.scope, self.baseline) = (scope.clone(), address);
            self.known.clear();
        }
        let Some(baseline) = baseline else {
            return false;
        };
        let is_there = |id: RunId, run: *const Run| {
            let entry = runs.get(id);
            entry.is_some_and(|entry| Arc::as_ptr(&entry.run) == run)
        };
        self.known.retain(|(id, run, ..)| is_there(*id, *run));
        let missing = runs.entries.iter().find_map(|entry| {
            let is_other = entry.id != baseline.id && same_jobs(&baseline.run, &entry.run);
            let open = self.of(entry).iter().position(Option::is_none)?;
            is_other.then_some((entry, open))
        });
        let Some((entry, index)) = missing else {
            return false;
        };
        let jobs = scope.jobs(&baseline.run);
        let pairs = Pairs::of(MEASURES[index], &baseline.run, &entry.run, &jobs);
        let run = Arc::as_ptr(&entry.run);
        self.known.push((entry.id, run, index, pairs.summary()));
        true
    }

    /// Returns what is known of the run of `entry`, in each measure.
    pub(super) fn of(&self, entry: &Entry) -> [Option<&PairedSummary>; MEASURES.len()] {
        let mut found = [None; MEASURES.len()];
        for (id, _, index, paired) in &self.known {
            if *id == entry.id {
                found[*index] = Some(paired);
            }
        }
        found
    }
}
