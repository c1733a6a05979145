//! Specifications of moldable jobs, for policies that choose their sizes.

use cosched_core::workload::{MoldSpec, Share};
use cosched_core::{JobSpec, Rate, Time};

use crate::record::{Experiment, JobLabel};
use crate::scenario::moldable::mold::linear;

/// Returns the specifications of all jobs of `experiment`. A job without a speed-up is twice as
/// fast on twice as many processors, up to its requested size, and has no deadline. Virtual
/// machines that take `loss` of the processor time make the work of every job longer.
pub fn molds(experiment: &Experiment, loss: f64) -> Vec<MoldSpec<'_>> {
    let jobs = experiment.jobs.iter().zip(&experiment.labels);
    let of = |(index, (job, label)): (usize, (&JobSpec, &JobLabel))| {
        let given = experiment.molds.get(index).and_then(Option::as_ref);
        let (work, speedup) = match given {
            Some(mold) => (mold.work, mold.curve.as_speedup()),
            None => linear(job),
        };
        let work = if loss > 0.0 {
            work.with_available(Rate::of(1.0 - loss))
        } else {
            work
        };
        MoldSpec {
            work,
            speedup,
            size: job.nodes,
            deadline: given.and_then(|mold| mold.deadline).unwrap_or(Time::MAX),
            utilisation: label.terms().utilisation.map(Share::of_rate),
        }
    };
    jobs.enumerate().map(of).collect()
}
