//! State changes behind the verbs: jobs that enter one by one, completions and estimates
//! from outside.

use crate::engine::buffers::storage::Storage;
use crate::engine::jobs::specs::{Slot, Specs};
use crate::engine::jobs::{Job, Phase};
use crate::engine::observe::sink::Sink;
use crate::engine::setup::Setup;
use crate::engine::state::State;
use crate::error::{EngineError, ScenarioError, SubmitError};
use crate::machine::Change;
use crate::units::ids::JobId;
use crate::units::time::Duration;
use crate::workload::JobSpec;

/// Runtime of a job of unknown runtime.
pub(super) const UNKNOWN_RUNTIME: Duration = Duration::MAX;

/// Longest estimate accepted: doubled ones stay within the other half.
pub(super) const MAX_ESTIMATE: Duration = Duration(u64::MAX / 4);

impl<'a> State<'a> {
    /// A state before the first event, with an unknown future.
    pub(crate) fn open(setup: Setup<'a>, storage: Storage<'a>) -> Result<Self, ScenarioError> {
        if setup.slots == 0 {
            return Err(ScenarioError::NoSlots);
        }
        setup.check()?;
        storage.check(&setup)?;
        Ok(Self::new(setup, storage))
    }

    /// Gives a slot to a job submitted one by one and puts it into the queue.
    pub(crate) fn submit_open(
        &mut self,
        spec: JobSpec,
        tag: u64,
        sink: &mut dyn Sink,
    ) -> Result<JobId, SubmitError> {
        self.check_spec(&spec)?;
        let Specs::Slots(slots) = &mut self.specs else {
            return Err(SubmitError::Closed);
        };
        // The largest number is reserved for timers without a job.
        let order = u32::try_from(self.submitted).ok();
        let order = order.filter(|&order| order < u32::MAX);
        let order = order.ok_or(SubmitError::TooMany)?;
        let id = slots.take(&self.jobs, Slot { spec, tag, order });
        let id = id.ok_or(SubmitError::NoSlot)?;
        self.submitted += 1;
        self.note_whole();
        self.submit(id, sink);
        Ok(id)
    }

    fn check_spec(&self, spec: &JobSpec) -> Result<(), SubmitError> {
        let machine = self.setup.outages.last_cap(self.setup.nodes);
        if spec.nodes == 0 {
            return Err(SubmitError::NoWidth);
        }
        if spec.nodes > machine {
            let nodes = spec.nodes;
            return Err(SubmitError::TooWide { nodes, machine });
        }
        if let Some(setup) = self.setup.memory()
            && spec.memory > setup.capacity
        {
            let (memory, node) = (spec.memory, setup.capacity);
            return Err(SubmitError::TooMuchMemory { memory, node });
        }
        if spec.runtime == Duration::ZERO {
            return Err(SubmitError::NoRuntime);
        }
        if spec.estimate == Duration::ZERO || spec.estimate > MAX_ESTIMATE {
            return Err(SubmitError::NoEstimate);
        }
        let longest = match spec.runtime {
            UNKNOWN_RUNTIME => Duration(spec.estimate.0.saturating_add(self.setup.overrun.0)),
            runtime => runtime.max(spec.estimate),
        };
        match spec.submit.0.checked_add(longest.0) {
            Some(end) if end <= u64::MAX / 2 => Ok(()),
            _ => Err(SubmitError::TooLong),
        }
    }

    /// Completes the running `id`, whatever its expected runtime.
    pub(super) fn complete_now(&mut self, id: JobId, sink: &mut dyn Sink) {
        self.cut_load(id, sink);
        let executed = self.executed(id).round_up();
        if let Specs::Slots(slots) = &mut self.specs {
            slots.get_mut(id).spec.runtime = executed;
        }
        self.timers.stop(id.index());
        self.note_whole();
        self.end(id, sink);
        // Completions may be given in any order, but are processed in that of submission.
        let order = self.specs.order(id);
        self.ended.remove(&mut self.jobs, id);
        let behind = |other| self.specs.order(other) > order;
        self.ended.insert_sorted(&mut self.jobs, id, behind);
    }

    pub(super) fn set_estimate(&mut self, id: JobId, estimate: Duration) {
        // Work done when its rate last changed: the clock gives how long it has run since,
        // also for a job that is overdue.
        let done = self.exact_work(id) - self.remaining(id);
        let Specs::Slots(slots) = &mut self.specs else {
            return;
        };
        slots.get_mut(id).spec.estimate = estimate;
        let left = self.exact_work(id) - done;
        self.set_remaining(id, left);
        let Job { phase, rate, .. } = self.jobs[id.index()];
        if phase == Phase::Running && !rate.is_stopped() {
            let end = self.updated(id) + left.time_at(rate);
            self.set_timer(id, end.instant().max(self.now));
        }
    }

    /// Applies `change`, given by the caller, to `count` nodes from `first` on, now.
    pub(super) fn change_nodes_externally(
        &mut self,
        first: u32,
        count: u32,
        change: Change,
        sink: &mut dyn Sink,
    ) -> Result<(), EngineError> {
        let machine = self.setup.nodes;
        let last = first.saturating_add(count.saturating_sub(1));
        if last >= machine {
            return Err(EngineError::NoSuchNode {
                node: last,
                machine,
            });
        }
        if !self.nodes.has_states() {
            return Err(EngineError::NoOutages);
        }
        self.change_nodes(first, count, change, sink);
        Ok(())
    }

    /// Skips a pass, so that policies notice a change they are not informed of and re-read
    /// the whole state.
    pub(crate) fn skip_pass(&mut self) {
        self.passes += 1;
        self.queue_grew = true;
        self.note_whole();
    }
}
