//! Which of all runs of this program one is, so that a policy notices if it decides in another.

use core::fmt::{Debug, Formatter, Result};
#[cfg(target_has_atomic = "ptr")]
use core::sync::atomic::{AtomicUsize, Ordering};

/// The name of a run.
///
/// Nobody can do more with it than compare it: which numbers there are depends on what else
/// the program runs, and must make no difference to anything.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct RunId(usize);

#[cfg(target_has_atomic = "ptr")]
static NEXT: AtomicUsize = AtomicUsize::new(0);

impl RunId {
    /// That of a new run. Where processors cannot count atomically, all have the same.
    pub(crate) fn next() -> Self {
        #[cfg(target_has_atomic = "ptr")]
        return Self(NEXT.fetch_add(1, Ordering::Relaxed));
        #[cfg(not(target_has_atomic = "ptr"))]
        Self(0)
    }

    /// A number for the pass of that number in this run: that of the next one is greater by one,
    /// and those of another run are others, of 16 million runs with a million million passes.
    pub(crate) fn name_of_pass(self, pass: u64) -> u64 {
        ((self.0 as u64) << 40).wrapping_add(pass)
    }
}

impl Debug for RunId {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        out.write_str("RunId")
    }
}
