//! Whole, equal nodes of one partition under Slurm.

use super::{Planner, Resources, limit, whole_second};
use crate::engine::{Context, Setup, StartReason};
use crate::error::{CapacityError, PolicyError};
use crate::machine::bits::is_member;
use crate::policy::Order;
use crate::policy::common::order::Ordering;
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// Equal nodes of one partition, each held by one job at a time.
#[derive(Debug)]
pub struct WholeNodes<'a> {
    planner: Planner<'a>,
    list: &'a mut [u32],
    plans: usize,
}

impl<'a> WholeNodes<'a> {
    /// Those of `planner`; `list` has an entry for each.
    ///
    /// # Errors
    /// `list` is too short.
    pub fn new(planner: Planner<'a>, list: &'a mut [u32]) -> Result<Self, CapacityError> {
        CapacityError::unless("list", planner.nodes() as usize, list.len())?;
        Ok(Self {
            planner,
            list,
            plans: 0,
        })
    }
}

impl Resources for WholeNodes<'_> {
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        setup.check_equal_nodes()?;
        let (made_for, machine) = (self.planner.nodes(), setup.nodes);
        if made_for == machine {
            Ok(())
        } else {
            Err(PolicyError::Nodes {
                expected: made_for,
                machine,
            })
        }
    }

    fn order_queue(&mut self, order: Order, context: &mut Context<'_, '_>, kept: bool) {
        Ordering::new(order).apply(context, kept);
    }

    fn begin_main(&mut self, context: &Context<'_, '_>, blocked: &[u64]) {
        let now = whole_second(context.now());
        let running = core::iter::empty();
        // Plans of a pass that sleeps stay.
        self.planner
            .set_present(now, context.free_words(), running, |_| core::iter::empty());
        self.planner.close(blocked);
    }

    fn begin_backfill(&mut self, context: &Context<'_, '_>) {
        self.planner.begin(
            whole_second(context.now()),
            context.free_words(),
            running(context),
            |key| nodes_of(context, key),
        );
        self.plans = 0;
    }

    fn resume_backfill(&mut self, context: &Context<'_, '_>, given_back: &[u64]) {
        self.planner.set_present(
            whole_second(context.now()),
            context.free_words(),
            running(context),
            |key| nodes_of(context, key),
        );
        self.planner.plan_away(given_back);
    }

    fn tries(&self) -> u32 {
        self.planner.tries()
    }

    fn choose_now(&mut self, context: &Context<'_, '_>, job: JobId) -> bool {
        self.planner.choose_now(context.nodes_of(job))
    }

    fn earliest(&mut self, context: &Context<'_, '_>, job: JobId, limit: Duration) -> Option<Time> {
        let found = self.planner.earliest(context.nodes_of(job), limit);
        found.map(|found| found.start)
    }

    fn has_chosen(&self, nodes: &[u64]) -> bool {
        self.planner.chosen().any(|node| is_member(nodes, node))
    }

    fn start(&mut self, context: &mut Context<'_, '_>, job: JobId, reason: StartReason) -> bool {
        let mut count = 0;
        for (index, node) in self.list.iter_mut().zip(self.planner.chosen()) {
            (*index, count) = (node, count + 1);
        }
        let nodes = self.list.get(..count).unwrap_or_default();
        let is_started = context.start_at(job, nodes, reason).is_ok();
        if is_started {
            self.planner
                .start_last(context.order_of(job), limit(context, job));
        }
        is_started
    }

    fn plan(&mut self, _: &Context<'_, '_>, _: JobId, start: Time, limit: Duration) {
        self.planner.plan_last(start, limit);
        self.plans += 1;
    }

    fn plan_started(&mut self, _: &Context<'_, '_>, _: JobId, limit: Duration) {
        self.planner.plan_started_last(limit);
    }

    fn plans(&self, _: &Context<'_, '_>, _: JobId) -> usize {
        self.plans
    }

    fn spans(&self) -> usize {
        self.planner.spans()
    }

    fn count_open(&mut self, _: &Context<'_, '_>) {
        self.planner.count_open();
    }

    fn may_start(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        let nodes = context.nodes_of(job);
        nodes <= self.planner.free_nodes() && self.planner.may_start(nodes, limit(context, job))
    }

    fn is_vain(&mut self, context: &Context<'_, '_>, job: JobId, limit: Duration) -> bool {
        self.planner.is_vain(context.nodes_of(job), limit)
    }

    fn steady_until(&self) -> Time {
        self.planner.steady_until()
    }

    fn block(&mut self, _: &Context<'_, '_>, _: JobId) -> bool {
        // All jobs behind it wait for the same nodes.
        false
    }

    fn may_fit(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        context.nodes_of(job) <= context.free_nodes()
    }

    fn explain_wait_by_rule(&self, context: &mut Context<'_, '_>, job: JobId) {
        // Here only room holds jobs back.
        context.explain_wait_for_room(job);
    }
}

/// Running jobs, each with the end of its limit, its place in the order of submission and the key by
/// which its nodes are listed.
fn running<'c>(context: &'c Context<'_, '_>) -> impl Iterator<Item = (Time, u32, u32)> + 'c {
    context.running().map(|job| {
        (
            whole_second(context.started(job)).after(limit(context, job)),
            context.order_of(job),
            job.index() as u32,
        )
    })
}

/// Nodes of the running job with this key.
fn nodes_of<'c>(context: &'c Context<'_, '_>, key: u32) -> impl Iterator<Item = u32> + 'c {
    let intervals = context.held(JobId::new(key as usize));
    intervals.flat_map(|(first, count)| first..first + count)
}
