//! Values of windows: any sum over its nodes, such as quality, or negative cost.

use crate::slots::entities::Node;
use crate::units::time::{Duration, Time};

/// Value of a node in a window; a search can maximise the sum over the nodes.
///
/// The value may depend on the start and length of the window, but **must not rise when it
/// begins later or is longer**: only then no better window can begin at any other time than
/// one of its slots, and only those are tried.
///
/// An example is the energy that a node uses, to be minimised.
///
/// ```
/// use cosched_core::slots::{Domain, Node, Request, Search, StaticSearch, Slot, Value};
/// use cosched_core::{Duration, Time};
///
/// /// A node draws a watt for each unit of performance, and 2 W besides.
/// struct LeastEnergy;
///
/// impl Value for LeastEnergy {
///     fn of(&self, node: &Node, _: Time, length: Duration) -> i64 {
///         let watts = node.performance.units() + 2.0;
///         // In millijoules.
///         -((watts * length.seconds() * 1e3) as i64)
///     }
/// }
///
/// let nodes = [Node::new(2, 1, 0), Node::new(4, 1, 0), Node::new(8, 1, 0)];
/// let idle = |node| Slot::new(node, Time::ZERO, Time::from_seconds(100));
/// let (mut by_start, mut by_end) = ([Slot::EMPTY; 3], [Slot::EMPTY; 3]);
/// let domain = Domain::new(&nodes, &[idle(0), idle(1), idle(2)], &mut by_start, &mut by_end)?;
///
/// // 40 units of volume take 5 s on the fastest: 10 W for 5 s are the least.
/// let request = Request::new(1, 40, 100);
/// let mut memory = StaticSearch::<3, 2, 101, 0>::new();
/// let mut search = Search::new(memory.as_buffers());
/// let window = search.maximise(&domain, &request, &LeastEnergy)?.unwrap();
/// assert_eq!(window.nodes, [2]);
/// # Ok::<(), cosched_core::slots::SlotsError>(())
/// ```
pub trait Value {
    /// Value of `node` in a window from `start` of this `length`.
    ///
    /// The sum over the nodes of a window must be within 2^60 either way; a value beyond
    /// that, divided by their number, is clamped to it.
    fn of(&self, node: &Node, start: Time, length: Duration) -> i64;

    /// Whether it depends on the node alone. Such values are searched faster.
    fn is_fixed(&self) -> bool {
        false
    }
}

/// Greatest sum of qualities, in billionths: the paper's MaxQ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TotalQuality;

impl Value for TotalQuality {
    fn of(&self, node: &Node, _: Time, _: Duration) -> i64 {
        i64::try_from(node.quality.0).unwrap_or(i64::MAX)
    }

    fn is_fixed(&self) -> bool {
        true
    }
}

/// Least cost, in billionths: [`crate::slots::Criterion::MinCost`] finds the same, and
/// faster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeastCost;

impl Value for LeastCost {
    fn of(&self, node: &Node, _: Time, length: Duration) -> i64 {
        let cost = u128::from(length.0) * u128::from(node.price.0) / 1_000_000_000;
        i64::try_from(cost).map_or(i64::MIN, |cost| -cost)
    }
}

/// Least sum over the nodes of weights on each second, each unit of work a node could do,
/// each unit of cost and each second until the start, minus a weight on its quality:
/// energy, time, cost, or any mixture of them.
///
/// Weights and sums are in millionths, and each term is rounded down.
///
/// ```
/// use cosched_core::slots::{LeastSum, Node, Value};
/// use cosched_core::{Duration, Time};
/// // A node draws 2 W, and a watt for each unit of performance: 10 W for 5 s.
/// let energy = LeastSum { time: 2_000_000, performance: 1_000_000, ..LeastSum::default() };
/// let value = energy.of(&Node::new(8, 1, 0), Time::ZERO, Duration::from_seconds(5));
/// assert_eq!(value, -50_000_000);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeastSum {
    /// A second of a node.
    pub time: u64,
    /// A second of each unit of its performance.
    pub performance: u64,
    /// A unit of its cost.
    pub price: u64,
    /// A second from 0 until the window begins.
    pub start: u64,
    /// A unit of its quality, which is subtracted.
    pub quality: u64,
}

impl Value for LeastSum {
    fn of(&self, node: &Node, start: Time, length: Duration) -> i64 {
        // Both factors are below 2^64, so their product is exact.
        let times = |one: u64, other: u64| u128::from(one) * u128::from(other) / 1_000_000_000;
        let weighed = |billionths: u128, weight: u64| {
            let sum = billionths.saturating_mul(u128::from(weight)) / 1_000_000_000;
            i128::try_from(sum).unwrap_or(i128::MAX)
        };
        let parts = [
            (u128::from(length.0), self.time),
            (times(length.0, node.performance.0), self.performance),
            (times(length.0, node.price.0), self.price),
            (u128::from(start.0), self.start),
        ];
        let parts = parts.map(|(amount, weight)| weighed(amount, weight));
        let sum = parts.into_iter().fold(0, i128::saturating_add);
        let value = weighed(u128::from(node.quality.0), self.quality).saturating_sub(sum);
        value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
    }

    fn is_fixed(&self) -> bool {
        [self.time, self.performance, self.price, self.start] == [0; 4]
    }
}

/// Greatest absolute sum of values.
pub(in crate::slots) const MAX_SUM: i64 = 1 << 60;

/// Clamps `value` to the range for one of `count` nodes.
pub(in crate::slots) fn bounded(value: i64, count: u32) -> i64 {
    let most = MAX_SUM / i64::from(count.max(1));
    value.clamp(-most, most)
}
