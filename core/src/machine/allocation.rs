//! Choice of free nodes for a job: first-free, intelligent, memory-aware.
//!
//! Esbaugh, "Coarse-grain time sharing with advantageous overhead minimization
//! for parallel job scheduling", 2010, section 4 and appendix B.

use crate::units::memory::Memory;
use crate::units::time::Time;

/// Rule by which nodes are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Allocation {
    /// The lowest-numbered ones.
    #[default]
    FirstFree,
    /// Those with the fewest jobs assigned.
    Intelligent,
    /// Those where the job's memory fits beside that of the jobs assigned; if there are too
    /// few, those where it will fit soonest.
    MemoryAware(MemoryAware),
}

/// Order of nodes with different amounts of free memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fit {
    /// The one with the least.
    #[default]
    Best,
    /// The one with the most.
    Worst,
    /// The lowest-numbered one.
    First,
}

/// Memory-aware allocation, with the alternatives that the thesis leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemoryAware {
    /// Order of nodes where the job's memory fits beside the others'.
    pub first_stage: Fit,
    /// Order of nodes to fill up with when there were too few in the first stage.
    pub second_stage: Fit,
    /// Whether the second stage begins with nodes on which less memory is
    /// *assigned* than the job needs, as appendix B has it, rather than with
    /// nodes on which too little is free.
    pub literal_second_stage: bool,
    /// Whether the second stage sorts by the soonest end of a job on the node
    /// (figure 14) rather than by when the memory will fit.
    pub soonest_end: bool,
    /// Whether the first stage also requires free memory among what is *resident* now
    /// (appendix B).
    pub resident_check: bool,
    /// Whether best and worst fit compare free memory among what is resident now rather
    /// than among what is assigned.
    pub by_resident: bool,
}

impl MemoryAware {
    /// The given `first_stage` and `second_stage`, the rest as recommended.
    pub const fn new(first_stage: Fit, second_stage: Fit) -> Self {
        Self {
            first_stage,
            second_stage,
            literal_second_stage: false,
            soonest_end: false,
            resident_check: false,
            by_resident: false,
        }
    }
}

/// Stage in which a node was or might have been chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// Not by memory.
    #[default]
    Any,
    /// The job's memory fits beside that of the jobs assigned.
    Fits,
    /// The job's memory does not fit yet.
    WillFit,
    /// A node to fill up with.
    Rest,
}

/// A node eligible for a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The node.
    pub node: u32,
    /// Number of jobs assigned to it.
    pub jobs: u32,
    /// Unassigned memory in KiB; negative if more is assigned than there is.
    pub free: i64,
    /// Memory that is not resident now, in KiB.
    pub unused: u32,
    /// Time when the memory is expected to fit, or the soonest end of a job there.
    pub fits_at: Time,
    /// Stage in which it was or might have been chosen.
    pub stage: Stage,
    /// Whether it was chosen.
    pub taken: bool,
}

impl Candidate {
    /// No node. All zero bytes.
    pub const EMPTY: Self = Self {
        node: 0,
        jobs: 0,
        free: 0,
        unused: 0,
        fits_at: Time::ZERO,
        stage: Stage::Any,
        taken: false,
    };
}

/// Time when `memory` fits on a node of `capacity` with assigned jobs of these expected
/// ends and needs: the earliest end of one such that those ending later fit beside it;
/// `now` if it fits at once.
pub fn fits_at(
    now: Time,
    assigned: impl Iterator<Item = (Time, Memory)> + Clone,
    memory: Memory,
    capacity: Memory,
) -> Time {
    let fits_beside_later = |end: Time| {
        let later = assigned.clone().filter(|&(other, _)| other > end);
        let used: u64 = later.map(|(_, memory)| u64::from(memory.0)).sum();
        used + u64::from(memory.0) <= u64::from(capacity.0)
    };
    let all: u64 = assigned.clone().map(|(_, used)| u64::from(used.0)).sum();
    if all + u64::from(memory.0) <= u64::from(capacity.0) {
        return now;
    }
    let ends = assigned.clone().map(|(end, _)| end);
    ends.filter(|&end| fits_beside_later(end))
        .min()
        .unwrap_or(now)
}

