//! The contract between the engine and whoever decides.

use super::context::Context;

/// Decides which jobs run.
pub trait Policy {
    /// Called once per instant, after everything that happens then was applied.
    ///
    /// A policy may be handed a simulation in the middle of its run: at its
    /// first call it takes over the queue and the running jobs as they are.
    fn schedule(&mut self, context: &mut Context<'_, '_>);
}
