//! What is known of runtimes at an instant, and draws from it.

use std::collections::HashMap;

use cosched_core::random::Random;
use cosched_core::{Duration, Time};

use super::Whose;
use crate::record::{Experiment, Run};

/// As many of the last runtimes of a user are drawn from.
const LAST: usize = 50;
/// The same of a group or of all.
const LAST_OF_ALL: usize = 1_000;
/// Fewer of the same estimate say less than all of the user's.
const ENOUGH: usize = 5;
/// How often a user does something that nobody has seen: drawn from what all do.
const SURPRISE: f64 = 0.1;
/// How often a job does as the user's others of the same estimate do in the same draw: jobs
/// submitted together run alike.
const ALIKE: f64 = 0.5;

/// The runtimes of jobs that had ended.
pub(super) struct Past<'r> {
    experiment: &'r Experiment,
    same: HashMap<(u32, u64), Vec<f64>>,
    users: HashMap<u32, Vec<f64>>,
    groups: HashMap<u32, Vec<f64>>,
    all: Vec<f64>,
}

/// What is common to a user's jobs within one draw.
pub(super) type Common = HashMap<(u32, u64), f64>;

impl<'r> Past<'r> {
    /// What is known at `at` in `run`: of each, runtimes as parts of the estimates, ascending.
    pub(super) fn of(run: &'r Run, at: Time) -> Self {
        let experiment = &*run.experiment;
        let mut ended: Vec<usize> = run
            .admitted()
            .filter(|&job| run.outcomes[job].completed <= at)
            .collect();
        ended.sort_by_key(|&job| std::cmp::Reverse((run.outcomes[job].completed, job)));
        let mut past = Self {
            experiment,
            same: HashMap::new(),
            users: HashMap::new(),
            groups: HashMap::new(),
            all: Vec::new(),
        };
        for job in ended {
            let estimate = experiment.jobs[job].estimate;
            let part = run.outcomes[job].executed.seconds() / estimate.seconds().max(1e-9);
            let label = &experiment.labels[job];
            let add = |parts: &mut Vec<f64>, most: usize| {
                if parts.len() < most {
                    parts.push(part);
                }
            };
            if let Some(user) = label.user {
                add(past.same.entry((user, estimate.0)).or_default(), LAST);
                add(past.users.entry(user).or_default(), LAST);
            }
            if let Some(group) = label.group {
                add(past.groups.entry(group).or_default(), LAST_OF_ALL);
            }
            add(&mut past.all, LAST_OF_ALL);
        }
        let lists = past.same.values_mut().chain(past.users.values_mut());
        for parts in lists.chain(past.groups.values_mut()) {
            parts.sort_by(f64::total_cmp);
        }
        past.all.sort_by(f64::total_cmp);
        past
    }

    /// What there is to draw from for `job`, the closest to it first.
    fn levels(&self, job: usize) -> impl Iterator<Item = (Whose, &[f64])> {
        let label = &self.experiment.labels[job];
        let estimate = self.experiment.jobs[job].estimate.0;
        let same = label.user.and_then(|user| self.same.get(&(user, estimate)));
        let user = label.user.and_then(|user| self.users.get(&user));
        let group = label.group.and_then(|group| self.groups.get(&group));
        let levels = [
            (Whose::SameEstimate, same),
            (Whose::User, user),
            (Whose::Group, group),
            (Whose::All, Some(&self.all)),
        ];
        let found = levels.into_iter();
        let found = found.filter_map(|(whose, parts)| Some((whose, parts?.as_slice())));
        found.filter(|(whose, parts)| parts.len() >= ENOUGH || *whose == Whose::All)
    }

    /// How many runtimes there are to draw from for `job`, and whose.
    pub(super) fn known_of(&self, job: usize) -> (usize, Whose) {
        let mut levels = self.levels(job).filter(|(_, parts)| !parts.is_empty());
        let first = levels.next();
        first.map_or((0, Whose::Nobody), |(whose, parts)| (parts.len(), whose))
    }

    /// A runtime of `job`, which has run for `age` already, of an `estimate` that is longer.
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
            Some(user) => *common.entry((user, estimate.0)).or_insert(own),
            None => own,
        };
        let said = self.experiment.jobs[job].estimate.seconds();
        let least = age.seconds() / said.max(1e-9);
        let mut levels = self.levels(job).filter_map(|(whose, parts)| {
            let above = &parts[parts.partition_point(|part| *part <= least)..];
            let is_it = surprise >= SURPRISE || whose == Whose::All;
            above
                .get((place * above.len() as f64) as usize)
                .filter(|_| is_it)
        });
        let seconds = match levels.next() {
            Some(part) => part * said,
            // Nobody has run so long.
            None => age.seconds() + place * (estimate.seconds() - age.seconds()),
        };
        let drawn = Duration((seconds * 1e9) as u64);
        drawn.clamp(Duration(age.0 + 1), estimate.max(Duration(age.0 + 1)))
    }
}
