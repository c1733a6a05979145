//! One row of metrics per run: for the terminal, for files, for comparison.

use cosched_core::Duration;

use crate::agile_metrics::AgileMetrics;
use crate::deadlines;
use crate::record::{Overhead, Run};
use crate::window_record::WindowRecord;

/// A metric as rows show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name in `summary.csv` and in `expect` blocks.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its unit, or nothing.
    pub unit: &'static str,
    /// Decimals shown on a terminal.
    pub decimals: usize,
    /// Whether a smaller value is better; `None` if neither is.
    pub smaller_is_better: Option<bool>,
    /// Of which runs it says anything.
    pub of: Of,
}

/// Of which runs a metric says anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// Of all.
    All,
    /// Where node memory is simulated.
    Memory,
    /// On shared servers.
    Servers,
    /// Where jobs take turns quantum by quantum.
    Quanta,
    /// Where jobs are moldable, or have deadlines.
    Molds,
    /// Where jobs may be refused.
    Refusals,
    /// Where jobs buy windows.
    Windows,
}

const fn column(
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    decimals: usize,
    smaller_is_better: Option<bool>,
) -> Column {
    Column {
        name,
        title,
        unit,
        decimals,
        smaller_is_better,
        of: Of::All,
    }
}

/// One that says something only of some runs.
const fn only(of: Of, column: Column) -> Column {
    Column { of, ..column }
}

/// Every column of numbers, in order.
pub const COLUMNS: [Column; 28 + AgileMetrics::COUNT] = [
    column("jobs", "jobs", "", 0, None),
    column("killed", "killed", "", 0, Some(true)),
    column("backfilled", "backfilled", "", 0, None),
    column("mean_wait", "mean wait", "s", 3, Some(true)),
    column("longest_wait", "longest wait", "s", 0, Some(true)),
    column("mean_response", "mean response", "s", 3, Some(true)),
    column("mean_slowdown", "mean slowdown", "", 4, Some(true)),
    column(
        "mean_bounded_slowdown",
        "bounded slowdown",
        "",
        4,
        Some(true),
    ),
    column("utilisation", "utilisation", "", 4, Some(false)),
    column("makespan", "makespan", "s", 0, Some(true)),
    only(
        Of::Memory,
        column(
            "mean_relative_response",
            "relative response",
            "",
            4,
            Some(true),
        ),
    ),
    only(
        Of::Memory,
        column("overhead", "overhead", "s", 0, Some(true)),
    ),
    only(
        Of::Memory,
        column("first_load", "first loads", "s", 0, Some(true)),
    ),
    only(Of::Memory, column("reload", "reloads", "s", 0, Some(true))),
    only(
        Of::Memory,
        column("swap_out", "swap-outs", "s", 0, Some(true)),
    ),
    only(
        Of::Memory,
        column("node_overhead", "overhead of nodes", "s", 0, Some(true)),
    ),
    only(
        Of::Memory,
        column("overhead_share", "overhead share", "", 4, Some(true)),
    ),
    only(
        Of::Memory,
        column("preempted", "preemptions", "", 0, Some(true)),
    ),
    only(
        Of::Servers,
        column("least_makespan", "least makespan", "s", 0, None),
    ),
    only(
        Of::Servers,
        column("gap", "gap to least", "%", 2, Some(true)),
    ),
    only(
        Of::Quanta,
        column("agile_waiting", "waiting", "s", 3, Some(true)),
    ),
    only(
        Of::Quanta,
        column("agile_turnaround", "turnaround", "s", 3, Some(true)),
    ),
    only(
        Of::Quanta,
        column("agile_response", "response (eq. 2)", "s", 3, Some(true)),
    ),
    only(
        Of::Quanta,
        column("agile_response_text", "response (text)", "s", 3, Some(true)),
    ),
    only(
        Of::Quanta,
        column("agile_reaction", "reaction", "s", 3, Some(true)),
    ),
    only(
        Of::Quanta,
        column("agile_slowdown", "slowdown (eq. 4)", "", 4, Some(true)),
    ),
    only(
        Of::Quanta,
        column("agile_slowdown_text", "slowdown (text)", "", 4, Some(true)),
    ),
    only(
        Of::Quanta,
        column(
            "agile_utilisation",
            "utilisation (eq. 1)",
            "",
            4,
            Some(false),
        ),
    ),
    only(
        Of::Quanta,
        column(
            "agile_utilisation_spinning",
            "utilisation (spinning)",
            "",
            4,
            Some(false),
        ),
    ),
    only(
        Of::Molds,
        column("missed", "deadlines missed", "", 4, Some(true)),
    ),
    only(
        Of::Molds,
        column("slowdown_at_size", "slowdown at size", "", 4, Some(true)),
    ),
    only(
        Of::Molds,
        column("lost", "lost by kills", "s", 0, Some(true)),
    ),
    only(Of::Molds, column("kills", "kills", "", 0, Some(true))),
    only(
        Of::Molds,
        column("in_background", "used in background", "", 4, Some(false)),
    ),
    only(
        Of::Refusals,
        column("refused", "refused", "", 0, Some(true)),
    ),
    only(
        Of::Windows,
        column("cost", "cost of windows", "", 2, Some(true)),
    ),
    only(
        Of::Windows,
        column("quality", "quality of windows", "", 2, Some(false)),
    ),
];

