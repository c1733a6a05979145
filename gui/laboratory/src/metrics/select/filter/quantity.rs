//! Quantities of a job for filters.

use crate::record::Run;

/// A quantity of a job as a number: times in seconds, yes as 1 and no as 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// Its number in the log.
    Number,
    /// Its user.
    User,
    /// Its group.
    Group,
    /// Its queue.
    Queue,
    /// Whether it is short (0), medium (1) or long (2).
    Class,
    /// Number of nodes requested.
    Nodes,
    /// Its submit time.
    Submitted,
    /// The hour of the week of its submission, from 0 on Monday to 167.
    Hour,
    /// Its undisturbed runtime.
    Runtime,
    /// Its estimate.
    Estimate,
    /// Nodes, or cores of shared ones, times runtime, in node-seconds.
    Work,
    /// Its start.
    Started,
    /// Its completion.
    Ended,
    /// Its wait.
    Wait,
    /// Its response: the time from entry to completion.
    Response,
    /// Its bounded slowdown.
    Slowdown,
    /// Whether it was killed.
    Killed,
    /// Whether it was refused.
    Refused,
}

impl Quantity {
    /// All quantities with their names in a line, and their descriptions.
    pub const ALL: [(Self, &'static str, &'static str); 18] = [
        (Self::Number, "job", "number of the job"),
        (Self::User, "user", "number of its user"),
        (Self::Group, "group", "number of its group"),
        (Self::Queue, "queue", "number of its queue"),
        (
            Self::Class,
            "class",
            "0 if it is short, 1 if medium, 2 if long",
        ),
        (Self::Nodes, "nodes", "nodes it asks for"),
        (Self::Submitted, "submitted", "when it was submitted"),
        (
            Self::Hour,
            "hour",
            "the hour of the week of its submission, 0 to 167 from Monday on",
        ),
        (Self::Runtime, "runtime", "how long it runs undisturbed"),
        (
            Self::Estimate,
            "estimate",
            "how long it says it runs at most",
        ),
        (Self::Work, "work", "nodes times runtime"),
        (Self::Started, "started", "when it started"),
        (Self::Ended, "ended", "when it was done"),
        (Self::Wait, "wait", "how long it waited"),
        (Self::Response, "response", "how long it was in the system"),
        (Self::Slowdown, "slowdown", "its bounded slowdown"),
        (Self::Killed, "killed", "whether it was killed"),
        (Self::Refused, "refused", "whether it was refused"),
    ];

    /// Returns the quantity of that name.
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter();
        all.find(|row| row.1 == name).map(|row| row.0)
    }

    /// Whether it is yes or no.
    pub fn is_yes_or_no(self) -> bool {
        matches!(self, Self::Killed | Self::Refused)
    }

    /// Whether it is a time, so that a value may have a unit.
    pub fn is_time(self) -> bool {
        matches!(
            self,
            Self::Submitted
                | Self::Runtime
                | Self::Estimate
                | Self::Started
                | Self::Ended
                | Self::Wait
                | Self::Response
                | Self::Work
        )
    }

    /// Whether it is independent of the policy.
    pub fn is_policy_independent(self) -> bool {
        matches!(
            self,
            Self::Number
                | Self::User
                | Self::Group
                | Self::Queue
                | Self::Nodes
                | Self::Submitted
                | Self::Hour
                | Self::Runtime
                | Self::Estimate
                | Self::Work
        )
    }

    /// Returns the quantity of `job`; `None` if it is unknown, or undefined for a refused job.
    pub fn of(self, run: &Run, job: usize) -> Option<f64> {
        let (spec, label) = (&run.experiment.jobs[job], &run.experiment.labels[job]);
        let outcome = &run.outcomes[job];
        let there = |value: f64| (!outcome.refused).then_some(value);
        let yes = |is: bool| Some(f64::from(u8::from(is)));
        match self {
            Self::Number => Some(label.number() as f64),
            Self::User => label.user().map(f64::from),
            Self::Group => label.group().map(f64::from),
            Self::Queue => label.queue().map(f64::from),
            Self::Class => {
                let class = run.classes.get(job).copied();
                class.map(|class| f64::from(class as u8))
            }
            Self::Nodes => Some(f64::from(spec.nodes)),
            Self::Submitted => Some(spec.submit.seconds()),
            Self::Hour => {
                let clock = &run.experiment.clock;
                Some(clock.hour_of_week(spec.submit.seconds()) as f64)
            }
            Self::Runtime => Some(spec.runtime.seconds()),
            Self::Estimate => Some(spec.estimate.seconds()),
            Self::Work => Some(spec.runtime.seconds() * f64::from(run.size(job))),
            Self::Started => there(outcome.started.seconds()),
            Self::Ended => there(outcome.completed.seconds()),
            Self::Wait => there(run.wait(job).seconds()),
            Self::Response => there(run.response(job).seconds()),
            Self::Slowdown => there(run.bounded_slowdown(job)),
            Self::Killed => yes(outcome.killed),
            Self::Refused => yes(outcome.refused),
        }
    }
}
