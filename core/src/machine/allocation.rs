//! Which of the free nodes a job gets: first-free, intelligent, memory-aware.
//!
//! Esbaugh, "Coarse-grain time sharing with advantageous overhead minimization
//! for parallel job scheduling", 2010, section 4 and appendix B.

use crate::memory::Memory;
use crate::time::Time;

/// How nodes are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Allocation {
    /// The lowest-numbered ones.
    #[default]
    FirstFree,
    /// Those with the fewest jobs assigned.
    Intelligent,
    /// Those where the job's memory fits beside that of the jobs assigned; if
    /// there are too few, those where it will fit soonest.
    MemoryAware(MemoryAware),
}

/// Which of several nodes with different amounts of free memory comes first.
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

/// Memory-aware allocation, with every reading of what the thesis leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemoryAware {
    /// Among nodes where the job's memory fits beside the others'.
    pub first_stage: Fit,
    /// Among those that are still to be filled up with, when there were too
    /// few in the first stage.
    pub second_stage: Fit,
    /// Whether the second stage begins with nodes on which less memory is
    /// *assigned* than the job needs, as appendix B has it, rather than with
    /// nodes on which too little is free.
    pub literal_second_stage: bool,
    /// Whether the second stage sorts by the soonest end of a job on the node
    /// (figure 14) rather than by when the memory will fit.
    pub soonest_end: bool,
    /// Whether the first stage also asks for free memory among what is
    /// *resident* now (appendix B).
    pub resident_check: bool,
    /// Whether best and worst fit compare free memory among what is resident
    /// now rather than among what is assigned.
    pub by_resident: bool,
}

impl MemoryAware {
    /// `first_stage` and `second_stage`, the rest as recommended.
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

/// How a node came to be chosen, or might have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// Not by memory.
    #[default]
    Any,
    /// The job's memory fits beside that of the jobs assigned.
    Fits,
    /// It does not yet.
    WillFit,
    /// A node to fill up with.
    Rest,
}

/// A node that a job could get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The node.
    pub node: u32,
    /// Jobs assigned to it.
    pub jobs: u32,
    /// KiB not assigned to any job; below zero if more is assigned than there is.
    pub free: i64,
    /// KiB not resident now.
    pub unused: u32,
    /// When the memory is expected to fit, or the soonest end of a job there.
    pub fits_at: Time,
    /// How it came to be chosen, or might have.
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

/// When `memory` fits on a node of `capacity` on which jobs with these
/// expected ends and needs are assigned: the earliest end of one such that
/// those ending later fit beside it; `now` if it fits at once.
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
    /// Chooses `count` of `candidates`, which are ascending by node and are
    /// enough, for a job that needs `memory` on each: puts them first, marks
    /// them as taken. `fits_at` is asked for a node only if it matters.
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
        if fitting >= count {
            return self.sort(candidates, self.first_stage, Stage::Fits);
        }
        for candidate in &mut *candidates {
            let unfree = match self.literal_second_stage {
                true => i64::from(capacity.0) - candidate.free < need,
                false => candidate.free < need,
            };
            candidate.stage = if unfree { Stage::WillFit } else { Stage::Rest };
            if unfree {
                candidate.fits_at = fits_at(candidate.node);
            }
        }
        self.sort(candidates, self.second_stage, Stage::WillFit);
    }

    /// Puts the nodes of the stage `ahead` first, then by `fit`; those that
    /// will fit by when.
    fn sort(&self, candidates: &mut [Candidate], fit: Fit, ahead: Stage) {
        candidates.sort_unstable_by_key(|node| {
            let free = match self.by_resident {
                true => i64::from(node.unused),
                false => node.free,
            };
            // One number, smallest first, whichever way the fit looks at it.
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
