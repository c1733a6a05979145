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

use self::tables::Results;
use super::{Extent, Report, Study, log_named, on_all_processors};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::load;
use crate::metrics::classes::by_class;
use crate::record::Run;
use crate::run::{Choice, simulate};
use crate::scenario::slicing::{Allocation, MemoryAware, MemorySource, Slicing};
use crate::scenario::{
    Cluster, LublinWorkload, Machine, Parameters, PolicyName, Scenario, SwfWorkload, Workload,
};

/// Tables 4 to 9 of Esbaugh, "Coarse-grain time sharing with advantageous
/// overhead minimization for parallel job scheduling", 2010.
pub(super) const STUDY: Study = Study {
    name: "scojo-pect",
    summary: "overhead of memory-aware node allocation under coarse time slices (Esbaugh 2010, tables 4 to 9)",
    // Figure 21 over each of two allocations, and figure 18.
    most_pages: 3,
    has_against: false,
    useless: &[],
    paper: paper::PAPER,
    parts: paper::PARTS,
    report,
};

/// Load to which interarrival times are scaled, so that the utilisation is 80 to 85 %, as in the
/// thesis.
const LOAD: f64 = 0.87;

/// Settings of the columns of tables 4 to 7.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Setting {
    Model(MemorySource, &'static str),
    SdscBlue,
    LanlCm5,
}

const SETTINGS: [Setting; 7] = [
    Setting::Model(MemorySource::Mm1, "MM1"),
    Setting::Model(MemorySource::Mm2, "MM2"),
    Setting::Model(MemorySource::Mm3, "MM3"),
    Setting::Model(MemorySource::Mm4, "MM4"),
    Setting::Model(MemorySource::Mm5, "MM5"),
    Setting::SdscBlue,
    Setting::LanlCm5,
];

/// Number of settings that are models.
const MODELS: usize = 5;

impl Setting {
    fn name(self) -> &'static str {
        match self {
            Self::Model(_, name) => name,
            Self::SdscBlue => "SDSC-BLUE",
            Self::LanlCm5 => "LANL-CM5",
        }
    }

    /// Beginning of the name of its log's file.
    fn log(self) -> Option<&'static str> {
        match self {
            Self::Model(..) => None,
            _ => Some(self.name()),
        }
    }
}

const SDSC_BLUE: usize = 5;
const LANL_CM5: usize = 6;

/// Effect of swapping on a displaced job, and how often that pays.
#[derive(Clone, Copy, Debug)]
struct Rule {
    name: &'static str,
    words: &'static str,
    swapping: Swapping,
    charge: Charge,
}

/// The two rules under which everything is run: ours, which does not repeat the defects of appendix
/// A, and that of the thesis's own program.
const RULES: [Rule; 2] = [
    Rule {
        name: "our rule",
        words: "exact swapping, charged once a period",
        swapping: Swapping::Exact,
        charge: Charge::Period,
    },
    Rule {
        name: "the program's rule",
        words: "literal swapping, charged by event, as in the thesis's own program",
        swapping: Swapping::Literal,
        charge: Charge::Event,
    },
];

/// Allocations compared: the two baselines of the thesis, and its four configurations of best and
/// worst fit (tables 4 to 7).
const ALLOCATIONS: [(&str, Allocation); 6] = [
    ("first-free", Allocation::FirstFree),
    ("intelligent", Allocation::Intelligent),
    ("best/worst fit", aware(Fit::Best, Fit::Worst)),
    ("best/best fit", aware(Fit::Best, Fit::Best)),
    ("worst/worst fit", aware(Fit::Worst, Fit::Worst)),
    ("worst/best fit", aware(Fit::Worst, Fit::Best)),
];

/// Number of baselines, which come before the four configurations.
const BASELINES: usize = 2;

/// Indices of the four configurations among the allocations.
const CONFIGURATIONS: [usize; 4] = [2, 3, 4, 5];

