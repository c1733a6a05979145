//! Metrics of runs: for the terminal, for files, for comparison.

pub mod estimate;
pub mod features;
pub mod general;
pub mod job_metrics;
pub mod select;
pub mod spread;
pub mod student;

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use cosched_core::Metrics;
use serde::{Deserialize, Serialize};

use crate::family::{self, Addition};
use crate::record::Run;
use crate::record::metric::{Metric, Sums, Value};

/// Returns every metric, in the order of the columns of `summary.csv`: of all runs, of each family,
/// and of each feature.
pub fn all() -> &'static [&'static Metric] {
    static ALL: LazyLock<Vec<&'static Metric>> = LazyLock::new(|| {
        let added = features::additions().map(|addition| addition.metrics);
        std::iter::once(general::METRICS)
            .chain(added)
            .flatten()
            .collect()
    });
    &ALL
}

/// The values of one run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Values {
    /// The label of the run.
    pub label: String,
    /// A value for each metric that is defined for the run, in the order of [`all`].
    pub values: Vec<Option<f64>>,
    /// The digest of all events.
    pub digest: u64,
}

impl Values {
    /// Returns the value of the metric called `name`, if there is one and it is defined.
    pub fn value(&self, name: &str) -> Option<f64> {
        let index = all().iter().position(|metric| metric.name == name)?;
        self.values[index]
    }

    /// The values of the metrics in `table` that are defined.
    fn of(&self, table: &'static [Metric]) -> impl Iterator<Item = (&'static Metric, f64)> {
        let values = table.iter().map(|metric| self.value(metric.name));
        let known = table.iter().zip(values);
        known.filter_map(|(metric, value)| Some((metric, value?)))
    }
}

/// Computes the values of `run`.
pub fn values(run: &Run) -> Values {
    selected_values(run, |_| true)
}

/// Computes the values of `run` that its row and the lines below it show: distributions and fairness,
/// which only files have, take longer than all these.
pub fn row_values(run: &Run) -> Values {
    let additions = features::additions();
    let below = additions.flat_map(|addition| (addition.line_metrics)(run).iter().copied());
    let tables: Vec<_> = std::iter::once(general::METRICS).chain(below).collect();
    let shown: BTreeSet<_> = tables
        .into_iter()
        .flatten()
        .map(|metric| metric.name)
        .collect();
    selected_values(run, |metric| shown.contains(metric.name))
}

/// Computes the values of `run` that `is_selected` selects.
fn selected_values(run: &Run, is_selected: impl Fn(&Metric) -> bool) -> Values {
    let sums = Sums {
        metrics: &run.metrics,
        nodes: run.experiment.nodes,
        existing_share: run.existing_share(),
        utilisation: general::utilisation(run),
        has_outages: run.outages().is_some(),
    };
    let spreads = LazyCell::new(|| select::statistics::spreads(run));
    let value = |metric: &&Metric| match metric.value {
        _ if !is_selected(metric) || !(metric.is_defined)(run) => None,
        Value::Kept(value) => value(run),
        Value::Spread(value) => spreads.as_ref().map(value),
        Value::Summed(value) => value(&sums),
    };
    Values {
        label: run.label.clone(),
        values: all().iter().map(value).collect(),
        digest: run.digest,
    }
}

/// Computes the values of a run of jobs on `nodes` nodes of which only the sums were kept;
/// `has_outages` says whether nodes may go out of service.
pub(crate) fn values_of_sums(
    label: &str,
    metrics: &Metrics,
    nodes: u32,
    has_outages: bool,
    digest: u64,
) -> Values {
    let sums = Sums {
        metrics,
        nodes,
        existing_share: 1.0,
        utilisation: metrics.utilisation(nodes),
        has_outages,
    };
    let value = |metric: &&Metric| match metric.value {
        Value::Summed(value) => value(&sums),
        _ => None,
    };
    Values {
        label: label.to_owned(),
        values: all().iter().map(value).collect(),
        digest,
    }
}

