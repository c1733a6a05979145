//! Heap buffers of the policy that buys windows.

use cosched_core::Time;
use cosched_core::engine::Setup;
use cosched_core::policy::AnyPolicy;
use cosched_core::policy::slots::{BoxedSlots, Slots, slots_around};
use cosched_core::slots::MAX_END;

use crate::base::problem::Problem;
use crate::family::ready_policy::ReadyPolicy;
use crate::family::room::{Buffers, problem};
use crate::family::slots::market::Market;
use crate::family::slots::search::{TableTooLong, check_tables, reachable};
use crate::scenario::nanoseconds;
use crate::scenario::slots::Buying;

/// Largest number of slots: 3.5 GiB.
const MOST_SLOTS: usize = 1 << 25;

/// Buffers of windows; empty for other policies.
#[derive(Debug)]
pub(super) struct OwnedSlots {
    market: Market,
    horizon: Time,
    buffers: BoxedSlots,
}

impl OwnedSlots {
    /// Allocates for the requests on `market`.
    ///
    /// # Errors
    /// They would need too much memory, or jobs follow one another.
    pub(super) fn new(market: Market, buying: &Buying, setup: &Setup<'_>) -> Result<Self, Problem> {
        if !setup.precedence.is_empty() {
            return Err(Problem::input(
                "Slots is not for jobs that follow others: they would wait for ever for one that is refused",
            ));
        }
        let market = Market {
            requests: reachable(&market.nodes, &market.requests),
            ..market
        };
        let requests = &market.requests;
        let slots = slots_around(setup, requests);
        if slots > MOST_SLOTS {
            return Err(Problem::input(format!(
                "the windows of all jobs may take {slots} slots; {MOST_SLOTS} are allowed: take fewer jobs"
            )));
        }
        check_tables(market.nodes.len(), requests).map_err(
            |TableTooLong { index, sentence }| {
                Problem::input(format!("the job in place {}: {sentence}", index + 1))
            },
        )?;
        Ok(Self {
            horizon: buying
                .horizon
                .map_or(MAX_END, |seconds| Time(nanoseconds(seconds))),
            buffers: BoxedSlots::new(setup, requests),
            market,
        })
    }
}

impl Buffers for OwnedSlots {
    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let buffers = self.buffers.as_buffers();
        let Market { nodes, requests } = &self.market;
        let windows = Slots::new(setup, nodes, requests, self.horizon, buffers);
        Ok(AnyPolicy::Slots(windows.map_err(problem)?).into())
    }
}
