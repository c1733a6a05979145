//! Runtimes known at an instant, and draws from them.

use std::collections::HashMap;
use std::hash::Hash;

use cosched_core::random::Random;
use cosched_core::{Duration, Time};

use super::Whose;
use super::sample::{ByEstimate, Ended, LAST, Sample, Samples, Weights};
use crate::record::{Experiment, Run};

/// Number of the last jobs of a group, or of all, among which the nearest estimates are found.
const LAST_OF_ALL: usize = 1_000;
/// Least number of jobs with the same estimate; with fewer, all jobs of the user say more.
const ENOUGH: usize = 5;
/// Probability that a job behaves like no earlier one of its user: it is drawn from all jobs.
const SURPRISE: f64 = 0.1;
/// Probability that a job takes the same quantile as the user's other jobs of the same estimate in
/// the same draw: jobs submitted together run alike.
const ALIKE: f64 = 0.5;

/// Runtimes of jobs that had ended.
pub(super) struct Past<'r> {
    experiment: &'r Experiment,
    same: HashMap<(u32, u64), Sample>,
    users: HashMap<u32, Sample>,
    groups: HashMap<u32, ByEstimate>,
    all: ByEstimate,
    samples: Samples,
}

/// Applies `of` to the jobs of each key.
fn each<K: Eq + Hash, S>(
    jobs: HashMap<K, Vec<Ended>>,
    mut of: impl FnMut(Vec<Ended>) -> S,
) -> HashMap<K, S> {
    let each = jobs.into_iter();
    each.map(|(key, jobs)| (key, of(jobs))).collect()
}

/// State shared by the jobs of one draw.
pub(super) struct Common {
    // Shared quantile of a user's jobs of one estimate.
    places: HashMap<(u32, u64), f64>,
    weights: Weights,
}

impl<'r> Past<'r> {
    /// Returns what is known at `at` in `run`.
    pub(super) fn of(run: &'r Run, at: Time) -> Self {
        let experiment = &*run.experiment;
        let mut ended: Vec<usize> = run
            .admitted()
            .filter(|&job| run.outcomes[job].completed <= at)
            .collect();
        ended.sort_by_key(|&job| std::cmp::Reverse((run.outcomes[job].completed, job)));
        let mut samples = Samples::default();
        let mut same: HashMap<(u32, u64), Vec<Ended>> = HashMap::new();
        let (mut users, mut groups) = (HashMap::new(), HashMap::new());
        let mut all = Vec::new();
        for job in ended {
            let spec = &experiment.jobs[job];
            let estimate = spec.estimate;
            let label = &experiment.labels[job];
            let known = Ended {
                part: run.outcomes[job].executed.seconds() / estimate.seconds().max(1e-9),
                estimate,
                batch: samples.batch(label.user, estimate, spec.submit),
            };
            let add = |jobs: &mut Vec<Ended>, most: usize| {
                if jobs.len() < most {
                    jobs.push(known);
                }
            };
            if let Some(user) = label.user {
                add(same.entry((user, estimate.0)).or_default(), LAST);
                add(users.entry(user).or_default(), LAST);
            }
            if let Some(group) = label.group {
                add(groups.entry(group).or_default(), LAST_OF_ALL);
            }
            add(&mut all, LAST_OF_ALL);
        }
        Self {
            experiment,
            same: each(same, |jobs| samples.sample(jobs)),
            users: each(users, |jobs| samples.sample(jobs)),
            groups: each(groups, |jobs| ByEstimate::of(jobs, &mut samples)),
            all: ByEstimate::of(all, &mut samples),
            samples,
        }
    }

    /// Returns the state of a new draw.
    pub(super) fn common(&self) -> Common {
        Common {
            places: HashMap::new(),
            weights: self.samples.weights(),
        }
    }

    /// Returns the samples for `job`, the most specific first.
    fn levels(&self, job: usize) -> impl Iterator<Item = (Whose, &Sample)> {
        let label = &self.experiment.labels[job];
        let estimate = self.experiment.jobs[job].estimate;
        let same = label
            .user
            .and_then(|user| self.same.get(&(user, estimate.0)));
        let user = label.user.and_then(|user| self.users.get(&user));
        let group = label.group.and_then(|group| self.groups.get(&group));
        let levels = [
            (Whose::SameEstimate, same),
            (Whose::User, user),
            (Whose::Group, group.map(|group| group.nearest(estimate))),
            (Whose::All, Some(self.all.nearest(estimate))),
        ];
        let found = levels.into_iter();
        let found = found.filter_map(|(whose, sample)| Some((whose, sample?)));
        found.filter(|(whose, sample)| sample.len() >= ENOUGH || *whose == Whose::All)
    }

    /// Returns the number of runtimes that `job`'s is drawn from, and whose.
    pub(super) fn known_of(&self, job: usize) -> (usize, Whose) {
        let mut levels = self.levels(job).filter(|(_, sample)| sample.len() > 0);
        let first = levels.next();
        first.map_or((0, Whose::Nobody), |(whose, sample)| (sample.len(), whose))
    }

    /// Draws a runtime of `job`, which has run for `age` already, of an `estimate` that is longer.
    pub(super) fn draw(
        &self,
        job: usize,
        (age, estimate): (Duration, Duration),
        common: &mut Common,
        random: &mut Random,
    ) -> Duration {
        let (own, alike, surprise) = (random.unit(), random.unit(), random.unit());
        let user = self.experiment.labels[job].user;
        let place = match user.filter(|_| alike < ALIKE) {
            Some(user) => *common.places.entry((user, estimate.0)).or_insert(own),
            None => own,
        };
        let said = self.experiment.jobs[job].estimate.seconds();
        let least = age.seconds() / said.max(1e-9);
        let mut levels = self.levels(job).filter_map(|(whose, sample)| {
            let is_it = surprise >= SURPRISE || whose == Whose::All;
            let weights = &mut common.weights;
            is_it.then(|| sample.part(place, least, weights, random))?
        });
        let seconds = match levels.next() {
            Some(part) => part * said,
            // No known job has run so long.
            None => age.seconds() + place * (estimate.seconds() - age.seconds()),
        };
        let drawn = Duration((seconds * 1e9) as u64);
        drawn.clamp(Duration(age.0 + 1), estimate.max(Duration(age.0 + 1)))
    }
}
