//! Esbaugh 2010, tables 4 to 9: what memory-aware node allocation saves.

mod claims;
mod reported;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cosched_core::machine::Fit;

use self::reported::{LANL_CM5, LUBLIN, Mix, REDUCTIONS, RESPONSES, SDSC_BLUE};
use super::{Cell, Estimate, Extent, Report, Table, on_all_processors};
use crate::classes::by_class;
use crate::load;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::record::Run;
use crate::run::{Choice, simulate};
use crate::scenario::slicing::{Allocation, MemoryAware, MemorySource, Slicing};
use crate::scenario::{
    Cluster, LublinWorkload, Machine, Parameters, PolicyName, Scenario, SwfWorkload, Workload,
};

/// Interarrival times are scaled to this load, so that the utilisation comes
/// to 80 to 85 %, as in the thesis.
const LOAD: f64 = 0.87;

/// The settings of the columns of tables 4 to 7.
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

/// How many of them are models.
const MODELS: usize = 5;

impl Setting {
    fn name(self) -> &'static str {
        match self {
            Self::Model(_, name) => name,
            Self::SdscBlue => "SDSC-BLUE",
            Self::LanlCm5 => "LANL-CM5",
        }
    }

    /// How the file of its log begins.
    fn log(self) -> Option<&'static str> {
        match self {
            Self::Model(..) => None,
            _ => Some(self.name()),
        }
    }
}

/// The allocations compared: the two the thesis compares with, and its four
/// configurations of best and worst fit (tables 4 to 7).
const ALLOCATIONS: [(&str, Allocation); 6] = [
    ("first-free", Allocation::FirstFree),
    ("intelligent", Allocation::Intelligent),
    ("best/worst fit", aware(Fit::Best, Fit::Worst)),
    ("best/best fit", aware(Fit::Best, Fit::Best)),
    ("worst/worst fit", aware(Fit::Worst, Fit::Worst)),
    ("worst/best fit", aware(Fit::Worst, Fit::Best)),
];

/// How many come before the four configurations.
const BASELINES: usize = 2;

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

/// One workload under every allocation.
struct Sample {
    setting: usize,
    utilisation: f64,
    // Per cent of jobs and of work by class, short to long.
    mix: [[f64; 3]; 2],
    outcomes: [Outcome; ALLOCATIONS.len()],
}

/// One run.
#[derive(Clone, Copy, Default)]
struct Outcome {
    overhead: f64,
    share: f64,
    // Long, medium, short and all jobs, as the thesis orders them.
    responses: [f64; 4],
}

/// Runs everything; nothing if cancelled.
pub(super) fn report(extent: &Extent, progress: &Progress) -> Result<Option<Report>, Problem> {
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
        tables: vec![results.mix_table()],
        claims: Vec::new(),
    };
    for (place, (name, _)) in ALLOCATIONS.iter().enumerate().skip(BASELINES) {
        report.tables.push(results.reductions(place, name));
    }
    report.tables.push(results.baselines());
    report.tables.push(results.shares());
    for (place, (name, _)) in ALLOCATIONS.iter().enumerate().skip(BASELINES) {
        report.tables.push(results.responses(place, name));
    }
    report.notes.push(results.utilisation_note(extent));
    report.claims = claims::claims(&results);
    Ok(Some(report))
}

/// A workload to be drawn or read.
struct Task {
    setting: usize,
    seed: u64,
    log: Option<PathBuf>,
}

fn tasks(extent: &Extent) -> Result<(Vec<Task>, Vec<String>), Problem> {
    let mut notes = vec![
        format!(
            "{} jobs a workload, {} workloads a setting; slices of 2460, 840 and 300 s for long, medium and short jobs (not printed in the thesis: an assumption), conservative backfilling, memory loaded and swapped at 1 % of a node's a second",
            extent.jobs, extent.workloads
        ),
        "MM5 is deduced (all classes draw alike); tables 8 and 9 and the bound of the relative response time are not readable, the bound is taken as 60 s".to_owned(),
        "chosen with the outcome in view: the launch guard and the charge once a period, both to keep jobs from never ending".to_owned(),
    ];
    let mut tasks = Vec::new();
    for (setting, which) in SETTINGS.iter().enumerate() {
        let log = match which.log() {
            None => None,
            Some(name) => match find(name, extent)? {
                Some(path) => Some(path),
                None => {
                    notes.push(format!(
                        "{name} is left out: --logs names no folder with it"
                    ));
                    continue;
                }
            },
        };
        // LANL-CM5 has one workload and one memory: nothing is drawn.
        let workloads = match which {
            Setting::LanlCm5 => 1,
            _ => u64::from(extent.workloads),
        };
        tasks.extend((1..=workloads).map(|seed| Task {
            setting,
            seed,
            log: log.clone(),
        }));
    }
    // The longest first, so that the last one does not keep everybody waiting.
    tasks.sort_by_key(|task| std::cmp::Reverse(task.setting));
    Ok((tasks, notes))
}

