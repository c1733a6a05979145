//! Reasons why no window was found.

use core::fmt;

use super::domain::Domain;
use super::domain::groups::{enough, groups};
use super::entities::{Criterion, Request};
use super::error::SlotsError;
use super::search::Search;
use super::sweep::Group;
use super::units::Cost;
use crate::units::time::{Duration, Time};

/// Reason why there is no window for a request: the first of these that holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoWindowReason {
    /// Fewer nodes are fast enough than requested.
    TooFew {
        /// Number of nodes that are.
        capable: u32,
    },
    /// Enough nodes are fast enough, but there are never as many idle at once.
    Apart {
        /// Maximum number idle at once.
        together: u32,
    },
    /// As many are idle at once, but never for as long as the slowest of them needs.
    TooShort {
        /// Time of the fastest, if there are enough of them.
        least: Duration,
    },
    /// There are windows, but even the first, at whatever cost, ends after the deadline.
    TooLate {
        /// End of the first.
        finish: Time,
    },
    /// There are windows, but even the cheapest is above the budget.
    TooDear {
        /// Cost of the cheapest.
        cheapest: Cost,
    },
    /// There is a window within the budget, and every criterion finds one except those that
    /// maximise a value. They round the cost of each node up to parts of the budget, which
    /// is then exceeded; a greater scale helps.
    TooCoarse {
        /// Cost of the cheapest.
        cheapest: Cost,
    },
}

impl fmt::Display for NoWindowReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew { capable } => write!(
                f,
                "fewer nodes are fast enough than are asked for: {capable}"
            ),
            Self::Apart { together } => {
                write!(
                    f,
                    "fewer of the nodes that are fast enough are ever idle at once than are asked for: {together}"
                )
            }
            Self::TooShort { least } => write!(
                f,
                "so many nodes are idle at once, but never for as long as they need, which is {least} s or more"
            ),
            Self::TooLate { finish } => {
                write!(f, "the first window ends at {finish} s, after the deadline")
            }
            Self::TooDear { cheapest } => {
                write!(f, "the cheapest window costs {cheapest}, above the budget")
            }
            Self::TooCoarse { cheapest } => write!(
                f,
                "the cheapest window costs {cheapest}, within the budget, but not with the cost of each node rounded up; a greater scale of the budget helps"
            ),
        }
    }
}

impl Search<'_> {
    /// Explains why [`Search::find`] or [`Search::maximise`] found no window for `request`.
    ///
    /// # Errors
    /// An error in the request, or the buffer that is too small.
    ///
    /// ```
    /// use cosched_core::Time;
    /// use cosched_core::slots::{Cost, Criterion, Domain, NoWindowReason, Node, Request};
    /// use cosched_core::slots::{Search, StaticSearch, Slot};
    /// let nodes = [Node::new(2, 3, 0)];
    /// let idle = [Slot::new(0, Time::ZERO, Time::from_seconds(60))];
    /// let (mut by_start, mut by_end) = ([Slot::EMPTY], [Slot::EMPTY]);
    /// let domain = Domain::new(&nodes, &idle, &mut by_start, &mut by_end)?;
    /// let mut memory = StaticSearch::<1, 2, 0, 0>::new();
    /// let mut search = Search::new(memory.as_buffers());
    ///
    /// // 50 s at 3 a second.
    /// let request = Request::new(1, 100, 149);
    /// assert_eq!(search.find(&domain, &request, Criterion::MinCost)?, None);
    /// let cheapest = Cost::from_units(150);
    /// assert_eq!(search.explain(&domain, &request)?, NoWindowReason::TooDear { cheapest });
    /// # Ok::<(), cosched_core::slots::SlotsError>(())
    /// ```
    pub fn explain(
        &mut self,
        domain: &Domain<'_>,
        request: &Request,
    ) -> Result<NoWindowReason, SlotsError> {
        self.check(domain, request, false)?;
        let nodes = domain.nodes().iter();
        let capable = nodes.filter(|node| node.performance >= request.least);
        let capable = capable.count() as u32;
        if capable < request.nodes {
            return Ok(NoWindowReason::TooFew { capable });
        }
        let together = together(domain, request);
        if together < request.nodes {
            return Ok(NoWindowReason::Apart { together });
        }
        let unlimited = |group: Group| Group {
            affordable: u64::MAX,
            ..group
        };
        let endless = |group: Group| Group {
            deadline: Time::MAX,
            ..group
        };
        let all = groups(domain, request).map(unlimited);
        let Some(window) = self.find_in(domain, request, Criterion::MinCost, all) else {
            let all = groups(domain, request).map(unlimited).map(endless);
            if let Some(first) = self.find_in(domain, request, Criterion::MinFinish, all) {
                let finish = first.finish().instant();
                return Ok(NoWindowReason::TooLate { finish });
            }
            let mut fit = groups(domain, request).filter(|group| enough(domain, request, group));
            let least = fit.next().map_or(Duration::MAX, |group| group.length);
            return Ok(NoWindowReason::TooShort { least });
        };
        let cheapest = window.cost;
        // Costs are rounded up, but budgets are whole: nothing changes sides.
        Ok(if cheapest > request.budget {
            NoWindowReason::TooDear { cheapest }
        } else {
            NoWindowReason::TooCoarse { cheapest }
        })
    }
}

/// Maximum number of fast enough nodes that are idle at once.
fn together(domain: &Domain<'_>, request: &Request) -> u32 {
    let fast = |node: u32| domain.nodes()[node as usize].performance >= request.least;
    let mut ends = domain
        .by_end()
        .iter()
        .filter(|slot| fast(slot.node))
        .peekable();
    let (mut idle, mut most) = (0, 0);
    for slot in domain.slots().iter().filter(|slot| fast(slot.node)) {
        while ends.next_if(|ended| ended.end <= slot.start).is_some() {
            idle -= 1;
        }
        idle += 1;
        most = most.max(idle);
    }
    most
}
