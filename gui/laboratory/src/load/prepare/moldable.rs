//! Moldability, deadlines and over-requests for jobs that lack them.

use cosched_core::random::Random;
use cosched_core::workload::Work;
use cosched_core::{Duration, JobSpec};

use super::DraftJob;
use crate::scenario::moldable::MoldableJobs;
use crate::scenario::moldable::mold::{Curve, Mold};

/// Stream of variances and deadlines among those of a seed.
const MOLD_STREAM: u64 = 102;

/// Makes jobs moldable that are not yet: a job's average parallelism is its size, and its user
/// requests `over_request` times that, at most the machine (fixtures/papers/adasa.md, 5.4, M-g).
/// Returns the time from each job's submission to its deadline, where that is drawn.
pub(super) fn make_moldable(
    ranges: &MoldableJobs,
    seed: u64,
    nodes: u32,
    jobs: &mut [DraftJob],
) -> Vec<Option<Duration>> {
    let mut random = Random::new(seed, MOLD_STREAM);
    let mut within = |(from, to): (f64, f64)| from + random.uniform() * (to - from);
    let each = jobs.iter_mut();
    each.map(|DraftJob { spec, mold, .. }| {
        // Drawn for all, so that jobs with a mold of their own do not change others.
        let variance = within(ranges.variance);
        let slack = ranges.slack.map(&mut within);
        if mold.is_some() {
            return None;
        }
        let curve = Curve::Downey {
            parallelism: f64::from(spec.nodes),
            variance,
        };
        let work = Work::on(spec.nodes, spec.runtime, &curve.as_speedup());
        let size = (f64::from(spec.nodes) * ranges.over_request).round();
        spec.nodes = (size as u32).clamp(1, nodes);
        let new = Mold {
            work,
            curve,
            deadline: None,
        };
        spec.runtime = new.time(spec.nodes).round_up();
        // The runtime at each size is known.
        spec.estimate = spec.runtime;
        *mold = Some(Box::new(new));
        slack.map(|slack| Duration((spec.runtime.0 as f64 * slack) as u64))
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
