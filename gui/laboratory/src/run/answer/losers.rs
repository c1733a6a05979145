//! Who loses by a change: users, and jobs of a width.

use super::{Change, Question, Verdict, verdict};
use crate::metrics::select::filter::Filter;
use crate::metrics::select::groups::{GroupBy, groups};
use crate::metrics::select::paired::{Measure, Pairs};
use crate::record::{NameTables, Run};

/// Number of groups examined, those that lose most first.
const MOST_GROUPS: usize = 12;

/// A group of jobs, of a user or a width, whose wait grows significantly.
#[derive(Clone, PartialEq, Debug)]
pub struct Loser {
    /// The run under which it grows.
    pub run: usize,
    /// Name of the group: `user 7`, `jobs of 33 to 64 nodes`.
    pub name: String,
    /// Number of jobs.
    pub jobs: usize,
    /// Growth of their mean wait, as a share of what it was.
    pub share: f64,
    /// Confidence interval of the growth, 95 %.
    pub interval: [f64; 2],
    /// Selects the jobs.
    pub filter: Option<Filter>,
}

/// A group under a run, and how much longer its jobs wait together, in seconds.
struct Group {
    run: usize,
    by: GroupBy,
    key: u64,
    pairs: Pairs,
    lost: f64,
}

/// Returns the group that loses most: the largest lower end of the interval, summed over its jobs.
/// Where some run is no worse for all jobs together, only such runs are searched, as elsewhere
/// nearly every group loses.
pub(super) fn largest_loser(
    before: &Run,
    question: &Question<'_>,
    changes: &[Change],
    jobs: &[u32],
) -> Option<Loser> {
    let is_worse = |change: &Change| match change.verdict {
        Verdict::Sure([low, _]) => low > 0.0,
        _ => false,
    };
    let (worse, others): (Vec<Change>, Vec<Change>) = changes.iter().partition(|one| is_worse(one));
    let looked_at = if others.is_empty() { worse } else { others };
    let mut found: Vec<Group> = Vec::new();
    for by in [GroupBy::User, GroupBy::Width] {
        let groups = groups(before, jobs, by);
        // A single group is the same as all jobs.
        if groups.len() < 2 {
            continue;
        }
        for change in &looked_at {
            let (_, after) = question.runs[change.run];
            found.extend(groups.iter().filter_map(|group| {
                let pairs = Pairs::of(Measure::Wait, before, after, &group.jobs);
                let lost: f64 = pairs.differences().sum();
                (lost > 0.0).then_some(Group {
                    run: change.run,
                    by,
                    key: group.key?,
                    pairs,
                    lost,
                })
            }));
        }
    }
    found.sort_by(|one, other| other.lost.total_cmp(&one.lost));
    found.truncate(MOST_GROUPS);
    let sure = found.iter().filter_map(|group| {
        let paired = group.pairs.summary();
        let Verdict::Sure(interval) = verdict(&paired) else {
            return None;
        };
        let waited: f64 = group.pairs.before.iter().sum();
        let loser = Loser {
            run: group.run,
            name: name(before, group.by, group.key),
            jobs: group.pairs.jobs.len(),
            share: paired.change?,
            interval,
            filter: group.by.filter(group.key),
        };
        (interval[0] > 0.0).then_some((interval[0] * waited, loser))
    });
    // Of equal ones the first, which is a user.
    let most = sure.reduce(|most, next| if next.0 > most.0 { next } else { most });
    most.map(|(_, loser)| loser)
}

fn name(run: &Run, by: GroupBy, key: u64) -> String {
    match (by, u32::try_from(key)) {
        (GroupBy::Width, _) => {
            let unit = run.experiment.unit();
            let noun = if key == 1 { unit.one() } else { unit.many() };
            format!("jobs of {} {noun}", by.name(key))
        }
        (GroupBy::User, Ok(user)) => {
            let users = &run.experiment.label_names.users;
            format!("user {}", NameTables::name(users, user))
        }
        _ => by.name(key),
    }
}
