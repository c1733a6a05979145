//! Choice of nodes by a score: the first that has room, the best fit, or the least fragmentation.

use core::cmp::Reverse;
use core::ops::Range;

use super::choose::PartialChoice;
use super::gpus::WHOLE_GPU;
use super::{Cluster, ClusterRequest, Preferred, UnitCount};
use crate::machine::bits::is_member;

/// Which nodes a job gets first, of those that have room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NodeChoice<'a> {
    /// By kind, then by free cores, as [the module](crate::machine::cluster) describes.
    #[default]
    ByCores,
    /// The lowest-numbered.
    FirstFit,
    /// Those with the least left of cores and GPUs once a unit is there, each as a part of the most
    /// that a node has (fixtures/papers/fgd.md, 9.3, not rounded).
    BestFit,
    /// Those whose fragmentation grows least by a unit, in the mean over these tasks
    /// (fixtures/papers/fgd.md, 9.2 and 9.3, not rounded).
    Fgd(&'a [TypicalTask]),
}

/// Kind of tasks for which what is left of GPUs may be of use: a task class of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypicalTask {
    /// Number of cores.
    pub cores: u32,
    /// Number of GPUs; 1 for a part of one.
    pub gpus: u32,
    /// Thousandths of each of its GPUs, 1 to 1000.
    pub share: u32,
    /// Features that its node must have, a bit each.
    pub features: u64,
    /// Number of such tasks, its popularity.
    pub count: u32,
}

/// A node that has room, with its score.
#[derive(Clone, Copy, Debug)]
pub struct RankedNode {
    score: i64,
    node: u32,
    units: u32,
    // Whether it is preferred to nodes with the same score.
    is_preferred: bool,
}

impl RankedNode {
    /// An unused entry. All zero bytes.
    pub const EMPTY: Self = Self {
        score: 0,
        node: 0,
        units: 0,
        is_preferred: false,
    };
}

