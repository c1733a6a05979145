//! Coscheduling, by hand and by invariants; golden results are among the fixtures.

mod always;
mod by_hand;
pub(crate) mod matrix;
mod measured;
mod mixed;

use crate::common::Boxed;
use crate::coscheduling::matrix::Buffers;
use cosched_core::engine::{Policy, Setup};
use cosched_core::exact::Fraction;
use cosched_core::policy::coscheduling::{
    Agile, AgileBuffers, Classes, Flexible, FlexibleBuffers, Gang, Gap, ListBuffers, ListEntry,
    ListRules, RowBuffers, Rules, Shares, TurnRules,
};
use cosched_core::random::Random;
use cosched_core::workload::GrainClass::{Coarse, Fine, Independent, Medium};
use cosched_core::workload::{Grain, GrainClass, ProcessSpec, ProcessTable};
use cosched_core::{Duration, JobSpec, Rate, Simulation, Sink, Storage, Time};

const SECOND: Duration = Duration::from_seconds(1);

/// Submit in seconds, nodes, microseconds needed, class and grain in
/// microseconds (0 where it has none), utilisation in per cent.
type Job = (u64, u32, u64, GrainClass, u64, u32);

/// Jobs in order of submission, with their processes.
struct Workload {
    // Index in the workload of each job of the list.
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

    /// Start in seconds and end in microseconds of each job of the list.
    fn run(&self, nodes: u32, policy: &mut dyn Policy, sink: &mut dyn Sink) -> Vec<(u64, u64)> {
        let setup = Setup::cluster(&self.jobs, nodes).with_processes(self.processes());
        let mut storage = Boxed::of(&setup);
        let mut progress = vec![Duration::ZERO; self.processes().len()];
        let mut parts = vec![Fraction::NONE; progress.len()];
        let storage = Storage {
            progress: &mut progress,
            progress_parts: &mut parts,
            ..storage.as_storage()
        };
        let mut simulation = Simulation::new(setup, storage).unwrap();
        simulation.run(policy, sink);
        let mut times = vec![(0, 0); self.jobs.len()];
        for (index, &job) in self.order.iter().enumerate() {
            let started = simulation.started(index).unwrap();
            let completed = simulation.completed(index).unwrap();
            times[job] = (started.0 / 1_000_000_000, completed.0 / 1000);
        }
        times
    }
}

/// Bitmaps of nodes and of jobs.
type Bits = [Vec<u64>; 5];

fn rows<'b>(matrix: &'b mut Buffers, bits: &'b mut Bits) -> RowBuffers<'b> {
    let [idle, chosen, ended, before, runs] = bits;
    RowBuffers {
        matrix: matrix.as_buffers(),
        idle,
        chosen,
        ended,
        before,
        runs,
        shares: &mut [],
    }
}

fn bits() -> Bits {
    [const { Vec::new() }; 5].map(|_: Vec<u64>| vec![0; 4])
}

fn gang(nodes: u32, list: &[Job], turns: TurnRules) -> Vec<(u64, u64)> {
    gang_with(nodes, list, turns, &mut ())
}

fn gang_with(nodes: u32, list: &[Job], turns: TurnRules, sink: &mut dyn Sink) -> Vec<(u64, u64)> {
    let workload = Workload::new(list);
    let (mut matrix, mut bits) = (Buffers::new(nodes, list.len()), bits());
    let rows = rows(&mut matrix, &mut bits);
    let mut gang = Gang::new(turns, nodes, list.len(), rows).unwrap();
    workload.run(nodes, &mut gang, sink)
}

fn flexible(nodes: u32, list: &[Job], turns: TurnRules) -> Vec<(u64, u64)> {
    flexible_with(nodes, list, turns, &mut ())
}

fn flexible_with(
    nodes: u32,
    list: &[Job],
    turns: TurnRules,
    sink: &mut dyn Sink,
) -> Vec<(u64, u64)> {
    flexible_by(nodes, list, turns, Classes::ByGrain, sink)
}

fn flexible_by(
    nodes: u32,
    list: &[Job],
    turns: TurnRules,
    classes: Classes<'_>,
    sink: &mut dyn Sink,
) -> Vec<(u64, u64)> {
    let workload = Workload::new(list);
    let (mut matrix, mut bits) = (Buffers::new(nodes, list.len()), bits());
    let mut filled = vec![0; workload.processes().len()];
    let mut shares = vec![0; list.len()];
    let buffers = FlexibleBuffers {
        rows: RowBuffers {
            shares: &mut shares,
            ..rows(&mut matrix, &mut bits)
        },
        gaps: &mut vec![Gap::default(); nodes as usize],
        open_columns: &mut vec![0; nodes.div_ceil(64) as usize],
        filled: &mut filled,
        served: &mut vec![(0, Rate::STOPPED); nodes as usize],
    };
    let processes = workload.processes();
    let mut flexible =
        Flexible::new(turns, nodes, list.len(), processes, classes, buffers).unwrap();
    workload.run(nodes, &mut flexible, sink)
}

fn agile(nodes: u32, list: &[Job], rules: Rules) -> Vec<(u64, u64)> {
    agile_with(nodes, list, rules, &mut ())
}

fn agile_with(nodes: u32, list: &[Job], rules: Rules, sink: &mut dyn Sink) -> Vec<(u64, u64)> {
    let workload = Workload::new(list);
    let (jobs, words) = (list.len(), list.len().div_ceil(64));
    let (mut matrix, mut bits) = (Buffers::new(nodes, jobs), bits());
    let mut entries = [(); 6].map(|()| vec![ListEntry::default(); jobs]);
    let [a, b, c, d, e, f] = &mut entries;
    let mut shares = vec![0; jobs];
    let buffers = AgileBuffers {
        rows: Some(RowBuffers {
            shares: &mut shares,
            ..rows(&mut matrix, &mut bits)
        }),
        lists: [(a, b), (c, d), (e, f)].map(|(list, ran)| ListBuffers { list, ran }),
        listed: &mut vec![0; words],
        served: &mut vec![(0, Rate::STOPPED); nodes as usize],
        behind: &mut vec![(Duration::ZERO, 0); nodes as usize],
        nodes: &mut vec![0; nodes.div_ceil(64) as usize],
        holders: &mut [],
    };
    let processes = workload.processes();
    let mut agile = Agile::new(rules, nodes, jobs, processes, buffers).unwrap();
    workload.run(nodes, &mut agile, sink)
}

/// Rules of Agile: quanta of a second, one grain after the other.
const RULES: Rules = Rules {
    turns: TurnRules::of(SECOND),
    lists: [
        ListRules::medium(SECOND),
        ListRules::coarse(SECOND),
        ListRules::independent(SECOND),
    ],
    shares: Shares::Quanta([1; GrainClass::COUNT]),
};

/// All lists by the letter.
fn literal(rules: Rules) -> Rules {
    let lists = rules.lists.map(|lists| ListRules {
        heads: lists.partial,
        ..lists.literal()
    });
    Rules { lists, ..rules }
}

const PLAIN: TurnRules = TurnRules {
    alternates: false,
    unify: false,
    ..TurnRules::of(SECOND)
};

/// A job that all policies treat equally: nodes and seconds.
const fn fine(nodes: u32, seconds: u64) -> Job {
    (0, nodes, seconds * 1_000_000, GrainClass::Fine, 0, 100)
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
