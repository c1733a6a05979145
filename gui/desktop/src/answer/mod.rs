//! The answer above the charts, computed in the background after every run and selection.

mod card;

use std::sync::Arc;

use super::documents::OpenDocument;
use super::shared::Shared;
use super::shared::runs::{Entry, RunId, same_jobs};
use super::work::worker::{Generation, Message, Request, Ticket, Worker};
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
    pending: Option<Pending>,
    report: Option<AnswerReport>,
}

/// A pending request.
struct Pending {
    key: Key,
    /// Runs that the answer will describe, those of the same jobs.
    runs: Vec<RunId>,
    /// Ticket to stop it; absent once it is complete.
    ticket: Option<Ticket>,
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
            pending: None,
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
        let pending = self.pending.as_ref();
        pending.is_some_and(|pending| pending.ticket.is_some())
    }

    /// Wakes the window on messages.
    pub(super) fn wake(&self, ctx: &egui::Context) {
        self.worker.wake(ctx);
    }

    /// Receives messages.
    pub(super) fn poll(&mut self) {
        while let Some((generation, message)) = self.worker.poll() {
            self.on_message(generation, message);
        }
    }

    /// Cancels the request.
    pub(super) fn stop(&mut self) {
        let pending = self.pending.take();
        if let Some(ticket) = pending.and_then(|pending| pending.ticket) {
            ticket.progress.cancel();
        }
    }

    fn on_message(&mut self, generation: Generation, message: Message) {
        let Some(pending) = &mut self.pending else {
            return;
        };
        let is_of_it = |ticket: &Ticket| ticket.generation == generation;
        if !pending.ticket.as_ref().is_some_and(is_of_it) {
            return;
        }
        match message {
            Message::Answered(answer) => {
                self.report = Some(AnswerReport {
                    key: pending.key.clone(),
                    runs: pending.runs.clone(),
                    answer: *answer,
                });
            }
            // What is known so far has been said already.
            Message::Done | Message::Failed(_) => pending.ticket = None,
            _ => {}
        }
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
        let pending = self.answering.pending.as_ref();
        if pending.is_some_and(|pending| pending.key == key) {
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
        let request = Request::Answer {
            runs: runs.into_iter().map(|(_, name, run)| (name, run)).collect(),
            baseline: index.unwrap_or_default(),
            scope: key.scope.clone(),
        };
        let ticket = self.answering.worker.send_request(request);
        self.answering.pending = Some(Pending {
            key,
            runs: ids,
            ticket: Some(ticket),
        });
    }

    /// Waits until no request is pending.
    pub(super) fn settle_answer(&mut self) {
        self.check_answer();
        while self.answering.is_busy() {
            match self.answering.worker.wait() {
                Some((generation, message)) => self.answering.on_message(generation, message),
                None => return,
            }
        }
    }
}

impl OpenDocument {
    /// Returns the sentences of the answer; `None` without one.
    pub(crate) fn answer_in_words(&self) -> Option<String> {
        let (answer, _) = self.answering.current(&self.shared)?;
        Some(answer.sentences())
    }
}
