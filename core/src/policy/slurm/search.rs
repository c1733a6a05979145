//! Search for the earliest start of a job on whole nodes, beside the plans of a pass.

use super::holders::EndedBy;
use super::nodes;
use super::planner::{Planner, count};
use crate::units::time::{Duration, Time};

impl Planner<'_> {
    /// Earliest start by the plans so far, also beyond the window.
    pub(super) fn search(&mut self, nodes: u32, limit: Duration) -> Option<Time> {
        let mut start = self.now;
        // Whatever is planned, running jobs give back enough nodes only then.
        let soonest = self.holders.soonest(nodes.saturating_sub(count(self.free)));
        let (mut span, mut by) = (0, EndedBy::default());
        self.tries = 0;
        loop {
            self.tries += 1;
            let end = start.after(limit);
            span = self.table.at_from(span, start);
            let next = self.table.next(span, end);
            if let Some(next) = next.filter(|&next| next < soonest) {
                start = next;
                continue;
            }
            if let Some(next) = next {
                by = self.holders.ended_by(by, next);
            }
            let in_time = next.map(|_| by);
            let is_clear = self.table.free(span, end, nodes, self.clear);
            let begin = if is_clear && self.may_begin_by(nodes, in_time) {
                self.first_with(nodes, start, in_time)
            } else {
                None
            };
            // If running jobs take longer than the next plan to end, the next try is then.
            let begin = begin.filter(|&begin| next.is_none_or(|next| begin <= next));
            if start == self.now && (begin.is_some() || next.is_none()) {
                self.steady = self.steady.min(self.table.same_until(span, end, limit));
            }
            if let Some(begin) = begin {
                nodes::choose(self.available, nodes, self.chosen);
                let (from, to) = self.grid.taken_span(begin, limit);
                // No plan can be in the way of a job that starts now.
                if begin <= self.now || !self.table.is_planned(from, to, self.chosen) {
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
    /// jobs, written to `available`; `None` if not by `limit`.
    fn first_with(&mut self, nodes: u32, start: Time, limit: Option<EndedBy>) -> Option<Time> {
        let mut count = 0;
        let both = self.free.iter().zip(&*self.clear);
        for (available, (free, clear)) in self.available.iter_mut().zip(both) {
            *available = free & clear;
            count += available.count_ones();
        }
        if count >= nodes {
            return Some(start);
        }
        let (clear, available) = (&*self.clear, (&mut *self.available, count));
        let selection = (self.selection, self.grid.origin);
        let end = self
            .holders
            .add_until(selection, nodes, limit, clear, available);
        let end = self.selection.expected_end(end?, self.now, self.overrun);
        Some(end.max(start))
    }
}
