//! Choice of nodes for a job's first start.

use num_traits::Zero;

use crate::rational::Exact;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fit {
    Best,
    Worst,
    First,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Allocation {
    FirstFree,
    Intelligent,
    MemoryAware(MemoryAware),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MemoryAware {
    pub(crate) first: Fit,
    pub(crate) second: Fit,
    pub(crate) literal_second_stage: bool,
    pub(crate) soonest_end: bool,
    pub(crate) resident_check: bool,
    pub(crate) by_resident: bool,
}

/// A node: the jobs assigned to it (estimated time to their end, memory), and its memory without
/// residents.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) number: usize,
    pub(crate) jobs: Vec<(Exact, Exact)>,
    pub(crate) resident_free: Exact,
}

impl Node {
    fn used(&self) -> Exact {
        self.jobs.iter().map(|(_, memory)| memory.clone()).sum()
    }

    /// Time until ends of jobs leave room, or until the first end.
    fn time(&self, demand: &Exact, capacity: &Exact, soonest: bool) -> Exact {
        let mut ends: Vec<_> = self.jobs.iter().map(|(end, _)| end.clone()).collect();
        ends.sort();
        if soonest {
            return ends.first().cloned().unwrap_or_else(Exact::zero);
        }
        if self.used() + demand <= *capacity {
            return Exact::zero();
        }
        let fits = |after: &Exact| {
            let later = self.jobs.iter().filter(|(end, _)| end > after);
            let later: Exact = later.map(|(_, memory)| memory.clone()).sum();
            later + demand <= *capacity
        };
        ends.into_iter().find(fits).unwrap()
    }
}

/// Chooses `count` of the `eligible` nodes for a job that needs `demand` on each.
pub(crate) fn choose(
    allocation: Allocation,
    eligible: &[Node],
    count: usize,
    demand: &Exact,
    capacity: &Exact,
) -> Vec<usize> {
    let mut nodes: Vec<_> = eligible.to_vec();
    nodes.sort_by_key(|node| node.number);
    let aware = match allocation {
        Allocation::FirstFree => return numbers(&nodes[..count]),
        Allocation::Intelligent => {
            nodes.sort_by_key(|node| node.jobs.len());
            return numbers(&nodes[..count]);
        }
        Allocation::MemoryAware(aware) => aware,
    };
    let free = |node: &Node| capacity - node.used();
    let sort = |nodes: &mut Vec<Node>, fit| {
        let key = |node: &Node| {
            if aware.by_resident {
                node.resident_free.clone()
            } else {
                free(node)
            }
        };
        match fit {
            Fit::Best => nodes.sort_by_key(key),
            Fit::Worst => nodes.sort_by_key(|node| -key(node)),
            Fit::First => {}
        }
    };
    let fits = |node: &&Node| {
        free(node) >= *demand && (!aware.resident_check || node.resident_free >= *demand)
    };
    let mut fitting: Vec<_> = nodes.iter().filter(fits).cloned().collect();
    if fitting.len() >= count {
        sort(&mut fitting, aware.first);
        return numbers(&fitting[..count]);
    }
    let is_unfree = |node: &Node| {
        if aware.literal_second_stage {
            node.used() < *demand
        } else {
            free(node) < *demand
        }
    };
    let (mut chosen, mut others): (Vec<_>, Vec<_>) = nodes.into_iter().partition(is_unfree);
    chosen.sort_by_key(|node| node.time(demand, capacity, aware.soonest_end));
    sort(&mut others, aware.second);
    chosen.extend(others);
    numbers(&chosen[..count])
}

fn numbers(nodes: &[Node]) -> Vec<usize> {
    nodes.iter().map(|node| node.number).collect()
}
