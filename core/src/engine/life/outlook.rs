//! Room on the nodes of a cluster, now and by the estimates of those who run.
#![cfg_attr(
    not(feature = "cluster"),
    allow(dead_code, reason = "policies ask for it")
)]

use crate::engine::state::State;
use crate::machine::cluster::{Amounts, Ask, Cluster};
use crate::units::ids::JobId;
use crate::units::time::Time;

/// Who allows how many units of a job on a node: what the nodes look like, the node, and for
/// how many there is room now.
pub(crate) type Usable<'u> = &'u mut dyn FnMut(&Outlook<'_, '_>, u32, u32) -> u32;

/// The nodes of a cluster, now and later.
pub(crate) struct Outlook<'o, 'a> {
    state: &'o State<'a>,
    cluster: &'o Cluster<'a>,
}

impl<'o, 'a> Outlook<'o, 'a> {
    #[inline]
    pub(in crate::engine) fn new(state: &'o State<'a>, cluster: &'o Cluster<'a>) -> Self {
        Self { state, cluster }
    }

    /// The nodes as they are now.
    #[inline]
    pub(crate) fn cluster(&self) -> &'o Cluster<'a> {
        self.cluster
    }

    /// What `job` asks for.
    #[inline]
    pub(crate) fn ask(&self, job: JobId) -> Ask {
        self.cluster.setup().ask(job.index())
    }

    /// When `job`, which runs, ends by its estimate.
    #[inline]
    pub(crate) fn end(&self, job: JobId) -> Time {
        self.state.expected_end(job)
    }

    /// What is free on `node` at `at` by the estimates, if nobody else starts.
    pub(crate) fn free_then(&self, node: u32, at: Time) -> Amounts {
        let setup = self.cluster.setup();
        let ended = self
            .cluster
            .on(node)
            .filter(|&(job, _)| self.end(job) <= at);
        ended.fold(self.cluster.free(node), |free, (job, units)| {
            let ask = setup.ask(job.index());
            match setup.takes_whole(&ask) {
                true => self.cluster.capacity(node),
                false => free.plus(&ask.each, units),
            }
        })
    }

    /// Whether `node` is there for `ask` from `from` to `until`, as far as is known: in
    /// service, and not kept for others.
    pub(crate) fn serves(&self, node: u32, ask: &Ask, from: Time, until: Time) -> bool {
        self.cluster.setup().lets(ask, node, from, until) && self.is_in_service(node, from, until)
    }

    fn is_in_service(&self, node: u32, from: Time, until: Time) -> bool {
        if !crate::families::OUTAGES || !self.state.nodes.has_states() {
            return true;
        }
        let mut windows = self.state.in_the_way(until);
        let is_out = self.state.nodes.state(node).is_out_for_long();
        !is_out && !windows.any(|window| window.is_of(node) && window.until > from)
    }

    /// How many units of `ask` there is room for on `node` from `from` until `until`.
    pub(crate) fn units_then(&self, node: u32, ask: &Ask, from: Time, until: Time) -> u32 {
        match self.serves(node, ask, from, until) {
            true => self
                .cluster
                .units_in(node, ask, &self.free_then(node, from)),
            false => 0,
        }
    }

    /// When there is room for a unit of `ask` on `node`, whatever maintenance there is;
    /// never if the node is out of service or not for it.
    pub(crate) fn first_room(&self, node: u32, ask: &Ask) -> Time {
        let now = self.state.now;
        if !self.cluster.is_in_service(node) {
            return Time::MAX;
        }
        let mut free = self.cluster.free(node);
        if self.cluster.units_in(node, ask, &free) > 0 {
            return now;
        }
        let (setup, capacity) = (self.cluster.setup(), self.cluster.capacity(node));
        if self.cluster.units_in(node, ask, &capacity) == 0 {
            return Time::MAX;
        }
        if setup.takes_whole(ask) || ask.each.cores() == capacity.cores() {
            // When the last one has left.
            let ends = self.cluster.on(node).map(|(job, _)| self.end(job));
            return ends.max().unwrap_or(Time::MAX);
        }
        let mut at = now;
        loop {
            let ends = self.cluster.on(node).map(|(job, _)| self.end(job));
            let Some(next) = ends.filter(|&end| end > at).min() else {
                return Time::MAX;
            };
            for (job, units) in self.cluster.on(node) {
                if self.end(job) == next {
                    let own = setup.ask(job.index());
                    free = match setup.takes_whole(&own) {
                        true => capacity,
                        false => free.plus(&own.each, units),
                    };
                }
            }
            at = next;
            if self.cluster.units_in(node, ask, &free) > 0 {
                return at;
            }
        }
    }
}
