//! The next sample to compute, and when a point has enough of them.

use super::Shard;
use super::plan::{Plan, Sample};
use crate::metrics::Values;

/// Samples to compute, and results known so far.
pub(super) struct SampleQueue<'p> {
    plan: &'p Plan,
    points: Vec<PointProgress>,
    /// The points in the order in which they are taken.
    order: Vec<usize>,
    /// Number of seeds of which all points are taken before the next ones.
    block: usize,
    /// The first seed of the block, and the index in the order, where samples may still be taken.
    next: (usize, usize),
}

/// Progress of a point.
struct PointProgress {
    /// Result of each seed, if known.
    found: Vec<Option<Vec<Values>>>,
    /// Whether each seed is taken, or not in the shard.
    taken: Vec<bool>,
    /// Number of seeds in the shard.
    in_shard: usize,
    /// Number of seeds that suffices, once known.
    enough: Option<usize>,
}

impl<'p> SampleQueue<'p> {
    /// The samples of `shard`, of which `read` returns the known results.
    pub(super) fn new(
        plan: &'p Plan,
        shard: Shard,
        read: impl Fn(Sample) -> Option<Vec<Values>>,
    ) -> Self {
        let state = |point: usize| {
            let seeds = 0..plan.seeds.len();
            let samples = seeds.map(|seed| Sample { point, seed });
            let known = samples.map(|sample| {
                let is_ours = shard.has(plan.piece(sample));
                (is_ours, is_ours.then(|| read(sample)).flatten())
            });
            let known: Vec<_> = known.collect();
            PointProgress {
                in_shard: known.iter().filter(|(is_ours, _)| *is_ours).count(),
                taken: known
                    .iter()
                    .map(|(is_ours, found)| !is_ours || found.is_some())
                    .collect(),
                found: known.into_iter().map(|(_, found)| found).collect(),
                enough: None,
            }
        };
        let mut queue = Self {
            plan,
            points: (0..plan.points.len()).map(state).collect(),
            order: (0..plan.points.len()).collect(),
            block: plan.seeds.len().max(1),
            next: (0, 0),
        };
        for point in 0..queue.points.len() {
            queue.decide(point);
        }
        queue
    }

    /// The same, with so many seeds of all points before the next ones, so that samples with the
    /// same workload are taken close together.
    pub(super) fn in_blocks(self, block: usize) -> Self {
        Self {
            block: block.max(1),
            ..self
        }
    }

    /// Sets the order in which points are taken.
    pub(super) fn set_order(&mut self, order: Vec<usize>) {
        (self.order, self.next.1) = (order, 0);
    }

    /// Takes the next sample to compute, if there is one. Samples that may turn out superfluous
    /// come last: a further seed where it is not known yet whether there are enough.
    pub(super) fn take(&mut self) -> Option<Sample> {
        let sample = match &self.plan.stopping_rule {
            None => self.next_in_block()?,
            Some(stop) => self.next_needed(stop.least)?,
        };
        self.points[sample.point].taken[sample.seed] = true;
        Some(sample)
    }

    /// The next sample, block by block and in the order of points.
    fn next_in_block(&mut self) -> Option<Sample> {
        let seeds = self.plan.seeds.len();
        while self.next.0 < seeds {
            let block = self.next.0..seeds.min(self.next.0 + self.block);
            while let Some(&point) = self.order.get(self.next.1) {
                let taken = &self.points[point].taken;
                if let Some(seed) = block.clone().find(|seed| !taken[*seed]) {
                    return Some(Sample { point, seed });
                }
                self.next.1 += 1;
            }
            self.next = (block.end, 0);
        }
        None
    }

    /// The next sample that is surely needed, or else one that may be.
    fn next_needed(&self, least: usize) -> Option<Sample> {
        let next = |point: usize, bound: usize| {
            let state = &self.points[point];
            let bound = bound.min(state.enough.unwrap_or(usize::MAX));
            let seed = state.taken.iter().take(bound).position(|taken| !taken)?;
            Some(Sample { point, seed })
        };
        let points = || self.order.iter().copied();
        let surely = |point: usize| (self.points[point].known_prefix() + 1).max(least);
        points()
            .find_map(|point| next(point, surely(point)))
            .or_else(|| {
                let maybe = points().filter_map(|point| next(point, usize::MAX));
                maybe.min_by_key(|sample| sample.seed)
            })
    }

    /// Whether the result of `sample` is not known and may be needed.
    pub(super) fn needs(&self, sample: Sample) -> bool {
        let state = &self.points[sample.point];
        let is_known = state.found[sample.seed].is_some();
        !is_known && state.enough.is_none_or(|enough| sample.seed < enough)
    }

