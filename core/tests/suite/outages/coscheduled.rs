//! Gang scheduling, flexible coscheduling and Agile on nodes that go out of service: any run.

use cosched_core::engine::{Phase, Policy, Setup};
use cosched_core::exact::Fraction;
use cosched_core::machine::{Change, Interrupted};
use cosched_core::matrix::MatrixSizes;
use cosched_core::policy::coscheduling::{
    Agile, BoxedAgile, BoxedFlexible, BoxedRows, Classes, Flexible, Gang, ListRules, RowSizes,
    Rules, Shares, TurnRules,
};
use cosched_core::random::Random;
use cosched_core::workload::{Grain, GrainClass, ProcessSpec, ProcessTable};
use cosched_core::{
    Duration, Event, JobId, JobSpec, Memory, Metrics, Rate, Simulation, Sink, Storage, Time, View,
};

use super::assignments::AssignmentGuard;
use super::{RandomOutages, at, draw};
use crate::common::{Boxed, workload};
use crate::watch::NODES;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PolicyKind {
    Gang,
    Flexible,
    Agile,
}

pub(super) const ALL: [PolicyKind; 3] = [PolicyKind::Gang, PolicyKind::Flexible, PolicyKind::Agile];

const CLASSES: [GrainClass; GrainClass::COUNT] = [
    GrainClass::Fine,
    GrainClass::Medium,
    GrainClass::Coarse,
    GrainClass::Independent,
];

/// A workload with its processes, and the parameters of policies.
pub(super) struct CoschedulingCase {
    nodes: u32,
    pub(super) jobs: Vec<JobSpec>,
    specs: Vec<ProcessSpec>,
    first: Vec<u32>,
    turns: TurnRules,
    lists: [ListRules; GrainClass::COUNT - 1],
    shares: Shares,
    // Memory of a node for jobs in a matrix, if it is limited, and the number of rows.
    memory: Option<Memory>,
    rows: usize,
}

impl CoschedulingCase {
    /// `jobs` with these processes, under `turns`, in as many rows as there are jobs.
    pub(super) fn new(
        nodes: u32,
        jobs: Vec<JobSpec>,
        specs: Vec<ProcessSpec>,
        turns: TurnRules,
    ) -> Self {
        let mut first = vec![0];
        for job in &jobs {
            first.push(first[first.len() - 1] + job.nodes);
        }
        let lists = [
            ListRules::medium(turns.quantum),
            ListRules::coarse(turns.quantum),
            ListRules::independent(turns.quantum),
        ];
        let lists = lists.map(|lists| ListRules {
            switch: turns.switch,
            ..lists
        });
        Self {
            nodes,
            rows: jobs.len(),
            jobs,
            specs,
            first,
            turns,
            lists,
            shares: Shares::Quanta([1; GrainClass::COUNT]),
            memory: None,
        }
    }

    fn draw(random: &mut Random) -> Self {
        let mut jobs = workload(random, 40, NODES);
        let shares = match random.below(3) {
            0 => Shares::Nodes([4, 3, 3, 2]),
            1 => Shares::Quanta([1, 2, 1, 3]),
            _ => Shares::Quanta([1; GrainClass::COUNT]),
        };
        let (only, utilisation) = (random.below(8), [50, 100][random.below(2) as usize]);
        let specs = jobs.iter_mut().map(|job| {
            let class = match only {
                0..4 => CLASSES[only as usize],
                _ => CLASSES[random.below(4) as usize],
            };
            if let Shares::Nodes(shares) = shares {
                job.nodes = job.nodes.min(shares[class as usize]);
            }
            job.memory = Memory(random.below(5) as u32);
            ProcessSpec {
                class,
                grain: match class {
                    GrainClass::Fine => Grain::Lockstep,
                    GrainClass::Medium => Grain::Every(Duration(250_000_000)),
                    GrainClass::Coarse => Grain::Every(Duration::from_seconds(4)),
                    GrainClass::Independent => Grain::Independent,
                },
                utilisation: match class {
                    GrainClass::Medium => Rate::new(utilisation, 100),
                    _ => Rate::FULL,
                },
            }
        });
        let specs = specs.collect();
        let quantum = [1_000_000_000, 3_000_000_000, 700_000_000][random.below(3) as usize];
        let turns = TurnRules {
            switch: Duration([0, 0, quantum / 4][random.below(3) as usize]),
            alternates: random.below(2) == 0,
            unify: random.below(2) == 0,
            alone: random.below(5) == 0,
            ..TurnRules::of(Duration(quantum))
        };
        let mut case = Self::new(NODES, jobs, specs, turns);
        case.shares = shares;
        case.memory = (random.below(3) == 0).then_some(Memory(8));
        case.rows = [case.jobs.len(), 3][random.below(2) as usize];
        if random.below(3) == 0 {
            let literal = |lists: ListRules| ListRules {
                heads: lists.partial,
                ..lists.literal()
            };
            case.lists = case.lists.map(literal);
        }
        case
    }

