//! Runtimes known at an instant, and draws from them.

use std::collections::HashMap;
use std::hash::Hash;

use cosched_core::random::Random;
use cosched_core::{Duration, Time};

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

/// State shared by the jobs of one draw.
pub(super) struct DrawState {
    // Shared quantile of a user's jobs of one estimate.
    places: HashMap<(u32, u64), f64>,
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
            places: HashMap::new(),
            weights: self.samples.weights(),
        }
    }

    /// Returns the samples for `job`, the most specific first.
    fn levels(&self, job: usize) -> impl Iterator<Item = (SampleSource, &Sample)> {
        let label = &self.experiment.labels[job];
        let estimate = self.experiment.jobs[job].estimate;
        let same = label
            .user()
            .and_then(|user| self.same.get(&(user, estimate.0)));
        let user = label.user().and_then(|user| self.users.get(&user));
        let group = label.group().and_then(|group| self.groups.get(&group));
        let levels = [
            (SampleSource::SameEstimate, same),
            (SampleSource::User, user),
            (
                SampleSource::Group,
                group.map(|group| group.nearest(estimate)),
            ),
            (SampleSource::All, Some(self.all.nearest(estimate))),
        ];
        let found = levels.into_iter();
        let found = found.filter_map(|(whose, sample)| Some((whose, sample?)));
        found.filter(|(whose, sample)| sample.len() >= LEAST_JOBS || *whose == SampleSource::All)
    }

    /// Returns the number of runtimes that `job`'s is drawn from, and whose.
    pub(super) fn sample_source(&self, job: usize) -> (usize, SampleSource) {
        let mut levels = self.levels(job).filter(|(_, sample)| sample.len() > 0);
        let first = levels.next();
        first.map_or((0, SampleSource::Uniform), |(whose, sample)| {
            (sample.len(), whose)
        })
    }

    /// Draws a runtime of `job`, which has run for `age` already, of an `estimate` that is longer.
    pub(super) fn draw(
        &self,
        job: usize,
        (age, estimate): (Duration, Duration),
        common: &mut DrawState,
        random: &mut Random,
    ) -> Duration {
        let (own, alike, surprise) = (random.uniform(), random.uniform(), random.uniform());
        let user = self.experiment.labels[job].user();
        let index = match user.filter(|_| alike < SHARED_PROBABILITY) {
            Some(user) => *common.places.entry((user, estimate.0)).or_insert(own),
            None => own,
        };
        let said = self.experiment.jobs[job].estimate.seconds();
        let least = age.seconds() / said.max(1e-9);
        let mut levels = self.levels(job).filter_map(|(whose, sample)| {
            let is_it = surprise >= SURPRISE_PROBABILITY || whose == SampleSource::All;
            let weights = &mut common.weights;
            is_it.then(|| sample.part(index, least, weights, random))?
        });
        let seconds = match levels.next() {
            Some(part) => part * said,
            // No known job has run so long.
            None => age.seconds() + index * (estimate.seconds() - age.seconds()),
        };
        let drawn = Duration((seconds * 1e9) as u64);
        drawn.clamp(Duration(age.0 + 1), estimate.max(Duration(age.0 + 1)))
    }
}
