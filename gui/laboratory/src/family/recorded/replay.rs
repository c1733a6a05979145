//! The policy that starts each job at its recorded start, on the lowest free nodes.

use cosched_core::engine::{Context, Policy, Setup, StartReason, WaitReason};
use cosched_core::{JobId, Time};

use crate::base::problem::Problem;
use crate::family::ready_policy::ReadyPolicy;
use crate::family::room::Buffers;
use crate::record::Experiment;

use super::waiting::WaitingJobs;

/// Reasons to start or wait, in the words of explanations.
const ON_TIME: &str = "as the log has it";
const LATE: &str = "later than the log has it, as too few nodes were free until now";
const NOT_YET: &str = "the log has it start later";

/// Recorded start of each job.
#[derive(Debug)]
pub(crate) struct ReplayBuffers {
    starts: Vec<Time>,
    is_plain: bool,
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
            is_plain: experiment.has_equal_nodes()
                && experiment.precedents.as_core().is_empty()
                && !experiment.limits().are_possible(),
        }
    }

    #[cfg(test)]
    pub(super) fn starts(&self) -> Vec<Time> {
        self.starts.clone()
    }

    /// The policy on these starts.
    pub(crate) fn replay(&self) -> Replay<'_> {
        Replay {
            starts: &self.starts,
            is_plain: self.is_plain,
            waiting: WaitingJobs::default(),
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
    /// Whether jobs wait only from their submission to their start, and fit wherever there are
    /// enough nodes.
    is_plain: bool,
    waiting: WaitingJobs,
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
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.update(context, self.is_plain, |job| self.start_of(job));
        let mut last = None;
        // By recorded start; of those at one instant, first submitted, first started.
        while let Some(due) = waiting.next_due(last, self.widest(context)) {
            last = Some(due);
            let (start, _, job) = due;
            let reason = StartReason::Other {
                why: if start == now { ON_TIME } else { LATE }.into(),
                passed: context.head().filter(|&head| head != job),
            };
            let nodes = context.nodes_of(job);
            match context.start(job, reason) {
                Ok(()) => waiting.remove(due, nodes),
                Err(_) => context.explain_wait_for_room(job),
            }
        }
        match waiting.next_start() {
            None => context.cancel_wake(),
            // An instant to come is always accepted.
            Some(next) => context.wake_at(next).unwrap_or_default(),
        }
        self.waiting = waiting;
        if context.wants_reasons() {
            self.report_reasons(context, now);
        }
    }
}

impl Replay<'_> {
    /// Most nodes of a job that is worth trying: one that does not fit gets a reason, if reasons are
    /// wanted.
    fn widest(&self, context: &Context<'_, '_>) -> u32 {
        if self.is_plain && !context.wants_reasons() {
            context.free_nodes()
        } else {
            u32::MAX
        }
    }

    fn report_reasons(&self, context: &mut Context<'_, '_>, now: Time) {
        let later = |&job: &JobId| self.start_of(job) > now;
        let waiting: Vec<JobId> = context.queue().filter(later).collect();
        for job in waiting {
            let (why, behind) = (NOT_YET.into(), None);
            context.explain_wait(job, WaitReason::Other { why, behind });
        }
    }
}
