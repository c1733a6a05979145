//! Search for the start of a job on nodes that jobs share, and choice of the nodes.

use super::SharedNodes;
use crate::engine::Context;
use crate::machine::bits::bits_of;
use crate::machine::cluster::{Cluster, ClusterRequest, ClusterSetup, UnitCount};
use crate::policy::slurm::nodes;
use crate::policy::slurm::planner::members;
use crate::policy::slurm::selection::{Freed, Selection};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// A job whose start is searched.
#[derive(Clone, Copy)]
pub(super) struct JobSearch<'s, 'c, 'a> {
    context: &'s Context<'c, 'a>,
    pub(super) cluster: &'s Cluster<'a>,
    pub(super) request: ClusterRequest,
}

impl<'s, 'c, 'a> JobSearch<'s, 'c, 'a> {
    pub(super) fn of(context: &'s Context<'c, 'a>, job: JobId) -> Option<Self> {
        let cluster = context.cluster()?;
        let request = cluster.setup().request(job.index());
        Some(Self {
            context,
            cluster,
            request,
        })
    }
}

impl SharedNodes<'_> {
    /// Start of a job by the plans so far, with its nodes in `chosen`.
    pub(super) fn search(
        &mut self,
        search: &JobSearch<'_, '_, '_>,
        limit: Duration,
    ) -> Option<Time> {
        let JobSearch {
            cluster, request, ..
        } = *search;
        let setup = cluster.setup();
        let soonest = self.soonest(search);
        let (mut start, mut span) = (self.now, 0);
        loop {
            let end = start.after(limit);
            span = self.table.at_from(span, start);
            let window = next_window(setup, &request, start, end);
            let next = self.table.next(span, end).into_iter().chain(window).min();
            if let Some(next) = next.filter(|&next| next < soonest) {
                start = next;
                continue;
            }
            let begin = if self.table.free(span, end, 1, self.clear) {
                self.first_with(search, (start, end), next, self.selection)
            } else {
                None
            };
            // If running jobs take longer than the next plan to end, the next try is then.
            let begin = begin.filter(|&begin| next.is_none_or(|next| begin <= next));
            if let Some(begin) = begin {
                self.choose(cluster, &request);
                let (from, to) = self.grid.taken_span(begin, limit);
                let until = begin.after(limit);
                let lets =
                    members(self.chosen).all(|node| setup.admits(&request, node, begin, until));
                // No plan can be in the way of a job that starts now.
                let is_clear = begin <= self.now || !self.table.is_planned(from, to, self.chosen);
                if lets && is_clear {
                    return Some(begin);
                }
                if begin > start {
                    start = begin;
                    continue;
                }
            }
            start = next?;
        }
    }

    /// Time when running jobs give back enough for `request`, ignoring plans.
    fn soonest(&mut self, search: &JobSearch<'_, '_, '_>) -> Time {
        let all = self.clear.iter_mut().enumerate();
        all.for_each(|(word, bits)| *bits = bits_of(0, self.nodes, word));
        // Nodes closed to the job now may open later: only running jobs count.
        let found = self.first_with(search, (Time::MAX, Time::MAX), None, Selection::Linear);
        match found {
            Some(Time::MAX) => Time::ZERO,
            Some(end) => end,
            None => Time::MAX,
        }
    }

    /// Time, not before the `start` of the span, with room for `request` on the nodes in
    /// `clear` beside running jobs, by `limit`; writes the nodes to `available`.
    pub(super) fn first_with(
        &mut self,
        search: &JobSearch<'_, '_, '_>,
        (start, end): (Time, Time),
        limit: Option<Time>,
        selection: Selection,
    ) -> Option<Time> {
        let JobSearch {
            context,
            cluster,
            request,
        } = *search;
        let (setup, wanted) = (cluster.setup(), request.units());
        let partition = setup.partition(request.partition);
        let mut room = 0u32;
        for (word, (had, clear)) in self.available.iter_mut().zip(&mut *self.clear).enumerate() {
            *clear &= partition.nodes.get(word).copied().unwrap_or(0);
            *had = 0;
        }
        self.units.fill(0);
        for node in 0..self.nodes {
            let (word, bit) = (node as usize / 64, 1 << (node % 64));
            if self.clear[word] & bit == 0 {
                continue;
            }
            // At the end of time only running jobs count: see `soonest`.
            let is_open = start == Time::MAX || setup.admits(&request, node, start, end);
            // A node too small for the job does not exist for it, nor for the windows.
            if !is_open || cluster.units_in(node, &request, &cluster.capacity(node)) == 0 {
                self.clear[word] &= !bit;
                continue;
            }
            let free = cluster.free(node);
            let units = cluster.units_in(node, &request, &free);
            (self.rooms[node as usize], self.units[node as usize]) = (free, units);
            if units > 0 {
                self.available[word] |= bit;
            }
            room = room.saturating_add(units);
        }
        if room >= wanted {
            return Some(start);
        }
        let running = self.runners.get(..self.count).unwrap_or_default();
        let (rooms, all, had, clear) = (
            &mut *self.rooms,
            &mut *self.units,
            &mut *self.available,
            &*self.clear,
        );
        let add = |index: usize| {
            let job = JobId::new(running[index].job as usize);
            let other = setup.request(job.index());
            let is_whole = setup.gets_whole_nodes(&other);
            let mut freed = Freed::Nothing;
            for node in context
                .held(job)
                .flat_map(|(first, count)| first..first + count)
            {
                let (word, bit) = (node as usize / 64, 1 << (node % 64));
                if clear[word] & bit == 0 {
                    continue;
                }
                freed = Freed::TooLittle;
                let mut on = cluster.jobs_on(node).filter(|(here, _)| *here == job);
                let there = on.next().map_or(0, |(_, units)| units);
                let free = &mut rooms[node as usize];
                *free = if is_whole {
                    cluster.capacity(node)
                } else {
                    free.plus(&other.each, there)
                };
                let units = cluster.units_in(node, &request, free);
                let before = core::mem::replace(&mut all[node as usize], units);
                if units > 0 {
                    had[word] |= bit;
                }
                room = room.saturating_sub(before).saturating_add(units);
            }
            if freed != Freed::Nothing && room >= wanted {
                freed = Freed::Enough;
            }
            freed
        };
        let end_of = |index: usize| running.get(index).map(|runner| runner.end);
        let found = selection.free_until(self.grid.origin, limit, end_of, add);
        match start {
            Time::MAX => found,
            start => found.map(|end| end.max(start)),
        }
    }
}

