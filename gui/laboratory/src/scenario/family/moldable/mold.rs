//! Jobs that can run on any number of processors.

use cosched_core::workload::{MoldSpec, Speedup, Work};
use cosched_core::{Exact, JobSpec, Time};

/// Speed-up of a job on more processors.
#[derive(Clone, PartialEq, Debug)]
pub enum Curve {
    /// Downey's model.
    Downey {
        /// Average parallelism.
        parallelism: f64,
        /// Coefficient of the variance of parallelism.
        variance: f64,
    },
    /// On 1, 2, 3 … processors.
    Table(Vec<f64>),
}

impl Curve {
    /// Converts it for the core.
    pub fn as_speedup(&self) -> Speedup<'_> {
        match self {
            &Self::Downey {
                parallelism,
                variance,
            } => Speedup::Downey {
                parallelism,
                variance,
            },
            Self::Table(table) => Speedup::Table(table),
        }
    }
}

/// Job that can run on any number of processors.
#[derive(Clone, PartialEq, Debug)]
pub struct Mold {
    /// Processor time that it needs.
    pub work: Work,
    /// Speed-up on more processors.
    pub curve: Curve,
    /// Deadline, if any.
    pub deadline: Option<Time>,
}

impl Mold {
    /// Time that it takes on `processors` processors.
    pub fn time(&self, processors: u32) -> Exact {
        let spec = MoldSpec {
            work: self.work,
            speedup: self.curve.as_speedup(),
            size: processors,
            deadline: Time::MAX,
            utilisation: None,
        };
        spec.time(processors)
    }

    /// Mold with linear speed-up, up to the requested size.
    pub fn linear(job: &JobSpec) -> Self {
        Self {
            work: linear(job).0,
            curve: Curve::Downey {
                parallelism: f64::from(job.nodes),
                variance: 0.0,
            },
            deadline: None,
        }
    }
}

/// Work and speed-up of a job without a mold.
pub(crate) fn linear(job: &JobSpec) -> (Work, Speedup<'static>) {
    let speedup = Speedup::Downey {
        parallelism: f64::from(job.nodes),
        variance: 0.0,
    };
    (Work::on(job.nodes, job.runtime, &speedup), speedup)
}
