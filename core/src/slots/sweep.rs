//! One pass over the slots of a group of nodes: who is free for long enough from each slot's start on.

use super::domain::Domain;
use super::entities::{Node, Slot};
use super::ranking::Ranking;
use super::units::Performance;
use crate::time::{Duration, Time};

/// The slot of a node that is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Live {
    // Time 0 if it is not free: no slot ends then.
    end: Time,
    slot: u32,
}

impl Live {
    /// Not free; all zero bytes, to make buffers of.
    pub const EMPTY: Self = Self {
        end: Time::ZERO,
        slot: 0,
    };

    /// The slot's place by (start, node).
    pub(super) const fn slot(&self) -> u32 {
        self.slot
    }
}

/// Nodes of at least some performance, and how long the slowest of them needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group {
    pub(super) performance: Performance,
    pub(super) length: Duration,
    /// The most that the prices of a window may add up to.
    pub(super) affordable: u64,
    /// When a window must have ended.
    pub(super) deadline: Time,
}

/// The start of a slot that is long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) slot: usize,
    pub(super) node: u32,
    pub(super) start: Time,
}

/// A pass over slots by (start, node).
///
/// A slot leaves when a window from now on would outlast it. As windows of a group
/// are of one length, slots leave in the order of their ends, so that one pass over
/// the slots in that order, beside the other, finds those that do. And a node never
/// has two slots that are free: they are apart, and the earlier one has left when
/// the later one begins.
#[derive(Debug)]
pub(super) struct Sweep<'s> {
    nodes: &'s [Node],
    by_start: &'s [Slot],
    by_end: &'s [Slot],
    live: &'s mut [Live],
    pub(super) prices: Ranking<'s>,
    pub(super) scores: Option<Ranking<'s>>,
    group: Group,
    next: usize,
    left: usize,
}

impl<'s> Sweep<'s> {
    /// A pass over the slots of `domain`, over once [begun](Self::begin).
    pub(super) fn new(
        domain: &'s Domain<'_>,
        live: &'s mut [Live],
        prices: Ranking<'s>,
        scores: Option<Ranking<'s>>,
    ) -> Self {
        Self {
            nodes: domain.nodes(),
            by_start: domain.slots(),
            by_end: domain.by_end(),
            live: &mut live[..domain.nodes().len()],
            prices,
            scores,
            group: Group {
                performance: Performance::MAX,
                length: Duration::MAX,
                affordable: 0,
                deadline: Time::MAX,
            },
            next: 0,
            left: 0,
        }
    }

    /// Starts over, for another group.
    pub(super) fn begin(&mut self, group: Group) {
        self.live.fill(Live::EMPTY);
        self.prices.clear();
        if let Some(scores) = &mut self.scores {
            scores.clear();
        }
        (self.group, self.next, self.left) = (group, 0, 0);
    }

    /// The next start of a slot that is long enough, of a node that is fast enough,
    /// from which a window ends in time.
    /// It is free then, as are those that began before and are free for as long.
    #[inline]
    pub(super) fn advance(&mut self) -> Option<Step> {
        loop {
            let slot = *self.by_start.get(self.next)?;
            let place = self.next;
            // Later ones end later still.
            if slot.start.after(self.group.length) > self.group.deadline {
                return None;
            }
            self.next += 1;
            let fast = self.nodes[slot.node as usize].performance >= self.group.performance;
            if !fast || slot.length() < self.group.length {
                continue;
            }
            self.leave(slot.start.after(self.group.length));
            self.live[slot.node as usize] = Live {
                end: slot.end,
                slot: place as u32,
            };
            self.prices.insert(slot.node);
            if let Some(scores) = &mut self.scores {
                scores.insert(slot.node);
            }
            return Some(Step {
                slot: place,
                node: slot.node,
                start: slot.start,
            });
        }
    }

    /// Goes on to where the slot in that place begins.
    pub(super) fn advance_to(&mut self, slot: usize) {
        while let Some(step) = self.advance() {
            if step.slot >= slot {
                return;
            }
        }
    }

    /// Those leave that end before `end`.
    #[inline]
    fn leave(&mut self, end: Time) {
        while let Some(slot) = self.by_end.get(self.left).filter(|slot| slot.end < end) {
            self.left += 1;
            let live = &mut self.live[slot.node as usize];
            // It may have been too short, or of a node too slow, to be free.
            if live.end == slot.end {
                *live = Live::EMPTY;
                self.prices.remove(slot.node);
                if let Some(scores) = &mut self.scores {
                    scores.remove(slot.node);
                }
            }
        }
    }

    /// Those that are free, and their slots, the cheapest first.
    pub(super) fn free(&self) -> impl Iterator<Item = (u32, Live)> + '_ {
        self.prices
            .free()
            .map(|node| (node, self.live[node as usize]))
    }
}
