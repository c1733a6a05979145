//! One row of metrics per run: for the terminal, for files, for comparison.

pub mod classes;
mod columns;

pub use columns::{COLUMNS, Column, Of};

use cosched_core::Metrics;

use crate::base::long_time::LongTime;
use crate::family::coscheduling::metrics::AgileMetrics;
use crate::family::moldable::metrics as deadlines;
use crate::family::slots::record::WindowRecord;
use crate::record::{Overhead, Run};

/// The values of one run, in the order of [`COLUMNS`].
#[derive(Clone, PartialEq, Debug)]
pub struct Values {
    /// The run's name.
    pub label: String,
    /// A value for each column that says something of the run.
    pub values: [Option<f64>; COLUMNS.len()],
    /// The digest of all events.
    pub digest: u64,
}

impl Values {
    /// Adds the metrics of runs in which nodes go out of service.
    pub(crate) fn add_outages(&mut self, metrics: &Metrics, nodes: u32) {
        let known = of_outages(metrics, nodes);
        let places = &mut self.values[COLUMNS.len() - known.len()..];
        for (place, value) in places.iter_mut().zip(known) {
            *place = Some(value);
        }
    }

    /// That of the column called `name`, if there is one and it says something.
    pub fn value(&self, name: &str) -> Option<f64> {
        let place = COLUMNS.iter().position(|column| column.name == name)?;
        self.values[place]
    }
}

/// The values of `run`.
pub fn values(run: &Run) -> Values {
    let metrics = &run.metrics;
    let overhead = metrics.overhead;
    let seconds = |nanoseconds: u128| nanoseconds as f64 / 1e9;
    let preempted = run.overheads.iter().map(|part| u64::from(part.preempted));
    let special = [
        mean_relative_response(run, |_| true),
        seconds(overhead.total()),
        seconds(overhead.first_load.nanoseconds()),
        seconds(overhead.reload.nanoseconds()),
        seconds(overhead.swap_out.nanoseconds()),
        seconds(overhead.of_nodes.nanoseconds()),
        seconds(overhead.total()) / processing(run, |_| true).max(f64::MIN_POSITIVE),
        preempted.sum::<u64>() as f64,
        bound(run).unwrap_or_default(),
        100.0 * gap(run).unwrap_or_default(),
    ];
    let mut values = [None; COLUMNS.len()];
    let windows = run.windows.as_deref();
    let all = usual(metrics, utilisation(run))
        .into_iter()
        .chain(special)
        .chain(AgileMetrics::of(run).values())
        .chain(deadlines::values(run))
        .chain([
            windows.map_or(0.0, WindowRecord::cost),
            windows.map_or(0.0, WindowRecord::quality),
        ])
        .chain(of_outages(metrics, run.experiment.nodes));
    for ((place, column), value) in values.iter_mut().zip(COLUMNS).zip(all) {
        *place = Some(value).filter(|_| column.of.says(run));
    }
    Values {
        label: run.label.clone(),
        values,
        digest: run.digest,
    }
}

/// The metrics of runs in which nodes go out of service: the last of [`COLUMNS`].
fn of_outages(metrics: &Metrics, nodes: u32) -> [f64; 3] {
    [
        metrics.requeues as f64,
        metrics.lost as f64 / 1e9,
        metrics.goodput(nodes),
    ]
}

/// The metrics that every run has, in the order of [`COLUMNS`].
fn usual(metrics: &Metrics, utilisation: f64) -> [f64; 10] {
    [
        metrics.jobs as f64,
        metrics.killed as f64,
        metrics.backfilled as f64,
        metrics.mean_wait(),
        metrics.longest_wait.seconds(),
        metrics.mean_response(),
        metrics.mean_slowdown(),
        metrics.mean_bounded_slowdown(),
        utilisation,
        LongTime(metrics.span()).seconds(),
    ]
}

/// The values of a run on `nodes` nodes of which only the sums were kept.
pub(crate) fn values_of_sums(label: &str, metrics: &Metrics, nodes: u32, digest: u64) -> Values {
    let mut values = [None; COLUMNS.len()];
    let known = usual(metrics, metrics.utilisation(nodes));
    for (place, value) in values.iter_mut().zip(known) {
        *place = Some(value);
    }
    Values {
        label: label.to_owned(),
        values,
        digest,
    }
}

/// The overhead of the jobs that `which` picks, by their place.
pub(crate) fn overhead(run: &Run, which: impl Fn(usize) -> bool) -> Overhead {
    let all = run.overheads.iter().enumerate();
    let picked = all.filter(|(job, _)| which(*job)).map(|(_, part)| part);
    picked.fold(Overhead::default(), |sum, part| Overhead {
        first_load: sum.first_load + part.first_load,
        reload: sum.reload + part.reload,
        swap_out: sum.swap_out + part.swap_out,
        preempted: sum.preempted + part.preempted,
    })
}

