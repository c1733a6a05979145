//! Knowledge that an index of the queue has of some jobs in a row.

use crate::units::ids::JobId;
use crate::units::time::Duration;

/// Number of classes of width: one for each power of two, up to 2^17 nodes.
const CLASSES: usize = 18;

/// Limits of the jobs that are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CandidateLimits {
    /// Most nodes.
    pub(crate) nodes: u32,
    /// Longest estimate, unless the job requests no more than `spared` nodes.
    pub(crate) estimate: Duration,
    /// Most nodes of a job of any estimate.
    pub(crate) spared: u32,
}

impl CandidateLimits {
    /// Whether they include a job that requests `nodes` nodes; `is_short` says whether its
    /// estimate is within them, and is asked only if that matters.
    #[inline]
    pub(super) fn include(&self, nodes: u32, is_short: impl FnOnce(Duration) -> bool) -> bool {
        nodes <= self.nodes && (nodes <= self.spared || is_short(self.estimate))
    }
}

/// Bounds of the jobs of one class of width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bounds {
    nodes: u32,
    // Rounded down.
    estimate: u32,
}

impl Bounds {
    /// No job.
    const NONE: Self = Self {
        nodes: u32::MAX,
        estimate: u32::MAX,
    };

    /// An estimate in about milliseconds: half as much memory, and as good as a bound.
    #[inline]
    fn rounded(estimate: Duration) -> u32 {
        u32::try_from(estimate.0 >> 20).unwrap_or(u32::MAX)
    }

    #[inline]
    fn include(&mut self, other: Self) {
        self.nodes = self.nodes.min(other.nodes);
        self.estimate = self.estimate.min(other.estimate);
    }
}

/// Some jobs in a row, or some buckets: what is known of them.
#[derive(Clone, Copy, Debug)]
pub struct QueueBucket {
    // First of its jobs that wait; of a group nothing.
    pub(super) first: Option<JobId>,
    // Number of jobs that were put into it.
    pub(super) filled: u32,
    // At most what its jobs have, by class; meaningless while nothing was put into it.
    classes: [Bounds; CLASSES],
}

impl QueueBucket {
    /// An unused entry. All zero bytes.
    pub const EMPTY: Self = Self {
        first: None,
        filled: 0,
        classes: [Bounds {
            nodes: 0,
            estimate: 0,
        }; CLASSES],
    };

    /// Class of jobs that request `nodes` nodes.
    #[inline]
    fn class_of(nodes: u32) -> usize {
        (nodes.max(1).ilog2() as usize).min(CLASSES - 1)
    }

    /// Without jobs, but with bounds.
    pub(super) fn clear(&mut self) {
        *self = Self {
            classes: [Bounds::NONE; CLASSES],
            ..Self::EMPTY
        };
    }

    #[inline]
    pub(super) fn include(&mut self, nodes: u32, estimate: Duration) {
        self.filled = self.filled.saturating_add(1);
        if let Some(bounds) = self.classes.get_mut(Self::class_of(nodes)) {
            let estimate = Bounds::rounded(estimate);
            bounds.include(Bounds { nodes, estimate });
        }
    }

    /// Includes the jobs of `other` in the bounds.
    pub(super) fn include_all(&mut self, other: &Self) {
        let classes = self.classes.iter_mut().zip(other.classes);
        classes.for_each(|(bounds, others)| bounds.include(others));
    }

    /// Whether one of its jobs may be within `limits`.
    #[inline]
    pub(super) fn may_have(&self, limits: &CandidateLimits) -> bool {
        let classes = self.classes.iter().take(Self::class_of(limits.nodes) + 1);
        classes.into_iter().any(|bounds| {
            limits.include(bounds.nodes, |longest| {
                bounds.estimate <= Bounds::rounded(longest)
            })
        })
    }
}
