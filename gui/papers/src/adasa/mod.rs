//! "QoS-aware parallel job scheduling framework for simulation execution as a service", 2017: five services, by load and over-request.

mod claims;
mod paper;
mod tables;
mod targets;

use std::sync::Arc;

use cosched_core::Time;
use cosched_core::random::Random;
use cosched_core::workload::jann::Sizes;

use super::trials::{Metric, Reading, Sample, Treatment, Trials, USUAL, each_run, less, more};
use super::{Extent, JobCount, Report, Study, Unit};
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::family::moldable::metrics as deadlines;
use laboratory::load;
use laboratory::record::{Experiment, Run};
use laboratory::scenario::moldable::{Fair, MoldableJobs};
use laboratory::scenario::{
    Estimates, JannWorkload, Job, Machine, Parameters, PolicyName, Scenario, Workload,
};

/// Experiment of "QoS-aware parallel job scheduling framework for simulation execution as a
/// service" (ADaSA), 2017.
pub(super) const STUDY: Study = Study {
    name: "adasa",
    summary: "moldable jobs with deadlines under five services, by load and over-request (ADaSA, 2017)",
    // Figure 2, and by load for two sources of jobs and two over-requests.
    most_pages: 5,
    against: Some("response against the share of deadlines missed"),
    workloads: (WORKLOADS, ""),
    jobs: JobCount::Usual(JOBS, ""),
    logs: "",
    inapplicable_options: &[("--logs", "reads no logs")],
    paper: paper::PAPER,
    parts: paper::PARTS,
    report,
};

/// Services compared: the paper's five, and other readings of them.
const SERVICES: [Reading; 9] = [
    (EASY, PolicyName::Easy, USUAL),
    (KCEASY, PolicyName::Kceasy, USUAL),
    (PARALLEL, PolicyName::Parallel, USUAL),
    (FAIR, PolicyName::Fair, USUAL),
    // As recommended (fixtures/papers/adasa.md, 5).
    (ADASA, PolicyName::Adasa, USUAL),
    // Each job has the least size that meets its deadline, and no more.
    (LITERAL, PolicyName::Adasa, |parameters| {
        parameters.molding.expand_idle = false;
    }),
    // Shares go by work, as in the work that the paper cites for fair-shared scheduling.
    ("Fair-shared, weighted", PolicyName::Fair, |parameters| {
        parameters.molding.fair = Fair::Weighted;
    }),
    ("KCEASY, 5 % lost", PolicyName::Kceasy, lose),
    (LOSING, PolicyName::Adasa, lose),
];
const EASY: Treatment = "EASY";
const KCEASY: Treatment = "KCEASY";
const PARALLEL: Treatment = "Parallel";
const FAIR: Treatment = "Fair-shared";
const ADASA: Treatment = "ADaSA";
const LITERAL: Treatment = "ADaSA, literal";
const LOSING: Treatment = "ADaSA, 5 % lost";

/// The paper's services.
const PAPER_SERVICES: [Treatment; 5] = [EASY, KCEASY, PARALLEL, FAIR, ADASA];

/// Largest share that virtual machines take by the paper, which neglects it.
const LOSS: f64 = 0.05;

/// Parameters by which virtual machines take that share of the processors.
const fn lose(parameters: &mut Parameters) {
    parameters.molding.loss = LOSS;
}

/// Processors of the paper's machine.
const PROCESSORS: u32 = 300;

/// Offered loads, by the sizes that users request, and factors of over-requests.
const LOADS: [f64; 6] = [0.5, 0.7, 1.0, 1.4, 2.0, 2.5];
const REQUESTS: [f64; 2] = [1.0, 4.0];

/// Jobs of a workload, and workloads of each kind.
const JOBS: u32 = 500;
const WORKLOADS: u32 = 20;

/// Source of jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// Re-fitted model of Jann and others.
    Jann,
    /// Sizes and runtimes of equal probability by their logarithms.
    LogUniform,
}

impl Source {
    /// All sources.
    const ALL: [Self; 2] = [Self::Jann, Self::LogUniform];

