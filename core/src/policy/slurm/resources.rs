//! The machine as seen by the passes of Slurm.

use crate::engine::{Context, Setup, StartReason};
use crate::error::PolicyError;
use crate::policy::Order;
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// Changes as running jobs were preempted for another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PreemptOutcome {
    /// Nothing: there is not enough to be preempted, or as much as is needed is leaving already.
    Unchanged,
    /// Jobs are to end once their graces are over.
    InGrace,
    /// Jobs were stopped.
    Stopped,
}

/// Resources on which jobs fit now or later: [whole nodes](super::WholeNodes) of one
/// partition, or [nodes that jobs share](super::SharedNodes).
pub trait Resources {
    /// Checks that it was made for this machine.
    ///
    /// # Errors
    /// It was not.
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError>;

    /// Orders the queue; `kept` is whether it was in order after the last pass.
    fn order_queue(&mut self, order: Order, context: &mut Context<'_, '_>, kept: bool);

    /// Clears running jobs and sets the blocked nodes, before a main pass, which sees no plans.
    fn begin_main(&mut self, context: &Context<'_, '_>, blocked: &[u64]);

    /// Clears all plans and sets the running jobs, before a backfill pass.
    fn begin_backfill(&mut self, context: &Context<'_, '_>);

    /// Sets the present again in a backfill pass that has slept: its plans stay, and the nodes
    /// `given_back` meanwhile are of no use in the rest of it.
    fn resume_backfill(&mut self, context: &Context<'_, '_>, given_back: &[u64]);

    /// Number of instants that the last search for an [earliest](Self::earliest) start has tried.
    fn tries(&self) -> u32;

    /// Chooses nodes for `job` if it fits now, ignoring plans, on nodes that no job ahead
    /// of it blocks; returns whether it does.
    fn choose_now(&mut self, context: &Context<'_, '_>, job: JobId) -> bool;

    /// Earliest start of `job` by the plans so far, with the chosen nodes; `None` if the
    /// search finds none.
    fn earliest(&mut self, context: &Context<'_, '_>, job: JobId, limit: Duration) -> Option<Time>;

    /// Whether one of the nodes chosen in a backfill pass is in the set `nodes`, or that of a job
    /// that was preempted in it.
    fn has_chosen(&self, nodes: &[u64]) -> bool;

    /// Starts `job` on the chosen nodes; returns whether it did.
    fn start(&mut self, context: &mut Context<'_, '_>, job: JobId, reason: StartReason) -> bool;

    /// Forgets what was before, at the first pass of a run.
    fn restart(&mut self) {}

    /// Notes and reports which nodes are asleep; returns whether a node that went to sleep at the last call has come to be of use.
    fn look_at_sleep(&mut self, _context: &mut Context<'_, '_>) -> bool {
        false
    }

    /// When the first of the nodes is asleep that go to sleep, if `job` has no room beside these, and would have some
    /// with them.
    fn sleep_awaited(&self, _context: &Context<'_, '_>, _job: JobId) -> Option<Time> {
        None
    }

    /// Whether jobs may be preempted at all.
    fn has_preemptable_jobs(&self) -> bool {
        false
    }

    /// Whether running jobs may be preempted for `job`.
    fn may_preempt(&self, _context: &Context<'_, '_>, _job: JobId) -> bool {
        false
    }

    /// Earliest start of `job` by the plans so far, with the chosen nodes, as if the jobs that give
    /// way to it did not run; `None` if the search finds none.
    fn earliest_without_preemptable(
        &mut self,
        _context: &Context<'_, '_>,
        _job: JobId,
        _limit: Duration,
    ) -> Option<Time> {
        None
    }

    /// Preempts running jobs that may be preempted for `job`, so that it has room once they have gone.
    /// Nodes of those that are stopped at once, for good or back to the queue, are of no use to others
    /// in this pass.
    fn preempt(&mut self, _context: &mut Context<'_, '_>, _job: JobId) -> PreemptOutcome {
        PreemptOutcome::Unchanged
    }

    /// Stops preempted jobs whose graces are over; returns whether there were such.
    fn end_graces(&mut self, _context: &mut Context<'_, '_>) -> bool {
        false
    }

    /// Time before which no grace ends.
    fn next_grace_end(&self) -> Time {
        Time::MAX
    }

    /// First time from which on one more running job may be preempted, if nothing happens until then.
    fn next_preemptable(&self, _context: &Context<'_, '_>) -> Time {
        Time::MAX
    }

    /// When all preempted jobs have ended that `job` may wait for, as it does not fit beside them;
    /// `None` if there are none.
    fn grace_awaited(&self, _context: &Context<'_, '_>, _job: JobId) -> Option<Time> {
        None
    }

    /// Time until which `job` may not start because it was preempted; 0 if it may.
    fn held_until(&self, _job: JobId) -> Time {
        Time::ZERO
    }

    /// Plans `job` at `start` on the chosen nodes.
    fn plan(&mut self, context: &Context<'_, '_>, job: JobId, start: Time, limit: Duration);

    /// Plans `job`, which a backfill pass has started, for the rest of the pass, if it is alone
    /// on its nodes because it wants to be.
    fn plan_started(&mut self, context: &Context<'_, '_>, job: JobId, limit: Duration);

    /// Number of plans in the partition of `job`.
    fn plans(&self, context: &Context<'_, '_>, job: JobId) -> usize;

    /// Number of spans into which plans have cut the time.
    fn spans(&self) -> usize;

    /// Updates the counts for [`may_start`](Self::may_start).
    fn count_open(&mut self, _context: &Context<'_, '_>) {}

    /// Whether `job` may start now by the plans counted then; true if unknown.
    fn may_start(&self, _context: &Context<'_, '_>, _job: JobId) -> bool {
        true
    }

    /// Whether it is known that a search for an [earliest](Self::earliest) start of `job` finds none within
    /// the window; false if unknown. Nothing is chosen.
    fn is_vain(&mut self, _context: &Context<'_, '_>, _job: JobId, _limit: Duration) -> bool {
        false
    }

    /// Time before which another backfill pass decides the same, if all jobs of the last
    /// one have been planned and nothing happens until then.
    fn steady_until(&self) -> Time {
        // Unknown.
        Time::ZERO
    }

    /// Blocks nodes for `job`, which does not fit in a main pass; returns whether any job
    /// behind it still may.
    fn block(&mut self, context: &Context<'_, '_>, job: JobId) -> bool;

    /// Whether `job` would fit now if nothing were planned and others were preempted; true if unknown.
    fn may_fit(&self, context: &Context<'_, '_>, job: JobId) -> bool;

    /// Whether all advance reservations have begun and ended.
    fn is_over(&self, _context: &Context<'_, '_>) -> bool {
        true
    }

    /// Whether `one` and `other` may wait for the same nodes.
    fn compete(&self, _context: &Context<'_, '_>, _one: JobId, _other: JobId) -> bool {
        true
    }

    /// Reports that `job` is held by its partition or a limit.
    fn explain_wait_by_rule(&self, context: &mut Context<'_, '_>, job: JobId);
}
