//! Waiting jobs in the order of the queue, of which the first that may start is found without looking at
//! most of the others.

use cosched_core::{Duration, JobSpec};

use super::index_set::{BITS, IndexSet};

/// Number of jobs in a row that have bounds together: those of a word.
const LEAF: usize = BITS;
/// Number of classes of width: one for each power of two, the last one for all above.
const CLASSES: usize = 18;

/// Jobs that are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wanted {
    /// Most units.
    pub(super) units: u32,
    /// Longest estimate, unless it asks for no more than `spared` units.
    pub(super) estimate: Duration,
    /// Most units of a job of any estimate.
    pub(super) spared: u32,
}

impl Wanted {
    /// Whoever waits.
    pub(super) const ALL: Self = Self {
        units: u32::MAX,
        estimate: Duration(u64::MAX),
        spared: u32::MAX,
    };

    fn includes(&self, (units, estimate): (u32, Duration)) -> bool {
        units <= self.units && (units <= self.spared || estimate <= self.estimate)
    }
}

/// What some jobs ask for at least, so that it takes three comparisons to see that none of them is wanted.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// Fewest units of all of them.
    fewest: u32,
    /// Fewest units of those of each class of width.
    units: [u32; CLASSES],
    /// Shortest estimate of those of each class and all narrower ones; rounded down to about milliseconds: half
    /// as much memory, and as good as a bound.
    estimates: [u32; CLASSES],
}

impl Bounds {
    /// Those of no job.
    const NONE: Self = Self {
        fewest: u32::MAX,
        units: [u32::MAX; CLASSES],
        estimates: [u32::MAX; CLASSES],
    };

    /// Those of jobs with these `requests`.
    fn of(requests: impl Iterator<Item = (u32, Duration)>) -> Self {
        let mut bounds = Self::NONE;
        for (units, estimate) in requests {
            let class = class_of(units);
            bounds.units[class] = bounds.units[class].min(units);
            bounds.estimates[class] = bounds.estimates[class].min(rounded(estimate));
        }
        let mut shortest = u32::MAX;
        for (units, estimate) in bounds.units.iter().zip(&mut bounds.estimates) {
            bounds.fewest = bounds.fewest.min(*units);
            shortest = shortest.min(*estimate);
            *estimate = shortest;
        }
        bounds
    }

    /// Makes them those of one more job; whether they change.
    fn include(&mut self, (units, estimate): (u32, Duration)) -> bool {
        let (class, estimate) = (class_of(units), rounded(estimate));
        if self.units[class] <= units && self.estimates[class] <= estimate {
            return false;
        }
        self.fewest = self.fewest.min(units);
        self.units[class] = self.units[class].min(units);
        for shortest in &mut self.estimates[class..] {
            *shortest = (*shortest).min(estimate);
        }
        true
    }

    fn include_all(&mut self, others: &Self) {
        self.fewest = self.fewest.min(others.fewest);
        for (own, other) in self.units.iter_mut().zip(others.units) {
            *own = (*own).min(other);
        }
        for (own, other) in self.estimates.iter_mut().zip(others.estimates) {
            *own = (*own).min(other);
        }
    }

    /// Whether one of them may be `wanted`.
    fn may_have(&self, wanted: &Wanted) -> bool {
        if self.fewest <= wanted.spared.min(u32::MAX - 1) {
            return true;
        }
        let (class, longest) = (class_of(wanted.units), rounded(wanted.estimate));
        // All of a narrower class are narrow enough.
        (class > 0 && self.estimates[class - 1] <= longest)
            || (self.units[class] <= wanted.units && self.estimates[class] <= longest)
    }
}

/// In about milliseconds, and below the bound of no job.
fn rounded(estimate: Duration) -> u32 {
    u32::try_from(estimate.0 >> 20).map_or(u32::MAX - 1, |short| short.min(u32::MAX - 1))
}

fn class_of(units: u32) -> usize {
    (units.max(1).ilog2() as usize).min(CLASSES - 1)
}

