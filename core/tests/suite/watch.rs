//! A sink that checks the invariants of a run from outside.

use cosched_core::engine::Detail;
use std::collections::BTreeMap;

use cosched_core::machine::Intervals;
use cosched_core::{Event, JobId, Sink, Time, View};

/// Number of nodes of the machine.
pub(crate) const NODES: u32 = 12;

/// Checks a run from outside.
#[derive(Default)]
pub(crate) struct Watch {
    /// Job on each node.
    pub(crate) held: BTreeMap<u32, JobId>,
    now: Time,
    pub(crate) ended: usize,
}

impl Sink for Watch {
    fn record(&mut self, at: Time, event: Event) {
        assert!(at >= self.now, "an earlier event was scheduled");
        self.now = at;
        if let Event::Completed(job) | Event::Killed(job, _) = event {
            self.held.retain(|_, holder| *holder != job);
            self.ended += 1;
        }
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        let free = view.free_nodes() as usize;
        assert_eq!(free + self.held.len(), NODES as usize);
    }

    fn detail(&mut self, _: Time, detail: &Detail<'_>) {
        if let Detail::Holds { job, ref nodes } = *detail {
            self.holds(job, nodes.clone());
        }
    }
}

impl Watch {
    fn holds(&mut self, job: JobId, nodes: Intervals<'_>) {
        for (first, count) in nodes {
            for node in first..first + count {
                let other = self.held.insert(node, job);
                assert_eq!(other, None, "node {node} is held twice");
            }
        }
    }
}
