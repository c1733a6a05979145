//! Scheduling policies: who starts, where and when.

mod conservative;
mod easy;
mod fcfs;
mod order;

pub use conservative::Conservative;
pub use easy::Easy;
pub use fcfs::Fcfs;
pub use order::{Order, Rank};

pub use crate::engine::Policy;

use crate::engine::Context;

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
