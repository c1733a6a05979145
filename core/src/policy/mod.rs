//! Scheduling policies: who starts, where and when.

mod conservative;
pub mod coscheduling;
mod easy;
mod fcfs;
mod last_pass;
pub mod moldable;
mod order;
pub mod placement;
mod running;
pub mod slicing;
pub mod windows;

pub use conservative::Conservative;
pub use coscheduling::{Agile, Flexible, Gang};
pub use easy::Easy;
pub use fcfs::Fcfs;
pub use last_pass::LastPass;
pub use moldable::Moldable;
pub use order::{Order, Rank};
pub use placement::{LoadAverage, LookAhead, Mapping};
pub use running::RunningProfile;
pub use slicing::ScojoPect;
pub use windows::Windows;

pub use crate::engine::Policy;

use crate::engine::{Context, Setup};
use crate::error::PolicyError;
use crate::ids::JobId;

/// The closed set of policies, to choose one at run time without a heap.
#[expect(
    clippy::large_enum_variant,
    reason = "there is no heap to put the large ones on, and there is one policy in a run"
)]
#[derive(Debug)]
pub enum AnyPolicy<'a> {
    /// First come, first served.
    Fcfs(Fcfs),
    /// Aggressive backfilling.
    Easy(Easy<'a>),
    /// Conservative backfilling.
    Conservative(Conservative<'a>),
    /// Coarse time slices by class of job, with node memory.
    ScojoPect(ScojoPect<'a>),
    /// SLF, LET and MOM on shared servers.
    LookAhead(LookAhead<'a>),
    /// By stale load averages, on shared servers.
    LoadAverage(LoadAverage<'a>),
    /// On shared servers, as told beforehand.
    Mapping(Mapping<'a>),
    /// Rows of jobs that take turns.
    Gang(Gang<'a>),
    /// The same, with gaps filled by jobs that need not run together.
    Flexible(Flexible<'a>),
    /// By grain, from lists, without nodes of their own.
    Agile(Agile<'a>),
    /// Moldable jobs on two tiers.
    Moldable(Moldable<'a>),
    /// Windows of slots on priced nodes.
    Windows(Windows<'a>),
}

impl Policy for AnyPolicy<'_> {
    #[inline]
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        match self {
            Self::Fcfs(policy) => policy.schedule(context),
            Self::Easy(policy) => policy.schedule(context),
            Self::Conservative(policy) => policy.schedule(context),
            Self::ScojoPect(policy) => policy.schedule(context),
            Self::LookAhead(policy) => policy.schedule(context),
            Self::LoadAverage(policy) => policy.schedule(context),
            Self::Mapping(policy) => policy.schedule(context),
            Self::Gang(policy) => policy.schedule(context),
            Self::Flexible(policy) => policy.schedule(context),
            Self::Agile(policy) => policy.schedule(context),
            Self::Moldable(policy) => policy.schedule(context),
            Self::Windows(policy) => policy.schedule(context),
        }
    }

    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        match self {
            Self::Fcfs(policy) => policy.check(setup),
            Self::Easy(policy) => policy.check(setup),
            Self::Conservative(policy) => policy.check(setup),
            Self::ScojoPect(policy) => policy.check(setup),
            Self::LookAhead(policy) => policy.check(setup),
            Self::LoadAverage(policy) => policy.check(setup),
            Self::Mapping(policy) => policy.check(setup),
            Self::Gang(policy) => policy.check(setup),
            Self::Flexible(policy) => policy.check(setup),
            Self::Agile(policy) => policy.check(setup),
            Self::Moldable(policy) => policy.check(setup),
            Self::Windows(policy) => policy.check(setup),
        }
    }
}

impl moldable::Foreseen for AnyPolicy<'_> {
    fn foresight(&self) -> moldable::Foresight {
        match self {
            Self::Moldable(policy) => policy.foresight(),
            Self::Fcfs(_) => moldable::Foresight::InOrder,
            _ => moldable::Foresight::Estimates,
        }
    }

    fn is_in_background(&self, job: JobId) -> bool {
        match self {
            Self::Moldable(policy) => policy.is_in_background(job),
            _ => false,
        }
    }
}
