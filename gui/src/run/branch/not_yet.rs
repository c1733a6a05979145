//! A sink that does not report nodes as out of service before they are added.

use cosched_core::engine::{Detail, HoldReason, View};
use cosched_core::{Event, Sink, Time};

use crate::record::Added;

/// Forwards why jobs wait as if nodes added later were not part of the machine yet.
pub(crate) struct NotYet<'s> {
    pub(crate) added: &'s [Added],
    pub(crate) sink: &'s mut dyn Sink,
}

impl NotYet<'_> {
    fn hold(&self, at: Time, why: HoldReason) -> HoldReason {
        let HoldReason::OutOfService { free, out } = why else {
            return why;
        };
        let later = self.added.iter().filter(|added| added.at > at);
        let missing: u32 = later.map(|added| added.count).sum();
        match out.saturating_sub(missing) {
            0 => HoldReason::TooFewNodes { free },
            out => HoldReason::OutOfService { free, out },
        }
    }
}

impl Sink for NotYet<'_> {
    fn record(&mut self, at: Time, event: Event) {
        let event = match event {
            Event::Held(job, why) => Event::Held(job, self.hold(at, why)),
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

    fn wants_places(&self) -> bool {
        self.sink.wants_places()
    }

    fn asks_why(&self) -> bool {
        self.sink.asks_why()
    }
}
