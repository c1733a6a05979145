//! "Process grain size based scheduling of parallel jobs with Agile algorithm", 2009: four policies, four grains.

mod claims;
mod tables;

use std::path::PathBuf;
use std::sync::Arc;

use cosched_core::Duration;

use self::tables::Results;
use super::{Extent, Report, Unit, log_named, on_all_processors};
use crate::agile_metrics::AgileMetrics;
use crate::load;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::record::{Experiment, Run};
use crate::run::{Choice, simulate};
use crate::scenario::coscheduling::{Coscheduling, GrainClass};
use crate::scenario::{
    LublinWorkload, Machine, Parameters, PolicyName, Scenario, SwfWorkload, Workload,
};

/// The policies compared: the paper's four, and Agile without its limit of five
/// primaries and five secondaries in a quantum.
const POLICIES: [(PolicyName, &str); 5] = [
    (PolicyName::Fcfs, "FCFS"),
    (PolicyName::Gang, "Gang"),
    (PolicyName::Flexible, "Flexible"),
    (PolicyName::Agile, "Agile"),
    (PolicyName::Agile, "Agile, no limit"),
];
const FCFS: usize = 0;
const GANG: usize = 1;
const FLEXIBLE: usize = 2;
const AGILE: usize = 3;
const UNLIMITED: usize = 4;

/// The paper's are the first so many.
const OF_PAPER: usize = 4;

/// The grains, each with the log the paper uses for it. LLNL-T3D is not
/// available: another log stands for it.
const GRAINS: [(GrainClass, &str, &str); 4] = [
    (GrainClass::Fine, "fine", "LANL-CM5"),
    (GrainClass::Medium, "medium", "LLNL-Thunder"),
    (GrainClass::Coarse, "coarse", "SDSC-BLUE"),
    (GrainClass::Independent, "independent", "LPC-EGEE"),
];

/// Jobs of a log, and random workloads for each grain.
const JOBS: u32 = 20_000;
const WORKLOADS: u32 = 10;

/// The small random workloads of the specification: jobs, nodes, and the
/// longest runtime.
const SMALL: (u32, u32, Duration) = (200, 32, Duration::from_seconds(20_000));

/// What came of one run, in the order of [`METRICS`].
type Metrics = [f64; METRICS.len()];

/// A metric of the paper, or the makespan.
#[derive(Clone, Copy)]
struct Metric {
    name: &'static str,
    unit: Unit,
    less_is_better: bool,
}

const fn metric(name: &'static str, unit: Unit, less_is_better: bool) -> Metric {
    Metric {
        name,
        unit,
        less_is_better,
    }
}

/// The paper's six in the order of its figures, and the makespan.
const METRICS: [Metric; 7] = [
    metric("waiting", Unit::Seconds, true),
    metric("turnaround", Unit::Seconds, true),
    metric("response", Unit::Seconds, true),
    metric("reaction", Unit::Seconds, true),
    metric("slowdown", Unit::Number, true),
    metric("utilisation", Unit::Share, false),
    metric("makespan", Unit::Seconds, true),
];
const TURNAROUND: usize = 1;
const RESPONSE: usize = 2;
const SLOWDOWN: usize = 4;

/// The paper's are the first so many.
const IN_FIGURES: usize = 6;

/// One workload of a grain under every policy.
#[derive(Clone, Debug)]
struct Sample {
    grain: usize,
    // The log, or nothing for a random workload.
    is_log: bool,
    metrics: [Metrics; POLICIES.len()],
}

/// A workload to be read or drawn.
struct Task {
    grain: usize,
    seed: u64,
    log: Option<PathBuf>,
}

/// Runs everything; nothing if cancelled.
pub(super) fn report(extent: &Extent, progress: &Progress) -> Result<Option<Report>, Problem> {
    let mut notes = notes(extent);
    let mut tasks = Vec::new();
    for (grain, (_, _, name)) in GRAINS.into_iter().enumerate() {
        match log_named(name, extent)? {
            Some(path) => tasks.push(Task {
                grain,
                seed: 1,
                log: Some(path),
            }),
            None => notes.push(format!(
                "{name} is left out: --logs names no folder with it"
            )),
        }
        let workloads = u64::from(extent.workloads.unwrap_or(WORKLOADS));
        tasks.extend((1..=workloads).map(|seed| Task {
            grain,
            seed,
            log: None,
        }));
    }
    // The longest first, so that the last one does not keep everybody waiting.
    tasks.sort_by_key(|task| task.log.is_none());
    let samples = on_all_processors(&tasks, progress, |task, progress| {
        sample(task, extent, progress)
    })?;
    Ok(samples.map(|samples| {
        let results = Results { samples };
        Report {
            title: "Agile, 2009: FCFS, gang scheduling, flexible coscheduling and Agile by grain"
                .to_owned(),
            notes,
            tables: results.tables(),
            claims: claims::claims(&results),
            pages: results.pages(),
        }
    }))
}

