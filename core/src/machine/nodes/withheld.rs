//! Nodes that stay idle because of a cap: how many may be taken, and how many must go first.
#![cfg_attr(
    not(feature = "caps"),
    allow(dead_code, unused_variables, reason = "nothing is withheld")
)]

use super::Nodes;

/// What a cap withholds of the nodes. Without caps it is nothing, and takes no room.
#[derive(Debug)]
pub(super) struct Withheld {
    // Nodes that may be busy.
    #[cfg(feature = "caps")]
    bound: u32,
    // Nodes that must be idle, of those that somebody has or could have.
    #[cfg(feature = "caps")]
    count: u32,
    // Nodes that become idle before any may be taken: the cap fell below what was busy.
    #[cfg(feature = "caps")]
    owed: u32,
    // Nodes out of service that nobody has.
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
        owed: 0,
        #[cfg(feature = "caps")]
        out: 0,
    };

    /// How many nodes must be given back before any may be taken.
    #[inline]
    pub(super) fn owed(&self) -> u32 {
        #[cfg(feature = "caps")]
        return self.owed;
        #[cfg(not(feature = "caps"))]
        0
    }
}

#[cfg(feature = "caps")]
impl Nodes<'_> {
    /// From now on no more than `bound` nodes may be busy. Who runs is not stopped.
    pub(crate) fn set_bound(&mut self, bound: u32) {
        let (idle, out) = (self.idle(), self.out_and_idle());
        self.withheld.bound = bound;
        self.settle(idle, out);
    }

    /// How many nodes may be busy.
    #[inline]
    pub(crate) fn bound(&self) -> u32 {
        self.withheld.bound
    }

    /// Whether more nodes are busy than may be.
    #[inline]
    pub(crate) fn is_over_its_bound(&self) -> bool {
        self.withheld.owed > 0
    }

    /// Nodes that jobs have.
    #[inline]
    pub(crate) fn busy(&self) -> u32 {
        self.total - self.withheld.out - self.idle()
    }

    /// Nodes in service that nobody has, whether they may be taken or not.
    #[inline]
    pub(crate) fn idle(&self) -> u32 {
        self.free + self.withheld.count - self.withheld.owed
    }

    /// Nodes out of service that nobody has.
    #[inline]
    pub(super) fn out_and_idle(&self) -> u32 {
        self.withheld.out
    }

    /// Says how many nodes nobody has, in service and out of it.
    pub(super) fn settle(&mut self, idle: u32, out: u32) {
        let withheld = &mut self.withheld;
        withheld.out = out;
        withheld.count = (self.total - out).saturating_sub(withheld.bound);
        withheld.owed = withheld.count.saturating_sub(idle);
        self.free = idle.saturating_sub(withheld.count);
    }
}

#[cfg(not(feature = "caps"))]
impl Nodes<'_> {
    /// Nodes in service that nobody has: those that may be taken.
    #[inline]
    pub(crate) fn idle(&self) -> u32 {
        self.free
    }

    /// Not counted.
    #[inline]
    pub(super) fn out_and_idle(&self) -> u32 {
        0
    }

    /// Says how many nodes nobody has, in service and out of it.
    #[inline]
    pub(super) fn settle(&mut self, idle: u32, _out: u32) {
        self.free = idle;
    }
}
