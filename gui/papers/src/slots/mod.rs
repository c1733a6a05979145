//! "Optimization of resources selection for jobs scheduling in heterogeneous distributed computing environments", 2018: windows by six algorithms.

mod claims;
mod paper;
mod tables;
mod targets;

use std::ops::RangeInclusive;

use cosched_core::Exact;
use cosched_core::slots::{
    Alternative, Alternatives, Cost, Criterion, DomainModel, Performance, Quality, Request,
};

use super::trials::{Metric, Sample, Treatment, Trials, less, more};
use super::{Extent, JobCount, Report, Study, Unit};
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::family::slots::search::{Answer, DomainData, FoundWindow, SearchGoal, Searcher};

/// Experiment of Toporkov and Yemelyanov, "Optimization of resources selection for jobs scheduling
/// in heterogeneous distributed computing environments", 2018.
pub(super) const STUDY: Study = Study {
    name: "slots",
    summary: "windows of slots on priced nodes by six algorithms (Toporkov and Yemelyanov, 2018)",
    most_pages: 1,
    against: Some("cost against finish"),
    workloads: (ENVIRONMENTS, " domains"),
    jobs: JobCount::None(""),
    logs: "",
    inapplicable_options: &[
        ("--jobs", "has no jobs"),
        ("--load", "has no jobs"),
        ("--logs", "reads no logs"),
    ],
    paper: paper::PAPER,
    parts: paper::PARTS,
    report,
};

/// Algorithms compared: the paper's six, and FirstFit by the letter (fixtures/papers/slots.md, 4.3,
/// S-c).
const ALGORITHMS: [(Treatment, SearchGoal); 7] = [
    (FIRST_FIT, SearchGoal::Best(Criterion::FirstFit)),
    (MIN_FINISH, SearchGoal::Best(Criterion::MinFinish)),
    (MIN_RUNTIME, SearchGoal::Best(Criterion::MinRuntime)),
    (MIN_COST, SearchGoal::Best(Criterion::MinCost)),
    (MAX_QUALITY, SearchGoal::Best(Criterion::MaxQ)),
    (MULTIPLE, SearchGoal::MultipleBest),
    (BY_GROUP, SearchGoal::Best(Criterion::GroupFirst)),
];
const FIRST_FIT: Treatment = "FirstFit";
const MIN_FINISH: Treatment = "MinFinish";
const MIN_RUNTIME: Treatment = "MinRuntime";
const MIN_COST: Treatment = "MinCost";
const MAX_QUALITY: Treatment = "MaxQ";
const MULTIPLE: Treatment = "MultipleBest";
const BY_GROUP: Treatment = "FirstFit by group";

/// The paper's algorithms.
const OF_PAPER: [Treatment; 6] = [
    FIRST_FIT,
    MIN_FINISH,
    MIN_RUNTIME,
    MIN_COST,
    MAX_QUALITY,
    MULTIPLE,
];

/// Model of performances. The paper does not say which; its figures come out of whole ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Model {
    /// Whole numbers.
    Whole,
    /// Real numbers.
    Real,
}

impl Model {
    /// All models.
    const ALL: [Self; 2] = [Self::Whole, Self::Real];

    const fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole performances",
            Self::Real => "real performances",
        }
    }

    /// Largest number of environments; with real performances, of which each is a group of its own,
    /// they take ten times as long.
    const fn most(self) -> u64 {
        match self {
            Self::Whole => u64::MAX,
            Self::Real => 300,
        }
    }
}

/// The paper's environments and their nodes.
const ENVIRONMENTS: u32 = 3_000;
const NODES: usize = 100;

/// Number of environments that are searched one after another, on the same buffers.
const ENVIRONMENTS_PER_TASK: u64 = 50;

/// Metrics of a window: figure 1 of the paper has the first three, figure 2 the others.
const METRICS: [Metric; 5] = [START, RUNTIME, FINISH, COST, QUALITY];
const START: Metric = less("start", Unit::Instant);
const RUNTIME: Metric = less("runtime", Unit::Seconds);
const FINISH: Metric = less("finish", Unit::Instant);
const COST: Metric = less("cost", Unit::Number);
const QUALITY: Metric = more("quality", Unit::Number);

/// Number of windows that MultipleBest found.
const ALTERNATIVES: Metric = more("alternatives", Unit::Number);

/// Environments that are searched by one processor.
struct Task {
    model: Model,
    seeds: RangeInclusive<u64>,
}

