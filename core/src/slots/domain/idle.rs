//! Idle slots between booked slots.

use core::cmp::Ordering;

use crate::error::CapacityError;
use crate::exact::Exact;
use crate::slots::entities::Slot;
use crate::slots::error::SlotsError;
use crate::units::time::Time;

/// Maximum number of idle slots for `booked` booked slots on `nodes` nodes.
pub const fn idle_for(nodes: usize, booked: usize) -> usize {
    nodes.saturating_add(booked)
}

/// Writes the idle time between time 0 and `horizon` on each of `nodes` nodes, as maximal
/// spans, in the order of (start, node); returns their number.
///
/// Booked slots may come in any order, are sorted, and may reach beyond the horizon.
///
/// # Errors
/// A booked slot has no such node or no length, two overlap on one node, or `idle` has
/// fewer than [`idle_for`] them.
///
/// ```
/// use cosched_core::Time;
/// use cosched_core::slots::{Slot, idle_slots};
/// let [two, five, nine] = [2, 5, 9].map(Time::from_seconds);
/// let mut booked = [Slot::new(0, two, five)];
/// let mut idle = [Slot::EMPTY; 3];
/// let found = idle_slots(2, &mut booked, nine, &mut idle)?;
/// assert_eq!(idle[..found], [
///     Slot::new(0, Time::ZERO, two),
///     Slot::new(1, Time::ZERO, nine),
///     Slot::new(0, five, nine),
/// ]);
/// # Ok::<(), cosched_core::slots::SlotsError>(())
/// ```
pub fn idle_slots(
    nodes: usize,
    booked: &mut [Slot],
    horizon: Time,
    idle: &mut [Slot],
) -> Result<usize, SlotsError> {
    CapacityError::unless("idle", idle_for(nodes, booked.len()), idle.len())?;
    check_spans(nodes, booked)?;
    check_apart(booked)?;
    let horizon = Exact::from(horizon);
    let (mut found, mut next) = (0, 0);
    for node in 0..nodes as u32 {
        let mut free = Exact::ZERO;
        while let Some(span) = booked.get(next).filter(|span| span.node == node) {
            let end = span.start.min(horizon);
            if free < end {
                idle[found] = Slot::new(node, free, end);
                found += 1;
            }
            (free, next) = (span.end, next + 1);
        }
        if free < horizon {
            idle[found] = Slot::new(node, free, horizon);
            found += 1;
        }
    }
    sort_by_start(&mut idle[..found]);
    Ok(found)
}

/// Checks that each span has a length and an existing node.
pub(in crate::slots) fn check_spans(nodes: usize, spans: &[Slot]) -> Result<(), SlotsError> {
    for slot in spans {
        let node = slot.node;
        if node as usize >= nodes {
            return Err(SlotsError::NoSuchNode { node, nodes });
        }
        let (start, end) = (slot.start.instant(), slot.end.instant());
        if slot.end <= slot.start {
            return Err(SlotsError::Empty { node, start, end });
        }
        if slot.end > MAX_END.into() {
            return Err(SlotsError::TooLate { node, end });
        }
    }
    Ok(())
}

/// Latest end of a slot, 292 years. A window that begins before it and is as long ends
/// within 64 bits.
pub const MAX_END: Time = Time(i64::MAX as u64);

/// Sorts spans by node and then time; checks that those of a node do not overlap.
pub(in crate::slots) fn check_apart(spans: &mut [Slot]) -> Result<(), SlotsError> {
    sort(spans, |one, other| {
        let nodes = one.node.cmp(&other.node);
        nodes.then_with(|| one.start.cmp(&other.start))
    });
    for pair in spans.windows(2) {
        let [earlier, later] = [pair[0], pair[1]];
        if earlier.node == later.node && later.start < earlier.end {
            return Err(SlotsError::Overlap {
                node: later.node,
                start: later.start.instant(),
                end: earlier.end.instant(),
            });
        }
    }
    Ok(())
}

/// Sorts slots by (start, node), the order in which a search tries them.
pub(in crate::slots) fn sort_by_start(slots: &mut [Slot]) {
    sort(slots, |one, other| {
        let starts = one.start.cmp(&other.start);
        starts.then(one.node.cmp(&other.node))
    });
}

/// Sorts slots by (end, node), the order in which they leave a search.
pub(in crate::slots) fn sort_by_end(slots: &mut [Slot]) {
    sort(slots, |one, other| {
        let ends = one.end.cmp(&other.end);
        ends.then(one.node.cmp(&other.node))
    });
}

/// Sorts by any order; one instance for all, as sorting is much code.
fn sort(slots: &mut [Slot], order: fn(&Slot, &Slot) -> Ordering) {
    slots.sort_unstable_by(order);
}
