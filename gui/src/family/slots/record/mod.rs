//! The windows that jobs got, and what they cost.

mod keep;

use cosched_core::slots::{Cost, Quality};

use crate::record::Run;
pub(crate) use keep::SlotSink;

/// What a job got and paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bought {
    /// What its window cost.
    pub cost: Cost,
    /// The sum of its nodes' qualities.
    pub quality: Quality,
}

/// The windows of a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SlotRecord {
    /// What each job got, in the order of [`crate::record::Experiment::jobs`]; nothing if it was
    /// refused.
    pub bought: Vec<Option<Bought>>,
}

impl SlotRecord {
    /// What all windows cost.
    pub fn cost(&self) -> f64 {
        self.sum(|bought| bought.cost.0)
    }

    /// The sum of all their nodes' qualities.
    pub fn quality(&self) -> f64 {
        self.sum(|bought| bought.quality.0)
    }

    /// In units; exact until it is one number.
    fn sum(&self, billionths: impl Fn(&Bought) -> u64) -> f64 {
        let all = self.bought.iter().flatten();
        let sum: u128 = all.map(|bought| u128::from(billionths(bought))).sum();
        sum as f64 / 1e9
    }
}

impl Run {
    /// What windows jobs got; nothing unless the policy buys them.
    pub fn slots(&self) -> Option<&SlotRecord> {
        self.details.get()
    }
}
