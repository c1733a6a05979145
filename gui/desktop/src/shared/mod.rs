//! Common state of all panes: the experiment, its runs, the selection, and the view of time.

pub(super) mod branches;
pub(super) mod document;
mod entry;
pub(super) mod instant;
pub(super) mod pane;
pub(super) mod panes;
pub(super) mod prediction;
mod recipe;
pub(super) mod replay;
pub(super) mod runs;
pub(super) mod scope;
pub(super) mod week;

use std::sync::Arc;

use cosched_core::Time;

use branches::Branches;
use charts::colour::ColourBy;
use charts::gantt::{GanttView, HighlightedJobs};
use charts::plot::figure::Curve;
use document::Document;
use instant::Instant;
use laboratory::record::{Experiment, Run};
use prediction::PredictionReport;
use replay::Replay;
use runs::{Entry, RunId, Runs, same_jobs};
use scope::Scopes;

/// A job of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Selection {
    /// Run.
    pub(super) id: RunId,
    /// Index of the job.
    pub(super) job: usize,
}

/// State that panes show. They do not change it themselves: their requests are actions, which are
/// performed once all of them are drawn.
pub(super) struct Shared {
    pub(super) document: Document,
    /// Experiment that was simulated last: remarks, machine size.
    pub(super) experiment: Option<Arc<Experiment>>,
    /// Remarks on the schedule as recorded, where that was requested later.
    pub(super) remarks: Vec<String>,
    pub(super) runs: Runs,
    /// Results of branches.
    pub(super) branches: Branches,
    pub(super) selection: Option<Selection>,
    /// Selection of jobs for statistics and comparison.
    pub(super) scope: Scopes,
    /// Jobs that are related to the selected one by the explanation of its start, once that is
    /// known.
    pub(super) marked: Option<HighlightedJobs>,
    pub(super) sight: Sight,
    pub(super) replay: Replay,
    /// Answers about the instant of the replay, and about idle nodes.
    pub(super) instant: Instant,
    /// Predictions of starts, and the health of the log.
    pub(super) predicted: PredictionReport,
}

impl Shared {
    /// Whether a replay hides something: it is under way and has not come to its end.
    pub(crate) fn is_replaying(&self) -> bool {
        let last = Replay::span(&self.runs).map(|(_, last)| last.seconds());
        let until = self.replay.until();
        until.zip(last).is_some_and(|(until, last)| until < last)
    }

    /// Returns the state of `document` before any run.
    pub(super) fn new(document: Document) -> Self {
        Self {
            document,
            experiment: None,
            remarks: Vec::new(),
            runs: Runs::default(),
            branches: Branches::default(),
            selection: None,
            scope: Scopes::default(),
            marked: None,
            sight: Sight::default(),
            replay: Replay::default(),
            instant: Instant::default(),
            predicted: PredictionReport::default(),
        }
    }

    /// Iterates over the runs that charts show.
    pub(super) fn runs_in_sight(&self) -> impl Iterator<Item = &Run> {
        self.runs.visible().map(|entry| &*entry.run)
    }

    /// Returns the runs in sight for figures.
    pub(super) fn curves(&self) -> Vec<Curve<'_>> {
        let visible = self.runs.visible();
        visible
            .map(|entry| Curve {
                run: &entry.run,
                label: &entry.label,
                slot: entry.slot,
            })
            .collect()
    }

    /// Returns the index of the current run among those in sight, else the first.
    pub(super) fn current_in_sight(&self) -> usize {
        let current = self.runs.current().map(|entry| entry.id);
        let mut visible = self.runs.visible();
        visible
            .position(|entry| Some(entry.id) == current)
            .unwrap_or_default()
    }

    /// Returns the selected job, if it is also one of `entry`.
    pub(super) fn selected_in(&self, entry: &Entry) -> Option<usize> {
        let selection = self.selection?;
        let chosen = self.runs.get(selection.id)?;
        same_jobs(&chosen.run, &entry.run).then_some(selection.job)
    }

    /// Returns the jobs to mark in the chart of `entry` on account of the selected job: only in its
    /// own run, as other jobs were ahead of it elsewhere.
    pub(super) fn marked_in(&self, entry: &Entry) -> Option<&HighlightedJobs> {
        let is_its_run = self.selection.is_some_and(|chosen| chosen.id == entry.id);
        self.marked.as_ref().filter(|_| is_its_run)
    }

    /// Returns the instant whose values are read in `view`: the pointer's, else the replay's.
    pub(super) fn instant_read(&self, view: &GanttView) -> Option<f64> {
        let pointer = view.pointer.map(|pointer| pointer.at);
        pointer.or_else(|| self.replay.at.map(Time::seconds))
    }

    /// Returns the instant whose values are read in all charts.
    pub(super) fn instant_in_sight(&self) -> Option<f64> {
        self.instant_read(&self.sight.view)
    }

    /// Fits the view to the bounds of the runs.
    pub(super) fn follow(&mut self) {
        let mut runs: Vec<&Run> = self.runs.visible().map(|entry| &*entry.run).collect();
        if runs.is_empty() {
            runs.extend(self.runs.current().map(|entry| &*entry.run));
        }
        self.sight.follow(&runs);
    }

    /// Takes over a span that has been selected on a chart.
    pub(super) fn take_span(&mut self) {
        let view = &self.sight.view;
        if view.selecting.is_none() && view.span != self.scope.span_in_seconds() {
            let scope = self.scope.current().with_span(view.span);
            self.change_scope(|scopes| scopes.set(scope));
        }
    }

    /// Makes `change` of the selection, and shows its span on all charts.
    pub(super) fn change_scope(&mut self, change: impl FnOnce(&mut Scopes)) {
        change(&mut self.scope);
        self.sight.view.span = self.scope.span_in_seconds();
    }
}

/// View of time and of the machine in all charts, with the colouring.
#[derive(Default)]
pub(super) struct Sight {
    pub(super) view: GanttView,
    /// Property of a job that its colour shows.
    pub(super) colour_by: ColourBy,
    /// Whether jobs are coloured by their difference from the baseline instead.
    pub(super) difference: bool,
    /// Runs whose bounds `view` has.
    bounded_runs: Vec<*const Run>,
    fit: bool,
}

impl Sight {
    /// Shows everything from the next frame on.
    pub(super) fn fit(&mut self) {
        self.fit = true;
    }

    /// Shows a part of the bounds of `runs`.
    pub(super) fn look_at(&mut self, runs: &[&Run], part: [f64; 4]) {
        self.fit = false;
        self.bounded_runs.clear();
        self.follow(runs);
        let view = &mut self.view;
        [view.t0, view.t1, view.row0, view.row1] = part;
        view.pan(0.0, 0.0);
    }

    /// Gives the view the bounds of the runs.
    pub(super) fn follow(&mut self, runs: &[&Run]) {
        let now: Vec<*const Run> = runs.iter().map(|run| std::ptr::from_ref(*run)).collect();
        if now == self.bounded_runs && !self.fit || runs.is_empty() {
            return;
        }
        let all = self.view.bounds;
        let showed_all = [self.view.t0, self.view.t1, self.view.row0, self.view.row1] == all;
        self.view.extend(runs);
        if self.fit || showed_all || self.bounded_runs.is_empty() {
            self.view.fit_all();
        }
        self.bounded_runs = now;
        self.fit = false;
    }
}
