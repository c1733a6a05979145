//! Goals of lessons: what has to be seen in the window before a task is done.

use std::path::PathBuf;

use serde::Deserialize;

use crate::App;
use crate::shared::runs::Entry;
use laboratory::base::format;
use laboratory::record::Run;
use laboratory::scenario::{PolicyName, Workload};

/// A goal. Of runs, only those of the scenario as it is now count.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) enum Goal {
    /// A job is selected.
    Selected {
        /// Its number.
        #[serde(default)]
        job: Option<u64>,
        /// Its least wait, in seconds.
        #[serde(default)]
        waits: f64,
        /// Policy of its run.
        #[serde(default)]
        policy: Option<PolicyName>,
    },
    /// A job starts in time.
    Starts {
        /// Its number.
        job: u64,
        /// Earliest start, in seconds.
        #[serde(default)]
        from: f64,
        /// Latest start, in seconds.
        by: f64,
        /// Least time from its start to its end, in seconds.
        #[serde(default)]
        runs: f64,
        /// Policy, if it must be that one.
        #[serde(default)]
        policy: Option<PolicyName>,
    },
    /// The job that waits longest in its run is selected, and it does wait.
    SelectedLongest,
    /// There is a run of a log on which a job waits.
    Log {
        /// Its least number of jobs.
        jobs: usize,
    },
    /// A metric is at most a share of what it was when the task began.
    Falls {
        /// Its name, as in summary.csv.
        name: String,
        /// That share.
        to: f64,
        /// The policy of both runs.
        policy: PolicyName,
    },
    /// There is a run of a policy.
    Runs {
        /// The policy.
        policy: PolicyName,
    },
    /// A metric is between two values.
    Metric {
        /// Its name, as in summary.csv.
        name: String,
        /// It is less than this, in the metric's unit.
        #[serde(default = "largest")]
        below: f64,
        /// It is more than this, in the metric's unit.
        #[serde(default = "smallest")]
        above: f64,
        /// Policy, if it must be that one.
        #[serde(default)]
        policy: Option<PolicyName>,
        /// Most nodes that the machine may have.
        #[serde(default)]
        most_nodes: Option<u32>,
    },
}

/// A metric on a log, at some time.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Measured {
    log: PathBuf,
    value: f64,
}

fn largest() -> f64 {
    f64::INFINITY
}

fn smallest() -> f64 {
    f64::NEG_INFINITY
}

impl Goal {
    /// Returns what the goal is compared with: what was measured `earlier`, or on another log what
    /// is measured now.
    pub(super) fn before(&self, app: &App, earlier: Option<&Measured>) -> Option<Measured> {
        // While a change is being run nothing is measured.
        let Some(now) = self.measured(app) else {
            return earlier.cloned();
        };
        let earlier = earlier.filter(|earlier| earlier.log == now.log);
        Some(earlier.cloned().unwrap_or(now))
    }

    /// What is compared with what, where that is not in the text of the task.
    pub(super) fn target(&self, before: Option<&Measured>) -> Option<String> {
        let (Self::Falls { to, .. }, Some(before)) = (self, before) else {
            return None;
        };
        let [was, target] = [before.value, to * before.value].map(format::span);
        Some(format!("It was {was}; the goal is {target}."))
    }

    fn measured(&self, app: &App) -> Option<Measured> {
        let Self::Falls { name, policy, .. } = self else {
            return None;
        };
        let entry = present(app).find(|entry| entry.run.policy == *policy)?;
        let (log, value) = (log_of(&entry.run)?, entry.values.value(name)?);
        Some(Measured { log, value })
    }

    /// Whether it is reached in the document in front, where `before` is what it is compared with.
    pub(super) fn is_reached(&self, app: &App, before: Option<&Measured>) -> bool {
        let of = |policy: Option<PolicyName>| {
            present(app).filter(move |entry| policy.is_none_or(|policy| entry.run.policy == policy))
        };
        let selected = || {
            let selection = app.front.shared.selection?;
            let entry = present(app).find(|entry| entry.id == selection.id)?;
            Some((&*entry.run, selection.job))
        };
        match self {
            Self::Selected { job, waits, policy } => selected().is_some_and(|(run, index)| {
                policy.is_none_or(|policy| run.policy == policy)
                    && job.is_none_or(|number| index_of(run, number) == Some(index))
                    && run.wait(index).seconds() >= *waits
            }),
            Self::SelectedLongest => selected().is_some_and(|(run, index)| {
                let all = (0..run.experiment.labels.len()).map(|index| run.wait(index).seconds());
                let wait = run.wait(index).seconds();
                wait > 0.0 && all.fold(0.0, f64::max) <= wait
            }),
            Self::Log { jobs } => present(app).any(|entry| {
                let is_long = entry.run.experiment.jobs.len() >= *jobs;
                let waits = entry
                    .values
                    .value("mean_wait")
                    .is_some_and(|wait| wait > 0.0);
                is_long && waits && log_of(&entry.run).is_some()
            }),
            Self::Falls { to, .. } => {
                let now = self.measured(app);
                before.zip(now).is_some_and(|(before, now)| {
                    now.value < before.value && now.value <= to * before.value
                })
            }
            Self::Starts {
                job,
                from,
                by,
                runs,
                policy,
            } => of(*policy).any(|entry| {
                index_of(&entry.run, *job).is_some_and(|index| {
                    let outcome = &entry.run.outcomes[index];
                    let start = outcome.started.seconds();
                    (*from..=*by).contains(&start) && outcome.completed.seconds() - start >= *runs
                })
            }),
            Self::Runs { policy } => of(Some(*policy)).next().is_some(),
            Self::Metric {
                name,
                below,
                above,
                policy,
                most_nodes,
            } => of(*policy).any(|entry| {
                let value = entry.values.value(name);
                let is_small = most_nodes.is_none_or(|most| entry.run.experiment.nodes <= most);
                is_small && value.is_some_and(|value| *above < value && value < *below)
            }),
        }
    }
}

/// The runs of the scenario in front as it is now.
fn present(app: &App) -> impl Iterator<Item = &Entry> {
    let entries = app.front.shared.runs.entries.iter();
    entries.filter(|entry| !entry.stale)
}

/// Returns the file of the log that `run` is of, if it is of one.
fn log_of(run: &Run) -> Option<PathBuf> {
    match &run.experiment.scenario.workload {
        Workload::Swf(log) => Some(log.path.clone()),
        Workload::Table(table) => Some(table.path.clone()),
        _ => None,
    }
}

/// Returns the index of the job of that number in `run`.
fn index_of(run: &Run, number: u64) -> Option<usize> {
    let mut labels = run.experiment.labels.iter();
    labels.position(|label| label.number() == number)
}