/// The log whose name begins with `name` in the folder of logs.
fn find(name: &str, extent: &Extent) -> Result<Option<PathBuf>, Problem> {
    let Some(folder) = &extent.logs else {
        return Ok(None);
    };
    let entries = std::fs::read_dir(folder).map_err(|error| {
        let sentence = format!("cannot be read: {}", load::reason(&error));
        Problem::input(sentence).in_file(folder)
    })?;
    let is_it = |path: &PathBuf| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        file.starts_with(name) && (file.ends_with(".swf") || file.ends_with(".swf.gz"))
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(paths.filter(is_it).min())
}

fn scenario(task: &Task, extent: &Extent) -> Scenario {
    let jobs = extent.jobs;
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
        title: String::new(),
        machine: Machine::Cluster(cluster),
        workload,
        policies: Vec::new(),
        variants: Vec::new(),
        parameters: Parameters::default(),
        seed: task.seed,
        expect: Vec::new(),
    }
}

fn sample(task: &Task, extent: &Extent, progress: &Progress) -> Result<Option<Sample>, Problem> {
    let scenario = scenario(task, extent);
    let experiment = Arc::new(load::prepare(&scenario, None::<&Path>, progress)?);
    let mut sample = Sample {
        setting: task.setting,
        utilisation: 0.0,
        mix: [[0.0; 3]; 2],
        outcomes: [Outcome::default(); ALLOCATIONS.len()],
    };
    for (place, (_, allocation)) in ALLOCATIONS.iter().enumerate() {
        let slicing = Slicing {
            allocation: *allocation,
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
    let summary = crate::summary::values(run);
    let value = |name| summary.value(name).unwrap_or_default();
    let [short, medium, long] = by_class(run).map(|row| row.mean_relative_response);
    Outcome {
        overhead: value("overhead"),
        share: 100.0 * value("overhead_share"),
        responses: [long, medium, short, value("mean_relative_response")],
    }
}

/// Everything that was run.
struct Results {
    samples: Vec<Sample>,
}

impl Results {
    fn of(&self, setting: usize) -> impl Iterator<Item = &Sample> {
        let samples = self.samples.iter();
        samples.filter(move |sample| sample.setting == setting)
    }

    /// Per cent by which `what` is less under `allocation` than under `base`.
    fn less(
        &self,
        setting: usize,
        allocation: usize,
        base: usize,
        what: impl Fn(&Outcome) -> f64,
    ) -> Option<Estimate> {
        let change = |sample: &Sample| {
            let [new, old] = [allocation, base].map(|place| what(&sample.outcomes[place]));
            100.0 * (1.0 - new / old.max(f64::MIN_POSITIVE))
        };
        let values: Vec<_> = self.of(setting).map(change).collect();
        Estimate::of(&values)
    }

    fn reduction(&self, setting: usize, allocation: usize, base: usize) -> Option<Estimate> {
        self.less(setting, allocation, base, |outcome| outcome.overhead)
    }

    fn mix_table(&self) -> Table {
        let rows = [
            (0, LUBLIN, "Lublin, 128 nodes"),
            (5, SDSC_BLUE, "SDSC-BLUE"),
            (6, LANL_CM5, "LANL-CM5"),
        ];
        let rows = rows
            .into_iter()
            .map(|(setting, reported, name)| (name.to_owned(), self.mix_cells(setting, &reported)));
        Table {
            title: "Table 2: per cent of jobs and of work by class".to_owned(),
            corner: "workload".to_owned(),
            columns: [
                "short jobs",
                "medium",
                "long",
                "short work",
                "medium",
                "long",
            ]
            .map(str::to_owned)
            .to_vec(),
            rows: rows.collect(),
        }
    }

    fn mix_cells(&self, setting: usize, reported: &Mix) -> Vec<Cell> {
        let cells = (0..6).map(|column| {
            let (kind, class) = (column / 3, column % 3);
            let values: Vec<_> = self
                .of(setting)
                .map(|sample| sample.mix[kind][class])
                .collect();
            Cell {
                reported: match kind {
                    0 => Some(reported.jobs[class]),
                    _ => reported.work.map(|work| work[class]),
                },
                // A log is the same whatever memory is drawn.
                measured: match setting < MODELS {
                    true => Estimate::of(&values),
                    false => values.first().and_then(|first| Estimate::of(&[*first])),
                },
            }
        });
        cells.collect()
    }

    fn table(
        &self,
        title: String,
        columns: Vec<String>,
        cells: impl Fn(usize) -> Vec<Cell>,
    ) -> Table {
        let rows = SETTINGS.iter().enumerate();
        let rows = rows.map(|(setting, which)| (which.name().to_owned(), cells(setting)));
        Table {
            title,
            corner: "memory".to_owned(),
            columns,
            rows: rows.collect(),
        }
    }

    fn reductions(&self, allocation: usize, name: &str) -> Table {
        let number = 4 + allocation - BASELINES;
        let title = format!("Table {number}: {name}, per cent of overhead saved");
        let columns = ["over first-free", "over intelligent"].map(str::to_owned);
        self.table(title, columns.to_vec(), |setting| {
            let cell = |base| Cell {
                reported: Some(REDUCTIONS[allocation - BASELINES][setting][base]),
                measured: self.reduction(setting, allocation, base),
            };
            vec![cell(0), cell(1)]
        })
    }

    fn baselines(&self) -> Table {
        let title = "Intelligent allocation, per cent of overhead saved".to_owned();
        let columns = vec!["over first-free".to_owned()];
        self.table(title, columns, |setting| {
            vec![Cell {
                reported: None,
                measured: self.reduction(setting, 1, 0),
            }]
        })
    }

    fn shares(&self) -> Table {
        let title = "Overhead in per cent of processing time".to_owned();
        let columns = ALLOCATIONS.map(|(name, _)| name.to_owned());
        self.table(title, columns.to_vec(), |setting| {
            let cells = (0..ALLOCATIONS.len()).map(|place| Cell {
                reported: None,
                measured: self.share(setting, place),
            });
            cells.collect()
        })
    }

    fn share(&self, setting: usize, allocation: usize) -> Option<Estimate> {
        let share = |sample: &Sample| sample.outcomes[allocation].share;
        Estimate::of(&self.of(setting).map(share).collect::<Vec<_>>())
    }

    fn responses(&self, allocation: usize, name: &str) -> Table {
        let number = 4 + allocation - BASELINES;
        let title = format!(
            "Table {number}: {name}, per cent by which the relative response time is less than under first-free"
        );
        let columns = ["long", "medium", "short", "all"].map(str::to_owned);
        self.table(title, columns.to_vec(), |setting| {
            let reported = RESPONSES[allocation - BASELINES].get(setting);
            let cells = (0..4).map(|class| Cell {
                reported: reported.and_then(|reported| reported[class]),
                measured: self.less(setting, allocation, 0, |outcome| outcome.responses[class]),
            });
            cells.collect()
        })
    }

    fn utilisation_note(&self, extent: &Extent) -> String {
        let load = extent.load.unwrap_or(LOAD);
        let of_models = self.samples.iter().filter(|sample| sample.setting < MODELS);
        let values: Vec<_> = of_models.map(|sample| 100.0 * sample.utilisation).collect();
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(0.0, f64::max);
        let mean = Estimate::of(&values).map_or(0.0, |estimate| estimate.mean);
        format!(
            "interarrival times of the model are scaled to a load of {load}: utilisation {mean:.1} % on average, from {low:.1} to {high:.1} % (thesis: 80 to 85 %)"
        )
    }
}
