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

/// Fewest units and shortest estimate of some jobs of a class of width.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    units: u32,
    /// Rounded down to about milliseconds: half as much memory, and as good as a bound.
    estimate: u32,
}

impl Bounds {
    /// Those of no job.
    const NONE: Self = Self {
        units: u32::MAX,
        estimate: u32::MAX,
    };

    fn of((units, estimate): (u32, Duration)) -> Self {
        Self {
            units,
            estimate: rounded(estimate),
        }
    }

    fn include(&mut self, other: Self) {
        self.units = self.units.min(other.units);
        self.estimate = self.estimate.min(other.estimate);
    }
}

fn rounded(estimate: Duration) -> u32 {
    u32::try_from(estimate.0 >> 20).unwrap_or(u32::MAX)
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
    /// A tree: at 1 the bounds of all, at twice an index and behind it those of either half. They may be too
    /// wide, as those who leave are not taken out of them before they are looked for in vain.
    bounds: Vec<[Bounds; CLASSES]>,
}

impl Candidates {
    /// Those that `jobs` will be once they are added.
    pub(super) fn new(jobs: &[JobSpec]) -> Self {
        let leaves = jobs.len().div_ceil(LEAF).next_power_of_two();
        Self {
            requests: jobs.iter().map(|job| (job.nodes, job.estimate)).collect(),
            listed: IndexSet::none(jobs.len()),
            bounds: vec![[Bounds::NONE; CLASSES]; 2 * leaves],
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
        let (own, class) = (Bounds::of(request), class_of(request.0));
        let mut node = self.bounds.len() / 2 + index / LEAF;
        while node > 0 {
            self.bounds[node][class].include(own);
            node /= 2;
        }
    }

    /// Notes that it no longer waits, or for a limit.
    pub(super) fn remove(&mut self, index: usize) {
        self.listed.remove(index);
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
        if end <= from || !self.may_have(node, wanted) {
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
        if found.is_none() && from <= begin {
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

    /// Whether one at `node` may be `wanted`.
    fn may_have(&self, node: usize, wanted: &Wanted) -> bool {
        let longest = rounded(wanted.estimate);
        let mut classes = self.bounds[node][..=class_of(wanted.units)].iter();
        classes.any(|bounds| {
            bounds.units <= wanted.units.min(u32::MAX - 1)
                && (bounds.units <= wanted.spared || bounds.estimate <= longest)
        })
    }

    /// Sets the bounds at `node` to those of the jobs that are still there.
    fn tighten(&mut self, node: usize, (begin, end): (usize, usize)) {
        if end - begin == LEAF {
            let mut own = [Bounds::NONE; CLASSES];
            for index in self.listed_from(begin) {
                let request = self.requests[index];
                own[class_of(request.0)].include(Bounds::of(request));
            }
            self.bounds[node] = own;
        } else if let (own, [left, right, ..]) = self.bounds.split_at_mut(2 * node)
            && let Some(own) = own.get_mut(node)
        {
            *own = *left;
            for (own, other) in own.iter_mut().zip(right) {
                own.include(*other);
            }
        }
    }
}
