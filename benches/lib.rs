//! Shared code of the benches: workloads at a set load, and runs on nodes that jobs share.

use std::time::Instant;

use cosched_core::engine::{BoxedStorage, Policy, Setup};
use cosched_core::policy::slurm::{
    BoxedShared, Delays, Grid, NodeChoice, PassDepth, PassIntervals, PassTimes, Selection,
    SharedNodes, Slurm, WindowGrowth,
};
use cosched_core::random::Random;
use cosched_core::{Digest, Duration, JobSpec, Metrics, Simulation, Time};

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

/// A lognormal number whose logarithm has the mean 0 and the standard deviation 1.5. Box and
/// Muller, "A note on the generation of random normal deviates", 1958.
pub fn lognormal(random: &mut Random) -> f64 {
    let radius = (-2.0 * (1.0 - random.uniform()).ln()).sqrt();
    (1.5 * radius * (core::f64::consts::TAU * random.uniform()).cos()).exp()
}

/// Hands Slurm with its defaults, for the shared nodes of `setup`, to `run`.
///
/// # Panics
/// There is no memory for its buffers.
pub fn slurm_with_defaults(setup: &Setup<'_>, run: impl FnOnce(&mut dyn Policy)) {
    const TESTED: usize = 500;
    let mut buffers = BoxedShared::new(setup, TESTED);
    let grid = Grid {
        resolution: Duration::from_seconds(60),
        origin: Duration::ZERO,
        window: Duration::from_seconds(86_400),
    };
    let nodes = SharedNodes::new(
        setup,
        TESTED,
        grid,
        (
            Selection::ConsTres(WindowGrowth::Doubling),
            NodeChoice::BestFit,
        ),
        buffers.as_buffers(),
    );
    let nodes = nodes.expect("buffers as large as is said");
    let depth = PassDepth {
        main: 100,
        backfill: TESTED,
        starts: usize::MAX,
        plans: usize::MAX,
        least_age: Duration::ZERO,
    };
    let pace = PassIntervals {
        batch_delay: Duration::from_seconds(3),
        full: Duration::from_seconds(60),
        backfill: Duration::from_seconds(30),
    };
    let ticks = PassTimes::Free {
        seed: 1,
        delays: Delays::default(),
        first: None,
    };
    run(&mut Slurm::with_resources(nodes, depth, ticks, pace));
}

/// Prints a line on a run of `setup` under `policy`.
///
/// # Panics
/// It cannot be simulated.
pub fn line(name: &str, load: f64, setup: Setup<'_>, policy: &mut dyn Policy) {
    let mut storage = BoxedStorage::new(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).expect("it can be simulated");
    let mut sink = (Metrics::new(), Digest::default());
    let began = Instant::now();
    simulation.run(policy, &mut sink);
    let seconds = began.elapsed().as_secs_f64();
    let wait = sink.0.mean_wait();
    println!(
        "{name:<12} {load:>5} {seconds:>9.2} {wait:>11.1}   {:?}",
        sink.1
    );
}
