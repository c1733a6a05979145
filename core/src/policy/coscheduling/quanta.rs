//! Begin and end of quanta.

use crate::engine::Context;
use crate::units::time::{Duration, Time};

/// Consecutive quanta, from the submission that ends an idle period.
#[derive(Debug)]
pub(super) struct Quanta {
    length: Duration,
    // Begin and end of the present one; no end if the machine is idle.
    from: Time,
    until: Option<Time>,
    // Time from its begin to the next change of nodes.
    span: Duration,
}

impl Quanta {
    /// Quanta of this length, at least a nanosecond.
    pub(super) fn new(length: Duration) -> Self {
        Self {
            length: length.max(Duration(1)),
            from: Time::ZERO,
            until: None,
            span: Duration::ZERO,
        }
    }

    /// Whether another one may begin: a change of nodes cuts the present one short.
    #[inline]
    pub(super) fn is_over(&self, context: &Context<'_, '_>) -> bool {
        context.nodes_changed() || self.until.is_none_or(|until| until <= context.now())
    }

    /// End of the present quantum, unless it is cut short.
    pub(super) fn until(&self) -> Time {
        self.until.unwrap_or_default()
    }

    /// Part of the present quantum in which the nodes in service at its begin stay so. It
    /// is known beforehand only in a simulation: no decision depends on it.
    pub(super) fn span(&self) -> Duration {
        self.span
    }

    /// End of that part.
    pub(super) fn span_end(&self) -> Time {
        self.from.after(self.span)
    }

    /// Elapsed time of the present quantum.
    pub(super) fn elapsed(&self, context: &Context<'_, '_>) -> Duration {
        context.now().since(self.from)
    }

    /// Stops quanta while the machine is idle.
    pub(super) fn stop(&mut self) {
        self.until = None;
    }

    /// Begins a quantum.
    pub(super) fn begin(&mut self, context: &mut Context<'_, '_>) {
        self.begin_long(context, self.length);
    }

    /// Begins as many quanta at once as take `length`.
    pub(super) fn begin_long(&mut self, context: &mut Context<'_, '_>, length: Duration) {
        let until = context.now().after(length);
        (self.from, self.until) = (context.now(), Some(until));
        self.span = context.foresight().time_to_outage(length);
        // Cannot fail: it is later than now.
        let _ = context.wake_at(until);
    }
}
