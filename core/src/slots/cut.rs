//! Cutting of windows out of slots, in one pass for any number of nodes.

use core::ops::Range;

use super::entities::{Slot, Window};
use crate::exact::Exact;

/// A window to be cut out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut<'w> {
    nodes: &'w [u32],
    // Whether the nodes ascend, so that binary search works.
    nodes_ascend: bool,
    start: Exact,
    end: Exact,
}

impl<'w> Cut<'w> {
    pub(super) fn of(window: &Window<'w>) -> Self {
        Self {
            nodes: window.nodes,
            nodes_ascend: window.nodes.is_sorted_by(|one, other| one < other),
            start: window.start,
            end: window.finish(),
        }
    }

    /// Whether it begins and ends at whole nanoseconds.
    pub(super) const fn is_whole(&self) -> bool {
        self.start.is_whole() && self.end.is_whole()
    }

    fn has(&self, node: u32) -> bool {
        if self.nodes_ascend {
            self.nodes.binary_search(&node).is_ok()
        } else {
            self.nodes.contains(&node)
        }
    }

    /// Whether the window is in `slot`. It is in one of each node at most, unless its
    /// length is 0.
    fn is_in(&self, slot: &Slot) -> bool {
        slot.start <= self.start && slot.end >= self.end && self.has(slot.node)
    }

    /// First of its nodes that is not idle for all that time, by `slots` in the order of
    /// their starts, or that it names twice.
    pub(super) fn not_idle(&self, slots: &[Slot]) -> Option<u32> {
        let begun = slots.partition_point(|slot| slot.start <= self.start);
        let slots = &slots[..begun];
        let is_idle = |node: u32| {
            let of_node = |slot: &&Slot| slot.node == node;
            slots.iter().filter(of_node).any(|slot| self.is_in(slot))
        };
        let count = slots.iter().filter(|slot| self.is_in(slot)).count();
        if self.nodes_ascend && count == self.nodes.len() {
            return None;
        }
        let mut nodes = self.nodes.iter().enumerate();
        let wrong =
            nodes.find(|(index, node)| self.nodes[..*index].contains(node) || !is_idle(**node));
        wrong.map(|(_, node)| *node)
    }

    /// Cuts it out of the first `len` of `slots`, which are by (start, node); returns their
    /// new number. There must be room for one more for each of its nodes.
    pub(super) fn cut_by_start(&self, slots: &mut [Slot], len: usize) -> usize {
        let parts = |slot: Slot| (self.before(slot), self.after(slot));
        let begun = slots[..len].partition_point(|slot| slot.start <= self.start);
        self.cut(slots, len, 0..begun, parts, (|slot| slot.start, self.end))
    }

    /// Cuts it out of slots by (end, node).
    pub(super) fn cut_by_end(&self, slots: &mut [Slot], len: usize) -> usize {
        let parts = |slot: Slot| (self.after(slot), self.before(slot));
        let ended = slots[..len].partition_point(|slot| slot.end < self.end);
        self.cut(slots, len, ended..len, parts, (|slot| slot.end, self.start))
    }

    fn before(&self, slot: Slot) -> Slot {
        Slot {
            end: self.start,
            ..slot
        }
    }

    fn after(&self, slot: Slot) -> Slot {
        Slot {
            start: self.end,
            ..slot
        }
    }

    /// Of the two parts that are left of a slot one keeps its position in the order, which
    /// is by `key`; the other ones all have the key `at`. Only slots with indices `within`
    /// can have the window in them.
    fn cut(
        &self,
        slots: &mut [Slot],
        len: usize,
        within: Range<usize>,
        parts: impl Fn(Slot) -> (Slot, Slot),
        (key, at): (fn(&Slot) -> Exact, Exact),
    ) -> usize {
        let (mut kept, mut moved) = (within.start, 0);
        for index in within.clone() {
            if !self.is_in(&slots[index]) {
                if kept < index {
                    slots[kept] = slots[index];
                }
                kept += 1;
                continue;
            }
            let (stays, moves) = parts(slots[index]);
            if stays.start < stays.end {
                slots[kept] = stays;
                kept += 1;
            }
            if moves.start < moves.end {
                // Behind all others, until their positions are known.
                slots[len + moved] = moves;
                moved += 1;
            }
        }
        slots.copy_within(within.end..len + moved, kept);
        kept += len - within.end;
        let first = slots[..kept].partition_point(|slot| key(slot) < at);
        let end = slots[..kept].partition_point(|slot| key(slot) <= at);
        slots[end..kept + moved].rotate_right(moved);
        slots[first..end + moved].sort_unstable_by_key(|slot| slot.node);
        kept + moved
    }
}
