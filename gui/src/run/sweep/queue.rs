//! The next sample to compute, and when a point has enough of them.

use super::Shard;
use super::plan::{Plan, Sample};
use crate::metrics::Values;

/// Samples to compute, and results known so far.
pub(super) struct Queue<'p> {
    plan: &'p Plan,
    points: Vec<State>,
}

/// Progress of a point.
struct State {
    /// Result of each seed, if known.
    found: Vec<Option<Vec<Values>>>,
    /// Whether each seed is taken, or not in the shard.
    taken: Vec<bool>,
    /// Number of seeds in the shard.
    ours: usize,
    /// Number of seeds that suffices, once known.
    enough: Option<usize>,
}

impl<'p> Queue<'p> {
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
            State {
                ours: known.iter().filter(|(is_ours, _)| *is_ours).count(),
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
        let surely = |state: &State, plan: &Plan| match &plan.stop {
            Some(stop) => (state.known() + 1).max(stop.least),
            None => plan.seeds.len(),
        };
        let next = |point: usize, state: &State, bound: usize| {
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
    pub(super) fn done(&mut self, sample: Sample, values: Vec<Values>) -> bool {
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
        if let (Some(stop), None) = (&self.plan.stop, state.enough) {
            state.enough = stop.after(state.found.iter().map_while(Option::as_deref));
        }
    }

    /// Returns the numbers of samples done and of all, at most. Samples that are no longer needed
    /// count as done.
    pub(super) fn progress(&self) -> [u64; 2] {
        let done = |state: &State| match state.enough {
            Some(_) => state.ours,
            None => state.found.iter().flatten().count(),
        };
        let done: usize = self.points.iter().map(done).sum();
        let ours: usize = self.points.iter().map(|state| state.ours).sum();
        [done as u64, ours as u64]
    }

    /// Returns the results of the samples of `point` that count, in order: `None` where one is
    /// missing. Where their number depends on results still missing, one missing at least.
    pub(super) fn counted(&self, point: usize) -> Vec<Option<&[Values]>> {
        let state = &self.points[point];
        let count = match (&self.plan.stop, state.enough) {
            (Some(_), Some(enough)) => enough,
            (Some(stop), None) => (state.known() + 1).max(stop.least),
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

impl State {
    /// Number of known results, from the first seed on without a gap.
    fn known(&self) -> usize {
        self.found
            .iter()
            .take_while(|found| found.is_some())
            .count()
    }
}
