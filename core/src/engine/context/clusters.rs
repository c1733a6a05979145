//! Access of policies to a cluster: its state, and starts on it.
#![cfg_attr(
    not(feature = "cluster"),
    allow(dead_code, reason = "policies ask for it")
)]

use super::Context;
use crate::engine::Setup;
use crate::engine::jobs::Phase;
use crate::engine::lifecycle::outlook::{NodeFilter, Outlook};
use crate::engine::observe::event::StartReason;
use crate::error::StartError;
use crate::machine::cluster::{Awaited, Cluster, Dependency, LimitOwner, NodeUnits};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

impl<'a> Context<'_, 'a> {
    /// The simulated cluster, if there is one.
    pub fn cluster(&self) -> Option<&Cluster<'a>> {
        self.state.cluster.as_ref()
    }

    /// The cluster with its known future, if there is one.
    #[inline]
    pub(crate) fn outlook(&self) -> Option<Outlook<'_, 'a>> {
        let cluster = self.state.cluster.as_ref()?;
        Some(Outlook::new(self.state, cluster))
    }

    /// Whether jobs are killed at their estimates, so that none runs longer.
    #[inline]
    pub(crate) fn kills_at_estimate(&self) -> bool {
        let setup = &self.state.setup;
        setup.kill_at_estimate && setup.overrun == Duration::ZERO
    }

    /// Whether some nodes are known to be unavailable at some future time: maintenance that
    /// is not over, or an advance reservation.
    #[inline]
    pub(crate) fn has_unavailability_ahead(&self) -> bool {
        (crate::families::OUTAGES && self.state.maintenance().next().is_some())
            || self.knows_advance()
    }

    fn knows_advance(&self) -> bool {
        let setup = self.cluster().map(Cluster::setup);
        setup.is_some_and(|setup| setup.has_advance_after(self.now()))
    }

    /// Calls the policy again when the next advance reservation begins or ends, but no
    /// later than `planned`, if given.
    pub(crate) fn wake_for_advance(&mut self, planned: Option<Time>) {
        let setup = self.cluster().map(Cluster::setup);
        let edge = setup.and_then(|setup| setup.next_edge(self.state.now));
        match planned.into_iter().chain(edge).min() {
            // Both times are in the future.
            Some(at) if at < Time::MAX => self.wake_at(at).unwrap_or_default(),
            _ => self.cancel_wake(),
        }
    }

    /// The setup of this simulation.
    #[inline]
    pub(crate) fn setup(&self) -> &Setup<'a> {
        &self.state.setup
    }

    /// Number of jobs that have entered the queue so far.
    #[inline]
    pub(crate) fn queued(&self) -> u64 {
        self.state.queued
    }

    /// Whether some jobs have predecessors.
    #[inline]
    pub(crate) fn have_predecessors(&self) -> bool {
        !self.state.setup.precedence.is_empty()
    }

    /// First of the last `count` jobs in the queue.
    pub(crate) fn first_of_last_queued(&self, count: u64) -> Option<JobId> {
        let before = |job: &JobId| self.state.jobs[job.index()].previous;
        let waiting = core::iter::successors(self.state.waiting.tail, before);
        waiting.take(count as usize).last()
    }

    /// First of the jobs that `job` depends on which has not started or ended as it must have. One that has
    /// started counts as started for good, also when it waits again.
    pub fn unmet_dependency(&self, job: JobId) -> Option<JobId> {
        let all = self.cluster()?.setup().dependencies.of(job);
        let is_unmet = |one: &&Dependency| {
            let state = self.state.jobs.get(one.job.index());
            state.is_some_and(|other| match other.phase {
                Phase::Waiting => one.awaited == Awaited::End || !other.has_started,
                Phase::Future => true,
                Phase::Completed | Phase::Killed | Phase::Rejected => false,
                _ => one.awaited == Awaited::End,
            })
        };
        all.iter().find(is_unmet).map(|one| one.job)
    }

    /// Whether dependencies, partition, advance reservation and limits let `job` start, given room.
    #[inline]
    pub fn is_allowed(&self, job: JobId) -> bool {
        self.is_allowed_at(job, self.state.now)
    }

    /// Whether `job` would be [allowed](Self::is_allowed) to start once its advance
    /// reservation has begun.
    #[cfg(feature = "cluster")]
    pub(crate) fn is_allowed_later(&self, job: JobId) -> bool {
        let setup = self.cluster().map(Cluster::setup);
        let own = setup.and_then(|setup| setup.advance_of(&setup.request(job.index())));
        let begins = own.map_or(Time::ZERO, |own| own.from);
        self.is_allowed_at(job, self.state.now.max(begins))
    }

    /// Whose limits keep `job` from starting now, if there is one.
    pub fn reached_limit(&self, job: JobId) -> Option<LimitOwner> {
        let cluster = self.cluster()?;
        let request = cluster.setup().request(job.index());
        cluster.reached_limit(&request, self.state.specs.of(job).nodes)
    }

    fn is_allowed_at(&self, job: JobId, at: Time) -> bool {
        let nodes = self.state.specs.of(job).nodes;
        self.cluster().is_none_or(|cluster| {
            let request = cluster.setup().request(job.index());
            self.unmet_dependency(job).is_none()
                && cluster.setup().partition(request.partition).is_up
                && !cluster.setup().is_outside_reservation(&request, at)
                && cluster.allows(&request, nodes)
        })
    }

    /// Starts `job` on exactly these nodes of the cluster, ascending, each with a number of
    /// its nodes or tasks: for jobs whose nodes are known, as on a running machine. The
    /// caller checks whether partition, advance reservations and limits
    /// [allow](Self::is_allowed) it.
    ///
    /// # Errors
    /// [`StartError::NoRoom`] if there is no room for it there, or the units differ from
    /// its request; [`StartError::NotWaiting`]. Nothing changes.
    pub fn start_on_node_units(
        &mut self,
        job: JobId,
        places: &[NodeUnits],
        reason: StartReason,
    ) -> Result<(), StartError> {
        (self.state).start_on_node_units(job, places, reason, self.sink)
    }

    /// Whether the partitions of these two jobs have a node in common.
    pub(crate) fn share_nodes(&self, one: JobId, other: JobId) -> bool {
        let setup = self.cluster().map(Cluster::setup);
        setup.is_none_or(|setup| {
            let partition = |job: JobId| setup.request(job.index()).partition;
            setup.share_nodes(partition(one), partition(other))
        })
    }

    /// Units (nodes or tasks) of `job` for which the cluster, if there is one, has room
    /// now, and those on nodes that stay available until it would end by its estimate.
    pub(crate) fn room_on_cluster(&self, job: JobId) -> Option<(u32, u32)> {
        let (outlook, end) = (self.outlook()?, self.completion_if_started(job));
        let (cluster, request) = (outlook.cluster(), outlook.request(job));
        let rooms = (0..self.nodes()).map(|node| {
            let units = cluster.units_now(node, &request);
            let stays = units > 0 && outlook.is_available(node, &request, self.now(), end);
            (units, if stays { units } else { 0 })
        });
        Some(
            rooms.fold((0, 0), |(now, staying): (u32, u32), (units, stays)| {
                (now.saturating_add(units), staying.saturating_add(stays))
            }),
        )
    }

    /// Starts `job` on the nodes chosen first among those that the first of `rounds`
    /// allows; if they do not suffice, nodes of the next round are added.
    #[inline]
    pub(crate) fn start_in_rounds(
        &mut self,
        job: JobId,
        rounds: &mut [NodeFilter<'_>],
        reason: StartReason,
    ) -> Result<(), StartError> {
        self.state.start_in_rounds(job, rounds, reason, self.sink)
    }

    /// Lets `job`, which has just started, run only from `up` on, when its nodes have booted: runtime and estimate
    /// count from then.
    #[cfg(feature = "slurm")]
    #[inline]
    pub(crate) fn boot_until(&mut self, job: JobId, up: Time) {
        self.state.boot_until(job, up, self.sink);
    }
}
