//! Plans of one backfill pass, whichever nodes they are on, and the search for the earliest start of
//! a job beside them.

use super::grid::Grid;
use super::table::{PlanTable, Span};
use crate::units::time::{Duration, Time};

/// Plans of one backfill pass.
#[derive(Debug)]
pub(super) struct PassPlans<'a> {
    pub(super) grid: Grid,
    pub(super) table: PlanTable<'a>,
    pub(super) now: Time,
    pub(super) horizon: Time,
    // Time before which passes decide the same if nothing happens.
    pub(super) steady: Time,
    // Instants tried in the last search.
    pub(super) tries: u32,
}

/// The tries of one search: offers of nodes to a job, instant by instant.
pub(super) trait Tries<'a> {
    /// The plans.
    fn plans(&mut self) -> &mut PassPlans<'a>;

    /// First instant in the span from `start` to its `end`, whose first part is `span`, from which
    /// on the job can be given other nodes.
    fn next(&self, span: usize, times: (Time, Time)) -> Option<Time>;

    /// Earliest begin in that span with what running jobs leave by `next`, where plans leave nodes.
    fn begin(&mut self, span: usize, times: (Time, Time), next: Option<Time>) -> Option<Time>;

    /// Whether nothing is in the way of the nodes chosen for `begin`, up to the end of the limit.
    fn is_clear(&mut self, begin: Time, limit: Duration) -> bool;
}

impl<'a> PassPlans<'a> {
    /// No plans, with room for as many as `spans` allow, of `each` words of nodes.
    pub(super) fn new(
        grid: Grid,
        spans: &'a mut [Span],
        words: &'a mut [u64],
        each: usize,
    ) -> Self {
        Self {
            grid,
            table: PlanTable::new(spans, words, each),
            now: Time::ZERO,
            horizon: Time::MAX,
            steady: Time::ZERO,
            tries: 0,
        }
    }

    /// Clears all plans of `nodes` nodes and sets the present, before a backfill pass.
    pub(super) fn begin(&mut self, now: Time, nodes: u32) {
        self.now = now;
        self.horizon = self.grid.down(now.after(self.grid.window));
        self.steady = Time::MAX;
        self.table.clear(now, self.horizon, nodes);
    }

    /// Last instant within the window.
    pub(super) fn window_end(&self) -> Time {
        self.now.after(self.grid.window)
    }

    /// `start`, if it is not beyond the window.
    pub(super) fn within_window(&mut self, start: Time) -> Option<Time> {
        let most = self.window_end();
        if start > most {
            self.steady = self.steady.min(Time(start.0 - self.grid.window.0));
        }
        self.note_horizon(start);
        (start <= most).then_some(start)
    }

    /// Notes that passes may decide otherwise once the window shows what is at `at`. Until
    /// then it may move on: what is planned before its end is the same, and so is all behind.
    fn note_horizon(&mut self, at: Time) {
        if at >= self.horizon {
            self.steady = self.steady.min(self.grid.next_horizon(at));
        }
    }

    /// Plans that `nodes` are taken from `start` for the limit.
    pub(super) fn take(&mut self, start: Time, limit: Duration, nodes: &[u64]) {
        let (from, to) = self.grid.taken_span(start, limit);
        // The next pass sees the job run, and no plan of it.
        self.steady = Time::ZERO;
        self.table.take(from, to, nodes);
    }

    /// Plans likewise for a job of the queue, whose plan another pass makes anew.
    pub(super) fn take_for_waiting(&mut self, start: Time, limit: Duration, nodes: &[u64]) {
        let (from, to) = self.grid.taken_span(start, limit);
        for edge in [from, to] {
            self.note_horizon(edge);
            if edge > self.now {
                self.steady = self.steady.min(edge);
            }
        }
        self.table.take(from, to, nodes);
    }

    /// Plans that `nodes` are taken from now on `until` then.
    pub(super) fn take_away(&mut self, until: Time, nodes: &[u64]) {
        // None would count as spans all the same.
        if nodes.iter().all(|&word| word == 0) {
            return;
        }
        self.table.take(self.now, until, nodes);
    }

    /// Number of what is free at the last count, and that no plan takes up to the end of a limit
    /// that begins now.
    pub(super) fn open(&self, limit: Duration) -> u32 {
        self.table.open_until(self.now.after(limit))
    }

    /// Whether `nodes` are planned for others at `begin` or up to the end of the limit. No plan can
    /// be in the way of a job that starts now.
    pub(super) fn are_planned(&self, nodes: &[u64], begin: Time, limit: Duration) -> bool {
        let (from, to) = self.grid.taken_span(begin, limit);
        begin > self.now && self.table.is_planned(from, to, nodes)
    }
}

/// Earliest start of a job by the plans so far, also beyond the window. Whatever is planned, running
/// jobs give back enough only from `soonest` on.
pub(super) fn earliest_start<'a>(
    tries: &mut impl Tries<'a>,
    soonest: Time,
    limit: Duration,
) -> Option<Time> {
    let now = tries.plans().now;
    let (mut start, mut span) = (now, 0);
    tries.plans().tries = 0;
    loop {
        let end = start.after(limit);
        let plans = tries.plans();
        plans.tries += 1;
        span = plans.table.at_from(span, start);
        let next = tries.next(span, (start, end));
        if let Some(next) = next.filter(|&next| next < soonest) {
            start = next;
            continue;
        }
        let begin = tries.begin(span, (start, end), next);
        // If running jobs take longer than the next plan to end, the next try is then.
        let begin = begin.filter(|&begin| next.is_none_or(|next| begin <= next));
        if start == now && (begin.is_some() || next.is_none()) {
            let plans = tries.plans();
            let same = plans.table.same_until(span, end, limit);
            plans.steady = plans.steady.min(same);
        }
        if let Some(begin) = begin {
            if tries.is_clear(begin, limit) {
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
