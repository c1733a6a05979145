//! The machine as the passes of Slurm see it.

use crate::engine::{Context, Setup, StartReason};
use crate::error::PolicyError;
use crate::policy::Order;
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// Where jobs fit now and when later: [whole nodes](super::WholeNodes) of one partition, or
/// [nodes that jobs share](super::SharedNodes).
pub trait Ground {
    /// Whether it was made for this machine.
    ///
    /// # Errors
    /// It was not.
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError>;

    /// Puts the queue in order; `kept` says whether it was so after the last pass.
    fn put_in_order(&mut self, order: Order, context: &mut Context<'_, '_>, kept: bool);

    /// Forgets all plans and who runs, before a main pass.
    fn begin_main(&mut self, context: &Context<'_, '_>);

    /// Forgets all plans, before a backfill pass.
    fn begin_backfill(&mut self, context: &Context<'_, '_>);

    /// Whether `job` fits now, whatever is planned, where nobody ahead of it is in the way:
    /// chooses nodes for it.
    fn choose_now(&mut self, context: &Context<'_, '_>, job: JobId) -> bool;

    /// When `job` can start by what is planned so far, and chooses nodes for it; none if that
    /// is not found.
    fn earliest(&mut self, context: &Context<'_, '_>, job: JobId, limit: Duration) -> Option<Time>;

    /// Starts `job` on the nodes that are chosen; whether it did.
    fn start(&mut self, context: &mut Context<'_, '_>, job: JobId, reason: StartReason) -> bool;

    /// Plans `job` at `start` on the nodes that are chosen.
    fn plan(&mut self, context: &Context<'_, '_>, job: JobId, start: Time, limit: Duration);

    /// How many plans there are where `job` is planned.
    fn plans(&self, context: &Context<'_, '_>, job: JobId) -> usize;

    /// Into how many spans of time plans have cut the time.
    fn spans(&self) -> usize;

    /// Takes account of what is planned, for [`may_start`](Self::may_start).
    fn count_open(&mut self) {}

    /// Whether `job` may start now by what was planned then; true if that is not known.
    fn may_start(&self, _context: &Context<'_, '_>, _job: JobId, _limit: Duration) -> bool {
        true
    }

    /// Before which instant another backfill pass decides the same, if all jobs of the last one
    /// have been planned and nothing happens until then.
    fn steady_until(&self) -> Time {
        // That is not known.
        Time::ZERO
    }

    /// `job` does not fit in a main pass: whether anybody behind it still may.
    fn block(&mut self, context: &Context<'_, '_>, job: JobId) -> bool;

    /// Whether `job` would fit now if nothing were planned; true if that is not known.
    fn may_fit(&self, context: &Context<'_, '_>, job: JobId) -> bool;

    /// Whether no advance reservation is to begin or to end any more.
    fn is_over(&self, _context: &Context<'_, '_>) -> bool {
        true
    }

    /// Whether `one` and `other` may wait for the same nodes.
    fn compete(&self, _context: &Context<'_, '_>, _one: JobId, _other: JobId) -> bool {
        true
    }

    /// Says that `job` is held by its partition or a limit.
    fn hold_by_rule(&self, context: &mut Context<'_, '_>, job: JobId);
}
