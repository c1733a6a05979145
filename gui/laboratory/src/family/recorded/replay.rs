//! The policy that starts each job at its recorded start, on the lowest free nodes.

use cosched_core::engine::{Context, Policy, Setup, StartReason, WaitReason};
use cosched_core::{JobId, Time};

use crate::base::problem::Problem;
use crate::family::ready_policy::ReadyPolicy;
use crate::family::room::Buffers;
use crate::record::Experiment;

/// Reasons to start or wait, in the words of explanations.
const ON_TIME: &str = "as the log has it";
const LATE: &str = "later than the log has it, as too few nodes were free until now";
const NOT_YET: &str = "the log has it start later";

/// Recorded start of each job.
#[derive(Debug)]
pub(crate) struct ReplayBuffers {
    starts: Vec<Time>,
}

impl ReplayBuffers {
    /// Takes the recorded starts from the log of `experiment`.
    pub(crate) fn new(experiment: &Experiment) -> Self {
        let jobs = experiment.jobs.iter().zip(&experiment.labels);
        // A job without a recorded wait starts at once.
        let starts =
            jobs.map(|(job, label)| job.submit.after(label.recorded_wait().unwrap_or_default()));
        Self {
            starts: starts.collect(),
        }
    }

    /// The policy on these starts.
    pub(crate) fn replay(&self) -> Replay<'_> {
        Replay {
            starts: &self.starts,
        }
    }
}

impl Buffers for ReplayBuffers {
    fn policy<'p>(&'p mut self, _: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        Ok(ReadyPolicy::Boxed(Box::new(self.replay())))
    }
}

/// Starts each job at its recorded start, or as soon after that as its nodes are free.
pub(crate) struct Replay<'b> {
    starts: &'b [Time],
}

impl Replay<'_> {
    fn start_of(&self, job: JobId) -> Time {
        let start = self.starts.get(job.index());
        start.copied().unwrap_or_default()
    }
}

impl Policy for Replay<'_> {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let now = context.now();
        let mut due: Vec<JobId> = context
            .queue()
            .filter(|&job| self.start_of(job) <= now)
            .collect();
        // By recorded start; of those at one instant, first submitted, first started.
        due.sort_by_key(|&job| (self.start_of(job), context.order_of(job)));
        for job in due {
            let first = context.head().filter(|&head| head != job);
            let why = if self.start_of(job) == now {
                ON_TIME
            } else {
                LATE
            };
            let reason = StartReason::Other {
                why: why.into(),
                passed: first,
            };
            if context.start(job, reason).is_err() {
                context.explain_wait_for_room(job);
            }
        }
        let later = context.queue().map(|job| self.start_of(job));
        match later.filter(|&start| start > now).min() {
            None => context.cancel_wake(),
            // An instant to come is always accepted.
            Some(next) => context.wake_at(next).unwrap_or_default(),
        }
        if context.wants_reasons() {
            self.report_reasons(context, now);
        }
    }
}

impl Replay<'_> {
    fn report_reasons(&self, context: &mut Context<'_, '_>, now: Time) {
        let later = |&job: &JobId| self.start_of(job) > now;
        let waiting: Vec<JobId> = context.queue().filter(later).collect();
        for job in waiting {
            let (why, behind) = (NOT_YET.into(), None);
            context.explain_wait(job, WaitReason::Other { why, behind });
        }
    }
}
