//! Room on the nodes of a cluster, now and in future by the estimates of running jobs.
#![cfg_attr(
    not(feature = "cluster"),
    allow(dead_code, reason = "policies ask for it")
)]

use crate::engine::state::State;
use crate::machine::cluster::{Added, Amounts, Cluster, ClusterRequest};
use crate::units::ids::JobId;
use crate::units::time::Time;

/// Filter of nodes: returns how many units of a job a node may take, given the outlook, the
/// node, and the number for which it has room now.
pub(crate) type NodeFilter<'u> = &'u mut dyn FnMut(&Outlook<'_, '_>, u32, u32) -> u32;

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

    /// Request of `job` on the cluster.
    #[inline]
    pub(crate) fn request(&self, job: JobId) -> ClusterRequest {
        self.cluster.setup().request(job.index())
    }

    /// End of the running `job` by its estimate.
    #[inline]
    pub(crate) fn end(&self, job: JobId) -> Time {
        self.state.expected_end(job)
    }

    /// Free amounts of `node` at `at` by the estimates, if no other job starts.
    pub(crate) fn free_at(&self, node: u32, at: Time) -> Amounts {
        let setup = self.cluster.setup();
        let ended = self
            .cluster
            .jobs_on(node)
            .filter(|&(job, _)| self.end(job) <= at);
        let free = ended.fold(self.cluster.free(node), |free, (job, units)| {
            let request = setup.request(job.index());
            self.cluster.free_without(node, free, (&request, units))
        });
        self.with_free_gpus(node, free, at, None)
    }

    /// `free` of `node` at `at` with the GPUs that are wholly free then, with those jobs as well.
    #[inline]
    fn with_free_gpus(&self, node: u32, free: Amounts, at: Time, added: Added<'_>) -> Amounts {
        let is_gone = |job: JobId| self.end(job) <= at;
        self.cluster.with_free_gpus(node, free, &is_gone, added)
    }

    /// Units of `request` that fit on `node` at `at` by the estimates if `free` of it is free then.
    #[inline]
    fn units_in(
        &self,
        node: u32,
        request: &ClusterRequest,
        (free, at): (&Amounts, Time),
        added: Added<'_>,
    ) -> u32 {
        let is_gone = |job: JobId| self.end(job) <= at;
        let by_gpus = || self.cluster.gpu_units(node, request, &is_gone, added);
        self.cluster.units_in(node, request, free, by_gpus)
    }

    /// Units of `request` that fit on `node` at `at` by the estimates, if no other job starts but
    /// the `added` one, which starts now.
    pub(crate) fn units_at(
        &self,
        node: u32,
        request: &ClusterRequest,
        at: Time,
        added: Added<'_>,
    ) -> u32 {
        let free = self.free_at(node, at);
        let free = match added {
            Some((other, units)) => {
                let free = other.take_from(&free, units);
                self.with_free_gpus(node, free, at, added)
            }
            None => free,
        };
        self.units_in(node, request, (&free, at), added)
    }

    /// Whether `node` is available for `request` from `from` to `until`, as far as is known: in
    /// service, and not kept for others.
    pub(crate) fn is_available(
        &self,
        node: u32,
        request: &ClusterRequest,
        from: Time,
        until: Time,
    ) -> bool {
        self.cluster.setup().admits(request, node, from, until)
            && self.is_in_service(node, from, until)
    }

    fn is_in_service(&self, node: u32, from: Time, until: Time) -> bool {
        if !crate::families::OUTAGES || !self.state.nodes.has_states() {
            return true;
        }
        let mut windows = self.state.maintenance_before(until);
        let is_out = self.state.nodes.state(node).is_out_for_long();
        !is_out && !windows.any(|window| window.includes(node) && window.until > from)
    }

    /// Units of `request` for which `node` has room from `from` until `until`.
    pub(crate) fn units_between(
        &self,
        node: u32,
        request: &ClusterRequest,
        from: Time,
        until: Time,
    ) -> u32 {
        if self.is_available(node, request, from, until) {
            self.units_at(node, request, from, None)
        } else {
            0
        }
    }

    /// Earliest time with room for a unit of `request` on `node`, ignoring maintenance; never
    /// if the node is out of service or not eligible.
    pub(crate) fn earliest_room(&self, node: u32, request: &ClusterRequest) -> Time {
        let now = self.state.now;
        if !self.cluster.is_in_service(node) {
            return Time::MAX;
        }
        let mut free = self.cluster.free(node);
        if self.units_in(node, request, (&free, now), None) > 0 {
            return now;
        }
        let (setup, capacity) = (self.cluster.setup(), self.cluster.capacity(node));
        // Of an empty node all GPUs are free.
        let by_gpus = || request.units_in(&capacity);
        if self.cluster.units_in(node, request, &capacity, by_gpus) == 0 {
            return Time::MAX;
        }
        if setup.gets_whole_nodes(request) || request.each.cores() == capacity.cores() {
            // The time when the last one has left.
            let ends = self.cluster.jobs_on(node).map(|(job, _)| self.end(job));
            return ends.max().unwrap_or(Time::MAX);
        }
        let mut at = now;
        loop {
            let ends = self.cluster.jobs_on(node).map(|(job, _)| self.end(job));
            let Some(next) = ends.filter(|&end| end > at).min() else {
                return Time::MAX;
            };
            for (job, units) in self.cluster.jobs_on(node) {
                if self.end(job) == next {
                    let own = setup.request(job.index());
                    free = self.cluster.free_without(node, free, (&own, units));
                }
            }
            at = next;
            free = self.with_free_gpus(node, free, at, None);
            if self.units_in(node, request, (&free, at), None) > 0 {
                return at;
            }
        }
    }
}
