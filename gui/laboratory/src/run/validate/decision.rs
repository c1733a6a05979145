//! Decisions of a scheduler about jobs, and those that nodes still being cleared change.

use std::collections::HashMap;

use crate::load::slurm::decisions::{Instant, Number};

/// Decision about a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobDecision {
    /// It starts now, on these nodes.
    Starts(Vec<u32>),
    /// It is planned on these nodes, with its start and end, in whole seconds.
    Planned([Instant; 2], Vec<u32>),
}

/// Decisions of a pass by job or array; of an array, one for each task that it decides about.
pub type Decisions = HashMap<Number, Vec<JobDecision>>;

/// Whether it starts here on nodes that Slurm does not use because they are being cleared: it
/// plans the same for the next second, or starts elsewhere.
///
/// `second` is that of the decision, and `cleared` has the nodes of jobs that ended just before.
pub(super) fn is_clearing(
    (second, cleared): (Instant, &[u32]),
    real: Option<&JobDecision>,
    simulated: Option<&JobDecision>,
) -> bool {
    let (Some(real), Some(JobDecision::Starts(here))) = (real, simulated) else {
        return false;
    };
    let mut cleared = cleared.iter();
    match real {
        JobDecision::Starts(there) => {
            cleared.any(|node| here.contains(node) && !there.contains(node))
        }
        JobDecision::Planned([start, _], there) => {
            here == there && *start == second + 1 && cleared.any(|node| here.contains(node))
        }
    }
}
