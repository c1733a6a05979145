//! One pass over the slots of a group of nodes: the nodes free for long enough from each
//! slot's start on.

use super::domain::Domain;
use super::entities::{Node, Slot};
use super::ranking::Ranking;
use super::units::{Performance, Volume};
use crate::exact::Exact;
use crate::units::time::{Duration, Time};

/// Slot of a free node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LiveSlot {
    // Rounded up; time 0 if it is not free: no slot ends then.
    end: Time,
    slot: u32,
}

impl LiveSlot {
    /// Not free; all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        end: Time::ZERO,
        slot: 0,
    };

    /// Index of the slot by (start, node).
    pub(super) const fn slot(&self) -> u32 {
        self.slot
    }
}

/// Nodes of at least some performance, and the time of the slowest of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group {
    pub(super) performance: Performance,
    pub(super) volume: Volume,
    /// Rounded up.
    pub(super) length: Duration,
    /// Maximum sum of the prices of a window.
    pub(super) affordable: u64,
    /// Latest end of a window.
    pub(super) deadline: Time,
}

impl Group {
    /// Length of its windows; computed only where it matters, as it is slow.
    pub(super) fn exact_length(&self) -> Exact {
        self.performance.exact_time_for(self.volume)
    }
}

/// The start of a slot that is long enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SweepStep<'s> {
    pub(super) slot: &'s Slot,
    /// Its index by (start, node).
    pub(super) index: usize,
}

/// A pass over slots by (start, node).
///
/// A slot leaves when a window from now on would outlast it. As windows of a group are of
/// one length, slots leave in the order of their ends, so that a second pass over the slots
/// in that order finds those that leave. A node never has two free slots: they do not
/// overlap, and the earlier one has left when the later one begins.
///
/// Lengths are fractions of nanoseconds, but a slot between whole instants is long enough
/// exactly if it is for the length rounded up. So exact lengths are compared only in a
/// domain out of which something else has been cut, and only for slots within a nanosecond
/// of the length.
#[derive(Debug)]
pub(super) struct Sweep<'s> {
    nodes: &'s [Node],
    by_start: &'s [Slot],
    by_end: &'s [Slot],
    live: &'s mut [LiveSlot],
    pub(super) prices: Ranking<'s>,
    pub(super) scores: Option<Ranking<'s>>,
    group: Group,
    // Whether all slots begin and end at whole nanoseconds.
    is_whole: bool,
    // Rounded up length of a slot that may be long enough.
    least: Duration,
    // Exact length of the group; zero until computed.
    exact: Exact,
    // Number of slots, from the first, from whose start on a window ends by the deadline.
    timely_slots: usize,
    next: usize,
    left: usize,
}