    pub(super) fn processes(&self) -> ProcessTable<'_> {
        ProcessTable::new(&self.specs, &self.first)
    }

    /// Calls `act` with the policy, with buffers for all.
    pub(super) fn under(&self, which: PolicyKind, act: impl FnOnce(&mut dyn Policy)) {
        let (jobs, columns) = (self.jobs.len(), self.nodes);
        let nodes = columns as usize;
        let (processes, turns) = (self.processes(), self.turns);
        let matrix = MatrixSizes::of(self.rows, jobs, jobs, nodes, self.memory.is_some());
        let rows = RowSizes::of(matrix, jobs, nodes);
        let turns = TurnRules {
            node_memory: self.memory.unwrap_or_default(),
            ..turns
        };
        match which {
            PolicyKind::Gang => {
                let mut rows = BoxedRows::with_sizes(&rows);
                act(&mut Gang::new(turns, columns, jobs, rows.as_buffers()).unwrap());
            }
            PolicyKind::Flexible => {
                let mut buffers = BoxedFlexible::new(rows, nodes, processes.len());
                let (classes, buffers) = (Classes::ByGrain, buffers.as_buffers());
                let flexible = Flexible::new(turns, columns, jobs, processes, classes, buffers);
                act(&mut flexible.unwrap());
            }
            PolicyKind::Agile => {
                let mut buffers = BoxedAgile::new(rows, jobs, [jobs; 3], nodes, true);
                let rules = Rules {
                    turns,
                    lists: self.lists,
                    shares: self.shares,
                };
                let agile = Agile::new(rules, columns, jobs, processes, buffers.as_buffers());
                act(&mut agile.unwrap());
            }
        }
    }

    /// Runs `setup` under a policy; calls `look` with the final state.
    pub(super) fn simulate(
        &self,
        setup: Setup<'_>,
        which: PolicyKind,
        sink: &mut dyn Sink,
        look: impl FnOnce(&View<'_, '_>),
    ) {
        let mut storage = Boxed::with_outages(&setup);
        let mut progress = vec![Duration::ZERO; self.processes().len()];
        let mut progress_parts = vec![Fraction::NONE; progress.len()];
        let storage = Storage {
            progress: &mut progress,
            progress_parts: &mut progress_parts,
            ..storage.as_storage()
        };
        let mut simulation = Simulation::new(setup, storage).unwrap();
        self.under(which, |policy| {
            simulation.check(policy).unwrap();
            while simulation.step(policy, sink).is_some() {
                let now = simulation.view().now();
                assert!(now < at(1_000_000), "{which:?} does not end");
            }
        });
        look(&simulation.view());
    }

    /// All results of `setup`.
    fn run<'s>(
        &self,
        setup: Setup<'s>,
        which: PolicyKind,
        hears_all: bool,
    ) -> (AssignmentGuard<'s>, Metrics) {
        let mut sink = (AssignmentGuard::new(setup, hears_all), Metrics::new());
        let mut phases = Vec::new();
        self.simulate(setup, which, &mut sink, |view| {
            let jobs = (0..self.jobs.len()).map(JobId::new);
            phases.extend(jobs.map(|job| (job, view.phase(job))));
        });
        let places = &sink.0;
        // The final records of each job are those of its events.
        assert_eq!(places.submitted, self.jobs.len());
        assert_eq!(places.submitted, places.ends.len() + places.left());
        for (job, phase) in phases {
            let is_over = matches!(phase, Phase::Completed | Phase::Killed);
            assert_eq!(is_over, places.ends.contains_key(&job), "{job:?} {phase:?}");
        }
        assert_eq!(places.requeues, sink.1.requeues);
        sink
    }
}

fn setup_of<'s>(case: &'s CoschedulingCase, drawn: &'s RandomOutages, seed: u64) -> Setup<'s> {
    Setup::cluster(&case.jobs, NODES)
        .with_kill_at_estimate(!seed.is_multiple_of(3))
        .with_processes(case.processes())
        .with_outages(drawn.outages())
}

type Ends = Vec<(JobId, (Time, Event))>;

#[test]
fn no_job_is_lost_or_on_a_node_out_of_service() {
    let (mut requeues, mut lost) = ([0; 3], [0; 3]);
    for seed in 0..1_000 {
        let mut random = Random::new(seed, 92);
        let (case, drawn) = (CoschedulingCase::draw(&mut random), draw(&mut random));
        let setup = setup_of(&case, &drawn, seed);
        // Two of the three in turn, and one of them with a report of every quantum.
        let index = seed as usize % 3;
        for (which, hears_all) in [(index, true), (index, false), ((index + 1) % 3, true)] {
            let (places, metrics) = case.run(setup, ALL[which], hears_all);
            assert_eq!(
                places.left(),
                0,
                "seed {seed}, {:?}: all are repaired",
                ALL[which]
            );
            requeues[which] += metrics.requeues;
            lost[which] += metrics.lost_work;
        }
    }
    assert!(requeues.iter().all(|count| *count > 1_000), "{requeues:?}");
    assert!(lost.iter().all(|time| *time > 0));
}

/// Skipping quanta at once does not change any job.
#[test]
fn quanta_passed_at_once_change_nothing_while_nodes_fail() {
    for seed in 0..100 {
        let mut random = Random::new(seed, 93);
        let (case, drawn) = (CoschedulingCase::draw(&mut random), draw(&mut random));
        let setup = setup_of(&case, &drawn, seed);
        for which in ALL {
            let [fast, plain] = [false, true].map(|hears_all| {
                let (places, metrics) = case.run(setup, which, hears_all);
                (places.ends.into_iter().collect::<Ends>(), metrics)
            });
            assert_eq!(fast, plain, "seed {seed}, {which:?}");
        }
    }
}

/// If nodes fail that are not repaired, and nothing happens by chance, the run ends with
/// the jobs that need them.
#[test]
fn jobs_that_can_never_run_are_left() {
    let mut left = 0;
    for seed in 0..100 {
        let mut random = Random::new(seed, 94);
        let (case, mut drawn) = (CoschedulingCase::draw(&mut random), draw(&mut random));
        drawn.faults = None;
        drawn.changes.retain(|change| change.change != Change::Up);
        drawn.interrupted = Interrupted::Requeued;
        let setup = setup_of(&case, &drawn, seed);
        for which in ALL {
            let (places, _) = case.run(setup, which, seed % 2 == 0);
            left += places.left();
        }
    }
    assert!(left > 300, "{left}");
}
