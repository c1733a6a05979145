//! "Process grain size based scheduling of parallel jobs with Agile algorithm", 2009: four policies, four grains.

mod claims;
mod paper;
mod sample;
mod tables;

use std::path::PathBuf;

use cosched_core::Duration;

use self::sample::sample;
use super::trials::{Metric, Reading, Treatment, Trials, USUAL, less, more, numbers};
use super::{Extent, JobCount, Report, Study, USUAL_WORKLOADS, Unit, find_log};
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::scenario::PolicyName;
use laboratory::scenario::coscheduling::grains::{Classes, Measured};
use laboratory::scenario::coscheduling::{self, GrainClass};
use laboratory::scenario::reference::Variants;

/// Figures of "Process grain size based scheduling of parallel jobs with Agile algorithm", 2009.
pub(super) const STUDY: Study = Study {
    name: "agile",
    summary: "FCFS, gang scheduling, flexible coscheduling and Agile on four logs and at random, by grain (2009)",
    // Of logs, if there are any, at two loads, and of random workloads on two machines.
    most_pages: 4,
    against: None,
    workloads: (WORKLOADS, ""),
    jobs: JobCount::Usual(JOBS, " of each log"),
    logs: "",
    inapplicable_options: &[],
    paper: paper::PAPER,
    parts: paper::PARTS,
    report,
};

/// Policies compared: the paper's four, Agile without its limit of five primaries and five
/// secondaries in a quantum and by the letter, and flexible coscheduling that measures classes.
const POLICIES: [Reading; 7] = [
    // As recommended (fixtures/papers/agile.md, 3).
    (FCFS, PolicyName::Fcfs, USUAL),
    (GANG, PolicyName::Gang, USUAL),
    (FLEXIBLE, PolicyName::Flexible, USUAL),
    (AGILE, PolicyName::Agile, USUAL),
    // As many jobs in a quantum as fit.
    (UNLIMITED, PolicyName::Agile, |parameters| {
        parameters.coscheduling.most = u32::MAX / 2;
    }),
    // Only the first five of a list are tried, and the next five.
    (LITERAL, PolicyName::Agile, |parameters| {
        parameters.coscheduling.reading = coscheduling::Reading::Literal;
    }),
    // Classes are measured, not taken from the grain.
    (MEASURED, PolicyName::Flexible, |parameters| {
        parameters.coscheduling.classes = Classes::Measured(Measured {
            granularity: GRANULARITY,
            ..Measured::default()
        });
    }),
];
const FCFS: Treatment = "FCFS";
const GANG: Treatment = "Gang";
const FLEXIBLE: Treatment = "Flexible";
const AGILE: Treatment = "Agile";
const UNLIMITED: Treatment = "Agile, no limit";
const LITERAL: Treatment = "Agile, literal";
const MEASURED: Treatment = "Flexible, measured";

/// Processor time between barriers, in seconds, from which on processes need not run at once: less
/// than there is in medium grain.
const GRANULARITY: f64 = 10.0;

/// Logs, each with the grain that the paper assigns to it. LLNL-T3D is not available: two others
/// stand for it, one of them also on as many processors.
const LOGS: [(&str, GrainClass, Option<u32>); 6] = [
    ("LANL-CM5", GrainClass::Fine, None),
    ("LLNL-Thunder", GrainClass::Medium, None),
    ("SDSC-BLUE", GrainClass::Coarse, None),
    ("NASA-iPSC", GrainClass::Coarse, None),
    ("NASA-iPSC", GrainClass::Coarse, Some(256)),
    ("LPC-EGEE", GrainClass::Independent, None),
];

/// Jobs of a log, and random workloads for each grain.
const JOBS: u32 = 20_000;
const WORKLOADS: u32 = USUAL_WORKLOADS;

/// Small random workloads (fixtures/papers/agile.md, 3.6): jobs, and the longest runtime.
const SMALL_WORKLOADS: (u32, Duration) = (200, Duration::from_seconds(20_000));

/// Nodes of the random workloads: those of fixtures/papers/agile.md, 3.6, and more.
const NODES: [u32; 2] = [32, 128];

/// Population on which claims are judged.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Population {
    /// Logs scaled to a load.
    Loaded { load: f64 },
    /// Logs at their own load.
    Own,
    /// Random workloads on so many nodes, scaled to a load.
    Random { nodes: u32, load: f64 },
}

impl Population {
    fn text(self) -> String {
        match self {
            Self::Loaded { load } => format!("logs at a load of {load}"),
            Self::Own => "logs at their own load".to_owned(),
            Self::Random { nodes, load } => {
                format!("random workloads on {nodes} nodes at a load of {load}")
            }
        }
    }

    /// Load to which the workloads are scaled, if they are.
    const fn load(self) -> Option<f64> {
        match self {
            Self::Loaded { load } | Self::Random { load, .. } => Some(load),
            Self::Own => None,
        }
    }
}

/// Values that belong together: those of one log, or of the random workloads of one grain.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Group {
    population: Population,
    grain: GrainClass,
    /// Index in [`LOGS`], if any.
    log: Option<usize>,
}

impl Group {
    /// Name of the log or of the grain.
    fn name(self) -> String {
        match self.log.map(|log| LOGS[log]) {
            Some((name, _, None)) => name.to_owned(),
            Some((name, _, Some(nodes))) => format!("{name} on {nodes}"),
            None => self.grain.name().to_owned(),
        }
    }
}

/// The paper's metrics in the order of its figures, and the makespan.
const METRICS: [Metric; 7] = [
    less("waiting", Unit::Seconds),
    TURNAROUND,
    RESPONSE,
    less("reaction", Unit::Seconds),
    SLOWDOWN,
    more("utilisation", Unit::Share),
    less("makespan", Unit::Seconds),
];
const TURNAROUND: Metric = less("turnaround", Unit::Seconds);
const RESPONSE: Metric = less("response", Unit::Seconds);
const SLOWDOWN: Metric = less("slowdown", Unit::Number);

