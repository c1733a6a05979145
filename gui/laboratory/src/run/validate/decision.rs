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
    cleared: (Instant, &[u32]),
    real: Option<&JobDecision>,
    simulated: Option<&JobDecision>,
) -> bool {
    !nodes_being_cleared(cleared, real, simulated).is_empty()
}

/// The nodes [that Slurm does not use](is_clearing).
pub(super) fn nodes_being_cleared(
    (second, cleared): (Instant, &[u32]),
    real: Option<&JobDecision>,
    simulated: Option<&JobDecision>,
) -> Vec<u32> {
    let (Some(real), Some(JobDecision::Starts(here))) = (real, simulated) else {
        return Vec::new();
    };
    let cleared = cleared.iter().copied().filter(|node| here.contains(node));
    match real {
        JobDecision::Starts(there) => cleared.filter(|node| !there.contains(node)).collect(),
        JobDecision::Planned([start, _], there) if here == there && *start == second + 1 => {
            cleared.collect()
        }
        JobDecision::Planned(..) => Vec::new(),
    }
}