    const fn name(self) -> &'static str {
        match self {
            Self::Jann => JannWorkload::NAME,
            Self::LogUniform => "log-uniform",
        }
    }
}

/// Means of start less submission, which is the first reading of the paper's response, and of
/// completion less submission; bounded slowdown against the size requested; missed deadlines;
/// utilisation; and start less submission where even a start that a kill undid counts.
const METRICS: [Metric; 6] = [RESPONSE, TURNAROUND, SLOWDOWN, MISSED, USED, FIRST_START];
const RESPONSE: Metric = less("response (wait)", Unit::Seconds);
const TURNAROUND: Metric = less("turnaround", Unit::Seconds);
const SLOWDOWN: Metric = less("slowdown", Unit::Number);
const MISSED: Metric = less("missed", Unit::Share);
const USED: Metric = more("utilisation", Unit::Share);
const FIRST_START: Metric = less("to first start", Unit::Seconds);

/// Setting of the study.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Setting {
    source: Source,
    load: f64,
    over_request: f64,
}

/// Setting at which all claims of the paper are judged: its workload model with nothing put on top,
/// and as much work as the machine can do in the time.
const JUDGED_SETTING: Setting = Setting::new(Source::Jann, 1.0, 1.0);

impl Setting {
    const fn new(source: Source, load: f64, over_request: f64) -> Self {
        Self {
            source,
            load,
            over_request,
        }
    }

    /// As text.
    fn text(self) -> String {
        let Self {
            source,
            load,
            over_request,
        } = self;
        format!(
            "{}, load {load}, over-request {over_request}",
            source.name()
        )
    }
}

/// Runs everything; `None` if cancelled.
fn report(extent: &Extent, progress: &Progress) -> Result<Option<Report>, Problem> {
    let loads = extent.load.map_or(LOADS.to_vec(), |load| vec![load]);
    let mut tasks = Vec::new();
    for source in Source::ALL {
        for over_request in REQUESTS {
            for &load in &loads {
                let setting = Setting::new(source, load, over_request);
                let seeds = 1..=u64::from(extent.workloads.unwrap_or(WORKLOADS));
                tasks.extend(seeds.map(|seed| (setting, seed)));
            }
        }
    }
    let trials = Trials::run(&tasks, progress, |(setting, seed), progress| {
        sample(*setting, *seed, extent, progress)
    })?;
    Ok(trials.map(|trials| Report {
        title: "ADaSA, 2017: moldable jobs with deadlines on two tiers".to_owned(),
        notes: notes(extent),
        tables: tables::tables(&trials),
        claims: [claims::claims(&trials), targets::claims(&trials)].concat(),
        pages: tables::pages(&trials),
    }))
}

fn notes(extent: &Extent) -> Vec<String> {
    vec![
        format!(
            "{} jobs a workload on {PROCESSORS} processors; the offered load counts what users ask for: 1 or 4 times the average parallelism of a job",
            extent.jobs.unwrap_or(JOBS)
        ),
        format!(
            "every claim is judged at one setting, the paper's at {}; all other settings stand in the tables, and no verdict is the best of several",
            JUDGED_SETTING.text()
        ),
        "\"response\" is start less submission (wait): the paper says of the parallel service that it minimises response and of the fair-shared one that it minimises turnaround, so the two differ; completion less submission stands beside it as turnaround. The start is that of the run which is completed: one that a kill undoes is none (\"to first start\" counts it)".to_owned(),
        "jann97-refit: sizes and runtimes of the model of Jann and others by its re-fit, uniform within classes of sizes; log-uniform: average parallelism 1 to 150 and runtimes 30 s to 2 h at that size, of equal probability by their logarithms, exponential interarrival times".to_owned(),
        "speed-ups by Downey's model, the variance of parallelism uniform from 0 to 2; deadlines 2 to 6 runtimes at the size asked for after submission; all sizes and runtimes are known".to_owned(),
        "slowdown is bounded, and divides by the runtime at the size asked for, the same under all services".to_owned(),
        "invented (specification 8.1): all of the workload, its deadlines, speed-ups, over-requests and loads, and the rate in the background, which is what the foreground leaves of a processor, divided by what the job would use of it; the paper gives none of them".to_owned(),
        "chosen with the outcome in view (specification 8.1): \"ADaSA\" lets jobs that start have idle processors that nobody waits for, since by the letter turnaround suffers at low load; \"literal\" starts each with just the least size that meets its deadline".to_owned(),
        format!(
            "\"weighted\" is what the work cited for the fair-shared service means by the name: a job has at most the part of the machine that goes with its part of all work; \"5 % lost\": virtual machines take {} % of the processors, which the paper says is the most, and leaves out",
            100.0 * LOSS
        ),
        "the paper's own figures have no readable numbers; a target is met where a change surely is a fall and reaches the target in the mean".to_owned(),
    ]
}

