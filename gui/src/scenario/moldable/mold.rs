//! A job that can run on any number of processors.

use cosched_core::workload::{MoldSpec, Speedup, Work};
use cosched_core::{Exact, JobSpec, Time};

/// How much faster a job is on more processors.
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
    /// As the core wants it.
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

/// A job that can run on any number of processors.
#[derive(Clone, PartialEq, Debug)]
pub struct Mold {
    /// How much processor time it needs.
    pub work: Work,
    /// How much faster it is on more.
    pub curve: Curve,
    /// When it should have ended, if it is told.
    pub deadline: Option<Time>,
}

impl Mold {
    /// How long it takes on so many processors.
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

    /// Twice as fast on twice as many processors, up to the size it asks for.
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

/// The work and the speed-up of a job of which nothing is told.
pub(crate) fn linear(job: &JobSpec) -> (Work, Speedup<'static>) {
    let speedup = Speedup::Downey {
        parallelism: f64::from(job.nodes),
        variance: 0.0,
    };
    (Work::on(job.nodes, job.runtime, &speedup), speedup)
}
