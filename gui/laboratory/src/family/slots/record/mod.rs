//! The windows of jobs, and their costs.

mod sink;

use cosched_core::slots::{Cost, Quality};

use crate::record::Run;
pub(crate) use sink::SlotSink;

/// The window of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoughtWindow {
    /// Its cost.
    pub cost: Cost,
    /// The sum of its nodes' qualities.
    pub quality: Quality,
}

/// The windows of a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SlotRecord {
    /// The window of each job, in the order of [`crate::record::Experiment::jobs`]; `None` if it
    /// was refused.
    pub bought: Vec<Option<BoughtWindow>>,
}

impl SlotRecord {
    /// Returns the cost of all windows.
    pub fn cost(&self) -> f64 {
        self.sum(|bought| bought.cost.0)
    }

    /// Returns the sum of all their nodes' qualities.
    pub fn quality(&self) -> f64 {
        self.sum(|bought| bought.quality.0)
    }

    /// In units; exact up to the conversion.
    fn sum(&self, billionths: impl Fn(&BoughtWindow) -> u64) -> f64 {
        let all = self.bought.iter().flatten();
        let sum: u128 = all.map(|bought| u128::from(billionths(bought))).sum();
        sum as f64 / 1e9
    }
}

impl Run {
    /// Returns the windows of jobs; `None` unless the policy buys them.
    pub fn slots(&self) -> Option<&SlotRecord> {
        self.details.get()
    }
}
