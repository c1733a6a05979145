//! Requests for predictions of starts, effects of other settings, the health of the log, and the fit
//! to it.

use std::sync::Arc;

use cosched_core::Time;

use super::pending::{Message, Pending};
use crate::documents::OpenDocument;
use crate::shared::pane::Pane;
use crate::shared::prediction::{Beginning, PredictedStarts, StartsFound, WhatIfResult};
use crate::shared::runs::RunId;
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::load::health::inspect_scenario;
use laboratory::run::fit::{FitQuestion, fit};
use laboratory::run::predict::forecast::forecast;
use laboratory::run::predict::{INSTANTS, Settings, log};
use laboratory::run::whatif;
use laboratory::run::whatif::sentence::sentences;

impl OpenDocument {
    /// Requests the starts of the jobs that wait at `at` under the policy of a run; what runs and waits then
    /// is `from` the log where that says it.
    pub(crate) fn predict_starts(&mut self, id: RunId, at: Time, from: Beginning) {
        let Some(entry) = self.shared.runs.get(id) else {
            return;
        };
        let run = Arc::clone(&entry.run);
        let mut entries = self.shared.runs.entries.iter();
        let replayed = entries.find(|one| one.run.policy.replays());
        let replayed = replayed.map(|one| Arc::clone(&one.run));
        Pending::cancel(&mut self.predicting.starts);
        self.shared.predicted.starts = Some(PredictedStarts {
            id,
            at,
            from,
            answer: None,
        });
        let settings = Settings {
            seed: run.experiment.scenario.seed,
            ..Settings::default()
        };
        let work = move |progress: &Progress| {
            let run = match from {
                Beginning::Log => log::begin(run, replayed, progress)?,
                Beginning::Run => Some(run),
            };
            let Some(run) = run else { return Ok(None) };
            let found = forecast(&run, at, INSTANTS, settings, progress)?;
            Ok(found.map(|forecast| StartsFound { run, forecast }))
        };
        self.predicting.starts = Some(self.predictor.request_one(work));
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
        self.predict_starts(id, at, Beginning::default());
    }

    /// Forgets the predictions.
    pub(crate) fn forget_starts(&mut self) {
        Pending::cancel(&mut self.predicting.starts);
        self.shared.predicted.starts = None;
    }

    /// Stops the request that the user made.
    pub(crate) fn cancel_prediction(&mut self) {
        if self.predicting.starts.is_some() {
            self.forget_starts();
        }
        if self.predicting.changed.is_some() {
            Pending::cancel(&mut self.predicting.changed);
            self.shared.predicted.changed = None;
        }
        self.forget_fit();
    }

    /// Requests the fit of the scenario to its log.
    pub(crate) fn fit_to_log(&mut self) {
        let Some(experiment) = &self.shared.experiment else {
            return;
        };
        let fitted = Arc::as_ptr(experiment);
        let scenario = experiment.scenario.clone();
        let source = self.shared.document.source.clone();
        let work = move |progress: &Progress| {
            let simulated = scenario.all_policies().filter(|policy| !policy.replays());
            let question = FitQuestion {
                scenario: &scenario,
                source: source.as_deref(),
                is_policy_known: simulated.count() == 1,
            };
            fit(&question, progress)
        };
        self.forget_fit();
        self.predicting.fitted = Some(fitted);
        self.shared.predicted.fit = Some(None);
        self.predicting.fit = Some(self.predictor.request_one(work));
    }

    /// Forgets a fit that is pending.
    fn forget_fit(&mut self) {
        if self.predicting.fit.is_some() {
            Pending::cancel(&mut self.predicting.fit);
            self.shared.predicted.fit = None;
        }
    }

    /// Requests the effect of `changes` on the jobs of a run.
    pub(crate) fn start_what_if(&mut self, id: RunId, changes: Vec<String>, phases: u32) {
        let Some(entry) = self.shared.runs.get(id) else {
            return;
        };
        let (run, requested) = (Arc::clone(&entry.run), changes.clone());
        let work = move |progress: &Progress| {
            let unit = run.experiment.machine_unit();
            let said = sentences(&whatif::scenario_of(&run), unit, &requested);
            whatif::report_on_run(&run, &requested, &said, phases, progress)
        };
        Pending::cancel(&mut self.predicting.changed);
        self.shared.predicted.changed = Some(WhatIfResult {
            id,
            changes,
            answer: None,
        });
        self.predicting.changed = Some(self.predictor.request_one(work));
    }

    /// Requests the health of the open log.
    pub(crate) fn inspect_log(&mut self) {
        let Some(experiment) = &self.shared.experiment else {
            return;
        };
        self.predicting.checked_log = Some(Arc::as_ptr(experiment));
        let scenario = experiment.scenario.clone();
        let source = self.shared.document.source.clone();
        let work = move |_: &Progress| inspect_scenario(&scenario, source.as_deref()).map(Some);
        Pending::cancel(&mut self.predicting.health);
        self.shared.predicted.health = Some(None);
        self.predicting.health = Some(self.predictor.request_one(work));
    }

    /// Forgets answers about runs and logs that are gone.
    pub(crate) fn forget_stale_predictions(&mut self) {
        let starts = self.shared.predicted.starts.as_ref();
        if starts.is_some_and(|starts| self.shared.runs.get(starts.id).is_none()) {
            self.forget_starts();
        }
        let changed = self.shared.predicted.changed.as_ref();
        if changed.is_some_and(|changed| self.shared.runs.get(changed.id).is_none()) {
            Pending::cancel(&mut self.predicting.changed);
            self.shared.predicted.changed = None;
        }
        let open = self.shared.experiment.as_ref().map(Arc::as_ptr);
        if self.shared.predicted.health.is_some() && open != self.predicting.checked_log {
            Pending::cancel(&mut self.predicting.health);
            self.shared.predicted.health = None;
        }
        if self.shared.predicted.fit.is_some() && open != self.predicting.fitted {
            Pending::cancel(&mut self.predicting.fit);
            self.shared.predicted.fit = None;
        }
    }

    /// Receives the messages of these requests; each has one answer.
    pub(crate) fn on_predictions(&mut self) {
        let (requests, predicted) = (&mut self.predicting, &mut self.shared.predicted);
        if let Some(answer) = take_answer(&mut requests.starts)
            && let Some(starts) = &mut predicted.starts
        {
            starts.answer = Some(answer.map_err(|problem| problem.sentence));
        }
        if let Some(answer) = take_answer(&mut requests.changed)
            && let Some(changed) = &mut predicted.changed
        {
            changed.answer = Some(answer.map_err(|problem| problem.to_string()));
        }
        if let Some(answer) = take_answer(&mut requests.fit) {
            predicted.fit = Some(Some(answer.map_err(|problem| problem.to_string())));
        }
        if let Some(answer) = take_answer(&mut requests.health) {
            predicted.health = Some(Some(answer.map_err(|problem| problem.to_string())));
        }
    }
}

/// Takes the answer of a request, which ends with it.
fn take_answer<T>(held: &mut Option<Pending<T>>) -> Option<Result<T, Problem>> {
    let answer = match held.as_ref()?.poll()? {
        Message::Answer(answer) => Some(Ok(answer)),
        Message::Failed(problem) => Some(Err(problem)),
        // Only a request that was given up ends without an answer.
        Message::Done => None,
    };
    *held = None;
    answer
}
