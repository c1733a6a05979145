//! Moldability, deadlines and over-requests for jobs that lack them.

use cosched_core::random::Random;
use cosched_core::workload::Work;
use cosched_core::{Duration, JobSpec};

use crate::scenario::moldable::MoldableJobs;
use crate::scenario::moldable::mold::{Curve, Mold};

/// Stream of variances and deadlines among those of a seed.
const MOLDS: u64 = 102;

/// Makes jobs moldable that are not yet: a job's average parallelism is its size, and its user
/// requests `over_request` times that, at most the machine (fixtures/papers/adasa.md, 5.4, M-g).
/// Returns the time from each job's submission to its deadline, where that is drawn.
pub(super) fn attach(
    asked: &MoldableJobs,
    seed: u64,
    nodes: u32,
    jobs: &mut [JobSpec],
    molds: &mut Vec<Option<Mold>>,
) -> Vec<Option<Duration>> {
    molds.resize(jobs.len(), None);
    let mut random = Random::new(seed, MOLDS);
    let mut within = |(from, to): (f64, f64)| from + random.unit() * (to - from);
    let each = jobs.iter_mut().zip(molds);
    each.map(|(job, mold)| {
        // Drawn for all, so that jobs with a mold of their own do not change others.
        let variance = within(asked.variance);
        let slack = asked.slack.map(&mut within);
        if mold.is_some() {
            return None;
        }
        let curve = Curve::Downey {
            parallelism: f64::from(job.nodes),
            variance,
        };
        let work = Work::on(job.nodes, job.runtime, &curve.as_speedup());
        let size = (f64::from(job.nodes) * asked.over_request).round();
        job.nodes = (size as u32).clamp(1, nodes);
        let new = Mold {
            work,
            curve,
            deadline: None,
        };
        job.runtime = new.time(job.nodes).up();
        // The runtime at each size is known.
        job.estimate = job.runtime;
        *mold = Some(new);
        slack.map(|slack| Duration((job.runtime.0 as f64 * slack) as u64))
    })
    .collect()
}

/// Sets the deadlines of jobs, now that submissions are known.
pub(super) fn set_deadlines(
    jobs: &[JobSpec],
    molds: &mut [Option<Mold>],
    spans: &[Option<Duration>],
) {
    for ((job, mold), span) in jobs.iter().zip(molds).zip(spans) {
        if let (Some(mold), Some(span)) = (mold, span) {
            mold.deadline = Some(job.submit.after(*span));
        }
    }
}
