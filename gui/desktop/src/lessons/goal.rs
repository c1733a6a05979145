//! Goals of lessons: what has to be seen in the window before a task is done.

use serde::Deserialize;

use crate::App;
use laboratory::record::Run;
use laboratory::scenario::PolicyName;

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
        /// Latest start, in seconds.
        by: f64,
        /// Policy, if it must be that one.
        #[serde(default)]
        policy: Option<PolicyName>,
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
    },
}

fn largest() -> f64 {
    f64::INFINITY
}

fn smallest() -> f64 {
    f64::NEG_INFINITY
}

impl Goal {
    /// Whether it is reached in the document in front.
    pub(super) fn is_reached(&self, app: &App) -> bool {
        let shared = &app.front.shared;
        let present = || shared.runs.entries.iter().filter(|entry| !entry.stale);
        let of = |policy: Option<PolicyName>| {
            present().filter(move |entry| policy.is_none_or(|policy| entry.run.policy == policy))
        };
        match self {
            Self::Selected { job, waits, policy } => shared.selection.is_some_and(|selection| {
                let entry = of(*policy).find(|entry| entry.id == selection.id);
                entry.is_some_and(|entry| {
                    let run = &entry.run;
                    let is_it =
                        job.is_none_or(|number| index_of(run, number) == Some(selection.job));
                    is_it && run.wait(selection.job).seconds() >= *waits
                })
            }),
            Self::Starts { job, by, policy } => of(*policy).any(|entry| {
                let index = index_of(&entry.run, *job);
                index.is_some_and(|index| entry.run.outcomes[index].started.seconds() <= *by)
            }),
            Self::Runs { policy } => of(Some(*policy)).next().is_some(),
            Self::Metric {
                name,
                below,
                above,
                policy,
            } => of(*policy).any(|entry| {
                let value = entry.values.value(name);
                value.is_some_and(|value| *above < value && value < *below)
            }),
        }
    }
}

/// Returns the index of the job of that number in `run`.
fn index_of(run: &Run, number: u64) -> Option<usize> {
    let mut labels = run.experiment.labels.iter();
    labels.position(|label| label.number() == number)
}
