//! Scojo-PECT: equal to backfilling without slices, and invariants with memory.

mod backfilling;
mod errors;
mod nodes;
mod work;

use cosched_core::engine::Setup;
use cosched_core::exact::Fraction;
use cosched_core::machine::profile::{ProfileBuffers, points_for};
use cosched_core::machine::{
    Allocation, Candidate, Charge, Fit, MemoryAware, MemorySetup, Swapping,
};
use cosched_core::policy::slicing::{
    Backfilling, Classes, ScojoPect, Slice, Slices, Slicing, SlicingBuffers, held_words_for,
};
use cosched_core::random::Random;
use cosched_core::workload::Class;
use cosched_core::{Duration, JobSpec, Memory, Simulation, Sink, Time, TransferRate};

use crate::common::{Boxed, workload};

const NODES: u32 = 12;

const CAPACITY: Memory = Memory::from_mebibytes(10);

fn memory() -> MemorySetup {
    MemorySetup::new(CAPACITY, TransferRate::from_mebibytes(3), 3)
}

fn slices(lengths: [u64; 3]) -> Slices {
    let lengths = Class::ALL.into_iter().zip(lengths);
    let slices: Vec<_> = lengths
        .filter(|&(_, seconds)| seconds > 0)
        .map(|(class, seconds)| Slice {
            class,
            length: Duration::from_seconds(seconds),
        })
        .collect();
    Slices::new(&slices, None).unwrap()
}

/// Buffers of the policy.
struct PolicyStorage {
    times: Vec<Time>,
    parts: Vec<Fraction>,
    free: Vec<u32>,
    held: Vec<u64>,
    candidates: Vec<Candidate>,
    chosen: Vec<u32>,
}

impl PolicyStorage {
    fn new(jobs: usize) -> Self {
        Self {
            times: vec![Time::ZERO; points_for(jobs)],
            parts: vec![Fraction::NONE; points_for(jobs)],
            free: vec![0; points_for(jobs)],
            held: vec![0; held_words_for(NODES as usize)],
            candidates: vec![Candidate::EMPTY; NODES as usize],
            chosen: vec![0; NODES as usize],
        }
    }

    fn buffers(&mut self) -> SlicingBuffers<'_> {
        SlicingBuffers {
            profile: ProfileBuffers {
                times: &mut self.times,
                parts: &mut self.parts,
                free: &mut self.free,
            },
            held: &mut self.held,
            candidates: &mut self.candidates,
            chosen: &mut self.chosen,
        }
    }
}

/// Jobs with exact estimates.
fn exact(random: &mut Random, jobs: usize) -> Vec<JobSpec> {
    let jobs = workload(random, jobs, NODES).into_iter();
    jobs.map(|job| JobSpec::exact(job.submit, job.runtime, job.nodes))
        .collect()
}

/// A random workload with classes and memory.
fn shared_workload(seed: u64) -> (Vec<JobSpec>, Vec<Class>) {
    let mut random = Random::new(seed, 21);
    let jobs = workload(&mut random, 50, NODES);
    let mut classes = Vec::new();
    let jobs = jobs
        .into_iter()
        .map(|job| {
            classes.push(Class::ALL[random.below(3) as usize]);
            // Some runtimes and amounts are not whole in any unit.
            let runtime = Duration(job.runtime.0 + random.below(1_000_000_000));
            let memory = Memory(random.below(u64::from(CAPACITY.0) + 1) as u32);
            job.with_runtime(runtime).with_memory(memory)
        })
        .collect();
    (jobs, classes)
}

/// Every way to allocate, and every other choice at least once.
fn every_slicing() -> Vec<(Slicing, MemorySetup)> {
    let plain = || Slicing::new(slices([15, 20, 40]));
    let aware = |first, second| Allocation::MemoryAware(MemoryAware::new(first, second));
    let fits = [Fit::Best, Fit::Worst, Fit::First];
    let pairs = fits.into_iter().flat_map(|one| fits.map(|two| (one, two)));
    let mut allocations: Vec<_> = pairs.map(|(one, two)| aware(one, two)).collect();
    allocations.extend([Allocation::FirstFree, Allocation::Intelligent]);
    allocations.push(Allocation::MemoryAware(MemoryAware {
        literal_second_stage: true,
        soonest_end: true,
        resident_check: true,
        by_resident: true,
        ..MemoryAware::default()
    }));
    let mut all: Vec<_> = allocations
        .into_iter()
        .map(|allocation| Slicing {
            allocation,
            ..plain()
        })
        .collect();
    all.push(Slicing {
        backfilling: Backfilling::Easy,
        ..plain()
    });
    all.push(Slicing {
        fill_slices: false,
        ..plain()
    });
    all.push(Slicing {
        launch_guard: false,
        ..plain()
    });
    let mut all: Vec<_> = all.into_iter().map(|slicing| (slicing, memory())).collect();
    let (event, literal) = (memory(), memory());
    all.push((
        plain(),
        MemorySetup {
            charge: Charge::Event,
            ..event
        },
    ));
    all.push((
        plain(),
        MemorySetup {
            swapping: Swapping::Literal,
            ..literal
        },
    ));
    all
}

/// Runs every slicing on a few workloads with a sink, which is checked in the end.
fn everywhere<S: Sink>(mut sink: impl FnMut() -> S, mut done: impl FnMut(S, Setup<'_>, &[Class])) {
    for seed in 0..25 {
        let (jobs, classes) = shared_workload(seed);
        for (slicing, memory) in every_slicing() {
            // A rate that divides all memory, so that times are whole, or one that
            // does not.
            let transfer = match seed % 3 {
                0 => memory.transfer,
                _ => TransferRate::per_second(2_500),
            };
            let setup = Setup::cluster(&jobs, NODES)
                .with_memory(MemorySetup { transfer, ..memory })
                .with_kill_at_estimate(seed % 2 == 0);
            let mut own = PolicyStorage::new(jobs.len());
            let given = Classes::Given(&classes);
            let mut policy = ScojoPect::new(&slicing, given, own.buffers(), &setup).unwrap();
            let mut sink = sink();
            let mut storage = Boxed::new(jobs.len(), NODES as usize, 0, 3);
            let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
            while simulation.step(&mut policy, &mut sink).is_some() {
                let all = 1_000_000;
                assert!(
                    simulation.view().now() < Time::from_seconds(all),
                    "livelock"
                );
            }
            done(sink, setup, &classes);
        }
    }
}
