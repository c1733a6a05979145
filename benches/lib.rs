//! Shared code of the benches: workloads at a set load.

use cosched_core::random::Random;
use cosched_core::{Duration, JobSpec, Time};

/// `jobs` jobs that request 1 to 128 nodes of `nodes` for 1 to 200 s and arrive at random
/// with an offered load of `load`. Estimates are one to three times the runtime.
pub fn workload(jobs: usize, nodes: u32, load: f64) -> Vec<JobSpec> {
    let mut random = Random::new(42, 0);
    let widest = u64::from(nodes.min(128));
    // Mean area over capacity, over the load: the mean time between arrivals.
    let area = (1.0 + widest as f64) / 2.0 * 100.5;
    let gap = area / (f64::from(nodes) * load);
    let mut submit = 0.0;
    (0..jobs)
        .map(|_| {
            submit += 2.0 * gap * random.uniform();
            let runtime = 1_000_000_000 + random.below(199_000_000_000);
            let estimate = runtime * (1 + random.below(3));
            let submit = Time((submit * 1e9) as u64);
            let nodes = 1 + random.below(widest) as u32;
            JobSpec::exact(submit, Duration(runtime), nodes).with_estimate(Duration(estimate))
        })
        .collect()
}
