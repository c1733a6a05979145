//! Coscheduling, by hand and by what must always hold; golden results are among the fixtures.

use crate::common::Boxed;
use crate::matrix::Buffers;
use cosched_core::engine::Setup;
use cosched_core::policy::Policy;
use cosched_core::policy::coscheduling::{
    Agile, AgileBuffers, Flexible, FlexibleBuffers, Gang, Gap, Lists, RowBuffers, Turns,
};
use cosched_core::random::Random;
use cosched_core::workload::GrainClass::{self, Coarse, Fine, Independent, Medium};
use cosched_core::workload::{Grain, ProcessSpec, ProcessTable};
use cosched_core::{
    Digest, Duration, Event, JobId, JobSpec, Rate, Simulation, Sink, Storage, Time,
};

const SECOND: Duration = Duration::from_seconds(1);

/// Submit in seconds, nodes, microseconds needed, class and grain in
/// microseconds (0 where it has none), utilisation in per cent.
type Job = (u64, u32, u64, GrainClass, u64, u32);

/// Jobs in order of submission, with their processes.
struct Workload {
    // Where each job of the list is.
    order: Vec<usize>,
    jobs: Vec<JobSpec>,
    specs: Vec<ProcessSpec>,
    first: Vec<u32>,
}

impl Workload {
    fn new(list: &[Job]) -> Self {
        let mut order: Vec<usize> = (0..list.len()).collect();
        order.sort_by_key(|&job| list[job].0);
        let mut workload = Self {
            order,
            jobs: Vec::new(),
            specs: Vec::new(),
            first: vec![0],
        };
        let mut processes = 0;
        for &job in &workload.order {
            let (submit, nodes, microseconds, class, grain, utilisation) = list[job];
            let runtime = Duration(microseconds * 1000);
            let submit = Time::from_seconds(submit);
            workload.jobs.push(JobSpec::exact(submit, runtime, nodes));
            workload.specs.push(ProcessSpec {
                class,
                grain: match class {
                    Fine => Grain::Lockstep,
                    Medium | Coarse => Grain::Every(Duration(grain * 1000)),
                    Independent => Grain::Independent,
                },
                utilisation: Rate::new(utilisation, 100),
            });
            processes += nodes;
            workload.first.push(processes);
        }
        workload
    }

    fn processes(&self) -> ProcessTable<'_> {
        ProcessTable::new(&self.specs, &self.first)
    }

    /// When each job of the list starts, in seconds, and ends, in microseconds.
    fn run(&self, nodes: u32, policy: &mut dyn Policy, sink: &mut dyn Sink) -> Vec<(u64, u64)> {
        let setup = Setup {
            processes: Some(self.processes()),
            ..Setup::cluster(&self.jobs, nodes)
        };
        let mut storage = Boxed::of(&setup);
        let mut progress = vec![Duration::ZERO; self.processes().len()];
        let storage = Storage {
            progress: &mut progress,
            ..storage.as_storage()
        };
        let mut simulation = Simulation::new(setup, storage).unwrap();
        simulation.run(policy, sink);
        let mut times = vec![(0, 0); self.jobs.len()];
        for (place, &job) in self.order.iter().enumerate() {
            let started = simulation.started(place).unwrap();
            let completed = simulation.completed(place).unwrap();
            times[job] = (started.0 / 1_000_000_000, completed.0 / 1000);
        }
        times
    }
}

/// Bits of nodes and of jobs.
type Bits = [Vec<u64>; 3];

fn rows<'b>(matrix: &'b mut Buffers, bits: &'b mut Bits) -> RowBuffers<'b> {
    let [idle, chosen, ended] = bits;
    RowBuffers {
        matrix: matrix.as_buffers(),
        idle,
        chosen,
        ended,
        shares: &mut [],
    }
}

fn bits() -> Bits {
    [vec![0; 4], vec![0; 4], vec![0; 4]]
}

fn gang(nodes: u32, list: &[Job], turns: Turns) -> Vec<(u64, u64)> {
    gang_told(nodes, list, turns, &mut ())
}

