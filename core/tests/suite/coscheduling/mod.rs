//! Coscheduling, by hand and by invariants; golden results are among the fixtures.

mod always;
mod by_hand;
mod gaps;
pub(crate) mod matrix;
mod measured;
mod mixed;

use crate::common::Boxed;
use cosched_core::engine::{Policy, Setup};
use cosched_core::exact::Fraction;
use cosched_core::matrix::MatrixSizes;
use cosched_core::policy::coscheduling::{
    Agile, BoxedAgile, BoxedFlexible, BoxedRows, Classes, Flexible, Gang, ListRules, RowSizes,
    Rules, Shares, TurnRules,
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

/// Sizes of the buffers of rows.
fn rows(nodes: u32, jobs: usize) -> RowSizes {
    let nodes = nodes as usize;
    RowSizes::of(MatrixSizes::of(jobs, jobs, jobs, nodes, false), jobs, nodes)
}

fn gang(nodes: u32, list: &[Job], turns: TurnRules) -> Vec<(u64, u64)> {
    gang_with(nodes, list, turns, &mut ())
}

fn gang_with(nodes: u32, list: &[Job], turns: TurnRules, sink: &mut dyn Sink) -> Vec<(u64, u64)> {
    let workload = Workload::new(list);
    let jobs = list.len();
    let mut rows = BoxedRows::with_sizes(&RowSizes {
        shares: 0,
        ..rows(nodes, jobs)
    });
    let mut gang = Gang::new(turns, nodes, jobs, rows.as_buffers()).unwrap();
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
    let (jobs, processes) = (list.len(), workload.processes());
    let mut buffers = BoxedFlexible::new(rows(nodes, jobs), nodes as usize, processes.len());
    let buffers = buffers.as_buffers();
    let mut flexible = Flexible::new(turns, nodes, jobs, processes, classes, buffers).unwrap();
    workload.run(nodes, &mut flexible, sink)
}

fn agile(nodes: u32, list: &[Job], rules: Rules) -> Vec<(u64, u64)> {
    agile_with(nodes, list, rules, &mut ())
}

fn agile_with(nodes: u32, list: &[Job], rules: Rules, sink: &mut dyn Sink) -> Vec<(u64, u64)> {
    let workload = Workload::new(list);
    let (jobs, processes) = (list.len(), workload.processes());
    let mut buffers = BoxedAgile::new(rows(nodes, jobs), jobs, [jobs; 3], nodes as usize, false);
    let mut agile = Agile::new(rules, nodes, jobs, processes, buffers.as_buffers()).unwrap();
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
