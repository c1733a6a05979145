//! What has happened since a policy was last called.

use crate::engine::Context;
use crate::units::time::Time;

/// When a policy was last called, so that it notices if another one was called
/// since, if something happened that it is not told of, or if this is another run. Runs are
/// told apart on every processor that can count atomically, whatever else the program runs.
///
/// A policy that keeps anything from pass to pass asks it first: if the last pass
/// was its own, only what is told as [ended](Context::ended), queued and started has
/// changed; else it looks at everything anew.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastPass {
    // The name of the pass among those of all runs, and its instant.
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
        let pass = context.run().name_of_pass(context.passes());
        let last = self.last.replace((pass, context.now()));
        last.filter(|&(before, _)| before.wrapping_add(1) == pass)
            .map(|(_, at)| at)
    }
}
