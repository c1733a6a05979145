//! Nodes and their idle slots, in the two orders a search needs, and cutting of windows.

pub(super) mod generator;
pub(super) mod groups;
pub(super) mod idle;

use super::cut::Cut;
use super::entities::{Node, Request, Slot, Window};
use super::error::SlotsError;
use crate::error::CapacityError;
use crate::exact::Exact;
use crate::units::time::Time;
use idle::{check_apart, check_spans, sort_by_end, sort_by_start};

/// Nodes and their idle time.
#[derive(Debug)]
pub struct Domain<'a> {
    nodes: &'a [Node],
    by_start: &'a mut [Slot],
    by_end: &'a mut [Slot],
    len: usize,
    // Whether all slots begin and end at whole nanoseconds. Stays false once some did not,
    // even when those are gone.
    is_whole: bool,
}

impl<'a> Domain<'a> {
    /// Nodes with these idle slots, in any order, copied to both buffers.
    ///
    /// Each buffer must have room for the slots, and for [`room_for`] them where
    /// windows are to be cut out of them.
    ///
    /// # Errors
    /// A node without performance; a slot that is of no node, does not end after
    /// it starts or overlaps another of its node; a buffer that is too small.
    pub fn new(
        nodes: &'a [Node],
        slots: &[Slot],
        by_start: &'a mut [Slot],
        by_end: &'a mut [Slot],
    ) -> Result<Self, SlotsError> {
        let len = slots.len();
        CapacityError::unless("by_start", len, by_start.len())?;
        CapacityError::unless("by_end", len, by_end.len())?;
        for (node, data) in (0..).zip(nodes) {
            if data.performance.0 == 0 {
                return Err(SlotsError::NoPerformance { node });
            }
        }
        check_spans(nodes.len(), slots)?;
        by_end[..len].copy_from_slice(slots);
        check_apart(&mut by_end[..len])?;
        sort_by_end(&mut by_end[..len]);
        by_start[..len].copy_from_slice(slots);
        sort_by_start(&mut by_start[..len]);
        Ok(Self {
            nodes,
            by_start,
            by_end,
            len,
            is_whole: slots.iter().all(Slot::is_whole),
        })
    }

    /// Nodes that are all idle from time 0 until `horizon`.
    ///
    /// Each buffer must have room for a slot of each, and for [`room_for`] them
    /// where windows are to be cut out of them.
    ///
    /// # Errors
    /// A node without performance; a horizon that is time 0 or beyond
    /// [`MAX_END`](super::MAX_END); a buffer that is too small.
    pub fn idle_until(
        nodes: &'a [Node],
        horizon: Time,
        by_start: &'a mut [Slot],
        by_end: &'a mut [Slot],
    ) -> Result<Self, SlotsError> {
        check_spans(1, &[Slot::new(0, Time::ZERO, horizon)])?;
        let mut domain = Self::new(nodes, &[], by_start, by_end)?;
        domain.check_room(nodes.len())?;
        domain.reset(Exact::ZERO, horizon.into());
        Ok(domain)
    }

    /// Makes all nodes idle from `start` to `end` only.
    pub(crate) fn reset(&mut self, start: Exact, end: Exact) {
        self.len = 0;
        self.is_whole = start.is_whole() && end.is_whole();
        if start >= end {
            return;
        }
        self.len = self.nodes.len();
        for (node, index) in (0..).zip(&mut self.by_start[..self.len]) {
            *index = Slot::new(node, start, end);
        }
        self.by_end[..self.len].copy_from_slice(&self.by_start[..self.len]);
    }

    /// Removes all time before `now` from the slots: no window can begin there.
    ///
    /// ```
    /// use cosched_core::Time;
    /// use cosched_core::slots::{Domain, Node, Slot};
    /// let nodes = [Node::new(1, 1, 0), Node::new(2, 1, 0)];
    /// let [two, five, nine] = [2, 5, 9].map(Time::from_seconds);
    /// let idle = [Slot::new(0, Time::ZERO, two), Slot::new(0, five, nine), Slot::new(1, two, nine)];
    /// let (mut by_start, mut by_end) = ([Slot::EMPTY; 3], [Slot::EMPTY; 3]);
    /// let mut domain = Domain::new(&nodes, &idle, &mut by_start, &mut by_end)?;
    /// domain.trim(Time::from_seconds(5));
    /// assert_eq!(domain.slots(), [Slot::new(0, five, nine), Slot::new(1, five, nine)]);
    /// # Ok::<(), cosched_core::slots::SlotsError>(())
    /// ```
    pub fn trim(&mut self, now: impl Into<Exact>) {
        self.trim_to(now.into());
    }

