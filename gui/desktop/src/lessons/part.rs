//! Parts of a lesson's scenario that a task leaves as they are.

use serde::Deserialize;

use laboratory::scenario::{Machine, Scenario, Workload};

/// A part of a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub(super) enum Part {
    /// The whole machine.
    Machine,
    /// Number of servers.
    Servers,
    /// Bandwidth of each server.
    Bandwidth,
    /// All jobs.
    Workload,
    /// Number of jobs of a model, and the load they offer.
    Load,
}

impl Part {
    /// Whether it is the same in both scenarios.
    pub(super) fn is_equal(self, one: &Scenario, other: &Scenario) -> bool {
        match self {
            Self::Machine => one.machine == other.machine,
            Self::Servers => equal(one, other, |scenario| match &scenario.machine {
                Machine::Servers(servers) => Some(servers.count),
                Machine::Cluster(_) => None,
            }),
            Self::Bandwidth => equal(one, other, |scenario| match &scenario.machine {
                Machine::Servers(servers) => Some(servers.bandwidth),
                Machine::Cluster(_) => None,
            }),
            Self::Workload => one.workload == other.workload,
            Self::Load => equal(one, other, |scenario| match &scenario.workload {
                Workload::Lublin(model) => Some((model.jobs, model.load)),
                _ => None,
            }),
        }
    }
}

/// Whether `part` is of both scenarios, and the same.
fn equal<T: PartialEq>(
    one: &Scenario,
    other: &Scenario,
    part: impl Fn(&Scenario) -> Option<T>,
) -> bool {
    part(one).is_some() && part(one) == part(other)
}
