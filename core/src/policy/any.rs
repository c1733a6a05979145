//! Closed set of the built policies, to choose one at run time without a heap.

use super::*;
use crate::engine::{Context, Setup};
use crate::error::PolicyError;

/// Defines the set from a list of its members, each with its feature if it needs one.
macro_rules! any_policy {
    ($($(#[doc = $doc:literal])* $($feature:literal)? $name:ident($policy:ty),)*) => {
        /// Closed set of policies, to choose one at run time without a heap: those of the
        /// families that are built.
        #[allow(
            clippy::large_enum_variant,
            reason = "there is no heap to put the large ones on, and there is one policy in a run"
        )]
        #[derive(Debug)]
        pub enum AnyPolicy<'a> {
            $($(#[doc = $doc])* $(#[cfg(feature = $feature)])? $name($policy),)*
        }

        impl Policy for AnyPolicy<'_> {
            #[inline]
            fn schedule(&mut self, context: &mut Context<'_, '_>) {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$name(policy) => policy.schedule(context),)*
                }
            }

            #[inline]
            fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$name(policy) => policy.check(setup),)*
                }
            }
        }
    };
}

any_policy! {
    /// First come, first served.
    Fcfs(Fcfs),
    /// Aggressive backfilling.
    Easy(Easy<'a>),
    /// Conservative backfilling.
    Conservative(Conservative<'a>),
    /// Coarse time slices by class of job, with node memory.
    "slicing" ScojoPect(super::slicing::ScojoPect<'a>),
    /// SLF, LET and MOM on shared servers.
    "placement" LookAhead(super::placement::LookAhead<'a>),
    /// By stale load averages, on shared servers.
    "placement" LoadAverage(super::placement::LoadAverage<'a>),
    /// On shared servers, by a mapping given beforehand.
    "placement" Mapping(super::placement::Mapping<'a>),
    /// Rows of jobs that take turns.
    "coscheduling" Gang(super::coscheduling::Gang<'a>),
    /// Gang scheduling, with gaps filled by jobs that need not run together.
    "coscheduling" Flexible(super::coscheduling::Flexible<'a>),
    /// By grain, from lists, without nodes of their own.
    "coscheduling" Agile(super::coscheduling::Agile<'a>),
    /// Moldable jobs on two tiers.
    "moldable" Moldable(super::moldable::Moldable<'a>),
    /// Windows of slots on priced nodes.
    "slots" Slots(super::slots::Slots<'a>),
    /// Slurm's two passes.
    "slurm" Slurm(super::slurm::Slurm<'a>),
}

#[cfg(feature = "moldable")]
impl moldable::Predictable for AnyPolicy<'_> {
    fn predictability(&self) -> moldable::Predictability {
        match self {
            Self::Moldable(policy) => policy.predictability(),
            Self::Fcfs(_) => moldable::Predictability::InOrder,
            _ => moldable::Predictability::Estimates,
        }
    }

    fn is_in_background(&self, job: crate::units::ids::JobId) -> bool {
        match self {
            Self::Moldable(policy) => policy.is_in_background(job),
            _ => false,
        }
    }

    fn interrupt_lost(&mut self, context: &mut Context<'_, '_>) {
        if let Self::Moldable(policy) = self {
            policy.interrupt_lost(context);
        }
    }

    fn end_of(
        &self,
        context: &Context<'_, '_>,
        job: crate::units::ids::JobId,
    ) -> crate::exact::Exact {
        match self {
            Self::Moldable(policy) => policy.end_of(context, job),
            _ => context.expected_completion(job),
        }
    }

    fn nodes_lost_with(&self, context: &Context<'_, '_>, job: crate::units::ids::JobId) -> u32 {
        match self {
            Self::Moldable(policy) => policy.nodes_lost_with(context, job),
            _ => context.nodes_lost_with(job),
        }
    }
}
