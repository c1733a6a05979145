//! Esbaugh 2010, tables 4 to 9: overhead saved by memory-aware node allocation.

mod claims;
mod memory;
mod pages;
mod paper;
mod reported;
mod tables;

use std::path::PathBuf;
use std::sync::Arc;

use cosched_core::machine::{Charge, Fit, Swapping};

use super::trials::{
    Metric, Reading, Sample, Treatment, Trials, each_run, less, metrics, more, numbers,
};
use super::{Extent, JobCount, Report, Study, USUAL_JOBS, USUAL_WORKLOADS, Unit, find_log};
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::family::slicing::classes::by_class;
use laboratory::load;
use laboratory::record::Run;
use laboratory::record::metric::Better;
use laboratory::scenario::slicing::{Allocation, MemoryAware, MemorySource, Slicing};
use laboratory::scenario::{
    Cluster, LublinWorkload, Machine, Parameters, PolicyName, Scenario, SwfWorkload, Workload,
};

/// Tables 4 to 9 of Esbaugh, "Coarse-grain time sharing with advantageous
/// overhead minimization for parallel job scheduling", 2010.
pub(super) const STUDY: Study = Study {
    name: "scojo-pect",
    summary: "overhead of memory-aware node allocation under coarse time slices (Esbaugh 2010, tables 4 to 9)",
    // Figure 21 over each of two allocations, and figure 18.
    most_pages: 3,
    against: None,
    workloads: (USUAL_WORKLOADS, ""),
    jobs: JobCount::Usual(USUAL_JOBS, ""),
    logs: "",
    inapplicable_options: &[],
    paper: paper::PAPER,
    parts: paper::PARTS,
    report,
};

/// Load to which interarrival times are scaled, so that the utilisation is 80 to 85 %, as in the
/// thesis.
const SCALED_LOAD: f64 = 0.87;

/// Setting of a column of tables 4 to 7, or of a row of tables 8 and 9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Setting {
    Mm1,
    Mm2,
    Mm3,
    Mm4,
    Mm5,
    SdscBlue,
    LanlCm5,
}

/// Settings that are models.
const MODELS: [Setting; 5] = [
    Setting::Mm1,
    Setting::Mm2,
    Setting::Mm3,
    Setting::Mm4,
    Setting::Mm5,
];

/// Settings that are logs.
const LOGS: [Setting; 2] = [Setting::SdscBlue, Setting::LanlCm5];

impl Setting {
    /// All settings, the models first.
    fn all() -> impl Iterator<Item = Self> + Clone {
        MODELS.into_iter().chain(LOGS)
    }

    fn is_model(self) -> bool {
        MODELS.contains(&self)
    }

    /// Name; of a log the beginning of the name of its file.
    const fn name(self) -> &'static str {
        match self {
            Self::Mm1 => "MM1",
            Self::Mm2 => "MM2",
            Self::Mm3 => "MM3",
            Self::Mm4 => "MM4",
            Self::Mm5 => "MM5",
            Self::SdscBlue => "SDSC-BLUE",
            Self::LanlCm5 => "LANL-CM5",
        }
    }

    /// Source of its jobs' memory.
    const fn memory(self) -> MemorySource {
        match self {
            Self::Mm1 => MemorySource::Mm1,
            Self::Mm2 => MemorySource::Mm2,
            Self::Mm3 => MemorySource::Mm3,
            Self::Mm4 => MemorySource::Mm4,
            Self::Mm5 => MemorySource::Mm5,
            Self::SdscBlue => MemorySource::Uniform,
            Self::LanlCm5 => MemorySource::Log,
        }
    }
}

/// Setting, and the rule by which it is run.
type Point = (Setting, SwappingRule);

/// Effect of swapping on a displaced job, and how often that pays.
#[derive(Clone, Copy, PartialEq, Debug)]
struct SwappingRule {
    name: &'static str,
    words: &'static str,
    swapping: Swapping,
    charge: Charge,
}

/// The two rules under which everything is run.
const RULES: [SwappingRule; 2] = [OURS, PROGRAMS];
/// Our rule, which does not repeat the defects of appendix A.
const OURS: SwappingRule = SwappingRule {
    name: "our rule",
    words: "exact swapping, charged once a period",
    swapping: Swapping::Exact,
    charge: Charge::Period,
};
/// The rule of the thesis's own program.
const PROGRAMS: SwappingRule = SwappingRule {
    name: "the program's rule",
    words: "literal swapping, charged by event, as in the thesis's own program",
    swapping: Swapping::Literal,
    charge: Charge::Event,
};

