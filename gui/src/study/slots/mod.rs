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

use self::tables::Results;
use super::{Extent, Report, Study, on_all_processors};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::family::slots::search::{Answer, DomainData, FoundWindow, Searcher, Wanted};

/// Experiment of Toporkov and Yemelyanov, "Optimization of resources selection for jobs scheduling
/// in heterogeneous distributed computing environments", 2018.
pub(super) const STUDY: Study = Study {
    name: "slots",
    summary: "windows of slots on priced nodes by six algorithms (Toporkov and Yemelyanov, 2018)",
    most_pages: 1,
    has_against: true,
    useless: &[
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
const ALGORITHMS: [(Wanted, &str); 7] = [
    (Wanted::Best(Criterion::FirstFit), "FirstFit"),
    (Wanted::Best(Criterion::MinFinish), "MinFinish"),
    (Wanted::Best(Criterion::MinRuntime), "MinRuntime"),
    (Wanted::Best(Criterion::MinCost), "MinCost"),
    (Wanted::Best(Criterion::MaxQ), "MaxQ"),
    (Wanted::MultipleBest, "MultipleBest"),
    (Wanted::Best(Criterion::GroupFirst), "FirstFit by group"),
];
const FIRST_FIT: usize = 0;
const MIN_FINISH: usize = 1;
const MIN_RUNTIME: usize = 2;
const MIN_COST: usize = 3;
const MAX_QUALITY: usize = 4;
const MULTIPLE: usize = 5;
const BY_GROUP: usize = 6;

/// Whether performances are whole numbers, and the name of the model. The paper does not say; its
/// figures come out of whole ones.
const MODELS: [(bool, &str); 2] = [(true, "whole performances"), (false, "real performances")];
const WHOLE: usize = 0;
const REAL: usize = 1;

/// The paper's environments and their nodes.
const ENVIRONMENTS: u32 = 3_000;
const NODES: usize = 100;

/// Largest number of environments of each model; with real performances, of which each is a group
/// of its own, they take ten times as long.
const MOST: [u64; MODELS.len()] = [u64::MAX, 300];

/// Number of environments that are searched one after another, on the same buffers.
const AT_ONCE: u64 = 50;

/// Values of a window, in the order of [`VALUES`].
type Values = [f64; VALUES.len()];

/// Figure 1 of the paper has the first three, figure 2 the others.
const VALUES: [&str; 5] = ["start", "runtime", "finish", "cost", "quality"];
const START: usize = 0;
const RUNTIME: usize = 1;
const FINISH: usize = 2;
const COST: usize = 3;
const QUALITY: usize = 4;

/// Results of one environment.
#[derive(Clone, Debug)]
struct Sample {
    model: usize,
    /// Values by algorithm; `None` if one of them found no window.
    values: Option<[Values; ALGORITHMS.len()]>,
    /// Number of windows that MultipleBest found.
    alternatives: usize,
}

/// Environments that are searched by one processor.
struct Task {
    model: usize,
    seeds: RangeInclusive<u64>,
}

/// Runs everything; `None` if cancelled.
fn report(extent: &Extent, progress: &Progress) -> Result<Option<Report>, Problem> {
    let count = u64::from(extent.workloads.unwrap_or(ENVIRONMENTS));
    let tasks: Vec<_> = [WHOLE, REAL]
        .into_iter()
        .flat_map(|model| {
            let count = count.min(MOST[model]);
            let first = (1..=count).step_by(AT_ONCE as usize);
            first.map(move |first| Task {
                model,
                seeds: first..=count.min(first + AT_ONCE - 1),
            })
        })
        .collect();
    let samples = on_all_processors(&tasks, progress, samples)?;
    Ok(samples.map(|samples| {
        let results = Results {
            samples: samples.into_iter().flatten().collect(),
        };
        Report {
            title: "Toporkov and Yemelyanov, 2018: windows of slots by six algorithms".to_owned(),
            notes: notes(count),
            tables: results.tables(),
            claims: claims::claims(&results),
            pages: results.pages(),
        }
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
            count.min(MOST[REAL])
        ),
        "FirstFit takes the earliest start of all; \"by group\" it takes the first window of the fastest nodes that have one, as the paper's text may be read (S-c)".to_owned(),
        "of MultipleBest each value is that of its best alternative by that criterion: its start and its runtime are not of one window".to_owned(),
        "costs are compared by (worse - better) / worse, qualities by (best - other) / best, of the means (S-h); a target is met where the mean is within its tolerance".to_owned(),
        "reported costs of 628 and 575 and the quality of 50.7 are what the paper's 24, 17 and 18 % make of its 477 and 61.8".to_owned(),
        "MaxQ rounds what each node costs up to a whole unit, as its table needs".to_owned(),
    ]
}

/// Searches the environments of a task; `None` if cancelled.
fn samples(task: &Task, progress: &Progress) -> Result<Option<Vec<Sample>>, Problem> {
    let model = DomainModel {
        whole: MODELS[task.model].0,
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

/// Searches one environment by every algorithm.
fn sample(searcher: &mut Searcher, data: &DomainData, model: usize) -> Result<Sample, Problem> {
    let request = request();
    let mut values = Some([[0.0; VALUES.len()]; ALGORITHMS.len()]);
    let mut alternatives = 0;
    for (place, (wanted, _)) in ALGORITHMS.into_iter().enumerate() {
        let found = match searcher.search(data, &request, wanted)? {
            Answer::Window(window) => Some(of_window(&window)),
            Answer::Multiple(multiple) => {
                alternatives = multiple.best.count;
                Some(of_best(&multiple.best))
            }
            Answer::None(_) => None,
        };
        values = values.zip(found).map(|(mut values, found)| {
            values[place] = found;
            values
        });
    }
    Ok(Sample {
        model,
        values,
        alternatives,
    })
}

fn of_window(window: &FoundWindow) -> Values {
    let length = window.length.seconds();
    of(
        window.start,
        length,
        window.finish(),
        window.cost,
        window.quality,
    )
}

/// Each value of the best alternative by it.
fn of_best(best: &Alternatives) -> Values {
    of(
        best.earliest.start,
        best.shortest.length.seconds(),
        Alternative::finish(&best.first_done),
        best.cheapest.cost,
        best.finest.quality,
    )
}

fn of(start: Exact, runtime: f64, finish: Exact, cost: Cost, quality: Quality) -> Values {
    let [start, finish] = [start, finish].map(Exact::seconds);
    [start, runtime, finish, cost.units(), quality.units()]
}
