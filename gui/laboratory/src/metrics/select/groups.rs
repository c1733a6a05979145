//! Jobs by user, group, queue, class, width or hour, and the fairness of a run to users.

use std::collections::BTreeMap;

use super::filter::Filter;
use super::statistics::work;
use crate::record::Run;
use crate::record::unit::Unit;

/// Property by which jobs are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GroupBy {
    /// Their users.
    #[default]
    User,
    /// Their users' groups.
    Group,
    /// Their queues.
    Queue,
    /// Short, medium and long.
    Class,
    /// Nodes, in powers of two.
    Width,
    /// The hour of the week of their submission, where the log has its start; else the hour of a
    /// week that begins with it.
    Hour,
}

impl GroupBy {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::User,
        Self::Group,
        Self::Queue,
        Self::Class,
        Self::Width,
        Self::Hour,
    ];

    /// Returns its name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Group => "group",
            Self::Queue => "queue",
            Self::Class => "class",
            Self::Width => "nodes",
            Self::Hour => "hour of the week",
        }
    }

    /// Returns its name where sizes are in `unit`.
    pub const fn heading(self, unit: Unit) -> &'static str {
        match self {
            Self::Width => unit.many(),
            other => other.title(),
        }
    }

    /// Returns the filter that selects the group of `key`, where there is one.
    pub fn filter(self, key: u64) -> Option<Filter> {
        let line = match self {
            Self::User | Self::Group | Self::Queue | Self::Class => {
                format!("{} == {key}", self.title())
            }
            Self::Hour => format!("hour == {key}"),
            Self::Width => format!("nodes > {} && nodes <= {key}", key / 2),
        };
        line.parse().ok()
    }

    /// The key of `job`; `None` if it is unknown.
    fn key(self, run: &Run, job: usize) -> Option<u64> {
        let label = &run.experiment.labels[job];
        match self {
            Self::User => label.user().map(u64::from),
            Self::Group => label.group().map(u64::from),
            Self::Queue => label.queue().map(u64::from),
            Self::Class => run.classes.get(job).map(|class| *class as u64),
            // The least power of two that is not less.
            Self::Width => {
                let nodes = run.experiment.jobs[job].nodes;
                Some(u64::from(
                    nodes.checked_next_power_of_two().unwrap_or(nodes),
                ))
            }
            Self::Hour => {
                let at = run.experiment.jobs[job].submit.seconds();
                Some(run.experiment.clock.hour_of_week(at))
            }
        }
    }

    /// Returns the name of the group of `key` in `run`: users, groups and queues by their names,
    /// where those are known.
    pub fn name_in(self, run: &Run, key: u64) -> String {
        let called = &run.experiment.label_names;
        // Numbers are from 1 on.
        let index = usize::try_from(key).ok().and_then(|key| key.checked_sub(1));
        let name = index.and_then(|index| match (self, &run.experiment.cluster) {
            (Self::User, _) => called.users.get(index),
            (Self::Group, _) => called.accounts.get(index),
            (Self::Queue, Some(cluster)) => {
                let partition = cluster.layout.partitions.get(index);
                partition.map(|partition| &partition.name)
            }
            (Self::Queue, None) => called.partitions.get(index),
            _ => None,
        });
        name.map_or_else(|| self.name(key), Clone::clone)
    }

    /// Returns the name of the group of `key` where no other name is known.
    pub fn name(self, key: u64) -> String {
        const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
        match self {
            Self::User | Self::Group | Self::Queue => format!("{} {key}", self.title()),
            Self::Class => ["short", "medium", "long"]
                .get(key as usize)
                .map_or_else(String::new, |name| (*name).to_owned()),
            Self::Width if key <= 2 => key.to_string(),
            Self::Width => format!("{} to {key}", key / 2 + 1),
            Self::Hour => {
                let day = DAYS.get((key / 24) as usize).copied().unwrap_or_default();
                format!("{day} {:02}:00", key % 24)
            }
        }
    }
}

/// The jobs of one group.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// Its key; `None` for jobs whose key is unknown.
    pub key: Option<u64>,
    /// Indices of its jobs.
    pub jobs: Vec<u32>,
}

/// Groups the `jobs` of `run`, in the order of their keys; jobs whose key is unknown come last.
pub fn groups(run: &Run, jobs: &[u32], by: GroupBy) -> Vec<Group> {
    let mut found: BTreeMap<(bool, u64), Vec<u32>> = BTreeMap::new();
    for job in jobs {
        let key = by.key(run, *job as usize);
        let index = (key.is_none(), key.unwrap_or_default());
        found.entry(index).or_default().push(*job);
    }
    let groups = found.into_iter().map(|((unknown, key), jobs)| Group {
        key: (!unknown).then_some(key),
        jobs,
    });
    groups.collect()
}

/// How equally users of `jobs` are served: Jain's index of the users' slowdowns, by
/// R. Jain, D. Chiu and W. Hawe, DEC-TR-301, 1984: from 1 over their number, where one
/// bears it all, to 1, where all have the same. A user's slowdown is the response of all
/// the user's jobs over the time they ran, both weighted by nodes. Nothing without users.
pub fn fairness(run: &Run, jobs: &[u32]) -> Option<f64> {
    let groups = groups(run, jobs, GroupBy::User);
    let known = groups.iter().filter(|group| group.key.is_some());
    jain(known.filter_map(|group| slowdown(run, &group.jobs)))
}

/// The slowdown of `jobs` together, weighted by their sizes; nothing if none ran.
pub fn slowdown(run: &Run, jobs: &[u32]) -> Option<f64> {
    let ran = || {
        let all = jobs.iter().map(|job| *job as usize);
        all.filter(|job| !run.outcomes[*job].refused)
    };
    let nodes = |job: usize| f64::from(run.size(job));
    let responses: f64 = ran()
        .map(|job| nodes(job) * run.response(job).seconds())
        .sum();
    let work: f64 = ran().map(|job| work(run, job)).sum();
    (work > 0.0).then(|| responses / work)
}

/// Jain's index of `values`; `None` without any, or if all are 0.
fn jain(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for value in values {
        (count, sum, squares) = (count + 1.0, sum + value, squares + value * value);
    }
    (squares > 0.0).then(|| sum * sum / (count * squares))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the report: one of n has all, and some have equal parts.
    #[test]
    fn the_index_is_the_share_of_those_that_are_served() {
        assert_eq!(jain([5.0, 0.0, 0.0, 0.0].into_iter()), Some(0.25));
        assert_eq!(jain([3.0, 3.0, 0.0, 0.0].into_iter()), Some(0.5));
        assert_eq!(jain([2.0, 2.0].into_iter()), Some(1.0));
        assert_eq!(jain(std::iter::empty()), None);
    }

    #[test]
    fn widths_are_called_by_their_ends() {
        let names = [1, 2, 4, 64].map(|key| GroupBy::Width.name(key));
        assert_eq!(names, ["1", "2", "3 to 4", "33 to 64"]);
        assert_eq!(GroupBy::Hour.name(2 * 24 + 9), "Wed 09:00");
    }
}