impl Allocation {
    /// Chooses `count` of `candidates`, ascending by node and enough, for a job that needs
    /// `memory` on each: puts them first and marks them as taken. `fits_at` is called for a
    /// node only if it matters.
    pub fn choose(
        self,
        candidates: &mut [Candidate],
        count: usize,
        memory: Memory,
        capacity: Memory,
        fits_at: impl FnMut(u32) -> Time,
    ) {
        match self {
            Self::FirstFree => {}
            Self::Intelligent => {
                candidates.sort_unstable_by_key(|node| (node.jobs, node.node));
            }
            Self::MemoryAware(rules) => {
                rules.order(candidates, count, memory, capacity, fits_at);
            }
        }
        for candidate in candidates.iter_mut().take(count) {
            candidate.taken = true;
        }
    }
}

impl MemoryAware {
    fn order(
        &self,
        candidates: &mut [Candidate],
        count: usize,
        memory: Memory,
        capacity: Memory,
        mut fits_at: impl FnMut(u32) -> Time,
    ) {
        let need = i64::from(memory.0);
        let mut fitting = 0;
        for candidate in &mut *candidates {
            let resident = !self.resident_check || candidate.unused >= memory.0;
            let fits = candidate.free >= need && resident;
            candidate.stage = if fits { Stage::Fits } else { Stage::Rest };
            fitting += usize::from(fits);
        }
        // The second stage fills up only if the first has too few.
        if fitting >= count {
            return self.sort(candidates, self.first_stage, Stage::Fits);
        }
        for candidate in &mut *candidates {
            let unfree = if self.literal_second_stage {
                i64::from(capacity.0) - candidate.free < need
            } else {
                candidate.free < need
            };
            candidate.stage = if unfree { Stage::WillFit } else { Stage::Rest };
            if unfree {
                candidate.fits_at = fits_at(candidate.node);
            }
        }
        self.sort(candidates, self.second_stage, Stage::WillFit);
    }

