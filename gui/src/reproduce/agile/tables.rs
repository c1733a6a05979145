//! What came out, grain by grain.

use super::super::{Cell, Estimate, Page, Quantity, Table};
use super::{GRAINS, IN_FIGURES, METRICS, OF_PAPER, POLICIES, Sample};

/// All runs.
pub(super) struct Results {
    pub(super) samples: Vec<Sample>,
}

impl Results {
    /// The values of a metric of one policy: of the log, or of the random
    /// workloads.
    pub(super) fn values(
        &self,
        grain: usize,
        is_log: bool,
        policy: usize,
        metric: usize,
    ) -> Vec<f64> {
        let samples = self.samples.iter();
        samples
            .filter(|sample| sample.grain == grain && sample.is_log == is_log)
            .map(|sample| sample.metrics[policy][metric])
            .collect()
    }

    /// The grains that were run.
    fn grains(&self, is_log: bool) -> impl Iterator<Item = usize> {
        let run = move |grain: &usize| !self.values(*grain, is_log, 0, 0).is_empty();
        (0..GRAINS.len()).filter(run)
    }

    pub(super) fn tables(&self) -> Vec<Table> {
        [true, false]
            .into_iter()
            .flat_map(|is_log| self.grains(is_log).map(move |grain| (grain, is_log)))
            .map(|(grain, is_log)| self.table(grain, is_log))
            .collect()
    }

    /// The paper's figures 1 to 4, each of them a row: of the logs, then of the
    /// random workloads.
    pub(super) fn pages(&self) -> Vec<Page> {
        let pages = [true, false].map(|is_log| self.page(is_log));
        pages
            .into_iter()
            .filter(|page| !page.rows.is_empty())
            .collect()
    }

    fn page(&self, is_log: bool) -> Page {
        let source = if is_log { "logs" } else { "random workloads" };
        let row = |grain: usize| {
            let (_, name, log) = GRAINS[grain];
            let of = match (is_log, self.values(grain, is_log, 0, 0).len()) {
                (true, _) => log.to_owned(),
                (false, 1) => "1 workload".to_owned(),
                (false, count) => format!("{count} workloads"),
            };
            [name.to_owned(), of]
        };
        let columns = METRICS[..IN_FIGURES].iter().map(|metric| Quantity {
            name: metric.name.to_owned(),
            unit: metric.unit,
        });
        let charts = self
            .grains(is_log)
            .flat_map(|grain| (0..IN_FIGURES).map(move |metric| (grain, metric)));
        let cells = charts.flat_map(|(grain, metric)| {
            let of = move |policy| self.values(grain, is_log, policy, metric);
            (0..OF_PAPER).map(move |policy| Estimate::of(&of(policy)))
        });
        Page {
            title: format!("Figures 1 to 4: four policies by grain, {source}"),
            source: source.to_owned(),
            rows: self.grains(is_log).map(row).collect(),
            columns: columns.collect(),
            groups: POLICIES[..OF_PAPER]
                .iter()
                .map(|(_, label)| (*label).to_owned())
                .collect(),
            cells: cells.collect(),
            against: None,
        }
    }

    fn table(&self, grain: usize, is_log: bool) -> Table {
        let (_, name, log) = GRAINS[grain];
        let rows = POLICIES.iter().enumerate().map(|(policy, (_, title))| {
            let cells = (0..METRICS.len()).map(|metric| Cell {
                reported: None,
                measured: Estimate::of(&self.values(grain, is_log, policy, metric)),
            });
            ((*title).to_owned(), cells.collect())
        });
        Table {
            title: match is_log {
                true => format!("{log}, taken to be of {name} grain"),
                false => format!("Random workloads of {name} grain"),
            },
            corner: "policy".to_owned(),
            columns: METRICS.map(|metric| metric.name.to_owned()).to_vec(),
            rows: rows.collect(),
        }
    }
}