const fn aware(first: Fit, second: Fit) -> Allocation {
    Allocation::MemoryAware(MemoryAware {
        first,
        second,
        literal_second_stage: false,
        soonest_end: false,
        resident_check: false,
        by_resident: false,
    })
}

/// Results of one workload under one rule and every allocation.
struct Sample {
    setting: usize,
    rule: usize,
    utilisation: f64,
    // Per cent of jobs and of work by class, short to long.
    mix: [[f64; 3]; 2],
    // Memory of its jobs, which the thesis draws for LANL-CM5.
    memory: memory::Shares,
    outcomes: [Outcome; ALLOCATIONS.len()],
}

/// Results of one run.
#[derive(Clone, Copy, Default)]
struct Outcome {
    overhead: f64,
    // Overhead of each job times its nodes.
    node_overhead: f64,
    share: f64,
    // Relative responses of long, medium, short and all jobs, in the order of the thesis.
    responses: [f64; 4],
}

/// Runs everything; `None` if cancelled.
fn report(extent: &Extent, progress: &Progress) -> Result<Option<Report>, Problem> {
    let (tasks, notes) = tasks(extent)?;
    let samples = on_all_processors(&tasks, progress, |task, progress| {
        sample(task, extent, progress)
    })?;
    let Some(samples) = samples else {
        return Ok(None);
    };
    let results = Results { samples };
    let mut report = Report {
        title: "Scojo-PECT: overhead of node allocation under coarse time slices (Esbaugh 2010)"
            .to_owned(),
        notes,
        tables: results.tables(),
        claims: claims::claims(&results, extent),
        pages: results.pages(),
    };
    report.notes.push(results.utilisation_note(extent));
    Ok(Some(report))
}

/// Jobs of each workload; as in the thesis by default.
fn jobs(extent: &Extent) -> u32 {
    extent.jobs.unwrap_or(10_000)
}

/// Workloads for each setting; as in the thesis by default.
fn workloads(extent: &Extent) -> u32 {
    extent.workloads.unwrap_or(10)
}

/// Workload to be drawn or read, and the rule it is run under.
struct Task {
    setting: usize,
    seed: u64,
    rule: usize,
    log: Option<PathBuf>,
}

fn tasks(extent: &Extent) -> Result<(Vec<Task>, Vec<String>), Problem> {
    let mut notes = notes(extent);
    let mut tasks = Vec::new();
    for (setting, which) in SETTINGS.iter().enumerate() {
        let log = match which.log() {
            None => None,
            Some(name) => match log_named(name, extent)? {
                Some(path) => Some(path),
                None => {
                    notes.push(format!(
                        "{name} is left out: --logs names no folder with it"
                    ));
                    continue;
                }
            },
        };
        // LANL-CM5 has one workload and its own memory: nothing is drawn.
        let workloads = match which {
            Setting::LanlCm5 => 1,
            _ => u64::from(workloads(extent)),
        };
        for seed in 1..=workloads {
            tasks.extend((0..RULES.len()).map(|rule| Task {
                setting,
                seed,
                rule,
                log: log.clone(),
            }));
        }
    }
    // The longest first, which would otherwise keep one thread busy at the end.
    tasks.sort_by_key(|task| std::cmp::Reverse(task.setting));
    Ok((tasks, notes))
}

