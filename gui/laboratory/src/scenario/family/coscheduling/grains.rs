//! Shares of the machine for jobs of several grains, and the measurement of their classes, in a
//! scenario.

use cosched_core::policy::coscheduling::{self, MeasuringRules};
use cosched_core::{Duration, workload};
use cosched_parameters::parameters;

use crate::scenario::fields::nanoseconds;
use crate::scenario::reference::kind::{COUNT, COUNT_OR_NONE, SHARE, SPAN};
use crate::scenario::reference::sources::FLEXIBLE;

/// Shares of the machine for jobs of several grains under Agile.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shares {
    /// All nodes, in so many quanta one after the other.
    // Grains without jobs are skipped.
    #[parameter(name = "time")]
    Quanta(Quanta),
    /// So many nodes of their own.
    #[parameter(name = "own nodes")]
    Nodes(Nodes),
}

/// How many quanta the jobs of a grain have in turn.
#[parameters(within = Parameters, path = "coscheduling: (shares: Quanta({}))",
    each(name = "Quanta of a grain", kind = COUNT.of("quanta"), usual = 1, step = (0.1, 0)))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quanta {
    /// For jobs that are gang scheduled.
    pub fine: u32,
    /// For jobs in the list of medium grain.
    pub medium: u32,
    /// For jobs in the lists of coarse grain.
    pub coarse: u32,
    /// For jobs in the list of independent processes.
    pub independent: u32,
}

/// How many nodes the jobs of a grain have for themselves.
#[parameters(within = Parameters, path = "coscheduling: (shares: Nodes({}))",
    each(name = "Nodes of a grain", kind = COUNT_OR_NONE.of("nodes"), step = (0.1, 0)))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nodes {
    /// For jobs that are gang scheduled.
    pub fine: u32,
    /// For jobs in the list of medium grain.
    pub medium: u32,
    /// For jobs in the lists of coarse grain.
    pub coarse: u32,
    /// For jobs in the list of independent processes.
    pub independent: u32,
}

impl Default for Shares {
    fn default() -> Self {
        Self::Quanta(Quanta::default())
    }
}

impl Nodes {
    /// Nodes in the order of the grains.
    pub fn all(self) -> [u32; workload::GrainClass::COUNT] {
        [self.fine, self.medium, self.coarse, self.independent]
    }
}

impl From<Shares> for coscheduling::Shares {
    fn from(shares: Shares) -> Self {
        match shares {
            Shares::Quanta(of) => Self::Quanta([of.fine, of.medium, of.coarse, of.independent]),
            Shares::Nodes(nodes) => Self::Nodes(nodes.all()),
        }
    }
}

/// Source of the classes of jobs in flexible coscheduling.
#[parameters]
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Classes {
    /// A job is treated as what its grain is.
    #[parameter(name = "grain")]
    #[default]
    ByGrain,
    /// Jobs are measured while they run.
    #[parameter(name = "measuring")]
    Measured(Measured),
}

/// Duration and thresholds of the measurement of a job.
#[parameters(within = Parameters, path = "coscheduling: (classes: Measured({}))")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// A job with at least so much processor time between two barriers need not run at once.
    #[parameter(name = "Granularity", kind = SPAN, usual = 60.0, source = FLEXIBLE)]
    pub granularity: f64,
    /// A job that uses at least this share of its time makes the best of running at once.
    #[parameter(name = "Efficiency", kind = SHARE, usual = 0.9, source = FLEXIBLE)]
    pub efficiency: f64,
    /// How many quanta in its own row a job is measured for.
    #[parameter(name = "Measure for", kind = COUNT.of("quanta"), usual = 5, source = FLEXIBLE)]
    pub quanta: u32,
    /// After how long a job is measured again.
    #[parameter(name = "Again after", kind = SPAN, usual = Some(3600.0), absent = "never",
        first = 3600.0, source = FLEXIBLE)]
    pub reset: Option<f64>,
}

impl From<Measured> for MeasuringRules {
    fn from(measured: Measured) -> Self {
        Self {
            granularity: Duration(nanoseconds(measured.granularity)),
            efficiency: (measured.efficiency * 1000.0).round() as u32,
            quanta: measured.quanta,
            reset: measured.reset.map(|reset| Duration(nanoseconds(reset))),
        }
    }
}
