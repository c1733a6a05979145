//! Agreement of simulated decisions with those in a log, and the causes where they differ.

use std::collections::BTreeMap;

use super::decision::{Decisions, JobDecision, nodes_being_cleared};
use crate::load::slurm::decisions::{Instant, Number};

/// Cause of a deviation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DifferenceCause {
    /// It starts on nodes of a job that ended in the second before, and in reality a second later,
    /// or on others: they were still being cleared, which the log does not say.
    Clearing,
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
}

impl Replay {
    /// Counts all decisions of a pass about a job or array, the real ones first. The pass begins
    /// at an instant when the nodes `cleared` may still be; `follows` says whether a task is
    /// decided alike after the real decisions before it.
    pub(super) fn compare(
        &mut self,
        (at, cleared): (Instant, &[u32]),
        job: Number,
        pass: [&Decisions; 2],
        follows: impl Fn(usize) -> bool,
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
            let cleared = nodes_being_cleared((at.div_euclid(1000), cleared), real, simulated);
            let why = if !cleared.is_empty() {
                self.clearing.entry(at).or_default().extend(cleared);
                DifferenceCause::Clearing
            } else if follows(nth) {
                DifferenceCause::Follows
            } else {
                DifferenceCause::Unknown
            };
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
