//! Scheduling policies: who starts, where and when.

mod conservative;
mod easy;
mod fcfs;
mod order;

pub use conservative::Conservative;
pub use easy::Easy;
pub use fcfs::Fcfs;
pub use order::{Order, Rank};

use crate::engine::Context;

/// Decides which jobs run.
pub trait Policy {
    /// Called once per instant, after everything that happens then was applied.
    ///
    /// A policy may be handed a simulation in the middle of its run: at its
    /// first call it takes over the queue and the running jobs as they are.
    fn schedule(&mut self, context: &mut Context<'_, '_>);
}

/// The closed set of policies, to choose one at run time without a heap.
#[derive(Debug)]
pub enum AnyPolicy<'a> {
    /// First come, first served.
    Fcfs(Fcfs),
    /// Aggressive backfilling.
    Easy(Easy<'a>),
    /// Conservative backfilling.
    Conservative(Conservative<'a>),
}

impl Policy for AnyPolicy<'_> {
    #[inline]
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        match self {
            Self::Fcfs(policy) => policy.schedule(context),
            Self::Easy(policy) => policy.schedule(context),
            Self::Conservative(policy) => policy.schedule(context),
        }
    }
}
