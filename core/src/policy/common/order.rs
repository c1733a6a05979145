//! Orders of the queue.

use crate::engine::Context;
use crate::families;
#[cfg(feature = "orders")]
use crate::policy::formula::Formula;
use crate::units::time::Time;
use crate::workload::Request;

/// The order in which a policy considers waiting jobs.
///
/// Ties are always broken by submission (submit time, then index in the workload), so every
/// order is total and the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Order {
    /// First submitted, first considered; a queue that was ordered in this very pass,
    /// before the policy was called, stays as it is.
    #[default]
    Submitted,
    /// Shortest estimate first.
    ShortestEstimate,
    /// Longest estimate first.
    LongestEstimate,
    /// Fewest nodes first.
    FewestNodes,
    /// Most nodes first.
    MostNodes,
    /// Largest area (nodes times estimate) first.
    LargestArea,
    /// Greatest (wait / estimate)³ · nodes first; changes with time.
    /// Tang and others, "Fault-aware, utility-based job scheduling on Blue
    /// Gene/P systems", 2009.
    Wfp3,
    /// Greatest wait / (log2(nodes) · estimate) first; changes with time. The logarithm is
    /// taken as at least 1, as that of one node is 0. Same source as [`Order::Wfp3`].
    Unicef,
    /// Greatest value of a formula first.
    #[cfg(feature = "orders")]
    Formula(Formula),
}

/// Sort key of a job in an [`Order`]: smaller is considered first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank(u128);

impl Order {
    /// Every order that has a name, in the sequence for menus.
    pub const ALL: [Self; 8] = [
        Self::Submitted,
        Self::ShortestEstimate,
        Self::LongestEstimate,
        Self::FewestNodes,
        Self::MostNodes,
        Self::LargestArea,
        Self::Wfp3,
        Self::Unicef,
    ];

    /// Whether a job's rank changes while it waits.
    #[inline]
    pub fn changes_with_time(&self) -> bool {
        match self {
            #[cfg(feature = "orders")]
            Self::Formula(formula) => formula.changes_with_time(),
            _ => matches!(self, Self::Wfp3 | Self::Unicef),
        }
    }

    /// Rank of a job with `request` at `now`.
    pub fn rank(&self, request: Request, now: Time) -> Rank {
        let estimate = u128::from(request.estimate.0);
        let nodes = u128::from(request.nodes);
        Rank(match self {
            Self::Submitted => 0,
            Self::ShortestEstimate => estimate,
            Self::LongestEstimate => u128::MAX - estimate,
            Self::FewestNodes => nodes,
            Self::MostNodes => u128::MAX - nodes,
            Self::LargestArea => u128::MAX - nodes * estimate,
            Self::Wfp3 => {
                let ratio = now.since(request.submit).0 as f64 / request.estimate.0 as f64;
                greatest_first(ratio * ratio * ratio * f64::from(request.nodes))
            }
            Self::Unicef => {
                let width = libm::log2(f64::from(request.nodes)).max(1.0);
                let wait = now.since(request.submit).0 as f64;
                greatest_first(wait / (width * request.estimate.0 as f64))
            }
            #[cfg(feature = "orders")]
            Self::Formula(formula) => formula.rank(&request, now),
        })
    }
}

/// The bits of a non-negative float are in the float's own order.
fn greatest_first(priority: f64) -> u128 {
    u128::MAX - u128::from(priority.to_bits())
}

/// Keeps the queue in an [`Order`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ordering {
    order: Order,
}

impl Ordering {
    pub(crate) const fn new(order: Order) -> Self {
        Self { order }
    }

    #[inline]
    const fn order(&self) -> &Order {
        if families::ORDERS {
            &self.order
        } else {
            &Order::Submitted
        }
    }

    /// Orders the queue, if it can be out of order. `kept` is whether it was in this order
    /// after the last pass.
    #[inline]
    pub(crate) fn apply(&self, context: &mut Context<'_, '_>, kept: bool) {
        // Arrivals and requeued jobs are queued in the order of submission.
        let in_order = match self.order() {
            // A queue ordered by the caller of this policy keeps that order.
            Order::Submitted => kept || context.is_ordered(),
            order => kept && !order.changes_with_time() && !context.queue_grew(),
        };
        if !in_order {
            let (order, now) = (self.order(), context.now());
            context.order_queue_by_key(|waiting| {
                let rank = if families::ORDERS {
                    order.rank(waiting.request, now)
                } else {
                    Rank(0)
                };
                (rank, waiting.order)
            });
        }
    }
}
