//! Runtimes known at an instant, and draws from them.

use std::hash::Hash;

use cosched_core::random::Random;
use cosched_core::{Duration, Time};
use hashbrown::HashMap;

use super::SampleSource;
use super::sample::{ByEstimate, EndedJob, LAST, Sample, Samples, Weights};
use crate::record::{Experiment, Run};

/// Number of the last jobs of a group, or of all, among which the nearest estimates are found.
const LAST_OF_ALL: usize = 1_000;
/// Least number of jobs with the same estimate; with fewer, all jobs of the user say more.
const LEAST_JOBS: usize = 5;
/// Probability that a job behaves like no earlier one of its user: it is drawn from all jobs.
const SURPRISE_PROBABILITY: f64 = 0.1;
/// Probability that a job takes the same quantile as the user's other jobs of the same estimate in
/// the same draw: jobs submitted together run alike.
const SHARED_PROBABILITY: f64 = 0.5;

/// Runtimes of jobs that had ended.
pub(super) struct RuntimeHistory<'r> {
    experiment: &'r Experiment,
    same: HashMap<(u32, u64), Sample>,
    users: HashMap<u32, Sample>,
    groups: HashMap<u32, ByEstimate>,
    all: ByEstimate,
    samples: Samples,
}

/// Applies `of` to the jobs of each key.
fn map_values<K: Eq + Hash, S>(
    jobs: HashMap<K, Vec<EndedJob>>,
    mut of: impl FnMut(Vec<EndedJob>) -> S,
) -> HashMap<K, S> {
    let each = jobs.into_iter();
    each.map(|(key, jobs)| (key, of(jobs))).collect()
}

/// What the runtimes of a job are drawn from: it is looked up once for all draws.
pub(super) struct RuntimeSource<'h> {
    user: Option<u32>,
    estimate: Duration,
    /// Samples with enough jobs, the most specific first.
    samples: [Option<(SampleSource, &'h Sample)>; 4],
}

impl<'h> RuntimeSource<'h> {
    fn samples(&self) -> impl Iterator<Item = (SampleSource, &'h Sample)> {
        self.samples.iter().copied().flatten()
    }

    /// Returns the number of runtimes that are drawn from, and whose.
    pub(super) fn size(&self) -> (usize, SampleSource) {
        let mut samples = self.samples().filter(|(_, sample)| sample.len() > 0);
        let first = samples.next();
        first.map_or((0, SampleSource::Uniform), |(whose, sample)| {
            (sample.len(), whose)
        })
    }
}

/// State shared by the jobs of one draw.
pub(super) struct DrawState {
    // Shared quantile of a user's jobs of one estimate.
    quantiles: HashMap<(u32, u64), f64>,
    weights: Weights,
}

impl<'r> RuntimeHistory<'r> {
    /// Returns what is known at `at` in `run`.
    pub(super) fn of(run: &'r Run, at: Time) -> Self {
        let experiment = &*run.experiment;
        let mut ended: Vec<usize> = run
            .admitted()
            .filter(|&job| run.outcomes[job].completed <= at)
            .collect();
        ended.sort_by_key(|&job| std::cmp::Reverse((run.outcomes[job].completed, job)));
        let mut samples = Samples::default();
        let mut same: HashMap<(u32, u64), Vec<EndedJob>> = HashMap::new();
        let (mut users, mut groups) = (HashMap::new(), HashMap::new());
        let mut all = Vec::new();
        for job in ended {
            let spec = &experiment.jobs[job];
            let estimate = spec.estimate;
            let label = &experiment.labels[job];
            let known = EndedJob {
                part: run.outcomes[job].executed.seconds() / estimate.seconds().max(1e-9),
                estimate,
                batch: samples.batch(label.user(), estimate, spec.submit),
            };
            let add = |jobs: &mut Vec<EndedJob>, most: usize| {
                if jobs.len() < most {
                    jobs.push(known);
                }
            };
            if let Some(user) = label.user() {
                add(same.entry((user, estimate.0)).or_default(), LAST);
                add(users.entry(user).or_default(), LAST);
            }
            if let Some(group) = label.group() {
                add(groups.entry(group).or_default(), LAST_OF_ALL);
            }
            add(&mut all, LAST_OF_ALL);
        }
        Self {
            experiment,
            same: map_values(same, |jobs| samples.sample(jobs)),
            users: map_values(users, |jobs| samples.sample(jobs)),
            groups: map_values(groups, |jobs| ByEstimate::of(jobs, &mut samples)),
            all: ByEstimate::of(all, &mut samples),
            samples,
        }
    }

    /// Returns the state of a new draw.
    pub(super) fn common(&self) -> DrawState {
        DrawState {
            quantiles: HashMap::new(),
            weights: self.samples.weights(),
        }
    }

    /// Returns what the runtimes of `job` are drawn from.
    pub(super) fn source(&self, job: usize) -> RuntimeSource<'_> {
        let label = &self.experiment.labels[job];
        let estimate = self.experiment.jobs[job].estimate;
        let (user, group) = (label.user(), label.group());
        let same = user.and_then(|user| self.same.get(&(user, estimate.0)));
        let of_user = user.and_then(|user| self.users.get(&user));
        let group = group.and_then(|group| self.groups.get(&group));
        let of_group = group.map(|group| group.nearest(estimate));
        let samples = [
            (SampleSource::SameEstimate, same),
            (SampleSource::User, of_user),
            (SampleSource::Group, of_group),
            (SampleSource::All, Some(self.all.nearest(estimate))),
        ];
        let samples = samples.map(|(whose, sample)| {
            let is_enough =
                |sample: &&Sample| sample.len() >= LEAST_JOBS || whose == SampleSource::All;
            Some((whose, sample.filter(is_enough)?))
        });
        RuntimeSource {
            user,
            estimate,
            samples,
        }
    }
}

impl RuntimeSource<'_> {
    /// Draws a runtime of the job, which has run for `age` already, of an `estimate` that is longer.
    pub(super) fn draw(
        &self,
        (age, estimate): (Duration, Duration),
        common: &mut DrawState,
        random: &mut Random,
    ) -> Duration {
        let (own, alike, surprise) = (random.uniform(), random.uniform(), random.uniform());
        let quantile = match self.user.filter(|_| alike < SHARED_PROBABILITY) {
            Some(user) => *common.quantiles.entry((user, estimate.0)).or_insert(own),
            None => own,
        };
        let said = self.estimate.seconds();
        let least = age.seconds() / said.max(1e-9);
        let mut parts = self.samples().filter_map(|(whose, sample)| {
            let is_it = surprise >= SURPRISE_PROBABILITY || whose == SampleSource::All;
            let weights = &mut common.weights;
            is_it.then(|| sample.part(quantile, least, weights, random))?
        });
        let seconds = match parts.next() {
            Some(part) => part * said,
            // No known job has run so long.
            None => age.seconds() + quantile * (estimate.seconds() - age.seconds()),
        };
        let drawn = Duration((seconds * 1e9) as u64);
        drawn.clamp(Duration(age.0 + 1), estimate.max(Duration(age.0 + 1)))
    }
}
