//! DESiDE (ICPE 2019), section 5: makespans of SLF, LET and MOM, by simulation.

mod claims;
pub mod dominant;
mod reported;
mod tables;

use std::sync::Arc;
use std::time::Instant;

use self::dominant::dominant;
use self::reported::{SERVERS, SIZES};
use self::tables::Results;
use super::{Extent, Report, on_all_processors};
use crate::load;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::record::Experiment;
use crate::run::{Choice, simulate};
use crate::scenario::servers::{CycleEngine, Engine, Servers};
use crate::scenario::workflow::{Batch, Shape, WorkflowWorkload};
use crate::scenario::{self, Machine, Parameters, PolicyName, Scenario, Workload};

/// The policies compared; the places of their makespans.
const POLICIES: [PolicyName; 4] = [
    PolicyName::Slf,
    PolicyName::Let,
    PolicyName::Mom,
    PolicyName::LoadAverage,
];
const SLF: usize = 0;
const LET: usize = 1;
const MOM: usize = 2;
const BASELINE: usize = 3;

/// Seeds of the stochastic engine, as in the paper.
const SEEDS: u64 = 3;

/// Random graphs of each size.
const GRAPHS: u32 = 300;
/// How far back the predecessors of a job are; the paper shows only pictures.
const WINDOW: u32 = 12;

/// The two graphs stored for their likeness to the paper's results.
const STORED: [(&str, &str); 2] = [
    (
        "DAG-1-like",
        include_str!("../../../../fixtures/golden/deside-dag1-like-3.ron"),
    ),
    (
        "DAG-2-like",
        include_str!("../../../../fixtures/golden/deside-dag2-like-3.ron"),
    ),
];

/// One graph on all numbers of servers.
#[derive(Clone, PartialEq, Debug)]
struct Graph {
    name: String,
    // Seconds, by servers and policy.
    makespans: [[f64; POLICIES.len()]; SERVERS.len()],
    // What simulating MOM took, by servers.
    milliseconds: [f64; SERVERS.len()],
}

/// Something to be run.
#[derive(Clone, PartialEq, Debug)]
enum Task {
    Stored(usize),
    Drawn(usize, u64),
    // A stored graph and a policy.
    Stochastic(usize, usize),
}

/// What came of it.
enum Outcome {
    Stored(Graph),
    Drawn(usize, Graph),
    Stochastic(usize, f64),
}

/// Runs everything; nothing if cancelled.
pub(super) fn report(extent: &Extent, progress: &Progress) -> Result<Option<Report>, Problem> {
    let graphs = extent.workloads.unwrap_or(GRAPHS);
    let mut tasks = vec![Task::Stored(0), Task::Stored(1)];
    let policies = [SLF, LET, MOM];
    tasks.extend(
        (0..STORED.len()).flat_map(|graph| policies.map(|policy| Task::Stochastic(graph, policy))),
    );
    for size in 0..SIZES.len() {
        tasks.extend((1..=u64::from(graphs)).map(|seed| Task::Drawn(size, seed)));
    }
    let outcomes = on_all_processors(&tasks, progress, run)?;
    let Some(outcomes) = outcomes else {
        return Ok(None);
    };
    let results = sort(outcomes);
    Ok(Some(Report {
        title: "DESiDE (Chahal, Mathew and Nambiar, ICPE 2019): makespans of SLF, LET and MOM"
            .to_owned(),
        notes: notes(graphs),
        tables: results.tables(),
        claims: claims::claims(&results),
        pages: Vec::new(),
    }))
}

fn notes(graphs: u32) -> Vec<String> {
    vec![
        "servers of 56 cores and 80 GB/s; 36 different jobs of 4 to 28 threads that ask for 3.6 to 10.5 GB/s each, always busy, 24 to 144 s long".to_owned(),
        "the paper's graphs are known from pictures only. The two stored ones were selected among many drawn graphs for likeness to the paper's results: they show what is possible, not what is usual".to_owned(),
        format!("{graphs} random graphs of each size, not selected: every job follows 1 or 2 of the {WINDOW} ahead of it"),
        "makespans by the fluid engine; where it says so, by the paper's stochastic engine with intervals of 0.1 s and deviations of 0.2".to_owned(),
        "the load average stands for the paper's job scheduler, which it ran on real servers".to_owned(),
    ]
}