/// Allocations compared: the two baselines of the thesis, and its four configurations of best and
/// worst fit (tables 4 to 7).
const ALLOCATIONS: [Reading; 6] = [
    (FIRST_FREE, PolicyName::ScojoPect, |parameters| {
        parameters.slicing.allocation = Allocation::FirstFree;
    }),
    (INTELLIGENT, PolicyName::ScojoPect, |parameters| {
        parameters.slicing.allocation = Allocation::Intelligent;
    }),
    (CONFIGURATIONS[0], PolicyName::ScojoPect, |parameters| {
        parameters.slicing.allocation = memory_aware(Fit::Best, Fit::Worst);
    }),
    (CONFIGURATIONS[1], PolicyName::ScojoPect, |parameters| {
        parameters.slicing.allocation = memory_aware(Fit::Best, Fit::Best);
    }),
    (CONFIGURATIONS[2], PolicyName::ScojoPect, |parameters| {
        parameters.slicing.allocation = memory_aware(Fit::Worst, Fit::Worst);
    }),
    (CONFIGURATIONS[3], PolicyName::ScojoPect, |parameters| {
        parameters.slicing.allocation = memory_aware(Fit::Worst, Fit::Best);
    }),
];
const FIRST_FREE: Treatment = "first-free";
const INTELLIGENT: Treatment = "intelligent";

/// The baselines.
const BASELINES: [Treatment; 2] = [FIRST_FREE, INTELLIGENT];

/// The configurations, named by the fit of either stage.
const CONFIGURATIONS: [Treatment; 4] = [
    "best/worst fit",
    "best/best fit",
    "worst/worst fit",
    "worst/best fit",
];

const fn memory_aware(first: Fit, second: Fit) -> Allocation {
    Allocation::MemoryAware(MemoryAware {
        first,
        second,
        literal_second_stage: false,
        soonest_end: false,
        resident_check: false,
        by_resident: false,
    })
}

/// Overhead of all jobs, and that of each job times its nodes.
const OVERHEAD: Metric = less("overhead", Unit::Seconds);
const NODE_OVERHEAD: Metric = less("node overhead", Unit::Seconds);
/// Overhead in per cent of processing time.
const SHARE: Metric = less("share", Unit::Number);
/// Relative responses of long, medium, short and all jobs, in the order of the thesis.
const RESPONSES: [Metric; 4] = metrics(
    [
        "long response",
        "medium response",
        "short response",
        "response",
    ],
    Unit::Number,
    Better::Less,
);
const RESPONSE: Metric = RESPONSES[3];
/// Utilisation, measured under first-free allocation alone, as is the mix.
const UTILISATION: Metric = more("utilisation", Unit::Share);
/// Per cent of jobs and of work by class, short to long.
const MIX: [[Metric; 3]; 2] = [
    numbers(["short jobs", "medium jobs", "long jobs"], Unit::Number),
    numbers(["short work", "medium work", "long work"], Unit::Number),
];

/// Runs everything; `None` if cancelled.
fn report(extent: &Extent, progress: &Progress) -> Result<Option<Report>, Problem> {
    let (tasks, notes) = tasks(extent)?;
    let trials = Trials::run(&tasks, progress, |task, progress| {
        sample(task, extent, progress)
    })?;
    Ok(trials.map(|trials| Report {
        title: "Scojo-PECT: overhead of node allocation under coarse time slices (Esbaugh 2010)"
            .to_owned(),
        notes: [notes, vec![tables::utilisation_note(&trials, extent)]].concat(),
        tables: tables::tables(&trials),
        claims: claims::claims(&trials, extent),
        pages: pages::pages(&trials),
    }))
}

/// Jobs of each workload; as in the thesis by default.
fn jobs(extent: &Extent) -> u32 {
    extent.jobs.unwrap_or(USUAL_JOBS)
}

/// Workloads for each setting; as in the thesis by default.
fn workloads(extent: &Extent) -> u32 {
    extent.workloads.unwrap_or(USUAL_WORKLOADS)
}

/// Workload to be drawn or read, and the rule it is run under.
struct Task {
    point: Point,
    seed: u64,
    log: Option<PathBuf>,
}

fn tasks(extent: &Extent) -> Result<(Vec<Task>, Vec<String>), Problem> {
    let mut notes = notes(extent);
    let mut tasks = Vec::new();
    for setting in Setting::all() {
        let log = if setting.is_model() {
            None
        } else {
            let name = setting.name();
            let log = find_log(name, extent)?;
            if log.is_none() {
                notes.push(format!(
                    "{name} is left out: --logs names no folder with it"
                ));
                continue;
            }
            log
        };
        // LANL-CM5 has one workload and its own memory: nothing is drawn.
        let workloads = match setting {
            Setting::LanlCm5 => 1,
            _ => u64::from(workloads(extent)),
        };
        for seed in 1..=workloads {
            tasks.extend(RULES.map(|rule| Task {
                point: (setting, rule),
                seed,
                log: log.clone(),
            }));
        }
    }
    // The longest first, which would otherwise keep one thread busy at the end.
    tasks.sort_by_key(|task| std::cmp::Reverse(task.point.0));
    Ok((tasks, notes))
}

