//! Time-sharing jobs of every grain, with the same results on every machine.

use cosched_core::engine::Policy;
use cosched_core::engine::storage::{timers_for, words_for};
use cosched_core::exact::Fraction;
use cosched_core::machine::processes::ServedProcess;
use cosched_core::policy::coscheduling::{
    Agile, AgileBuffers, Classes, Flexible, FlexibleBuffers, Gang, Gap, GapTurnBuffers, ListRules,
    Measurement, MeasuringRules, Rules, Shares, StaticList, StaticRows, TurnRules,
};
use cosched_core::random::Random;
use cosched_core::workload::{Grain, GrainClass, ProcessSpec, ProcessTable};
use cosched_core::{
    Digest, Duration, JobSpec, Rate, Setup, Simulation, StaticStorage, Storage, Time,
};

/// Number of jobs, and of those of each grain.
const JOBS: usize = 40;
const OF_GRAIN: usize = JOBS / GrainClass::COUNT;
const NODES: usize = 32;
/// Maximum width of a job.
const WIDEST: u32 = 8;
const PROCESSES: usize = JOBS * WIDEST as usize;
const TIMERS: usize = timers_for(JOBS, 0);
const NODE_WORDS: usize = words_for(NODES);
const JOB_WORDS: usize = words_for(JOBS);

const QUANTUM: Duration = Duration::from_seconds(10);
const TURNS: TurnRules = TurnRules {
    switch: Duration(QUANTUM.0 / 20),
    ..TurnRules::of(QUANTUM)
};

/// Memory of the runs, all zero bytes when new.
pub(crate) struct CoschedulingBuffers {
    storage: StaticStorage<JOBS, TIMERS, NODES, NODE_WORDS>,
    progress: [Duration; PROCESSES],
    parts: [Fraction; PROCESSES],
    rows: StaticRows<JOBS, { JOBS * NODE_WORDS }, 0, JOB_WORDS, NODE_WORDS>,
    nodes: [u64; NODE_WORDS],
    listed: [u64; JOB_WORDS],
    measured: [Measurement; JOBS],
    gaps: [Gap; NODES],
    filled: [u64; PROCESSES],
    served: [ServedProcess; NODES],
    behind: [(Duration, u32); NODES],
    lists: [StaticList<OF_GRAIN>; GrainClass::COUNT - 1],
}

impl CoschedulingBuffers {
    /// Empty buffers.
    pub(crate) const fn new() -> Self {
        Self {
            storage: StaticStorage::new(),
            progress: [Duration::ZERO; PROCESSES],
            parts: [Fraction::NONE; PROCESSES],
            rows: StaticRows::new(),
            nodes: [0; NODE_WORDS],
            listed: [0; JOB_WORDS],
            measured: [Measurement::EMPTY; JOBS],
            gaps: [Gap::EMPTY; NODES],
            filled: [0; PROCESSES],
            served: [(0, Rate::STOPPED); NODES],
            behind: [(Duration::ZERO, 0); NODES],
            lists: [const { StaticList::new() }; GrainClass::COUNT - 1],
        }
    }

    /// Digest of all: gang scheduling; flexible coscheduling with classes by grain and
    /// measured; Agile with shares of time and of nodes.
    pub(crate) fn digest(&mut self) -> (&'static str, u64) {
        let drawn = RandomJobs::new();
        let mut digest = Digest::default();
        let measuring = MeasuringRules {
            granularity: QUANTUM,
            efficiency: 900,
            quanta: 3,
            reset: Some(Duration::from_seconds(200)),
        };
        self.run(&drawn, PolicyKind::Gang, &mut digest);
        self.run(&drawn, PolicyKind::Flexible(None), &mut digest);
        self.run(&drawn, PolicyKind::Flexible(Some(measuring)), &mut digest);
        self.run(
            &drawn,
            PolicyKind::Agile(Shares::Quanta([1, 2, 1, 1])),
            &mut digest,
        );
        self.run(
            &drawn,
            PolicyKind::Agile(Shares::Nodes([WIDEST; GrainClass::COUNT])),
            &mut digest,
        );
        ("coscheduling", digest.0)
    }

