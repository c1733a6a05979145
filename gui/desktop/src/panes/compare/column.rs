//! Columns of the table: the compared metrics, in their order.

use laboratory::base::description::Description;
use laboratory::metrics::{self, general::METRICS};
use laboratory::record::metric::Metric;
use laboratory::record::unit::Unit;

/// First columns; then those of the family, then the other general ones.
const FIRST: [&str; 6] = [
    "mean_wait",
    "mean_response",
    "mean_bounded_slowdown",
    "utilisation",
    "makespan",
    "longest_wait",
];

/// Metrics without a column: equal for all runs of a workload, or dominated by a few very short
/// jobs.
const LEFT_OUT: [&str; 2] = ["jobs", "mean_slowdown"];

/// A column of the table.
#[derive(Clone, Copy)]
pub(super) struct Column {
    pub(super) metric: &'static Metric,
    /// Index among all metrics.
    pub(super) position: usize,
}

impl Column {
    /// Returns the documentation of the metric, where sizes count `unit`.
    pub(super) fn documentation(&self, unit: Unit) -> Description {
        let what = self.metric.description();
        Description {
            meaning: unit.in_text(&what.meaning),
            unit: unit.in_text(&what.unit),
            ..what
        }
    }
}

/// Returns the columns from left to right, of metrics that are `known` of a run at their indices.
pub(super) fn columns(known: impl Fn(usize) -> bool) -> Vec<Column> {
    let all = metrics::all().iter().enumerate();
    let columns = all.map(|(position, metric)| Column { metric, position });
    let compared =
        |column: &Column| !LEFT_OUT.contains(&column.metric.name) && known(column.position);
    let mut columns: Vec<_> = columns.filter(compared).collect();
    columns.sort_by_key(|column| {
        let is_it = |name: &str| name == column.metric.name;
        let first = FIRST.iter().position(|name| is_it(name));
        let is_general = METRICS.iter().any(|metric| is_it(metric.name));
        first.unwrap_or(FIRST.len() + usize::from(is_general))
    });
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_metrics_stand_first() {
        let names = |columns: Vec<Column>| -> Vec<_> {
            columns.iter().map(|column| column.metric.name).collect()
        };
        let all = names(columns(|_| true));
        assert_eq!(all[..FIRST.len()], FIRST);
        assert_eq!(all.len(), metrics::all().len() - LEFT_OUT.len());
        assert!(LEFT_OUT.iter().all(|name| !all.contains(name)));
        assert_eq!(names(columns(|position| position == 3)), ["mean_wait"]);
    }
}
