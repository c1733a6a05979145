//! Memory of tries without a start in one span of a pass's plans.

use crate::units::time::Time;

/// Number of widths that are distinguished: powers of two, of which the last and all wider
/// ones are one.
const WIDTHS: usize = 10;

/// Jobs that find too few nodes in a span.
///
/// Within a pass nodes are only taken. So where too few are free of plans until the end of a
/// job's limit, or free of running jobs by an instant, they are too few for every job as wide
/// whose limit ends no sooner, by each sooner instant. A span that is split had the same nodes
/// in both parts, so that this holds in either.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Refusals {
    // The instant by which they find none.
    by: Time,
    // By width, the soonest end of a limit of those.
    ends: [Time; WIDTHS],
}

impl Refusals {
    /// An unused entry, all zero bytes.
    pub(super) const EMPTY: Self = Self {
        by: Time::ZERO,
        ends: [Time::ZERO; WIDTHS],
    };

    /// None is known.
    pub(super) const NONE: Self = Self {
        by: Time::MAX,
        ends: [Time::MAX; WIDTHS],
    };

    /// Whether a job on so many nodes, whose limit ends at `end`, is known to find none.
    #[inline]
    pub(super) fn cover(&self, (nodes, end): (u32, Time), by: Time) -> bool {
        let width = nodes.max(1).ilog2() as usize;
        by <= self.by && self.ends[width.min(WIDTHS - 1)] <= end
    }

    /// Notes that such a job finds none.
    pub(super) fn add(&mut self, (nodes, end): (u32, Time), by: Time) {
        if by > self.by {
            self.ends = [Time::MAX; WIDTHS];
        }
        self.by = by;
        // That of the least power of two that is as wide.
        let width = (u32::BITS - nodes.saturating_sub(1).leading_zeros()) as usize;
        for soonest in self.ends.iter_mut().skip(width) {
            *soonest = end.min(*soonest);
        }
    }
}
