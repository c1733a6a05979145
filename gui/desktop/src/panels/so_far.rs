//! Progress of a job at the instant of a replay, and the facts that are known then.

use cosched_core::Time;
use egui::Ui;

use super::facts::Fact;
use laboratory::base::format;
use laboratory::record::Run;

/// Progress of a job, from which on some of its facts are known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum JobProgress {
    NotSubmitted,
    Waiting,
    Started,
    /// Ended, or refused; without a replay all jobs are.
    Over,
}

impl JobProgress {
    /// Returns the progress of `job` at `until`, in seconds, if a replay hides what comes later.
    pub(super) fn of(run: &Run, job: usize, until: Option<f64>) -> Self {
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

    /// Whether `fact` is known, and does not stand above the others.
    pub(super) fn is_known(self, fact: &Fact) -> bool {
        self >= fact.known_from && !(self == Self::Over && fact.is_above)
    }
}

/// Returns how long `job` has waited by `until`, in seconds.
pub(super) fn waited(run: &Run, job: usize, until: Option<f64>) -> f64 {
    let (wait, entered) = (run.wait(job).seconds(), run.outcomes[job].entered);
    until.map_or(wait, |until| (until - entered.seconds()).clamp(0.0, wait))
}

/// Shows in one line what `job` does at `until`, if it is not over.
pub(super) fn show(ui: &mut Ui, run: &Run, job: usize, until: Option<f64>) {
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