/// Runs everything; `None` if cancelled.
fn report(extent: &Extent, progress: &Progress) -> Result<Option<Report>, Problem> {
    let count = u64::from(extent.workloads.unwrap_or(ENVIRONMENTS));
    let tasks = Model::ALL.into_iter().flat_map(|model| {
        let count = count.min(model.most());
        let first = (1..=count).step_by(ENVIRONMENTS_PER_TASK as usize);
        first.map(move |first| Task {
            model,
            seeds: first..=count.min(first + ENVIRONMENTS_PER_TASK - 1),
        })
    });
    let trials = Trials::run(&tasks.collect::<Vec<_>>(), progress, samples)?;
    Ok(trials.map(|trials| Report {
        title: "Toporkov and Yemelyanov, 2018: windows of slots by six algorithms".to_owned(),
        notes: notes(count),
        tables: tables::tables(&trials),
        claims: claims::claims(&trials),
        pages: vec![tables::page(&trials)],
    }))
}

/// Request of the paper: 7 nodes of a performance of 1 at least.
fn request() -> Request {
    Request {
        least: Performance::from_units(1),
        ..Request::new(7, 800, 644)
    }
}

fn notes(count: u64) -> Vec<String> {
    let model = DomainModel::default();
    vec![
        format!(
            "{count} environments (seeds 1 to {count}) of {NODES} nodes and {} s; the request is 7 nodes of performance 1 at least, a volume of 800 on each, a budget of 644 for all",
            model.horizon
        ),
        format!(
            "chosen with the outcome in view (specification 8.1): a price of {} for each unit of performance, times 1 + e, of deviation {}, and whole performances were calibrated to the means that the paper prints, two fitted numbers and one choice of two against about ten values; its prices are not known",
            model.price, model.deviation
        ),
        "the paper's load is \"hyper-geometric, up to 30 %\" and no more is said: that of a node is 3 % times the marked among 10 drawn from 20, 10 of them marked, in tasks of 20 to 100 s; performance uniform from 2 to 10, quality uniform from 0 to 10".to_owned(),
        format!(
            "\"real performances\" are drawn by the same model, uniformly, in {} environments; nothing was fitted to them",
            count.min(Model::Real.most())
        ),
        "FirstFit takes the earliest start of all; \"by group\" it takes the first window of the fastest nodes that have one, as the paper's text may be read (S-c)".to_owned(),
        "of MultipleBest each value is that of its best alternative by that criterion: its start and its runtime are not of one window".to_owned(),
        "costs are compared by (worse - better) / worse, qualities by (best - other) / best, of the means (S-h); a target is met where the mean is within its tolerance".to_owned(),
        "reported costs of 628 and 575 and the quality of 50.7 are what the paper's 24, 17 and 18 % make of its 477 and 61.8".to_owned(),
        "MaxQ rounds what each node costs up to a whole unit, as its table needs".to_owned(),
    ]
}

/// Searches the environments of a task; `None` if cancelled.
fn samples(task: &Task, progress: &Progress) -> Result<Option<Vec<Sample<Model>>>, Problem> {
    let model = DomainModel {
        whole: task.model == Model::Whole,
        ..DomainModel::default()
    };
    let mut searcher = Searcher::default();
    let mut samples = Vec::new();
    for seed in task.seeds.clone() {
        if progress.is_cancelled() {
            return Ok(None);
        }
        let data = DomainData::drawn(&model, NODES, seed)?;
        samples.push(sample(&mut searcher, &data, task.model)?);
    }
    Ok(Some(samples))
}

/// Searches one environment by every algorithm; if one of them finds no window, the sample has none.
fn sample(
    searcher: &mut Searcher,
    data: &DomainData,
    model: Model,
) -> Result<Sample<Model>, Problem> {
    let request = request();
    let mut windows = Vec::new();
    let mut alternatives = 0;
    for (algorithm, wanted) in ALGORITHMS {
        match searcher.search(data, &request, wanted)? {
            Answer::Window(window) => windows.push((algorithm, window_values(&window))),
            Answer::Multiple(multiple) => {
                alternatives = multiple.best.count;
                windows.push((algorithm, best_values(&multiple.best)));
            }
            Answer::None(_) => {}
        }
    }
    let mut sample = Sample::at(model);
    sample.add(MULTIPLE, [(ALTERNATIVES, alternatives as f64)]);
    if windows.len() == ALGORITHMS.len() {
        for (algorithm, values) in windows {
            sample.add(algorithm, METRICS.into_iter().zip(values));
        }
    }
    Ok(sample)
}

fn window_values(window: &FoundWindow) -> [f64; METRICS.len()] {
    let length = window.length.seconds();
    values_of(
        window.start,
        length,
        window.finish(),
        window.cost,
        window.quality,
    )
}

/// Each value of the best alternative by it.
fn best_values(best: &Alternatives) -> [f64; METRICS.len()] {
    values_of(
        best.earliest.start,
        best.shortest.length.seconds(),
        Alternative::finish(&best.first_done),
        best.cheapest.cost,
        best.finest.quality,
    )
}

fn values_of(
    start: Exact,
    runtime: f64,
    finish: Exact,
    cost: Cost,
    quality: Quality,
) -> [f64; METRICS.len()] {
    let [start, finish] = [start, finish].map(Exact::seconds);
    [start, runtime, finish, cost.units(), quality.units()]
}
