//! Queries of policies about nodes in service, maintenance and caps.

use super::Context;
use crate::engine::jobs::attempts::KeptShare;
use crate::engine::observe::event::WaitReason;
use crate::families;
#[cfg(feature = "caps")]
use crate::machine::Cap;
use crate::machine::{Maintenance, NodeState};
use crate::units::ids::JobId;
use crate::units::time::Time;

impl<'a> Context<'_, 'a> {
    /// Number of free nodes that `job` could have if it started now: those that stay in
    /// service, and may be busy, until it ends by its estimate.
    #[inline]
    pub fn room_for(&self, job: JobId) -> u32 {
        if self.state.has_limits_ahead() {
            self.room_among_limits(job)
        } else {
            self.free_nodes()
        }
    }

    #[inline(never)]
    fn room_among_limits(&self, job: JobId) -> u32 {
        self.state.room_until(self.completion_if_started(job))
    }

    /// Whether [`Context::start`] would start `job` now: it waits, may start, and there is room for
    /// it that stays until it would end by its estimate.
    pub fn fits(&self, job: JobId) -> bool {
        self.is_waiting(job) && self.is_allowed(job) && self.has_room_for(job)
    }

    fn has_room_for(&self, job: JobId) -> bool {
        match (self.room_on_cluster(job), self.cluster()) {
            (Some((_, staying)), Some(cluster)) => {
                staying >= cluster.setup().request(job.index()).units()
            }
            _ => self.nodes_of(job) <= self.room_for(job),
        }
    }

    /// Bitmap of the nodes in word `word`, free or not, that stay in service until `job`,
    /// started now, ends by its estimate.
    #[inline]
    pub fn clear_word(&self, job: JobId, word: usize) -> u64 {
        if self.state.has_maintenance_ahead() {
            self.state.clear_word(job, word)
        } else {
            u64::MAX
        }
    }

    /// Number of nodes out of service.
    #[inline]
    pub fn out_of_service(&self) -> u32 {
        self.state.nodes.out_of_service()
    }

    /// State of `node`.
    pub fn node_state(&self, node: u32) -> NodeState {
        self.state.nodes.state(node)
    }

    /// Maintenance that is not over, in order of beginning.
    pub fn maintenance(&self) -> impl Iterator<Item = &Maintenance> {
        self.state.maintenance()
    }

    /// Whether maintenance is known that has not begun.
    #[inline]
    pub fn has_maintenance_ahead(&self) -> bool {
        self.state.has_maintenance_ahead()
    }

    /// Maintenance that has not begun, in order of beginning.
    #[cfg(any(feature = "cluster", feature = "outages"))]
    pub(crate) fn maintenance_ahead(&self) -> &'a [Maintenance] {
        let all = self.state.setup.outages.maintenance;
        all.get(self.state.outages.begun_maintenance..)
            .unwrap_or_default()
    }

    /// Whether a cap on busy nodes is known that has not begun.
    #[inline]
    pub fn has_caps_ahead(&self) -> bool {
        self.state.has_caps_ahead()
    }

    /// Whether a cap on busy nodes holds now or will.
    #[cfg(feature = "caps")]
    #[inline]
    pub(crate) fn may_be_capped(&self) -> bool {
        !self.state.setup.outages.caps().is_empty()
    }

    /// Whether more nodes are busy than the cap allows: a job has outrun its estimate.
    #[cfg(feature = "caps")]
    #[inline]
    pub(crate) fn is_over_its_cap(&self) -> bool {
        self.state.nodes.is_over_its_bound()
    }

    /// Number of nodes that may be busy now; all without a cap.
    #[cfg(feature = "caps")]
    #[inline]
    pub fn cap(&self) -> u32 {
        self.state.nodes.bound().min(self.nodes())
    }

    /// Caps on busy nodes that have not begun.
    #[cfg(feature = "caps")]
    #[inline]
    pub fn caps_ahead(&self) -> &'a [Cap] {
        self.state.caps_ahead()
    }

    /// Whether maintenance or a cap is known that has not begun.
    #[inline]
    pub(crate) fn has_limits_ahead(&self) -> bool {
        self.state.has_limits_ahead()
    }

    /// Number of nodes that `job` could have from `from` on, by the estimates of the
    /// running jobs, if no other job started until then.
    pub fn room_from(&self, job: JobId, from: Time) -> u32 {
        self.room_from_by(job, from, |other| self.expected_completion(other).instant())
    }

    /// As [`Context::room_from`], with running jobs ending as `ends` says.
    pub(crate) fn room_from_by(&self, job: JobId, from: Time, ends: impl Fn(JobId) -> Time) -> u32 {
        let end = from.after(self.estimate(job).round_up());
        self.state.usable(from, end, ends)
    }

    /// Numbers of free nodes that `job` could have if it started now: those useless to a
    /// job that needs nodes throughout the `spared` time, and the others.
    pub(crate) fn apart_and_shared(&self, job: JobId, spared: (Time, Time)) -> (u32, u32) {
        self.state.apart_and_shared(job, spared)
    }

    /// Number of nodes of the running `job` that go out of service when it ends.
    #[inline]
    pub fn nodes_lost_with(&self, job: JobId) -> u32 {
        self.state.nodes_lost_with(job)
    }

    /// Whether nodes may ever go out of service.
    #[inline]
    pub fn may_lose_nodes(&self) -> bool {
        families::OUTAGES && self.state.nodes.has_states()
    }

    /// Whether `job` waits again since this instant because one of its nodes went out of
    /// service.
    #[inline]
    pub fn was_interrupted(&self, job: JobId) -> bool {
        families::OUTAGES && self.state.was_interrupted_now(job)
    }

    /// Part of the whole work of `job` that checkpoints kept of earlier starts.
    #[inline]
    pub fn kept_part(&self, job: JobId) -> KeptShare {
        if self.may_lose_nodes() {
            self.state.kept_part(job)
        } else {
            KeptShare::NOTHING
        }
    }

    /// Whether `node` is in service and stays so until `end`, as far as is known.
    pub fn is_clear(&self, node: u32, end: Time) -> bool {
        self.state.is_clear(node, end)
    }

    /// Nodes with maintenance, not over, that begins before `end`, each once.
    pub fn nodes_with_maintenance_before(&self, end: Time) -> impl Iterator<Item = u32> {
        self.state.nodes_with_maintenance_before(end)
    }

    /// Beginning of the first maintenance that keeps `job` from starting now.
    pub(crate) fn maintenance_after(&self, job: JobId) -> Time {
        let now = self.now();
        let ahead = self
            .state
            .maintenance_before(self.completion_if_started(job));
        let mut ahead = ahead.map(|window| window.from).filter(|&from| from > now);
        ahead.next().unwrap_or(Time::MAX)
    }

    /// Number of nodes a cap leaves `job`, if a cap keeps it from starting now.
    fn room_a_cap_leaves(&self, job: JobId) -> Option<u32> {
        let (end, nodes) = (self.completion_if_started(job), self.nodes_of(job));
        self.state.room_a_cap_leaves(end, nodes)
    }

    /// Reports why `job` waits, which requests more nodes than it could have now.
    #[inline]
    pub fn explain_wait_for_room(&mut self, job: JobId) {
        if self.wants_reasons() {
            if families::CLUSTER
                && let Some((now, staying)) = self.room_on_cluster(job)
            {
                return self.explain_wait(job, WaitReason::NoRoom { now, staying });
            }
            let free = self.free_nodes();
            if families::CAPS
                && let Some(free) = self.room_a_cap_leaves(job)
            {
                let idle = self.state.nodes.idle();
                return self.explain_wait(job, WaitReason::Cap { idle, free });
            }
            let out = if families::OUTAGES {
                self.out_of_service()
            } else {
                0
            };
            let fits = families::OUTAGES && self.nodes_of(job) <= free;
            let from = if fits {
                self.maintenance_after(job)
            } else {
                Time::MAX
            };
            let reason = match out {
                _ if from < Time::MAX => {
                    let free = self.room_for(job);
                    WaitReason::Maintenance { from, free }
                }
                0 => WaitReason::TooFewNodes { free },
                out => WaitReason::OutOfService { free, out },
            };
            self.explain_wait(job, reason);
        }
    }
}
