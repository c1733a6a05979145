//! "QoS-aware parallel job scheduling framework for simulation execution as a service", 2017: five services, by load and over-request.

mod claims;
mod tables;

use std::sync::Arc;

use cosched_core::random::Random;
use cosched_core::workload::jann::Sizes;

use self::tables::Results;
use super::{Extent, Report, on_all_processors};
use crate::deadlines;
use crate::load;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::record::{Experiment, Run};
use crate::run::{Choice, simulate};
use crate::scenario::molding::{MoldableJobs, Molding};
use crate::scenario::{
    Estimates, JannWorkload, Job, Machine, Parameters, PolicyName, Scenario, Workload,
};

/// The services compared: the paper's five, and ADaSA by the letter.
const SERVICES: [(PolicyName, &str); 6] = [
    (PolicyName::Easy, "EASY"),
    (PolicyName::Kceasy, "KCEASY"),
    (PolicyName::Parallel, "Parallel"),
    (PolicyName::Fair, "Fair-shared"),
    (PolicyName::Adasa, "ADaSA"),
    (PolicyName::Adasa, "ADaSA, literal"),
];
const EASY: usize = 0;
const KCEASY: usize = 1;
const PARALLEL: usize = 2;
const FAIR: usize = 3;
const ADASA: usize = 4;
const LITERAL: usize = 5;

/// The paper's machine.
const PROCESSORS: u32 = 300;

/// Offered loads, by what users ask for, and how many times what is of use.
const LOADS: [f64; 6] = [0.5, 0.7, 1.0, 1.4, 2.0, 2.5];
const REQUESTS: [f64; 2] = [1.0, 4.0];

/// Jobs of a workload, and workloads of each kind.
const JOBS: u32 = 500;
const WORKLOADS: u32 = 20;

/// Where jobs come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// The re-fitted model of Jann and others.
    Jann,
    /// Sizes and runtimes of equal probability by their logarithms.
    LogUniform,
}

impl Source {
    const fn name(self) -> &'static str {
        match self {
            Self::Jann => JannWorkload::NAME,
            Self::LogUniform => "log-uniform",
        }
    }
}

/// What came of one run, in the order of [`METRICS`].
type Metrics = [f64; METRICS.len()];

/// Mean response, bounded slowdown against the size asked for, missed deadlines,
/// utilisation.
const METRICS: [&str; 4] = ["response", "slowdown", "missed", "utilisation"];
const RESPONSE: usize = 0;
const SLOWDOWN: usize = 1;
const MISSED: usize = 2;
const USED: usize = 3;

/// A setting of the study.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Setting {
    source: Source,
    load: f64,
    over_request: f64,
}

/// One workload of a setting under every service.
#[derive(Clone, Debug)]
struct Sample {
    setting: Setting,
    metrics: [Metrics; SERVICES.len()],
}

/// Runs everything; nothing if cancelled.
pub(super) fn report(extent: &Extent, progress: &Progress) -> Result<Option<Report>, Problem> {
    let loads = extent.load.map_or(LOADS.to_vec(), |load| vec![load]);
    let mut tasks = Vec::new();
    for source in [Source::Jann, Source::LogUniform] {
        for over_request in REQUESTS {
            for &load in &loads {
                let setting = Setting {
                    source,
                    load,
                    over_request,
                };
                let seeds = 1..=u64::from(extent.workloads.unwrap_or(WORKLOADS));
                tasks.extend(seeds.map(|seed| (setting, seed)));
            }
        }
    }
    let samples = on_all_processors(&tasks, progress, |(setting, seed), progress| {
        sample(*setting, *seed, extent, progress)
    })?;
    Ok(samples.map(|samples| {
        let results = Results { samples, loads };
        Report {
            title: "ADaSA, 2017: moldable jobs with deadlines on two tiers".to_owned(),
            notes: notes(extent),
            tables: results.tables(),
            claims: claims::claims(&results),
            pages: results.pages(),
        }
    }))
}

fn notes(extent: &Extent) -> Vec<String> {
    vec![
        format!(
            "{} jobs a workload on {PROCESSORS} processors; the offered load counts what users ask for: 1 or 4 times the average parallelism of a job",
            extent.jobs.unwrap_or(JOBS)
        ),
        "jann97-refit: sizes and runtimes of the model of Jann and others by its re-fit, uniform within classes of sizes; log-uniform: average parallelism 1 to 150 and runtimes 30 s to 2 h at that size, of equal probability by their logarithms, exponential interarrival times".to_owned(),
        "speed-ups by Downey's model, the variance of parallelism uniform from 0 to 2; deadlines 2 to 6 runtimes at the size asked for after submission; all sizes and runtimes are known".to_owned(),
        "slowdown is bounded, and divides by the runtime at the size asked for, the same under all services".to_owned(),
        "\"ADaSA\" lets jobs that start have idle processors that nobody waits for; \"literal\" starts each with just the least size that meets its deadline".to_owned(),
        "the paper's own figures have no readable numbers; a target is met where a change surely is a fall and reaches the target in the mean".to_owned(),
    ]
}

/// Runs one workload under every service; nothing if cancelled.
fn sample(
    setting: Setting,
    seed: u64,
    extent: &Extent,
    progress: &Progress,
) -> Result<Option<Sample>, Problem> {
    let jobs = extent.jobs.unwrap_or(JOBS);
    let experiment = Arc::new(experiment(setting, seed, jobs, progress)?);
    let mut metrics = [[0.0; METRICS.len()]; SERVICES.len()];
    for (place, ((policy, label), metrics)) in SERVICES.into_iter().zip(&mut metrics).enumerate() {
        let parameters = Parameters {
            molding: Molding {
                expand_idle: place != LITERAL,
                ..Molding::default()
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
    Ok(Some(Sample { setting, metrics }))
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
        title: String::new(),
        machine: Machine::cluster(Some(PROCESSORS)),
        workload,
        moldable: Some(MoldableJobs {
            over_request: setting.over_request,
            ..MoldableJobs::default()
        }),
        policies: Vec::new(),
        variants: Vec::new(),
        parameters: Parameters::default(),
        seed,
        expect: Vec::new(),
    };
    load::prepare_at(&scenario, None, Some(setting.load), progress)
}

/// Names the stream of log-uniform workloads among those of a seed.
const LOG_UNIFORM: u64 = 300;

/// Jobs whose sizes and runtimes have equal probability by their logarithms.
fn log_uniform(seed: u64, jobs: u32) -> Vec<Job> {
    let mut random = Random::new(seed, LOG_UNIFORM);
    let mut submit = 0.0;
    (0..jobs)
        .map(|_| {
            let within = |random: &mut Random, from: f64, to: f64| {
                (from.ln() + random.unit() * (to.ln() - from.ln())).exp()
            };
            // Load scales the gaps later.
            submit += -60.0 * (1.0 - random.unit()).ln();
            let size = within(&mut random, 1.0, f64::from(PROCESSORS) / 2.0);
            let runtime = within(&mut random, 30.0, 7200.0);
            Job::new(submit, runtime, size.round() as u32)
        })
        .collect()
}

fn of(run: &Run) -> Metrics {
    let [missed, slowdown, ..] = deadlines::values(run);
    [
        run.metrics.mean_response(),
        slowdown,
        missed,
        deadlines::utilisation(run),
    ]
}
