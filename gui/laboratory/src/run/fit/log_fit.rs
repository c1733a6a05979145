//! Verdict on a simulation of a log: how near its waits are to the recorded ones, by whom.

use super::distance::{kolmogorov, reversed, wasserstein};
use super::means::{MeanFit, SMALLEST, waits};
use super::part::{LargestPart, largest_part};
use crate::base::format::span;
use crate::metrics::select::groups::{GroupBy, groups};
use crate::record::Run;

/// Kolmogorov's distance up to which the distribution of waits fits.
const LARGEST_DISTANCE: f64 = 0.2;

/// Fewest jobs of a partition that is judged.
const FEWEST_JOBS: usize = 30;

/// How near a simulation of a log is to it.
#[derive(Clone, PartialEq, Debug)]
pub struct LogFit {
    /// All jobs.
    pub all: MeanFit,
    /// Their waits as recorded and as simulated, each in ascending order, in seconds.
    pub waits: [Vec<f64>; 2],
    /// Kolmogorov's distance between the recorded and the simulated distribution of waits.
    pub kolmogorov: f64,
    /// Wasserstein's distance between them, in seconds.
    pub wasserstein: f64,
    /// Share of the jobs that start within a minute of the recorded start.
    pub same_minute: f64,
    /// Share of the jobs, each with the one that starts next in the log, that start in the other
    /// order.
    pub reversed: f64,
    /// Jobs by partition, user and width, and by how long they waited in the log.
    pub groups: Vec<GroupFit>,
    /// The users or the partition that most of the deviation is of.
    pub largest: Option<LargestPart>,
}

/// How near the jobs of a group are.
#[derive(Clone, PartialEq, Debug)]
pub struct GroupFit {
    /// Property by which they are grouped.
    pub by: FitBy,
    /// Name of the group.
    pub name: String,
    /// Its means.
    pub means: MeanFit,
}

/// Property by which jobs are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FitBy {
    /// A property of the job.
    Job(GroupBy),
    /// How long it waited in the log.
    Wait,
}

impl FitBy {
    /// Its name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Job(GroupBy::Queue) => "partition",
            Self::Job(by) => by.title(),
            Self::Wait => "wait in the log",
        }
    }
}

/// Bounds of the classes of recorded waits, in seconds, with their names.
const WAITS: [(f64, &str); 6] = [
    (60.0, "under 1 min"),
    (600.0, "1 to 10 min"),
    (3600.0, "10 min to 1 h"),
    (21_600.0, "1 to 6 h"),
    (86_400.0, "6 h to 1 d"),
    (f64::INFINITY, "over 1 d"),
];

/// Half of the jobs of a log, by submission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Half {
    /// The first.
    First,
    /// The second.
    Second,
    /// All jobs.
    Both,
}

impl Half {
    /// Its jobs that count.
    pub(super) fn jobs(self, run: &Run) -> Vec<u32> {
        let first = run.experiment.first_counted() as u32;
        let all = run.outcomes.len() as u32;
        let half = first + (all - first) / 2;
        match self {
            Self::First => (first..half).collect(),
            Self::Second => (half..all).collect(),
            Self::Both => (first..all).collect(),
        }
    }
}

/// Whether `run` is a simulation of a log as it was submitted.
pub(crate) fn is_simulated_log(run: &Run) -> bool {
    run.experiment.scenario.workload.is_log_as_it_was() && !run.policy.replays()
}

impl LogFit {
    /// Fit of all jobs of `run` that count; `None` if it is no simulation of a log as it was submitted.
    pub fn of_run(run: &Run) -> Option<Self> {
        let fit = || Self::of(run, &Half::Both.jobs(run));
        is_simulated_log(run).then(fit).flatten()
    }