/// Seconds that the jobs that `which` picks ran for, each counted once.
pub(crate) fn processing(run: &Run, which: impl Fn(usize) -> bool) -> f64 {
    let all = run.outcomes.iter().enumerate();
    let picked = all.filter(|(job, _)| which(*job));
    picked.map(|(_, job)| job.executed.seconds()).sum()
}

/// Mean of response over runtime, or over the bound where that is longer; 0
/// without jobs. Esbaugh 2010, figure 19, whose bound is not printed.
pub(crate) fn mean_relative_response(run: &Run, which: impl Fn(usize) -> bool) -> f64 {
    let bound = run.parameters.slicing.relative_response_bound;
    let jobs = run.admitted().filter(|&job| which(job));
    let (mut sum, mut count) = (0.0, 0.0);
    for job in jobs {
        let executed = run.outcomes[job].executed.seconds();
        sum += run.response(job).seconds() / executed.max(bound);
        count += 1.0;
    }
    sum / f64::max(count, 1.0)
}

/// Width of a column on the terminal.
fn width(column: &Column) -> usize {
    let title = column.title.len()
        + if column.unit.is_empty() {
            0
        } else {
            column.unit.len() + 1
        };
    title.max(8 + column.decimals)
}

/// The line above rows whose labels take `label` characters.
pub fn heading(label: usize) -> String {
    let mut line = format!("{:label$}", "run");
    for column in COLUMNS.iter().filter(|column| column.of == Of::All) {
        let title = match column.unit {
            "" => column.title.to_owned(),
            unit => format!("{} {unit}", column.title),
        };
        line += &format!("  {title:>width$}", width = width(column));
    }
    line
}

/// The row of `run`, with `label` characters for its label.
pub fn row(run: &Run, label: usize) -> String {
    row_of(&values(run), label)
}

/// The row of these values.
pub(crate) fn row_of(values: &Values, label: usize) -> String {
    let mut line = format!("{:label$}", values.label);
    let values = COLUMNS.iter().zip(values.values);
    for (column, value) in values.filter(|(column, _)| column.of == Of::All) {
        let (width, decimals) = (width(column), column.decimals);
        let value = value.unwrap_or_default();
        line += &format!("  {value:>width$.decimals$}");
    }
    line
}

/// The share of nodes or cores that was useful from the first submission to the
/// last end: on servers, the processor time that threads needed, and of moldable
/// jobs what they use of their processors.
fn utilisation(run: &Run) -> f64 {
    if run.policy.molds() || run.experiment.molds.iter().any(Option::is_some) {
        return deadlines::utilisation(run);
    }
    let jobs = 0..run.outcomes.len();
    let needed: Option<Vec<f64>> = jobs
        .map(|job| run.on_server(job).map(|(_, needed)| needed))
        .collect();
    let capacity = f64::from(run.experiment.nodes) * run.metrics.makespan().seconds();
    match needed.filter(|_| capacity > 0.0) {
        Some(needed) => needed.iter().sum::<f64>() / capacity,
        None => run.metrics.utilisation(run.experiment.nodes),
    }
}

/// How far above what no schedule can beat the makespan of `run` is; nothing
/// without servers.
fn gap(run: &Run) -> Option<f64> {
    let gap = run.metrics.makespan().seconds() / bound(run)? - 1.0;
    // Times rounded to nanoseconds may add up to a little less.
    Some(gap.max(0.0))
}

/// Seconds that no schedule can beat; nothing without servers.
fn bound(run: &Run) -> Option<f64> {
    let bound = run.placements.as_ref()?.bound.makespan();
    Some(bound).filter(|bound| *bound > 0.0)
}

/// The same in words.
pub fn bound_line(run: &Run) -> Option<String> {
    let (gap, bound) = (gap(run)?, run.placements.as_ref()?.bound);
    Some(format!(
        "makespan {:.1} % above {:.3} s, which no schedule can beat (longest path {:.3} s, processors {:.3} s, bandwidth {:.3} s)",
        100.0 * gap,
        bound.makespan(),
        bound.path,
        bound.processors,
        bound.bandwidth
    ))
}

/// The metrics of `run` that say something only of some runs, of these kinds, in one
/// line.
pub fn line_of(run: &Run, of: &[Of]) -> String {
    line_of_values(&values(run), of)
}

/// The same of these values.
pub(crate) fn line_of_values(values: &Values, of: &[Of]) -> String {
    let values = COLUMNS.iter().zip(values.values);
    let parts = values
        .filter(|(column, _)| of.contains(&column.of))
        .filter_map(|(column, value)| {
            let unit = if column.unit.is_empty() { "" } else { " " };
            let (title, decimals, value) = (column.title, column.decimals, value?);
            Some(format!("{title} {value:.decimals$}{unit}{}", column.unit))
        });
    parts.collect::<Vec<_>>().join(", ")
}
