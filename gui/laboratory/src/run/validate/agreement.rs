//! Agreement of simulated decisions with those in a log, and the causes where they differ.

use std::collections::BTreeMap;

use super::clearing::{ClearedNode, ClearingTimes};
use super::decision::{Decisions, JobDecision};
use crate::load::slurm::decisions::{Instant, Number};

/// Cause of a deviation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DifferenceCause {
    /// It starts on these nodes of jobs that ended in the second before, and in reality a second later,
    /// or on others, as it does here without them: they were still being cleared, which the log does
    /// not say.
    Clearing(Vec<ClearedNode>),
    /// A consequence of an earlier deviation in the pass: equal after the real decisions.
    Follows,
    /// No known cause.
    Unknown,
}

/// A decision that differs from the real one.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Its instant, by the clock of the log, in milliseconds.
    pub at: Instant,
    /// The job.
    pub job: Number,
    /// The real decision of Slurm, if there was one.
    pub real: Option<JobDecision>,
    /// The decision of the policy, if there is one.
    pub simulated: Option<JobDecision>,
    /// Its cause.
    pub why: DifferenceCause,
}

/// Agreement with Slurm's decisions.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// Planned starts: equal ones, and all.
    pub planned: [usize; 2],
    /// Starts: equal ones, and all.
    pub started: [usize; 2],
    /// Main passes that started a job, and backfill passes.
    pub passes: [usize; 2],
    /// The deviations.
    pub differences: Vec<Difference>,
    /// Nodes that were still being cleared in the passes at these instants, as far as it shows.
    pub clearing: BTreeMap<Instant, Vec<u32>>,
    /// How long that took.
    pub clearing_times: ClearingTimes,
}

impl Replay {
    /// Counts all decisions of the pass at `at` about a job or array, the real ones first; `cause` of
    /// the task that is decided otherwise, by both decisions.
    pub(super) fn compare(
        &mut self,
        at: Instant,
        job: Number,
        pass: [&Decisions; 2],
        cause: impl Fn(usize, [Option<&JobDecision>; 2]) -> DifferenceCause,
    ) {
        let [real, ours] = pass.map(|all| all.get(&job).map_or(&[][..], Vec::as_slice));
        for nth in 0..real.len().max(ours.len()) {
            let (real, simulated) = (real.get(nth), ours.get(nth));
            let counted = match real {
                Some(JobDecision::Starts(_)) => Some(&mut self.started),
                Some(JobDecision::Planned(..)) => Some(&mut self.planned),
                None => None,
            };
            let is_same = real == simulated;
            if let Some([same, all]) = counted {
                *same += usize::from(is_same);
                *all += 1;
            }
            if is_same {
                continue;
            }
            let why = cause(nth, [real, simulated]);
            if let DifferenceCause::Clearing(nodes) = &why {
                let own = self.clearing.entry(at).or_default();
                own.extend(nodes.iter().map(|one| one.node));
                self.clearing_times.note_unused(nodes);
            }
            self.differences.push(Difference {
                at,
                job,
                real: real.cloned(),
                simulated: simulated.cloned(),
                why,
            });
        }
    }
}