/// Runs one workload under every service; `None` if cancelled.
fn sample(
    setting: Setting,
    seed: u64,
    extent: &Extent,
    progress: &Progress,
) -> Result<Option<[Sample<Setting>; 1]>, Problem> {
    let jobs = extent.jobs.unwrap_or(JOBS);
    let experiment = Arc::new(experiment(setting, seed, jobs, progress)?);
    let mut sample = Sample::at(setting);
    let common = Parameters::default();
    let finished = each_run(
        &experiment,
        &SERVICES,
        &common,
        false,
        progress,
        |service, run| {
            sample.add(service, METRICS.into_iter().zip(metrics_of(run)));
        },
    )?;
    Ok(finished.map(|()| [sample]))
}

fn experiment(
    setting: Setting,
    seed: u64,
    jobs: u32,
    progress: &Progress,
) -> Result<Experiment, Problem> {
    let workload = match setting.source {
        Source::Jann => Workload::Jann(JannWorkload {
            jobs,
            load: None,
            sizes: Sizes::Uniform,
            estimates: Estimates::Exact,
            memory: None,
        }),
        Source::LogUniform => Workload::Jobs(log_uniform(seed, jobs)),
    };
    let scenario = Scenario {
        moldable: Some(MoldableJobs {
            over_request: setting.over_request,
            ..MoldableJobs::default()
        }),
        seed,
        ..Scenario::of(Machine::cluster(Some(PROCESSORS)), workload)
    };
    load::prepare_at(&scenario, None, Some(setting.load), progress)
}

/// Stream of log-uniform workloads among those of a seed.
const LOG_UNIFORM: u64 = 300;

/// Jobs with sizes and runtimes of equal probability by their logarithms.
fn log_uniform(seed: u64, jobs: u32) -> Vec<Job> {
    let mut random = Random::new(seed, LOG_UNIFORM);
    let mut submit = 0.0;
    (0..jobs)
        .map(|_| {
            let within = |random: &mut Random, from: f64, to: f64| {
                (from.ln() + random.uniform() * (to.ln() - from.ln())).exp()
            };
            // The gaps are scaled to the load later.
            submit += -60.0 * (1.0 - random.uniform()).ln();
            let size = within(&mut random, 1.0, f64::from(PROCESSORS) / 2.0);
            let runtime = within(&mut random, 30.0, 7200.0);
            Job::new(submit, runtime, size.round() as u32)
        })
        .collect()
}

/// Values of a run, in the order of [`METRICS`].
fn metrics_of(run: &Run) -> [f64; METRICS.len()] {
    [
        wait(run),
        run.metrics.mean_response(),
        deadlines::slowdown_at_size(run),
        deadlines::missed(run),
        deadlines::utilisation(run),
        run.metrics.mean_wait(),
    ]
}

/// Mean time, in seconds, from submission to the start of the run that a job completes.
fn wait(run: &Run) -> f64 {
    let mut starts: Vec<_> = run.outcomes.iter().map(|job| job.started).collect();
    let moves = run.molds().into_iter().flat_map(|record| &record.moves);
    // A promoted job goes on; every other move is a start, and the last of them is kept.
    for start in moves.filter(|one| !one.promoted) {
        starts[start.job as usize] = start.at;
    }
    let jobs = starts.iter().zip(&run.outcomes);
    let waits = jobs.map(|(start, job): (&Time, _)| start.since(job.entered).seconds());
    waits.sum::<f64>() / run.outcomes.len().max(1) as f64
}
