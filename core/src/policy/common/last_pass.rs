//! Detection of passes that a policy has missed.

use crate::engine::Context;
use crate::units::time::Time;

/// The last call of a policy, so that it notices if another one was called since, if
/// something happened that it is not informed of, or if this is another run. Runs are
/// distinguished on every processor that can count atomically, whatever else the program runs.
///
/// A policy with state from pass to pass checks it first: if the last pass was its own,
/// only the jobs reported as [ended](Context::ended), queued and started have changed;
/// otherwise it re-reads everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastPass {
    // Number of the pass among those of all runs, and its instant.
    last: Option<(u64, Time)>,
}

impl LastPass {
    /// Never called yet.
    pub const fn new() -> Self {
        Self { last: None }
    }

    /// The instant of the last pass if it was this policy's; notes this one.
    #[inline]
    pub fn next(&mut self, context: &Context<'_, '_>) -> Option<Time> {
        let pass = context.run().pass_number(context.passes());
        let last = self.last.replace((pass, context.now()));
        last.filter(|&(before, _)| before.wrapping_add(1) == pass)
            .map(|(_, at)| at)
    }
}