    fn run(&mut self, drawn: &RandomJobs, kind: PolicyKind, digest: &mut Digest) {
        let processes = ProcessTable::new(&drawn.processes, &drawn.first);
        let setup = Setup::cluster(&drawn.specs, NODES as u32).with_processes(processes);
        let storage = Storage {
            progress: &mut self.progress,
            progress_parts: &mut self.parts,
            ..self.storage.as_storage()
        };
        let simulate = |policy: &mut dyn Policy| {
            Simulation::new(setup, storage)
                .expect("the buffers were made for these jobs")
                .run(policy, digest);
        };
        let rows = self.rows.as_buffers();
        let nodes = NODES as u32;
        match kind {
            PolicyKind::Gang => {
                let gang = Gang::new(TURNS, nodes, JOBS, rows);
                simulate(&mut gang.expect("they fit"));
            }
            PolicyKind::Flexible(measuring) => {
                let classes = match measuring {
                    None => Classes::ByGrain,
                    Some(measuring) => Classes::Measured(measuring, &mut self.measured),
                };
                let buffers = FlexibleBuffers {
                    rows,
                    gaps: &mut self.gaps,
                    open_columns: &mut self.nodes,
                    filled: &mut self.filled,
                    served: &mut self.served,
                    gap_turns: GapTurnBuffers::default(),
                };
                let flexible = Flexible::new(TURNS, nodes, JOBS, processes, classes, buffers);
                simulate(&mut flexible.expect("they fit"));
            }
            PolicyKind::Agile(shares) => {
                let [medium, coarse, independent] = &mut self.lists;
                let buffers = AgileBuffers {
                    rows,
                    medium: medium.as_buffers(),
                    coarse: coarse.as_buffers(),
                    independent: independent.as_buffers(),
                    listed: &mut self.listed,
                    served: &mut self.served,
                    behind: &mut self.behind,
                    nodes: &mut self.nodes,
                    holders: &mut [],
                };
                let agile = Agile::new(rules(shares), nodes, JOBS, processes, buffers);
                simulate(&mut agile.expect("they fit"));
            }
        }
    }
}

/// A policy with its parameters.
enum PolicyKind {
    Gang,
    Flexible(Option<MeasuringRules>),
    Agile(Shares),
}

fn rules(shares: Shares) -> Rules {
    let lists = [ListRules::medium, ListRules::coarse, ListRules::independent];
    Rules {
        turns: TURNS,
        lists: lists.map(|of| ListRules {
            switch: TURNS.switch,
            ..of(QUANTUM)
        }),
        shares,
    }
}

/// The jobs with their processes.
struct RandomJobs {
    specs: [JobSpec; JOBS],
    processes: [ProcessSpec; JOBS],
    first: [u32; JOBS + 1],
}

impl RandomJobs {
    fn new() -> Self {
        let mut drawn = Self {
            specs: [JobSpec::exact(Time::ZERO, QUANTUM, 1); JOBS],
            processes: [ProcessSpec::INDEPENDENT; JOBS],
            first: [0; JOBS + 1],
        };
        let mut random = Random::new(2009, 1);
        let (mut submit, mut end) = (0, 0);
        for job in 0..JOBS {
            submit += random.below(30);
            let nodes = 1 + random.below(u64::from(WIDEST)) as u32;
            let runtime = Duration(1_000_000_000 + random.below(150_000_000_000));
            drawn.specs[job] = JobSpec::exact(Time::from_seconds(submit), runtime, nodes);
            drawn.processes[job] = processes(job % GrainClass::COUNT);
            end += nodes;
            drawn.first[job + 1] = end;
        }
        drawn
    }
}

/// Fine, medium and coarse grain, and independent, in turn.
fn processes(index: usize) -> ProcessSpec {
    let (class, grain) = match index {
        0 => (GrainClass::Fine, Grain::Lockstep),
        1 => (GrainClass::Medium, Grain::Every(Duration(QUANTUM.0 / 4))),
        2 => (GrainClass::Coarse, Grain::Every(Duration(QUANTUM.0 * 4))),
        _ => (GrainClass::Independent, Grain::Independent),
    };
    let utilisation = match class {
        GrainClass::Medium => Rate::new(3, 5),
        _ => Rate::FULL,
    };
    ProcessSpec {
        class,
        grain,
        utilisation,
    }
}
