//! Jobs that are compared: the selected ones, or all.

use std::sync::Arc;

use egui::Ui;

use super::State;
use crate::shared::Shared;
use crate::shared::runs::{Entry, RunId};
use laboratory::base::format;
use laboratory::metrics::job_metrics::values_of_jobs;
use laboratory::metrics::select::Scope;
use laboratory::metrics::{self, Values};
use laboratory::record::Run;

/// Values of the selected jobs, with their source.
pub(super) struct SelectedValues {
    scope: Scope,
    pub(super) values: Vec<(RunId, *const Run, Values)>,
}

impl SelectedValues {
    fn new(scope: &Scope, runs: &[&Entry]) -> Self {
        let values = runs.iter().map(|entry| {
            let values = values_of_jobs(&entry.run, &scope.jobs(&entry.run));
            (entry.id, Arc::as_ptr(&entry.run), values)
        });
        Self {
            scope: scope.clone(),
            values: values.collect(),
        }
    }

    fn is_of(&self, scope: &Scope, runs: &[&Entry]) -> bool {
        let mut pairs = self.values.iter().zip(runs);
        self.scope == *scope
            && self.values.len() == runs.len()
            && pairs.all(|(known, entry)| (known.0, known.1) == (entry.id, Arc::as_ptr(&entry.run)))
    }
}

impl State {
    /// Shows the choice between selected and all jobs, if jobs are selected.
    pub(super) fn scope(&mut self, ui: &mut Ui, shared: &Shared, runs: &[&Entry]) {
        let scope = shared.scope.current();
        if scope.is_all() {
            self.selected = None;
            return;
        }
        let known = self.selected.as_ref();
        if !known.is_some_and(|known| known.is_of(scope, runs)) {
            self.selected = Some(SelectedValues::new(scope, runs));
        }
        let position = metrics::all()
            .iter()
            .position(|metric| metric.name == "jobs");
        let first = self.selected.as_ref();
        let first = first.and_then(|selected| selected.values.first());
        let jobs = first.and_then(|(.., values)| values.values[position?]);
        let count = format::counted(jobs.unwrap_or_default() as usize, "job");
        ui.selectable_value(
            &mut self.compares_all_jobs,
            false,
            format!("Selected, {count}"),
        )
        .on_hover_text("Compare the selected jobs; see the pane Statistics for which");
        ui.selectable_value(&mut self.compares_all_jobs, true, "All jobs")
            .on_hover_text("Compare whole runs");
    }
}
