//! Requests for the queue at the instant of the replay, and for why nodes were idle.

use std::sync::Arc;

use cosched_core::Time;

use super::worker::{Generation, Message, Request, Ticket};
use crate::documents::OpenDocument;
use crate::shared::instant::{IdleAtInstant, QueueAtInstant, planned_starts};
use crate::shared::pane::Pane;
use crate::shared::runs::{Entry, RunId};
use charts::gantt::why_idle;
use laboratory::record::Run;

/// Pending requests about instants.
#[derive(Default)]
pub(crate) struct Instants {
    /// Run and instant of the last request for the queue, and the request while it is pending.
    queue: Option<(*const Run, Time)>,
    queue_ticket: Option<Ticket>,
    idle_ticket: Option<Ticket>,
}

impl Instants {
    /// Cancels the requests; they are made anew when the pane is looked at again.
    pub(crate) fn cancel(&mut self) {
        give_up(&mut self.queue_ticket);
        give_up(&mut self.idle_ticket);
        self.queue = None;
    }

    /// Whether an answer is pending.
    pub(crate) fn is_asking(&self) -> bool {
        self.queue_ticket.is_some() || self.idle_ticket.is_some()
    }
}

fn give_up(ticket: &mut Option<Ticket>) {
    if let Some(ticket) = ticket.take() {
        ticket.progress.cancel();
    }
}

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
        give_up(&mut self.instants.queue_ticket);
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
        let ticket = self.worker.send_request(Request::Queue { run, at });
        self.instants.queue_ticket = Some(ticket);
    }

    /// Requests why nodes of a run were idle at `at`, and shows the answer.
    pub(crate) fn explain_idle(&mut self, id: RunId, at: Time) {
        let Some(entry) = self.shared.runs.get(id) else {
            return;
        };
        let run = Arc::clone(&entry.run);
        give_up(&mut self.instants.idle_ticket);
        self.shared.instant.idle = Some(IdleAtInstant {
            id,
            at,
            answer: None,
        });
        let ticket = self.worker.send_request(Request::Idle { run, at });
        self.instants.idle_ticket = Some(ticket);
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
            give_up(&mut self.instants.idle_ticket);
        }
    }

    /// Receives a message of these requests.
    pub(crate) fn on_instant(&mut self, generation: Generation, message: Message) {
        let is_of = |ticket: &Option<Ticket>| {
            let generation_of = ticket.as_ref().map(|ticket| ticket.generation);
            generation_of == Some(generation)
        };
        let of_queue = is_of(&self.instants.queue_ticket);
        if !of_queue && !is_of(&self.instants.idle_ticket) {
            return;
        }
        match message {
            Message::Queued(moment) => {
                let queue = self.shared.instant.queue.as_mut();
                let entry = |id: RunId| -> Option<&Entry> { self.shared.runs.get(id) };
                if let Some(queue) = queue {
                    queue.planned = entry(queue.id).map(|entry| planned_starts(entry, &moment));
                    queue.answer = Some(Ok(moment));
                }
            }
            Message::Idled(found) => {
                if let Some(idle) = &mut self.shared.instant.idle {
                    idle.answer = Some(Ok(found));
                }
            }
            Message::Failed(problem) => {
                let said = problem.to_string();
                match (of_queue, &mut self.shared.instant) {
                    (true, instant) => {
                        if let Some(queue) = &mut instant.queue {
                            queue.answer = Some(Err(said));
                        }
                        self.instants.queue_ticket = None;
                    }
                    (false, instant) => {
                        if let Some(idle) = &mut instant.idle {
                            idle.answer = Some(Err(said));
                        }
                        self.instants.idle_ticket = None;
                    }
                }
            }
            Message::Done if of_queue => self.instants.queue_ticket = None,
            Message::Done => self.instants.idle_ticket = None,
            _ => {}
        }
    }
}