fn gang_told(nodes: u32, list: &[Job], turns: Turns, sink: &mut dyn Sink) -> Vec<(u64, u64)> {
    let workload = Workload::new(list);
    let (mut matrix, mut bits) = (Buffers::new(nodes, list.len()), bits());
    let rows = rows(&mut matrix, &mut bits);
    let mut gang = Gang::new(turns, nodes, list.len(), rows).unwrap();
    workload.run(nodes, &mut gang, sink)
}

fn flexible(nodes: u32, list: &[Job], turns: Turns) -> Vec<(u64, u64)> {
    flexible_told(nodes, list, turns, &mut ())
}

fn flexible_told(nodes: u32, list: &[Job], turns: Turns, sink: &mut dyn Sink) -> Vec<(u64, u64)> {
    let workload = Workload::new(list);
    let (mut matrix, mut bits) = (Buffers::new(nodes, list.len()), bits());
    let mut filled = vec![0; workload.processes().len()];
    let buffers = FlexibleBuffers {
        rows: rows(&mut matrix, &mut bits),
        gaps: &mut vec![Gap::default(); nodes as usize],
        filled: &mut filled,
        served: &mut vec![(0, Rate::STOPPED); nodes as usize],
    };
    let processes = workload.processes();
    let mut flexible = Flexible::new(turns, nodes, list.len(), processes, buffers).unwrap();
    workload.run(nodes, &mut flexible, sink)
}

fn agile(nodes: u32, list: &[Job], lists: Lists) -> Vec<(u64, u64)> {
    agile_told(nodes, list, lists, &mut ())
}

fn agile_told(nodes: u32, list: &[Job], lists: Lists, sink: &mut dyn Sink) -> Vec<(u64, u64)> {
    let workload = Workload::new(list);
    let words = list.len().div_ceil(64);
    let buffers = AgileBuffers {
        list: &mut vec![None; list.len()],
        other: &mut vec![None; list.len()],
        listed: &mut vec![0; words],
        chosen: &mut vec![0; words],
        served: &mut vec![(0, Rate::STOPPED); nodes as usize],
        behind: &mut vec![(Duration::ZERO, 0); nodes as usize],
        nodes: &mut vec![0; nodes.div_ceil(64) as usize],
    };
    let mut agile = Agile::new(lists, nodes, list.len(), buffers).unwrap();
    workload.run(nodes, &mut agile, sink)
}

/// What Agile is told for a class of jobs; nothing for those it gang schedules.
fn lists(class: GrainClass) -> Option<Lists> {
    match class {
        Fine => None,
        Medium => Some(Lists::medium(SECOND)),
        Coarse => Some(Lists::coarse(SECOND)),
        Independent => Some(Lists::independent(SECOND)),
    }
}

const PLAIN: Turns = Turns {
    alternates: false,
    unify: false,
    ..Turns::of(SECOND)
};

/// A job that all policies treat alike: nodes and seconds.
const fn fine(nodes: u32, seconds: u64) -> Job {
    (0, nodes, seconds * 1_000_000, GrainClass::Fine, 0, 100)
}

/// Specification 3.7, G1 and G2; flexible coscheduling is the same.
#[test]
fn turns_by_hand() {
    let jobs = [fine(3, 2), fine(2, 1), fine(1, 3), fine(4, 1)];
    let expected = [
        (0, 4_000_000),
        (1, 2_000_000),
        (0, 5_000_000),
        (2, 3_000_000),
    ];
    assert_eq!(gang(4, &jobs, PLAIN), expected);
    assert_eq!(flexible(4, &jobs, PLAIN), expected);
    let jobs = [fine(2, 1), fine(2, 3), fine(2, 3)];
    let expected = [(0, 1_000_000), (0, 5_000_000), (1, 6_000_000)];
    assert_eq!(gang(4, &jobs, PLAIN), expected);
    let expected = [(0, 1_000_000), (0, 3_000_000), (1, 4_000_000)];
    assert_eq!(gang(4, &jobs, Turns::of(SECOND)), expected);
    assert_eq!(flexible(4, &jobs, Turns::of(SECOND)), expected);
}

