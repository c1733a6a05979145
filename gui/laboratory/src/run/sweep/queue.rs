//! The next sample to compute, and when a point has enough of them.

use super::Shard;
use super::plan::{Plan, Sample};
use crate::metrics::Values;

/// Samples to compute, and results known so far.
pub(super) struct SampleQueue<'p> {
    plan: &'p Plan,
    points: Vec<PointProgress>,
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
        };
        for point in 0..queue.points.len() {
            queue.decide(point);
        }
        queue
    }

    /// Takes the next sample to compute, if there is one. Samples that may turn out superfluous
    /// come last: a further seed where it is not known yet whether there are enough.
    pub(super) fn take(&mut self) -> Option<Sample> {
        let surely = |state: &PointProgress, plan: &Plan| match &plan.stopping_rule {
            Some(stop) => (state.known_prefix() + 1).max(stop.least),
            None => plan.seeds.len(),
        };
        let next = |point: usize, state: &PointProgress, bound: usize| {
            let bound = bound.min(state.enough.unwrap_or(usize::MAX));
            let seed = state.taken.iter().take(bound).position(|taken| !taken)?;
            Some(Sample { point, seed })
        };
        let points = || self.points.iter().enumerate();
        let needed =
            points().find_map(|(point, state)| next(point, state, surely(state, self.plan)));
        let sample = needed.or_else(|| {
            let maybe = points().filter_map(|(point, state)| next(point, state, usize::MAX));
            maybe.min_by_key(|sample| sample.seed)
        })?;
        self.points[sample.point].taken[sample.seed] = true;
        Some(sample)
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
