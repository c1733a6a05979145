//! DESiDE (ICPE 2019), section 5: makespans of SLF, LET and MOM, by simulation.

mod claims;
mod comparison;
pub mod dominant;
mod graphs;
mod pages;
mod paper;
mod reported;
mod tables;

use std::sync::Arc;

use self::dominant::dominant;
use self::graphs::{Family, STORED, drawn, prepare, stored};
use self::reported::{SERVERS, SIZES};
use self::tables::Results;
use super::{Extent, Report, Study, on_all_processors};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::{Experiment, Run};
use crate::run::{Choice, simulate};
use crate::scenario::placement::servers::{CycleEngine, Engine, Servers};
use crate::scenario::placement::{Over, Placing};
use crate::scenario::{Parameters, PolicyName};

/// Section 5 of Chahal, Mathew and Nambiar, "Simulation based job
/// scheduling optimization for batch workloads", 2019.
pub(super) const STUDY: Study = Study {
    name: "deside",
    summary: "makespans of workflows on servers under SLF, LET and MOM (Chahal and others 2019, section 5)",
    // For the stored graphs and for two families of random ones.
    most_pages: 3,
    has_against: false,
    useless: &[
        ("--jobs", "has graphs of 50 and of 100 jobs"),
        (
            "--load",
            "has graphs, of which all jobs are there from the start",
        ),
        ("--logs", "reads no logs"),
    ],
    paper: paper::PAPER,
    parts: paper::PARTS,
    report,
};

/// Policies compared: the paper's three, MOM by the letter of the paper, and a stand-in for the job
/// scheduler that it ran on real servers.
const POLICIES: [(PolicyName, Over, &str); 5] = [
    (PolicyName::LoadAverage, Over::All, "JS"),
    (PolicyName::Slf, Over::All, "SLF"),
    (PolicyName::Let, Over::All, "LET"),
    (PolicyName::Mom, Over::All, "MOM"),
    (PolicyName::Mom, Over::Existing, "MOM, literal"),
];
const JS: usize = 0;
const SLF: usize = 1;
const LET: usize = 2;
const MOM: usize = 3;
const LITERAL: usize = 4;

/// Seeds of the stochastic engine, as many as in the paper.
const SEEDS: u64 = 3;

/// Random graphs of each family and size.
const GRAPHS: u32 = 300;

/// Results of one graph on all numbers of servers.
#[derive(Clone, PartialEq, Debug)]
struct Graph {
    name: String,
    // Makespans in seconds, by servers and policy.
    makespans: [[f64; POLICIES.len()]; SERVERS.len()],
    // Seconds that all look-aheads of MOM together simulate, by servers.
    ahead: [f64; SERVERS.len()],
}

/// Graph to be run.
#[derive(Clone, PartialEq, Debug)]
enum Task {
    Stored(usize),
    Drawn(Family, usize, u64),
    // Stored graph and policy.
    Stochastic(usize, usize),
}

/// Result of a task.
enum Outcome {
    Stored(Graph),
    Drawn(Family, usize, Graph),
    Stochastic(usize, usize, f64),
}

/// Runs everything; `None` if cancelled.
fn report(extent: &Extent, progress: &Progress) -> Result<Option<Report>, Problem> {
    let graphs = extent.workloads.unwrap_or(GRAPHS);
    let mut tasks: Vec<_> = (0..STORED.len()).map(Task::Stored).collect();
    for graph in 0..STORED.len() {
        let policies = [SLF, LET, MOM, LITERAL].into_iter();
        tasks.extend(policies.map(|policy| Task::Stochastic(graph, policy)));
    }
    for family in Family::ALL {
        for size in 0..SIZES.len() {
            let seeds = 1..=u64::from(graphs);
            tasks.extend(seeds.map(|seed| Task::Drawn(family, size, seed)));
        }
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
        pages: results.pages(),
    }))
}