/// Waiting jobs by their indices in the order of the queue.
#[derive(Debug)]
pub(super) struct Candidates {
    /// Units and estimate of each.
    requests: Vec<(u32, Duration)>,
    /// Those that wait, and for no limit that is known.
    listed: IndexSet,
    /// A tree: at 1 the bounds of all, at twice an index and behind it those of either half. Those who leave are
    /// not taken out of them before they are looked for in vain.
    bounds: Vec<Bounds>,
    /// For each of these whether it may be too wide, as somebody has left since it was set.
    has_lost: Vec<bool>,
}

impl Candidates {
    /// Those that `jobs` will be once they are added.
    pub(super) fn new(jobs: &[JobSpec]) -> Self {
        let leaves = jobs.len().div_ceil(LEAF).next_power_of_two();
        Self {
            requests: jobs.iter().map(|job| (job.nodes, job.estimate)).collect(),
            listed: IndexSet::none(jobs.len()),
            bounds: vec![Bounds::NONE; 2 * leaves],
            has_lost: vec![false; 2 * leaves],
        }
    }

    /// Units that the one at `index` asks for.
    pub(super) fn units(&self, index: usize) -> u32 {
        self.requests[index].0
    }

    /// Whether it is `wanted`.
    pub(super) fn is_wanted(&self, index: usize, wanted: &Wanted) -> bool {
        wanted.includes(self.requests[index])
    }

    /// Notes that the one at `index` waits.
    pub(super) fn add(&mut self, index: usize) {
        self.listed.add(index);
        let request = self.requests[index];
        let mut node = self.leaf(index);
        // What is above asks for no more than what is below.
        while node > 0 && self.bounds[node].include(request) {
            node /= 2;
        }
    }

    /// Notes that it no longer waits, or for a limit.
    pub(super) fn remove(&mut self, index: usize) {
        self.listed.remove(index);
        let mut node = self.leaf(index);
        while node > 0 && !self.has_lost[node] {
            self.has_lost[node] = true;
            node /= 2;
        }
    }

    /// Index in the tree of the leaf that `index` is of.
    fn leaf(&self, index: usize) -> usize {
        self.bounds.len() / 2 + index / LEAF
    }

    /// The first from `from` on.
    pub(super) fn first_of_all(&self, from: usize) -> Option<usize> {
        self.listed.first(from)
    }

    /// The first from `from` on that is `wanted`.
    pub(super) fn first(&mut self, from: usize, wanted: &Wanted) -> Option<usize> {
        let leaves = self.bounds.len() / 2;
        self.first_in(1, (0, leaves * LEAF), from, wanted)
    }

    /// The first from `from` on at `node` of the tree, which has the indices from `begin` until `end`.
    fn first_in(
        &mut self,
        node: usize,
        (begin, end): (usize, usize),
        from: usize,
        wanted: &Wanted,
    ) -> Option<usize> {
        if end <= from || !self.bounds[node].may_have(wanted) {
            return None;
        }
        let found = if end - begin == LEAF {
            self.listed_from(begin)
                .find(|&index| index >= from && self.is_wanted(index, wanted))
        } else {
            let middle = begin.midpoint(end);
            let left = self.first_in(2 * node, (begin, middle), from, wanted);
            left.or_else(|| self.first_in(2 * node + 1, (middle, end), from, wanted))
        };
        if found.is_none() && from <= begin && self.has_lost[node] {
            self.tighten(node, (begin, end));
        }
        found
    }

    /// The listed ones from `begin` on, which a word begins with.
    fn listed_from(&self, begin: usize) -> impl Iterator<Item = usize> {
        let mut left = self.listed.word(begin / BITS);
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| begin + left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            next
        })
    }

    /// Sets the bounds at `node` to those of the jobs that are still there.
    fn tighten(&mut self, node: usize, (begin, end): (usize, usize)) {
        if end - begin == LEAF {
            let listed = self.listed_from(begin);
            self.bounds[node] = Bounds::of(listed.map(|index| self.requests[index]));
            self.has_lost[node] = false;
        } else if let (own, [left, right, ..]) = self.bounds.split_at_mut(2 * node)
            && let Some(own) = own.get_mut(node)
        {
            *own = *left;
            own.include_all(right);
            self.has_lost[node] = self.has_lost[2 * node] || self.has_lost[2 * node + 1];
        }
    }
}
