//! One row of metrics per run: for the terminal, for files, for comparison.

use crate::record::Run;

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
    }
}

/// Every column of numbers, in order.
pub const COLUMNS: [Column; 10] = [
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

/// The values of `run`.
pub fn values(run: &Run) -> Values {
    let metrics = &run.metrics;
    Values {
        label: run.label.clone(),
        values: [
            metrics.jobs as f64,
            metrics.killed as f64,
            metrics.backfilled as f64,
            metrics.mean_wait(),
            metrics.longest_wait.seconds(),
            metrics.mean_response(),
            metrics.mean_slowdown(),
            metrics.mean_bounded_slowdown(),
            metrics.utilisation(run.experiment.nodes),
            metrics.makespan().seconds(),
        ],
        digest: run.digest,
    }
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
    for column in &COLUMNS {
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
    for (column, value) in COLUMNS.iter().zip(values(run).values) {
        let (width, decimals) = (width(column), column.decimals);
        line += &format!("  {value:>width$.decimals$}");
    }
    line
}
