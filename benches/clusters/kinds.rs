//! Run time of a million jobs on a cluster of two kinds of nodes and five partitions.

use cosched_benches::{line, slurm_with_defaults};
use cosched_core::engine::Setup;
use cosched_core::machine::cluster::{Amounts, ClusterRequest, ClusterSetup, NodeKind, Partition};
use cosched_core::policy::{Order, cluster, plan};
use cosched_core::random::Random;
use cosched_core::{Duration, JobSpec, Time};

const NODES: u32 = 4_000;
const WORDS: usize = (NODES as usize).div_ceil(64);
const JOBS: usize = 1_000_000;
/// Number of jobs for conservative backfilling and Slurm, and number of waiting jobs that
/// the former plans.
const PLANNED: usize = 20_000;
const DEPTH: usize = 100;
/// Nodes with 64 cores, 256 GiB and no GPU, and nodes with 512 GiB and four.
const KINDS: [NodeKind; 2] = [
    NodeKind {
        count: 3_500,
        room: Amounts::new(64, 256, 0),
        features: 0,
    },
    NodeKind {
        count: 500,
        room: Amounts::new(64, 512, 4),
        features: 1,
    },
];

fn main() {
    println!(
        "{JOBS} jobs on {NODES} nodes of two kinds in five partitions, the first {PLANNED} under conservative and Slurm; one run of each"
    );
    println!("policy        load   seconds   mean wait   digest");
    for load in [0.5, 0.7, 0.8, 0.9] {
        let (workload, requests) = draw(load);
        let words: Vec<[u64; WORDS]> = SETS.iter().map(|&(first, end)| set(first, end)).collect();
        let partitions: Vec<Partition<'_>> = words.iter().zip(RULES).map(of).collect();
        let cluster = ClusterSetup::new(&KINDS, &partitions, &requests);
        let setup = Setup::cluster(&workload, NODES).with_cluster(cluster);
        let mut blocked = [0; WORDS];
        line(
            "FCFS",
            load,
            setup,
            &mut cluster::Fcfs::new(Order::Submitted, &mut blocked),
        );
        let mut heads = cluster::BoxedHeads::new(&setup);
        line(
            "EASY",
            load,
            setup,
            &mut cluster::Easy::new(Order::Submitted, heads.as_buffers()),
        );
        let few = setup
            .with_workload(&workload[..PLANNED])
            .with_cluster(ClusterSetup {
                requests: &requests[..PLANNED],
                ..cluster
            });
        let mut plan = plan::BoxedPlan::new(&few, DEPTH);
        let conservative = cluster::Conservative::new(Order::Submitted, plan.as_buffers());
        line("Conservative", load, few, &mut conservative.to_depth(DEPTH));
        slurm_with_defaults(&few, |policy| line("Slurm", load, few, policy));
    }
}

/// Nodes of the partitions: without GPUs, with, all, a few for short jobs, a third.
const SETS: [(u32, u32); 5] = [
    (0, 3_500),
    (3_500, 4_000),
    (0, 4_000),
    (0, 100),
    (2_000, 3_500),
];
/// Tier of each, and whether its jobs get whole nodes.
const RULES: [(u32, bool); 5] = [(0, false), (0, false), (0, true), (1, false), (0, true)];

fn of<'p>((nodes, (tier, whole_nodes)): (&'p [u64; WORDS], (u32, bool))) -> Partition<'p> {
    Partition {
        tier,
        whole_nodes,
        ..Partition::of(nodes)
    }
}

fn set(first: u32, end: u32) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    for node in first..end {
        words[node as usize / 64] |= 1 << (node % 64);
    }
    words
}

/// Mostly parts of a node, some jobs on up to 256 nodes, so that the offered load in cores
/// is `load`; estimates are one to three times the runtime.
fn draw(load: f64) -> (Vec<JobSpec>, Vec<ClusterRequest>) {
    let mut random = Random::new(42, 0);
    let mut drawn = Vec::with_capacity(JOBS);
    let mut area = 0.0;
    for _ in 0..JOBS {
        let mut below = |bound: u64| random.below(bound) as u32;
        let cores = 1 << below(6);
        let (partition, nodes, each) = match below(100) {
            0..55 => (0, 1, Amounts::new(cores, 4 * cores, 0)),
            55..70 => (1, 1 + below(2), Amounts::new(8, 64, 1 + below(4))),
            70..80 => (2, 1 << below(9), Amounts::new(64, 128, 0)),
            80..90 => (3, 1 + below(2), Amounts::new(cores, 2 * cores, 0)),
            _ => (4, 1 << below(6), Amounts::new(32, 200, 0)),
        };
        let runtime = match partition {
            3 => 60 + random.below(600),
            _ => 60 + random.below(20_000),
        };
        let used = match partition {
            2 | 4 => 64,
            _ => each.cores(),
        };
        area += f64::from(nodes) * f64::from(used) * runtime as f64;
        let request = ClusterRequest {
            partition,
            ..ClusterRequest::nodes(nodes, each)
        };
        drawn.push((runtime, runtime * (1 + random.below(3)), request));
    }
    let gap = area / JOBS as f64 / (f64::from(NODES) * 64.0 * load);
    let mut submit = 0.0;
    let jobs = drawn.iter().map(|&(runtime, estimate, request)| {
        submit += 2.0 * gap * random.uniform();
        JobSpec::exact(
            Time((submit * 1e9) as u64),
            Duration::from_seconds(runtime),
            request.units(),
        )
        .with_estimate(Duration::from_seconds(estimate))
    });
    (
        jobs.collect(),
        drawn.iter().map(|&(_, _, request)| request).collect(),
    )
}