impl<'s> Sweep<'s> {
    /// A pass over the slots of `domain`, at its end until [begun](Self::begin).
    pub(super) fn new(
        domain: &'s Domain<'_>,
        live: &'s mut [LiveSlot],
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
                volume: Volume::ZERO,
                length: Duration::MAX,
                affordable: 0,
                deadline: Time::MAX,
            },
            is_whole: domain.is_whole(),
            least: Duration::MAX,
            exact: Exact::ZERO,
            timely_slots: 0,
            next: 0,
            left: 0,
        }
    }

    /// Starts over, for another group.
    pub(super) fn begin(&mut self, group: Group) {
        self.live.fill(LiveSlot::EMPTY);
        self.prices.clear();
        if let Some(scores) = &mut self.scores {
            scores.clear();
        }
        (self.group, self.next, self.left) = (group, 0, 0);
        let spare = u64::from(!self.is_whole);
        self.least = Duration(group.length.0.saturating_sub(spare));
        self.exact = Exact::ZERO;
        self.timely_slots = match group.deadline {
            Time::MAX => self.by_start.len(),
            deadline => {
                let (length, deadline) = (self.exact_length(), Exact::from(deadline));
                let in_time = |slot: &Slot| slot.start + length <= deadline;
                self.by_start.partition_point(in_time)
            }
        };
    }

    /// Moves to the next start of a slot that is long enough, of a node that is fast
    /// enough, from which a window ends in time. It is free then, as are those that began
    /// before and are free for as long.
    #[inline]
    pub(super) fn advance(&mut self) -> Option<SweepStep<'s>> {
        // Decided here, outside the loop over slots, which determines the time of a search.
        if self.is_whole {
            self.advance_among::<true>()
        } else {
            self.advance_among::<false>()
        }
    }

    fn advance_among<const WHOLE: bool>(&mut self) -> Option<SweepStep<'s>> {
        let (nodes, group, least) = (self.nodes, self.group, self.least);
        let mut rest = self.by_start[self.next..self.timely_slots].iter();
        let slot = rest.find(|slot| {
            let fast = |node: u32| nodes[node as usize].performance >= group.performance;
            rounded(slot) >= least
                && fast(slot.node)
                && (WHOLE || rounded(slot) > group.length || self.fits(slot))
        })?;
        self.next = self.timely_slots - rest.len();
        let index = self.next - 1;
        self.leave::<WHOLE>(slot.start);
        self.live[slot.node as usize] = LiveSlot {
            end: slot.end.instant(),
            slot: index as u32,
        };
        self.prices.insert(slot.node);
        if let Some(scores) = &mut self.scores {
            scores.insert(slot.node);
        }
        Some(SweepStep { slot, index })
    }

    /// Moves to the start of the slot with that index.
    pub(super) fn advance_to(&mut self, slot: usize) {
        while let Some(step) = self.advance() {
            if step.index >= slot {
                return;
            }
        }
    }

    /// Whether a slot that is within a nanosecond of the length is long enough.
    #[inline(never)]
    fn fits(&mut self, slot: &Slot) -> bool {
        slot.start + self.exact_length() <= slot.end
    }

    /// Whether a window from `start` on outlasts `slot`, which ends within a nanosecond of
    /// it.
    #[inline(never)]
    fn outlasts(&mut self, start: Exact, slot: &Slot) -> bool {
        slot.end < start + self.exact_length()
    }

    fn exact_length(&mut self) -> Exact {
        if self.exact == Exact::ZERO {
            self.exact = self.group.exact_length();
        }
        self.exact
    }

    /// Removes slots that end before a window from `start` on.
    #[inline]
    fn leave<const WHOLE: bool>(&mut self, start: Exact) {
        let end = start.instant().after(self.least);
        let last = start.instant().after(self.group.length);
        let mut rest = self.by_end[self.left..].iter();
        loop {
            let live = &*self.live;
            // Others may have been too short, or of a node too slow, to be free.
            let is_free = |slot: &Slot| live[slot.node as usize].end == slot.end.instant();
            let Some(slot) = rest.find(|slot| slot.end.instant() >= end || is_free(slot)) else {
                break;
            };
            let is_near = !WHOLE && slot.end.instant() <= last;
            if slot.end.instant() >= end && !(is_near && self.outlasts(start, slot)) {
                self.left = self.by_end.len() - rest.len() - 1;
                return;
            }
            let live = &mut self.live[slot.node as usize];
            if live.end != slot.end.instant() {
                continue;
            }
            // Of two slots of a node that end within a nanosecond it may be the other.
            if !WHOLE && self.by_start[live.slot as usize].end != slot.end {
                continue;
            }
            *live = LiveSlot::EMPTY;
            self.prices.remove(slot.node);
            if let Some(scores) = &mut self.scores {
                scores.remove(slot.node);
            }
        }
        self.left = self.by_end.len();
    }

    /// Free nodes and their slots, the cheapest first.
    pub(super) fn free(&self) -> impl Iterator<Item = (u32, LiveSlot)> + '_ {
        self.prices
            .free()
            .map(|node| (node, self.live[node as usize]))
    }
}

/// Length of `slot` between its rounded start and end: off by less than a nanosecond.
#[inline]
fn rounded(slot: &Slot) -> Duration {
    // It never ends before it starts.
    Duration(slot.end.instant().0.wrapping_sub(slot.start.instant().0))
}
