//! The user or the partition that most of a deviation is of, and what the log shows of them.

use super::means::{MeanFit, waits};
use crate::base::in_use::after_each_start;
use crate::metrics::select::groups::{GroupBy, groups};
use crate::record::{NameTables, Run};

/// Least share of the deviation that is named.
const LEAST_SHARE: f64 = 0.25;

/// The user or partition that most of a deviation is of.
#[derive(Clone, PartialEq, Debug)]
pub struct LargestPart {
    /// Its name, with the noun: `user honbu`.
    pub name: String,
    /// Its share of the deviation of all.
    pub share: f64,
    /// Most of its jobs that ran at once in the log.
    pub most_running: u32,
    /// Whether it is a user, of whom a limit may be.
    is_user: bool,
}

impl LargestPart {
    /// The part in words: `user honbu (100 %), who never had two jobs running`.
    pub fn in_words(&self) -> String {
        let percent = (100.0 * self.share).min(100.0).round();
        let text = format!("{} ({percent} %)", self.name);
        match (self.is_user, self.most_running) {
            (true, 1) => text + ", who never had two jobs running",
            (true, most @ 2..20) => format!("{text}, who never had more than {most} jobs running"),
            _ => text,
        }
    }
}

/// The user that most of the deviation of `jobs` is of, or else the partition.
pub(crate) fn largest_part(run: &Run, jobs: &[u32]) -> Option<LargestPart> {
    let means = |jobs: &[u32]| {
        let pairs = jobs.iter().filter_map(|&job| waits(run, job as usize));
        MeanFit::of(pairs)
    };
    let all = means(jobs)?.excess();
    if all == 0.0 {
        return None;
    }
    let mut parts = [GroupBy::User, GroupBy::Queue]
        .into_iter()
        .filter_map(|by| {
            let groups = groups(run, jobs, by);
            if groups.len() < 2 {
                // What all jobs are of tells nothing apart.
                return None;
            }
            let shares = groups.into_iter().filter_map(|group| {
                let share = means(&group.jobs)?.excess() / all;
                (share >= LEAST_SHARE).then_some((group, share))
            });
            let (group, share) = shares.max_by(|one, other| one.1.total_cmp(&other.1))?;
            Some(LargestPart {
                name: name(run, by, group.key?),
                share,
                most_running: most_running(run, &group.jobs),
                is_user: by == GroupBy::User,
            })
        });
    parts.next()
}

fn name(run: &Run, by: GroupBy, key: u64) -> String {
    let noun = match by {
        GroupBy::User => "user",
        _ => "partition",
    };
    let called = by.name_in(run, key);
    match u32::try_from(key) {
        Ok(user) if by == GroupBy::User => {
            let users = &run.experiment.label_names.users;
            format!("{noun} {}", NameTables::name(users, user))
        }
        _ if called == by.name(key) => called,
        _ => format!("{noun} {called}"),
    }
}

/// Most of `jobs` that ran at once in the log.
fn most_running(run: &Run, jobs: &[u32]) -> u32 {
    let experiment = &run.experiment;
    let spans = jobs.iter().filter_map(|&job| {
        let spec = &experiment.jobs[job as usize];
        let start = spec
            .submit
            .after(experiment.labels[job as usize].recorded_wait()?);
        Some((start, start.after(spec.runtime), 1))
    });
    let most = after_each_start(spans).max().unwrap_or(0);
    u32::try_from(most).unwrap_or(u32::MAX)
}
