//! One workflow on another number of servers: the scenario, and its makespan.

use std::ops::RangeInclusive;

use crate::record::Run;
use crate::scenario::{Machine, PolicyName, Scenario};

/// Numbers of servers that are compared.
pub(in crate::desktop) const COUNTS: RangeInclusive<u32> = 2..=5;

/// One run of the comparison.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::desktop) struct Cell {
    pub(in crate::desktop) servers: u32,
    pub(in crate::desktop) label: String,
    /// Makespan, in seconds.
    pub(in crate::desktop) makespan: f64,
    /// Lower bound on the makespan of all schedules, in seconds.
    pub(in crate::desktop) bound: f64,
}

impl Cell {
    /// Returns the makespan of `run` on so many servers.
    pub(in crate::desktop) fn new(servers: u32, run: &Run) -> Self {
        let record = run.placements();
        Self {
            servers,
            label: run.label.clone(),
            makespan: run.metrics.makespan().seconds(),
            bound: record.map_or(0.0, |record| record.bound.makespan()),
        }
    }
}

/// Returns the scenario on so many servers of its own kind, without runs that fix the server of
/// each job.
pub(in crate::desktop) fn scenario_on(scenario: &Scenario, count: u32) -> Scenario {
    let mut scenario = scenario.clone();
    if let Machine::Servers(servers) = &mut scenario.machine {
        servers.count = count;
    }
    let told = PolicyName::Mapping;
    scenario.policies.retain(|policy| *policy != told);
    scenario.variants.retain(|variant| variant.policy != told);
    scenario
}
