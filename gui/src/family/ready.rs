//! A policy on its buffers.

use cosched_core::PolicyError;
use cosched_core::engine::{Context, Policy, Setup};
use cosched_core::policy::AnyPolicy;
use cosched_core::policy::moldable::Admission;

use crate::base::problem::Problem;

/// A policy that is decided outside of this program, where things can go wrong.
pub trait Outside: Policy {
    /// What has gone wrong: nothing is decided any more then.
    fn failure(&self) -> Option<Problem>;
}

/// A policy on its buffers, perhaps with a door before it.
pub enum ReadyPolicy<'p> {
    /// A published one.
    Published(AnyPolicy<'p>),
    /// A published one, which only those jobs reach that can meet their deadlines.
    Admitting(Admission<'p, AnyPolicy<'p>>),
    /// Another: somebody's own, or that of a family which the engine has no variant for.
    Boxed(Box<dyn Policy + 'p>),
    /// Another program.
    External(Box<dyn Outside>),
}

impl ReadyPolicy<'_> {
    /// What has gone wrong while it decided; the run is worth nothing then.
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
