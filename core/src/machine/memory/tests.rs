//! Node memory by hand, and against lists of names.

extern crate std;
use std::vec;
use std::vec::Vec;

use super::*;
use crate::machine::{Interval, Nodes};
use crate::memory::TransferRate;
use crate::random::Random;
use crate::time::Duration;

/// Jobs on all nodes of a machine of so many, each in its own interval.
struct Bench {
    pool: Vec<Interval>,
    words: Vec<u64>,
    residents: Vec<Resident>,
    bills: Vec<Bill>,
}

impl Bench {
    fn new(jobs: usize, nodes: usize) -> Self {
        Self {
            pool: vec![Interval::EMPTY; nodes],
            words: vec![0; 1],
            residents: vec![Resident::EMPTY; residents_for(nodes, jobs)],
            bills: vec![Bill::EMPTY; jobs],
        }
    }

    /// Hands out the memory and all nodes of the machine.
    fn with<T>(
        &mut self,
        setup: MemorySetup,
        act: impl FnOnce(&mut NodeMemory<'_>, Intervals<'_>) -> T,
    ) -> T {
        let mut nodes = Nodes::new(self.pool.len() as u32, &mut self.words, &mut self.pool);
        let all = nodes.allocate(nodes.total()).unwrap();
        let mut memory = NodeMemory::new(setup, &mut self.residents, &mut self.bills);
        act(&mut memory, nodes.intervals(all))
    }
}

/// Specification, example P6: 400 units, 4 a second; loads of A 300, B 200,
/// C 150, A again, B again. Seconds to load, and what A, B and C pay for it.
fn loads(swapping: Swapping) -> Vec<(u64, [u64; 3])> {
    let setup = MemorySetup {
        swapping,
        ..MemorySetup::new(Memory(400), TransferRate::per_second(4), 3)
    };
    let demands = [300, 200, 150];
    Bench::new(3, 1).with(setup, |memory, node| {
        for (job, demand) in demands.into_iter().enumerate() {
            memory.assign(JobId::new(job), node.clone(), Memory(demand));
        }
        let load = |job: usize| {
            let job = JobId::new(job);
            let mut paid = [0; 3];
            let time = memory.begin(job, node.clone(), Exact::ZERO);
            memory.finish(job, node.clone());
            for place in 0..3 {
                if let Some((owner, time)) = memory.collect(0, place) {
                    paid[owner.index()] = time.up().0 / 100_000_000;
                }
            }
            (time.up().0 / 100_000_000, paid)
        };
        [0, 1, 2, 0, 1].map(load).to_vec()
    })
}

#[test]
fn five_loads_by_hand() {
    // Tenths of a second.
    let exact = [
        (750, [0, 0, 0]),
        (500, [250, 0, 0]),
        (375, [375, 0, 0]),
        (625, [0, 500, 125]),
        (500, [250, 0, 250]),
    ];
    assert_eq!(loads(Swapping::Exact), exact);
    let literal = [
        (750, [0, 0, 0]),
        (500, [250, 0, 0]),
        (375, [0, 0, 0]),
        (500, [0, 0, 120]),
        (500, [250, 0, 0]),
    ];
    assert_eq!(loads(Swapping::Literal), literal);
}

/// A rate that divides nothing evenly: over many loads, not a nanosecond is lost.
#[test]
fn roundings_do_not_add_up() {
    let setup = MemorySetup::new(Memory(1), TransferRate::per_second(3), 1);
    let paid = (0..3_000).map(|_| setup.time_to_load(Memory(1)));
    let paid = paid.fold(Exact::ZERO, |sum, time| sum + time);
    assert_eq!(paid, Duration::from_seconds(1_000).into());
}

/// One node as a list of (job, KiB), the one loaded longest ago first.
#[derive(Default)]
struct List(Vec<(usize, u64)>);

impl List {
    fn of(&self, job: usize) -> u64 {
        let found = self.0.iter().find(|(other, _)| *other == job);
        found.map_or(0, |(_, amount)| *amount)
    }

    /// Loads `demand` of `job`; returns what each other job lost.
    fn load(&mut self, job: usize, demand: u64, capacity: u64) -> Vec<(usize, u64)> {
        self.0.retain(|(other, _)| *other != job);
        let mut lost = Vec::new();
        while self.0.iter().map(|(_, amount)| amount).sum::<u64>() + demand > capacity {
            // A KiB at a time, from the oldest that has any.
            let oldest = self.0.iter_mut().find(|(_, amount)| *amount > 0).unwrap();
            oldest.1 -= 1;
            lost.push((oldest.0, 1));
        }
        self.0.push((job, demand));
        lost
    }
}

#[test]
fn residents_are_those_of_a_list() {
    let (jobs, capacity) = (4, 60);
    let setup = MemorySetup::new(Memory(capacity), TransferRate::per_second(1), jobs as u32);
    for seed in 0..200 {
        let mut random = Random::new(seed, 30);
        let demands: Vec<u64> = (0..jobs)
            .map(|_| random.below(u64::from(capacity) + 1))
            .collect();
        Bench::new(jobs, 1).with(setup, |memory, node| {
            let mut list = List::default();
            for (job, &demand) in demands.iter().enumerate() {
                memory.assign(JobId::new(job), node.clone(), Memory(demand as u32));
            }
            for _ in 0..60 {
                let job = random.below(jobs as u64) as usize;
                let id = JobId::new(job);
                let missing = demands[job] - list.of(job);
                let time = memory.begin(id, node.clone(), Exact::ZERO);
                assert_eq!(time, Duration::from_seconds(missing).into());
                if missing > 0 {
                    let had = list.of(job);
                    let lost = list.load(job, demands[job], u64::from(capacity));
                    let elapsed = random.below(missing + 1);
                    if elapsed < missing {
                        let at = Duration::from_seconds(elapsed);
                        memory.cut(id, node.clone(), at.into());
                        list.0.last_mut().unwrap().1 = had + elapsed;
                    } else {
                        memory.finish(id, node.clone());
                    }
                    let paid: u64 = (0..jobs)
                        .filter_map(|place| memory.collect(0, place))
                        .map(|(_, time)| time.up().0 / 1_000_000_000)
                        .sum();
                    // On one node, all that is lost since the last launch is charged.
                    assert_eq!(paid, lost.len() as u64);
                }
                for (other, resident) in memory.residents(0) {
                    let expected = list.of(other.index()) as u32;
                    assert_eq!(resident.resident(), Memory(expected), "seed {seed}");
                }
            }
        });
    }
}
