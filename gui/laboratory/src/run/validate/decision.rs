//! Decisions of a scheduler about jobs.

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
