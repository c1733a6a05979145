//! Scojo-PECT: equal to backfilling without slices, and invariants with memory.

use std::collections::HashMap;

use cosched_core::engine::{Detail, Policy, Setup, StartReason, View};
use cosched_core::exact::{Fraction, Sum};
use cosched_core::machine::profile::{ProfileBuffers, points_for};
use cosched_core::machine::{
    Allocation, Candidate, Charge, Fit, MemoryAware, MemorySetup, Swapping,
};
use cosched_core::policy::slicing::{
    Backfilling, Classes, ScojoPect, Slice, Slices, SlicesError, Slicing, SlicingBuffers,
    held_words_for,
};
use cosched_core::random::Random;
use cosched_core::workload::Class;
use cosched_core::{
    Context, Digest, Duration, Event, JobId, JobSpec, Memory, Metrics, Rate, Simulation, Sink,
    StartError, Time, TransferRate,
};

use crate::common::{Boxed, Buffers, Choice, run, workload};
use crate::outages::{Guard, draw};

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

#[test]
fn without_classes_or_memory_it_is_backfilling() {
    for seed in 0..600 {
        let jobs = exact(&mut Random::new(seed, 20), 40);
        let classes = vec![Class::Long; jobs.len()];
        let setup = Setup::cluster(&jobs, NODES);
        let shared = setup.with_memory(memory());
        let length = 1 + seed % 97;
        let pairs = [
            (
                Backfilling::Easy,
                Choice::Easy(Default::default(), None, usize::MAX),
            ),
            (
                Backfilling::Conservative,
                Choice::Conservative(Default::default(), usize::MAX),
            ),
        ];
        for (backfilling, choice) in pairs {
            let slicing = Slicing {
                backfilling,
                ..Slicing::new(slices([0, 0, length]))
            };
            let mut own = PolicyStorage::new(jobs.len());
            let mut sliced =
                ScojoPect::new(&slicing, Classes::Given(&classes), own.buffers(), &shared).unwrap();
            let mut buffers = Buffers::new(jobs.len());
            let expected = run(setup, &mut buffers.policy(choice), &mut ());
            let found = run(shared, &mut sliced, &mut ());
            assert_eq!(found, expected, "seed {seed}, {choice:?}");
        }
    }
}

