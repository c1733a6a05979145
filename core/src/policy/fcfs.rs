//! First come, first served.

use super::common::order::{Order, Ordering};
use super::{LastPass, Policy};
use crate::engine::{Context, Setup, StartReason, WaitReason};
use crate::error::PolicyError;

/// Starts jobs in the order of the queue; one that does not fit blocks all behind it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fcfs {
    ordering: Ordering,
    last_pass: LastPass,
}

impl Fcfs {
    /// First come, first served.
    pub const fn new() -> Self {
        Self {
            ordering: Ordering::new(Order::Submitted),
            last_pass: LastPass::new(),
        }
    }

    /// FCFS with the queue in `order`.
    #[cfg(feature = "orders")]
    pub const fn by(order: Order) -> Self {
        let ordering = Ordering::new(order);
        Self {
            ordering,
            ..Self::new()
        }
    }
}

impl Policy for Fcfs {
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        setup.check_equal_nodes()
    }

    #[inline]
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let passed = self.last_pass.next(context);
        self.ordering.apply(context, passed.is_some());
        while let Some(job) = context.head() {
            if context.start(job, StartReason::Head).is_err() {
                break;
            }
        }
        if context.wants_reasons() {
            explain_waits(context);
        }
    }
}

/// Reports why each waiting job waits.
fn explain_waits(context: &mut Context<'_, '_>) {
    let Some(head) = context.head() else { return };
    context.explain_wait_for_room(head);
    let mut behind = context.after(head);
    while let Some(job) = behind {
        context.explain_wait(job, WaitReason::Behind { head });
        behind = context.after(job);
    }
}