fn notes(extent: &Extent) -> Vec<String> {
    let [ours, programs] = RULES;
    vec![
        format!(
            "{} jobs a workload, {} workloads a setting; slices of 2460, 840 and 300 s for long, medium and short jobs (not printed in the thesis: an assumption), conservative backfilling, memory loaded and swapped at 1 % of a node's a second",
            jobs(extent),
            workloads(extent)
        ),
        format!(
            "everything is run by two rules: {} is {}; {} is {} (appendix A: of a job displaced in part, what is swapped out is noted as still resident and that rest is not counted as used; a job displaced wholly pays nothing; payments are whole seconds)",
            ours.name, ours.words, programs.name, programs.words
        ),
        "SDSC-BLUE's log names no memory and the thesis does not say how it drew it: here each job needs one to ten tenths of a node's, equally likely, whatever its class, drawn anew for each seed; its intervals are those of the draw alone, as its jobs are the same under every seed".to_owned(),
        "MM5 is deduced (all classes draw alike), as its line of table 3 is damaged; the bound of the relative response time is not printed and taken as 60 s; one cell of table 5 is unreadable, and one of table 4 is taken from the conclusions".to_owned(),
        "several relative responses of all jobs lie outside the range of long, medium and short ones in the thesis: they cannot be means of these, and no cell of them is a target".to_owned(),
        "chosen with the outcome in view: the launch guard and the charge once a period, both to keep jobs from never ending; the guard stays under the program's rule".to_owned(),
    ]
}

fn scenario(task: &Task, extent: &Extent) -> Scenario {
    let jobs = jobs(extent);
    let log = |memory| {
        Workload::Swf(SwfWorkload {
            jobs: Some(jobs),
            memory: Some(memory),
            exact_estimates: true,
            ..SwfWorkload::of(task.log.clone().unwrap_or_default())
        })
    };
    let (cluster, workload) = match SETTINGS[task.setting] {
        Setting::Model(memory, _) => (
            Cluster {
                nodes: Some(128),
                memory: Some(400.0),
                ..Cluster::default()
            },
            Workload::Lublin(LublinWorkload {
                load: Some(extent.load.unwrap_or(LOAD)),
                memory: Some(memory),
                ..LublinWorkload::of(jobs)
            }),
        ),
        Setting::SdscBlue => (
            Cluster {
                memory: Some(400.0),
                ..Cluster::default()
            },
            log(MemorySource::Uniform),
        ),
        Setting::LanlCm5 => (
            Cluster {
                memory: Some(32.0),
                ..Cluster::default()
            },
            log(MemorySource::Log),
        ),
    };
    Scenario {
        seed: task.seed,
        ..Scenario::of(Machine::Cluster(cluster), workload)
    }
}

fn sample(task: &Task, extent: &Extent, progress: &Progress) -> Result<Option<Sample>, Problem> {
    let scenario = scenario(task, extent);
    let experiment = Arc::new(load::prepare(&scenario, None, progress)?);
    let rule = RULES[task.rule];
    let mut sample = Sample {
        setting: task.setting,
        rule: task.rule,
        utilisation: 0.0,
        mix: [[0.0; 3]; 2],
        memory: memory::Shares::default(),
        outcomes: [Outcome::default(); ALLOCATIONS.len()],
    };
    for (place, (_, allocation)) in ALLOCATIONS.iter().enumerate() {
        let slicing = Slicing {
            allocation: *allocation,
            swapping: rule.swapping,
            charge: rule.charge,
            ..Slicing::default()
        };
        let parameters = Parameters {
            slicing,
            ..Parameters::default()
        };
        let choice = Choice::plain(PolicyName::ScojoPect, &parameters);
        let Some(run) = simulate(&experiment, &choice, false, progress)? else {
            return Ok(None);
        };
        sample.outcomes[place] = outcome(&run);
        if place == 0 {
            sample.utilisation = run.metrics.utilisation(experiment.nodes);
            sample.memory = memory::shares(&run);
            let classes = by_class(&run);
            sample.mix = [
                classes.map(|row| 100.0 * row.share_of_jobs),
                classes.map(|row| 100.0 * row.share_of_work),
            ];
        }
    }
    Ok(Some(sample))
}

fn outcome(run: &Run) -> Outcome {
    let summary = crate::metrics::values(run);
    let value = |name| summary.value(name).unwrap_or_default();
    let [short, medium, long] = by_class(run).map(|row| row.mean_relative_response);
    Outcome {
        overhead: value("overhead"),
        node_overhead: value("node_overhead"),
        share: 100.0 * value("overhead_share"),
        responses: [long, medium, short, value("mean_relative_response")],
    }
}
