//! One workflow on another number of servers: the scenario, and its makespan.

use std::ops::RangeInclusive;

use laboratory::record::Run;
use laboratory::scenario::{Machine, PolicyName, Scenario};

/// Numbers of servers that are compared.
pub(crate) const COUNTS: RangeInclusive<u32> = 2..=5;

/// One run of the comparison.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cell {
    pub(crate) servers: u32,
    pub(crate) label: String,
    /// Makespan, in seconds.
    pub(crate) makespan: f64,
    /// Lower bound on the makespan of all schedules, in seconds.
    pub(crate) bound: f64,
}

impl Cell {
    /// Returns the makespan of `run` on so many servers.
    pub(crate) fn new(servers: u32, run: &Run) -> Self {
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
pub(crate) fn scenario_on(scenario: &Scenario, count: u32) -> Scenario {
    let mut scenario = scenario.clone();
    if let Machine::Servers(servers) = &mut scenario.machine {
        servers.count = count;
    }
    let mapping = PolicyName::Mapping;
    scenario.policies.retain(|policy| *policy != mapping);
    scenario
        .variants
        .retain(|variant| variant.policy != mapping);
    scenario
}
