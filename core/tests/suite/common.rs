//! Shared helpers: random workloads and a machine to run them on.

use cosched_core::engine::storage::{
    links_for, queue_buckets_for, threads_for, timers_for, words_for,
};
use cosched_core::engine::{BoxedStorage, Policy, Setup, Sizes};
use cosched_core::machine::profile::points_for;
use cosched_core::policy::plan::BoxedPlan;
use cosched_core::policy::{AnyPolicy, Conservative, Easy, Fcfs, Order};
use cosched_core::random::Random;
use cosched_core::{
    Digest, Duration, Event, JobId, JobSpec, Profile, Simulation, Sink, Storage, Time,
};

/// Buffers for one simulation, on the heap.
pub(crate) struct Boxed(BoxedStorage);

impl Boxed {
    /// Room for `jobs` jobs, `nodes` nodes and `servers` servers, with up to `level` jobs
    /// resident on a node.
    pub(crate) fn new(jobs: usize, nodes: usize, servers: usize, level: usize) -> Self {
        Self::with(&sizes(jobs, nodes, servers, level))
    }

    fn with(sizes: &Sizes) -> Self {
        Self(BoxedStorage::with_sizes(sizes))
    }

    /// Room for the nodes of `setup`, which may go out of service.
    pub(crate) fn with_outages(setup: &Setup<'_>) -> Self {
        let Sizes {
            jobs,
            heap,
            heap_positions,
            node_states,
            attempts,
            changes_by_chance,
            ..
        } = Sizes::of(setup);
        Self::with(&Sizes {
            heap,
            heap_positions,
            node_states,
            attempts,
            changes_by_chance,
            ..sizes(jobs, setup.nodes as usize, 0, 3)
        })
    }

    /// Room for `setup`, on servers or exclusive nodes.
    pub(crate) fn of(setup: &Setup<'_>) -> Self {
        let (jobs, hosting) = (setup.workload.len(), &setup.server_setup);
        let threads = threads_for(jobs, hosting.threads.groups().len());
        Self::with(&Sizes {
            threads,
            scratch: threads,
            cycles: setup.cycles(),
            links: links_for(jobs, setup.precedence.len()),
            ..sizes(jobs, setup.nodes as usize, hosting.servers.len(), 1)
        })
    }

    pub(crate) fn as_storage(&mut self) -> Storage<'_> {
        self.0.as_storage()
    }
}

fn sizes(jobs: usize, nodes: usize, servers: usize, level: usize) -> Sizes {
    Sizes {
        jobs,
        parts: jobs,
        free_words: words_for(nodes),
        intervals: nodes * level,
        heap: timers_for(jobs, servers),
        heap_positions: timers_for(jobs, servers),
        servers,
        threads: threads_for(jobs, 0),
        scratch: threads_for(jobs, 0),
        residents: nodes * level,
        bills: jobs,
        slots: jobs,
        queue_buckets: queue_buckets_for(jobs),
        ..Sizes::NONE
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
    // Jobs that run at once: EASY gets no more of the profile than they need.
    running: usize,
    plan: Option<BoxedPlan>,
}

impl Buffers {
    pub(crate) fn new(jobs: usize) -> Self {
        Self {
            times: vec![Time::ZERO; points_for(jobs)],
            free: vec![0; points_for(jobs)],
            candidates: vec![None; jobs],
            jobs,
            running: jobs,
            plan: None,
        }
    }

    /// For the jobs of `setup`.
    pub(crate) fn of(setup: &Setup<'_>) -> Self {
        let needs_plan = !setup.outages.maintenance.is_empty();
        Self {
            plan: needs_plan.then(|| BoxedPlan::new(setup, usize::MAX)),
            running: setup.profiled_running_jobs(),
            ..Self::new(setup.profiled_jobs())
        }
    }

    pub(crate) fn policy(&mut self, choice: Choice) -> AnyPolicy<'_> {
        let jobs = self.jobs;
        match choice {
            Choice::Fcfs(order) => AnyPolicy::Fcfs(Fcfs::by(order)),
            Choice::Easy(order, backfill, depth) => {
                let points = 2 * self.running + 2;
                let (times, free) = (&mut self.times[..points], &mut self.free[..points]);
                let easy = Easy::new(Profile::new(times, free), self.running).unwrap();
                let easy = easy.by(order).to_depth(depth);
                AnyPolicy::Easy(match backfill {
                    None => easy,
                    Some(order) => easy
                        .backfilling_by(order, &mut self.candidates, jobs)
                        .unwrap(),
                })
            }
            Choice::Conservative(order, depth) => {
                let profile = Profile::new(&mut self.times, &mut self.free);
                let conservative = Conservative::new(profile, jobs).unwrap();
                let conservative = conservative.by(order).to_depth(depth);
                AnyPolicy::Conservative(match &mut self.plan {
                    Some(plan) => conservative.with_plan(plan.as_buffers()),
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

/// A sink that wants all reasons: with it every pass of Slurm is made, and every search.
pub(crate) struct EveryPass;

impl Sink for EveryPass {
    fn record(&mut self, _at: Time, _event: Event) {}

    fn wants_reasons(&self) -> bool {
        true
    }
}
