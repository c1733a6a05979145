//! Sources of a scenario's jobs: a list, a log, accounting, a model, a workflow.

mod job;
mod log;
mod models;
mod table;

pub use job::Job;
pub use log::{Dialect, SwfWorkload};
pub use models::{Estimates, JannWorkload, LublinSet, LublinWorkload, ReactingUsers};
pub use table::{
    Columns, CountUnit, InstantUnit, MemoryFor, MemoryUnit, Says, Sizing, SpanUnit, TableWorkload,
    Units,
};

use serde::{Deserialize, Serialize};

use super::placement::workflow::WorkflowWorkload;

/// Source of the jobs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Workload {
    /// Written out.
    Jobs(Vec<Job>),
    /// A log in the Standard Workload Format, plain or compressed.
    Swf(SwfWorkload),
    /// Accounting: a scheduler's records of jobs, as a table.
    Table(TableWorkload),
    /// The model of Lublin and Feitelson, 2003.
    Lublin(LublinWorkload),
    /// The model of Jann and others, 1997, by its re-fit.
    Jann(JannWorkload),
    /// Jobs that follow one another.
    Workflow(WorkflowWorkload),
}

impl Workload {
    /// Whether it is a log or accounting: what ran on a machine.
    pub const fn is_log(&self) -> bool {
        matches!(self, Self::Swf(_) | Self::Table(_))
    }

    /// Offered load to which the times between submissions are scaled, if they are.
    pub const fn load(&self) -> Option<f64> {
        match self {
            Self::Jobs(_) | Self::Workflow(_) => None,
            Self::Swf(swf) => swf.load,
            Self::Table(table) => table.load,
            Self::Lublin(lublin) => lublin.load,
            Self::Jann(jann) => jann.load,
        }
    }

    /// Whether it is a log whose jobs are submitted when they were.
    pub const fn is_log_as_it_was(&self) -> bool {
        self.is_log() && self.load().is_none()
    }
}
