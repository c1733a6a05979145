//! Attributes of a job that only a scenario gives.

use cosched_core::slots::{Cost, Criterion, Performance};
use cosched_core::workload::Class;
use cosched_core::{Duration, Rate};

use crate::scenario::coscheduling::GrainClass;

/// Data of a job that only a scenario gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// Its class, if the scenario gives it.
    pub class: Option<Class>,
    /// Frequency of its processes' barriers, if the scenario gives it.
    pub grain: Option<GrainClass>,
    /// Processor time between two barriers, if the scenario gives it.
    pub barrier: Option<Duration>,
    /// The share of a node that each process uses, if the scenario gives it.
    pub utilisation: Option<Rate>,
    /// Its bid for nodes.
    pub bid: Bid,
}

impl Terms {
    /// Terms of a job of which the scenario says nothing.
    pub const NONE: Self = Self {
        class: None,
        grain: None,
        barrier: None,
        utilisation: None,
        bid: Bid::NONE,
    };
}

/// Bid of a job for nodes, where the scenario gives one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bid {
    /// The most it pays.
    pub budget: Option<Cost>,
    /// Criterion of its best window.
    pub criterion: Option<Criterion>,
    /// The least performance of its nodes.
    pub least: Option<Performance>,
}

impl Bid {
    /// An empty bid.
    pub const NONE: Self = Self {
        budget: None,
        criterion: None,
        least: None,
    };
}