    fn trim_to(&mut self, now: Exact) {
        let passed = self.slots().partition_point(|slot| slot.start < now);
        if passed == 0 {
            return;
        }
        self.is_whole &= now.is_whole();
        let len = trim(&mut self.by_end[..self.len], now);
        trim(&mut self.by_start[..self.len], now);
        self.len = len;
        // Slots that began before now begin now, and are in order by their nodes.
        let begun = self.slots().partition_point(|slot| slot.start <= now);
        sort_by_start(&mut self.by_start[..begun]);
    }

    /// The nodes.
    pub const fn nodes(&self) -> &'a [Node] {
        self.nodes
    }

    /// Idle slots, by (start, node).
    pub fn slots(&self) -> &[Slot] {
        &self.by_start[..self.len]
    }

    /// Idle slots, by (end, node).
    pub(super) fn by_end(&self) -> &[Slot] {
        &self.by_end[..self.len]
    }

    /// Whether all slots begin and end at whole nanoseconds.
    pub(super) const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Number of slots that fit into the buffers.
    pub(crate) const fn room(&self) -> usize {
        if self.by_start.len() < self.by_end.len() {
            self.by_start.len()
        } else {
            self.by_end.len()
        }
    }

    /// Checks that there is room for `needed` slots.
    pub(super) fn check_room(&self, needed: usize) -> Result<(), SlotsError> {
        CapacityError::unless("by_start", needed, self.by_start.len())?;
        CapacityError::unless("by_end", needed, self.by_end.len())?;
        Ok(())
    }

    /// Cuts a window out of the slots it is in; the rest of them on either side stays.
    ///
    /// # Errors
    /// A node of it is not idle, or there is no room for as many more slots as it
    /// has nodes. Nothing is cut then.
    pub fn take(&mut self, window: &Window<'_>) -> Result<(), SlotsError> {
        self.check_room(self.len.saturating_add(window.nodes.len()))?;
        let cut = Cut::of(window);
        if let Some(node) = cut.not_idle(self.slots()) {
            let (start, length) = (window.start.instant(), window.length.round_up());
            return Err(SlotsError::NotIdle {
                node,
                start,
                length,
            });
        }
        self.is_whole &= cut.is_whole();
        cut.cut_by_end(self.by_end, self.len);
        self.len = cut.cut_by_start(self.by_start, self.len);
        Ok(())
    }
}

/// Keeps the rest of slots from `now` on, in the same order; returns their number.
fn trim(slots: &mut [Slot], now: Exact) -> usize {
    let mut kept = 0;
    for index in 0..slots.len() {
        let slot = slots[index];
        if slot.end > now {
            slots[kept] = Slot {
                start: slot.start.max(now),
                ..slot
            };
            kept += 1;
        }
    }
    kept
}

/// Upper bound of the number of windows for `request` that can be cut one after another out
/// of `slots`.
///
/// No window is shorter than the time the fastest node needs, which bounds the number of
/// windows in a slot; and each needs `nodes` slots.
pub fn windows_for(nodes: &[Node], slots: &[Slot], request: &Request) -> usize {
    let fastest = nodes.iter().map(|node| node.performance).max();
    let fastest = fastest.unwrap_or_default();
    let pieces = slots
        .iter()
        .map(|slot| fastest.times_in(slot.length().round_up(), request.volume));
    let pieces = pieces.fold(0, u64::saturating_add);
    usize::try_from(pieces / u64::from(request.nodes.max(1))).unwrap_or(usize::MAX)
}

/// Number of entries for `slots` slots after cutting windows with `cuts` nodes in all: each
/// cut leaves at most one slot more.
pub const fn room_for(slots: usize, cuts: usize) -> usize {
    slots.saturating_add(cuts)
}
