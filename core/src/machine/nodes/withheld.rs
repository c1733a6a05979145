//! Nodes that stay idle because of a cap.
#![cfg_attr(
    not(feature = "caps"),
    allow(dead_code, unused_variables, reason = "nothing is withheld")
)]

use super::Nodes;

/// Nodes withheld by a cap. Without caps it is zero-sized.
#[derive(Debug)]
pub(super) struct Withheld {
    // Maximum number of busy nodes.
    #[cfg(feature = "caps")]
    bound: u32,
    // Number of nodes that must be idle, of those that are held or could be.
    #[cfg(feature = "caps")]
    count: u32,
    // Number of nodes that must become idle before any may be allocated: the cap fell below
    // the number of busy nodes.
    #[cfg(feature = "caps")]
    to_release: u32,
    // Number of nodes out of service that no job holds.
    #[cfg(feature = "caps")]
    out: u32,
}

impl Withheld {
    pub(super) const NONE: Self = Self {
        #[cfg(feature = "caps")]
        bound: u32::MAX,
        #[cfg(feature = "caps")]
        count: 0,
        #[cfg(feature = "caps")]
        to_release: 0,
        #[cfg(feature = "caps")]
        out: 0,
    };

    /// Number of nodes that must be released before any may be allocated.
    #[inline]
    pub(super) fn owed(&self) -> u32 {
        #[cfg(feature = "caps")]
        return self.to_release;
        #[cfg(not(feature = "caps"))]
        0
    }
}

#[cfg(feature = "caps")]
impl Nodes<'_> {
    /// Limits the number of busy nodes to `bound` from now on. Running jobs are not
    /// stopped.
    pub(crate) fn set_bound(&mut self, bound: u32) {
        let (idle, out) = (self.idle(), self.out_and_idle());
        self.withheld.bound = bound;
        self.settle(idle, out);
    }

    /// Maximum number of busy nodes.
    #[inline]
    pub(crate) fn bound(&self) -> u32 {
        self.withheld.bound
    }

    /// Whether more nodes are busy than allowed.
    #[inline]
    pub(crate) fn is_over_its_bound(&self) -> bool {
        self.withheld.to_release > 0
    }

    /// Number of nodes held by jobs.
    #[inline]
    pub(crate) fn busy(&self) -> u32 {
        self.total - self.withheld.out - self.idle()
    }

    /// Number of nodes in service that no job holds, withheld ones included.
    #[inline]
    pub(crate) fn idle(&self) -> u32 {
        self.free + self.withheld.count - self.withheld.to_release
    }

    /// Number of nodes out of service that no job holds.
    #[inline]
    pub(super) fn out_and_idle(&self) -> u32 {
        self.withheld.out
    }

    /// Sets the numbers of nodes that no job holds, in service and out of it.
    pub(super) fn settle(&mut self, idle: u32, out: u32) {
        let withheld = &mut self.withheld;
        withheld.out = out;
        withheld.count = (self.total - out).saturating_sub(withheld.bound);
        withheld.to_release = withheld.count.saturating_sub(idle);
        self.free = idle.saturating_sub(withheld.count);
    }
}

#[cfg(not(feature = "caps"))]
impl Nodes<'_> {
    /// Number of nodes in service that no job holds: the free ones.
    #[inline]
    pub(crate) fn idle(&self) -> u32 {
        self.free
    }

    /// Not counted without caps.
    #[inline]
    pub(super) fn out_and_idle(&self) -> u32 {
        0
    }

    /// Sets the numbers of nodes that no job holds, in service and out of it.
    #[inline]
    pub(super) fn settle(&mut self, idle: u32, _out: u32) {
        self.free = idle;
    }
}
