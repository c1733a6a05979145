//! Interface between the engine and policies.

use super::context::Context;
use super::setup::Setup;
use crate::error::PolicyError;

/// A scheduling policy.
pub trait Policy {
    /// Called once per instant, after all events of that instant.
    ///
    /// A policy may be given a simulation in the middle of its run: at its first call it
    /// takes over the queue and the running jobs as they are.
    fn schedule(&mut self, context: &mut Context<'_, '_>);

    /// Checks that the policy is applicable to `setup`: to its kind of machine and its
    /// number of jobs. A simulation checks before every step, so this compares sizes and
    /// does not walk through the workload.
    ///
    /// # Errors
    /// Why it is not.
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        let _ = setup;
        Ok(())
    }
}

/// A closure is a policy: here first come, first served.
///
/// ```
/// use cosched_core::engine::StartReason;
/// use cosched_core::{Context, Duration, JobSpec, Setup, Simulation, StaticStorage, Time};
/// let workload = [JobSpec::exact(Time::ZERO, Duration::from_seconds(5), 3)];
/// let mut storage = StaticStorage::<1, 2, 4, 1>::new();
/// let mut simulation = Simulation::new(Setup::cluster(&workload, 4), storage.as_storage())?;
/// let mut starts = |context: &mut Context<'_, '_>| {
///     while let Some(job) = context.head() {
///         if context.start(job, StartReason::Head).is_err() {
///             break;
///         }
///     }
/// };
/// simulation.run(&mut starts, &mut ());
/// assert_eq!(simulation.completed(0), Some(Time::from_seconds(5)));
/// # Ok::<(), cosched_core::ScenarioError>(())
/// ```
impl<F: FnMut(&mut Context<'_, '_>)> Policy for F {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        self(context);
    }
}
