//! Sources of a scenario's jobs: a list, a log, accounting, a model, a workflow.

mod job;
mod log;
mod models;
mod table;
mod warm_up;

pub use job::Job;
pub use log::{Dialect, SwfWorkload};
pub use models::{Estimates, JannWorkload, LublinSet, LublinWorkload, ReactingUsers};
pub use table::{
    Columns, CountUnit, InstantUnit, MemoryFor, MemoryUnit, Says, Sizing, SpanUnit, TableWorkload,
    Units,
};
pub use warm_up::WarmUp;

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

    /// Its warm-up, if one is requested.
    pub const fn warm_up(&self) -> Option<WarmUp> {
        match self {
            Self::Swf(swf) => swf.warm_up,
            Self::Table(table) => table.warm_up,
            _ => None,
        }
    }

    /// Requests a warm-up; returns whether it is a log.
    pub fn set_warm_up(&mut self, warm_up: WarmUp) -> bool {
        let field = match self {
            Self::Swf(swf) => &mut swf.warm_up,
            Self::Table(table) => &mut table.warm_up,
            _ => return false,
        };
        *field = Some(warm_up);
        true
    }

    /// Whether it is a log whose jobs are submitted when they were.
    pub const fn is_log_as_it_was(&self) -> bool {
        self.is_log() && self.load().is_none()
    }
}
