//! Shared helpers: random workloads and a machine to run them on.

use crate::cluster::PlanStorage;
use cosched_core::engine::storage::{
    Attempt, Job, JobFractions, TimerEntry, links_for, threads_for, timers_for, words_for,
};
use cosched_core::engine::{Policy, Setup, Sizes, Slot};
use cosched_core::machine::contention::{Cycle, Threads};
use cosched_core::machine::profile::points_for;
use cosched_core::machine::{Bill, Interval, NodeState, Resident, Server};
use cosched_core::policy::{AnyPolicy, Conservative, Easy, Fcfs, Order};
use cosched_core::random::Random;
use cosched_core::{Digest, Duration, JobId, JobSpec, Profile, Simulation, Sink, Storage, Time};

/// Buffers for one simulation, on the heap.
pub(crate) struct Boxed {
    jobs: Vec<Job>,
    parts: Vec<JobFractions>,
    free_words: Vec<u64>,
    intervals: Vec<Interval>,
    heap: Vec<TimerEntry>,
    heap_positions: Vec<u32>,
    servers: Vec<Server>,
    threads: Vec<Threads>,
    scratch: Vec<Threads>,
    cycles: Vec<Cycle>,
    links: Vec<u32>,
    residents: Vec<Resident>,
    bills: Vec<Bill>,
    slots: Vec<Slot>,
    node_states: Vec<NodeState>,
    attempts: Vec<Attempt>,
    changes_by_chance: Vec<u32>,
}

impl Boxed {
    /// Room for `jobs` jobs, `nodes` nodes and `servers` servers, with up to `level` jobs
    /// resident on a node.
    pub(crate) fn new(jobs: usize, nodes: usize, servers: usize, level: usize) -> Self {
        Self {
            jobs: vec![Job::EMPTY; jobs],
            parts: vec![JobFractions::NONE; jobs],
            free_words: vec![0; words_for(nodes)],
            intervals: vec![Interval::EMPTY; nodes * level],
            heap: vec![TimerEntry::EMPTY; timers_for(jobs, servers)],
            heap_positions: vec![0; timers_for(jobs, servers)],
            servers: vec![Server::EMPTY; servers],
            threads: vec![Threads::EMPTY; threads_for(jobs, 0)],
            scratch: vec![Threads::EMPTY; threads_for(jobs, 0)],
            cycles: Vec::new(),
            links: Vec::new(),
            residents: vec![Resident::EMPTY; nodes * level],
            bills: vec![Bill::EMPTY; jobs],
            slots: vec![Slot::EMPTY; jobs],
            node_states: Vec::new(),
            attempts: Vec::new(),
            changes_by_chance: Vec::new(),
        }
    }

    /// Room for the nodes of `setup`, which may go out of service.
    pub(crate) fn with_outages(setup: &Setup<'_>) -> Self {
        let sizes = Sizes::of(setup);
        Self {
            heap: vec![TimerEntry::EMPTY; sizes.heap],
            heap_positions: vec![0; sizes.heap],
            node_states: vec![NodeState::UP; sizes.node_states],
            attempts: vec![Attempt::FIRST; sizes.attempts],
            changes_by_chance: vec![0; sizes.changes_by_chance],
            ..Self::new(sizes.jobs, setup.nodes as usize, 0, 3)
        }
    }

    /// Room for `setup`, on servers or exclusive nodes.
    pub(crate) fn of(setup: &Setup<'_>) -> Self {
        let (jobs, hosting) = (setup.workload.len(), &setup.server_setup);
        let threads = threads_for(jobs, hosting.threads.groups().len());
        Self {
            threads: vec![Threads::EMPTY; threads],
            scratch: vec![Threads::EMPTY; threads],
            cycles: vec![Cycle::EMPTY; setup.cycles()],
            links: vec![0; links_for(jobs, setup.precedence.len())],
            ..Self::new(jobs, setup.nodes as usize, hosting.servers.len(), 1)
        }
    }

    pub(crate) fn as_storage(&mut self) -> Storage<'_> {
        Storage {
            jobs: &mut self.jobs,
            parts: &mut self.parts,
            free_words: &mut self.free_words,
            intervals: &mut self.intervals,
            heap: &mut self.heap,
            heap_positions: &mut self.heap_positions,
            servers: &mut self.servers,
            threads: &mut self.threads,
            scratch: &mut self.scratch,
            cycles: &mut self.cycles,
            links: &mut self.links,
            residents: &mut self.residents,
            bills: &mut self.bills,
            slots: &mut self.slots,
            node_states: &mut self.node_states,
            attempts: &mut self.attempts,
            changes_by_chance: &mut self.changes_by_chance,
            ..Storage::default()
        }
    }
}

