//! The contract between the engine and whoever decides.

use super::context::Context;
use super::setup::Setup;
use crate::error::PolicyError;

/// Decides which jobs run.
pub trait Policy {
    /// Called once per instant, after everything that happens then was applied.
    ///
    /// A policy may be handed a simulation in the middle of its run: at its
    /// first call it takes over the queue and the running jobs as they are.
    fn schedule(&mut self, context: &mut Context<'_, '_>);

    /// Whether it can decide what `setup` says is to be simulated: it is made for
    /// such a machine and has room for so many jobs. A simulation asks before every
    /// step, so this compares sizes and does not walk through the workload.
    ///
    /// # Errors
    /// What does not fit.
    #[inline]
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        let _ = setup;
        Ok(())
    }
}
