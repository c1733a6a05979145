//! Waiting jobs by their recorded starts: those that are due by their number of nodes, so that those
//! that do not fit are never looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use cosched_core::engine::Context;
use cosched_core::{JobId, Time};

/// Recorded start of a job, the number of jobs submitted before it, and its id: the order in which
/// jobs are started.
pub(super) type Due = (Time, u32, JobId);

/// The waiting jobs as they were after the last pass.
#[derive(Debug, Default)]
pub(super) struct WaitingJobs {
    /// By number of nodes, those that should have started.
    due: BTreeMap<u32, BTreeSet<Due>>,
    later: BTreeSet<Due>,
    known: usize,
    /// Number of the pass of the last update.
    pass: u64,
    /// Number of jobs submitted before the next one that is not known.
    next: u32,
}

impl WaitingJobs {
    /// Takes up the jobs that have come, with their recorded starts, and those that have become due.
    /// Unless the queue changes `only_by_starts` and submissions, all of it is walked.
    pub(super) fn update(
        &mut self,
        context: &Context<'_, '_>,
        only_by_starts: bool,
        start_of: impl Fn(JobId) -> Time,
    ) {
        let now = context.now();
        let is_next = self.pass + 1 == context.passes();
        self.pass = context.passes();
        let next = self.next;
        let (first, count) = context.last_waiting(|job| context.order_of(job) >= next);
        let goes_on = only_by_starts && is_next && self.known + count == context.waiting();
        let mut job = first;
        if !goes_on {
            (self.due, self.later) = (BTreeMap::new(), BTreeSet::new());
            job = context.head();
        }
        while let Some(one) = job {
            let order = context.order_of(one);
            self.later.insert((start_of(one), order, one));
            self.next = self.next.max(order + 1);
            job = context.after(one);
        }
        self.known = context.waiting();
        while let Some(first) = self.later.first().filter(|first| first.0 <= now).copied() {
            self.later.remove(&first);
            let nodes = context.nodes_of(first.2);
            self.due.entry(nodes).or_default().insert(first);
        }
    }

    /// The first due job behind `last` that has at most so many nodes.
    pub(super) fn next_due(&self, last: Option<Due>, nodes: u32) -> Option<Due> {
        let behind = (
            last.map_or(Bound::Unbounded, Bound::Excluded),
            Bound::Unbounded,
        );
        let of_width = self.due.range(..=nodes);
        of_width
            .filter_map(|(_, jobs)| jobs.range(behind).next().copied())
            .min()
    }

    /// Forgets a due job that has started.
    pub(super) fn remove(&mut self, job: Due, nodes: u32) {
        if let Some(jobs) = self.due.get_mut(&nodes) {
            self.known -= usize::from(jobs.remove(&job));
            if jobs.is_empty() {
                self.due.remove(&nodes);
            }
        }
    }

    /// The first recorded start to come.
    pub(super) fn next_start(&self) -> Option<Time> {
        self.later.first().map(|first| first.0)
    }
}