/// A job in whole seconds.
pub(crate) fn job(submit: u64, nodes: u32, runtime: u64, estimate: u64) -> JobSpec {
    JobSpec::exact(
        Time::from_seconds(submit),
        Duration::from_seconds(runtime),
        nodes,
    )
    .with_estimate(Duration::from_seconds(estimate))
}

/// A random workload: ties in time, estimates from exact to far off and too
/// low, widths up to the whole machine.
pub(crate) fn workload(random: &mut Random, jobs: usize, nodes: u32) -> Vec<JobSpec> {
    let mut submit = 0;
    let mut draw = |bound: u64| random.below(bound);
    (0..jobs)
        .map(|_| {
            submit += draw(8);
            let runtime = 1 + draw(20);
            let estimate = match draw(4) {
                0 => runtime,
                1 => 1 + draw(runtime),
                _ => runtime + draw(30),
            };
            let width = match draw(5) {
                0 => nodes,
                _ => 1 + draw(u64::from(nodes)) as u32 / 2,
            };
            job(submit, width.clamp(1, nodes), runtime, estimate)
        })
        .collect()
}

/// The policies under test, with parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice {
    Fcfs(Order),
    Easy(Order, Option<Order>, usize),
    Conservative(Order, usize),
}

/// Every policy, with every order and some depths.
pub(crate) fn every_choice() -> Vec<Choice> {
    let mut all = Vec::new();
    for order in Order::ALL {
        all.push(Choice::Fcfs(order));
        all.push(Choice::Easy(order, None, usize::MAX));
        all.push(Choice::Easy(Order::Submitted, Some(order), usize::MAX));
        all.push(Choice::Conservative(order, usize::MAX));
    }
    all.push(Choice::Easy(Order::Submitted, None, 2));
    all.push(Choice::Easy(
        Order::Submitted,
        Some(Order::ShortestEstimate),
        2,
    ));
    all.push(Choice::Conservative(Order::Submitted, 2));
    all
}

/// A policy's buffers.
pub(crate) struct Buffers {
    times: Vec<Time>,
    free: Vec<u32>,
    candidates: Vec<Option<JobId>>,
    jobs: usize,
    plan: Option<PlanStorage>,
}

impl Buffers {
    pub(crate) fn new(jobs: usize) -> Self {
        Self {
            times: vec![Time::ZERO; points_for(jobs)],
            free: vec![0; points_for(jobs)],
            candidates: vec![None; jobs],
            jobs,
            plan: None,
        }
    }

    /// For the jobs of `setup`.
    pub(crate) fn of(setup: &Setup<'_>) -> Self {
        let needs_plan = !setup.outages.maintenance.is_empty();
        Self {
            plan: needs_plan.then(|| PlanStorage::new(setup)),
            ..Self::new(setup.profiled_jobs())
        }
    }

    pub(crate) fn policy(&mut self, choice: Choice) -> AnyPolicy<'_> {
        let jobs = self.jobs;
        let profile = Profile::new(&mut self.times, &mut self.free);
        match choice {
            Choice::Fcfs(order) => AnyPolicy::Fcfs(Fcfs::by(order)),
            Choice::Easy(order, backfill, depth) => {
                let easy = Easy::new(profile, jobs).unwrap().by(order).to_depth(depth);
                AnyPolicy::Easy(match backfill {
                    None => easy,
                    Some(order) => easy
                        .backfilling_by(order, &mut self.candidates, jobs)
                        .unwrap(),
                })
            }
            Choice::Conservative(order, depth) => {
                let conservative = Conservative::new(profile, jobs).unwrap();
                let conservative = conservative.by(order).to_depth(depth);
                AnyPolicy::Conservative(match &mut self.plan {
                    Some(plan) => conservative.with_plan(plan.lend()),
                    None => conservative,
                })
            }
        }
    }
}

/// Runs `setup` under `policy` and returns start and end of each job.
pub(crate) fn run<P: Policy + ?Sized>(
    setup: Setup<'_>,
    policy: &mut P,
    sink: &mut dyn Sink,
) -> Vec<(Time, Time)> {
    let jobs = setup.workload.len();
    let mut storage = Boxed::new(
        jobs,
        setup.nodes as usize,
        setup.server_setup.servers.len(),
        3,
    );
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    simulation.run(policy, sink);
    (0..jobs)
        .map(|index| {
            let ended = simulation.completed(index);
            (simulation.started(index).unwrap(), ended.unwrap())
        })
        .collect()
}

/// Digest of such a run.
pub(crate) fn digest<P: Policy + ?Sized>(setup: Setup<'_>, policy: &mut P) -> Digest {
    let mut digest = Digest::default();
    run(setup, policy, &mut digest);
    digest
}
