//! The answer above the charts: found out beside everything else, made anew with every run and every selection.

mod card;

use std::sync::Arc;

use super::App;
use super::documents::OpenDocument;
use super::shared::Shared;
use super::shared::runs::{Entry, RunId, same_jobs};
use super::work::worker::{Generation, News, Request, Ticket, Worker};
use crate::metrics::select::Scope;
use crate::record::Run;
use crate::run::answer::Answer;

/// What an answer depends on.
#[derive(Clone, PartialEq)]
struct Key {
    /// The runs it is of, with their names.
    runs: Vec<(RunId, *const Run, String)>,
    baseline: RunId,
    scope: Scope,
}

/// The answer, and what is being found out.
pub(super) struct Answering {
    worker: Worker,
    /// The latest request.
    pending: Option<Pending>,
    found: Option<Found>,
}

/// What was pending.
struct Pending {
    key: Key,
    /// The runs that the answer will speak of, those of the same jobs.
    runs: Vec<RunId>,
    /// The way to stop it; nothing once all is found out.
    ticket: Option<Ticket>,
}

/// What was found out.
struct Found {
    key: Key,
    runs: Vec<RunId>,
    answer: Answer,
}

impl Default for Answering {
    fn default() -> Self {
        Self {
            worker: Worker::start(),
            pending: None,
            found: None,
        }
    }
}

impl Key {
    /// That of what is shown; nothing without a run.
    fn of(shared: &Shared) -> Option<Self> {
        let baseline = shared.runs.baseline()?;
        let runs = compared(shared, baseline);
        let runs = runs.map(|entry| (entry.id, Arc::as_ptr(&entry.run), entry.label.clone()));
        Some(Self {
            runs: runs.collect(),
            baseline: baseline.id,
            scope: shared.scope.now().clone(),
        })
    }
}

/// The baseline, and the runs in sight that belong to the document as it does.
fn compared<'s>(shared: &'s Shared, baseline: &'s Entry) -> impl Iterator<Item = &'s Entry> {
    let all = shared.runs.entries.iter();
    all.filter(move |entry| {
        entry.id == baseline.id || entry.visible && entry.beside == baseline.beside
    })
}

impl Answering {
    /// Whether something is still to be found out.
    pub(super) fn is_busy(&self) -> bool {
        let pending = self.pending.as_ref();
        pending.is_some_and(|pending| pending.ticket.is_some())
    }

    /// Wakes the window on news.
    pub(super) fn wake(&self, ctx: &egui::Context) {
        self.worker.wake(ctx);
    }

    /// Takes in what was found out.
    pub(super) fn poll(&mut self) {
        while let Some((generation, news)) = self.worker.poll() {
            self.hear(generation, news);
        }
    }

    /// Gives up what is being found out.
    pub(super) fn stop(&mut self) {
        let pending = self.pending.take();
        if let Some(ticket) = pending.and_then(|pending| pending.ticket) {
            ticket.progress.cancel();
        }
    }

    fn hear(&mut self, generation: Generation, news: News) {
        let Some(pending) = &mut self.pending else {
            return;
        };
        let is_of_it = |ticket: &Ticket| ticket.generation == generation;
        if !pending.ticket.as_ref().is_some_and(is_of_it) {
            return;
        }
        match news {
            News::Answered(answer) => {
                self.found = Some(Found {
                    key: pending.key.clone(),
                    runs: pending.runs.clone(),
                    answer: *answer,
                });
            }
            // What can be said without is said already.
            News::Done | News::Failed(_) => pending.ticket = None,
            _ => {}
        }
    }

    /// The answer to what is shown, with the runs that it speaks of.
    fn present(&self, shared: &Shared) -> Option<(&Answer, &[RunId])> {
        let found = self.found.as_ref()?;
        let is_there = |(id, run, _): &(RunId, *const Run, String)| {
            let entry = shared.runs.get(*id);
            entry.is_some_and(|entry| Arc::as_ptr(&entry.run) == *run)
        };
        // Until there is another, one of some of the runs says no wrong.
        let holds = found.key.runs.iter().all(is_there)
            && shared.runs.baseline == Some(found.key.baseline)
            && found.key.scope == *shared.scope.now();
        holds.then_some((&found.answer, found.runs.as_slice()))
    }
}

impl OpenDocument {
    /// Asks anew where runs, baseline or selection are others.
    pub(super) fn check_answer(&mut self) {
        self.answering.poll();
        let Some(key) = Key::of(&self.shared) else {
            self.answering.stop();
            self.answering.found = None;
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
        // Only of the same jobs can be said what changes.
        let runs = compared(&self.shared, baseline);
        let runs: Vec<(RunId, String, Arc<Run>)> = runs
            .filter(|entry| same_jobs(&baseline.run, &entry.run))
            .map(|entry| (entry.id, entry.label.clone(), Arc::clone(&entry.run)))
            .collect();
        let place = runs.iter().position(|(id, ..)| *id == key.baseline);
        let ids: Vec<RunId> = runs.iter().map(|(id, ..)| *id).collect();
        let request = Request::Answer {
            runs: runs.into_iter().map(|(_, name, run)| (name, run)).collect(),
            baseline: place.unwrap_or_default(),
            scope: key.scope.clone(),
        };
        let ticket = self.answering.worker.ask(request);
        self.answering.pending = Some(Pending {
            key,
            runs: ids,
            ticket: Some(ticket),
        });
    }

    /// Waits until nothing is to be found out any more.
    pub(super) fn settle_answer(&mut self) {
        self.check_answer();
        while self.answering.is_busy() {
            match self.answering.worker.wait() {
                Some((generation, news)) => self.answering.hear(generation, news),
                None => return,
            }
        }
    }
}

impl App {
    /// What the answer says, as sentences; nothing while there is none.
    pub fn answer_in_words(&self) -> Option<String> {
        let (answer, _) = self.front.answering.present(&self.front.shared)?;
        Some(answer.sentences())
    }
}
