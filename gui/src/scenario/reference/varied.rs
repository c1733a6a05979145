//! Which of the numbers that scenarios have can be varied, and by which path.

use super::*;
use crate::scenario::policy::published;

/// What is not of a family.
const COMMON: &[&Field] = &[
    &LOAD,
    &JOBS,
    &FIRST_JOBS,
    &USERS,
    &THINK,
    &BREAK,
    &NODES,
    &MEMORY,
    &TRANSFER,
    &SERVERS,
    &CORES,
    &BANDWIDTH,
    &LATENCY,
];

/// The numbers with a place of their own in every scenario that has such a place, and where.
pub(crate) fn numbers() -> impl Iterator<Item = (&'static Field, String)> {
    let families = published::ALL.iter().flat_map(|terms| terms.told);
    let all = COMMON.iter().chain(families).copied();
    all.filter_map(|field| match field.allowed {
        Allowed::Number(_) | Allowed::Whole(_) => Some((field, field.path()?)),
        Allowed::Names(_) | Allowed::Switch => None,
    })
}

impl Field {
    /// The names on the way to it, with points between them; nothing of what stands in a list,
    /// or only if something else is chosen.
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

    /// The least and the most that it may be, as scenarios say it.
    pub(crate) fn ends(&self) -> Vec<String> {
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