fn notes(graphs: u32) -> Vec<String> {
    let mut notes = vec![
        "servers of 56 cores and 80 GB/s; 36 different jobs of 4 to 28 threads that ask for 3.6 to 10.5 GB/s each, always busy, 24 to 144 s long: numbers of threads and the range of bandwidths are the paper's, the rest is made up to fit".to_owned(),
        "the paper's two graphs are known from a picture only, so who follows whom is made up. The two stored graphs were selected among 7500 and 2000 drawn ones for likeness to the paper's results: they show what is possible, not what is usual".to_owned(),
    ];
    notes.extend(Family::ALL.map(|family| {
        format!(
            "{graphs} random {} graphs of each size, none selected: {}",
            family.name(),
            family.words()
        )
    }));
    notes.extend([
        "MOM takes the maximum over the jobs that a server has and the one to be placed: a reading, chosen because it is better on average. By the letter the maximum is over the active jobs, without the one to be placed: \"MOM, literal\"".to_owned(),
        "JS is the default of PARLANCE, the job scheduler that the paper measured on real servers; here the load average of each server stands for it, as the paper describes its fault: jobs that are launched together all see the same old average".to_owned(),
        "makespans by the fluid engine, which draws nothing; where it says so, by the paper's stochastic engine with intervals of 0.1 s and deviations of 0.2".to_owned(),
        "the paper found simulated and measured makespans of SLF within 5 % of each other: that cannot be checked without its servers".to_owned(),
        "times of the clock are no part of this report: they differ from run to run. Beside table 1 stands what a simulator that goes by intervals of 0.1 s, such as the paper's, would have to simulate".to_owned(),
    ]);
    notes
}

fn sort(outcomes: Vec<Outcome>) -> Results {
    let mut results = Results::default();
    for outcome in outcomes {
        match outcome {
            Outcome::Stored(graph) => results.stored.push(graph),
            Outcome::Drawn(family, size, graph) => results.of_mut(family)[size].push(graph),
            Outcome::Stochastic(graph, policy, makespan) => {
                results.stochastic[graph][policy] = makespan;
            }
        }
    }
    results
}

fn run(task: &Task, progress: &Progress) -> Result<Option<Outcome>, Problem> {
    match *task {
        Task::Stored(place) => {
            let (name, _) = STORED[place];
            let graph = graph(name, |servers| stored(place, servers), true, progress)?;
            Ok(graph.map(Outcome::Stored))
        }
        Task::Drawn(family, size, seed) => {
            let name = format!("{} jobs, seed {seed}", SIZES[size]);
            let scenario = |servers| Ok(drawn(family, SIZES[size], seed, servers));
            let graph = graph(&name, scenario, false, progress)?;
            Ok(graph.map(|graph| Outcome::Drawn(family, size, graph)))
        }
        Task::Stochastic(place, policy) => {
            let servers = Servers {
                engine: Engine::Cycle(CycleEngine::default()),
                ..Servers::of(3)
            };
            let experiment = prepare(&stored(place, servers)?)?.with_deviation(0.2);
            let found = dominant(&experiment, &choice(policy), SEEDS, progress)?;
            Ok(found.map(|found| Outcome::Stochastic(place, policy, found.makespan)))
        }
    }
}

/// The policy with this index, as it is run.
fn choice(policy: usize) -> Choice {
    let (name, mom, _) = POLICIES[policy];
    let placing = Placing {
        mom,
        ..Placing::default()
    };
    let parameters = Parameters {
        placing,
        ..Parameters::default()
    };
    Choice::plain(name, &parameters)
}

/// Runs one graph under every policy on every number of servers, and optionally measures how far
/// MOM looks ahead.
fn graph(
    name: &str,
    scenario: impl Fn(Servers) -> Result<crate::scenario::Scenario, Problem>,
    looks: bool,
    progress: &Progress,
) -> Result<Option<Graph>, Problem> {
    let mut graph = Graph {
        name: name.to_owned(),
        makespans: [[0.0; POLICIES.len()]; SERVERS.len()],
        ahead: [0.0; SERVERS.len()],
    };
    for (place, servers) in SERVERS.into_iter().enumerate() {
        let experiment: Arc<Experiment> = Arc::new(prepare(&scenario(Servers::of(servers))?)?);
        for policy in 0..POLICIES.len() {
            let looks = looks && policy == MOM;
            let Some(run) = simulate(&experiment, &choice(policy), looks, progress)? else {
                return Ok(None);
            };
            if looks {
                graph.ahead[place] = ahead(&run);
            }
            graph.makespans[place][policy] = run.metrics.makespan().seconds();
        }
    }
    Ok(Some(graph))
}

/// Seconds that the look-aheads of MOM simulate: for every job, how long every
/// server would be at work with it.
fn ahead(run: &Run) -> f64 {
    let placements = run.placements();
    let keys = placements.iter().flat_map(|record| record.keys.iter());
    keys.flatten().sum()
}
