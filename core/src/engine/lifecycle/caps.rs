//! Caps on the number of busy nodes.
#![cfg_attr(
    not(feature = "caps"),
    allow(clippy::unused_self, reason = "there are none")
)]

use crate::engine::state::State;
#[cfg(feature = "caps")]
use crate::machine::Cap;
use crate::units::time::Time;

#[cfg(feature = "caps")]
impl<'a> State<'a> {
    /// Applies the caps that have begun.
    pub(super) fn apply_caps(&mut self) {
        while let Some(cap) = self.caps_ahead().first()
            && cap.from <= self.now
        {
            self.outages.applied_caps += 1;
            self.outages.has_changed = true;
            self.nodes.set_bound(cap.nodes);
        }
    }

    /// Caps that have not begun.
    pub(crate) fn caps_ahead(&self) -> &'a [Cap] {
        let caps = self.setup.outages.caps().get(self.outages.applied_caps..);
        caps.unwrap_or_default()
    }

    /// Whether a cap has yet to begin.
    #[inline]
    pub(crate) fn has_caps_ahead(&self) -> bool {
        self.outages.applied_caps < self.setup.outages.caps().len()
    }

    /// Beginning of the next cap. Updates the count of what is ahead.
    pub(super) fn next_cap(&mut self) -> Option<Time> {
        let maintenance = self.setup.outages.maintenance.len();
        let caps = self.caps_ahead();
        self.outages.ahead =
            maintenance.saturating_sub(self.outages.begun_maintenance) + caps.len();
        caps.first().map(|cap| cap.from)
    }

    /// Whether maintenance or a cap has yet to begin.
    #[inline]
    pub(crate) fn has_limits_ahead(&self) -> bool {
        self.outages.ahead > 0
    }

    /// Of `room` nodes free from now until `end`, those that may be busy for so long by the
    /// estimates of the running jobs. As later starts do not count, the number falls only
    /// where a cap begins.
    pub(crate) fn room_under_caps(&self, end: Time, mut room: u32) -> u32 {
        let busy = self.nodes.busy();
        for cap in self.caps_ahead() {
            if cap.from >= end || room == 0 {
                break;
            }
            if cap.nodes < busy.saturating_add(room) {
                room = room.min(cap.nodes.saturating_sub(self.busy_at(cap.from)));
            }
        }
        room
    }

    /// Nodes that running jobs still hold at `at` by their estimates.
    fn busy_at(&self, at: Time) -> u32 {
        let running = core::iter::successors(self.running.head, |&id| self.jobs[id.index()].next);
        let then = running.filter(|&id| self.expected_end(id) > at);
        then.map(|id| self.jobs[id.index()].nodes).sum()
    }

    /// Number of nodes, of the free ones and those withheld by caps, that a job may have
    /// until `end`; `None` if caps are not in its way.
    pub(crate) fn room_a_cap_leaves(&self, end: Time, nodes: u32) -> Option<u32> {
        let room = self.room_under_caps(end, self.nodes.free());
        (nodes > room && nodes <= self.nodes.idle()).then_some(room)
    }
}

#[cfg(not(feature = "caps"))]
impl State<'_> {
    pub(super) fn apply_caps(&mut self) {}

    #[inline]
    pub(crate) fn has_caps_ahead(&self) -> bool {
        false
    }

    pub(super) fn next_cap(&mut self) -> Option<Time> {
        None
    }

    #[inline]
    pub(crate) fn has_limits_ahead(&self) -> bool {
        self.has_maintenance_ahead()
    }

    #[inline]
    pub(crate) fn room_under_caps(&self, _end: Time, room: u32) -> u32 {
        room
    }

    #[inline]
    pub(crate) fn room_a_cap_leaves(&self, _end: Time, _nodes: u32) -> Option<u32> {
        None
    }
}
