//! Entities of a search: nodes, their slots, a request and the window found for it.

use super::units::{Cost, Performance, Price, Quality, Volume};
use crate::exact::Exact;
use crate::units::time::Time;

/// A node with time for sale.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// Work per second; above 0.
    pub performance: Performance,
    /// Cost of a second.
    pub price: Price,
    /// Its quality.
    pub quality: Quality,
}

impl Node {
    /// A node of whole units.
    pub const fn new(performance: u64, price: u64, quality: u64) -> Self {
        Self {
            performance: Performance::from_units(performance),
            price: Price::from_units(price),
            quality: Quality::from_units(quality),
        }
    }
}

/// A span of a node's time: idle, or booked where a function says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slot {
    /// Index of the node.
    pub node: u32,
    /// Its start.
    pub start: Exact,
    /// Its end, exclusive.
    pub end: Exact,
}

impl Slot {
    /// An empty slot of the first node; all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        node: 0,
        start: Exact::ZERO,
        end: Exact::ZERO,
    };

    /// A span of a node's time.
    pub fn new(node: u32, start: impl Into<Exact>, end: impl Into<Exact>) -> Self {
        let (start, end) = (start.into(), end.into());
        Self { node, start, end }
    }

    /// Its length.
    pub fn length(&self) -> Exact {
        self.end - self.start
    }

    /// Whether it begins and ends at whole nanoseconds.
    pub(super) const fn is_whole(&self) -> bool {
        self.start.is_whole() && self.end.is_whole()
    }
}

/// A request for several nodes at once, each for the same span.
///
/// The span is the time of the slowest of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// Number of nodes; at least 1.
    pub nodes: u32,
    /// Work on each node; above 0.
    pub volume: Volume,
    /// Least performance of a node.
    pub least: Performance,
    /// Maximum cost of all together; [`Cost::MAX`] means no limit.
    pub budget: Cost,
    /// Parts into which a unit of the budget is divided where values are maximised; at
    /// least 1. Costs are rounded up to them there, so that more parts find slightly better
    /// windows and need a longer table.
    pub scale: u32,
    /// Latest end; above 0. [`Time::MAX`] is no deadline.
    pub deadline: Time,
}

impl Request {
    /// A request in whole units, of any node, with a scale of 1 and no deadline.
    pub const fn new(nodes: u32, volume: u64, budget: u64) -> Self {
        Self {
            nodes,
            volume: Volume::from_units(volume),
            least: Performance::ZERO,
            budget: Cost::from_units(budget),
            scale: 1,
            deadline: Time::MAX,
        }
    }
}

impl Request {
    /// Lowers the budget to the most that a window on `nodes` can cost: the same windows
    /// are found, with a short table where values are maximised.
    ///
    /// ```
    /// use cosched_core::slots::{Node, Request, table_for};
    /// // At most 20 s on each of two nodes, for 5 a second, and what is rounded.
    /// let nodes = [Node::new(3, 5, 0), Node::new(6, 2, 0)];
    /// let request = Request::new(2, 60, 1_000_000).within_reach(&nodes);
    /// assert_eq!(request.budget.units(), 202.0);
    /// assert_eq!(table_for(&request), 2 * 203);
    /// ```
    pub fn within_reach(&self, nodes: &[Node]) -> Self {
        let capable = nodes.iter().filter(|node| node.performance >= self.least);
        let dearest = capable.clone().map(|node| node.price.0).max();
        let slowest = capable.map(|node| node.performance).min();
        let prices = dearest.unwrap_or(0).saturating_mul(u64::from(self.nodes));
        let most = slowest.map_or(Cost::MAX, |slowest| slowest.cost_of(self.volume, prices));
        // The cost of each node is rounded up by less than a unit.
        let rounded = Cost::from_units(u64::from(self.nodes));
        let reach = Cost(most.0.saturating_add(rounded.0));
        Self {
            budget: self.budget.min(reach),
            ..*self
        }
    }
}

/// Criterion for the best window.
///
/// Toporkov and Yemelyanov, "Optimization of resources selection for jobs
/// scheduling in heterogeneous distributed computing environments", 2018.
/// Of equals it is the one of the fastest group, and there the earliest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// The earliest start.
    FirstFit,
    /// The earliest start on the fastest nodes on which there is a window at all: the
    /// paper's algorithm taken by the letter.
    GroupFirst,
    /// The earliest end.
    MinFinish,
    /// The shortest.
    MinRuntime,
    /// The cheapest.
    MinCost,
    /// The greatest sum of the nodes' qualities.
    MaxQ,
}

impl Criterion {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::FirstFit,
        Self::GroupFirst,
        Self::MinFinish,
        Self::MinRuntime,
        Self::MinCost,
        Self::MaxQ,
    ];
}

/// Nodes for a common span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window<'a> {
    /// Its start.
    pub start: Exact,
    /// Its length: exactly volume / performance.
    pub length: Exact,
    /// Least performance for which it is long enough.
    pub performance: Performance,
    /// Its cost, rounded up to the billionth.
    pub cost: Cost,
    /// Sum of its nodes' qualities.
    pub quality: Quality,
    /// The nodes, the lowest first.
    pub nodes: &'a [u32],
}

impl Window<'_> {
    /// Its end.
    pub fn finish(&self) -> Exact {
        self.start + self.length
    }
}
