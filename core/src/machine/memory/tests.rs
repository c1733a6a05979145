//! Node memory by hand, and against lists of names.

extern crate std;
use std::vec;
use std::vec::Vec;

use super::*;
use crate::machine::{Interval, Nodes};
use crate::random::Random;
use crate::units::memory::TransferRate;
use crate::units::time::Duration;

/// Memory and nodes of a machine, with jobs on all nodes, each in its own interval.
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

    /// Calls `act` with the memory and all nodes of the machine.
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

/// By hand: 400 units, 4 a second; loads of A 300, B 200,
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
            let time = memory.begin_load(job, node.clone(), Exact::ZERO);
            memory.finish_load(job, node.clone());
            for index in 0..3 {
                if let Some((owner, time)) = memory.settle_debt(0, index) {
                    paid[owner.index()] = time.round_up().0 / 100_000_000;
                }
            }
            (time.round_up().0 / 100_000_000, paid)
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

/// Calls `act` with the given nodes of a machine of two.
fn on<T>(nodes: &[u32], act: impl FnOnce(Intervals<'_>) -> T) -> T {
    let (mut pool, mut words) = ([Interval::EMPTY; 2], [0; 1]);
    let mut machine = Nodes::new(2, &mut words, &mut pool);
    let list = machine.allocate_these(nodes).unwrap();
    act(machine.intervals(list))
}

/// Two nodes of 10 KiB, 1 KiB a second. A needs 4 on both, B 4 on the second, C 8 on the
/// first, D 6 on the second; loaded in the order A, B, C, A, D. Returns the payments of A
/// and B for D, and the final residents of the second node, in KiB.
fn a_job_that_lacks_memory_on_one_of_two_nodes(swapping: Swapping) -> ([u64; 2], Vec<u32>) {
    let setup = MemorySetup {
        swapping,
        ..MemorySetup::new(Memory(10), TransferRate::per_second(1), 4)
    };
    let mut bench = Bench::new(4, 2);
    let mut memory = NodeMemory::new(setup, &mut bench.residents, &mut bench.bills);
    let jobs: [(&[u32], u32); 4] = [(&[0, 1], 4), (&[1], 4), (&[0], 8), (&[1], 6)];
    for (job, (nodes, demand)) in jobs.into_iter().enumerate() {
        on(nodes, |nodes| {
            memory.assign(JobId::new(job), nodes, Memory(demand));
        });
    }
    let mut paid = [0; 4];
    for job in [0, 1, 2, 0, 3] {
        on(jobs[job].0, |nodes| {
            memory.begin_load(JobId::new(job), nodes.clone(), Exact::ZERO);
            memory.finish_load(JobId::new(job), nodes);
        });
        paid = [0; 4];
        for (node, index) in [0, 1]
            .into_iter()
            .flat_map(|node| (0..4).map(move |index| (node, index)))
        {
            if let Some((owner, time)) = memory.settle_debt(node, index) {
                paid[owner.index()] += time.round_up().0 / 1_000_000_000;
            }
        }
    }
    let residents = memory.residents(1);
    let residents = residents.map(|(_, resident)| resident.resident().0);
    ([paid[0], paid[1]], residents.collect())
}

/// A and B fill 8 of the second node, A first. C takes 2 from A on the first
/// node, so that A lacks 2 there and nothing on the second. A loads these 2: on
/// the second node nothing is loaded. D then has 2 of its 6 KiB free there and
/// needs 4 more.
///
/// Exact: A was loaded on the second node before B, so A loses all 4 of its
/// KiB there and pays 4 s; B keeps its 4.
///
/// Literal: by its second load A has gone behind B on both nodes, so B is
/// displaced: it pays 4 s, and those 4 KiB are noted as still resident. A keeps
/// its 4.
#[test]
fn the_order_of_last_loads_is_that_of_each_node() {
    let outcome = a_job_that_lacks_memory_on_one_of_two_nodes;
    assert_eq!(outcome(Swapping::Exact), ([4, 0], vec![0, 4, 6]));
    assert_eq!(outcome(Swapping::Literal), ([0, 4], vec![4, 4, 6]));
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
                let time = memory.begin_load(id, node.clone(), Exact::ZERO);
                assert_eq!(time, Duration::from_seconds(missing).into());
                if missing > 0 {
                    let had = list.of(job);
                    let lost = list.load(job, demands[job], u64::from(capacity));
                    let elapsed = random.below(missing + 1);
                    if elapsed < missing {
                        let at = Duration::from_seconds(elapsed);
                        memory.cut_load(id, node.clone(), at.into());
                        list.0.last_mut().unwrap().1 = had + elapsed;
                    } else {
                        memory.finish_load(id, node.clone());
                    }
                    let paid: u64 = (0..jobs)
                        .filter_map(|index| memory.settle_debt(0, index))
                        .map(|(_, time)| time.round_up().0 / 1_000_000_000)
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
