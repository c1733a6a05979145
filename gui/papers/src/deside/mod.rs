//! DESiDE (ICPE 2019), section 5: makespans of SLF, LET and MOM, by simulation.

mod claims;
mod comparison;
mod graphs;
mod pages;
mod paper;
mod reported;
mod tables;

use std::sync::Arc;

use self::graphs::{Family, drawn, prepare, stored};
use self::reported::{ON_SERVERS, SERVERS, SIZES, THREE};
use super::trials::{Reading, Sample, Treatment, Trials, USUAL, choice, each_run};
use super::{Extent, JobCount, Report, Study};
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::record::Run;
use laboratory::run::dominant::dominant;
use laboratory::scenario::placement::Over;
use laboratory::scenario::placement::servers::{CycleEngine, Engine, Servers};
use laboratory::scenario::{Parameters, PolicyName, Scenario};

/// Section 5 of Chahal, Mathew and Nambiar, "Simulation based job
/// scheduling optimization for batch workloads", 2019.
pub(super) const STUDY: Study = Study {
    name: "deside",
    summary: "makespans of workflows on servers under SLF, LET and MOM (Chahal and others 2019, section 5)",
    // For the stored graphs and for two families of random ones.
    most_pages: 3,
    against: None,
    workloads: (GRAPHS, ""),
    jobs: JobCount::None(", which has graphs of 50 and 100"),
    logs: "",
    inapplicable_options: &[
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
const POLICIES: [Reading; 5] = [
    (JS, PolicyName::LoadAverage, USUAL),
    (SLF, PolicyName::Slf, USUAL),
    (LET, PolicyName::Let, USUAL),
    (MOM, PolicyName::Mom, USUAL),
    (LITERAL, PolicyName::Mom, |parameters| {
        parameters.placing.mom = Over::Existing;
    }),
];
const JS: Treatment = "JS";
const SLF: Treatment = "SLF";
const LET: Treatment = "LET";
const MOM: Treatment = "MOM";
const LITERAL: Treatment = "MOM, literal";

/// Seconds that all look-aheads of MOM together simulate, beside the makespans.
const AHEAD: Treatment = "look-aheads of MOM";

/// Seeds of the stochastic engine, as many as in the paper.
const SEEDS: u64 = 3;

/// Random graphs of each family and size.
const GRAPHS: u32 = 300;

/// Graphs that belong together, by the index of their size, which is that of the paper's graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Graphs {
    /// A stored graph.
    Stored(usize),
    /// Random graphs of a family.
    Drawn(Family, usize),
    /// A stored graph under the stochastic engine, on three servers.
    Stochastic(usize),
}

/// Runs everything; `None` if cancelled.
fn report(extent: &Extent, progress: &Progress) -> Result<Option<Report>, Problem> {
    let graphs = extent.workloads.unwrap_or(GRAPHS);
    let sizes = 0..SIZES.len();
    let stored = sizes.clone().map(Graphs::Stored);
    let mut tasks: Vec<_> = stored
        .chain(sizes.clone().map(Graphs::Stochastic))
        .map(|graph| (graph, 1))
        .collect();
    for family in Family::ALL {
        for size in sizes.clone() {
            let seeds = 1..=u64::from(graphs);
            tasks.extend(seeds.map(|seed| (Graphs::Drawn(family, size), seed)));
        }
    }
    let trials = Trials::run(&tasks, progress, |&(graphs, seed), progress| {
        sample(graphs, seed, progress)
    })?;
    Ok(trials.map(|trials| Report {
        title: "DESiDE (Chahal, Mathew and Nambiar, ICPE 2019): makespans of SLF, LET and MOM"
            .to_owned(),
        notes: notes(graphs),
        tables: tables::tables(&trials),
        claims: claims::claims(&trials),
        pages: pages::pages(&trials),
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
            family.dependencies_text()
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

/// Makespans of one graph under every policy on every number of servers; `None` if cancelled.
fn sample(
    graphs: Graphs,
    seed: u64,
    progress: &Progress,
) -> Result<Option<[Sample<Graphs>; 1]>, Problem> {
    let scenario = |servers| -> Result<Scenario, Problem> {
        match graphs {
            Graphs::Drawn(family, size) => Ok(drawn(family, SIZES[size], seed, servers)),
            Graphs::Stored(graph) | Graphs::Stochastic(graph) => stored(graph, servers),
        }
    };
    if let Graphs::Stochastic(_) = graphs {
        let engine = Engine::Cycle(CycleEngine::default());
        let servers = Servers {
            engine,
            ..Servers::of(3)
        };
        return stochastic(graphs, &scenario(servers)?, progress);
    }
    let mut sample = Sample::at(graphs);
    let looks = matches!(graphs, Graphs::Stored(_));
    for (servers, on_servers) in SERVERS.into_iter().zip(ON_SERVERS) {
        let experiment = Arc::new(prepare(&scenario(Servers::of(servers))?)?);
        let common = Parameters::default();
        let measure = |policy, run: &Run| {
            sample.add(policy, [(on_servers, run.metrics.makespan().seconds())]);
            if looks && policy == MOM {
                sample.add(AHEAD, [(on_servers, look_ahead_seconds(run))]);
            }
        };
        if each_run(&experiment, &POLICIES, &common, looks, progress, measure)?.is_none() {
            return Ok(None);
        }
    }
    Ok(Some([sample]))
}

/// Makespans of the dominant mappings under the stochastic engine.
fn stochastic(
    graphs: Graphs,
    scenario: &Scenario,
    progress: &Progress,
) -> Result<Option<[Sample<Graphs>; 1]>, Problem> {
    let experiment = prepare(scenario)?.with_deviation(0.2);
    let mut sample = Sample::at(graphs);
    for reading in POLICIES.iter().filter(|reading| reading.0 != JS) {
        let choice = choice(reading, &Parameters::default());
        let Some(found) = dominant(&experiment, &choice, SEEDS, progress)? else {
            return Ok(None);
        };
        sample.add(reading.0, [(THREE, found.makespan)]);
    }
    Ok(Some([sample]))
}

/// Seconds that the look-aheads of MOM simulate: for every job, how long every
/// server would be at work with it.
fn look_ahead_seconds(run: &Run) -> f64 {
    let placements = run.placements();
    let keys = placements.iter().flat_map(|record| record.keys.iter());
    keys.flatten().sum()
}