fn sort(outcomes: Vec<Outcome>) -> Results {
    let mut results = Results {
        stored: Vec::new(),
        drawn: [Vec::new(), Vec::new()],
        stochastic: Vec::new(),
    };
    let mut makespans = [const { Vec::new() }; STORED.len()];
    for outcome in outcomes {
        match outcome {
            Outcome::Stored(graph) => results.stored.push(graph),
            Outcome::Drawn(size, graph) => results.drawn[size].push(graph),
            Outcome::Stochastic(graph, makespan) => makespans[graph].push(makespan),
        }
    }
    results.stochastic = makespans
        .iter()
        .map(|makespans: &Vec<f64>| {
            [LET, MOM].map(|policy| 100.0 * (1.0 - makespans[policy] / makespans[SLF]))
        })
        .collect();
    results
}

fn run(task: &Task, progress: &Progress) -> Result<Option<Outcome>, Problem> {
    match *task {
        Task::Stored(place) => {
            let (name, _) = STORED[place];
            let graph = graph(name, |servers| stored(place, servers), progress)?;
            Ok(graph.map(Outcome::Stored))
        }
        Task::Drawn(size, seed) => {
            let name = format!("{} jobs, seed {seed}", SIZES[size]);
            let graph = graph(
                &name,
                |servers| Ok(drawn(SIZES[size], seed, servers)),
                progress,
            )?;
            Ok(graph.map(|graph| Outcome::Drawn(size, graph)))
        }
        Task::Stochastic(place, policy) => {
            let experiment = prepare(&stored(
                place,
                Servers {
                    engine: Engine::Cycle(CycleEngine::default()),
                    ..Servers::of(3)
                },
            )?)?;
            let choice = Choice::plain(POLICIES[policy], &Parameters::default());
            let experiment = experiment.with_deviation(0.2);
            let found = dominant(&experiment, &choice, SEEDS, progress)?;
            Ok(found.map(|found| Outcome::Stochastic(place, found.makespan)))
        }
    }
}

/// Runs one graph under every policy on every number of servers.
fn graph(
    name: &str,
    scenario: impl Fn(Servers) -> Result<Scenario, Problem>,
    progress: &Progress,
) -> Result<Option<Graph>, Problem> {
    let mut graph = Graph {
        name: name.to_owned(),
        makespans: [[0.0; POLICIES.len()]; SERVERS.len()],
        milliseconds: [0.0; SERVERS.len()],
    };
    for (place, servers) in SERVERS.into_iter().enumerate() {
        let experiment = Arc::new(prepare(&scenario(Servers::of(servers))?)?);
        for (policy, name) in POLICIES.into_iter().enumerate() {
            let choice = Choice::plain(name, &Parameters::default());
            let start = Instant::now();
            let Some(run) = simulate(&experiment, &choice, false, progress)? else {
                return Ok(None);
            };
            if policy == MOM {
                graph.milliseconds[place] = start.elapsed().as_secs_f64() * 1e3;
            }
            graph.makespans[place][policy] = run.metrics.makespan().seconds();
        }
    }
    Ok(Some(graph))
}

fn stored(place: usize, servers: Servers) -> Result<Scenario, Problem> {
    let (name, text) = STORED[place];
    Ok(Scenario {
        title: name.to_owned(),
        machine: Machine::Servers(servers),
        ..scenario::parse(text, None)?
    })
}

fn drawn(jobs: u32, seed: u64, servers: Servers) -> Scenario {
    Scenario {
        title: String::new(),
        machine: Machine::Servers(servers),
        workload: Workload::Workflow(WorkflowWorkload {
            shape: Some(Shape::Batch(Batch {
                jobs,
                window: WINDOW,
            })),
            ..WorkflowWorkload::default()
        }),
        moldable: None,
        policies: Vec::new(),
        variants: Vec::new(),
        parameters: Parameters::default(),
        seed,
        expect: Vec::new(),
    }
}

fn prepare(scenario: &Scenario) -> Result<Experiment, Problem> {
    load::prepare(scenario, None, &Progress::default())
}