/// Specification 3.7, A2: parts of jobs fill what whole ones leave. A3: a job
/// that fits is found, however far behind; by the letter it is not looked at. A4:
/// two lists that take turns.
#[test]
fn lists_by_hand() {
    let ends = |schedule: Vec<(u64, u64)>| -> Vec<u64> {
        schedule.iter().map(|times| times.1 / 1_000_000).collect()
    };
    let of = |class, grain| move |nodes| (0, nodes, 2_000_000, class, grain, 100);
    let widths = [3, 3, 2, 2, 3, 1];
    let jobs = widths.map(of(Independent, 0));
    let independent = Lists::independent(SECOND);
    assert_eq!(ends(agile(4, &jobs, independent)), [6, 5, 7, 6, 7, 2]);
    let literal = Lists {
        heads: true,
        ..independent.literal()
    };
    assert_eq!(ends(agile(4, &jobs, literal)), [4, 5, 6, 6, 8, 2]);
    let jobs = widths.map(of(Coarse, 10_000_000));
    let coarse = Lists::coarse(SECOND);
    assert_eq!(ends(agile(4, &jobs, coarse)), [7, 7, 6, 3, 6, 2]);
    let mut jobs = vec![(0, 2, 1_000_000, Medium, 250_000, 100); 10];
    jobs.push((0, 1, 2_000_000, Medium, 250_000, 100));
    let medium = Lists::medium(SECOND);
    assert_eq!(agile(3, &jobs, medium)[10], (0, 2_000_000));
    assert_eq!(agile(3, &jobs, medium.literal())[10], (1, 3_000_000));
}

/// Specification 3.7, F1: job 2 gets the half that job 1 does not use. F2: a
/// process may not pass the barrier that its neighbour has not reached.
#[test]
fn gaps_by_hand() {
    let jobs = [
        (0, 4, 2_000_000, Medium, 250_000, 50),
        (0, 4, 2_000_000, Independent, 0, 100),
    ];
    let turns = Turns::of(SECOND);
    assert_eq!(gang(4, &jobs, turns), [(0, 3_000_000), (1, 4_000_000)]);
    assert_eq!(flexible(4, &jobs, turns), [(0, 3_000_000), (0, 3_000_000)]);
    let jobs = [fine(1, 3), (0, 2, 3_000_000, Coarse, 1_000_000, 100)];
    assert_eq!(gang(2, &jobs, PLAIN)[1], (1, 6_000_000));
    assert_eq!(flexible(2, &jobs, PLAIN)[1], (0, 6_000_000));
}

/// A job that ends in the middle of a quantum does not cut it short: the other
/// goes on at 6, not at 5. One that comes in between waits for the next quantum.
/// After an idle time quanta begin with the next submission.
#[test]
fn quanta_begin_when_they_begin() {
    let at = |submit, job: Job| (submit, job.1, job.2, job.3, job.4, job.5);
    let jobs = [fine(2, 3), at(1, fine(2, 3)), at(21, fine(1, 1))];
    let expected = [(0, 5_000_000), (2, 7_000_000), (21, 22_000_000)];
    assert_eq!(
        gang(2, &jobs, Turns::of(Duration::from_seconds(2))),
        expected
    );
}

/// Up to 25 jobs of `class` on up to 12 nodes.
fn drawn(seed: u64, class: GrainClass) -> (u32, Vec<Job>) {
    let mut random = Random::new(seed, class as u64);
    let nodes = 1 + random.below(12) as u32;
    let mut submit = 0;
    let jobs = (0..1 + random.below(25)).map(|_| {
        submit += random.below(4);
        let width = 1 + random.below(u64::from(nodes)) as u32;
        let grain = match class {
            Fine | Independent => 0,
            Medium => 250_000,
            Coarse => 4_000_000,
        };
        let utilisation = if class == Medium { 50 } else { 100 };
        let needed = 1 + random.below(8_000_000);
        (submit, width, needed, class, grain, utilisation)
    });
    let jobs = jobs.collect();
    (nodes, jobs)
}

