//! Search for windows: by hand, against the plain scheme and exhaustively.

mod answers;
mod any_numbers;
mod by_hand;
mod cutting;
mod drawn;
mod exact;
mod exhaustive;
mod plain;

use cosched_core::slots::{
    BoxedSearch, Cost, Criterion, Domain, Node, Performance, Quality, Request, Search, Slot,
    SlotsError, Value, Window,
};
use cosched_core::{Duration, Exact, Time};

/// Input of a search: nodes, their idle slots, and a request.
#[derive(Clone, Debug)]
pub(crate) struct Environment {
    pub(crate) nodes: Vec<Node>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) request: Request,
}

/// A window that owns its nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OwnedWindow {
    pub(crate) start: Exact,
    pub(crate) length: Exact,
    pub(crate) performance: Performance,
    pub(crate) cost: Cost,
    pub(crate) quality: Quality,
    pub(crate) nodes: Vec<u32>,
}

impl OwnedWindow {
    /// Its end.
    pub(crate) fn finish(&self) -> Exact {
        self.start + self.length
    }
}

impl From<&Window<'_>> for OwnedWindow {
    fn from(window: &Window<'_>) -> Self {
        Self {
            start: window.start,
            length: window.length,
            performance: window.performance,
            cost: window.cost,
            quality: window.quality,
            nodes: window.nodes.to_vec(),
        }
    }
}

/// Buffers for a search of the greatest value, on the heap.
pub(crate) fn boxed(nodes: usize, request: &Request) -> BoxedSearch {
    BoxedSearch::new(nodes, std::iter::once((*request, true)))
}

impl Environment {
    /// Nodes by performance, price and quality; slots by node, counted from 0, start
    /// and end in seconds.
    pub(crate) fn new(
        nodes: &[(u64, u64, u64)],
        slots: &[(u32, u64, u64)],
        request: Request,
    ) -> Self {
        let nodes = nodes.iter().map(|node| Node::new(node.0, node.1, node.2));
        let slots = slots
            .iter()
            .map(|slot| Slot::new(slot.0, seconds(slot.1), seconds(slot.2)));
        Self {
            nodes: nodes.collect(),
            slots: slots.collect(),
            request,
        }
    }

    /// Calls `with` on a domain that has room for `more` further slots, and a search.
    pub(crate) fn with<T>(
        &self,
        more: usize,
        with: impl FnOnce(&mut Domain<'_>, &mut Search<'_>) -> T,
    ) -> Result<T, SlotsError> {
        let room = self.slots.len() + more;
        let (mut by_start, mut by_end) = (vec![Slot::EMPTY; room], vec![Slot::EMPTY; room]);
        let mut domain = Domain::new(&self.nodes, &self.slots, &mut by_start, &mut by_end)?;
        let mut boxed = boxed(self.nodes.len(), &self.request);
        Ok(with(&mut domain, &mut Search::new(boxed.as_buffers())))
    }

    /// The best window.
    pub(crate) fn find(&self, criterion: Criterion) -> Option<OwnedWindow> {
        let found = self.with(0, |domain, search| {
            let found = search.find(domain, &self.request, criterion);
            found.unwrap().as_ref().map(OwnedWindow::from)
        });
        found.unwrap()
    }

    /// The window of the greatest value.
    pub(crate) fn maximise(&self, value: &dyn Value) -> Option<OwnedWindow> {
        let found = self.with(0, |domain, search| {
            let found = search.maximise(domain, &self.request, value);
            found.unwrap().as_ref().map(OwnedWindow::from)
        });
        found.unwrap()
    }
}

pub(crate) fn seconds(seconds: u64) -> Time {
    Time::from_seconds(seconds)
}
