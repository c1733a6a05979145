//! The windows that jobs got, and what they cost.

use cosched_core::slots::{Cost, Quality, Window};
use cosched_core::{Event, JobId, Sink, Time};

use crate::choice::Choice;
use crate::record::Experiment;
use crate::scenario::PolicyName;

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
pub struct WindowRecord {
    /// What each job got, in the order of [`Experiment::jobs`]; nothing if it was
    /// refused.
    pub bought: Vec<Option<Bought>>,
}

impl WindowRecord {
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

/// Keeps what jobs get and pay while a run is simulated.
#[derive(Debug)]
pub(crate) struct WindowSink(WindowRecord);

impl WindowSink {
    /// For a run of `choice`; nothing unless its policy buys windows.
    pub(crate) fn new(experiment: &Experiment, choice: &Choice) -> Option<Self> {
        let bought = vec![None; experiment.jobs.len()];
        let buys = choice.policy == PolicyName::Windows;
        buys.then_some(Self(WindowRecord { bought }))
    }

    /// All of it.
    pub(crate) fn finish(self) -> WindowRecord {
        self.0
    }
}

impl Sink for WindowSink {
    fn record(&mut self, _: Time, _: Event) {}

    fn reserves(&mut self, _: Time, job: JobId, window: &Window<'_>) {
        self.0.bought[job.index()] = Some(Bought {
            cost: window.cost,
            quality: window.quality,
        });
    }
}