fn notes(extent: &Extent) -> Vec<String> {
    vec![
        format!(
            "{} jobs a workload, {} workloads a setting; slices of 2460, 840 and 300 s for long, medium and short jobs (not printed in the thesis: an assumption), conservative backfilling, memory loaded and swapped at 1 % of a node's a second",
            jobs(extent),
            workloads(extent)
        ),
        format!(
            "everything is run by two rules: {} is {}; {} is {} (appendix A: of a job displaced in part, what is swapped out is noted as still resident and that rest is not counted as used; a job displaced wholly pays nothing; payments are whole seconds)",
            OURS.name, OURS.words, PROGRAMS.name, PROGRAMS.words
        ),
        "SDSC-BLUE's log names no memory and the thesis does not say how it drew it: here each job needs one to ten tenths of a node's, equally likely, whatever its class, drawn anew for each seed; its intervals are those of the draw alone, as its jobs are the same under every seed".to_owned(),
        "MM5 is deduced (all classes draw alike), as its line of table 3 is damaged; the bound of the relative response time is not printed and taken as 60 s; one cell of table 5 is unreadable, and one of table 4 is taken from the conclusions".to_owned(),
        "several relative responses of all jobs lie outside the range of long, medium and short ones in the thesis: they cannot be means of these, and no cell of them is a target".to_owned(),
        "chosen with the outcome in view: the launch guard and the charge once a period, both to keep jobs from never ending; the guard stays under the program's rule".to_owned(),
    ]
}

fn scenario(task: &Task, extent: &Extent) -> Scenario {
    let (jobs, (setting, _)) = (jobs(extent), task.point);
    let memory = Some(setting.memory());
    let workload = match &task.log {
        None => Workload::Lublin(LublinWorkload {
            load: Some(extent.load.unwrap_or(SCALED_LOAD)),
            memory,
            ..LublinWorkload::of(jobs)
        }),
        Some(path) => Workload::Swf(SwfWorkload {
            jobs: Some(jobs),
            memory,
            exact_estimates: true,
            ..SwfWorkload::with_path(path.clone())
        }),
    };
    let cluster = Cluster {
        nodes: Some(128).filter(|_| setting.is_model()),
        memory: Some(if setting == Setting::LanlCm5 {
            32.0
        } else {
            400.0
        }),
        ..Cluster::default()
    };
    Scenario {
        seed: task.seed,
        ..Scenario::of(Machine::Cluster(cluster), workload)
    }
}

fn sample(
    task: &Task,
    extent: &Extent,
    progress: &Progress,
) -> Result<Option<[Sample<Point>; 1]>, Problem> {
    let scenario = scenario(task, extent);
    let experiment = Arc::new(load::prepare(&scenario, None, progress)?);
    let (_, rule) = task.point;
    let common = Parameters {
        slicing: Slicing {
            swapping: rule.swapping,
            charge: rule.charge,
            ..Slicing::default()
        },
        ..Parameters::default()
    };
    let mut sample = Sample::at(task.point);
    let measure = |allocation, run: &Run| {
        sample.add(allocation, outcome(run));
        if allocation == FIRST_FREE {
            let classes = by_class(run);
            let mix = [
                classes.map(|row| 100.0 * row.share_of_jobs),
                classes.map(|row| 100.0 * row.share_of_work),
            ];
            sample.add(
                allocation,
                MIX.into_iter().flatten().zip(mix.into_iter().flatten()),
            );
            let utilisation = run.metrics.utilisation(experiment.nodes);
            sample.add(allocation, [(UTILISATION, utilisation)]);
            memory::add(&mut sample, run);
        }
    };
    let finished = each_run(&experiment, &ALLOCATIONS, &common, false, progress, measure)?;
    Ok(finished.map(|()| [sample]))
}

/// Values of one run.
fn outcome(run: &Run) -> impl Iterator<Item = (Metric, f64)> {
    let summary = laboratory::metrics::values(run);
    let value = |name| summary.value(name).unwrap_or_default();
    let [short, medium, long] = by_class(run).map(|row| row.mean_relative_response);
    let responses = [long, medium, short, value("mean_relative_response")];
    let overheads = [
        (OVERHEAD, value("overhead")),
        (NODE_OVERHEAD, value("node_overhead")),
        (SHARE, 100.0 * value("overhead_share")),
    ];
    overheads
        .into_iter()
        .chain(RESPONSES.into_iter().zip(responses))
}
