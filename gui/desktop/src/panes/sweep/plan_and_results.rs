//! The part of a sweep that is kept from one start to the next: the scenario, and the results.

use serde::{Deserialize, Serialize};

use super::{State, metric};
use laboratory::run::sweep::Outcome;
use laboratory::scenario::to_ron;

/// Most runs whose results are kept: a workload under three policies is three. Of more only the
/// scenario is; so many take about 3 MB as text.
const MOST_RUNS: usize = 2_000;

/// A kept sweep.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct KeptSweep {
    /// Scenario of the sweep.
    pub(super) scenario: String,
    /// Name of the metric that was shown, and whether on a logarithmic axis.
    metric: String,
    logarithmic: bool,
    /// Results; empty if there are too many runs.
    pub(super) outcomes: Vec<Outcome>,
}

impl KeptSweep {
    /// Returns the length of the scenario in bytes.
    pub(crate) fn length(&self) -> usize {
        self.scenario.len()
    }
}

impl State {
    /// Returns the sweep to be kept, if there is one.
    pub(crate) fn to_keep(&self) -> Option<KeptSweep> {
        if self.kept_sweep.is_some() {
            return self.kept_sweep.clone();
        }
        let begun = self.begun.as_ref()?;
        let kept = begun.kept.as_ref().filter(|(plan, memory)| {
            let policies = plan
                .points
                .iter()
                .map(|point| point.scenario.variants.len());
            memory.count() * policies.max().unwrap_or(0) <= MOST_RUNS
        });
        Some(KeptSweep {
            scenario: to_ron(&begun.scenario),
            metric: self.metric.to_owned(),
            logarithmic: self.logarithmic,
            outcomes: kept.map_or_else(Vec::new, |(plan, memory)| memory.outcomes(plan)),
        })
    }

    /// Shows a sweep that is being planned again as it was shown.
    pub(super) fn remember(&mut self, swept: &KeptSweep) {
        if let Some(metric) = metric(&swept.metric) {
            self.metric = metric.name;
        }
        self.logarithmic = swept.logarithmic;
        self.kept_sweep = Some(swept.clone());
    }

    /// Takes the results of the sweep that was begun, which is not shown any more.
    pub(super) fn take_outcomes(&mut self) -> Vec<Outcome> {
        let begun = self.begun.take();
        let kept = begun.and_then(|begun| begun.kept);
        kept.map_or_else(Vec::new, |(plan, memory)| memory.take_outcomes(&plan))
    }
}
