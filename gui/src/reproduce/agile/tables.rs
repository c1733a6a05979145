//! What came out, grain by grain.

use super::super::{Cell, Estimate, Table};
use super::{GRAINS, METRICS, POLICIES, Sample};

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

    pub(super) fn tables(&self) -> Vec<Table> {
        [true, false]
            .into_iter()
            .flat_map(|is_log| (0..GRAINS.len()).map(move |grain| (grain, is_log)))
            .filter(|&(grain, is_log)| !self.values(grain, is_log, 0, 0).is_empty())
            .map(|(grain, is_log)| self.table(grain, is_log))
            .collect()
    }

    fn table(&self, grain: usize, is_log: bool) -> Table {
        let (_, name, log) = GRAINS[grain];
        let rows = POLICIES.iter().enumerate().map(|(policy, title)| {
            let cells = (0..METRICS.len()).map(|metric| Cell {
                reported: None,
                measured: Estimate::of(&self.values(grain, is_log, policy, metric)),
            });
            (title.title().to_owned(), cells.collect())
        });
        Table {
            title: match is_log {
                true => format!("{log}, taken to be of {name} grain"),
                false => format!("Random workloads of {name} grain"),
            },
            corner: "policy".to_owned(),
            columns: METRICS.map(|(name, _)| name.to_owned()).to_vec(),
            rows: rows.collect(),
        }
    }
}
