//! Choosing nodes for a job: each method against nodes and jobs on a node, and in whole runs.

use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::load;
use cosched::record::Experiment;
use cosched::run::{Choice, simulate};
use cosched::scenario::slicing::{self, MemorySource};
use cosched::scenario::{
    Cluster, LublinWorkload, Machine, Parameters, PolicyName, Scenario, Workload,
};
use cosched_core::machine::{Allocation, Candidate, Fit, MemoryAware, fits_at};
use cosched_core::random::Random;
use cosched_core::{Memory, Time};
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

const CAPACITY: Memory = Memory::from_mebibytes(400);

const METHODS: [(&str, Allocation); 4] = [
    ("first-free", Allocation::FirstFree),
    ("intelligent", Allocation::Intelligent),
    ("best/worst", aware(Fit::Best, Fit::Worst)),
    ("worst/best", aware(Fit::Worst, Fit::Best)),
];

const fn aware(first: Fit, second: Fit) -> Allocation {
    Allocation::MemoryAware(MemoryAware::new(first, second))
}

/// Jobs on each node: their ends and memory.
fn machine(nodes: usize, residents: usize) -> Vec<Vec<(Time, Memory)>> {
    let mut random = Random::new(1, 0);
    let mut job = || {
        let memory = random.below(u64::from(CAPACITY.0)) as u32 / 2;
        (Time::from_seconds(random.below(100_000)), Memory(memory))
    };
    (0..nodes)
        .map(|_| (0..residents).map(|_| job()).collect())
        .collect()
}

/// A quarter of the nodes for a job that needs most of each, so that few are
/// free enough and the second stage decides.
fn choose(bencher: divan::Bencher<'_, '_>, method: usize, nodes: usize, residents: usize) {
    let machine = machine(nodes, residents);
    let memory = Memory(CAPACITY.0 / 5 * 4);
    let mut candidates = vec![Candidate::EMPTY; nodes];
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| {
        for (node, (slot, jobs)) in candidates.iter_mut().zip(&machine).enumerate() {
            let used: u32 = jobs.iter().map(|(_, memory)| memory.0).sum();
            *slot = Candidate {
                node: node as u32,
                jobs: jobs.len() as u32,
                free: i64::from(CAPACITY.0) - i64::from(used),
                unused: CAPACITY.0.saturating_sub(used),
                ..Candidate::EMPTY
            };
        }
        let at = |node: u32| {
            let jobs = machine[node as usize].iter().copied();
            fits_at(Time::ZERO, jobs, memory, CAPACITY)
        };
        let (_, allocation) = METHODS[method];
        allocation.choose(&mut candidates, nodes / 4, memory, CAPACITY, at);
        candidates[0].node
    });
}

/// Two jobs on every node; more and more nodes.
#[divan::bench(args = methods(), consts = [128, 1_024, 8_192])]
fn nodes<const NODES: usize>(bencher: divan::Bencher<'_, '_>, method: Method) {
    choose(bencher, method.0, NODES, 2);
}

/// 1 024 nodes; more and more jobs on each.
#[divan::bench(args = methods(), consts = [0, 1, 2, 3, 8])]
fn residents<const RESIDENTS: usize>(bencher: divan::Bencher<'_, '_>, method: Method) {
    choose(bencher, method.0, 1_024, RESIDENTS);
}

/// Index of a method, formatted as its name.
#[derive(Clone, Copy)]
struct Method(usize);

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(METHODS[self.0].0)
    }
}

fn methods() -> Vec<Method> {
    (0..METHODS.len()).map(Method).collect()
}

/// Whole runs: 10 000 jobs on 128 nodes, conservative backfilling.
#[divan::bench(args = ["first-free", "intelligent", "memory-aware"], sample_count = 10)]
fn ten_thousand_jobs(bencher: divan::Bencher<'_, '_>, name: &str) {
    let allocation = match name {
        "first-free" => slicing::Allocation::FirstFree,
        "intelligent" => slicing::Allocation::Intelligent,
        _ => slicing::Allocation::default(),
    };
    let experiment = experiment();
    let mut parameters = Parameters::default();
    parameters.slicing.allocation = allocation;
    let choice = Choice::plain(PolicyName::ScojoPect, &parameters);
    bencher.bench_local(|| simulate(&experiment, &choice, false, &Progress::default()));
}

fn experiment() -> Arc<Experiment> {
    let scenario = Scenario::of(
        Machine::Cluster(Cluster {
            nodes: Some(128),
            memory: Some(400.0),
            ..Cluster::default()
        }),
        Workload::Lublin(LublinWorkload {
            load: Some(0.8),
            memory: Some(MemorySource::Mm5),
            ..LublinWorkload::of(10_000)
        }),
    );
    let experiment = load::prepare(&scenario, None, &Progress::default());
    Arc::new(experiment.expect("the scenario is sound"))
}
