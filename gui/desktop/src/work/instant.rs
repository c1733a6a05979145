//! Requests for the queue at the instant of the replay, and for why nodes were idle.

use std::sync::Arc;

use cosched_core::Time;

use super::pending::{Message, Pending};
use crate::documents::OpenDocument;
use crate::shared::instant::{IdleAtInstant, QueueAtInstant, planned_starts};
use crate::shared::pane::Pane;
use crate::shared::runs::RunId;
use charts::gantt::why_idle;
use laboratory::run::explain::idle::{IdleSpan, idle_span_at};
use laboratory::run::explain::snapshot::{QueueSnapshot, queue_snapshot};

impl OpenDocument {
    /// Requests the queue at the instant of the replay, if that has changed and stands still.
    pub(crate) fn follow_instant(&mut self) {
        let runs = &self.shared.runs;
        let current = runs.current().filter(|entry| entry.visible);
        let entry = current.or_else(|| runs.visible().next());
        let at = self
            .shared
            .replay
            .at
            .filter(|_| !self.shared.replay.playing);
        let wanted = entry.zip(at);
        let key = wanted.map(|(entry, at)| (Arc::as_ptr(&entry.run), at));
        if key == self.instants.queue {
            return;
        }
        Pending::cancel(&mut self.instants.pending_queue);
        self.instants.queue = key;
        let Some((entry, at)) = wanted else {
            self.shared.instant.queue = None;
            return;
        };
        let run = Arc::clone(&entry.run);
        self.shared.instant.queue = Some(QueueAtInstant {
            id: entry.id,
            at,
            answer: None,
            planned: None,
            why_idle: why_idle(&run, entry.timeline.state(at).busy),
        });
        let worker = &self.worker;
        let pending = worker.request_one(move |progress| queue_snapshot(&run, at, progress));
        self.instants.pending_queue = Some(pending);
    }

    /// Requests why nodes of a run were idle at `at`, and shows the answer.
    pub(crate) fn explain_idle(&mut self, id: RunId, at: Time) {
        let Some(entry) = self.shared.runs.get(id) else {
            return;
        };
        let run = Arc::clone(&entry.run);
        Pending::cancel(&mut self.instants.pending_idle);
        self.shared.instant.idle = Some(IdleAtInstant {
            id,
            at,
            answer: None,
        });
        let worker = &self.worker;
        let pending = worker.request_one(move |progress| idle_span_at(&run, at, progress));
        self.instants.pending_idle = Some(pending);
        self.requests.panes.push(Pane::Instant);
    }

    /// Requests it where the pointer is, else at the instant of the replay.
    pub(crate) fn explain_idle_here(&mut self) {
        let at = self.shared.instant_read(&self.shared.sight.view);
        let id = self.shared.runs.current().map(|entry| entry.id);
        if let (Some(at), Some(id)) = (at, id) {
            self.explain_idle(id, Time((at.max(0.0) * 1e9) as u64));
        }
    }

    /// Forgets answers about runs that are gone or were simulated anew.
    pub(crate) fn forget_stale_instants(&mut self) {
        let runs = &self.shared.runs;
        let is_there = |id: RunId| runs.get(id).is_some();
        let idle = self.shared.instant.idle.as_ref();
        if idle.is_some_and(|idle| !is_there(idle.id)) {
            self.shared.instant.idle = None;
            Pending::cancel(&mut self.instants.pending_idle);
        }
    }

    /// Receives the messages of these requests.
    pub(crate) fn on_instants(&mut self) {
        while let Some(message) = Pending::poll_held(self.instants.pending_queue.as_ref()) {
            self.on_queue(message);
        }
        while let Some(message) = Pending::poll_held(self.instants.pending_idle.as_ref()) {
            self.on_idle(message);
        }
    }

    fn on_idle(&mut self, message: Message<Option<IdleSpan>>) {
        if !matches!(message, Message::Answer(_)) {
            self.instants.pending_idle = None;
        }
        let Some(idle) = &mut self.shared.instant.idle else {
            return;
        };
        match message {
            Message::Answer(found) => idle.answer = Some(Ok(found)),
            Message::Failed(problem) => idle.answer = Some(Err(problem.to_string())),
            Message::Done => {}
        }
    }

    fn on_queue(&mut self, message: Message<QueueSnapshot>) {
        if !matches!(message, Message::Answer(_)) {
            self.instants.pending_queue = None;
        }
        let Some(queue) = &mut self.shared.instant.queue else {
            return;
        };
        match message {
            Message::Answer(moment) => {
                let entry = self.shared.runs.get(queue.id);
                queue.planned = entry.map(|entry| planned_starts(entry, &moment));
                queue.answer = Some(Ok(moment));
            }
            Message::Failed(problem) => queue.answer = Some(Err(problem.to_string())),
            Message::Done => {}
        }
    }
}