    /// Fit of those of `jobs` whose start is recorded and that are not refused; `None` without any.
    pub fn of(run: &Run, jobs: &[u32]) -> Option<Self> {
        let waits: Vec<(u32, f64, f64)> = jobs
            .iter()
            .filter_map(|&job| {
                let (recorded, simulated) = waits(run, job as usize)?;
                Some((job, recorded, simulated))
            })
            .collect();
        let pairs = || waits.iter().map(|&(_, one, other)| (one, other));
        let all = MeanFit::of(pairs())?;
        let jobs: Vec<u32> = waits.iter().map(|one| one.0).collect();
        let (mut recorded, mut simulated): (Vec<f64>, Vec<f64>) = pairs().unzip();
        for list in [&mut recorded, &mut simulated] {
            list.sort_by(f64::total_cmp);
        }
        let near = pairs().filter(|(one, other)| (one - other).abs() < 60.0);
        let starts: Vec<(u64, u64)> = jobs
            .iter()
            .filter_map(|&job| {
                let wait = run.experiment.labels[job as usize].recorded_wait()?;
                let submit = run.experiment.jobs[job as usize].submit;
                Some((submit.after(wait).0, run.outcomes[job as usize].started.0))
            })
            .collect();
        let mut found = group_fits(run, &jobs);
        found.extend(wait_fits(&waits));
        Some(Self {
            all,
            kolmogorov: kolmogorov(&recorded, &simulated),
            wasserstein: wasserstein(&recorded, &simulated),
            same_minute: near.count() as f64 / jobs.len() as f64,
            reversed: reversed(&starts),
            largest: largest_part(run, &jobs),
            groups: found,
            waits: [recorded, simulated],
        })
    }

    /// Whether mean and distribution fit.
    pub fn is_good(&self) -> bool {
        self.all.is_good() && self.is_spread_alike()
    }

    /// Whether the distributions of waits fit: by share, or as all waits are nearly the same.
    fn is_spread_alike(&self) -> bool {
        self.kolmogorov <= LARGEST_DISTANCE || self.wasserstein <= SMALLEST
    }

    /// The verdict: how far it is off, and what may be believed.
    pub fn sentence(&self) -> String {
        let words = self.all.in_words();
        if !self.all.is_good() {
            let mut text = format!("{words}: what-if is not to be believed");
            if let Some(part) = &self.largest {
                text += &format!("; the largest part is {}", part.in_words());
            }
            return text;
        }
        if !self.is_spread_alike() {
            return format!(
                "the mean {words}, but waits are distributed otherwise (Kolmogorov’s distance {:.2}): what-if may be believed of no more than the mean",
                self.kolmogorov
            );
        }
        let partitions = self.of_groups(FitBy::Job(GroupBy::Queue));
        let judged = partitions.filter(|group| group.means.jobs >= FEWEST_JOBS);
        let (good, bad): (Vec<_>, Vec<_>) = judged.partition(|group| group.means.is_good());
        let list = |groups: &[&GroupFit]| {
            let names: Vec<&str> = groups.iter().map(|group| &*group.name).collect();
            names.join(", ")
        };
        match (good.len(), bad.len()) {
            (_, 0) => format!("{words}: what-if may be believed"),
            (0, _) => format!(
                "{words}, but none of the partitions: what-if may be believed of the mean of all alone"
            ),
            _ => format!(
                "{words}: what-if may be believed for {}, not for {}",
                list(&good),
                list(&bad)
            ),
        }
    }

    /// Groups by a property.
    pub fn of_groups(&self, by: FitBy) -> impl Iterator<Item = &GroupFit> {
        self.groups.iter().filter(move |group| group.by == by)
    }

    /// The distances in words.
    pub fn distances(&self) -> String {
        format!(
            "waits are {} apart on average by rank (Wasserstein), {:.2} by share (Kolmogorov); {:.0} % of the starts are within a minute, {:.0} % of those that follow one another in the log are in the other order",
            span(self.wasserstein),
            self.kolmogorov,
            100.0 * self.same_minute,
            100.0 * self.reversed
        )
    }
}

/// Groups by partition, user and width.
fn group_fits(run: &Run, jobs: &[u32]) -> Vec<GroupFit> {
    let mut found = Vec::new();
    for by in [GroupBy::Queue, GroupBy::User, GroupBy::Width] {
        for group in groups(run, jobs, by) {
            let Some(key) = group.key else { continue };
            let pairs = group
                .jobs
                .iter()
                .filter_map(|&job| waits(run, job as usize));
            found.extend(MeanFit::of(pairs).map(|means| GroupFit {
                by: FitBy::Job(by),
                name: by.name_in(run, key),
                means,
            }));
        }
    }
    found
}

/// Groups by the recorded wait.
fn wait_fits(waits: &[(u32, f64, f64)]) -> Vec<GroupFit> {
    let mut from = f64::NEG_INFINITY;
    let mut found = Vec::new();
    for (until, name) in WAITS {
        let within = waits.iter().filter(|one| from <= one.1 && one.1 < until);
        found.extend(
            MeanFit::of(within.map(|&(_, one, other)| (one, other))).map(|means| GroupFit {
                by: FitBy::Wait,
                name: name.to_owned(),
                means,
            }),
        );
        from = until;
    }
    found
}