/// The values of one run, in the order of [`COLUMNS`].
#[derive(Clone, PartialEq, Debug)]
pub struct Values {
    /// The run's name.
    pub label: String,
    /// A value for each column.
    pub values: [f64; COLUMNS.len()],
    /// The digest of all events.
    pub digest: u64,
}

impl Values {
    /// That of the column called `name`, if there is one.
    pub fn value(&self, name: &str) -> Option<f64> {
        let place = COLUMNS.iter().position(|column| column.name == name)?;
        Some(self.values[place])
    }
}

/// The values of `run`.
pub fn values(run: &Run) -> Values {
    let metrics = &run.metrics;
    let overhead = metrics.overhead;
    let seconds = |nanoseconds: u128| nanoseconds as f64 / 1e9;
    let preempted = run.overheads.iter().map(|part| u64::from(part.preempted));
    let usual = [
        metrics.jobs as f64,
        metrics.killed as f64,
        metrics.backfilled as f64,
        metrics.mean_wait(),
        metrics.longest_wait.seconds(),
        metrics.mean_response(),
        metrics.mean_slowdown(),
        metrics.mean_bounded_slowdown(),
        utilisation(run),
        metrics.makespan().seconds(),
        mean_relative_response(run, |_| true),
        seconds(overhead.total()),
        seconds(overhead.first_load),
        seconds(overhead.reload),
        seconds(overhead.swap_out),
        seconds(overhead.of_nodes),
        seconds(overhead.total()) / processing(run, |_| true).max(f64::MIN_POSITIVE),
        preempted.sum::<u64>() as f64,
        bound(run).unwrap_or_default(),
        100.0 * gap(run).unwrap_or_default(),
    ];
    let mut values = [0.0; COLUMNS.len()];
    let windows = run.windows.as_deref();
    let all = usual
        .into_iter()
        .chain(AgileMetrics::of(run).values())
        .chain(deadlines::values(run))
        .chain([
            windows.map_or(0.0, WindowRecord::cost),
            windows.map_or(0.0, WindowRecord::quality),
        ]);
    values
        .iter_mut()
        .zip(all)
        .for_each(|(place, value)| *place = value);
    Values {
        label: run.label.clone(),
        values,
        digest: run.digest,
    }
}

/// The overhead of the jobs that `which` picks, by their place.
pub(crate) fn overhead(run: &Run, which: impl Fn(usize) -> bool) -> Overhead {
    let all = run.overheads.iter().enumerate();
    let picked = all.filter(|(job, _)| which(*job)).map(|(_, part)| part);
    picked.fold(Overhead::default(), |sum, part| Overhead {
        first_load: Duration(sum.first_load.0 + part.first_load.0),
        reload: Duration(sum.reload.0 + part.reload.0),
        swap_out: Duration(sum.swap_out.0 + part.swap_out.0),
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
    let mut line = format!("{:label$}", run.label);
    let values = COLUMNS.iter().zip(values(run).values);
    for (column, value) in values.filter(|(column, _)| column.of == Of::All) {
        let (width, decimals) = (width(column), column.decimals);
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

/// What only runs like `run` have to say of themselves, in one line: what node
/// memory did, or the metrics of the paper on Agile.
pub fn line_of(run: &Run, of: &[Of]) -> String {
    let values = COLUMNS.iter().zip(values(run).values);
    let parts = values
        .filter(|(column, _)| of.contains(&column.of))
        .map(|(column, value)| {
            let unit = if column.unit.is_empty() { "" } else { " " };
            let (title, decimals) = (column.title, column.decimals);
            format!("{title} {value:.decimals$}{unit}{}", column.unit)
        });
    parts.collect::<Vec<_>>().join(", ")
}
