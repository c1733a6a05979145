//! The policy that starts jobs as they were chosen in a session.

use std::sync::{Arc, OnceLock};

use cosched_core::engine::{Context, Explanation, Policy, StartReason};
use cosched_core::{JobId, Time};

use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::family::FalliblePolicy;
use crate::record::choice::Choice;
use crate::record::{Experiment, Run};
use crate::run::simulate_with;
use crate::scenario::PolicyName;
use crate::scenario::policy::own::{Description, OwnPolicy};

/// A job that was chosen to start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChosenStart {
    /// When.
    pub at: Time,
    /// The job.
    pub job: JobId,
}

/// All that was chosen in a session.
#[derive(Clone, Debug)]
pub struct ChosenSchedule {
    pub(super) experiment: Arc<Experiment>,
    pub(super) choice: Choice,
    pub(super) chosen: Vec<ChosenStart>,
}

impl ChosenSchedule {
    /// Runs it, and returns it as `label` with its metrics and schedule.
    ///
    /// # Errors
    /// Jobs still wait, or `progress` was cancelled.
    pub fn run(&self, label: &str, progress: &Progress) -> Result<Run, Problem> {
        let policy = Replay {
            chosen: &self.chosen,
        };
        let choice = Choice {
            label: label.to_owned(),
            ..self.choice.clone()
        };
        let policy = Box::new(policy);
        let run = simulate_with(&self.experiment, &choice, policy, true, progress)?;
        run.ok_or_else(|| Problem::output("the run was cancelled"))
    }
}

/// Name of the policy of sessions, in results.
pub(super) fn name() -> PolicyName {
    static CHOSEN: OnceLock<OwnPolicy> = OnceLock::new();
    let describe = || {
        let summary = "Jobs start as somebody chooses, one by one";
        OwnPolicy::new(Description::new("Chosen", "Chosen", summary, |_| {
            Err("somebody chose these starts in a session, so that no policy can say why: runs of policies are explained".to_owned())
        }))
    };
    PolicyName::Own(*CHOSEN.get_or_init(describe))
}

/// Reason of a start that was chosen while `passed` waits ahead in the queue.
pub(super) fn reason(passed: Option<JobId>) -> StartReason {
    let why = Explanation::new("as chosen");
    StartReason::Other { why, passed }
}

/// Starts `job`, which fits; returns whether it does.
pub(super) fn start(context: &mut Context<'_, '_>, job: JobId) -> bool {
    let passed = context.head().filter(|&head| head != job);
    context.fits(job) && context.start(job, reason(passed)).is_ok()
}

/// Starts the chosen jobs, each at its instant.
pub(super) struct Replay<'c> {
    pub(super) chosen: &'c [ChosenStart],
}

impl Policy for Replay<'_> {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        while let [first, rest @ ..] = self.chosen
            && first.at == context.now()
        {
            if !start(context, first.job) {
                return; // it is waited for in vain, which ends the run with a sentence
            }
            self.chosen = rest;
        }
    }
}

impl FalliblePolicy for Replay<'_> {
    fn failure(&self) -> Option<Problem> {
        None
    }
}
