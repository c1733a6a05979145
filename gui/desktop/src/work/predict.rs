//! Requests for predictions of starts, effects of other settings, and the health of the log.

use std::sync::Arc;

use cosched_core::Time;

use super::worker::{Generation, Message, Request, Ticket};
use crate::documents::OpenDocument;
use crate::shared::pane::Pane;
use crate::shared::prediction::{PredictedStarts, WhatIfResult};
use crate::shared::runs::RunId;
use laboratory::base::progress::Progress;
use laboratory::record::Experiment;

/// Pending requests; they take seconds, so they have a thread of their own.
#[derive(Default)]
pub(crate) struct PredictionTask {
    starts: Option<Ticket>,
    changed: Option<Ticket>,
    health: Option<Ticket>,
    /// Experiment whose log was checked.
    checked_log: Option<*const Experiment>,
}

impl PredictionTask {
    /// Cancels the requests.
    pub(crate) fn cancel(&mut self) {
        give_up(&mut self.starts);
        give_up(&mut self.changed);
        give_up(&mut self.health);
    }

    /// Whether an answer is pending.
    pub(crate) fn is_busy(&self) -> bool {
        self.starts.is_some() || self.changed.is_some() || self.health.is_some()
    }

    /// Returns the pending request and its progress.
    pub(crate) fn running(&self) -> Option<(&'static str, &Progress)> {
        let all = [
            ("What if", &self.changed),
            ("Predictions", &self.starts),
            ("Health of the log", &self.health),
        ];
        let mut running = all.into_iter();
        running.find_map(|(what, ticket)| Some((what, &*ticket.as_ref()?.progress)))
    }

    /// Whether a request is pending that the user made.
    pub(crate) fn can_cancel(&self) -> bool {
        self.starts.is_some() || self.changed.is_some()
    }
}

fn give_up(ticket: &mut Option<Ticket>) {
    if let Some(ticket) = ticket.take() {
        ticket.progress.cancel();
    }
}

impl OpenDocument {
    /// Requests the starts of the jobs that wait in a run at `at`.
    pub(crate) fn predict_starts(&mut self, id: RunId, at: Time) {
        let Some(entry) = self.shared.runs.get(id) else {
            return;
        };
        let run = Arc::clone(&entry.run);
        give_up(&mut self.foretelling.starts);
        self.shared.foretold.starts = Some(PredictedStarts {
            id,
            at,
            answer: None,
        });
        let ticket = self.predictor.send_request(Request::Forecast { run, at });
        self.foretelling.starts = Some(ticket);
        self.requests.panes.push(Pane::Predictions);
    }

    /// Predicts from the submission of the selected job on, else from the middle of the run.
    pub(crate) fn predict_for_picture(&mut self) {
        let Some(entry) = self.shared.runs.current() else {
            return;
        };
        let jobs = &entry.run.experiment.jobs;
        let chosen = self.shared.selection.map(|selection| selection.job);
        let Some(job) = jobs.get(chosen.unwrap_or(jobs.len() / 2)) else {
            return;
        };
        let (id, at) = (entry.id, job.submit);
        self.shared.replay.at = Some(at);
        self.predict_starts(id, at);
    }

    /// Forgets the predictions.
    pub(crate) fn forget_starts(&mut self) {
        give_up(&mut self.foretelling.starts);
        self.shared.foretold.starts = None;
    }

    /// Stops the request that the user made.
    pub(crate) fn cancel_prediction(&mut self) {
        if self.foretelling.starts.is_some() {
            self.forget_starts();
        }
        if self.foretelling.changed.is_some() {
            give_up(&mut self.foretelling.changed);
            self.shared.foretold.changed = None;
        }
    }

    /// Requests the effect of `changes` on the jobs of a run.
    pub(crate) fn start_what_if(&mut self, id: RunId, changes: Vec<String>, phases: u32) {
        let Some(entry) = self.shared.runs.get(id) else {
            return;
        };
        let request = Request::WhatIf {
            run: Arc::clone(&entry.run),
            changes: changes.clone(),
            phases,
        };
        give_up(&mut self.foretelling.changed);
        self.shared.foretold.changed = Some(WhatIfResult {
            id,
            changes,
            answer: None,
        });
        self.foretelling.changed = Some(self.predictor.send_request(request));
    }

    /// Requests the health of the open log.
    pub(crate) fn inspect_log(&mut self) {
        let Some(experiment) = &self.shared.experiment else {
            return;
        };
        self.foretelling.checked_log = Some(Arc::as_ptr(experiment));
        let request = Request::Inspect {
            scenario: Box::new(experiment.scenario.clone()),
            source: self.shared.document.source.clone(),
        };
        give_up(&mut self.foretelling.health);
        self.shared.foretold.health = Some(None);
        self.foretelling.health = Some(self.predictor.send_request(request));
    }

    /// Forgets answers about runs and logs that are gone.
    pub(crate) fn forget_stale_predictions(&mut self) {
        let starts = self.shared.foretold.starts.as_ref();
        if starts.is_some_and(|starts| self.shared.runs.get(starts.id).is_none()) {
            self.forget_starts();
        }
        let changed = self.shared.foretold.changed.as_ref();
        if changed.is_some_and(|changed| self.shared.runs.get(changed.id).is_none()) {
            give_up(&mut self.foretelling.changed);
            self.shared.foretold.changed = None;
        }
        let open = self.shared.experiment.as_ref().map(Arc::as_ptr);
        if self.shared.foretold.health.is_some() && open != self.foretelling.checked_log {
            give_up(&mut self.foretelling.health);
            self.shared.foretold.health = None;
        }
    }

    /// Receives a message of these requests.
    pub(crate) fn on_prediction(&mut self, generation: Generation, message: Message) {
        let is_of = |ticket: &Option<Ticket>| {
            let generation_of = ticket.as_ref().map(|ticket| ticket.generation);
            generation_of == Some(generation)
        };
        let foretold = &mut self.shared.foretold;
        if is_of(&self.foretelling.starts) {
            let Some(starts) = &mut foretold.starts else {
                return;
            };
            match message {
                Message::Foretold(forecast) => starts.answer = Some(Ok(*forecast)),
                Message::Failed(problem) => starts.answer = Some(Err(problem.sentence)),
                _ => {}
            }
            if starts.answer.is_some() {
                self.foretelling.starts = None;
            }
        } else if is_of(&self.foretelling.changed) {
            let Some(changed) = &mut foretold.changed else {
                return;
            };
            match message {
                Message::Changed(told) => changed.answer = Some(Ok(*told)),
                Message::Failed(problem) => changed.answer = Some(Err(problem.to_string())),
                _ => return,
            }
            self.foretelling.changed = None;
        } else if is_of(&self.foretelling.health) {
            match message {
                Message::Inspected(health) => foretold.health = Some(Some(Ok(*health))),
                Message::Failed(problem) => foretold.health = Some(Some(Err(problem.to_string()))),
                _ => return,
            }
            self.foretelling.health = None;
        }
    }
}