/// Number of the paper's metrics, which come first.
const PAPER_METRICS: usize = 6;

/// The workload itself, whatever it is run under.
const WORKLOAD: Treatment = "workload";

/// Numbers of a workload: processors, mean size of a job, offered load, and the share of the machine
/// that ten jobs of mean size fill, in per cent.
const NUMBERS: [Metric; 4] = numbers(
    ["processors", "mean size", "load", "ten of mean size, %"],
    Unit::Number,
);
const TEN: Metric = NUMBERS[3];

/// Workload to be read or drawn.
struct Task {
    group: Group,
    seed: u64,
    path: Option<PathBuf>,
}

/// Runs everything; `None` if cancelled.
fn report(extent: &Extent, progress: &Progress) -> Result<Option<Report>, Problem> {
    let mut notes = notes(extent);
    let tasks = tasks(extent, &mut notes)?;
    let trials = Trials::run(&tasks, progress, |task, progress| {
        sample(task, extent, progress)
    })?;
    Ok(trials.map(|trials| Report {
        title: "Agile, 2009: FCFS, gang scheduling, flexible coscheduling and Agile by grain"
            .to_owned(),
        notes,
        tables: tables::tables(&trials),
        claims: claims::claims(&trials),
        pages: tables::pages(&trials),
    }))
}

/// All workloads; missing logs are noted.
fn tasks(extent: &Extent, notes: &mut Vec<String>) -> Result<Vec<Task>, Problem> {
    let mut tasks = Vec::new();
    let mut missing: Vec<&str> = Vec::new();
    let load = load_of(extent);
    // Logs first, since they take longest and would otherwise keep one thread busy at the end.
    for population in [Population::Loaded { load }, Population::Own] {
        for (log, (name, grain, nodes)) in LOGS.into_iter().enumerate() {
            let Some(path) = find_log(name, extent)? else {
                if !missing.contains(&name) {
                    missing.push(name);
                }
                continue;
            };
            // On another machine the load is not the log's own.
            if population == Population::Own && nodes.is_some() {
                continue;
            }
            let group = Group {
                population,
                grain,
                log: Some(log),
            };
            tasks.push(Task {
                group,
                seed: 1,
                path: Some(path),
            });
        }
    }
    notes.extend(
        missing
            .iter()
            .map(|name| format!("{name} is left out: --logs names no folder with it")),
    );
    for nodes in NODES {
        for grain in GrainClass::all() {
            let seeds = 1..=u64::from(extent.workloads.unwrap_or(WORKLOADS));
            tasks.extend(seeds.map(|seed| Task {
                group: Group {
                    population: Population::Random { nodes, load },
                    grain,
                    log: None,
                },
                seed,
                path: None,
            }));
        }
    }
    Ok(tasks)
}

fn load_of(extent: &Extent) -> f64 {
    extent.load.unwrap_or(1.0)
}

fn notes(extent: &Extent) -> Vec<String> {
    let load = load_of(extent);
    let (jobs, longest) = SMALL_WORKLOADS;
    let [few, many] = NODES;
    vec![
        format!(
            "{} jobs of each log, once at its own load and once with interarrival times scaled to a load of {load}; random workloads of {jobs} jobs on {few} and on {many} nodes by the Lublin-Feitelson model at that load, runtimes up to {longest} s; quanta of 60 s",
            extent.jobs.unwrap_or(JOBS)
        ),
        "jobs run as long as in the log, whatever was estimated".to_owned(),
        "invented (specification 8.1): quantum, barriers and the model of what processes lose by waiting for one another, none of which the paper gives. The grain of a log's jobs is not known: all jobs of a log are taken to be of the grain that the paper gives the log; barriers a quarter of a quantum apart in medium grain, four quanta in coarse grain".to_owned(),
        "chosen with the outcome in view (specification 8.1): Agile looks for five jobs that fit in the whole list, takes those that have just come first, and lets the two lists of coarse jobs take turns, because with these readings the paper's \"better in every metric\" held on small random workloads; the choice was confirmed on others (48 nodes, a load of 1.3) that were not used for it. \"Literal\" looks only at the first five and the next five, puts those that have just come last, and lets no lists take turns".to_owned(),
        "LLNL-T3D is not available: SDSC-BLUE stands for it, and NASA-iPSC, by its header a machine of 128 processors, also on 256 like the T3D".to_owned(),
        "flexible coscheduling fills gaps with processes that need not run together: where one grain fills a log and that is fine or medium there are none, and it is gang scheduling by construction, no finding. Jobs of one process fill gaps under gang scheduling, too".to_owned(),
        format!(
            "\"Flexible, measured\" does not know grains: it runs each job as if of fine grain for 5 quanta, and lets it run alone from then on if {GRANULARITY} s lie between its barriers, which is so in medium grain; the papers' thresholds could not be verified, this one was set so that there is a difference"
        ),
        "\"Agile, no limit\" places as many jobs in a quantum as fit, not five and five more. It is not the size of a machine that makes the limit bind but that ten jobs fill little of it: of LPC-EGEE, 140 processors and jobs of one, ten are 7 %".to_owned(),
        "the paper's overall running times (17 min 9 s for gang scheduling of LANL-CM5) are those of its program, not of the machine: they cannot be compared, and its figures have no readable numbers".to_owned(),
        "waiting is response less runtime, reaction is until the first start; response is by equation 2, as is turnaround; by the paper's text it would be the same as reaction (specification 3.5)".to_owned(),
    ]
}
