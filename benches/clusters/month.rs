//! Run time of a month of a centre under Slurm: 50 000 jobs on 1 000 nodes that they share.

use cosched_benches::{line, lognormal, slurm_with_defaults};
use cosched_core::engine::Setup;
use cosched_core::machine::cluster::{Amounts, ClusterRequest, ClusterSetup, NodeKind, Partition};
use cosched_core::random::Random;
use cosched_core::{Duration, JobSpec, Time};

const NODES: u32 = 1_000;
const WORDS: usize = (NODES as usize).div_ceil(64);
const CORES: u32 = 16;
const JOBS: usize = 50_000;
const MONTH: f64 = 30.0 * 86_400.0;
const KINDS: [NodeKind; 1] = [NodeKind {
    count: NODES,
    room: Amounts::new(CORES, 16 * CORES, 0),
    features: 0,
}];

/// Memory per core that jobs demand, in sixteenths of what a node has for each.
const ALIKE: [u32; 1] = [0];
const SEVERAL: [u32; 13] = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

fn main() {
    println!(
        "{JOBS} jobs in 30 days on {NODES} nodes of {CORES} cores under Slurm; one run of each"
    );
    println!("demands       load   seconds   mean wait   digest");
    for load in [0.8, 0.9] {
        for seed in 0..3 {
            run("one", (load, seed), &ALIKE);
            run("13", (load, seed), &SEVERAL);
        }
    }
}

/// Runs jobs which demand one of these `memories`.
fn run(name: &str, (load, seed): (f64, u64), memories: &[u32]) {
    let (workload, requests) = draw((load, seed), memories);
    let mut all = [u64::MAX; WORDS];
    all[WORDS - 1] = u64::MAX >> (64 * WORDS as u32 - NODES);
    let partitions = [Partition::of(&all)];
    let cluster = ClusterSetup::new(&KINDS, &partitions, &requests);
    let setup = Setup::cluster(&workload, NODES).with_cluster(cluster);
    slurm_with_defaults(&setup, |policy| line(name, load, setup, policy));
}

/// Jobs of 1 to 256 tasks, powers of two, of which each runs on one core, for lognormal times that
/// offer the load `load` in a month; estimates are one to three times that.
fn draw((load, seed): (f64, u64), memories: &[u32]) -> (Vec<JobSpec>, Vec<ClusterRequest>) {
    let mut random = Random::new(seed, 0);
    let drawn: Vec<_> = (0..JOBS)
        .map(|_| {
            let tasks = 1 << random.below(9);
            let memory = memories[random.below(memories.len() as u64) as usize];
            let runtime = lognormal(&mut random);
            (tasks, memory, runtime, 1.0 + 2.0 * random.uniform())
        })
        .collect();
    let area: f64 = drawn
        .iter()
        .map(|&(tasks, _, runtime, _)| f64::from(tasks) * runtime)
        .sum();
    let scale = load * f64::from(NODES * CORES) * MONTH / area;
    let mut submit = 0.0;
    let jobs = drawn.iter().map(|&(tasks, _, runtime, over)| {
        submit -= MONTH / JOBS as f64 * (1.0 - random.uniform()).ln();
        let runtime = (runtime * scale).max(1.0);
        JobSpec::exact(Time(submit as u64 * 1_000_000_000), seconds(runtime), tasks)
            .with_estimate(seconds(runtime * over))
    });
    let jobs = jobs.collect();
    let requests = drawn
        .iter()
        .map(|&(tasks, memory, ..)| ClusterRequest::tasks(tasks, Amounts::new(1, memory, 0)));
    (jobs, requests.collect())
}

fn seconds(seconds: f64) -> Duration {
    Duration::from_seconds(seconds as u64)
}
