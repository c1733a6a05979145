//! A sink that does not report nodes as out of service before they are added.

use cosched_core::engine::{Detail, View, WaitReason};
use cosched_core::{Event, Sink, Time};

use crate::record::AddedNodes;

/// Forwards why jobs wait as if nodes added later were not part of the machine yet.
pub(crate) struct PendingNodes<'s> {
    pub(crate) added: &'s [AddedNodes],
    pub(crate) sink: &'s mut dyn Sink,
}

impl PendingNodes<'_> {
    fn hold(&self, at: Time, why: WaitReason) -> WaitReason {
        let WaitReason::OutOfService { free, out } = why else {
            return why;
        };
        let later = self.added.iter().filter(|added| added.at > at);
        let missing: u32 = later.map(|added| added.count).sum();
        match out.saturating_sub(missing) {
            0 => WaitReason::TooFewNodes { free },
            out => WaitReason::OutOfService { free, out },
        }
    }
}

impl Sink for PendingNodes<'_> {
    fn record(&mut self, at: Time, event: Event) {
        let event = match event {
            Event::StillWaiting(job, why) => Event::StillWaiting(job, self.hold(at, why)),
            other => other,
        };
        self.sink.record(at, event);
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        self.sink.detail(at, detail);
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        self.sink.instant(view);
    }

    fn era(&mut self, from: Time) {
        self.sink.era(from);
    }

    fn wants_quanta(&self) -> bool {
        self.sink.wants_quanta()
    }

    fn wants_reasons(&self) -> bool {
        self.sink.wants_reasons()
    }
}
