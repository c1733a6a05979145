//! Outages as seen by policies that assign nodes themselves.

use super::Context;
use crate::engine::clock::owners::TimerOwner;
use crate::engine::jobs::Phase;
use crate::engine::observe::event::WaitReason;
use crate::engine::state::State;
use crate::error::StartError;
use crate::families;
use crate::units::ids::JobId;
use crate::units::time::Time;

impl State<'_> {
    /// Time of the next change of any node's state, as far as it is determined; none where
    /// all nodes are always in service.
    pub(in crate::engine) fn next_outage(&self) -> Option<Time> {
        if !families::OUTAGES || !self.setup.outages.are_possible() {
            return None;
        }
        let by_chance = match self.setup.outages.faults {
            Some(_) => self.nodes.total(),
            None => 0,
        };
        let of_nodes = (0..by_chance).map(TimerOwner::Node);
        let owners = core::iter::once(TimerOwner::Outages).chain(of_nodes);
        let timers = owners.filter_map(|owner| self.timers.due_at(self.timer_of(owner)));
        timers.min()
    }

    /// Forgets the node changes that the policy has now seen.
    #[inline]
    pub(in crate::engine) fn forget_changes(&mut self) {
        if families::OUTAGES && self.outages.has_changed {
            self.outages.has_changed = false;
            self.nodes.clear_outages();
        }
    }
}

/// For policies that [admit](Context::admit) jobs and assign nodes themselves: the engine
/// does not know the nodes of these jobs.
impl Context<'_, '_> {
    /// Whether any node went out of service or came back since the last call of the policy.
    /// It then has to [interrupt](Context::interrupt) the jobs on failed nodes.
    #[inline]
    pub fn nodes_changed(&self) -> bool {
        families::OUTAGES && self.state.outages.has_changed
    }

    /// Whether all nodes are in service and none has maintenance ahead.
    #[inline]
    pub fn is_in_full_service(&self) -> bool {
        self.out_of_service() == 0 && !self.has_maintenance_ahead()
    }

    /// Bitmap of the nodes in word `word` on which `job` may start now: free, in service,
    /// and [staying](Context::clear_word) so until it ends by its estimate.
    pub fn usable_word(&self, job: JobId, word: usize) -> u64 {
        let free = self.free_words().get(word).copied().unwrap_or(0);
        free & self.clear_word(job, word)
    }

    /// Reports that `job`, which needs `nodes` nodes, waits for nodes out of service or in
    /// maintenance ahead, if so: of its eligible nodes, `free` are in service, and `usable`
    /// of these [stay](Context::clear_word) so until it ends by its estimate.
    pub fn explain_wait_for_service(&mut self, job: JobId, nodes: u32, free: u32, usable: u32) {
        if usable >= nodes || !self.wants_reasons() {
            return;
        }
        let (out, from) = (self.out_of_service(), self.maintenance_after(job));
        let reason = if free < nodes {
            WaitReason::OutOfService { free, out }
        } else {
            WaitReason::Maintenance { from, free: usable }
        };
        self.explain_wait(job, reason);
    }

    /// Whether `job` waits in the queue.
    #[inline]
    pub fn is_waiting(&self, job: JobId) -> bool {
        self.state.jobs[job.index()].phase == Phase::Waiting
    }

    /// Whether `node` has failed or gone into maintenance since the last call of the
    /// policy, even if it is in service again.
    #[inline]
    pub fn went_out_of_service(&self, node: u32) -> bool {
        families::OUTAGES && self.state.nodes.had_outage(node)
    }

    /// Interrupts the running `job`, which the policy has on `node`, as that has
    /// [fallen](Context::went_out_of_service), with the consequences for a job that holds such a
    /// node.
    ///
    /// # Errors
    /// [`StartError::NotRunning`]; then, or if the node has not fallen, nothing changes.
    pub fn interrupt(&mut self, job: JobId, node: u32) -> Result<(), StartError> {
        let runs = (self.state).expect(job, Phase::Running, StartError::NotRunning);
        if runs.is_ok() && self.went_out_of_service(node) {
            self.state.interrupt(job, node, self.sink);
        }
        runs
    }
}