    /// Stores a result; returns whether it is needed.
    pub(super) fn add_result(&mut self, sample: Sample, values: Vec<Values>) -> bool {
        let state = &mut self.points[sample.point];
        if state.enough.is_some_and(|enough| sample.seed >= enough) {
            return false;
        }
        state.found[sample.seed] = Some(values);
        self.decide(sample.point);
        self.points[sample.point]
            .enough
            .is_none_or(|enough| sample.seed < enough)
    }

    fn decide(&mut self, point: usize) {
        let state = &mut self.points[point];
        if let (Some(stop), None) = (&self.plan.stopping_rule, state.enough) {
            state.enough = stop.seeds_needed(state.found.iter().map_while(Option::as_deref));
        }
    }

    /// Returns the numbers of samples done and of all, at most. Samples that are no longer needed
    /// count as done.
    pub(super) fn progress(&self) -> [u64; 2] {
        let done = |state: &PointProgress| match state.enough {
            Some(_) => state.in_shard,
            None => state.found.iter().flatten().count(),
        };
        let done: usize = self.points.iter().map(done).sum();
        let ours: usize = self.points.iter().map(|state| state.in_shard).sum();
        [done as u64, ours as u64]
    }

    /// Returns the results of the samples of `point` that count, in order: `None` where one is
    /// missing. Where their number depends on results still missing, one missing at least.
    pub(super) fn counted(&self, point: usize) -> Vec<Option<&[Values]>> {
        let state = &self.points[point];
        let count = match (&self.plan.stopping_rule, state.enough) {
            (Some(_), Some(enough)) => enough,
            (Some(stop), None) => (state.known_prefix() + 1).max(stop.least),
            (None, _) => state.found.len(),
        };
        state
            .found
            .iter()
            .take(count)
            .map(Option::as_deref)
            .collect()
    }

    /// Returns the samples beyond those that suffice.
    pub(super) fn superfluous(&self) -> impl Iterator<Item = Sample> + '_ {
        let points = self.points.iter().enumerate();
        points.flat_map(|(point, state)| {
            let from = state.enough.unwrap_or(state.taken.len());
            (from..state.taken.len()).map(move |seed| Sample { point, seed })
        })
    }
}

impl PointProgress {
    /// Number of known results, from the first seed on without a gap.
    fn known_prefix(&self) -> usize {
        self.found
            .iter()
            .take_while(|found| found.is_some())
            .count()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn plan(sweep: &str) -> Plan {
        let text =
            format!("(machine: Cluster(nodes: 4), workload: Lublin(jobs: 9), sweep: ({sweep}))");
        Plan::of(&text, Path::new("a.ron")).unwrap()
    }

    /// Points and seeds of all samples, as they are taken.
    fn taken(queue: &mut SampleQueue<'_>) -> Vec<[usize; 2]> {
        let samples = std::iter::from_fn(|| queue.take());
        samples.map(|sample| [sample.point, sample.seed]).collect()
    }

    #[test]
    fn seeds_are_taken_in_blocks_and_points_in_the_order_set() {
        let plan = plan("over: [(load: [0.5, 0.7, 0.9])], seeds: 3");
        let known = |sample: Sample| (sample == Sample { point: 0, seed: 1 }).then(Vec::new);
        let mut queue = SampleQueue::new(&plan, Shard::WHOLE, known).in_blocks(2);
        queue.set_order(vec![2, 0, 1]);
        let first = queue.take().unwrap();
        assert_eq!([first.point, first.seed], [2, 0]);
        queue.set_order(vec![1, 2, 0]);
        let rest = [[1, 0], [1, 1], [2, 1], [0, 0], [1, 2], [2, 2], [0, 2]];
        assert_eq!(taken(&mut queue), rest);
    }

    /// Two seeds of each point are needed; more may be superfluous.
    #[test]
    fn seeds_that_are_needed_come_first() {
        let until = "until: (metric: \"mean_wait\", half_width: 0.1, most: 3)";
        let plan = plan(&format!("over: [(load: [0.5, 0.7])], seeds: 2, {until}"));
        let mut queue = SampleQueue::new(&plan, Shard::WHOLE, |_| None).in_blocks(1);
        queue.set_order(vec![1, 0]);
        let expected = [[1, 0], [1, 1], [0, 0], [0, 1], [1, 2], [0, 2]];
        assert_eq!(taken(&mut queue), expected);
        let sample = Sample { point: 1, seed: 2 };
        assert!(queue.needs(sample));
    }
}