fn notes(extent: &Extent) -> Vec<String> {
    let load = extent.load.unwrap_or(1.0);
    let (jobs, nodes, longest) = SMALL;
    vec![
        format!(
            "{} jobs of each log, interarrival times scaled to a load of {load}; random workloads of {jobs} jobs on {nodes} nodes by the Lublin-Feitelson model, runtimes up to {longest} s; quanta of 60 s",
            extent.jobs.unwrap_or(JOBS)
        ),
        "jobs run as long as in the log, whatever was estimated".to_owned(),
        "the grain of a log's jobs is not known: all jobs of a log are taken to be of the grain that the paper gives the log; barriers a quarter of a quantum apart in medium grain, four quanta in coarse grain".to_owned(),
        "LLNL-T3D is not available: SDSC-BLUE stands for it".to_owned(),
        "the paper's overall running times (17 min 9 s for gang scheduling of LANL-CM5) are those of its program, not of the machine: they cannot be compared".to_owned(),
        "waiting is response less runtime, reaction is until the first start; response is by equation 2, as is turnaround; by the paper's text it would be the same as reaction (specification 3.5)".to_owned(),
        "\"Agile, no limit\" places as many jobs in a quantum as fit, not five and five more: on machines of thousands of processors ten jobs leave most of them idle".to_owned(),
    ]
}

/// Runs one workload under every policy; nothing if cancelled.
fn sample(task: &Task, extent: &Extent, progress: &Progress) -> Result<Option<Sample>, Problem> {
    let experiment = Arc::new(experiment(task, extent, progress)?);
    let mut metrics = [[0.0; METRICS.len()]; POLICIES.len()];
    for (place, ((policy, label), metrics)) in POLICIES.into_iter().zip(&mut metrics).enumerate() {
        let usual = Coscheduling::default();
        let most = match place {
            UNLIMITED => u32::MAX / 2,
            _ => usual.most,
        };
        let parameters = Parameters {
            kill_at_estimate: false,
            coscheduling: Coscheduling {
                grain: GRAINS[task.grain].0,
                most,
                ..usual
            },
            ..Parameters::default()
        };
        let choice = Choice {
            label: label.to_owned(),
            ..Choice::plain(policy, &parameters)
        };
        let Some(run) = simulate(&experiment, &choice, false, progress)? else {
            return Ok(None);
        };
        *metrics = of(&run);
    }
    Ok(Some(Sample {
        grain: task.grain,
        is_log: task.log.is_some(),
        metrics,
    }))
}

fn experiment(task: &Task, extent: &Extent, progress: &Progress) -> Result<Experiment, Problem> {
    let load = extent.load.unwrap_or(1.0);
    let (machine, workload) = match &task.log {
        Some(path) => (
            Machine::cluster(None),
            Workload::Swf(SwfWorkload {
                jobs: Some(extent.jobs.unwrap_or(JOBS)),
                load: Some(load),
                ..SwfWorkload::of(path.clone())
            }),
        ),
        None => (
            Machine::cluster(Some(SMALL.1)),
            Workload::Lublin(LublinWorkload::of(SMALL.0)),
        ),
    };
    let scenario = Scenario {
        title: String::new(),
        machine,
        workload,
        moldable: None,
        policies: Vec::new(),
        variants: Vec::new(),
        parameters: Parameters::default(),
        seed: task.seed,
        expect: Vec::new(),
    };
    let mut experiment = load::prepare(&scenario, None, progress)?;
    if task.log.is_none() {
        for job in &mut experiment.jobs {
            job.runtime = job.runtime.min(SMALL.2);
            job.estimate = job.estimate.max(job.runtime);
        }
        load::scale_to_load(&mut experiment.jobs, SMALL.1, load)?;
    }
    Ok(experiment)
}

/// The paper's metrics, by its formulas.
fn of(run: &Run) -> Metrics {
    let paper = AgileMetrics::of(run);
    [
        paper.waiting,
        paper.turnaround,
        paper.response,
        paper.reaction,
        paper.slowdown,
        paper.utilisation,
        run.metrics.makespan().seconds(),
    ]
}
