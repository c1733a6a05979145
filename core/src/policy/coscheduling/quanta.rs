//! When quanta begin and end.

use crate::engine::Context;
use crate::time::{Duration, Time};

/// One quantum after the other, from the submission that ends an idle period.
#[derive(Debug)]
pub(super) struct Quanta {
    length: Duration,
    // When the present one ends; nothing if the machine is idle.
    until: Option<Time>,
}

impl Quanta {
    /// Of such a length, at least a nanosecond.
    pub(super) fn new(length: Duration) -> Self {
        Self {
            length: length.max(Duration(1)),
            until: None,
        }
    }

    /// Whether another one may begin.
    pub(super) fn is_over(&self, context: &Context<'_, '_>) -> bool {
        self.until.is_none_or(|until| until <= context.now())
    }

    /// When the present quantum ends.
    pub(super) fn until(&self) -> Time {
        self.until.unwrap_or_default()
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
        self.until = Some(until);
        // It is later than now.
        let _ = context.wake_at(until);
    }
}
