//! Progress of a job at the instant of a replay, and the facts that are known then.

use cosched_core::Time;
use egui::Ui;

use super::fact::JobProgress;
use laboratory::base::format;
use laboratory::record::Run;

impl JobProgress {
    /// Returns the progress of `job` at `until`, in seconds, if a replay hides what comes later.
    pub(in crate::panels) fn of(run: &Run, job: usize, until: Option<f64>) -> Self {
        let outcome = run.outcomes[job];
        let is_later = |at: Time| until.is_some_and(|until| at.seconds() > until);
        if is_later(outcome.entered) {
            Self::NotSubmitted
        } else if is_later(outcome.started) {
            Self::Waiting
        } else if is_later(outcome.completed) {
            Self::Started
        } else {
            Self::Over
        }
    }
}

/// Returns how long `job` has waited by `until`, in seconds.
pub(in crate::panels) fn waited(run: &Run, job: usize, until: Option<f64>) -> f64 {
    let (wait, entered) = (run.wait(job).seconds(), run.outcomes[job].entered);
    until.map_or(wait, |until| (until - entered.seconds()).clamp(0.0, wait))
}

/// Shows in one line what `job` does at `until`, if it is not over.
pub(in crate::panels) fn show(ui: &mut Ui, run: &Run, job: usize, until: Option<f64>) {
    let outcome = run.outcomes[job];
    let now = until.unwrap_or_default();
    let estimate = format::span(run.experiment.jobs[job].estimate.seconds());
    let sentence = match JobProgress::of(run, job, until) {
        JobProgress::NotSubmitted => "not submitted yet".to_owned(),
        JobProgress::Waiting => format!(
            "has waited {} so far",
            format::span(waited(run, job, until))
        ),
        JobProgress::Started => {
            let since = format::span(now - outcome.started.seconds());
            let waited = format::span(run.wait(job).seconds());
            format!("waited {waited}, started {since} ago, estimated at {estimate}")
        }
        JobProgress::Over => return,
    };
    ui.add(egui::Label::new(sentence).wrap());
    ui.weak("at the instant of the replay");
}
