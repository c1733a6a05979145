//! What jobs keep of starts before, and how far what befalls nodes has come.

use crate::exact::Exact;
use crate::units::time::Duration;

/// What a job has of its starts before the present one.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    // Work that its checkpoints kept.
    pub(in crate::engine) kept: Duration,
    // How often it was sent back to the queue.
    pub(in crate::engine) requeues: u32,
}

impl Attempt {
    /// Nothing. All zero bytes.
    pub const FIRST: Self = Self {
        kept: Duration::ZERO,
        requeues: 0,
    };
}

/// How large a part of all that a job has to do checkpoints kept of starts before.
///
/// A job that is taken up on another number of nodes, or on faster ones, has as large a
/// part of its work left there.
#[derive(Clone, Copy, Debug)]
pub struct KeptPart {
    pub(in crate::engine) kept: Duration,
    pub(in crate::engine) whole: Duration,
}

impl KeptPart {
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

    /// What is left of `work`.
    #[inline]
    pub fn rest_of(self, work: Exact) -> Exact {
        match self.kept {
            Duration::ZERO => work,
            _ => self.rest(work),
        }
    }

    #[inline(never)]
    fn rest(self, work: Exact) -> Exact {
        let kept = Exact::from(self.of(work.up()));
        match work > kept {
            true => work - kept,
            false => Exact::whole(1),
        }
    }

    /// All work, of which `rest` is left.
    pub(crate) fn whole_of(self, rest: Exact) -> Exact {
        let left = self.whole.0.saturating_sub(self.kept.0).max(1);
        match self.kept {
            Duration::ZERO => rest,
            kept => {
                let kept = u128::from(rest.up().0) * u128::from(kept.0) / u128::from(left);
                rest + Exact::whole(u64::try_from(kept).unwrap_or(u64::MAX))
            }
        }
    }
}

/// How far the simulation has come with what befalls nodes.
#[derive(Debug)]
pub(crate) struct Outages<'a> {
    // Of each job; empty where all nodes are always in service.
    pub(in crate::engine) attempts: &'a mut [Attempt],
    // How often each node has failed and been repaired by chance.
    pub(in crate::engine) changes_by_chance: &'a mut [u32],
    // Maintenance that has begun, in the order of the setup.
    pub(in crate::engine) begun: usize,
    // Of these, so many from the first on are over.
    pub(in crate::engine) over: usize,
    // Changes that have happened.
    pub(in crate::engine) happened: usize,
    // Caps that hold or have held.
    #[cfg(feature = "caps")]
    pub(in crate::engine) capped: usize,
    // Maintenance and caps that have not begun.
    #[cfg(feature = "caps")]
    pub(in crate::engine) ahead: usize,
    // Whether anything has befallen nodes since the policy was last asked.
    pub(in crate::engine) is_new: bool,
}

impl<'a> Outages<'a> {
    pub(crate) fn new(attempts: &'a mut [Attempt], changes_by_chance: &'a mut [u32]) -> Self {
        attempts.fill(Attempt::FIRST);
        changes_by_chance.fill(0);
        Self {
            attempts,
            changes_by_chance,
            begun: 0,
            over: 0,
            happened: 0,
            #[cfg(feature = "caps")]
            capped: 0,
            #[cfg(feature = "caps")]
            ahead: 0,
            is_new: false,
        }
    }
}
