//! Search for the earliest start of a job on whole nodes, beside the plans of a pass.

use super::holders::EndedBy;
use super::nodes;
use super::pass_plans::{PassPlans, Tries, earliest_start};
use super::planner::{Planner, count};
use crate::units::time::{Duration, Time};

/// Search for whole nodes.
struct NodeSearch<'s, 'a> {
    planner: &'s mut Planner<'a>,
    nodes: u32,
    // Running jobs that end by the instant asked for last.
    ended: EndedBy,
}

impl<'a> Tries<'a> for NodeSearch<'_, 'a> {
    fn plans(&mut self) -> &mut PassPlans<'a> {
        &mut self.planner.plans
    }

    fn next(&self, span: usize, (_, end): (Time, Time)) -> Option<Time> {
        self.planner.plans.table.next(span, end)
    }

    fn begin(
        &mut self,
        span: usize,
        (start, end): (Time, Time),
        next: Option<Time>,
    ) -> Option<Time> {
        let (planner, nodes) = (&mut *self.planner, self.nodes);
        let by = next.unwrap_or(Time::MAX);
        if planner.plans.table.refuses(span, (nodes, end), by) {
            return None;
        }
        if let Some(next) = next {
            self.ended = planner.holders.ended_by(self.ended, next);
        }
        let in_time = next.map(|_| self.ended);
        let is_clear = (planner.plans.table).free(span, end, nodes, planner.clear);
        if is_clear {
            let available = planner.find_available();
            if available >= nodes {
                return Some(start);
            }
            if planner.may_begin_by(nodes, in_time) {
                return planner.first_with((nodes, available), start, in_time);
            }
        }
        planner.plans.table.refuse(span, (nodes, end), by);
        None
    }

    fn is_clear(&mut self, begin: Time, limit: Duration) -> bool {
        let planner = &mut *self.planner;
        nodes::choose(planner.available, self.nodes, planner.chosen);
        !planner.plans.are_planned(planner.chosen, begin, limit)
    }
}

impl Planner<'_> {
    /// Earliest start by the plans so far, also beyond the window.
    pub(super) fn search(&mut self, nodes: u32, limit: Duration) -> Option<Time> {
        let missing = nodes.saturating_sub(self.free_nodes());
        let soonest = self.holders.soonest(missing);
        let mut tries = NodeSearch {
            planner: self,
            nodes,
            ended: EndedBy::default(),
        };
        earliest_start(&mut tries, soonest, limit)
    }

    /// Writes the nodes in `clear` that are free of running jobs to `available`; returns their
    /// number.
    fn find_available(&mut self) -> u32 {
        let both = self.free.iter().zip(&*self.clear);
        for (available, (free, clear)) in self.available.iter_mut().zip(both) {
            *available = free & clear;
        }
        count(self.available)
    }

    /// Whether `nodes` of the nodes in `clear` may be free of running jobs by `limit`: true
    /// for a few too many, never false for enough.
    fn may_begin_by(&self, nodes: u32, limit: Option<EndedBy>) -> bool {
        let Some(limit) = limit else {
            return count(self.clear) >= nodes;
        };
        let given = self.holders.given_back_by(limit);
        let all = self.clear.iter().zip(&*self.free).enumerate();
        let there = all.map(|(word, (clear, free))| {
            let given = given.map_or(0, |given| given[word]);
            (clear & (free | given)).count_ones()
        });
        there.sum::<u32>() >= nodes
    }

    /// Time, not before `start`, when `nodes` of the nodes in `clear` are free of running
    /// jobs, written to `available`, which has `count` of them and too few; `None` if not by
    /// `limit`.
    fn first_with(
        &mut self,
        (nodes, count): (u32, u32),
        start: Time,
        limit: Option<EndedBy>,
    ) -> Option<Time> {
        let (clear, available) = (&*self.clear, (&mut *self.available, count));
        let selection = (self.selection, self.plans.grid.origin);
        let end = self
            .holders
            .add_until(selection, nodes, limit, clear, available);
        let end = self
            .selection
            .expected_end(end?, self.plans.now, self.overrun);
        Some(end.max(start))
    }
}
