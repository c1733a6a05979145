//! Open documents: the state of each, and which of them is in front.

mod branches;
mod memory;
mod opening;
mod question;
#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
pub(super) mod renewal;
pub(super) mod session;
pub(super) mod switching;
mod tabs;

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::answer::AnswerState;
use super::dialogs::notice::Notices;
use super::family::placement::moved::Move;
use super::panes::Panes;
use super::shared::Shared;
use super::shared::document::Document;
use super::shared::pane::Pane;
use super::shared::runs::RunId;
use super::start_page::scenes::Scene;
use super::work::pending::Pending;
use super::work::requests::{Instants, PredictionTask, Work};
use super::work::worker::Worker;
use laboratory::base::problem::Problem;
pub(super) use question::Question;
use session::{Restoration, Session};

/// State of one document. Each has threads of its own, so that no result is ever shown in another.
pub(super) struct OpenDocument {
    /// State that its panes show.
    pub(super) shared: Shared,
    /// State of its panes between frames.
    pub(super) panes: Panes,
    pub(super) notices: Notices,
    pub(super) worker: Worker,
    /// Thread of sweeps: they take long, and other requests must not wait for them.
    pub(super) sweeper: Worker,
    /// Thread of predictions, for the same reason.
    pub(super) predictor: Worker,
    /// Current reading or simulation, and files being written.
    pub(super) work: Option<Work>,
    pub(super) writes: Vec<Pending<String>>,
    pub(super) restoring: Restoration,
    /// Session in which it was left, where none of that has been simulated yet.
    pub(super) unread_session: Option<Session>,
    /// Whether its runs were released to save memory.
    was_released: bool,
    /// Revision of the scenario that was simulated last.
    pub(super) requested: u64,
    /// Pending question about the selected job.
    pub(super) question: Option<Question>,
    pub(super) instants: Instants,
    pub(super) predicting: PredictionTask,
    /// Runs kept from the pane *What if*, the latest last, each with the revision of the document
    /// then.
    pub(super) kept_runs: Vec<(RunId, u64)>,
    pub(super) answering: AnswerState,
    pub(super) moved: Option<Move>,
    /// Run that is being renamed in the list, and its name so far.
    pub(super) renaming: Option<(RunId, String)>,
    /// Example whose point is shown once it has been run.
    pub(super) scene: Option<&'static Scene>,
    /// Number of runs simulated for it so far.
    pub(super) simulated: usize,
    /// Whether it is a placeholder, as nothing else was opened.
    is_placeholder: bool,
    /// Requests to be shown once it is in front.
    pub(super) requests: PaneRequest,
    /// Panes that are shown though they are empty.
    pub(super) on_demand: BTreeSet<Pane>,
    /// Panes that were in front of their tabs when it was left; empty before that.
    pub(super) in_front: Vec<Pane>,
    /// Whether its changes were given up when the window was to be closed.
    pub(super) changes_discarded: bool,
    /// Turn at which it was in front last: the larger, the later.
    last_turn: u64,
}

/// Parts of the window that a document asks to be shown.
#[derive(Default)]
pub(super) struct PaneRequest {
    /// Panes to be brought to the front of their tabs.
    pub(super) panes: Vec<Pane>,
    /// Whether to show the panel of the selected job.
    pub(super) inspector: bool,
    /// Dialog for the columns of a table to compare with, which could not be read for that reason.
    pub(super) columns: Option<(PathBuf, Problem)>,
}

impl OpenDocument {
    /// Returns the state of `document` before any run.
    pub(super) fn new(document: Document) -> Self {
        Self {
            shared: Shared::new(document),
            panes: Panes::default(),
            notices: Notices::default(),
            worker: Worker::start(),
            sweeper: Worker::start(),
            predictor: Worker::start(),
            work: None,
            writes: Vec::new(),
            restoring: Restoration::default(),
            unread_session: None,
            was_released: false,
            requested: 0,
            question: None,
            instants: Instants::default(),
            predicting: PredictionTask::default(),
            kept_runs: Vec::new(),
            answering: AnswerState::default(),
            moved: None,
            renaming: None,
            scene: None,
            simulated: 0,
            is_placeholder: false,
            requests: PaneRequest::default(),
            on_demand: BTreeSet::new(),
            in_front: Vec::new(),
            changes_discarded: false,
            last_turn: 0,
        }
    }

    /// Returns the document that is shown until another is opened.
    pub(super) fn placeholder(document: Document) -> Self {
        Self {
            is_placeholder: true,
            ..Self::new(document)
        }
    }

    /// Whether all that was to be written is.
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    pub(crate) fn has_written(&self) -> bool {
        self.writes.is_empty()
    }

    /// Whether something is being read, simulated or written that other requests wait for.
    pub(super) fn is_busy(&self) -> bool {
        self.work.is_some()
            || !self.writes.is_empty()
            || self.is_asking()
            || self.instants.is_asking()
            || self.is_comparing_server_counts()
            || self.is_searching()
    }

    /// Whether any request is pending.
    pub(super) fn is_working(&self) -> bool {
        self.is_busy()
            || self.panes.sweep.is_busy()
            || self.predicting.is_busy()
            || self.answering.is_busy()
    }

    /// Waits until no request is pending.
    pub(super) fn settle(&mut self) {
        while self.is_busy() {
            self.worker.finish();
            self.receive();
        }
        while self.panes.sweep.is_busy() {
            self.sweeper.finish();
            self.on_sweep();
        }
        while self.predicting.is_busy() {
            self.predictor.finish();
            self.on_predictions();
        }
        self.settle_answer();
    }

    /// Stops all requests, except for files that are being written.
    pub(super) fn stop(&mut self) {
        self.cancel();
        self.stop_restoring();
        self.abandon_question();
        self.instants.cancel();
        self.predicting.cancel();
        self.answering.stop();
        self.cancel_server_counts();
        self.panes.sweep.cancel();
        self.panes.slots.cancel();
    }

    /// Sets the window that its threads wake on messages.
    pub(super) fn wake(&self, ctx: &egui::Context) {
        for worker in [&self.worker, &self.sweeper, &self.predictor] {
            worker.wake(ctx);
        }
        self.answering.wake(ctx);
    }

    /// Updates it once a frame while it is in front.
    pub(super) fn follow(&mut self) {
        self.forget_stale_instants();
        self.forget_stale_predictions();
        self.follow_instant();
        self.shared.follow();
        self.shared.take_span();
        self.check_answer();
    }
}
