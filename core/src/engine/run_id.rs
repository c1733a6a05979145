//! Identity of a run, by which a policy notices that it decides in another one.

use core::fmt::{Debug, Formatter, Result};
#[cfg(target_has_atomic = "ptr")]
use core::sync::atomic::{AtomicUsize, Ordering};

/// Identity of a run.
///
/// Good for comparisons only: the numbers depend on what else the program runs, and must
/// not influence any result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct RunId(usize);

#[cfg(target_has_atomic = "ptr")]
static NEXT: AtomicUsize = AtomicUsize::new(0);

impl RunId {
    /// A new id. Where processors cannot count atomically, all ids are the same.
    pub(crate) fn next() -> Self {
        #[cfg(target_has_atomic = "ptr")]
        return Self(NEXT.fetch_add(1, Ordering::Relaxed));
        #[cfg(not(target_has_atomic = "ptr"))]
        Self(0)
    }

    /// Number of pass `pass` of this run: consecutive for consecutive passes, and distinct
    /// from those of other runs, for 16 million runs with a million million passes.
    pub(crate) fn pass_number(self, pass: u64) -> u64 {
        ((self.0 as u64) << 40).wrapping_add(pass)
    }
}

impl Debug for RunId {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        out.write_str("RunId")
    }
}
