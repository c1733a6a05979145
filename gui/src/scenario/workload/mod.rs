//! Where the jobs of a scenario come from: a list, a log, a model, a workflow.

mod job;
mod log;
mod models;

pub use job::Job;
pub use log::SwfWorkload;
pub use models::{Estimates, JannWorkload, LublinSet, LublinWorkload, ReactingUsers};

use serde::{Deserialize, Serialize};

use super::placement::workflow::WorkflowWorkload;

/// Where the jobs come from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Workload {
    /// Written out.
    Jobs(Vec<Job>),
    /// A log in the Standard Workload Format, plain or compressed.
    Swf(SwfWorkload),
    /// The model of Lublin and Feitelson, 2003.
    Lublin(LublinWorkload),
    /// The model of Jann and others, 1997, by its re-fit.
    Jann(JannWorkload),
    /// Jobs that follow one another.
    Workflow(WorkflowWorkload),
}
