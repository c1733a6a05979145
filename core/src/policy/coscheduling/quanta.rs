//! When quanta begin and end.

use crate::engine::Context;
use crate::units::time::{Duration, Time};

/// One quantum after the other, from the submission that ends an idle period.
#[derive(Debug)]
pub(super) struct Quanta {
    length: Duration,
    // When the present one began, and when it ends; nothing if the machine is idle.
    from: Time,
    until: Option<Time>,
    // How long it lasts until anything befalls nodes.
    span: Duration,
}

impl Quanta {
    /// Of such a length, at least a nanosecond.
    pub(super) fn new(length: Duration) -> Self {
        Self {
            length: length.max(Duration(1)),
            from: Time::ZERO,
            until: None,
            span: Duration::ZERO,
        }
    }

    /// Whether another one may begin: when something befalls nodes, the present one is
    /// cut short.
    #[inline]
    pub(super) fn is_over(&self, context: &Context<'_, '_>) -> bool {
        context.nodes_changed() || self.until.is_none_or(|until| until <= context.now())
    }

    /// When the present quantum ends, unless it is cut short.
    pub(super) fn until(&self) -> Time {
        self.until.unwrap_or_default()
    }

    /// How long the present quantum lasts in which nodes are in service that are so at its
    /// beginning. It is known beforehand only to what is simulated: nobody decides by it.
    pub(super) fn span(&self) -> Duration {
        self.span
    }

    /// When that is over.
    pub(super) fn span_end(&self) -> Time {
        self.from.after(self.span)
    }

    /// How long the present quantum has lasted.
    pub(super) fn elapsed(&self, context: &Context<'_, '_>) -> Duration {
        context.now().since(self.from)
    }

    /// There is nothing to do.
    pub(super) fn stop(&mut self) {
        self.until = None;
    }

    /// Begins one.
    pub(super) fn begin(&mut self, context: &mut Context<'_, '_>) {
        self.begin_long(context, self.length);
    }

    /// Begins as many quanta at once as take `length`.
    pub(super) fn begin_long(&mut self, context: &mut Context<'_, '_>, length: Duration) {
        let until = context.now().after(length);
        (self.from, self.until) = (context.now(), Some(until));
        self.span = context.foresight().undisturbed(length);
        // It is later than now.
        let _ = context.wake_at(until);
    }
}
