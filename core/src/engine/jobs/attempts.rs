//! Work kept of earlier starts of jobs, and progress through the known outages.

use crate::exact::Exact;
use crate::units::time::Duration;

/// Record of a job's starts before the present one.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    // Work that its checkpoints kept.
    pub(in crate::engine) kept: Duration,
    // Number of times it was sent back to the queue.
    pub(in crate::engine) requeues: u32,
}

impl Attempt {
    /// Before the first start. All zero bytes.
    pub const FIRST: Self = Self {
        kept: Duration::ZERO,
        requeues: 0,
    };
}

/// Part of the whole work of a job that checkpoints kept of earlier starts.
///
/// A job that restarts on another number of nodes, or on faster ones, has the same part of
/// its work left there.
#[derive(Clone, Copy, Debug)]
pub struct KeptShare {
    pub(in crate::engine) kept: Duration,
    pub(in crate::engine) whole: Duration,
}

impl KeptShare {
    /// Nothing.
    pub const NOTHING: Self = Self {
        kept: Duration::ZERO,
        whole: Duration::ZERO,
    };

    /// This part of `work`, rounded down.
    pub(in crate::engine) fn of(self, work: Duration) -> Duration {
        if self.kept == Duration::ZERO || self.whole == work {
            return self.kept;
        }
        let part = u128::from(work.0) * u128::from(self.kept.0) / u128::from(self.whole.0.max(1));
        Duration(u64::try_from(part).unwrap_or(u64::MAX).min(work.0))
    }

    /// The part of `work` that is left.
    #[inline]
    pub fn rest_of(self, work: Exact) -> Exact {
        match self.kept {
            Duration::ZERO => work,
            _ => self.rest(work),
        }
    }

    #[inline(never)]
    fn rest(self, work: Exact) -> Exact {
        let kept = Exact::from(self.of(work.round_up()));
        if work > kept {
            work - kept
        } else {
            Exact::whole(1)
        }
    }

    /// The whole work of which `rest` is left.
    pub(crate) fn whole_of(self, rest: Exact) -> Exact {
        let left = self.whole.0.saturating_sub(self.kept.0).max(1);
        match self.kept {
            Duration::ZERO => rest,
            kept => {
                let kept = u128::from(rest.round_up().0) * u128::from(kept.0) / u128::from(left);
                rest + Exact::whole(u64::try_from(kept).unwrap_or(u64::MAX))
            }
        }
    }
}

/// Progress of the simulation through its outages.
#[derive(Debug)]
pub(crate) struct OutageProgress<'a> {
    // One per job; empty where all nodes are always in service.
    pub(in crate::engine) attempts: &'a mut [Attempt],
    // Number of chance failures and repairs of each node.
    pub(in crate::engine) changes_by_chance: &'a mut [u32],
    // Number of maintenance windows that have begun, in the order of the setup.
    pub(in crate::engine) begun_maintenance: usize,
    // Number of these that are over, from the first on.
    pub(in crate::engine) finished_maintenance: usize,
    // Number of changes that have happened.
    pub(in crate::engine) applied_changes: usize,
    // Number of caps that hold or have held.
    #[cfg(feature = "caps")]
    pub(in crate::engine) applied_caps: usize,
    // Number of maintenance windows and caps that have not begun.
    #[cfg(feature = "caps")]
    pub(in crate::engine) ahead: usize,
    // Whether any node has changed state since the last call of the policy.
    pub(in crate::engine) has_changed: bool,
}

impl<'a> OutageProgress<'a> {
    pub(crate) fn new(attempts: &'a mut [Attempt], changes_by_chance: &'a mut [u32]) -> Self {
        attempts.fill(Attempt::FIRST);
        changes_by_chance.fill(0);
        Self {
            attempts,
            changes_by_chance,
            begun_maintenance: 0,
            finished_maintenance: 0,
            applied_changes: 0,
            #[cfg(feature = "caps")]
            applied_caps: 0,
            #[cfg(feature = "caps")]
            ahead: 0,
            has_changed: false,
        }
    }
}