/// Width of a column on the terminal.
fn width(metric: &Metric) -> usize {
    titled(metric).len().max(8 + metric.decimals)
}

/// The title of `metric` with its unit.
fn titled(metric: &Metric) -> String {
    match metric.unit {
        "" => metric.title.to_owned(),
        unit => format!("{} {unit}", metric.title),
    }
}

/// Returns the line above rows whose labels take `label` characters.
pub fn heading(label: usize) -> String {
    let mut line = format!("{:label$}", "run");
    for metric in general::METRICS {
        line += &format!("  {:>width$}", titled(metric), width = width(metric));
    }
    line
}

/// Returns the row of `run`, with `label` characters for its label.
pub fn row(run: &Run, label: usize) -> String {
    row_of(&row_values(run), label)
}

/// Returns the row of these values.
pub fn row_of(values: &Values, label: usize) -> String {
    let mut line = format!("{:label$}", values.label);
    for metric in general::METRICS {
        let (width, decimals) = (width(metric), metric.decimals);
        line += &match values.value(metric.name) {
            Some(value) => format!("  {value:>width$.decimals$}"),
            None => format!("  {:>width$}", "–"),
        };
    }
    line
}

/// Returns the metrics in `tables` that are defined in `values`, in one line.
pub fn line_of_values(values: &Values, tables: &[&'static [Metric]]) -> String {
    let known = tables.iter().flat_map(|table| values.of(table));
    let parts = known.map(|(metric, value)| {
        let unit = if metric.unit.is_empty() { "" } else { " " };
        let (title, decimals) = (metric.title, metric.decimals);
        format!("{title} {value:.decimals$}{unit}{}", metric.unit)
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Returns the lines below the row of `run`, whose values these are: of each family, then of the
/// features, with sentences before numbers.
pub fn lines_below(run: &Run, values: &Values) -> Vec<String> {
    let of_metrics = |addition: &Addition| {
        let tables = (addition.line_metrics)(run);
        (!tables.is_empty()).then(|| line_of_values(values, tables))
    };
    let mut lines = Vec::new();
    for family in family::ALL {
        lines.extend(of_metrics(&family.addition));
        lines.extend((family.addition.lines)(run));
    }
    let sentences = features::ALL
        .iter()
        .flat_map(|feature| (feature.lines)(run));
    lines.extend(sentences);
    lines.extend(features::ALL.iter().copied().filter_map(of_metrics));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPENING: &str = "# What runs are measured by

Made from the program's own descriptions: the columns of `summary.csv`, of the comparison in the
window, and what `expect` blocks and sweeps may name. A metric that says nothing of a run is
absent, not 0; so are distributions, fairness and loss of capacity of a stream, which keeps no jobs.

| metric | in files | unit | better | what it is | source |
|---|---|---|---|---|---|
";

    /// `UPDATE_GUIDE=1` writes the page.
    #[test]
    fn the_reference_in_the_guide_has_the_same() {
        let mut page = OPENING.to_owned();
        for metric in all() {
            let what = metric.description();
            let better = what.range.trim_end_matches(" is better");
            let unit = metric.unit;
            page += &format!(
                "| {} | `{}` | {unit} | {better} | {} | {} |\n",
                what.name, metric.name, what.meaning, what.source
            );
        }
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../guide/metrics.md");
        if std::env::var_os("UPDATE_GUIDE").is_some() {
            std::fs::write(&path, &page).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), page);
    }

    #[test]
    fn every_metric_has_a_unique_name_and_a_description() {
        for (index, metric) in all().iter().enumerate() {
            let same = |other: &&&Metric| other.name == metric.name;
            assert_eq!(all().iter().filter(same).count(), 1, "{}", metric.name);
            assert!(
                metric.description().is_complete(),
                "{index}: {:?}",
                metric.description()
            );
        }
    }
}