#[test]
fn slices_respect_nodes_out_of_service() {
    let mut requeues = 0;
    for seed in 0..60 {
        let (jobs, classes) = shared_workload(seed);
        let drawn = draw(&mut Random::new(seed, 22));
        for (slicing, memory) in every_slicing() {
            let setup = Setup::cluster(&jobs, NODES)
                .with_memory(memory)
                .with_outages(drawn.outages());
            let mut own = PolicyStorage::new(jobs.len());
            let given = Classes::Given(&classes);
            let mut policy = ScojoPect::new(&slicing, given, own.buffers(), &setup).unwrap();
            let mut storage = Boxed::with_outages(&setup);
            let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
            let mut guard = Guard::new(setup);
            let name = format!("seed {seed}, {slicing:?}");
            while simulation.step(&mut policy, &mut guard).is_some() {
                let now = simulation.view().now();
                assert!(now < Time::from_seconds(1_000_000), "{name} does not end");
            }
            guard.ends(&name);
            requeues += guard.requeues;
        }
    }
    assert!(requeues > 1_000, "{requeues} requeues");
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

/// Nodes held by each job, checked after every instant.
#[derive(Default)]
struct Nodes {
    held: HashMap<JobId, Vec<u32>>,
    running: HashMap<u32, JobId>,
    instants: usize,
}

impl Sink for Nodes {
    fn record(&mut self, _: Time, event: Event) {
        match event {
            Event::Suspended(job) => self.running.retain(|_, other| *other != job),
            Event::Completed(job) | Event::Killed(job, _) => {
                self.running.retain(|_, other| *other != job);
                self.held.remove(&job);
            }
            _ => {}
        }
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        self.instants += 1;
        let memory = view.memory().unwrap();
        for node in 0..NODES {
            let here = memory.residents(node).map(|(job, _)| job);
            for job in here {
                assert!(self.held[&job].contains(&node));
            }
            assert!(memory.resident(node) <= CAPACITY);
            if memory.setup().swapping == Swapping::Exact {
                let sum: u32 = memory
                    .residents(node)
                    .map(|(_, resident)| resident.resident().0)
                    .sum();
                assert!(sum <= CAPACITY.0, "{sum}");
            }
        }
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Holds { job, ref nodes } = *detail {
            self.holds(job, nodes.clone());
        }
    }
}

impl Nodes {
    fn holds(&mut self, job: JobId, nodes: cosched_core::machine::Intervals<'_>) {
        let nodes: Vec<u32> = nodes
            .flat_map(|(first, count)| first..first + count)
            .collect();
        for node in &nodes {
            let before = self.running.insert(*node, job);
            assert_eq!(before, None, "one job runs on a node at a time");
        }
        let before = self.held.insert(job, nodes.clone());
        assert!(
            before.is_none_or(|before| before == nodes),
            "jobs never move"
        );
    }
}

#[test]
fn memory_resident_on_a_node_never_exceeds_it() {
    everywhere(Nodes::default, |nodes, _, _| {
        assert!(nodes.instants > 50 && nodes.held.is_empty());
    });
}

/// Start times and nodes of jobs, and ends.
#[derive(Default)]
struct StartRecorder {
    starts: Vec<(Time, JobId, Vec<u32>)>,
    ends: HashMap<JobId, Time>,
    now: Time,
}

impl Sink for StartRecorder {
    fn record(&mut self, at: Time, event: Event) {
        self.now = at;
        if let Event::Completed(job) | Event::Killed(job, _) = event {
            self.ends.insert(job, at);
        }
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Holds { job, ref nodes } = *detail {
            self.holds(job, nodes.clone());
        }
    }
}

impl StartRecorder {
    fn holds(&mut self, job: JobId, nodes: cosched_core::machine::Intervals<'_>) {
        if self.starts.iter().all(|(_, other, _)| *other != job) {
            let nodes = nodes.flat_map(|(first, count)| first..first + count);
            self.starts.push((self.now, job, nodes.collect()));
        }
    }
}

#[test]
fn two_jobs_of_a_class_never_share_a_node() {
    let mut shared = 0;
    everywhere(
        StartRecorder::default,
        |StartRecorder { starts, ends, .. }, _, classes| {
            for (index, (from, job, nodes)) in starts.iter().enumerate() {
                for (_, other, theirs) in &starts[..index] {
                    let meet =
                        ends[other] > *from && nodes.iter().any(|node| theirs.contains(node));
                    let one_class = classes[job.index()] == classes[other.index()];
                    assert!(!(meet && one_class), "{job:?} and {other:?}");
                    shared += usize::from(meet);
                }
            }
        },
    );
    assert!(
        shared > 1000,
        "jobs of different classes do share: {shared}"
    );
}

/// Progress of each job, and its payments.
#[derive(Default)]
struct Work {
    since: HashMap<JobId, Time>,
    done: HashMap<JobId, u64>,
    paid: HashMap<JobId, u64>,
}

impl Sink for Work {
    fn record(&mut self, at: Time, event: Event) {
        let job = event.job();
        match event {
            Event::Started(..) | Event::Resumed(_) | Event::Loaded(_) => {
                self.since.insert(job, at);
            }
            Event::Loading(..) => {
                self.since.remove(&job);
            }
            Event::Suspended(_) | Event::Completed(_) | Event::Killed(..) => {
                if let Some(since) = self.since.remove(&job) {
                    *self.done.entry(job).or_default() += at.since(since).0;
                }
            }
            Event::SwappedOut(_, swap) => {
                *self.paid.entry(job).or_default() += swap.time.round_up().0
            }
            _ => {}
        }
    }
}

#[test]
fn time_executed_is_work_and_what_was_paid_for_swapping() {
    let mut paid = 0;
    everywhere(Work::default, |work, setup, _| {
        if setup.has_parts() {
            return; // what is told of it is rounded
        }
        for (index, spec) in setup.workload.iter().enumerate() {
            let job = JobId::new(index);
            let limit = if setup.kill_at_estimate {
                spec.runtime.min(spec.estimate)
            } else {
                spec.runtime
            };
            let owed = work.paid.get(&job).copied().unwrap_or(0);
            assert_eq!(work.done[&job], limit.0 + owed, "job {index}");
            paid += owed;
        }
    });
    assert!(paid > 0, "somebody is swapped out");
}

/// Time spent loading, from instant to instant, and paid for swapping.
#[derive(Default)]
struct OverheadRecorder {
    since: HashMap<JobId, Time>,
    loading: u64,
    swapping: u64,
}

impl Sink for OverheadRecorder {
    fn record(&mut self, at: Time, event: Event) {
        let job = event.job();
        match event {
            Event::Loading(..) => {
                self.since.insert(job, at);
            }
            Event::Loaded(_) | Event::LoadCut(..) => {
                let since = self.since.remove(&job).unwrap();
                self.loading += at.since(since).0;
            }
            Event::SwappedOut(_, swap) => self.swapping += swap.time.round_up().0,
            _ => {}
        }
    }
}

#[test]
fn metrics_count_every_job_and_every_load_once() {
    let mut parts = [0; 3];
    everywhere(
        || (Metrics::new(), OverheadRecorder::default()),
        |(metrics, paid), setup, _| {
            if setup.has_parts() {
                return; // what is told of it is rounded
            }
            assert_eq!(metrics.jobs as usize, setup.workload.len());
            let overhead = metrics.overhead;
            assert_eq!(overhead.total(), u128::from(paid.loading + paid.swapping));
            assert_eq!(overhead.swap_out.nanoseconds(), u128::from(paid.swapping));
            assert!(overhead.of_nodes.nanoseconds() >= overhead.total());
            let found = [overhead.first_load, overhead.reload, overhead.swap_out];
            for (sum, part) in parts.iter_mut().zip(found) {
                *sum += part.nanoseconds();
            }
        },
    );
    assert!(
        parts.iter().all(|part| *part > 0),
        "each happens: {parts:?}"
    );
}

#[test]
fn used_buffers_give_the_same_digest_again() {
    let (jobs, classes) = shared_workload(3);
    let (slicing, memory) = every_slicing().remove(0);
    let setup = Setup::cluster(&jobs, NODES).with_memory(memory);
    let mut own = PolicyStorage::new(jobs.len());
    let mut storage = Boxed::new(jobs.len(), NODES as usize, 0, 3);
    let mut digests = Vec::new();
    for _ in 0..2 {
        let given = Classes::Given(&classes);
        let mut policy = ScojoPect::new(&slicing, given, own.buffers(), &setup).unwrap();
        let mut digest = Digest::default();
        Simulation::new(setup, storage.as_storage())
            .unwrap()
            .run(&mut policy, &mut digest);
        digests.push(digest);
    }
    assert_eq!(digests[0], digests[1]);
}

#[test]
fn slices_that_cannot_work_are_refused() {
    let slice = |class, seconds| Slice {
        class,
        length: Duration::from_seconds(seconds),
    };
    let hour = Some(Duration::from_seconds(3600));
    let sum = Slices::new(&[slice(Class::Long, 3000)], hour);
    assert!(matches!(sum, Err(SlicesError::Sum { .. })));
    assert_eq!(Slices::new(&[], None), Err(SlicesError::Count(0)));
    let many = [slice(Class::Short, 1); 9];
    assert_eq!(Slices::new(&many, None), Err(SlicesError::Count(9)));
    let empty = [slice(Class::Short, 1), slice(Class::Long, 0)];
    let index = 1;
    assert_eq!(Slices::new(&empty, None), Err(SlicesError::Empty { index }));
}

#[test]
fn workloads_with_too_short_slices_are_refused() {
    let second = Duration::from_seconds(1);
    let needs = |memory| [JobSpec::exact(Time::ZERO, second, 1).with_memory(memory)];
    let check = |jobs: &[JobSpec], class, lengths, memory| {
        let slicing = Slicing::new(slices(lengths));
        let mut setup = Setup::cluster(jobs, NODES);
        setup.memory = memory;
        let mut own = PolicyStorage::new(1);
        let classes = [class];
        let given = Classes::Given(&classes);
        ScojoPect::new(&slicing, given, own.buffers(), &setup).unwrap_err()
    };
    let none = check(&needs(Memory::ZERO), Class::Short, [1, 1, 1], None);
    assert_eq!(none, SlicesError::NoMemory);
    let small = needs(Memory::ZERO);
    let missing = check(&small, Class::Medium, [1, 0, 1], Some(memory()));
    assert!(matches!(
        missing,
        SlicesError::NoSlice {
            class: Class::Medium,
            ..
        }
    ));
    // 9 MiB take 3 s: a slice of 6 s gains nothing.
    let large = needs(Memory::from_mebibytes(9));
    let short = check(&large, Class::Long, [1, 1, 6], Some(memory()));
    assert!(matches!(
        short,
        SlicesError::TooShort {
            class: Class::Long,
            ..
        }
    ));
    assert!(short.to_string().contains("takes 3 s to load"), "{short}");
}

/// Suspended at 4 s in the middle of a load of 10 s, resumed at 6.
struct InTheMiddle;

impl Policy for InTheMiddle {
    fn schedule(&mut self, context: &mut Context<'_, '_>) {
        let job = JobId::new(0);
        match context.now().0 / 1_000_000_000 {
            0 => {
                context.start_at(job, &[1, 3], StartReason::Head).unwrap();
                context.wake_at(Time::from_seconds(4)).unwrap();
            }
            4 => {
                assert_eq!(context.suspend(job), Ok(()));
                assert_eq!(context.load_time(job), Duration::from_seconds(6).into());
                assert!(context.can_resume(job));
                context.wake_at(Time::from_seconds(6)).unwrap();
            }
            6 => assert_eq!(context.resume(job, Rate::FULL), Ok(())),
            _ => {}
        }
    }
}

#[test]
fn a_load_cut_short_keeps_what_was_loaded() {
    let ten = Memory::from_mebibytes(10);
    let jobs = [JobSpec::exact(Time::ZERO, Duration::from_seconds(5), 2).with_memory(ten)];
    let memory = MemorySetup::new(ten, TransferRate::from_mebibytes(1), 1);
    let setup = Setup::cluster(&jobs, 4).with_memory(memory);
    let mut sink = (Metrics::new(), OverheadRecorder::default());
    let times = run(setup, &mut InTheMiddle, &mut sink);
    // 4 s and 6 s of loading, 5 s of work.
    assert_eq!(times, [(Time::ZERO, Time::from_seconds(17))]);
    let ten_seconds = 10_000_000_000;
    let overhead = sink.0.overhead;
    assert_eq!(overhead.first_load.nanoseconds(), u128::from(ten_seconds));
    assert_eq!((overhead.reload, sink.1.loading), (Sum::ZERO, ten_seconds));
}

#[test]
fn a_node_takes_no_more_jobs_than_it_may() {
    struct Second;
    impl Policy for Second {
        fn schedule(&mut self, context: &mut Context<'_, '_>) {
            if context.now() == Time::ZERO {
                let [first, second] = [JobId::new(0), JobId::new(1)];
                context.start_at(first, &[0], StartReason::Head).unwrap();
                context.suspend(first).unwrap();
                let refused = context.start_at(second, &[0], StartReason::Head);
                assert_eq!(refused, Err(StartError::NoRoom));
                for nodes in [[1, 0].as_slice(), &[1, 1], &[9], &[]] {
                    let refused = context.start_at(second, nodes, StartReason::Head);
                    assert_eq!(refused, Err(StartError::NoRoom), "{nodes:?}");
                }
                context.start_at(second, &[1], StartReason::Head).unwrap();
                context.resume(first, Rate::FULL).unwrap();
            }
        }
    }
    let job = JobSpec::exact(Time::ZERO, Duration::from_seconds(5), 1);
    let jobs = [job, job];
    let setup = Setup::cluster(&jobs, 2).with_memory(MemorySetup::new(
        CAPACITY,
        TransferRate::per_second(1),
        1,
    ));
    let five = Time::from_seconds(5);
    let times = run(setup, &mut Second, &mut ());
    assert_eq!(times, [(Time::ZERO, five), (Time::ZERO, five)]);
}
