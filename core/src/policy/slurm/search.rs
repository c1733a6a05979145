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
        if begin > planner.plans.window_end() {
            // No plan is seen there, and no node needed.
            return true;
        }
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
        let start = earliest_start(&mut tries, soonest, limit);
        let is_vain = start.is_none_or(|start| start > self.plans.window_end());
        if is_vain && self.has_no_start(nodes, soonest, limit) {
            self.no_starts.add((nodes, self.plans.now.after(limit)));
        }
        start
    }

    /// Whether running jobs leave too few nodes within the window, whatever is planned.
    pub(super) fn is_too_wide(&mut self, nodes: u32) -> bool {
        let missing = nodes.saturating_sub(self.free_nodes());
        let is_so =
            self.holders.soonest(missing) > self.plans.window_end() && !self.ends_at_window_end();
        if is_so {
            self.no_starts.add((nodes, Time::ZERO));
        }
        is_so
    }

    /// Whether a running job is expected to end where plans are not seen, but the window has not ended,
    /// or may be.
    pub(super) fn ends_at_window_end(&self) -> bool {
        let [first, unseen] =
            [Time::ZERO, self.plans.horizon].map(|at| self.holders.first_end_from(at));
        let is_over = self.holders.keeps_past_ends && first <= self.plans.now;
        is_over || unseen <= self.plans.window_end()
    }

    /// Whether a job has no start within the window, whichever instants are tried.
    ///
    /// From an instant on to the next at which plans give nodes back, those that are free of plans for a
    /// limit only become fewer. So only the first instant is of interest at which jobs have left enough of
    /// them, and where they are too few for the limit from there, the one after it.
    fn has_no_start(&mut self, nodes: u32, soonest: Time, limit: Duration) -> bool {
        if self.ends_at_window_end() {
            return false;
        }
        let most = self.plans.window_end();
        let (mut start, mut span) = (self.plans.now, 0);
        let mut ended = EndedBy::default();
        loop {
            let next = self.plans.table.next_giving_back(span);
            let next = next.filter(|&(_, begin)| begin <= most);
            let by = next.map_or(most, |(_, begin)| begin);
            let mut left = None;
            if by >= soonest {
                ended = self.holders.ended_by(ended, by);
                left = self.first_left((span, start), (nodes, limit), ended);
            }
            match left {
                Some(left) if left <= start => return false,
                Some(left) if left < by => {
                    (start, span) = (left, self.plans.table.at_from(span, left));
                }
                _ => match next {
                    Some((next, begin)) => (span, start) = (next, begin),
                    None => return left.is_none(),
                },
            }
        }
    }

    /// First instant, up to the ends of these running jobs, at which they have left enough of the nodes
    /// that no plan takes from `start` to the end of the limit.
    fn first_left(
        &mut self,
        (span, start): (usize, Time),
        (nodes, limit): (u32, Duration),
        ended: EndedBy,
    ) -> Option<Time> {
        // A plan ends at an instant rounded down, at which another may begin.
        let end = self.plans.grid.down(start.after(limit));
        let end = Time(end.0.saturating_sub(1));
        if !self.plans.table.free(span, end, nodes, self.clear) {
            return None;
        }
        let count = self.find_available();
        if count >= nodes {
            return Some(start);
        }
        let (clear, available) = (&*self.clear, (&mut *self.available, count));
        self.holders
            .one_by_one(nodes, Some(ended), clear, available)
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
