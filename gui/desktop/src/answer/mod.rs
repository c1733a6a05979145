//! The answer above the charts, computed in the background after every run and selection.

mod card;

use std::sync::Arc;

use super::documents::OpenDocument;
use super::shared::Shared;
use super::shared::runs::{Entry, RunId, same_jobs};
use super::work::pending::{Message, Pending, Reporter};
use super::work::worker::Worker;
use laboratory::base::problem::Problem;
use laboratory::metrics::select::Scope;
use laboratory::record::Run;
use laboratory::run::answer::{self, Answer, Question};

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

impl OpenDocument {
    /// Requests a new answer where runs, baseline or selection have changed.
    pub(super) fn check_answer(&mut self) {
        self.answering.poll();
        let Some(key) = Key::of(&self.shared) else {
            self.answering.stop();
            self.answering.report = None;
            return;
        };
        let request = self.answering.request.as_ref();
        if request.is_some_and(|request| request.key == key) {
            return;
        }
        self.answering.stop();
        let Some(baseline) = self.shared.runs.baseline() else {
            return;
        };
        // Changes are known only between runs of the same jobs.
        let runs = compared_runs(&self.shared, baseline);
        let runs: Vec<(RunId, String, Arc<Run>)> = runs
            .filter(|entry| same_jobs(&baseline.run, &entry.run))
            .map(|entry| (entry.id, entry.label.clone(), Arc::clone(&entry.run)))
            .collect();
        let index = runs.iter().position(|(id, ..)| *id == key.baseline);
        let ids: Vec<RunId> = runs.iter().map(|(id, ..)| *id).collect();
        let runs: Vec<_> = runs.into_iter().map(|(_, name, run)| (name, run)).collect();
        let (baseline, scope) = (index.unwrap_or_default(), key.scope.clone());
        let worker = &self.answering.worker;
        let pending = worker.request(move |reporter| answer(&runs, baseline, &scope, reporter));
        self.answering.request = Some(AnswerRequest {
            key,
            runs: ids,
            pending: Some(pending),
        });
    }

    /// Waits until no request is pending.
    pub(super) fn settle_answer(&mut self) {
        self.check_answer();
        while self.answering.is_busy() {
            self.answering.worker.finish();
            self.answering.poll();
        }
    }
}

/// Answers about `runs` with their names, the one at index `baseline` before all others, and again
/// once the longest wait is explained.
fn answer(
    runs: &[(String, Arc<Run>)],
    baseline: usize,
    scope: &Scope,
    reporter: &Reporter<Answer>,
) -> Result<(), Problem> {
    let named = runs.iter().map(|(name, run)| (name.as_str(), &**run));
    let named: Vec<(&str, &Run)> = named.collect();
    let question = Question {
        runs: &named,
        baseline,
        scope,
    };
    let Some(mut answer) = answer::answer(&question) else {
        return Ok(());
    };
    reporter.answer(answer.clone());
    let (_, simulated) = named[answer.simulated];
    if answer.explain(simulated, &reporter.progress)? {
        reporter.answer(answer);
    }
    Ok(())
}

impl OpenDocument {
    /// Returns the sentences of the answer; `None` without one.
    pub(crate) fn answer_in_words(&self) -> Option<String> {
        let (answer, _) = self.answering.current(&self.shared)?;
        Some(answer.sentences())
    }
}
