//! Choice of nodes on a machine whose nodes jobs share, and the tasks that fragmentation is measured by.

use std::cmp::Reverse;

use cosched_core::machine::cluster::{self as core, ClusterRequest, TypicalTask};
use cosched_parameters::parameters;

/// Which nodes a job gets first, of those that have room.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NodeChoice {
    /// Kinds in their order; within a kind the nodes with the fewest free cores, but the most for tasks on several.
    #[default]
    #[parameter(name = "fewest cores")]
    FewestCores,
    /// The first nodes.
    #[parameter(name = "first fit")]
    FirstFit,
    /// Nodes with the least left of cores and GPUs, each as a part of the most that a node has.
    #[parameter(name = "best fit")]
    BestFit,
    /// Nodes on which the GPUs that are left and of no use to jobs as they usually come grow least.
    #[parameter(name = "FGD")]
    Fgd,
}

impl NodeChoice {
    /// Converts it for the core, with the tasks that fragmentation is measured by.
    pub const fn as_core<'a>(self, tasks: &'a [TypicalTask]) -> core::NodeChoice<'a> {
        match self {
            Self::FewestCores => core::NodeChoice::ByCores,
            Self::FirstFit => core::NodeChoice::FirstFit,
            Self::BestFit => core::NodeChoice::BestFit,
            Self::Fgd => core::NodeChoice::Fgd(tasks),
        }
    }

    /// Tasks that fragmentation is measured by, if it is: the most frequent ones.
    pub fn tasks(self, requests: &[ClusterRequest]) -> Vec<TypicalTask> {
        match self {
            Self::Fgd => typical(requests),
            _ => Vec::new(),
        }
    }
}

/// Per cent of all tasks, the most frequent ones, that are taken for the workload
/// (fixtures/papers/fgd.md, 9.8, F-a).
const COVERED: u64 = 95;

/// Largest number of kinds of tasks.
const MOST_KINDS: usize = 64;

/// The most frequent kinds of tasks of `requests`, at most [`MOST_KINDS`], that have [`COVERED`] per cent
/// of them; of equally frequent ones the first. Each node or task that a job asks for is one; memory does not count
/// (fixtures/papers/fgd.md, 9.2, F-b).
fn typical(requests: &[ClusterRequest]) -> Vec<TypicalTask> {
    let mut kinds: Vec<TypicalTask> = Vec::new();
    let mut indices = std::collections::HashMap::new();
    for request in requests {
        let (gpus, share) = match (request.gpu_share, request.each.gpus()) {
            (0, gpus) => (gpus, core::WHOLE_GPU),
            (share, _) => (1, u32::from(share)),
        };
        let key = (request.each.cores(), gpus, share, request.features);
        let index = *indices.entry(key).or_insert(kinds.len());
        if index == kinds.len() {
            kinds.push(TypicalTask {
                cores: request.each.cores(),
                gpus,
                share,
                features: request.features,
                count: 0,
            });
        }
        kinds[index].count = kinds[index].count.saturating_add(request.units());
    }
    let all: u64 = kinds.iter().map(|kind| u64::from(kind.count)).sum();
    // The sort is stable.
    kinds.sort_by_key(|kind| Reverse(kind.count));
    let mut covered = 0;
    kinds.retain(|kind| {
        let is_short = covered * 100 < COVERED * all;
        covered += u64::from(kind.count);
        is_short
    });
    kinds.truncate(MOST_KINDS);
    kinds
}

#[cfg(test)]
mod tests {
    use cosched_core::machine::cluster::Amounts;

    use super::*;

    /// Of 100 tasks 60 and 36 are alike; the others are beyond the 95 per cent.
    #[test]
    fn the_most_frequent_tasks_are_typical() {
        let part = |count, gpu_share| ClusterRequest {
            gpu_share,
            ..ClusterRequest::tasks(count, Amounts::new(2, 7, 0))
        };
        let whole = |count, memory| ClusterRequest::nodes(count, Amounts::new(8, memory, 4));
        let requests = [
            part(3, 100),
            part(36, 250),
            whole(20, 1),
            part(1, 400),
            whole(40, 2),
        ];
        let task = |cores, gpus, share, count| TypicalTask {
            cores,
            gpus,
            share,
            features: 0,
            count,
        };
        let expected = [task(8, 4, 1000, 60), task(2, 1, 250, 36)];
        assert_eq!(NodeChoice::Fgd.tasks(&requests), expected);
        assert_eq!(NodeChoice::BestFit.tasks(&requests), []);
        // Of as many as there may be, all have one.
        let many: Vec<_> = (1..=200).map(|share| part(1, share)).collect();
        assert_eq!(NodeChoice::Fgd.tasks(&many).len(), MOST_KINDS);
    }
}