impl SharedNodes<'_> {
    /// Chooses among the nodes in `available`, which have room for the noted number of its units.
    pub(super) fn choose(&mut self, cluster: &Cluster<'_>, request: &ClusterRequest) {
        let wanted = request.units();
        let (units, from) = (&*self.units, &mut *self.clear);
        let alone = |node: u32| units[node as usize] >= wanted;
        let (count, is_alone) = match request.shape {
            UnitCount::Nodes(count) => (count, false),
            UnitCount::Tasks(_) => (1, members(self.available).any(alone)),
        };
        if matches!(request.shape, UnitCount::Tasks(_)) && !is_alone {
            self.chosen.fill(0);
            let mut left = wanted;
            for node in members(self.available) {
                if left == 0 {
                    break;
                }
                self.chosen[node as usize / 64] |= 1 << (node % 64);
                left = left.saturating_sub(units[node as usize]);
            }
            return;
        }
        from.fill(0);
        let (mut nodes, mut found) = (members(self.available).peekable(), 0);
        // Kind by kind, until there are enough.
        for (first, kind) in cluster.setup().kinds() {
            while let Some(node) = nodes.next_if(|&node| node < first + kind.count) {
                if !is_alone || alone(node) {
                    from[node as usize / 64] |= 1 << (node % 64);
                    found += 1;
                }
            }
            if found >= count {
                break;
            }
        }
        nodes::choose(from, count, self.chosen);
    }
}

/// Time after `start` when an advance reservation that is in the way of `request` until `end`
/// gives nodes back, or its own begins.
fn next_window(
    setup: &ClusterSetup<'_>,
    request: &ClusterRequest,
    start: Time,
    end: Time,
) -> Option<Time> {
    let others = setup.advance.iter().filter(|one| one.from <= end);
    let own = setup.advance_of(request).map(|own| own.from);
    let all = others.map(|one| one.until).chain(own);
    all.filter(|&at| at > start).min()
}