    /// Puts the nodes of the stage `ahead` first, ordered by `fit`; nodes that will fit are
    /// ordered by when.
    fn sort(&self, candidates: &mut [Candidate], fit: Fit, ahead: Stage) {
        candidates.sort_unstable_by_key(|node| {
            let free = if self.by_resident {
                i64::from(node.unused)
            } else {
                node.free
            };
            // A single key, smallest first, for all fits.
            let by_fit = match fit {
                Fit::Best => free,
                Fit::Worst => -free,
                Fit::First => 0,
            };
            let behind = node.stage != ahead;
            match node.stage {
                Stage::WillFit => (behind, node.fits_at, 0, node.node),
                _ => (behind, Time::ZERO, by_fit, node.node),
            }
        });
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    const CAPACITY: Memory = Memory(100);
    const NEED: Memory = Memory(50);

    /// Jobs on each node by expected end and memory, by hand: seven nodes, the eighth is
    /// busy.
    const NODES: [&[(u64, u32)]; 7] = [
        &[(500, 40)],
        &[(100, 40), (300, 50)],
        &[(200, 70)],
        &[],
        &[(500, 50)],
        &[(500, 30)],
        &[(50, 60), (400, 40)],
    ];

    fn ends(jobs: &[(u64, u32)]) -> impl Iterator<Item = (Time, Memory)> + Clone {
        let ends = jobs.iter();
        ends.map(|&(end, memory)| (Time::from_seconds(end), Memory(memory)))
    }

    fn chosen(nodes: &[(u32, &[(u64, u32)])], allocation: Allocation, count: usize) -> Vec<u32> {
        let mut candidates: Vec<_> = nodes
            .iter()
            .map(|&(node, jobs)| {
                let used: u32 = jobs.iter().map(|(_, memory)| memory).sum();
                Candidate {
                    node,
                    jobs: jobs.len() as u32,
                    free: i64::from(CAPACITY.0) - i64::from(used),
                    unused: CAPACITY.0 - used,
                    ..Candidate::EMPTY
                }
            })
            .collect();
        let soonest = matches!(allocation, Allocation::MemoryAware(rules) if rules.soonest_end);
        let at = |node| {
            let (_, jobs) = nodes.iter().find(|(other, _)| *other == node).unwrap();
            if soonest {
                ends(jobs).map(|(end, _)| end).min().unwrap_or_default()
            } else {
                fits_at(Time::ZERO, ends(jobs), NEED, CAPACITY)
            }
        };
        allocation.choose(&mut candidates, count, NEED, CAPACITY, at);
        let (taken, others) = candidates.split_at(count);
        assert!(taken.iter().all(|node| node.taken) && others.iter().all(|node| !node.taken));
        taken.iter().map(|node| node.node).collect()
    }

    fn aware(first: Fit, second: Fit) -> MemoryAware {
        MemoryAware::new(first, second)
    }

    #[test]
    fn nodes_chosen_by_hand() {
        let nodes: Vec<_> = (0..).zip(NODES).collect();
        let two = |allocation| chosen(&nodes, allocation, 2);
        assert_eq!(two(Allocation::FirstFree), [0, 1]);
        assert_eq!(two(Allocation::Intelligent), [3, 0]);
        let fit = |first| two(Allocation::MemoryAware(aware(first, Fit::Worst)));
        assert_eq!(fit(Fit::Best), [4, 0]);
        assert_eq!(fit(Fit::Worst), [3, 5]);
        assert_eq!(fit(Fit::First), [0, 3]);
        // 50 fit on four nodes only: node 6 at 50 s, 1 at 100, 2 at 200, then others.
        let five = |rules| chosen(&nodes, Allocation::MemoryAware(rules), 5);
        assert_eq!(five(aware(Fit::Best, Fit::Worst)), [6, 1, 2, 3, 5]);
        assert_eq!(five(aware(Fit::Best, Fit::Best)), [6, 1, 2, 4, 0]);
        let literal = MemoryAware {
            literal_second_stage: true,
            ..aware(Fit::Best, Fit::Worst)
        };
        assert_eq!(five(literal), [0, 3, 5, 4, 2]);
    }

    #[test]
    fn when_it_fits_or_when_the_soonest_job_ends() {
        let nodes: [(u32, &[(u64, u32)]); 4] = [
            (0, NODES[3]),
            (1, &[(30, 10), (300, 80)]),
            (2, NODES[2]),
            (6, NODES[6]),
        ];
        let by = |soonest_end| {
            let rules = MemoryAware {
                soonest_end,
                ..aware(Fit::Best, Fit::Worst)
            };
            chosen(&nodes, Allocation::MemoryAware(rules), 2)
        };
        assert_eq!(by(false), [6, 2], "50 s, 200 s, 300 s");
        assert_eq!(by(true), [1, 6], "30 s, 50 s, 200 s");
    }

    #[test]
    fn resident_memory_may_be_compared() {
        let candidate = |node, free, unused| Candidate {
            node,
            free,
            unused,
            ..Candidate::EMPTY
        };
        let choose = |rules: MemoryAware| {
            let mut nodes = [
                candidate(0, 60, 90),
                candidate(1, 80, 40),
                candidate(2, 70, 50),
            ];
            let allocation = Allocation::MemoryAware(rules);
            allocation.choose(&mut nodes, 1, NEED, CAPACITY, |_| Time::ZERO);
            nodes[0].node
        };
        let worst = aware(Fit::Worst, Fit::Worst);
        assert_eq!(choose(worst), 1);
        let resident_check = true;
        assert_eq!(
            choose(MemoryAware {
                resident_check,
                ..worst
            }),
            2
        );
        let by_resident = true;
        assert_eq!(
            choose(MemoryAware {
                by_resident,
                ..worst
            }),
            0
        );
    }
}
