//! Requests for the answer, in the background after every run and selection.

use std::sync::Arc;

use super::{AnswerRequest, Key, compared_runs};
use crate::documents::OpenDocument;
use crate::shared::runs::{RunId, same_jobs};
use crate::work::pending::Reporter;
use laboratory::base::problem::Problem;
use laboratory::metrics::select::Scope;
use laboratory::record::Run;
use laboratory::run::answer::{self, Answer, Question};

impl OpenDocument {
    /// Requests a new answer where runs, baseline or selection have changed.
    pub(crate) fn check_answer(&mut self) {
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
    pub(crate) fn settle_answer(&mut self) {
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
