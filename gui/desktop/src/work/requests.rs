//! Requests of a document that are pending.

use std::path::PathBuf;

use cosched_core::Time;

use super::message::WorkMessage;
use super::pending::Pending;
use crate::shared::prediction::StartsFound;
use crate::shared::runs::KeptRun;
use laboratory::base::progress::Progress;
use laboratory::load::health::Health;
use laboratory::record::{Experiment, Run};
use laboratory::run::explain::idle::IdleSpan;
use laboratory::run::explain::snapshot::QueueSnapshot;
use laboratory::run::fit::FitReport;
use laboratory::run::whatif::tables::WhatIfReport;

/// A reading or simulation in progress.
pub(crate) struct Work {
    pub(crate) pending: Pending<WorkMessage>,
    /// Present stage, in words.
    pub(crate) stage: String,
    /// File being read, if any.
    pub(crate) reading: Option<PathBuf>,
    /// Kept run that is restored, if it is one, and its scenario.
    pub(crate) restores: Option<KeptRun>,
    /// File whose runs come beside the others, if it is one to compare with.
    pub(super) beside: Option<PathBuf>,
}

/// Pending requests about instants.
#[derive(Default)]
pub(crate) struct Instants {
    /// Run and instant of the last request for the queue, and the request while it is pending.
    pub(super) queue: Option<(*const Run, Time)>,
    pub(super) pending_queue: Option<Pending<QueueSnapshot>>,
    pub(super) pending_idle: Option<Pending<Option<IdleSpan>>>,
}

impl Instants {
    /// Cancels the requests; they are made anew when the pane is looked at again.
    pub(crate) fn cancel(&mut self) {
        Pending::cancel(&mut self.pending_queue);
        Pending::cancel(&mut self.pending_idle);
        self.queue = None;
    }

    /// Whether an answer is pending.
    pub(crate) fn is_asking(&self) -> bool {
        self.pending_queue.is_some() || self.pending_idle.is_some()
    }
}

/// Pending requests for predictions; they take seconds, so they have a thread of their own.
#[derive(Default)]
pub(crate) struct PredictionTask {
    pub(super) starts: Option<Pending<StartsFound>>,
    pub(super) changed: Option<Pending<WhatIfReport>>,
    pub(super) health: Option<Pending<Health>>,
    pub(super) fit: Option<Pending<FitReport>>,
    /// Experiment that is fitted.
    pub(super) fitted: Option<*const Experiment>,
    /// Experiment whose log was checked.
    pub(super) checked_log: Option<*const Experiment>,
}

impl PredictionTask {
    /// Cancels the requests.
    pub(crate) fn cancel(&mut self) {
        Pending::cancel(&mut self.starts);
        Pending::cancel(&mut self.changed);
        Pending::cancel(&mut self.health);
        Pending::cancel(&mut self.fit);
    }

    /// Whether an answer is pending.
    pub(crate) fn is_busy(&self) -> bool {
        self.can_cancel() || self.health.is_some()
    }

    /// Returns the pending request and its progress.
    pub(crate) fn running(&self) -> Option<(&'static str, &Progress)> {
        let all = [
            ("What if", self.changed.as_ref().map(|it| &*it.progress)),
            ("Predictions", self.starts.as_ref().map(|it| &*it.progress)),
            ("Fit to the log", self.fit.as_ref().map(|it| &*it.progress)),
            (
                "Health of the log",
                self.health.as_ref().map(|it| &*it.progress),
            ),
        ];
        let mut running = all.into_iter();
        running.find_map(|(what, progress)| Some((what, progress?)))
    }

    /// Whether a request is pending that the user made.
    pub(crate) fn can_cancel(&self) -> bool {
        self.starts.is_some() || self.changed.is_some() || self.fit.is_some()
    }
}
