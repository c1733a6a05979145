//! Numbers of scenarios that can be varied, with their paths.

use super::*;
use crate::scenario::placement::servers::Servers;
use crate::scenario::policy::info;
use crate::scenario::{Cluster, LublinWorkload, ReactingUsers, SwfWorkload};

/// Parameters that are not of a family.
const COMMON: &[&Field] = &[
    &LublinWorkload::LOAD,
    &LublinWorkload::JOBS,
    &SwfWorkload::JOBS,
    &ReactingUsers::COUNT,
    &ReactingUsers::THINK,
    &ReactingUsers::LONGEST_BREAK,
    &Cluster::NODES,
    &Cluster::MEMORY,
    &Cluster::TRANSFER_RATE,
    &Servers::COUNT,
    &Servers::CORES,
    &Servers::BANDWIDTH,
    &Servers::DELTA_RL,
];

/// Numbers with one position in every scenario that has it, with their paths.
pub fn numbers() -> impl Iterator<Item = (&'static Field, String)> {
    let families = info::ALL.iter().flat_map(|terms| (terms.fields)());
    let all = COMMON.iter().copied().chain(families);
    all.filter_map(|field| match field.allowed {
        Allowed::Number(_) | Allowed::Whole(_) => Some((field, field.path()?)),
        Allowed::Names(_) | Allowed::Switch => None,
    })
}

impl Field {
    /// Path of names with points between them; `None` in a list, or in a choice that is not the
    /// default.
    fn path(&self) -> Option<String> {
        let before = match self.within {
            Where::Scenario => "",
            Where::Machine => "machine.",
            Where::Workload => "workload.",
            Where::Parameters => "parameters.",
        };
        let inside = self.places.first()?.0.split("{}").next()?;
        if inside.contains('[') {
            return None;
        }
        let names = inside.split(['(', ' ']);
        let names: Vec<&str> = names.filter_map(|name| name.strip_suffix(':')).collect();
        (!names.is_empty()).then(|| format!("{before}{}", names.join(".")))
    }

    /// Least and largest allowed value, as in scenarios.
    pub fn ends(&self) -> Vec<String> {
        match &self.allowed {
            Allowed::Number(range) | Allowed::Whole(range) => {
                [range.start(), range.end()].map(f64::to_string).to_vec()
            }
            Allowed::Names(_) | Allowed::Switch => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_by_their_paths() {
        let paths: Vec<String> = numbers().map(|(_, path)| path).collect();
        for path in [
            "workload.load",
            "machine.nodes",
            "parameters.depth",
            "workload.users.think",
            "parameters.coscheduling.quantum",
        ] {
            assert!(paths.iter().any(|found| found == path), "{path}: {paths:?}");
        }
    }
}
