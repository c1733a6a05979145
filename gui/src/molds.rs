//! What is known of moldable jobs, for policies that choose their sizes.

use cosched_core::workload::{MoldSpec, Share, Speedup};
use cosched_core::{Duration, JobSpec, Rate, Time};

use crate::record::{Experiment, JobLabel};

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
    /// Time on one processor.
    pub work: Duration,
    /// How much faster it is on more.
    pub curve: Curve,
    /// When it should have ended, if it is told.
    pub deadline: Option<Time>,
}

impl Mold {
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
fn linear(job: &JobSpec) -> (Duration, Speedup<'static>) {
    let work = Duration(job.runtime.0.saturating_mul(u64::from(job.nodes)));
    let speedup = Speedup::Downey {
        parallelism: f64::from(job.nodes),
        variance: 0.0,
    };
    (work, speedup)
}

/// What is known of all jobs of `experiment`. A job of which nothing is told is
/// twice as fast on twice as many processors, up to the size it asks for, and
/// has no deadline. Virtual machines that take `loss` of the processor time make
/// everybody's work longer.
pub fn molds(experiment: &Experiment, loss: f64) -> Vec<MoldSpec<'_>> {
    let jobs = experiment.jobs.iter().zip(&experiment.labels);
    let of = |(place, (job, label)): (usize, (&JobSpec, &JobLabel))| {
        let told = experiment.molds.get(place).and_then(Option::as_ref);
        let (work, speedup) = match told {
            Some(mold) => (mold.work, mold.curve.as_speedup()),
            None => linear(job),
        };
        let work = match loss > 0.0 {
            true => Duration((work.0 as f64 / (1.0 - loss)).round() as u64),
            false => work,
        };
        MoldSpec {
            work,
            speedup,
            size: job.nodes,
            deadline: told.and_then(|mold| mold.deadline).unwrap_or(Time::MAX),
            utilisation: label.utilisation.map(share),
        }
    };
    jobs.enumerate().map(of).collect()
}

/// A share of a processor, to the millionth that labels have it in.
fn share(rate: Rate) -> Share {
    let million = Duration(1_000_000);
    Share::of(rate.work_in(million).0 as f64 / million.0 as f64)
}