/// Specification 3.6, T-A1: where processes must run at once, there is nothing
/// for flexible coscheduling to fill gaps with. (Agile is gang scheduling there.)
#[test]
fn fine_grain_is_gang_scheduled_by_all() {
    for seed in 0..100 {
        let (nodes, jobs) = drawn(seed, Fine);
        for turns in [PLAIN, Turns::of(SECOND)] {
            let mut digests = [Digest::default(); 2];
            let [by_gang, by_flexible] = &mut digests;
            gang_told(nodes, &jobs, turns, by_gang);
            flexible_told(nodes, &jobs, turns, by_flexible);
            assert_eq!(digests[0], digests[1], "{seed}");
        }
    }
}

/// Passing over cycles in which nothing changes changes nothing.
#[test]
fn the_plain_way_gives_the_same() {
    let mut fewer = 0;
    for seed in 0..300 {
        let (nodes, jobs) = drawn(seed, Independent);
        // Short against the runtimes, and no whole part of them.
        let quantum = Duration([SECOND.0, 70_000_000, 333_333_333][seed as usize % 3]);
        for turns in [Turns::of(quantum), Turns { quantum, ..PLAIN }] {
            let workload = Workload::new(&jobs);
            let mut told = [Digest::default(); 2];
            let mut passes = [0; 2];
            for (fast, (digest, passes)) in told.iter_mut().zip(&mut passes).enumerate() {
                let (mut matrix, mut bits) = (Buffers::new(nodes, jobs.len()), bits());
                let mut shares = vec![0; fast * jobs.len()];
                let rows = RowBuffers {
                    shares: &mut shares,
                    ..rows(&mut matrix, &mut bits)
                };
                let gang = Gang::new(turns, nodes, jobs.len(), rows).unwrap();
                let mut counted = Counted(gang, 0);
                workload.run(nodes, &mut counted, digest);
                *passes = counted.1;
            }
            assert_eq!(told[0], told[1], "{seed} {turns:?}");
            assert!(passes[1] <= passes[0]);
            fewer += usize::from(passes[1] < passes[0] / 2);
        }
    }
    assert!(fewer > 200, "{fewer}");
}

/// A policy, and how often it was called.
struct Counted<P>(P, usize);

impl<P: Policy> Policy for Counted<P> {
    fn schedule(&mut self, context: &mut cosched_core::Context<'_, '_>) {
        self.1 += 1;
        self.0.schedule(context);
    }
}

/// Checks that no two jobs have a node in the same quantum.
struct Alone {
    // Until when each node is taken.
    nodes: Vec<Time>,
}

impl Sink for Alone {
    fn record(&mut self, _: Time, _: Event) {}

    fn wants_places(&self) -> bool {
        true
    }

    fn occupies(&mut self, _: Time, job: JobId, nodes: &[u64], until: Time) {
        for (node, taken) in self.nodes.iter_mut().enumerate() {
            if nodes[node / 64] >> (node % 64) & 1 == 1 {
                assert!(*taken < until, "{job:?} on node {node}");
                *taken = until;
            }
        }
    }
}

/// No job ends sooner than it can, no job is lost, and nobody shares a node but
/// with one that does not use all of it.
#[test]
fn nobody_gets_more_than_there_is() {
    for seed in 0..60 {
        for class in [Fine, Medium, Coarse, Independent] {
            let (nodes, jobs) = drawn(seed, class);
            let alone = || Alone {
                nodes: vec![Time::ZERO; nodes as usize],
            };
            let turns = Turns::of(SECOND);
            let mut ends = vec![gang_told(nodes, &jobs, turns, &mut alone())];
            ends.push(match class {
                Medium => flexible(nodes, &jobs, turns),
                _ => flexible_told(nodes, &jobs, turns, &mut alone()),
            });
            if let Some(lists) = lists(class) {
                ends.push(agile_told(nodes, &jobs, lists, &mut alone()));
            }
            for schedule in ends {
                for (&(started, ended), job) in schedule.iter().zip(&jobs) {
                    let soonest = started * 1_000_000 + job.2;
                    assert!(started >= job.0 && ended >= soonest, "{seed} {class:?}");
                }
            }
        }
    }
}
