//! A policy on its buffers.

use cosched_core::PolicyError;
use cosched_core::engine::{Context, Policy, Setup};
use cosched_core::policy::AnyPolicy;
use cosched_core::policy::moldable::Admission;

use crate::base::problem::Problem;
pub use crate::scenario::policy::own::FalliblePolicy;

/// A policy on its buffers, with admission control if there is one.
pub enum ReadyPolicy<'p> {
    /// A published policy.
    Published(AnyPolicy<'p>),
    /// A published policy behind admission control for hard deadlines.
    Admitting(Admission<'p, AnyPolicy<'p>>),
    /// Any other: built in by others, or without a variant in the engine.
    Boxed(Box<dyn Policy + 'p>),
    /// Another program, or one that the caller gives.
    External(Box<dyn FalliblePolicy + 'p>),
}

impl ReadyPolicy<'_> {
    /// Returns an error in its decisions, which makes the run worthless.
    pub fn failure(&self) -> Option<Problem> {
        match self {
            Self::External(policy) => policy.failure(),
            _ => None,
        }
    }
}

impl Policy for ReadyPolicy<'_> {
    #[inline]
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        match self {
            Self::Published(policy) => policy.schedule(context),
            Self::Admitting(policy) => policy.schedule(context),
            Self::Boxed(policy) => policy.schedule(context),
            Self::External(policy) => policy.schedule(context),
        }
    }

    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        match self {
            Self::Published(policy) => policy.check(setup),
            Self::Admitting(policy) => policy.check(setup),
            Self::Boxed(policy) => policy.check(setup),
            Self::External(policy) => policy.check(setup),
        }
    }
}

impl<'p> From<AnyPolicy<'p>> for ReadyPolicy<'p> {
    fn from(policy: AnyPolicy<'p>) -> Self {
        Self::Published(policy)
    }
}