impl Cluster<'_> {
    /// As [`choose`](Self::choose), by score: tasks go to the best node on which all of them fit, and if
    /// there is none, to the best ones, as many on each as fit.
    pub(super) fn choose_by_score(
        &mut self,
        request: &ClusterRequest,
        (chosen, wanted): (usize, u32),
        preferred: Preferred<'_>,
        usable: &mut dyn FnMut(&Self, u32, u32) -> u32,
    ) -> (usize, u32) {
        let mut choice = PartialChoice::new(&mut self.chosen, (chosen, wanted));
        let ranked = core::mem::take(&mut self.ranked);
        let known = self.rank(request, preferred, ranked);
        let best = ranked.get_mut(..known).unwrap_or_default();
        best.sort_unstable_by_key(|one| (Reverse(one.score), !one.is_preferred, one.node));
        if matches!(request.shape, UnitCount::Tasks(_)) && chosen == 0 {
            let mut all = best.iter().filter(|one| one.units >= wanted);
            if let Some(one) = all.find(|one| usable(self, one.node, wanted) >= wanted) {
                choice.put(one.node, wanted);
            }
        }
        for one in best.iter() {
            if choice.left == 0 {
                break;
            }
            let units = usable(self, one.node, one.units.min(choice.left));
            if units > 0 {
                choice.put(one.node, units.min(choice.left));
            }
        }
        self.ranked = ranked;
        choice.give_back(&mut self.chosen)
    }

    /// Lists the nodes that have room for a unit of `request` with their scores; returns their number.
    fn rank(
        &self,
        request: &ClusterRequest,
        preferred: Preferred<'_>,
        ranked: &mut [RankedNode],
    ) -> usize {
        let nodes = self.setup.partition(request.partition).nodes;
        let mut count = 0;
        for (first, kind) in self.setup.kinds() {
            // Idle nodes of a kind are equal.
            let mut of_idle = None;
            let within = (first..first + kind.count).filter(|&node| is_member(nodes, node));
            for node in within {
                let units = self.units_now(node, request);
                let Some(one) = ranked.get_mut(count).filter(|_| units > 0) else {
                    continue;
                };
                let score = || self.score(node, request);
                let word = preferred.map_or(0, |preferred| preferred(node as usize / 64));
                *one = RankedNode {
                    score: if self.rooms[node as usize].free == kind.room {
                        *of_idle.get_or_insert_with(score)
                    } else {
                        score()
                    },
                    node,
                    units,
                    is_preferred: word >> (node % 64) & 1 == 1,
                };
                count += 1;
            }
        }
        count
    }

    /// Score of `node`, which has room for a unit of `request`; the greatest is best.
    fn score(&self, node: u32, request: &ClusterRequest) -> i64 {
        match self.setup.node_choice {
            NodeChoice::ByCores | NodeChoice::FirstFit => 0,
            NodeChoice::BestFit => -self.left_over(node, request),
            NodeChoice::Fgd(tasks) => {
                let all = self.gpus_of(node);
                let free = self.rooms[node as usize].free;
                let gpu = self.first_gpu(node, request);
                let now = |gpu: usize| self.gpus.free(gpu);
                let then = |one: usize| {
                    let taken = self.gpu_taken((&all, gpu), one, (request, 1));
                    now(one).saturating_sub(taken)
                };
                let before = self.fragmentation(node, (free.cores(), &all), tasks, &now);
                let cores = free.cores().saturating_sub(request.each.cores());
                before - self.fragmentation(node, (cores, &all), tasks, &then)
            }
        }
    }

    /// Cores and GPUs left on `node` with a unit of `request`, each as a part of the most that a node
    /// has: (C - c) / C* + (G - g) / G*, times C* and G* in thousandths.
    fn left_over(&self, node: u32, request: &ClusterRequest) -> i64 {
        let free = self.rooms[node as usize].free;
        let cores = i64::from(free.cores().saturating_sub(request.each.cores()));
        let whole = i64::from(WHOLE_GPU);
        let gpus = if self.gpus.are_counted() {
            self.free_of_gpus(node).map(i64::from).sum()
        } else {
            i64::from(free.gpus()) * whole
        };
        let wanted = i64::from(request.each.gpus()) * whole + i64::from(request.gpu_share);
        let kinds = self.setup.kinds.iter();
        let most_gpus = kinds.map(|kind| kind.room.gpus()).max().unwrap_or(0);
        let most_cores = i64::from(self.setup.max_cores());
        cores * i64::from(most_gpus.max(1)) * whole + (gpus - wanted).max(0) * most_cores
    }

    /// GPU of `node` of which a part is taken first, if it is not the one with the least left that
    /// suffices: that with which fragmentation grows least, of equals the first.
    pub(super) fn first_gpu(&self, node: u32, request: &ClusterRequest) -> Option<usize> {
        let NodeChoice::Fgd(tasks) = self.setup.node_choice else {
            return None;
        };
        let share = u32::from(request.gpu_share);
        if share == 0 {
            return None;
        }
        let all = self.gpus_of(node);
        let free = self.rooms[node as usize].free;
        let cores = free.cores().saturating_sub(request.each.cores());
        let free_of = |gpu: usize| self.gpus.free(gpu);
        // Of GPUs with as much left the first stands for all.
        let is_first = |gpu: usize| !(all.start..gpu).any(|one| free_of(one) == free_of(gpu));
        let suffice = all
            .clone()
            .filter(|&gpu| free_of(gpu) >= share && is_first(gpu));
        let grown = |gpu: usize| {
            let then = |one: usize| {
                let taken = if one == gpu { share } else { 0 };
                free_of(one) - taken
            };
            self.fragmentation(node, (cores, &all), tasks, &then)
        };
        suffice.min_by_key(|&gpu| (grown(gpu), gpu))
    }

    /// Thousandths of the GPUs of `node`, with so many cores and so much of each GPU left, that are of no
    /// use to `tasks`, each as often as it occurs (fixtures/papers/fgd.md, 9.2).
    fn fragmentation(
        &self,
        node: u32,
        (cores, all): (u32, &Range<usize>),
        tasks: &[TypicalTask],
        free: &dyn Fn(usize) -> u32,
    ) -> i64 {
        let features = self.kind(node).map_or(0, |kind| kind.features);
        let sum = |such: &dyn Fn(u32) -> bool| -> i64 {
            let each = all.clone().map(free).filter(|&free| such(free));
            each.map(i64::from).sum()
        };
        let unusable = |task: &TypicalTask| {
            let enough = all.clone().filter(|&gpu| free(gpu) >= task.share);
            let runs = task.gpus > 0
                && cores >= task.cores
                && features & task.features == task.features
                && enough.count() >= task.gpus as usize;
            if runs {
                sum(&|free| free < task.share)
            } else {
                sum(&|_| true)
            }
        };
        let each = tasks.iter();
        each.map(|task| i64::from(task.count) * unusable(task))
            .sum()
    }
}
