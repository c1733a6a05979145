//! The answer above the charts, and the request for it.

mod card;
mod requests;

use std::sync::Arc;

use super::shared::Shared;
use super::shared::runs::{Entry, RunId};
use super::work::pending::{Message, Pending};
use super::work::worker::Worker;
use laboratory::metrics::select::Scope;
use laboratory::record::Run;
use laboratory::run::answer::Answer;

/// Inputs of an answer.
#[derive(Clone, PartialEq)]
struct Key {
    /// Its runs with their names.
    runs: Vec<(RunId, *const Run, String)>,
    baseline: RunId,
    scope: Scope,
}

/// The answer, and the request for it.
pub(super) struct AnswerState {
    worker: Worker,
    /// Latest request.
    request: Option<AnswerRequest>,
    report: Option<AnswerReport>,
}

/// A request for an answer.
struct AnswerRequest {
    key: Key,
    /// Runs that the answer will describe, those of the same jobs.
    runs: Vec<RunId>,
    /// Absent once it is complete.
    pending: Option<Pending<Answer>>,
}

/// A computed answer.
struct AnswerReport {
    key: Key,
    runs: Vec<RunId>,
    answer: Answer,
}

impl Default for AnswerState {
    fn default() -> Self {
        Self {
            worker: Worker::start(),
            request: None,
            report: None,
        }
    }
}

impl Key {
    /// Returns the inputs of what is shown; `None` without a run.
    fn of(shared: &Shared) -> Option<Self> {
        let baseline = shared.runs.baseline()?;
        let runs = compared_runs(shared, baseline);
        let runs = runs.map(|entry| (entry.id, Arc::as_ptr(&entry.run), entry.label.clone()));
        Some(Self {
            runs: runs.collect(),
            baseline: baseline.id,
            scope: shared.scope.current().clone(),
        })
    }
}

/// Iterates over the baseline, and over the runs in sight that belong to the document as it does.
fn compared_runs<'s>(shared: &'s Shared, baseline: &'s Entry) -> impl Iterator<Item = &'s Entry> {
    let all = shared.runs.entries.iter();
    all.filter(move |entry| {
        entry.id == baseline.id || entry.visible && entry.beside == baseline.beside
    })
}

impl AnswerState {
    /// Whether a request is pending.
    pub(super) fn is_busy(&self) -> bool {
        let request = self.request.as_ref();
        request.is_some_and(|request| request.pending.is_some())
    }

    /// Wakes the window on messages.
    pub(super) fn wake(&self, ctx: &egui::Context) {
        self.worker.wake(ctx);
    }

    /// Receives messages.
    pub(super) fn poll(&mut self) {
        let Some(request) = &mut self.request else {
            return;
        };
        while let Some(message) = Pending::poll_held(request.pending.as_ref()) {
            match message {
                Message::Answer(answer) => {
                    self.report = Some(AnswerReport {
                        key: request.key.clone(),
                        runs: request.runs.clone(),
                        answer,
                    });
                }
                // What is known so far has been said already.
                Message::Done | Message::Failed(_) => request.pending = None,
            }
        }
    }

    /// Cancels the request.
    pub(super) fn stop(&mut self) {
        let request = self.request.take();
        Pending::cancel(&mut request.and_then(|request| request.pending));
    }

    /// Returns the answer to what is shown, with the runs that it describes.
    fn current(&self, shared: &Shared) -> Option<(&Answer, &[RunId])> {
        let found = self.report.as_ref()?;
        let is_there = |(id, run, _): &(RunId, *const Run, String)| {
            let entry = shared.runs.get(*id);
            entry.is_some_and(|entry| Arc::as_ptr(&entry.run) == *run)
        };
        // Until there is a newer one, an answer about some of the runs is not wrong.
        let holds = found.key.runs.iter().all(is_there)
            && shared.runs.baseline == Some(found.key.baseline)
            && found.key.scope == *shared.scope.current();
        holds.then_some((&found.answer, found.runs.as_slice()))
    }
}
